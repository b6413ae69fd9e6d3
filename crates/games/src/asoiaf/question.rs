//! Questions as validated data.
//!
//! Rules are compiled from questions (see [`super::attack`] and its siblings), so that nothing is
//! decided twice during resolution.

use thiserror::Error;

pub use super::combatant::{Attacker, Combatant, Defender};
use super::combatant::{CombatantView, check_dice};
use super::condition::Spending;
pub use super::context::{
    ActivePlayer, ChargeEffects, Context, Engagement, EngagementError, EngagementFilter, Facing,
    Rerolls,
};
use super::deck::Deck;
pub use super::terrain::{Terrain, TerrainKeyword};
use super::traits::Traits;
use super::unit::UnitState;
use super::values::{Activations, Inches, Modifier, Morale, Speed};

/// One attack (A2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The attacking unit; its player is the active one.
    pub attacker: Attacker,
    /// The attacked unit.
    pub defender: Defender,
    /// Facing and engagement.
    pub context: Context,
    /// Friends of the attacker that are engaged with the defender: a ranged attack makes them take
    /// a panic test (A6.14).
    pub friends: Friends,
}

impl Attack {
    /// Creates an attack without friends.
    pub fn new(attacker: Attacker, defender: Defender, context: Context) -> Self {
        Self { attacker, defender, context, friends: Friends::default() }
    }

    /// Checks that the profiles match the units, including those of a counter-attack.
    ///
    /// # Errors
    /// A description of the contradiction.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let Self { attacker, defender, .. } = self;
        attacker.check()?;
        let answer = defender.attacking.as_ref();
        answer.map_or(Ok(()), |profile| check_dice(profile, defender.state))
    }

    /// Returns the attacker and the defender as the rules see them.
    pub(super) fn views(&self) -> [CombatantView<'_>; 2] {
        [(&self.attacker).into(), (&self.defender).into()]
    }

    /// Returns the traits of the attacker and the defender.
    pub const fn traits(&self) -> [&Traits; 2] {
        [&self.attacker.traits, &self.defender.traits]
    }

    /// Returns mutable traits of the attacker and the defender.
    pub const fn traits_mut(&mut self) -> [&mut Traits; 2] {
        [&mut self.attacker.traits, &mut self.defender.traits]
    }
}

/// A panic test on its own (A4.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// The unit's morale value.
    pub morale: Morale,
    /// Added to the roll.
    pub modifier: Modifier,
    /// Wounds left and tokens of the unit; its Panicked token may be spent.
    pub state: UnitState,
    /// Who may reroll, apart from that token.
    pub rerolls: Rerolls,
    /// Whose turn it is.
    pub active: ActivePlayer,
    /// When the enemy spends the token.
    pub spending: Spending,
    /// Name, abilities and circumstances of the unit.
    pub traits: Traits,
}

/// The panic tests of friends of the shooter that are engaged with its target (A6.14). It is their
/// own player's turn, regardless of [`Panic::active`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Friends(Vec<Panic>);

/// Friends that cannot all be engaged with one enemy.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum TooManyFriends {
    /// There are too many friends.
    #[error("at most {} friends can be engaged with the target, not {given}", Friends::MOST)]
    Units {
        /// Number of friends.
        given: usize,
    },
    /// The friends have too many wounds left.
    #[error(
        "the friends engaged with the target may have {} wounds left in total, not {given}",
        Friends::MOST_WOUNDS
    )]
    Wounds {
        /// Wounds left to all friends.
        given: u32,
    },
}

impl Friends {
    /// Largest number of friends: two on each side of the target (A18.2), less one place of the
    /// enemy.
    pub const MOST: usize = 7;
    /// Largest number of wounds left to all friends: counts must fit in a byte.
    pub const MOST_WOUNDS: u32 = 240;

    /// Creates the tests, one per friend.
    ///
    /// # Errors
    /// [`TooManyFriends`] beyond [`Self::MOST`] friends or [`Self::MOST_WOUNDS`] wounds.
    pub fn new(tests: Vec<Panic>) -> Result<Self, TooManyFriends> {
        let left: u32 = tests.iter().map(|test| u32::from(test.state.wounds_left())).sum();
        if tests.len() > Self::MOST {
            return Err(TooManyFriends::Units { given: tests.len() });
        }
        if left > Self::MOST_WOUNDS {
            Err(TooManyFriends::Wounds { given: left })
        } else {
            Ok(Self(tests))
        }
    }

    /// Returns the tests.
    pub fn tests(&self) -> &[Panic] {
        &self.0
    }
}

/// The charging unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charger {
    /// Speed.
    pub speed: Speed,
    /// Wounds left and tokens.
    pub state: UnitState,
    /// Whether the charger may reroll the distance (both dice in hindering terrain).
    pub reroll_distance: bool,
    /// Panic test if the charge fails (A5.6); `None` leaves the test out.
    pub panic: Option<Panic>,
}

