//! Counts of what players do in logged battles: how they use terrain, shots, charges, retreats and
//! zones, and how often that costs them.

mod document;

pub use document::{PolicyStats, StatsDocument};

use crate::battle::Battle;
use crate::choice::{Benefit, FreeStep, PlayerChoice, PlayerTurn, TacticsZone, UnitAction};
use crate::field::{EdgeContact, UnitId};
use crate::log::{DANGEROUS_TERRAIN, LogEntry, RuleViolation};
use crate::outcomes::{EncounterKind, OutcomeCache};
use crate::referee::{LogRefusal, ResolvedEncounter, check_and_list};
use schemars::JsonSchema;
use serde::Serialize;

/// The chances of charges at which they are counted apart, as numerators of sixths: below 2 in 6,
/// below 4 in 6, below 5 in 6, and more.
const CHARGES: [f64; 3] = [2.0 / 6.0, 4.0 / 6.0, 5.0 / 6.0];

/// Counts of what armies did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayStats {
    /// Battles of an army: two in a battle between armies of the same policy.
    pub armies: u64,
    /// Their units.
    pub units: u64,
    /// Units that never attacked, shot or charged.
    pub idle_units: u64,
    /// Those among them that scored no points either.
    pub useless_units: u64,
    /// Times that a unit was destroyed.
    pub destroyed: u64,
    /// Wounds of dangerous terrain at the end of moves (A10.4).
    pub dangerous_wounds: u64,
    /// Units destroyed by them.
    pub destroyed_by_terrain: u64,
    /// Shots.
    pub shots: u64,
    /// Shots at an enemy in contact with a friend (A6.14).
    pub shots_into_melee: u64,
    /// Friends destroyed by the panic tests of such shots.
    pub friends_destroyed: u64,
    /// Activations of units in contact with an enemy.
    pub engaged_activations: u64,
    /// Retreats among them.
    pub retreats: u64,
    /// Charges by their exact chance to arrive: below 1/3, below 2/3, below 5/6, and more.
    pub charges: [u64; 4],
    /// Charges that arrived.
    pub charges_arrived: u64,
    /// Crowns that made an enemy take a panic test (A9.2).
    pub crowns: u64,
    /// Crowns against units with all their wounds.
    pub crowns_on_unhurt: u64,
}

impl PlayStats {
    /// Returns the sums of both counts.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        let mut charges = self.charges;
        charges.iter_mut().zip(other.charges).for_each(|(sum, more)| *sum += more);
        Self {
            armies: self.armies + other.armies,
            units: self.units + other.units,
            idle_units: self.idle_units + other.idle_units,
            useless_units: self.useless_units + other.useless_units,
            destroyed: self.destroyed + other.destroyed,
            dangerous_wounds: self.dangerous_wounds + other.dangerous_wounds,
            destroyed_by_terrain: self.destroyed_by_terrain + other.destroyed_by_terrain,
            shots: self.shots + other.shots,
            shots_into_melee: self.shots_into_melee + other.shots_into_melee,
            friends_destroyed: self.friends_destroyed + other.friends_destroyed,
            engaged_activations: self.engaged_activations + other.engaged_activations,
            retreats: self.retreats + other.retreats,
            charges,
            charges_arrived: self.charges_arrived + other.charges_arrived,
            crowns: self.crowns + other.crowns,
            crowns_on_unhurt: self.crowns_on_unhurt + other.crowns_on_unhurt,
        }
    }
}

/// Checks a log and counts what army `a` and army `b` did.
///
/// # Errors
/// The first illegal entry and the rule that it breaks.
pub fn stats_of(battle: &Battle, entries: &[LogEntry]) -> Result<[PlayStats; 2], LogRefusal> {
    let outcomes = battle.outcome_cache();
    let (_, encounters) = check_and_list(battle, &outcomes, entries)?;
    let mut counter = StatsCounter::new(battle);
    for encounter in &encounters {
        let entry = encounter.entries.start + 1;
        counter.meet(&outcomes, encounter).map_err(|refusal| LogRefusal { entry, refusal })?;
    }
    entries.iter().for_each(|entry| counter.read(entry));
    Ok(counter.finish())
}

