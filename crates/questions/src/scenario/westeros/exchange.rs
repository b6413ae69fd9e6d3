//! `[[exchange]]`: two units attack each other in turn (B2).

use super::Form;
use super::unit::{UnitForm, UnitKeys};
use crate::document::{Report, TableArray, key};
use crate::scenario::blocks::{BuildCases, asked};
use crate::scenario::sweep::{FieldValues, SweepCase};
use crate::study::NamedQuestion;
use warodds_games::westeros::values::Rounds;
use warodds_games::westeros::{Exchange, WesterosQuestion, WesterosSide};

/// The keys of an exchange.
#[derive(Debug)]
pub(super) struct ExchangeForm {
    a: UnitForm,
    b: UnitForm,
    rounds: FieldValues<Rounds>,
    first: FieldValues<WesterosSide>,
    press_on: FieldValues<bool>,
}

impl ExchangeForm {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray = TableArray {
        definition: "westeros-exchange",
        ..asked(
            "exchange",
            "two units attack each other in turn",
            "Two units that attack each other in turn (B2).",
        )
    };

    pub(super) fn read(form: &mut Form<'_, '_>) -> Self {
        Self {
            a: UnitForm::read(form, UnitKeys::A),
            b: UnitForm::read(form, UnitKeys::B),
            rounds: form
                .sweep(key("rounds", "in each both attack once; 3 if left out"), Rounds::USUAL),
            first: form
                .sweep(key("first", "who attacks first; a if left out"), WesterosSide::default()),
            press_on: form.sweep(
                key("press_on", "whoever is driven back is followed, and the exchange goes on"),
                false,
            ),
        }
    }
}

impl BuildCases for ExchangeForm {
    fn asked(&self, case: &SweepCase, _alone: bool, _report: &mut Report) -> Option<NamedQuestion> {
        let exchange = Exchange {
            a: self.a.unit(case)?,
            b: self.b.unit(case)?,
            rounds: self.rounds.value(case)?,
            first: self.first.value(case)?,
            press_on: self.press_on.value(case)?,
        };
        Some(
            NamedQuestion::new("", "", WesterosQuestion::Exchange(Box::new(exchange)))
                .with_sides([&self.a.name("a"), &self.b.name("b")]),
        )
    }

    fn sentence(&self, case: &SweepCase) -> String {
        format!("{} and {} exchange blows", self.a.words(case), self.b.words(case))
    }
}
