//! `[[panic]]`: a panic test on its own (A4.2).

use super::super::sweep::{Case, Swept};
use super::combat::{Fighter, Side, rerolls};
use super::form::Form;
use super::meeting::{Ask, Meeting};
use crate::document::Report;
use warodds_games::asoiaf::values::Modifier;
use warodds_games::asoiaf::{Active, Panic, Presence, Question};

/// The keys of a panic test.
#[derive(Debug)]
pub(super) struct PanicForm<'t> {
    tested: Fighter<'t>,
    modifier: Swept<Modifier>,
    own: Swept<bool>,
    forced: Swept<bool>,
    active: Swept<Active>,
}

impl<'t> PanicForm<'t> {
    pub fn read(form: &mut Form<'_, 't, '_>) -> Self {
        let read = Self {
            tested: Fighter::read(form, Side::TESTED),
            modifier: form.sweep("modifier", Modifier::NONE),
            own: form.sweep("reroll_morale", false),
            forced: form.sweep("force_reroll_morale", false),
            active: form.sweep("active", Active::default()),
        };
        read.tested.refuse_spending(form, Side::TESTED.spending, None);
        read
    }
}

impl Ask for PanicForm<'_> {
    fn question(&self, case: &Case, _alone: bool, report: &mut Report) -> Option<Question> {
        Some(Question::Panic(Panic {
            morale: self.tested.morale(case, report)?,
            modifier: self.modifier.value(case)?,
            standing: self.tested.standing(case, report)?,
            rerolls: rerolls(&self.own, &self.forced, case)?,
            active: self.active.value(case)?,
            spending: self.tested.spending.value(case)?,
            presence: Presence::new(self.tested.card(case)?, ""),
        }))
    }

    fn meeting(&self) -> Meeting<'_> {
        Meeting::Alone(&self.tested.unit, "test panic")
    }
}
