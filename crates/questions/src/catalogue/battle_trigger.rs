//! When battles play tactics cards and use NCUs outside of attacks, charges and tests.

/// When a tactics card is played outside of attacks, charges and tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BattleTrigger {
    /// A round begins.
    RoundStart,
    /// A turn of either player begins.
    TurnStart,
    /// A turn of the card's player begins.
    OwnTurnStart,
    /// A turn of the enemy begins.
    EnemyTurnStart,
    /// A friendly unit activates.
    FriendActivates,
    /// An enemy unit activates.
    EnemyActivates,
    /// A friendly unit has attacked.
    AfterAttacking,
    /// A friendly unit has been attacked.
    AfterAttacked,
    /// A friendly unit has passed a morale test.
    Passing,
    /// An enemy unit has failed a morale test.
    EnemyFailing,
    /// A friendly unit has gained a condition token.
    FriendGains,
    /// An enemy unit has finished the action of its activation.
    EnemyActed,
    /// A friendly unit may surge forth (A6.18).
    Surging,
    /// A friendly unit is destroyed and about to leave the table.
    FriendDies,
    /// An enemy plays a tactics card.
    EnemyPlaysCard,
    /// A tactics card or an NCU of the enemy names a unit.
    EnemyTargets,
    /// A charge of a friendly unit arrives.
    ChargeArrives,
    /// A friendly unit is about to roll attack dice.
    BeforeAttacking,
    /// An enemy takes a morale test of an attack or a charge.
    EnemyTesting,
    /// A turn of either player ends.
    TurnEnd,
    /// A round ends.
    RoundEnd,
    /// The NCU itself activates.
    OwnActivation,
    /// The NCU itself claims a zone.
    OwnClaim,
    /// A friendly NCU claims a zone.
    FriendNcuClaims,
    /// An NCU of either player claims a zone.
    NcuClaims,
    /// An enemy NCU activates.
    EnemyNcuActivates,
    /// An enemy NCU claims a zone.
    EnemyNcuClaims,
    /// An enemy NCU claims a zone that the player has named for the NCU.
    NamedZoneClaimed,
    /// The turn of an enemy NCU ends that has claimed no zone which the player has named for it.
    NamedZoneMissed,
    /// The first hands are drawn.
    GameStart,
}

impl BattleTrigger {
    /// All triggers with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 30] = [
        (Self::RoundStart, "start-of-round", "at the start of a round"),
        (Self::TurnStart, "start-of-turn", "at the start of a turn"),
        (Self::OwnTurnStart, "start-of-own-turn", "at the start of a turn of its player"),
        (Self::EnemyTurnStart, "start-of-enemy-turn", "at the start of a turn of the enemy"),
        (Self::FriendActivates, "friend-activates", "when a friendly unit activates"),
        (Self::EnemyActivates, "enemy-activates", "when an enemy unit activates"),
        (Self::AfterAttacking, "after-attacking", "after an attack by a friendly unit"),
        (Self::AfterAttacked, "after-attacked", "after an attack on a friendly unit"),
        (Self::Passing, "passing", "when a friendly unit has passed a morale test"),
        (Self::EnemyFailing, "enemy-failing", "when an enemy unit has failed a morale test"),
        (Self::FriendGains, "friend-gains-token", "when a friendly unit has gained a token"),
        (Self::EnemyActed, "enemy-acted", "when an enemy unit has finished its action"),
        (Self::Surging, "surging", "when a friendly unit may surge forth"),
        (Self::FriendDies, "friend-dies", "when a friendly unit is destroyed"),
        (Self::EnemyPlaysCard, "enemy-plays-card", "when an enemy plays a tactics card"),
        (Self::EnemyTargets, "enemy-targets", "when a card or an NCU of the enemy names a unit"),
        (Self::ChargeArrives, "charge-arrived", "when the charge of a friendly unit arrives"),
        (Self::BeforeAttacking, "before-attacking", "before the dice of an attack of a friend"),
        (Self::EnemyTesting, "enemy-testing", "when an enemy takes a morale test of an attack"),
        (Self::TurnEnd, "end-of-turn", "at the end of a turn"),
        (Self::RoundEnd, "end-of-round", "at the end of a round"),
        (Self::OwnActivation, "own-activation", "when the NCU activates"),
        (Self::OwnClaim, "own-claim", "when the NCU claims a zone"),
        (Self::FriendNcuClaims, "friend-ncu-claims", "when a friendly NCU claims a zone"),
        (Self::NcuClaims, "ncu-claims", "when an NCU of either player claims a zone"),
        (Self::EnemyNcuActivates, "enemy-ncu-activates", "when an enemy NCU activates"),
        (Self::EnemyNcuClaims, "enemy-ncu-claims", "when an enemy NCU claims a zone"),
        (Self::NamedZoneClaimed, "named-zone-claimed", "when an enemy claims a zone named for it"),
        (
            Self::NamedZoneMissed,
            "named-zone-missed",
            "after an enemy NCU that claims no named zone",
        ),
        (Self::GameStart, "game-start", "when the first hands are drawn"),
    ];

    /// Returns the name in files.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(trigger, ..)| *trigger == self).map_or("", |(_, name, _)| name)
    }

    /// Returns the description.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(trigger, ..)| *trigger == self).map_or("", |(.., words)| words)
    }

    /// Returns whether a card is declared in an attack or a charge, which it changes.
    pub const fn is_of_encounters(self) -> bool {
        matches!(self, Self::ChargeArrives | Self::BeforeAttacking | Self::EnemyTesting)
    }

    /// Returns whether something of the enemy is about to happen that may be cancelled.
    pub const fn is_of_answers(self) -> bool {
        matches!(self, Self::EnemyPlaysCard | Self::EnemyTargets)
    }

    /// Returns whether only an NCU is used at the trigger.
    pub const fn is_of_ncus(self) -> bool {
        matches!(
            self,
            Self::OwnActivation | Self::OwnClaim | Self::NamedZoneClaimed | Self::NamedZoneMissed
        )
    }

    /// Returns whether a zone of the tactics board is claimed at the trigger.
    pub const fn is_of_claims(self) -> bool {
        matches!(
            self,
            Self::OwnClaim
                | Self::FriendNcuClaims
                | Self::EnemyNcuClaims
                | Self::NcuClaims
                | Self::NamedZoneClaimed
        )
    }
}
