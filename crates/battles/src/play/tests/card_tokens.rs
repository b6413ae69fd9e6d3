//! Tokens on tactics cards that stay, zones that end them, and what they deny, by hand.

use super::super::card_event::CardEvent;
use super::card_events::battle_with;
use super::cards::{in_contact, melee};
use super::picked_units::{Picker, done, played, row};
use super::*;
use crate::cards::FriendCounts;
use crate::choice::{ConditionToken, TacticsZone};
use crate::outcomes::{EncounterSpec, ObjectiveBonuses};
use warodds_games::asoiaf::effect::{Amount, Per};
use warodds_questions::catalogue::Denied;

/// The tokens on the first card of a unit; `None` without a card.
fn tokens(play: &Play<'_>, unit: usize) -> Option<u8> {
    play.state.units[unit].cards.held().next().map(|held| held.tokens)
}

/// Spoils of War: a token for each enemy that dies within 6" of its unit.
#[test]
fn card_gathers_tokens_as_enemies_die_nearby() {
    let battle = battle_with("neutral-spoils-of-war");
    let mut player = Picker::of(&[played(0, [Some(1), None], &[])], &[]);
    let mut counts = Vec::new();
    let (_, log) = done((&battle, row(&battle)), &mut player, Ones, |play| {
        play.play_cards_at(CardEvent::TurnStart)?;
        // trays are over 3" deep: 9" between middles are less than 6"; a friend is no enemy
        for unit in [0, 4] {
            counts.push(tokens(play, 1));
            play.wound(UnitId(unit), 12, "A8.3")?;
        }
        counts.push(tokens(play, 1));
        Ok(())
    })
    .unwrap();
    assert_eq!(counts, [Some(0), Some(0), Some(1)]);
    let gathered = crate::log::LogEntry::CardTokens {
        player: PlayerId::South,
        card: crate::cards::CardId(0),
        unit: UnitId(1),
        tokens: 1,
        rule: "A8.3".into(),
    };
    assert!(log.contains(&gathered));
}

/// With a token its unit has the highest dice and its defender is vulnerable; without, nothing.
#[test]
fn tokens_decide_what_a_card_that_stays_does() {
    let battle = battle_with("neutral-spoils-of-war");
    let outcomes = battle.outcome_cache();
    let mut player = Picker::of(&[played(0, [Some(1), None], &[])], &[]);
    let mut before = in_contact(&battle);
    // of three ranks one is lost, so that the highest dice matter
    before.units[1].left = 8;
    let (state, _) = done((&battle, before), &mut player, Ones, |play| {
        play.play_cards_at(CardEvent::TurnStart).map(|_| ())
    })
    .unwrap();
    let expected = |spec: &EncounterSpec| outcomes.get(spec).unwrap().expected().unwrap().left[1];
    let without = melee(&battle, &state);
    let bare = EncounterSpec { cards: Default::default(), ..without };
    assert_eq!(expected(&without), expected(&bare));
    let mut state = state;
    state.units[1].cards =
        state.units[1].cards.changed(|held| Some(crate::cards::HeldCard { tokens: 1, ..held }));
    let with = melee(&battle, &state);
    let mut same = bare;
    same.conditions[0].bonuses = ObjectiveBonuses::HIGHEST;
    same.conditions[1].tokens = ConditionToken::Vulnerable.bit();
    assert!((expected(&with) - expected(&same)).abs() < 1e-12);
    assert!(expected(&with) < expected(&bare));
}

