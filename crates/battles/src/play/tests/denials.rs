//! What tactics cards deny units until the turn ends, by hand.

use super::super::card_event::CardEvent;
use super::card_events::{Sixes, battle_with};
use super::*;
use crate::cards::{CardChoice, CardId, PlayedCard};
use crate::state::Denials;
use warodds_questions::catalogue::Denied;

/// Plays one card if it is on offer, and writes down the units of all offers.
#[derive(Default)]
struct Denier {
    plays: Option<PlayedCard>,
    units: Vec<Option<UnitId>>,
}

impl Decide for Denier {
    fn choose(
        &mut self,
        _: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        Ok(match decision {
            PlayerDecision::Play(plays) => {
                self.units.extend(plays.iter().map(|one| one.unit));
                PlayerChoice::Play(self.plays.take())
            }
            PlayerDecision::Card(_) => PlayerChoice::Card(None),
            other => return Err(DecisionError::None(format!("{other:?} is not expected"))),
        })
    }
}

fn done<G: Generator>(
    (battle, state): (&Battle, BattleState),
    players: [&mut Denier; 2],
    dice: G,
    what: impl FnOnce(&mut Play<'_>) -> PlayResult,
) -> BattleState {
    let outcomes = battle.outcome_cache();
    let ([a, b], mut dice, mut record) = (players, RolledDice::new(dice), NullRecorder);
    let mut play = Play::new((battle, &outcomes), state, [a, b], &mut dice, &mut record);
    assert!(play.draw_hands().is_ok());
    assert!(what(&mut play).is_ok());
    play.state
}

/// Subjugation of Power: an enemy that fails its panic test has no abilities and no cards.
#[test]
fn failed_test_of_a_card_takes_abilities_and_cards() {
    let battle = battle_with("lannister-subjugation-of-power");
    let run = |sixes: bool| {
        let choice = CardChoice { card: CardId(0), way: 0 };
        let card = PlayedCard {
            choice,
            unit: None,
            enemy: Some(UnitId(4)),
            options: Vec::new(),
            fetched: Vec::new(),
            discarded: Default::default(),
            named: Default::default(),
            zones: Vec::new(),
        };
        let [mut a, mut b] = [Denier { plays: Some(card), units: vec![] }, Denier::default()];
        let before = state(&battle, &[(1, 0, 0), (4, 0, 16_000)], &[]);
        let what = |play: &mut Play<'_>| {
            play.state.active = PlayerId::North;
            play.play_cards_at(CardEvent::Activation(UnitId(4))).map(|_| ())
        };
        let players = [&mut a, &mut b];
        let after = if sixes {
            done((&battle, before), players, Sixes, what)
        } else {
            done((&battle, before), players, Ones, what)
        };
        [Denied::Cards, Denied::Orders, Denied::Abilities].map(|one| after.units[4].denied.has(one))
    };
    assert_eq!(run(false), [true, false, true]);
    assert_eq!(run(true), [false; 3]);
}

/// A unit that is denied cards is none for which its own player plays them.
#[test]
fn no_cards_are_played_on_a_unit_that_is_denied_them() {
    let battle = battle_with("greyjoy-finger-dance");
    let [mut a, mut b] = [Denier::default(), Denier::default()];
    let before = state(&battle, &[(1, 0, 0), (2, 9_000, 0), (4, 0, 16_000)], &[]);
    done((&battle, before), [&mut a, &mut b], Ones, |play| {
        play.deny(Some(UnitId(2)), &[Denied::Cards]);
        play.play_cards_at(CardEvent::TurnStart).map(|_| ())
    });
    assert_eq!(a.units, [Some(UnitId(1))]);
    assert!(b.units.is_empty());
    assert!(!Denials::default().has(Denied::Cards));
}
