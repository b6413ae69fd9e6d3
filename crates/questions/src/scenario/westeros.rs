//! The tables of *Battles of Westeros*.
//!
//! ```toml
//! game = "westeros"
//!
//! [[attack]]
//! attacker = "blue"                     # in words: "blue infantry stalwart figures=3"
//! target = ["green", "blue", "red"]     # a list where one value may stand asks one question per value
//! flanking = [false, true]
//! ```
//!
//! The keys of a table are those of the command and the link of the same name.

use super::blocks::{Block, asked};
use super::plain::tables;
use crate::document::{Report, Section, TableArray};
use crate::request::westeros::{
    DogsOfWarKeys, ExchangeKeys, FireKeys, OrdersKeys, PursuitKeys, RoutKeys, WesterosAttackKeys,
};

/// Where the tables of a question stand in a file. `definition` tells their schema from that of
/// another game.
const fn table(
    id: &'static str,
    definition: &'static str,
    asks: &'static str,
    words: &'static str,
) -> TableArray {
    TableArray { definition, ..asked(id, asks, words) }
}

const ATTACK: TableArray =
    table("attack", "westeros-attack", "one unit attacks another", "An attack (B2).");
const PURSUIT: TableArray = table(
    "pursuit",
    "westeros-pursuit",
    "an attack that cavalry follows up",
    "An attack and its pursuit (B2.10).",
);
const DOGS_OF_WAR: TableArray = table(
    "dogs-of-war",
    "westeros-dogs-of-war",
    "an attack whose dice come from its first die",
    "An attack by the Dogs of War (B2).",
);
const EXCHANGE: TableArray = table(
    "exchange",
    "westeros-exchange",
    "two units attack each other in turn",
    "Two units that attack each other in turn (B2).",
);
const ROUT: TableArray = table(
    "rout",
    "westeros-rout",
    "a battle as a race of morale",
    "A battle as a race of morale (B3).",
);
const ORDERS: TableArray =
    table("orders", "westeros-orders", "a roll of order dice", "A roll of order dice (B4).");
const FIRE: TableArray = table("fire", "westeros-fire", "a burning hex", "A burning hex (B5).");

/// Reads the tables of all questions.
pub(super) fn read(root: &mut Section<'_>, report: &mut Report) -> Vec<Block<'static>> {
    let mut blocks = tables::<WesterosAttackKeys>(root, ATTACK, report);
    blocks.extend(tables::<PursuitKeys>(root, PURSUIT, report));
    blocks.extend(tables::<DogsOfWarKeys>(root, DOGS_OF_WAR, report));
    blocks.extend(tables::<ExchangeKeys>(root, EXCHANGE, report));
    blocks.extend(tables::<RoutKeys>(root, ROUT, report));
    blocks.extend(tables::<OrdersKeys>(root, ORDERS, report));
    blocks.extend(tables::<FireKeys>(root, FIRE, report));
    blocks
}
