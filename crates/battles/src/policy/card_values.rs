//! What cards in the hand, draws, order tokens and the first turn are worth, in points of army cost.

use super::context::{PolicyContext, UnitOnTable};
use super::silencing_cards::silencing_value;
use super::{BattlePolicy, CardPolicy, Weights};
use crate::cards::{CardId, CardView, CardWay, PlayedCard, TacticsDeck};
use crate::choice::Benefit;
use crate::decision::PlayerView;
use crate::field::PlayerId;
use crate::play::ROUNDS;
use warodds_engine::chance::Weight;
use warodds_questions::catalogue::{OwnActivation, PlayTerms, ReturnedCards, TacticsCard};

/// What a card that an enemy plays is worth, in prices of a card.
pub(super) const ENEMY_CARD: f64 = 2.0;
/// What an enemy is worth less in a turn without its cards, orders or abilities.
pub(super) const DENIAL: f64 = 0.3;
/// The value of a healed wound, of one dealt: the unit may never need it.
pub(super) const HEALED: f64 = 0.8;
/// The value of an order token at the start of a battle, in points of army cost.
const TOKEN: f64 = 0.3;
/// The value of an ability that is used once a game, at the start of a battle.
const ONCE: f64 = 0.5;
/// The value of a claim before the enemy's next one, in points of army cost.
const EARLY: f64 = 0.3;
/// The value of a claim in each round.
const CLAIM: f64 = 1.0;
/// The value of the first turn of a round, in points of army cost.
const LEADS: f64 = 0.5;

/// A gain below this is due to rounding.
const LEAST_GAIN: f64 = 1e-9;

/// Returns what a card must gain at least to be played. What using an NCU gives up is part of its
/// gain, so it has no price.
pub(super) fn least_gain(view: &PlayerView<'_>, card: CardId, policy: BattlePolicy) -> f64 {
    match policy.cards {
        _ if card.ncu().is_some() => LEAST_GAIN,
        CardPolicy::FirstChance => f64::NEG_INFINITY,
        CardPolicy::Priced | CardPolicy::Never => price(view, policy.weights) + LEAST_GAIN,
    }
}

/// Returns the value of a card in the hand, in points of army cost. Hands are refilled after each
/// round, so it depends above all on how many units may still act in this one.
pub(super) fn price(view: &PlayerView<'_>, weights: Weights) -> f64 {
    let units = PlayerId::BOTH.into_iter().flat_map(|player| view.state.units_on_table(player));
    let (mut all, mut waiting) = (0, 0);
    for (_, unit) in units {
        all += 1;
        waiting += u32::from(!unit.activated);
    }
    let left = f64::from(waiting) / f64::from(all.max(1));
    weights.card * left + weights.card_by_round * f64::from(ROUNDS.saturating_sub(view.state.round))
}

/// Returns the value of drawing cards.
pub(super) fn draw_value(view: &PlayerView<'_>, policy: BattlePolicy, count: u8) -> f64 {
    let Some((cards, deck)) = own_deck(view).filter(|_| policy.cards != CardPolicy::Never) else {
        return 0.0;
    };
    let drawn = f64::from(count.min(cards.deck_sizes[0]));
    let played = deck.kinds.iter().filter(|kind| kind.is_played()).count();
    let share = played as f64 / deck.kinds.len().max(1) as f64;
    drawn * share * price(view, policy.weights)
}

/// Returns what the player sees of the cards, and the player's deck.
pub(super) fn own_deck<'a>(view: &PlayerView<'a>) -> Option<(CardView, &'a TacticsDeck)> {
    let cards = view.cards?;
    Some((cards, view.battle.decks.as_ref()?.get(cards.army)?))
}

/// Returns what using an NCU in a way gives up, in points of army cost; 0 for a tactics card.
pub(super) fn cost(view: &PlayerView<'_>, way: &CardWay) -> f64 {
    let once = if way.is_once_a_game() { ONCE } else { 0.0 };
    (f64::from(way.pays) * TOKEN + once) * rounds_left(view)
}

