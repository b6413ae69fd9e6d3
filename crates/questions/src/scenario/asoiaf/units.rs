//! `[units.…]`: the cards of the units that meet, from the file itself or from a catalogue.

use std::collections::{BTreeMap, HashMap};

use elsa::FrozenBTreeMap;

use super::usage;
use super::variants::{self, ListedCard};
use crate::catalogue::form::{self, CardDefaults};
use crate::catalogue::{Catalogue, FindError, unknown_ability};
use crate::document::schema::entries;
use crate::document::{
    Draft, KeyedValue, Name, Readable, Report, Section, describe_table, key, name_help, quoted,
};
use warodds_games::asoiaf::{Ability, CardEdition, Unit};

/// The units that questions of a file may name.
pub(super) struct Units<'c> {
    /// Those of the file by their ids; none for those with faults.
    own: BTreeMap<String, Option<Family>>,
    /// Cards of the catalogue, by the names that questions gave them.
    cards: FrozenBTreeMap<String, Box<Family>>,
    catalogue: &'c Catalogue,
}

/// A unit, or one for each combination of the numbers that its table lists.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// What is listed; empty for a single unit.
    pub listed: Vec<ListedCard>,
    /// The units, the last listed number varying fastest; at least one.
    pub units: Vec<Unit>,
}

impl Family {
    /// What all of them are called.
    pub(super) fn name(&self) -> &str {
        self.units.first().map_or("", |unit| &unit.name)
    }

    /// The units, each with what sets it apart in its name.
    pub(super) fn told_apart(&self) -> Vec<Unit> {
        let named = |(place, unit): (usize, &Unit)| {
            let mut rest = place;
            let mut words = Vec::new();
            for listed in self.listed.iter().rev() {
                let count = listed.labels.len().max(1);
                let label = listed.labels.get(rest % count).map_or("", String::as_str);
                words.push(format!("{} {label}", listed.number.replace('_', " ")));
                rest /= count;
            }
            words.reverse();
            let apart = words.join(", ");
            let name = if apart.is_empty() {
                unit.name.clone()
            } else {
                format!("{} ({apart})", unit.name)
            };
            Unit { name, ..unit.clone() }
        };
        self.units.iter().enumerate().map(named).collect()
    }
}

impl<'c> Units<'c> {
    /// Reads `[units]`; cards that are used are looked up in `catalogue`.
    pub(super) fn read(
        root: &mut Section<'_>,
        catalogue: &'c Catalogue,
        report: &mut Report,
    ) -> Self {
        let mut units = Self { own: BTreeMap::new(), cards: FrozenBTreeMap::new(), catalogue };
        let schema = || {
            entries(
                &describe_table(A_UNIT, |section, report| unit("", section, catalogue, report))
                    .object(),
            )
        };
        let item = root.item(key("units", "the units that meet, by their IDs"), schema);
        let Some(section) = item.and_then(|item| Section::of("[units]".to_owned(), &item, report))
        else {
            return units;
        };
        for (id, value, span) in section.entries() {
            let item = KeyedValue { key: "units", value, span: span.clone() };
            let family = family(id, &item, catalogue, report);
            units.own.insert(id.to_owned(), family);
        }
        tell_namesakes_apart(&mut units.own);
        units
    }

    /// The unit of an id: none when there is none, none inside when it is faulty.
    pub(super) fn own(&self, id: &str) -> Option<Option<&Family>> {
        self.own.get(id).map(Option::as_ref)
    }

    /// The unit of an id, or the card of a name; none inside when it is known but faulty.
    ///
    /// # Errors
    /// Saying what could have been meant.
    pub(super) fn find(&self, item: &KeyedValue<'_>) -> Result<Option<&Family>, Draft> {
        let given = item.text("the id of a unit, or the name of a card")?;
        if let Some(own) = self.own(given) {
            return Ok(own);
        }
        if let Some(card) = self.cards.get(given) {
            return Ok(Some(card));
        }
        let found = self.catalogue.find_unit(given);
        let unit = found.map_err(|error| self.unknown(&error, item, given))?.unit;
        let family = Family { listed: Vec::new(), units: vec![unit] };
        Ok(Some(self.cards.insert(given.to_owned(), Box::new(family))))
    }

    /// The fault of a name that is neither a unit of the file nor a card.
    fn unknown(&self, error: &FindError, item: &KeyedValue<'_>, given: &str) -> Draft {
        /// Shorter names are meant for the file's own units.
        const SHORTEST: usize = 4;
        let own = name_help(given, self.own.keys().map(String::as_str), "units are");
        let of_cards = match error {
            FindError::Unknown { .. } => error.to_string().contains(MEANT),
            FindError::Ambiguous { .. } | FindError::Attachment { .. } | FindError::Ncu { .. } => {
                given.len() >= SHORTEST
            }
            FindError::Join(_) => true,
        };
        if self.own.is_empty() || (of_cards && !own.contains(MEANT)) {
            return not_found(error, item);
        }
        let message = format!("there is no unit {}", quoted(given));
        Draft::new(&item.span, message).label("not known").help(own)
    }
}

