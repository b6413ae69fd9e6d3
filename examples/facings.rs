//! A table of plain numbers, no cards needed: `cargo run --example facings`.

use warodds::{AttackQuestion, Error, Facing};

/// Returns the expected wounds of attacks on each facing, without and with a charge.
pub(crate) fn report() -> Result<String, Error> {
    let numbers = AttackQuestion::new().dice(8).hit(3).defense(4).morale(7);
    let mut lines = vec!["facing  standing  charging".to_owned()];
    for facing in Facing::ALL {
        let attack = numbers.clone().facing(facing);
        // `exact` borrows the question, which can then be varied
        let standing = attack.exact()?.wounds().mean();
        let charging = attack.charge().exact()?.wounds().mean();
        lines.push(format!("{:6}  {standing:8.2}  {charging:8.2}", facing.name()));
    }
    Ok(lines.join("\n"))
}

#[allow(dead_code, reason = "the tests call the report alone")]
fn main() -> Result<(), Error> {
    println!("{}", report()?);
    Ok(())
}
