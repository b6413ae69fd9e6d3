//! The instructions that engines run on.

use super::failure::Failure;
use crate::study::Isa;

/// Returns the instruction set to use: the best one, or that of `WARODDS_ISA` for tests and
/// benchmarks.
pub(super) fn isa() -> Result<Isa, Failure> {
    let Some(requested) = std::env::var_os("WARODDS_ISA") else { return Ok(Isa::best()) };
    let available = Isa::available();
    let names: Vec<&str> = available.iter().map(|isa| isa.name()).collect();
    let found = available.iter().find(|isa| requested == isa.name()).copied();
    found.ok_or_else(|| {
        Failure::input(format!(
            "WARODDS_ISA must be one of {}, not {}",
            names.join(", "),
            requested.to_string_lossy()
        ))
    })
}
