//! Filters cards by a few words, such as `stark, infantry, 5..6`.
//!
//! Terms are separated by commas. Terms of one kind are alternatives, terms of different kinds must
//! all hold: `stark, lannister, infantry` is the infantry of both factions. Named units are added
//! to the filtered ones. A term may name its kind (`faction=stark`, `type=solo`, `cost=4..6`,
//! `cards=1.0`, `unit=grey wind`); else it is `all`, a cost or a range of costs, a type, the start
//! of a faction's name or the name of a unit, whichever fits first.

use crate::document::quoted;
use std::collections::{BTreeSet, HashSet};
use std::ops::RangeInclusive;

use thiserror::Error;

use super::find_error::FindError;
use super::names::normalize_name;
use super::{Card, Catalogue, NamedUnit};
use warodds_games::asoiaf::{Season, Unit, UnitType};

/// A type of units to filter by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeFilter {
    /// Units of a type.
    Type(UnitType),
    /// Units of one model (A1.1).
    Solo,
}

impl TypeFilter {
    /// Whether a unit is of the type.
    pub fn fits(self, unit: &Unit) -> bool {
        match self {
            Self::Type(kind) => unit.kind == kind,
            Self::Solo => unit.is_solo(),
        }
    }

    /// Finds a type by its normalized name.
    fn named(name: &str) -> Option<Self> {
        let types = UnitType::ALL.into_iter().map(|kind| (kind.name(), Self::Type(kind)));
        types
            .chain([("solo", Self::Solo)])
            .find(|(known, _)| normalize_name(known) == name)
            .map(|(_, kind)| kind)
    }
}

/// Why a filter is invalid or finds nothing.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FilterError {
    /// No card is of the faction.
    #[error("there is no faction {}; factions are {known}", quoted(term))]
    Faction {
        /// The term.
        term: String,
        /// All factions.
        known: String,
    },
    /// There is no such type.
    #[error(
        "there is no type {}; types are infantry, cavalry, monster, war-machine, solo",
        quoted(.0)
    )]
    Type(String),
    /// Neither a cost nor a range of costs.
    #[error("{} is neither a cost such as 5 nor a range such as 4..6", quoted(.0))]
    Cost(String),
    /// There is no such season of cards.
    #[error(
        "cards of a filter are {known} or all, not {}; the season of all cards is an option of the \
         question",
        quoted(term)
    )]
    Season {
        /// The term.
        term: String,
        /// The seasons that a filter may name.
        known: String,
    },
    /// There is no such kind of term.
    #[error(
        "a filter has no {}; it has faction=, type=, cost=, cards= (a season of cards) and unit=",
        quoted(&format!("{}=", .0))
    )]
    Key(String),
    /// Nothing has the name, but a faction or a type is spelled similarly.
    #[error("there is no faction, type or unit {}; did you mean `{similar}`?", quoted(term))]
    Misspelt {
        /// The term.
        term: String,
        /// The faction or type.
        similar: String,
    },
    /// Neither a faction nor a type, a cost or a unit.
    #[error("{} is not a faction, a type or a cost, and {error}", quoted(term))]
    Unit {
        /// The term.
        term: String,
        /// Why it is not a unit either.
        error: FindError,
    },
    /// The filter is empty.
    #[error("a filter needs at least one term, such as `all` or `stark, infantry, 5..6`")]
    Empty,
    /// No unit passes the filter.
    #[error("no unit matches `{0}`; `warodds units` lists all units")]
    Nothing(String),
}

/// Parses a cost or a range of costs: `5`, `4..6` (both ends included), `4..`, `..6`.
///
/// # Errors
/// [`FilterError::Cost`] for anything else.
///
/// # Examples
/// ```
/// use warodds_questions::catalogue::parse_costs;
///
/// assert_eq!(parse_costs("4..6"), Ok(4..=6));
/// assert_eq!(parse_costs("5"), Ok(5..=5));
/// assert!(parse_costs("6..4").is_err());
/// ```
pub fn parse_costs(text: &str) -> Result<RangeInclusive<u8>, FilterError> {
    let wrong = || FilterError::Cost(text.to_owned());
    let number = |text: &str, default: u8| {
        if text.is_empty() { Ok(default) } else { text.parse().map_err(|_| wrong()) }
    };
    let range = match text.split_once("..") {
        // `4..=6` is how Rust programmers write the same range
        Some((low, high)) => number(low, 0)?..=number(high.trim_start_matches('='), u8::MAX)?,
        None if text.is_empty() => return Err(wrong()),
        None => number(text, 0)?..=number(text, 0)?,
    };
    if range.is_empty() { Err(wrong()) } else { Ok(range) }
}

/// The seasons that a filter may name.
const NAMED: [Season; 4] = [Season::V1_0, Season::V1_5, Season::V1_6, Season::V2021];