/// But the Realm Remains: a token for a friend that dies; while it has one its unit gains no
/// tokens, and its player may spend it to heal 3.
#[test]
fn token_is_spent_at_the_start_of_a_turn() {
    let battle = battle_with("brotherhood-without-banners-but-the-realm-remains");
    let mut player = Picker::of(&[played(0, [Some(1), None], &[])], &[1]);
    let mut before = row(&battle);
    before.units[1].left = 7;
    let mut held = Vec::new();
    let (after, _) = done((&battle, before), &mut player, Ones, |play| {
        play.play_cards_at(CardEvent::TurnStart)?;
        play.wound(UnitId(2), 12, "A8.3")?;
        play.give_token(UnitId(1), ConditionToken::Weakened, "A7")?;
        held.push((tokens(play, 1), play.state.units[1].tokens));
        play.spend_card_tokens()?;
        play.give_token(UnitId(1), ConditionToken::Weakened, "A7")?;
        held.push((tokens(play, 1), play.state.units[1].tokens));
        Ok(())
    })
    .unwrap();
    assert_eq!(held, [(Some(1), 0), (Some(0), ConditionToken::Weakened.bit())]);
    assert_eq!(after.units[1].left, 10);
}

/// Skin Collection: a token for each rank that its unit destroys in an attack.
#[test]
fn card_gathers_tokens_by_destroyed_ranks() {
    let battle = battle_with("bolton-ramsay-snow-skin-collection");
    let mut player = Picker::of(&[played(0, [Some(1), None], &[])], &[]);
    let before = in_contact(&battle);
    let (spec, mut after) = (melee(&battle, &before), warodds_games::asoiaf::Aftermath::default());
    // of 12 wounds in three ranks 4 are left: two ranks are gone
    after.left = [12, 4];
    let mut count = None;
    done((&battle, before), &mut player, Ones, |play| {
        play.play_cards_at(CardEvent::TurnStart)?;
        play.gather_by_ranks(&spec, &after)?;
        count = tokens(play, 1);
        Ok(())
    })
    .unwrap();
    assert_eq!(count, Some(2));
}

/// Bribery leaves its enemy when the Wealth targets it, not with the Crown.
#[test]
fn zone_that_targets_its_unit_ends_a_card() {
    let battle = battle_with("lannister-bribery");
    let mut player = Picker::of(&[played(0, [None, Some(4)], &[])], &[]);
    let mut counts = Vec::new();
    done((&battle, row(&battle)), &mut player, Ones, |play| {
        play.play_card_at(CardEvent::Claim(TacticsZone::Horse, None), PlayerId::South)?;
        for zone in [TacticsZone::Crown, TacticsZone::Wealth] {
            play.target_by_zone(UnitId(4), zone)?;
            counts.push(play.state.units[4].cards.cards().count());
        }
        Ok(())
    })
    .unwrap();
    assert_eq!(counts, [1, 0]);
}

/// Rhoynish Vengeance: with a token each zone that targets the enemy costs it a wound, if its player
/// holds the Crown.
#[test]
fn zone_that_targets_its_unit_triggers_a_card() {
    let battle = battle_with("martell-rhoynish-vengeance");
    let left = |crown: bool| {
        let mut player = Picker::of(&[played(0, [None, Some(4)], &[])], &[]);
        let mut before = row(&battle);
        before.tactics_zones[TacticsZone::Crown as usize] = crown.then_some(PlayerId::South);
        let mut left = Vec::new();
        done((&battle, before), &mut player, Ones, |play| {
            play.play_cards_at(CardEvent::TurnStart)?;
            for _ in 0..2 {
                play.target_by_zone(UnitId(4), TacticsZone::Letters)?;
                left.push(play.state.units[4].left);
                // a friend of the card's player
                play.wound(UnitId(0), 12, "A8.3")?;
            }
            Ok(())
        })
        .unwrap();
        left
    };
    assert_eq!([true, false].map(left), [[12, 11], [12, 12]]);
}

