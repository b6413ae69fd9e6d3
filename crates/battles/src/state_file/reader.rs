//! Finds what the keys of a position name, and words faults.

use super::names;
use crate::battle::Battle;
use crate::choice::MissionId;
use crate::field::{PlayerId, UnitId};
use crate::file::{ArmyKey, FileError, StateTable, pose};
use crate::geometry::Point;
use crate::missions::MissionPile;

/// Where faults are, and what they refer to.
#[derive(Clone, Copy)]
pub(super) struct StateReader<'a> {
    /// The file.
    pub name: &'a str,
    pub battle: &'a Battle,
    pub table: &'a StateTable,
}

impl StateReader<'_> {
    pub(super) fn wrong(&self, key: &str, wrong: impl Into<String>) -> FileError {
        let key = format!("state.{key}");
        FileError::Value { name: self.name.to_owned(), key, wrong: wrong.into() }
    }

    pub(super) fn edge_of(&self, army: ArmyKey) -> PlayerId {
        self.table.south.edge_of(army)
    }

    /// Returns a unit by its name with its army.
    pub(super) fn unit(&self, key: &str, name: &str) -> Result<UnitId, FileError> {
        names::unit(self.battle, name).ok_or_else(|| {
            let known = (0..self.battle.units.len() as u8).map(UnitId);
            let known: Vec<String> = known.map(|unit| names::of_unit(self.battle, unit)).collect();
            self.wrong(key, format!("has no unit \"{name}\": use one of {}", known.join("; ")))
        })
    }

    pub(super) fn point(&self, key: &str, at: [f64; 2]) -> Result<Point, FileError> {
        let at = pose(at, 0.0).map(|pose| pose.middle);
        at.map_err(|error| self.wrong(key, format!("is invalid: {error}")))
    }

    pub(super) fn missions(&self, key: &str, names: &[String]) -> Result<MissionPile, FileError> {
        names.iter().try_fold(MissionPile::default(), |mut pile, name| {
            pile.add(self.mission(key, name)?);
            Ok(pile)
        })
    }

    pub(super) fn mission(&self, key: &str, name: &str) -> Result<MissionId, FileError> {
        names::mission(self.battle, name)
            .ok_or_else(|| self.wrong(key, format!("is not a mission of the deck: \"{name}\"")))
    }
}
