//! The keys of a unit, alone or with its name before them.

use super::Form;
use crate::document::{FileKey, Name, OptionalValue, key};
use crate::scenario::sweep::{FieldValues, SweepCase};
use warodds_games::westeros::values::{Capture, Dice, Figures, Protection, Room};
use warodds_games::westeros::{Rank, UnitClass, WesterosTerrain, WesterosUnit};

/// The keys of one unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitKeys {
    pub rank: FileKey,
    class: FileKey,
    dice: FileKey,
    no_valor: FileKey,
    heavy_armor: FileKey,
    toughness: FileKey,
    cover: FileKey,
    stalwart: FileKey,
    figures: FileKey,
    commander: FileKey,
    terrain: FileKey,
    room: FileKey,
}

macro_rules! keys {
    ($rank:literal, $words:literal, $prefix:literal) => {
        UnitKeys {
            rank: key($rank, $words),
            class: key(concat!($prefix, "class"), "its class; infantry if left out"),
            dice: key(concat!($prefix, "dice"), "attack dice; by rank if left out"),
            no_valor: key(concat!($prefix, "no_valor"), "its valor never hits"),
            heavy_armor: key(
                concat!($prefix, "heavy_armor"),
                "it counts as one rank higher when it is attacked",
            ),
            toughness: key(
                concat!($prefix, "toughness"),
                "hits ignored in each attack; 0 if left out",
            ),
            cover: key(
                concat!($prefix, "cover"),
                "hits its cover ignores, that of a building apart; 0 if left out",
            ),
            stalwart: key(
                concat!($prefix, "stalwart"),
                "by keyword, or with two friends beside it",
            ),
            figures: key(
                concat!($prefix, "figures"),
                "figures left, a commander among them; by class if left out",
            ),
            commander: key(
                concat!($prefix, "commander"),
                "the capture rating of its commander; none if left out",
            ),
            terrain: key(concat!($prefix, "terrain"), "what it stands on; plains if left out"),
            room: key(
                concat!($prefix, "room"),
                "hexes it can retreat; as many as it must if left out",
            ),
        }
    };
}

impl UnitKeys {
    pub(super) const ATTACKER: Self = keys!("attacker", "the unit's rank", "attacker_");
    pub(super) const TARGET: Self = keys!("target", "the unit's rank", "target_");
    pub(super) const OTHER: Self = keys!(
        "other",
        "the rank of another unit that is attacked then; the same one if left out",
        "other_"
    );
    pub(super) const A: Self = keys!("a", "the unit's rank", "a_");
    pub(super) const B: Self = keys!("b", "the unit's rank", "b_");
    /// Of a unit in a table of its own.
    pub(super) const ALONE: Self = keys!("rank", "its rank", "");
}

/// A unit as it was written.
#[derive(Debug)]
pub(super) struct UnitForm {
    pub rank: FieldValues<Rank>,
    pub class: FieldValues<UnitClass>,
    dice: FieldValues<OptionalValue<Dice>>,
    no_valor: FieldValues<bool>,
    heavy_armor: FieldValues<bool>,
    toughness: FieldValues<Protection>,
    cover: FieldValues<Protection>,
    stalwart: FieldValues<bool>,
    figures: FieldValues<OptionalValue<Figures>>,
    commander: FieldValues<OptionalValue<Capture>>,
    terrain: FieldValues<WesterosTerrain>,
    room: FieldValues<OptionalValue<Room>>,
}

impl UnitForm {
    /// Reads a unit that must be there.
    pub(super) fn read(form: &mut Form<'_, '_>, keys: UnitKeys) -> Self {
        let rank = form.required(keys.rank);
        Self::of(Some(rank), form, keys)
    }

    /// Reads a unit of which the rank was read.
    pub(super) fn of(
        rank: Option<FieldValues<Rank>>,
        form: &mut Form<'_, '_>,
        keys: UnitKeys,
    ) -> Self {
        Self {
            rank: rank.unwrap_or_else(FieldValues::nothing),
            class: form.sweep(keys.class, UnitClass::default()),
            dice: form.sweep(keys.dice, OptionalValue(None)),
            no_valor: form.sweep(keys.no_valor, false),
            heavy_armor: form.sweep(keys.heavy_armor, false),
            toughness: form.sweep(keys.toughness, Protection::NONE),
            cover: form.sweep(keys.cover, Protection::NONE),
            stalwart: form.sweep(keys.stalwart, false),
            figures: form.sweep(keys.figures, OptionalValue(None)),
            commander: form.sweep(keys.commander, OptionalValue(None)),
            terrain: form.sweep(keys.terrain, WesterosTerrain::default()),
            room: form.sweep(keys.room, OptionalValue(None)),
        }
    }

    /// The unit of a case.
    pub(super) fn unit(&self, case: &SweepCase) -> Option<WesterosUnit> {
        let usual = WesterosUnit::new(self.rank.value(case)?, self.class.value(case)?);
        Some(WesterosUnit {
            dice: self.dice.value(case)?.0.unwrap_or(usual.dice),
            no_valor: self.no_valor.value(case)?,
            heavy_armor: self.heavy_armor.value(case)?,
            toughness: self.toughness.value(case)?,
            cover: self.cover.value(case)?,
            stalwart: self.stalwart.value(case)?,
            figures: self.figures.value(case)?.0.unwrap_or(usual.figures),
            commander: self.commander.value(case)?.0,
            terrain: self.terrain.value(case)?,
            room: self.room.value(case)?.0,
            ..usual
        })
    }

    /// What it is called in a case, e.g. `blue infantry`.
    pub(super) fn words(&self, case: &SweepCase) -> String {
        match (self.rank.value(case), self.class.value(case)) {
            (Some(rank), Some(class)) => format!("{} {}", rank.name(), class.name()),
            _ => String::new(),
        }
    }

    /// What it is called in all cases; its key where those differ.
    pub(super) fn name(&self, key: &str) -> String {
        let (mut ranks, mut classes) = (self.rank.all(), self.class.all());
        match (ranks.next(), ranks.next(), classes.next(), classes.next()) {
            (Some(rank), None, Some(class), None) => format!("{} {}", rank.name(), class.name()),
            _ => key.to_owned(),
        }
    }
}

/// A name of a unit or side.
pub(super) fn plain(name: Option<Name>, otherwise: &str) -> String {
    name.map_or_else(|| otherwise.to_owned(), |Name(name)| name)
}
