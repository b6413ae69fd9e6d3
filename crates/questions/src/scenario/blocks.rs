//! From the tables of a file to its questions: every case of every sweep, each with a name of its
//! own.
//!
//! What all games share. A game says which tables it has and what they ask ([`BuildCases`]).

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use super::form::Form;
use super::sweep::{SweepAxes, SweepCase};
use crate::document::{Draft, FileKey, Name, Report, Section, Span, TableArray, key};
use crate::study::{NamedQuestion, Setting};

/// The most questions of a file, all cases of all sweeps together.
pub const MOST_QUESTIONS: u64 = 100_000;

/// A table that was read, as what it asks.
pub(super) trait BuildCases: Debug {
    /// The question of a case, `alone` when it is the table's only one. Its name and case are given
    /// to it afterwards, and its subject too if that is empty.
    fn asked(&self, case: &SweepCase, alone: bool, report: &mut Report) -> Option<NamedQuestion>;

    /// The name of a question that has none.
    fn sentence(&self, case: &SweepCase) -> String;
}

/// A table that asks, with all that it varies.
#[derive(Debug)]
pub(super) struct Block<'t> {
    span: Span,
    name: Option<Name>,
    axes: SweepAxes,
    pose: Box<dyn BuildCases + 't>,
}

/// Reads the tables of one kind of question, which may name what `known` holds.
pub(super) fn kind<'t, U>(
    root: &mut Section<'_>,
    of: TableArray,
    known: &'t U,
    report: &mut Report,
    read: impl Fn(&mut Form<'_, 't, '_, U>) -> Box<dyn BuildCases + 't>,
) -> Vec<Block<'t>> {
    let what = format!("[[{}]]", of.key.id);
    let blocks = root.tables(of, &what, report, |mut section, report| {
        let span = section.span.clone();
        let name = section.optional(NAME, report);
        let mut form = Form::new(section, known, report);
        let pose = read(&mut form);
        let Form { section, axes, .. } = form;
        section.finish(report);
        Block { span, name, axes, pose }
    });
    blocks.unwrap_or_default()
}

/// The tables of a question under their key: what they ask, and what each of them is about.
pub(super) const fn asked(id: &'static str, asks: &'static str, words: &'static str) -> TableArray {
    TableArray { key: key(id, asks), definition: id, words }
}

/// The name of a question, which no list may stand for.
pub(super) const NAME: FileKey = key("name", "the question's name; a sentence if left out");

/// All questions in the order of the file; none where there are too many.
pub(super) fn expand(mut blocks: Vec<Block<'_>>, report: &mut Report) -> Vec<NamedQuestion> {
    blocks.sort_by_key(|block| block.span.start);
    if !within_limit(&blocks, report) {
        return Vec::new();
    }
    let (mut all, mut names) = (Vec::new(), CaseNames::default());
    for block in &blocks {
        let count = block.axes.count();
        for case in (0..count).map(|number| block.axes.case(number)) {
            if let Some(asked) = block.pose.asked(&case, count == 1, report) {
                let settings = block.axes.settings(&case);
                let name = names.unique(block.title(&case, &settings));
                let subject =
                    if asked.subject.is_empty() { block.plain_title(&case) } else { asked.subject };
                let all_settings = block.axes.all_settings(&case);
                all.push(NamedQuestion {
                    name,
                    subject,
                    case: settings,
                    settings: all_settings,
                    ..asked
                });
            }
        }
    }
    all
}

/// Whether the sweeps stay within [`MOST_QUESTIONS`], known before any of them is expanded.
fn within_limit(blocks: &[Block<'_>], report: &mut Report) -> bool {
    let sum = blocks.iter().fold(0, |sum: u64, block| sum.saturating_add(block.axes.count()));
    let Some(largest) =
        blocks.iter().max_by_key(|block| block.axes.count()).filter(|_| sum > MOST_QUESTIONS)
    else {
        return true;
    };
    let counted = |count: u64| {
        if count == u64::MAX { "endlessly many".to_owned() } else { count.to_string() }
    };
    report.add(|| {
        let message = format!(
            "the file asks {} questions; at most {MOST_QUESTIONS} are answered",
            counted(sum)
        );
        let label = format!("{} of them", counted(largest.axes.count()));
        Draft::new(&largest.span, message)
            .label(label)
            .help("shorten the lists, or split the scenario into several files")
    });
    false
}

impl Block<'_> {
    /// The question's own name or a sentence.
    fn plain_title(&self, case: &SweepCase) -> String {
        self.name.as_ref().map_or_else(|| self.pose.sentence(case), |name| name.0.clone())
    }

    /// The name of a case: the question's own or a sentence, and what sets the case apart.
    fn title(&self, case: &SweepCase, settings: &[Setting]) -> String {
        let (start, says_units) = (self.plain_title(case), self.name.is_none());
        let told = settings.iter().filter(|setting| !(says_units && is_unit(&setting.axis)));
        let words: Vec<String> = told.map(Setting::words).collect();
        if words.is_empty() { start } else { format!("{start}: {}", words.join(", ")) }
    }
}

/// Whether an axis varies a unit, which a sentence names already.
fn is_unit(axis: &str) -> bool {
    matches!(axis, "attacker" | "defender" | "unit" | "a" | "b")
}

/// Names that were given already.
#[derive(Debug, Default)]
struct CaseNames {
    taken: HashSet<String>,
    tries: HashMap<String, u64>,
}

impl CaseNames {
    /// The name itself, or with the first number that makes it new.
    fn unique(&mut self, name: String) -> String {
        if self.taken.insert(name.clone()) {
            return name;
        }
        let tries = self.tries.entry(name.clone()).or_insert(1);
        loop {
            *tries += 1;
            let numbered = format!("{name} ({tries})");
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}
