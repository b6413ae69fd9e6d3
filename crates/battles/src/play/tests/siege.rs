//! A Storm of Swords by hand: each place, wound and point is worked out in the comments.

use super::{after, infantry, point};
use crate::army::{BattleArmy, BattleUnit};
use crate::battle::{Battle, BattleSpec, Mode, Rulebook, TerrainSetup};
use crate::choice::{PlayerChoice, PlayerTurn, UnitAction};
use crate::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use crate::dice::{Generator, RolledDice};
use crate::field::{Manoeuvre, PlacedUnit, PlayerId, UnitId};
use crate::file::parse_siege;
use crate::geometry::{GameTable, Heading, Length, Pose, Tray, TrayArc};
use crate::log::LogEntry;
use crate::modes;
use crate::progress::{Play, PlayError, PlayResult, PlayStop};
use crate::siege::Siege;
use crate::state::{BattleState, UnitPlace};
use crate::terrain::{SHIPPED_PIECES, parse_kinds};
use warodds_questions::catalogue::Catalogue;

/// Walls 8" wide and 1" deep with 10 wounds.
const SIEGE: &str = r#"
[wall]
width = 8
depth = 1
wounds = 10
arrows = { dice = 8, hit = 4, range = "long" }

[[ability]]
name = "Rams"
season = "2021"
effects = [{ when = "attacking", melee = true, hits = 1 }]

[[attacker]]
name = "Rams"
units = ["Rams"]
[[attacker]]
name = "Stones"
wall_damage = 4
rounds = [2, 3]
[[attacker]]
name = "More Stones"
wall_damage = 1

[[defender]]
name = "Thick"
wall_wounds = 2
[[defender]]
name = "Masons"
wall_repairs = 3
[[defender]]
name = "Relief"
reserves_from = 2
"#;

/// Units 0 and 1 attack, with walls 2 to 4 that are never raised; 5 and 6 defend, with walls 7 to 9.
pub(super) fn battle() -> Battle {
    let siege: Siege = parse_siege("siege", SIEGE, Catalogue::shipped()).unwrap();
    let army = |name: &str| BattleArmy {
        name: name.to_owned(),
        units: (0..2).map(|_| BattleUnit::new(infantry(name), 5, false).unwrap()).collect(),
        ncus: Vec::new(),
    };
    Battle::new(BattleSpec {
        armies: [army("a"), army("b")],
        decks: None,
        mode: Mode::AStormOfSwords,
        missions: None,
        siege: Some(siege),
        rulebook: Rulebook::V1_6,
        table: GameTable::STANDARD,
        ground: TerrainSetup::None,
        kinds: parse_kinds(SHIPPED_PIECES).unwrap(),
        limit: 40,
    })
    .unwrap()
}

const LEFT: UnitId = UnitId(7);
pub(super) const MIDDLE: UnitId = UnitId(8);

/// The walls without cards, and units of the attacker at these places, facing north.
pub(super) fn state(battle: &Battle, units: &[(u8, i64, i64)]) -> BattleState {
    let raised = BattleState::new(battle, battle.field().unwrap(), 1);
    let mut state = after(battle, raised, modes::set_up);
    let siege = state.siege.as_mut().unwrap();
    *siege = crate::siege::SiegeState::new();
    for wall in 7..10 {
        state.units[wall].left = 10;
    }
    for (unit, x, y) in units {
        let number = usize::from(*unit);
        let pose = Pose { middle: point(*x, *y), heading: Heading::NORTH };
        let tray = Tray::new(battle.units[number].tray, pose);
        let player = state.units[number].player;
        state.field.place_unit(UnitId(*unit), PlacedUnit { player, tray }).unwrap();
        state.units[number].place = UnitPlace::Table;
    }
    state.round = 2;
    state
}

/// Dice that all show a 6.
pub(super) struct Sixes;

impl Generator for Sixes {
    fn word(&mut self) -> u64 {
        5
    }
}

/// Stays after a victory, takes the first alignment, and puts units where they may come.
pub(super) struct Steady(pub Option<(UnitId, Pose)>);

