//! The questions of *A Song of Ice and Fire*: which tables ask them.

use std::fmt::Debug;

use super::super::blocks::{self, Block, BuildCases};
use super::super::sweep::SweepCase;
use super::attack::AttackForm;
use super::charge::ChargeForm;
use super::duel::DuelForm;
use super::form::Form;
use super::meeting::Ask;
use super::panic::PanicForm;
use super::units::Units;
use crate::document::{Report, Section, TableArray};
use crate::study::NamedQuestion;
use warodds_games::asoiaf::Edition;

/// A question under an edition of the rules.
#[derive(Debug)]
struct BattleSection<A> {
    ask: A,
    edition: Edition,
}

impl<A: Ask> BuildCases for BattleSection<A> {
    fn asked(&self, case: &SweepCase, alone: bool, report: &mut Report) -> Option<NamedQuestion> {
        let meeting = self.ask.meeting();
        meeting.refuse_contested(case, report);
        let question = self.ask.question(case, (self.edition, alone), report)?;
        let asked = NamedQuestion::new("", meeting.subject(), question)
            .about(self.edition, meeting.units(case));
        Some(match meeting.sides() {
            Some(sides) => asked.with_sides(sides),
            None => asked,
        })
    }

    fn sentence(&self, case: &SweepCase) -> String {
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
    let mut blocks = kind(root, AttackForm::ASKED, units, edition, report, AttackForm::read);
    blocks.extend(kind(root, ChargeForm::ASKED, units, edition, report, ChargeForm::read));
    blocks.extend(kind(root, PanicForm::ASKED, units, edition, report, PanicForm::read));
    blocks.extend(kind(root, DuelForm::ASKED, units, edition, report, DuelForm::read));
    blocks
}

/// Reads the tables of one kind of question.
fn kind<'t, A: Ask + 't>(
    root: &mut Section<'_>,
    of: TableArray,
    units: &'t Units<'t>,
    edition: Edition,
    report: &mut Report,
    read: impl Fn(&mut Form<'_, 't, '_>) -> A,
) -> Vec<Block<'t>> {
    blocks::kind(root, of, units, report, |form| {
        Box::new(BattleSection { ask: read(form), edition })
    })
}
