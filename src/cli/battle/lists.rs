//! Battles of lists that are files, and answers about them, as several commands need them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;
use warodds_battles::battle::{Battle, Mode};
use warodds_battles::file::parse_texts;
use warodds_battles::own_cards;
use warodds_battles::policy::BattlePolicy;

use super::super::failure::Failure;
use super::super::file_format::FileFormat;
use super::super::print::{data, note, print};
use super::super::results::{Destination, Extent};
use super::super::slug::QuestionName;
use super::super::watch;
use crate::army::ArmyList;
use crate::catalogue::Catalogue;
use crate::document::{LoadError, read_text};
use crate::report::Artifact;
use crate::report::charts::ChartFiles;
use crate::request::numbers::{seed, within};
use crate::request::{BattleTexts, NamedText};
use crate::scenario::list_text;

/// How the battles of lists are played.
#[derive(Clone, Debug, Args)]
pub(super) struct ListBattleArgs {
    /// Only this mode. By default: all modes that need no missions, or with --missions those that
    /// need some. May be given several times.
    #[arg(long = "mode", value_name = "MODE")]
    modes: Vec<Mode>,
    /// The deck of missions of the modes that have some.
    #[arg(long, value_name = "FILE")]
    missions: Option<PathBuf>,
    /// The terrain.
    #[arg(long, value_name = "TERRAIN", default_value = "random")]
    terrain: TerrainChoice,
    /// Play with tactics cards.
    #[arg(long)]
    pub(super) cards: bool,
    /// Seed.
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed)]
    pub(super) seed: u64,
}

/// Where terrain comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TerrainChoice {
    /// Other pieces in each battle.
    Random,
    /// An empty table.
    None,
}

impl TerrainChoice {
    /// Returns the word for it in battle files.
    const fn id(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::None => "none",
        }
    }
}

/// A list file with the name by which answers call it.
#[derive(Clone, Debug)]
pub(super) struct NamedList {
    /// The name of the file without its extension, or the path if several files have that name.
    pub(super) name: String,
    text: NamedText,
}

impl NamedList {
    /// Returns the text.
    pub(super) fn text(&self) -> &str {
        &self.text.text
    }

    /// Returns the list with another text.
    pub(super) fn with_text(&self, text: String) -> Self {
        Self { text: NamedText { text, ..self.text.clone() }, ..self.clone() }
    }

    /// Parses the list.
    pub(super) fn parse(&self, catalogue: &Catalogue) -> Result<ArmyList, Failure> {
        let NamedText { name, text } = &self.text;
        let list = ArmyList::parse(name, text, catalogue).map_err(LoadError::from)?;
        list.check_playable().map_err(LoadError::from)?;
        Ok(list)
    }
}

