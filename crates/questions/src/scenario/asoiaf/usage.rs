//! How a unit is used in a file's questions: what its abilities hang on, and the ways of its
//! player.

use crate::document::schema::{Schema, entries, one_of, set_of, up_to, whole};
use crate::document::{
    Draft, FileKey, KeyedValue, Name, Readable, Report, Section, key, name_help, quoted,
};
use warodds_games::asoiaf::effect::Zones;
use warodds_games::asoiaf::{
    Circumstances, Fishing, OptionError, Policy, Unit, Usage, names_match,
};

const ZONES: FileKey = key("zones", "zones of the tactics board that its player holds");
const ROUND: FileKey = key("round", "the round of the game; 1 if left out");
const ACTIVATED: FileKey =
    key("activated", "whether it has activated this round; true if left out");
const ENGAGED: FileKey =
    key("engaged", "whether it was in contact with the enemy when the turn began");
const RESOURCE: FileKey =
    key("resource", "Faith, Pillage or order tokens there are; 0 if left out");
const SUPPORTED: FileKey = key("supported", "whether another friend is in contact with the enemy");
const ORDERS: FileKey =
    key("orders", "whether its orders are given where that is best; true if left out");
const FISHING: FileKey =
    key("fishing", "whether hits are rerolled for natural 6s that are worth more");

/// Reads the keys of a unit's table; what names an ability is checked by [`check`] once they are
/// known.
pub(super) fn read(section: &mut Section<'_>, report: &mut Report) -> (Usage, NamedOptions) {
    let circumstances = circumstances(section, report);
    let orders = section.optional(ORDERS, report).unwrap_or(true);
    let fishing = section.optional(FISHING, report).unwrap_or_default();
    let named = NamedOptions { without: names(section, report), chosen: chosen(section, report) };
    (Usage { circumstances, policy: Policy { orders, fishing, ..Policy::default() } }, named)
}

/// What its abilities hang on.
fn circumstances(section: &mut Section<'_>, report: &mut Report) -> Circumstances {
    let usual = Circumstances::default();
    let count = |section: &mut Section<'_>, key, least, most, report: &mut Report| {
        section
            .item(key, || whole(least, most))
            .and_then(|item| report.ok_or_add(item.whole(least, most)))
            .map(|number| number.unsigned_abs() as u8)
    };
    Circumstances {
        zones: section.optional::<Zones>(ZONES, report).unwrap_or_default(),
        round: count(section, ROUND, 1, 20, report).unwrap_or(usual.round),
        activated: section.optional(ACTIVATED, report).unwrap_or(usual.activated),
        engaged_since_start: section.optional(ENGAGED, report).unwrap_or(usual.engaged_since_start),
        resource: count(section, RESOURCE, 0, 60, report).unwrap_or(usual.resource),
        supported: section.optional(SUPPORTED, report).unwrap_or(usual.supported),
    }
}

/// Abilities that a unit's table names, and where.
#[derive(Debug, Default)]
pub(super) struct NamedOptions {
    without: Vec<(String, std::ops::Range<usize>)>,
    chosen: Vec<(String, String, std::ops::Range<usize>)>,
}

fn names(section: &mut Section<'_>, report: &mut Report) -> Vec<(String, std::ops::Range<usize>)> {
    let without = key("without", "abilities that are left aside");
    let item = section.item(without, || set_of(&Name::schema()));
    let items = item.map_or_else(Vec::new, |item| item.as_list());
    let name = |item: &KeyedValue<'_>| {
        report
            .ok_or_add(item.text("the name of an ability"))
            .map(|name| (name.to_owned(), item.span.clone()))
    };
    items.iter().filter_map(name).collect()
}

