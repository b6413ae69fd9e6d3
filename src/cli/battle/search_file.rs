//! The file in which a search for better lists is kept.

use std::path::Path;

use serde::{Deserialize, Serialize};
use warodds_battles::own_cards;
use warodds_battles::run::race::RaceProgress;

use super::super::failure::Failure;
use super::super::watch;
use crate::catalogue::Catalogue;
use crate::document::read_text;
use crate::report::files::write_file;

/// A search as far as it was run, with the question it belongs to.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedSearch {
    question: String,
    /// The hash of the cards of the players' own, as in logs; missing if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    own_cards: Option<String>,
    progress: RaceProgress,
}

/// Where a search is kept, if anywhere, and the question it belongs to.
#[derive(Debug)]
pub(super) struct SearchFile<'a> {
    path: Option<&'a Path>,
    question: &'a str,
    own_cards: Option<String>,
}

impl<'a> SearchFile<'a> {
    /// Creates the file of a question with the cards of a catalogue. Nothing is written.
    pub(super) fn new(path: Option<&'a Path>, question: &'a str, catalogue: &Catalogue) -> Self {
        Self { path, question, own_cards: own_cards::hash(catalogue) }
    }

    /// Returns the results so far.
    pub(super) fn read(&self, variants: usize) -> Result<RaceProgress, Failure> {
        let Some(path) = self.path.filter(|path| path.exists()) else {
            return Ok(RaceProgress::new(variants));
        };
        let fault = |why: &str| Failure::input(format!("--resume {}: {why}", path.display()));
        let wrong = |why: &str| fault(&format!("{why}; name another file"));
        let text = read_text(path).map_err(Failure::from)?;
        let saved: SavedSearch =
            serde_json::from_str(&text).map_err(|_| wrong("it is not a saved search"))?;
        own_cards::check(saved.own_cards.as_deref(), self.own_cards.as_deref())
            .map_err(|error| fault(&error.to_string()))?;
        if saved.question != self.question || saved.progress.variants().len() != variants {
            return Err(wrong("it was saved for other lists, swaps or settings"));
        }
        Ok(saved.progress)
    }

    /// Saves the results so far, whole or not at all.
    pub(super) fn save(&self, progress: &RaceProgress) -> Result<(), Failure> {
        let Some(path) = self.path else { return Ok(()) };
        let (question, own_cards) = (self.question.to_owned(), self.own_cards.clone());
        let saved = SavedSearch { question, own_cards, progress: progress.clone() };
        let text = serde_json::to_string(&saved).map_err(anyhow::Error::from)?;
        let written = watch::undisturbed(|| write_file(path, text.as_bytes()));
        written.map_err(|error| Failure::Failed(error.into()))
    }
}
