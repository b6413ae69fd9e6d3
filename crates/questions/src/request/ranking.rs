//! The order of options: the best first.

use super::value::choices;
use crate::study::{Answer, PointsBy};
use warodds_engine::chance::QuantityName;
use warodds_games::asoiaf::results::{event, quantity};

/// Rank the options by this measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RankBy {
    /// Wounds dealt minus wounds suffered; the attacks that a unit under attack withstands.
    #[default]
    Net,
    /// Points destroyed minus points lost.
    Points,
    /// The chance to destroy the target.
    Destroyed,
    /// Wounds dealt.
    Wounds,
}

choices!(RankBy {
    RankBy::Net => "net", "wounds dealt minus wounds suffered";
    RankBy::Points => "points", "points destroyed minus points lost";
    RankBy::Destroyed => "destroyed", "the chance to destroy the target";
    RankBy::Wounds => "wounds", "wounds dealt";
});

choices!(PointsBy {
    PointsBy::Destruction => "by-destruction", "a unit's cost once it is destroyed";
    PointsBy::Ranks => "by-ranks", "an equal share of the cost with each rank";
    PointsBy::Wounds => "by-wounds", "an equal share of the cost with each wound";
});

impl RankBy {
    /// Returns the value of an option, and what decides between equal values.
    pub fn value(self, answer: &Answer) -> [f64; 2] {
        let net = net(answer);
        let value = match self {
            Self::Net => net,
            Self::Points => answer.points.map_or(0.0, |points| points.net()),
            Self::Destroyed => answer.event(event::DESTROYED).map_or(0.0, |one| one.probability()),
            Self::Wounds => mean(answer, quantity::WOUNDS),
        };
        [value, net]
    }
}

/// Returns expected wounds dealt minus wounds suffered (by all attackers of a sequence), or the
/// expected number of attacks that a unit under attack withstands.
pub fn net(answer: &Answer) -> f64 {
    let own = std::iter::once(quantity::OWN_WOUNDS).chain(quantity::OWN_WOUNDS_OF);
    let suffered: f64 = own.map(|name| mean(answer, name)).sum();
    mean(answer, quantity::WOUNDS) - suffered + mean(answer, quantity::ATTACKS)
}

/// Returns the mean of a quantity, or 0 if the answer does not have it.
pub(super) fn mean(answer: &Answer, name: QuantityName) -> f64 {
    answer.quantity(name).map_or(0.0, |one| one.distribution.pmf().mean())
}
