//! Tactics cards by hand: who is asked, what stays in a hand, and what a card changes.

use super::*;
use crate::cards::{CardChoice, CardId, TacticsDeck};
use crate::choice::TacticsZone;
use crate::decision::CardDecision;
use crate::outcomes::EncounterSpec;
use crate::policy::{BattlePolicy, CardPolicy, PolicyPlayer, Weights};
use crate::progress::refusal;
use warodds_games::asoiaf::Aftermath;
use warodds_questions::catalogue::Catalogue;

/// Winter's Might: Sundering, and with the Swords the highest attack dice.
const MIGHT: CardChoice = CardChoice { card: CardId(0), way: 0 };
/// Northern Ferocity: Vicious.
const FEROCITY: CardChoice = CardChoice { card: CardId(1), way: 0 };
/// Devastating Impact: for charges.
const IMPACT: CardChoice = CardChoice { card: CardId(2), way: 0 };

/// Declares a card whenever it may, and counts the requests.
#[derive(Default)]
struct Declarer {
    card: Option<CardChoice>,
    asked: Vec<Vec<CardChoice>>,
}

impl Decide for Declarer {
    fn choose(
        &mut self,
        _: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        Ok(match decision {
            PlayerDecision::Card(decision) => {
                self.asked.push(decision.plays.clone());
                PlayerChoice::Card(self.card)
            }
            PlayerDecision::Discard => PlayerChoice::Discard(Vec::new()),
            other => return Err(DecisionError::None(format!("{other:?} is not expected"))),
        })
    }
}

/// The battle of the other tests, both sides with the deck of the Wolf Lord.
fn battle_with_cards() -> Battle {
    let deck = Catalogue::shipped().tactics_deck("Stark", "Robb Stark, The Wolf Lord");
    let mut cards = deck.unwrap();
    let first = ["Winter's Might", "Northern Ferocity", "Devastating Impact"];
    cards.sort_by_key(|card| first.iter().position(|name| *name == card.name).unwrap_or(3));
    let deck = TacticsDeck::new(&cards).unwrap();
    Battle { decks: Some([deck.clone(), deck]), ..battle(Mode::AClashOfKings) }
}

/// Unit 1 of `a` in contact with the front of unit 4 of `b`.
pub(super) fn in_contact(battle: &Battle) -> BattleState {
    let mut state = state(battle, &[(4, 0, 0), (1, 0, 12_000)], &[]);
    let target =
        Tray::new(battle.units[4].tray, Pose { middle: Point::ORIGIN, heading: Heading::NORTH });
    let pose =
        aligned_pose(&target, TrayArc::Front, battle.units[1].tray, Alignment::Centred).unwrap();
    let contact = EdgeContact {
        by: UnitId(1),
        on: UnitId(4),
        side: TrayArc::Front,
        placing: Alignment::Centred,
    };
    state.field.align(contact, pose).unwrap();
    state
}

