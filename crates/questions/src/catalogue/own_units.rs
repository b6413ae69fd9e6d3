//! Units that a file of questions declares for itself: its questions name them by id, before cards.

use std::sync::Arc;

use super::army_terms::ArmyTerms;
use super::entry::{Card, CardOrigin};
use super::find_error::FindError;
use super::{Catalogue, NamedUnit};
use warodds_games::asoiaf::Unit;

/// A number of a unit of which its table lists several values.
#[derive(Clone, Debug)]
pub(crate) struct ListedNumber {
    /// Its key; in one of several attacks with the number of the attack: `attack_2_hit`.
    pub name: String,
    /// The values in words.
    pub labels: Vec<String>,
    /// The values as JSON.
    pub data: Vec<serde_json::Value>,
}

/// One of the units that the table of a unit stands for.
#[derive(Clone, Debug)]
pub(crate) struct OwnVariant {
    /// The id by which [`Catalogue::find_unit`] finds it.
    pub id: String,
    /// The index of its value in each list of the table.
    pub places: Vec<usize>,
}

/// A unit of a file, or one for each combination of the numbers that its table lists.
#[derive(Debug)]
pub(crate) struct OwnUnit {
    /// The numbers that are lists; empty for a single unit.
    pub listed: Vec<ListedNumber>,
    /// The units, the last listed number varying fastest; at least one.
    pub variants: Vec<OwnVariant>,
    units: Vec<(Card, Unit)>,
}

impl OwnUnit {
    /// Numbers the units of a table; the only one has the id of the table.
    fn new(id: &str, listed: Vec<ListedNumber>, units: Vec<Unit>) -> Self {
        let is_single = listed.is_empty();
        let variant = |number: usize| OwnVariant {
            id: if is_single { id.to_owned() } else { format!("{id}-{}", number + 1) },
            places: places(&listed, number),
        };
        let variants: Vec<OwnVariant> = (0..units.len()).map(variant).collect();
        let units = units.into_iter().zip(&variants).map(|(unit, variant)| {
            let card = card(&variant.id, &unit);
            (card, unit)
        });
        let units = units.collect();
        Self { listed, variants, units }
    }

    /// Returns the values that distinguish a unit from the others, as indices of names, words and
    /// JSON.
    pub(crate) fn values<'u>(
        &'u self,
        variant: &'u OwnVariant,
    ) -> impl Iterator<Item = (&'u str, &'u str, &'u serde_json::Value)> {
        self.listed.iter().zip(&variant.places).filter_map(|(listed, place)| {
            Some((
                listed.name.as_str(),
                listed.labels.get(*place)?.as_str(),
                listed.data.get(*place)?,
            ))
        })
    }

    /// Returns all units, with what distinguishes each in its name.
    fn told_apart(&self) -> impl Iterator<Item = NamedUnit<'_>> {
        self.units.iter().zip(&self.variants).map(|((card, unit), variant)| {
            let words = self
                .values(variant)
                .map(|(name, label, _)| format!("{} {label}", name.replace('_', " ")));
            let words = words.collect::<Vec<_>>().join(", ");
            let name = unit.name.clone();
            let name = if words.is_empty() { name } else { format!("{name} ({words})") };
            let unit = Unit { name, ..unit.clone() };
            NamedUnit { card, attachments: Vec::new(), unit }
        })
    }
}

/// Returns the index of each listed value in a combination; the last list varies fastest.
fn places(listed: &[ListedNumber], number: usize) -> Vec<usize> {
    let mut rest = number;
    let mut places: Vec<usize> = listed
        .iter()
        .rev()
        .map(|one| {
            let count = one.labels.len().max(1);
            let place = rest % count;
            rest /= count;
            place
        })
        .collect();
    places.reverse();
    places
}

/// Makes the card of a unit, by which attachments are checked.
fn card(id: &str, unit: &Unit) -> Card {
    Card {
        id: id.to_owned(),
        unit: Unit { abilities: Vec::new(), ..unit.clone() },
        title: None,
        abilities: Vec::new(),
        commander: false,
        character: false,
        terms: ArmyTerms::default(),
        tray: None,
        origin: CardOrigin {
            faction: unit.faction.clone().unwrap_or_default(),
            season: unit.season.unwrap_or_default(),
            version: None,
            source: "a file of questions".to_owned(),
            doubt: unit.doubt.clone(),
        },
    }
}

/// Returns a unit without attachments of its own name.
fn named((card, unit): &(Card, Unit)) -> NamedUnit<'_> {
    NamedUnit { card, attachments: Vec::new(), unit: unit.clone() }
}

impl Catalogue {
    /// Adds a unit that is found by its id alone, before all cards.
    pub fn add_own(&mut self, id: &str, unit: Unit) {
        self.add_own_variants(id, Vec::new(), vec![unit]);
    }

    /// Adds the units of a table of which numbers are lists, the last list varying fastest. Each is
    /// found by the id with its number: `guards-2`.
    pub(crate) fn add_own_variants(
        &mut self,
        id: &str,
        listed: Vec<ListedNumber>,
        units: Vec<Unit>,
    ) {
        self.own.insert(id.to_owned(), Arc::new(OwnUnit::new(id, listed, units)));
    }

    /// Returns the unit of a file with this id.
    pub(crate) fn own_unit(&self, id: &str) -> Option<&OwnUnit> {
        self.own.get(id.trim()).map(AsRef::as_ref)
    }

    /// Returns the ids of the units of a file.
    pub(crate) fn own_ids(&self) -> impl Iterator<Item = &str> {
        self.own.keys().map(String::as_str)
    }

    /// Returns the units of a file with this id, each with what distinguishes it in its name.
    pub(super) fn own_units(&self, id: &str) -> Option<impl Iterator<Item = NamedUnit<'_>>> {
        self.own_unit(id).map(OwnUnit::told_apart)
    }

    /// Finds a unit of a file by its id.
    ///
    /// # Errors
    /// [`FindError::Ambiguous`] if numbers of the unit are lists.
    pub(super) fn find_own(&self, id: &str) -> Option<Result<NamedUnit<'_>, FindError>> {
        if let Some(own) = self.own_unit(id) {
            return Some(match own.units.as_slice() {
                [only] => Ok(named(only)),
                _ => Err(FindError::Ambiguous {
                    query: id.trim().to_owned(),
                    candidates: own.variants.iter().map(|variant| variant.id.clone()).collect(),
                }),
            });
        }
        let id = id.trim();
        let own = self.own_unit(id.rsplit_once('-')?.0)?;
        let place = own.variants.iter().position(|variant| variant.id == id)?;
        own.units.get(place).map(|unit| Ok(named(unit)))
    }
}
