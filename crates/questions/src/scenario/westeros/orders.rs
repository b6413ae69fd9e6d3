//! `[[orders]]`: a roll of order dice (B4).

use super::Form;
use crate::document::{Draft, FileKey, OptionalValue, Report, TableArray, key};
use crate::scenario::blocks::{BuildCases, asked};
use crate::scenario::sweep::{FieldValues, SweepCase};
use crate::study::NamedQuestion;
use warodds_games::westeros::values::{OrderCount, OrderDice};
use warodds_games::westeros::{Orders, Symbol, WesterosQuestion};

/// The orders wanted, by rank.
const WANTED: [FileKey; 3] = [
    key("green", "orders wanted for green units"),
    key("blue", "orders wanted for blue units"),
    key("red", "orders wanted for red units"),
];

/// The keys of a roll of order dice.
#[derive(Debug)]
pub(super) struct OrdersForm {
    dice: FieldValues<OrderDice>,
    wanted: [FieldValues<OrderCount>; 3],
    flags: FieldValues<OrderCount>,
    kept: FieldValues<OptionalValue<Symbol>>,
}

impl OrdersForm {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray = TableArray {
        definition: "westeros-orders",
        ..asked("orders", "a roll of order dice", "A roll of order dice (B4).")
    };

    pub(super) fn read(form: &mut Form<'_, '_>) -> Self {
        Self {
            dice: form.required(key("dice", "order dice")),
            wanted: WANTED.map(|key| form.sweep(key, OrderCount::NONE)),
            flags: form
                .sweep(key("flags", "morale tokens wanted for morale itself"), OrderCount::NONE),
            kept: form.sweep(key("kept", "a token kept; none if left out"), OptionalValue(None)),
        }
    }
}

impl BuildCases for OrdersForm {
    fn asked(&self, case: &SweepCase, _alone: bool, report: &mut Report) -> Option<NamedQuestion> {
        let dice = self.dice.at(case)?;
        let [green, blue, red] = &self.wanted;
        let orders = Orders {
            dice: dice.value,
            requested: [green.value(case)?, blue.value(case)?, red.value(case)?],
            flags: self.flags.value(case)?,
            kept: self.kept.value(case)?.0,
        };
        let checked = orders.checked().map_err(|error| {
            report.add_once("orders", &dice.span, || {
                Draft::new(&dice.span, error.to_string())
                    .help("give `green`, `blue`, `red` or `flags`")
            });
        });
        Some(NamedQuestion::new("", "", WesterosQuestion::Orders(checked.ok()?)))
    }

    fn sentence(&self, case: &SweepCase) -> String {
        let dice = self.dice.value(case).map_or_else(String::new, |dice| dice.to_string());
        format!("{dice} order dice")
    }
}
