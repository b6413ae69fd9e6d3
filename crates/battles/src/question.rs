//! Battles as a kind of question: reads the files that its fields name, and plays.

use crate::answer::BattleAnswer;
use crate::file::{BattleFile, FileError, MAX_GAMES, files_named, parse_texts};
use crate::run::{BattleRunSettings, BattleTally, DiceMode, run};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warodds_engine::run::{Control, Goal};
use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::read_text;
use warodds_questions::request::asoiaf::files_named as list_names;
use warodds_questions::request::why::WhyError;
use warodds_questions::request::{
    BATTLE, BattleQuestion, BattleReader, BattleReply, BattleTexts, CAMPAIGN, Mark, QuestionKind,
    RawFields, RequestError, is_contents,
};
use warodds_questions::scenario::{FileKind, list_text};
use warodds_questions::study::{EngineKind, Plan};

/// Reads battles by the rules of this crate.
#[derive(Clone, Copy, Debug)]
pub struct BattleFiles;

impl BattleReader for BattleFiles {
    fn read(
        &self,
        texts: &BattleTexts,
        catalogue: &Catalogue,
    ) -> Result<Arc<dyn BattleQuestion>, RequestError> {
        Ok(Arc::new(parse_texts(texts, catalogue)?))
    }
}

impl From<FileError> for RequestError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Load(error) => Self::File(error),
            other => Self::refused(other),
        }
    }
}

impl BattleQuestion for BattleFile {
    fn title(&self) -> &str {
        &self.title
    }

    fn goal(&self) -> Goal {
        Goal { trials: self.games, seed: self.seed, precision: None }
    }

    fn play(&self, plan: &Plan, control: &dyn Control) -> Result<Arc<dyn BattleReply>, WhyError> {
        let Goal { trials: games, seed, .. } = plan.goal;
        if games > MAX_GAMES {
            let wrong = format!("--games must be from 1 to {MAX_GAMES}, not {games}");
            return Err(RequestError::Refused(wrong).into());
        }
        let source = match plan.engine {
            EngineKind::Dice => DiceMode::Rolled,
            EngineKind::Exact | EngineKind::MonteCarlo => DiceMode::Sampled,
        };
        let settings = BattleRunSettings { games, seed, policies: self.policies, source };
        let tally: BattleTally = run(&self.battle, &settings, control)
            .map_err(|error| WhyError::Battle(error.to_string()))?;
        Ok(Arc::new(BattleAnswer::new(self, seed, &tally)))
    }
}

impl BattleReply for BattleAnswer {
    fn games(&self) -> u64 {
        self.games
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        Self::json(self)
    }
}

/// A file that the fields of a question name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionFile {
    /// The path.
    pub path: PathBuf,
    /// The content.
    pub text: String,
}

/// Replaces the paths in the fields of a question by the contents of the files, and adds the lists
/// that a battle file names. Returns the campaign or battle file, if there is one.
///
/// # Errors
/// [`FileError`] if a file cannot be read or is of another kind.
pub fn read_files(
    kind: &QuestionKind,
    fields: &mut RawFields,
) -> Result<Option<QuestionFile>, FileError> {
    let mut main = None;
    for key in kind.keys().iter().filter(|key| key.has(Mark::Contents)) {
        let path = fields.of(key.id).next().filter(|text| !is_contents(text));
        // `list=FILE`, as other questions name it
        let path = path.map(|text| PathBuf::from(list_names(text).next().unwrap_or(text)));
        let Some(path) = path else { continue };
        let name = path.display().to_string();
        if !key.has(Mark::Positional) {
            fields.set_contents(key.id, &name, &text_of(key.id, &path)?);
            continue;
        }
        let text = read_text(&path)?;
        if kind.name == BATTLE && is_list(&path, &text) {
            take_list(path, &text, fields)?;
            continue;
        }
        let expected = match kind.name {
            BATTLE => Some(FileKind::Battle),
            CAMPAIGN => Some(FileKind::Campaign),
            // rolls are lines of text, and no TOML
            _ => None,
        };
        if let Some(file) = expected {
            FileKind::check(&path, &text, &[file])?;
        }
        fields.set_contents(key.id, &name, &text);
        main = Some(QuestionFile { path, text });
    }
    if let Some(file) = main.as_ref().filter(|_| kind.name == BATTLE) {
        add_files(file, fields)?;
    }
    Ok(main)
}

/// Returns whether a file in place of a battle file is a list; one in text form has no keys.
fn is_list(path: &Path, text: &str) -> bool {
    let is_text = path.extension().is_some_and(|end| end == "txt");
    matches!(FileKind::of(text), Some(FileKind::List)) || (is_text && FileKind::of(text).is_none())
}

/// Takes a list in place of a battle file as that of army a.
///
/// # Errors
/// [`FileError::LoneList`] without the list of army b.
fn take_list(path: PathBuf, text: &str, fields: &mut RawFields) -> Result<(), FileError> {
    if fields.has("a") || !fields.has("b") {
        return Err(FileError::LoneList(path));
    }
    fields.remove("file");
    fields.set_contents("a", &path.display().to_string(), text);
    Ok(())
}

/// Reads the file of a key: a list, missions, or a siege, which may declare abilities as a catalogue
/// does.
fn text_of(key: &str, path: &Path) -> Result<String, FileError> {
    let text = match key {
        "siege" => read_text(path)?,
        "missions" => {
            let text = read_text(path)?;
            FileKind::check(path, &text, &[FileKind::Missions])?;
            text
        }
        _ => list_text(path)?,
    };
    Ok(text)
}

/// Adds the files that a battle file names to the fields that have none of their own.
fn add_files(file: &QuestionFile, fields: &mut RawFields) -> Result<(), FileError> {
    let folder = file.path.parent().unwrap_or(Path::new(""));
    for (id, name) in files_named(&file.path.display().to_string(), &file.text)? {
        let Some(path) = name.filter(|_| !fields.has(id)).map(|name| folder.join(name)) else {
            continue;
        };
        let text = text_of(id, &path)?;
        fields.set_contents(id, &path.display().to_string(), &text);
    }
    Ok(())
}