/// Rising Temperatures: no cards of its own side from round 2 on, no healing from round 4 on.
#[test]
fn card_that_stays_denies_by_round() {
    let battle = battle_with("martell-rising-temperatures");
    let mut player = Picker::of(&[played(0, [None, Some(4)], &[])], &[]);
    let mut denied = Vec::new();
    let mut before = row(&battle);
    (before.active, before.units[4].left) = (PlayerId::North, 6);
    done((&battle, before), &mut player, Ones, |play| {
        play.play_cards_at(CardEvent::Activation(UnitId(4)))?;
        for round in 1..=4 {
            play.state.round = round;
            let is_denied = |what| play.state.is_denied(&battle, UnitId(4), what);
            let now = [Denied::Cards, Denied::Healing, Denied::Orders].map(is_denied);
            play.heal(UnitId(4), 1, "A1.5")?;
            denied.push((now, play.state.units[4].left));
        }
        Ok(())
    })
    .unwrap();
    let [none, cards, both] = [[false; 3], [true, false, false], [true, true, false]];
    assert_eq!(denied, [(none, 7), (cards, 8), (cards, 9), (both, 9)]);
}

/// There's Too Many!: −1 for each friend within 6" of the tested enemy, at most −3. Of 36 rolls of
/// two dice 10 are below 6, and 15, 21 and 26 below 7, 8 and 9.
#[test]
fn card_counts_friends_near_the_enemy() {
    let battle = battle_with("free-folk-theres-too-many");
    let outcomes = battle.outcome_cache();
    let before = in_contact(&battle);
    let friends = before.friends_of(Some(&battle), (Some(UnitId(1)), Some(UnitId(4))), false);
    assert_eq!([friends.near, friends.near_enemy, friends.in_contact], [0, 1, 1]);
    assert_eq!(friends.ranks_in_contact, 3);
    let spec = melee(&battle, &before);
    let card = crate::cards::CardChoice::default();
    let card = crate::cards::DeclaredCards::default().declaring(0, card);
    let mut with = before.with_cards(&battle, &spec, [card, Default::default()]);
    assert_eq!(with.conditions[0].friends, friends);
    let mut failed = |near_enemy: u8| {
        with.conditions[0].friends = FriendCounts { near_enemy, ..friends };
        outcomes.get(&with).unwrap().expected().unwrap().failed[1]
    };
    let rolls = [10.0, 15.0, 21.0, 26.0, 26.0];
    let plain = failed(0);
    for (near, rolls) in (0..).zip(rolls) {
        let ratio = failed(near) / plain;
        assert!((ratio - rolls / 10.0).abs() < 1e-9, "{near} {ratio}");
    }
}

/// Overwhelming Assault: an option for each friend in contact with the defender, at most all three.
#[test]
fn card_counts_friends_in_contact_for_its_options() {
    let battle = battle_with("free-folk-overwhelming-assault");
    let outcomes = battle.outcome_cache();
    let before = in_contact(&battle);
    let spec = melee(&battle, &before);
    let card = crate::cards::CardChoice::default();
    let card = crate::cards::DeclaredCards::default().declaring(0, card);
    let mut with = before.with_cards(&battle, &spec, [card, Default::default()]);
    let mut left = |in_contact: u8| {
        with.conditions[0].friends = FriendCounts { in_contact, ..FriendCounts::default() };
        outcomes.get(&with).unwrap().expected().unwrap().left[1]
    };
    let [none, one, two, three, four] = [0, 1, 2, 3, 4].map(&mut left);
    let bare = EncounterSpec { cards: Default::default(), ..spec };
    let plain = outcomes.get(&bare).unwrap().expected().unwrap().left[1];
    assert!((none - plain).abs() < 1e-12, "{none} {plain}");
    assert!(one < none && two < one && three < two && three == four);
}

/// A negative factor is bounded by the number of friends, a positive one by the sum.
#[test]
fn friends_are_counted_up_to_a_bound() {
    let friends = FriendCounts { near: 5, ..FriendCounts::default() };
    let amount = |each: i8, base: i8| Amount {
        base,
        each,
        per: Some(Per::FriendsNear),
        d3: 0,
        most: Some(3),
    };
    assert_eq!(friends.count(amount(-1, 0)), Amount::of(-3));
    assert_eq!(friends.count(amount(1, 1)), Amount::of(3));
}
