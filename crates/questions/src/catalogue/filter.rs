//! Which cards: filters in a few words, such as `stark, infantry, 5..6`.
//!
//! Terms stand between commas. Those of one kind are alternatives, those of different kinds must
//! all hold: `stark, lannister, infantry` is the infantry of both factions. Units that are named
//! come on top of the others. A term may say what it is (`faction=stark`, `type=solo`, `cost=4..6`,
//! `cards=1.0`, `unit=grey wind`) or be left to be recognised: `all`, a cost or a range of costs,
//! a type, the start of a faction's name, else the name of a unit.

use std::collections::{BTreeSet, HashSet};
use std::ops::RangeInclusive;

use thiserror::Error;

use super::names::normalize_name;
use super::search::FindError;
use super::{Card, Catalogue, NamedUnit};
use warodds_games::asoiaf::{CardEdition, Unit, UnitType};

/// A type of units, or any single model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeFilter {
    /// Units of a type.
    Type(UnitType),
    /// Any single model (A1.1).
    Solo,
}

impl TypeFilter {
    /// Whether a unit is of that type.
    pub fn fits(self, unit: &Unit) -> bool {
        match self {
            Self::Type(kind) => unit.kind == kind,
            Self::Solo => unit.is_solo(),
        }
    }

    /// The type of a name.
    fn named(name: &str) -> Option<Self> {
        let types = UnitType::ALL.into_iter().map(|kind| (kind.name(), Self::Type(kind)));
        types
            .chain([("solo", Self::Solo)])
            .find(|(known, _)| normalize_name(known) == name)
            .map(|(_, kind)| kind)
    }
}

/// Why a filter is none, or finds nothing.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FilterError {
    /// No card is of that faction.
    #[error("there is no faction `{given}`; factions are {known}")]
    Faction {
        /// What was given.
        given: String,
        /// All there are.
        known: String,
    },
    /// No such type.
    #[error("there is no type `{0}`; types are infantry, cavalry, monster, war-machine, solo")]
    Type(String),
    /// No cost and no range of costs.
    #[error("`{0}` is no cost like 5 and no range like 4..6")]
    Cost(String),
    /// No such edition.
    #[error("editions of cards are {known}, not `{given}`")]
    Edition {
        /// What was given.
        given: String,
        /// All there are, and `all`.
        known: String,
    },
    /// No such kind of term.
    #[error(
        "a filter has no `{0}=`; it has faction=, type=, cost=, cards= (an edition of cards) and unit="
    )]
    Key(String),
    /// Nothing of that name, but a faction or a type is spelled like it.
    #[error("there is no faction, type or unit `{given}`; did you mean `{meant}`?")]
    Misspelt {
        /// What was given.
        given: String,
        /// The faction or type.
        meant: String,
    },
    /// Neither a faction nor a type, a cost or a unit.
    #[error("`{given}` is no faction, type or cost, and {error}")]
    Unit {
        /// What was given.
        given: String,
        /// Why it is no unit either.
        error: FindError,
    },
    /// Nothing stands there.
    #[error("a filter needs at least one term, such as `all` or `stark, infantry, 5..6`")]
    Empty,
    /// No card fits.
    #[error("no unit is like `{0}`; `warodds units` lists all there are")]
    Nothing(String),
}

/// A cost or a range of costs: `5`, `4..6` (both ends included), `4..`, `..6`.
///
/// # Errors
/// When it is neither.
pub fn points(text: &str) -> Result<RangeInclusive<u8>, FilterError> {
    let wrong = || FilterError::Cost(text.to_owned());
    let number = |text: &str, default: u8| {
        if text.is_empty() { Ok(default) } else { text.parse().map_err(|_| wrong()) }
    };
    let range = match text.split_once("..") {
        Some((low, high)) => number(low, 0)?..=number(high.trim_start_matches('='), u8::MAX)?,
        None if text.is_empty() => return Err(wrong()),
        None => number(text, 0)?..=number(text, 0)?,
    };
    if range.is_empty() { Err(wrong()) } else { Ok(range) }
}

/// An edition of cards by its name.
///
/// # Errors
/// When there is none of that name.
pub fn card_edition(text: &str) -> Result<CardEdition, FilterError> {
    let known = || CardEdition::ALL.map(CardEdition::name).join(", ");
    let found = CardEdition::ALL.into_iter().find(|edition| edition.name() == text);
    found.ok_or_else(|| FilterError::Edition { given: text.to_owned(), known: known() })
}

