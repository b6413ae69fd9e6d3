//! Solves the matchups of a comparison: exactly, or sampled with common or independent dice.

use super::super::field::{CompareQuestion, UnitSummary};
use super::super::matrix::wounds;
use super::super::result_source::ResultSource;
use super::super::{Distribution, EngineKind, Pairing, Plan};
use super::{Matchup, SampledDifference, weights};
use warodds_engine::dist::{Estimate, Mixture, Odds, PairedDifference, Pmf};
use warodds_engine::run::{ContractError, Goal, Stopped, watched};
use warodds_games::asoiaf::attack::AttackRule;
use warodds_games::asoiaf::{Attack, Attacker, Defender};

/// Differences of this size are rounding.
const NOTHING: f64 = 1e-12;

/// The distributions of both and their sampled difference; `None` if the run was stopped first.
type Found = Option<([Distribution; 2], Option<SampledDifference>)>;

/// Solves the matchups of one comparison.
pub(super) struct MatchupSolver<'a> {
    pub question: &'a CompareQuestion,
    pub attackers: &'a [UnitSummary; 2],
    /// Both attackers, each once for every weapon it may use.
    pub combatants: [Vec<Attacker>; 2],
    pub plan: Plan,
    pub rolls: &'a dyn ResultSource,
}

impl MatchupSolver<'_> {
    /// Solves the matchup at a place in the field; `None` if the run was stopped first.
    pub(super) fn matchup(
        &self,
        place: usize,
        (defender, combatant): &(UnitSummary, Defender),
    ) -> Result<Option<Matchup>, ContractError> {
        // each place has a seed of its own; wrapping, as any 64-bit seed may be requested
        let goal = Goal { seed: self.plan.goal.seed.wrapping_add(place as u64), ..self.plan.goal };
        if self.rolls.control().is_stopped() {
            return Ok(None);
        }
        let Some(attacks) = self.attacks(combatant) else { return Ok(None) };
        let weapons = attacks.each_ref().map(|attack| attack.attacker.traits.weapon.clone());
        let found = match (self.plan.engine, pairing(&self.plan)) {
            (EngineKind::MonteCarlo, Some(Pairing::Common)) => {
                self.with_common_dice((place, &attacks), goal)?
            }
            (EngineKind::Conditional, Some(Pairing::Common)) => {
                self.with_common_hits((place, &attacks), goal)?
            }
            _ => self.independently((place, attacks), goal)?,
        };
        let Some((distributions, sampled)) = found else { return Ok(None) };
        let [first, second] = distributions.each_ref().map(Distribution::pmf);
        let [a, b] = weights(self.attackers, self.question.measure);
        let worths = [first.mean() * a, second.mean() * b];
        let difference = sampled.map_or(worths[0] - worths[1], |sampled| sampled.estimate.point);
        Ok(Some(Matchup {
            defender: defender.clone(),
            weapons,
            by_wounds: Odds::of([&first, &second], [1, 1]),
            by_points: self.by_points([&first, &second]),
            distributions,
            worths,
            difference,
            sampled,
        }))
    }

    /// Returns the odds of wounds per point; `None` if a cost is unknown or 0. Wounds are
    /// multiplied by the cost of the other unit: the order of wounds per point, in whole numbers.
    fn by_points(&self, distributions: [&Pmf; 2]) -> Option<Odds> {
        let [a, b] = self
            .attackers
            .each_ref()
            .map(|attacker| attacker.cost.filter(|cost| *cost > 0).map(u64::from));
        Some(Odds::of(distributions, [b?, a?]))
    }

    /// Solves both attacks independently.
    fn independently(
        &self,
        (place, [one, other]): (usize, [Attack; 2]),
        goal: Goal,
    ) -> Result<Found, ContractError> {
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
        let distributions = [a, b];
        let left = left_variance(&distributions, weights)
            // nothing left to vary would make the factor infinite
            .filter(|left| self.plan.engine == EngineKind::Conditional && *left > NOTHING);
        let variance_factor = left.map(|left| plain_variance(&distributions, weights) / left);
        Ok(Some((
            distributions,
            estimate.map(|estimate| SampledDifference { estimate, variance_factor }),
        )))
    }

    /// Returns the attacks of both, each with its best weapon against the defender.
    fn attacks(&self, defender: &Defender) -> Option<[Attack; 2]> {
        let best = |attackers: &[Attacker]| {
            self.question.terms.attack(attackers, defender, self.question.edition)
        };
        let [one, other] = &self.combatants;
        Some([best(one)?, best(other)?])
    }

    /// Compiles the rules of both attacks.
    fn rules(&self, attacks: &[Attack; 2]) -> Result<[AttackRule; 2], Stopped> {
        let parameters = self.question.edition.parameters();
        let rule = |attack: &Attack| AttackRule::under(&parameters, attack);
        watched(self.rolls.control(), || attacks.each_ref().map(rule))
    }

    /// Samples both attacks with common dice.
    fn with_common_dice(
        &self,
        (place, attacks): (usize, &[Attack; 2]),
        goal: Goal,
    ) -> Result<Found, ContractError> {
        let [one, other] = &self.rules(attacks)?;
        let pairs = self.rolls.pairs(place, [one, other], AttackRule::WOUNDS, goal)?;
        let Some(pairs) = pairs else { return Ok(None) };
        let weights = weights(self.attackers, self.question.measure);
        let Some(found) = PairedDifference::of(&pairs, weights) else { return Ok(None) };
        let tallies = pairs.tallies();
        // a stopped run has fewer trials: its matchup is left out, so that all have one precision
        let all = tallies.iter().all(|tally| tally.trials() == goal.trials);
        let sampled =
            SampledDifference { estimate: found.mean, variance_factor: found.variance_factor };
        let [Some(first), Some(second)] = tallies.map(Distribution::sampled) else {
            return Ok(None);
        };
        Ok(all.then_some(([first, second], Some(sampled))))
    }

    /// Samples the hits of both with common dice and computes what follows each pair of hits.
    fn with_common_hits(
        &self,
        (place, attacks): (usize, &[Attack; 2]),
        goal: Goal,
    ) -> Result<Found, ContractError> {
        let [one, other] = &self.rules(attacks)?;
        let (hits, wounds) = (AttackRule::HITS, AttackRule::WOUNDS);
        let pairs = self.rolls.pairs(place, [one, other], hits, goal)?;
        let Some(pairs) = pairs else { return Ok(None) };
        let [seen, others] = pairs.tallies();
        // the distributions after each number of hits, each computed once and used for all pairs
        let strata = || [one.strata(), other.strata()];
        let [first, second] = watched(self.rolls.control(), strata)?;
        let [first, second] = [first?, second?];
        if seen.trials() != goal.trials {
            return Ok(None);
        }
        // an attack is conditioned on its hits alone, so the distributions are indexed by them
        let mixed = |mixtures: Vec<Mixture>| {
            mixtures.into_iter().nth(wounds).map(Distribution::Conditional)
        };
        let distributions =
            [mixed(first.mixed(seen.counts())?), mixed(second.mixed(others.counts())?)];
        let [Some(a), Some(b)] = distributions else { return Ok(None) };
        let (distributions, weights) = ([a, b], weights(self.attackers, self.question.measure));
        let worth = |a: usize, b: usize| {
            Some(first.mean(wounds, a)? * weights[0] - second.mean(wounds, b)? * weights[1])
        };
        let found =
            PairedDifference::of_worths(&pairs, worth, plain_variance(&distributions, weights));
        let sampled = found.map(|found| SampledDifference {
            estimate: found.mean,
            variance_factor: found.variance_factor,
        });
        Ok(Some((distributions, sampled)))
    }
}

/// Returns the variance of the difference of two independent resolutions.
fn plain_variance(distributions: &[Distribution; 2], weights: [f64; 2]) -> f64 {
    distributions
        .iter()
        .zip(weights)
        .map(|(distribution, weight)| distribution.pmf().variance() * weight * weight)
        .sum()
}

/// Returns the variance per trial of the sampled difference of two independent runs; `None` for
/// exact distributions.
fn left_variance(distributions: &[Distribution; 2], weights: [f64; 2]) -> Option<f64> {
    let of = |(distribution, weight): (&Distribution, f64)| {
        Some(
            (distribution.mean_estimate()?.standard_error * weight).powi(2)
                * distribution.trials()? as f64,
        )
    };
    distributions.iter().zip(weights).map(of).sum()
}

/// Returns which dice a plan uses; `None` for the exact engine.
pub(super) fn pairing(plan: &Plan) -> Option<Pairing> {
    match plan.engine {
        EngineKind::Exact => None,
        // this engine rolls each attack die by die from its own stream
        EngineKind::Table => Some(Pairing::Apart),
        EngineKind::MonteCarlo | EngineKind::Conditional => Some(plan.pairing),
    }
}
