//! Where trays and pieces lie, checked with the referee's own geometry: trays stay on the table and
//! off each other all the way of a straight move (A15.5, A17.1), end an inch from enemies (A6.5), and
//! no piece of terrain is left out for which there is room (A10.12).

use std::collections::BTreeMap;

use super::polygon::{Polygon, Spot, degrees, spot};
use crate::battle::Battle;
use crate::field::UnitId;
use crate::geometry::{Pose, TraySize};
use crate::log::{LogEntry, RuleViolation};
use crate::play::{piece_poses, room};
use crate::state::{BattleState, TOKEN_RADIUS};
use crate::terrain::{Keyword, TerrainKind};

/// Overlaps and gaps up to this many inches are those of rounded places (A15.6).
const ROUNDING: f64 = 0.02;
/// Moves of this many inches or less have no direction of their own.
const SHORTEST: f64 = 0.1;

/// Where the trays of a log stand.
#[derive(Debug)]
pub(super) struct Placements<'a> {
    battle: &'a Battle,
    trays: BTreeMap<UnitId, Pose>,
    /// The impassable pieces on the table, by their number.
    impassable: BTreeMap<u8, Polygon>,
}

impl<'a> Placements<'a> {
    pub(super) fn new(battle: &'a Battle) -> Self {
        Self { battle, trays: BTreeMap::new(), impassable: BTreeMap::new() }
    }

    /// Follows an entry of a log.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(super) fn follow(&mut self, entry: &LogEntry) -> Result<(), RuleViolation> {
        match entry {
            LogEntry::Moved { unit, pose, rule } => {
                self.check_end(*unit, *pose)?;
                if let Some(from) = self.trays.insert(*unit, *pose) {
                    self.check_way(*unit, [from, *pose], rule)?;
                }
            }
            LogEntry::Aligned { contact, pose } => {
                self.check_end(contact.by, *pose)?;
                self.trays.insert(contact.by, *pose);
            }
            // a wall stays where it is (A13.3.6)
            LogEntry::Destroyed { unit } if !self.battle.is_wall(*unit) => {
                self.trays.remove(unit);
            }
            LogEntry::Piece { piece, kind, pose, .. } => {
                let kind = self.battle.kinds.iter().find(|one| one.name() == kind);
                if let Some(kind) = kind.filter(|kind| kind.keywords().has(Keyword::Impassable)) {
                    self.impassable.insert(*piece, Polygon::of(kind.at(*pose).shape()));
                }
            }
            LogEntry::Cleared { piece } => {
                self.impassable.remove(piece);
            }
            _ => {}
        }
        Ok(())
    }

    fn size(&self, unit: UnitId) -> TraySize {
        self.battle.fighter(unit).map_or(TraySize::INFANTRY, |fighter| fighter.tray)
    }

    /// Iterates over the other trays on the table.
    fn others(&self, unit: UnitId) -> impl Iterator<Item = (UnitId, Polygon)> + '_ {
        let others = self.trays.iter().filter(move |(other, _)| **other != unit);
        others.map(|(other, pose)| (*other, Polygon::at(self.size(*other), *pose)))
    }

    fn are_enemies(&self, one: UnitId, other: UnitId) -> bool {
        let army = |unit: UnitId| self.battle.army_of(usize::from(unit.0));
        army(one) != army(other)
    }

    /// Checks where a tray ends: wholly on the table and on no other tray.
    fn check_end(&self, unit: UnitId, pose: Pose) -> Result<(), RuleViolation> {
        let tray = Polygon::at(self.size(unit), pose);
        if tray.beyond(self.battle.table) > ROUNDING {
            return Err(RuleViolation::new("A15.5", format!("{unit} ends off the table")));
        }
        self.check_not_behind(unit, &tray)?;
        let on = self.others(unit).find(|(_, other)| tray.overlap(other) > ROUNDING);
        on.map_or(Ok(()), |(other, _)| {
            Err(RuleViolation::new("A17.1", format!("{unit} ends on {other}")))
        })
    }

    /// Checks a move on its way, by the rule under which it was made.
    fn check_way(
        &self,
        unit: UnitId,
        [from, to]: [Pose; 2],
        rule: &str,
    ) -> Result<(), RuleViolation> {
        let [start, end] = [from, to].map(|pose| spot(pose.middle));
        let way = [end[0] - start[0], end[1] - start[1]];
        let length = way[0].hypot(way[1]);
        // a pivot on the spot, and what is put on the table, has no way
        if length <= SHORTEST {
            return Ok(());
        }
        let angle = match rule {
            // it faces where it goes, whatever it faced before and after
            "A6.10" | "A6.18" | "A6.16" => way[0].atan2(way[1]).to_degrees(),
            "A6.11" | "A6.12" | "A6.8" | "A13.1.3" => degrees(from.heading),
            _ => return Ok(()),
        };
        let tray = Polygon::tray(self.size(unit), start, angle);
        self.check_path(unit, &tray, way)?;
        if rule == "A6.16" { Ok(()) } else { self.check_distance(unit, to) }
    }

    /// Checks the straight part of a move.
    fn check_path(&self, unit: UnitId, tray: &Polygon, way: Spot) -> Result<(), RuleViolation> {
        let parts = tray.swept(way);
        let reaches = |limit: f64, of: &dyn Fn(&Polygon) -> f64| {
            parts.iter().map(of).fold(f64::MIN, f64::max) > limit
        };
        if reaches(ROUNDING, &|part| part.beyond(self.battle.table)) {
            let why = format!("{unit} leaves the table on its way");
            return Err(RuleViolation::new("A15.5", why));
        }
        parts.iter().try_for_each(|part| self.check_not_behind(unit, part))?;
        // nobody goes through a wall, whose ever it is (A13.3.6)
        let stops = |other| self.are_enemies(unit, other) || self.battle.is_wall(other);
        for (enemy, other) in self.others(unit).filter(|(other, _)| stops(*other)) {
            if reaches(ROUNDING, &|part| part.overlap(&other)) {
                let why = format!("{unit} goes through {enemy}");
                return Err(RuleViolation::new("A17.1", why));
            }
        }
        for (piece, other) in &self.impassable {
            if reaches(ROUNDING, &|part| part.overlap(other)) {
                let why = format!("{unit} goes through piece {piece}, which is impassable");
                return Err(RuleViolation::new("A10.9", why));
            }
        }
        Ok(())
    }

    /// Checks that a tray is not in the 3" between a wall and the northern edge (A13.3.6).
    fn check_not_behind(&self, unit: UnitId, tray: &Polygon) -> Result<(), RuleViolation> {
        let limit = f64::from(self.battle.table.depth()) / 2_000.0 - 3.0;
        if self.battle.siege.is_none() || tray.along()[1] <= limit + ROUNDING {
            return Ok(());
        }
        Err(RuleViolation::new("A13.3.6", format!("{unit} is behind the wall")))
    }

    /// Checks that a tray is an inch from all enemies.
    fn check_distance(&self, unit: UnitId, pose: Pose) -> Result<(), RuleViolation> {
        let tray = Polygon::at(self.size(unit), pose);
        let is_enemy = |other| self.are_enemies(unit, other) && !self.battle.is_wall(other);
        let mut enemies = self.others(unit).filter(|(other, _)| is_enemy(*other));
        let near = enemies.find(|(_, enemy)| tray.distance(enemy) < 1.0 - ROUNDING);
        near.map_or(Ok(()), |(enemy, _)| {
            Err(RuleViolation::new("A6.5", format!("{unit} ends within an inch of {enemy}")))
        })
    }
}

