//! The siege of A Storm of Swords (A13.3): the wall's card, the siege decks, and what of them is in
//! play.
//!
//! The books print neither (A13.3.7), so players write them: `docs/siege.md` describes the file.

use crate::army::BattleUnit;
use crate::field::PlayerId;
use crate::geometry::{Edge, EdgeStrip, Heading, Length, Point, Pose};
use crate::outcomes::ObjectiveBonuses;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use warodds_games::asoiaf::ModelledAbility;

/// The number of sections of the wall (A13.3.1).
pub(crate) const SECTIONS: usize = 3;
/// The names of the sections, from the defender's left.
pub(crate) const SECTION_NAMES: [&str; SECTIONS] = ["left wall", "middle wall", "right wall"];
/// The siege cards that each player draws (A13.3.3).
pub(crate) const DRAWN: usize = 3;
/// The pieces of terrain that the defender may place (A13.3.1).
pub(crate) const PIECES: u8 = 4;
/// The victory points for a destroyed section (A13.3.6).
pub const WALL_POINTS: u8 = 5;
/// The first round in which reserves of the defender enter (A13.3.5).
pub(crate) const RESERVES_FROM: u8 = 3;
/// The depth of the attacker's zone (A13.3.1).
pub(crate) const ATTACKER_ZONE: Length = Length::inches(18);
/// The depth of the defender's zone (A13.3.1).
pub(crate) const DEFENDER_ZONE: Length = Length::LONG;
/// The distance of the wall from the defender's edge (A13.3.1). Nobody moves or deploys in that
/// strip (A13.3.6).
pub(crate) const BEHIND: Length = Length::inches(3);
/// The gap between two sections (A13.3.1).
const GAP: Length = Length::inches(4);

/// A side of a siege.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum SiegeSide {
    /// Wins by points (A13.3.2).
    Attacker,
    /// Has the wall, and wins at the end of the sixth round (A13.3.2).
    Defender,
}

impl SiegeSide {
    /// Both sides.
    pub const BOTH: [Self; 2] = [Self::Attacker, Self::Defender];
}

/// The number of a siege card in the deck of its side.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct SiegeCardId(pub u8);

/// What a siege card does; it is in force from the set-up to the end of the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiegeCard {
    /// The name.
    pub name: String,
    /// Abilities of the player's combat units.
    pub(crate) of_units: ObjectiveBonuses,
    /// Abilities of the walls.
    pub(crate) of_walls: ObjectiveBonuses,
    /// Wounds that each wall has in addition.
    pub wall_wounds: u8,
    /// Wounds that each standing wall restores when one of the rounds begins.
    pub wall_repairs: u8,
    /// Wounds that each standing wall suffers when one of the rounds begins.
    pub wall_damage: u8,
    /// The first round in which reserves enter, if it is another.
    pub reserves_from: Option<u8>,
    /// The first and last round in which walls are repaired or damaged.
    pub rounds: [u8; 2],
}

/// The wall and the siege decks of a battle.
#[derive(Clone, Debug)]
pub struct Siege {
    /// The title.
    pub title: String,
    /// A section of the wall; its wounds include all those that cards may add.
    pub(crate) wall: BattleUnit,
    /// The wounds of a section without cards.
    pub wall_wounds: u8,
    /// The cards of the attacker and of the defender.
    pub decks: [Vec<SiegeCard>; 2],
    /// The abilities that cards give, by the bits of their bonuses.
    pub(crate) abilities: Arc<[ModelledAbility]>,
    /// The text from which it was read.
    pub text: String,
}

impl Siege {
    /// Largest number of cards of a deck.
    pub(crate) const MAX_CARDS: usize = 16;

    /// Returns the deck of a side.
    pub fn deck(&self, side: SiegeSide) -> &[SiegeCard] {
        let [attacker, defender] = &self.decks;
        if side == SiegeSide::Attacker { attacker } else { defender }
    }

    /// Returns a card of a side.
    pub fn card(&self, side: SiegeSide, card: SiegeCardId) -> Option<&SiegeCard> {
        self.deck(side).get(usize::from(card.0))
    }

    /// Returns the sections of an army that may defend.
    pub(crate) fn sections(&self) -> impl Iterator<Item = BattleUnit> + '_ {
        SECTION_NAMES
            .into_iter()
            .map(|name| BattleUnit { name: name.to_owned(), ..self.wall.clone() })
    }

    /// Returns the width of the wall from end to end, with the gaps between sections.
    pub(crate) fn width(&self) -> i32 {
        3 * self.wall.tray.width() + 2 * GAP.thousandths()
    }

    /// Returns the pose of a section on a table of this depth, seen by the defender at an edge:
    /// 3" from the edge, in the middle or 4" beside the middle section (A13.3.1). It faces the enemy.
    pub(crate) fn pose(&self, section: usize, depth: i32, defender: PlayerId) -> Option<Pose> {
        let from_middle = i64::try_from(section).ok()? - 1;
        let step = i64::from(self.wall.tray.width() + GAP.thousandths());
        let y = -depth / 2 + BEHIND.thousandths() + self.wall.tray.depth() / 2;
        let middle = Point::new(from_middle * step, y.into()).ok()?;
        let pose = Pose { middle, heading: Heading::NORTH };
        Some(if defender == PlayerId::South { pose } else { pose.rotated_180() })
    }
}

