//! Decisions of players, and the information they are based on.

use crate::battle::Battle;
use crate::cards::{CardChoice, CardId, CardView, CardWay, PickedTable, PlayedCard};
use crate::choice::{Benefit, ConditionToken, PlayerChoice, TacticsZone};
use crate::field::{EdgeContact, UnitId};
use crate::geometry::{Length, Pose};
use crate::missions::{MissionPile, MissionView};
use crate::outcomes::{EncounterSpec, OutcomeCache};
use crate::state::BattleState;
use std::borrow::Cow;
use warodds_games::asoiaf::Tokens;
use warodds_questions::catalogue::{FreeAction, FreeRetreat, ReturnedCards};

/// A battle from the perspective of one player, rotated so that the player sits at the southern
/// edge. It contains neither future dice nor the opponent's intentions.
#[derive(Debug)]
pub struct PlayerView<'a> {
    /// Armies, mode and table.
    pub battle: &'a Battle,
    /// Outcome distributions of fights.
    pub outcomes: &'a OutcomeCache<'a>,
    /// The state, rotated so that the player sits at the southern edge.
    pub state: Cow<'a, BattleState>,
    /// What the player sees of the tactics cards; `None` if they are not played.
    pub cards: Option<CardView>,
    /// What the player sees of missions; `None` if the mode has none.
    pub missions: Option<MissionView>,
}

impl<'a> PlayerView<'a> {
    /// Returns a way to play a card or an NCU of the player; `None` without cards.
    pub(crate) fn way(&self, choice: CardChoice) -> Option<&'a CardWay> {
        self.battle.decks.as_ref()?.get(self.cards?.army)?.way(choice)
    }
}

/// Something that a tactics card lets a unit do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllowedAct {
    /// What it does.
    pub action: FreeAction,
    /// The speed that counts for it, or the length of a shift.
    pub speed: Length,
    /// The enemy that it must strike, if it may not choose.
    pub at: Option<UnitId>,
    /// What distinguishes a retreat.
    pub retreat: FreeRetreat,
    /// Condition tokens of each enemy within short range afterwards.
    pub gives_near: Tokens,
}

/// The reason for choosing a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetReason {
    /// An enemy gains a token from an objective (A13.1.3).
    Harm,
    /// A friendly unit heals from an objective (A13.1.3).
    Heal,
    /// An enemy gets a bounty point (A13.7.3).
    Bounty,
    /// A friendly unit takes a dropped token (A13.4.5, A13.5.3).
    Claim,
    /// A further unit of a tactics card (A8.3).
    Card(PickedTable),
    /// The unit of a card of which a token may be spent (A8.3).
    Spend(CardChoice),
    /// The unit of a card that may pay wounds for a token that it has gained (A8.3).
    Shed(CardChoice, ConditionToken),
}

/// A decision a player must make; poses and headings are rotated to the player's perspective.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerDecision {
    /// The edge of the table (A13.9).
    Edge,
    /// The first player (A13.9).
    First,
    /// A kind of terrain (A10).
    Kind,
    /// The pose of a piece of this kind (A10.12).
    Piece(u8),
    /// The pose of a pile, wholly within 12" of this unit (A13.4.2).
    Pile(UnitId),
    /// The position of an objective token (A13.11).
    Token,
    /// The position of a dropped objective: touching its pile (A13.4.3), or within 2" of a unit
    /// (A13.5.3).
    Drop(usize, Option<UnitId>),
    /// The unit to deploy, one of these.
    Deploy(Vec<UnitId>),
    /// Two enemies to mark (A13.7.2).
    Marks,
    /// The turn (A12.6).
    Turn,
    /// The retreat of a unit, up to a distance (A6.12).
    Retreat(UnitId, Length),
    /// The alignment of a unit, one of these.
    Align(UnitId, Vec<(EdgeContact, Pose)>),
    /// The free pivot of a unit.
    Pivot(UnitId),
    /// The free manoeuvre of a unit (A6.18).
    Surge(UnitId),
    /// A target among these units, or none.
    Target(TargetReason, Vec<UnitId>),
    /// A friendly unit among these that shifts up to 3" (A13.1.3).
    Shift(Vec<UnitId>),
    /// A tactics card to declare in an encounter, or none (A8.5).
    Card(CardDecision),
    /// A tactics card to play outside of attacks, charges and tests, one of these, or none (A8.5).
    Play(Vec<PlayedCard>),
    /// The NCU that activates, one of these (A12.6).
    Ncu(Vec<NcuOption>),
    /// The NCU of the enemy that has no abilities, one of these (A13.5.4).
    Silence(Vec<CardId>),
    /// What an NCU or a tactics card does as an NCU claims a zone, one of these, or none (A9.4).
    Claim(ClaimDecision),
    /// The options of a card of the enemy (A8.3).
    Options(OptionDecision),
    /// The cards of the hand that go back into the deck (A9.4).
    Return(ReturnedCards),
    /// Which of these cards, which have just been drawn, goes under the deck (A9.4).
    Bury(Vec<CardId>),
    /// The zone that an NCU claims out of turn, one of these, or none (A9.4).
    Seat(Vec<TacticsZone>),
    /// What a unit does freely by a tactics card, one of these, or nothing (A6.6).
    Act(UnitId, Vec<AllowedAct>),
    /// The action of the unit that activates, once a tactics card has moved units (A8.3).
    Action(UnitId),
    /// Whether the die of a retreat is rolled again: the unit and the die.
    Die(UnitId, u8),
    /// The tactics cards to discard in clean-up (A12.7).
    Discard,
    /// The mission of the hand for the round (A13.6.1).
    Mission,
    /// The open mission that is replaced, one of these (A13.8.2).
    ReplacedMission(MissionPile),
    /// The destroyed unit that comes back, one of these, or none (A13.3.4).
    BringBack(Vec<UnitId>),
}

