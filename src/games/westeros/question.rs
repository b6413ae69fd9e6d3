//! Questions as validated data.

use thiserror::Error;

use super::dice::Symbol;
use super::unit::{Class, Unit};
use super::values::{Attempts, DiceModifier, Figures, Hexes, Level, Marker, OrderDice, Rounds, Track, Wanted, Worth};

/// How near an attack is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reach {
    /// From the next hex: it may be countered (B2.8) and may flank (B2.5).
    #[default]
    Melee,
    /// From afar: neither.
    Ranged,
}

impl Reach {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Melee, Self::Ranged];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Melee => "melee",
            Self::Ranged => "ranged",
        }
    }
}

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// How near.
    pub reach: Reach,
    /// Whether the target is engaged by another friend and the attacker by nobody (B2.5); melee only.
    pub flanking: bool,
    /// Whether it is made on a unit that leaves (B2.9): flags miss, and nobody counters.
    pub parting_blow: bool,
    /// Whether the attacker is Off-Balance and has moved (B2.1).
    pub moved: bool,
    /// What cards and abilities do to the dice (B2.1); not to those of a counter-attack (B2.8).
    pub modifier: DiceModifier,
    /// Whether the target is engaged through a token of its own house, which costs it the cover of a building (B2.6).
    pub engaged: bool,
    /// What a hex of retreat is worth to a flanking attacker who picks dice to reroll (B2.5).
    pub retreat_worth: Worth,
}

impl Default for Manner {
    /// An attack from the next hex, without anything else.
    fn default() -> Self {
        Self {
            reach: Reach::Melee,
            flanking: false,
            parting_blow: false,
            moved: false,
            modifier: DiceModifier::NONE,
            engaged: false,
            retreat_worth: Worth::default(),
        }
    }
}

/// Why an attack cannot be made so.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum MannerError {
    /// Flanking from afar.
    #[error("only an attack from the next hex can flank (B2.5)")]
    FlankFromAfar,
    /// Flanking archers.
    #[error("archers never flank (B2.5)")]
    FlankingArchers,
    /// A parting blow that flanks.
    #[error("a parting blow is made by a unit that is engaged, which cannot flank (B2.5, B2.9)")]
    PartingFlank,
    /// A parting blow from afar.
    #[error("a parting blow is made from the next hex (B2.9)")]
    PartingFromAfar,
}

impl Manner {
    /// Checks that a unit of this class can attack so.
    ///
    /// # Errors
    /// For the first contradiction.
    pub fn check(&self, attacker: Class) -> Result<(), MannerError> {
        match (self.reach, self.flanking, self.parting_blow) {
            (Reach::Ranged, _, true) => Err(MannerError::PartingFromAfar),
            (Reach::Ranged, true, _) => Err(MannerError::FlankFromAfar),
            (_, true, true) => Err(MannerError::PartingFlank),
            (_, true, _) if attacker == Class::Archers => Err(MannerError::FlankingArchers),
            _ => Ok(()),
        }
    }
}

/// One attack and its counter-attack (B2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Who attacks.
    pub attacker: Unit,
    /// Who is attacked.
    pub target: Unit,
    /// How.
    pub manner: Manner,
    /// Whether a counter-attack is resolved, and not only foretold (B2.8).
    pub counter: bool,
}

/// Which side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side called `a`.
    #[default]
    A,
    /// The side called `b`.
    B,
}

impl Side {
    /// Both.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// Two units that attack each other in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// One side.
    pub a: Unit,
    /// The other.
    pub b: Unit,
    /// In each round both attack once.
    pub rounds: Rounds,
    /// Who attacks first in each round.
    pub first: Side,
    /// Whether a side that is driven back is followed, so that the exchange goes on; otherwise it ends there.
    pub press_on: bool,
}

/// Who is attacked after a pursuit (B2.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The unit that was driven back, where the pursuer reaches it.
    Same,
    /// Another one, which it does reach.
    Other(Unit),
}

/// An attack with a pursuit and the extra attack it allows (B2.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pursuit {
    /// The first attack.
    pub attack: Attack,
    /// How far the pursuer may go.
    pub hexes: Hexes,
    /// Whom it attacks then.
    pub then: Then,
}

/// A special attack of Dogs of War (B2.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DogsOfWar {
    /// Whose dogs: where it stands and whether its valor hits. Its dice are those of the rank it rolls.
    pub attacker: Unit,
    /// Who is attacked.
    pub target: Unit,
    /// What cards and abilities do to the dice.
    pub modifier: DiceModifier,
}

