//! One attack of two cards, exactly: `cargo run --example attack`.

use warodds::Error;

/// Describes the result of the attack in a few lines.
pub(crate) fn report() -> Result<String, Error> {
    let (swords, guardsmen) = ("Stark Sworn Swords", "Lannister Guardsmen");
    let answer = warodds::attack(swords, guardsmen).charge().flank().panicked().exact()?;
    let wounds = answer.wounds();
    Ok(format!(
        "{swords} charge the flank of {guardsmen}:\n{:.2} wounds expected, of them {:.2} from panic\n\
         5 or more: {:.1} %\ndestroyed: {:.1} %",
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
