//! Tactics cards that a policy plays outside of attacks, charges and tests.
//!
//! A card is worth what it changes in points of army cost: wounds, tokens, cards drawn, and for one
//! that stays what it changes in the next attacks by and on its unit.

use super::card_values::{cost, draw_value, least_gain, price, terms_value};
use super::context::PolicyContext;
use super::guesses::guess_value;
use super::valued_card::ValuedCard;
use super::{BattlePolicy, CardPolicy, PolicyKind, ViewHash};
use crate::cards::{CardChoice, PickedTable, PlayedCard};
use crate::decision::{DecisionError, OptionDecision, PlayerView};
use crate::field::{PlayerId, UnitId};
use crate::outcomes::EncounterError;
use crate::play::with_picked;
use warodds_games::asoiaf::effect::Action;
use warodds_questions::catalogue::{OptionChooser, PickDuty};

/// What a token on a card is worth, in prices of a card.
const SPENT: f64 = 0.5;

/// Returns the card that a policy plays, or `None` to pass.
pub(super) fn played(
    view: &PlayerView<'_>,
    plays: &[PlayedCard],
    policy: BattlePolicy,
) -> Result<Option<PlayedCard>, DecisionError> {
    if policy.cards == CardPolicy::Never {
        return Ok(None);
    }
    if policy.kind == PolicyKind::Random {
        let hash = ViewHash::new(view).with(plays.len() as u64);
        return Ok(plays.get(hash.below(plays.len() + 1)).cloned());
    }
    best(&PolicyContext::new(view, policy), plays, |_| 0.0)
}

/// Returns the play that gains most beyond what it gives up, or `None` to pass.
pub(super) fn best(
    context: &PolicyContext<'_>,
    plays: &[PlayedCard],
    given_up: impl Fn(&PlayedCard) -> f64,
) -> Result<Option<PlayedCard>, DecisionError> {
    let mut best = (f64::NEG_INFINITY, None);
    for played in plays {
        let gain = gain(context, played)? - given_up(played);
        let least = least_gain(context.view, played.choice.card, context.policy);
        if gain > best.0.max(least) {
            best = (gain, Some(played));
        }
    }
    Ok(best.1.cloned())
}

/// Returns what a card or an NCU gains, in points of army cost.
pub(super) fn gain(
    context: &PolicyContext<'_>,
    played: &PlayedCard,
) -> Result<f64, EncounterError> {
    let view = context.view;
    let (Some(cards), Some(way)) = (view.cards, view.way(played.choice)) else { return Ok(0.0) };
    let Some(play) = &way.battle else { return Ok(0.0) };
    let (player, army) = (PlayerId::South, cards.army);
    let valued = ValuedCard { context, player, army, played, play };
    let drawn = draw_value(context.view, context.policy, play.draw);
    // of its options the enemy takes the one that gains least
    let at_once = match (&play.effects.choice, play.chooser) {
        (Some(choice), OptionChooser::Enemy) => {
            let mut least = f64::INFINITY;
            for number in (0..).take(choice.options.len()) {
                let played = PlayedCard { options: vec![number], ..played.clone() };
                let valued = ValuedCard { played: &played, ..valued };
                let value = valued.effects_value(play.moment())? + valued.targets_value()?;
                least = least.min(value);
            }
            least
        }
        _ => valued.effects_value(play.moment())? + valued.targets_value()?,
    };
    let staying = play.stays.as_ref().map_or(Ok(0.0), |stays| valued.staying_value(stays))?;
    let acts = context.free_actions_value(play, valued.units())?;
    let others = valued.each_value()?;
    let terms = terms_value(context, (played, &play.terms)) - cost(view, way);
    let guess = guess_value(context, played, |one| gain(context, one))?;
    Ok(drawn + at_once + staying + acts + others + terms + guess)
}

