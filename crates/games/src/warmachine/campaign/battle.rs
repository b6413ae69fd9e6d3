//! One battle: its size, its odds and its spoils (W2.1, W2.5 to W2.8).
//!
//! The rules leave a battle to the table; here it is decided by odds. The odds between equal armies
//! (provided, or from the strengths) are multiplied by factors for armies, preparations and the war
//! chest.

use crate::decide;

use super::army::FieldedArmy;
use super::chest::{buys_advantage, earn};
use super::{
    Campaign, CampaignState, DeclaredAttack, Proximity, RaisePolicy, SideId, Size, SizePolicy,
};
use warodds_engine::chance::{Chance, Coin, Label, Scalar};

const BATTLE: Label = Label::new("the attacker wins the battle", "W2.5");
const WINNER: Label = Label::new("what the winner loses", "W2.8");
const LOSER: Label = Label::new("what the loser loses", "W2.8");

/// A winner whose army is smaller by this much is an under-dog (W2.7) …
const UNDER_DOG: u16 = 200;
/// … and earns this many additional victory points.
pub(super) const UNDER_DOG_BONUS: u16 = 5;

/// Returns the chance of `side` to beat `other` with equal armies: the provided chance, or that of
/// the strengths of the members whose turn it is.
pub(super) fn even_chance(
    campaign: &Campaign,
    state: &CampaignState,
    side: SideId,
    other: SideId,
) -> Coin {
    let provided = campaign
        .chances
        .iter()
        .find(|(a, b, _)| (*a, *b) == (side, other))
        .map(|(_, _, coin)| *coin);
    let strength = |of: SideId| {
        let members = &campaign.side(of).strengths;
        let turn = usize::from(state.side(of).fought);
        members.get(turn % members.len().max(1)).map_or(1.0, |factor| factor.get())
    };
    provided.unwrap_or_else(|| Coin::of_odds(strength(side) / strength(other)))
}

/// The agreed terms of a battle.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BattleTerms {
    size: Size,
    proximity: Proximity,
}

/// Returns the armies of the attacker and the defender.
fn armies(state: &CampaignState, attack: &DeclaredAttack, size: Size) -> [FieldedArmy; 2] {
    [attack.attacker, attack.defender].map(|side| FieldedArmy::for_battle(state.side(side), size))
}

/// Returns the attacker's odds on these terms, without advantages.
fn odds(
    campaign: &Campaign,
    state: &CampaignState,
    attack: &DeclaredAttack,
    terms: BattleTerms,
) -> f64 {
    let model = &campaign.battle;
    let armies = armies(state, attack, terms.size);
    let [own, other] = armies.map(|army| f64::from(army.points()));
    let epics = |army: FieldedArmy, side| army.epics(state.side(side));
    let more_epics = epics(armies[0], attack.attacker) - epics(armies[1], attack.defender);
    let against = match terms.proximity {
        Proximity::Adjacent => 1.0,
        Proximity::Near => model.near.get(),
        Proximity::Distant => model.distant.get(),
    };
    even_chance(campaign, state, attack.attacker, attack.defender).odds()
        * times(own / other, model.points_matter.into())
        * times(campaign.prices.epic_worth.get(), more_epics)
        / against
}

/// Returns `factor` to an integer power by repeated multiplication, which gives the same bits on
/// every machine.
fn times(factor: f64, power: i32) -> f64 {
    let product = (0..power.unsigned_abs()).fold(1.0, |product, _| product * factor);
    if power < 0 { 1.0 / product } else { product }
}

/// Returns the terms after the defender's reply to an attack of size `requested`: it may raise the
/// size, and loses its proximity then.
fn answered(
    campaign: &Campaign,
    state: &CampaignState,
    attack: &DeclaredAttack,
    requested: Size,
) -> BattleTerms {
    let distance = state.distance(campaign, attack.attacker, attack.area);
    let as_declared = BattleTerms { size: requested, proximity: Proximity::of_distance(distance) };
    if campaign.policy(attack.defender).raise == RaisePolicy::Never {
        return as_declared;
    }
    let larger = Size::ALL.into_iter().filter(|size| *size > requested && *size > Size::Points500);
    let raised = larger.map(|size| BattleTerms { size, proximity: Proximity::Adjacent });
    let options = std::iter::once(as_declared).chain(raised);
    let options = options.map(|terms| (terms, odds(campaign, state, attack, terms)));
    decide::best(options, |odds, than| odds < than).map_or(as_declared, |(terms, _)| terms)
}

