//! Files with `game = "warmachine"`: a turn of *WARMACHINE*.
//!
//! Beside what all games have, such a file has these tables; all may have a `name`. A campaign is a
//! file of its own ([`campaign`](super::campaign)). `docs/keys.md` lists their keys, written by these
//! readers.

mod control;
mod strike;

use std::fmt::Debug;

use super::blocks::{self, Block, BuildCases, asked};
use super::form::Form;
use super::sweep::{FieldValues, SweepCase};
use crate::document::schema::{Schema, one_of};
use crate::document::{
    Draft, KeyedValue, OptionalValue, Readable, Report, Section, Span, TableArray, choose, key,
};
use crate::study::NamedQuestion;
use control::{FocusForm, LeechForm};
use strike::{BoostForm, DamageForm};
use warodds_games::warmachine::values::{Arm, Boxes, ExpiresOn, Fury, Pow, ThresholdValue, Turns};
use warodds_games::warmachine::{
    Beast, BoostPlan, ContinuousEffect, ContinuousEffects, FocusPlan, LeechPlan, Threshold,
    WarmachineQuestion,
};

/// A question's table: no key names anything else in the file.
type QuestionTable<'s, 'r> = Form<'s, 'static, 'r, ()>;

/// A kind of question.
trait Ask: Debug {
    /// Who is asked about, in a few words.
    const SUBJECT: &'static str;

    /// The question of a case.
    fn question(&self, case: &SweepCase, report: &mut Report) -> Option<WarmachineQuestion>;
}

/// A question as all games have them.
#[derive(Debug)]
struct ParsedTable<A>(A);

impl<A: Ask> BuildCases for ParsedTable<A> {
    fn asked(&self, case: &SweepCase, _alone: bool, report: &mut Report) -> Option<NamedQuestion> {
        Some(NamedQuestion::new("", A::SUBJECT, self.0.question(case, report)?))
    }

    fn sentence(&self, _: &SweepCase) -> String {
        A::SUBJECT.to_owned()
    }
}

/// Reads the tables of all questions.
pub(super) fn read(root: &mut Section<'_>, report: &mut Report) -> Vec<Block<'static>> {
    let mut blocks = kind(root, ThresholdForm::ASKED, report, ThresholdForm::read);
    blocks.extend(kind(root, EffectsForm::ASKED, report, EffectsForm::read));
    blocks.extend(kind(root, DamageForm::ASKED, report, DamageForm::read));
    blocks.extend(kind(root, BoostForm::ASKED, report, BoostForm::read));
    blocks.extend(kind(root, LeechForm::ASKED, report, LeechForm::read));
    blocks.extend(kind(root, FocusForm::ASKED, report, FocusForm::read));
    blocks
}

fn kind<A: Ask + 'static>(
    root: &mut Section<'_>,
    of: TableArray,
    report: &mut Report,
    read: impl Fn(&mut QuestionTable<'_, '_>) -> A,
) -> Vec<Block<'static>> {
    blocks::kind(root, of, &(), report, |form| Box::new(ParsedTable(read(form))))
}

/// Which continuous effect, by name.
#[derive(Clone, Copy, Debug)]
enum EffectKeyName {
    Fire,
    Corrosion,
}

/// Values that have names.
macro_rules! named {
    ($choice:ty, $all:expr, $name:expr) => {
        impl Readable for $choice {
            fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
                let known: Vec<(&str, $choice)> =
                    $all.into_iter().map(|value| ($name(value), value)).collect();
                choose(item, &known)
            }

            fn show(&self) -> String {
                $name(*self).to_owned()
            }

            fn schema() -> Schema {
                one_of($all.map($name))
            }
        }
    };
}

named!(BoostPlan, BoostPlan::ALL, BoostPlan::name);
named!(LeechPlan, LeechPlan::ALL, LeechPlan::name);
named!(FocusPlan, FocusPlan::ALL, FocusPlan::name);
named!(EffectKeyName, [EffectKeyName::Fire, EffectKeyName::Corrosion], |effect| match effect {
    EffectKeyName::Fire => "fire",
    EffectKeyName::Corrosion => "corrosion",
});

