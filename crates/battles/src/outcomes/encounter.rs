//! All that an attack, a charge or a panic test hangs on.

use crate::army::BattleUnit;
use crate::field::UnitId;
use std::hash::{Hash, Hasher};
use warodds_games::asoiaf::effect::Zones;
use warodds_games::asoiaf::{Facing, Surroundings, Terrain};

/// What is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncounterKind {
    /// An attack of the first unit on the second (A2).
    Attack {
        /// The number of the attack on the card.
        weapon: u8,
        /// The arc of the second unit in which the first is.
        facing: Facing,
        /// The second unit is mostly hidden by cover (A10.3).
        cover: bool,
    },
    /// A charge of the first unit on the second (A5).
    Charge {
        /// The number of the attack on the card.
        weapon: u8,
        /// The arc of the second unit that was declared.
        facing: Facing,
        /// The speed of the first unit, in inches.
        speed: u8,
        /// How far away it is, in whole inches, rounded up.
        distance: u8,
        /// The terrain on the way.
        terrain: Terrain,
    },
    /// A panic test of the first unit, with this added to the roll (A4.2).
    Panic {
        /// Added to the roll.
        modifier: i8,
        /// Whether it is the turn of its own player (A0.7).
        own_turn: bool,
    },
    /// A panic test of the first unit, a friend of a shooter, that is engaged with the second, the
    /// target that was shot at (A6.14).
    Friend,
}

/// What objectives and marks bring to a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectiveBonuses(u8);

impl ObjectiveBonuses {
    /// +2 dice on all attacks (A13.7.2).
    pub const MARKED: Self = Self(1);
    /// Sundering in melee: −1 to saves.
    pub const SUNDERING: Self = Self(2);
    /// Vicious in melee: −2 to the panic test.
    pub const VICIOUS: Self = Self(4);
    /// Precision in melee: hits of natural 6s are not blocked.
    pub const PRECISION: Self = Self(8);
    /// Always its highest attack dice.
    pub const HIGHEST: Self = Self(16);

    /// Both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Them as bits.
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// Whether it has all of another.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What is around one of two units that meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CombatConditions {
    /// Wounds it has left.
    pub left: u8,
    /// The bits of its tokens, and how often it survived its end above them.
    pub tokens: u8,
    /// The terrain.
    pub surroundings: Surroundings,
    /// Zones its player controls.
    pub zones: Zones,
    /// Whether it has activated this round.
    pub activated: bool,
    /// Whether another friend is in contact with the enemy.
    pub supported: bool,
    /// Whether its orders may be given: in its own activation, once a round (A1.7).
    pub orders: bool,
    /// What objectives and marks bring.
    pub boons: ObjectiveBonuses,
}

/// The game around a meeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EncounterSetting {
    /// The round, from 1.
    pub round: u8,
    /// Whether both were in contact when the turn began.
    pub engaged: bool,
}

/// All that an attack, a charge or a panic test hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncounterSpec {
    /// What is rolled.
    pub what: EncounterKind,
    /// Who meets: the one whose action or test it is, and its enemy; the same twice where there is
    /// none.
    pub units: [UnitId; 2],
    /// What is around each.
    pub around: [CombatConditions; 2],
    /// The game around them.
    pub setting: EncounterSetting,
}

impl EncounterSpec {
    /// Whether it comes up often, so that its distribution is worth working out: a panic test, or
    /// units that are as they were at first. What comes up once is sooner rolled.
    pub(super) fn is_recurring(&self, units: &[BattleUnit]) -> bool {
        let is_fresh = |(unit, around): (&UnitId, &CombatConditions)| {
            let whole = units.get(usize::from(unit.0)).map(BattleUnit::wounds);
            Some(around.left) == whole && around.tokens == 0
        };
        match self.what {
            EncounterKind::Panic { .. } | EncounterKind::Friend => true,
            EncounterKind::Attack { .. } | EncounterKind::Charge { .. } => {
                self.units.iter().zip(&self.around).all(is_fresh)
            }
        }
    }
}

/// Word by word: policies ask for outcomes by the thousand a battle.
impl Hash for EncounterSpec {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [one, other] = self.units;
        let setting = [self.setting.round, u8::from(self.setting.engaged)];
        state.write_u32(u32::from_le_bytes([one.0, other.0, setting[0], setting[1]]));
        state.write_u64(self.what.word());
        if let EncounterKind::Charge { terrain, .. } = self.what {
            terrain.hash(state);
        }
        self.around.iter().for_each(|around| state.write_u64(around.word()));
    }
}

impl EncounterKind {
    /// All but terrain in a word.
    const fn word(self) -> u64 {
        u64::from_le_bytes(match self {
            Self::Attack { weapon, facing, cover } => {
                [0, weapon, facing as u8, cover as u8, 0, 0, 0, 0]
            }
            Self::Charge { weapon, facing, speed, distance, .. } => {
                [1, weapon, facing as u8, speed, distance, 0, 0, 0]
            }
            Self::Panic { modifier, own_turn } => {
                [2, modifier.cast_unsigned(), own_turn as u8, 0, 0, 0, 0, 0]
            }
            Self::Friend => [3, 0, 0, 0, 0, 0, 0, 0],
        })
    }
}

impl CombatConditions {
    /// Most of it in a word: zones are left out.
    fn word(&self) -> u64 {
        let Surroundings { dangerous, horrific, inspiring } = self.surroundings;
        let flags = [dangerous, horrific, inspiring, self.activated, self.supported, self.orders];
        let flags = flags.iter().fold(0, |bits, flag| bits << 1 | u8::from(*flag));
        u64::from_le_bytes([self.left, self.tokens, flags, self.boons.0, 0, 0, 0, 0])
    }
}
