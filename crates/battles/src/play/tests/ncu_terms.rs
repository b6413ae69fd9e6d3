//! What NCUs change by hand: cards of all piles, order tokens, rounds and zones; and a policy.

use super::super::card_event::CardEvent;
use super::cards::{in_contact, melee};
use super::ncus::{NcuPlayer, after, apart, battle_with, claim, play};
use super::*;
use crate::cards::{CardChoice, CardId, PlayedCard, TacticsDeck};
use crate::choice::{Benefit, ConditionToken, TacticsZone};
use crate::log::LogEntry;
use crate::policy::{BattlePolicy, PolicyPlayer};
use warodds_games::asoiaf::Allegiance;
use warodds_questions::catalogue::Catalogue;

/// Samwell Tarly: hands of four.
#[test]
fn ncu_enlarges_the_hand() {
    let mut battle = battle_with([&["samwell-tarly-craven-scholar"], &[]]);
    let cards: Vec<_> = Catalogue::shipped().tactics_cards().take(4).collect();
    for deck in battle.decks.iter_mut().flatten() {
        deck.kinds = TacticsDeck::new(&cards).unwrap().kinds;
    }
    let [mut a, mut b] = [NcuPlayer::default(), NcuPlayer::default()];
    let before = state(&battle, &apart(), &[]);
    after((&battle, before), [&mut a, &mut b], |play| {
        assert_eq!([play.hand(0).len(), play.hand(1).len()], [4, 3]);
        Ok(())
    })
    .unwrap();
}

/// Sansa Stark: once a game as she activates, and instead of the effect of a zone, a discarded card
/// returns to the hand.
#[test]
fn discarded_cards_are_taken_back() {
    let battle = battle_with([&["sansa-stark-little-bird"], &[]]);
    let taken = |way| PlayedCard { fetched: vec![CardId(0)], ..play(way, None, None) };
    let mut a = NcuPlayer::wanting(&[taken(0), taken(1)]);
    let mut b = NcuPlayer::default();
    let before = state(&battle, &apart(), &[]);
    let (state, log) = after((&battle, before), [&mut a, &mut b], |play| {
        play.discard_card(PlayerId::South, CardId(0), "A12.7")?;
        play.discard_card(PlayerId::South, CardId(0), "A12.7")?;
        play.activate_ncu(PlayerId::South, Some(TacticsZone::Wealth), Benefit::Nothing)?;
        assert_eq!(play.hand(0).count(CardId(0)), 2);
        play.play_cards_at(CardEvent::NcuActivation(Some(CardId::of_ncu(0)))).map(drop)
    })
    .unwrap();
    let fetched = log.iter().filter(|entry| matches!(entry, LogEntry::Fetched { .. }));
    assert_eq!((fetched.count(), a.offers.len()), (2, 2));
    assert_eq!(state.ncu_states.get(0, CardId::of_ncu(0)).unwrap().used, 0b01);
}

/// Rodrik Cassel: an order token for rerolls of attack dice, beside a card of the same event.
#[test]
fn order_token_is_spent_in_an_attack() {
    let battle = battle_with([&["rodrik-cassel-combat-veteran"], &[]]);
    let choice = CardChoice { card: CardId::of_ncu(0), way: 0 };
    let mut a = NcuPlayer { declared: Some(choice), ..NcuPlayer::default() };
    let mut b = NcuPlayer::default();
    let before = in_contact(&battle);
    let spec = melee(&battle, &before);
    let (state, _) = after((&battle, before), [&mut a, &mut b], |play| {
        play.resolve(&spec)?;
        Ok(())
    })
    .unwrap();
    assert_eq!(state.ncu_states.get(0, CardId::of_ncu(0)).unwrap().tokens, 1);
}

