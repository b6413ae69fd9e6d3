//! Metrics that a matrix may have.

use super::FieldError;
use warodds_answer::Metric;

/// Refuses metrics that duels, or single attacks, do not have.
pub(super) const fn check_metric(metric: Metric, is_duel: bool) -> Result<(), FieldError> {
    let (metric, about, remedy) = match (metric, is_duel) {
        (Metric::Wounds, true) => ("`wounds`", "single attacks", OF_DUELS_ARE),
        (Metric::PerPoint, true) => ("`per-point`", "single attacks", OF_DUELS_ARE),
        (Metric::AtLeast(_), true) => {
            ("the chance of at least k wounds", "single attacks", OF_DUELS_ARE)
        }
        (Metric::Wins, false) => ("`wins`", "duels", OF_ATTACKS_ARE),
        (Metric::Left, false) => ("`left`", "duels", OF_ATTACKS_ARE),
        (Metric::EnemyLeft, false) => ("`enemy-left`", "duels", OF_ATTACKS_ARE),
        _ => return Ok(()),
    };
    Err(FieldError::OtherMetric { metric, about, remedy })
}

const OF_DUELS_ARE: &str = "a matrix of duels shows `wins`, `left`, `enemy-left` or `destroyed`";
const OF_ATTACKS_ARE: &str = "ask for duels as well, or show `wounds`, `per-point`, `destroyed` or \
                              the chance of at least k wounds";
