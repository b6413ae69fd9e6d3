//! What parts and numbers of a question are worth.

use super::words;

/// The text for no difference.
pub const NO_DIFFERENCE: &str = "·";

/// Returns the name of a part; options as they are typed.
pub fn part_name(kind: &str, what: &str) -> String {
    let name = match kind {
        "ability" | "order" | "card" => what.to_owned(),
        _ => format!("--{what}"),
    };
    words::shorten(&words::clean(&name), |text| text.chars().count() <= 32)
}

/// Formats a difference with its sign; a dot for none.
pub fn format_difference(number: f64) -> String {
    if number.abs() < 5e-5 { NO_DIFFERENCE.to_owned() } else { words::difference(number) }
}

/// Formats a difference of chances in percentage points.
pub fn format_points(chance: f64) -> String {
    let points = 100.0 * chance;
    match points.abs() {
        ..5e-3 => NO_DIFFERENCE.to_owned(),
        ..0.05 => "0%".to_owned(),
        _ => format!("{}%", words::signed(points, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_signs() {
        assert_eq!(
            (format_difference(0.25), format_difference(-0.5), format_difference(1e-9)),
            ("+0.250".into(), "−0.500".into(), "·".into())
        );
        // a difference that rounds to zero has no sign
        assert_eq!(
            (format_difference(-1e-4), format_difference(4e-4), format_difference(-10.0)),
            ("0".into(), "0".into(), "−10.000".into())
        );
        assert_eq!((format_points(-2e-4), format_points(-2e-3)), ("0%".into(), "−0.2%".into()));
    }
}
