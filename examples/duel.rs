//! A duel, exactly and by Monte Carlo: `cargo run --example duel`.

use warodds::Error;

/// Returns the wounds left to both units after six rounds, computed exactly and sampled.
pub(crate) fn report() -> Result<String, Error> {
    let swords = warodds::unit("stark sworn swords")?;
    let guardsmen = warodds::unit("lannister guardsmen")?;
    let duel = warodds::duel(&swords, &guardsmen).opening_charge();
    // the seed makes the sample the same on every machine and number of threads
    let (exact, rolled) = (duel.exact()?, duel.monte_carlo(100_000, 7)?);
    let mut lines = Vec::new();
    for (how, answer) in [("exact", exact), ("rolled", rolled)] {
        lines.push(format!(
            "{how:6}: {:.2} wounds left to {}, {:.2} to {}; both stand {:.1} %",
            answer.first_left().mean(),
            swords.name(),
            answer.second_left().mean(),
            guardsmen.name(),
            100.0 * answer.both_stand(),
        ));
    }
    Ok(lines.join("\n"))
}

#[allow(dead_code, reason = "the tests call the report alone")]
fn main() -> Result<(), Error> {
    println!("{}", report()?);
    Ok(())
}