/// Counts entries and encounters.
struct StatsCounter<'a> {
    battle: &'a Battle,
    stats: [PlayStats; 2],
    /// Wounds left to each unit.
    left: Vec<u8>,
    /// Whether each unit attacked.
    has_attacked: Vec<bool>,
    /// Whether each unit scored points.
    has_scored: Vec<bool>,
    /// Units in contact.
    contacts: Vec<EdgeContact>,
    /// The unit that came from reserve this turn.
    arrived: Option<UnitId>,
    /// Whether the last throw was for dangerous terrain, and its wounds are still to come.
    is_dangerous: bool,
}

impl<'a> StatsCounter<'a> {
    fn new(battle: &'a Battle) -> Self {
        let mut stats = [PlayStats { armies: 1, ..PlayStats::default() }; 2];
        for (army, stats) in stats.iter_mut().enumerate() {
            stats.units += battle.units_of(army).count() as u64;
        }
        Self {
            battle,
            stats,
            left: battle.units.iter().map(|unit| unit.wounds()).collect(),
            has_attacked: vec![false; battle.units.len()],
            has_scored: vec![false; battle.units.len()],
            contacts: Vec::new(),
            arrived: None,
            is_dangerous: false,
        }
    }

    /// Returns the counts of a unit's army.
    fn of(&mut self, unit: UnitId) -> &mut PlayStats {
        &mut self.stats[self.battle.army_of(unit.0.into())]
    }

    /// Counts charges by their chance, and friends destroyed by shots into melees.
    fn meet(
        &mut self,
        outcomes: &OutcomeCache<'_>,
        encounter: &ResolvedEncounter,
    ) -> Result<(), RuleViolation> {
        let ResolvedEncounter { spec, after, .. } = encounter;
        let stats = self.of(spec.units[0]);
        match spec.kind {
            EncounterKind::Charge { .. } => {
                let wrong = |error| RuleViolation::new("A5", format!("{error}"));
                let chance = outcomes.get(spec).map_err(wrong)?.expected().map_err(wrong)?.arrives;
                // a chance of exactly 5 in 6 may be computed as slightly less
                let class = CHARGES.iter().filter(|least| chance > **least - 1e-9).count();
                stats.charges[class] += 1;
                stats.charges_arrived += u64::from(after.arrives);
            }
            EncounterKind::Friend => stats.friends_destroyed += u64::from(after.left[0] == 0),
            EncounterKind::Attack { .. }
            | EncounterKind::Panic { .. }
            | EncounterKind::Morale { .. }
            | EncounterKind::Hits { .. } => {}
        }
        Ok(())
    }

    fn read(&mut self, entry: &LogEntry) {
        match entry {
            LogEntry::Chose { choice: PlayerChoice::Turn(turn), .. } => self.turn(turn),
            // in a siege a unit acts as it arrives (A13.3.5)
            LogEntry::Chose {
                choice: PlayerChoice::Act(Some(FreeStep::Action(action))), ..
            } => {
                self.arrived.take().into_iter().for_each(|unit| self.act(unit, action));
            }
            LogEntry::Rolled { what, .. } => self.is_dangerous = what == DANGEROUS_TERRAIN,
            LogEntry::Wounds { unit, left, .. } => self.wounds_left(*unit, *left),
            LogEntry::Scored { unit: Some(unit), .. } => set(&mut self.has_scored, *unit),
            LogEntry::Aligned { contact, .. } => {
                // a realigned unit keeps its enemy
                self.contacts.retain(|known| (known.by, known.on) != (contact.by, contact.on));
                self.contacts.push(*contact);
            }
            LogEntry::Moved { unit, .. } => self.part(*unit),
            LogEntry::Destroyed { unit } => {
                // a wall is no unit
                let count = u64::from(!self.battle.is_wall(*unit));
                self.of(*unit).destroyed += count;
                self.part(*unit);
                // a unit that returns is whole again
                let full = self.battle.fighter(*unit).map_or(0, |card| card.wounds());
                self.set_left(*unit, full);
            }
            _ => {}
        }
    }