/// Lord Varys answers an enemy claim of the Letters with a card, and one of the Swords with three
/// hits: ones save none.
#[test]
fn ncu_answers_claims_of_the_enemy() {
    let battle = battle_with([&[], &["lord-varys-the-spider"]]);
    let mut a = NcuPlayer::default();
    let mut b = NcuPlayer::wanting(&[play(2, None, None), play(3, None, Some(1))]);
    let before = state(&battle, &apart(), &[]);
    let (state, log) = after((&battle, before), [&mut a, &mut b], |play| {
        let held = play.hand(1).len() + play.piles(1)[0].len();
        play.state.ncus = [2; 2];
        play.activate_ncu(PlayerId::South, Some(TacticsZone::Letters), Benefit::Nothing)?;
        assert_eq!(play.hand(1).len() + play.piles(1)[0].len(), held);
        play.activate_ncu(PlayerId::South, Some(TacticsZone::Swords), Benefit::Nothing)
    })
    .unwrap();
    assert_eq!(state.units[1].left, 9);
    assert_eq!(state.ncu_states.get(1, CardId::of_ncu(0)).unwrap().tokens, 1);
    assert!(log.iter().any(|entry| matches!(entry, LogEntry::Zone { .. })));
}

/// Shae: three order tokens, one less for each claim, and out at the end of the round without any.
#[test]
fn ncu_leaves_the_battle_without_order_tokens() {
    let battle = battle_with([&["shae-hidden-in-court"], &[]]);
    let [mut a, mut b] = [NcuPlayer::default(), NcuPlayer::default()];
    let before = state(&battle, &apart(), &[]);
    let mut lost = Vec::new();
    after((&battle, before), [&mut a, &mut b], |play| {
        for _ in 0..3 {
            play.wear_out(PlayerId::South, CardId::of_ncu(0))?;
            play.retire_ncus()?;
            lost.push(play.state.ncu_states.lost(0));
        }
        Ok(())
    })
    .unwrap();
    assert_eq!(lost, [0, 0, 1]);
}

/// Walder Frey: two of a burden, healing and the first turn of the next round, once a game.
#[test]
fn pair_of_options_is_used_once_a_game() {
    let battle = battle_with([&["walder-frey-lord-of-the-crossing"], &[]]);
    let mut a = NcuPlayer::wanting(&[play(2, Some(1), None), play(0, Some(1), Some(4))]);
    let mut b = NcuPlayer::default();
    let mut before = state(&battle, &apart(), &[]);
    before.units[1].left = 5;
    let (state, _) = after((&battle, before), [&mut a, &mut b], |play| {
        let event = CardEvent::Claim(TacticsZone::Crown, Some(CardId::of_ncu(0)));
        play.play_cards_at(event)?;
        play.play_cards_at(event).map(drop)
    })
    .unwrap();
    assert_eq!((state.units[1].left, state.next_first), (8, Some(PlayerId::South)));
    assert_eq!((a.offers.len(), state.units[4].tokens), (1, 0));
}

/// Tycho Nestoris: five wounds, one after the other.
#[test]
fn healing_is_spread_over_friends() {
    let battle = battle_with([&["tycho-nestoris-iron-banker"], &[]]);
    let mut a = NcuPlayer::wanting(&[play(0, None, None)]);
    let mut b = NcuPlayer::default();
    let mut before = state(&battle, &apart(), &[]);
    (before.units[1].left, before.units[2].left) = (9, 9);
    let (state, _) = after((&battle, before), [&mut a, &mut b], |play| {
        play.play_cards_at(CardEvent::TurnStart).map(drop)
    })
    .unwrap();
    assert_eq!([state.units[1].left, state.units[2].left], [12, 11]);
}

/// Joffrey: on the board he counts as the Crown.
#[test]
fn ncu_on_the_board_counts_as_holding_a_zone() {
    let battle = battle_with([&["joffrey-baratheon-lord-of-the-seven-kingdoms"], &[]]);
    let [mut a, mut b] = [NcuPlayer::default(), NcuPlayer::default()];
    let before = state(&battle, &apart(), &[]);
    let zones = |state: &BattleState| {
        let spec = state.pair_with_all_conditions([UnitId(1), UnitId(4)]);
        spec.conditions.map(|conditions| conditions.zones)
    };
    let none = zones(&before)[0];
    let (after, _) = after((&battle, before), [&mut a, &mut b], claim(TacticsZone::Horse)).unwrap();
    use warodds_games::asoiaf::effect::Zone;
    let [own, enemy] = zones(&after);
    assert!(own.has(Zone::Crown) && own.has(Zone::Maneuver) && !own.has(Zone::Wealth));
    assert_eq!(enemy, none);
}

