//! Moments and amounts of effects.

/// When an effect applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// While the bearer attacks.
    Attacking,
    /// While the bearer is attacked.
    Attacked,
    /// In morale tests of the bearer.
    Testing,
    /// In morale tests of an enemy; in contact unless the conditions restrict the distance.
    EnemyTesting,
    /// When the bearer rolls for a charge.
    Charging,
    /// When an enemy rolls for a charge on the bearer.
    EnemyCharging,
    /// At all times.
    Always,
    /// At the start of the bearer's activation, before its attack.
    Activating,
    /// At the start of the enemy's activation, before its attack on the bearer.
    EnemyActivating,
    /// When the bearer declares a charge, before the roll.
    Declaring,
    /// When an enemy declares a charge on the bearer, before the roll.
    EnemyDeclaring,
    /// When an enemy's charge on the bearer is disorderly, after its roll (A5.5).
    EnemyDisorderly,
    /// When an enemy's charge on the bearer fails, before its panic test (A5.6).
    EnemyFailingCharge,
    /// Before the dice of the bearer's attack, after a successful charge.
    BeforeAttacking,
    /// Before the dice of an attack on the bearer.
    BeforeAttacked,
    /// After an attack of the bearer, if the bearer is alive.
    AfterAttacking,
    /// After an attack on the bearer, if the bearer is alive.
    AfterAttacked,
    /// When the bearer passes a morale test.
    Passing,
    /// When the bearer fails a morale test.
    Failing,
    /// When an enemy passes a morale test; in contact unless the conditions restrict the distance.
    EnemyPassing,
    /// When an enemy fails a morale test; in contact unless the conditions restrict the distance.
    EnemyFailing,
    /// When an attack and its panic test cost the bearer ranks.
    LosingRanks,
    /// When the bearer would be destroyed.
    Dying,
    /// When an attack destroys the bearer.
    Destroyed,
}

impl Moment {
    /// All moments with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 24] = [
        (Self::Attacking, "attacking", "when the bearer attacks"),
        (Self::Attacked, "attacked", "when the bearer is attacked"),
        (Self::Testing, "testing", "in morale tests of the bearer"),
        (
            Self::EnemyTesting,
            "enemy-testing",
            "in morale tests of an enemy; in contact, unless `melee` or `short` says otherwise",
        ),
        (Self::Charging, "charging", "when the bearer rolls for a charge"),
        (Self::EnemyCharging, "enemy-charging", "when an enemy rolls for a charge on the bearer"),
        (Self::Always, "always", "always"),
        (Self::Activating, "activating", "when the bearer activates, before its attack"),
        (
            Self::EnemyActivating,
            "enemy-activating",
            "when the enemy activates, before its attack on the bearer",
        ),
        (Self::Declaring, "declaring", "when the bearer declares a charge, before the roll"),
        (
            Self::EnemyDeclaring,
            "enemy-declaring",
            "when an enemy declares a charge on the bearer, before the roll",
        ),
        (
            Self::EnemyDisorderly,
            "enemy-disorderly",
            "when an enemy's charge on the bearer is disorderly, after the roll",
        ),
        (
            Self::EnemyFailingCharge,
            "enemy-failing-charge",
            "when an enemy's charge on the bearer fails, before the panic test",
        ),
        (Self::BeforeAttacking, "before-attacking", "before the dice of the bearer's attack"),
        (Self::BeforeAttacked, "before-attacked", "before the dice of an attack on the bearer"),
        (Self::AfterAttacking, "after-attacking", "after an attack of the bearer"),
        (Self::AfterAttacked, "after-attacked", "after an attack on the bearer"),
        (Self::Passing, "passing", "when the bearer passes a morale test"),
        (Self::Failing, "failing", "when the bearer fails a morale test"),
        (
            Self::EnemyPassing,
            "enemy-passing",
            "when an enemy passes a morale test; in contact, unless `melee` or `short` says \
             otherwise",
        ),
        (
            Self::EnemyFailing,
            "enemy-failing",
            "when an enemy fails a morale test; in contact, unless `melee` or `short` says \
             otherwise",
        ),
        (
            Self::LosingRanks,
            "losing-ranks",
            "when an attack and its panic test cost the bearer ranks",
        ),
        (Self::Dying, "dying", "when the bearer would be destroyed"),
        (Self::Destroyed, "destroyed", "when an attack destroys the bearer"),
    ];

    /// Returns the description. The part after a semicolon is for authors of effects.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(moment, ..)| *moment == self).map_or("", |(.., words)| words)
    }

    /// Returns whether the moment occurs once in an attack by the bearer, or in one on it.
    pub(crate) const fn is_of_an_attack(self, by_the_bearer: bool) -> bool {
        if by_the_bearer {
            matches!(
                self,
                Self::Activating | Self::BeforeAttacking | Self::Attacking | Self::AfterAttacking
            )
        } else {
            matches!(
                self,
                Self::EnemyActivating | Self::BeforeAttacked | Self::Attacked | Self::AfterAttacked
            )
        }
    }

    /// Returns whether the moment never occurs in an attack by the bearer, or in one on it, because
    /// it belongs to the other role.
    pub(crate) const fn is_of_the_other_role(self, by_the_bearer: bool) -> bool {
        self.is_of_an_attack(!by_the_bearer)
    }

    /// Returns whether the moment may come for the attacker, or the defender, of an attack;
    /// `rolls_charge` says whether a charge is rolled for first.
    pub const fn may_come(self, is_attacker: bool, rolls_charge: bool) -> bool {
        match self {
            Self::Charging => is_attacker && rolls_charge,
            Self::EnemyCharging => !is_attacker && rolls_charge,
            Self::Declaring => is_attacker,
            Self::EnemyDeclaring | Self::EnemyDisorderly => !is_attacker,
            Self::EnemyFailingCharge => !is_attacker && rolls_charge,
            _ => !self.is_of_the_other_role(is_attacker),
        }
    }

    /// Returns whether the moment is within a morale test.
    pub const fn is_of_a_test(self) -> bool {
        use Moment::{EnemyFailing, EnemyPassing, EnemyTesting, Failing, Passing, Testing};
        matches!(self, Testing | EnemyTesting | Passing | Failing | EnemyPassing | EnemyFailing)
    }

    /// Returns whether the moment is within a morale test of the enemy.
    pub(crate) const fn is_of_an_enemys_test(self) -> bool {
        matches!(self, Self::EnemyTesting | Self::EnemyPassing | Self::EnemyFailing)
    }

    /// Returns whether the moment takes changes; all others take triggered effects.
    pub const fn is_while(self) -> bool {
        use Moment::{Always, Attacked, Attacking, Charging, EnemyCharging, EnemyTesting, Testing};
        matches!(
            self,
            Attacking | Attacked | Testing | EnemyTesting | Charging | EnemyCharging | Always
        )
    }
}