    fn turn(&mut self, turn: &PlayerTurn) {
        self.arrived = match turn {
            PlayerTurn::Reserve { unit, .. } => Some(*unit),
            _ => None,
        };
        match turn {
            PlayerTurn::Unit { unit, action } => {
                if self.contacts_of(*unit).next().is_some() && !self.battle.is_wall(*unit) {
                    let is_retreat = matches!(action, UnitAction::Retreat(_));
                    let stats = self.of(*unit);
                    stats.engaged_activations += 1;
                    stats.retreats += u64::from(is_retreat);
                }
                self.act(*unit, action);
            }
            PlayerTurn::Ncu { benefit: Benefit::Act { unit, action }, .. } => {
                self.act(*unit, action);
            }
            PlayerTurn::Ncu { seat: Some(TacticsZone::Crown), benefit: Benefit::Test { unit } } => {
                let full = self.battle.fighter(*unit).map(|card| card.wounds());
                let is_unhurt = full == self.left.get(usize::from(unit.0)).copied();
                let player = 1 - self.battle.army_of(unit.0.into());
                self.stats[player].crowns += 1;
                self.stats[player].crowns_on_unhurt += u64::from(is_unhurt);
            }
            PlayerTurn::Ncu { .. } | PlayerTurn::Reserve { .. } | PlayerTurn::Wait => {}
        }
    }

    fn act(&mut self, unit: UnitId, action: &UnitAction) {
        let is_attack = match action {
            UnitAction::Shoot { target, .. } => {
                // only enemies of the target, so friends of the shooter, are in contact with it
                let is_melee = self.contacts_of(*target).next().is_some();
                let stats = self.of(unit);
                stats.shots += 1;
                stats.shots_into_melee += u64::from(is_melee);
                true
            }
            UnitAction::Melee { .. } | UnitAction::Charge { .. } => true,
            _ => false,
        };
        if is_attack {
            set(&mut self.has_attacked, unit);
        }
    }

    fn contacts_of(&self, unit: UnitId) -> impl Iterator<Item = &EdgeContact> {
        self.contacts.iter().filter(move |contact| contact.other(unit).is_some())
    }

    /// Ends the contacts of a unit, which moved away or was destroyed.
    fn part(&mut self, unit: UnitId) {
        self.contacts.retain(|contact| contact.other(unit).is_none());
    }

    fn wounds_left(&mut self, unit: UnitId, left: u8) {
        if std::mem::take(&mut self.is_dangerous) {
            let before = self.left.get(usize::from(unit.0)).copied().unwrap_or(left);
            let stats = self.of(unit);
            stats.dangerous_wounds += u64::from(before.saturating_sub(left));
            stats.destroyed_by_terrain += u64::from(left == 0);
        }
        self.set_left(unit, left);
    }

    fn set_left(&mut self, unit: UnitId, left: u8) {
        if let Some(known) = self.left.get_mut(usize::from(unit.0)) {
            *known = left;
        }
    }

    fn finish(mut self) -> [PlayStats; 2] {
        let units = self.has_attacked.iter().zip(&self.has_scored).enumerate();
        let is_unit = |number: &usize| !self.battle.is_wall(UnitId(*number as u8));
        for (unit, (has_attacked, has_scored)) in units.filter(|(number, _)| is_unit(number)) {
            let stats = &mut self.stats[self.battle.army_of(unit)];
            stats.idle_units += u64::from(!has_attacked);
            stats.useless_units += u64::from(!has_attacked && !has_scored);
        }
        self.stats
    }
}

/// Notes that a unit has done something.
fn set(has_done: &mut [bool], unit: UnitId) {
    if let Some(has_done) = has_done.get_mut(usize::from(unit.0)) {
        *has_done = true;
    }
}
