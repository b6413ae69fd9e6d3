//! Triggers of orders and tactics cards.

use super::{Conditions, Moment};

/// The trigger of an order or a tactics card: a player uses at most one of them per trigger (A1.7,
/// A8.4).
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
    /// The roll of the bearer's charge.
    ChargeRolled,
    /// The arrival of the bearer's charge.
    ChargeArrived,
    /// A charge on the bearer.
    Charged,
    /// Before the dice of the bearer's attack.
    BeforeAttacking,
    /// Before the dice of an attack on the bearer.
    BeforeAttacked,
    /// After the dice of the bearer's attack.
    AttackDice,
    /// After the attack dice of an attack on the bearer.
    AfterAttackDice,
    /// After the saves against an attack on the bearer.
    AfterSaves,
    /// After an attack of the bearer.
    AfterAttacking,
    /// After an attack on the bearer.
    AfterAttacked,
    /// A morale test of the bearer.
    Testing,
    /// A morale test of an enemy.
    EnemyTesting,
    /// A passed morale test.
    Passing,
    /// A failed morale test.
    Failing,
    /// The destruction of the bearer, or of a rank.
    Dying,
    /// The claim of a zone of the tactics board (A9), which no fight contains.
    Claim,
}

/// How a tactics card is played (A8.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardPlay {
    /// What it waits for.
    pub trigger: Trigger,
    /// Whether it stays in play: it was played earlier and counts for the whole fight.
    pub stays: bool,
    /// What must hold for it to be played, in addition.
    pub requires: Conditions,
}

impl Trigger {
    /// All triggers with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 20] = [
        (Self::Turn, "turn", "at the start of the turn"),
        (Self::Activation, "activation", "when the unit activates"),
        (Self::EnemyActivation, "enemy-activation", "when the enemy activates"),
        (Self::Charge, "charge", "when the unit charges"),
        (Self::ChargeRolled, "charge-rolled", "after the unit's charge roll"),
        (Self::ChargeArrived, "charge-arrived", "when the unit's charge arrives"),
        (Self::Charged, "charged", "when the unit is charged"),
        (Self::BeforeAttacking, "before-attacking", "before the unit's attack dice"),
        (Self::BeforeAttacked, "before-attacked", "before the dice of an attack on the unit"),
        (Self::AttackDice, "attack-dice", "after the unit's attack dice"),
        (Self::AfterAttackDice, "after-attack-dice", "after the dice of an attack on the unit"),
        (Self::AfterSaves, "after-saves", "after the saves against an attack on the unit"),
        (Self::AfterAttacking, "after-attacking", "after the unit's attack"),
        (Self::AfterAttacked, "after-attacked", "after an attack on the unit"),
        (Self::Testing, "testing", "in the unit's morale test"),
        (Self::EnemyTesting, "enemy-testing", "in the enemy's morale test"),
        (Self::Passing, "passing", "when a morale test is passed"),
        (Self::Failing, "failing", "when a morale test is failed"),
        (Self::Dying, "dying", "when the unit, or a rank of it, is destroyed"),
        (Self::Claim, "claim", "when a zone is claimed"),
    ];

    /// Returns the name in files.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(trigger, ..)| *trigger == self).map_or("", |(_, name, _)| name)
    }

    /// Returns the description.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(trigger, ..)| *trigger == self).map_or("", |(.., words)| words)
    }

    /// Returns the default trigger of an order whose first effect applies at `moment`.
    pub const fn of(moment: Moment) -> Self {
        match moment {
            Moment::Activating | Moment::Always => Self::Turn,
            Moment::EnemyActivating => Self::EnemyActivation,
            Moment::Charging | Moment::Declaring => Self::Charge,
            Moment::EnemyCharging
            | Moment::EnemyDeclaring
            | Moment::EnemyDisorderly
            | Moment::EnemyFailingCharge => Self::Charged,
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

    /// Returns whether the trigger occurs in an attack by the bearer (`true`) or in one on it
    /// (`false`); `None` if it may occur in both.
    pub const fn is_of_the_attacker(self) -> Option<bool> {
        match self {
            Self::Activation
            | Self::Charge
            | Self::ChargeRolled
            | Self::ChargeArrived
            | Self::BeforeAttacking
            | Self::AttackDice
            | Self::AfterAttacking => Some(true),
            Self::EnemyActivation
            | Self::Charged
            | Self::BeforeAttacked
            | Self::AfterAttackDice
            | Self::AfterSaves
            | Self::AfterAttacked => Some(false),
            Self::Turn
            | Self::Testing
            | Self::EnemyTesting
            | Self::Passing
            | Self::Failing
            | Self::Dying
            | Self::Claim => None,
        }
    }

    /// Returns whether the trigger needs a charge of either unit.
    pub const fn is_of_a_charge(self) -> bool {
        matches!(self, Self::Charge | Self::ChargeRolled | Self::ChargeArrived | Self::Charged)
    }

    /// Returns whether the trigger comes before the charger knows whether its charge is disorderly:
    /// after a disorderly charge its player plays no cards (A5.5).
    pub const fn precedes_arrival(self) -> bool {
        matches!(
            self,
            Self::Turn
                | Self::Activation
                | Self::EnemyActivation
                | Self::Charge
                | Self::ChargeRolled
        )
    }
}
