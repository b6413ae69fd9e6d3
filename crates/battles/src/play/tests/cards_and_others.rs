//! Tactics cards that ask where the commander is, act on several units or cancel cards, by hand.

use super::super::card_event::{AttackResult, CardEvent};
use super::card_events::battle_with;
use super::cards::{in_contact, melee};
use super::*;
use crate::cards::{CardChoice, CardId, DeclaredCards, PlayedCard};
use crate::choice::FreeStep;
use crate::log::LogEntry;
use crate::outcomes::EncounterSpec;
use std::collections::VecDeque;
use warodds_games::asoiaf::{Allegiance, Range};

/// Dice that all show this face.
pub(super) struct Face(pub u64);

impl Generator for Face {
    fn word(&mut self) -> u64 {
        self.0 - 1
    }
}

/// Plays these cards in turn, as far as they are on offer, and passes otherwise.
#[derive(Default)]
pub(super) struct Player {
    pub plays: VecDeque<PlayedCard>,
    /// The card that is declared in attacks, if it is on offer.
    pub declared: Option<CardChoice>,
    /// The free action that is taken.
    pub step: Option<FreeStep>,
    pub offers: Vec<Vec<PlayedCard>>,
}

impl Decide for Player {
    fn choose(
        &mut self,
        _: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        Ok(match decision {
            PlayerDecision::Play(plays) => {
                self.offers.push(plays.clone());
                PlayerChoice::Play(self.plays.pop_front())
            }
            PlayerDecision::Card(card) => {
                PlayerChoice::Card(self.declared.filter(|one| card.plays.contains(one)))
            }
            PlayerDecision::Act(..) => PlayerChoice::Act(self.step),
            PlayerDecision::Pivot(_) => PlayerChoice::Pivot(None),
            other => return Err(DecisionError::None(format!("{other:?} is not expected"))),
        })
    }
}

pub(super) fn play_of(way: u8, unit: Option<u8>, enemy: Option<u8>, options: &[u8]) -> PlayedCard {
    let choice = CardChoice { card: CardId(0), way };
    let [unit, enemy] = [unit, enemy].map(|unit| unit.map(UnitId));
    PlayedCard { choice, unit, enemy, options: options.to_vec(), ..PlayedCard::default() }
}

