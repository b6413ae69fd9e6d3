//! Automatic players.
//!
//! A policy sees the battle as its player does ([`PlayerView`]), from the player's own edge. It
//! generates candidate turns (`turn_search`), scores each by its expected value (`position`,
//! `attacks`) and plays the best legal one. Ties and coin tosses are decided by a hash of the
//! player's view, so a decision depends on the state alone and is the same at both edges.
//!
//! To add a policy, add a variant of [`PolicyKind`] and handle it where candidates are generated.

mod answers;
mod attacks;
mod card_values;
mod cards;
mod context;
mod danger;
mod deployment;
mod estimates;
mod free_actions;
mod friends;
mod guesses;
mod missions;
mod moves;
mod ncus;
mod other_choices;
mod panic_tests;
mod played_cards;
mod position;
mod ranks;
mod reserves;
mod retreats;
mod roll_out;
mod shed_tokens;
mod silencing_cards;
#[cfg(test)]
mod tests;
mod turn_search;
mod valued_card;
mod view_hash;
mod weights;
mod zone_turns;

use crate::battle::Mode;
use crate::choice::{FreeStep, PlayerChoice, PlayerTurn};
use crate::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use crate::outcomes::EncounterError;
use context::PolicyContext;
use schemars::JsonSchema;
use serde::Serialize;
use std::str::FromStr;
use view_hash::ViewHash;
pub use weights::Weights;

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
    /// Plays the best candidates on to the end of the round and takes what comes out best.
    RollOut,
}

impl PolicyKind {
    /// Every kind with its name in battle files.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Random, "random"),
        (Self::Quick, "quick"),
        (Self::Greedy, "greedy"),
        (Self::RollOut, "roll-out"),
    ];

    /// Returns the name used in battle files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Quick => "quick",
            Self::Greedy => "greedy",
            Self::RollOut => "roll-out",
        }
    }
}

/// When a policy plays tactics cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardPolicy {
    /// Never.
    Never,
    /// At the first event at which they may be played, whatever they gain.
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

/// Finds a value by its name.
fn named<T: Copy>(all: &[(T, &str)], name: &str) -> Result<T, String> {
    let found = all.iter().find(|(_, known)| *known == name);
    found.map(|(value, _)| *value).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|(_, name)| *name).collect();
        format!("must be one of {}, not \"{name}\"", known.join(", "))
    })
}

impl FromStr for PolicyKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        named(&Self::ALL, name)
    }
}

impl FromStr for CardPolicy {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        named(&Self::ALL, name)
    }
}

impl BattlePolicy {
    /// Returns a policy with the weights for a mode.
    pub fn new(kind: PolicyKind, mode: Mode) -> Self {
        Self { kind, cards: CardPolicy::default(), weights: Weights::of(mode) }
    }

    /// Reads the name of a policy, or its name with weights and when it plays cards:
    /// `greedy:reach=0.2,cards=never`. Other weights are those for `mode`.
    ///
    /// # Errors
    /// What is wrong with the name or a weight, and what is allowed.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::battle::Mode;
    /// use warodds_battles::policy::BattlePolicy;
    ///
    /// let policy = BattlePolicy::parse("quick:reach=0.3", Mode::AClashOfKings)?;
    /// assert_eq!(policy.weights.reach, 0.3);
    /// # Ok::<(), String>(())
    /// ```
    pub fn parse(text: &str, mode: Mode) -> Result<Self, String> {
        let (name, weights) = text.split_once(':').unwrap_or((text, ""));
        let mut policy = Self::new(name.trim().parse()?, mode);
        let (cards, weights): (Vec<&str>, Vec<&str>) =
            weights.split(',').partition(|part| part.trim_start().starts_with("cards="));
        for card_policy in cards.iter().filter_map(|part| part.split('=').nth(1)) {
            let wrong = |wrong: String| format!("has cards that {wrong}");
            policy.cards = card_policy.trim().parse().map_err(wrong)?;
        }
        let given = weights.join("\n").parse::<toml::Table>();
        let given = given.map_err(|error| format!("has wrong weights: {}", error.message()))?;
        let weights = policy.weights.with(&given);
        let weights =
            weights.map_err(|(name, wrong)| format!("has a weight {name} that {wrong}"))?;
        Ok(Self { weights, ..policy })
    }
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
        let best = match self.policy.kind {
            PolicyKind::RollOut => roll_out::best_turn(&context)?,
            _ => turn_search::best_turn(&context)?,
        };
        best.ok_or_else(|| DecisionError::None("the player has no legal turn".to_owned()))
    }
}

