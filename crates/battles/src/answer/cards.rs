//! How often tactics cards were drawn and played, and the difference that they made.

use crate::battle::Battle;
use crate::cards::DeckCard;
use crate::run::{BattleTally, CardTally};
use crate::share::{ShareEstimate, WinDifference};
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
    /// Copies drawn or taken back into the hand per battle.
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
