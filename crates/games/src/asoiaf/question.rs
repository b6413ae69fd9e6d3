//! Questions as validated data: who meets whom, and how.
//!
//! The rules are compiled from these once per question (see [`super::attack`] and its siblings), so
//! that nothing is decided twice while dice roll.

use thiserror::Error;

pub use super::combatant::{Attacker, Combatant, Defender};
use super::combatant::{CombatantView, check_dice};
use super::condition::Spending;
pub use super::context::{ActivePlayer, Bonus, Context, Facing, Rerolls};
pub use super::terrain::{Terrain, TerrainKeyword};
use super::traits::Traits;
use super::unit::UnitState;
use super::values::{Activations, Inches, Modifier, Morale, Speed};

/// One attack (A2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Who attacks; its player is the active one.
    pub attacker: Attacker,
    /// Who is attacked.
    pub defender: Defender,
    /// How.
    pub context: Context,
    /// Friends of the attacker that are engaged with the defender: an attack from afar makes them
    /// take a panic test (A6.14).
    pub friends: Friends,
}

impl Attack {
    /// The attack of one unit on another, without friends.
    pub fn new(attacker: Attacker, defender: Defender, context: Context) -> Self {
        Self { attacker, defender, context, friends: Friends::default() }
    }

    /// Whether its units are what they say they are, those that answer among them.
    ///
    /// # Errors
    /// What contradicts itself.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let Self { attacker, defender, .. } = self;
        attacker.check()?;
        let answer = defender.attacking.as_ref();
        answer.map_or(Ok(()), |profile| check_dice(profile, defender.standing))
    }

    /// Attacker and defender as their fight looks at them.
    pub(super) fn views(&self) -> [CombatantView<'_>; 2] {
        [(&self.attacker).into(), (&self.defender).into()]
    }

    /// What attacker and defender bring beside their numbers.
    pub const fn traits(&self) -> [&Traits; 2] {
        [&self.attacker.traits, &self.defender.traits]
    }

    /// The same, to be changed.
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
    /// What is left of the unit; its Panicked token may be spent.
    pub standing: UnitState,
    /// Who may reroll apart from that token.
    pub rerolls: Rerolls,
    /// Whose turn it is.
    pub active: ActivePlayer,
    /// When the enemy spends the token.
    pub spending: Spending,
    /// What the unit brings beside these numbers.
    pub traits: Traits,
}

/// The panic tests of the shooter's friends that are engaged with its target (A6.14). It is their
/// own player's turn, whatever [`Panic::active`] says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Friends(Vec<Panic>);

/// Friends that cannot all be engaged with one enemy.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum TooManyFriends {
    /// There is no room for so many.
    #[error("at most {} friends can be engaged with the target, not {given}", Friends::MOST)]
    Units {
        /// How many are given.
        given: usize,
    },
    /// They have more wounds left than can be counted.
    #[error(
        "the friends engaged with the target may have {} wounds left in all, not {given}",
        Friends::MOST_WOUNDS
    )]
    Wounds {
        /// How many they have.
        given: u32,
    },
}

impl Friends {
    /// The most of them: two on each side of the target (A18.2), one place being the enemy's own.
    pub const MOST: usize = 7;
    /// The most wounds they may have left together: counts must fit in a byte.
    pub const MOST_WOUNDS: u32 = 240;

    /// These tests, one for each friend.
    ///
    /// # Errors
    /// For more friends than there is room for, or more wounds than can be counted.
    pub fn new(tests: Vec<Panic>) -> Result<Self, TooManyFriends> {
        let left: u32 = tests.iter().map(|test| u32::from(test.standing.wounds_left())).sum();
        if tests.len() > Self::MOST {
            return Err(TooManyFriends::Units { given: tests.len() });
        }
        if left > Self::MOST_WOUNDS {
            Err(TooManyFriends::Wounds { given: left })
        } else {
            Ok(Self(tests))
        }
    }

    /// The tests.
    pub fn tests(&self) -> &[Panic] {
        &self.0
    }
}

/// The charging unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charger {
    /// Its speed.
    pub speed: Speed,
    /// What is left of it.
    pub standing: UnitState,
    /// It may reroll the charge distance (both dice in hindering terrain).
    pub reroll_distance: bool,
    /// Its panic test when the charge fails (A5.6); none leaves the test out.
    pub panic: Option<Panic>,
}

/// A charge and the attack it leads to (A5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// Who charges.
    pub charger: Charger,
    /// How far away the target is.
    pub distance: Inches,
    /// What lies in between.
    pub terrain: Terrain,
    /// The attack when it gets there, for a charge in open terrain (terrain is applied by the
    /// rules); none leaves it out.
    pub attack: Option<Attack>,
}

impl Charge {
    /// The longest distance the charger could roll, in inches: farther targets cannot be declared
    /// (A5.1).
    pub const fn longest(&self) -> u8 {
        longest(self.charger.speed, self.terrain)
    }

    /// Whether the charge may be declared at all (A5.1).
    pub const fn in_reach(&self) -> bool {
        self.distance.whole() <= self.longest()
    }
}

/// A retreat from all enemies in contact (A6.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreat {
    /// The unit's speed.
    pub speed: Speed,
    /// How far it must go to stand clear of everybody; a shorter way leaves it where it is.
    pub distance: Inches,
    /// What lies in the way: rough and dangerous terrain alone matter.
    pub terrain: Terrain,
    /// What is left of the unit.
    pub standing: UnitState,
}