/// Beron Blacktyde influences Greyjoys alone.
#[test]
fn influence_of_a_faction_needs_its_units() {
    let mut battle = battle_with([&["beron-blacktyde-blind-beron"], &[]]);
    battle.units[2].unit.allegiance = Allegiance::of(["Greyjoy"]);
    let [mut a, mut b] = [NcuPlayer::default(), NcuPlayer::default()];
    let before = state(&battle, &apart(), &[]);
    after((&battle, before), [&mut a, &mut b], claim(TacticsZone::Horse)).unwrap();
    assert_eq!(a.offers, [vec![play(0, Some(2), None)]]);
}

/// A Weakened token on an enemy that is not engaged is worth 0.4 points, and an order token 0.3 for
/// each round of six that is left: 0.25 in the first round.
#[test]
fn policy_spends_an_order_token_that_gains_more_than_it_is_worth() {
    let battle = battle_with([&["pycelle-grand-maester"], &[]]);
    let outcomes = battle.outcome_cache();
    let is_used = |round: u8, immune: bool| {
        let mut state = state(&battle, &apart(), &[]);
        state.round = round;
        state.units[4].tokens = if immune { 0b100 } else { 0 };
        let cards = crate::cards::CardView {
            army: 0,
            hand: Default::default(),
            discards: Default::default(),
            enemy_hand: 2,
            deck_sizes: [0; 2],
        };
        let view = PlayerView {
            missions: None,
            battle: &battle,
            outcomes: &outcomes,
            state: std::borrow::Cow::Borrowed(&state),
            cards: Some(cards),
        };
        let mut player = PolicyPlayer::new(BattlePolicy::default());
        let plays = vec![play(0, None, Some(4))];
        player.choose(&view, &PlayerDecision::Play(plays)).unwrap() != PlayerChoice::Play(None)
    };
    assert!(is_used(1, false) && is_used(6, false));
    assert!(!is_used(1, true) && !is_used(6, true));
}

/// Assault Orders give up the effect of the Letters for a free melee attack,
/// which nobody is near enough to suffer.
#[test]
fn card_takes_the_place_of_the_effect_of_the_zone() {
    let mut battle = battle_with([&[], &[]]);
    let card = Catalogue::shipped().find_tactics("stark-assault-orders").unwrap();
    for deck in battle.decks.iter_mut().flatten() {
        deck.kinds = TacticsDeck::new(&[card]).unwrap().kinds;
    }
    battle.ncus[0] = vec!["NCU 1".to_owned()];
    let orders = PlayedCard {
        choice: CardChoice { card: CardId(0), way: 0 },
        unit: Some(UnitId(1)),
        ..PlayedCard::default()
    };
    let mut a = NcuPlayer::wanting(&[orders]);
    let mut b = NcuPlayer::default();
    let before = state(&battle, &apart(), &[]);
    let benefit = Benefit::Token { unit: UnitId(4), token: ConditionToken::Weakened };
    let (state, log) = after((&battle, before), [&mut a, &mut b], |play| {
        play.activate_ncu(PlayerId::South, Some(TacticsZone::Letters), benefit)
    })
    .unwrap();
    assert_eq!(state.units[4].tokens, 0);
    let is_played = |entry: &&LogEntry| matches!(entry, LogEntry::Discarded { .. });
    assert_eq!(log.iter().filter(is_played).count(), 1);
    // the charge is for the Swords alone
    assert!(a.offers[0].iter().all(|played| played.choice.way == 0));
}
