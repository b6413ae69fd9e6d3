//! `[matrix]` and `[compare]`: questions about a whole field of units. No key of theirs sweeps.

use super::meeting::contested;
use super::units::{Family, Units};
use crate::catalogue::{Card, Catalogue, FilterError, NotFound};
use crate::document::{Draft, Item, Name, Readable, Report, Section, Span, choose, quoted};
use crate::study::field::{
    CompareAsked, Course, FieldAsked, FieldUnit, MatrixAsked, Measure, Metric, Order, Sides, Terms,
};
use warodds_games::asoiaf::values::{Activations, AutoHits, Modifier};
use warodds_games::asoiaf::{
    AttackChanges, Bonus, Context, DefenseChanges, Edition, Rerolls, Tokens, Turn, Unit, Wanted,
};

/// What the tables are read against.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
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
    known: Known<'_>,
    report: &mut Report,
) -> Vec<FieldAsked> {
    let mut asked: Vec<(Span, FieldAsked)> =
        each(root, "matrix", report, |section, report| matrix(section, known, report));
    asked.extend(each(root, "compare", report, |section, report| compare(section, known, report)));
    asked.sort_by_key(|(span, _)| span.start);
    asked.into_iter().map(|(_, asked)| asked).collect()
}

/// The tables of one kind.
fn each(
    root: &mut Section<'_>,
    key: &'static str,
    report: &mut Report,
    read: impl Fn(&mut Section<'_>, &mut Report) -> Option<FieldAsked>,
) -> Vec<(Span, FieldAsked)> {
    let Some((_, items)) = root.list(key) else { return Vec::new() };
    let mut all = Vec::new();
    for item in items {
        let Some(mut section) = Section::of(format!("[{key}]"), &item, report) else { continue };
        let asked = read(&mut section, report);
        section.finish(report);
        all.extend(asked.map(|asked| (item.span, asked)));
    }
    all
}

fn matrix(section: &mut Section<'_>, known: Known<'_>, report: &mut Report) -> Option<FieldAsked> {
    let span = section.span.clone();
    let name = section.optional("name", report);
    let attackers = members(section, "attackers", known, report);
    let defenders = members(section, "defenders", known, report);
    let course = course(section, report);
    let metric = metric(section, course.is_some(), report);
    let order = section.optional("sort", report).unwrap_or_default();
    let terms = terms(section, report);
    let ((attackers, from), (defenders, to)) = (attackers?, defenders?);
    refuse_contested(&attackers, &defenders, &span, report);
    let name = name.map_or_else(|| format!("{from} → {to}"), |Name(name)| name);
    let sides = Sides { attackers, defenders, terms: terms?, edition: known.edition };
    let asked = match course {
        Some(_) if sides.terms.wanted == Wanted::Ranged => {
            report.add(|| Draft::new(&span, "duels are melees, but these attacks are `ranged`"));
            return None;
        }
        Some(course) => MatrixAsked::duels(name, sides, course, metric?, order),
        None => MatrixAsked::new(name, sides, metric?, order),
    };
    report
        .unless(asked.map_err(|wrong| Draft::new(&span, wrong.to_string())))
        .map(FieldAsked::Matrix)
}

/// How the duels of a matrix go, if it is one of duels.
fn course(section: &mut Section<'_>, report: &mut Report) -> Option<Course> {
    let is_duel = section.optional("duel", report).unwrap_or(false);
    for key in ["activations", "first"].into_iter().filter(|_| !is_duel) {
        if let Some(item) = section.item(key) {
            let message = format!("`{key}` is about duels, but this matrix is of single attacks");
            report
                .add(|| Draft::new(&item.span, message).help("set `duel = true`, or leave it out"));
        }
    }
    let activations = section.optional("activations", report);
    let first = section.optional("first", report).unwrap_or(Turn::A);
    is_duel.then_some(Course { activations: activations.unwrap_or(Activations::USUAL), first })
}

fn compare(section: &mut Section<'_>, known: Known<'_>, report: &mut Report) -> Option<FieldAsked> {
    let span = section.span.clone();
    let name = section.optional("name", report);
    let (a, b) = (attacker(section, "a", known, report), attacker(section, "b", known, report));
    let defenders = members(section, "against", known, report);
    let measure = section.optional("by", report);
    let terms = terms(section, report);
    let (attackers, (defenders, _)) = ([a?, b?], defenders?);
    refuse_contested(&attackers, &defenders, &span, report);
    let name = name.map_or_else(
        || attackers.each_ref().map(|one| one.unit.name.as_str()).join(" v "),
        |Name(name)| name,
    );
    let sides = Sides { attackers, defenders, terms: terms?, edition: known.edition };
    let asked = CompareAsked::new(name, sides, measure)
        .map_err(|wrong| Draft::new(&span, wrong.to_string()));
    report.unless(asked).map(|asked| FieldAsked::Compare(Box::new(asked)))
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
    key: &'static str,
    known: Known<'_>,
    report: &mut Report,
) -> Option<(Vec<FieldUnit>, String)> {
    let Some(item) = section.item(key) else {
        let all = known
            .catalogue
            .filtered("all")
            .map_err(|wrong| Draft::new(&section.span, wrong.to_string()));
        return Some((cards(known, &report.unless(all)?), "all".to_owned()));
    };
    let elements: Vec<Item<'_>> = item
        .value
        .as_array()
        .map_or_else(|| vec![item.clone()], |list| item.elements(list).collect());
    if elements.is_empty() {
        report.add(|| {
            Draft::new(&item.span, format!("`{key}` is an empty list"))
                .help("name units or give a filter, or leave the key out")
        });
        return None;
    }
    let (mut all, mut told): (Vec<FieldUnit>, Vec<String>) = (Vec::new(), Vec::new());
    for element in &elements {
        let text = report
            .unless(element.text("a filter such as \"stark, infantry\", or the id of a unit"))?;
        let found = report.unless(some(text, &element.span, known))?;
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
fn some(text: &str, span: &Span, known: Known<'_>) -> Result<Vec<FieldUnit>, Draft> {
    match known.units.own(text) {
        Some(family) => Ok(family.into_iter().flat_map(|family| own(text, family)).collect()),
        None => {
            let found = known.catalogue.filtered(text);
            let wrong = |wrong: FilterError| {
                Draft::new(span, wrong.to_string()).label("no such units").help(HELP)
            };
            found.map(|found| cards(known, &found)).map_err(wrong)
        }
    }
}

const HELP: &str = "a filter is a list of terms with commas between them: `all`, factions, types, \
                    costs, names of units; `warodds units` lists all";

/// One attacker: a unit of the file by its id, or a card by its name.
fn attacker(
    section: &mut Section<'_>,
    key: &'static str,
    known: Known<'_>,
    report: &mut Report,
) -> Option<FieldUnit> {
    let Some(item) = section.item(key) else {
        section.missing(key, report);
        return None;
    };
    let text = report.unless(item.text("the id of a unit of this file, or the name of a card"))?;
    if let Some(family) = known.units.own(text) {
        let family = family?;
        if !family.listed.is_empty() {
            let message = format!("numbers of {} are lists, and `{key}` is one unit", quoted(text));
            report
                .add(|| Draft::new(&item.span, message).help("give it one value for each number"));
        }
        return own(text, family).next();
    }
    let wrong = |wrong: NotFound| Draft::new(&item.span, wrong.to_string()).label("not known");
    let card = report.unless(known.catalogue.find(text).map_err(wrong))?;
    cards(known, &[card]).pop()
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

/// Cards as members; an old one has its edition in its name.
fn cards(known: Known<'_>, cards: &[&Card]) -> Vec<FieldUnit> {
    let member = |card: &&Card| {
        let unit = known.catalogue.unit(card);
        let name = format!("{}{}", unit.name, card.origin.edition.suffix());
        FieldUnit {
            id: card.id.clone(),
            faction: card.origin.faction.clone(),
            unit: Unit { name, ..unit },
        }
    };
    cards.iter().map(member).collect()
}

/// What a cell shows, from the two keys that say so.
fn metric(section: &mut Section<'_>, is_duel: bool, report: &mut Report) -> Option<Metric> {
    let metric = section.item("metric");
    let Some(item) = section.item("at_least") else {
        let usual = Some(Metric::usual(is_duel));
        return metric.map_or(usual, |item| report.unless(Metric::read(&item)));
    };
    if metric.is_some() {
        report.add(|| {
            Draft::new(&item.span, "a matrix shows `metric` or `at_least`, not both")
                .help("leave out one of them")
        });
        return None;
    }
    let wounds = report.unless(item.whole(1, MOST_AT_LEAST))?;
    u8::try_from(wounds).ok().map(Metric::AtLeast)
}

/// The most wounds that `at_least` asks about.
pub(in crate::scenario) const MOST_AT_LEAST: i64 = 120;
pub(in crate::scenario) const METRICS: [(&str, Metric); 6] = [
    ("wounds", Metric::Wounds),
    ("per-point", Metric::PerPoint),
    ("destroyed", Metric::Destroyed),
    ("wins", Metric::Wins),
    ("left", Metric::Left),
    ("enemy-left", Metric::EnemyLeft),
];
pub(in crate::scenario) const ORDERS: [(&str, Order); 5] = [
    ("given", Order::Given),
    ("faction", Order::Faction),
    ("cost", Order::Cost),
    ("name", Order::Name),
    ("value", Order::Value),
];
pub(in crate::scenario) const MEASURES: [(&str, Measure); 2] =
    [("wounds", Measure::Wounds), ("per-point", Measure::PerPoint)];

/// Words that are never swept: what they show as is never asked for.
macro_rules! words {
    ($($what:ty, $words:expr;)*) => {$(
        impl Readable for $what {
            fn read(item: &Item<'_>) -> Result<Self, Draft> {
                choose(item, &$words)
            }

            fn show(&self) -> String {
                $words.iter().find(|(_, value)| value == self).map_or_else(String::new, |(word, _)| (*word).to_owned())
            }
        }
    )*};
}

words! {
    Metric, METRICS;
    Order, ORDERS;
    Measure, MEASURES;
}

/// The terms of all attacks, unless they contradict each other.
fn terms(section: &mut Section<'_>, report: &mut Report) -> Option<Terms> {
    let before = report.count();
    let ranged = section.optional("ranged", report).unwrap_or(false);
    let context = context(section, ranged, report);
    let mut rerolls = |own: &'static str, forced: &'static str| Rerolls {
        roller: section.optional(own, report).unwrap_or(false),
        enemy: section.optional(forced, report).unwrap_or(false),
    };
    let attack_rerolls = rerolls("reroll_attacks", "force_reroll_attacks");
    let save_rerolls = rerolls("reroll_saves", "force_reroll_saves");
    let morale_rerolls = rerolls("reroll_morale", "force_reroll_morale");
    let auto_hits = section.optional("auto_hits", report).unwrap_or(AutoHits::NONE);
    let mut modifier = |key: &'static str| section.optional(key, report).unwrap_or(Modifier::NONE);
    let attacking =
        AttackChanges { hit_modifier: modifier("hit_modifier"), auto_hits, attack_rerolls };
    let (save_modifier, panic_modifier) = (modifier("save_modifier"), modifier("panic_modifier"));
    let terms = Terms {
        wanted: if ranged { Wanted::Ranged } else { Wanted::Melee },
        context,
        attacking,
        defending: DefenseChanges { save_modifier, panic_modifier, save_rerolls, morale_rerolls },
        attacker_tokens: tokens(section, "attacker_tokens", report),
        defender_tokens: tokens(section, "defender_tokens", report),
        spending: section.optional("spending", report).unwrap_or_default(),
    };
    (report.count() == before).then_some(terms)
}

/// How the attacks are made: charges lead to melee attacks (A5.4), cover hides from the others
/// (A10).
fn context(section: &mut Section<'_>, ranged: bool, report: &mut Report) -> Context {
    let facing = section.optional("facing", report).unwrap_or_default();
    let mut flag = |key: &'static str, allowed: Option<bool>, why: &str, report: &mut Report| {
        let Some(item) = section.item(key) else { return false };
        let is_set = report.unless(bool::read(&item)).unwrap_or(false);
        if is_set && allowed == Some(false) {
            report.add(|| Draft::new(&item.span, format!("`{key} = true` {why}")));
        }
        is_set
    };
    let charge =
        flag("charge", Some(!ranged), "leads to melee attacks, but these are `ranged`", report);
    let disorderly = flag(
        "disorderly",
        Some(charge),
        "is about a charge, but these attacks are made without one",
        report,
    );
    let fortified = flag(
        "fortified",
        Some(charge),
        "is about a charge, but these attacks are made without one",
        report,
    );
    let cover = flag(
        "cover",
        Some(ranged),
        "hides from attacks made from afar (A10): set `ranged = true`",
        report,
    );
    let bonus = match (charge, disorderly) {
        (false, _) => Bonus::None,
        (true, false) => Bonus::Charge,
        (true, true) => Bonus::Disorderly,
    };
    Context { facing, charge: bonus, cover, fortified }
}

/// A set of tokens: one, or a list of them.
fn tokens(section: &mut Section<'_>, key: &'static str, report: &mut Report) -> Tokens {
    let Some(item) = section.item(key) else { return Tokens::NONE };
    report.unless(Tokens::read(&item)).unwrap_or(Tokens::NONE)
}
