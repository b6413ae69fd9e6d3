//! The specification of an encounter: everything on which its outcome depends.

use crate::cards::{CardTokens, DeclaredCards, FriendCounts};
use crate::field::UnitId;
use std::hash::{Hash, Hasher};
use warodds_games::asoiaf::effect::Zones;
use warodds_games::asoiaf::{ChargeStops, Facing, Range, Surroundings, Terrain};

/// The kind of an encounter and its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncounterKind {
    /// An attack of the first unit on the second (A2).
    Attack {
        /// Number of the attack on the card.
        weapon: u8,
        /// The arc of the second unit in which the first one is.
        facing: Facing,
        /// Whether the second unit is mostly hidden by cover (A10.3).
        cover: bool,
    },
    /// A charge of the first unit on the second (A5).
    Charge {
        /// Number of the attack on the card.
        weapon: u8,
        /// The declared arc of the second unit.
        facing: Facing,
        /// Speed of the first unit in inches.
        speed: u8,
        /// Distance to the second unit in inches, rounded up.
        distance: u8,
        /// Terrain on the path.
        terrain: Terrain,
        /// Terrain near the place where the first unit ends.
        ends: ChargeEnds,
    },
    /// A panic test of the first unit (A4.2).
    Panic {
        /// Modifier of the roll.
        modifier: i8,
        /// Whether it is the turn of the unit's own player (A0.7).
        own_turn: bool,
    },
    /// A morale test without wounds of the first unit (A4.1).
    Morale {
        /// Modifier of the roll.
        modifier: i8,
        /// Whether it is the turn of the unit's own player (A0.7).
        own_turn: bool,
    },
    /// Hits on the first unit outside of an attack (A2.10).
    Hits {
        /// The number of hits.
        hits: u8,
        /// What is added to the saves.
        saves: i8,
    },
    /// A panic test of the first unit because a friend shot at the second, with which the first is
    /// engaged (A6.14).
    Friend,
}

/// The terrain near the place in which a charge ends (A10.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChargeEnds {
    /// That near the charger in contact.
    pub contact: Surroundings,
    /// That near the charger where it fails.
    pub stops: ChargeStops,
}

impl ChargeEnds {
    /// Returns the ends of a charge near the same terrain wherever it ends.
    pub(crate) const fn near(terrain: Surroundings) -> Self {
        Self { contact: terrain, stops: ChargeStops::everywhere(terrain) }
    }
}

/// The bonuses that a unit has from objectives, marks and siege cards.
///
/// # Examples
/// ```
/// use warodds_battles::outcomes::ObjectiveBonuses;
///
/// let bonuses = ObjectiveBonuses::SUNDERING.and(ObjectiveBonuses::VICIOUS);
/// assert!(bonuses.has(ObjectiveBonuses::VICIOUS));
/// assert!(!bonuses.has(ObjectiveBonuses::MARKED));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectiveBonuses(u32);

impl ObjectiveBonuses {
    /// +2 dice in all attacks (A13.7.2).
    pub const MARKED: Self = Self(1);
    /// Sundering in melee: −1 to saves.
    pub const SUNDERING: Self = Self(2);
    /// Vicious in melee: −2 to the panic test.
    pub const VICIOUS: Self = Self(4);
    /// Precision in melee: natural 6s cannot be blocked.
    pub(crate) const PRECISION: Self = Self(8);
    /// Always the highest number of attack dice.
    pub(crate) const HIGHEST: Self = Self(16);
    /// Without the abilities of attachments, which do not return in a siege (A13.3.4).
    pub(crate) const PLAIN: Self = Self(32);
    /// The number of abilities that siege cards may give (A13.3.3).
    pub(crate) const SIEGE_ABILITIES: usize = 24;
    /// The bit of the first of these abilities.
    const FIRST_OF_SIEGE: usize = 8;

    /// Returns the union of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the bonus of an ability that siege cards give, by its number.
    pub(crate) fn of_siege(number: usize) -> Option<Self> {
        (number < Self::SIEGE_ABILITIES).then(|| Self(1 << (Self::FIRST_OF_SIEGE + number)))
    }