/// `choose = { "ABILITY" = "OPTION" }`, or a list of options.
fn chosen(
    section: &mut Section<'_>,
    report: &mut Report,
) -> Vec<(String, String, std::ops::Range<usize>)> {
    let words = "options taken in place of the best, by ability";
    let schema = || entries(&up_to(8, Name::schema()));
    let Some(item) = section.item(key("choose", words), schema) else { return Vec::new() };
    let Some(table) = Section::of("`choose`".to_owned(), &item, report) else { return Vec::new() };
    let mut chosen = Vec::new();
    for (ability, value, span) in table.entries() {
        let item = KeyedValue { key: "choose", value, span: span.clone() };
        for option in item.as_list() {
            if let Some(name) = report.ok_or_add(option.text("the name of an option")) {
                chosen.push((ability.to_owned(), name.to_owned(), option.span.clone()));
            }
        }
    }
    chosen
}

/// The unit used so; abilities and options that it does not have are faults.
pub(super) fn check(
    mut unit: Unit,
    usage: Usage,
    named: NamedOptions,
    report: &mut Report,
) -> Unit {
    let without = left_aside(&unit, named.without, report);
    unit.usage = Usage { policy: Policy { without, ..usage.policy }, ..usage };
    for (name, option, span) in named.chosen {
        if unit.usage.policy.without.iter().any(|other| names_match(other, &name)) {
            let message = format!("{} is left aside: nothing is chosen for it", quoted(&name));
            report.add(|| Draft::new(&span, message).help("leave it out of `choose` or `without`"));
        }
        if let Err(wrong) = unit.choose(&name, &option) {
            report.add(|| not_chosen(&unit, &name, &option, wrong, &span));
        }
    }
    unit
}

/// The abilities that are left aside, each once.
fn left_aside(
    unit: &Unit,
    named: Vec<(String, std::ops::Range<usize>)>,
    report: &mut Report,
) -> Vec<String> {
    let mut without: Vec<String> = Vec::new();
    for (name, span) in named {
        if unit.ability(&name).is_none() {
            report.add(|| no_ability(unit, &name, &span));
        } else if without.iter().any(|other| names_match(other, &name)) {
            let message = format!("`without` names {} twice", quoted(&name));
            report.add(|| Draft::new(&span, message).label("the second time"));
        } else {
            without.push(name);
        }
    }
    without
}

/// The fault of an option that cannot be taken.
fn not_chosen(
    unit: &Unit,
    name: &str,
    option: &str,
    wrong: OptionError,
    span: &std::ops::Range<usize>,
) -> Draft {
    match wrong {
        OptionError::NoAbility { .. } => no_ability(unit, name, span),
        OptionError::NoOption { known, .. } => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            no_option(name, option, &known, span)
        }
        OptionError::Twice { .. } | OptionError::TooMany { .. } => {
            Draft::new(span, wrong.to_string()).label("one too many")
        }
    }
}

fn no_ability(unit: &Unit, name: &str, span: &std::ops::Range<usize>) -> Draft {
    let known = unit.abilities.iter().map(|ability| &*ability.name);
    let message = format!("{} has no ability {}", quoted(&unit.name), quoted(name));
    Draft::new(span, message).label("not known").help(name_help(name, known, "its abilities are"))
}

fn no_option(
    ability: &str,
    option: &str,
    options: &[&str],
    span: &std::ops::Range<usize>,
) -> Draft {
    let message = format!("{} has no option {}", quoted(ability), quoted(option));
    let remedy = if options.is_empty() {
        "it leaves nothing to choose".to_owned()
    } else {
        name_help(option, options.iter().copied(), "its options are")
    };
    Draft::new(span, message).help(remedy)
}

impl Readable for Fishing {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        crate::document::choose(item, &Self::ALL.map(|(fishing, name)| (name, fishing)))
    }

    fn show(&self) -> String {
        Self::ALL
            .iter()
            .find(|(fishing, _)| fishing == self)
            .map_or("", |(_, name)| *name)
            .to_owned()
    }

    fn schema() -> Schema {
        one_of(Self::ALL.map(|(_, name)| name))
    }
}
