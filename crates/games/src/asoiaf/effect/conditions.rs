//! Conditions for an effect to apply.

use super::super::condition::Tokens;
use super::super::context::Facing;
use super::super::unit_type::UnitType;
use super::super::weapon::Range;

/// An inclusive range of counts.
///
/// # Examples
/// ```
/// use warodds_games::asoiaf::effect::CountRange;
///
/// let early = CountRange { least: 1, most: 2 };
/// assert!(early.has(2) && !early.has(3));
/// assert!(CountRange::ANY.has(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CountRange {
    /// Smallest count.
    pub least: u8,
    /// Largest count.
    pub most: u8,
}

impl CountRange {
    /// Any count.
    pub const ANY: Self = Self { least: 0, most: u8::MAX };

    /// Returns whether the range contains a count.
    pub const fn has(self, count: u8) -> bool {
        self.least <= count && count <= self.most
    }
}

impl Default for CountRange {
    fn default() -> Self {
        Self::ANY
    }
}

/// How the bearer's ranks compare with the enemy's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RankComparison {
    /// The bearer has fewer ranks.
    Fewer,
    /// Both have equally many ranks.
    Equal,
    /// The bearer has more ranks.
    More,
}

impl RankComparison {
    /// All results with their names in files.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Fewer, "fewer"), (Self::Equal, "equal"), (Self::More, "more")];

    /// Compares the bearer's ranks with the enemy's.
    pub fn of(own: u8, enemy: u8) -> Self {
        match own.cmp(&enemy) {
            std::cmp::Ordering::Less => Self::Fewer,
            std::cmp::Ordering::Equal => Self::Equal,
            std::cmp::Ordering::Greater => Self::More,
        }
    }
}

/// A kind of morale test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TestKind {
    /// Panic tests, which cost wounds (A4.2).
    Panic,
    /// The panic test after the wounds of an attack (A2.7).
    Attack,
    /// Tests required by the same ability.
    Called,
    /// Morale tests that cost no wounds (A4.1).
    Plain,
}

impl TestKind {
    /// All kinds with their names in files.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Panic, "panic"),
        (Self::Attack, "attack"),
        (Self::Called, "called"),
        (Self::Plain, "plain"),
    ];
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
    /// All zones with their names in files.
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
    /// Returns whether the set contains `zone`.
    pub const fn has(self, zone: Zone) -> bool {
        self.0 & 1 << zone as u8 != 0
    }

    /// Returns whether the set contains all of `others`.
    pub const fn cover(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Returns whether the set contains none of `others`.
    pub const fn miss(self, others: Self) -> bool {
        self.0 & others.0 == 0
    }
}

impl FromIterator<Zone> for Zones {
    fn from_iter<T: IntoIterator<Item = Zone>>(zones: T) -> Self {
        Self(zones.into_iter().fold(0, |bits, zone| bits | 1 << zone as u8))
    }
}

/// Conditions for an effect to apply. `None` and full ranges do not restrict it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// Whether the units are in contact (`false`: at range).
    pub melee: Option<bool>,
    /// Whether the enemy is within short range, including contact.
    pub short: Option<bool>,
    /// Whether a charge led to the attack, orderly or not.
    pub charging: Option<bool>,
    /// Allowed facings of the attack, seen from the defender; empty for any.
    pub facings: Vec<Facing>,
    /// Ranks of the bearer.
    pub own_ranks: CountRange,
    /// Ranks the bearer has lost.
    pub own_ranks_lost: CountRange,
    /// Ranks of the enemy.
    pub enemy_ranks: CountRange,
    /// Ranks the enemy has lost.
    pub enemy_ranks_lost: CountRange,
    /// Allowed comparisons of the bearer's ranks with the enemy's; empty for any.
    pub ranks_against_enemy: Vec<RankComparison>,
    /// Allowed comparisons of the ranks the bearer has lost with those the enemy has lost; empty
    /// for any.
    pub lost_ranks_against_enemy: Vec<RankComparison>,
    /// Number of condition tokens of the enemy.
    pub enemy_tokens: CountRange,
    /// Condition tokens the enemy must hold.
    pub enemy_holds: Tokens,
    /// Allowed types of the enemy; empty for any.
    pub enemy_types: Vec<UnitType>,
    /// Allowed types of the bearer; empty for any.
    pub own_types: Vec<UnitType>,
    /// Whether the commander is in the bearer's unit.
    pub commander_unit: Option<bool>,
    /// Whether the commander is in the bearer's unit or near it.
    pub near_commander: Option<bool>,
    /// The range at which the commander is near, where distances are measured; questions state
    /// whether the commander is near.
    pub commander_range: Option<Range>,
    /// Factions and affiliations of which the bearer must have one; empty for any.
    pub affiliations: Vec<String>,
    /// Factions and affiliations of which the bearer must have none.
    pub not_affiliations: Vec<String>,
    /// Zones the bearer's player must control.
    pub zones: Zones,
    /// Zones the bearer's player must not control.
    pub not_zones: Zones,
    /// Zones the enemy's player must control.
    pub enemy_zones: Zones,
    /// Zones the enemy's player must not control.
    pub not_enemy_zones: Zones,
    /// Rounds of the game.
    pub round: CountRange,
    /// Whether the enemy has activated this round.
    pub enemy_activated: Option<bool>,
    /// Whether the bearer has activated this round.
    pub activated: Option<bool>,
    /// Whether both units were in contact at the start of the turn.
    pub engaged_since_start: Option<bool>,
    /// Resource tokens the bearer has (Faith, Pillage, order tokens).
    pub resource: CountRange,
    /// Resource tokens the effect costs: the bearer must have as many.
    pub spends: u8,
    /// Whether another friendly unit is in contact with the enemy.
    pub supported: Option<bool>,
    /// Whether another friend of the enemy is in contact with the bearer.
    pub enemy_supported: Option<bool>,
    /// Whether it is the turn of the bearer's player.
    pub own_turn: Option<bool>,
    /// The kind of morale test; only for effects within tests.
    pub test: Option<TestKind>,
    /// Whether the attack dealt wounds; only for effects after an attack.
    pub dealt: Option<bool>,
    /// Whether the attack destroyed a rank; only for effects after an attack.
    pub rank_destroyed: Option<bool>,
    /// Whether the enemy is destroyed; only for effects after an attack.
    pub enemy_destroyed: Option<bool>,
}

impl Conditions {
    /// Returns whether any condition is about ranks.
    pub(crate) fn count_ranks(&self) -> bool {
        let counted =
            [self.own_ranks, self.own_ranks_lost, self.enemy_ranks, self.enemy_ranks_lost];
        counted.into_iter().any(|between| between != CountRange::ANY)
            || !self.ranks_against_enemy.is_empty()
            || !self.lost_ranks_against_enemy.is_empty()
    }

    /// Returns whether any condition is about ranks or tokens, which dice change.
    pub fn depend_on_dice(&self) -> bool {
        self.count_ranks()
            || self.enemy_tokens != CountRange::ANY
            || self.enemy_holds != Tokens::NONE
    }

    /// Returns whether any condition is about affiliations or the commander.
    pub(crate) const fn tell_allegiance(&self) -> bool {
        self.commander_unit.is_some()
            || self.near_commander.is_some()
            || !self.affiliations.is_empty()
            || !self.not_affiliations.is_empty()
    }

    /// Returns whether the conditions restrict the distance of the enemy.
    pub(crate) const fn tell_distance(&self) -> bool {
        self.melee.is_some() || self.short.is_some()
    }
}