/// The end of a side's half of the morale track (B3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum End {
    /// There the side routs and the battle is over.
    #[default]
    Rout,
    /// There the marker stays until it moves the other way.
    Stop,
}

impl End {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Rout, Self::Stop];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rout => "rout",
            Self::Stop => "stop",
        }
    }
}

/// A coloured zone on both halves of the morale track, in spaces from the centre, with its morale break (B3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Its break: there morale returns to.
    pub brk: u8,
    /// The last space from which it does.
    pub last: u8,
}

/// Something that is done in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A unit attacks another one, both by their places; nothing happens where one of them is gone.
    Attack {
        /// Who attacks.
        by: usize,
        /// Who is attacked.
        on: usize,
        /// How.
        manner: Manner,
    },
    /// A morale token for a side's own morale: one space towards the enemy (B3).
    Raise(Side),
    /// A morale token to rally a unit: one space the other way (B3).
    Rally(Side),
    /// The round ends: morale recovers (B3).
    Regroup,
}

/// A battle as a race of morale (B3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rout {
    /// The units, each with its side.
    pub units: Vec<(Side, Unit)>,
    /// What is done, in this order.
    pub order: Vec<Action>,
    /// Spaces of the track on either side.
    pub track: Track,
    /// Where the marker stands.
    pub marker: Marker,
    /// The ends of a's and of b's half.
    pub ends: [End; 2],
    /// The coloured zones.
    pub zones: Vec<Zone>,
}

/// Why a race of morale cannot be asked.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RoutError {
    /// More units than can be followed.
    #[error("a rout follows at most {most} units, not {given}", most = Rout::MOST_UNITS)]
    TooManyUnits {
        /// How many there are.
        given: usize,
    },
    /// More actions than can be followed.
    #[error("an order has at most {most} actions, not {given}", most = Rout::MOST_ACTIONS)]
    TooManyActions {
        /// How many there are.
        given: usize,
    },
    /// An action names a unit that is not there, or one of its own side.
    #[error("action {0} is not an attack of a unit on an enemy")]
    NoAttack(usize),
    /// An attack that cannot be made so.
    #[error("action {0}: {1}")]
    NoManner(usize, MannerError),
    /// The marker stands at an end, or outside of the track.
    #[error("the marker must stand within the track, not at {0} of {1}")]
    NoMarker(i8, u8),
    /// A zone that ends before its break, or not within the track.
    #[error("a zone reaches from its break outwards and stays within the track, not from {0} to {1}")]
    NoZone(u8, u8),
}

impl Rout {
    /// Units that can be followed: one count of the state each.
    pub const MOST_UNITS: usize = 7;
    /// Actions that can be followed.
    pub const MOST_ACTIONS: usize = 60;

    /// Checks that everything named is there.
    ///
    /// # Errors
    /// For the first thing that is not as it must be.
    pub fn checked(self) -> Result<Self, RoutError> {
        if self.units.len() > Self::MOST_UNITS {
            return Err(RoutError::TooManyUnits { given: self.units.len() });
        }
        if self.order.len() > Self::MOST_ACTIONS {
            return Err(RoutError::TooManyActions { given: self.order.len() });
        }
        let track = self.track.get();
        if self.marker.get().unsigned_abs() >= track {
            return Err(RoutError::NoMarker(self.marker.get(), track));
        }
        if let Some(zone) = self.zones.iter().find(|zone| zone.last < zone.brk || zone.last > track) {
            return Err(RoutError::NoZone(zone.brk, zone.last));
        }
        self.order.iter().enumerate().try_for_each(|(place, action)| self.check(place + 1, action))?;
        Ok(self)
    }

    /// Checks one action.
    fn check(&self, number: usize, action: &Action) -> Result<(), RoutError> {
        let Action::Attack { by, on, manner } = action else { return Ok(()) };
        match (self.units.get(*by), self.units.get(*on)) {
            (Some((one, attacker)), Some((other, _))) if one != other => {
                manner.check(attacker.class).map_err(|error| RoutError::NoManner(number, error))
            }
            _ => Err(RoutError::NoAttack(number)),
        }
    }
}

/// A token kept from the round before (B4).
pub type Kept = Option<Symbol>;

/// A roll of order dice and the orders it is rolled for (B4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orders {
    /// Dice rolled.
    pub dice: OrderDice,
    /// Orders wanted for green, blue and red units.
    pub wanted: [Wanted; 3],
    /// Morale tokens wanted for morale itself: they order nobody.
    pub flags: Wanted,
    /// The token kept.
    pub kept: Kept,
}

