//! The keys of the table `state` of a file: a position between two turns of a battle.
//! `docs/battle-state.md` describes them.

use crate::choice::{ConditionToken, TacticsZone};
use crate::geometry::{Alignment, TrayArc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An army, by its key in battle files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ArmyKey {
    /// Army `a`.
    #[default]
    A,
    /// Army `b`.
    B,
}

/// A position between two turns. Units are named with their army, as in `a: Stark Sworn Swords`;
/// terrain, ways and armies are numbered from 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StateTable {
    /// The round.
    pub round: u8,
    /// The army whose turn it is.
    pub turn: ArmyKey,
    /// The army that goes first in this round.
    pub first: ArmyKey,
    /// The army that goes first in the next round by an ability.
    pub next_first: Option<ArmyKey>,
    /// The army at the southern edge.
    #[serde(default)]
    pub south: ArmyKey,
    /// The points of `a` and `b`.
    pub points: [u8; 2],
    /// The pieces of `battle.terrain` that were removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<usize>,
    /// The units destroyed this round, in order; only for missions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub destroyed_this_round: Vec<String>,
    /// The missions that lie open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open_missions: Vec<String>,
    /// The missions that were discarded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discarded_missions: Vec<String>,
    /// The army that holds each zone of the tactics board.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub zones: BTreeMap<TacticsZone, ArmyKey>,
    /// The objective tokens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<ObjectiveTable>,
    /// The units in contact.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<ContactTable>,
    /// The siege, in A Storm of Swords.
    pub siege: Option<SiegeTable>,
    /// Army `a`.
    pub a: ArmyStateTable,
    /// Army `b`.
    pub b: ArmyStateTable,
}

/// An objective token.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObjectiveTable {
    /// The centre, in inches east and north of the centre of the table.
    pub at: [f64; 2],
    /// Its card: `plain`, `centre`, `deck-1` to `deck-10`, `a`, `b` or `c`.
    pub card: String,
    /// The piece of terrain under it (A13.4.3).
    pub piece: Option<usize>,
    /// The unit that carries it (A13.14).
    pub holder: Option<String>,
    /// The army that controlled it when the round began; only for missions.
    pub controlled: Option<ArmyKey>,
}

/// Two enemies in contact.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContactTable {
    /// The unit whose front is in contact.
    pub by: String,
    /// The unit whose side is in contact.
    pub on: String,
    /// The side.
    pub side: TrayArc,
    /// The alignment along the side.
    pub alignment: Alignment,
}

/// A siege (A13.3).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SiegeTable {
    /// The army that has the wall.
    pub defender: ArmyKey,
    /// The siege cards that the attacker has drawn.
    pub attacker_cards: Vec<String>,
    /// The siege cards that the defender has drawn.
    pub defender_cards: Vec<String>,
    /// The three sections of the wall: their wounds, whether they have activated or are destroyed.
    pub walls: Vec<UnitTable>,
}

/// What belongs to one army.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArmyStateTable {
    /// How many NCUs have not activated this round; all, if it is missing.
    pub ncus_left: Option<u8>,
    /// The tactics cards of the hand, or how many there are.
    pub hand: Option<HandTable>,
    /// The discarded tactics cards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discards: Vec<String>,
    /// The missions of the hand, or how many there are.
    pub missions: Option<HandTable>,
    /// The mission chosen for the round.
    pub mission: Option<String>,
    /// The combat units, each of them.
    pub units: Vec<UnitTable>,
    /// The NCUs that are not as at the start of a round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ncus: Vec<NcuTable>,
}

/// A hand: its cards, or their number.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum HandTable {
    /// Their number.
    Count(u8),
    /// The cards by name, each copy.
    Cards(Vec<String>),
}

/// A combat unit.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitTable {
    /// The name in its army.
    pub name: String,
    /// The centre, in inches east and north of the centre of the table. A unit whose front is in
    /// contact may leave it out.
    pub at: Option<[f64; 2]>,
    /// The heading in degrees clockwise from north.
    pub heading: Option<f64>,
    /// In reserve, and may enter from this round on.
    pub reserve: Option<u8>,
    /// Destroyed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub destroyed: bool,
    /// Remaining wounds; all, if it is missing.
    pub wounds: Option<u8>,
    /// Condition tokens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<ConditionToken>,
    /// Whether it has activated this round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub activated: bool,
    /// Whether its orders of this round are used up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ordered: bool,
    /// How often it was destroyed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub deaths: u8,
    /// How often it survived its own destruction.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub survived: u8,
    /// Whether it is marked (A13.7.2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
    /// Bounty points on it (A13.7.3).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bounty: u8,
    /// Whether it has destroyed an enemy; only for missions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_destroyed: bool,
    /// What cards deny it until the turn ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<String>,
    /// Tactics cards that stay on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<UnitCardTable>,
}

/// A tactics card that stays on a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitCardTable {
    /// The army whose card it is.
    pub army: ArmyKey,
    /// The card by name.
    pub card: String,
    /// The number of the way in which it was played.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub way: u8,
    /// Whether it does not count yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// The tokens on it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub tokens: u8,
}

/// An NCU.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NcuTable {
    /// The name.
    pub name: String,
    /// Whether it has activated this round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub activated: bool,
    /// The zone that it has claimed this round.
    pub zone: Option<TacticsZone>,
    /// Its order tokens; those of the start, if they are missing.
    pub tokens: Option<u8>,
    /// The numbers of its ways that are used up for the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub used: Vec<u8>,
    /// Whether it leaves the battle at the end of the round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leaves: bool,
    /// Whether it has left the battle.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lost: bool,
    /// Whether it has no abilities (A13.5.4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub silenced: bool,
    /// Whether it has no abilities until the round ends, by a card of the enemy (A8.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub silenced_this_round: bool,
    /// The zones that its player has named for the enemy NCU that activates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<TacticsZone>,
}

// serde's interface
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &u8) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(number: &u8) -> bool {
    *number == 1
}

const fn one() -> u8 {
    1
}
