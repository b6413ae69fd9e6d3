//! How much of the result of a battle is luck.
//!
//! The result of an army is the points that its enemy lost minus those that it lost itself; each
//! wound of a unit counts its share of the unit's cost. The luck of a roll is what it changed in
//! the result minus what it changes in expectation over all its outcomes, computed exactly before
//! the roll. Luck is zero in expectation, whatever the players do; what is left of the result is
//! due to their decisions, against each other.

mod document;

pub use document::LuckDocument;

use crate::battle::Battle;
use crate::field::UnitId;
use crate::log::{BattleEnding, DANGEROUS_TERRAIN, LogEntry, RuleViolation};
use crate::outcomes::{EncounterKind, OutcomeCache};
use crate::referee::{LogRefusal, ResolvedEncounter, check_and_list};
use schemars::JsonSchema;
use serde::Serialize;
use std::iter::Sum;

/// The names of the armies.
pub const ARMIES: [&str; 2] = ["a", "b"];

/// What a roll is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RollPurpose {
    /// An attack with everything that it triggers (A2).
    Attack,
    /// A charge and its attack (A5).
    Charge,
    /// A panic test outside of attacks (A4.2).
    PanicTest,
    /// Hits of a tactics card (A2.10).
    Hits,
    /// Dangerous terrain at the end of a move (A10.4).
    DangerousTerrain,
}

impl RollPurpose {
    /// All purposes with their names.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Attack, "attacks"),
        (Self::Charge, "charges"),
        (Self::PanicTest, "panic tests"),
        (Self::Hits, "hits of cards"),
        (Self::DangerousTerrain, "dangerous terrain"),
    ];

    /// Returns the name of one roll.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Charge => "charge",
            Self::PanicTest => "panic test",
            Self::Hits => "hits of a card",
            Self::DangerousTerrain => "dangerous terrain",
        }
    }
}

/// Points that army `a` and army `b` lost; negative if wounds were restored.
pub type LostPoints = [f64; 2];

/// Returns the points that the enemy of an army lost minus those that it lost itself.
fn result(lost: LostPoints, army: usize) -> f64 {
    let [a, b] = lost;
    if army == 0 { b - a } else { a - b }
}

/// A roll, or all dice of an attack or a charge, with its luck.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LuckOfRoll {
    /// The round, from 1.
    pub round: u8,
    /// What it was for.
    pub purpose: RollPurpose,
    /// The number of the unit that acted or tested.
    pub unit: UnitId,
    /// The number of its enemy, if it had one.
    pub enemy: Option<UnitId>,
    /// The points that armies `a` and `b` lost.
    pub lost: LostPoints,
    /// The points that they lose in expectation.
    pub expected: LostPoints,
}

impl LuckOfRoll {
    /// Returns the luck of an army (0 or 1) in points.
    pub fn luck(&self, army: usize) -> f64 {
        result(self.lost, army) - result(self.expected, army)
    }
}

/// The luck of an army's rolls of one purpose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LuckOfPurpose {
    /// The army (0 or 1) whose units rolled or attacked.
    pub army: usize,
    /// The name of the rolls, in the plural.
    pub purpose: &'static str,
    /// The number of rolls.
    pub rolls: usize,
    /// The luck of army `a` in points.
    pub luck: f64,
}

/// The result of a battle, split into luck and decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleLuck {
    /// How the battle ended.
    pub ending: BattleEnding,
    /// The points that each army lost in the whole battle.
    pub lost: LostPoints,
    /// The rolls in order.
    pub rolls: Vec<LuckOfRoll>,
}

impl BattleLuck {
    /// Returns the points that the enemy of an army (0 or 1) lost minus those that it lost itself.
    pub fn result(&self, army: usize) -> f64 {
        result(self.lost, army)
    }

    /// Returns how much of the result of an army is luck.
    pub fn luck(&self, army: usize) -> f64 {
        // an empty sum of floats is −0
        f64::sum(self.rolls.iter().map(|roll| roll.luck(army))) + 0.0
    }

    /// Returns the luck by army and purpose, without purposes that an army did not roll for.
    pub fn by_purpose(&self, army_of: impl Fn(UnitId) -> usize) -> Vec<LuckOfPurpose> {
        let pairs = [0, 1].into_iter().flat_map(|army| RollPurpose::ALL.map(|one| (army, one)));
        let of = |(army, (purpose, name)): (usize, (RollPurpose, &'static str))| {
            let is_of = |roll: &&LuckOfRoll| roll.purpose == purpose && army_of(roll.unit) == army;
            let rolls: Vec<f64> = self.rolls.iter().filter(is_of).map(|one| one.luck(0)).collect();
            let luck = rolls.iter().sum();
            LuckOfPurpose { army, purpose: name, rolls: rolls.len(), luck }
        };
        pairs.map(of).filter(|one| one.rolls > 0).collect()
    }

    /// Returns how much of the result of an army is due to decisions.
    pub fn decisions(&self, army: usize) -> f64 {
        self.result(army) - self.luck(army)
    }
}

/// Checks a log and splits its result into luck and decisions.
///
/// # Errors
/// The first illegal entry and the rule that it breaks.
pub fn luck_of(battle: &Battle, entries: &[LogEntry]) -> Result<BattleLuck, LogRefusal> {
    let outcomes = battle.outcome_cache();
    let (ending, encounters) = check_and_list(battle, &outcomes, entries)?;
    let mut counter = LossCounter::new(battle, &outcomes);
    let mut encounters = encounters.into_iter().peekable();
    let mut entry = 0;
    while let Some(one) = entries.get(entry) {
        if let Some(encounter) = encounters.next_if(|encounter| encounter.entries.start == entry) {
            counter.meet(&encounter).map_err(|refusal| LogRefusal { entry: entry + 1, refusal })?;
            entry = encounter.entries.end;
        } else {
            counter.read(one);
            entry += 1;
        }
    }
    Ok(BattleLuck { ending, lost: counter.lost, rolls: counter.rolls })
}

/// Counts points lost, entry by entry.
struct LossCounter<'a> {
    battle: &'a Battle,
    outcomes: &'a OutcomeCache<'a>,
    round: u8,
    /// Wounds left to each unit.
    left: Vec<u8>,
    /// Whether the last throw was for dangerous terrain, and its wounds are still to come.
    is_dangerous: bool,
    lost: LostPoints,
    rolls: Vec<LuckOfRoll>,
}