/// The state and the log after something is done with hands of two cards.
pub(super) fn done(
    (battle, state): (&Battle, BattleState),
    [a, b]: [&mut Player; 2],
    face: u64,
    what: impl FnOnce(&mut Play<'_>) -> PlayResult,
) -> (BattleState, Vec<LogEntry>) {
    let outcomes = battle.outcome_cache();
    let (mut dice, mut log) = (RolledDice::new(Face(face)), Vec::new());
    let mut play = Play::new((battle, &outcomes), state, [a, b], &mut dice, &mut log);
    assert!(play.draw_hands().is_ok());
    let stopped = what(&mut play);
    assert!(stopped.is_ok(), "{stopped:?}");
    let state = play.state.clone();
    drop(play);
    (state, log)
}

fn led_by(battle: &mut Battle, unit: usize, faction: &str, commander: &str) {
    battle.units[unit].unit.allegiance = Allegiance::of([faction]).joined_by([], Some(commander));
}

/// Stalwart Mercenaries: the panic test is passed within 6" of the commander, and has +2 beyond.
#[test]
fn card_counts_the_distance_of_the_commander() {
    let mut battle = battle_with("neutral-jokin-stalwart-mercenaries");
    led_by(&mut battle, 0, "Neutral", "Jokin");
    let outcomes = battle.outcome_cache();
    let lost = |away: i64| {
        let before = state(&battle, &[(1, 0, 0), (0, away, 0), (4, 0, 20_000)], &[]);
        let spec = before.panic_encounter(&battle, UnitId(1), 0, false);
        let choice = CardChoice { card: CardId(0), way: 0 };
        let card = DeclaredCards::default().declaring(0, choice);
        let spec = before.with_cards(&battle, &spec, [card, DeclaredCards::default()]);
        let expected = outcomes.get(&spec).unwrap().expected().unwrap();
        (before.commander_range(UnitId(1)), 12.0 - expected.left[0])
    };
    // trays are 5.1" wide: 10" between middles are 4.9", and 12" are 6.9"
    let (range, wounds) = lost(10_000);
    assert_eq!(range, Some(Range::Short));
    assert!(wounds.abs() < 1e-12, "{wounds}");
    let (range, wounds) = lost(12_000);
    assert_eq!(range, Some(Range::Long));
    // on 6+ with +2 it fails on 2 and 3 alone: 3 of 36, D3 + 1 wounds
    assert!((wounds - 3.0 / 36.0 * 3.0).abs() < 1e-12, "{wounds}");
    assert_eq!(lost(20_000).0, None);
}

/// Hear Me Roar!: −1 and −1 for each lost rank on the enemy's panic test, and a wound more.
#[test]
fn card_acts_on_the_panic_test_of_the_enemy() {
    let battle = battle_with("lannister-hear-me-roar");
    let outcomes = battle.outcome_cache();
    let before = in_contact(&battle);
    let with = |spec: &EncounterSpec, declared: bool| {
        let card = DeclaredCards::default().declaring(0, CardChoice { card: CardId(0), way: 0 });
        let cards = [if declared { card } else { Default::default() }, Default::default()];
        let spec = before.with_cards(&battle, spec, cards);
        outcomes.get(&spec).unwrap().expected().unwrap().failed[1]
    };
    let spec = melee(&battle, &before);
    // it is tested at all unless no wound is dealt: the same in both; 6+ fails 10, 7+ 15 of 36,
    // and ranks that the attack destroys are lost by then
    let [plain, worse] = [false, true].map(|declared| with(&spec, declared));
    assert!(worse > plain * 15.0 / 10.0 - 1e-9 && worse < plain * 2.1, "{plain} {worse}");
}

/// And Now His Watch Is Ended: the attacker is vulnerable, and friends within 12" heal 2.
#[test]
fn friends_near_a_unit_that_dies_are_healed() {
    let battle = battle_with("nights-watch-and-now-his-watch-is-ended");
    let mut before = in_contact(&battle);
    for (unit, x) in [(3, 12_000), (5, -21_000)] {
        let pose = Pose { middle: point(x, 0), heading: Heading::NORTH };
        let tray = Tray::new(battle.units[unit].tray, pose);
        let at = PlacedUnit { player: PlayerId::North, tray };
        before.field.place_unit(UnitId(unit as u8), at).unwrap();
        (before.units[unit].place, before.units[unit].left) = (UnitPlace::Table, 7);
    }
    before.units[4].left = 0;
    let mut a = Player::default();
    let mut b = Player { plays: [play_of(0, None, Some(1), &[])].into(), ..Default::default() };
    let (after, _) = done((&battle, before), [&mut a, &mut b], 1, |play| {
        play.remove_destroyed(&[(UnitId(4), Some(UnitId(1)))])
    });
    assert_eq!([3, 5].map(|unit: usize| after.units[unit].left), [9, 7]);
    assert_eq!(after.units[1].tokens, 0b10);
    assert_ne!(after.units[4].place, UnitPlace::Table);
}

/// Counterplot cancels a card on 3+, and always with both zones.
#[test]
fn card_of_the_enemy_is_cancelled_by_a_die_or_by_zones() {
    let battle = {
        let deck = |id: &str| battle_with(id).decks.unwrap()[0].clone();
        let decks = [deck("greyjoy-finger-dance"), deck("lannister-counterplot")];
        Battle { decks: Some(decks), ..battle(Mode::AClashOfKings) }
    };
    let run = |face: u64, zones: &[usize]| {
        let mut before = state(&battle, &[(1, 0, 0), (4, 0, 20_000)], &[]);
        for zone in zones {
            before.tactics_zones[*zone] = Some(PlayerId::North);
        }
        let mut a = Player { plays: [play_of(0, Some(1), None, &[])].into(), ..Default::default() };
        let mut b = Player { plays: [play_of(0, None, None, &[])].into(), ..Default::default() };
        let (after, log) = done((&battle, before), [&mut a, &mut b], face, |play| {
            play.play_cards_at(CardEvent::TurnStart).map(|_| ())
        });
        let discarded = log.iter().filter(|entry| matches!(entry, LogEntry::Discarded { .. }));
        (after.units[1].cards.is_empty(), discarded.count())
    };
    // two cards are discarded if the first is cancelled; otherwise it stays on its unit
    assert_eq!([3, 2].map(|face| run(face, &[])), [(true, 2), (false, 1)]);
    assert_eq!([2, 1].map(|face| run(face, &[0])), [(true, 2), (false, 1)]);
    assert_eq!(run(1, &[0, 1]), (true, 2));
}

/// Surrounded and Exposed: three friends within 6" of an enemy give two conditions.
#[test]
fn each_friend_near_an_enemy_but_one_adds_an_option() {
    let battle = battle_with("free-folk-surrounded-and-exposed");
    let places = [(0, 0, 0), (1, 8_000, 0), (2, 16_000, 6_000), (4, 8_000, 9_000)];
    let before = state(&battle, &places, &[]);
    let mut a = Player { plays: [play_of(0, None, Some(4), &[0, 2])].into(), ..Default::default() };
    let mut b = Player::default();
    let (after, _) = done((&battle, before), [&mut a, &mut b], 1, |play| {
        play.play_cards_at(CardEvent::TurnStart).map(|_| ())
    });
    assert_eq!(a.offers[0].len(), 3, "two of three conditions");
    assert_eq!(after.units[4].tokens, 0b101);
}

/// A card that stays until its unit destroys an enemy, and one until a failed test.
#[test]
fn cards_leave_units_that_destroy_enemies_or_fail_tests() {
    let battle = battle_with("greyjoy-asha-greyjoy-raider-bravery");
    let choice = CardChoice { card: CardId(0), way: 0 };
    let left = |test: &dyn Fn(&mut Play<'_>) -> PlayResult| {
        let before = state(&battle, &[(1, 0, 0), (4, 0, 20_000)], &[]);
        let [mut a, mut b] = [Player::default(), Player::default()];
        let (after, _) = done((&battle, before), [&mut a, &mut b], 1, |play| {
            play.attach_card(PlayerId::South, choice, (UnitId(1), false))?;
            test(play)
        });
        after.units[1].cards.is_empty()
    };
    // by ones the panic test fails
    assert!(left(&|play| play.panic(UnitId(1), 0, false)));
    assert!(!left(&|play| play.panic(UnitId(4), 0, false)));
}

/// Weapon Trophies need a destroyed rank and a melee attack.
#[test]
fn triggers_know_what_became_of_an_attack() {
    let battle = battle_with("free-folk-rattleshirt-weapon-trophies");
    let offers = |is_melee: bool, ranks: u8| {
        let before = state(&battle, &[(1, 0, 0), (2, 9_000, 0), (4, 0, 20_000)], &[]);
        let [mut a, mut b] = [Player::default(), Player::default()];
        let units = [UnitId(1), UnitId(4)];
        let result = AttackResult { units, is_melee, lost: [2, ranks], destroyed: [false; 2] };
        done((&battle, before), [&mut a, &mut b], 1, |play| {
            play.play_cards_at(CardEvent::Attacked(result)).map(|_| ())
        });
        assert!(b.offers.is_empty());
        a.offers.into_iter().flatten().map(|one| one.unit).collect::<Vec<_>>()
    };
    // the attacker itself, and a friend within 6" of it
    assert_eq!(offers(true, 1), [1, 2].map(|unit| Some(UnitId(unit))));
    assert!(offers(true, 0).is_empty() && offers(false, 1).is_empty());
}
