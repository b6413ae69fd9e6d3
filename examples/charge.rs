//! Charges over several distances: `cargo run --example charge`.

use warodds::Error;

/// Returns a table of the chance to arrive and the wounds dealt and suffered, by distance.
pub(crate) fn report() -> Result<String, Error> {
    let (outriders, crossbowmen) = ("stark outriders", "lannister crossbowmen");
    let mut lines = vec!["inches  arrives  dealt  taken".to_owned()];
    for distance in 9..=12 {
        let charge = warodds::charge(outriders, crossbowmen, f64::from(distance)).flank();
        let answer = charge.exact()?;
        lines.push(format!(
            "{distance:6}  {:5.1} %  {:5.2}  {:5.2}",
            100.0 * answer.reached(),
            answer.wounds().mean(),
            answer.own_wounds().mean(),
        ));
    }
    Ok(lines.join("\n"))
}

#[allow(dead_code, reason = "the tests call the report alone")]
fn main() -> Result<(), Error> {
    println!("{}", report()?);
    Ok(())
}
