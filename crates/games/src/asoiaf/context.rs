//! How an attack or a test is made: from where, after what, and who may reroll.

/// Where the attacker stands, seen from the defender (A3.2, A3.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Facing {
    /// No bonus.
    #[default]
    Front,
    /// −1 to saves and panic.
    Flank,
    /// −2 to saves and panic.
    Rear,
}

impl Facing {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Front, Self::Flank, Self::Rear];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Flank => "flank",
            Self::Rear => "rear",
        }
    }
}

/// Whether a charge led to the attack (A3.1, A5.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// No charge.
    #[default]
    None,
    /// A charge: any attack dice may be rerolled.
    Charge,
    /// A disorderly charge: no bonus.
    Disorderly,
}

/// Who may make the dice of a roll be rolled again, apart from charge bonus and tokens (A0.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rerolls {
    /// The player who rolled may reroll any of the dice.
    pub roller: bool,
    /// The enemy may make any of the dice be rerolled.
    pub enemy: bool,
}

/// How an attack is made (A3, A5.7, A10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Context {
    /// The defender's arc in which the attacker stands.
    pub facing: Facing,
    /// The charge that led to it, if any.
    pub charge: Bonus,
    /// The defender is mostly hidden by cover: −1 to ranged hit rolls (A10).
    pub cover: bool,
    /// The charge crossed fortified terrain: no charge bonus, +1 to saves (A5.7).
    pub fortified: bool,
}

/// Whose turn it is when a panic test is taken: that player rerolls first (A0.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ActivePlayer {
    /// The tested unit's enemy, as after an attack.
    #[default]
    Enemy,
    /// The tested unit's own player, as after a failed charge.
    Own,
}
