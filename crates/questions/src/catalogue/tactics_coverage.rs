//! How many tactics cards and NCUs questions and battles count.

use std::collections::{BTreeMap, BTreeSet};

use super::Catalogue;
use super::entry::{Ncu, TacticsCard};

/// How much of a card is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All of it.
    Whole,
    /// A part; the card says what is left out.
    Part,
    /// Nothing.
    None,
}

impl Counted {
    /// Returns the words for it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Whole => "counted",
            Self::Part => "counted in part",
            Self::None => "not counted",
        }
    }
}

impl TacticsCard {
    /// Returns how much of the card questions count.
    pub const fn counted(&self) -> Counted {
        match (self.uses.is_empty(), &self.left_out) {
            (true, _) => Counted::None,
            (false, None) => Counted::Whole,
            (false, Some(_)) => Counted::Part,
        }
    }
}

/// How many cards are counted. Shares weigh cards by how often decks hold them: a card of a faction
/// is in each of its decks, one of a commander in the decks of that commander (A8.1).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CountedShares {
    /// The number of cards.
    pub cards: usize,
    /// Those that are counted wholly.
    pub whole: usize,
    /// Those that are counted in part.
    pub part: usize,
    weights: [f64; 3],
}

impl CountedShares {
    fn add(&mut self, counted: Counted, weight: f64) {
        self.cards += 1;
        self.whole += usize::from(counted == Counted::Whole);
        self.part += usize::from(counted == Counted::Part);
        if let Some(sum) = self.weights.get_mut(counted as usize) {
            *sum += weight;
        }
    }

    /// Returns the share of cards that are counted wholly, in `[0, 1]`.
    pub fn share_whole(&self) -> f64 {
        let [whole, ..] = self.weights;
        whole / self.total()
    }

    /// Returns the share of cards that are counted wholly or in part, in `[0, 1]`.
    pub fn share_counted(&self) -> f64 {
        let [whole, part, _] = self.weights;
        (whole + part) / self.total()
    }

    fn total(&self) -> f64 {
        // without cards all shares are 0
        self.weights.iter().sum::<f64>().max(f64::MIN_POSITIVE)
    }
}

/// How many tactics cards questions count, by faction and in all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TacticsCoverage {
    /// All cards.
    pub all: CountedShares,
    /// The cards of each faction.
    pub by_faction: BTreeMap<String, CountedShares>,
}

impl Catalogue {
    /// Counts the tactics cards by how much of them questions count.
    pub fn tactics_coverage(&self) -> TacticsCoverage {
        self.tactics_coverage_by(TacticsCard::counted)
    }

    /// Counts the tactics cards by what `counted` says of each.
    pub fn tactics_coverage_by(
        &self,
        counted: impl Fn(&TacticsCard) -> Counted,
    ) -> TacticsCoverage {
        let mut commanders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for card in self.tactics_cards() {
            let of_faction = commanders.entry(&card.origin.faction).or_default();
            of_faction.extend(card.commander.as_deref());
        }
        let mut coverage = TacticsCoverage::default();
        for card in self.tactics_cards() {
            let faction = card.origin.faction.as_str();
            let leaders = commanders.get(faction).map_or(1, BTreeSet::len).max(1);
            let weight = if card.commander.is_some() { 1.0 / leaders as f64 } else { 1.0 };
            coverage.all.add(counted(card), weight);
            let of_faction = coverage.by_faction.entry(faction.to_owned()).or_default();
            of_faction.add(counted(card), weight);
        }
        coverage
    }

    /// Counts the NCUs by what `counted` says of each. Each counts as one, so that shares are those
    /// of NCUs.
    pub fn ncu_coverage_by(&self, counted: impl Fn(&Ncu) -> Counted) -> TacticsCoverage {
        let mut coverage = TacticsCoverage::default();
        for ncu in self.ncus() {
            coverage.all.add(counted(ncu), 1.0);
            let of_faction = coverage.by_faction.entry(ncu.origin.faction.clone()).or_default();
            of_faction.add(counted(ncu), 1.0);
        }
        coverage
    }
}
