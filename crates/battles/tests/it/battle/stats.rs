//! Counts of play, against what players see when they choose.

use super::by;
use super::lists::{SHIPPED_LISTS, battle};
use std::cell::RefCell;
use warodds_battles::battle::{Battle, Mode, TerrainSetup};
use warodds_battles::choice::{
    Benefit, FreeStep, PlayerChoice, PlayerTurn, TacticsZone, UnitAction,
};
use warodds_battles::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use warodds_battles::dice::RolledDice;
use warodds_battles::field::UnitId;
use warodds_battles::log::LogEntry;
use warodds_battles::play::Play;
use warodds_battles::policy::{PolicyKind, PolicyPlayer};
use warodds_battles::run::{SeededGenerator, initial_state};
use warodds_battles::stats::{PlayStats, stats_of};

/// A player who plays as a policy and counts from the views what the policy chooses.
struct CountingPlayer<'c> {
    policy: PolicyPlayer,
    counts: &'c RefCell<[PlayStats; 2]>,
}

impl Decide for CountingPlayer<'_> {
    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        let choice = self.policy.choose(view, decision)?;
        let mut counts = self.counts.borrow_mut();
        match (decision, &choice) {
            (_, PlayerChoice::Turn(turn)) => count(&mut counts, view, turn),
            (PlayerDecision::Action(unit), PlayerChoice::Act(Some(FreeStep::Action(action)))) => {
                count_shot(&mut counts, view, (unit, action));
            }
            _ => {}
        }
        drop(counts);
        Ok(choice)
    }
}

fn count(counts: &mut [PlayStats; 2], view: &PlayerView<'_>, turn: &PlayerTurn) {
    let army = |unit: UnitId| view.battle.army_of(unit.0.into());
    let field = &view.state.field;
    let action = match turn {
        PlayerTurn::Unit { unit, action } => {
            let stats = &mut counts[army(*unit)];
            // walls are no units (A13.3.6)
            if field.is_engaged(*unit) && !view.battle.is_wall(*unit) {
                stats.engaged_activations += 1;
                stats.retreats += u64::from(matches!(action, UnitAction::Retreat(_)));
            }
            Some((unit, action))
        }
        PlayerTurn::Ncu { seat: Some(TacticsZone::Crown), benefit: Benefit::Test { unit } } => {
            let full = view.battle.fighter(*unit).map(|card| card.wounds());
            let stats = &mut counts[1 - army(*unit)];
            stats.crowns += 1;
            let left = view.state.unit(*unit).map(|state| state.left);
            stats.crowns_on_unhurt += u64::from(left == full);
            None
        }
        PlayerTurn::Ncu { benefit: Benefit::Act { unit, action }, .. } => Some((unit, action)),
        _ => None,
    };
    action.into_iter().for_each(|action| count_shot(counts, view, action));
}

fn count_shot(
    counts: &mut [PlayStats; 2],
    view: &PlayerView<'_>,
    (unit, action): (&UnitId, &UnitAction),
) {
    if let UnitAction::Shoot { target, .. } = action {
        let stats = &mut counts[view.battle.army_of(unit.0.into())];
        stats.shots += 1;
        stats.shots_into_melee += u64::from(view.state.field.is_engaged(*target));
    }
}

/// Plays a battle with every die rolled; returns its log and what its players chose.
fn play(battle: &Battle, kind: PolicyKind, seed: u64) -> (Vec<LogEntry>, [PlayStats; 2]) {
    let counts = RefCell::default();
    let player = || CountingPlayer { policy: PolicyPlayer::new(by(kind)), counts: &counts };
    let (mut a, mut b) = (player(), player());
    let outcomes = battle.outcome_cache();
    let mut dice = RolledDice::logged(SeededGenerator::new(seed));
    let (state, mut log) = (initial_state(battle, seed).unwrap(), Vec::new());
    Play::new((battle, &outcomes), state, [&mut a, &mut b], &mut dice, &mut log).play().unwrap();
    (log, counts.into_inner())
}

