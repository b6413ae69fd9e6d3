//! The keys that select the engine, its trials and its analyses.

use serde_json::json;

use super::counts::{CountKeys, QuantityCount};
use super::error::RequestError;
use super::group::{groups, keys};
use super::numbers;
use super::value::{Value, choices};
use crate::document::schema::Schema;
use crate::study::MAX_TRIALS;
use crate::study::{EngineKind, Goal, Isa, Plan};

/// Default number of trials.
pub const TRIALS: u64 = 1_000_000;
/// Default maximum number of trials with a requested precision.
pub const MOST_FOR_PRECISION: u64 = 1_000_000_000;

choices!(EngineKind, former: "table" => "it is called `dice` now" {
    EngineKind::Exact => "exact", "the exact distribution, from all paths of rolls and choices";
    EngineKind::MonteCarlo => "monte-carlo", "simulated dice, 64 resolutions side by side";
    EngineKind::Dice => "dice", "simulated dice, one by one: slow, a plain check";
});

/// A number of trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trials(pub u64);

impl Value for Trials {
    fn read(text: &str) -> Result<Self, String> {
        numbers::trials(text).map(Self)
    }

    fn show(&self) -> String {
        self.0.to_string()
    }

    fn schema() -> Schema {
        json!({ "type": "integer", "minimum": 1, "maximum": MAX_TRIALS })
    }
}

/// Requested half-width of the 95 % interval of every mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision(pub f64);

impl Value for Precision {
    fn read(text: &str) -> Result<Self, String> {
        numbers::precision(text).map(Self)
    }

    fn show(&self) -> String {
        self.0.to_string()
    }

    fn schema() -> Schema {
        json!({ "type": "number", "exclusiveMinimum": 0 })
    }
}

keys! {
    /// Engine, trials and seed of a question.
    pub struct EngineKeys in Engine {
        /// Which engine answers [default: exact].
        maybe engine: EngineKind, "ENGINE";
        /// Trials of a sampling engine [default: 1000000].
        maybe trials: Trials, "N";
        /// Seed of a sampling engine [default: 0].
        maybe seed: u64, "S";
        /// Stop a sampling engine once every mean is this precise: half the width of its 95 %
        /// interval. --trials is then a limit [default: 1000000000].
        maybe precision: Precision, "P";
        /// Answer both exactly and by sampling, and show the difference. The sampling engine is
        /// monte-carlo unless --engine names another.
        flag check;
        /// Print exact fractions (1565/648) of at most 20 digits, and decimals otherwise. Needs the
        /// exact engine.
        flag fractions;
        /// Report how lucky a roll was. N is the count you rolled, of the leading quantity or of a
        /// named one, such as hits=5.
        several rolled: QuantityCount [Conflicts("explain")], "[QUANTITY=]N";
        /// Roll the question once instead, die by die, with the rule of every step.
        flag explain [
            Conflicts("engine"),
            Conflicts("trials"),
            Conflicts("precision"),
            Conflicts("check"),
            Conflicts("fractions")
        ];
    }
}

groups! {
    /// Engine, trials and seed of a question about single units, and the requested counts.
    pub struct UnitEngineKeys {
        /// The engine and the requested analyses.
        pub engine: EngineKeys,
        /// The requested counts.
        pub counts: CountKeys,
    }
}

keys! {
    /// Options of a question that is resolved once.
    pub struct TraceKeys in Engine {
        /// Seed of the dice. The same seed gives the same dice.
        usual seed: u64 = 0, "S";
    }
}

keys! {
    /// Options of questions whose parts can be left out.
    pub struct WhyFields in Engine {
        /// Also show what each part is worth. Each bonus, token, ability, order, attachment,
        /// terrain and modifier is left out in turn, and players choose again without it.
        flag why [Conflicts("explain")];
    }
}

keys! {
    /// Options of questions about two cards.
    pub struct SensitivityFields in Engine {
        /// Also show what one more or one less of each number on either card would change. The
        /// numbers are dice, hit, defense, morale, wounds left and speed.
        flag sensitivity [Conflicts("explain")];
    }
}

/// Checks that the exact engine has no options of sampling; each option is a name and whether it is
/// set.
///
/// # Errors
/// [`RequestError::Refused`] for the first option that is set.
pub fn check_rolled(engine: EngineKind, options: &[(&str, bool)]) -> Result<(), RequestError> {
    let given = options.iter().find(|(_, is_given)| *is_given);
    match given.filter(|_| engine == EngineKind::Exact) {
        Some((option, _)) => Err(RequestError::Refused(format!(
            "{option} applies to dice, and the exact engine rolls none: use --engine monte-carlo, \
             or leave {option} out"
        ))),
        None => Ok(()),
    }
}

/// Checks that fractions are not requested from a sampling engine.
///
/// # Errors
/// [`RequestError::Refused`] if `engine` samples and fractions are requested.
pub fn check_fractions(engine: EngineKind, fractions: bool) -> Result<(), RequestError> {
    if fractions && engine != EngineKind::Exact {
        return Err(RequestError::Refused(format!(
            "--fractions needs exact answers, and the {} engine samples: use --engine exact, or \
             leave --fractions out",
            engine.name()
        )));
    }
    Ok(())
}

/// Checks the plan of a question about a whole field of units.
///
/// # Errors
/// [`RequestError::Refused`] for options of single questions, and as [`check_trials`].
pub(super) fn check_field(plan: &Plan) -> Result<(), RequestError> {
    if plan.goal.precision.is_some() {
        return Err(RequestError::refused(
            "--precision applies to one question; here each attack is rolled equally often: use \
             --trials instead",
        ));
    }
    if plan.compare {
        return Err(RequestError::refused(
            "--check applies to one question; ask about the field once with --engine exact and \
             once with --engine monte-carlo",
        ));
    }
    if plan.fractions {
        return Err(RequestError::refused(
            "--fractions applies to one question, and tables of several units show decimals: ask \
             about two units",
        ));
    }
    check_trials(plan)
}

/// Checks that a sampling engine has enough trials for standard errors.
///
/// # Errors
/// [`RequestError::Refused`] for fewer than 2 trials.
pub fn check_trials(plan: &Plan) -> Result<(), RequestError> {
    if plan.engine != EngineKind::Exact && plan.goal.trials < 2 {
        return Err(RequestError::refused(
            "--trials must be at least 2 here: a single resolution has no standard error",
        ));
    }
    Ok(())
}

impl EngineKeys {
    /// Builds the plan for an instruction set.
    ///
    /// # Errors
    /// [`RequestError::Refused`] for options without effect on the selected engine.
    pub fn plan(&self, isa: Isa) -> Result<Plan, RequestError> {
        let most = if self.precision.is_some() { MOST_FOR_PRECISION } else { TRIALS };
        let goal = Goal {
            trials: self.trials.map_or(most, |trials| trials.0),
            seed: self.seed.unwrap_or(0),
            precision: self.precision.map(|precision| precision.0),
        };
        let engine = match self.engine.unwrap_or(EngineKind::Exact) {
            // the exact engine answers as well
            EngineKind::Exact if self.check => EngineKind::MonteCarlo,
            engine => engine,
        };
        let rolled = [
            ("--trials", self.trials.is_some()),
            ("--seed", self.seed.is_some() && !self.explain),
            ("--precision", self.precision.is_some()),
        ];
        check_rolled(engine, &rolled)?;
        check_fractions(engine, self.fractions)?;
        Ok(Plan { engine, goal, isa, compare: self.check, fractions: self.fractions })
    }
}
