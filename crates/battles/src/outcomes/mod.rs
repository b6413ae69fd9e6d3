//! Outcomes of attacks, charges and panic tests under the rules of `warodds_games`.
//!
//! Each distinct [`EncounterSpec`] is compiled once per battle and cached; its outcome is then
//! rolled die by die or drawn from the exact distribution.

mod compile;
mod distribution;
mod encounter;
mod pairs;
mod typical;

pub use distribution::{EncounterOutcomes, ExpectedOutcome};
pub use encounter::{
    ChargeEnds, CombatConditions, EncounterKind, EncounterSetting, EncounterSpec, ObjectiveBonuses,
};
pub(crate) use typical::{Losses, TypicalEncounter};

use crate::army::BattleUnit;
use crate::cards::TacticsDeck;
use pairs::LastOfPairs;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;
use warodds_games::asoiaf::effect::Conditions;
use warodds_games::asoiaf::{Attack, Edition, Reach};

/// Number of outcomes after which a cache is cleared: some tens of megabytes.
const MAX_CACHED: usize = 10_000;
/// The same for encounters that are rolled and seldom recur. Roll-outs, which play a turn several
/// times, meet them again soon or never.
const MAX_ROLLED: usize = 1_000;

/// Why an encounter cannot be resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncounterError {
    /// A unit does not exist or has no wounds left.
    #[error("a unit that is destroyed cannot fight")]
    Gone,
    /// The unit's card has no attack with this number.
    #[error("the unit has no attack number {0}")]
    NoAttack(u8),
    /// A speed, distance or modifier is out of range.
    #[error("a speed, distance or modifier is out of range")]
    OutOfRange,
    /// A unit lacks a value that the rules need.
    #[error("a unit lacks a value that the rules need")]
    Incomplete,
    /// A rule read outside of a table.
    #[error(transparent)]
    OutOfTable(#[from] warodds_games::asoiaf::encounter::OutOfTable),
    /// A rule rolled dice that were not available.
    #[error("a rule rolled dice that are not available")]
    Lost,
}

/// A cache of encounter outcomes for the units of one battle.
///
/// Outcomes are pure functions of their specification, so the order of queries does not matter.
///
/// # Examples
/// A panic test on morale 6+ without tokens fails with probability 10/36.
/// ```
/// # use std::path::Path;
/// # use warodds_battles::file::load_text;
/// # use warodds_battles::outcomes::{CombatConditions, EncounterKind, EncounterSpec, OutcomeCache};
/// # use warodds_battles::field::UnitId;
/// # use warodds_questions::catalogue::Catalogue;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = r#"
///     [battle]
///     mode = "a-clash-of-kings"
///     [a]
///     units = ["lannister guardsmen"]
///     [b]
///     units = ["stark sworn swords"]
/// "#;
/// let battle = load_text(Path::new("battle.toml"), text, Catalogue::shipped())?.battle;
/// let outcomes = OutcomeCache::new(&battle.units, battle.rulebook.edition());
/// let swords = CombatConditions { left: 12, ..CombatConditions::default() };
/// let test = EncounterSpec {
///     kind: EncounterKind::Panic { modifier: 0, own_turn: false },
///     units: [UnitId(1); 2],
///     conditions: [swords; 2],
///     setting: Default::default(),
///     cards: Default::default(),
/// };
/// let expected = outcomes.get(&test)?.expected()?;
/// assert!((expected.failed[0] - 10.0 / 36.0).abs() < 1e-12);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct OutcomeCache<'a> {
    units: &'a [BattleUnit],
    edition: Edition,
    /// The tactics cards of both armies, if they are played.
    decks: Option<&'a [TacticsDeck; 2]>,
    /// Encounters that are drawn from their exact distributions.
    drawn: RefCell<FxHashMap<EncounterSpec, Arc<EncounterOutcomes>>>,
    /// The others.
    rolled: RefCell<FxHashMap<EncounterSpec, Arc<EncounterOutcomes>>>,
    typical: RefCell<FxHashMap<TypicalEncounter, Losses>>,
    /// Losses of encounters in which cards may be played.
    by_cards: RefCell<FxHashMap<EncounterSpec, Losses>>,
    /// The best weapon of each unit against each other one in a frontal melee.
    pub(crate) melee_weapons: LastOfPairs<FrontalMelee, Option<u8>>,
    /// The wounds expected with it.
    pub(crate) melee_wounds: LastOfPairs<FrontalMelee, f64>,
}

