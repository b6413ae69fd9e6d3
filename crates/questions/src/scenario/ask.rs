//! The questions of *A Song of Ice and Fire*: which tables ask them, and which units meet in them.

use std::fmt::Debug;

use super::attack::AttackForm;
use super::blocks::{self, Block, Pose};
use super::charge::ChargeForm;
use super::duel::DuelForm;
use super::form::Form;
use super::panic::PanicForm;
use super::sweep::{Case, Swept};
use super::units::Units;
use crate::document::{Draft, Report, Section, Span, quoted};
use crate::study::NamedQuestion;
use warodds_games::asoiaf::{Edition, Question, Unit};

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

    /// Refuses units of which both hold a zone.
    fn refuse_contested(&self, case: &Case, report: &mut Report) {
        let Self::Against(one, _, other) = self else { return };
        let (Some(one), Some(other)) = (one.at(case), other.at(case)) else { return };
        if let Some(draft) = contested([one.value, other.value], &other.span) {
            report.once("zones", &other.span, || draft);
        }
    }

    /// The name of a question that has none.
    fn sentence(&self, case: &Case) -> String {
        let name = |unit: &Swept<&Unit>| {
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
fn together(units: &Swept<&Unit>) -> String {
    const NAMED: usize = 3;
    let mut names: Vec<&str> = units.all().map(|unit| unit.name.as_str()).collect();
    // the cards that the lists of one unit stand for share its name
    names.dedup();
    if names.len() > NAMED { format!("{} units", names.len()) } else { names.join(" / ") }
}

/// The name of the only unit.
fn only<'a>(units: &'a Swept<&Unit>) -> Option<&'a str> {
    let mut all = units.all().map(|unit| unit.name.as_str());
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// A question under an edition of the rules.
#[derive(Debug)]
struct Battle<A> {
    ask: A,
    edition: Edition,
}

impl<A: Ask> Pose for Battle<A> {
    fn asked(&self, case: &Case, alone: bool, report: &mut Report) -> Option<NamedQuestion> {
        let meeting = self.ask.meeting();
        meeting.refuse_contested(case, report);
        let question = self.ask.question(case, alone, report)?;
        let asked = NamedQuestion::new("", meeting.subject(), question)
            .about(self.edition, meeting.units(case));
        Some(match meeting.sides() {
            Some(sides) => asked.with_sides(sides),
            None => asked,
        })
    }

    fn sentence(&self, case: &Case) -> String {
        self.ask.meeting().sentence(case)
    }
}

/// Reads the tables of all questions.
pub(super) fn read<'t>(
    root: &mut Section<'_>,
    units: &'t Units<'t>,
    edition: Edition,
    report: &mut Report,
) -> Vec<Block<'t>> {
    let mut blocks = kind(root, "attack", units, edition, report, AttackForm::read);
    blocks.extend(kind(root, "charge", units, edition, report, ChargeForm::read));
    blocks.extend(kind(root, "panic", units, edition, report, PanicForm::read));
    blocks.extend(kind(root, "duel", units, edition, report, DuelForm::read));
    blocks
}

/// Reads the tables of one kind of question.
fn kind<'t, A: Ask + 't>(
    root: &mut Section<'_>,
    key: &'static str,
    units: &'t Units<'t>,
    edition: Edition,
    report: &mut Report,
    read: impl Fn(&mut Form<'_, 't, '_>) -> A,
) -> Vec<Block<'t>> {
    blocks::kind(root, key, units, report, |form| Box::new(Battle { ask: read(form), edition }))
}
