//! `[units.…]`: the cards of the units that meet.

use std::collections::{BTreeMap, HashMap};

use super::faults::{Draft, Report, Span};
use super::reader::Section;
use super::suggest::quoted;
use super::value::{Item, Name, Readable};
use crate::games::asoiaf::values::{Cost, Defense, DiceCount, Hit, Morale, OutOfRange, Speed};
use crate::games::asoiaf::{Body, BodyError, Reach, Unit, UnitType, Weapon};

/// The units of a file by their ids; none for those with faults.
#[derive(Debug, Default)]
pub(super) struct Units(BTreeMap<String, Option<Unit>>);

impl Units {
    /// Reads `[units]`.
    pub fn read(root: &mut Section<'_>, report: &mut Report) -> Self {
        let Some(section) = root.item("units").and_then(|item| Section::of("[units]".to_owned(), &item, report)) else {
            return Self::default();
        };
        let (mut units, mut names) = (Self::default(), HashMap::new());
        for (id, value, span) in section.entries() {
            let item = Item { key: "units", value, span: span.clone() };
            let what = format!("[units.{}]", quoted(id).trim_matches('`'));
            let unit = Section::of(what, &item, report).and_then(|section| unit(id, section, report));
            if let Some(unit) = &unit {
                refuse_namesake(id, unit, &span, &mut names, report);
            }
            units.0.insert(id.to_owned(), unit);
        }
        units
    }

    /// The unit of an id: none when there is none, none inside when it is faulty.
    pub fn get(&self, id: &str) -> Option<Option<&Unit>> {
        self.0.get(id).map(Option::as_ref)
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.keys().map(String::as_str)
    }
}

/// Two units of one name could not be told apart in any table.
fn refuse_namesake(id: &str, unit: &Unit, span: &Span, names: &mut HashMap<String, String>, report: &mut Report) {
    if let Some(other) = names.insert(unit.name.clone(), id.to_owned()) {
        let message = || format!("units {} and {} have the same name, {}", quoted(&other), quoted(id), quoted(&unit.name));
        report.add(|| Draft::new(span, message()).help("give one of them another `name`"));
    }
}

/// One unit.
fn unit(id: &str, mut section: Section<'_>, report: &mut Report) -> Option<Unit> {
    let before = report.count();
    let name = section.optional("name", report).unwrap_or_else(|| Name(id.chars().filter(|c| !c.is_control()).take(80).collect()));
    let kind = section.optional("type", report).unwrap_or_default();
    let solo: Option<bool> = section.optional("solo", report);
    let cost: Option<Cost> = section.optional("cost", report);
    let speed: Option<Speed> = section.optional("speed", report);
    let defense: Option<Defense> = section.required("defense", report);
    let morale: Option<Morale> = section.required("morale", report);
    let body = body(&mut section, kind, solo == Some(true), report);
    let attacks = attacks(&section.what.clone(), &mut section, body, kind, report);
    section.finish(report);
    // a unit with any fault is known but not used: its faults are not repeated for each question about it
    let whole = report.count() == before;
    let unit = Unit { name: name.0, kind, cost, speed, defense: defense?, morale: morale?, body: body?, attacks };
    whole.then_some(unit)
}

/// A number of `models`, `ranks` or `wounds_per_model`.
struct Size {
    value: i64,
    span: Option<Span>,
}

impl Size {
    /// The key's number, or `default`; none when it is none at all.
    fn read(section: &mut Section<'_>, key: &'static str, default: u8, report: &mut Report) -> Option<Self> {
        match section.item(key) {
            Some(item) => Some(Self { value: report.unless(item.whole(1, most(key)))?, span: Some(item.span) }),
            None => Some(Self { value: default.into(), span: None }),
        }
    }
}

/// The most that [`Body::new`] takes of each, asked from itself so that it is said in one place only.
fn most(key: &str) -> i64 {
    let refused = match key {
        "models" => Body::new(i64::MAX, 1, 1),
        "ranks" => Body::new(1, i64::MAX, 1),
        _ => Body::new(1, 1, i64::MAX),
    };
    match refused {
        Err(BodyError::OutOfRange(OutOfRange { most, .. })) => most,
        _ => i64::MAX,
    }
}