/// Returns the files of lists; in place of a directory those in it, by name.
pub(super) fn list_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let files = paths.iter().map(|path| {
        if !path.is_dir() {
            return Ok(vec![path.clone()]);
        }
        let failed = |error| LoadError::Io { path: path.clone(), error };
        let entries = path.read_dir().map_err(failed)?;
        let entries = entries.map(|entry| entry.map(|entry| entry.path()));
        let mut files = entries.collect::<Result<Vec<_>, _>>().map_err(failed)?;
        files.retain(|file| file.extension().is_some_and(|end| end == "toml" || end == "txt"));
        files.sort();
        if files.is_empty() { Err(LoadError::NoFiles(path.clone())) } else { Ok(files) }
    });
    Ok(files.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Reads lists that play each other.
pub(super) fn read_several(paths: &[PathBuf]) -> Result<Vec<NamedList>, Failure> {
    let files = list_files(paths)?;
    if files.len() < 2 {
        let wrong = "lists play each other: name at least two, or a directory of them";
        return Err(Failure::input(wrong));
    }
    read_lists(&files.iter().collect::<Vec<_>>())
}

/// Reads lists.
pub(super) fn read_lists(paths: &[&PathBuf]) -> Result<Vec<NamedList>, Failure> {
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let (mut known, mut repeated) = (BTreeSet::new(), BTreeSet::new());
    for path in paths.iter().collect::<BTreeSet<_>>() {
        if !known.insert(stem(path)) {
            repeated.insert(stem(path));
        }
    }
    let list = |path: &&PathBuf| {
        let text = list_text(path).map_err(Failure::from)?;
        let full = path.display().to_string();
        let short = stem(path).filter(|_| !repeated.contains(&stem(path)));
        let name = short.unwrap_or_else(|| full.clone());
        Ok(NamedList { name, text: NamedText { name: full, text } })
    };
    paths.iter().map(list).collect()
}

/// Parses a number of games that are played in pairs, and returns that of the pairs.
pub(super) fn pairs_of_games(text: &str) -> Result<u64, String> {
    let games = within::<u64, 2, 2_000_000>(text)?;
    if games % 2 == 0 {
        Ok(games / 2)
    } else {
        Err("it must be even: games are played in pairs, each list from either side".to_owned())
    }
}

/// Adds the hash of the cards of the players' own to a question, if there are any: with other cards
/// it is another question.
pub(super) fn with_own_cards(question: String, catalogue: &Catalogue) -> String {
    match own_cards::hash(catalogue) {
        Some(own) => format!("{question} {own}"),
        None => question,
    }
}

/// Parses the policy of an option in a mode.
pub(super) fn parse_policy(text: &str, mode: Mode) -> Result<BattlePolicy, Failure> {
    BattlePolicy::parse(text, mode)
        .map_err(|wrong| Failure::input(format!("--policy {text}: it {wrong}")))
}

impl ListBattleArgs {
    /// Returns the modes to play.
    pub(super) fn modes(&self) -> &[Mode] {
        match (&*self.modes, &self.missions) {
            ([], None) => &Mode::WITHOUT_MISSIONS,
            ([], Some(_)) => &Mode::WITH_MISSIONS,
            (modes, _) => modes,
        }
    }

    /// Returns all that the games of lists depend on but the policies.
    pub(super) fn inputs(&self, lists: &[NamedList]) -> Result<impl Serialize + use<>, Failure> {
        let lists: Vec<String> = lists.iter().map(|list| list.text().to_owned()).collect();
        let missions = self.missions.as_ref().map(|path| read_text(path)).transpose()?;
        let modes: Vec<&str> = self.modes().iter().map(|mode| mode.id()).collect();
        Ok((lists, missions, modes, self.terrain.id(), self.cards, self.seed))
    }

    /// Returns the battle of two lists with the cards of a catalogue.
    pub(super) fn battle(
        &self,
        mode: Mode,
        lists: [&NamedList; 2],
        catalogue: &Catalogue,
    ) -> Result<Battle, Failure> {
        let terrain = self.terrain.id();
        let text = format!(
            "[battle]\nmode = \"{}\"\nterrain = \"{terrain}\"\ncards = {}\n[a]\nlist = \"a\"\n\
             [b]\nlist = \"b\"\n",
            mode.id(),
            self.cards
        );
        let [a, b] = lists.map(|list| &list.name);
        let file = NamedText { name: format!("{a} against {b}"), text };
        let lists = lists.map(|list| Some(list.text.clone()));
        // missions that no mode has are refused with the battle
        let are_used = self.modes().iter().any(|mode| mode.has_missions());
        let missions = self.missions.as_ref().filter(|_| mode.has_missions() || !are_used);
        let missions = missions.map(|path| {
            let text = read_text(path).map_err(Failure::from)?;
            Ok::<_, Failure>(NamedText { name: path.display().to_string(), text })
        });
        let texts = BattleTexts { file, lists, missions: missions.transpose()?, siege: None };
        Ok(parse_texts(&texts, catalogue)?.battle)
    }
}

/// Where an answer about lists goes.
#[derive(Clone, Debug, Args)]
pub(super) struct ListReportArgs {
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write the text, the JSON and charts to a directory in DIR.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Hide the list of written files.
    #[arg(long)]
    quiet: bool,
}

impl ListReportArgs {
    /// Returns the directory for the answer to a question, if requested, after a check that it can
    /// be written.
    pub(super) fn destination(
        &self,
        words: &str,
        question: &str,
    ) -> Result<Option<Destination>, Failure> {
        let named =
            |out: &PathBuf| Destination::of_question(out, &QuestionName::of_words(words, question));
        let destination = self.out.as_ref().map(named);
        destination
            .iter()
            .try_for_each(|one| one.check_writable(self.json, &FileFormat::WITHOUT_PAGE))?;
        Ok(destination)
    }

    /// Prints and writes an answer. Reports what is missing if the games were stopped.
    pub(super) fn answer(
        &self,
        destination: Option<Destination>,
        stem: &str,
        (text, answer): (&str, &impl Serialize),
        charts: impl FnOnce() -> Result<ChartFiles, Failure>,
    ) -> Result<(), Failure> {
        let json = serde_json::to_string_pretty(answer).map_err(anyhow::Error::from)? + "\n";
        // a failure to write must not hide the answer: print it, then report all failures
        let printed = if self.json { data(&json) } else { print(text) };
        let extent = Extent::of(watch::is_stopped());
        let written = destination.map_or(Ok(()), |destination| {
            let answers = [("txt", text.to_owned()), ("json", json)];
            let answers = answers.map(|(end, text)| Artifact::new(format!("{stem}.{end}"), text));
            let artifacts: Vec<Artifact> = answers.into_iter().chain(charts()?.files).collect();
            let written = destination.write(extent, &artifacts)?;
            if !self.quiet {
                note(&written);
            }
            Ok(())
        });
        let stopped = || Failure::Stopped("games are missing".to_owned());
        let missing = if extent == Extent::Partial { Err(stopped()) } else { Ok(()) };
        Failure::of_all([printed, written, missing])
    }
}
