//! Siege cards, units that come back and reserves of A Storm of Swords, by hand.

use super::siege::{MIDDLE, Sixes, Steady, battle, charge_at, sixes, state, turn};
use super::{after, point};
use crate::dice::RolledDice;
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Edge, Heading, Length, Pose};
use crate::log::NullRecorder;
use crate::modes;
use crate::progress::Play;
use crate::siege::{SiegeCardId, SiegeSide};
use crate::state::{BattleState, UnitPlace};

/// A13.3.3: in round 2 walls get three wounds back, at most to 10 + 2, then lose 4 + 1; in round 4
/// only the other card hurts them. A card that breaks one gives the points.
#[test]
fn siege_cards_repair_and_damage_walls_when_a_round_begins() {
    let battle = battle();
    let mut before = state(&battle, &[(0, 0, 0), (5, 0, 14_000)]);
    let siege = battle.siege.as_ref().unwrap();
    let drawn = before.siege.as_mut().unwrap();
    for side in SiegeSide::BOTH {
        for card in (0..3).map(SiegeCardId) {
            drawn.draw(side, card, siege.card(side, card).unwrap());
        }
    }
    assert_eq!(drawn.reserves_from, 2);
    (before.units[7].left, before.units[8].left, before.units[9].left) = (12, 6, 2);
    let walls = |state: &BattleState| [7, 8, 9].map(|wall: usize| state.units[wall].left);
    let second = after(&battle, before, modes::begin_round);
    // 12 − 5, 6 + 3 − 5, and 2 + 3 − 5
    assert_eq!((walls(&second), second.points), ([7, 4, 0], [5, 0]));
    let fourth = BattleState { round: 4, ..second };
    let fourth = after(&battle, fourth, modes::begin_round);
    assert_eq!((walls(&fourth), fourth.points), ([9, 6, 0], [5, 0]));
}

/// A13.3.3: with Rams eight dice of sixes and a hit are nine: 10 − 9 = 1.
#[test]
fn abilities_of_siege_cards_count_in_attacks_on_walls() {
    let battle = battle();
    let mut before = state(&battle, &[(0, 0, 14_000)]);
    let (siege, rams) = (battle.siege.as_ref().unwrap(), SiegeCardId(0));
    let card = siege.card(SiegeSide::Attacker, rams).unwrap();
    before.siege.as_mut().unwrap().draw(SiegeSide::Attacker, rams, card);
    let (hit, ..) = sixes(&battle, before, None, |play| turn(play, 0, charge_at(MIDDLE)));
    assert_eq!(hit.units[8].left, 1);
}

/// A13.3.4, A13.3.2: a destroyed attacker gives no point and comes back in his zone when the next
/// round begins, whole; a destroyed defender gives one and does not.
#[test]
fn destroyed_attackers_come_back_and_defenders_do_not() {
    let battle = battle();
    let before = state(&battle, &[(0, 0, 0), (5, 0, 14_000), (6, 10_000, 14_000)]);
    let fallen = after(&battle, before, |play| {
        play.wound(UnitId(0), 12, "A2.6")?;
        play.wound(UnitId(5), 12, "A2.6")
    });
    assert_eq!(fallen.points, [1, 0]);
    assert_eq!(
        (fallen.units[0].place, fallen.units[5].place),
        (UnitPlace::Fallen, UnitPlace::Gone)
    );
    // 24 − 18 = 6" south of the middle ends his zone: the middle of a tray lies 2.4" behind it
    let at = |y: i64| Some((UnitId(0), Pose { middle: point(0, y), heading: Heading::NORTH }));
    let back = |pose| sixes(&battle, fallen.clone(), pose, |play| play.bring_back());
    let (state, _, broken) = back(at(-8_400));
    assert_eq!((broken, state.units[0].place, state.units[0].left), (None, UnitPlace::Table, 12));
    assert_eq!(back(at(-8_399)).2.as_deref(), Some("A13.3.4"));
    // he need not
    assert_eq!(back(None).0.units[0].place, UnitPlace::Fallen);
}

/// A13.3.5: from round 3 on, within 6" of a flank edge: the middle of a tray 4.8" deep that faces
/// inward is at 24 − 6 + 2.4 = 20.4" at least. Entering is no action.
#[test]
fn reserves_of_the_defender_enter_from_flank_edges_and_act() {
    let battle = battle();
    let mut before = state(&battle, &[(0, 0, -10_000), (6, 0, 14_000)]);
    before.units[5].place = UnitPlace::Reserve(3);
    before.round = 3;
    let enter = |state: BattleState, x: i64| {
        let pose = Pose { middle: point(x, 0), heading: Heading::WEST };
        sixes(&battle, state, None, |play| play.arrive(PlayerId::North, UnitId(5), pose))
    };
    let (entered, _, broken) = enter(before.clone(), 20_400);
    assert_eq!((broken, entered.units[5].activated), (None, true));
    assert_eq!(entered.units[5].place, UnitPlace::Table);
    assert_eq!(enter(before.clone(), 20_399).2.as_deref(), Some("A13.3.5"));
    let early = BattleState { round: 2, ..before.clone() };
    assert_eq!(enter(early, 20_400).2.as_deref(), Some("A13.3.5"));
    assert!(before.is_edge_open(&battle, PlayerId::North, Edge::West));
}

/// A13.3.1, A13.3.2: zones of 18" and 12", and the defender wins when the rounds are over, whatever
/// the points below the goal.
#[test]
fn zones_differ_and_the_defender_wins_at_the_end() {
    let battle = battle();
    let mut state = state(&battle, &[]);
    let depths = PlayerId::BOTH.map(|player| state.zone(&battle, player).depth);
    assert_eq!(depths, [Length::inches(18), Length::LONG]);
    assert_eq!(state.first_units(&battle, PlayerId::South), None);
    // two units: one begins in reserve
    assert_eq!(state.first_units(&battle, PlayerId::North), Some(1));
    state.points = [9, 0];
    let outcomes = battle.outcome_cache();
    let (mut a, mut b) = (Steady(None), Steady(None));
    let (mut dice, mut record) = (RolledDice::new(Sixes), NullRecorder);
    let play = Play::new((&battle, &outcomes), state, [&mut a, &mut b], &mut dice, &mut record);
    assert_eq!(play.ending_by_points().winner, Some(PlayerId::North));
}