/// A roll of order dice that nothing is wanted of.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("order dice are rolled for orders: at least one order or morale token must be wanted")]
pub struct NothingWanted;

impl Orders {
    /// Checks that something is wanted.
    ///
    /// # Errors
    /// When nothing is.
    pub fn checked(self) -> Result<Self, NothingWanted> {
        let wanted = self.wanted.iter().any(|count| count.get() > 0) || self.flags.get() > 0;
        wanted.then_some(self).ok_or(NothingWanted)
    }
}

/// What can burn, with how much fire it takes (B5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ground {
    /// Plains and roads: 4.
    #[default]
    Plains,
    /// Forests and their roads: 3, then they are plains.
    Forest,
    /// Buildings: 4, then they are plains.
    Building,
    /// Wooden bridges: 3, then bridge and fire are gone.
    WoodenBridge,
    /// Palisades: 4, then they are gone.
    Palisade,
    /// Tents: 1, then they are gone.
    Tent,
    /// Siege engines: 1, then they are gone.
    SiegeEngine,
    /// Hills, rivers, fords and stone bridges: no fire.
    Bare,
}

impl Ground {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Plains, Self::Forest, Self::Building, Self::WoodenBridge, Self::Palisade, Self::Tent, Self::SiegeEngine, Self::Bare];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plains => "plains",
            Self::Forest => "forest",
            Self::Building => "building",
            Self::WoodenBridge => "wooden-bridge",
            Self::Palisade => "palisade",
            Self::Tent => "tent",
            Self::SiegeEngine => "siege-engine",
            Self::Bare => "bare",
        }
    }

    /// The highest level of a fire on it.
    pub const fn limit(self) -> u8 {
        match self {
            Self::Plains | Self::Building | Self::Palisade => 4,
            Self::Forest | Self::WoodenBridge => 3,
            Self::Tent | Self::SiegeEngine => 1,
            Self::Bare => 0,
        }
    }

    /// What it is once its limit has been reached at the end of a round.
    pub const fn destroyed(self) -> Self {
        match self {
            Self::WoodenBridge => Self::Bare,
            _ => Self::Plains,
        }
    }
}

/// A fire in a hex over several rounds, and what it does around it (B5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fire {
    /// What burns.
    pub ground: Ground,
    /// The fire's level at the start, at most the ground's limit.
    pub level: Level,
    /// What lies in all six hexes around it.
    pub around: Ground,
    /// Rounds that pass.
    pub rounds: Rounds,
    /// Attack dice with which the earth is scorched in each of the first [`Fire::scorched`] rounds.
    pub scorch: Attempts,
    /// Rounds in which it is.
    pub scorched: Rounds,
    /// Dice of those beside the fire who try to put it out, each round.
    pub put_out: Attempts,
    /// The round in which the unit inside is ordered to put it out, if it is.
    pub order_inside: Option<Rounds>,
    /// Figures of the unit inside; none for no unit.
    pub figures: Option<Figures>,
}

/// Why a fire cannot be asked about.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum FireError {
    /// It would burn higher than its ground lets it.
    #[error("a fire in {} burns up to level {}, not {level} (B5)", .ground.name(), .ground.limit())]
    TooHigh {
        /// What burns.
        ground: Ground,
        /// How high.
        level: u8,
    },
    /// Nothing can burn there.
    #[error("hills, rivers, fords and stone bridges do not burn (B5)")]
    Bare,
    /// Nobody is there to be ordered.
    #[error("there is no unit inside to be ordered: give its figures")]
    NobodyInside,
}

impl Fire {
    /// Checks that it can burn so.
    ///
    /// # Errors
    /// For the first contradiction.
    pub fn checked(self) -> Result<Self, FireError> {
        let (ground, level) = (self.ground, self.level.get());
        if ground == Ground::Bare {
            Err(FireError::Bare)
        } else if level > ground.limit() {
            Err(FireError::TooHigh { ground, level })
        } else if self.order_inside.is_some() && self.figures.is_none() {
            Err(FireError::NobodyInside)
        } else {
            Ok(self)
        }
    }
}

/// Anything that can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// What one attack does.
    Attack(Box<Attack>),
    /// Who is left of two units that attack each other in turn.
    Exchange(Box<Exchange>),
    /// What an attack with a pursuit does.
    Pursuit(Box<Pursuit>),
    /// What dogs do.
    DogsOfWar(Box<DogsOfWar>),
    /// Whether a side routs.
    Rout(Box<Rout>),
    /// Whether there are enough orders.
    Orders(Orders),
    /// What a fire does.
    Fire(Fire),
}
