//! *Theater of War* (W2): a campaign of two to four sides over a map of areas.
//!
//! A campaign is data: the map, the sides with their policies, and the numbers that the book leaves
//! to the players. What a side decides at the table (whom to attack, in which order, how large a
//! battle, what to buy) is decided by its policy, so that chance alone tells two campaigns apart.
//! One file a chapter:
//!
//! | file | what it rules |
//! |---|---|
//! | `army` | detachments, sizes of battles, losses (W2.1, W2.8) |
//! | `initiative` | who goes first (W2.2) |
//! | `declare` | who may attack whom, and whom policies pick (W2.3, W2.3a, W2.5) |
//! | `order` | which battle is fought when (W2.4) |
//! | `battle` | one battle: its size, its odds, its spoils (W2.5, W2.7) |
//! | `map` | distances and proximity (W2.6) |
//! | `chest` | what victory points buy (W2.8) |
//! | `victory` | how it ends (W2.9) |
//! | `rule` | all of it as a rule that engines run |

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

/// The most sides of a campaign (W2.1).
pub const MOST_SIDES: usize = 4;
/// The most areas of a map.
pub const MOST_AREAS: usize = 40;
/// The most detachments of a side, bought ones included.
pub const MOST_DETACHMENTS: usize = 8;
/// The most rounds of a campaign.
pub const MOST_ROUNDS: u8 = 100;
/// The most members of a team (W2.10).
pub const MOST_MEMBERS: usize = 3;

/// A campaign of *Theater of War*.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// Where it is fought.
    pub map: Map,
    /// Who fights, two to [`MOST_SIDES`].
    pub sides: Vec<CampaignSide>,
    /// The chance of the first side of a pair to win an even battle against the second, where it is
    /// given and not worked out from strengths; pairs are ordered.
    pub chances: Vec<(SideId, SideId, Coin)>,
    /// How many areas win at once (W2.9); none where only objectives do.
    pub target: Option<u8>,
    /// Rounds after which it ends in any case, 1 to [`MOST_ROUNDS`].
    pub limit: u8,
    /// Who has won then.
    pub at_limit: AtLimit,
    /// What decides battles.
    pub battle: BattleModel,
    /// What the war chest buys.
    pub prices: Prices,
}

/// A player, or a team that shares detachments and war chest (W2.10).
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignSide {
    /// Its name for people.
    pub name: String,
    /// How strong each member is: two members of strengths 2 and 1 beat each other in two battles
    /// of three. Never empty.
    pub strengths: Vec<Factor>,
    /// The areas it holds at the start.
    pub areas: Vec<AreaId>,
    /// The areas next to its raid border: where it attacks from while it has none of its own
    /// (W2.5).
    pub border: Vec<AreaId>,
    /// The areas that hold its objectives, in their order (W2.9).
    pub objectives: Vec<AreaId>,
    /// Its detachments, 1 to [`MOST_DETACHMENTS`] (W2.1).
    pub detachments: u8,
    /// How it decides.
    pub policy: SidePolicy,
}

/// Who has won when the rounds are used up: the book knows no such end, so it is agreed upon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtLimit {
    /// Nobody.
    #[default]
    Undecided,
    /// The side with the most areas, if there is only one.
    MostAreas,
}

/// What decides a battle besides its sides' strengths.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleModel {
    /// How much points matter: the odds are multiplied by the ratio of the armies' points as often
    /// as this, 0 to 4.
    pub points_matter: u8,
    /// What the defender's odds are multiplied by in a near battle (W2.6).
    pub near: Factor,
    /// What the defender's odds are multiplied by in a distant battle (W2.6).
    pub distant: Factor,
    /// Victory points of the winner for a battle of 500, 750 and 1000 points.
    pub winner_points: [u16; 3],
    /// Victory points of the loser.
    pub loser_points: [u16; 3],
    /// What the winner loses for the round (W2.8).
    pub winner_losses: Losses,
    /// What the loser loses for the round.
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

/// What things cost in victory points, and what they are worth in battle (W2.8). The book's own
/// list is not in our digest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// Another detachment, for good.
    pub detachment: u16,
    /// A detachment of mercenaries, for a round.
    pub mercenaries: u16,
    /// An epic warcaster at the head of a detachment.
    pub epic: u16,
    /// What the odds of an army are multiplied by for each detachment in it that an epic warcaster
    /// leads.
    pub epic_worth: Factor,
    /// An advantage in one battle.
    pub advantage: u16,
    /// What the odds of its buyer are multiplied by.
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
    /// A side: its ids are those of [`Campaign::ids`].
    fn side(&self, side: SideId) -> &CampaignSide {
        &self.sides[side.index()]
    }

    /// All sides.
    pub fn ids(&self) -> impl Iterator<Item = SideId> + Clone + use<> {
        (0..self.sides.len()).filter_map(SideId::of)
    }

    /// How a side decides.
    fn policy(&self, side: SideId) -> &SidePolicy {
        &self.side(side).policy
    }
}

#[cfg(test)]
pub(crate) mod samples;