/// Checks that there is no room for a piece of terrain that a player leaves out.
///
/// # Errors
/// A place where it could lie.
pub(super) fn check_left_out(
    battle: &Battle,
    state: &BattleState,
    kind: &TerrainKind,
) -> Result<(), RuleViolation> {
    // the defender of a siege places as many pieces as he likes (A13.3.1)
    if battle.mode.has_siege() {
        return Ok(());
    }
    let zone = battle.mode.zone().saturating_add(battle.mode.terrain_from_zone(battle.rulebook));
    let inches = |length: crate::geometry::Length| f64::from(length.thousandths()) / 1_000.0;
    let limit = f64::from(battle.table.depth()) / 2_000.0 - inches(zone);
    let pile = |number: usize| {
        state.objectives.iter().any(|objective| objective.pile.map(usize::from) == Some(number))
    };
    let pieces = state.field.pieces().iter().enumerate();
    let pieces: Vec<(Polygon, f64)> = pieces
        .map(|(number, piece)| (Polygon::of(piece.shape()), if pile(number) { 1.0 } else { 6.0 }))
        .collect();
    let is_impassable = kind.keywords().has(Keyword::Impassable);
    let lies_well = |pose: &Pose| {
        let outline = Polygon::of(kind.at(*pose).shape());
        let on_token = |at| outline.distance_to(at) < inches(TOKEN_RADIUS) + ROUNDING;
        outline.farthest_along() < limit - ROUNDING
            && outline.beyond(battle.table) < -ROUNDING
            && pieces.iter().all(|(other, gap)| outline.distance(other) > gap + ROUNDING)
            && !(is_impassable && state.objectives.iter().any(|one| on_token(spot(one.at))))
    };
    let found = piece_poses(battle).find(lies_well);
    found.map_or(Ok(()), |pose| Err(RuleViolation::new("A10.12", room(kind, pose))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::LogFile;
    use warodds_questions::catalogue::Catalogue;

    /// Logs with a fault that the rules of play once let pass: the geometry of the referee finds it
    /// where it is.
    #[test]
    fn faults_that_play_once_let_pass_are_found_by_other_geometry() {
        let logs = [
            (include_str!("../../tests/logs/off-the-table-on-the-way.json"), 83, "A15.5"),
            (include_str!("../../tests/logs/failed-charge-ends-on-a-friend.json"), 72, "A17.1"),
        ];
        for (text, number, rule) in logs {
            let log = LogFile::parse(text).expect("a log");
            let battle = log.battle(Catalogue::shipped()).expect("a battle");
            let mut placements = Placements::new(&battle);
            let mut entries = (1..).zip(&log.entries);
            let found = entries.find_map(|(at, entry)| Some((at, placements.follow(entry).err()?)));
            let (at, violation) = found.expect("a fault");
            assert_eq!((at, &*violation.rule), (number, rule), "{violation}");
        }
    }
}
