//! Tactics cards: which to declare in an encounter, and which to discard.
//!
//! A card is worth what it changes in the expected losses of both units. As for other estimates,
//! units count with full ranks and without terrain, so that few distributions serve many decisions.

use super::card_values::{DENIAL, cost, least_gain, own_deck};
use super::context::{TOKEN_VALUE, UnitOnTable, unit_on_table};
use super::{BattlePolicy, CardPolicy, PolicyKind, ViewHash};
use crate::cards::{CardChoice, CardId, CardWay, CardWindow};
use crate::decision::{CardDecision, DecisionError, PlayerView};
use crate::outcomes::{EncounterError, EncounterKind, EncounterSpec, Losses};
use warodds_games::asoiaf::{Surroundings, Terrain};
use warodds_questions::catalogue::ReturnedCards;

/// Returns the card that a policy declares, or `None` to pass.
pub(super) fn declared(
    view: &PlayerView<'_>,
    decision: &CardDecision,
    policy: BattlePolicy,
) -> Result<Option<CardChoice>, DecisionError> {
    if policy.cards == CardPolicy::Never {
        return Ok(None);
    }
    let plays = &decision.plays;
    if policy.kind == PolicyKind::Random {
        let hash = ViewHash::new(view).with(plays.len() as u64);
        return Ok(plays.get(hash.below(plays.len() + 1)).copied());
    }
    let mut best = (f64::NEG_INFINITY, None);
    for choice in plays {
        let given_up = view.way(*choice).map_or(0.0, |way| cost(view, way));
        let gain = gain(view, decision, *choice)? - given_up;
        if gain > best.0.max(least_gain(view, choice.card, policy)) {
            best = (gain, Some(*choice));
        }
    }
    Ok(best.1)
}

/// Returns the cards that a policy discards in clean-up: those that battles do not play.
pub(super) fn discarded(view: &PlayerView<'_>, policy: BattlePolicy) -> Vec<CardId> {
    let Some((cards, deck)) = own_deck(view) else { return Vec::new() };
    let hash = ViewHash::new(view);
    let is_useless = |(number, card): &(u64, CardId)| match (policy.cards, policy.kind) {
        (CardPolicy::Never, _) => false,
        (_, PolicyKind::Random) => hash.with(*number).below(2) == 0,
        _ => deck.card(*card).is_none_or(|kind| !kind.is_played()),
    };
    (0..).zip(cards.hand.cards()).filter(is_useless).map(|(_, card)| card).collect()
}

/// Returns the cards of the hand that a policy puts back into the deck: first those that battles do
/// not play, and no others if it may choose how many.
pub(super) fn returned(
    view: &PlayerView<'_>,
    returns: ReturnedCards,
    policy: BattlePolicy,
) -> Vec<CardId> {
    let Some((cards, deck)) = own_deck(view) else { return Vec::new() };
    let is_useless = |card: &CardId| deck.card(*card).is_none_or(|kind| !kind.is_played());
    let mut held: Vec<CardId> = cards.hand.cards().collect();
    if policy.kind == PolicyKind::Random {
        let first = ViewHash::new(view).below(held.len());
        held.rotate_left(first);
    } else {
        held.sort_by_key(|card| !is_useless(card));
    }
    match returns {
        ReturnedCards::None => Vec::new(),
        ReturnedCards::Exactly(count) => held.into_iter().take(count.into()).collect(),
        ReturnedCards::OneDrawn => held.into_iter().take(1).collect(),
        ReturnedCards::Exchanged => held.into_iter().filter(is_useless).collect(),
    }
}

/// Returns the card of those just drawn that a policy puts under the deck: one that battles do not
/// play, if there is one.
pub(super) fn buried(view: &PlayerView<'_>, drawn: &[CardId]) -> Option<CardId> {
    let (_, deck) = own_deck(view)?;
    let is_useless = |card: &&CardId| deck.card(**card).is_none_or(|kind| !kind.is_played());
    drawn.iter().find(is_useless).or(drawn.first()).copied()
}

