//! Questions as validated data.
//!
//! Rules are compiled from questions (see [`super::attack`] and its siblings), so that nothing is
//! decided twice during resolution.

use thiserror::Error;

pub use super::combatant::Combatant;
use super::combatant::{CombatantError, DefenseProfile, Modifiers};
use super::condition::Spending;
pub use super::context::{
    ActivePlayer, ChargeEffects, Context, Engagement, EngagementError, EngagementFilter, Facing,
    Rerolls,
};
use super::deck::Deck;
pub use super::terrain::{Terrain, TerrainKeyword};
use super::unit::{UnitState, Weapon};
use super::values::{Activations, Inches, Modifier, Morale, Speed};

/// One attack (A2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    pub(super) attacker: Combatant,
    pub(super) defender: Combatant,
    /// The weapon of the attacker.
    pub(super) weapon: Weapon,
    /// The values of the defender.
    pub(super) defense: DefenseProfile,
    /// Facing and engagement.
    pub context: Context,
    /// Friends of the attacker that are engaged with the defender: a ranged attack makes them take
    /// a panic test (A6.14).
    pub friends: Friends,
}

impl Attack {
    /// Creates an attack without friends. The player of the attacker is the active one.
    ///
    /// # Errors
    /// [`CombatantError`] if the attacker has no weapon, the defense or morale of the defender is
    /// unknown, or a weapon in use has fewer numbers of dice than its unit has ranks.
    pub fn new(
        attacker: Combatant,
        defender: Combatant,
        context: Context,
    ) -> Result<Self, CombatantError> {
        let weapon = attacker.needed("weapon", attacker.weapon.clone())?;
        let defense = DefenseProfile {
            defense: defender.needed("defense", defender.defense)?,
            morale: defender.needed("morale", defender.morale)?,
        };
        attacker.check_dice()?;
        // the defender may counter-attack
        defender.check_dice()?;
        Ok(Self { attacker, defender, weapon, defense, context, friends: Friends::default() })
    }

    /// Returns the attacker.
    pub const fn attacker(&self) -> &Combatant {
        &self.attacker
    }

    /// Returns the defender.
    pub const fn defender(&self) -> &Combatant {
        &self.defender
    }

    /// Returns the attacker and the defender.
    pub const fn sides(&self) -> [&Combatant; 2] {
        [&self.attacker, &self.defender]
    }

    /// Changes the attacker and the defender.
    ///
    /// # Errors
    /// As [`Attack::new`]; the attack is then unchanged.
    pub fn edit(
        &mut self,
        change: impl FnOnce(&mut Combatant, &mut Combatant),
    ) -> Result<(), CombatantError> {
        let (mut attacker, mut defender) = (self.attacker.clone(), self.defender.clone());
        change(&mut attacker, &mut defender);
        let friends = self.friends.clone();
        *self = Self { friends, ..Self::new(attacker, defender, self.context)? };
        Ok(())
    }
}

/// A panic test on its own (A4.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    pub(super) unit: Combatant,
    pub(super) morale: Morale,
    /// Whose turn it is.
    pub active: ActivePlayer,
    /// When the enemy spends the unit's Panicked token.
    pub spending: Spending,
}

impl Panic {
    /// Creates the test of a unit. No weapon is in use.
    ///
    /// # Errors
    /// [`CombatantError`] if the morale of the unit is unknown.
    pub fn new(
        unit: Combatant,
        active: ActivePlayer,
        spending: Spending,
    ) -> Result<Self, CombatantError> {
        let morale = unit.needed("morale", unit.morale)?;
        Ok(Self { unit: Combatant { weapon: None, ..unit }, morale, active, spending })
    }

    /// Returns the tested unit.
    pub const fn unit(&self) -> &Combatant {
        &self.unit
    }
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
        let left: u32 = tests.iter().map(|test| u32::from(test.unit.state.wounds_left())).sum();
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

/// A charge and the attack it leads to (A5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    pub(super) charger: Combatant,
    pub(super) speed: Speed,
    /// The attack after the charge, as in open terrain (the rules apply the terrain); `None` leaves
    /// it out.
    pub(super) attack: Option<Attack>,
    /// Distance to the target.
    pub distance: Inches,
    /// Terrain in between.
    pub terrain: Terrain,
    /// Whether the charger may reroll the distance (both dice in hindering terrain).
    pub reroll_distance: bool,
    /// Whether the charger takes a panic test after a failed charge (A5.6). It is left out anyway
    /// if the morale of the charger is unknown.
    pub panic_test: bool,
    /// When the enemy spends the charger's Panicked token in that test.
    pub spending: Spending,
}

