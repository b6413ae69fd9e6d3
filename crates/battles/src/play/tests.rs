//! Each mode's score by hand: where units stand is written down, and what it is worth.

mod answers;
mod card_events;
mod card_tokens;
mod cards;
mod cards_and_others;
mod charges;
mod denials;
mod free_actions;
mod gained_tokens;
mod missions;
mod ncu_influences;
mod ncu_terms;
mod ncu_zones;
mod ncus;
mod picked_units;
mod room;
mod siege;
mod siege_rounds;
mod silence;

use crate::army::{BattleArmy, BattleUnit};
use crate::battle::{
    Battle, BattleSpec, Mode, ObjectiveCard, ObjectiveDeck, PILE, Rulebook, TerrainSetup,
};
use crate::choice::{PlayerChoice, UnitAction};
use crate::decision::{Decide, DecisionError, PlayerDecision, PlayerView, TargetReason};
use crate::dice::{Generator, RolledDice};
use crate::field::{EdgeContact, PlacedUnit, PlayerId, UnitId};
use crate::geometry::{
    Alignment, Edge, GameTable, Heading, Length, Point, Pose, Tray, TrayArc, aligned_pose,
};
use crate::log::NullRecorder;
use crate::modes::{activating, failed_test, moved};
use crate::progress::{Play, PlayError, PlayResult, PlayStop};
use crate::state::{BattleState, Objective, UnitPlace};
use crate::terrain::{SHIPPED_PIECES, parse_kinds};
use warodds_games::asoiaf::values::{Defense, DiceCount, Hit, Morale, Speed};
use warodds_games::asoiaf::{Body, Reach, Unit, UnitType, Weapon};

/// Dice that all show a 1.
struct Ones;

impl Generator for Ones {
    fn word(&mut self) -> u64 {
        0
    }
}

/// Takes what is there, and puts things down where they were.
struct Taker;

impl Decide for Taker {
    fn choose(
        &mut self,
        seen: &PlayerView<'_>,
        asked: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        Ok(match asked {
            PlayerDecision::Target(TargetReason::Claim | TargetReason::Bounty, among) => {
                PlayerChoice::Target(among.first().copied())
            }
            PlayerDecision::Target(..) => PlayerChoice::Target(None),
            PlayerDecision::Drop(number, _) => {
                PlayerChoice::Token(seen.state.objectives[*number].at)
            }
            PlayerDecision::Pile(_) => PlayerChoice::Piece(None),
            PlayerDecision::Pivot(_) => PlayerChoice::Pivot(None),
            other => return Err(DecisionError::None(format!("{other:?} is not expected"))),
        })
    }
}

fn infantry(name: &str) -> Unit {
    let dice = [8, 6, 4].map(|dice| DiceCount::new(dice).unwrap()).to_vec();
    let weapon =
        Weapon { name: "Swords".to_owned(), reach: Reach::Melee, hit: Hit::new(3).unwrap(), dice };
    Unit {
        name: name.to_owned(),
        faction: None,
        kind: UnitType::Infantry,
        cost: None,
        speed: Some(Speed::new(5).unwrap()),
        defense: Defense::new(4).unwrap(),
        morale: Some(Morale::new(6).unwrap()),
        body: Body::new(12, 3, 1).unwrap(),
        attacks: vec![weapon],
        abilities: Vec::new(),
        allegiance: Default::default(),
        foreign: None,
        season: None,
        doubt: None,
        circumstances: Default::default(),
        policy: Default::default(),
    }
}

/// Three units of 5 points a side, the first of each the commander's: 0, 1, 2 against 3, 4, 5.
pub(crate) fn battle(mode: Mode) -> Battle {
    let army = |name: &str| BattleArmy {
        name: name.to_owned(),
        units: (0..3).map(|n| BattleUnit::new(infantry(name), 5, n == 0).unwrap()).collect(),
        ncus: Vec::new(),
    };
    Battle::new(BattleSpec {
        armies: [army("a"), army("b")],
        decks: None,
        mode,
        missions: None,
        siege: None,
        rulebook: Rulebook::V1_6,
        table: GameTable::STANDARD,
        ground: TerrainSetup::None,
        kinds: parse_kinds(SHIPPED_PIECES).unwrap(),
        limit: 40,
    })
    .unwrap()
}

pub(crate) fn point(x: i64, y: i64) -> Point {
    Point::new(x, y).unwrap()
}

/// A state with units in these places, all facing north, and these objectives.
pub(crate) fn state(
    battle: &Battle,
    units: &[(u8, i64, i64)],
    objectives: &[(i64, i64, ObjectiveCard)],
) -> BattleState {
    let mut state = BattleState::new(battle, battle.field().unwrap(), 1);
    for (unit, x, y) in units {
        let pose = Pose { middle: point(*x, *y), heading: Heading::NORTH };
        let number = usize::from(*unit);
        let tray = Tray::new(battle.units[number].tray, pose);
        let player = state.units[number].player;
        state.field.place_unit(UnitId(*unit), PlacedUnit { player, tray }).unwrap();
        state.units[number].place = UnitPlace::Table;
    }
    let lay = |(x, y, card): &(i64, i64, ObjectiveCard)| Objective {
        at: point(*x, *y),
        card: *card,
        pile: None,
        holder: None,
    };
    state.objectives = objectives.iter().map(lay).collect();
    state.round = 2;
    state
}

