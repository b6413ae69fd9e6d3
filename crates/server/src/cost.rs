//! How much work an answer is likely to be: cheap and dear questions are answered in lanes of their
//! own.

use warodds_questions::request::{Query, Request};
use warodds_questions::study::field::FieldQuestion;
use warodds_questions::study::{EngineKind, Plan};

/// An estimate of the work of an answer, in exact attacks of two units: about 40 µs each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost(u64);

/// Where an answer is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// At once, within the budget of light questions.
    Light,
    /// In its turn, one at a time.
    Heavy,
}

/// A duel takes about as long as this many attacks; single questions may be duels.
const ATTACKS_PER_DUEL: u64 = 50;
/// The parts or numbers that an analysis changes, each of which is another answer.
const PARTS: u64 = 20;
/// The changes that are tried for a needed chance.
const CHANGES: u64 = 100;

impl Cost {
    /// The cost of what is ready.
    pub(crate) const NONE: Self = Self(0);
    /// The cost of what cannot be estimated, such as battles.
    pub(crate) const UNKNOWN: Self = Self(u64::MAX);
    /// The largest cost of the light lane: about 160 ms.
    const LIGHT: Self = Self(4_000);

    /// Estimates the cost of a request.
    pub(crate) fn of(Request { asked, plan, analyses }: &Request) -> Self {
        let fields = || asked.fields().iter().map(attacks).fold(0, u64::saturating_add);
        let exact = match asked {
            Query::One(..) | Query::Cases(_) | Query::Many(_) => {
                (asked.count() as u64).saturating_mul(ATTACKS_PER_DUEL)
            }
            Query::Field(_) | Query::Fields(_) => fields(),
            Query::Luck(rolls) => return rolls.iter().map(|roll| Self::of(&roll.request)).sum(),
            Query::Campaign(_) | Query::Battle(_) => return Self::UNKNOWN,
        };
        let answers = 1
            + PARTS * (u64::from(analyses.why) + u64::from(analyses.sensitivity))
            + CHANGES * u64::from(analyses.need.is_some());
        let sampled = trials_per_attack(plan).map_or(0, |trials| asked.steps(plan) / trials);
        Self(exact.max(sampled).saturating_mul(answers))
    }

    /// Returns the lane of an answer.
    pub fn lane(self) -> Lane {
        if self <= Self::LIGHT { Lane::Light } else { Lane::Heavy }
    }
}

impl std::iter::Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::NONE, |Self(sum), Self(cost)| Self(sum.saturating_add(cost)))
    }
}

/// Returns the attacks of a question about a field; a duel counts as many.
fn attacks(question: &FieldQuestion) -> u64 {
    let each = if question.has_duels() { ATTACKS_PER_DUEL } else { 1 };
    question.attacks().saturating_mul(each)
}

/// Returns how many trials take as long as an exact attack; `None` without trials.
const fn trials_per_attack(plan: &Plan) -> Option<u64> {
    match plan.engine {
        EngineKind::Exact => None,
        EngineKind::MonteCarlo => Some(2_000),
        EngineKind::Dice => Some(40),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::{Address, Site};

    fn lane(address: &str) -> Lane {
        Address::new(address).resource(&Site::default()).unwrap().cost().lane()
    }

    #[test]
    fn questions_of_the_tabs_are_light_and_those_of_whole_factions_with_duels_heavy() {
        let pair = "attacker=stark-sworn-swords&defender=lannister-guardsmen";
        let duel = "/api/duel?a=stark-sworn-swords&b=lannister-guardsmen";
        let means = "&link=duel/stark-sworn-swords/lannister-guardsmen".repeat(64);
        for address in [
            format!("/api/attack?{pair}"),
            format!("/api/attack?{pair}&why"),
            format!("/api/attack?{pair}&engine=monte-carlo&trials=1000000"),
            format!("/api/charge?{pair}&distance=1..20"),
            format!("{duel}&sensitivity"),
            "/api/options?a=stark-sworn-swords&b=lannister-guardsmen&distance=8".to_owned(),
            "/api/attachments?unit=stark-sworn-swords&against=lannister-guardsmen".to_owned(),
            "/api/matrix?attackers=stark-sworn-swords&defenders=all".to_owned(),
            "/api/matrix?attackers=stark&defenders=lannister".to_owned(),
            format!("/api/means?{}", &means[1..]),
            "/api/version".to_owned(),
        ] {
            assert_eq!(lane(&address), Lane::Light, "{address}");
        }
        for address in [
            "/api/matrix?attackers=all&defenders=all".to_owned(),
            "/api/matrix?attackers=stark&defenders=lannister&duel".to_owned(),
            "/api/rate".to_owned(),
            format!("/api/attack?{pair}&engine=dice&trials=1000000"),
            format!("/api/attack?{pair}&engine=monte-carlo&trials=10000000"),
            format!("{duel}&a-wounds-lost=0..11&b-wounds-lost=0..11"),
        ] {
            assert_eq!(lane(&address), Lane::Heavy, "{address}");
        }
    }
}
