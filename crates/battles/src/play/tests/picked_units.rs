//! Further units of tactics cards, their dice, and cards fetched from decks, by hand.

use super::super::card_event::CardEvent;
use super::card_events::{Sixes, battle_with};
use super::cards::in_contact;
use super::*;
use crate::cards::{CardChoice, CardId, PlayedCard, TacticsDeck};
use crate::choice::{ConditionToken, TacticsZone};
use crate::log::LogEntry;
use std::collections::VecDeque;
use warodds_questions::catalogue::Catalogue;

/// Plays the wanted cards in turn and picks the wanted units, and writes down the offers.
#[derive(Default)]
pub(super) struct Picker {
    pub plays: VecDeque<PlayedCard>,
    pub picks: VecDeque<u8>,
    pub offers: Vec<Vec<PlayedCard>>,
}

impl Picker {
    pub(super) fn of(plays: &[PlayedCard], picks: &[u8]) -> Self {
        let (plays, picks) = (plays.iter().cloned().collect(), picks.iter().copied().collect());
        Self { plays, picks, offers: Vec::new() }
    }
}

impl Decide for Picker {
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
            PlayerDecision::Target(..) => PlayerChoice::Target(self.picks.pop_front().map(UnitId)),
            PlayerDecision::Card(_) => PlayerChoice::Card(None),
            other => return Err(DecisionError::None(format!("{other:?} is not expected"))),
        })
    }
}

/// A way to play the card of [`battle_with`].
pub(super) fn played(way: u8, [unit, enemy]: [Option<u8>; 2], options: &[u8]) -> PlayedCard {
    let choice = CardChoice { card: CardId(0), way };
    let [unit, enemy] = [unit, enemy].map(|unit| unit.map(UnitId));
    PlayedCard { choice, unit, enemy, options: options.to_vec(), ..PlayedCard::default() }
}

