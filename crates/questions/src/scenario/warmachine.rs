//! Files with `game = "warmachine"`: a turn of *WARMACHINE*.
//!
//! The keys of a table are those of the command and the link of the same name. A campaign is a file
//! of its own ([`campaign`](super::campaign)).

use super::blocks::{Block, asked};
use super::plain::tables;
use crate::document::{Report, Section, TableArray};
use crate::request::warmachine::{
    BoostKeys, DamageKeys, EffectsKeys, FocusKeys, LeechKeys, ThresholdKeys,
};

const THRESHOLD: TableArray =
    asked("threshold", "whether a warbeast frenzies", "A threshold test (W1.4).");
const EFFECTS: TableArray = asked(
    "effects",
    "how long a continuous effect lasts, and what it does",
    "A continuous effect (W1.2).",
);
const DAMAGE: TableArray = asked("damage", "what attacks do", "Attacks (W1.6, W1.7).");
// in files its name is older than the command's
const BOOST: TableArray =
    asked("boost", "how to spend points on attacks", "Points spent on attacks (W1.8).");
const LEECH: TableArray =
    asked("leech", "whom to leech", "A warlock's control phase (W1.3, W1.4).");
const FOCUS: TableArray =
    asked("focus", "which warjacks to give focus", "A warcaster's control phase (W1.3, W1.8).");

/// Reads the tables of all questions.
pub(super) fn read(root: &mut Section<'_>, report: &mut Report) -> Vec<Block<'static>> {
    let mut blocks = tables::<ThresholdKeys>(root, THRESHOLD, report);
    blocks.extend(tables::<EffectsKeys>(root, EFFECTS, report));
    blocks.extend(tables::<DamageKeys>(root, DAMAGE, report));
    blocks.extend(tables::<BoostKeys>(root, BOOST, report));
    blocks.extend(tables::<LeechKeys>(root, LEECH, report));
    blocks.extend(tables::<FocusKeys>(root, FOCUS, report));
    blocks
}