/// Plays with hands drawn by dice that all show the first card: two of the first kind and one of the
/// second for each player.
fn with_hands(
    battle: &Battle,
    state: BattleState,
    players: [&mut Declarer; 2],
    what: impl FnOnce(&mut Play<'_>) -> PlayResult,
) -> PlayResult {
    let outcomes = battle.outcome_cache();
    let [a, b] = players;
    let (mut dice, mut record) = (RolledDice::new(Ones), NullRecorder);
    let mut play = Play::new((battle, &outcomes), state, [a, b], &mut dice, &mut record);
    play.draw_hands()?;
    what(&mut play)
}

pub(super) fn melee(battle: &Battle, state: &BattleState) -> EncounterSpec {
    state.melee_encounter(battle, [UnitId(1), UnitId(4)], 0).unwrap()
}

#[test]
fn attacker_declares_one_card_before_the_dice_and_loses_it() {
    let battle = battle_with_cards();
    let state = in_contact(&battle);
    let spec = melee(&battle, &state);
    let mut players = [Declarer { card: Some(MIGHT), ..Default::default() }, Declarer::default()];
    let [a, b] = &mut players;
    let played = with_hands(&battle, state, [a, b], |play| {
        play.resolve(&spec)?;
        assert_eq!([0, 1].map(|army| play.hand(army).len()), [2, 3]);
        assert_eq!([MIGHT, FEROCITY].map(|one| play.hand(0).count(one.card)), [1, 1]);
        Ok(())
    });
    assert!(played.is_ok());
    // both kinds are for the same event, of which he is asked once (A8.4); the defender has none
    assert_eq!(players[0].asked, [vec![MIGHT, FEROCITY]]);
    assert!(players[1].asked.is_empty());
}

#[test]
fn cards_that_are_not_held_or_not_of_the_event_are_refused() {
    let battle = battle_with_cards();
    let unknown_way = CardChoice { way: 1, ..MIGHT };
    for (card, rule) in [(IMPACT, "A8.2"), (unknown_way, "A8.3")] {
        let state = in_contact(&battle);
        let spec = melee(&battle, &state);
        let (mut a, mut b) =
            (Declarer { card: Some(card), ..Default::default() }, Declarer::default());
        let stop =
            with_hands(&battle, state, [&mut a, &mut b], |play| play.resolve(&spec).map(|_| ()));
        let refused = matches!(
            stop,
            Err(PlayStop::Failed(PlayError::Refused(refusal))) if refusal.rule == rule
        );
        assert!(refused, "{card:?}");
    }
}

#[test]
fn hands_are_refilled_and_the_letters_draw_two() {
    let battle = battle_with_cards();
    let state = in_contact(&battle);
    let spec = melee(&battle, &state);
    let (mut a, mut b) =
        (Declarer { card: Some(MIGHT), ..Default::default() }, Declarer::default());
    let played = with_hands(&battle, state, [&mut a, &mut b], |play| {
        play.resolve(&spec)?;
        play.refill_hands()?;
        assert_eq!([0, 1].map(|army| play.hand(army).len()), [3, 3]);
        play.draw_cards(PlayerId::North, 2, "A9.2")?;
        play.refill_hands()?;
        assert_eq!([0, 1].map(|army| play.hand(army).len()), [3, 5]);
        // twenty cards each: what is left is drawn, and no more
        play.draw_cards(PlayerId::North, 20, "A8.2")?;
        if play.hand(1).len() == 20 { Ok(()) } else { Err(refusal("A8.2", "twenty cards")) }
    });
    assert!(played.is_ok());
}

/// Wounds that `dice` dice which hit on 3+ cost a unit that saves on `save`+, with its panic test
/// (fails 10 of 36, and costs D3 + 1): no more than 8 + 4 of 12 wounds.
fn wounds(dice: i32, save: f64) -> f64 {
    let each = 2.0 / 3.0 * (save - 1.0) / 6.0;
    f64::from(dice) * each + (1.0 - (1.0 - each).powi(dice)) * 10.0 / 36.0 * 3.0
}

#[test]
fn winters_might_sunders_and_uses_the_swords() {
    let battle = battle_with_cards();
    let outcomes = battle.outcome_cache();
    let lost = |state: &BattleState, cards: bool| {
        let spec = melee(&battle, state);
        let mut declared = spec.cards;
        if cards {
            declared[0] = declared[0].declaring(0, MIGHT);
        }
        let spec = state.with_cards(&battle, &spec, declared);
        12.0 - outcomes.get(&spec).unwrap().expected().unwrap().left[1]
    };
    let mut state = in_contact(&battle);
    assert!((lost(&state, false) - wounds(8, 4.0)).abs() < 1e-9);
    assert!((lost(&state, true) - wounds(8, 5.0)).abs() < 1e-9);
    // two ranks: 6 dice, and 8 with the Swords
    state.units[1].left = 8;
    assert!((lost(&state, true) - wounds(6, 5.0)).abs() < 1e-9);
    state.tactics_zones[TacticsZone::Swords as usize] = Some(PlayerId::South);
    assert!((lost(&state, true) - wounds(8, 5.0)).abs() < 1e-9);
    assert!((lost(&state, false) - wounds(6, 4.0)).abs() < 1e-9);
}

/// A card is played where it gains more than its price: here wounds of 5/12 points each.
#[test]
fn policy_plays_a_card_for_more_than_its_price() {
    let battle = battle_with_cards();
    let outcomes = battle.outcome_cache();
    let state = in_contact(&battle);
    let gain = (wounds(8, 5.0) - wounds(8, 4.0)) * 5.0 / 12.0;
    let cards = crate::cards::CardView {
        army: 0,
        hand: Default::default(),
        discards: Default::default(),
        enemy_hand: 3,
        deck_sizes: [17; 2],
    };
    let view = PlayerView {
        missions: None,
        battle: &battle,
        outcomes: &outcomes,
        state: std::borrow::Cow::Borrowed(&state),
        cards: Some(cards),
    };
    let encounter = melee(&battle, &state);
    let decision = CardDecision { encounter, side: 0, plays: vec![MIGHT] };
    let declares = |cards, price| {
        let weights = Weights { card: price, card_by_round: 0.0, ..Weights::default() };
        let mut player = PolicyPlayer::new(BattlePolicy { cards, weights, ..Default::default() });
        let choice = player.choose(&view, &PlayerDecision::Card(decision.clone())).unwrap();
        choice == PlayerChoice::Card(Some(MIGHT))
    };
    // the chance to destroy the defender at once adds a little
    assert!(declares(CardPolicy::Priced, gain - 0.01));
    assert!(!declares(CardPolicy::Priced, gain + 0.05));
    assert!(declares(CardPolicy::FirstChance, 100.0));
    assert!(!declares(CardPolicy::Never, 0.0));
}

/// A card whose event does not come stays in the hand: a failed charge has no attack, and after a
/// disorderly one its player plays no cards but those of its roll (A5.5).
#[test]
fn cards_are_spent_when_their_events_come() {
    let battle = battle_with_cards();
    let deck = &battle.decks.as_ref().unwrap()[0];
    let state = state(&battle, &[(1, 0, 0), (4, 0, 12_000)], &[]);
    let charge = state.charge_reach_encounter(&battle, [UnitId(1), UnitId(4)], 0);
    let arrived = Aftermath { left: [12, 9], arrives: true, ..Aftermath::default() };
    let failed = Aftermath { left: [12, 12], ..Aftermath::default() };
    let disorderly = Aftermath { disorderly: true, ..arrived };
    let came = |choice, after: &Aftermath| {
        super::super::cards::came(&charge, 0, deck.way(choice).unwrap(), after)
    };
    assert_eq!(
        [arrived, failed, disorderly].map(|after| came(MIGHT, &after)),
        [true, false, false]
    );
    assert_eq!([arrived, failed, disorderly].map(|after| came(IMPACT, &after)), [true; 3]);
}