/// Returns up to `most` legal turns that a policy with these weights considers best, the best first:
/// one for each action of a unit and for each zone.
///
/// # Errors
/// [`EncounterError`] if the outcome of a fight cannot be computed.
pub(crate) fn candidate_turns(
    view: &PlayerView<'_>,
    weights: Weights,
    most: usize,
) -> Result<Vec<PlayerTurn>, EncounterError> {
    // of this kind, as the others drop candidates that cannot be the best
    let kind = PolicyKind::RollOut;
    let policy = BattlePolicy { kind, cards: CardPolicy::default(), weights };
    let turns = turn_search::best_turns(&PolicyContext::new(view, policy), most)?;
    Ok(turns.into_iter().map(|(turn, _)| turn).collect())
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
            PlayerDecision::Mission => Ok(PlayerChoice::Mission(missions::chosen(view)?)),
            PlayerDecision::ReplacedMission(among) => {
                Ok(PlayerChoice::Mission(missions::replaced(view, *among)?))
            }
            PlayerDecision::Play(plays) => {
                Ok(PlayerChoice::Play(played_cards::played(view, plays, self.policy)?))
            }
            PlayerDecision::Options(decision) => {
                let taken = played_cards::options_taken(view, decision, self.policy)?;
                Ok(PlayerChoice::Options(taken))
            }
            PlayerDecision::Ncu(options) => {
                Ok(PlayerChoice::Ncu(ncus::activated(view, options, self.policy)?))
            }
            PlayerDecision::Silence(among) => {
                Ok(PlayerChoice::Silence(ncus::silenced(view, among, self.policy)?))
            }
            PlayerDecision::Claim(claim) => {
                Ok(PlayerChoice::Play(ncus::claimed(view, claim, self.policy)?))
            }
            PlayerDecision::Return(returns) => {
                Ok(PlayerChoice::Return(cards::returned(view, *returns, self.policy)))
            }
            PlayerDecision::Bury(drawn) => {
                Ok(PlayerChoice::Return(cards::buried(view, drawn).into_iter().collect()))
            }
            PlayerDecision::Seat(zones) => {
                let context = PolicyContext::new(view, self.policy);
                Ok(PlayerChoice::Seat(turn_search::best_claim(&context, zones)?))
            }
            PlayerDecision::Act(unit, allowed) => {
                let context = PolicyContext::new(view, self.policy);
                Ok(PlayerChoice::Act(context.free_step(*unit, allowed)?))
            }
            PlayerDecision::Action(unit) => {
                let mut context = PolicyContext::new(view, self.policy);
                let action = turn_search::best_action(&mut context, *unit)?;
                Ok(PlayerChoice::Act(action.map(FreeStep::Action)))
            }
            PlayerDecision::Die(_, die) => Ok(PlayerChoice::Die(free_actions::retreat_die(*die))),
            PlayerDecision::Discard => {
                Ok(PlayerChoice::Discard(cards::discarded(view, self.policy)))
            }
            PlayerDecision::BringBack(units) => {
                Ok(PlayerChoice::BringBack(reserves::bring_back(view, units)))
            }
            other => other_choices::choose(view, other, self.policy),
        }
    }
}
