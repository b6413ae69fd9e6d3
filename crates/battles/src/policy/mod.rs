//! Who plays without a person: policies, as data.
//!
//! A policy sees what its player sees ([`PlayerView`]), from his own edge. It weighs the turns it can
//! think of (`candidates`) by what they are worth on average (`prospects`, `fights`), and takes the
//! best that is legal; of equally good ones, and where it has to toss a coin, it goes by a hash of
//! what it sees. So a decision is a function of the state, the same for both edges of the table.
//!
//! Another policy is a variant of [`PolicyKind`] with its own way in `PolicyPlayer::turn`.

mod attacks;
mod context;
mod estimates;
mod moves;
mod other_choices;
mod position;
mod turn_search;
mod view_hash;

use crate::choice::{PlayerChoice, PlayerTurn};
use crate::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use context::PolicyContext;
use view_hash::ViewHash;

/// How a policy chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PolicyKind {
    /// Any legal turn it can think of.
    Random,
    /// The best on average of few.
    Quick,
    /// The best on average of many.
    #[default]
    Greedy,
}

impl PolicyKind {
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
pub struct BattlePolicy {
    /// How it chooses.
    pub kind: PolicyKind,
    /// What it thinks of things.
    pub weights: Weights,
}

/// A player who goes by a policy.
#[derive(Clone, Copy, Debug)]
pub struct PolicyPlayer {
    policy: BattlePolicy,
}

impl PolicyPlayer {
    /// One who goes by this policy.
    pub const fn new(policy: BattlePolicy) -> Self {
        Self { policy }
    }

    fn turn(&self, seen: &PlayerView<'_>) -> Result<PlayerTurn, DecisionError> {
        let view = PolicyContext::new(seen, self.policy);
        let found = turn_search::best(&view)?;
        found.ok_or_else(|| DecisionError::None("there is nothing a player could do".to_owned()))
    }
}

impl Decide for PolicyPlayer {
    fn choose(
        &mut self,
        seen: &PlayerView<'_>,
        asked: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        if *asked == PlayerDecision::Turn {
            return Ok(PlayerChoice::Turn(self.turn(seen)?));
        }
        other_choices::answer(seen, asked, self.policy)
    }
}
