//! `[[panic]]`: a panic test on its own (A4.2).

use super::super::blocks::asked;
use super::super::keyed::Keyed;
use super::super::sweep::{FieldValues, SweepCase};
use super::combat::{FighterForm, rerolls};
use super::form::Form;
use super::keys::Side;
use super::meeting::{Ask, QuestionUnits};
use crate::document::{Report, TableArray, key};
use crate::request::asoiaf::battlefield::TestSurroundings;
use warodds_games::asoiaf::values::Modifier;
use warodds_games::asoiaf::{ActivePlayer, Edition, Panic, Question, Traits};

/// The keys of a panic test.
#[derive(Debug)]
pub(super) struct PanicForm<'t> {
    tested: FighterForm<'t>,
    modifier: FieldValues<Modifier>,
    own: FieldValues<bool>,
    forced: FieldValues<bool>,
    active: FieldValues<ActivePlayer>,
    around: Keyed<TestSurroundings>,
}

impl<'t> PanicForm<'t> {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray =
        asked("panic", "what a panic test costs", "A panic test (A4.2).");

    pub(super) fn read(form: &mut Form<'_, 't, '_>) -> Self {
        let read = Self {
            tested: FighterForm::read(form, Side::TESTED),
            modifier: form.sweep(key("panic_modifier", "added to the roll"), Modifier::NONE),
            own: form.sweep(key("reroll_morale", "the unit may reroll"), false),
            forced: form
                .sweep(key("force_reroll_morale", "the enemy may make the unit reroll"), false),
            active: form.sweep(
                key("active", "whose turn it is, who rerolls first; the enemy's if left out"),
                ActivePlayer::default(),
            ),
            around: form.keyed(),
        };
        read.tested.refuse_spending(form, Side::TESTED.spending.id, None);
        read
    }
}

impl Ask for PanicForm<'_> {
    fn question(
        &self,
        case: &SweepCase,
        _: (Edition, bool),
        report: &mut Report,
    ) -> Option<Question> {
        let around = self.around.at(case, report)?;
        let panic = Panic {
            morale: self.tested.morale(case, report)?,
            modifier: self.modifier.value(case)?,
            state: self.tested.unit_state(case, report)?,
            rerolls: rerolls(&self.own, &self.forced, case)?,
            active: self.active.value(case)?,
            spending: self.tested.spending.value(case)?,
            traits: Traits::new(self.tested.card(case)?, ""),
        };
        Some(Question::Panic(self.around.told(around.on_panic(panic), report)?))
    }

    fn meeting(&self) -> QuestionUnits<'_> {
        QuestionUnits::Alone(&self.tested.unit, "test panic")
    }
}