/// What a unit of a file is.
const A_UNIT: &str =
    "A unit: a card of the catalogue, numbers of its own, or the one changed by the other.";

/// What suggestions begin with.
const MEANT: &str = "did you mean";

/// A unit's table, or the tables that its lists stand for.
fn family(
    id: &str,
    item: &KeyedValue<'_>,
    catalogue: &Catalogue,
    report: &mut Report,
) -> Option<Family> {
    let what = format!("[units.{}]", quoted(id).trim_matches('`'));
    let table = report.ok_or_add(
        item.value.as_table().ok_or_else(|| item.type_fault(&format!("a table, {what}"))),
    )?;
    let (listed, tables) = variants::tables(table, &item.span, report)?;
    let mut units = Vec::with_capacity(tables.len());
    for table in &tables {
        // a fault of one is told once: the others have it too
        let section = Section::new(what.clone(), table, item.span.clone());
        units.push(unit(id, section, catalogue, report)?);
    }
    Some(Family { listed, units })
}

/// Adds its id to the name of each unit that has its name in common with another one, so that
/// tables tell them apart.
fn tell_namesakes_apart(own: &mut BTreeMap<String, Option<Family>>) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for family in own.values().flatten() {
        *counts.entry(family.name().to_owned()).or_default() += 1;
    }
    let is_shared =
        |family: &&mut Family| counts.get(family.name()).is_some_and(|count| *count > 1);
    for (id, family) in own.iter_mut().filter_map(|(id, family)| Some((id, family.as_mut()?))) {
        if let Some(family) = Some(family).filter(is_shared) {
            family.units.iter_mut().for_each(|unit| unit.name = format!("{} ({id})", unit.name));
        }
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
    let used = key("use", "name or id of a card of the catalogue; keys beside it override it");
    let card = match section.item(used, Name::schema) {
        Some(item) => Some(card(&item, catalogue, report)?),
        None => None,
    };
    let basis = card.as_ref().map_or(CardDefaults::Whole, CardDefaults::Card);
    let own_name = || id.chars().filter(|c| !c.is_control()).take(80).collect();
    let name = card.as_ref().map_or_else(own_name, |card| card.name.clone());
    let unit = form::unit(&mut section, &name, basis, report);
    let own = abilities(&mut section, &card, catalogue, report);
    let (usage, named) = usage::read(&mut section, report);
    let attachment = key("attachment", "name or id of an attachment of the catalogue");
    let attachment = section.item(attachment, Name::schema);
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
fn card(item: &KeyedValue<'_>, catalogue: &Catalogue, report: &mut Report) -> Option<Unit> {
    let Name(given) = report.ok_or_add(Name::read(item))?;
    let found = catalogue.find_unit(&given).map_err(|error| not_found(&error, item));
    Some(report.ok_or_add(found)?.unit)
}

/// The fault of a name that is not one card.
fn not_found(error: &FindError, item: &KeyedValue<'_>) -> Draft {
    let label = match error {
        FindError::Unknown { .. } => "not known",
        FindError::Ambiguous { .. } => "not one only",
        FindError::Attachment { .. } => "an attachment",
        FindError::Join(_) => "cannot join",
        FindError::Ncu { .. } => "an NCU",
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
    let own = key("abilities", "names of abilities, in place of the card's own");
    let named = form::names(section, own, Name::schema, report)?;
    let edition = card.as_ref().and_then(|card| card.edition).unwrap_or(CardEdition::V2021);
    for (name, item) in &named {
        if !catalogue.ability_index().knows(name) {
            report.add(|| unknown_ability(name, item, catalogue.ability_index()));
        }
    }
    let names: Vec<String> = named.into_iter().map(|(name, _)| name).collect();
    Some(catalogue.resolve_abilities(&names, edition))
}

/// The unit with its attachment; a name of its own stays.
fn attached(
    unit: Unit,
    name: &str,
    item: &KeyedValue<'_>,
    catalogue: &Catalogue,
    report: &mut Report,
) -> Option<Unit> {
    let Name(given) = report.ok_or_add(Name::read(item))?;
    let attachment = report
        .ok_or_add(catalogue.find_attachment(&given).map_err(|error| not_found(&error, item)))?;
    let own_name = (unit.name != name).then(|| unit.name.clone());
    let unit = report.ok_or_add(
        catalogue
            .attach(unit, attachment)
            .map_err(|error| Draft::new(&item.span, error.to_string())),
    )?;
    Some(Unit { name: own_name.unwrap_or(unit.name), ..unit })
}
