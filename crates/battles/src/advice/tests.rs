//! Advice where the best turn is known, and what is drawn again.

use super::*;
use crate::battle::Mode;
use crate::cards::{CardId, CardPile, CardView, DeckCard, TacticsDeck};
use crate::choice::UnitAction;
use crate::field::UnitId;
use crate::play::tests::{battle, state};
use crate::run::SeededGenerator;
use crate::state::UnitPlace;
use warodds_questions::catalogue::FetchedKind;

struct Unwatched;

impl Control for Unwatched {}

/// The last turn of a battle: unit 1 is behind, and 7.2" behind the back of an enemy with one wound.
pub(crate) fn last_turn() -> (Battle, SeenTurn) {
    let battle = battle(Mode::FireAndBlood);
    let mut state = state(&battle, &[(1, 0, 0), (4, 0, 12_000)], &[]);
    for gone in [0, 2, 3, 5] {
        state.units[gone].place = UnitPlace::Gone;
    }
    (state.units[4].left, state.units[4].activated) = (1, true);
    (state.round, state.points) = (6, [0, 3]);
    let turn = Some(PlayerTurn::Unit { unit: UnitId(1), action: UnitAction::Forgo });
    let (player, cards, missions) = (PlayerId::South, None, None);
    (battle, SeenTurn { player, state, cards, missions, turn })
}

fn advised(battle: &Battle, seen: SeenTurn, games: u64) -> Vec<TriedTurn> {
    let moment = Moment::new(battle, seen, (PolicyKind::Quick, 1));
    let candidates = moment.candidates(&battle.outcome_cache()).unwrap();
    moment.best(candidates, games, &Unwatched).unwrap()
}

/// A charge of speed 5 crosses 7.2" with 3 and more (A5.2), and eight dice into the rear leave one
/// wound about never. The enemy has no other unit, so the charge wins (A12.4), and nothing else does.
#[test]
fn the_charge_that_wins_the_battle_is_best() {
    let (battle, seen) = last_turn();
    let turns = advised(&battle, seen, 600);
    let [best, others @ ..] = turns.as_slice() else { panic!("no turn") };
    let PlayerTurn::Unit { unit: UnitId(1), action: UnitAction::Charge { target, .. } } = best.turn
    else {
        panic!("{best:?}")
    };
    assert_eq!(target, UnitId(4));
    // five standard errors of 600 battles are 0.096
    assert!((best.wins().p - 4.0 / 6.0).abs() < 0.096, "{:?}", best.wins());
    assert!(others.iter().all(|turn| turn.wins().p == 0.0), "{others:?}");
    let played = others.iter().find(|turn| turn.is_played).expect("the turn of the log");
    assert_eq!(played.minus(best).mean, -best.wins().p);
    assert!(turns.iter().all(|turn| turn.games() == 600));
}

/// Victories of 2, 0 and 2 half points against 0, 0 and 2 differ by 1, 0 and 0: 1/3 on average, with
/// variance 1/3, so 1.96 × √(1/9) = 0.653 either way.
#[test]
fn differences_are_paired() {
    let tried = |half_points: [u8; 3]| TriedTurn {
        turn: PlayerTurn::Wait,
        is_played: false,
        half_points: half_points.to_vec(),
    };
    let WinDifference { mean, ci95: [low, high] } = tried([2, 0, 2]).minus(&tried([0, 0, 2]));
    for (found, expected) in [(mean, 1.0 / 3.0), (low, -0.32), (high, 0.986_666)] {
        assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
    }
}