/// Which cards. What is empty is no restriction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Starts of names of factions, as names are compared.
    pub factions: Vec<String>,
    /// Types.
    pub kinds: Vec<TypeFilter>,
    /// Costs; a card whose cost nobody knows has none of them.
    pub costs: Vec<RangeInclusive<u8>>,
    /// Editions of cards.
    pub editions: Vec<CardEdition>,
}

impl Filter {
    /// Whether a card passes.
    pub fn fits(&self, card: &Card) -> bool {
        fn any<T>(wanted: &[T], fits: impl Fn(&T) -> bool) -> bool {
            wanted.is_empty() || wanted.iter().any(fits)
        }
        any(&self.factions, |start| {
            normalize_name(&card.origin.faction).starts_with(start.as_str())
        }) && any(&self.kinds, |kind| kind.fits(&card.unit))
            && any(&self.costs, |range| {
                card.unit.cost.is_some_and(|cost| range.contains(&cost.get()))
            })
            && any(&self.editions, |edition| card.origin.edition == *edition)
    }
}

/// What the terms of a filter have come to so far.
#[derive(Default)]
struct ParsedFilter<'c> {
    filter: Filter,
    units: Vec<NamedUnit<'c>>,
    /// Whether anything but units was asked for.
    filters: bool,
    any_edition: bool,
}

impl Catalogue {
    /// The start of a faction's name as names are compared, which must be that of some card.
    ///
    /// # Errors
    /// When it is not.
    pub fn faction(&self, given: &str) -> Result<String, FilterError> {
        let wanted = normalize_name(given);
        let mut factions = self.cards.values().map(|card| card.faction());
        if !wanted.is_empty() && factions.any(|faction| faction.normalized.starts_with(&wanted)) {
            return Ok(wanted);
        }
        let known: BTreeSet<&str> =
            self.cards.values().map(|card| card.faction().name.as_str()).collect();
        let known = Vec::from_iter(known).join(", ");
        Err(FilterError::Faction { given: given.to_owned(), known })
    }

