//! Reads the siege of a position: the side of each army, siege cards, and the wall (A13.3).

use super::names;
use super::reader::StateReader;
use crate::battle::Battle;
use crate::field::{PlacedUnit, PlayerId, UnitId};
use crate::file::{FileError, SiegeTable, UnitTable};
use crate::geometry::{Pose, Tray};
use crate::siege::{Siege, SiegeCardId, SiegeSide, SiegeState, behind};
use crate::state::{BattleState, UnitPlace};

const KEY: &str = "siege";

/// A section of the wall.
pub(super) struct PlacedWall {
    pub id: UnitId,
    pub pose: Pose,
    /// The wounds left; `None` if it is destroyed.
    left: Option<u8>,
    activated: bool,
}

impl StateReader<'_> {
    /// Returns the siege of the battle and that of the position, which are both there or missing.
    fn siege(&self) -> Result<Option<(&Siege, &SiegeTable)>, FileError> {
        match (&self.battle.siege, &self.table.siege) {
            (Some(siege), Some(table)) => Ok(Some((siege, table))),
            (None, None) => Ok(None),
            (Some(_), None) => {
                Err(self.wrong(KEY, "is missing: it describes the wall and who holds it"))
            }
            (None, Some(_)) => Err(self.wrong(KEY, "belongs to A Storm of Swords: leave it out")),
        }
    }

    /// Returns the player who has the wall, in a siege.
    fn defender(&self) -> Option<PlayerId> {
        self.table.siege.as_ref().map(|siege| self.edge_of(siege.defender))
    }

    /// Returns whether a destroyed unit comes back: of the attacker, and no character (A13.3.4).
    pub(super) fn comes_back(&self, unit: UnitId) -> bool {
        let army = self.battle.army_of(unit.0.into());
        let siege = self.table.siege.as_ref();
        let is_character = self.battle.fighter(unit).is_some_and(|one| one.is_character());
        siege.is_some_and(|siege| siege.defender as usize != army) && !is_character
    }

    /// Finds the sections of the wall.
    pub(super) fn walls(&self) -> Result<Vec<PlacedWall>, FileError> {
        let (Some((siege, table)), Some(defender)) = (self.siege()?, self.defender()) else {
            return Ok(Vec::new());
        };
        let sections = self.battle.walls_of(table.defender as usize).enumerate();
        let walls: Vec<PlacedWall> = sections
            .map(|(section, id)| {
                let pose = siege.pose(section, self.battle.table.depth(), defender);
                let pose = pose.ok_or_else(|| self.wrong(KEY, "has a wall without room"))?;
                self.wall(id, pose, &table.walls)
            })
            .collect::<Result<_, FileError>>()?;
        if walls.len() == table.walls.len() {
            Ok(walls)
        } else {
            Err(self.wrong(KEY, format!("must have the {} sections of the wall once", walls.len())))
        }
    }

    fn wall(&self, id: UnitId, pose: Pose, tables: &[UnitTable]) -> Result<PlacedWall, FileError> {
        let Battle { siege, .. } = self.battle;
        let name = self.battle.fighter(id).map_or("", |wall| wall.name.as_str());
        let table = tables.iter().find(|table| table.name == name);
        let table = table.ok_or_else(|| self.wrong(KEY, format!("has no section \"{name}\"")))?;
        let most = self.battle.fighter(id).map_or(0, |wall| wall.wounds());
        let usual = siege.as_ref().map_or(0, |siege| siege.wall_wounds);
        let left = table.wounds.unwrap_or(usual);
        if !table.destroyed && !(1..=most).contains(&left) {
            let wrong = format!("has {name} with {left} wounds left: it must be 1 to {most}");
            return Err(self.wrong(KEY, wrong));
        }
        let left = (!table.destroyed).then_some(left);
        Ok(PlacedWall { id, pose, left, activated: table.activated })
    }

    /// Puts the wall on the table, and the siege cards into play.
    pub(super) fn build_walls(
        &self,
        state: &mut BattleState,
        walls: &[PlacedWall],
    ) -> Result<(), FileError> {
        let (Some((siege, table)), Some(defender)) = (self.siege()?, self.defender()) else {
            return Ok(());
        };
        let mut drawn = SiegeState::new();
        drawn.defender = defender;
        for (side, cards) in
            SiegeSide::BOTH.into_iter().zip([&table.attacker_cards, &table.defender_cards])
        {
            for name in cards {
                let card = siege.deck(side).iter().zip(0..).find(|(card, _)| card.name == *name);
                let unknown = || self.wrong(KEY, format!("has no card \"{name}\" in that deck"));
                let (card, id) = card.ok_or_else(unknown)?;
                drawn.draw(side, SiegeCardId(id), card);
            }
        }
        state.siege = Some(drawn);
        for wall in walls {
            let at = PlacedUnit { player: defender, tray: Tray::new(siege.wall.tray, wall.pose) };
            let placed = state.field.place_wall(wall.id, at);
            let name = names::of_unit(self.battle, wall.id);
            placed.map_err(|error| self.wrong(KEY, format!("has no room for {name}: {error}")))?;
            if let Some(held) = state.unit_mut(wall.id) {
                held.player = defender;
                held.activated = wall.activated;
                held.left = wall.left.unwrap_or(0);
                held.deaths = u8::from(wall.left.is_none());
                held.place = if wall.left.is_some() { UnitPlace::Wall } else { UnitPlace::Gone };
            }
        }
        state.field.close_behind(behind(defender));
        Ok(())
    }
}