/// Parses the season that a filter names: one before 2021, or 2021 for all since then.
///
/// # Errors
/// [`FilterError::Season`] for any other text.
///
/// # Examples
/// ```
/// use warodds_games::asoiaf::Season;
/// use warodds_questions::catalogue::parse_season;
///
/// assert_eq!(parse_season("2021"), Ok(Season::V2021));
/// assert!(parse_season("3").is_err());
/// ```
pub fn parse_season(text: &str) -> Result<Season, FilterError> {
    let known = || NAMED.map(Season::name).join(", ");
    let found = NAMED.into_iter().find(|season| season.name() == text);
    found.ok_or_else(|| FilterError::Season { term: text.to_owned(), known: known() })
}

/// A filter of cards. An empty field does not restrict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Normalized beginnings of names of factions.
    pub factions: Vec<String>,
    /// Types of units.
    pub kinds: Vec<TypeFilter>,
    /// Ranges of costs. A card without a known cost is in none.
    pub costs: Vec<RangeInclusive<u8>>,
    /// Seasons of cards.
    pub seasons: Vec<Season>,
}

impl Filter {
    /// Whether a card passes the filter.
    pub fn fits(&self, card: &Card) -> bool {
        fn any<T>(accepted: &[T], fits: impl Fn(&T) -> bool) -> bool {
            accepted.is_empty() || accepted.iter().any(fits)
        }
        any(&self.factions, |start| {
            normalize_name(&card.origin.faction).starts_with(start.as_str())
        }) && any(&self.kinds, |kind| kind.fits(&card.unit))
            && any(&self.costs, |range| {
                card.unit.cost.is_some_and(|cost| range.contains(&cost.get()))
            })
            && any(&self.seasons, |season| {
                let card = card.origin.season;
                card == *season || (*season == Season::V2021 && card > *season)
            })
    }
}

/// A filter while its terms are parsed.
#[derive(Default)]
struct ParsedFilter<'c> {
    filter: Filter,
    units: Vec<NamedUnit<'c>>,
    /// Whether any term is not the name of a unit.
    filters: bool,
    any_season: bool,
}

impl Catalogue {
    /// Normalizes the beginning of a faction's name.
    ///
    /// # Errors
    /// [`FilterError::Faction`] if no unit is of such a faction.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// assert_eq!(Catalogue::shipped().find_faction("Night's"), Ok("nights".to_owned()));
    /// assert!(Catalogue::shipped().find_faction("Tully").is_err());
    /// ```
    pub fn find_faction(&self, term: &str) -> Result<String, FilterError> {
        let start = normalize_name(term);
        let mut factions = self.cards.values().map(|card| card.faction());
        if !start.is_empty() && factions.any(|faction| faction.normalized.starts_with(&start)) {
            return Ok(start);
        }
        let known: BTreeSet<&str> =
            self.cards.values().map(|card| card.faction().name.as_str()).collect();
        let known = Vec::from_iter(known).join(", ");
        Err(FilterError::Faction { term: term.to_owned(), known })
    }