/// A default that lies in its range.
macro_rules! default {
    ($form:expr, $key:expr, $number:ty, $value:literal) => {
        match <$number>::new($value) {
            Ok(value) => $form.sweep($key, value),
            Err(_) => $form.required($key),
        }
    };
}
use default;

#[derive(Debug)]
struct ThresholdForm {
    fury: FieldValues<Fury>,
    threshold: FieldValues<ThresholdValue>,
}

impl ThresholdForm {
    /// Where it stands in a file.
    const ASKED: TableArray =
        asked("threshold", "whether a warbeast frenzies", "A threshold test (W1.4).");

    fn read(form: &mut QuestionTable<'_, '_>) -> Self {
        Self {
            fury: form.required(key("fury", "fury on the warbeast")),
            threshold: form.required(key("threshold", "threshold of the warbeast")),
        }
    }
}

impl Ask for ThresholdForm {
    const SUBJECT: &'static str = "a warbeast";

    fn question(&self, case: &SweepCase, _: &mut Report) -> Option<WarmachineQuestion> {
        let beast = Beast { fury: self.fury.value(case)?, threshold: self.threshold.value(case)? };
        Some(WarmachineQuestion::Threshold(Threshold { beast }))
    }
}

#[derive(Debug)]
struct EffectsForm {
    span: Span,
    effect: FieldValues<EffectKeyName>,
    pow: FieldValues<Pow>,
    arm: FieldValues<OptionalValue<Arm>>,
    turns: FieldValues<Turns>,
    expires_on: FieldValues<ExpiresOn>,
    boxes: FieldValues<OptionalValue<Boxes>>,
}

impl EffectsForm {
    /// Where it stands in a file.
    const ASKED: TableArray = asked(
        "effects",
        "how long a continuous effect lasts, and what it does",
        "A continuous effect (W1.2).",
    );

    fn read(form: &mut QuestionTable<'_, '_>) -> Self {
        Self {
            span: form.section.span.clone(),
            effect: form.sweep(key("effect", "fire if left out"), EffectKeyName::Fire),
            pow: default!(form, key("pow", "power of the fire; 12 if left out"), Pow, 12),
            arm: form.sweep(
                key("arm", "armour of the model; must be given for fire"),
                OptionalValue(None),
            ),
            turns: default!(
                form,
                key("turns", "maintenance phases that are looked at; 12 if left out"),
                Turns,
                12
            ),
            expires_on: default!(
                form,
                key("expires_on", "the highest face of a D6 that ends it; 2 if left out"),
                ExpiresOn,
                2
            ),
            boxes: form.sweep(
                key("boxes", "damage boxes of the model; not counted if left out"),
                OptionalValue(None),
            ),
        }
    }

    fn effect(&self, case: &SweepCase, report: &mut Report) -> Option<ContinuousEffect> {
        let OptionalValue(arm) = self.arm.value(case)?;
        match (self.effect.value(case)?, arm) {
            (EffectKeyName::Corrosion, _) => Some(ContinuousEffect::Corrosion),
            (EffectKeyName::Fire, Some(arm)) => {
                Some(ContinuousEffect::Fire(self.pow.value(case)?, arm))
            }
            (EffectKeyName::Fire, None) => {
                let missing = || {
                    Draft::new(&self.span, "[[effects]] needs `arm` for fire")
                        .help("add a line `arm = …` below it")
                };
                report.add_once("arm", &self.span, missing);
                None
            }
        }
    }
}

impl Ask for EffectsForm {
    const SUBJECT: &'static str = "a continuous effect";

    fn question(&self, case: &SweepCase, report: &mut Report) -> Option<WarmachineQuestion> {
        let OptionalValue(boxes) = self.boxes.value(case)?;
        let (turns, expires_on) = (self.turns.value(case)?, self.expires_on.value(case)?);
        Some(WarmachineQuestion::Effects(ContinuousEffects {
            effect: self.effect(case, report)?,
            turns,
            expires_on,
            boxes,
        }))
    }
}