impl<'a> LossCounter<'a> {
    fn new(battle: &'a Battle, outcomes: &'a OutcomeCache<'a>) -> Self {
        let left = battle.units.iter().map(|unit| unit.wounds()).collect();
        let (lost, rolls) = ([0.0; 2], Vec::new());
        Self { battle, outcomes, round: 0, left, is_dangerous: false, lost, rolls }
    }

    /// Returns the share of a unit's cost that these wounds are, as a loss of its army.
    fn points(&self, unit: UnitId, wounds: f64) -> LostPoints {
        let Some(card) = self.battle.fighter(unit) else { return [0.0; 2] };
        let points = wounds * f64::from(card.cost) / f64::from(card.wounds().max(1));
        let mut lost = [0.0; 2];
        lost[self.battle.army_of(unit.0.into())] = points;
        lost
    }

    /// Counts the luck of an encounter.
    fn meet(&mut self, encounter: &ResolvedEncounter) -> Result<(), RuleViolation> {
        let ResolvedEncounter { spec, after, .. } = encounter;
        let wrong = |error| RuleViolation::new("A2", format!("{error}"));
        let expected = self.outcomes.get(spec).map_err(wrong)?.expected().map_err(wrong)?;
        let purpose = match spec.kind {
            EncounterKind::Attack { .. } => RollPurpose::Attack,
            EncounterKind::Charge { .. } => RollPurpose::Charge,
            EncounterKind::Panic { .. } | EncounterKind::Friend => RollPurpose::PanicTest,
            // a morale test costs no wounds: what follows it is counted by itself
            EncounterKind::Morale { .. } => return Ok(()),
            EncounterKind::Hits { .. } => RollPurpose::Hits,
        };
        let sides = if spec.kind.is_of_one_unit() { 1 } else { 2 };
        let loss = |left: [f64; 2]| {
            let of_side = |side: usize| {
                let before = f64::from(spec.conditions[side].left);
                self.points(spec.units[side], before - left[side])
            };
            (0..sides).map(of_side).fold([0.0; 2], add)
        };
        let (lost, expected) = (loss(after.left.map(f64::from)), loss(expected.left));
        let [unit, enemy] = spec.units;
        let enemy = (sides == 2).then_some(enemy);
        self.rolls.push(LuckOfRoll { round: self.round, purpose, unit, enemy, lost, expected });
        Ok(())
    }

    /// Reads an entry that belongs to no encounter.
    fn read(&mut self, entry: &LogEntry) {
        match entry {
            LogEntry::Round { round, .. } => self.round = *round,
            LogEntry::Rolled { what, .. } => self.is_dangerous = what == DANGEROUS_TERRAIN,
            LogEntry::Wounds { unit, left, .. } => self.wounds_left(*unit, *left),
            LogEntry::Destroyed { unit } => {
                // a unit that returns is whole again
                let full = self.battle.fighter(*unit).map_or(0, |card| card.wounds());
                self.set_left(*unit, full);
            }
            _ => {}
        }
    }

    fn wounds_left(&mut self, unit: UnitId, left: u8) {
        let before = self.left.get(usize::from(unit.0)).copied().unwrap_or(left);
        let lost = self.points(unit, f64::from(before) - f64::from(left));
        self.lost = add(self.lost, lost);
        self.set_left(unit, left);
        if std::mem::take(&mut self.is_dangerous) {
            // D3 + 1 wounds, at most those left (A10.4)
            let mean = (2..=4).map(|wounds| f64::from(before.min(wounds))).sum::<f64>() / 3.0;
            let (purpose, expected) = (RollPurpose::DangerousTerrain, self.points(unit, mean));
            let (round, enemy) = (self.round, None);
            self.rolls.push(LuckOfRoll { round, purpose, unit, enemy, lost, expected });
        }
    }

    fn set_left(&mut self, unit: UnitId, left: u8) {
        if let Some(known) = self.left.get_mut(usize::from(unit.0)) {
            *known = left;
        }
    }
}

fn add(one: LostPoints, other: LostPoints) -> LostPoints {
    [one[0] + other[0], one[1] + other[1]]
}
