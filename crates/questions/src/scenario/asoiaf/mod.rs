//! Tables of *A Song of Ice and Fire*: units, and questions about them. `docs/keys.md` lists their
//! keys, written by these readers.
//!
//! Numbers of a unit may be lists (`defense = [3, 4]`; `hit` of an attack, and `dice` as a list of
//! lists): questions about the unit are asked of each value, matrices and comparisons take a unit
//! for each.
//!
//! The attacker of a `[[charge]]` needs a `speed`; one whose card has no attacks asks about the
//! charge only. A distance out of reach is a fault where it is the table's only case and an answer
//! among others.
//!
//! No key of `[matrix]` and `[compare]` sweeps. Each unit makes the legal attack of its card with
//! the highest expected wounds against each other, the first among equals; `weapon` narrows the
//! choice to melee or ranged attacks. Units without such an attack are left out and named, and so
//! are defenders whose morale nobody knows. What holds for all attacks alike means what it means for an
//! `[[attack]]`.

mod ask;
mod attack;
mod charge;
mod combat;
mod duel;
mod field;
mod form;
mod keys;
mod meeting;
mod panic;
mod terms;
mod units;
mod usage;
mod variants;

use units::Units;

use super::{ReadContext, blocks};
use crate::document::{Report, Section, key};
use crate::study::NamedQuestion;
use crate::study::field::FieldQuestion;
use warodds_games::asoiaf::{CardEdition, Edition};

/// What a scenario of *A Song of Ice and Fire* asks.
pub(super) fn read(
    root: &mut Section<'_>,
    backdrop: ReadContext<'_>,
    report: &mut Report,
) -> (Vec<NamedQuestion>, Vec<FieldQuestion>) {
    let edition: Option<Edition> =
        root.optional(key("rules", "the edition of the rules; 1.6 if left out"), report);
    let words = "the edition of the cards that names mean; 2021, the current one, if left out";
    let cards: Option<CardEdition> = root.optional(key("cards", words), report);
    let edition = backdrop.edition.or(edition).unwrap_or_default();
    let restricted = cards.map(|edition| backdrop.catalogue.of_edition(edition));
    let catalogue = restricted.as_ref().unwrap_or(backdrop.catalogue);
    let catalogue = catalogue.with_abilities(root, report);
    let units = Units::read(root, &catalogue, report);
    let blocks = ask::read(root, &units, edition, report);
    let asked = blocks::expand(blocks, report);
    (
        asked,
        field::read(
            root,
            field::FieldContext { units: &units, catalogue: &catalogue, edition },
            report,
        ),
    )
}
