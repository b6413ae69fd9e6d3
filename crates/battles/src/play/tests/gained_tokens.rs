//! Tactics cards that act as units gain condition tokens, by hand.

use super::card_events::battle_with;
use super::cards::in_contact;
use super::picked_units::{Picker, done, played};
use super::*;
use crate::cards::{CardChoice, CardId};
use crate::choice::{ConditionToken, TacticsZone};

const WEAKENED: u8 = ConditionToken::Weakened.bit();

/// Stag's Wit: Weakened goes from unit 1 to unit 4 in contact with it, and with the Letters to unit 5
/// near as well. Of its six ways two are for Weakened; a token that is held already is not gained.
#[test]
fn token_goes_from_a_friend_that_has_gained_it_to_an_enemy() {
    let battle = battle_with("baratheon-stags-wit");
    let run = |has_letters: bool, held: u8| {
        let mut before = in_contact(&battle);
        let pose = Pose { middle: point(8_000, 0), heading: Heading::NORTH };
        let tray = Tray::new(battle.units[5].tray, pose);
        before.field.place_unit(UnitId(5), PlacedUnit { player: PlayerId::North, tray }).unwrap();
        before.units[5].place = UnitPlace::Table;
        before.units[1].tokens = held;
        let zone = TacticsZone::Letters as usize;
        before.tactics_zones[zone] = has_letters.then_some(PlayerId::South);
        let mut a = Picker::of(&[played(4, [Some(1), Some(4)], &[])], &[5]);
        let (after, _) = done((&battle, before), &mut a, Ones, |play| {
            play.give_token(UnitId(1), ConditionToken::Weakened, "A9.2")
        })
        .unwrap();
        let offers = a.offers.iter().map(Vec::len).collect::<Vec<_>>();
        (offers, [1, 4, 5].map(|unit: usize| after.units[unit].tokens))
    };
    assert_eq!(run(false, 0), (vec![2], [0, WEAKENED, 0]));
    assert_eq!(run(true, 0), (vec![2], [0, WEAKENED, WEAKENED]));
    assert_eq!(run(true, WEAKENED), (vec![], [WEAKENED, 0, 0]));
}

/// The Fire That Burns Against The Cold, while it stays: a wound for a token that the unit gains, but
/// not the last one.
#[test]
fn unit_pays_a_wound_for_a_token() {
    let battle = battle_with("nights-watch-the-fire-that-burns-against-the-cold");
    let run = |left: u8, picks: &[u8]| {
        let mut before = in_contact(&battle);
        before.units[1].left = left;
        let mut a = Picker::of(&[], picks);
        let (after, _) = done((&battle, before), &mut a, Ones, |play| {
            let choice = CardChoice { card: CardId(0), way: 1 };
            play.attach_card(PlayerId::South, choice, (UnitId(1), false))?;
            play.give_token(UnitId(1), ConditionToken::Weakened, "A9.2")
        })
        .unwrap();
        (after.units[1].left, after.units[1].tokens, a.picks.len())
    };
    assert_eq!(run(12, &[1]), (11, 0, 0));
    assert_eq!(run(12, &[]), (12, WEAKENED, 0));
    // the player is not asked
    assert_eq!(run(1, &[1]), (1, WEAKENED, 1));
}
