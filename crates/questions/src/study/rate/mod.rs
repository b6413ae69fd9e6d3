//! How strong the units of a field are: the duels of all pairs, condensed to ratings.

mod equilibrium;
mod rating;

use self::equilibrium::equilibrium;
use self::rating::{WinShares, cost_line};
use super::Plan;
use super::field::MatrixQuestion;
use super::matrix::{matrix_from, share_won};
use super::result_source::ResultSource;
use warodds_answer::{MatrixAnswer, RateAnswer, RatedUnit, cmp_descending};
use warodds_engine::run::ContractError;

/// What ratings leave out.
const SCOPE: &str = "ratings are of melee alone: no shots, orders for others, cards, terrain";

/// Answers from a source of results.
///
/// # Errors
/// [`ContractError`] if a rule breaks its contract with the exact engine (a bug).
pub(super) fn rate_from(
    question: &MatrixQuestion,
    plan: &Plan,
    rolls: &dyn ResultSource,
) -> Result<RateAnswer, ContractError> {
    let duels = matrix_from(question, plan, rolls)?;
    let count = duels.attackers.len();
    let is_known = duels.answered() == count * count;
    let shares = WinShares::new(if is_known { count } else { 0 }, |own, other| {
        let won =
            |row, column, side| duels.duel(row, column).map_or(0.5, |duel| share_won(duel, side));
        // each side goes first in one of two duels
        f64::midpoint(won(own, other, 0), won(other, own, 1))
    });
    Ok(condensed(duels, &shares))
}

/// Condenses the win shares of all pairs.
fn condensed(duels: MatrixAnswer, shares: &WinShares) -> RateAnswer {
    let MatrixAnswer { header, attackers, schedule, mut remarks, .. } = duels;
    let ratings = shares.ratings();
    let mix = equilibrium(shares.rows());
    remarks.notes.push(SCOPE.to_owned());
    if mix.is_none() && shares.rows().next().is_some() {
        remarks.notes.push("the mix that no single unit beats could not be computed".to_owned());
    }
    let rating = |place: usize| ratings.as_ref()?.get(place).copied();
    let share = |place: usize| mix.as_ref()?.get(place).copied();
    let costs = attackers.iter().enumerate();
    let points: Vec<(u8, f64)> =
        costs.filter_map(|(place, unit)| Some((unit.cost?, rating(place)?))).collect();
    let cost_line = cost_line(&points);
    let wins = shares.means();
    let rated = attackers.into_iter().zip(wins).enumerate().map(|(place, (unit, wins))| {
        let of_cost = unit.cost.zip(cost_line).map(|(cost, line)| line.at(cost));
        let rating = rating(place);
        let above_cost = rating.zip(of_cost).map(|(rating, of_cost)| rating - of_cost);
        RatedUnit { unit, wins, rating, above_cost, share: share(place) }
    });
    let mut units: Vec<RatedUnit> = rated.collect();
    units.sort_by(|one, other| {
        cmp_descending(one.wins, other.wins).then_with(|| one.unit.name.cmp(&other.unit.name))
    });
    let (rounds, activations) = schedule.map_or((0, 0), |one| (one.rounds, one.activations));
    RateAnswer { header, rounds, activations, units, cost_line, remarks }
}
