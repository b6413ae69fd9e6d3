//! The keys of a unit, alone or with its name before them.

use super::Form;
use crate::document::{Given, Name};
use crate::scenario::sweep::{Case, Swept};
use warodds_games::westeros::values::{Capture, Dice, Figures, Protection, Room};
use warodds_games::westeros::{Class, Rank, Terrain, Unit};

/// The keys of one unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitKeys {
    pub rank: &'static str,
    class: &'static str,
    dice: &'static str,
    no_valor: &'static str,
    heavy_armor: &'static str,
    toughness: &'static str,
    cover: &'static str,
    stalwart: &'static str,
    figures: &'static str,
    commander: &'static str,
    terrain: &'static str,
    room: &'static str,
}

macro_rules! keys {
    ($rank:literal, $prefix:literal) => {
        UnitKeys {
            rank: $rank,
            class: concat!($prefix, "class"),
            dice: concat!($prefix, "dice"),
            no_valor: concat!($prefix, "no_valor"),
            heavy_armor: concat!($prefix, "heavy_armor"),
            toughness: concat!($prefix, "toughness"),
            cover: concat!($prefix, "cover"),
            stalwart: concat!($prefix, "stalwart"),
            figures: concat!($prefix, "figures"),
            commander: concat!($prefix, "commander"),
            terrain: concat!($prefix, "terrain"),
            room: concat!($prefix, "room"),
        }
    };
}

impl UnitKeys {
    pub const ATTACKER: Self = keys!("attacker", "attacker_");
    pub const TARGET: Self = keys!("target", "target_");
    pub const OTHER: Self = keys!("other", "other_");
    pub const A: Self = keys!("a", "a_");
    pub const B: Self = keys!("b", "b_");
    /// Of a unit in a table of its own.
    pub const ALONE: Self = keys!("rank", "");
}

/// A unit as it was written.
#[derive(Debug)]
pub(super) struct UnitForm {
    pub rank: Swept<Rank>,
    pub class: Swept<Class>,
    dice: Swept<Given<Dice>>,
    no_valor: Swept<bool>,
    heavy_armor: Swept<bool>,
    toughness: Swept<Protection>,
    cover: Swept<Protection>,
    stalwart: Swept<bool>,
    figures: Swept<Given<Figures>>,
    commander: Swept<Given<Capture>>,
    terrain: Swept<Terrain>,
    room: Swept<Given<Room>>,
}

impl UnitForm {
    /// Reads a unit that must be there.
    pub fn read(form: &mut Form<'_, '_>, keys: UnitKeys) -> Self {
        Self {
            rank: form.required(keys.rank),
            class: form.sweep(keys.class, Class::default()),
            dice: form.sweep(keys.dice, Given(None)),
            no_valor: form.sweep(keys.no_valor, false),
            heavy_armor: form.sweep(keys.heavy_armor, false),
            toughness: form.sweep(keys.toughness, Protection::NONE),
            cover: form.sweep(keys.cover, Protection::NONE),
            stalwart: form.sweep(keys.stalwart, false),
            figures: form.sweep(keys.figures, Given(None)),
            commander: form.sweep(keys.commander, Given(None)),
            terrain: form.sweep(keys.terrain, Terrain::default()),
            room: form.sweep(keys.room, Given(None)),
        }
    }

    /// The unit of a case.
    pub fn unit(&self, case: &Case) -> Option<Unit> {
        let usual = Unit::new(self.rank.value(case)?, self.class.value(case)?);
        Some(Unit {
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
    pub fn words(&self, case: &Case) -> String {
        match (self.rank.value(case), self.class.value(case)) {
            (Some(rank), Some(class)) => format!("{} {}", rank.name(), class.name()),
            _ => String::new(),
        }
    }

    /// What it is called in all cases; its key where those differ.
    pub fn name(&self, key: &str) -> String {
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