/// Returns what a card gains in an encounter, in points of army cost.
fn gain(
    view: &PlayerView<'_>,
    decision: &CardDecision,
    choice: CardChoice,
) -> Result<f64, EncounterError> {
    let CardDecision { encounter, side, .. } = decision;
    let Some((cards, deck)) = own_deck(view) else { return Ok(0.0) };
    let Some(way) = deck.way(choice) else { return Ok(0.0) };
    let mut declared = encounter.cards;
    declared[*side] = declared[*side].declaring(cards.army, choice);
    let with = view.state.with_cards(view.battle, encounter, declared);
    // the same conditions for both: some matter to the card alone
    let without = EncounterSpec { cards: encounter.cards, ..with };
    let units = encounter.units.map(|unit| unit_on_table(view, unit));
    let [Some(first), Some(second)] = units else { return Ok(0.0) };
    let valued = ValuedEncounter { view, units: [first, second], side: *side };
    let value = |spec: &EncounterSpec| {
        if needs_exact(way) { valued.exact_value(spec) } else { valued.typical_value(spec) }
    };
    // what is denied shows in no encounter
    let denial = DENIAL * way.denied_to_enemy().len() as f64;
    Ok(value(&with)? - value(&without)? + denial)
}

/// Returns whether full ranks would hide what a card does.
fn needs_exact(way: &CardWay) -> bool {
    way.heals() || way.window == Some(CardWindow::Dying)
}

/// An encounter from the perspective of the player of one of its units.
struct ValuedEncounter<'v, 'a> {
    view: &'v PlayerView<'a>,
    units: [UnitOnTable; 2],
    side: usize,
}

impl ValuedEncounter<'_, '_> {
    /// Returns the value of an encounter with the wounds that its units have.
    fn exact_value(&self, spec: &EncounterSpec) -> Result<f64, EncounterError> {
        let expected = self.view.outcomes.get(spec)?.expected()?;
        let lost = |side: usize| {
            let wounds = f64::from(spec.conditions[side].left) - expected.left[side];
            self.loss(side, (wounds, expected.destroyed[side]), expected.tokens[side])
        };
        Ok(self.value(spec, lost))
    }

    /// Returns the value of an encounter of units with full ranks.
    fn typical_value(&self, spec: &EncounterSpec) -> Result<f64, EncounterError> {
        let read = |losses: &Losses| {
            let lost = |side: usize| {
                let lost = losses.of_side(side, self.units[side].wounds_left);
                self.loss(side, lost, losses.tokens[side])
            };
            self.value(spec, lost)
        };
        self.view.outcomes.losses(&self.with_full_ranks(spec), read)
    }

    fn with_full_ranks(&self, spec: &EncounterSpec) -> EncounterSpec {
        let mut spec = *spec;
        for (conditions, unit) in spec.conditions.iter_mut().zip(&self.units) {
            conditions.left = unit.full_rank_wounds;
            conditions.surroundings = Surroundings::default();
        }
        if let EncounterKind::Charge { terrain, .. } = &mut spec.kind {
            *terrain = Terrain::OPEN;
        }
        spec
    }

    /// Returns the value that one unit loses.
    fn loss(&self, side: usize, (wounds, destroyed): (f64, f64), tokens: f64) -> f64 {
        let unit = &self.units[side];
        wounds * unit.wound_value + destroyed * unit.destruction_value + tokens * TOKEN_VALUE
    }

    /// Returns the losses of the enemy minus the own ones.
    fn value(&self, spec: &EncounterSpec, lost: impl Fn(usize) -> f64) -> f64 {
        let is_test = spec.kind.is_of_one_unit();
        // a test has one unit: what is said of the other means nothing
        if is_test { -lost(0) } else { lost(1 - self.side) - lost(self.side) }
    }
}
