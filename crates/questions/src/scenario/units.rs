//! `[units.…]`: the units of a file, from a card, from numbers, or both.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::fields::not_found;
use super::variants;
use crate::catalogue::form::{self, CardDefaults};
use crate::catalogue::{Catalogue, ListedNumber, unknown_ability};
use crate::document::schema::entries;
use crate::document::{
    Draft, KeyedValue, Name, Readable, Report, Section, Span, describe_table, key, quoted,
};
use warodds_games::asoiaf::{Ability, Unit};

/// A unit, or the units for all combinations of its listed numbers.
#[derive(Clone, Debug)]
struct Family {
    listed: Vec<ListedNumber>,
    /// The units, the last listed number varying fastest; at least one.
    units: Vec<Unit>,
}

/// Reads `[units]` and adds the units to the catalogue. Returns the ids of those with faults.
pub(super) fn read(
    root: &mut Section<'_>,
    catalogue: &mut Catalogue,
    report: &mut Report,
) -> BTreeSet<String> {
    let schema = || {
        let read = |section: Section<'_>, report: &mut Report| unit("", section, catalogue, report);
        entries(&describe_table(UNIT_HELP, read).object())
    };
    let item = root.item(key("units", "the units that meet, by their IDs"), schema);
    let section = item.and_then(|item| Section::of("[units]".to_owned(), &item, report));
    let (mut known, mut faulty) = (BTreeMap::new(), BTreeSet::new());
    for (id, value, span) in section.into_iter().flat_map(Section::entries) {
        let item = KeyedValue { key: "units", value, span };
        match family(id, &item, catalogue, report) {
            Some(family) => drop(known.insert(id.to_owned(), (family, item.span))),
            None => drop(faulty.insert(id.to_owned())),
        }
    }
    distinguish_equal_names(&mut known);
    let ids: BTreeSet<String> = known.keys().cloned().collect();
    for (id, (family, span)) in known {
        catalogue.add_own_variants(&id, family.listed, family.units);
        let variants = catalogue.own_unit(&id).map_or(&[][..], |own| &own.variants);
        let clash = variants.iter().find(|variant| variant.id != id && ids.contains(&variant.id));
        if let Some(clash) = clash {
            report.add(|| {
                let message = format!("another unit is already named {}", quoted(&clash.id));
                Draft::new(&span, message)
                    .help("its lists expand to units of that name: rename one")
            });
        }
    }
    faulty
}

/// The description of a unit's table in the schema.
const UNIT_HELP: &str =
    "A unit: a card of the catalogue, numbers of its own, or a card with other numbers.";

/// Reads the units of a table, one for each combination of its listed numbers.
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
        // all tables have the same faults: those of the first are enough
        let section = Section::new(what.clone(), table, item.span.clone());
        units.push(unit(id, section, catalogue, report)?);
    }
    Some(Family { listed, units })
}

/// Adds the ids to the names of units that share a name, so that tables distinguish them.
fn distinguish_equal_names(known: &mut BTreeMap<String, (Family, Span)>) {
    let name = |family: &Family| family.units.first().map_or("", |unit| &unit.name).to_owned();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (family, _) in known.values() {
        *counts.entry(name(family)).or_default() += 1;
    }
    for (id, (family, _)) in known.iter_mut() {
        if counts.get(&name(family)).is_some_and(|count| *count > 1) {
            family.units.iter_mut().for_each(|unit| unit.name = format!("{} ({id})", unit.name));
        }
    }
}

/// Reads one unit.
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
    refuse_usage(&mut section, report);
    let attachment = key("attachment", "name or id of an attachment of the catalogue");
    let attachment = section.item(attachment, Name::schema);
    section.finish(report);
    let unit =
        Unit { abilities: own.or(card.map(|card| card.abilities)).unwrap_or_default(), ..unit? };
    let unit = match attachment {
        Some(item) => attached(unit, &name, &item, catalogue, report)?,
        None => unit,
    };
    // a unit with faults is not used, so that questions about it do not repeat them
    (report.count() == before).then_some(unit)
}

/// Finds the card that `use` names. The names of old cards contain their edition.
fn card(item: &KeyedValue<'_>, catalogue: &Catalogue, report: &mut Report) -> Option<Unit> {
    let Name(given) = report.ok_or_add(Name::read(item))?;
    let found = catalogue.find_unit(&given).map_err(|error| not_found(&error, &item.span));
    Some(report.ok_or_add(found)?.unit)
}

/// Keys of the game situation, with the corresponding field of a question.
const USAGE: [(&str, &str); 11] = [
    ("zones", "attacker_zones = \"crown\""),
    ("round", "round = 2"),
    ("activated", "attacker_not_activated = true"),
    ("engaged", "engaged = true"),
    ("resource", "attacker_resource = 1"),
    ("supported", "attacker_supported = true"),
    ("near_commander", "attacker_near_commander = true"),
    ("orders", "no_orders = true"),
    ("fishing", "fishing = \"never\""),
    ("without", "without = [\"ABILITY\"]"),
    ("choose", "choose = [\"ABILITY=OPTION\"]"),
];

/// Refuses keys of the game situation in the table of a unit.
fn refuse_usage(section: &mut Section<'_>, report: &mut Report) {
    for (id, field) in USAGE {
        let Some(item) = section.disallowed(id) else { continue };
        report.add(|| {
            Draft::new(&item.span, format!("`{id}` belongs to a question, not to a unit"))
                .help(format!("write `{field}` in the section that asks"))
        });
    }
}

/// Reads the abilities that replace those of the card.
fn abilities(
    section: &mut Section<'_>,
    card: &Option<Unit>,
    catalogue: &Catalogue,
    report: &mut Report,
) -> Option<Vec<Ability>> {
    let own = key("abilities", "names of abilities, in place of the card's own");
    let named = form::names(section, own, Name::schema, report)?;
    let season = card.as_ref().and_then(|card| card.season).unwrap_or(catalogue.season());
    for (name, item) in &named {
        if !catalogue.ability_index().knows(name) {
            report.add(|| unknown_ability(name, item, catalogue.ability_index()));
        }
    }
    let names: Vec<String> = named.into_iter().map(|(name, _)| name).collect();
    Some(catalogue.resolve_abilities(&names, season))
}

/// Adds the attachment to the unit. A name set in the file is kept.
fn attached(
    unit: Unit,
    name: &str,
    item: &KeyedValue<'_>,
    catalogue: &Catalogue,
    report: &mut Report,
) -> Option<Unit> {
    let Name(given) = report.ok_or_add(Name::read(item))?;
    let attachment = report.ok_or_add(
        catalogue.find_attachment(&given).map_err(|error| not_found(&error, &item.span)),
    )?;
    let own_name = (unit.name != name).then(|| unit.name.clone());
    let unit = report.ok_or_add(
        catalogue
            .attach(unit, attachment)
            .map_err(|error| Draft::new(&item.span, error.to_string())),
    )?;
    Some(Unit { name: own_name.unwrap_or(unit.name), ..unit })
}
