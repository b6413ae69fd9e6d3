//! How often tactics cards were drawn and played, and the difference that they made.

use crate::battle::Battle;
use crate::cards::{DeckCard, NcuCard};
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

/// Says which NCUs of an army have abilities that battles do not play, or only in part.
fn ncu_note(battle: &Battle, army: usize) -> Option<String> {
    let deck = battle.decks.as_ref()?.get(army)?;
    let name = |ncu: &NcuCard| ncu.card.name.clone();
    let none: Vec<String> = deck.ncus.iter().filter(|ncu| !ncu.is_played()).map(name).collect();
    let none = (!none.is_empty()).then(|| format!("none of the abilities of {}", none.join("; ")));
    let part = deck.ncus.iter().filter(|ncu| ncu.is_played()).filter_map(|ncu| {
        ncu.left_out.as_ref().map(|left_out| format!("{} without {left_out}", ncu.card.name))
    });
    let all: Vec<String> = none.into_iter().chain(part).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Says which tactics cards are not played, and how the others are.
pub(super) fn notes(battle: &Battle) -> Vec<String> {
    if battle.decks.is_none() {
        return vec!["tactics cards: not played (`cards = false`)".to_owned()];
    }
    let mut notes = vec![
        "players declare tactics cards before the dice of an attack, a charge or a panic test (A8.5)"
            .to_owned(),
    ];
    for (army, side) in [(0, "a"), (1, "b")] {
        let cards = battle.cards().filter(|(of, card)| *of == army && !card.is_played());
        let names: Vec<&str> = cards.map(|(_, card)| card.name.as_str()).collect();
        if !names.is_empty() {
            notes
                .push(format!("tactics cards of {side} that are not played: {}", names.join(", ")));
        }
        notes.extend(ncu_note(battle, army).map(|note| format!("NCUs of {side}: {note}")));
    }
    notes
}