/// The state and the log after something is done by a player with a hand of two cards, whose
/// enemy plays none; or the rule that is broken.
pub(super) fn done<G: Generator>(
    (battle, state): (&Battle, BattleState),
    player: &mut Picker,
    dice: G,
    what: impl FnOnce(&mut Play<'_>) -> PlayResult,
) -> Result<(BattleState, Vec<LogEntry>), String> {
    let outcomes = battle.outcome_cache();
    let mut enemy = Picker::default();
    let (mut dice, mut log) = (RolledDice::new(dice), Vec::new());
    let mut play = Play::new((battle, &outcomes), state, [player, &mut enemy], &mut dice, &mut log);
    play.draw_hands().map_err(|_| "no hands".to_owned())?;
    match what(&mut play) {
        Ok(()) | Err(PlayStop::Over(_)) => {}
        Err(PlayStop::Failed(PlayError::Refused(violation))) => {
            return Err(violation.rule.to_string());
        }
        Err(PlayStop::Failed(other)) => return Err(other.to_string()),
    }
    let state = play.state.clone();
    drop(play);
    Ok((state, log))
}

/// All units in a row, those of either side 8" apart.
pub(super) fn row(battle: &Battle) -> BattleState {
    let units = [(0, -8_000, 0), (1, 0, 0), (2, 8_000, 0)];
    let enemies = [(3, -8_000, 9_000), (4, 0, 9_000), (5, 8_000, 9_000)];
    state(battle, &[units, enemies].concat(), &[])
}

/// Lets the southern player answer a claim of the enemy.
fn enemy_claims(play: &mut Play<'_>) -> PlayResult {
    play.state.active = PlayerId::North;
    play.play_card_at(CardEvent::Claim(TacticsZone::Crown, None), PlayerId::South).map(|_| ())
}

/// Whispered Threats: after a claim of the enemy one of his units is vulnerable, one panicked; both
/// may be the same.
#[test]
fn player_picks_a_further_unit_for_each_table() {
    let battle = battle_with("bolton-roose-bolton-whispered-threats");
    let tokens = |picks: [u8; 2]| {
        let mut player = Picker::of(&[played(0, [None; 2], &[])], &picks);
        let (state, log) = done((&battle, row(&battle)), &mut player, Ones, enemy_claims)?;
        let chosen = |entry: &&LogEntry| {
            matches!(entry, LogEntry::Chose { choice: PlayerChoice::Target(Some(_)), .. })
        };
        assert_eq!(log.iter().filter(chosen).count(), 2);
        Ok::<_, String>([3, 4, 5].map(|unit: usize| state.units[unit].tokens))
    };
    let [panicked, vulnerable] =
        [ConditionToken::Panicked, ConditionToken::Vulnerable].map(ConditionToken::bit);
    assert_eq!(tokens([4, 5]), Ok([0, vulnerable, panicked]));
    assert_eq!(tokens([3, 3]), Ok([vulnerable | panicked, 0, 0]));
    // an own unit is no enemy
    assert_eq!(tokens([4, 2]), Err("A8.3".to_owned()));
}

#[test]
fn player_may_not_leave_out_a_further_unit_that_the_card_needs() {
    let battle = battle_with("bolton-roose-bolton-whispered-threats");
    let mut player = Picker::of(&[played(0, [None; 2], &[])], &[4]);
    let stopped = done((&battle, row(&battle)), &mut player, Ones, enemy_claims);
    assert_eq!(stopped.map(|_| ()), Err("A8.3".to_owned()));
}

/// Wildling Diplomacy: one enemy gains a token, and one suffers D3 + 1 wounds: 2 with a 1, 4 with
/// a 3.
#[test]
fn card_rolls_a_d3_for_a_further_unit() {
    let battle = battle_with("free-folk-mance-rayder-wildling-diplomacy");
    let card = || Picker::of(&[played(0, [None, Some(4)], &[2])], &[5]);
    let (low, _) = done((&battle, row(&battle)), &mut card(), Ones, enemy_claims).unwrap();
    let (high, _) = done((&battle, row(&battle)), &mut card(), Sixes, enemy_claims).unwrap();
    assert_eq!([&low, &high].map(|state| state.units[5].left), [10, 8]);
    assert_eq!(low.units[4].tokens, ConditionToken::Weakened.bit());
}

/// Supply Aid: a friend suffers three wounds, and another one within 12" heals one more.
#[test]
fn option_decides_which_further_unit_is_picked() {
    let battle = battle_with("targaryen-marselen-supply-aid");
    let mut before = row(&battle);
    before.units[2].left = 5;
    let mut player = Picker::of(&[played(0, [Some(1), None], &[2])], &[2]);
    let (after, _) = done((&battle, before), &mut player, Ones, |play| {
        play.play_cards_at(CardEvent::TurnStart).map(|_| ())
    })
    .unwrap();
    assert_eq!([1, 2].map(|unit: usize| after.units[unit].left), [9, 9]);
    assert!(player.picks.is_empty());
}

/// Ripe to Act: every enemy is vulnerable, at any distance, instead of the effect of the Crown.
#[test]
fn card_acts_on_each_enemy_of_the_table() {
    let battle = battle_with("martell-doran-martell-ripe-to-act");
    let mut player = Picker::of(&[played(0, [None; 2], &[])], &[]);
    let (after, _) = done((&battle, row(&battle)), &mut player, Ones, |play| {
        play.play_card_at(CardEvent::Claim(TacticsZone::Crown, None), PlayerId::South).map(|_| ())
    })
    .unwrap();
    let vulnerable = ConditionToken::Vulnerable.bit();
    let tokens: Vec<u8> = after.units.iter().map(|unit| unit.tokens).collect();
    assert_eq!(tokens, [0, 0, 0, vulnerable, vulnerable, vulnerable]);
}

/// Surprise Strategy costs another card of the hand, unless its player holds the Letters.
#[test]
fn card_is_not_its_own_price() {
    let battle = battle_with("neutral-surprise-strategy");
    let offers = |letters: bool| {
        let mut before = row(&battle);
        let by = letters.then_some(PlayerId::South);
        before.tactics_zones[TacticsZone::Letters as usize] = by;
        let mut player = Picker::default();
        done((&battle, before), &mut player, Ones, |play| {
            play.discard_card(PlayerId::South, CardId(0), "A12.7")?;
            play.play_cards_at(CardEvent::TurnStart).map(|_| ())
        })
        .unwrap();
        player.offers.concat()
    };
    assert!(offers(false).is_empty());
    let fetched = vec![CardId(0)];
    assert_eq!(offers(true), [PlayedCard { fetched, ..played(1, [None; 2], &[]) }]);
}

/// Meticulous Planning takes a card of the commander out of the deck: of two kinds with two cards
/// each the first three are drawn, which leaves one of the commander.
#[test]
fn card_of_the_commander_is_fetched_from_the_deck() {
    let ids = ["neutral-meticulous-planning", "neutral-jokin-stalwart-mercenaries"];
    let cards = ids.map(|id| Catalogue::shipped().find_tactics(id).unwrap());
    let deck = TacticsDeck::new(&cards).unwrap();
    let battle = Battle { decks: Some([deck.clone(), deck]), ..battle(Mode::AClashOfKings) };
    let fetched = vec![CardId(1)];
    let card = PlayedCard { fetched, ..played(0, [None; 2], &[]) };
    let mut player = Picker::of(std::slice::from_ref(&card), &[]);
    let (_, log) = done((&battle, row(&battle)), &mut player, Ones, |play| {
        play.play_cards_at(CardEvent::RoundEnd)?;
        assert_eq!(play.hand(0).count(CardId(1)), 2);
        assert_eq!(play.piles(0).map(|pile| pile.len()), [0, 1]);
        Ok(())
    })
    .unwrap();
    assert_eq!(player.offers, [[card]]);
    let fetched = |entry: &LogEntry| matches!(entry, LogEntry::Fetched { card: CardId(1), .. });
    assert!(log.iter().any(fetched));
}

/// Sadistic Games: its enemy takes panic of two units, or hits of 2 and one for each rank of the
/// friends in contact: 2 + 3 hits, of which sixes save all and ones none.
#[test]
fn enemy_takes_an_option_of_the_card() {
    struct Chooser(u8);
    impl Decide for Chooser {
        fn choose(
            &mut self,
            _: &PlayerView<'_>,
            decision: &PlayerDecision,
        ) -> Result<PlayerChoice, DecisionError> {
            Ok(match decision {
                PlayerDecision::Options(decision) => {
                    assert_eq!(decision.sets, [vec![0], vec![1]]);
                    PlayerChoice::Options(vec![self.0])
                }
                PlayerDecision::Play(_) => PlayerChoice::Play(None),
                other => return Err(DecisionError::None(format!("{other:?} is not expected"))),
            })
        }
    }
    let battle = battle_with("bolton-sadistic-games");
    let outcomes = battle.outcome_cache();
    let after = |option: u8, picks: &[u8]| {
        let before = BattleState { active: PlayerId::North, ..in_contact(&battle) };
        let mut player = Picker::of(&[played(0, [None; 2], &[])], picks);
        let mut enemy = Chooser(option);
        let (mut dice, mut record) = (RolledDice::new(Ones), NullRecorder);
        let players: [&mut dyn Decide; 2] = [&mut player, &mut enemy];
        let mut play = Play::new((&battle, &outcomes), before, players, &mut dice, &mut record);
        assert!(play.draw_hands().is_ok());
        assert!(play.play_cards_at(CardEvent::TurnStart).is_ok());
        play.state.units[4]
    };
    assert_eq!(after(0, &[4]).tokens, ConditionToken::Panicked.bit());
    assert_eq!(after(0, &[]).tokens, 0);
    assert_eq!(after(1, &[4]).left, 12 - 5);
}

/// Lone Knight: the commander moves if no friend is within 12": trays are over 4" wide, so that 8"
/// between middles are near, and 20" are over 12".
#[test]
fn card_names_a_unit_that_is_alone() {
    let mut battle = battle_with("martell-gerold-dayne-lone-knight");
    battle.units[0].unit.allegiance =
        warodds_games::asoiaf::Allegiance::of(["Martell"]).joined_by([], Some("Gerold Dayne"));
    let offered = |x: i64| {
        let before = state(&battle, &[(0, 0, 0), (1, x, 0), (4, 0, 20_000)], &[]);
        let mut player = Picker::default();
        done((&battle, before), &mut player, Ones, |play| {
            play.play_cards_at(CardEvent::TurnStart).map(|_| ())
        })
        .unwrap();
        player.offers.concat().iter().filter_map(|played| played.unit).collect::<Vec<_>>()
    };
    assert_eq!(offered(20_000), [UnitId(0)]);
    assert!(offered(8_000).is_empty());
}
