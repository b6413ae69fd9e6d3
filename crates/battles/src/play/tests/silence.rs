//! NCUs without abilities by hand: by objective C (A13.5.4) and by a card (A8.3), and until when.

use super::card_events::battle_with as battle_with_card;
use super::cards::in_contact;
use super::ncus::{NcuPlayer, after, battle_with, claim, play};
use super::*;
use crate::cards::{CardChoice, CardId, PlayedCard};
use crate::choice::{Benefit, TacticsZone};
use crate::log::LogEntry;

const STYR: &str = "styr-iron-fisted-tyrant";
const OBERYN: &str = "oberyn-martell-red-viper";

fn dance(ncus: [&[&str]; 2]) -> Battle {
    Battle { mode: Mode::ADanceWithDragons, ..battle_with(ncus) }
}

/// Units 1 and 4 in contact, with objective C under the former.
fn on_objective_c(battle: &Battle) -> BattleState {
    let mut state = in_contact(battle);
    let at = state.field.unit(UnitId(1)).unwrap().tray.pose().middle;
    state.objectives = vec![Objective { at, card: ObjectiveCard::C, pile: None, holder: None }];
    state
}

fn is_silenced(state: &BattleState, army: usize) -> [bool; 2] {
    [0, 1].map(|ncu| state.ncu_states.get(army, CardId::of_ncu(ncu)).unwrap().silenced)
}

/// The holder's player chooses among the enemy's NCUs with abilities; its other NCU keeps its own.
#[test]
fn holder_of_c_silences_an_ncu_of_the_enemy() {
    let battle = dance([&[STYR], &[STYR, OBERYN]]);
    let (mut a, mut b) = (NcuPlayer::default(), NcuPlayer::default());
    let before = on_objective_c(&battle);
    let (state, log) =
        after((&battle, before), [&mut a, &mut b], |play| moved(play, UnitId(1))).unwrap();
    assert_eq!(is_silenced(&state, 1), [true, false]);
    assert_eq!(is_silenced(&state, 0), [false; 2]);
    let choice = PlayerChoice::Silence(CardId::of_ncu(0));
    assert_eq!(log.last(), Some(&LogEntry::Chose { player: PlayerId::South, choice }));
}

/// As it claims a zone, a silenced NCU has nothing to play; without C it influences unit 1.
#[test]
fn silenced_ncu_claims_without_its_ability() {
    let battle = dance([&[STYR], &[]]);
    let influence = play(0, Some(1), None);
    for is_silent in [false, true] {
        let mut before = on_objective_c(&battle);
        before.ncu_states.get_mut(0, CardId::of_ncu(0)).unwrap().silenced = is_silent;
        let (mut a, mut b) =
            (NcuPlayer::wanting(std::slice::from_ref(&influence)), NcuPlayer::default());
        let claimed =
            after((&battle, before), [&mut a, &mut b], claim(TacticsZone::Wealth)).unwrap();
        assert_eq!(a.offers.is_empty(), is_silent);
        assert_eq!(claimed.0.unit(UnitId(1)).unwrap().cards.is_empty(), is_silent);
        assert_eq!(claimed.0.tactics_zones[TacticsZone::Wealth as usize], Some(PlayerId::South));
    }
}

/// An enemy in contact takes the objective of a unit that fails its panic test (A13.5.3): the NCU of
/// army b has its abilities again, and that of army a has none.
#[test]
fn abilities_return_with_the_objective() {
    let battle = dance([&[STYR], &[OBERYN]]);
    let (mut a, mut b) = (NcuPlayer::default(), NcuPlayer::default());
    let (state, _) = after((&battle, on_objective_c(&battle)), [&mut a, &mut b], |play| {
        moved(play, UnitId(1))?;
        assert!(play.state.ncu_states.get(1, CardId::of_ncu(0)).unwrap().silenced);
        failed_test(play, UnitId(1))
    })
    .unwrap();
    assert_eq!(state.objectives[0].holder, Some(UnitId(4)));
    let silenced = [0, 1].map(|army| is_silenced(&state, army)[0]);
    assert_eq!(silenced, [true, false]);
}

/// Nothing is chosen where no NCU of the enemy has abilities that battles play.
#[test]
fn c_asks_nothing_without_abilities() {
    let battle = dance([&[STYR], &[]]);
    let (mut a, mut b) = (NcuPlayer::default(), NcuPlayer::default());
    let before = on_objective_c(&battle);
    let (_, log) =
        after((&battle, before), [&mut a, &mut b], |play| moved(play, UnitId(1))).unwrap();
    assert!(matches!(log.last(), Some(LogEntry::Objective { holder: Some(UnitId(1)), .. })));
}

/// Intrigue and Subterfuge against Styr, who would influence unit 1: he claims a zone without, and
/// has his abilities again in the next round. With Wealth an enemy is weakened.
#[test]
fn card_silences_the_ncu_that_activates_until_the_round_ends() {
    let decks = {
        let of_a = battle_with_card("lannister-intrigue-and-subterfuge").decks.unwrap()[0].clone();
        let [_, of_b] = battle_with([&[], &[STYR]]).decks.unwrap();
        [of_a, of_b]
    };
    let battle = Battle { decks: Some(decks), ..battle_with([&[], &[STYR]]) };
    let choice = CardChoice { card: CardId(0), way: 0 };
    let card = PlayedCard { choice, ..PlayedCard::default() };
    let run = |wanted: &[PlayedCard], zone: Option<PlayerId>| {
        let mut before = in_contact(&battle);
        before.active = PlayerId::North;
        before.tactics_zones[TacticsZone::Wealth as usize] = zone;
        let influence = play(0, Some(4), None);
        let (mut a, mut b) = (NcuPlayer::wanting(wanted), NcuPlayer::wanting(&[influence]));
        let (state, log) = after((&battle, before), [&mut a, &mut b], |play| {
            play.activate_ncu(PlayerId::North, Some(TacticsZone::Crown), Benefit::Nothing)
        })
        .unwrap();
        let ncu = CardId::of_ncu(0);
        let silenced = LogEntry::NcuSilenced { player: PlayerId::North, ncu, rule: "A8.3".into() };
        assert_eq!(log.contains(&silenced), !wanted.is_empty());
        (state, b.offers.is_empty())
    };
    let (state, is_silent) = run(&[], None);
    assert!(!is_silent && !state.unit(UnitId(4)).unwrap().cards.is_empty());
    let (state, is_silent) = run(std::slice::from_ref(&card), None);
    assert!(is_silent && state.unit(UnitId(4)).unwrap().cards.is_empty());
    assert_eq!(state.tactics_zones[TacticsZone::Crown as usize], Some(PlayerId::North));
    let mut next = state.ncu_states;
    assert!(!next.may_use(1, CardChoice { card: CardId::of_ncu(0), way: 0 }, 0));
    next.begin_round();
    assert!(next.may_use(1, CardChoice { card: CardId::of_ncu(0), way: 0 }, 0));
    let (state, _) = run(&[card], Some(PlayerId::South));
    assert_eq!([1, 4].map(|unit: usize| state.units[unit].tokens), [0, 0b100]);
}
