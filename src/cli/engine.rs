//! Which engine answers, and for how long.

use clap::{Args, ValueEnum};

use super::failure::Failure;
pub use super::numbers::precision;
use super::numbers::{between, seed};
use crate::scenario::MOST_TRIALS;
use crate::study::{EngineKind, Goal, Isa, Pairing, Plan};

/// Trials where nothing else is said.
pub const TRIALS: u64 = 1_000_000;

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// Every path of choices with its weight: the exact distribution.
    Exact,
    /// Real dice, 64 resolutions side by side.
    MonteCarlo,
    /// Real dice one by one: slow, the plainest check.
    Table,
}

impl From<EngineName> for EngineKind {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Exact => Self::Exact,
            EngineName::MonteCarlo => Self::MonteCarlo,
            EngineName::Table => Self::Table,
        }
    }
}

/// Engine, trials and seed of a single question.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "How to answer")]
pub struct EngineOptions {
    /// Which engine answers [default: exact].
    #[arg(long, value_enum)]
    pub engine: Option<EngineName>,
    /// Trials of a sampling engine [default: 1000000].
    #[arg(long, value_name = "N", value_parser = trials)]
    pub trials: Option<u64>,
    /// Seed of a sampling engine [default: 0].
    #[arg(long, value_name = "S", value_parser = seed)]
    pub seed: Option<u64>,
    /// Print the answer as JSON.
    #[arg(long)]
    pub json: bool,
    /// What a command with [`ConditionalOption`] was told.
    #[arg(skip)]
    conditional: bool,
    /// What a command with [`ApartOption`] was told.
    #[arg(skip)]
    pairing: Pairing,
}

/// Of commands whose questions have something given.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "How to answer")]
pub struct ConditionalOption {
    /// Sample with less doubt: roll only the hits (of a charge its die too) and work out exactly
    /// what follows, saves and panic. A way of the monte-carlo engine, for attacks and charges;
    /// other questions are refused.
    #[arg(long)]
    pub conditional: bool,
}

/// Of commands that compare two units.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "How to answer")]
pub struct ApartOption {
    /// Roll the two of a comparison each with dice of its own, not both with the same.
    #[arg(long)]
    pub apart: bool,
}

impl ConditionalOption {
    /// The engine for a name, or for none.
    pub fn engine(
        self,
        named: Option<EngineName>,
        default: EngineName,
    ) -> Result<EngineKind, Failure> {
        match (self.conditional, named) {
            (false, named) => Ok(named.unwrap_or(default).into()),
            (true, None | Some(EngineName::MonteCarlo)) => Ok(EngineKind::Conditional),
            (true, Some(EngineName::Exact)) => Err(Failure::input(
                "--conditional samples: leave out --engine exact, or --conditional",
            )),
            (true, Some(EngineName::Table)) => Err(Failure::input(
                "--conditional is a way of the monte-carlo engine: leave out --engine table, or --conditional",
            )),
        }
    }

    /// The same options with this one.
    pub fn on(self, options: &EngineOptions) -> EngineOptions {
        EngineOptions { conditional: self.conditional, ..options.clone() }
    }
}

impl ApartOption {
    /// Whose dice the two take.
    pub const fn pairing(self) -> Pairing {
        if self.apart { Pairing::Apart } else { Pairing::Common }
    }

    /// The same options with this one.
    pub fn on(self, options: &EngineOptions) -> EngineOptions {
        EngineOptions { pairing: self.pairing(), ..options.clone() }
    }
}

/// Refuses dice of their own for two of which nothing is rolled.
pub fn check_pairing(engine: EngineKind, pairing: Pairing) -> Result<(), Failure> {
    if engine == EngineKind::Exact && pairing == Pairing::Apart {
        return Err(Failure::input(
            "--apart says whose dice are rolled, and the exact engine rolls none: name --engine monte-carlo",
        ));
    }
    Ok(())
}

/// A number of trials; `1_000_000` and `1e6` are as good as `1000000`.
pub fn trials(text: &str) -> Result<u64, String> {
    between(text, 1, MOST_TRIALS.into())
}

/// Refuses options about dice where none are rolled; each with its name and whether it was given.
pub fn check_rolled(engine: EngineKind, options: &[(&str, bool)]) -> Result<(), Failure> {
    let given = options.iter().find(|(_, is_given)| *is_given);
    match given.filter(|_| engine == EngineKind::Exact) {
        Some((option, _)) => Err(Failure::input(format!(
            "{option} is about dice, and the exact engine rolls none: \
             name --engine monte-carlo, or leave {option} out"
        ))),
        None => Ok(()),
    }
}

impl EngineOptions {
    /// The plan of a single question, held against nothing.
    pub fn plan(&self) -> Result<Plan, Failure> {
        let goal = Goal {
            trials: self.trials.unwrap_or(TRIALS),
            seed: self.seed.unwrap_or(0),
            precision: None,
        };
        let engine = ConditionalOption { conditional: self.conditional }
            .engine(self.engine, EngineName::Exact)?;
        check_pairing(engine, self.pairing)?;
        let rolled = [("--trials", self.trials.is_some()), ("--seed", self.seed.is_some())];
        check_rolled(engine, &rolled)?;
        Ok(Plan { engine, goal, isa: isa()?, compare: false, pairing: self.pairing })
    }
}

/// The instructions to use: the best there are, or those that `WARODDS_ISA` names, for tests and
/// benches.
pub fn isa() -> Result<Isa, Failure> {
    let Some(wanted) = std::env::var_os("WARODDS_ISA") else { return Ok(Isa::best()) };
    let available = Isa::available();
    let names: Vec<&str> = available.iter().map(|isa| isa.name()).collect();
    let found = available.iter().find(|isa| wanted == isa.name()).copied();
    found.ok_or_else(|| {
        Failure::input(format!(
            "WARODDS_ISA must be one of {}, not {}",
            names.join(", "),
            wanted.to_string_lossy()
        ))
    })
}