impl Retreat {
    /// The longest distance the unit could roll, in inches: without a place within it the action
    /// cannot be taken.
    pub const fn longest(&self) -> u8 {
        longest(self.speed, self.terrain)
    }

    /// Whether the action may be taken at all.
    pub const fn in_reach(&self) -> bool {
        self.distance.whole() <= self.longest()
    }
}

/// The longest way of speed + D6 over this terrain, in inches.
const fn longest(speed: Speed, terrain: Terrain) -> u8 {
    let rough = if terrain.has(TerrainKeyword::Rough) { 1 } else { 0 };
    speed.get() + 6 - rough
}

/// Which side of a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DuelSide {
    /// The side called `a`.
    #[default]
    A,
    /// The side called `b`.
    B,
}

/// The first attack of a duel; later ones are made to the front without a charge (A5.9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Opening {
    /// Who makes it.
    pub first: DuelSide,
    /// Where it comes from.
    pub facing: Facing,
    /// Whether a charge led to it.
    pub charge: Bonus,
}

/// Two engaged units striking in turn until one is destroyed or the attacks are used up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// One side.
    pub a: Combatant,
    /// The other.
    pub b: Combatant,
    /// Attacks of both sides together.
    pub activations: Activations,
    /// The first of them.
    pub opening: Opening,
}

/// Attacks on a unit by fresh attackers, in their order and over and over, until it is destroyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survive {
    first: Attack,
    others: Vec<Attack>,
}

/// Nobody attacks.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("nobody attacks: at least one attack is needed")]
pub struct NoAttack;

impl Survive {
    /// The attacks, all of them on the same unit.
    ///
    /// # Errors
    /// When there is none.
    pub fn new(attacks: Vec<Attack>) -> Result<Self, NoAttack> {
        let mut all = attacks.into_iter();
        Ok(Self { first: all.next().ok_or(NoAttack)?, others: all.collect() })
    }

    /// The attacks in their order.
    pub fn attacks(&self) -> impl Iterator<Item = &Attack> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The unit as it stands before all of them.
    pub const fn unit(&self) -> UnitState {
        self.first.defender.standing
    }
}

/// Cards drawn from a shuffled deck (A8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck {
    cards: u8,
    copies: u8,
    drawn: u8,
}

/// What no deck can be.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum DeckError {
    /// Too few or too many cards.
    #[error("a deck has 1 to {} cards, not {given}", Deck::MOST_CARDS)]
    Cards {
        /// What was given.
        given: u8,
    },
    /// No copy, or more than the deck has cards.
    #[error("a deck of {cards} cards holds 1 to {cards} copies of a card, not {given}")]
    Copies {
        /// What was given.
        given: u8,
        /// The cards of the deck.
        cards: u8,
    },
}

impl Deck {
    /// Cards of the book's decks (A8.1).
    pub const CARDS: u8 = 20;
    /// Cards of the opening hand (A8.1).
    pub const HAND: u8 = 3;
    /// Cards that a visit to the Letters draws (A9.2).
    pub const BY_LETTERS: u8 = 2;
    /// Cards of the largest deck that is looked at.
    pub const MOST_CARDS: u8 = 60;

    /// A deck of so many cards with so many copies of one of them, of which `drawn` are drawn: all
    /// of them, where it has no more.
    ///
    /// # Errors
    /// For a deck that there cannot be.
    pub fn new(cards: u8, copies: u8, drawn: u8) -> Result<Self, DeckError> {
        if !(1..=Self::MOST_CARDS).contains(&cards) {
            return Err(DeckError::Cards { given: cards });
        }
        if !(1..=cards).contains(&copies) {
            return Err(DeckError::Copies { given: copies, cards });
        }
        Ok(Self { cards, copies, drawn: drawn.min(cards) })
    }

    /// Cards seen by the hand of a round, from 1: the opening hand, what was drawn for `discarded`
    /// cards at the end of each round before, and for visits to the Letters (A8.1, A9.2).
    pub const fn seen(round: u8, discarded: u8, letters: u8) -> u8 {
        let refilled = round.saturating_sub(1).saturating_mul(discarded);
        Self::HAND.saturating_add(refilled).saturating_add(letters.saturating_mul(Self::BY_LETTERS))
    }

    /// Its cards.
    pub const fn cards(self) -> u8 {
        self.cards
    }

    /// Copies of the card that is wanted.
    pub const fn copies(self) -> u8 {
        self.copies
    }

    /// Cards that are drawn.
    pub const fn drawn(self) -> u8 {
        self.drawn
    }
}

/// Anything that can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "questions are made once, and go round in a box of their own"
)]
pub enum Question {
    /// What one attack does.
    Attack(Attack),
    /// Whether a charge arrives and what comes of it.
    Charge(Charge),
    /// What a panic test costs.
    Panic(Panic),
    /// Who is left after an exchange.
    Duel(Box<Duel>),
    /// How many attacks a unit stands.
    Survive(Box<Survive>),
    /// Which cards are drawn.
    Deck(Deck),
    /// Whether a retreat gets away.
    Retreat(Retreat),
}

impl Question {
    /// The names of the weapons that are used in it: a unit that is attacked uses its own where an
    /// ability lets it answer.
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
