//! The keys of the units that meet in attacks, charges, panic tests and duels: of who they are, how
//! they strike and how they are struck.

use crate::document::{FileKey, key};

/// The keys of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub unit: FileKey,
    pub wounds_lost: FileKey,
    pub tokens: FileKey,
    pub spending: FileKey,
}

/// The keys of a side's own attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackerKeys {
    pub attack: FileKey,
    pub hit_modifier: FileKey,
    pub auto_hits: FileKey,
    pub reroll_attacks: FileKey,
    pub force_reroll_attacks: FileKey,
}

/// The keys of a side under attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct DefenderKeys {
    pub save_modifier: FileKey,
    pub panic_modifier: FileKey,
    pub reroll_saves: FileKey,
    pub force_reroll_saves: FileKey,
    pub reroll_morale: FileKey,
    pub force_reroll_morale: FileKey,
}

/// The keys of a side, with a prefix for those that belong to it alone.
macro_rules! side {
    ($unit:literal, $prefix:literal) => {
        Side {
            unit: key($unit, "ID of a unit of this file"),
            wounds_lost: key(concat!($prefix, "wounds_lost"), "wounds it has lost; 0 if left out"),
            tokens: key(
                concat!($prefix, "tokens"),
                "condition tokens it holds; a list is one set, a list of lists asks about each",
            ),
            spending: key(
                concat!($prefix, "spending"),
                "when its player spends the tokens that the enemy holds",
            ),
        }
    };
}

macro_rules! striking {
    ($prefix:literal) => {
        AttackerKeys {
            attack: key(
                concat!($prefix, "weapon"),
                "name of an attack of the card; if left out the legal one with the highest expected \
                 wounds, the first of equals",
            ),
            hit_modifier: key(concat!($prefix, "hit_modifier"), "added to hit rolls"),
            auto_hits: key(concat!($prefix, "auto_hits"), "hits beside those of the dice"),
            reroll_attacks: key(
                concat!($prefix, "reroll_attacks"),
                "the attacker may reroll any attack dice",
            ),
            force_reroll_attacks: key(
                concat!($prefix, "force_reroll_attacks"),
                "the enemy may make any attack dice be rerolled",
            ),
        }
    };
}

macro_rules! guarding {
    ($prefix:literal) => {
        DefenderKeys {
            save_modifier: key(concat!($prefix, "save_modifier"), "added to saves"),
            panic_modifier: key(
                concat!($prefix, "panic_modifier"),
                "added to the roll of the panic test",
            ),
            reroll_saves: key(concat!($prefix, "reroll_saves"), "the defender may reroll saves"),
            force_reroll_saves: key(
                concat!($prefix, "force_reroll_saves"),
                "the enemy may make saves be rerolled",
            ),
            reroll_morale: key(
                concat!($prefix, "reroll_morale"),
                "the unit may reroll its panic test",
            ),
            force_reroll_morale: key(
                concat!($prefix, "force_reroll_morale"),
                "the enemy may make the panic test be rerolled",
            ),
        }
    };
}

impl Side {
    /// Of an attack or a charge.
    pub(super) const ATTACKER: Self = side!("attacker", "attacker_");
    /// Of an attack or a charge.
    pub(super) const DEFENDER: Self = side!("defender", "defender_");
    /// Of a duel.
    pub(super) const A: Self = side!("a", "a_");
    /// Of a duel.
    pub(super) const B: Self = side!("b", "b_");
    /// Of a panic test.
    pub(super) const TESTED: Self = side!("unit", "");
}

impl AttackerKeys {
    /// Of an attack or a charge.
    pub(super) const ATTACKER: Self = striking!("");
    /// Of a duel.
    pub(super) const A: Self = striking!("a_");
    /// Of a duel.
    pub(super) const B: Self = striking!("b_");
}

impl DefenderKeys {
    /// Of an attack or a charge.
    pub(super) const DEFENDER: Self = guarding!("");
    /// Of a duel.
    pub(super) const A: Self = guarding!("a_");
    /// Of a duel.
    pub(super) const B: Self = guarding!("b_");
}
