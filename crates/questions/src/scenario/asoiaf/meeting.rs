//! A question of *A Song of Ice and Fire* and the units that meet in it.

use std::fmt::Debug;

use super::super::sweep::{FieldValues, SweepCase};
use crate::document::{Draft, Report, Span, quoted};
use warodds_games::asoiaf::{Edition, Question, Unit};

/// A kind of question.
pub(super) trait Ask: Debug {
    /// The question of a case under an edition of the rules, and whether it is the table's only
    /// one.
    fn question(
        &self,
        case: &SweepCase,
        edition_and_alone: (Edition, bool),
        report: &mut Report,
    ) -> Option<Question>;

    /// Who meets whom.
    fn meeting(&self) -> QuestionUnits<'_>;
}

/// The units of a question and the verb between them.
pub(super) enum QuestionUnits<'a> {
    /// Two units.
    Against(&'a FieldValues<&'a Unit>, &'static str, &'a FieldValues<&'a Unit>),
    /// One unit.
    Alone(&'a FieldValues<&'a Unit>, &'static str),
}

impl<'a> QuestionUnits<'a> {
    /// The same words for all cases of a sweep.
    pub(super) fn subject(&self) -> String {
        match self {
            Self::Against(one, "duel", other) => format!("{} v {}", together(one), together(other)),
            Self::Against(one, _, other) => format!("{} → {}", together(one), together(other)),
            Self::Alone(unit, _) => together(unit),
        }
    }

    /// The names of a duel's sides; a side that a sweep varies is called by its key.
    pub(super) fn sides(&self) -> Option<[&str; 2]> {
        let Self::Against(a, "duel", b) = self else { return None };
        Some([only(a).unwrap_or("a"), only(b).unwrap_or("b")])
    }

    /// The units that meet in a case.
    pub(super) fn units(&self, case: &SweepCase) -> Vec<&Unit> {
        let of = |unit: &FieldValues<&'a Unit>| unit.value(case);
        match self {
            Self::Against(one, _, other) => of(one).into_iter().chain(of(other)).collect(),
            Self::Alone(unit, _) => of(unit).into_iter().collect(),
        }
    }

    /// Refuses units of which both hold a zone.
    pub(super) fn refuse_contested(&self, case: &SweepCase, report: &mut Report) {
        let Self::Against(one, _, other) = self else { return };
        let (Some(one), Some(other)) = (one.at(case), other.at(case)) else { return };
        if let Some(draft) = contested([one.value, other.value], &other.span) {
            report.add_once("zones", &other.span, || draft);
        }
    }

    /// The name of a question that has none.
    pub(super) fn sentence(&self, case: &SweepCase) -> String {
        let name = |unit: &FieldValues<&Unit>| {
            unit.value(case).map_or_else(String::new, |unit| unit.name.clone())
        };
        match self {
            Self::Against(one, verb, other) => format!("{} {verb} {}", name(one), name(other)),
            Self::Alone(unit, verb) => format!("{} {verb}", name(unit)),
        }
    }
}

/// The fault of two units that meet and both hold a zone of the tactics board (A9).
pub(super) fn contested([one, other]: [&Unit; 2], span: &Span) -> Option<Draft> {
    let zone = one.usage.circumstances.contested(&other.usage.circumstances)?;
    let message = format!(
        "{} and {} meet, and both have {} among their `zones`: one player controls a zone",
        quoted(&one.name),
        quoted(&other.name),
        quoted(zone)
    );
    Some(Draft::new(span, message).help(
        "leave it out of the `zones` of one of them; a unit that meets its like needs a second \
         table in [units]",
    ))
}

/// The names of all units that stand in one place.
fn together(units: &FieldValues<&Unit>) -> String {
    const NAMED: usize = 3;
    let mut names: Vec<&str> = units.all().map(|unit| unit.name.as_str()).collect();
    // the cards that the lists of one unit stand for share its name
    names.dedup();
    if names.len() > NAMED { format!("{} units", names.len()) } else { names.join(" / ") }
}

/// The name of the only unit.
fn only<'a>(units: &'a FieldValues<&Unit>) -> Option<&'a str> {
    let mut all = units.all().map(|unit| unit.name.as_str());
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}
