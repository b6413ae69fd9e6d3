//! One attack of two cards, exactly: `cargo run --example attack`.

use warodds::Error;

/// Describes the result of the attack in a few lines.
pub(crate) fn report() -> Result<String, Error> {
    let swords = warodds::unit("stark sworn swords")?;
    let guardsmen = warodds::unit("lannister guardsmen")?.panicked();
    let answer = warodds::attack(&swords, &guardsmen).charge().flank().exact()?;
    let wounds = answer.wounds();
    Ok(format!(
        "{} charge the flank of {}:\n{:.2} wounds expected, of them {:.2} from panic\n\
         5 or more: {:.1} %\ndestroyed: {:.1} %",
        swords.name(),
        guardsmen.name(),
        wounds.mean(),
        answer.panic_wounds().mean(),
        100.0 * wounds.at_least(5),
        100.0 * answer.destroyed(),
    ))
}

#[allow(dead_code, reason = "the tests call the report alone")]
fn main() -> Result<(), Error> {
    println!("{}", report()?);
    Ok(())
}