    /// Returns the set as bits.
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// Returns whether the set contains all of `other`.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The state and surroundings of one unit in an encounter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CombatConditions {
    /// Wounds left.
    pub left: u8,
    /// Token bits, and above them the number of avoided destructions.
    pub tokens: u8,
    /// Terrain around the unit.
    pub surroundings: Surroundings,
    /// Zones controlled by the unit's player.
    pub zones: Zones,
    /// Whether the unit has activated this round.
    pub activated: bool,
    /// Whether another friend is in contact with the enemy.
    pub supported: bool,
    /// Whether the unit may be given orders: in its own activation, once a round (A1.7).
    pub orders: bool,
    /// Bonuses from objectives and marks.
    pub bonuses: ObjectiveBonuses,
    /// Whether a card takes its abilities away.
    pub silenced: bool,
    /// The range within which the commander is, also in the unit itself; `None` beyond long range.
    pub commander: Option<Range>,
    /// The tokens on its cards, in their order.
    pub card_tokens: CardTokens,
    /// Its friends, if a card counts them.
    pub friends: FriendCounts,
}

/// The state of the game in which an encounter takes place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EncounterSetting {
    /// The round, from 1.
    pub round: u8,
    /// Whether the units were in contact when the turn began.
    pub engaged: bool,
}

/// An attack, charge or panic test with everything on which its outcome depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncounterSpec {
    /// What is resolved.
    pub kind: EncounterKind,
    /// The acting unit and its enemy; the same unit twice if there is no enemy.
    pub units: [UnitId; 2],
    /// Conditions of each unit.
    pub conditions: [CombatConditions; 2],
    /// State of the game.
    pub setting: EncounterSetting,
    /// Tactics cards declared for each unit (A8.3).
    pub cards: [DeclaredCards; 2],
}

impl EncounterSpec {
    /// Returns whether the encounter is drawn from its exact distribution where not every die is
    /// wanted: a test or hits of one unit, and no tactics card. The others are cheaper to roll.
    pub(crate) fn is_drawn(&self) -> bool {
        self.kind.is_of_one_unit() && self.cards.iter().all(DeclaredCards::is_empty)
    }
}

impl EncounterKind {
    /// Returns whether the encounter has one unit and no enemy that fights it.
    pub(crate) const fn is_of_one_unit(self) -> bool {
        !matches!(self, Self::Attack { .. } | Self::Charge { .. })
    }
}

// by hand and in whole words: policies look up thousands of encounters per battle
impl Hash for EncounterSpec {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [one, other] = self.units;
        let setting = [self.setting.round, u8::from(self.setting.engaged)];
        state.write_u32(u32::from_le_bytes([one.0, other.0, setting[0], setting[1]]));
        state.write_u64(self.kind.hash_word());
        if let EncounterKind::Charge { terrain, .. } = self.kind {
            terrain.hash(state);
        }
        self.conditions.iter().for_each(|conditions| state.write_u64(conditions.hash_word()));
        let [own, enemy] = self.cards.map(|cards| u64::from(cards.word()));
        // most encounters have no cards: one word less
        if own | enemy != 0 {
            state.write_u64(own << 32 | enemy);
        }
    }
}

impl EncounterKind {
    /// Packs everything but the terrain into one word.
    const fn hash_word(self) -> u64 {
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
            Self::Morale { modifier, own_turn } => {
                [4, modifier.cast_unsigned(), own_turn as u8, 0, 0, 0, 0, 0]
            }
            Self::Hits { hits, saves } => [5, hits, saves.cast_unsigned(), 0, 0, 0, 0, 0],
        })
    }
}

impl CombatConditions {
    /// Packs everything but the zones into one word.
    fn hash_word(&self) -> u64 {
        // leaving zones out costs a few collisions only: hardly any ability depends on them
        let Surroundings { dangerous, horrific, inspiring } = self.surroundings;
        let flags = [dangerous, horrific, inspiring, self.activated, self.supported, self.orders];
        let flags = flags.iter().fold(0, |bits, flag| bits << 1 | u8::from(*flag));
        let card_tokens = u64::from(self.card_tokens.byte()) << 32;
        let friends = u64::from(self.friends.word()).wrapping_mul(1 << 40 | 1 << 35);
        let [bonuses, of_siege @ ..] = self.bonuses.0.to_le_bytes();
        let [first, second, third] = of_siege;
        let word = [self.left, self.tokens, flags, bonuses, 0, first, second, third];
        u64::from_le_bytes(word) ^ card_tokens ^ friends
    }
}
