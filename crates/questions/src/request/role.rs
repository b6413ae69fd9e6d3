//! Owners of keys: whose tokens, zones and rolls a key is about.
//!
//! They are constants, so that a group of keys may have one as its parameter.

/// Keys of no side, or of the only unit.
pub const NONE: u8 = 0;
/// The attacker; ids begin with `attacker_`.
pub const ATTACKER: u8 = 1;
/// The defender; ids begin with `defender_`.
pub const DEFENDER: u8 = 2;
/// The first unit of a duel; ids begin with `a_`.
pub const A: u8 = 3;
/// The second unit of a duel; ids begin with `b_`.
pub const B: u8 = 4;
/// The attacker, in keys that only an attacker has; ids have no prefix.
pub const STRIKING: u8 = 5;
/// The defender, in keys that only a defender has; ids have no prefix.
pub const STRUCK: u8 = 6;

/// Returns the name of a side: `attacker`, `defender`, `a` or `b`.
pub const fn side(role: u8) -> &'static str {
    match role {
        ATTACKER | STRIKING => "attacker",
        DEFENDER | STRUCK => "defender",
        A => "a",
        B => "b",
        _ => "unit",
    }
}

/// Returns the opponent of a role.
pub const fn enemy(role: u8) -> u8 {
    match role {
        ATTACKER | STRIKING => DEFENDER,
        DEFENDER | STRUCK => ATTACKER,
        A => B,
        B => A,
        _ => NONE,
    }
}

/// Returns a side in help texts: `the attacker`.
pub(crate) const fn words(role: u8) -> &'static str {
    match role {
        ATTACKER | STRIKING => "the attacker",
        DEFENDER | STRUCK => "the defender",
        NONE => "the unit",
        _ => side(role),
    }
}

/// Returns the first of two names for the side that acts, the second for its enemy.
pub(crate) const fn of_two(role: u8, one: &'static str, other: &'static str) -> &'static str {
    if matches!(role, DEFENDER | STRUCK | B) { other } else { one }
}

/// Selects the id of a key: without prefix, or prefixed in the order of the roles.
pub(crate) const fn id(role: u8, ids: [&'static str; 5]) -> &'static str {
    let [plain, attacker, defender, a, b] = ids;
    match role {
        ATTACKER => attacker,
        DEFENDER => defender,
        A => a,
        B => b,
        _ => plain,
    }
}
