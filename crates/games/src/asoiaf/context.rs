//! How an attack or a test is made: facing, charge, cover and rerolls.

/// The defender's arc the attacker is in (A3.2, A3.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Facing {
    /// No bonus.
    #[default]
    Front,
    /// −1 to saves and panic tests.
    Flank,
    /// −2 to saves and panic tests.
    Rear,
}

impl Facing {
    /// All facings.
    pub const ALL: [Self; 3] = [Self::Front, Self::Flank, Self::Rear];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Flank => "flank",
            Self::Rear => "rear",
        }
    }
}

/// The charge that led to an attack, if any (A3.1, A5.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// No charge.
    #[default]
    None,
    /// An orderly charge: attack dice may be rerolled.
    Charge,
    /// A disorderly charge: no bonus.
    Disorderly,
}

/// Who may reroll the dice of a roll, apart from charge bonus and tokens (A0.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rerolls {
    /// The player who rolled may reroll any dice.
    pub roller: bool,
    /// The enemy may force a reroll of any dice.
    pub enemy: bool,
}

/// How an attack is made (A3, A5.7, A10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Context {
    /// The defender's arc the attacker is in.
    pub facing: Facing,
    /// The charge that led to the attack, if any.
    pub charge: Bonus,
    /// Whether cover hides most of the defender: −1 to ranged hit rolls (A10).
    pub cover: bool,
    /// Whether the charge crossed fortified terrain: no charge bonus, +1 to saves (A5.7).
    pub fortified: bool,
}

/// Whose turn it is during a panic test: that player rerolls first (A0.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ActivePlayer {
    /// The enemy of the tested unit, as after an attack.
    #[default]
    Enemy,
    /// The player of the tested unit, as after a failed charge.
    Own,
}
