//! The results of variants of a list as JSON.

use super::{RaceProgress, VariantResult, VariantVerdict, interval};
use crate::battle::Mode;
use crate::share::WinDifference;
use schemars::JsonSchema;
use serde::Serialize;

/// The version of the format.
const SCHEMA: &str = "warodds/battle-search/1";

/// A variant of a list.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The piece that leaves the list.
    pub from: String,
    /// The piece in its place.
    pub to: String,
    /// The unit of both, if they are attachments.
    pub unit: Option<String>,
    /// The points of the variant.
    pub points: u32,
    /// The variant in the format of list files.
    pub list: String,
}

/// What was searched.
#[derive(Clone, Debug)]
pub struct RaceSettings {
    /// The name of the list.
    pub list: String,
    /// The variants.
    pub variants: Vec<Variant>,
    /// The names of the opponents.
    pub against: Vec<String>,
    /// The modes.
    pub modes: Vec<Mode>,
    /// The policy of all armies.
    pub policy: String,
    /// The seed.
    pub seed: u64,
}

/// The results of variants of a list, as `warodds battle search --json` prints them.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "Search for better variants of a list by warodds")]
pub struct RaceDocument {
    /// The version of the format.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The name of the list.
    pub list: String,
    /// The names of the opponents.
    pub against: Vec<String>,
    /// The modes.
    #[schemars(extend("items" = schemars::json_schema!({ "enum": Mode::ALL.map(Mode::id) })))]
    pub modes: Vec<&'static str>,
    /// The policy of all armies.
    pub policy: String,
    /// The seed.
    pub seed: u64,
    /// The number of all games.
    pub games: u64,
    /// The share of victories of the list; a draw is half a victory.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub share: f64,
    /// The variants by verdict: those with most games first, of these the best first.
    pub variants: Vec<RaceRow>,
}

/// A variant with its result.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RaceRow {
    /// The piece that leaves the list.
    pub from: String,
    /// The piece in its place.
    pub to: String,
    /// The unit of both, if they are attachments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The points of the variant.
    pub points: u32,
    /// Whether the variant wins more than the list.
    pub verdict: VariantVerdict,
    /// The share of victories of the variant minus that of the list in the same games. All
    /// intervals of the answer hold together with a chance of 95 %, whenever the games stop.
    pub difference: WinDifference,
    /// The number of games of the variant.
    pub games: u64,
    /// The variant in the format of list files; only of variants that are better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl RaceDocument {
    /// Describes a race.
    pub fn new(settings: RaceSettings, progress: &RaceProgress) -> Self {
        let RaceSettings { list, variants, against, modes, policy, seed } = settings;
        let (count, opponents) = (variants.len(), against.len() * modes.len());
        let rows = variants.into_iter().zip(progress.variants());
        let mut variants: Vec<RaceRow> =
            rows.map(|(variant, result)| RaceRow::new(variant, result, count)).collect();
        variants.sort_by(|one, other| {
            // those that left the race after few games are less sure, and come last
            let order = one.verdict.cmp(&other.verdict).then(other.games.cmp(&one.games));
            order.then_with(|| other.difference.mean.total_cmp(&one.difference.mean))
        });
        Self {
            schema: SCHEMA,
            list,
            against,
            modes: modes.into_iter().map(Mode::id).collect(),
            policy,
            seed,
            games: progress.games(),
            share: progress.share(opponents),
            variants,
        }
    }
}

impl RaceRow {
    fn new(variant: Variant, result: &VariantResult, variants: usize) -> Self {
        let Variant { from, to, unit, points, list } = variant;
        let difference = result.difference();
        let verdict = VariantVerdict::of(&difference, variants);
        let (mean, ci95) = (difference.mean(), interval(&difference, variants));
        Self {
            from,
            to,
            unit,
            points,
            verdict,
            difference: WinDifference { mean, ci95 },
            games: result.games(),
            file: (verdict == VariantVerdict::Better).then_some(list),
        }
    }
}
