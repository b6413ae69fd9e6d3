//! `[matrix]` and `[compare]`: questions about a whole field of units. No key of theirs sweeps.

use super::super::blocks::{NAME, asked};
use super::meeting::contested;
use super::terms::terms;
use super::units::{Family, Units};
use crate::catalogue::{Catalogue, FilterError, FindError, NamedUnit};
use crate::document::schema::{Schema, one_of, whole};
use crate::document::{
    Draft, FileKey, KeyedValue, Name, Readable, Report, Section, Span, TableArray, choose, key,
    quoted,
};
use crate::study::field::{
    CompareQuestion, DuelSchedule, FieldQuestion, FieldSetup, FieldUnit, MatrixQuestion, Measure,
    Metric, Order,
};
use warodds_games::asoiaf::values::Activations;
use warodds_games::asoiaf::{DuelSide, Edition, WeaponFilter};

/// What the tables are read against.
#[derive(Clone, Copy)]
pub(super) struct FieldContext<'a> {
    /// The units of the file.
    pub units: &'a Units<'a>,
    /// The cards there are.
    pub catalogue: &'a Catalogue,
    /// The edition of the rules.
    pub edition: Edition,
}

/// Reads all matrices and comparisons of a file, in its order.
pub(super) fn read(
    root: &mut Section<'_>,
    known: FieldContext<'_>,
    report: &mut Report,
) -> Vec<FieldQuestion> {
    let mut asked: Vec<(Span, FieldQuestion)> =
        each(root, MATRIX, report, |section, report| matrix(section, known, report));
    asked.extend(each(root, COMPARE, report, |section, report| compare(section, known, report)));
    asked.sort_by_key(|(span, _)| span.start);
    asked.into_iter().map(|(_, asked)| asked).collect()
}

const MATRIX: TableArray = asked(
    "matrix",
    "every attacker against every defender",
    "Every attacker against every defender, each with the best attack of its card.",
);
const COMPARE: TableArray = asked(
    "compare",
    "two attackers against every defender",
    "Two attackers against every defender.",
);