    /// Returns the units of a filter: named ones first, in that order, then the others by faction,
    /// cost and name. Units that are not named are those of the catalogue's season, unless the
    /// filter says otherwise (`cards=1.0`, `cards=all`).
    ///
    /// # Errors
    /// If a term is invalid or no unit fits.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::{Catalogue, FilterError};
    ///
    /// let cards = Catalogue::shipped();
    /// assert_eq!(cards.filtered("all")?.len(), 148);
    /// let costly = cards.filtered("stark, infantry, 7..")?;
    /// assert!(costly.iter().all(|unit| unit.card.unit.cost.is_some_and(|cost| cost.get() >= 7)));
    /// assert_eq!(
    ///     cards.filtered("strak").unwrap_err().to_string(),
    ///     "there is no faction, type or unit `strak`; did you mean `stark`?"
    /// );
    /// # Ok::<(), FilterError>(())
    /// ```
    pub fn filtered(&self, text: &str) -> Result<Vec<NamedUnit<'_>>, FilterError> {
        let mut terms = ParsedFilter::default();
        for term in self.terms(text) {
            self.term(&term, &mut terms)?;
        }
        let ParsedFilter { filter, units, filters, any_season } = terms;
        if !filters && units.is_empty() {
            return Err(FilterError::Empty);
        }
        // a unit may be named in any season; a filter selects current cards
        let of_any_season = any_season || !filter.seasons.is_empty();
        let is_current = |card: &Card| of_any_season || card.origin.season.plays_with(self.season);
        let is_selected = |card: &&Card| filters && filter.fits(card) && is_current(card);
        let mut fitting: Vec<&Card> = self.cards().filter(is_selected).collect();
        fitting
            .sort_by_key(|card| (&card.origin.faction, card.unit.cost, &card.unit.name, &card.id));
        let mut seen = HashSet::new();
        let mut found = units;
        // a unit named twice, or named and filtered, has one row
        found.retain(|unit| seen.insert(unit.id()));
        // a card is built only once it is known to be new: that is most of what a filter costs
        let new = fitting.into_iter().filter(|card| seen.insert(card.id.clone()));
        found.extend(new.map(|card| self.alone(card)));
        if found.is_empty() { Err(FilterError::Nothing(text.trim().to_owned())) } else { Ok(found) }
    }

    /// Parses one term.
    fn term<'c>(&'c self, term: &str, terms: &mut ParsedFilter<'c>) -> Result<(), FilterError> {
        let Some((key, value)) =
            term.split_once('=').map(|(key, value)| (key.trim(), value.trim()))
        else {
            return self.bare(term, terms);
        };
        // a filter of named units only must not add all others
        terms.filters |= key != "unit";
        match key {
            "faction" => terms.filter.factions.push(self.find_faction(value)?),
            "type" => terms.filter.kinds.push(
                TypeFilter::named(&normalize_name(value))
                    .ok_or_else(|| FilterError::Type(value.to_owned()))?,
            ),
            "cost" => terms.filter.costs.push(parse_costs(value)?),
            "cards" if value == "all" => terms.any_season = true,
            "cards" => terms.filter.seasons.push(parse_season(value)?),
            "unit" => terms.units.push(
                self.find_unit(value)
                    .map_err(|error| FilterError::Unit { term: value.to_owned(), error })?,
            ),
            _ => return Err(FilterError::Key(key.to_owned())),
        }
        Ok(())
    }

    /// Words the error of an unknown term, which may be a misspelt faction or type.
    fn unknown(&self, term: &str, error: FindError) -> FilterError {
        let (normalized, term) = (normalize_name(term), term.to_owned());
        let is_slip = |word: &str| strsim::osa_distance(&normalize_name(word), &normalized) == 1;
        let mut kinds = UnitType::ALL.into_iter().map(UnitType::name).chain(["solo"]);
        // one typing error: at two, short words such as `stark` are near too many others
        let similar = self.factions().find(|word| is_slip(word));
        let similar = similar.or_else(|| kinds.find(|word| is_slip(word)));
        match (similar, &error) {
            (Some(similar), FindError::Unknown { .. }) => {
                FilterError::Misspelt { term, similar: similar.to_lowercase() }
            }
            _ => FilterError::Unit { term, error },
        }
    }

    /// Parses a term that does not name its kind.
    fn bare<'c>(&'c self, term: &str, terms: &mut ParsedFilter<'c>) -> Result<(), FilterError> {
        if let Some(own) = self.own_units(term) {
            terms.units.extend(own);
            return Ok(());
        }
        let looks_like_a_cost = term.contains("..") || term.chars().all(|c| c.is_ascii_digit());
        let (kind, faction) = (TypeFilter::named(&normalize_name(term)), self.find_faction(term));
        match (kind, faction) {
            // first, as no faction, type or name begins like a cost
            _ if looks_like_a_cost => terms.filter.costs.push(parse_costs(term)?),
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
    fn parse_costs_takes_numbers_and_ranges() {
        assert_eq!(parse_costs("5"), Ok(5..=5));
        assert_eq!(parse_costs("4..6"), Ok(4..=6));
        assert_eq!(parse_costs("4..=6"), Ok(4..=6));
        assert_eq!((parse_costs("4.."), parse_costs("..6")), (Ok(4..=255), Ok(0..=6)));
        assert!(
            parse_costs("6..4").is_err()
                && parse_costs("").is_err()
                && parse_costs("five").is_err()
                && parse_costs("-1").is_err()
        );
    }

    fn ids(text: &str) -> Vec<String> {
        let found =
            Catalogue::shipped().filtered(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        found.iter().map(NamedUnit::id).collect()
    }

    #[test]
    fn filtered_recognizes_and_combines_terms() {
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
            "named units keep their order"
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
    fn filtered_explains_invalid_filters() {
        let error = |text: &str| {
            Catalogue::shipped().filtered(text).map(|_| ()).map_err(|error| error.to_string())
        };
        for (text, part) in [
            ("", "at least one term"),
            (" , ", "at least one term"),
            ("tully", "not a faction, a type or a cost, and"),
            ("faction=tully", "factions are Baratheon"),
            ("type=dragon", "types are infantry"),
            ("9..2", "nor a range such as 4..6"),
            ("2021", "neither a cost such as 5"),
            ("cards=3", "cards of a filter are 1.0"),
            ("season=1.0", "cards= (a season of cards)"),
            ("colour=red", "a filter has no `colour=`"),
            ("stark sworn sowrds", "did you mean `Stark Sworn Swords`?"),
            ("strak", "did you mean `stark`?"),
            ("infantri", "did you mean `infantry`?"),
            ("stark, 99", "no unit matches `stark, 99`"),
            ("faction=", "there is no faction ``"),
        ] {
            assert!(
                error(text).is_err_and(|error| error.contains(part)),
                "{text}: {:?}",
                error(text)
            );
        }
    }
}