/// The count an amount is multiplied by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Per {
    /// Ranks the bearer has left.
    OwnRanks,
    /// Ranks the bearer has lost.
    OwnRanksLost,
    /// Ranks the enemy has left.
    EnemyRanks,
    /// Ranks the enemy has lost.
    EnemyRanksLost,
    /// Wounds the bearer has lost.
    OwnWoundsLost,
    /// Condition tokens of the enemy.
    EnemyTokens,
    /// Ranks destroyed by this attack and its panic test; only in triggered effects.
    RanksDestroyed,
    /// Wounds dealt by this attack and its panic test; only in triggered effects.
    WoundsDealt,
    /// Wounds of the panic test just failed; only in effects that follow it.
    PanicWounds,
    /// Other friends within short range of the bearer; for cards in battles alone.
    FriendsNear,
    /// Friends of the bearer within short range of the enemy; for cards in battles alone.
    FriendsNearEnemy,
    /// Friends in contact with the enemy; for cards in battles alone.
    FriendsInContact,
    /// Ranks left of the friends in contact with the enemy; for cards in battles alone.
    RanksInContact,
}

impl Per {
    /// All counts with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 13] = [
        (Self::OwnRanks, "own-ranks", "rank the bearer has left"),
        (Self::OwnRanksLost, "own-ranks-lost", "rank the bearer has lost"),
        (Self::EnemyRanks, "enemy-ranks", "rank the enemy has left"),
        (Self::EnemyRanksLost, "enemy-ranks-lost", "rank the enemy has lost"),
        (Self::OwnWoundsLost, "own-wounds-lost", "wound the bearer has lost"),
        (Self::EnemyTokens, "enemy-tokens", "condition token the enemy holds"),
        (Self::RanksDestroyed, "ranks-destroyed", "rank the attack destroyed"),
        (Self::WoundsDealt, "wounds-dealt", "wound the attack dealt"),
        (
            Self::PanicWounds,
            "panic-wounds",
            "wound of the failed panic test; only with `failing` and `enemy-failing`",
        ),
        (Self::FriendsNear, "friends-near", "other friend within short range; only in `battle`"),
        (
            Self::FriendsNearEnemy,
            "friends-near-enemy",
            "friend within short range of the enemy; only in `battle`",
        ),
        (
            Self::FriendsInContact,
            "friends-in-contact",
            "friend in contact with the enemy, the bearer included; only in `battle`",
        ),
        (
            Self::RanksInContact,
            "ranks-in-contact",
            "rank of the friends in contact with the enemy; only in `battle`",
        ),
    ];

    /// Returns the description. The part after a semicolon is for authors of effects.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(per, ..)| *per == self).map_or("", |(.., words)| words)
    }

    /// Returns whether the count is known only after an attack or a test.
    pub const fn is_of_the_attack(self) -> bool {
        matches!(self, Self::RanksDestroyed | Self::WoundsDealt | Self::PanicWounds)
    }

    /// Returns whether the count is about other units, which only battles know.
    pub const fn is_of_the_table(self) -> bool {
        matches!(
            self,
            Self::FriendsNear
                | Self::FriendsNearEnemy
                | Self::FriendsInContact
                | Self::RanksInContact
        )
    }
}

/// A number: `base`, plus `each` times the count `per`, plus `d3` D3, capped at `most`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Amount {
    /// Constant part.
    pub base: i8,
    /// Factor of `per`.
    pub each: i8,
    /// Count that `each` is multiplied by.
    pub per: Option<Per>,
    /// Number of D3 added; only in triggered effects.
    pub d3: u8,
    /// Largest value.
    pub most: Option<u8>,
}

impl Amount {
    /// Creates a constant amount.
    pub const fn of(base: i8) -> Self {
        Self { base, each: 0, per: None, d3: 0, most: None }
    }

    /// Returns the amount without its dice, where `count` is the value of `per`.
    pub fn plain(self, count: u8) -> i16 {
        let sum = i16::from(self.base) + i16::from(self.each) * i16::from(count);
        self.most.map_or(sum, |most| sum.min(most.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_moment_has_words_of_its_own() {
        let mut all: Vec<&str> = Moment::ALL.iter().map(|(moment, ..)| moment.words()).collect();
        assert!(all.iter().all(|words| !words.is_empty()));
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