    /// The cards of a filter in words: those that are named first, in that order, then the others
    /// by faction, cost and name. Of cards that are not named only
    /// those of the newest edition are meant, unless the filter says otherwise (`cards=1.0`,
    /// `cards=all`).
    ///
    /// # Errors
    /// When a term means nothing, or no card fits.
    pub fn filtered(&self, text: &str) -> Result<Vec<NamedUnit<'_>>, FilterError> {
        let mut terms = ParsedFilter::default();
        for term in self.terms(text) {
            self.term(&term, &mut terms)?;
        }
        let ParsedFilter { mut filter, units, filters, any_edition } = terms;
        if !filters && units.is_empty() {
            return Err(FilterError::Empty);
        }
        if filter.editions.is_empty() && !any_edition {
            filter.editions.push(self.edition);
        }
        let mut fitting: Vec<&Card> =
            self.cards().filter(|card| filters && filter.fits(card)).collect();
        fitting
            .sort_by_key(|card| (&card.origin.faction, card.unit.cost, &card.unit.name, &card.id));
        let mut seen = HashSet::new();
        let mut found = units;
        found.retain(|unit| seen.insert(unit.id()));
        // a card is built only once it is known to be new: that is most of what a filter costs
        let new = fitting.into_iter().filter(|card| seen.insert(card.id.clone()));
        found.extend(new.map(|card| self.alone(card)));
        if found.is_empty() { Err(FilterError::Nothing(text.trim().to_owned())) } else { Ok(found) }
    }

    /// Reads one term.
    fn term<'c>(&'c self, term: &str, terms: &mut ParsedFilter<'c>) -> Result<(), FilterError> {
        let Some((key, value)) =
            term.split_once('=').map(|(key, value)| (key.trim(), value.trim()))
        else {
            return self.bare(term, terms);
        };
        terms.filters |= key != "unit";
        match key {
            "faction" => terms.filter.factions.push(self.faction(value)?),
            "type" => terms.filter.kinds.push(
                TypeFilter::named(&normalize_name(value))
                    .ok_or_else(|| FilterError::Type(value.to_owned()))?,
            ),
            "cost" => terms.filter.costs.push(points(value)?),
            "cards" if value == "all" => terms.any_edition = true,
            "cards" => terms.filter.editions.push(card_edition(value)?),
            "unit" => terms.units.push(
                self.find_unit(value)
                    .map_err(|error| FilterError::Unit { given: value.to_owned(), error })?,
            ),
            _ => return Err(FilterError::Key(key.to_owned())),
        }
        Ok(())
    }

    /// The fault of a term that is nothing: a faction or a type may be misspelt.
    fn unknown(&self, term: &str, error: FindError) -> FilterError {
        let given = term.to_owned();
        let is_slip =
            |word: &str| strsim::osa_distance(&normalize_name(word), &normalize_name(term)) == 1;
        let mut kinds = UnitType::ALL.into_iter().map(UnitType::name).chain(["solo"]);
        let meant = self.factions().find(|word| is_slip(word));
        let meant = meant.or_else(|| kinds.find(|word| is_slip(word)));
        match (meant, &error) {
            (Some(meant), FindError::Unknown { .. }) => {
                FilterError::Misspelt { given, meant: meant.to_lowercase() }
            }
            _ => FilterError::Unit { given, error },
        }
    }

    /// Reads a term that does not say what it is.
    fn bare<'c>(&'c self, term: &str, terms: &mut ParsedFilter<'c>) -> Result<(), FilterError> {
        let looks_like_a_cost = term.contains("..") || term.chars().all(|c| c.is_ascii_digit());
        let (kind, faction) = (TypeFilter::named(&normalize_name(term)), self.faction(term));
        match (kind, faction) {
            _ if looks_like_a_cost => terms.filter.costs.push(points(term)?),
            (Some(kind), _) => terms.filter.kinds.push(kind),
            (None, Ok(faction)) => terms.filter.factions.push(faction),
            _ if normalize_name(term) == "all" => {}
            _ => {
                terms.units.push(self.find_unit(term).map_err(|error| self.unknown(term, error))?);
                return Ok(());
            }
        }
        terms.filters = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_single_or_ranges() {
        assert_eq!(points("5"), Ok(5..=5));
        assert_eq!(points("4..6"), Ok(4..=6));
        assert_eq!(points("4..=6"), Ok(4..=6));
        assert_eq!((points("4.."), points("..6")), (Ok(4..=255), Ok(0..=6)));
        assert!(
            points("6..4").is_err()
                && points("").is_err()
                && points("five").is_err()
                && points("-1").is_err()
        );
    }

    fn ids(text: &str) -> Vec<String> {
        let found =
            Catalogue::shipped().filtered(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        found.iter().map(NamedUnit::id).collect()
    }

    #[test]
    fn kinds_of_terms_are_recognised_and_combined() {
        assert_eq!(
            (ids("all").len(), ids("cards=all").len(), ids("cards=1.0").len()),
            (148, 176, 28)
        );
        assert_eq!(ids("stark"), ids("faction = stark"));
        assert_eq!(ids("stark, infantry, 5..6"), ids("type=infantry,cost=5..6,faction=Stark"));
        assert_eq!(ids("stark,lannister").len(), ids("stark").len() + ids("lannister").len());
        assert_eq!(ids("stark, 5, 6").len(), ids("stark,5..6").len());
        assert_eq!(
            ids("stark sworn swords, lannister guardsmen"),
            ["stark-sworn-swords", "lannister-guardsmen"],
            "units stand as they are named"
        );
        assert_eq!(ids("stark, unit=lannister guardsmen").len(), ids("stark").len() + 1);
        let sorted = |text: &str| {
            let mut all = ids(text);
            all.sort();
            all
        };
        assert_eq!(sorted("stark, stark sworn swords"), sorted("stark"), "a unit is there once");
        assert_eq!(ids("stark, stark sworn swords").first(), ids("stark sworn swords").first());
        assert_eq!(ids("night's watch, war machine"), ids("nights watch,type=war-machine"));
    }

    #[test]
    fn what_means_nothing_is_told() {
        let told = |text: &str| {
            Catalogue::shipped().filtered(text).map(|_| ()).map_err(|error| error.to_string())
        };
        for (text, part) in [
            ("", "at least one term"),
            (" , ", "at least one term"),
            ("tully", "no faction, type or cost, and"),
            ("faction=tully", "factions are Baratheon"),
            ("type=dragon", "types are infantry"),
            ("9..2", "no range like 4..6"),
            ("2021", "no cost like 5"),
            ("cards=3", "editions of cards are 1.0"),
            ("edition=1.0", "cards= (an edition of cards)"),
            ("colour=red", "a filter has no `colour=`"),
            ("stark sworn sowrds", "did you mean `Stark Sworn Swords`?"),
            ("strak", "did you mean `stark`?"),
            ("infantri", "did you mean `infantry`?"),
            ("stark, 99", "no unit is like `stark, 99`"),
            ("faction=", "there is no faction ``"),
        ] {
            assert!(told(text).is_err_and(|told| told.contains(part)), "{text}: {:?}", told(text));
        }
    }
}
