//! JSON Schemas of scenario and campaign files, game by game.
//!
//! Each key stands here with the words that editors show beside it. Ranges and names come from the
//! types that the readers go by; tests hold every key, range and name against the readers
//! themselves. A new key needs one line in its table.

mod asoiaf;
mod campaign;
mod warmachine;
mod westeros;

use serde_json::json;

use super::Game;
use super::run::MOST_THREADS;
use crate::document::schema::{Schema, Table, file, flag, name, one_of, reference, whole};
use crate::study::MOST_TRIALS;

pub use campaign::schema as campaign;

/// The schema of scenario files: of one game, or of all, each with the tables that belong to it.
pub fn scenario(game: Option<Game>) -> Schema {
    let Some(game) = game else { return every_game() };
    file(&title(game), game.root(), game.definitions())
}

fn title(game: Game) -> String {
    format!("warodds scenario of {}", game.name())
}

/// The tables of each game where the file names it; those of *A Song of Ice and Fire* where it
/// names none.
fn every_game() -> Schema {
    let branch = |game: Game, otherwise: Schema| {
        json!({
            "if": { "properties": { "game": { "const": game.name() } }, "required": ["game"] },
            "then": reference(game.name()),
            "else": otherwise
        })
    };
    let others = [Game::Westeros, Game::Warmachine];
    let mut root = others
        .into_iter()
        .fold(reference(Game::Asoiaf.name()), |otherwise, game| branch(game, otherwise));
    root["description"] = WORDS.into();
    root["properties"] = json!({ "game": one_of(Game::ALL.map(Game::name)) });
    let roots = Game::ALL.map(|game| (game.name(), game.root()));
    file(
        "warodds scenario",
        root,
        roots.into_iter().chain(Game::ALL.into_iter().flat_map(Game::definitions)).collect(),
    )
}

const WORDS: &str = "Questions for warodds, and how to answer them.";

impl Game {
    /// The tables of a file.
    fn root(self) -> Schema {
        let all = Table::new(WORDS)
            .key("title", name(), "the file's title; its name without its ending if left out")
            .key(
                "run",
                run().key("precision", positive(), PRECISION).object(),
                "how the questions are answered",
            );
        let all = match self {
            Self::Asoiaf => all.key("game", one_of([self.name()]), GAME),
            Self::Warmachine | Self::Westeros => all.needed("game", one_of([self.name()]), GAME),
        };
        match self {
            Self::Asoiaf => all.with(asoiaf::tables),
            Self::Warmachine => all.with(warmachine::tables),
            Self::Westeros => all.with(westeros::tables),
        }
        .schema()
    }

    /// What its tables refer to.
    fn definitions(self) -> Vec<(&'static str, Schema)> {
        match self {
            Self::Asoiaf => asoiaf::definitions(),
            Self::Warmachine => warmachine::definitions(),
            Self::Westeros => westeros::definitions(),
        }
    }
}

const GAME: &str = "the game that is played";
const PRECISION: &str = "stop when the 95 % interval of every mean is at most this far on either \
                         side; `trials` is the most then";

/// `[run]`, but for the precision that campaigns do without.
fn run() -> Table {
    Table::new("How the questions are answered; what is left out is up to the command line.")
        .key("trials", whole(1, MOST_TRIALS), "resolutions of each question")
        .key(
            "seed",
            json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX }),
            "seed of the dice",
        )
        .key("threads", whole(1, MOST_THREADS), "threads")
}

/// A number over 0.
fn positive() -> Schema {
    json!({ "type": "number", "exclusiveMinimum": 0 })
}

/// The name of a question, which no list may stand for.
fn question(words: &str) -> Table {
    Table::new(words).key("name", name(), "the question's name; a sentence if left out")
}

/// `true` or `false` for keys that are `false` if they are left out.
fn flags<const N: usize>(table: Table, keys: [(&str, &str); N]) -> Table {
    keys.into_iter().fold(table, |table, (key, words)| table.swept(key, &flag(), words))
}
