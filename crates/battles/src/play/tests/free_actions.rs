//! Free actions by tactics cards, by hand: who may act when, how far, and what it costs others.

use super::super::card_event::CardEvent;
use super::card_events::{Sixes, battle_with};
use super::cards::{in_contact, melee};
use super::*;
use crate::cards::{CardChoice, CardId, PlayedCard};
use crate::choice::{DieChoice, FreeStep, RetreatPath, Shift};
use crate::decision::AllowedAct;
use crate::geometry::Direction;
use crate::log::LogEntry;
use crate::policy::{BattlePolicy, PolicyPlayer};
use warodds_games::asoiaf::Allegiance;
use warodds_questions::catalogue::FreeAction;

/// Plays one card whenever it may, and takes one step with it.
#[derive(Default)]
struct Actor {
    plays: Option<PlayedCard>,
    step: Option<FreeStep>,
    offers: Vec<Vec<PlayedCard>>,
    acts: Vec<(UnitId, Vec<FreeAction>)>,
    dice: Vec<u8>,
}

impl Decide for Actor {
    fn choose(
        &mut self,
        _: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        Ok(match decision {
            PlayerDecision::Play(plays) => {
                self.offers.push(plays.clone());
                PlayerChoice::Play(self.plays.take())
            }
            PlayerDecision::Act(unit, allowed) => {
                self.acts
                    .push((*unit, allowed.iter().map(|one: &AllowedAct| one.action).collect()));
                PlayerChoice::Act(self.step)
            }
            PlayerDecision::Action(_) => PlayerChoice::Act(None),
            PlayerDecision::Card(_) => PlayerChoice::Card(None),
            PlayerDecision::Pivot(_) => PlayerChoice::Pivot(None),
            PlayerDecision::Surge(_) => PlayerChoice::Surge(None),
            PlayerDecision::Die(_, die) => {
                self.dice.push(*die);
                PlayerChoice::Die(DieChoice::Reroll)
            }
            PlayerDecision::Retreat(_, allowed) => {
                let path = RetreatPath {
                    direction: Direction::Backward,
                    by: *allowed,
                    then: Heading::NORTH,
                };
                PlayerChoice::Retreat(Some(path))
            }
            other => return Err(DecisionError::None(format!("{other:?} is not expected"))),
        })
    }
}

fn of_unit(unit: u8, enemy: Option<u8>) -> PlayedCard {
    let choice = CardChoice { card: CardId(0), way: 0 };
    let (unit, enemy) = (Some(UnitId(unit)), enemy.map(UnitId));
    PlayedCard { choice, unit, enemy, ..PlayedCard::default() }
}

