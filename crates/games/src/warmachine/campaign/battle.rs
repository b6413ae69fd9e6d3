//! One battle: its size, its odds and its spoils (W2.1, W2.5 to W2.8).
//!
//! The rules leave a battle to the table; here it is decided by odds. The odds between equal armies
//! (provided, or from the strengths) are multiplied by factors for armies, preparations and the war
//! chest.

use super::army::FieldedArmy;
use super::chest::{buys_advantage, earn};
use super::{
    Campaign, CampaignState, DeclaredAttack, Proximity, RaisePolicy, SideId, Size, SizePolicy,
};
use warodds_engine::chance::{Chance, Coin, Label};

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

/// Returns the terms after the defender's reply to an attack of size `asked`: it may raise the
/// size, and loses its proximity then.
fn answered(
    campaign: &Campaign,
    state: &CampaignState,
    attack: &DeclaredAttack,
    asked: Size,
) -> BattleTerms {
    let distance = state.distance(campaign, attack.attacker, attack.area);
    let stand = BattleTerms { size: asked, proximity: Proximity::of_distance(distance) };
    if campaign.policy(attack.defender).raise == RaisePolicy::Never {
        return stand;
    }
    let larger = Size::ALL.into_iter().filter(|size| *size > asked && *size > Size::Points500);
    let raised = larger.map(|size| BattleTerms { size, proximity: Proximity::Adjacent });
    let better = |a: &BattleTerms, b: &BattleTerms| {
        odds(campaign, state, attack, *b) < odds(campaign, state, attack, *a)
    };
    raised.fold(stand, |best, terms| if better(&best, &terms) { terms } else { best })
}

/// Returns the terms of a battle.
fn agreed(campaign: &Campaign, state: &CampaignState, attack: &DeclaredAttack) -> BattleTerms {
    let all = || Size::ALL.into_iter().map(|size| answered(campaign, state, attack, size));
    match campaign.policy(attack.attacker).size {
        SizePolicy::Fixed(size) => answered(campaign, state, attack, size),
        SizePolicy::Largest => {
            let fills = |size: &Size| armies(state, attack, *size)[0].fills(*size);
            answered(
                campaign,
                state,
                attack,
                Size::ALL.into_iter().rev().find(fills).unwrap_or(Size::Points500),
            )
        }
        SizePolicy::Best => {
            let better = |a: &BattleTerms, b: &BattleTerms| {
                odds(campaign, state, attack, *b) > odds(campaign, state, attack, *a)
            };
            let smallest = answered(campaign, state, attack, Size::Points500);
            all().fold(smallest, |best, terms| if better(&best, &terms) { terms } else { best })
        }
    }
}

/// Resolves a battle: the winner takes or keeps the area and earns points, and both sides lose
/// models for the round.
///
/// There is no battle if a side has nothing to field: an attack without attackers lapses, and an
/// area without defenders is taken.
#[inline(always)]
pub(super) fn fight<C: Chance<N = u8>>(
    chance: &mut C,
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
    let bonus = if small + UNDER_DOG <= large { UNDER_DOG_BONUS } else { 0 };
    earn(campaign, state, winner, points(campaign.battle.winner_points) + bonus);
    earn(campaign, state, loser, points(campaign.battle.loser_points));
    for side in [attack.attacker, attack.defender] {
        let side = state.side_mut(side);
        side.fought = side.fought.saturating_add(1);
    }
}

