//! Tactics cards played outside of attacks, by hand: when, on whom, and what they do.

use super::super::card_event::CardEvent;
use super::cards::{in_contact, melee};
use super::*;
use crate::cards::{CardChoice, CardId, CardView, PlayedCard, TacticsDeck, counted_in_battles};
use crate::choice::ConditionToken;
use crate::log::LogEntry;
use crate::outcomes::{EncounterKind, EncounterSpec, ObjectiveBonuses};
use crate::policy::{BattlePolicy, CardPolicy, PolicyPlayer, Weights};
use warodds_games::asoiaf::Allegiance;
use warodds_questions::catalogue::{Catalogue, Counted, StayEnd};

/// Dice that all show a 6.
pub(super) struct Sixes;

impl Generator for Sixes {
    fn word(&mut self) -> u64 {
        // the last face of a D6, and of a D3
        5
    }
}

/// Takes one of the cards on offer, and writes down the offers.
#[derive(Default)]
struct CardPlayer {
    wanted: Option<PlayedCard>,
    offers: Vec<Vec<PlayedCard>>,
}

impl Decide for CardPlayer {
    fn choose(
        &mut self,
        _: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        Ok(match decision {
            PlayerDecision::Play(plays) => {
                self.offers.push(plays.clone());
                PlayerChoice::Play(self.wanted.clone())
            }
            PlayerDecision::Card(_) => PlayerChoice::Card(None),
            other => return Err(DecisionError::None(format!("{other:?} is not expected"))),
        })
    }
}

/// A battle in which both decks hold one kind of card.
pub(super) fn battle_with(id: &str) -> Battle {
    let card = Catalogue::shipped().find_tactics(id).unwrap();
    let deck = TacticsDeck::new(&[card]).unwrap();
    Battle { decks: Some([deck.clone(), deck]), ..battle(Mode::AClashOfKings) }
}

/// The first way to play the card of [`battle_with`].
fn played(unit: Option<u8>, enemy: Option<u8>, options: &[u8]) -> PlayedCard {
    PlayedCard {
        choice: CardChoice { card: CardId(0), way: 0 },
        unit: unit.map(UnitId),
        enemy: enemy.map(UnitId),
        options: options.to_vec(),
        ..PlayedCard::default()
    }
}

