//! Missions by hand: what a player has reached, what a mission scores, and how missions move.

use super::*;
use crate::choice::{ConditionToken, TacticsZone};
use crate::log::{LogEntry, MissionEvent};
use crate::missions::{Mission, MissionDeck, MissionId, MissionPile};
use crate::modes::{begin_round, end_round, letters, score};

/// Always chooses the mission with this number.
struct Chooser(u8);

impl Decide for Chooser {
    fn choose(
        &mut self,
        _: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        Ok(match decision {
            PlayerDecision::Mission | PlayerDecision::ReplacedMission(_) => {
                PlayerChoice::Mission(MissionId(self.0))
            }
            other => return Err(DecisionError::None(format!("{other:?} is not expected"))),
        })
    }
}

fn mission(text: &str) -> Mission {
    toml::from_str(text).unwrap()
}

/// A battle with `count` missions that need the centre; the first one stays.
fn with_missions(mode: Mode, count: usize) -> Battle {
    let one = |number: usize| {
        let name = format!("name = \"{number}\"\npoints = 2\nneeds = [{{ centre = true }}]");
        Mission { stays: number == 0, ..mission(&name) }
    };
    let deck = MissionDeck { title: String::new(), missions: (0..count).map(one).collect() };
    let plain = battle(Mode::AClashOfKings);
    Battle { mode, missions: Some(deck), goal: plain.goal + 2, ..plain }
}

const OBJECTIVES: [(i64, i64, ObjectiveCard); 3] = [
    (0, 0, ObjectiveCard::Plain),
    (10_000, 9_000, ObjectiveCard::Plain),
    (-10_000, -9_000, ObjectiveCard::Plain),
];

/// Unit 0 on the centre, unit 1 on a token, unit 2 within 6" of the northern edge; unit 4 of the
/// enemy on another token.
fn placed(battle: &Battle) -> BattleState {
    let units = [(0, 0, 500), (1, -8_000, -9_000), (2, 0, 21_000), (4, 10_000, 9_000)];
    state(battle, &units, &OBJECTIVES)
}

