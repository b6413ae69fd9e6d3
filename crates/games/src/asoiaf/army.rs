//! What one army may hold (A11.2), as far as units and their attachments go.

use std::fmt;

/// The faction of those who serve in any army.
pub const NEUTRAL: &str = "Neutral";

/// Whether what is of these factions may be in one army: an army is of one faction, and neutrals
/// may be in any (A11.2).
pub fn is_one_army(one: &str, other: &str) -> bool {
    let is_neutral = |faction: &str| faction.eq_ignore_ascii_case(NEUTRAL);
    one.eq_ignore_ascii_case(other) || is_neutral(one) || is_neutral(other)
}

/// A unit with an attachment that no army may hold beside it (A11.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignAttachment {
    /// The attachment.
    pub attachment: String,
    /// Its faction.
    pub faction: String,
    /// The unit without it.
    pub unit: String,
    /// The unit's faction.
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
