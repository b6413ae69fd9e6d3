//! Who plays without a person: policies, as data.
//!
//! A policy sees what its player sees ([`Seen`]), from his own edge. It weighs the turns it can
//! think of (`candidates`) by what they are worth on average (`prospects`, `fights`), and takes the
//! best that is legal; of equally good ones, and where it has to toss a coin, it goes by a hash of
//! what it sees. So a decision is a function of the state, the same for both edges of the table.
//!
//! Another policy is a variant of [`Kind`] with its own way in `Player::turn`.

mod candidates;
mod fights;
mod hash;
mod places;
mod prospects;
mod small;
mod value;
mod view;

use crate::choice::{Choice, Turn};
use crate::seen::{Asked, Decide, NoChoice, Seen};
use hash::Hash;
use view::View;

/// How a policy chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Any legal turn it can think of.
    Random,
    /// The best on average of few.
    Quick,
    /// The best on average of many.
    #[default]
    Greedy,
}

impl Kind {
    /// All of them with their names in files.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Random, "random"), (Self::Quick, "quick"), (Self::Greedy, "greedy")];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Quick => "quick",
            Self::Greedy => "greedy",
        }
    }
}

/// What a policy thinks of things, in points of an army's cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// A victory point at hand.
    pub objective: f64,
    /// A victory point that is a move away, and less the farther it is.
    pub centre: f64,
    /// A point of its own that the enemy may hurt next turn.
    pub threat: f64,
    /// The same from flank or rear, in place of the other.
    pub flank_threat: f64,
    /// A point of the enemy's that it may hurt next turn.
    pub reach: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { objective: 4.0, centre: 6.0, threat: 0.3, flank_threat: 0.6, reach: 0.5 }
    }
}

/// A policy as files have it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Policy {
    /// How it chooses.
    pub kind: Kind,
    /// What it thinks of things.
    pub weights: Weights,
}

/// A player who goes by a policy.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    policy: Policy,
}

impl Player {
    /// One who goes by this policy.
    pub const fn new(policy: Policy) -> Self {
        Self { policy }
    }

    fn turn(&self, seen: &Seen<'_>) -> Result<Turn, NoChoice> {
        let view = View::new(seen, self.policy);
        let found = candidates::best(&view)?;
        found.ok_or_else(|| NoChoice::None("there is nothing a player could do".to_owned()))
    }
}

impl Decide for Player {
    fn choose(&mut self, seen: &Seen<'_>, asked: &Asked) -> Result<Choice, NoChoice> {
        if *asked == Asked::Turn {
            return Ok(Choice::Turn(self.turn(seen)?));
        }
        small::answer(seen, asked, self.policy)
    }
}