/// Plays with choosers of these missions, and returns the log.
fn played(
    battle: &Battle,
    state: BattleState,
    choices: [u8; 2],
    what: impl FnOnce(&mut Play<'_>) -> PlayResult,
) -> (PlayResult, BattleState, Vec<LogEntry>) {
    let outcomes = battle.outcome_cache();
    let [mut a, mut b] = choices.map(Chooser);
    let (mut dice, mut log) = (RolledDice::new(Ones), Vec::new());
    let mut play = Play::new((battle, &outcomes), state, [&mut a, &mut b], &mut dice, &mut log);
    let result = what(&mut play);
    let state = play.state;
    (result, state, log)
}

fn refused_by(result: PlayResult) -> String {
    match result {
        Err(PlayStop::Failed(PlayError::Refused(violation))) => violation.rule.into_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn standing_counts_what_lies_on_the_table() {
    let battle = with_missions(Mode::DarkWingsDarkWords, 4);
    let mut state = placed(&battle);
    state.missions.controlled = vec![Some(PlayerId::North), None, Some(PlayerId::South)];
    state.tactics_zones[TacticsZone::Crown as usize] = Some(PlayerId::South);
    state.units[4].tokens = ConditionToken::Weakened.bit();
    let south = state.standing(&battle, PlayerId::South);
    // two of three tokens, the centre taken from the enemy; 6" are the zone of a short mode
    assert_eq!((south.objectives, south.enemy_objectives, south.centre), (2, 1, true));
    assert_eq!((south.taken_objectives, south.in_enemy_zone), (1, 1));
    assert_eq!((&*south.zones, south.first_player), (&[TacticsZone::Crown][..], true));
    assert_eq!((south.enemies_with, south.enemies_with_token), ([0, 0, 1], 1));
    let north = state.standing(&battle, PlayerId::North);
    assert_eq!((north.objectives, north.centre, north.in_enemy_zone), (1, false, 0));
    assert_eq!((north.enemies_with_token, north.zones.len()), (0, 0));
    // the same from the other edge
    let turned = state.rotated_180().standing(&battle, PlayerId::North);
    assert_eq!(turned, south);
}

#[test]
fn units_that_destroyed_others_are_avenged() {
    let battle = with_missions(Mode::DarkWingsDarkWords, 4);
    let mut state = placed(&battle);
    state.missions.note_destroyed(UnitId(1), Some(UnitId(4)));
    state.missions.note_destroyed(UnitId(3), None);
    state.missions.note_destroyed(UnitId(4), Some(UnitId(0)));
    let south = state.standing(&battle, PlayerId::South);
    // units 3 and 4; 3 is the commander's, and only 4 had destroyed another
    assert_eq!((south.destroyed, south.commander_destroyed, south.avenged), (2, true, 1));
    let north = state.standing(&battle, PlayerId::North);
    assert_eq!((north.destroyed, north.commander_destroyed, north.avenged), (1, false, 0));
}

#[test]
fn engaged_ranks_are_those_left() {
    let battle = with_missions(Mode::DarkWingsDarkWords, 4);
    let mut state = super::cards::in_contact(&battle);
    // 12 wounds in three ranks: 5 are two ranks
    state.units[1].left = 5;
    assert_eq!(state.standing(&battle, PlayerId::South).engaged_ranks, 2);
    assert_eq!(state.standing(&battle, PlayerId::North).engaged_ranks, 3);
}

#[test]
fn missions_score_once_or_as_often_as_their_numbers_are_reached() {
    let battle = with_missions(Mode::DarkWingsDarkWords, 4);
    let state = placed(&battle);
    let south = state.standing(&battle, PlayerId::South);
    let times = |needs: &str| {
        let text = format!("name = \"m\"\npoints = 1\n{needs}");
        mission(&text).times(&south)
    };
    assert_eq!(times("needs = [{ objectives = 2 }]"), 1);
    assert_eq!(times("needs = [{ objectives = 3 }]"), 0);
    assert_eq!(times("needs = [{ objectives = 1 }]\nrepeats = true"), 2);
    // the smallest number of a set counts, and the best set
    assert_eq!(times("needs = [{ objectives = 1, in_enemy_zone = 1 }]\nrepeats = true"), 1);
    assert_eq!(times("needs = [{ destroyed = 1 }, { objectives = 1 }]\nrepeats = true"), 2);
    assert_eq!(times("needs = [{ objectives = 1, destroyed = 1 }]"), 0);
    assert_eq!(times("needs = [{ centre = true }]\nrepeats = true"), 1);
    assert_eq!(times("needs = [{ zones = [\"crown\"] }]"), 0);
}

/// A13.8.1, A13.8.3: all open missions score, for the player that fulfils them.
#[test]
fn open_missions_score_each_round() {
    let battle = with_missions(Mode::DarkWingsDarkWords, 4);
    let mut state = placed(&battle);
    (0..3).for_each(|number| state.missions.open.add(MissionId(number)));
    let (result, state, _) = played(&battle, state, [0, 0], |play| {
        score(play)?;
        score(play).map(|_| ())
    });
    assert!(result.is_ok());
    assert_eq!(state.points, [2 * 3 * 2, 0]);
}

/// A13.8.2: the first player draws a mission and replaces one of those that were open.
#[test]
fn first_player_replaces_an_open_mission() {
    let battle = with_missions(Mode::DarkWingsDarkWords, 5);
    let opened = |choice: u8| {
        played(&battle, placed(&battle), [choice, 9], |play| {
            (0..3).try_for_each(|_| play.open_mission("A13.8.1").map(|_| ()))?;
            end_round(play)
        })
    };
    let (result, state, _) = opened(1);
    assert!(result.is_ok());
    // dice that show a 1 draw the first of the deck: 0, 1, 2, then 3
    let open: Vec<u8> = state.missions.open.missions().map(|mission| mission.0).collect();
    assert_eq!(open, [0, 2, 3]);
    assert!(state.missions.discards.contains(MissionId(1)));
    assert_eq!(refused_by(opened(3).0), "A13.8.2");
}

/// A13.6.1: five in each hand, one of them chosen and one opened from the second round on; chosen
/// and open ones are discarded at its end, but for those that stay.
#[test]
fn secret_missions_are_drawn_chosen_and_discarded() {
    let battle = with_missions(Mode::TheWindsOfWinter, 12);
    let deal = |play: &mut Play<'_>| -> PlayResult {
        for player in PlayerId::BOTH {
            (0..5).try_for_each(|_| play.draw_mission(player, "A13.6.1"))?;
        }
        Ok(())
    };
    let (result, state, log) = played(&battle, placed(&battle), [0, 7], |play| {
        deal(play)?;
        begin_round(play)?;
        assert_eq!(play.mission_hand(PlayerId::South).missions().count(), 4);
        assert_eq!(play.chosen_mission(PlayerId::North), Some(MissionId(7)));
        score(play)?;
        end_round(play)?;
        // the first one stays, and returns to the hand
        assert_eq!(play.mission_hand(PlayerId::South).len(), 5);
        assert_eq!(play.mission_hand(PlayerId::North).len(), 4);
        Ok(())
    });
    assert!(result.is_ok());
    // south fulfils its own and the open one, two points each; north neither
    assert_eq!(state.points, [4, 0]);
    assert!(state.missions.open.is_empty());
    let discards: Vec<u8> = state.missions.discards.missions().map(|one| one.0).collect();
    assert_eq!(discards, [7, 10]);
    let returned = |entry: &&LogEntry| {
        matches!(entry, LogEntry::Mission { event: MissionEvent::Returned, .. })
    };
    assert_eq!(log.iter().filter(returned).count(), 1);
    // mission 7 is in the hand of the other player
    let (result, ..) = played(&battle, placed(&battle), [7, 7], |play| {
        deal(play)?;
        begin_round(play)
    });
    assert_eq!(refused_by(result), "A13.6.1");
}

/// A13.6.2: a token, a mission, and another choice; in no other mode.
#[test]
fn letters_give_a_token_and_another_choice_of_mission() {
    let battle = with_missions(Mode::TheWindsOfWinter, 12);
    let token = (UnitId(4), ConditionToken::Weakened);
    let (result, state, _) = played(&battle, placed(&battle), [1, 9], |play| {
        (0..2).try_for_each(|_| play.draw_mission(PlayerId::South, "A13.6.1"))?;
        play.choose_mission(PlayerId::South, MissionId(0))?;
        letters(play, PlayerId::South, token)?;
        assert_eq!(play.chosen_mission(PlayerId::South), Some(MissionId(1)));
        let mut hand = MissionPile::default();
        [0, 2].into_iter().for_each(|number| hand.add(MissionId(number)));
        assert_eq!(play.mission_hand(PlayerId::South), hand);
        Ok(())
    });
    assert!(result.is_ok());
    assert_eq!(state.units[4].tokens, ConditionToken::Weakened.bit());
    let other = with_missions(Mode::DarkWingsDarkWords, 12);
    let (result, ..) =
        played(&other, placed(&other), [1, 9], |play| letters(play, PlayerId::South, token));
    assert_eq!(refused_by(result), "A13.6.2");
}

#[test]
fn empty_deck_is_made_again_from_discards() {
    let battle = with_missions(Mode::DarkWingsDarkWords, 4);
    let (result, state, _) = played(&battle, placed(&battle), [0, 0], |play| {
        (0..4).try_for_each(|_| play.open_mission("A13.8.1").map(|_| ()))?;
        assert_eq!(play.open_mission("A13.8.2")?, None);
        play.discard_open_mission(MissionId(2), "A13.8.2")?;
        assert_eq!(play.open_mission("A13.8.2")?, Some(MissionId(2)));
        Ok(())
    });
    assert!(result.is_ok());
    assert!(state.missions.discards.is_empty());
}

/// A13.6.3, A13.8.3: two points more to win, and none for destroyed units.
#[test]
fn destroyed_units_give_no_points() {
    let battle = with_missions(Mode::TheWindsOfWinter, 12);
    assert_eq!(battle.goal, 12);
    let mut state = placed(&battle);
    state.units[4].left = 0;
    let (_, state, _) = played(&battle, state, [0, 0], |play| {
        play.remove_destroyed(&[(UnitId(4), Some(UnitId(0)))])
    });
    assert_eq!(state.points, [0, 0]);
    assert_eq!(state.missions.destroyed, [UnitId(4)]);
}
