//! From the tables of a file to its questions: every case of every sweep, each with a name of its own.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use super::attack::AttackForm;
use super::charge::ChargeForm;
use super::duel::DuelForm;
use super::form::Form;
use super::panic::PanicForm;
use super::sweep::{Axes, Case, Swept};
use super::units::Units;
use crate::document::{Draft, Name, Report, Section, Span};
use crate::games::asoiaf::{Edition, Question, Unit};
use crate::study::{Asked, Setting};

/// The most questions of a file, all cases of all sweeps together.
pub const MOST_QUESTIONS: u64 = 100_000;

/// A kind of question.
pub(super) trait Ask: Debug {
    /// The question of a case, `alone` when it is the table's only one.
    fn question(&self, case: &Case, alone: bool, report: &mut Report) -> Option<Question>;

    /// Who meets whom.
    fn meeting(&self) -> Meeting<'_>;
}

/// The units of a question and the verb between them.
pub(super) enum Meeting<'a> {
    /// Two units.
    Against(&'a Swept<&'a Unit>, &'static str, &'a Swept<&'a Unit>),
    /// One unit.
    Alone(&'a Swept<&'a Unit>, &'static str),
}

impl<'a> Meeting<'a> {
    /// The same words for all cases of a sweep.
    fn subject(&self) -> String {
        match self {
            Self::Against(one, "duel", other) => format!("{} v {}", together(one), together(other)),
            Self::Against(one, _, other) => format!("{} → {}", together(one), together(other)),
            Self::Alone(unit, _) => together(unit),
        }
    }

    /// The names of a duel's sides; a side that a sweep varies is called by its key.
    fn sides(&self) -> Option<[&str; 2]> {
        let Self::Against(a, "duel", b) = self else { return None };
        Some([only(a).unwrap_or("a"), only(b).unwrap_or("b")])
    }

    /// The units that meet in a case.
    fn units(&self, case: &Case) -> Vec<&Unit> {
        let of = |unit: &Swept<&'a Unit>| unit.value(case);
        match self {
            Self::Against(one, _, other) => of(one).into_iter().chain(of(other)).collect(),
            Self::Alone(unit, _) => of(unit).into_iter().collect(),
        }
    }

    /// The name of a question that has none.
    fn sentence(&self, case: &Case) -> String {
        let name = |unit: &Swept<&Unit>| unit.value(case).map_or_else(String::new, |unit| unit.name.clone());
        match self {
            Self::Against(one, verb, other) => format!("{} {verb} {}", name(one), name(other)),
            Self::Alone(unit, verb) => format!("{} {verb}", name(unit)),
        }
    }
}

/// The names of all units that stand in one place.
fn together(units: &Swept<&Unit>) -> String {
    const NAMED: usize = 3;
    let names: Vec<&str> = units.all().map(|unit| unit.name.as_str()).collect();
    if names.len() > NAMED { format!("{} units", names.len()) } else { names.join(" / ") }
}

/// The name of the only unit.
fn only<'a>(units: &'a Swept<&Unit>) -> Option<&'a str> {
    let mut all = units.all();
    all.next().filter(|_| all.next().is_none()).map(|unit| unit.name.as_str())
}

/// A table that asks, with all that it varies.
#[derive(Debug)]
pub(super) struct Block<'t> {
    span: Span,
    name: Option<Name>,
    axes: Axes,
    ask: Box<dyn Ask + 't>,
}

/// Reads the tables of all questions, in the order of the file.
pub(super) fn read<'t>(root: &mut Section<'_>, units: &'t Units, report: &mut Report) -> Vec<Block<'t>> {
    let mut blocks = kind(root, "attack", units, report, |form| Box::new(AttackForm::read(form)));
    blocks.extend(kind(root, "charge", units, report, |form| Box::new(ChargeForm::read(form))));
    blocks.extend(kind(root, "panic", units, report, |form| Box::new(PanicForm::read(form))));
    blocks.extend(kind(root, "duel", units, report, |form| Box::new(DuelForm::read(form))));
    blocks.sort_by_key(|block| block.span.start);
    blocks
}

