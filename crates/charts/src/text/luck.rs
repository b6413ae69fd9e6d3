//! How lucky the rolls of a game were.

use super::words;
use crate::answer::{RollLuck, TotalLuck};

/// Says how lucky a result at this percentile is: `luckier than 91 % of such rolls`.
pub fn luck_words(percentile: f64, of: &str) -> String {
    if percentile >= 0.5 {
        format!("luckier than {} of {of}", words::percent(percentile, 0))
    } else {
        format!("unluckier than {} of {of}", words::percent(1.0 - percentile, 0))
    }
}

/// Says how lucky a sum was.
pub fn total(TotalLuck { unit, rolls, gained, odds }: &TotalLuck) -> String {
    let luck = luck_words(odds.percentile, "games with these rolls");
    let rolls = crate::counted::counted(*rolls as u64, "roll", "rolls");
    format!(
        "All {unit}: {} {unit} {} than expected in {rolls}, {luck}.",
        words::rounded(gained.abs()),
        if *gained < 0.0 { "worse" } else { "better" },
    )
}

/// Names a roll: who rolled, for what, and what was counted.
pub fn name(RollLuck { by_enemy, kind, subject, luck, .. }: &RollLuck) -> String {
    let who = if *by_enemy { "enemy " } else { "" };
    words::clean(&format!("{who}{kind}: {subject}, {}", luck.label))
}
