//! The state of the table after each turn of a battle.

use crate::battle::Battle;
use crate::cards::CardPile;
use crate::choice::PlayerChoice;
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Point, Pose};
use crate::log::LogEntry;
use crate::state::BattleState;

/// The table after one turn.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The turn in words.
    pub caption: String,
    /// Pose and wounds left of each unit on the table.
    pub(super) units: Vec<Option<(Pose, u8)>>,
    /// Corners and name of each piece of terrain that was not removed.
    pub(super) pieces: Vec<Option<(Vec<[i32; 2]>, String)>>,
    /// Place and carrier of each objective token.
    pub(super) tokens: Vec<(Point, Option<UnitId>)>,
    points: [u8; 2],
    a_is_south: bool,
    /// The tactics cards in the hands of both armies, `a` first.
    hands: [CardPile; 2],
}

/// Reconstructs the table after each turn of a battle, beginning with the set-up.
pub fn snapshots(battle: &Battle, entries: &[LogEntry]) -> Vec<Snapshot> {
    let full = |number: usize| battle.full_wounds(UnitId(number as u8), 0);
    // separate from the snapshot: a unit in reserve has wounds but no pose
    let mut wounds: Vec<u8> = (0..battle.units.len()).map(full).collect();
    let mut current = Snapshot {
        units: vec![None; battle.units.len()],
        a_is_south: true,
        caption: "Set-up".to_owned(),
        ..Snapshot::default()
    };
    let (mut snapshots, mut round) = (Vec::new(), 0);
    for entry in entries {
        match entry {
            LogEntry::Chose { choice: PlayerChoice::Turn(_), .. } | LogEntry::Ended { .. } => {
                // a turn's events follow its choice, so the previous turn is complete here
                snapshots.push(current.clone());
                let headline = super::text::headline(battle, current.a_is_south, entry);
                current.caption = format!("Round {round}. {headline}");
            }
            LogEntry::Round { round: number, .. } => round = *number,
            other => current.apply(battle, &mut wounds, other),
        }
    }
    snapshots.push(current);
    snapshots
}

impl Snapshot {
    /// Returns the table of a state.
    pub(crate) fn of(battle: &Battle, state: &BattleState) -> Self {
        let units = state.units_with_ids().map(|(unit, held)| {
            let placed = state.field.unit(unit).ok()?;
            Some((placed.tray.pose(), held.left))
        });
        let pieces = state.field.pieces().iter().zip(&state.kinds).map(|(piece, kind)| {
            let kind = battle.kinds.get(usize::from(*kind)).filter(|_| piece.is_present())?;
            Some((piece.shape().corners().collect(), kind.name().to_owned()))
        });
        let tokens = state.objectives.iter().map(|one| (one.at, one.holder));
        // units are numbered by army, so unit 0 belongs to army a
        let first = state.units.first().map(|unit| unit.player);
        Self {
            caption: String::new(),
            units: units.collect(),
            pieces: pieces.collect(),
            tokens: tokens.collect(),
            points: state.points,
            a_is_south: first == Some(PlayerId::South),
            hands: [CardPile::default(); 2],
        }
    }

    /// Returns the points of both armies, `a` first.
    pub(super) const fn score(&self) -> [u8; 2] {
        let [south, north] = self.points;
        if self.a_is_south { [south, north] } else { [north, south] }
    }

    /// Returns a unit's pose and wounds left, if it is on the table.
    pub(super) fn unit(&self, number: usize) -> Option<(Pose, u8)> {
        self.units.get(number).copied().flatten()
    }

    /// Returns the names of the tactics cards in the hand of an army.
    pub(super) fn hand<'b>(&self, battle: &'b Battle, army: usize) -> Vec<&'b str> {
        let Some(deck) = battle.decks.as_ref().and_then(|decks| decks.get(army)) else {
            return Vec::new();
        };
        let cards = self.hands[army].cards().filter_map(|card| deck.card(card));
        cards.map(|card| card.name.as_str()).collect()
    }

    /// Returns the hand of the army at an edge.
    const fn hand_at(&mut self, player: PlayerId) -> &mut CardPile {
        let is_south = matches!(player, PlayerId::South);
        if is_south == self.a_is_south { &mut self.hands[0] } else { &mut self.hands[1] }
    }

    fn apply(&mut self, battle: &Battle, wounds: &mut [u8], entry: &LogEntry) {
        match entry {
            LogEntry::Chose { player, choice: PlayerChoice::Edge(edge) } => {
                self.a_is_south = edge == player;
            }
            LogEntry::Moved { unit, pose, .. } => self.place(*unit, *pose, wounds),
            LogEntry::Aligned { contact, pose } => self.place(contact.by, *pose, wounds),
            LogEntry::Wounds { unit, left, .. } => {
                if let Some(wounds) = wounds.get_mut(usize::from(unit.0)) {
                    *wounds = *left;
                }
                if let Some(Some((_, wounds))) = self.units.get_mut(usize::from(unit.0)) {
                    *wounds = *left;
                }
            }
            // a wall stays where it is (A13.3.6)
            LogEntry::Destroyed { unit } if battle.is_wall(*unit) => {}
            LogEntry::Destroyed { unit } => self.remove(battle, wounds, *unit),
            LogEntry::Piece { kind, pose, .. } => {
                let found = battle.kinds.iter().find(|one| one.name() == kind);
                let corners = found.map(|kind| kind.at(*pose).shape().corners().collect());
                self.pieces.push(corners.map(|corners| (corners, kind.clone())));
            }
            LogEntry::Cleared { piece } => {
                if let Some(piece) = self.pieces.get_mut(usize::from(*piece)) {
                    *piece = None;
                }
            }
            LogEntry::Objective { number, at, holder, .. } => {
                let number = usize::from(*number);
                // tokens are placed in order of their numbers
                if self.tokens.len() <= number {
                    self.tokens.resize(number + 1, (*at, None));
                }
                if let Some(token) = self.tokens.get_mut(number) {
                    *token = (*at, *holder);
                }
            }
            LogEntry::Drew { player, card, .. } | LogEntry::Fetched { player, card, .. } => {
                self.hand_at(*player).add(*card);
            }
            LogEntry::Discarded { player, card, .. }
            | LogEntry::Returned { player, card, .. }
            | LogEntry::Stays { player, card, .. } => {
                self.hand_at(*player).remove(*card);
            }
            LogEntry::Scored { player, points, .. } => {
                let score = &mut self.points[player.index()];
                *score = score.saturating_add(*points);
            }
            _ => {}
        }
    }

    /// Removes a unit. Its wounds are reset, because a mode may bring it back at full strength.
    fn remove(&mut self, battle: &Battle, wounds: &mut [u8], unit: UnitId) {
        let number = usize::from(unit.0);
        if let Some(slot) = self.units.get_mut(number) {
            *slot = None;
        }
        if let (Some(left), Some(unit)) = (wounds.get_mut(number), battle.units.get(number)) {
            *left = unit.wounds();
        }
    }

    fn place(&mut self, unit: UnitId, pose: Pose, wounds: &[u8]) {
        let number = usize::from(unit.0);
        let left = wounds.get(number).copied().unwrap_or_default();
        if let Some(slot) = self.units.get_mut(number) {
            *slot = Some((pose, left));
        }
    }
}
