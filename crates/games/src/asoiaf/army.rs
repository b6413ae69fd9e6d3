//! Faction rules for units and attachments in one army (A11.2).

use std::fmt;

/// Faction whose units may serve in any army.
pub const NEUTRAL: &str = "Neutral";

/// Returns whether two factions may serve in one army: they are equal, or at least one of them is
/// [`NEUTRAL`] (A11.2).
///
/// # Examples
/// ```
/// use warodds_games::asoiaf::army::is_one_army;
///
/// assert!(is_one_army("Stark", "Neutral"));
/// assert!(!is_one_army("Stark", "Lannister"));
/// ```
pub fn is_one_army(one: &str, other: &str) -> bool {
    let is_neutral = |faction: &str| faction.eq_ignore_ascii_case(NEUTRAL);
    // cards and files spell factions in either case
    one.eq_ignore_ascii_case(other) || is_neutral(one) || is_neutral(other)
}

/// An attachment in a unit of another faction, which no army may field (A11.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignAttachment {
    /// Name of the attachment.
    pub attachment: String,
    /// Faction of the attachment.
    pub faction: String,
    /// Name of the unit without the attachment.
    pub unit: String,
    /// Faction of the unit.
    pub joined: String,
}

impl fmt::Display for ForeignAttachment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { attachment, faction, unit, joined } = self;
        write!(f, "no army may have {attachment} ({faction}) in {unit} ({joined}) (A11.2)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_army_is_of_one_faction_and_neutrals() {
        for (one, other, may) in [
            ("Stark", "Stark", true),
            ("Stark", "Lannister", false),
            ("Neutral", "Lannister", true),
            ("Stark", "Neutral", true),
        ] {
            assert_eq!(is_one_army(one, other), may, "{one} and {other}");
        }
    }
}
