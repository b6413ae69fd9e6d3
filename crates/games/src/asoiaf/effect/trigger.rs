//! Triggers of orders.

use super::Moment;

/// The trigger of an order: a player gives at most one order per trigger (A1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trigger {
    /// The start of a turn.
    Turn,
    /// The bearer's activation.
    Activation,
    /// An enemy's activation.
    EnemyActivation,
    /// A charge of the bearer.
    Charge,
    /// A charge on the bearer.
    Charged,
    /// Before the dice of the bearer's attack.
    BeforeAttacking,
    /// Before the dice of an attack on the bearer.
    BeforeAttacked,
    /// After the attack dice of an attack on the bearer.
    AfterAttackDice,
    /// After the saves against an attack on the bearer.
    AfterSaves,
    /// After an attack of the bearer.
    AfterAttacking,
    /// After an attack on the bearer.
    AfterAttacked,
    /// A passed morale test.
    Passing,
    /// A failed morale test.
    Failing,
    /// The destruction of the bearer, or of a rank.
    Dying,
}

impl Trigger {
    /// All triggers with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 14] = [
        (Self::Turn, "turn", "an order at the start of the turn"),
        (Self::Activation, "activation", "an order with its activation"),
        (Self::EnemyActivation, "enemy-activation", "an order with the enemy's activation"),
        (Self::Charge, "charge", "an order with its charge"),
        (Self::Charged, "charged", "an order when it is charged"),
        (Self::BeforeAttacking, "before-attacking", "an order before its attack dice"),
        (Self::BeforeAttacked, "before-attacked", "an order before the dice of an attack on it"),
        (Self::AfterAttackDice, "after-attack-dice", "an order after the attack dice"),
        (Self::AfterSaves, "after-saves", "an order after the saves"),
        (Self::AfterAttacking, "after-attacking", "an order after its attack"),
        (Self::AfterAttacked, "after-attacked", "an order after an attack on it"),
        (Self::Passing, "passing", "an order when a test is passed"),
        (Self::Failing, "failing", "an order when a test is failed"),
        (Self::Dying, "dying", "an order at its end"),
    ];

    /// Returns the description.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(trigger, ..)| *trigger == self).map_or("", |(.., words)| words)
    }

    /// Returns the default trigger of an order whose first effect applies at `moment`.
    pub const fn of(moment: Moment) -> Self {
        match moment {
            Moment::Activating | Moment::Always => Self::Turn,
            Moment::Charging | Moment::Declaring => Self::Charge,
            Moment::EnemyCharging | Moment::EnemyDeclaring => Self::Charged,
            Moment::Attacking | Moment::BeforeAttacking => Self::BeforeAttacking,
            Moment::Attacked | Moment::BeforeAttacked => Self::BeforeAttacked,
            Moment::AfterAttacking => Self::AfterAttacking,
            Moment::AfterAttacked => Self::AfterAttacked,
            Moment::Testing | Moment::EnemyTesting | Moment::Passing | Moment::EnemyPassing => {
                Self::Passing
            }
            Moment::Failing | Moment::EnemyFailing => Self::Failing,
            Moment::LosingRanks | Moment::Dying | Moment::Destroyed => Self::Dying,
        }
    }
}