/// The state, the log and the rule that stopped it after something is done with hands of two cards.
fn done<G: Generator>(
    (battle, state): (&Battle, BattleState),
    [a, b]: [&mut Actor; 2],
    dice: G,
    what: impl FnOnce(&mut Play<'_>) -> PlayResult,
) -> (BattleState, Vec<LogEntry>, Option<String>) {
    let outcomes = battle.outcome_cache();
    let (mut dice, mut log) = (RolledDice::new(dice), Vec::new());
    let mut play = Play::new((battle, &outcomes), state, [a, b], &mut dice, &mut log);
    assert!(play.draw_hands().is_ok());
    let rule = match what(&mut play) {
        Err(PlayStop::Failed(PlayError::Refused(violation))) => Some(violation.rule.to_string()),
        Err(PlayStop::Failed(other)) => Some(other.to_string()),
        _ => None,
    };
    let state = play.state.clone();
    drop(play);
    (state, log, rule)
}

fn middle(state: &BattleState, unit: u8) -> [i32; 2] {
    let at = state.field.unit(UnitId(unit)).unwrap().tray.pose().middle;
    [at.x(), at.y()]
}

pub(super) fn ahead(inches: u8) -> FreeStep {
    let (first, then) = (Heading::NORTH, Heading::NORTH);
    FreeStep::Action(UnitAction::Manoeuvre { first, ahead: Length::inches(inches), then })
}

/// Swift Reposition: a shift of 2", or a manoeuvre of 3" with the Horse, whatever the speed.
#[test]
fn card_bounds_the_length_of_a_free_move() {
    let battle = battle_with("stark-swift-reposition");
    let shift = |inches: u8| {
        FreeStep::Shift(Shift { direction: Direction::Left, by: Length::inches(inches) })
    };
    let run = |step: FreeStep, has_horse: bool| {
        let mut a = Actor { plays: Some(of_unit(1, None)), step: Some(step), ..Default::default() };
        let mut b = Actor::default();
        let mut before = state(&battle, &[(1, 0, 0), (4, 0, 20_000)], &[]);
        before.tactics_zones[4] = has_horse.then_some(PlayerId::South);
        let players = [&mut a, &mut b];
        let (after, _, rule) = done((&battle, before), players, Ones, |play| {
            play.play_cards_at(CardEvent::TurnStart).map(|_| ())
        });
        (middle(&after, 1), rule)
    };
    assert_eq!(run(shift(2), false), ([-2_000, 0], None));
    assert_eq!(run(shift(3), false).1.as_deref(), Some("A6.8"));
    assert_eq!(run(ahead(3), true), ([0, 3_000], None));
    assert_eq!(run(ahead(4), true).1.as_deref(), Some("A6.10"));
    // each only in its own case
    assert_eq!(run(ahead(3), false).1.as_deref(), Some("A8.3"));
    assert_eq!(run(shift(2), true).1.as_deref(), Some("A8.3"));
}

/// Unstoppable Advance: a surge of 5" + 3", but of 2" with a token of A Dance with Dragons, whose
/// bearer has a speed of 2 that nothing raises (A13.5.2). What stops here stops a log in the same way.
#[test]
fn surge_by_a_card_is_no_faster_than_a_carrier() {
    let of_clash = battle_with("targaryen-unstoppable-advance");
    let of_dance = Battle { mode: Mode::ADanceWithDragons, ..of_clash.clone() };
    let run = |battle: &Battle, inches: u8| {
        // its first way is that of charges
        let choice = CardChoice { card: CardId(0), way: 1 };
        let card = PlayedCard { choice, ..of_unit(1, None) };
        let (plays, step) = (Some(card), Some(ahead(inches)));
        let mut a = Actor { plays, step, ..Default::default() };
        let mut b = Actor::default();
        let mut before = state(battle, &[(1, 0, 0), (4, 0, 20_000)], &[(0, 0, ObjectiveCard::B)]);
        before.objectives[0].holder = Some(UnitId(1));
        let players = [&mut a, &mut b];
        let (after, _, rule) = done((battle, before), players, Ones, |play| play.surge(UnitId(1)));
        (middle(&after, 1), rule)
    };
    assert_eq!(run(&of_clash, 8), ([0, 8_000], None));
    assert_eq!(run(&of_clash, 9).1.as_deref(), Some("A6.10"));
    assert_eq!(run(&of_dance, 2), ([0, 2_000], None));
    assert_eq!(run(&of_dance, 3).1.as_deref(), Some("A6.10"));
}

/// Diversion Tactics: after an enemy melee another friend within 12" of the defender manoeuvres.
#[test]
fn friend_near_the_defender_moves_after_a_melee_attack() {
    let battle = battle_with("free-folk-diversion-tactics");
    let mut before = in_contact(&battle);
    let mut place = |unit: u8, x: i64, y: i64| {
        let pose = Pose { middle: point(x, y), heading: Heading::NORTH };
        let tray = Tray::new(battle.units[usize::from(unit)].tray, pose);
        let at = PlacedUnit { player: PlayerId::North, tray };
        before.field.place_unit(UnitId(unit), at).unwrap();
        before.units[usize::from(unit)].place = UnitPlace::Table;
    };
    place(3, 10_000, 0);
    place(5, 19_500, 0);
    let mut a = Actor::default();
    let mut b = Actor { plays: Some(of_unit(3, None)), step: Some(ahead(5)), ..Default::default() };
    let (after, log, rule) = done((&battle, before), [&mut a, &mut b], Ones, |play| {
        play.perform(UnitId(1), UnitAction::Melee { weapon: 0, realign: None, target: UnitId(4) })
    });
    assert_eq!(rule, None);
    // unit 5 is 19.5" − 5.1" away, and the defender itself is no other friend
    assert_eq!(b.offers, [vec![of_unit(3, None)]]);
    assert_eq!(b.acts, [(UnitId(3), vec![FreeAction::Manoeuvre])]);
    // north for its player is south on the table
    assert_eq!(middle(&after, 3), [10_000, -5_000]);
    assert!(a.offers.is_empty());
    let is_step = |entry: &LogEntry| {
        matches!(entry, LogEntry::Chose { player: PlayerId::North, choice: PlayerChoice::Act(_) })
    };
    assert_eq!(log.iter().filter(|entry| is_step(entry)).count(), 1);
}

/// Sudden Retreat with a die that shows 1: 5" + 1"; the commander's unit rolls again.
#[test]
fn defender_retreats_and_the_commander_rolls_again() {
    let mut battle = battle_with("targaryen-sudden-retreat");
    let run = |battle: &Battle| {
        let path = RetreatPath {
            direction: Direction::Backward,
            by: Length::inches(6),
            then: Heading::NORTH,
        };
        let step = FreeStep::Action(UnitAction::Retreat(path));
        let mut a = Actor::default();
        let mut b = Actor { plays: Some(of_unit(4, None)), step: Some(step), ..Default::default() };
        let (after, _, rule) = done((battle, in_contact(battle)), [&mut a, &mut b], Ones, |play| {
            play.perform(
                UnitId(1),
                UnitAction::Melee { weapon: 0, realign: None, target: UnitId(4) },
            )
        });
        (rule, after.field.is_engaged(UnitId(1)), b.dice)
    };
    assert_eq!(run(&battle), (None, false, vec![]));
    battle.units[4].unit.allegiance =
        Allegiance::of(["Targaryen"]).joined_by([], Some("Daenerys Targaryen"));
    assert_eq!(run(&battle), (None, false, vec![1]));
}

/// Issue Commands: the commander's unit gives up its action, and another one attacks.
#[test]
fn unit_that_gives_up_its_action_does_not_act() {
    let mut battle = battle_with("neutral-issue-commands");
    battle.units[0].unit.allegiance = Allegiance::default().joined_by([], Some("Tywin"));
    let mut before = in_contact(&battle);
    let pose = Pose { middle: point(-8_000, 4_000), heading: Heading::NORTH };
    let at = PlacedUnit { player: PlayerId::South, tray: Tray::new(battle.units[0].tray, pose) };
    before.field.place_unit(UnitId(0), at).unwrap();
    before.units[0].place = UnitPlace::Table;
    let attack = UnitAction::Melee { weapon: 0, realign: None, target: UnitId(4) };
    let mut a = Actor {
        plays: Some(of_unit(1, None)),
        step: Some(FreeStep::Action(attack)),
        ..Default::default()
    };
    let mut b = Actor::default();
    // sixes hit, and sixes save all the hits
    let (after, _, rule) = done((&battle, before), [&mut a, &mut b], Sixes, |play| {
        play.activate(
            PlayerId::South,
            UnitId(0),
            UnitAction::Manoeuvre {
                first: Heading::NORTH,
                ahead: Length::inches(1),
                then: Heading::NORTH,
            },
        )
    });
    assert_eq!(rule, None);
    assert_eq!(a.acts, [(UnitId(1), vec![FreeAction::Melee])]);
    assert_eq!((middle(&after, 0), after.units[0].activated), ([-8_000, 4_000], true));
    assert_eq!(after.acting_card, None);
}

/// Counter-assault gives rerolls to the commander's unit in the free attack alone.
#[test]
fn card_counts_in_the_free_attack_that_it_allows() {
    let mut battle = battle_with("free-folk-tormund-giantsbane-counter-assault");
    battle.units[1].unit.allegiance =
        Allegiance::of(["Free Folk"]).joined_by([], Some("Tormund Giantsbane"));
    let outcomes = battle.outcome_cache();
    let mut with = in_contact(&battle);
    let plain = outcomes.get(&melee(&battle, &with)).unwrap().expected().unwrap().left[1];
    let choice = CardChoice { card: CardId(0), way: 0 };
    let card = crate::cards::DeclaredCards::default().declaring(0, choice);
    with.acting_card = Some((UnitId(1), card));
    let rerolled = outcomes.get(&melee(&battle, &with)).unwrap().expected().unwrap().left[1];
    // 8 dice on 3+ hit 16/3 times, and 64/9 times if the misses are rolled again; half are saved
    assert!(rerolled < plain);
    with.acting_card = Some((UnitId(2), card));
    let other = outcomes.get(&melee(&battle, &with)).unwrap().expected().unwrap().left[1];
    assert_eq!(other, plain);
}

/// A policy shifts and moves where a card lets it, and only so far.
#[test]
fn policy_takes_legal_free_steps() {
    let battle = battle_with("stark-swift-reposition");
    let outcomes = battle.outcome_cache();
    let place = [(1, 0, -12_000), (2, 9_000, -12_000), (4, 0, 20_000)];
    let state = state(&battle, &place, &[(0, 0, ObjectiveCard::Centre)]);
    let view = PlayerView {
        missions: None,
        battle: &battle,
        outcomes: &outcomes,
        state: std::borrow::Cow::Borrowed(&state),
        cards: None,
    };
    let act = |action| AllowedAct {
        action,
        speed: Length::inches(3),
        at: None,
        retreat: Default::default(),
        gives_near: Default::default(),
    };
    for action in [FreeAction::Manoeuvre, FreeAction::Shift, FreeAction::March, FreeAction::Pivot] {
        let mut player = PolicyPlayer::new(BattlePolicy::default());
        let decision = PlayerDecision::Act(UnitId(1), vec![act(action)]);
        let PlayerChoice::Act(step) = player.choose(&view, &decision).unwrap() else { panic!() };
        if let Some(step) = step {
            assert!(act(action).allows(&step), "{step:?}");
            assert_eq!(state.check_step(UnitId(1), step, Length::inches(3)), Ok(()), "{step:?}");
        }
        assert!(step.is_some() || action == FreeAction::Pivot, "{action:?}");
    }
}
