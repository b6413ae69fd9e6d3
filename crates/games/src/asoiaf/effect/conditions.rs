//! What must hold for an effect to count.

use super::super::condition::Tokens;
use super::super::context::Facing;
use super::super::unit_type::UnitType;

/// A range of counts, both ends among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CountRange {
    /// The least.
    pub least: u8,
    /// The most.
    pub most: u8,
}

impl CountRange {
    /// Any count.
    pub const ANY: Self = Self { least: 0, most: u8::MAX };

    /// Whether a count lies in it.
    pub const fn has(self, count: u8) -> bool {
        self.least <= count && count <= self.most
    }
}

impl Default for CountRange {
    fn default() -> Self {
        Self::ANY
    }
}

/// How two numbers of ranks compare, seen from the bearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RankComparison {
    /// The bearer has fewer.
    Fewer,
    /// Both have as many.
    Equal,
    /// The bearer has more.
    More,
}

impl RankComparison {
    /// All of them.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Fewer, "fewer"), (Self::Equal, "equal"), (Self::More, "more")];

    /// Of the bearer's count to the enemy's.
    pub fn of(own: u8, enemy: u8) -> Self {
        match own.cmp(&enemy) {
            std::cmp::Ordering::Less => Self::Fewer,
            std::cmp::Ordering::Equal => Self::Equal,
            std::cmp::Ordering::Greater => Self::More,
        }
    }
}

/// Which morale tests are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TestKind {
    /// Those that cost wounds: panic tests (A4.2).
    Panic,
    /// The panic test that the wounds of an attack bring (A2.7).
    Attack,
    /// Those that the same ability calls for.
    Called,
}

impl TestKind {
    /// All of them with their names in files.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Panic, "panic"), (Self::Attack, "attack"), (Self::Called, "called")];
}

/// A zone of the tactics table (A9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// The crown.
    Crown,
    /// The wealth.
    Wealth,
    /// The letters.
    Letters,
    /// The swords, or combat.
    Combat,
    /// The horse, or maneuver.
    Maneuver,
}

impl Zone {
    /// All of them with their names in files.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Crown, "crown"),
        (Self::Wealth, "wealth"),
        (Self::Letters, "letters"),
        (Self::Combat, "combat"),
        (Self::Maneuver, "maneuver"),
    ];
}

/// A set of zones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Zones(u8);

impl Zones {
    /// Whether `zone` is among them.
    pub const fn has(self, zone: Zone) -> bool {
        self.0 & 1 << zone as u8 != 0
    }

    /// Whether all of `others` are among them.
    pub const fn cover(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Whether none of `others` is among them.
    pub const fn miss(self, others: Self) -> bool {
        self.0 & others.0 == 0
    }
}

impl FromIterator<Zone> for Zones {
    fn from_iter<T: IntoIterator<Item = Zone>>(zones: T) -> Self {
        Self(zones.into_iter().fold(0, |bits, zone| bits | 1 << zone as u8))
    }
}

/// What must hold for an effect to count; what is left out does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// In contact (`false`: from afar).
    pub melee: Option<bool>,
    /// Within short range, in contact included.
    pub short: Option<bool>,
    /// A charge of the attacker led to it, orderly or not.
    pub charging: Option<bool>,
    /// Where the attacker stands, seen from the defender.
    pub facings: Vec<Facing>,
    /// Ranks of the bearer.
    pub own_ranks: CountRange,
    /// Ranks the bearer has lost.
    pub own_ranks_lost: CountRange,
    /// Ranks of the enemy.
    pub enemy_ranks: CountRange,
    /// Ranks the enemy has lost.
    pub enemy_ranks_lost: CountRange,
    /// The bearer's ranks against the enemy's; none where that does not matter.
    pub ranks_against_enemy: Vec<RankComparison>,
    /// Condition tokens the enemy holds, how many.
    pub enemy_tokens: CountRange,
    /// Condition tokens the enemy must hold.
    pub enemy_holds: Tokens,
    /// Types of the enemy.
    pub enemy_types: Vec<UnitType>,
    /// Zones that the bearer's player controls.
    pub zones: Zones,
    /// Zones that the enemy's player controls.
    pub enemy_zones: Zones,
    /// Zones that the enemy's player does not control.
    pub not_enemy_zones: Zones,
    /// Rounds of the game.
    pub round: CountRange,
    /// Whether the enemy has activated this round.
    pub enemy_activated: Option<bool>,
    /// Whether the bearer has activated this round.
    pub activated: Option<bool>,
    /// Whether both were in contact when the turn began.
    pub engaged_since_start: Option<bool>,
    /// Tokens of the bearer's own kind (Faith, Pillage, order tokens) there are.
    pub resource: CountRange,
    /// Such tokens that it costs: there must be as many.
    pub spends: u8,
    /// Whether another friendly unit is in contact with the enemy.
    pub supported: Option<bool>,
    /// Whether another friend of the enemy is in contact with the bearer.
    pub enemy_supported: Option<bool>,
    /// Whether it is the turn of the bearer's player.
    pub own_turn: Option<bool>,
    /// Which morale test it is; where one is taken alone.
    pub test: Option<TestKind>,
    /// Whether the attack dealt wounds; triggered after an attack alone.
    pub dealt: Option<bool>,
    /// Whether the attack destroyed a rank; triggered after an attack alone.
    pub rank_destroyed: Option<bool>,
}

impl Conditions {
    /// Whether any is about ranks.
    pub fn count_ranks(&self) -> bool {
        let counted =
            [self.own_ranks, self.own_ranks_lost, self.enemy_ranks, self.enemy_ranks_lost];
        counted.into_iter().any(|between| between != CountRange::ANY)
            || !self.ranks_against_enemy.is_empty()
    }

    /// Whether they say how far the enemy may be.
    pub const fn tell_distance(&self) -> bool {
        self.melee.is_some() || self.short.is_some()
    }
}
