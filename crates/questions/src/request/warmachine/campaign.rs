//! `campaign`: who wins a campaign (*Theater of War*, W2). The question is the text of a file.

use std::sync::LazyLock;

use crate::campaign::parse;
use crate::document::LoadError;
use crate::file_settings::RunSettings;
use crate::request::kind::QuestionKind;
use crate::request::value::choices;
use crate::request::{
    CAMPAIGN, FileContents, Key, Keys, ParsedFields, Query, RequestError, Trials, check_rolled,
    groups, keys,
};
use crate::study::{EngineKind, Goal, Isa, Plan};

/// Default number of campaigns.
const CAMPAIGNS: u64 = 100_000;

/// The engines that answer campaigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CampaignEngine {
    /// All courses of the campaign with their probabilities.
    Exact,
    /// Random campaigns.
    MonteCarlo,
}

choices!(CampaignEngine {
    CampaignEngine::Exact => "exact", "every course of the campaign; for two players and few areas";
    CampaignEngine::MonteCarlo => "monte-carlo", "random campaigns";
});

keys! {
    /// The campaign.
    pub struct CampaignFile in Situation {
        /// A campaign file, or its text; `-` for standard input. Links and HTTP take the text.
        needed campaign: FileContents [Positional, Words, Single, Contents], "CAMPAIGN";
    }
}

keys! {
    /// How the campaign is answered.
    pub struct CampaignEngineKeys in Engine {
        /// Which engine answers.
        usual engine: CampaignEngine = CampaignEngine::MonteCarlo, "ENGINE";
        /// Number of campaigns [default: the campaign's, or 100000].
        maybe trials: Trials, "N";
        /// Seed [default: the campaign's, or 0].
        maybe seed: u64, "S";
    }
}

groups! {
    /// The keys of a campaign.
    pub struct CampaignKeys {
        /// The campaign.
        pub file: CampaignFile,
        /// How it is answered.
        pub engine: CampaignEngineKeys,
    }
}

/// Returns the kind `campaign`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: CAMPAIGN,
        about: "Who wins a WARMACHINE campaign, and how long does it last?",
        more: "Campaigns follow Theater of War. The answer has the chance of each list to win, the \
               number of rounds, and who holds each area. If a campaign is small enough, a sampled \
               answer is compared with the exact one.",
        examples: &[
            "warodds campaign scenarios/campaigns/border-war.toml --engine exact",
            "warodds campaign scenarios/campaigns/four-factions.toml --trials 20000 --seed 7",
        ],
        takes_lists: false,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(CampaignKeys::keys);
            &KEYS
        },
        ask: |values, _| ask(values),
    }
}

fn ask(values: &ParsedFields<'_>) -> Result<Query, RequestError> {
    let FileContents(text) = CampaignFile::read(values)?.campaign;
    let name = values.given().file_name(&text).unwrap_or(CAMPAIGN);
    Ok(Query::Campaign(Box::new(parse(name, &text).map_err(LoadError::from)?)))
}

/// Returns the plan of a campaign: the engine, the trials and the seed of the request, then those
/// of its file, then the defaults.
///
/// # Errors
/// [`RequestError::Refused`] for the dice engine, and for trials or a seed of the exact engine.
pub(crate) fn plan(
    (engine, trials, seed): (Option<EngineKind>, Option<Trials>, Option<u64>),
    settings: &RunSettings,
    isa: Isa,
) -> Result<Plan, RequestError> {
    let engine = engine.unwrap_or(EngineKind::MonteCarlo);
    if engine == EngineKind::Dice {
        return Err(RequestError::refused(
            "campaigns are not played by the dice engine: use --engine exact or \
             --engine monte-carlo",
        ));
    }
    check_rolled(engine, &[("--trials", trials.is_some()), ("--seed", seed.is_some())])?;
    let given = trials.map(|trials| trials.0).or(settings.trials.map(u64::from));
    let seed = seed.or(settings.seed).unwrap_or(0);
    let goal = Goal { trials: given.unwrap_or(CAMPAIGNS), seed, precision: None };
    Ok(Plan { engine, goal, isa, compare: false, fractions: false })
}
