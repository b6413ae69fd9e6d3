//! Automatic players.
//!
//! A policy sees the battle as its player does ([`PlayerView`]), from the player's own edge. It
//! generates candidate turns (`turn_search`), scores each by its expected value (`position`,
//! `attacks`) and plays the best legal one. Ties and coin tosses are decided by a hash of the
//! player's view, so a decision depends on the state alone and is the same at both edges.
//!
//! To add a policy, add a variant of [`PolicyKind`] and handle it where candidates are generated.

mod attacks;
mod cards;
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
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use view_hash::ViewHash;

/// How a policy selects its turn.
///
/// # Examples
/// ```
/// use warodds_battles::policy::PolicyKind;
///
/// assert_eq!(PolicyKind::default().name(), "greedy");
/// assert!(PolicyKind::ALL.iter().all(|(kind, name)| kind.name() == *name));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PolicyKind {
    /// Plays a random legal turn.
    Random,
    /// Scores few candidates and plays the best.
    Quick,
    /// Scores many candidates and plays the best.
    #[default]
    Greedy,
}

impl PolicyKind {
    /// Every kind with its name in battle files.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Random, "random"), (Self::Quick, "quick"), (Self::Greedy, "greedy")];

    /// Returns the name used in battle files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Quick => "quick",
            Self::Greedy => "greedy",
        }
    }
}

/// When a policy plays tactics cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardPolicy {
    /// Never.
    Never,
    /// Wherever they gain anything.
    FirstChance,
    /// Where they gain more than a card in the hand is worth.
    #[default]
    Priced,
}

impl CardPolicy {
    /// Every value with its name in battle files.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Never, "never"), (Self::FirstChance, "first-chance"), (Self::Priced, "priced")];
}

/// Values that a policy assigns, in points of army cost.
// in the order of the keys of answers
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// Value of a tactics card in the hand before any unit activates in a round; it falls with the
    /// units left to activate.
    pub card: f64,
    /// Value of a tactics card in the hand for each round that follows.
    pub card_by_round: f64,
    /// Value of a victory point one move away; it falls with the distance.
    pub centre: f64,
    /// Replaces `threat` for an enemy that may attack the flank or rear.
    pub flank_threat: f64,
    /// Value of a victory point that the unit scores in its position.
    pub objective: f64,
    /// Value of each enemy point that the unit may destroy next turn.
    pub reach: f64,
    /// Value of each own point that an enemy may destroy next turn.
    pub threat: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            card: 0.2,
            card_by_round: 0.0,
            centre: 6.0,
            flank_threat: 0.6,
            objective: 4.0,
            reach: 0.5,
            threat: 0.3,
        }
    }
}

/// A policy as battle files configure it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct BattlePolicy {
    /// How it selects a turn.
    pub kind: PolicyKind,
    /// When it plays tactics cards, if the battle has some.
    pub cards: CardPolicy,
    /// How it values positions.
    pub weights: Weights,
}

/// A player whose choices a policy makes.
#[derive(Clone, Copy, Debug)]
pub struct PolicyPlayer {
    policy: BattlePolicy,
}

impl PolicyPlayer {
    /// Creates a player that follows `policy`.
    pub const fn new(policy: BattlePolicy) -> Self {
        Self { policy }
    }

    fn turn(&self, view: &PlayerView<'_>) -> Result<PlayerTurn, DecisionError> {
        let context = PolicyContext::new(view, self.policy);
        let best = turn_search::best_turn(&context)?;
        best.ok_or_else(|| DecisionError::None("the player has no legal turn".to_owned()))
    }
}

impl Decide for PolicyPlayer {
    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        match decision {
            PlayerDecision::Turn => Ok(PlayerChoice::Turn(self.turn(view)?)),
            PlayerDecision::Card(decision) => {
                Ok(PlayerChoice::Card(cards::declared(view, decision, self.policy)?))
            }
            PlayerDecision::Discard => {
                Ok(PlayerChoice::Discard(cards::discarded(view, self.policy)))
            }
            other => other_choices::choose(view, other, self.policy),
        }
    }
}
