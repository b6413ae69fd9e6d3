//! How battles play a tactics card outside of attacks, charges and tests.

use std::sync::Arc;

use super::play_terms::PlayTerms;
use warodds_games::asoiaf::effect::{Conditions, EffectTarget, Effects, Moment};
use warodds_games::asoiaf::{Range, UnitType};

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
    /// The first hands are drawn.
    GameStart,
}

impl BattleTrigger {
    /// All triggers with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 15] = [
        (Self::RoundStart, "start-of-round", "at the start of a round"),
        (Self::TurnStart, "start-of-turn", "at the start of a turn"),
        (Self::OwnTurnStart, "start-of-own-turn", "at the start of a turn of its player"),
        (Self::EnemyTurnStart, "start-of-enemy-turn", "at the start of a turn of the enemy"),
        (Self::FriendActivates, "friend-activates", "when a friendly unit activates"),
        (Self::EnemyActivates, "enemy-activates", "when an enemy unit activates"),
        (Self::TurnEnd, "end-of-turn", "at the end of a turn"),
        (Self::RoundEnd, "end-of-round", "at the end of a round"),
        (Self::OwnActivation, "own-activation", "when the NCU activates"),
        (Self::OwnClaim, "own-claim", "when the NCU claims a zone"),
        (Self::FriendNcuClaims, "friend-ncu-claims", "when a friendly NCU claims a zone"),
        (Self::NcuClaims, "ncu-claims", "when an NCU of either player claims a zone"),
        (Self::EnemyNcuActivates, "enemy-ncu-activates", "when an enemy NCU activates"),
        (Self::EnemyNcuClaims, "enemy-ncu-claims", "when an enemy NCU claims a zone"),
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
}

/// The unit for which a tactics card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChosenUnit {
    /// The unit that activates.
    Activating,
    /// Any on the table.
    Any,
    /// Any on the table, of either player.
    Either,
    /// One in contact with an enemy.
    Engaged,
    /// One in contact with no enemy.
    Unengaged,
}

/// The enemy for which a tactics card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChosenEnemy {
    /// The unit that activates.
    Activating,
    /// Any on the table.
    Any,
    /// One in contact with the card's unit, or with any friend if the card has none.
    Engaged,
}

/// When a tactics card leaves the unit on which it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StayEnd {
    /// At the end of the turn.
    Turn,
    /// At the end of the round.
    Round,
    /// At the end of the battle.
    Battle,
    /// When its unit fails a panic test.
    FailedPanic,
    /// When its unit has been attacked.
    Attacked,
}

impl StayEnd {
    /// All ends with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Turn, "turn-end", "until the end of the turn"),
        (Self::Round, "round-end", "until the end of the round"),
        (Self::Battle, "game-end", "for the rest of the battle"),
        (Self::FailedPanic, "holder-fails-panic", "until its unit fails a panic test"),
        (Self::Attacked, "holder-attacked", "until its unit has been attacked"),
    ];

    /// Returns the description.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(end, ..)| *end == self).map_or("", |(.., words)| words)
    }
}

/// What a tactics card does for the unit on which it stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StayingCard {
    /// Whether it stays on the chosen unit or on the enemy.
    pub on: EffectTarget,
    /// When it leaves.
    pub until: StayEnd,
    /// Types of friends of which one must have been destroyed for it to count; empty if it counts
    /// at once.
    pub after_death_of: Vec<UnitType>,
    /// What it does as an ability of its unit.
    pub effects: Arc<Effects>,
    /// Cards that its player draws when the unit activates and when a zone targets the unit.
    pub draw: u8,
}

/// A way in which battles play a tactics card outside of attacks, charges and tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattlePlay {
    /// The name that distinguishes it from other ways to play the card.
    pub name: Option<String>,
    /// When it is played.
    pub trigger: BattleTrigger,
    /// The unit that has the effects; `None` if the card is for an enemy alone, or for no unit.
    pub unit: Option<ChosenUnit>,
    /// The enemy on which the effects act, if any.
    pub enemy: Option<ChosenEnemy>,
    /// The range of the unit within which the enemy must be; `None` for any distance.
    pub within: Option<Range>,
    /// What must hold for the unit and the enemy.
    pub requires: Conditions,
    /// What it does at once: effects of [`Self::moment`], and those that follow their tests.
    pub effects: Arc<Effects>,
    /// The cards that its player draws.
    pub draw: u8,
    /// What it does for the unit on which it stays.
    pub stays: Option<StayingCard>,
    /// What it costs, how often it is played, and what it does to cards and zones.
    pub terms: PlayTerms,
}

impl BattlePlay {
    /// Returns the moment of the effects that the card has at once.
    pub const fn moment(&self) -> Moment {
        match self.trigger {
            BattleTrigger::EnemyActivates => Moment::EnemyActivating,
            _ => Moment::Activating,
        }
    }
}