/// Returns the terms of a battle.
fn agreed(campaign: &Campaign, state: &CampaignState, attack: &DeclaredAttack) -> BattleTerms {
    let answered = |size: Size| answered(campaign, state, attack, size);
    match campaign.policy(attack.attacker).size {
        SizePolicy::Fixed(size) => answered(size),
        SizePolicy::Largest => {
            let fills = |size: &Size| armies(state, attack, *size)[0].fills(*size);
            answered(Size::ALL.into_iter().rev().find(fills).unwrap_or(Size::Points500))
        }
        SizePolicy::Best => {
            let terms = Size::ALL.into_iter().map(answered);
            let options = terms.map(|terms| (terms, odds(campaign, state, attack, terms)));
            let best = decide::best(options, |odds, than| odds > than);
            best.map_or_else(|| answered(Size::Points500), |(terms, _)| terms)
        }
    }
}

/// Resolves a battle: the winner takes or keeps the area and earns points, and both sides lose
/// models for the round.
///
/// There is no battle if a side has nothing to field: an attack without attackers lapses, and an
/// area without defenders is taken.
pub(super) fn fight(
    chance: &mut Scalar<'_>,
    campaign: &Campaign,
    state: &mut CampaignState,
    attack: &DeclaredAttack,
) {
    let terms = agreed(campaign, state, attack);
    let armies = armies(state, attack, terms.size);
    match armies.map(|army| army.points() > 0) {
        [false, _] => {}
        [true, false] => take(state, attack),
        [true, true] => {
            let odds =
                with_advantages(campaign, state, attack, odds(campaign, state, attack, terms));
            let won = chance.toss(&BATTLE, Coin::of_odds(odds)) == 1;
            settle(campaign, state, attack, terms.size, won, armies);
            lose_models(chance, campaign, state, attack, won, armies);
            if won {
                take(state, attack);
            }
        }
    }
}

/// Returns the odds after both sides have bought advantages.
fn with_advantages(
    campaign: &Campaign,
    state: &mut CampaignState,
    attack: &DeclaredAttack,
    odds: f64,
) -> f64 {
    let worth = campaign.prices.advantage_worth.get();
    let odds = if buys_advantage(campaign, state, attack.attacker) { odds * worth } else { odds };
    if buys_advantage(campaign, state, attack.defender) { odds / worth } else { odds }
}

/// Adds the victory points of both sides, and the bonus of an under-dog (W2.7).
fn settle(
    campaign: &Campaign,
    state: &mut CampaignState,
    attack: &DeclaredAttack,
    size: Size,
    won: bool,
    armies: [FieldedArmy; 2],
) {
    let points = |list: [u16; 3]| list[size.index()];
    let [own, other] = armies.map(FieldedArmy::points);
    let (winner, loser, small, large) = if won {
        (attack.attacker, attack.defender, own, other)
    } else {
        (attack.defender, attack.attacker, other, own)
    };
    // points are compared as fielded, before losses
    let bonus = if small + UNDER_DOG <= large { UNDER_DOG_BONUS } else { 0 };
    earn(campaign, state, winner, points(campaign.battle.winner_points) + bonus);
    earn(campaign, state, loser, points(campaign.battle.loser_points));
    for side in [attack.attacker, attack.defender] {
        let side = state.side_mut(side);
        side.fought = side.fought.saturating_add(1);
    }
}

/// Applies the losses of both armies, with a D6 each if they vary (W2.8).
fn lose_models(
    chance: &mut Scalar<'_>,
    campaign: &Campaign,
    state: &mut CampaignState,
    attack: &DeclaredAttack,
    won: bool,
    armies: [FieldedArmy; 2],
) {
    let model = &campaign.battle;
    for (side, army, has_won) in
        [(attack.attacker, armies[0], won), (attack.defender, armies[1], !won)]
    {
        let (losses, label) =
            if has_won { (model.winner_losses, &WINNER) } else { (model.loser_losses, &LOSER) };
        // equal losses need no die, which keeps the exact engine small
        let face = if losses.vary() { chance.d6(label) } else { 1 };
        army.lose(losses.of_face(face), state.side_mut(side));
    }
}

/// Transfers the area to the attacker, and its objective if the attack was for that.
fn take(state: &mut CampaignState, attack: &DeclaredAttack) {
    if let Some(owner) = state.owners.get_mut(attack.area.index()) {
        *owner = attack.attacker;
    }
    if attack.objective {
        state.side_mut(attack.attacker).objectives += 1;
    }
}

#[cfg(test)]
mod tests;