/// Returns the units that attack by their turns, or as they come from reserve in a siege.
fn attackers(log: &[LogEntry]) -> Vec<UnitId> {
    let mut arrived = None;
    let mut attackers = Vec::new();
    for entry in log {
        let LogEntry::Chose { choice, .. } = entry else { continue };
        let (unit, action) = match choice {
            PlayerChoice::Turn(
                PlayerTurn::Unit { unit, action }
                | PlayerTurn::Ncu { benefit: Benefit::Act { unit, action }, .. },
            ) => (Some(*unit), action),
            PlayerChoice::Turn(PlayerTurn::Reserve { unit, .. }) => {
                arrived = Some(*unit);
                continue;
            }
            PlayerChoice::Act(Some(FreeStep::Action(action))) => (arrived, action),
            _ => continue,
        };
        let is_attack = matches!(
            action,
            UnitAction::Shoot { .. } | UnitAction::Melee { .. } | UnitAction::Charge { .. }
        );
        attackers.extend(unit.filter(|_| is_attack));
    }
    attackers
}

#[test]
fn counts_are_those_of_the_players_and_of_the_entries() {
    let mut total = PlayStats::default();
    let mut seed = 0;
    for mode in Mode::ALL {
        let battle = battle(mode, TerrainSetup::Random, SHIPPED_LISTS);
        for kind in [PolicyKind::Random, PolicyKind::Quick, PolicyKind::Quick] {
            seed += 1;
            let (log, chosen) = play(&battle, kind, seed);
            let found = stats_of(&battle, &log).unwrap();
            for (found, chosen) in found.iter().zip(&chosen) {
                let of = |stats: &PlayStats| {
                    [
                        stats.engaged_activations,
                        stats.retreats,
                        stats.crowns,
                        stats.crowns_on_unhurt,
                        stats.shots,
                        stats.shots_into_melee,
                    ]
                };
                assert_eq!(of(found), of(chosen), "{} {kind:?}", mode.id());
            }
            let sum = found[0].and(&found[1]);
            let count = |is_counted: &dyn Fn(&LogEntry) -> bool| {
                log.iter().filter(|entry| is_counted(entry)).count() as u64
            };
            let charges = count(&|entry| {
                matches!(
                    entry,
                    LogEntry::Chose {
                        choice: PlayerChoice::Turn(
                            PlayerTurn::Unit { action: UnitAction::Charge { .. }, .. }
                                | PlayerTurn::Ncu {
                                    benefit: Benefit::Act { action: UnitAction::Charge { .. }, .. },
                                    ..
                                }
                        ) | PlayerChoice::Act(Some(FreeStep::Action(
                            UnitAction::Charge { .. }
                        ))),
                        ..
                    }
                )
            });
            assert_eq!(sum.charges.iter().sum::<u64>(), charges);
            // walls are no units (A13.3.6)
            let is_unit = |unit: &UnitId| !battle.is_wall(*unit);
            let destroyed =
                count(&|entry| matches!(entry, LogEntry::Destroyed { unit } if is_unit(unit)));
            assert_eq!(sum.destroyed, destroyed);
            let units = || (0..battle.units.len() as u8).map(UnitId).filter(is_unit);
            assert_eq!((sum.armies, sum.units), (2, units().count() as u64));
            let attackers = attackers(&log);
            let attacks = |unit: UnitId| attackers.contains(&unit);
            let scores = |unit: UnitId| {
                log.iter().any(
                    |entry| matches!(entry, LogEntry::Scored { unit: by, .. } if *by == Some(unit)),
                )
            };
            assert_eq!(sum.idle_units, units().filter(|unit| !attacks(*unit)).count() as u64);
            let useless = units().filter(|unit| !attacks(*unit) && !scores(*unit));
            assert_eq!(sum.useless_units, useless.count() as u64);
            total = total.and(&sum);
        }
    }
    // each kind of event was met, or nothing was tested
    let met = [total.retreats, total.crowns, total.shots_into_melee, total.dangerous_wounds];
    assert!(met.iter().all(|count| *count > 0), "{total:?}");
    assert!(total.charges_arrived > 0 && total.useless_units > 0, "{total:?}");
}
