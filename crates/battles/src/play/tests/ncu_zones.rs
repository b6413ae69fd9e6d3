//! NCUs and zones by hand: zones that are named, targets of zones, and claims out of turn (A9.4).

use super::super::card_event::CardEvent;
use super::ncus::{NcuPlayer, after, apart, battle_with, play};
use super::*;
use crate::cards::{CardId, PlayedCard, TacticsDeck};
use crate::choice::{Benefit, ConditionToken, TacticsZone};
use warodds_questions::catalogue::{Catalogue, FetchedKind};

/// The first NCU names these zones, by its first way.
fn naming(zones: &[TacticsZone]) -> PlayedCard {
    PlayedCard { zones: zones.to_vec(), ..play(0, None, None) }
}

/// Qyburn names two of the five zones, of which there are ten pairs. He has three order tokens; a
/// right guess makes two enemies vulnerable, a wrong one nobody.
#[test]
fn right_guess_of_a_zone_exposes_two_enemies() {
    let battle = battle_with([&[], &["qyburn-master-of-whisperers"]]);
    let run = |claimed: TacticsZone| {
        let guess = naming(&[TacticsZone::Crown, TacticsZone::Letters]);
        let right = |unit| play(1, None, Some(unit));
        let (mut a, mut b) =
            (NcuPlayer::default(), NcuPlayer::wanting(&[guess, right(1), right(2)]));
        let before = state(&battle, &apart(), &[]);
        let done = after((&battle, before), [&mut a, &mut b], |play| {
            play.activate_ncu(PlayerId::South, Some(claimed), Benefit::Nothing)?;
            play.end_turn()
        });
        let (state, _) = done.unwrap();
        let ncu = *state.ncu_states.get(1, CardId::of_ncu(0)).unwrap();
        assert_eq!((b.offers[0].len(), ncu.tokens, ncu.named), (10, 2, 0));
        // both enemies, the other one, and nobody a third time
        let offers: Vec<usize> = b.offers.iter().skip(1).map(Vec::len).collect();
        (offers, [1, 2].map(|unit: usize| state.units[unit].tokens))
    };
    let vulnerable = ConditionToken::Vulnerable.bit();
    assert_eq!(run(TacticsZone::Letters), (vec![2, 1], [vulnerable; 2]));
    assert_eq!(run(TacticsZone::Swords), (Vec::new(), [0; 2]));
}

/// Cortnay Penrose heals D3 + 2 wounds, 3 by a die of one.
#[test]
fn right_guess_of_a_zone_heals() {
    let battle = battle_with([&[], &["cortnay-penrose-reliable-castellan"]]);
    let guess = naming(&[TacticsZone::Crown, TacticsZone::Wealth]);
    let mut a = NcuPlayer::default();
    let mut b = NcuPlayer::wanting(&[guess, play(1, None, None)]);
    let mut before = state(&battle, &apart(), &[]);
    before.units[4].left = 7;
    let (state, _) = after((&battle, before), [&mut a, &mut b], |play| {
        play.activate_ncu(PlayerId::South, Some(TacticsZone::Crown), Benefit::Nothing)
    })
    .unwrap();
    assert_eq!(state.units[4].left, 10);
}

/// Shyra Errol passes on the token that Wealth removes, if it removes one.
#[test]
fn token_removed_by_wealth_goes_to_an_enemy() {
    let battle = battle_with([&["shyra-errol-lady-of-haystack-hall"], &[]]);
    let run = |token: Option<ConditionToken>| {
        let mut a = NcuPlayer::wanting(&[play(2, None, Some(4))]);
        let mut b = NcuPlayer::default();
        let mut before = state(&battle, &apart(), &[]);
        (before.units[1].left, before.units[1].tokens) = (8, ConditionToken::Weakened.bit());
        let benefit = Benefit::Restore { unit: UnitId(1), token };
        let (state, _) = after((&battle, before), [&mut a, &mut b], |play| {
            play.activate_ncu(PlayerId::South, Some(TacticsZone::Wealth), benefit)
        })
        .unwrap();
        (a.offers.len(), state.units[1].left, [1, 4].map(|unit: usize| state.units[unit].tokens))
    };
    let weakened = ConditionToken::Weakened;
    assert_eq!(run(Some(weakened)), (1, 11, [0, weakened.bit()]));
    assert_eq!(run(None), (0, 11, [weakened.bit(), 0]));
}

