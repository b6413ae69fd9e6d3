//! The best attackers of a faction against another: `cargo run --example matrix`.

use warodds::Error;

/// Returns the three attackers with the most expected wounds after a charge.
pub(crate) fn report() -> Result<String, Error> {
    let answer = warodds::matrix("stark, infantry", "lannister, infantry").charge().exact()?;
    let mut best: Vec<(f64, &str)> =
        answer.attackers().map(|row| (row.mean_wounds(), row.name())).collect();
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    let lines = best.iter().take(3).map(|(wounds, name)| format!("{wounds:.2}  {name}"));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[allow(dead_code, reason = "the tests call the report alone")]
fn main() -> Result<(), Error> {
    println!("{}", report()?);
    Ok(())
}