/// Returns the strip behind the wall of a defender.
pub(crate) const fn behind(defender: PlayerId) -> EdgeStrip {
    let edge = match defender {
        PlayerId::South => Edge::South,
        PlayerId::North => Edge::North,
    };
    EdgeStrip { edge, depth: BEHIND }
}

/// What of a siege is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiegeState {
    /// Who has the wall.
    pub defender: PlayerId,
    /// The drawn cards of the attacker and of the defender, a bit for each card of the deck.
    pub drawn: [u16; 2],
    /// Abilities that cards give the units of the attacker and of the defender.
    of_units: [ObjectiveBonuses; 2],
    /// Abilities that cards give the walls.
    pub(crate) of_walls: ObjectiveBonuses,
    /// The first round in which reserves of the defender enter.
    pub(crate) reserves_from: u8,
}

impl SiegeState {
    /// The siege before a card is drawn: the defender sits at the northern edge, so that the choice
    /// of an edge is that of a side (A13.3.1).
    pub(crate) fn new() -> Self {
        Self {
            defender: PlayerId::North,
            drawn: [0; 2],
            of_units: [ObjectiveBonuses::default(); 2],
            of_walls: ObjectiveBonuses::default(),
            reserves_from: RESERVES_FROM,
        }
    }

    /// Returns the side of a player.
    pub const fn side(&self, player: PlayerId) -> SiegeSide {
        if player as u8 == self.defender as u8 { SiegeSide::Defender } else { SiegeSide::Attacker }
    }

    /// Returns the player of a side.
    pub const fn player(&self, side: SiegeSide) -> PlayerId {
        match side {
            SiegeSide::Attacker => self.defender.opponent(),
            SiegeSide::Defender => self.defender,
        }
    }

    /// Returns whether a card of a side is drawn.
    pub const fn has(&self, side: SiegeSide, card: SiegeCardId) -> bool {
        self.drawn[side as usize] >> (card.0 & 15) & 1 != 0
    }

    /// Iterates over the drawn cards of a side.
    pub fn cards<'s>(
        &'s self,
        siege: &'s Siege,
        side: SiegeSide,
    ) -> impl Iterator<Item = &'s SiegeCard> {
        let cards = (0..).map(SiegeCardId).zip(siege.deck(side));
        cards.filter(move |(id, _)| self.has(side, *id)).map(|(_, card)| card)
    }

    /// Puts a card into play.
    pub(crate) fn draw(&mut self, side: SiegeSide, id: SiegeCardId, card: &SiegeCard) {
        let at = side as usize;
        self.drawn[at] |= 1 << (id.0 & 15);
        self.of_units[at] = self.of_units[at].and(card.of_units);
        self.of_walls = self.of_walls.and(card.of_walls);
        self.reserves_from = card.reserves_from.unwrap_or(self.reserves_from);
    }

    /// Returns the abilities that cards give the units of a player.
    pub(crate) const fn of_units(&self, player: PlayerId) -> ObjectiveBonuses {
        self.of_units[self.side(player) as usize]
    }

    /// Returns the depth of a player's zone (A13.3.1).
    pub(crate) const fn zone(&self, player: PlayerId) -> Length {
        match self.side(player) {
            SiegeSide::Attacker => ATTACKER_ZONE,
            SiegeSide::Defender => DEFENDER_ZONE,
        }
    }

    /// Returns the state after rotating the table by 180° and swapping the players.
    #[must_use]
    pub const fn rotated_180(self) -> Self {
        Self { defender: self.defender.opponent(), ..self }
    }
}

/// An error in a siege.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SiegeError {
    /// A deck has too few or too many cards.
    #[error("has {count} cards of the {side}: it must have from {DRAWN} to {}", Siege::MAX_CARDS)]
    Count {
        /// Whose deck it is.
        side: &'static str,
        /// The number of its cards.
        count: usize,
    },
    /// Two cards of a deck have the same name.
    #[error("has two cards of the {side} named \"{name}\": names must differ")]
    Twice {
        /// Whose cards they are.
        side: &'static str,
        /// Their name.
        name: String,
    },
    /// A value of the wall or of a card is invalid.
    #[error("{what}: {wrong}")]
    Value {
        /// The wall or the card, and the key.
        what: String,
        /// What is wrong, and what is allowed.
        wrong: String,
    },
}
