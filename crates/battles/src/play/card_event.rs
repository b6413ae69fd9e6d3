//! Events of a battle outside of attacks, charges and tests at which tactics cards are played
//! (A8.3), and whom they concern.

use crate::cards::{CardId, CardWindow};
use crate::choice::{Benefit, ConditionToken, TacticsZone};
use crate::field::{PlayerId, UnitId};
use crate::state::BattleState;
use warodds_games::asoiaf::effect::{Conditions, TestKind};
use warodds_questions::catalogue::BattleTrigger;

/// An event outside of attacks, charges and tests at which cards are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardEvent {
    GameStart,
    RoundStart,
    TurnStart,
    /// A unit activates.
    Activation(UnitId),
    /// An attack is over.
    Attacked(AttackResult),
    /// A unit has taken a morale test.
    Tested(UnitId, TestResult, TestKind),
    /// A unit has gained a condition token.
    Gained(UnitId, ConditionToken),
    /// A unit has finished the action of its activation.
    Acted(UnitId),
    /// A unit may surge forth (A6.18).
    Surge(UnitId),
    /// A unit is destroyed, by an enemy if there is one, and about to leave the table.
    Dies(UnitId, Option<UnitId>),
    /// A player plays a card that names these units.
    Played(PlayerId, [Option<UnitId>; 2]),
    /// A player uses an NCU, which names these units.
    Used(PlayerId, [Option<UnitId>; 2]),
    TurnEnd,
    RoundEnd,
    /// An NCU of the player who claims activates; `None` without abilities.
    NcuActivation(Option<CardId>),
    /// An NCU of that player claims a zone; `None` without abilities.
    Claim(TacticsZone, Option<CardId>),
}

/// What became of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AttackResult {
    /// The attacker and the defender.
    pub units: [UnitId; 2],
    /// Whether they were in contact.
    pub is_melee: bool,
    /// The wounds and the ranks that the defender lost.
    pub lost: [u8; 2],
    /// Whether the attacker and the defender are destroyed.
    pub destroyed: [bool; 2],
}

/// What became of a morale test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TestResult {
    Passed,
    Failed,
}

impl CardEvent {
    /// Returns whether a card of a player waits for the event.
    pub(super) fn is(self, trigger: BattleTrigger, player: PlayerId, state: &BattleState) -> bool {
        let is_active = player == state.active;
        let is_claimer = player == state.claimer();
        let is_of = |unit: UnitId| state.unit(unit).is_some_and(|held| held.player == player);
        match (self, trigger) {
            (Self::GameStart, BattleTrigger::GameStart)
            | (Self::Claim(..), BattleTrigger::NcuClaims)
            | (Self::RoundStart, BattleTrigger::RoundStart)
            | (Self::TurnStart, BattleTrigger::TurnStart)
            | (Self::TurnEnd, BattleTrigger::TurnEnd)
            | (Self::RoundEnd, BattleTrigger::RoundEnd) => true,
            (Self::TurnStart, BattleTrigger::OwnTurnStart) => is_active,
            (Self::TurnStart, BattleTrigger::EnemyTurnStart) => !is_active,
            (Self::Claim(..), BattleTrigger::FriendNcuClaims) => is_claimer,
            (Self::Claim(..), BattleTrigger::EnemyNcuClaims)
            | (Self::NcuActivation(_), BattleTrigger::EnemyNcuActivates) => !is_claimer,
            (Self::Activation(unit), BattleTrigger::FriendActivates)
            | (Self::Gained(unit, _), BattleTrigger::FriendGains)
            | (Self::Surge(unit), BattleTrigger::Surging)
            | (Self::Dies(unit, _), BattleTrigger::FriendDies)
            | (Self::Tested(unit, TestResult::Passed, _), BattleTrigger::Passing) => is_of(unit),
            (Self::Activation(unit), BattleTrigger::EnemyActivates)
            | (Self::Acted(unit), BattleTrigger::EnemyActed)
            | (Self::Tested(unit, TestResult::Failed, _), BattleTrigger::EnemyFailing) => {
                !is_of(unit)
            }
            (Self::Played(by, _), BattleTrigger::EnemyPlaysCard) => by != player,
            (Self::Played(by, units) | Self::Used(by, units), BattleTrigger::EnemyTargets) => {
                by != player && units != [None; 2]
            }
            (Self::Attacked(attack), BattleTrigger::AfterAttacking) => is_of(attack.units[0]),
            (Self::Attacked(attack), BattleTrigger::AfterAttacked) => is_of(attack.units[1]),
            _ => false,
        }
    }

    pub(super) const fn activating(self) -> Option<UnitId> {
        if let Self::Activation(unit) = self { Some(unit) } else { None }
    }

    /// Returns the unit of a player and that of the enemy which the event concerns.
    pub(super) fn units(self, player: PlayerId, state: &BattleState) -> [Option<UnitId>; 2] {
        let both = match self {
            Self::Activation(unit)
            | Self::Tested(unit, ..)
            | Self::Gained(unit, _)
            | Self::Acted(unit)
            | Self::Surge(unit) => [Some(unit), None],
            Self::Dies(unit, by) => [Some(unit), by],
            Self::Attacked(attack) => attack.units.map(Some),
            Self::Played(_, units) | Self::Used(_, units) => units,
            // the unit that the zone targets
            Self::Claim(..) => [state.claim.and_then(Benefit::unit), None],
            Self::GameStart
            | Self::NcuActivation(_)
            | Self::RoundStart
            | Self::TurnStart
            | Self::TurnEnd
            | Self::RoundEnd => [None; 2],
        };
        let of = |owner: PlayerId| {
            let mut units = both.into_iter().flatten();
            units.find(|unit| state.unit(*unit).is_some_and(|held| held.player == owner))
        };
        [of(player), of(player.opponent())]
    }

    /// Returns whether the units of the event are named by what is played, so that a card may be near
    /// any of them.
    pub(super) const fn is_of_answers(self) -> bool {
        matches!(self, Self::Played(..) | Self::Used(..))
    }

    /// Returns the event of an encounter that is the same trigger (A8.4).
    pub(super) const fn window(self) -> Option<CardWindow> {
        match self {
            Self::Attacked(_) => Some(CardWindow::Done),
            Self::Dies(..) => Some(CardWindow::Dying),
            Self::Tested(_, TestResult::Passed, _) => Some(CardWindow::Passing),
            Self::Tested(_, TestResult::Failed, _) => Some(CardWindow::Failing),
            _ => None,
        }
    }

    /// Returns whether the attack or the test of the event was as conditions of a player's card
    /// require; `friend` is the unit of the player.
    pub(super) fn meets(
        self,
        friend: Option<UnitId>,
        state: &BattleState,
        conditions: &Conditions,
    ) -> bool {
        let is = |asked: Option<bool>, fact: bool| asked.is_none_or(|asked| asked == fact);
        let Self::Attacked(attack) = self else {
            let is_engaged = friend.is_some_and(|unit| state.field.is_engaged(unit));
            let kind = if let Self::Tested(.., kind) = self { Some(kind) } else { None };
            return is(conditions.melee, is_engaged)
                && conditions.test.is_none_or(|test| Some(test) == kind);
        };
        let enemy = if Some(attack.units[0]) == friend { 1 } else { 0 };
        let [wounds, ranks] = attack.lost;
        is(conditions.melee, attack.is_melee)
            && is(conditions.dealt, wounds > 0)
            && is(conditions.rank_destroyed, ranks > 0)
            && is(conditions.enemy_destroyed, attack.destroyed[enemy])
    }
}
