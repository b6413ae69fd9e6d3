//! The question about a duel.

use super::super::combatant::{Combatant, CombatantError};
use super::super::context::{ChargeEffects, Context, Engagement, Facing};
use super::super::values::Activations;
use super::attack::Attack;

/// A side of a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DuelSide {
    /// The side called `a`.
    #[default]
    A,
    /// The side called `b`.
    B,
}

impl DuelSide {
    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
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
    pub(in super::super) const fn context(self) -> Context {
        let Self { facing, charge, .. } = self;
        Context { facing, engagement: Engagement::Melee { charge } }
    }
}

/// What the players of a duel choose for (A14.2): which orders they give, which options they take,
/// and which tokens they spend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aim {
    /// To win: the probability that the enemy is destroyed minus the probability of being destroyed
    /// oneself, then the difference of the wounds left at the end.
    #[default]
    Win,
    /// For the wounds of the attack at hand, dealt minus suffered.
    Wounds,
}

impl Aim {
    /// Says what the players of a duel choose for.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Win => "both players play to win the duel",
            Self::Wounds => "both players choose what is best for the wounds of each attack",
        }
    }

    /// Says what the players choose for when a unit is attacked until it is destroyed.
    pub const fn words_of_survival(self) -> &'static str {
        match self {
            Self::Win => "attackers choose what shortens the fight, the unit what prolongs it",
            Self::Wounds => Self::Wounds.words(),
        }
    }
}

/// A duel: two engaged units attack in turn until one is destroyed or the attacks are used up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The attack of `a` on `b` and that of `b` on `a`.
    pub(in super::super) attacks: [Attack; 2],
    /// Number of attacks of both sides together.
    pub activations: Activations,
    /// The first attack.
    pub opening: Opening,
    /// What both players choose for.
    pub aim: Aim,
}

impl Duel {
    /// Creates a duel of `a` and `b`, who choose to win.
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
        Ok(Self { attacks, activations, opening, aim: Aim::default() })
    }

    /// Returns `a` and `b`.
    pub const fn sides(&self) -> [&Combatant; 2] {
        self.attacks[0].sides()
    }

    /// Returns the first attack of a side.
    pub fn first_attack(&self, by: DuelSide) -> Attack {
        let attack = self.attacks[by as usize].clone();
        let context =
            if by == self.opening.first { self.opening.context() } else { attack.context };
        Attack { context, ..attack }
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
        *self = Self { aim: self.aim, ..Self::new(a, b, self.activations, self.opening)? };
        Ok(())
    }
}
