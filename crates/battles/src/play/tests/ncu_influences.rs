//! Influences on moves, denials, answers and order tokens of NCUs by hand (A9.4).

use super::super::card_event::CardEvent;
use super::cards::in_contact;
use super::ncus::{NcuPlayer, after, apart, battle_with, claim, play};
use super::*;
use crate::cards::{CardId, PlayedCard, TacticsDeck};
use crate::choice::{Benefit, TacticsZone};
use crate::field::Field;
use crate::terrain::Keyword;
use warodds_questions::catalogue::{Catalogue, Denied};

/// Unit 1 of `a` behind a bog that is 4" deep.
fn behind_a_bog(battle: &Battle) -> BattleState {
    let kinds = parse_kinds(SHIPPED_PIECES).unwrap();
    let keywords = [Keyword::Rough, Keyword::Hindering];
    let is_bog = |kind: &&crate::terrain::TerrainKind| {
        keywords.into_iter().all(|keyword| kind.keywords().has(keyword)) && kind.name() == "bog"
    };
    let bog = kinds.iter().find(is_bog).unwrap();
    let piece = bog.at(Pose { middle: point(0, -8_000), heading: Heading::NORTH });
    let mut state = state(battle, &[], &[]);
    state.field = Field::new(battle.table, vec![piece]).unwrap();
    let pose = Pose { middle: point(0, -15_000), heading: Heading::NORTH };
    let tray = Tray::new(battle.units[1].tray, pose);
    state.field.place_unit(UnitId(1), PlacedUnit { player: PlayerId::South, tray }).unwrap();
    state.units[1].place = UnitPlace::Table;
    state
}

/// Ygritte: an influenced friend is an inch faster and ignores the bog, which costs others an inch.
#[test]
fn influenced_friend_ignores_rough_ground() {
    let battle = battle_with([&["ygritte-kissed-by-fire"], &[]]);
    let before = behind_a_bog(&battle);
    let twice = |state: &BattleState| {
        let speed = state.speed(&battle, UnitId(1));
        speed.saturating_add(speed)
    };
    let march = |state: &BattleState, ahead: Length| {
        let speed = state.speed(&battle, UnitId(1));
        state.field.march(UnitId(1), ahead, Heading::NORTH, speed).is_ok()
    };
    let most = twice(&before);
    assert_eq!(
        [most.saturating_sub(Length::INCH), most].map(|ahead| march(&before, ahead)),
        [true, false]
    );
    let mut a = NcuPlayer::wanting(&[play(0, Some(1), None)]);
    let mut b = NcuPlayer::default();
    let (state, _) = after((&battle, before), [&mut a, &mut b], claim(TacticsZone::Horse)).unwrap();
    assert_eq!(twice(&state), most.saturating_add(Length::inches(2)));
    assert!(march(&state, twice(&state)));
}

/// Ygritte: a carrier of A Dance with Dragons, whose speed of 2 nothing raises, may be slowed
/// (A13.5.2).
#[test]
fn influence_slows_a_carrier_and_makes_none_faster() {
    let battle = battle_with([&["ygritte-kissed-by-fire"], &[]]);
    let battle = Battle { mode: Mode::ADanceWithDragons, ..battle };
    let influenced = |wanted: PlayedCard, carrier: u8| {
        let mut before = state(&battle, &apart(), &[(0, 9_000, ObjectiveCard::B)]);
        before.objectives[0].holder = Some(UnitId(carrier));
        let mut a = NcuPlayer::wanting(&[wanted]);
        let mut b = NcuPlayer::default();
        let claimed = claim(TacticsZone::Crown);
        let (state, _) = after((&battle, before), [&mut a, &mut b], claimed).unwrap();
        state.speed(&battle, UnitId(carrier))
    };
    assert_eq!(influenced(play(0, Some(1), None), 1), Length::inches(2));
    assert_eq!(influenced(play(1, None, Some(4)), 4), Length::inches(1));
}