/// Returns the further unit of a card that gains most; `None` if it may be left out and gains
/// nothing.
pub(super) fn picked_unit(
    view: &PlayerView<'_>,
    PickedTable { choice, table }: PickedTable,
    among: &[UnitId],
    policy: BattlePolicy,
) -> Result<Option<UnitId>, DecisionError> {
    let play = view.way(choice).and_then(|way| way.battle.as_ref());
    let found = play.and_then(|play| Some((play, play.targets.get(usize::from(table))?)));
    let (Some((play, picked)), Some(cards)) = (found, view.cards) else {
        return Ok(among.first().copied());
    };
    if policy.kind == PolicyKind::Random {
        let number = ViewHash::new(view).with(u64::from(table)).below(among.len());
        return Ok(among.get(number).copied());
    }
    let context = PolicyContext::new(view, policy);
    let played = PlayedCard { choice, ..PlayedCard::default() };
    let valued = ValuedCard {
        context: &context,
        player: PlayerId::South,
        army: cards.army,
        played: &played,
        play,
    };
    let mut best = (f64::NEG_INFINITY, None);
    for unit in among {
        let value = valued.picked_value(picked, *unit)?;
        if value > best.0 {
            best = (value, Some(*unit));
        }
    }
    let is_left_out = picked.duty == PickDuty::May && best.0 <= 0.0;
    Ok(best.1.filter(|_| !is_left_out))
}

/// Returns the options of a card of the enemy that cost the player least.
pub(super) fn options_taken(
    view: &PlayerView<'_>,
    decision: &OptionDecision,
    policy: BattlePolicy,
) -> Result<Vec<u8>, DecisionError> {
    let OptionDecision { army, played, sets } = decision;
    let decks = view.battle.decks.as_ref();
    let way = decks.and_then(|decks| decks.get(*army)?.way(played.choice));
    let Some(play) = way.and_then(|way| way.battle.as_ref()) else {
        return Ok(sets.first().cloned().unwrap_or_default());
    };
    if policy.kind == PolicyKind::Random {
        let number = ViewHash::new(view).with(sets.len() as u64).below(sets.len());
        return Ok(sets.get(number).cloned().unwrap_or_default());
    }
    let context = PolicyContext::new(view, policy);
    let mut best = (f64::NEG_INFINITY, Vec::new());
    for options in sets {
        let played = PlayedCard { options: options.clone(), ..played.clone() };
        let player = PlayerId::North;
        let valued = ValuedCard { context: &context, player, army: *army, played: &played, play };
        let value = valued.effects_value(play.moment())? + valued.targets_value()?;
        if value > best.0 {
            best = (value, options.clone());
        }
    }
    Ok(best.1)
}

/// Returns the unit of a card of which a token is spent; `None` if that gains nothing.
pub(super) fn spent_on(
    view: &PlayerView<'_>,
    choice: CardChoice,
    among: &[UnitId],
    policy: BattlePolicy,
) -> Result<Option<UnitId>, DecisionError> {
    let play = view.way(choice).and_then(|way| way.battle.as_ref());
    let stays = play.and_then(|play| Some((play, play.stays.as_ref()?)));
    let (Some((play, stays)), Some(cards), [unit]) = (stays, view.cards, among) else {
        return Ok(None);
    };
    if policy.kind == PolicyKind::Random {
        return Ok((ViewHash::new(view).below(2) == 0).then_some(*unit));
    }
    let context = PolicyContext::new(view, policy);
    let [own, enemy] = with_picked([None; 2], stays.on, *unit);
    let played = PlayedCard { choice, unit: own, enemy, ..PlayedCard::default() };
    let valued = ValuedCard {
        context: &context,
        player: PlayerId::South,
        army: cards.army,
        played: &played,
        play,
    };
    let mut value = 0.0;
    for effect in stays.gathers.iter().flat_map(|gathers| &gathers.spent) {
        if let Action::Triggered(triggered) = effect.action {
            value += valued.effect_value(triggered)?;
        }
    }
    Ok((value >= SPENT * price(view, policy.weights)).then_some(*unit))
}
