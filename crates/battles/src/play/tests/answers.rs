//! Tactics cards that answer what the enemy plays, by hand: when, at what cost, and what they cancel.

use super::super::card_event::CardEvent;
use super::card_events::battle_with;
use super::cards::{in_contact, melee};
use super::cards_and_others::{Player, done, play_of};
use super::free_actions::ahead;
use super::*;
use crate::cards::{CardChoice, CardId, PlayedCard};
use crate::choice::ConditionToken;
use crate::log::LogEntry;

/// A battle in which the decks hold these cards.
fn cards_of([a, b]: [&str; 2]) -> Battle {
    let deck = |id: &str| battle_with(id).decks.unwrap()[0].clone();
    Battle { decks: Some([deck(a), deck(b)]), ..battle(Mode::AClashOfKings) }
}

fn discarded(log: &[LogEntry]) -> usize {
    log.iter().filter(|entry| matches!(entry, LogEntry::Discarded { .. })).count()
}

const FLAYED: &str = "bolton-a-flayed-man-has-no-secrets";

/// A Flayed Man Has No Secrets spends a condition of an enemy within 12" of the unit that Finger
/// Dance names; unit 0 is 25" away.
#[test]
fn condition_of_an_enemy_near_the_named_unit_is_spent_to_cancel_a_card() {
    let battle = cards_of(["greyjoy-finger-dance", FLAYED]);
    let bit = ConditionToken::Vulnerable.bit();
    let run = |holder: u8, is_played: bool| {
        let places = [(1, 0, 0), (2, 8_000, 0), (0, 20_000, -20_000), (4, 0, 20_000)];
        let mut before = state(&battle, &places, &[]);
        before.units[usize::from(holder)].tokens = bit;
        let mut a = Player { plays: [play_of(0, Some(1), None, &[])].into(), ..Default::default() };
        let answer = is_played.then(|| play_of(1, None, Some(holder), &[]));
        let mut b = Player { plays: answer.into_iter().collect(), ..Default::default() };
        let (after, log) = done((&battle, before), [&mut a, &mut b], 1, |play| {
            play.play_cards_at(CardEvent::TurnStart).map(|_| ())
        });
        let holder = after.units[usize::from(holder)].tokens;
        (b.offers.len(), after.units[1].cards.is_empty(), holder, discarded(&log))
    };
    assert_eq!(run(2, true), (1, true, 0, 2));
    assert_eq!(run(2, false), (1, false, bit, 0));
    // too far from the unit that is named
    assert_eq!(run(0, false), (0, false, bit, 0));
}

/// Knights of the Hollow Hill: unit 4 tests its morale as Cruel Methods names it. A pair of sixes
/// passes: the card does nothing, and the unit manoeuvres 3"; a pair of ones fails.
#[test]
fn passed_test_cancels_a_card_and_lets_the_unit_move() {
    let hill = "brotherhood-without-banners-knights-of-the-hollow-hill";
    let battle = cards_of(["bolton-cruel-methods", hill]);
    let run = |face: u64| {
        let mut before = state(&battle, &[(1, 0, 0), (4, 0, 20_000)], &[]);
        before.units[4].tokens = ConditionToken::Panicked.bit();
        let mut a = Player { plays: [play_of(1, None, Some(4), &[])].into(), ..Default::default() };
        let answer = play_of(0, Some(4), None, &[]);
        let step = Some(ahead(3));
        let mut b = Player { plays: [answer].into(), step, ..Default::default() };
        let (after, log) = done((&battle, before), [&mut a, &mut b], face, |play| {
            play.play_cards_at(CardEvent::TurnStart).map(|_| ())
        });
        let at = after.field.unit(UnitId(4)).unwrap().tray.pose().middle.y();
        (after.units[4].tokens, at, discarded(&log))
    };
    // the token is spent in the test; for the northern player, ahead is south
    assert_eq!(run(6), (0, 17_000, 2));
    // the card gives Vulnerable and Weakened
    assert_eq!(run(1), (0b110, 20_000, 2));
}

/// In a melee a card is cancelled like others: its attacker, the unit named, holds the condition that
/// is spent. Of fours all 8 dice hit, and all saves on 4+ block; with the -1 of Winter's Might none
/// does, and 4 of 12 wounds are left.
#[test]
fn card_that_is_declared_in_an_attack_is_cancelled() {
    let battle = cards_of(["stark-winters-might", FLAYED]);
    let declared = Some(CardChoice { card: CardId(0), way: 0 });
    let run = |answer: Option<PlayedCard>| {
        let mut before = in_contact(&battle);
        before.units[1].tokens = ConditionToken::Vulnerable.bit();
        let spec = melee(&battle, &before);
        let mut a = Player { declared, ..Default::default() };
        let mut b = Player { plays: answer.into_iter().collect(), ..Default::default() };
        let mut left = [0; 2];
        let (after, log) = done((&battle, before), [&mut a, &mut b], 4, |play| {
            left = play.resolve(&spec)?.left;
            Ok(())
        });
        (left, after.units[1].tokens, discarded(&log))
    };
    let bit = ConditionToken::Vulnerable.bit();
    assert_eq!(run(None), ([12, 4], bit, 1));
    assert_eq!(run(Some(play_of(1, None, Some(1), &[]))), ([12, 12], 0, 2));
}
