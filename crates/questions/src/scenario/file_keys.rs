//! Keys of the engine that answers a file's questions.

use super::{RunSettings, Scenario};
use crate::request::{
    MOST_FOR_PRECISION, Precision, RequestError, TRIALS, Trials, campaign_plan, check_fractions,
    check_trials, keys,
};
use crate::study::{EngineKind, Goal, Isa, Plan};

keys! {
    /// The engine, its trials and its output.
    pub struct FileKeys in Engine {
        /// Which engine answers [default: monte-carlo; for matrices and comparisons exact].
        maybe engine: EngineKind, "ENGINE";
        /// Trials for each question [default: the file's, or 1000000].
        maybe trials: Trials, "N";
        /// Seed [default: the file's, or 0].
        maybe seed: u64, "S";
        /// Stop when the 95 % interval of every mean is at most this far on either side; --trials
        /// is the most then.
        maybe precision: Precision, "P";
        /// Answer exactly and print fractions (1565/648) where numerator and denominator have at
        /// most 20 digits each; matrices and comparisons keep their decimals.
        flag fractions;
    }
}

/// The plans of a scenario's questions.
#[derive(Clone, Copy, Debug)]
pub struct Plans {
    /// The plan of questions about individual units.
    pub single: Plan,
    /// The plan of questions about whole fields.
    pub fields: Plan,
}

impl FileKeys {
    /// Returns keys without values: the settings of the file or the defaults apply.
    pub const fn nothing() -> Self {
        Self { engine: None, trials: None, seed: None, precision: None, fractions: false }
    }

    /// Returns the plans: given values first, then the settings of the file, then the defaults.
    /// Questions about whole fields are answered exactly unless an engine is given.
    pub fn plans(&self, settings: &RunSettings, isa: Isa) -> Plans {
        let single = Plan {
            engine: self.single_engine(),
            goal: self.goal(settings),
            isa,
            compare: true,
            fractions: self.fractions,
        };
        let engine = self.engine.unwrap_or(EngineKind::Exact);
        Plans { single, fields: Plan { engine, ..single } }
    }

    /// Returns the engine of questions about individual units.
    pub fn single_engine(&self) -> EngineKind {
        let default = if self.fractions { EngineKind::Exact } else { EngineKind::MonteCarlo };
        self.engine.unwrap_or(default)
    }

    /// Returns the plan of a campaign.
    ///
    /// # Errors
    /// [`RequestError::Refused`] for the dice engine, and for trials or a seed of the exact engine.
    pub fn campaign(&self, settings: &RunSettings, isa: Isa) -> Result<Plan, RequestError> {
        campaign_plan((self.engine, self.trials, self.seed), settings, isa)
    }

    fn goal(&self, settings: &RunSettings) -> Goal {
        let precision = self.precision.map(|wanted| wanted.0).or(settings.precision);
        let most = if precision.is_some() { MOST_FOR_PRECISION } else { TRIALS };
        let given = self.trials.map(|trials| trials.0);
        let trials = given.or(settings.trials.map(u64::from)).unwrap_or(most);
        Goal { trials, seed: self.seed.or(settings.seed).unwrap_or(0), precision }
    }

    /// Refuses fractions of sampled answers, and too few trials for standard errors of fields.
    ///
    /// # Errors
    /// [`RequestError::Refused`] with what to do instead.
    pub fn check(&self, scenario: &Scenario) -> Result<(), RequestError> {
        check_fractions(self.single_engine(), self.fractions)?;
        if scenario.fields.is_empty() {
            return Ok(());
        }
        check_trials(&self.plans(&scenario.run, Isa::Portable).fields)
    }
}
