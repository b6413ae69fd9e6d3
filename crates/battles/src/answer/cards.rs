//! How often tactics cards were drawn and played, and the difference that they made.

use super::ShareEstimate;
use crate::battle::Battle;
use crate::cards::DeckCard;
use crate::run::{BattleTally, CardTally};
use schemars::JsonSchema;
use serde::Serialize;

/// A kind of tactics card over many battles.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CardAnswer {
    /// The army: `a` or `b`.
    #[schemars(extend("enum" = ["a", "b"]))]
    pub side: &'static str,
    /// The id in the catalogue.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether battles play it; all other cards are only drawn and discarded.
    pub is_played: bool,
    /// Copies drawn per battle.
    pub drawn: f64,
    /// Copies played per battle.
    pub played: f64,
    /// The share of battles that its player won, of those in which it was played.
    pub won_if_played: Option<ShareEstimate>,
    /// The same of those in which it was drawn and not played.
    pub won_if_held: Option<ShareEstimate>,
    /// The first share minus the second.
    pub difference: Option<WinDifference>,
}

/// The difference of two shares of battles won.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WinDifference {
    /// The observed difference.
    #[schemars(range(min = -1.0, max = 1.0))]
    pub mean: f64,
    /// The 95 % confidence interval.
    #[schemars(inner(range(min = -1.0, max = 1.0)))]
    pub ci95: [f64; 2],
}

impl WinDifference {
    /// Subtracts two independent shares; the interval is that of Newcombe, which combines theirs.
    fn of(one: ShareEstimate, other: ShareEstimate) -> Self {
        let mean = one.p - other.p;
        let far = |low: f64, high: f64| low.hypot(high);
        let below = far(one.p - one.ci95[0], other.ci95[1] - other.p);
        let above = far(one.ci95[1] - one.p, other.p - other.ci95[0]);
        Self { mean, ci95: [mean - below, mean + above] }
    }
}

/// Summarizes the cards of both armies.
pub(super) fn answers(battle: &Battle, tally: &BattleTally) -> Vec<CardAnswer> {
    let games = tally.games.max(1) as f64;
    let cards = battle.cards().zip(&tally.cards);
    cards.map(|((army, card), tally)| answer(army, card, (tally, games))).collect()
}

fn answer(army: usize, card: &DeckCard, (tally, games): (&CardTally, f64)) -> CardAnswer {
    let share = |[battles, won]: [u64; 2]| (battles > 0).then(|| ShareEstimate::of(won, battles));
    let (with, without) = (share(tally.with), share(tally.without));
    CardAnswer {
        side: if army == 0 { "a" } else { "b" },
        id: card.id.clone(),
        name: card.name.clone(),
        is_played: card.is_played(),
        drawn: tally.drawn as f64 / games,
        played: tally.played as f64 / games,
        won_if_played: with,
        won_if_held: without,
        difference: with.zip(without).map(|(one, other)| WinDifference::of(one, other)),
    }
}

/// Says which tactics cards are not played, and how the others are.
pub(super) fn notes(battle: &Battle) -> Vec<String> {
    if battle.decks.is_none() {
        return vec!["tactics cards: the battle is played without (`cards = false`)".to_owned()];
    }
    let mut notes = vec![
        "tactics cards are those of 2021 to S05; players declare them before the dice of an \
         attack, a charge or a panic test (A8.5)"
            .to_owned(),
    ];
    for (army, side) in [(0, "a"), (1, "b")] {
        let cards = battle.cards().filter(|(of, card)| *of == army && !card.is_played());
        let names: Vec<&str> = cards.map(|(_, card)| card.name.as_str()).collect();
        if !names.is_empty() {
            notes.push(format!("tactics cards of {side} not played: {}", names.join(", ")));
        }
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand with z = 1.96: 60 of 100 and 40 of 100 have the Wilson intervals 0.502–0.691 and
    /// 0.309–0.498; √(0.098² + 0.098²) = 0.1386 below, and the same above.
    #[test]
    fn difference_combines_both_intervals() {
        let [one, other] = [60, 40].map(|won| ShareEstimate::of(won, 100));
        let difference = WinDifference::of(one, other);
        assert!((difference.mean - 0.2).abs() < 1e-12);
        let [low, high] = difference.ci95;
        assert!((low - 0.0614).abs() < 2e-3 && (high - 0.3289).abs() < 2e-3, "{low} {high}");
    }
}
