//! Which engine answers, and for how long.

use clap::Args;

use super::failure::Failure;
use super::keys::Options;
use crate::request::{Conditional, EngineKeys, Separate};
use crate::study::{Isa, Plan};

/// Engine, trials and seed of a single question.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "How to answer")]
pub struct EngineOptions {
    #[command(flatten)]
    engine: Options<EngineKeys>,
    /// Print the answer as JSON.
    #[arg(long)]
    pub json: bool,
}

impl EngineOptions {
    /// The seed, also where nothing but one story is told.
    pub fn seed(&self) -> u64 {
        self.engine.keys.seed.unwrap_or(0)
    }

    /// The plan of a single question, held against nothing.
    pub fn plan(&self) -> Result<Plan, Failure> {
        let (conditional, separate) =
            (Conditional { conditional: false }, Separate { apart: false });
        Ok(self.engine.keys.plan(&conditional, &separate, isa()?)?)
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