impl Charge {
    /// Creates a charge in open terrain without a reroll. `target` holds the target and how it is
    /// attacked; `None` leaves the attack out.
    ///
    /// The charger's changes of panic tests apply to the test after a failed charge alone.
    ///
    /// # Errors
    /// [`CombatantError`] if the speed of the charger is unknown, and as [`Attack::new`].
    pub fn new(
        charger: Combatant,
        target: Option<(Combatant, Context)>,
        distance: Inches,
    ) -> Result<Self, CombatantError> {
        let speed = charger.needed("speed", charger.speed)?;
        let attack = |(target, context)| {
            let (panic_modifier, morale_rerolls) = (Modifier::NONE, Rerolls::default());
            let modifiers = Modifiers { panic_modifier, morale_rerolls, ..charger.modifiers };
            Attack::new(charger.clone().with_modifiers(modifiers), target, context)
        };
        let attack = target.map(attack).transpose()?;
        Ok(Self {
            // no weapon is in use without an attack
            charger: Combatant { weapon: charger.weapon.filter(|_| attack.is_some()), ..charger },
            speed,
            spending: attack
                .as_ref()
                .map_or(Spending::default(), |one| one.defender.policy.spending),
            attack,
            distance,
            terrain: Terrain::OPEN,
            reroll_distance: false,
            panic_test: true,
        })
    }

    /// Returns the charging unit.
    pub const fn charger(&self) -> &Combatant {
        &self.charger
    }

    /// Returns the speed of the charging unit.
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// Returns the attack after the charge.
    pub const fn attack(&self) -> Option<&Attack> {
        self.attack.as_ref()
    }

    /// Changes the charger and its target.
    ///
    /// # Errors
    /// As [`Charge::new`]; the charge is then unchanged.
    pub fn edit(
        &mut self,
        change: impl FnOnce(&mut Combatant, Option<&mut Combatant>),
    ) -> Result<(), CombatantError> {
        let mut charger = self.charger.clone();
        let mut target = self.attack.as_ref().map(|one| (one.defender.clone(), one.context));
        change(&mut charger, target.as_mut().map(|(target, _)| target));
        let Self { distance, terrain, reroll_distance, panic_test, spending, .. } = *self;
        let changed = Self::new(charger, target, distance)?;
        *self = Self { terrain, reroll_distance, panic_test, spending, ..changed };
        Ok(())
    }

    /// Returns the longest distance the charger can roll, in inches: farther targets cannot be
    /// declared (A5.1).
    pub const fn longest(&self) -> u8 {
        longest(self.speed, self.terrain)
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
    /// The attack of `a` on `b` and that of `b` on `a`.
    pub(super) attacks: [Attack; 2],
    /// Number of attacks of both sides together.
    pub activations: Activations,
    /// The first attack.
    pub opening: Opening,
}

impl Duel {
    /// Creates a duel of `a` and `b`.
    ///
    /// # Errors
    /// [`CombatantError`] if a side has no weapon, or its defense or morale is unknown.
    pub fn new(
        a: Combatant,
        b: Combatant,
        activations: Activations,
        opening: Opening,
    ) -> Result<Self, CombatantError> {
        let attack = Attack::new(a.clone(), b.clone(), Context::default())?;
        let attacks = [attack, Attack::new(b, a, Context::default())?];
        Ok(Self { attacks, activations, opening })
    }

    /// Returns `a` and `b`.
    pub const fn sides(&self) -> [&Combatant; 2] {
        self.attacks[0].sides()
    }

    /// Changes `a` and `b`.
    ///
    /// # Errors
    /// As [`Duel::new`]; the duel is then unchanged.
    pub fn edit(
        &mut self,
        change: impl FnOnce(&mut Combatant, &mut Combatant),
    ) -> Result<(), CombatantError> {
        let [mut a, mut b] = self.sides().map(Combatant::clone);
        change(&mut a, &mut b);
        *self = Self::new(a, b, self.activations, self.opening)?;
        Ok(())
    }
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
            Self::Duel(duel) => duel.sides().map(Combatant::weapon_name).into(),
        }
    }

    /// Returns the two sides of an attack, a charge or a duel, each with the name of its role; a
    /// charge without an attack has only the first. Other questions have none.
    pub fn sides(&self) -> Vec<(&'static str, &Combatant)> {
        let roles = ["attacker", "defender"];
        match self {
            Self::Attack(attack) => roles.into_iter().zip(attack.sides()).collect(),
            Self::Charge(charge) => {
                let target = charge.attack.as_ref().map(|attack| &attack.defender);
                roles.into_iter().zip([&charge.charger].into_iter().chain(target)).collect()
            }
            Self::Duel(duel) => ["a", "b"].into_iter().zip(duel.sides()).collect(),
            _ => Vec::new(),
        }
    }

    /// Changes the side at this index of [`Question::sides`].
    ///
    /// # Errors
    /// [`CombatantError`] if the side then lacks a value that the question needs.
    pub fn edit_side(
        &mut self,
        side: usize,
        change: impl FnOnce(&mut Combatant),
    ) -> Result<(), CombatantError> {
        match self {
            Self::Attack(attack) => {
                attack.edit(|own, other| change(if side == 0 { own } else { other }))
            }
            Self::Charge(charge) => charge.edit(|own, other| match other {
                Some(other) if side == 1 => change(other),
                _ => change(own),
            }),
            Self::Duel(duel) => duel.edit(|a, b| change(if side == 0 { a } else { b })),
            _ => Ok(()),
        }
    }
}

impl Attack {
    fn in_hand(&self) -> Vec<&str> {
        let answer = self.defender.answers().then(|| self.defender.weapon_name());
        std::iter::once(self.weapon.name.as_str()).chain(answer).collect()
    }
}