impl Decide for Steady {
    fn choose(
        &mut self,
        _: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        Ok(match decision {
            PlayerDecision::Surge(_) => PlayerChoice::Surge(None),
            PlayerDecision::Pivot(_) => PlayerChoice::Pivot(None),
            PlayerDecision::Align(_, places) => PlayerChoice::Align(places[0].0.placing),
            PlayerDecision::BringBack(_) => PlayerChoice::BringBack(self.0.take()),
            PlayerDecision::Action(_) => PlayerChoice::Act(None),
            other => return Err(DecisionError::None(format!("{other:?} is not expected"))),
        })
    }
}

/// Plays with sixes; returns the state, the log and the rule that was broken, if any.
pub(super) fn sixes(
    battle: &Battle,
    state: BattleState,
    back: Option<(UnitId, Pose)>,
    what: impl FnOnce(&mut Play<'_>) -> PlayResult,
) -> (BattleState, Vec<LogEntry>, Option<String>) {
    let outcomes = battle.outcome_cache();
    let (mut a, mut b) = (Steady(back), Steady(None));
    let (mut dice, mut log) = (RolledDice::logged(Sixes), Vec::new());
    let mut play = Play::new((battle, &outcomes), state, [&mut a, &mut b], &mut dice, &mut log);
    let broken = match what(&mut play) {
        Ok(()) => None,
        Err(PlayStop::Failed(PlayError::Refused(refused))) => Some(refused.rule.to_string()),
        Err(stop) => panic!("{stop:?}"),
    };
    (play.state, log, broken)
}

pub(super) fn turn(play: &mut Play<'_>, unit: u8, action: UnitAction) -> PlayResult {
    let (player, unit) = (play.unit(UnitId(unit))?.player, UnitId(unit));
    play.state.active = player;
    play.make_turn(player, PlayerTurn::Unit { unit, action }).map(|_| ())
}

fn rule_of(battle: &Battle, state: &BattleState, unit: u8, action: UnitAction) -> Option<String> {
    sixes(battle, state.clone(), None, |play| turn(play, unit, action)).2
}

/// A13.3.1: the rear of each wall is 3" from the northern edge, so its middle is at
/// 24 − 3 − 0.5 = 20.5"; sections of 8" with gaps of 4" are 12" apart.
#[test]
fn walls_lie_three_inches_from_the_edge_of_the_defender() {
    let battle = battle();
    let state = state(&battle, &[]);
    let middles = [7, 8, 9].map(|wall| {
        let pose = state.field.unit(UnitId(wall)).unwrap().tray.pose();
        [pose.middle.x(), pose.middle.y(), i32::from(pose.heading.tenths())]
    });
    assert_eq!(middles, [[12_000, 20_500, 1_800], [0, 20_500, 1_800], [-12_000, 20_500, 1_800]]);
    // turned, they lie as far from the southern edge
    let turned = state.rotated_180();
    assert_eq!(turned.field.unit(MIDDLE).unwrap().tray.pose().middle, point(0, -20_500));
    assert_eq!(turned.defender(), PlayerId::South);
    // the attacker has none
    assert!((2..5).all(|wall| state.units[wall].place == UnitPlace::Gone));
}

/// A13.3.6: a tray of 4.8" whose front touches a wall at 20" has its middle at 17.6". Trays may end
/// there, next to a wall that is no enemy; not through it, nor beside it beyond 21".
#[test]
fn nobody_passes_a_wall_but_trays_may_stand_next_to_it() {
    let battle = battle();
    let state = state(&battle, &[(0, 0, 14_000), (1, 20_000, 16_000), (5, -12_000, 14_000)]);
    let ahead = |unit: u8, thousandths: i64| {
        let ahead = Length::new(thousandths).unwrap();
        let steps = Manoeuvre { first: Heading::NORTH, ahead, then: Heading::NORTH };
        state.field.manoeuvre(UnitId(unit), steps, Length::inches(20)).map_err(|wrong| wrong.rule)
    };
    assert!(ahead(0, 3_600).is_ok(), "it touches the wall");
    assert_eq!(ahead(0, 3_700), Err("A17.1"));
    assert_eq!(ahead(5, 3_700), Err("A17.1"), "nor do its own units pass it");
    // at x = 20" there is no wall: 21 − 2.4 − 16 = 2.6" are free
    assert!(ahead(1, 2_600).is_ok());
    assert_eq!(ahead(1, 2_601), Err("A13.3.6"));
}

/// A13.3.6: walls are neither units nor terrain, so they hide nothing, and no shot hurts them.
#[test]
fn walls_hide_nothing_and_only_melee_hurts_them() {
    let battle = battle();
    let state = state(&battle, &[(0, 0, 14_000), (1, 12_000, 17_600)]);
    let shot = state.field.check_ranged_attack(UnitId(0), MIDDLE, Length::LONG);
    assert_eq!(shot.unwrap_err().rule, "A13.3.6");
    // a wall shoots at a unit at its front, and looks past the other wall
    let sees = |wall, unit| state.field.sees(wall, UnitId(unit)).unwrap();
    assert!(sees(MIDDLE, 0) && sees(LEFT, 1));
    assert!(state.field.check_ranged_attack(LEFT, UnitId(1), Length::LONG).is_ok());
    // it neither moves nor shifts, and the attacker does not activate it
    let march = UnitAction::March { ahead: Length::INCH, then: Heading::NORTH };
    assert_eq!(rule_of(&battle, &state, 8, march).as_deref(), Some("A13.3.6"));
    assert_eq!(rule_of(&battle, &state, 2, UnitAction::Forgo).as_deref(), Some("A13.3.6"));
    let arrows = UnitAction::Shoot { weapon: 0, shift: None, target: UnitId(0) };
    assert_eq!(rule_of(&battle, &state, 8, arrows), None);
}

/// Eight arrows of sixes hit eight times, and eight saves of sixes block them all.
#[test]
fn arrows_are_a_ranged_attack_of_the_wall() {
    let battle = battle();
    let before = state(&battle, &[(0, 0, 14_000)]);
    let arrows = UnitAction::Shoot { weapon: 0, shift: None, target: UnitId(0) };
    let (left, log, _) = sixes(&battle, before, None, |play| {
        turn(play, 8, arrows)?;
        // dice are recorded before the next event
        play.record(|| LogEntry::Round { round: 3, first: PlayerId::South })
    });
    assert_eq!((left.units[0].left, left.units[8].activated), (12, true));
    let rolled = |count: usize| {
        log.iter().any(
            |entry| matches!(entry, LogEntry::Rolled { faces, .. } if *faces == vec![6; count]),
        )
    };
    assert!(rolled(8), "{log:?}");
    // a section activates once a round
    let again = rule_of(&battle, &left, 8, UnitAction::Forgo);
    assert_eq!(again.as_deref(), Some("A12.6"));
}

/// A13.3.6: eight dice of sixes hit eight times and a wall has no saves: 10 − 8 = 2. The next attack
/// destroys it for five points; it stays, engages nobody, and is not attacked again.
#[test]
fn a_wall_falls_to_melee_for_five_points_and_stays_on_the_table() {
    let battle = battle();
    let charge = charge_at(MIDDLE);
    // 20 − 14 − 2.4 = 3.6" to go, with speed 5
    let before = state(&battle, &[(0, 0, 14_000), (1, 12_000, 14_000)]);
    let (hit, _, broken) = sixes(&battle, before, None, |play| turn(play, 0, charge));
    assert_eq!((broken, hit.units[8].left, hit.units[8].tokens), (None, 2, 0));
    assert!(hit.field.is_engaged(UnitId(0)));
    let mut next = hit;
    next.units[0].activated = false;
    let melee = UnitAction::Melee { weapon: 0, realign: None, target: MIDDLE };
    let (fallen, log, _) = sixes(&battle, next, None, |play| turn(play, 0, melee));
    assert_eq!((fallen.units[8].left, fallen.points), (0, [5, 0]));
    assert_eq!(fallen.units[8].place, UnitPlace::Gone);
    assert!(fallen.field.unit(MIDDLE).is_ok() && !fallen.field.is_engaged(UnitId(0)));
    let scored = log.iter().filter(|entry| matches!(entry, LogEntry::Scored { .. })).count();
    assert_eq!(scored, 1, "five points, and none more for a unit");
    // a ruin is in the way still
    let step = Manoeuvre { first: Heading::NORTH, ahead: Length::INCH, then: Heading::NORTH };
    let through = fallen.field.manoeuvre(UnitId(0), step, Length::inches(5));
    assert_eq!(through.unwrap_err().rule, "A17.1");
    let again = sixes(&battle, fallen, None, |play| play.perform(UnitId(1), charge));
    assert_eq!(again.2.as_deref(), Some("A6.16"));
}

pub(super) fn charge_at(target: UnitId) -> UnitAction {
    UnitAction::Charge { weapon: 0, target, arc: TrayArc::Front, heading: Heading::NORTH }
}
