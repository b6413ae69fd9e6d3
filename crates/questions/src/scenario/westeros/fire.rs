//! `[[fire]]`: a burning hex (B5).

use super::Form;
use crate::document::{Draft, FileKey, OptionalValue, Report, TableArray, key};
use crate::scenario::blocks::{BuildCases, asked};
use crate::scenario::sweep::{FieldValues, SweepCase};
use crate::study::NamedQuestion;
use warodds_games::westeros::values::{Attempts, Figures, Level, Rounds};
use warodds_games::westeros::{Fire, FireError, FireGround, WesterosQuestion};

/// The keys of a fire.
#[derive(Debug)]
pub(super) struct FireForm {
    ground: FieldValues<FireGround>,
    level: FieldValues<Level>,
    around: FieldValues<FireGround>,
    rounds: FieldValues<Rounds>,
    scorch: FieldValues<Attempts>,
    scorched: FieldValues<Rounds>,
    put_out: FieldValues<Attempts>,
    order_inside: FieldValues<OptionalValue<Rounds>>,
    figures: FieldValues<OptionalValue<Figures>>,
}

const SCORCH: FileKey =
    key("scorch", "dice that scorch the earth in each of the first `scorch_rounds`");
const PUT_OUT: FileKey = key("put_out", "dice of those beside it who try to put it out each round");
const ORDER_INSIDE: FileKey = key(
    "order_inside",
    "the round in which the unit inside is ordered to put it out; never if left out",
);

impl FireForm {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray = TableArray {
        definition: "westeros-fire",
        ..asked("fire", "a burning hex", "A burning hex (B5).")
    };

    pub(super) fn read(form: &mut Form<'_, '_>) -> Self {
        Self {
            ground: form
                .sweep(key("ground", "what burns; plains if left out"), FireGround::default()),
            level: form.sweep(key("level", "of the fire; 0 if left out"), Level::NONE),
            around: form.sweep(
                key("around", "what lies around; plains if left out"),
                FireGround::default(),
            ),
            rounds: form.sweep(key("rounds", "3 if left out"), Rounds::USUAL),
            scorch: form.sweep(SCORCH, Attempts::NONE),
            scorched: form.sweep(key("scorch_rounds", "1 if left out"), Rounds::ONE),
            put_out: form.sweep(PUT_OUT, Attempts::NONE),
            order_inside: form.sweep(ORDER_INSIDE, OptionalValue(None)),
            figures: form.sweep(
                key("figures", "of the unit inside; nobody is if left out"),
                OptionalValue(None),
            ),
        }
    }
}

impl BuildCases for FireForm {
    fn asked(&self, case: &SweepCase, _alone: bool, report: &mut Report) -> Option<NamedQuestion> {
        let fire = Fire {
            ground: self.ground.value(case)?,
            level: self.level.value(case)?,
            around: self.around.value(case)?,
            rounds: self.rounds.value(case)?,
            scorch: self.scorch.value(case)?,
            scorched: self.scorched.value(case)?,
            put_out: self.put_out.value(case)?,
            order_inside: self.order_inside.value(case)?.0,
            figures: self.figures.value(case)?.0,
        };
        let span = |error: &FireError| match error {
            FireError::TooHigh { .. } => self.level.at(case).map(|spot| spot.span.clone()),
            FireError::NobodyInside => self.order_inside.at(case).map(|spot| spot.span.clone()),
            FireError::Bare => self.ground.at(case).map(|spot| spot.span.clone()),
        };
        let told = fire.checked().map_err(|error| {
            if let Some(span) = span(&error) {
                report.add_once("fire", &span, || Draft::new(&span, error.to_string()));
            }
        });
        Some(NamedQuestion::new("", "", WesterosQuestion::Fire(told.ok()?)))
    }

    fn sentence(&self, case: &SweepCase) -> String {
        format!("fire in {}", self.ground.value(case).map_or("", FireGround::name))
    }
}
