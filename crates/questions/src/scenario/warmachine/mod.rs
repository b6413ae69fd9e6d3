//! Files with `game = "warmachine"`: a turn of *WARMACHINE*.
//!
//! Beside what all games have, such a file has these tables; all may have a `name`. A campaign is a
//! file of its own ([`campaign`](super::campaign)).
//!
//! | `[[threshold]]` (W1.4) | value | default | sweeps |
//! |---|---|---|---|
//! | `fury` | on the warbeast, 0 to 20 | must be given | yes |
//! | `threshold` | of the warbeast, 2 to 30 | must be given | yes |
//!
//! | `[[effects]]` (W1.2) | value | default | sweeps |
//! |---|---|---|---|
//! | `effect` | `"fire"`, `"corrosion"` | `"fire"` | yes |
//! | `pow` | of the fire, 0 to 50 | 12 | yes |
//! | `arm` | of the model, 0 to 50 | must be given for fire | yes |
//! | `turns` | maintenance phases that are looked at, 1 to 60 | 12 | yes |
//! | `expires_on` | the highest face of a D6 that ends it, 0 to 6 | 2 | yes |
//! | `boxes` | damage boxes of the model, 1 to 120 | not counted | yes |
//!
//! | `[[damage]]` (W1.6, W1.7) | value | default | sweeps |
//! |---|---|---|---|
//! | `skill`, `pow` | of the attacker, 0 to 20 and 0 to 50 | must be given | yes |
//! | `def`, `arm` | of the target, 2 to 30 and 0 to 50 | must be given | yes |
//! | `attacks` | 0 to 8 | 1 | yes |
//! | `boost_attack`, `boost_damage` | which rolls are boosted | `false` | yes |
//! | `boxes` | damage boxes of the target, 1 to 120 | not counted | yes |
//!
//! | `[[boost]]` (W1.8) | value | default | sweeps |
//! |---|---|---|---|
//! | `skill`, `pow`, `def`, `arm`, `boxes` | as for damage | | yes |
//! | `attacks` | that need not be bought, 0 to 8 | 1 | yes |
//! | `points` | of focus or fury to spend, 0 to 10 | must be given | yes |
//! | `plan` | `"best-damage"`, `"best-kill"` (needs `boxes`), `"buy-attacks"`, `"boost-attacks"`, `"boost-damage"`, `"boost-both"` | `"best-damage"` | yes |
//!
//! | `[[leech]]` (W1.3, W1.4) | value | default | sweeps |
//! |---|---|---|---|
//! | `arc` | of the warlock, 0 to 20 | must be given | yes |
//! | `held` | fury it holds already, 0 to 20 | 0 | yes |
//! | `lost` | medium or larger warbeasts it has lost, 0 to 20 | 0 | yes |
//! | `upkeep` | spells it wants to keep, 0 to 20 | 0 | yes |
//! | `beasts` | a list of one to eight tables with `fury` and `threshold` | must be given | no |
//! | `plan` | `"best"` (a frenzy is least likely), `"in-order"` (of the list), `"nothing"` | `"best"` | yes |
//!
//! | `[[focus]]` (W1.3, W1.8) | value | default | sweeps |
//! |---|---|---|---|
//! | `arc` | of the warcaster, 0 to 20 | must be given | yes |
//! | `upkeep` | spells it keeps, 0 to 20 | 0 | yes |
//! | `keep` | focus it keeps for itself, 0 to 20 | 0 | yes |
//! | `most` | focus on a warjack, power up included, 0 to 20 | 3 | yes |
//! | `def`, `arm` | of the target of all warjacks | must be given | yes |
//! | `jacks` | a list of one to six tables with `skill`, `pow`, `attacks` (1) and `cortex` (`true`: it works) | must be given | no |
//! | `plan` | `"best"` (most expected damage), `"in-order"` (of the list), `"nothing"` | `"best"` | yes |

mod control;
mod strike;

use std::fmt::Debug;

use super::blocks::{self, Block, Pose, asked};
use super::form::Form;
use super::sweep::{Case, Swept};
use crate::document::schema::{Schema, one_of};
use crate::document::{Draft, Given, Item, Readable, Report, Section, Span, Tables, choose, key};
use crate::study::NamedQuestion;
use control::{FocusForm, LeechForm};
use strike::{BoostForm, DamageForm};
use warodds_games::warmachine::values::{Arm, Boxes, ExpiresOn, Fury, Pow, ThresholdValue, Turns};
use warodds_games::warmachine::{
    Beast, BoostPlan, Effect, Effects, FocusPlan, LeechPlan, Question, Threshold,
};

