//! When effects count, and how much.

/// When an effect counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// While the bearer makes an attack.
    Attacking,
    /// While the bearer is attacked.
    Attacked,
    /// In morale tests of the bearer.
    Testing,
    /// In morale tests of an enemy, in contact unless conditions tell how far it may be.
    EnemyTesting,
    /// When the bearer rolls for a charge.
    Charging,
    /// When an enemy rolls for a charge on the bearer.
    EnemyCharging,
    /// At all times.
    Always,
    /// When the bearer's activation begins, before its attack.
    Activating,
    /// When the bearer declares a charge, before it rolls for it.
    Declaring,
    /// When an enemy declares a charge on the bearer, before it rolls for it.
    EnemyDeclaring,
    /// Before the dice of the bearer's attack, a charge that led to it having succeeded.
    BeforeAttacking,
    /// Before the dice of an attack on the bearer.
    BeforeAttacked,
    /// After an attack of the bearer, if it still stands.
    AfterAttacking,
    /// After an attack on the bearer, if it still stands.
    AfterAttacked,
    /// When the bearer passes a morale test.
    Passing,
    /// When the bearer fails one.
    Failing,
    /// When an enemy passes one, in contact unless conditions tell how far it may be.
    EnemyPassing,
    /// When an enemy fails one, in contact unless conditions tell how far it may be.
    EnemyFailing,
    /// When an attack and its panic test cost the bearer ranks.
    LosingRanks,
    /// When the bearer would be destroyed.
    Dying,
    /// When the bearer is destroyed by an attack.
    Destroyed,
}

impl Moment {
    /// All of them with their names in files and what they mean.
    pub const ALL: [(Self, &'static str, &'static str); 21] = [
        (Self::Attacking, "attacking", "while the bearer makes an attack"),
        (Self::Attacked, "attacked", "while the bearer is attacked"),
        (Self::Testing, "testing", "in morale tests of the bearer"),
        (
            Self::EnemyTesting,
            "enemy-testing",
            "in morale tests of an enemy; in contact, unless `melee` or `short` is given",
        ),
        (Self::Charging, "charging", "when the bearer rolls for a charge"),
        (Self::EnemyCharging, "enemy-charging", "when an enemy rolls for a charge on the bearer"),
        (Self::Always, "always", "at all times"),
        (Self::Activating, "activating", "when the bearer's activation begins, before its attack"),
        (Self::Declaring, "declaring", "when the bearer declares a charge, before its roll"),
        (
            Self::EnemyDeclaring,
            "enemy-declaring",
            "when an enemy declares a charge on the bearer, before its roll",
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
            "when an enemy passes a morale test; in contact, unless `melee` or `short` is given",
        ),
        (
            Self::EnemyFailing,
            "enemy-failing",
            "when an enemy fails a morale test; in contact, unless `melee` or `short` is given",
        ),
        (
            Self::LosingRanks,
            "losing-ranks",
            "when an attack and its panic test cost the bearer ranks",
        ),
        (Self::Dying, "dying", "when the bearer would be destroyed"),
        (Self::Destroyed, "destroyed", "when an attack destroys the bearer"),
    ];

    /// What it means; what follows a semicolon is for those who write effects.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(moment, ..)| *moment == self).map_or("", |(.., words)| words)
    }

    /// Whether it comes once in an attack of the bearer, or in one on it.
    pub const fn is_of_an_attack(self, by_the_bearer: bool) -> bool {
        if by_the_bearer {
            matches!(
                self,
                Self::Activating | Self::BeforeAttacking | Self::Attacking | Self::AfterAttacking
            )
        } else {
            matches!(self, Self::BeforeAttacked | Self::Attacked | Self::AfterAttacked)
        }
    }

    /// Whether it never comes in an attack that the bearer makes, or in one on it, as the other
    /// one's does.
    pub const fn is_of_the_other_role(self, by_the_bearer: bool) -> bool {
        self.is_of_an_attack(!by_the_bearer)
    }

    /// Whether a morale test is being taken.
    pub const fn is_of_a_test(self) -> bool {
        use Moment::{EnemyFailing, EnemyPassing, EnemyTesting, Failing, Passing, Testing};
        matches!(self, Testing | EnemyTesting | Passing | Failing | EnemyPassing | EnemyFailing)
    }

    /// Whether it is about morale tests of the enemy.
    pub const fn is_of_an_enemys_test(self) -> bool {
        matches!(self, Self::EnemyTesting | Self::EnemyPassing | Self::EnemyFailing)
    }

    /// Whether changes stand here; triggered do elsewhere.
    pub const fn is_while(self) -> bool {
        use Moment::{Always, Attacked, Attacking, Charging, EnemyCharging, EnemyTesting, Testing};
        matches!(
            self,
            Attacking | Attacked | Testing | EnemyTesting | Charging | EnemyCharging | Always
        )
    }
}

/// What an amount grows with.
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
    /// Condition tokens the enemy holds.
    EnemyTokens,
    /// Ranks that this attack and its panic test destroyed; triggered alone.
    RanksDestroyed,
    /// Wounds that this attack and its panic test dealt; triggered alone.
    WoundsDealt,
}

impl Per {
    /// All of them with their names in files and what they mean.
    pub const ALL: [(Self, &'static str, &'static str); 8] = [
        (Self::OwnRanks, "own-ranks", "rank the bearer has left"),
        (Self::OwnRanksLost, "own-ranks-lost", "rank the bearer has lost"),
        (Self::EnemyRanks, "enemy-ranks", "rank the enemy has left"),
        (Self::EnemyRanksLost, "enemy-ranks-lost", "rank the enemy has lost"),
        (Self::OwnWoundsLost, "own-wounds-lost", "wound the bearer has lost"),
        (Self::EnemyTokens, "enemy-tokens", "condition token the enemy holds"),
        (Self::RanksDestroyed, "ranks-destroyed", "rank the attack destroyed"),
        (Self::WoundsDealt, "wounds-dealt", "wound the attack dealt"),
    ];

    /// What it counts.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(per, ..)| *per == self).map_or("", |(.., words)| words)
    }

    /// Whether it is known only once an attack is over.
    pub const fn is_of_the_attack(self) -> bool {
        matches!(self, Self::RanksDestroyed | Self::WoundsDealt)
    }
}

/// How much: `base`, `each` for every unit of `per`, and `d3` D3; not more than `most`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Amount {
    /// Without anything else.
    pub base: i8,
    /// For each unit of `per`.
    pub each: i8,
    /// What `each` is counted by.
    pub per: Option<Per>,
    /// D3 rolled and added: triggered alone.
    pub d3: u8,
    /// The most it may be.
    pub most: Option<u8>,
}

impl Amount {
    /// So much.
    pub const fn of(base: i8) -> Self {
        Self { base, each: 0, per: None, d3: 0, most: None }
    }

    /// What it comes to without dice, `count` being that of `per`.
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
