//! Counts of play as JSON.

use super::PlayStats;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the format.
const SCHEMA: &str = "warodds/battle-stats/1";

/// Counts of what players did, as `warodds battle stats --json` prints them.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "Counts of play in logs of battles by warodds")]
pub struct StatsDocument {
    /// The version of the format.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The number of logs.
    pub logs: u64,
    /// The counts of each policy, by its name.
    pub results: Vec<PolicyStats>,
}

/// What the armies of a policy did.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PolicyStats {
    /// The name of the policy; `unknown` if a log does not name it.
    pub policy: String,
    /// The counts.
    #[serde(flatten)]
    pub counts: PlayStats,
}

impl StatsDocument {
    /// The policy of logs that name none.
    pub const UNKNOWN: &str = "unknown";

    /// Adds up the counts of logs: those of both armies of each log, with the names of their
    /// policies.
    pub fn new(logs: impl IntoIterator<Item = [(String, PlayStats); 2]>) -> Self {
        let (mut count, mut by_policy) = (0, BTreeMap::<String, PlayStats>::new());
        for armies in logs {
            count += 1;
            for (policy, counts) in armies {
                let sum = by_policy.entry(policy).or_default();
                *sum = sum.and(&counts);
            }
        }
        let results = by_policy.into_iter();
        let results = results.map(|(policy, counts)| PolicyStats { policy, counts });
        Self { schema: SCHEMA, logs: count, results: results.collect() }
    }
}