/// Returns the value of what a play does beside its effects: order tokens, cards in other piles,
/// wounds healed where they are needed most, and the first turn.
pub(super) fn terms_value(
    context: &PolicyContext<'_>,
    (played, terms): (&PlayedCard, &PlayTerms),
) -> f64 {
    let (view, policy) = (context.view, context.policy);
    let card = price(view, policy.weights);
    let held = view.cards.map_or(0, |cards| cards.enemy_hand);
    let exchanged = match terms.returns {
        ReturnedCards::Exchanged => draw_value(view, policy, 1),
        ReturnedCards::Exactly(_) | ReturnedCards::OneDrawn | ReturnedCards::None => 0.0,
    };
    let own = played.fetched.len() as f64 * card - f64::from(terms.discards) * card + exchanged;
    let lost = f64::from(terms.enemy_discards.min(held)) + chance_named(view, played);
    // a D3 is 2 on average
    let healed: f64 = healed(context, terms.spread_heal + 2 * terms.spread_d3);
    let passed = passed_token(context, (played, terms));
    let answers = if terms.plays_fetched { ENEMY_CARD * card } else { 0.0 };
    let leads = if terms.leads { LEADS } else { 0.0 };
    f64::from(terms.gains) * TOKEN * rounds_left(view)
        + own
        + lost * card
        + healed
        + leads
        + passed
        + answers
        + early_value(view, terms)
        + silencing_value(view, terms)
}

/// Returns the value of activating an NCU out of turn, less that of the claims it gives up.
fn early_value(view: &PlayerView<'_>, terms: &PlayTerms) -> f64 {
    let later = f64::from(ROUNDS.saturating_sub(view.state.round));
    match terms.activates {
        OwnActivation::None => 0.0,
        OwnActivation::AnyZone | OwnActivation::NamedZone => EARLY,
        OwnActivation::ThenLeaves => EARLY - CLAIM * later,
    }
}

/// Returns the value of the token of Wealth that an enemy gains.
fn passed_token(context: &PolicyContext<'_>, (played, terms): (&PlayedCard, &PlayTerms)) -> f64 {
    let enemy = played.enemy.and_then(|enemy| context.unit(enemy));
    match (context.view.state.claim, enemy) {
        (Some(Benefit::Restore { token: Some(token), .. }), Some(enemy))
            if terms.passes_token && enemy.tokens & token.bit() == 0 =>
        {
            enemy.token_loss(token)
        }
        _ => 0.0,
    }
}

/// Returns the chance that the enemy holds the card that a play names, as far as its player sees.
fn chance_named(view: &PlayerView<'_>, played: &PlayedCard) -> f64 {
    let (Some(card), Some(cards)) = (played.named, view.cards) else { return 0.0 };
    let unseen = TacticsCard::COPIES.saturating_sub(cards.discards[1].count(card));
    let hidden = f64::from(cards.enemy_hand + cards.deck_sizes[1]).max(1.0);
    let missed = 1.0 - f64::from(cards.enemy_hand) / hidden;
    1.0 - missed.max(0.0).power(unseen)
}

/// Returns the value of wounds healed on own units.
fn healed(context: &PolicyContext<'_>, most: u8) -> f64 {
    let lost = |unit: &UnitOnTable| {
        let full = context.view.battle.fighter(unit.id).map_or(0, |fighter| fighter.wounds());
        (f64::from(full.saturating_sub(unit.wounds_left)), unit.wound_value)
    };
    let all: Vec<(f64, f64)> = context.own.iter().map(lost).collect();
    let count: f64 = all.iter().map(|(lost, _)| lost).sum();
    let value: f64 = all.iter().map(|(lost, value)| lost * value).sum();
    count.min(most.into()) * value / count.max(1.0) * HEALED
}

/// Returns the share of the rounds that are still to come.
fn rounds_left(view: &PlayerView<'_>) -> f64 {
    f64::from(ROUNDS.saturating_sub(view.state.round)) / f64::from(ROUNDS)
}