/// The models of the unit (A1.1, A1.3).
fn body(section: &mut Section<'_>, kind: UnitType, solo: bool, report: &mut Report) -> Option<Body> {
    let (full, ranked) = if solo { (1, 1) } else { kind.formation() };
    let models = Size::read(section, "models", full, report);
    let ranks = Size::read(section, "ranks", ranked, report);
    let wounds = Size::read(section, "wounds_per_model", 1, report);
    let (models, ranks, wounds) = (models?, ranks?, wounds?);
    if solo && (models.value, ranks.value) != (1, 1) {
        let span = models.span.or(ranks.span).unwrap_or(section.span.clone());
        report.add(|| Draft::new(&span, "a solo is one model in one rank (A1.1)").help("leave out `solo`, or `models` and `ranks`"));
        return None;
    }
    let sum = |error: &BodyError| match error {
        BodyError::OutOfRange(_) => [&wounds.span, &models.span, &ranks.span],
        BodyError::Unequal { .. } => [&models.span, &ranks.span, &wounds.span],
    };
    report.unless(Body::new(models.value, ranks.value, wounds.value).map_err(|error| {
        let span = sum(&error).into_iter().flatten().next().unwrap_or(&section.span);
        Draft::new(span, error.to_string())
    }))
}

/// The attacks of the card (A1.2).
fn attacks(what: &str, section: &mut Section<'_>, body: Option<Body>, kind: UnitType, report: &mut Report) -> Vec<Weapon> {
    let Some((_, items)) = section.list("attacks") else { return Vec::new() };
    let mut weapons: Vec<Weapon> = Vec::new();
    for item in items {
        let what = format!("[[{}.attacks]]", what.trim_matches(['[', ']']));
        let Some(table) = Section::of(what, &item, report) else { continue };
        let Some(weapon) = weapon(table, body, kind, report) else { continue };
        if weapons.iter().any(|other| other.name == weapon.name) {
            report.add(|| Draft::new(&item.span, format!("the unit has two attacks named {}", quoted(&weapon.name))));
        }
        weapons.push(weapon);
    }
    weapons
}

/// One attack.
fn weapon(mut section: Section<'_>, body: Option<Body>, kind: UnitType, report: &mut Report) -> Option<Weapon> {
    let name: Option<Name> = section.required("name", report);
    let reach: Option<Reach> = section.optional("kind", report);
    let hit: Option<Hit> = section.required("hit", report);
    let dice = dice(&mut section, body, kind, report);
    section.finish(report);
    Some(Weapon { name: name?.0, reach: reach.unwrap_or_default(), hit: hit?, dice: dice? })
}

/// The dice of an attack: one number for each rank.
fn dice(section: &mut Section<'_>, body: Option<Body>, kind: UnitType, report: &mut Report) -> Option<Vec<DiceCount>> {
    let Some((item, elements)) = section.list("dice") else {
        section.missing("dice", report);
        return None;
    };
    let ranks = body.map(|body| usize::from(body.ranks()));
    if let Some(needed) = ranks.filter(|needed| *needed != elements.len()) {
        report.add(|| wrong_count(&item.span, needed, elements.len(), kind));
    }
    let dice: Vec<Option<DiceCount>> = elements.iter().map(|element| report.unless(DiceCount::read(element))).collect();
    dice.into_iter().collect()
}

/// The fault of an attack without a number for each rank.
fn wrong_count(span: &Span, needed: usize, given: usize, kind: UnitType) -> Draft {
    let numbers = |count: usize| if count == 1 { "1 number".to_owned() } else { format!("{count} numbers") };
    let message = format!("`dice` needs {}, one for each rank of the unit, not {given}", numbers(needed));
    let (_, ranks) = kind.formation();
    let usual =
        format!("{} stands in {ranks} {} unless `ranks` or `solo` says otherwise", kind.name(), if ranks == 1 { "rank" } else { "ranks" });
    Draft::new(span, message).label(numbers(needed)).help(format!("{usual}; give the dice with all ranks first, then with each rank lost"))
}
