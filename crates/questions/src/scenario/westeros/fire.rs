//! `[[fire]]`: a burning hex (B5).

use super::Form;
use crate::document::{Draft, Given, Report};
use crate::scenario::blocks::Pose;
use crate::scenario::sweep::{Case, Swept};
use crate::study::NamedQuestion;
use warodds_games::westeros::values::{Attempts, Figures, Level, Rounds};
use warodds_games::westeros::{Fire, FireError, Ground, Question};

/// The keys of a fire.
#[derive(Debug)]
pub(super) struct FireForm {
    ground: Swept<Ground>,
    level: Swept<Level>,
    around: Swept<Ground>,
    rounds: Swept<Rounds>,
    scorch: Swept<Attempts>,
    scorched: Swept<Rounds>,
    put_out: Swept<Attempts>,
    order_inside: Swept<Given<Rounds>>,
    figures: Swept<Given<Figures>>,
}

impl FireForm {
    pub fn read(form: &mut Form<'_, '_>) -> Self {
        Self {
            ground: form.sweep("ground", Ground::default()),
            level: form.sweep("level", Level::NONE),
            around: form.sweep("around", Ground::default()),
            rounds: form.sweep("rounds", Rounds::USUAL),
            scorch: form.sweep("scorch", Attempts::NONE),
            scorched: form.sweep("scorch_rounds", Rounds::ONE),
            put_out: form.sweep("put_out", Attempts::NONE),
            order_inside: form.sweep("order_inside", Given(None)),
            figures: form.sweep("figures", Given(None)),
        }
    }
}

impl Pose for FireForm {
    fn asked(&self, case: &Case, _alone: bool, report: &mut Report) -> Option<NamedQuestion> {
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
                report.once("fire", &span, || Draft::new(&span, error.to_string()));
            }
        });
        Some(NamedQuestion::new("", "", Question::Fire(told.ok()?)))
    }

    fn sentence(&self, case: &Case) -> String {
        format!("fire in {}", self.ground.value(case).map_or("", Ground::name))
    }
}
