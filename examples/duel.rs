//! A duel, exactly and by Monte Carlo: `cargo run --example duel`.

use warodds::Error;

/// Returns the wounds left to both units after six rounds, computed exactly and sampled.
pub(crate) fn report() -> Result<String, Error> {
    let (swords, guardsmen) = ("Stark Sworn Swords", "Lannister Guardsmen");
    let duel = warodds::duel(swords, guardsmen).opening_charge();
    // the seed makes the sample the same on every machine and number of threads
    let (exact, rolled) = (duel.exact()?, duel.monte_carlo(100_000, 7)?);
    let mut lines = Vec::new();
    for (how, answer) in [("exact", exact), ("rolled", rolled)] {
        lines.push(format!(
            "{how:6}: {:.2} wounds left to {swords}, {:.2} to {guardsmen}; both stand {:.1} %",
            answer.a_left().mean(),
            answer.b_left().mean(),
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
