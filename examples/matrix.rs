//! The best attackers of a faction against another: `cargo run --example matrix`.

use warodds::Error;
use warodds::study::field::Order;

/// Returns the three attackers with the most expected wounds after a charge.
pub(crate) fn report() -> Result<String, Error> {
    let question = warodds::matrix("stark, infantry", "lannister, infantry").charge();
    let answer = question.sort(Order::Value).exact()?;
    let lines = answer.attackers.iter().enumerate().take(3).filter_map(|(row, attacker)| {
        Some(format!("{:.2}  {}", answer.attacker_mean(row)?, attacker.name))
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[allow(dead_code, reason = "the tests call the report alone")]
fn main() -> Result<(), Error> {
    println!("{}", report()?);
    Ok(())
}