/// The tables of one kind.
fn each(
    root: &mut Section<'_>,
    of: TableArray,
    report: &mut Report,
    read: impl Fn(&mut Section<'_>, &mut Report) -> Option<FieldQuestion>,
) -> Vec<(Span, FieldQuestion)> {
    let what = format!("[{}]", of.key.id);
    let all = root.tables(of, &what, report, |mut section, report| {
        let asked = read(&mut section, report);
        let span = section.span.clone();
        section.finish(report);
        asked.map(|asked| (span, asked))
    });
    all.into_iter().flatten().flatten().collect()
}

/// Who attacks in a matrix.
const ATTACKERS: FileKey = key(
    "attackers",
    "a filter of the catalogue such as \"stark, infantry, 5..6\", or the ID of a unit of the file; \
     or a list of them",
);

fn matrix(
    section: &mut Section<'_>,
    known: FieldContext<'_>,
    report: &mut Report,
) -> Option<FieldQuestion> {
    let span = section.span.clone();
    let name = section.optional(NAME, report);
    let attackers = members(section, ATTACKERS, known, report);
    let defenders = members(section, key("defenders", "as `attackers`"), known, report);
    let course = course(section, report);
    let metric = metric(section, course.is_some(), report);
    let sort = key("sort", "how units are sorted; by faction if left out");
    let order = section.optional(sort, report).unwrap_or_default();
    let terms = terms(section, report);
    let ((attackers, from), (defenders, to)) = (attackers?, defenders?);
    refuse_contested(&attackers, &defenders, &span, report);
    let name = name.map_or_else(|| format!("{from} → {to}"), |Name(name)| name);
    let sides = FieldSetup { attackers, defenders, terms: terms?, edition: known.edition };
    let asked = match course {
        Some(course) => MatrixQuestion::duels(name, sides, course, metric?, order),
        None => MatrixQuestion::new(name, sides, metric?, order),
    };
    report
        .ok_or_add(asked.map_err(|wrong| Draft::new(&span, wrong.to_string())))
        .map(FieldQuestion::Matrix)
}

/// How the duels of a matrix go, if it is one of duels.
fn course(section: &mut Section<'_>, report: &mut Report) -> Option<DuelSchedule> {
    let duel = key("duel", "units fight on, striking in turn, in place of one attack");
    let is_duel = section.optional(duel, report).unwrap_or(false);
    for key in ["activations", "first"].into_iter().filter(|_| !is_duel) {
        if let Some(item) = section.peek(key) {
            let message = format!("`{key}` is about duels, but this matrix is of single attacks");
            report
                .add(|| Draft::new(&item.span, message).help("set `duel = true`, or leave it out"));
        }
    }
    let words = "attacks of both sides together in a duel, alternating; 12 if left out";
    let activations = section.optional(key("activations", words), report);
    let first = key("first", "who strikes first in the duels; `a` are the attackers");
    let first = section.optional(first, report).unwrap_or(DuelSide::A);
    is_duel
        .then_some(DuelSchedule { activations: activations.unwrap_or(Activations::USUAL), first })
}

/// Who is compared, and against whom.
const COMPARED: [FileKey; 2] = [
    key("a", "the ID of a unit of the file, or the name of a card"),
    key("b", "the ID of a unit of the file, or the name of a card"),
];
const AGAINST: FileKey =
    key("against", "a filter of the catalogue, or the ID of a unit of the file; or a list of them");

fn compare(
    section: &mut Section<'_>,
    known: FieldContext<'_>,
    report: &mut Report,
) -> Option<FieldQuestion> {
    let span = section.span.clone();
    let name = section.optional(NAME, report);
    let [a, b] = COMPARED.map(|key| attacker(section, key, known, report));
    let defenders = members(section, AGAINST, known, report);
    let by = key("by", "what is compared; wounds per point where both costs are known");
    let measure = section.optional(by, report);
    let terms = terms(section, report);
    let (attackers, (defenders, _)) = ([a?, b?], defenders?);
    refuse_contested(&attackers, &defenders, &span, report);
    let name = name.map_or_else(
        || attackers.each_ref().map(|one| one.unit.name.as_str()).join(" v "),
        |Name(name)| name,
    );
    let sides = FieldSetup { attackers, defenders, terms: terms?, edition: known.edition };
    let asked = CompareQuestion::new(name, sides, measure)
        .map_err(|wrong| Draft::new(&span, wrong.to_string()));
    report.ok_or_add(asked).map(|asked| FieldQuestion::Compare(Box::new(asked)))
}

/// Refuses an attacker and a defender that both hold a zone.
fn refuse_contested(
    attackers: &[FieldUnit],
    defenders: &[FieldUnit],
    span: &Span,
    report: &mut Report,
) {
    let meet = |one: &'_ FieldUnit| {
        defenders.iter().find_map(|other| contested([&one.unit, &other.unit], span))
    };
    if let Some(draft) = attackers.iter().find_map(meet) {
        report.add(|| draft);
    }
}

/// The units of a key and what they are called together; all of the catalogue where it is left out.
fn members(
    section: &mut Section<'_>,
    key: FileKey,
    known: FieldContext<'_>,
    report: &mut Report,
) -> Option<(Vec<FieldUnit>, String)> {
    let Some(item) = section.item(key, Name::swept_schema) else {
        let all = known
            .catalogue
            .filtered("all")
            .map_err(|wrong| Draft::new(&section.span, wrong.to_string()));
        return Some((members_of(report.ok_or_add(all)?), "all".to_owned()));
    };
    let elements = item.as_list();
    if elements.is_empty() {
        report.add(|| {
            Draft::new(&item.span, format!("`{}` is an empty list", key.id))
                .help("name units or give a filter, or leave the key out")
        });
        return None;
    }
    let (mut all, mut told): (Vec<FieldUnit>, Vec<String>) = (Vec::new(), Vec::new());
    for element in &elements {
        let text = report
            .ok_or_add(element.text("a filter such as \"stark, infantry\", or the id of a unit"))?;
        let found = report.ok_or_add(some(text, &element.span, known))?;
        // a card that several filters find takes part once
        all.extend(
            found
                .into_iter()
                .filter(|one| !all.iter().any(|other| other.id == one.id))
                .collect::<Vec<_>>(),
        );
        told.push(text.trim().to_owned());
    }
    // none where all that is named is a unit with faults, which are told already
    (!all.is_empty()).then(|| (all, told.join(" + ")))
}

/// The unit of the file with that id, or the cards of a filter.
fn some(text: &str, span: &Span, known: FieldContext<'_>) -> Result<Vec<FieldUnit>, Draft> {
    match known.units.own(text) {
        Some(family) => Ok(family.into_iter().flat_map(|family| own(text, family)).collect()),
        None => {
            let found = known.catalogue.filtered(text);
            let wrong = |wrong: FilterError| {
                Draft::new(span, wrong.to_string()).label("no such units").help(HELP)
            };
            found.map(members_of).map_err(wrong)
        }
    }
}

