//! How the table stands after each turn of a battle.

use crate::battle::Battle;
use crate::choice::PlayerChoice;
use crate::field::UnitId;
use crate::geometry::{Point, Pose};
use crate::log::LogEntry;

/// How the table stands.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// What happened, in words.
    pub caption: String,
    /// Units on the table: which, where, wounds left.
    pub(super) units: Vec<Option<(Pose, u8)>>,
    /// Terrain that lies there: corners and name.
    pub(super) pieces: Vec<Option<(Vec<[i32; 2]>, String)>>,
    /// Objective tokens: where they lie, or who carries them.
    pub(super) tokens: Vec<(Point, Option<UnitId>)>,
    points: [u8; 2],
    a_is_south: bool,
}

/// The table after each turn of a battle, with what was done in it.
pub fn snapshots(battle: &Battle, entries: &[LogEntry]) -> Vec<Snapshot> {
    let full = |number: usize| battle.units.get(number).map_or(0, |one| one.wounds());
    let mut wounds: Vec<u8> = (0..battle.units.len()).map(full).collect();
    let mut now = Snapshot {
        units: vec![None; battle.units.len()],
        a_is_south: true,
        caption: "the battle is set up".to_owned(),
        ..Snapshot::default()
    };
    let (mut all, mut round) = (Vec::new(), 0);
    for entry in entries {
        match entry {
            LogEntry::Chose { choice: PlayerChoice::Turn(_), .. } | LogEntry::Ended { .. } => {
                all.push(now.clone());
                let told = super::text::headline(battle, now.a_is_south, entry);
                now.caption = format!("round {round}: {told}");
            }
            LogEntry::Round { round: number, .. } => round = *number,
            other => now.apply(battle, &mut wounds, other),
        }
    }
    all.push(now);
    all
}

impl Snapshot {
    /// The points of both armies, `a` first.
    pub(super) const fn score(&self) -> [u8; 2] {
        let [south, north] = self.points;
        if self.a_is_south { [south, north] } else { [north, south] }
    }

    /// Where a unit stands with how many wounds, if it is on the table.
    pub(super) fn unit(&self, number: usize) -> Option<(Pose, u8)> {
        self.units.get(number).copied().flatten()
    }

    fn apply(&mut self, battle: &Battle, wounds: &mut [u8], entry: &LogEntry) {
        match entry {
            LogEntry::Chose { player, choice: PlayerChoice::Edge(edge) } => {
                self.a_is_south = edge == player;
            }
            LogEntry::Moved { unit, pose, .. } => self.stand(*unit, *pose, wounds),
            LogEntry::Aligned { contact, pose } => self.stand(contact.by, *pose, wounds),
            LogEntry::Wounds { unit, left, .. } => {
                if let Some(held) = wounds.get_mut(usize::from(unit.0)) {
                    *held = *left;
                }
                if let Some(Some((_, held))) = self.units.get_mut(usize::from(unit.0)) {
                    *held = *left;
                }
            }
            LogEntry::Destroyed { unit } => self.remove(battle, wounds, *unit),
            LogEntry::Piece { kind, pose, .. } => {
                let found = battle.kinds.iter().find(|one| one.name() == kind);
                let corners = found.map(|kind| kind.at(*pose).shape().corners().collect());
                self.pieces.push(corners.map(|corners| (corners, kind.clone())));
            }
            LogEntry::Cleared { piece } => {
                if let Some(held) = self.pieces.get_mut(usize::from(*piece)) {
                    *held = None;
                }
            }
            LogEntry::Objective { number, at, holder, .. } => {
                let number = usize::from(*number);
                if self.tokens.len() <= number {
                    self.tokens.resize(number + 1, (*at, None));
                }
                if let Some(held) = self.tokens.get_mut(number) {
                    *held = (*at, *holder);
                }
            }
            LogEntry::Scored { player, points, .. } => {
                let held = &mut self.points[player.index()];
                *held = held.saturating_add(*points);
            }
            _ => {}
        }
    }

    /// Takes a unit from the table; where a mode brings it back it is whole.
    fn remove(&mut self, battle: &Battle, wounds: &mut [u8], unit: UnitId) {
        let number = usize::from(unit.0);
        if let Some(held) = self.units.get_mut(number) {
            *held = None;
        }
        if let (Some(held), Some(one)) = (wounds.get_mut(number), battle.units.get(number)) {
            *held = one.wounds();
        }
    }

    fn stand(&mut self, unit: UnitId, pose: Pose, wounds: &[u8]) {
        let number = usize::from(unit.0);
        let left = wounds.get(number).copied().unwrap_or_default();
        if let Some(held) = self.units.get_mut(number) {
            *held = Some((pose, left));
        }
    }
}