/// The state and the log after something is done by players with hands of two cards.
fn with_cards<G: Generator>(
    (battle, state): (&Battle, BattleState),
    players: [&mut CardPlayer; 2],
    dice: G,
    what: impl FnOnce(&mut Play<'_>) -> PlayResult,
) -> Result<(BattleState, Vec<LogEntry>), String> {
    let outcomes = battle.outcome_cache();
    let ([a, b], mut dice, mut log) = (players, RolledDice::new(dice), Vec::new());
    let mut play = Play::new((battle, &outcomes), state, [a, b], &mut dice, &mut log);
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

/// Sellsword Bravado at the start of a turn of its player: a friend tests morale; if it passes, an
/// enemy within 12" is panicked and weakened.
const BRAVADO: &str = "neutral-daario-naharis-sellsword-bravado";

/// Trays are 4.2" by 3.2" or so: 12" between middles is within long range, 24" is not.
fn apart() -> [(u8, i64, i64); 4] {
    [(1, 0, 0), (4, 0, 12_000), (5, 0, -20_000), (2, 18_000, 0)]
}

#[test]
fn active_player_is_asked_for_cards_of_the_own_turn_with_units_in_range() {
    let battle = battle_with(BRAVADO);
    let [mut a, mut b] = [CardPlayer::default(), CardPlayer::default()];
    let state = state(&battle, &apart(), &[]);
    with_cards((&battle, state), [&mut a, &mut b], Ones, |play| {
        play.play_cards_at(CardEvent::TurnStart)?;
        play.play_cards_at(CardEvent::TurnEnd)?;
        play.play_cards_at(CardEvent::Activation(UnitId(1))).map(|_| ())
    })
    .unwrap();
    // unit 1 and the enemy before it; unit 2 has none within long range, and the other enemy is far
    assert_eq!(a.offers, [vec![played(Some(1), Some(4), &[])]]);
    assert!(b.offers.is_empty(), "it is not his turn");
}

#[test]
fn passed_test_of_a_card_gives_tokens_and_a_failed_one_none() {
    let battle = battle_with(BRAVADO);
    let play = |sixes: bool| {
        let mut a = CardPlayer { wanted: Some(played(Some(1), Some(4), &[])), offers: vec![] };
        let mut b = CardPlayer::default();
        let state = state(&battle, &apart(), &[]);
        let what = |play: &mut Play<'_>| play.play_cards_at(CardEvent::TurnStart).map(|_| ());
        let players = [&mut a, &mut b];
        let done = if sixes {
            with_cards((&battle, state), players, Sixes, what)
        } else {
            with_cards((&battle, state), players, Ones, what)
        };
        done.unwrap()
    };
    let (passed, log) = play(true);
    // Panicked and Weakened
    assert_eq!(passed.units[4].tokens, 0b101);
    let is_played = |entry: &LogEntry| matches!(entry, LogEntry::Discarded { card: CardId(0), rule, .. } if rule == "A8.3");
    assert_eq!(log.iter().filter(|entry| is_played(entry)).count(), 1);
    let (failed, _) = play(false);
    // a morale test costs no wounds
    assert_eq!((failed.units[4].tokens, failed.units[1].left), (0, 12));
}

#[test]
fn cards_out_of_range_and_cards_not_held_are_refused() {
    let battle = battle_with(BRAVADO);
    let unknown = PlayedCard {
        choice: CardChoice { card: CardId(1), way: 0 },
        ..played(Some(1), Some(4), &[])
    };
    for (wanted, rule) in [(played(Some(1), Some(5), &[]), "A8.3"), (unknown, "A8.2")] {
        let mut a = CardPlayer { wanted: Some(wanted), offers: vec![] };
        let mut b = CardPlayer::default();
        let state = state(&battle, &apart(), &[]);
        let stopped = with_cards((&battle, state), [&mut a, &mut b], Ones, |play| {
            play.play_cards_at(CardEvent::TurnStart).map(|_| ())
        });
        assert_eq!(stopped.unwrap_err(), rule);
    }
}

/// Take Up the Sword: 1 wound and 1 for each lost rank, up to the full unit; with an enemy near, two
/// options, and without one none.
#[test]
fn healing_card_counts_lost_ranks_and_stops_at_the_full_unit() {
    let battle = battle_with("brotherhood-without-banners-take-up-the-sword");
    let healed = |left: u8| {
        let mut a = CardPlayer { wanted: Some(played(Some(1), Some(4), &[0])), offers: vec![] };
        let mut b = CardPlayer::default();
        let mut state = state(&battle, &apart(), &[]);
        state.units[1].left = left;
        let (state, _) = with_cards((&battle, state), [&mut a, &mut b], Sixes, |play| {
            play.play_cards_at(CardEvent::Activation(UnitId(1))).map(|_| ())
        })
        .unwrap();
        // heal or scare with an enemy, and heal alone
        assert_eq!(a.offers.iter().map(Vec::len).collect::<Vec<_>>(), [3]);
        state.units[1].left - left
    };
    // three ranks of four: 4 wounds left are two ranks lost, 11 none; 12 is full
    assert_eq!([4, 8, 11, 12].map(healed), [3, 2, 1, 0]);
}

/// Harsh Punishments: Sundering, the highest dice, and one wound more of failed panic tests, for the
/// rest of the battle.
#[test]
fn staying_card_is_an_ability_of_its_unit_in_later_attacks() {
    let battle = battle_with("bolton-harsh-punishments");
    let outcomes = battle.outcome_cache();
    let mut a = CardPlayer { wanted: Some(played(Some(1), None, &[])), offers: vec![] };
    let mut b = CardPlayer::default();
    let mut before = in_contact(&battle);
    before.units[1].left = 8;
    let (state, log) = with_cards((&battle, before), [&mut a, &mut b], Ones, |play| {
        play.play_cards_at(CardEvent::TurnStart).map(|_| ())
    })
    .unwrap();
    let stays = LogEntry::Stays {
        player: PlayerId::South,
        card: CardId(0),
        unit: UnitId(1),
        rule: "A8.3".into(),
    };
    assert!(log.contains(&stays));
    let expected = |spec: &EncounterSpec| outcomes.get(spec).unwrap().expected().unwrap();
    let with = melee(&battle, &state);
    let mut bonus = with;
    bonus.cards = Default::default();
    let plain = expected(&bonus);
    bonus.conditions[0].bonuses = ObjectiveBonuses::SUNDERING.and(ObjectiveBonuses::HIGHEST);
    assert_eq!(expected(&with).left[1], expected(&bonus).left[1]);
    assert_ne!(expected(&with).left[1], plain.left[1]);
    // morale 6+: fails 10 of 36 and costs D3 + 1 wounds, one more with the card
    let test = |state: &BattleState| {
        let spec = state.panic_encounter(&battle, UnitId(1), 0, false);
        8.0 - expected(&spec).left[0]
    };
    assert!((test(&state) - 10.0 / 36.0 * 4.0).abs() < 1e-12);
}

/// The North Remembers counts once another unit of its side is destroyed.
#[test]
fn waiting_card_counts_after_the_death_of_a_friend() {
    let battle = battle_with("stark-the-north-remembers");
    let mut a = CardPlayer { wanted: Some(played(Some(1), None, &[])), offers: vec![] };
    let mut b = CardPlayer::default();
    let before = state(&battle, &[(1, 0, 0), (2, 8_000, 0), (4, 0, 16_000)], &[]);
    let mut counted = Vec::new();
    with_cards((&battle, before), [&mut a, &mut b], Ones, |play| {
        play.play_cards_at(CardEvent::TurnStart)?;
        counted.push(play.state.units[1].cards.counting().cards().count());
        // an enemy is no friend
        play.wound(UnitId(4), 12, "A8.3")?;
        counted.push(play.state.units[1].cards.counting().cards().count());
        play.wound(UnitId(2), 12, "A8.3")?;
        counted.push(play.state.units[1].cards.counting().cards().count());
        play.wound(UnitId(1), 12, "A8.3")?;
        counted.push(play.state.units[1].cards.cards().count());
        Ok(())
    })
    .unwrap();
    assert_eq!(counted, [0, 0, 1, 0]);
}

/// A panic test by ones fails, one by sixes passes.
#[test]
fn staying_card_leaves_when_its_unit_fails_a_panic_test() {
    let battle = battle_with("bolton-harsh-punishments");
    let left = |until: StayEnd, sixes: bool| {
        let mut battle = battle.clone();
        for deck in battle.decks.iter_mut().flatten() {
            let play = deck.kinds[0].ways[0].battle.as_mut().unwrap();
            play.stays.as_mut().unwrap().until = until;
        }
        let mut a = CardPlayer { wanted: Some(played(Some(1), None, &[])), offers: vec![] };
        let mut b = CardPlayer::default();
        let before = state(&battle, &apart(), &[]);
        let what = |play: &mut Play<'_>| {
            play.play_cards_at(CardEvent::TurnStart)?;
            play.panic(UnitId(1), 0, false)
        };
        let players = [&mut a, &mut b];
        let done = if sixes {
            with_cards((&battle, before), players, Sixes, what)
        } else {
            with_cards((&battle, before), players, Ones, what)
        };
        done.unwrap().0.units[1].cards.is_empty()
    };
    assert!(left(StayEnd::FailedPanic, false));
    assert!(!left(StayEnd::FailedPanic, true));
    assert!(!left(StayEnd::Battle, false));
}

/// 3 hits on 4+ saves cost 1.5 wounds; a morale test on 6+ fails 10 of 36 and costs none.
#[test]
fn hits_and_morale_tests_outside_of_attacks_have_exact_outcomes() {
    let battle = battle_with(BRAVADO);
    let outcomes = battle.outcome_cache();
    let state = state(&battle, &apart(), &[]);
    let expected = |kind| {
        let spec = state.lone_encounter(&battle, UnitId(4), kind);
        outcomes.get(&spec).unwrap().expected().unwrap()
    };
    let hits = expected(EncounterKind::Hits { hits: 3, saves: 0 });
    assert!((hits.left[0] - 10.5).abs() < 1e-12);
    // saves on 5+: 3 · 4/6
    let sundering = expected(EncounterKind::Hits { hits: 3, saves: -1 });
    assert!((sundering.left[0] - 10.0).abs() < 1e-12);
    let morale = expected(EncounterKind::Morale { modifier: 0, own_turn: true });
    assert!((morale.failed[0] - 10.0 / 36.0).abs() < 1e-12);
    assert!((morale.left[0] - 12.0).abs() < 1e-12);
    // at −2 it passes on 8+ alone: 21 of 36 fail
    let worse = expected(EncounterKind::Morale { modifier: -2, own_turn: true });
    assert!((worse.failed[0] - 21.0 / 36.0).abs() < 1e-12);
}

/// Sellsword Bravado passes with 26/36 on 6+, and gives two tokens of 0.4 points each; an enemy that
/// holds all tokens gains none.
#[test]
fn policy_plays_a_card_for_the_tokens_that_it_expects() {
    let battle = battle_with(BRAVADO);
    let outcomes = battle.outcome_cache();
    let bare = state(&battle, &apart(), &[]);
    let mut full = bare.clone();
    full.units[4].tokens = 7;
    let gain = 26.0 / 36.0 * 0.8;
    let cards = CardView {
        army: 0,
        hand: Default::default(),
        discards: Default::default(),
        enemy_hand: 2,
        deck_sizes: [0; 2],
    };
    let plays = vec![played(Some(1), Some(4), &[])];
    let is_played = |state, policy, price| {
        let view = PlayerView {
            missions: None,
            battle: &battle,
            outcomes: &outcomes,
            state: std::borrow::Cow::Borrowed(state),
            cards: Some(cards),
        };
        let weights = Weights { card: price, card_by_round: 0.0, ..Weights::default() };
        let policy = BattlePolicy { cards: policy, weights, ..Default::default() };
        let choice = PolicyPlayer::new(policy).choose(&view, &PlayerDecision::Play(plays.clone()));
        choice.unwrap() == PlayerChoice::Play(Some(plays[0].clone()))
    };
    assert!(is_played(&bare, CardPolicy::Priced, gain - 0.001));
    assert!(!is_played(&bare, CardPolicy::Priced, gain + 0.001));
    assert!(!is_played(&bare, CardPolicy::Never, 0.0));
    assert!(!is_played(&full, CardPolicy::Priced, 0.0));
    assert!(is_played(&full, CardPolicy::FirstChance, 100.0));
}

/// The Light That Brings The Dawn, which stays: the commander's unit cannot become panicked.
#[test]
fn staying_card_keeps_the_commander_from_gaining_a_token() {
    let mut battle = battle_with("nights-watch-the-light-that-brings-the-dawn");
    let watch = || Allegiance::of(["Night's Watch"]);
    battle.units[0].unit.allegiance = watch().joined_by([], Some("Jeor Mormont"));
    battle.units[1].unit.allegiance = watch();
    let [mut a, mut b] = [CardPlayer::default(), CardPlayer::default()];
    let before = state(&battle, &[(0, -12_000, 0), (1, 0, 0), (4, 0, 12_000)], &[]);
    let (after, _) = with_cards((&battle, before), [&mut a, &mut b], Ones, |play| {
        for unit in [0, 1].map(UnitId) {
            a_card_stays_on(play, unit)?;
            play.give_token(unit, ConditionToken::Panicked, "A9.2")?;
            play.give_token(unit, ConditionToken::Weakened, "A9.2")?;
        }
        Ok(())
    })
    .unwrap();
    assert_eq!([after.units[0].tokens, after.units[1].tokens], [0b100, 0b101]);
}

/// Plays the second way of the card for a unit that activates.
fn a_card_stays_on(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    let choice = CardChoice { card: CardId(0), way: 1 };
    play.attach_card(PlayerId::South, choice, (unit, false))
}

/// Cards count as played in battles if all ways to play them are.
#[test]
fn cards_of_which_battles_play_all_ways_count_as_whole() {
    let whole = [
        "nights-watch-the-sword-in-the-darkness",
        "greyjoy-what-is-dead-may-never-die",
        "lannister-jaime-lannister-kingslayers-infamy",
        "stark-the-north-remembers",
    ];
    for id in whole {
        let card = Catalogue::shipped().find_tactics(id).unwrap();
        assert_eq!(counted_in_battles(card), Counted::Whole, "{id}");
    }
    let part = Catalogue::shipped().find_tactics("free-folk-regroup-and-reform").unwrap();
    assert_eq!(counted_in_battles(part), Counted::None);
}