/// What the estimate of a frontal melee between two units depends on, apart from the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrontalMelee {
    /// The attacker's wounds if its last rank were full.
    pub full_rank_wounds: u8,
    /// The wounds left to the defender.
    pub left: u8,
    /// The bonuses of both.
    pub bonuses: [ObjectiveBonuses; 2],
    /// The round, as far as abilities depend on it.
    pub round: u8,
}

impl<'a> OutcomeCache<'a> {
    /// Creates an empty cache for the units of a battle, numbered as in the battle.
    pub fn new(units: &'a [BattleUnit], edition: Edition) -> Self {
        Self {
            units,
            edition,
            decks: None,
            drawn: RefCell::default(),
            rolled: RefCell::default(),
            typical: RefCell::default(),
            by_cards: RefCell::default(),
            melee_weapons: LastOfPairs::new(units.len()),
            melee_wounds: LastOfPairs::new(units.len()),
        }
    }

    /// Adds the tactics cards that encounters may name.
    #[must_use]
    pub fn with_decks(self, decks: Option<&'a [TacticsDeck; 2]>) -> Self {
        Self { decks, ..self }
    }

    /// Returns the attack of an encounter, without its cards; `None` for a panic test.
    ///
    /// # Errors
    /// [`EncounterError`] if a unit, an attack or a value does not exist.
    pub(crate) fn attack(&self, spec: &EncounterSpec) -> Result<Option<Attack>, EncounterError> {
        compile::attack(self.units, spec)
    }

    /// Returns whether conditions hold for the first unit of `spec`; `reach` is the distance of its
    /// enemy, if it has one.
    ///
    /// # Errors
    /// [`EncounterError`] if a unit does not exist or is destroyed.
    pub(crate) fn meets(
        &self,
        spec: &EncounterSpec,
        reach: Option<Reach>,
        conditions: &Conditions,
    ) -> Result<bool, EncounterError> {
        compile::meets(self.units, (spec, reach), conditions)
    }

    /// Returns the outcomes of an encounter, compiling it on first use.
    ///
    /// # Errors
    /// [`EncounterError`] if a unit, an attack or a value does not exist.
    pub fn get(&self, spec: &EncounterSpec) -> Result<Arc<EncounterOutcomes>, EncounterError> {
        let (cache, most) =
            if spec.is_drawn() { (&self.drawn, MAX_CACHED) } else { (&self.rolled, MAX_ROLLED) };
        if let Some(cached) = cache.borrow().get(spec) {
            return Ok(Arc::clone(cached));
        }
        let encounter = compile::compile((self.units, self.decks), spec, self.edition)?;
        let compiled = Arc::new(EncounterOutcomes::new(encounter));
        let mut cache = cache.borrow_mut();
        // clearing all is as good as evicting the oldest: the frequent ones are back after a battle
        if cache.len() >= most {
            cache.clear();
        }
        cache.insert(*spec, Arc::clone(&compiled));
        Ok(compiled)
    }

    /// Applies `read` to the losses of a typical encounter, computing them on first use.
    pub(crate) fn typical_losses<T>(
        &self,
        typical: TypicalEncounter,
        read: impl FnOnce(&Losses) -> T,
    ) -> Result<T, EncounterError> {
        if let Some(losses) = self.typical.borrow().get(&typical) {
            return Ok(read(losses));
        }
        let spec = typical.spec(self.units);
        let encounter = compile::compile((self.units, self.decks), &spec, self.edition)?;
        let losses = Losses::new(&spec, &encounter.ends()?);
        let value = read(&losses);
        self.typical.borrow_mut().insert(typical, losses);
        Ok(value)
    }

    /// Applies `read` to the losses of an encounter, computing them on first use.
    pub(crate) fn losses<T>(
        &self,
        spec: &EncounterSpec,
        read: impl FnOnce(&Losses) -> T,
    ) -> Result<T, EncounterError> {
        if let Some(losses) = self.by_cards.borrow().get(spec) {
            return Ok(read(losses));
        }
        let encounter = compile::compile((self.units, self.decks), spec, self.edition)?;
        let losses = Losses::new(spec, &encounter.ends()?);
        let value = read(&losses);
        let mut cached = self.by_cards.borrow_mut();
        if cached.len() >= MAX_CACHED {
            cached.clear();
        }
        cached.insert(*spec, losses);
        Ok(value)
    }

    /// Returns the number of cached outcomes.
    pub fn cached_count(&self) -> usize {
        self.drawn.borrow().len() + self.rolled.borrow().len()
    }
}
