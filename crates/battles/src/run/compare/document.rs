//! The comparison of two lists as JSON.

use super::{ListVerdict, PlayedComparison};
use crate::battle::Mode;
use crate::run::AnytimeMean;
use crate::share::WinDifference;
use schemars::JsonSchema;
use serde::Serialize;

/// The version of the format.
const SCHEMA: &str = "warodds/battle-compare/1";

/// What was compared. Matchups are numbered by mode, then by opponent.
#[derive(Clone, Debug)]
pub struct ComparisonSettings {
    /// The names of both lists.
    pub lists: [String; 2],
    /// The names of the opponents.
    pub against: Vec<String>,
    /// The modes.
    pub modes: Vec<Mode>,
    /// The seed.
    pub seed: u64,
}

/// The comparison of two lists, as `warodds battle compare --json` prints it.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "Comparison of two lists by warodds")]
pub struct ComparisonDocument {
    /// The version of the format.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The names of the lists `a` and `b`.
    pub lists: [String; 2],
    /// The seed.
    pub seed: u64,
    /// The answer under all policies together.
    pub verdict: ListVerdict,
    /// The results under each policy.
    pub results: Vec<PolicyComparison>,
}

/// The comparison under a policy.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PolicyComparison {
    /// The policy of all armies.
    pub policy: String,
    /// The number of games.
    pub games: u64,
    /// The answer.
    pub verdict: ListVerdict,
    /// The result over all modes and opponents.
    pub total: ListDifference,
    /// The result in each mode.
    pub by_mode: Vec<ListDifference>,
    /// The result against each opponent.
    pub by_opponent: Vec<ListDifference>,
    /// The difference over all modes and opponents.
    #[serde(skip)]
    difference: AnytimeMean,
}

/// How much more one list wins.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ListDifference {
    /// The id of the mode, the name of the opponent, or `all`.
    pub of: String,
    /// The shares of victories of the lists `a` and `b`; a draw is half a victory.
    #[schemars(inner(range(min = 0.0, max = 1.0)))]
    pub shares: [f64; 2],
    /// The first share minus the second. The 95 % interval is valid whenever the games stop.
    pub difference: WinDifference,
}

impl ListDifference {
    fn new(of: &str, played: &PlayedComparison, is_counted: impl Fn(usize) -> bool) -> Self {
        let difference = played.difference(&is_counted);
        let shares = played.shares(is_counted);
        let (mean, ci95) = (difference.mean(), difference.interval());
        Self { of: of.to_owned(), shares, difference: WinDifference { mean, ci95 } }
    }
}

impl PolicyComparison {
    /// Describes the results under a policy.
    pub fn new(policy: String, settings: &ComparisonSettings, played: &PlayedComparison) -> Self {
        let opponents = settings.against.len().max(1);
        let mode = |(number, mode): (usize, &Mode)| {
            ListDifference::new(mode.id(), played, |matchup| matchup / opponents == number)
        };
        let opponent = |(number, name): (usize, &String)| {
            ListDifference::new(name, played, |matchup| matchup % opponents == number)
        };
        let difference = played.difference(|_| true);
        Self {
            policy,
            games: played.games(),
            verdict: ListVerdict::of(&difference),
            total: ListDifference::new("all", played, |_| true),
            by_mode: settings.modes.iter().enumerate().map(mode).collect(),
            by_opponent: settings.against.iter().enumerate().map(opponent).collect(),
            difference,
        }
    }
}

impl ComparisonDocument {
    /// Describes the results under several policies.
    pub fn new(settings: ComparisonSettings, results: Vec<PolicyComparison>) -> Self {
        let differences: Vec<AnytimeMean> = results.iter().map(|one| one.difference).collect();
        let verdict = ListVerdict::of_policies(&differences);
        let ComparisonSettings { lists, seed, .. } = settings;
        Self { schema: SCHEMA, lists, seed, verdict, results }
    }
}