/// Walda Frey heals one wound more with Wealth, which then removes no token; with the Letters she
/// takes a card of the commander instead.
#[test]
fn ability_takes_the_place_of_a_part_of_wealth() {
    let mut battle = battle_with([&["walda-frey-fat-walda"], &[]]);
    for kind in battle.decks.iter_mut().flatten().flat_map(|deck| &mut deck.kinds) {
        kind.kind = FetchedKind::Commander;
    }
    let token = Some(ConditionToken::Panicked);
    let bit = ConditionToken::Panicked.bit();
    let run = |seat, benefit, wanted: &[PlayedCard]| {
        let (mut a, mut b) = (NcuPlayer::wanting(wanted), NcuPlayer::default());
        let mut before = state(&battle, &apart(), &[]);
        (before.units[1].left, before.units[1].tokens) = (7, bit);
        let mut held = 0;
        let (state, _) = after((&battle, before), [&mut a, &mut b], |play| {
            play.discard_card(PlayerId::South, CardId(0), "A12.7")?;
            play.activate_ncu(PlayerId::South, Some(seat), benefit)?;
            held = play.hand(0).len();
            Ok(())
        })
        .unwrap();
        (state.units[1].left, [1, 4].map(|unit: usize| state.units[unit].tokens), held)
    };
    let wealth = Benefit::Restore { unit: UnitId(1), token };
    assert_eq!(run(TacticsZone::Wealth, wealth, &[]), (10, [0, 0], 1));
    // for the unit of the zone alone
    let other = play(2, Some(2), None);
    assert_eq!(run(TacticsZone::Wealth, wealth, &[other]), (10, [0, 0], 1));
    let part = play(2, Some(1), None);
    assert_eq!(run(TacticsZone::Wealth, wealth, &[part]), (11, [bit, 0], 1));
    let letters = Benefit::Token { unit: UnitId(4), token: ConditionToken::Panicked };
    let taken = PlayedCard { fetched: vec![CardId(0)], ..play(1, None, None) };
    assert_eq!(run(TacticsZone::Letters, letters, &[taken]), (7, [bit, 0], 2));
}

/// Cressen claims the Crown as the round begins, and leaves the battle as it ends.
#[test]
fn ncu_activates_before_the_first_turn_and_leaves() {
    let battle = battle_with([&["cressen-maester-at-dragonstone"], &[]]);
    let mut a = NcuPlayer::wanting(&[play(0, None, None)]);
    let mut b = NcuPlayer::default();
    let before = state(&battle, &apart(), &[]);
    let (state, _) = after((&battle, before), [&mut a, &mut b], |play| {
        play.play_cards_at(CardEvent::RoundStart)?;
        // once a round
        play.play_cards_at(CardEvent::RoundStart)?;
        assert_eq!((play.state.ncus, play.state.ncu_states.lost(0)), ([0, 1], 0));
        play.retire_ncus()
    })
    .unwrap();
    assert_eq!(state.tactics_zones[TacticsZone::Crown as usize], Some(PlayerId::South));
    assert_eq!((state.ncu_states.lost(0), state.claimer), (1, None));
}

/// Tybald claims the zone that he named if the enemy has claimed another one, as the turn ends.
#[test]
fn wrong_guess_of_a_zone_claims_it() {
    let battle = battle_with([&[], &["tybald-maester-of-the-dreadfort"]]);
    let run = |claimed: TacticsZone| {
        let guess = naming(&[TacticsZone::Crown]);
        let mut a = NcuPlayer::default();
        let mut b = NcuPlayer::wanting(&[guess, play(2, None, None)]);
        let before = state(&battle, &apart(), &[]);
        let (state, _) = after((&battle, before), [&mut a, &mut b], |play| {
            play.activate_ncu(PlayerId::South, Some(claimed), Benefit::Nothing)?;
            play.end_turn()
        })
        .unwrap();
        (state.tactics_zones[TacticsZone::Crown as usize], state.ncus)
    };
    assert_eq!(run(TacticsZone::Letters), (Some(PlayerId::North), [0, 0]));
    assert_eq!(run(TacticsZone::Crown), (Some(PlayerId::South), [0, 1]));
}

/// Bowen Marsh draws two of the five cards left and puts one of them under the deck, whose four
/// others are drawn before it.
#[test]
fn one_of_the_drawn_cards_goes_under_the_deck() {
    let mut battle = battle_with([&["bowen-marsh-first-steward"], &[]]);
    let cards: Vec<_> = Catalogue::shipped().tactics_cards().take(4).collect();
    for deck in battle.decks.iter_mut().flatten() {
        deck.kinds = TacticsDeck::new(&cards).unwrap().kinds;
    }
    let [mut a, mut b] = [NcuPlayer::wanting(&[play(0, None, None)]), NcuPlayer::default()];
    let before = state(&battle, &apart(), &[]);
    after((&battle, before), [&mut a, &mut b], |play| {
        play.activate_ncu(PlayerId::South, Some(TacticsZone::Wealth), Benefit::Nothing)?;
        assert_eq!((play.hand(0).len(), play.piles(0)[0].len()), (4, 4));
        play.draw_cards(PlayerId::South, 3, "A8.2")?;
        let buried = play.piles(0)[0].cards().next().unwrap();
        play.draw_cards(PlayerId::South, 1, "A8.2")?;
        assert_eq!(play.last_drawn, [buried]);
        Ok(())
    })
    .unwrap();
}

/// The High Seneschal never activates.
#[test]
fn ncu_that_never_acts_is_no_turn() {
    let battle = battle_with([&["the-high-seneschal", "sansa-stark-little-bird"], &[]]);
    let before = state(&battle, &apart(), &[]);
    assert_eq!([0, 1].map(|army| before.ncu_states.lost(army)), [1, 0]);
}
