//! JSON Schemas of scenario and campaign files, game by game: what their readers ask for.

use serde_json::json;

use super::{GAME, Game, ReadContext, ScenarioHead, campaign};
use crate::catalogue::Catalogue;
use crate::document::describe_table;
use crate::document::schema::{Schema, defined, file, one_of, with_description};

/// The schema of scenario files: of one game, or of all, each with the tables that belong to it.
pub fn scenario(game: Option<Game>) -> Schema {
    let Some(game) = game else { return every_game() };
    file(&format!("warodds scenario of {}", game.name()), game.root())
}

/// The schema of campaign files.
pub fn campaign() -> Schema {
    file("warodds campaign", campaign::schema())
}

/// The tables of each game where the file names it; those of *A Song of Ice and Fire* where it
/// names none.
fn every_game() -> Schema {
    let branch = |game: Game, otherwise: Schema| {
        json!({
            "if": { "properties": { "game": { "const": game.name() } }, "required": ["game"] },
            "then": defined(game.name(), game.root()),
            "else": otherwise
        })
    };
    let others = [Game::Westeros, Game::Warmachine];
    let usual = defined(Game::Asoiaf.name(), Game::Asoiaf.root());
    let mut root = others.into_iter().fold(usual, |otherwise, game| branch(game, otherwise));
    root["description"] = WORDS.into();
    root["properties"] = json!({ "game": one_of(Game::ALL.map(Game::name)) });
    file("warodds scenario", root)
}

const WORDS: &str = "Questions for warodds, and how to answer them.";

impl Game {
    /// The tables of a file of this game and no other; only the usual one needs not be named.
    fn root(self) -> Schema {
        let catalogue = Catalogue::default();
        let backdrop = ReadContext { catalogue: &catalogue, edition: None };
        let mut table = describe_table(WORDS, |mut root, report| {
            ScenarioHead::read(&mut root, report);
            self.read(&mut root, backdrop, report);
        });
        table.add(GAME.id, with_description(one_of([self.name()]), GAME.words));
        if self != Self::Asoiaf {
            table.require(GAME.id);
        }
        table.schema()
    }
}
