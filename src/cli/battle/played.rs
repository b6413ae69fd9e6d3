//! Games that are played on several machines, or in several runs, for one answer.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::{Deserialize, Serialize};
use warodds_battles::own_cards;
use warodds_battles::play::PlayError;
use warodds_battles::run::{PlayedRounds, RunPart};

use super::super::failure::Failure;
use super::super::print::note;
use super::super::watch::{self, Watch};
use crate::catalogue::Catalogue;
use crate::document::read_text;
use crate::report::files::{check_file_writable, write_file};
use crate::shard::{hash_of, question_hash};

/// The format version that every file of games names.
const SCHEMA: &str = "warodds/battle-games/1";

/// Where games are kept, and which of them are played.
#[derive(Clone, Debug, Args)]
pub(super) struct PlayedArgs {
    /// Save the games in this file, and continue from it if it exists.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Play only the K-th of N parts of the games, without an answer, so that several machines
    /// share the work.
    #[arg(long, value_name = "K/N", requires = "resume")]
    part: Option<RunPart>,
    /// Take games from files that --resume wrote, and play only the others. Edited files, and games
    /// of other lists, cards or settings, are refused.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    played: Vec<PathBuf>,
}

/// The games of a question, by policy or mode.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GamesFile {
    schema: String,
    /// A hash of all that the games depend on.
    question: String,
    /// The hash of the cards of the players' own, as in logs; missing if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    own_cards: Option<String>,
    sections: Vec<PlayedRounds>,
    /// A hash of the sections, which reveals an edited file.
    checksum: String,
}

/// The games that are known of a question.
#[derive(Debug)]
pub(super) struct KnownGames<'a> {
    arguments: &'a PlayedArgs,
    question: String,
    own_cards: Option<String>,
    /// The games by section.
    pub(super) sections: Vec<PlayedRounds>,
}

impl PlayedArgs {
    /// Reads the games of a question with the cards of a catalogue that are known. `tables` has the
    /// games of a round in each of its sections.
    pub(super) fn read(
        &self,
        question: &impl Serialize,
        catalogue: &Catalogue,
        tables: &[usize],
    ) -> Result<KnownGames<'_>, Failure> {
        let own_cards = own_cards::hash(catalogue);
        let question = match &own_cards {
            Some(own) => question_hash(&(question, own)),
            None => question_hash(question),
        };
        let question = question.map_err(anyhow::Error::from)?;
        let sections = vec![PlayedRounds::default(); tables.len()];
        let mut known = KnownGames { arguments: self, question, own_cards, sections };
        if let Some(path) = &self.resume {
            check_file_writable(path).map_err(|error| Failure::input(error.to_string()))?;
            if path.exists() {
                known.add("--resume", path, tables)?;
            }
        }
        self.played.iter().try_for_each(|path| known.add("--played", path, tables))?;
        Ok(known)
    }
}

impl KnownGames<'_> {
    /// Adds the games of a file.
    fn add(&mut self, option: &str, path: &Path, tables: &[usize]) -> Result<(), Failure> {
        let fault = |why: &str| Failure::input(format!("{option} {}: {why}", path.display()));
        let wrong = |why: &str| fault(&format!("{why}; name another file"));
        let text = read_text(path).map_err(Failure::from)?;
        let file: GamesFile =
            serde_json::from_str(&text).map_err(|_| wrong("it was not written by `--resume`"))?;
        if file.schema != SCHEMA {
            return Err(wrong(&format!(
                "its format is {}, and this program reads {SCHEMA}",
                file.schema
            )));
        }
        if hash_of(&file.sections).map_err(anyhow::Error::from)? != file.checksum {
            return Err(wrong("it was edited or cut off"));
        }
        own_cards::check(file.own_cards.as_deref(), self.own_cards.as_deref())
            .map_err(|error| fault(&error.to_string()))?;
        let fits = || file.sections.iter().zip(tables).all(|(games, tables)| games.fits(*tables));
        if file.question != self.question || file.sections.len() != tables.len() || !fits() {
            return Err(wrong("its games belong to other lists, settings or cards"));
        }
        self.sections.iter_mut().zip(file.sections).for_each(|(all, more)| all.add(more));
        Ok(())
    }

    /// Keeps the games in the file of `--resume`, whole or not at all.
    pub(super) fn save(&self) -> Result<(), Failure> {
        let Some(path) = &self.arguments.resume else { return Ok(()) };
        let checksum = hash_of(&self.sections).map_err(anyhow::Error::from)?;
        let file = GamesFile {
            schema: SCHEMA.to_owned(),
            question: self.question.clone(),
            own_cards: self.own_cards.clone(),
            sections: self.sections.clone(),
            checksum,
        };
        let text = serde_json::to_string(&file).map_err(anyhow::Error::from)?;
        let written = watch::undisturbed(|| write_file(path, text.as_bytes()));
        written.map_err(|error| Failure::Failed(error.into()))
    }

    /// If only a part of the games is asked for, plays it with `play` in each section, keeps it and
    /// says where it is. Returns whether that was all.
    pub(super) fn play_part(
        &mut self,
        watch: &Watch,
        play: impl Fn(usize, RunPart, &mut PlayedRounds) -> Result<(), PlayError>,
    ) -> Result<bool, Failure> {
        let Some(part) = self.arguments.part else { return Ok(false) };
        let mut sections = self.sections.iter_mut().enumerate();
        let played = sections.try_for_each(|(section, known)| play(section, part, known));
        watch.finish();
        played?;
        self.save()?;
        let games: u64 = self.sections.iter().map(PlayedRounds::games).sum();
        if let Some(path) = &self.arguments.resume {
            note(&format!("{games} games are in {}", path.display()));
        }
        if watch::is_stopped() {
            return Err(Failure::Stopped("games of the part are missing".to_owned()));
        }
        Ok(true)
    }
}