/// Nymeria Sand: an influenced unit is an inch faster while either player controls the Horse.
#[test]
fn influence_is_faster_while_a_zone_is_controlled() {
    let mut battle = battle_with([&["nymeria-sand-lady-nym"], &[]]);
    battle.units[1].unit.kind = UnitType::Infantry;
    let gained = |seat: TacticsZone, others: Option<PlayerId>| {
        let mut before = state(&battle, &apart(), &[]);
        before.tactics_zones[TacticsZone::Horse as usize] = others;
        let slow = before.speed(&battle, UnitId(1));
        let mut a = NcuPlayer::wanting(&[play(0, Some(1), None)]);
        let mut b = NcuPlayer::default();
        let (state, _) = after((&battle, before), [&mut a, &mut b], claim(seat)).unwrap();
        state.speed(&battle, UnitId(1)).saturating_sub(slow)
    };
    assert_eq!(gained(TacticsZone::Horse, None), Length::INCH);
    assert_eq!(gained(TacticsZone::Crown, Some(PlayerId::North)), Length::INCH);
    assert_eq!(gained(TacticsZone::Crown, None), Length::ZERO);
}

/// Davos: an order token takes orders and cards of all enemies in contact with the unit that
/// activates.
#[test]
fn enemies_in_contact_are_denied_orders_and_cards() {
    let battle = battle_with([&["davos-seaworth-hand-of-the-true-king"], &[]]);
    let mut a = NcuPlayer::wanting(&[play(1, Some(1), None)]);
    let mut b = NcuPlayer::default();
    let before = in_contact(&battle);
    let (state, _) = after((&battle, before), [&mut a, &mut b], |play| {
        play.play_cards_at(CardEvent::Activation(UnitId(1))).map(drop)
    })
    .unwrap();
    let denied = [1, 4].map(|unit: usize| {
        [Denied::Orders, Denied::Cards].map(|what| state.units[unit].denied.has(what))
    });
    assert_eq!(denied, [[false; 2], [true; 2]]);
    assert_eq!(state.ncu_states.get(0, CardId::of_ncu(0)).unwrap().tokens, 2);
}

/// Tyrion fetches Counterplot from the discards once a game, and it cancels a card at once: with the
/// Crown and Wealth whatever the die shows.
#[test]
fn fetched_card_answers_at_once() {
    let mut battle = battle_with([&[], &["tyrion-lannister-the-imp"]]);
    let card = Catalogue::shipped()
        .tactics_cards()
        .find(|card| card.name == "Counterplot" && card.commander.is_none())
        .unwrap();
    for deck in battle.decks.iter_mut().flatten() {
        deck.kinds = TacticsDeck::new(&[card]).unwrap().kinds;
    }
    let mut a = NcuPlayer::default();
    let fetched = PlayedCard { fetched: vec![CardId(0)], ..play(0, None, None) };
    let mut b = NcuPlayer::wanting(&[fetched.clone(), fetched]);
    let mut before = state(&battle, &apart(), &[]);
    for zone in [TacticsZone::Crown, TacticsZone::Wealth] {
        before.tactics_zones[zone as usize] = Some(PlayerId::North);
    }
    after((&battle, before), [&mut a, &mut b], |play| {
        play.discard_card(PlayerId::North, CardId(0), "A12.7")?;
        play.discard_card(PlayerId::North, CardId(0), "A12.7")?;
        let event = CardEvent::Played(PlayerId::South, [None; 2]);
        assert!(play.is_cancelled(event)?);
        assert_eq!((play.hand(1).len(), play.piles(1)[1].len()), (0, 2));
        assert!(!play.is_cancelled(event)?);
        Ok(())
    })
    .unwrap();
}

/// Thoros gains an order token for each enemy rank that is destroyed: two as a unit of three ranks of
/// four goes from 12 wounds to 4. They heal two wounds more.
#[test]
fn destroyed_ranks_are_order_tokens() {
    let battle = battle_with([&["thoros-of-myr-the-ember"], &[]]);
    let mut a = NcuPlayer::wanting(&[play(2, Some(1), None)]);
    let mut b = NcuPlayer::default();
    let mut before = state(&battle, &apart(), &[]);
    before.units[1].left = 6;
    let (state, _) = after((&battle, before), [&mut a, &mut b], |play| {
        play.set_wounds_left(UnitId(4), 4, "A1.4")?;
        play.set_wounds_left(UnitId(1), 5, "A1.4")?;
        assert_eq!(play.state.ncu_states.get(0, CardId::of_ncu(0)).unwrap().tokens, 2);
        play.activate_ncu(PlayerId::South, Some(TacticsZone::Crown), Benefit::Nothing)
    })
    .unwrap();
    assert_eq!(state.units[1].left, 9);
    assert_eq!(state.ncu_states.get(0, CardId::of_ncu(0)).unwrap().tokens, 0);
}
