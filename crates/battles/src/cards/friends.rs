//! Counts of friends around a unit and its enemy, on which amounts of cards depend (A1.2).

use warodds_games::asoiaf::effect::{Action, Amount, Per};

/// The friends of a unit in an encounter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FriendCounts {
    /// Other friends within short range of the unit.
    pub near: u8,
    /// Friends within short range of the enemy, with the unit itself.
    pub near_enemy: u8,
    /// Friends in contact with the enemy, with the unit itself.
    pub in_contact: u8,
    /// The ranks of these.
    pub ranks_in_contact: u8,
}

impl FriendCounts {
    /// Returns a count; `None` for counts that questions know.
    pub(crate) const fn of(self, per: Per) -> Option<u8> {
        match per {
            Per::FriendsNear => Some(self.near),
            Per::FriendsNearEnemy => Some(self.near_enemy),
            Per::FriendsInContact => Some(self.in_contact),
            Per::RanksInContact => Some(self.ranks_in_contact),
            _ => None,
        }
    }

    /// Returns an amount in which friends have been counted.
    pub(crate) fn count(self, amount: Amount) -> Amount {
        let Some(count) = amount.per.and_then(|per| self.of(per)) else { return amount };
        // bounds on negative amounts count from zero
        let most = amount.most.unwrap_or(u8::MAX).min(i8::MAX.unsigned_abs());
        let count = if amount.each < 0 { count.min(most) } else { count };
        let sum = i16::from(amount.base) + i16::from(amount.each) * i16::from(count);
        let sum = if amount.each < 0 { sum } else { sum.min(most.into()) };
        // within the range of an amount
        let base = sum.clamp(i8::MIN.into(), i8::MAX.into()) as i8;
        Amount { base, each: 0, per: None, most: None, ..amount }
    }

    /// Returns an action in whose amount friends have been counted.
    pub(crate) fn counted(self, mut action: Action) -> Action {
        if let Action::Change(change) = &mut action
            && let Some(amount) = change.amount_mut()
        {
            *amount = self.count(*amount);
        }
        action
    }

    /// Returns the counts as a number that is zero if there are none.
    pub(crate) const fn word(self) -> u32 {
        u32::from_le_bytes([self.near, self.near_enemy, self.in_contact, self.ranks_in_contact])
    }
}
