//! How often NCUs were used, and the difference that it made.

use crate::battle::Battle;
use crate::cards::NcuCard;
use crate::run::{BattleTally, NcuTally};
use crate::share::{ShareEstimate, WinDifference};
use schemars::JsonSchema;
use serde::Serialize;

/// An NCU over many battles.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NcuAnswer {
    /// The army: `a` or `b`.
    #[schemars(extend("enum" = ["a", "b"]))]
    pub side: &'static str,
    /// The id in the catalogue.
    pub id: String,
    /// Its name with its title.
    pub name: String,
    /// Uses of its abilities per battle, influence among them.
    pub used: f64,
    /// The share of battles that its player won, of those in which it was used.
    pub won_if_used: Option<ShareEstimate>,
    /// The same of those in which it was not used.
    pub won_if_unused: Option<ShareEstimate>,
    /// The first share minus the second.
    pub difference: Option<WinDifference>,
}

/// Summarizes the NCUs of both armies that have abilities to use.
pub(super) fn answers(battle: &Battle, tally: &BattleTally) -> Vec<NcuAnswer> {
    let games = tally.games.max(1) as f64;
    let ncus = battle.ncu_cards().zip(&tally.ncus);
    let ncus = ncus.filter(|((_, ncu), _)| ncu.card.is_played());
    ncus.map(|((army, ncu), tally)| answer(army, ncu, (tally, games))).collect()
}

fn answer(army: usize, ncu: &NcuCard, (tally, games): (&NcuTally, f64)) -> NcuAnswer {
    let share = |[battles, won]: [u64; 2]| (battles > 0).then(|| ShareEstimate::of(won, battles));
    let (with, without) = (share(tally.with), share(tally.without));
    NcuAnswer {
        side: if army == 0 { "a" } else { "b" },
        id: ncu.card.id.clone(),
        name: ncu.card.name.clone(),
        used: tally.used as f64 / games,
        won_if_used: with,
        won_if_unused: without,
        difference: with.zip(without).map(|(one, other)| WinDifference::of(one, other)),
    }
}