const HELP: &str = "a filter is a list of terms with commas between them: `all`, factions, types, \
                    costs, names of units; `warodds units` lists all";

/// One attacker: a unit of the file by its id, or a card by its name.
fn attacker(
    section: &mut Section<'_>,
    key: FileKey,
    known: FieldContext<'_>,
    report: &mut Report,
) -> Option<FieldUnit> {
    let item = section.required_item(key, Name::schema, report)?;
    let text =
        report.ok_or_add(item.text("the id of a unit of this file, or the name of a card"))?;
    if let Some(family) = known.units.own(text) {
        let family = family?;
        if !family.listed.is_empty() {
            let message =
                format!("numbers of {} are lists, and `{}` is one unit", quoted(text), key.id);
            report
                .add(|| Draft::new(&item.span, message).help("give it one value for each number"));
        }
        return own(text, family).next();
    }
    let wrong = |wrong: FindError| Draft::new(&item.span, wrong.to_string()).label("not known");
    Some(report.ok_or_add(known.catalogue.find_unit(text).map_err(wrong))?.into_parts().into())
}

/// A unit of the file, of the faction of the card it uses; one for each value of numbers that are
/// lists.
fn own(id: &str, family: &Family) -> impl Iterator<Item = FieldUnit> {
    let several = !family.listed.is_empty();
    family.told_apart().into_iter().enumerate().map(move |(place, unit)| FieldUnit {
        id: if several { format!("{id}-{}", place + 1) } else { id.to_owned() },
        faction: unit.faction.clone().unwrap_or_default(),
        unit,
    })
}

/// Units of the catalogue as members.
fn members_of(found: Vec<NamedUnit<'_>>) -> Vec<FieldUnit> {
    found.into_iter().map(|unit| unit.into_parts().into()).collect()
}

/// What a cell shows, from the two keys that say so.
fn metric(section: &mut Section<'_>, is_duel: bool, report: &mut Report) -> Option<Metric> {
    let words = "what leads; wounds if left out, of duels wins";
    let metric = section.item(key("metric", words), Metric::schema);
    let words = "in place of a metric, the chance of at least that many wounds";
    let Some(item) = section.item(key("at_least", words), || whole(1, MOST_AT_LEAST)) else {
        let usual = Some(Metric::default_for(is_duel));
        return metric.map_or(usual, |item| report.ok_or_add(Metric::read(&item)));
    };
    if metric.is_some() {
        report.add(|| {
            Draft::new(&item.span, "a matrix shows `metric` or `at_least`, not both")
                .help("leave out one of them")
        });
        return None;
    }
    let wounds = report.ok_or_add(item.whole(1, MOST_AT_LEAST))?;
    u8::try_from(wounds).ok().map(Metric::AtLeast)
}

/// The most wounds that `at_least` asks about.
const MOST_AT_LEAST: i64 = 120;
const METRICS: [(&str, Metric); 6] = [
    ("wounds", Metric::Wounds),
    ("per-point", Metric::PerPoint),
    ("destroyed", Metric::Destroyed),
    ("wins", Metric::Wins),
    ("left", Metric::Left),
    ("enemy-left", Metric::EnemyLeft),
];
const ORDERS: [(&str, Order); 5] = [
    ("given", Order::AsListed),
    ("faction", Order::Faction),
    ("cost", Order::Cost),
    ("name", Order::Name),
    ("value", Order::Value),
];
const WEAPONS: [(&str, WeaponFilter); 3] =
    [("best", WeaponFilter::Any), ("melee", WeaponFilter::Melee), ("ranged", WeaponFilter::Ranged)];
const MEASURES: [(&str, Measure); 2] =
    [("wounds", Measure::Wounds), ("per-point", Measure::PerPoint)];

/// Words that are never swept: what they show as is never asked for.
macro_rules! words {
    ($($what:ty, $words:expr;)*) => {$(
        impl Readable for $what {
            fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
                choose(item, &$words)
            }

            fn show(&self) -> String {
                $words.iter().find(|(_, value)| value == self).map_or_else(String::new, |(word, _)| (*word).to_owned())
            }

            fn schema() -> Schema {
                one_of($words.map(|(word, _)| word))
            }
        }
    )*};
}

words! {
    Metric, METRICS;
    Order, ORDERS;
    Measure, MEASURES;
    WeaponFilter, WEAPONS;
}