/// The decision on a tactics card at an event of an encounter.
#[derive(Clone, Debug, PartialEq)]
pub struct CardDecision {
    /// The encounter with the cards declared so far.
    pub encounter: EncounterSpec,
    /// The index of the unit on which the card is played.
    pub side: usize,
    /// The cards that may be declared, with their ways.
    pub plays: Vec<CardChoice>,
}

/// The decision of the enemy of a player whose card lets the enemy take its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDecision {
    /// The index of the army whose card it is.
    pub army: usize,
    /// The card with its units, without options.
    pub played: PlayedCard,
    /// The sets of options of which one is taken.
    pub sets: Vec<Vec<u8>>,
}

/// An NCU that may activate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NcuOption {
    /// The NCU.
    pub ncu: CardId,
    /// What it could do if it claimed the zone that its player has chosen.
    pub plays: Vec<PlayedCard>,
}

/// The decision of the player whose NCU claims a zone.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimDecision {
    /// The zone.
    pub zone: TacticsZone,
    /// What the player has chosen to take from it, which some plays replace.
    pub benefit: Benefit,
    /// What may be played.
    pub plays: Vec<PlayedCard>,
}

impl PlayerDecision {
    /// Returns the number of the rule that requires the decision.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Edge | Self::First | Self::Deploy(_) => "A13.9",
            Self::Kind | Self::Piece(_) => "A10.12",
            Self::Pile(_) => "A13.4.2",
            Self::Token => "A13.11",
            Self::Drop(_, None) => "A13.4.4",
            Self::Drop(_, Some(_)) => "A13.5.3",
            Self::Marks => "A13.7.2",
            Self::Turn => "A12.6",
            Self::Retreat(..) => "A6.12",
            Self::Align(..) => "A18.3",
            Self::Pivot(_) => "A6.7",
            Self::Surge(_) => "A6.18",
            Self::Target(TargetReason::Bounty, _) => "A13.7.3",
            Self::Target(TargetReason::Claim, _) => "A13.14",
            Self::Target(
                TargetReason::Card(_) | TargetReason::Spend(_) | TargetReason::Shed(..),
                _,
            ) => "A8.3",
            Self::Target(..) | Self::Shift(_) => "A13.1.3",
            Self::Card(_) | Self::Play(_) => "A8.5",
            Self::Options(_) => "A8.3",
            Self::Ncu(_) => "A12.6",
            Self::Silence(_) => "A13.5.4",
            Self::Claim(_) | Self::Return(_) | Self::Bury(_) | Self::Seat(_) => "A9.4",
            Self::Act(..) | Self::Action(_) => "A6.6",
            Self::Die(..) => "A6.12",
            Self::Discard => "A12.7",
            Self::Mission => "A13.6.1",
            Self::ReplacedMission(_) => "A13.8.2",
            Self::BringBack(_) => "A13.3.4",
        }
    }

    /// Returns the decision after rotating the table by 180°.
    #[must_use]
    pub fn rotated_180(self) -> Self {
        match self {
            Self::Align(unit, mut places) => {
                places.iter_mut().for_each(|(_, pose)| *pose = pose.rotated_180());
                Self::Align(unit, places)
            }
            Self::Claim(claim) => {
                Self::Claim(ClaimDecision { benefit: claim.benefit.rotated_180(), ..claim })
            }
            // the other decisions contain no poses or headings
            other => other,
        }
    }
}

/// The error of a player that cannot decide.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// The outcome of a fight cannot be computed.
    #[error(transparent)]
    Encounter(#[from] crate::outcomes::EncounterError),
    /// There is no choice left: a log ended early or differs.
    #[error("{0}")]
    None(String),
}

/// A player's decisions. Choices are from the player's perspective: the own edge is the southern
/// one.
pub trait Decide {
    /// Makes a decision.
    ///
    /// # Errors
    /// [`DecisionError`] if no choice can be made.
    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError>;
}