/// Reads the tables of one kind of question.
fn kind<'t>(
    root: &mut Section<'_>,
    key: &'static str,
    units: &'t Units,
    report: &mut Report,
    read: impl Fn(&mut Form<'_, 't, '_>) -> Box<dyn Ask + 't>,
) -> Vec<Block<'t>> {
    let Some((_, items)) = root.list(key) else { return Vec::new() };
    let mut blocks = Vec::with_capacity(items.len());
    for item in items {
        let Some(mut section) = Section::of(format!("[[{key}]]"), &item, report) else { continue };
        let name = section.optional("name", report);
        let mut form = Form::new(section, units, report);
        let ask = read(&mut form);
        let Form { section, axes, .. } = form;
        section.finish(report);
        blocks.push(Block { span: item.span, name, axes, ask });
    }
    blocks
}

/// All questions; none where there are too many.
pub(super) fn expand(blocks: &[Block<'_>], edition: Edition, report: &mut Report) -> Vec<Asked> {
    if !within_limit(blocks, report) {
        return Vec::new();
    }
    let (mut asked, mut names) = (Vec::new(), Names::default());
    for block in blocks {
        let meeting = block.ask.meeting();
        let (count, subject) = (block.axes.count(), meeting.subject());
        for case in (0..count).map(|number| block.axes.case(number)) {
            if let Some(question) = block.ask.question(&case, count == 1, report) {
                let settings = block.axes.settings(&case);
                let name = names.unique(block.title(&case, &settings));
                let one = Asked::new(name, subject.clone(), question).about(edition, meeting.units(&case));
                let one = Asked { case: settings, ..one };
                asked.push(match meeting.sides() {
                    Some(sides) => one.with_sides(sides),
                    None => one,
                });
            }
        }
    }
    asked
}

/// Whether the sweeps stay within [`MOST_QUESTIONS`], known before any of them is expanded.
fn within_limit(blocks: &[Block<'_>], report: &mut Report) -> bool {
    let sum = blocks.iter().fold(0, |sum: u64, block| sum.saturating_add(block.axes.count()));
    let Some(largest) = blocks.iter().max_by_key(|block| block.axes.count()).filter(|_| sum > MOST_QUESTIONS) else { return true };
    let counted = |count: u64| if count == u64::MAX { "endlessly many".to_owned() } else { count.to_string() };
    report.add(|| {
        let message = format!("the file asks {} questions; at most {MOST_QUESTIONS} are answered", counted(sum));
        let label = format!("{} of them", counted(largest.axes.count()));
        Draft::new(&largest.span, message).label(label).help("shorten the lists, or split the scenario into several files")
    });
    false
}

impl Block<'_> {
    /// The name of a case: the question's own or a sentence, and what sets the case apart.
    fn title(&self, case: &Case, settings: &[Setting]) -> String {
        let (start, says_units) = match &self.name {
            Some(name) => (name.0.clone(), false),
            None => (self.ask.meeting().sentence(case), true),
        };
        let told = settings.iter().filter(|setting| !(says_units && is_unit(&setting.axis)));
        let words: Vec<String> = told.map(words).collect();
        if words.is_empty() { start } else { format!("{start}: {}", words.join(", ")) }
    }
}

/// Whether an axis varies a unit, which a sentence names already.
fn is_unit(axis: &str) -> bool {
    matches!(axis, "attacker" | "defender" | "unit" | "a" | "b")
}

/// A setting in words; some values speak for themselves.
fn words(setting: &Setting) -> String {
    match setting.axis.as_str() {
        "facing" | "opening_facing" | "terrain" | "attack" => setting.value.clone(),
        axis => format!("{} {}", axis.replace('_', " "), setting.value),
    }
}

/// Names that were given already.
#[derive(Debug, Default)]
struct Names {
    taken: HashSet<String>,
    tries: HashMap<String, u64>,
}

impl Names {
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
