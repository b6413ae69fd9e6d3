//! The keys that say how the questions of a file are answered.

use super::{RunSettings, Scenario};
use crate::request::{
    ConditionalFields, EngineName, MOST_FOR_PRECISION, PairingFields, Precision, RequestError,
    TRIALS, Trials, check_pairing, check_trials, keys,
};
use crate::study::{CampaignPlan, EngineKind, Goal, Isa, Plan};

/// Campaigns that are played where nothing else is said.
pub const CAMPAIGNS: u64 = 100_000;

keys! {
    /// How the questions of a file are answered.
    pub struct FileKeys in "How to answer" {
        /// Which engine answers [default: monte-carlo; for matrices and comparisons exact].
        maybe engine: EngineName, "ENGINE";
        /// Sample with less doubt: roll only the hits (of a charge its die too) and work out
        /// exactly what follows, saves and panic. A way of the monte-carlo engine, for attacks and
        /// charges; other questions are refused.
        flag conditional;
        /// Roll the two of a comparison each with dice of its own, not both with the same.
        flag apart;
        /// Trials for each question [default: the file's, or 1000000].
        maybe trials: Trials, "N";
        /// Seed [default: the file's, or 0].
        maybe seed: u64, "S";
        /// Stop when the 95 % interval of every mean is at most this far on either side; --trials
        /// is the most then.
        maybe precision: Precision, "P";
    }
}

/// Who answers a scenario: most questions one way, those about whole fields another.
#[derive(Clone, Copy, Debug)]
pub struct Plans {
    /// Of questions about some units.
    pub single: Plan,
    /// Of questions about whole fields.
    pub fields: Plan,
}

impl FileKeys {
    /// Nothing given: all as the file says, or as usual.
    pub const fn nothing() -> Self {
        Self {
            engine: None,
            conditional: false,
            apart: false,
            trials: None,
            seed: None,
            precision: None,
        }
    }

    /// The engine, where nothing else is said `default`.
    ///
    /// # Errors
    /// When the engine named has no conditional way.
    pub fn engine(&self, default: EngineKind) -> Result<EngineKind, RequestError> {
        ConditionalFields { conditional: self.conditional }.engine(self.engine, default)
    }

    /// Who answers a scenario: what was given, else what the file says, else the defaults.
    /// Questions about whole fields are answered exactly, unless an engine is named.
    ///
    /// # Errors
    /// As [`engine`](Self::engine).
    pub fn plans(&self, settings: &RunSettings, isa: Isa) -> Result<Plans, RequestError> {
        let single = Plan {
            engine: self.engine(EngineKind::MonteCarlo)?,
            goal: self.goal(settings, TRIALS),
            isa,
            compare: true,
            pairing: PairingFields { apart: self.apart }.pairing(),
        };
        Ok(Plans { single, fields: Plan { engine: self.engine(EngineKind::Exact)?, ..single } })
    }

    /// How a campaign is answered.
    ///
    /// # Errors
    /// As [`engine`](Self::engine).
    pub fn campaign(&self, settings: &RunSettings) -> Result<CampaignPlan, RequestError> {
        let engine = self.engine(EngineKind::MonteCarlo)?;
        Ok(CampaignPlan { engine, goal: self.goal(settings, CAMPAIGNS) })
    }

    fn goal(&self, settings: &RunSettings, usual: u64) -> Goal {
        let precision = self.precision.map(|wanted| wanted.0).or(settings.precision);
        let most = if precision.is_some() { MOST_FOR_PRECISION } else { usual };
        let given = self.trials.map(|trials| trials.0);
        let trials = given.or(settings.trials.map(u64::from)).unwrap_or(most);
        Goal { trials, seed: self.seed.or(settings.seed).unwrap_or(0), precision }
    }

    /// Refuses ways to roll that a question of the scenario does not know; `file` is what it is
    /// called.
    ///
    /// # Errors
    /// Naming the question.
    pub fn check(&self, file: &str, scenario: &Scenario) -> Result<(), RequestError> {
        self.engine(EngineKind::MonteCarlo)?;
        let without = scenario.asked.iter().find(|asked| asked.conditioned_on().is_none());
        if let (true, Some(asked)) = (self.conditional, without) {
            return Err(RequestError::Refused(format!(
                "--conditional: only attacks and charges have hits from which the rest can be \
                 worked out, and `{}` in {file} is neither; answer this file without --conditional",
                asked.name,
            )));
        }
        if !scenario.fields.is_empty() {
            let plan = self.plans(&scenario.run, Isa::Portable)?.fields;
            check_pairing(plan.engine, plan.pairing)?;
            check_trials(&plan)?;
        }
        Ok(())
    }
}
