//! *Theater of War* (W2): a campaign of two to four sides over a map of areas.
//!
//! A campaign is data: the map, the sides with their policies, and the numbers the rules leave to
//! the players. Decisions at the table (targets, order and size of battles, purchases) are made by
//! policies, so two runs of a campaign differ only by chance. One file per chapter:
//!
//! | file | contents |
//! |---|---|
//! | `army` | detachments, sizes of battles, losses (W2.1, W2.8) |
//! | `initiative` | order of play (W2.2) |
//! | `declare` | legal attacks and preferences of policies (W2.3, W2.3a, W2.5) |
//! | `order` | order of battles (W2.4) |
//! | `battle` | one battle: its size, its odds, its spoils (W2.5, W2.7) |
//! | `map` | distances and proximity (W2.6) |
//! | `chest` | purchases with victory points (W2.8) |
//! | `victory` | how the campaign ends (W2.9) |
//! | `rule` | all of it as a rule for the engines |

mod army;
mod battle;
mod chest;
mod declare;
mod initiative;
mod map;
mod order;
mod policy;
mod rule;
mod state;
mod values;
mod victory;

pub use map::{Map, Proximity};
pub use policy::{AttackPolicy, OrderPolicy, Purchase, RaisePolicy, SidePolicy, SizePolicy};
pub use rule::{CampaignRule, SlotMeaning};
pub use state::{CampaignEnding, CampaignSideState, CampaignState, DeclaredAttack};
pub use values::{AreaId, Factor, InvalidFactor, Losses, SideId, Size};

pub use warodds_engine::chance::Coin;

/// Largest number of sides (W2.1).
pub const MOST_SIDES: usize = 4;
/// Largest number of areas.
pub const MOST_AREAS: usize = 40;
/// Largest number of detachments of a side, including bought ones.
pub const MOST_DETACHMENTS: usize = 8;
/// Largest number of rounds.
pub const MOST_ROUNDS: u8 = 100;
/// Largest number of members of a team (W2.10).
pub const MOST_MEMBERS: usize = 3;

/// A campaign of *Theater of War*.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// The map.
    pub map: Map,
    /// The sides, two to [`MOST_SIDES`].
    pub sides: Vec<CampaignSide>,
    /// Provided chances of the first side to win an even battle against the second, for ordered
    /// pairs; other pairs use strengths.
    pub chances: Vec<(SideId, SideId, Coin)>,
    /// Number of areas that wins at once (W2.9); `None` if only objectives win.
    pub target: Option<u8>,
    /// Number of rounds after which the campaign ends, 1 to [`MOST_ROUNDS`].
    pub limit: u8,
    /// Decision at the last round.
    pub at_limit: AtLimit,
    /// Factors of battles.
    pub battle: BattleModel,
    /// Prices of the war chest.
    pub prices: Prices,
}

/// A player, or a team that shares detachments and war chest (W2.10).
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignSide {
    /// Display name.
    pub name: String,
    /// Strength of each member: members of strengths 2 and 1 win two battles of three against each
    /// other. Never empty.
    pub strengths: Vec<Factor>,
    /// Areas at the start.
    pub areas: Vec<AreaId>,
    /// Areas next to the raid border, from which the side attacks while it has no area (W2.5).
    pub border: Vec<AreaId>,
    /// Areas of its objectives, in order (W2.9).
    pub objectives: Vec<AreaId>,
    /// Number of detachments, 1 to [`MOST_DETACHMENTS`] (W2.1).
    pub detachments: u8,
    /// Policy of the side.
    pub policy: SidePolicy,
}

/// Who wins at the last round. The rules know no such end, so players agree on one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtLimit {
    /// Nobody.
    #[default]
    Undecided,
    /// The side with the most areas, if it is the only one.
    MostAreas,
}

/// Factors of battles in addition to the sides' strengths.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleModel {
    /// Exponent of the ratio of the armies' points in the odds, 0 to 4.
    pub points_matter: u8,
    /// Factor of the defender's odds in a near battle (W2.6).
    pub near: Factor,
    /// Factor of the defender's odds in a distant battle (W2.6).
    pub distant: Factor,
    /// Victory points of the winner for a battle of 500, 750 and 1000 points.
    pub winner_points: [u16; 3],
    /// Victory points of the loser.
    pub loser_points: [u16; 3],
    /// Losses of the winner for the round (W2.8).
    pub winner_losses: Losses,
    /// Losses of the loser for the round (W2.8).
    pub loser_losses: Losses,
}

impl Default for BattleModel {
    fn default() -> Self {
        Self {
            points_matter: 1,
            near: Factor::ONE,
            distant: Factor::ONE,
            winner_points: [5; 3],
            loser_points: [0; 3],
            winner_losses: Losses::NONE,
            loser_losses: Losses::NONE,
        }
    }
}

/// Prices in victory points, and the value of purchases in battle (W2.8). The list of the rulebook
/// is not in our digest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// Another detachment, permanently.
    pub detachment: u16,
    /// A detachment of mercenaries, for a round.
    pub mercenaries: u16,
    /// An epic warcaster who leads a detachment.
    pub epic: u16,
    /// Factor of an army's odds for each of its detachments led by an epic warcaster.
    pub epic_worth: Factor,
    /// An advantage in one battle.
    pub advantage: u16,
    /// Factor of the odds of its buyer.
    pub advantage_worth: Factor,
}

impl Default for Prices {
    fn default() -> Self {
        Self {
            detachment: 20,
            mercenaries: 10,
            epic: 10,
            epic_worth: Factor::ONE,
            advantage: 5,
            advantage_worth: Factor::ONE,
        }
    }
}

impl Campaign {
    /// Returns a side; ids come from [`Campaign::ids`].
    fn side(&self, side: SideId) -> &CampaignSide {
        &self.sides[side.index()]
    }

    /// Returns the ids of all sides.
    pub fn ids(&self) -> impl Iterator<Item = SideId> + Clone + use<> {
        (0..self.sides.len()).filter_map(SideId::of)
    }

    /// Returns the policy of a side.
    fn policy(&self, side: SideId) -> &SidePolicy {
        &self.side(side).policy
    }
}

#[cfg(test)]
pub(crate) mod samples;