/// Applies the losses of both armies, with a D6 each if they vary (W2.8).
#[inline(always)]
fn lose_models<C: Chance<N = u8>>(
    chance: &mut C,
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
mod tests {
    use super::*;
    use crate::warmachine::campaign::chest::muster;
    use crate::warmachine::campaign::samples::{BRIAN, ERIC, ROB, area, four, ids};
    use crate::warmachine::campaign::{Factor, Losses, Prices, Purchase};
    use warodds_engine::chance::Paths;

    /// Four sides with three areas each, mustered; Eric's attack on the area of that number.
    fn ready(campaign: &Campaign, on: usize) -> (CampaignState, DeclaredAttack) {
        let mut state = CampaignState::start(campaign);
        ids(4).into_iter().for_each(|side| muster(campaign, &mut state, side));
        let defender = state.owner(area(on)).expect("an area");
        (state, DeclaredAttack { attacker: ERIC, defender, area: area(on), objective: false })
    }

    fn factor(value: f64) -> Factor {
        Factor::new(value).expect("a factor")
    }

    /// The distribution of what Eric's attack on an area leads to, by whether he took it.
    fn outcomes(
        campaign: &Campaign,
        state: &CampaignState,
        attack: &DeclaredAttack,
    ) -> Vec<(bool, f64, CampaignState)> {
        let (mut all, mut chance) = (Vec::new(), Paths::new(&[], None));
        chance.each_path(1.0, |chance| {
            let mut after = state.clone();
            fight(chance, campaign, &mut after, attack);
            all.push((after.owner(attack.area) == Some(ERIC), chance.weight(), after));
        });
        all
    }

    #[test]
    fn odds_start_from_strengths_or_from_what_is_given() {
        let mut campaign = four([3, 3, 3, 3]);
        campaign.sides[0].strengths = vec![factor(1.5), factor(0.5)];
        let mut state = CampaignState::start(&campaign);
        // the members of a team fight in turn: 1.5 : 1, then 0.5 : 1
        assert!((even_chance(&campaign, &state, ERIC, ROB).heads() - 0.6).abs() < 1e-12);
        state.sides[0].fought = 1;
        assert!((even_chance(&campaign, &state, ERIC, ROB).heads() - 1.0 / 3.0).abs() < 1e-12);
        campaign.chances = vec![(ERIC, ROB, Coin::new(0.55).expect("a chance"))];
        assert_eq!(even_chance(&campaign, &state, ERIC, ROB).heads(), 0.55);
    }

    #[test]
    fn the_winner_has_the_area_and_the_points() {
        let mut campaign = four([3, 3, 3, 3]);
        (campaign.battle.winner_points, campaign.battle.loser_points) = ([3, 4, 5], [1, 1, 1]);
        campaign.chances = vec![(ERIC, ROB, Coin::new(0.6).expect("a chance"))];
        let (state, attack) = ready(&campaign, 3);
        let told: Vec<_> = outcomes(&campaign, &state, &attack)
            .into_iter()
            .map(|(won, p, s)| (won, p, s.sides[0].points, s.sides[1].points))
            .collect();
        assert_eq!(
            told.iter().map(|t| (t.0, t.2, t.3)).collect::<Vec<_>>(),
            [(false, 1, 4), (true, 4, 1)]
        );
        assert!((told[1].1 - 0.6).abs() < 1e-12);
    }

    /// Where points do not matter all sizes are as likely to be won.
    #[test]
    fn of_equals_the_smallest_size_is_fought() {
        let mut campaign = four([3, 3, 3, 3]);
        campaign.battle.points_matter = 0;
        campaign.sides[0].policy.size = SizePolicy::Best;
        let (state, attack) = ready(&campaign, 3);
        let odds_of =
            |size| odds(&campaign, &state, &attack, answered(&campaign, &state, &attack, size));
        assert!(Size::ALL.into_iter().all(|size| odds_of(size) == odds_of(Size::Points500)));
        assert_eq!(agreed(&campaign, &state, &attack).size, Size::Points500);
    }

    #[test]
    fn distance_strengthens_the_defender() {
        // on the line 0..12 Eric holds 0 to 2: area 3 is adjacent, 4 near, 5 and all beyond distant
        let mut campaign = four([3, 3, 3, 3]);
        (campaign.battle.near, campaign.battle.distant) = (factor(1.25), factor(1.5));
        let odds_on = |on| {
            let (state, attack) = ready(&campaign, on);
            odds(&campaign, &state, &attack, agreed(&campaign, &state, &attack))
        };
        assert_eq!([3, 4, 5, 11].map(odds_on), [1.0, 0.8, 1.0 / 1.5, 1.0 / 1.5]);
    }

    #[test]
    fn a_raised_battle_has_no_proximity() {
        let mut campaign = four([3, 3, 3, 3]);
        campaign.battle.near = factor(1.25);
        campaign.sides[0].policy.size = SizePolicy::Fixed(Size::Points500);
        campaign.sides[1].policy.raise = RaisePolicy::WhenItHelps;
        let (mut state, attack) = ready(&campaign, 4);
        // full armies: near is worth more to Rob than a larger battle
        assert_eq!(
            agreed(&campaign, &state, &attack),
            BattleTerms { size: Size::Points500, proximity: Proximity::Near }
        );
        // Eric is worn out to 400 points: at 1000 he has 800 against 1000, 0.8 as near does; at 750
        // 400 against 750
        state.sides[0].detachments = vec![400, 400, 0];
        assert_eq!(
            agreed(&campaign, &state, &attack),
            BattleTerms { size: Size::Points750, proximity: Proximity::Adjacent }
        );
    }

    #[test]
    fn attackers_pick_their_size() {
        let mut campaign = four([3, 3, 3, 3]);
        let (mut state, attack) = ready(&campaign, 3);
        state.sides[1].detachments = vec![500, 100, 0];
        let size =
            |campaign: &Campaign, state: &CampaignState| agreed(campaign, state, &attack).size;
        campaign.sides[0].policy.size = SizePolicy::Largest;
        assert_eq!(size(&campaign, &state), Size::Points1000);
        // 500 : 500, 750 : 500, 1000 : 600
        campaign.sides[0].policy.size = SizePolicy::Best;
        assert_eq!(size(&campaign, &state), Size::Points1000);
        state.sides[1].detachments = vec![500, 400, 0];
        assert_eq!(size(&campaign, &state), Size::Points750);
        campaign.sides[0].policy.size = SizePolicy::Largest;
        state.sides[0].detachments = vec![450, 300, 0];
        assert_eq!(size(&campaign, &state), Size::Points500);
    }

    #[test]
    fn an_under_dog_earns_five_points_more() {
        // 550 against 750 is smaller by 200, 551 is not
        for (points, bonus) in [(550, 5), (551, 0), (750, 0)] {
            let campaign = four([3, 3, 3, 3]);
            let (mut state, attack) = ready(&campaign, 3);
            state.sides[0].detachments = vec![points];
            let all = outcomes(&campaign, &state, &attack);
            let points_of = |won: bool| {
                all.iter()
                    .find(|(w, ..)| *w == won)
                    .map(|(.., s)| (s.sides[0].points, s.sides[1].points))
            };
            assert_eq!((points_of(true), points_of(false)), (Some((5 + bonus, 0)), Some((0, 5))));
            // odds of the points of the armies
            let won: f64 = all.iter().filter(|(won, ..)| *won).map(|(_, p, _)| p).sum();
            assert!((won - f64::from(points) / f64::from(points + 750)).abs() < 1e-12);
        }
    }

    #[test]
    fn losses_last_for_the_next_battle() {
        let mut campaign = four([3, 3, 3, 3]);
        campaign.battle.loser_losses = Losses::new([20, 20, 20, 20, 20, 80]).expect("percents");
        campaign.battle.winner_losses = Losses::new([10; 6]).expect("percents");
        let (state, attack) = ready(&campaign, 3);
        let all = outcomes(&campaign, &state, &attack);
        // the winner's loss needs no die, the loser's one: twice six outcomes
        assert_eq!(all.len(), 12);
        let left =
            |state: &CampaignState| (state.sides[0].detachments[0], state.sides[1].detachments[0]);
        let mut seen: Vec<_> =
            all.iter().filter(|(won, ..)| *won).map(|(.., state)| left(state)).collect();
        seen.dedup();
        assert_eq!(seen, [(675, 600), (675, 150)]);
    }

    #[test]
    fn who_has_nothing_to_field_fights_no_battle() {
        let campaign = four([3, 3, 3, 3]);
        let (mut state, attack) = ready(&campaign, 3);
        state.sides[1].detachments = vec![0, 0];
        let taken = outcomes(&campaign, &state, &attack);
        assert!(taken.len() == 1 && taken[0].0 && taken[0].2.sides[0].points == 0);
        state.sides[0].detachments = vec![0];
        let lapsed = outcomes(&campaign, &state, &attack);
        assert!(lapsed.len() == 1 && !lapsed[0].0);
    }

    #[test]
    fn epic_warcasters_and_advantages_count_where_they_fight() {
        let mut campaign = four([3, 3, 3, 3]);
        campaign.prices =
            Prices { epic_worth: factor(1.5), advantage_worth: factor(2.0), ..Prices::default() };
        campaign.sides[0].policy.buys = vec![Purchase::Advantage];
        let (mut state, attack) = ready(&campaign, 3);
        (state.sides[0].epics, state.sides[0].chest) = (1, 7);
        let all = outcomes(&campaign, &state, &attack);
        // odds 1.5 · 2 = 3; the advantage is paid whatever comes of it
        assert!((all[1].1 - 0.75).abs() < 1e-12 && all[0].2.sides[0].chest == 2);
        let (_, second) = ready(&campaign, 9);
        assert_eq!(second.defender, BRIAN);
        let later = &outcomes(&campaign, &all[0].2, &second)[1];
        assert!((later.1 - 0.6).abs() < 1e-12, "no points are left for another");
    }

    #[test]
    fn powers_of_a_factor_may_be_negative() {
        assert_eq!([2, 0, -2].map(|power| times(2.0, power)), [4.0, 1.0, 0.25]);
        assert_eq!(times(0.5, -3), 8.0);
    }
}