/// A charge and the attack it leads to (A5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The charging unit.
    pub charger: Charger,
    /// Distance to the target.
    pub distance: Inches,
    /// Terrain in between.
    pub terrain: Terrain,
    /// The attack after the charge, as in open terrain (the rules apply the terrain); `None` leaves
    /// it out.
    pub attack: Option<Attack>,
}

impl Charge {
    /// Returns the longest distance the charger can roll, in inches: farther targets cannot be
    /// declared (A5.1).
    pub const fn longest(&self) -> u8 {
        longest(self.charger.speed, self.terrain)
    }

    /// Returns whether the charge may be declared (A5.1).
    pub const fn in_reach(&self) -> bool {
        self.distance.whole() <= self.longest()
    }
}

/// A retreat from all enemies in contact (A6.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreat {
    /// Speed of the unit.
    pub speed: Speed,
    /// Distance to the nearest legal place; a shorter roll leaves the unit where it is.
    pub distance: Inches,
    /// Terrain on the path; only rough and dangerous terrain matter.
    pub terrain: Terrain,
    /// Wounds left and tokens of the unit.
    pub state: UnitState,
}

impl Retreat {
    /// Returns the longest distance the unit can roll, in inches: without a place within it the
    /// action cannot be taken.
    pub const fn longest(&self) -> u8 {
        longest(self.speed, self.terrain)
    }

    /// Returns whether the action may be taken.
    pub const fn in_reach(&self) -> bool {
        self.distance.whole() <= self.longest()
    }
}

/// Returns the longest distance of speed + D6 over this terrain, in inches.
const fn longest(speed: Speed, terrain: Terrain) -> u8 {
    let rough = if terrain.has(TerrainKeyword::Rough) { 1 } else { 0 };
    speed.get() + 6 - rough
}

/// A side of a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DuelSide {
    /// The side called `a`.
    #[default]
    A,
    /// The side called `b`.
    B,
}

/// The first attack of a duel; later ones are to the front and without a charge (A5.9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The side that makes it.
    pub first: DuelSide,
    /// Its facing.
    pub facing: Facing,
    /// The charge that led to it, if any.
    pub charge: Option<ChargeEffects>,
}

impl Opening {
    /// Returns how the first attack is made.
    pub(super) const fn context(self) -> Context {
        let Self { facing, charge, .. } = self;
        Context { facing, engagement: Engagement::Melee { charge } }
    }
}

/// A duel: two engaged units attack in turn until one is destroyed or the attacks are used up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// One side.
    pub a: Combatant,
    /// The other side.
    pub b: Combatant,
    /// Number of attacks of both sides together.
    pub activations: Activations,
    /// The first attack.
    pub opening: Opening,
}

/// Attacks on a unit by fresh attackers, repeated in order until it is destroyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survive {
    first: Attack,
    others: Vec<Attack>,
}

/// There is no attack.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("nobody attacks: at least one attack is needed")]
pub struct NoAttack;

impl Survive {
    /// Creates the question from attacks on the same unit.
    ///
    /// # Errors
    /// [`NoAttack`] if the list is empty.
    pub fn new(attacks: Vec<Attack>) -> Result<Self, NoAttack> {
        let mut all = attacks.into_iter();
        Ok(Self { first: all.next().ok_or(NoAttack)?, others: all.collect() })
    }

    /// Returns the attacks in order.
    pub fn attacks(&self) -> impl Iterator<Item = &Attack> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Returns the state of the unit before all attacks.
    pub const fn unit(&self) -> UnitState {
        self.first.defender.state
    }
}

/// A question about *A Song of Ice and Fire*.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "questions are made once, and go round in a box of their own"
)]
pub enum Question {
    /// The result of one attack.
    Attack(Attack),
    /// Whether a charge arrives, and its result.
    Charge(Charge),
    /// The wounds of a panic test.
    Panic(Panic),
    /// Who wins a duel.
    Duel(Box<Duel>),
    /// How many attacks a unit survives.
    Survive(Box<Survive>),
    /// Which cards are drawn.
    Deck(Deck),
    /// Whether a retreat succeeds.
    Retreat(Retreat),
}

impl Question {
    /// Returns the names of the weapons used, including that of a possible counter-attack.
    pub fn in_hand(&self) -> Vec<&str> {
        match self {
            Self::Attack(attack) => attack.in_hand(),
            Self::Charge(charge) => charge.attack.as_ref().map_or_else(Vec::new, Attack::in_hand),
            Self::Panic(_) | Self::Deck(_) | Self::Retreat(_) => Vec::new(),
            Self::Survive(survive) => survive.attacks().flat_map(Attack::in_hand).collect(),
            Self::Duel(duel) => vec![&duel.a.traits.weapon, &duel.b.traits.weapon],
        }
    }
}

impl Attack {
    fn in_hand(&self) -> Vec<&str> {
        let [own, other] = self.traits();
        let answer = other.answers().then_some(other.weapon.as_str());
        std::iter::once(own.weapon.as_str()).chain(answer).collect()
    }
}
