//! Computes or samples the matchups of a comparison.

use super::super::field::{CompareQuestion, FieldUnit};
use super::super::matrix::wounds;
use super::super::result_source::ResultSource;
use super::super::{Distribution, Plan};
use super::{Matchup, weights};
use warodds_answer::{MatchupSide, Odds, SampledDifference, UnitSummary, Verdict};
use warodds_engine::dist::{Estimate, Pmf};
use warodds_engine::run::{ContractError, Goal};
use warodds_games::asoiaf::Question;

/// The distributions of both and their sampled difference; none where the run was stopped before it
/// was done.
type Found = Option<([Distribution; 2], Option<Estimate>)>;

/// Solves the matchups of one comparison.
pub(super) struct MatchupSolver<'a> {
    pub question: &'a CompareQuestion,
    pub attackers: &'a [UnitSummary; 2],
    pub plan: Plan,
    pub rolls: &'a dyn ResultSource,
}

impl MatchupSolver<'_> {
    /// Solves the matchup at a place in the field; `None` if the run was stopped first.
    pub(super) fn matchup(
        &self,
        place: usize,
        defender: UnitSummary,
    ) -> Result<Option<Matchup>, ContractError> {
        // each place has a seed of its own; wrapping, as any 64-bit seed may be requested
        let goal = Goal { seed: self.plan.goal.seed.wrapping_add(place as u64), ..self.plan.goal };
        if self.rolls.control().is_stopped() {
            return Ok(None);
        }
        let Some(attacks) = self.attacks(place) else { return Ok(None) };
        let [(own, first), (other, second)] = attacks;
        let found = self.distributions((place, [first, second]), goal)?;
        let Some(([first, second], estimate)) = found else { return Ok(None) };
        let pmfs = [&first.pmf(), &second.pmf()];
        let CompareQuestion { measure, range, .. } = *self.question;
        let [a, b] = weights(self.attackers, measure);
        let worths = [pmfs[0].mean() * a, pmfs[1].mean() * b];
        let difference = estimate.map_or(worths[0] - worths[1], |estimate| estimate.point);
        let sampled = estimate.map(|Estimate { standard_error, interval, .. }| SampledDifference {
            standard_error,
            interval,
        });
        Ok(Some(Matchup {
            defender,
            odds: Odds::of(pmfs, [1, 1]),
            odds_per_point: self.odds_per_point(pmfs),
            a: MatchupSide::new(&self.attackers[0], own, first, range),
            b: MatchupSide::new(&self.attackers[1], other, second, range),
            worths,
            difference,
            better: Verdict::of(difference, sampled, worths),
            sampled,
        }))
    }

    /// Returns the odds of wounds per point; `None` if a cost is unknown or 0. Wounds are
    /// multiplied by the cost of the other unit: the order of wounds per point, in whole numbers.
    fn odds_per_point(&self, distributions: [&Pmf; 2]) -> Option<Odds> {
        let [a, b] = self
            .attackers
            .each_ref()
            .map(|attacker| attacker.cost.filter(|cost| *cost > 0).map(u64::from));
        Some(Odds::of(distributions, [b?, a?]))
    }

    /// Answers both attacks independently.
    fn distributions(
        &self,
        (place, [one, other]): (usize, [Box<Question>; 2]),
        goal: Goal,
    ) -> Result<Found, ContractError> {
        // independent dice: the error of the difference follows from those of the means
        let [first, second] =
            // the complement is a seed that no other place of the field has
            [goal.seed, !goal.seed].map(|seed| Plan { goal: Goal { seed, ..goal }, ..self.plan });
        // each defender has two places, one for each attacker
        let distribution = |side, attack, plan| {
            wounds((attack, self.question.edition), plan, (2 * place + side, self.rolls))
        };
        let found = (distribution(0, one, &first)?, distribution(1, other, &second)?);
        let (Some(a), Some(b)) = found else { return Ok(None) };
        let weights = weights(self.attackers, self.question.measure);
        let estimate = match (a.mean_estimate(), b.mean_estimate()) {
            (Some(first), Some(second)) => Some(Estimate::difference([&first, &second], weights)),
            _ => None,
        };
        Ok(Some(([a, b], estimate)))
    }

    /// Returns the attacks of both, each with its best weapon against the defender at a place, and
    /// the names of the weapons.
    fn attacks(&self, place: usize) -> Option<[(String, Box<Question>); 2]> {
        let CompareQuestion { attackers, defenders, terms, edition, .. } = self.question;
        let (defender, [one, other]) = (&defenders.get(place)?.unit, attackers);
        let best = |row: usize, member: &FieldUnit| {
            let pair = row * defenders.len() + place;
            let [attacker, defender] = terms.unplayed.units(pair, [&member.unit, defender]);
            terms.action([&attacker, &defender], *edition)
        };
        Some([best(0, one)?, best(1, other)?])
    }
}