/// What is left of a state after something is done by dice that all show a 1.
fn after(
    battle: &Battle,
    state: BattleState,
    what: impl FnOnce(&mut Play<'_>) -> PlayResult,
) -> BattleState {
    let outcomes = battle.outcome_cache();
    let ([mut a, mut b], mut dice, mut record) =
        ([Taker, Taker], RolledDice::new(Ones), NullRecorder);
    let mut play = Play::new((battle, &outcomes), state, [&mut a, &mut b], &mut dice, &mut record);
    if let Err(stop) = what(&mut play) {
        panic!("{stop:?}");
    }
    play.state
}

/// A13.1.2: two points in the centre, one elsewhere; then the test at −2: 1 + 1 − 2 is below 6, and
/// costs 1 + 1 wounds (A4.2).
#[test]
fn a_game_of_thrones_scores_the_centre_twice_and_shakes_who_holds_it() {
    let battle = battle(Mode::AGameOfThrones(ObjectiveDeck::Plain));
    let objectives = [
        (0, 0, ObjectiveCard::Centre),
        (10_000, 9_000, ObjectiveCard::Plain),
        (-10_000, -9_000, ObjectiveCard::Plain),
    ];
    // the edge of unit 1 lies 0.75" beyond the middle of a token, whose radius is 0.7"
    let units = [(0, 0, 500), (1, -8_000, -9_000), (4, 10_000, 9_000)];
    let before = state(&battle, &units, &objectives);
    let scored = after(&battle, before.clone(), |play| play.score_objectives());
    assert_eq!(scored.points, [2 + 1, 1]);
    let left: Vec<u8> = scored.units.iter().map(|unit| unit.left).collect();
    assert_eq!(left, [10, 12, 12, 12, 12, 12]);
    // a tenth of an inch aside its tray is not wholly over it
    let mut beside = before;
    let pose = Pose { middle: point(-7_900, -9_000), heading: Heading::NORTH };
    beside.field.move_unit(UnitId(1), pose).unwrap();
    assert_eq!(after(&battle, beside, |play| play.score_objectives()).points, [2, 1]);
}

/// A13.13: who is engaged with an enemy of more ranks controls nothing until that ends.
#[test]
fn an_enemy_of_more_ranks_takes_control_away() {
    let battle = battle(Mode::AClashOfKings);
    let mut state = state(&battle, &[(1, 0, 0), (4, 0, 12_000)], &[(0, 0, ObjectiveCard::Plain)]);
    let target =
        Tray::new(battle.units[1].tray, Pose { middle: Point::ORIGIN, heading: Heading::NORTH });
    let pose =
        aligned_pose(&target, TrayArc::Front, battle.units[4].tray, Alignment::Centred).unwrap();
    let contact = EdgeContact {
        by: UnitId(4),
        on: UnitId(1),
        side: TrayArc::Front,
        placing: Alignment::Centred,
    };
    state.field.align(contact, pose).unwrap();
    let points =
        |state: &BattleState| after(&battle, state.clone(), |play| play.score_objectives()).points;
    assert_eq!(points(&state), [1, 0], "both have three ranks");
    state.units[1].left = 8;
    assert_eq!(points(&state), [0, 0], "two ranks against three");
    state.units[4].left = 8;
    assert_eq!(points(&state), [1, 0], "two against two");
}

/// A13.2.5: a point each, one more for the commander's unit. A13.2.3: the token on a player's left
/// opens the edge on his right.
#[test]
fn a_clash_of_kings_scores_commanders_and_opens_edges() {
    let battle = battle(Mode::AClashOfKings);
    let objectives = [
        (0, 0, ObjectiveCard::Plain),
        (-12_000, 0, ObjectiveCard::Plain),
        (12_000, 0, ObjectiveCard::Plain),
    ];
    let state = state(&battle, &[(0, -12_000, 0), (4, 12_000, 0)], &objectives);
    assert_eq!(after(&battle, state.clone(), |play| play.score_objectives()).points, [2, 1]);
    let open = |player, edge| state.is_edge_open(&battle, player, edge);
    // west is left of south, east is left of north
    assert!(open(PlayerId::South, Edge::East) && !open(PlayerId::South, Edge::West));
    assert!(open(PlayerId::North, Edge::West) && !open(PlayerId::North, Edge::East));
    // a unit from reserve comes in there, has activated, and stands wholly within 6" of the edge
    let pose = |x| Pose { middle: point(x, 10_000), heading: Heading::WEST };
    let come = |x| {
        let outcomes = battle.outcome_cache();
        let ([mut a, mut b], mut dice, mut record) =
            ([Taker, Taker], RolledDice::new(Ones), NullRecorder);
        let mut play = Play::new(
            (&battle, &outcomes),
            state.clone(),
            [&mut a, &mut b],
            &mut dice,
            &mut record,
        );
        play.deploy_from_reserve(PlayerId::South, UnitId(1), pose(x))
            .map(|()| play.state.units[1].activated)
    };
    assert!(matches!(come(20_400), Ok(true)), "24 − 6 + 2.4");
    assert!(
        matches!(come(20_300), Err(PlayStop::Failed(PlayError::Refused(refusal))) if refusal.rule == "A13.2.2")
    );
}

/// A13.4: a token is taken by whoever ends a move on it; a failed test gives it to an enemy at the
/// pile, or leaves it there; held tokens score, two with the commander.
#[test]
fn a_feast_for_crows_is_carried_and_lost() {
    let battle = battle(Mode::AFeastForCrows);
    let mut state =
        state(&battle, &[(0, 0, -3_000), (4, 0, 4_800)], &[(0, 0, ObjectiveCard::Plain)]);
    let pile = battle.kind(PILE).unwrap();
    let pose = Pose { middle: Point::ORIGIN, heading: Heading::NORTH };
    state.field.add_piece(battle.kinds[usize::from(pile)].at(pose)).unwrap();
    state.objectives[0].pile = Some(0);
    // the front of unit 0 is at −0.6", within the token's 0.7"
    let held = after(&battle, state, |play| moved(play, UnitId(0)));
    assert_eq!(held.objectives[0].holder, Some(UnitId(0)));
    assert_eq!(after(&battle, held.clone(), |play| play.score_objectives()).points, [2, 0]);
    // unit 4's rear is at 2.4", the pile's edge at 1.25": nobody is at the pile
    let lost = after(&battle, held.clone(), |play| failed_test(play, UnitId(0)));
    assert_eq!(lost.objectives[0].holder, None);
    let mut near = held;
    let pose = Pose { middle: point(0, 3_600), heading: Heading::NORTH };
    near.field.move_unit(UnitId(4), pose).unwrap();
    let taken = after(&battle, near, |play| failed_test(play, UnitId(0)));
    assert_eq!(taken.objectives[0].holder, Some(UnitId(4)));
    assert_eq!(after(&battle, taken, |play| play.score_objectives()).points, [0, 1]);
}

/// A13.5.2: the speed of a carrier is 2, and it may not march.
#[test]
fn a_dance_with_dragons_is_slow() {
    let battle = battle(Mode::ADanceWithDragons);
    let objectives = [(0, 0, ObjectiveCard::B), (17_300, 0, ObjectiveCard::C)];
    let state = state(&battle, &[(1, 0, 0), (4, 10_000, 10_000)], &objectives);
    let speed = |state: &BattleState| state.speed(&battle, UnitId(1));
    assert_eq!(speed(&state), Length::inches(5));
    let held = after(&battle, state, |play| moved(play, UnitId(1)));
    assert_eq!(held.objectives[0].holder, Some(UnitId(1)));
    assert_eq!(speed(&held), Length::inches(2));
    assert_eq!(after(&battle, held.clone(), |play| play.score_objectives()).points, [1, 0]);
    let outcomes = battle.outcome_cache();
    let ([mut a, mut b], mut dice, mut record) =
        ([Taker, Taker], RolledDice::new(Ones), NullRecorder);
    let mut play = Play::new((&battle, &outcomes), held, [&mut a, &mut b], &mut dice, &mut record);
    let march = UnitAction::March { ahead: Length::INCH, then: Heading::NORTH };
    let stop = play.perform(UnitId(1), march).unwrap_err();
    assert!(
        matches!(stop, PlayStop::Failed(PlayError::Refused(refusal)) if refusal.rule == "A13.5")
    );
}

/// A13.7.4: 1 for the enemy, 1 for a marked friend that destroyed it, 2 for its mark, and its
/// token.
#[test]
fn fire_and_blood_adds_up() {
    let battle = battle(Mode::FireAndBlood);
    let mut all = state(&battle, &[(0, 0, 0), (3, 0, 9_000), (4, 12_000, 9_000)], &[]);
    all.units[0].marked = true;
    all.units[3].marked = true;
    all.units[3].left = 0;
    let all = after(&battle, all, |play| activating(play, UnitId(0)));
    assert_eq!([all.units[3].bounty, all.units[4].bounty], [1, 0], "both are within 12\"");
    let killed =
        after(&battle, all.clone(), |play| play.remove_destroyed(&[(UnitId(3), Some(UnitId(0)))]));
    assert_eq!(killed.points, [1 + 1 + 2 + 1, 0]);
    assert_eq!(killed.units[3].place, UnitPlace::Gone);
    // by nobody, as by terrain: its mark and its token still count (A12.9)
    let fallen = after(&battle, all, |play| play.remove_destroyed(&[(UnitId(3), None)]));
    assert_eq!(fallen.points, [1 + 2 + 1, 0]);
}