/// Decks of four kinds, two cards each. Of the enemy's deck the first kind lies in the discards, so
/// that each of his three cards is one of the six others: each of these kinds has one on average.
#[test]
fn the_hand_of_the_enemy_is_drawn_from_what_the_player_has_not_seen() {
    let kind = |number: u8| DeckCard {
        id: number.to_string(),
        name: number.to_string(),
        kind: FetchedKind::Any,
        ways: Vec::new(),
    };
    let deck = || TacticsDeck { kinds: (0..4).map(kind).collect(), ..TacticsDeck::default() };
    let (bare, mut seen) = last_turn();
    let battle = Battle { decks: Some([deck(), deck()]), ..bare };
    let pile = |cards: &[u8]| {
        cards.iter().fold(CardPile::default(), |mut pile, card| {
            pile.add(CardId(*card));
            pile
        })
    };
    let (hand, discards) = (pile(&[0, 1, 1]), [pile(&[2]), pile(&[0, 0])]);
    seen.cards = Some(CardView { army: 0, hand, discards, enemy_hand: 3, deck_sizes: [4, 3] });
    let mut held = [0.0; 4];
    for game in 0..3_000 {
        let mut generator = SeededGenerator::new(game);
        let [own, enemy] = hidden::deal_cards(&battle, &seen, &mut generator).unwrap();
        assert_eq!((own.hand, own.deck), (hand, pile(&[0, 2, 3, 3])));
        assert_eq!((enemy.hand.len(), enemy.deck.len(), enemy.discards), (3, 3, discards[1]));
        for card in 0..4 {
            let of_kind = [enemy.hand, enemy.deck].map(|pile| pile.count(CardId(card)));
            assert_eq!(of_kind[0] + of_kind[1], if card == 0 { 0 } else { 2 });
            held[usize::from(card)] += f64::from(of_kind[0]);
        }
    }
    // the number of a kind in the hand has variance 3 × (1/3) × (2/3) × (3/5) = 0.4
    let error = (0.4_f64 / 3_000.0).sqrt();
    assert!(held[1..].iter().all(|held| (held / 3_000.0 - 1.0).abs() < 5.0 * error), "{held:?}");
}

/// Eight missions: the player knows five of them, in the own hand, chosen, open and discarded. Of the
/// others the enemy holds one, has chosen one, and one is left in the deck.
#[test]
fn missions_of_the_enemy_are_drawn_from_what_the_player_has_not_seen() {
    use crate::choice::MissionId;
    use crate::missions::{Mission, MissionDeck, MissionPile, MissionView};
    let mission = |number: u8| -> Mission {
        let needs = "needs = [{ objectives = 1 }]";
        toml::from_str(&format!("name = \"{number}\"\npoints = 1\n{needs}")).unwrap()
    };
    let deck = MissionDeck { title: String::new(), missions: (0..8).map(mission).collect() };
    let (bare, mut seen) = last_turn();
    let battle = Battle { missions: Some(deck), ..bare };
    let pile = |missions: &[u8]| {
        missions.iter().fold(MissionPile::default(), |mut pile, mission| {
            pile.add(MissionId(*mission));
            pile
        })
    };
    let (hand, chosen) = (pile(&[0, 1]), Some(MissionId(2)));
    seen.missions = Some(MissionView { hand, chosen, enemy_hand: 1, deck: 1 });
    seen.state.missions.open = pile(&[3]);
    seen.state.missions.discards = pile(&[4]);
    let mut chosen_by_enemy = pile(&[]);
    for game in 0..100 {
        let mut generator = SeededGenerator::new(game);
        let dealt = hidden::deal_missions(&battle, (&seen, 0), &mut generator).unwrap();
        assert_eq!((dealt.hands[0], dealt.chosen[0]), (hand, chosen));
        let [of_enemy, in_deck] = [dealt.hands[1], dealt.deck];
        let unseen = of_enemy.missions().chain(dealt.chosen[1]).chain(in_deck.missions());
        let mut numbers: Vec<u8> = unseen.map(|mission| mission.0).collect();
        numbers.sort_unstable();
        assert_eq!((of_enemy.len(), in_deck.len(), numbers), (1, 1, vec![5, 6, 7]));
        dealt.chosen[1].iter().for_each(|mission| chosen_by_enemy.add(*mission));
    }
    assert_eq!(chosen_by_enemy, pile(&[5, 6, 7]), "any of them may be the chosen one");
}
