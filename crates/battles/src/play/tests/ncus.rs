//! NCUs by hand: when they are used, on whom, what it costs, and what they do.

use super::super::card_event::CardEvent;
use super::cards::{in_contact, melee};
use super::*;
use crate::cards::{CardChoice, CardId, PlayedCard, TacticsDeck};
use crate::choice::{Benefit, ConditionToken, TacticsZone};
use crate::log::LogEntry;
use warodds_questions::catalogue::Catalogue;

/// Makes the wanted plays in order, each as soon as it is on offer, and writes down the offers.
#[derive(Default)]
pub(super) struct NcuPlayer {
    pub wanted: Vec<PlayedCard>,
    pub declared: Option<CardChoice>,
    pub offers: Vec<Vec<PlayedCard>>,
}

impl NcuPlayer {
    pub(super) fn wanting(wanted: &[PlayedCard]) -> Self {
        Self { wanted: wanted.to_vec(), ..Self::default() }
    }

    fn play(&mut self, plays: &[PlayedCard]) -> PlayerChoice {
        self.offers.push(plays.to_vec());
        let place = self.wanted.iter().position(|wanted| plays.contains(wanted));
        PlayerChoice::Play(place.map(|place| self.wanted.remove(place)))
    }
}

impl Decide for NcuPlayer {
    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        Ok(match decision {
            PlayerDecision::Play(plays) => self.play(plays),
            PlayerDecision::Claim(claim) => self.play(&claim.plays),
            PlayerDecision::Card(card) => {
                PlayerChoice::Card(self.declared.filter(|one| card.plays.contains(one)))
            }
            PlayerDecision::Ncu(options) => PlayerChoice::Ncu(options[0].ncu),
            PlayerDecision::Silence(among) => PlayerChoice::Silence(among[0]),
            PlayerDecision::Target(_, among) => PlayerChoice::Target(among.first().copied()),
            PlayerDecision::Bury(drawn) => PlayerChoice::Return(vec![drawn[0]]),
            PlayerDecision::Seat(zones) => {
                PlayerChoice::Seat(zones.first().map(|zone| (*zone, Benefit::Nothing)))
            }
            PlayerDecision::Return(_) => {
                PlayerChoice::Return(view.cards.unwrap().hand.cards().take(1).collect())
            }
            other => return Err(DecisionError::None(format!("{other:?} is not expected"))),
        })
    }
}

/// A battle of three units a side with these NCUs, and decks of one card for attacks alone.
pub(super) fn battle_with(ncus: [&[&str]; 2]) -> Battle {
    let card = Catalogue::shipped().find_tactics("stark-winters-might").unwrap();
    let found = ncus.map(|ids| {
        let found = ids.iter().map(|id| Catalogue::shipped().find_ncu(id).unwrap());
        found.collect::<Vec<_>>()
    });
    let decks = found
        .each_ref()
        .map(|ncus| TacticsDeck::new(&[card]).unwrap().with_ncus(ncus.iter().copied()).unwrap());
    let names = found.map(|ncus| ncus.iter().map(|ncu| ncu.full_name()).collect());
    Battle { decks: Some(decks), ncus: names, ..battle(Mode::AClashOfKings) }
}

/// The way of the first NCU with these units.
pub(super) fn play(way: u8, unit: Option<u8>, enemy: Option<u8>) -> PlayedCard {
    PlayedCard {
        choice: CardChoice { card: CardId::of_ncu(0), way },
        unit: unit.map(UnitId),
        enemy: enemy.map(UnitId),
        ..PlayedCard::default()
    }
}

pub(super) fn apart() -> [(u8, i64, i64); 4] {
    [(1, 0, 0), (4, 0, 12_000), (5, 0, -20_000), (2, 18_000, 0)]
}

