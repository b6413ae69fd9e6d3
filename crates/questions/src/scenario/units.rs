//! `[units.…]`: the cards of the units that meet, from the file itself or from a catalogue.

use std::collections::{BTreeMap, HashMap};

use super::usage;
use crate::catalogue::form::{self, Basis};
use crate::catalogue::{Catalogue, NotFound, unknown_ability};
use crate::document::{Draft, Item, Name, Readable, Report, Section, Span, quoted};
use warodds_games::asoiaf::{Ability, CardEdition, Unit};

/// The units of a file by their ids; none for those with faults.
#[derive(Debug, Default)]
pub(super) struct Units(BTreeMap<String, Option<Unit>>);

impl Units {
    /// Reads `[units]`; cards that are used are looked up in `catalogue`.
    pub fn read(root: &mut Section<'_>, catalogue: &Catalogue, report: &mut Report) -> Self {
        let Some(section) =
            root.item("units").and_then(|item| Section::of("[units]".to_owned(), &item, report))
        else {
            return Self::default();
        };
        let (mut units, mut names) = (Self::default(), HashMap::new());
        for (id, value, span) in section.entries() {
            let item = Item { key: "units", value, span: span.clone() };
            let what = format!("[units.{}]", quoted(id).trim_matches('`'));
            let unit = Section::of(what, &item, report)
                .and_then(|section| unit(id, section, catalogue, report));
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
fn refuse_namesake(
    id: &str,
    unit: &Unit,
    span: &Span,
    names: &mut HashMap<String, String>,
    report: &mut Report,
) {
    if let Some(other) = names.insert(unit.name.clone(), id.to_owned()) {
        let message = || {
            format!(
                "units {} and {} have the same name, {}",
                quoted(&other),
                quoted(id),
                quoted(&unit.name)
            )
        };
        report.add(|| Draft::new(span, message()).help("give one of them another `name`"));
    }
}

/// One unit.
fn unit(
    id: &str,
    mut section: Section<'_>,
    catalogue: &Catalogue,
    report: &mut Report,
) -> Option<Unit> {
    let before = report.count();
    let card = match section.item("use") {
        Some(item) => Some(card(&item, catalogue, report)?),
        None => None,
    };
    let basis = card.as_ref().map_or(Basis::Whole, Basis::Card);
    let own_name = || id.chars().filter(|c| !c.is_control()).take(80).collect();
    let name = card.as_ref().map_or_else(own_name, |card| card.name.clone());
    let unit = form::unit(&mut section, &name, basis, report);
    let own = abilities(&mut section, &card, catalogue, report);
    let (usage, named) = usage::read(&mut section, report);
    let attachment = section.item("attachment");
    section.finish(report);
    let unit =
        Unit { abilities: own.or(card.map(|card| card.abilities)).unwrap_or_default(), ..unit? };
    let unit = match attachment {
        Some(item) => attached(unit, &name, &item, catalogue, report)?,
        None => unit,
    };
    let unit = usage::check(unit, usage, named, report);
    // a unit with any fault is known but not used: its faults are not repeated for each question
    // about it
    (report.count() == before).then_some(unit)
}

/// The card that `use` names; an old one has its edition in its name.
fn card(item: &Item<'_>, catalogue: &Catalogue, report: &mut Report) -> Option<Unit> {
    let Name(given) = report.unless(Name::read(item))?;
    let card = report.unless(catalogue.find(&given).map_err(|error| not_found(&error, item)))?;
    let unit = catalogue.unit(card);
    let name = format!("{}{}", unit.name, card.origin.edition.suffix());
    Some(Unit { name, ..unit })
}

/// The fault of a name that is not one card.
fn not_found(error: &NotFound, item: &Item<'_>) -> Draft {
    let label = match error {
        NotFound::Unknown { .. } => "not known",
        NotFound::Ambiguous { .. } => "not one only",
        NotFound::Attachment { .. } => "an attachment",
    };
    Draft::new(&item.span, error.to_string()).label(label).help("`warodds units` lists all of them")
}

/// The abilities of the file in place of the card's.
fn abilities(
    section: &mut Section<'_>,
    card: &Option<Unit>,
    catalogue: &Catalogue,
    report: &mut Report,
) -> Option<Vec<Ability>> {
    let named = form::names(section, "abilities", report)?;
    let edition = card.as_ref().and_then(|card| card.edition).unwrap_or(CardEdition::V2021);
    for (name, item) in &named {
        if !catalogue.known().knows(name) {
            report.add(|| unknown_ability(name, item, catalogue.known()));
        }
    }
    let names: Vec<String> = named.into_iter().map(|(name, _)| name).collect();
    Some(catalogue.named(&names, edition))
}

/// The unit with its attachment; a name of its own stays.
fn attached(
    unit: Unit,
    name: &str,
    item: &Item<'_>,
    catalogue: &Catalogue,
    report: &mut Report,
) -> Option<Unit> {
    let Name(given) = report.unless(Name::read(item))?;
    let attachment = report
        .unless(catalogue.find_attachment(&given).map_err(|error| not_found(&error, item)))?;
    let own_name = (unit.name != name).then(|| unit.name.clone());
    let unit = report.unless(
        catalogue
            .attach(unit, attachment)
            .map_err(|error| Draft::new(&item.span, error.to_string())),
    )?;
    Some(Unit { name: own_name.unwrap_or(unit.name), ..unit })
}