/// A question's table: no key names anything else in the file.
type Table<'s, 'r> = Form<'s, 'static, 'r, ()>;

/// A kind of question.
trait Ask: Debug {
    /// Who is asked about, in a few words.
    const SUBJECT: &'static str;

    /// The question of a case.
    fn question(&self, case: &Case, report: &mut Report) -> Option<Question>;
}

/// A question as all games have them.
#[derive(Debug)]
struct Posed<A>(A);

impl<A: Ask> Pose for Posed<A> {
    fn asked(&self, case: &Case, _alone: bool, report: &mut Report) -> Option<NamedQuestion> {
        Some(NamedQuestion::new("", A::SUBJECT, self.0.question(case, report)?))
    }

    fn sentence(&self, _: &Case) -> String {
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
    of: Tables,
    report: &mut Report,
    read: impl Fn(&mut Table<'_, '_>) -> A,
) -> Vec<Block<'static>> {
    blocks::kind(root, of, &(), report, |form| Box::new(Posed(read(form))))
}

/// Which continuous effect, by name.
#[derive(Clone, Copy, Debug)]
enum EffectName {
    Fire,
    Corrosion,
}

/// Values that have names.
macro_rules! named {
    ($choice:ty, $all:expr, $name:expr) => {
        impl Readable for $choice {
            fn read(item: &Item<'_>) -> Result<Self, Draft> {
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
named!(EffectName, [EffectName::Fire, EffectName::Corrosion], |effect| match effect {
    EffectName::Fire => "fire",
    EffectName::Corrosion => "corrosion",
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
    fury: Swept<Fury>,
    threshold: Swept<ThresholdValue>,
}

impl ThresholdForm {
    /// Where it stands in a file.
    const ASKED: Tables =
        asked("threshold", "whether a warbeast frenzies", "A threshold test (W1.4).");

    fn read(form: &mut Table<'_, '_>) -> Self {
        Self {
            fury: form.required(key("fury", "fury on the warbeast")),
            threshold: form.required(key("threshold", "threshold of the warbeast")),
        }
    }
}

impl Ask for ThresholdForm {
    const SUBJECT: &'static str = "a warbeast";

    fn question(&self, case: &Case, _: &mut Report) -> Option<Question> {
        let beast = Beast { fury: self.fury.value(case)?, threshold: self.threshold.value(case)? };
        Some(Question::Threshold(Threshold { beast }))
    }
}

#[derive(Debug)]
struct EffectsForm {
    span: Span,
    effect: Swept<EffectName>,
    pow: Swept<Pow>,
    arm: Swept<Given<Arm>>,
    turns: Swept<Turns>,
    expires_on: Swept<ExpiresOn>,
    boxes: Swept<Given<Boxes>>,
}

impl EffectsForm {
    /// Where it stands in a file.
    const ASKED: Tables = asked(
        "effects",
        "how long a continuous effect lasts, and what it does",
        "A continuous effect (W1.2).",
    );

    fn read(form: &mut Table<'_, '_>) -> Self {
        Self {
            span: form.section.span.clone(),
            effect: form.sweep(key("effect", "fire if left out"), EffectName::Fire),
            pow: default!(form, key("pow", "power of the fire; 12 if left out"), Pow, 12),
            arm: form.sweep(key("arm", "armour of the model; must be given for fire"), Given(None)),
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
                Given(None),
            ),
        }
    }

    fn effect(&self, case: &Case, report: &mut Report) -> Option<Effect> {
        let Given(arm) = self.arm.value(case)?;
        match (self.effect.value(case)?, arm) {
            (EffectName::Corrosion, _) => Some(Effect::Corrosion),
            (EffectName::Fire, Some(arm)) => Some(Effect::Fire(self.pow.value(case)?, arm)),
            (EffectName::Fire, None) => {
                let missing = || {
                    Draft::new(&self.span, "[[effects]] needs `arm` for fire")
                        .help("add a line `arm = …` below it")
                };
                report.once("arm", &self.span, missing);
                None
            }
        }
    }
}

impl Ask for EffectsForm {
    const SUBJECT: &'static str = "a continuous effect";

    fn question(&self, case: &Case, report: &mut Report) -> Option<Question> {
        let Given(boxes) = self.boxes.value(case)?;
        let (turns, expires_on) = (self.turns.value(case)?, self.expires_on.value(case)?);
        Some(Question::Effects(Effects {
            effect: self.effect(case, report)?,
            turns,
            expires_on,
            boxes,
        }))
    }
}