/// Something that is done in a battle of two players with hands of two cards.
pub(super) fn after(
    (battle, mut state): (&Battle, BattleState),
    [a, b]: [&mut NcuPlayer; 2],
    what: impl FnOnce(&mut Play<'_>) -> PlayResult,
) -> Result<(BattleState, Vec<LogEntry>), String> {
    (state.round, state.ncus) = (1, [1; 2]);
    let outcomes = battle.outcome_cache();
    let (mut dice, mut log) = (RolledDice::new(Ones), Vec::new());
    let mut play = Play::new((battle, &outcomes), state, [a, b], &mut dice, &mut log);
    play.draw_hands().map_err(|_| "no hands".to_owned())?;
    match what(&mut play) {
        Ok(()) | Err(PlayStop::Over(_)) => {}
        Err(PlayStop::Failed(error)) => return Err(error.to_string()),
    }
    let state = play.state.clone();
    drop(play);
    Ok((state, log))
}

pub(super) fn claim(zone: TacticsZone) -> impl FnOnce(&mut Play<'_>) -> PlayResult {
    move |play| play.activate_ncu(PlayerId::South, Some(zone), Benefit::Nothing)
}

const STYR: &str = "styr-iron-fisted-tyrant";

/// Styr: Sundering in melee, and dice as with a rank more. With two of three ranks 8 dice instead of
/// 6 hit on 3+; the defender saves on 5+ instead of 4+. What is wounded fails its panic test on 6+
/// with 10/36, which costs 1 + D3.
#[test]
fn influence_is_an_ability_of_its_unit_in_later_attacks() {
    let battle = battle_with([&[STYR], &[]]);
    let outcomes = battle.outcome_cache();
    let mut before = in_contact(&battle);
    before.units[1].left = 8;
    let lost = |state: &BattleState| {
        12.0 - outcomes.get(&melee(&battle, state)).unwrap().expected().unwrap().left[1]
    };
    let by_dice = |dice: i32, wounds: f64| {
        let any = 1.0 - (1.0 - wounds).powi(dice);
        f64::from(dice) * wounds + any * 10.0 / 36.0 * 3.0
    };
    assert!((lost(&before) - by_dice(6, 2.0 / 3.0 * 3.0 / 6.0)).abs() < 1e-9);
    let mut players = [NcuPlayer::wanting(&[play(0, Some(1), None)]), NcuPlayer::default()];
    let [a, b] = &mut players;
    let (state, log) = after((&battle, before), [a, b], claim(TacticsZone::Wealth)).unwrap();
    assert!((lost(&state) - by_dice(8, 2.0 / 3.0 * 4.0 / 6.0)).abs() < 1e-9);
    let (player, card, unit) = (PlayerId::South, CardId::of_ncu(0), UnitId(1));
    assert!(log.contains(&LogEntry::Stays { player, card, unit, rule: "A8.3".into() }));
    // the NCU stays where it is: nothing is discarded
    assert!(!log.iter().any(|entry| matches!(entry, LogEntry::Discarded { .. })));
}

/// A unit is influenced by one NCU of an army, and an NCU influences one unit (A9.4).
#[test]
fn influenced_unit_is_not_offered_to_another_ncu() {
    let battle = battle_with([&["oberyn-martell-red-viper", STYR], &[]]);
    let mut a = NcuPlayer::wanting(&[play(0, Some(1), None)]);
    let mut b = NcuPlayer::default();
    let before = state(&battle, &apart(), &[]);
    after((&battle, before), [&mut a, &mut b], |play| {
        play.play_cards_at(CardEvent::Claim(TacticsZone::Wealth, Some(CardId::of_ncu(0))))?;
        play.play_cards_at(CardEvent::Claim(TacticsZone::Crown, Some(CardId::of_ncu(0))))?;
        play.play_cards_at(CardEvent::Claim(TacticsZone::Horse, Some(CardId::of_ncu(1)))).map(drop)
    })
    .unwrap();
    let units = |offer: &Vec<PlayedCard>| -> Vec<u8> {
        offer.iter().filter_map(|played| Some(played.unit?.0)).collect()
    };
    // both units by the first claim, none by the second, and the other one for the other NCU
    assert_eq!(a.offers.iter().map(units).collect::<Vec<_>>(), [vec![1, 2], vec![2]]);
    assert!(b.offers.is_empty());
}

/// Pycelle: an order token weakens an enemy as he activates; he has three.
#[test]
fn order_tokens_are_spent_until_none_is_left() {
    let battle = battle_with([&["pycelle-grand-maester"], &[]]);
    let mut a = NcuPlayer::wanting(&vec![play(0, None, Some(4)); 5]);
    let mut b = NcuPlayer::default();
    let before = state(&battle, &apart(), &[]);
    let activation = CardEvent::NcuActivation(Some(CardId::of_ncu(0)));
    let (state, log) = after((&battle, before), [&mut a, &mut b], |play| {
        (0..5).try_for_each(|_| play.play_cards_at(activation).map(drop))
    })
    .unwrap();
    let left = |entry: &LogEntry| match entry {
        LogEntry::NcuTokens { left, .. } => Some(*left),
        _ => None,
    };
    assert_eq!(log.iter().filter_map(left).collect::<Vec<_>>(), [2, 1, 0]);
    assert_eq!((a.offers.len(), state.units[4].tokens), (3, ConditionToken::Weakened.bit()));
}

/// Roose Bolton at the Letters: the enemy takes a panic test, no card is drawn, no token given. A
/// test by ones fails and costs 1 + 1 wounds.
#[test]
fn ability_takes_the_place_of_the_effect_of_the_zone() {
    let battle = battle_with([&["bolton-roose-bolton-calculating-and-cruel"], &[]]);
    let benefit = Benefit::Token { unit: UnitId(4), token: ConditionToken::Weakened };
    let by = |wanted: &[PlayedCard]| {
        let (mut a, mut b) = (NcuPlayer::wanting(wanted), NcuPlayer::default());
        let before = state(&battle, &apart(), &[]);
        let done = after((&battle, before), [&mut a, &mut b], |play| {
            play.activate_ncu(PlayerId::South, Some(TacticsZone::Letters), benefit)
        });
        done.unwrap().0
    };
    let replaced = by(&[play(1, None, Some(4))]);
    assert_eq!((replaced.units[4].left, replaced.units[4].tokens), (10, 0));
    let kept = by(&[]);
    assert_eq!((kept.units[4].left, kept.units[4].tokens), (12, 0b100));
    for state in [replaced, kept] {
        assert_eq!(state.tactics_zones[TacticsZone::Letters as usize], Some(PlayerId::South));
    }
}

/// Catelyn Stark, the Hangwoman: an influenced enemy suffers a wound before each of its actions.
#[test]
fn influenced_enemy_is_wounded_before_it_moves() {
    let battle = battle_with([&["catelyn-stark-the-hangwoman"], &[]]);
    let mut a = NcuPlayer::wanting(&[play(0, None, Some(5))]);
    let mut b = NcuPlayer::default();
    let before = state(&battle, &apart(), &[]);
    let (state, _) = after((&battle, before), [&mut a, &mut b], |play| {
        play.activate_ncu(PlayerId::South, Some(TacticsZone::Wealth), Benefit::Nothing)?;
        let march = UnitAction::March { ahead: Length::inches(2), then: Heading::NORTH };
        play.perform(UnitId(5), UnitAction::Forgo)?;
        play.perform(UnitId(5), march)?;
        play.perform(UnitId(1), march)
    })
    .unwrap();
    assert_eq!([state.units[5].left, state.units[1].left], [11, 12]);
}
