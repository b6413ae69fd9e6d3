//! The questions of *WARMACHINE*: `[[threshold]]`, `[[effects]]`, `[[damage]]`, `[[boost]]`, `[[leech]]`, `[[focus]]`.

use std::fmt::Debug;

use super::blocks::{self, Block, Pose};
use super::form::Form;
use super::sweep::{Case, Swept};
use crate::document::{Draft, Item, Readable, Report, Section, Span, choose};
use crate::games::warmachine::values::{Arc, Arm, Attacks, Boxes, Count, Def, ExpiresOn, Fury, Points, Pow, Skill, ThresholdValue, Turns};
use crate::games::warmachine::{
    Beast, Boost, BoostPlan, Damage, Effect, Effects, Focus, FocusPlan, Jack, Leech, LeechPlan, Question, Strike, Threshold,
};
use crate::study::Asked;

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
    fn asked(&self, case: &Case, _alone: bool, report: &mut Report) -> Option<Asked> {
        Some(Asked::new("", A::SUBJECT, self.0.question(case, report)?))
    }

    fn sentence(&self, _: &Case) -> String {
        A::SUBJECT.to_owned()
    }
}

/// Reads the tables of all questions.
pub(super) fn read(root: &mut Section<'_>, report: &mut Report) -> Vec<Block<'static>> {
    let mut blocks = kind(root, "threshold", report, ThresholdForm::read);
    blocks.extend(kind(root, "effects", report, EffectsForm::read));
    blocks.extend(kind(root, "damage", report, DamageForm::read));
    blocks.extend(kind(root, "boost", report, BoostForm::read));
    blocks.extend(kind(root, "leech", report, LeechForm::read));
    blocks.extend(kind(root, "focus", report, FocusForm::read));
    blocks
}

fn kind<A: Ask + 'static>(
    root: &mut Section<'_>,
    key: &'static str,
    report: &mut Report,
    read: impl Fn(&mut Table<'_, '_>) -> A,
) -> Vec<Block<'static>> {
    blocks::kind(root, key, &(), report, |form| Box::new(Posed(read(form))))
}

/// A number that may be left out.
#[derive(Clone, Copy, Debug)]
struct Maybe<T>(Option<T>);

impl<T: Readable> Readable for Maybe<T> {
    fn read(item: &Item<'_>) -> Result<Self, Draft> {
        T::read(item).map(|value| Self(Some(value)))
    }

    fn show(&self) -> String {
        self.0.as_ref().map_or_else(String::new, T::show)
    }
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
                let known: Vec<(&str, $choice)> = $all.into_iter().map(|value| ($name(value), value)).collect();
                choose(item, &known)
            }

            fn show(&self) -> String {
                $name(*self).to_owned()
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
    ($form:expr, $key:literal, $number:ty, $value:literal) => {
        match <$number>::new($value) {
            Ok(value) => $form.sweep($key, value),
            Err(_) => $form.required($key),
        }
    };
}

#[derive(Debug)]
struct ThresholdForm {
    fury: Swept<Fury>,
    threshold: Swept<ThresholdValue>,
}

impl ThresholdForm {
    fn read(form: &mut Table<'_, '_>) -> Self {
        Self { fury: form.required("fury"), threshold: form.required("threshold") }
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
    arm: Swept<Maybe<Arm>>,
    turns: Swept<Turns>,
    expires_on: Swept<ExpiresOn>,
    boxes: Swept<Maybe<Boxes>>,
}

impl EffectsForm {
    fn read(form: &mut Table<'_, '_>) -> Self {
        Self {
            span: form.section.span.clone(),
            effect: form.sweep("effect", EffectName::Fire),
            pow: default!(form, "pow", Pow, 12),
            arm: form.sweep("arm", Maybe(None)),
            turns: default!(form, "turns", Turns, 12),
            expires_on: default!(form, "expires_on", ExpiresOn, 2),
            boxes: form.sweep("boxes", Maybe(None)),
        }
    }

    fn effect(&self, case: &Case, report: &mut Report) -> Option<Effect> {
        let Maybe(arm) = self.arm.value(case)?;
        match (self.effect.value(case)?, arm) {
            (EffectName::Corrosion, _) => Some(Effect::Corrosion),
            (EffectName::Fire, Some(arm)) => Some(Effect::Fire(self.pow.value(case)?, arm)),
            (EffectName::Fire, None) => {
                let missing = || Draft::new(&self.span, "[[effects]] needs `arm` for fire").help("add a line `arm = …` below it");
                report.once("arm", &self.span, missing);
                None
            }
        }
    }
}

impl Ask for EffectsForm {
    const SUBJECT: &'static str = "a continuous effect";

    fn question(&self, case: &Case, report: &mut Report) -> Option<Question> {
        let Maybe(boxes) = self.boxes.value(case)?;
        let (turns, expires_on) = (self.turns.value(case)?, self.expires_on.value(case)?);
        Some(Question::Effects(Effects { effect: self.effect(case, report)?, turns, expires_on, boxes }))
    }
}

/// An attacker's numbers against a target's.
#[derive(Debug)]
struct StrikeForm {
    skill: Swept<Skill>,
    def: Swept<Def>,
    pow: Swept<Pow>,
    arm: Swept<Arm>,
    attacks: Swept<Attacks>,
    boxes: Swept<Maybe<Boxes>>,
}

impl StrikeForm {
    fn read(form: &mut Table<'_, '_>) -> Self {
        Self {
            skill: form.required("skill"),
            def: form.required("def"),
            pow: form.required("pow"),
            arm: form.required("arm"),
            attacks: default!(form, "attacks", Attacks, 1),
            boxes: form.sweep("boxes", Maybe(None)),
        }
    }

    fn strike(&self, case: &Case) -> Option<Strike> {
        let (skill, def) = (self.skill.value(case)?, self.def.value(case)?);
        Some(Strike { skill, def, pow: self.pow.value(case)?, arm: self.arm.value(case)? })
    }
}

#[derive(Debug)]
struct DamageForm {
    strike: StrikeForm,
    boost_attack: Swept<bool>,
    boost_damage: Swept<bool>,
}

impl DamageForm {
    fn read(form: &mut Table<'_, '_>) -> Self {
        let strike = StrikeForm::read(form);
        Self { strike, boost_attack: form.sweep("boost_attack", false), boost_damage: form.sweep("boost_damage", false) }
    }
}

impl Ask for DamageForm {
    const SUBJECT: &'static str = "attacks";

    fn question(&self, case: &Case, _: &mut Report) -> Option<Question> {
        let Maybe(boxes) = self.strike.boxes.value(case)?;
        let (boost_attack, boost_damage) = (self.boost_attack.value(case)?, self.boost_damage.value(case)?);
        let (strike, attacks) = (self.strike.strike(case)?, self.strike.attacks.value(case)?);
        Some(Question::Damage(Damage { strike, attacks, boost_attack, boost_damage, boxes }))
    }
}

#[derive(Debug)]
struct BoostForm {
    strike: StrikeForm,
    points: Swept<Points>,
    plan: Swept<BoostPlan>,
}

impl BoostForm {
    fn read(form: &mut Table<'_, '_>) -> Self {
        let strike = StrikeForm::read(form);
        Self { strike, points: form.required("points"), plan: form.sweep("plan", BoostPlan::default()) }
    }
}

impl Ask for BoostForm {
    const SUBJECT: &'static str = "an activation";

    fn question(&self, case: &Case, report: &mut Report) -> Option<Question> {
        let Maybe(boxes) = self.strike.boxes.value(case)?;
        let plan = self.plan.at(case)?;
        if plan.value == BoostPlan::BestKill && boxes.is_none() {
            let missing =
                || Draft::new(&plan.span, "the plan `best-kill` needs `boxes`").help("add a line `boxes = …`: what the target has left");
            report.once("boxes", &plan.span, missing);
            return None;
        }
        let (strike, attacks) = (self.strike.strike(case)?, self.strike.attacks.value(case)?);
        Some(Question::Boost(Boost { strike, attacks, points: self.points.value(case)?, boxes, plan: plan.value }))
    }
}

/// A list of tables, from one to `most`; faults in it are told, and what is without them is given.
fn models<T>(
    form: &mut Table<'_, '_>,
    key: &'static str,
    most: usize,
    read: impl Fn(&mut Section<'_>, &mut Report) -> Option<T>,
) -> Vec<T> {
    let Some((item, elements)) = form.section.list(key) else {
        form.section.missing(key, form.report);
        return Vec::new();
    };
    if elements.is_empty() || elements.len() > most {
        form.report.add(|| Draft::new(&item.span, format!("`{key}` must list 1 to {most}, not {}", elements.len())));
        return Vec::new();
    }
    let report = &mut *form.report;
    let model = |element: &Item<'_>| {
        let mut section = Section::of(format!("an element of `{key}`"), element, report)?;
        let model = read(&mut section, report);
        section.finish(report);
        model
    };
    elements.iter().filter_map(model).collect()
}

#[derive(Debug)]
struct LeechForm {
    arc: Swept<Arc>,
    held: Swept<Fury>,
    lost: Swept<Count>,
    upkeep: Swept<Count>,
    beasts: Vec<Beast>,
    plan: Swept<LeechPlan>,
}

impl LeechForm {
    fn read(form: &mut Table<'_, '_>) -> Self {
        let beast = |section: &mut Section<'_>, report: &mut Report| {
            let (fury, threshold) = (section.required("fury", report), section.required("threshold", report));
            Some(Beast { fury: fury?, threshold: threshold? })
        };
        Self {
            arc: form.required("arc"),
            held: default!(form, "held", Fury, 0),
            lost: default!(form, "lost", Count, 0),
            upkeep: default!(form, "upkeep", Count, 0),
            beasts: models(form, "beasts", Leech::MOST_BEASTS, beast),
            plan: form.sweep("plan", LeechPlan::default()),
        }
    }
}

impl Ask for LeechForm {
    const SUBJECT: &'static str = "a warlock";

    fn question(&self, case: &Case, _: &mut Report) -> Option<Question> {
        Some(Question::Leech(Leech {
            arc: self.arc.value(case)?,
            held: self.held.value(case)?,
            lost: self.lost.value(case)?,
            upkeep: self.upkeep.value(case)?,
            beasts: self.beasts.clone(),
            plan: self.plan.value(case)?,
        }))
    }
}

/// A warjack but for its target.
#[derive(Clone, Copy, Debug)]
struct JackForm {
    skill: Skill,
    pow: Pow,
    attacks: Option<Attacks>,
    cortex: Option<bool>,
}

#[derive(Debug)]
struct FocusForm {
    arc: Swept<Arc>,
    upkeep: Swept<Count>,
    keep: Swept<Count>,
    most: Swept<Count>,
    def: Swept<Def>,
    arm: Swept<Arm>,
    jacks: Vec<JackForm>,
    plan: Swept<FocusPlan>,
}

impl FocusForm {
    fn read(form: &mut Table<'_, '_>) -> Self {
        let jack = |section: &mut Section<'_>, report: &mut Report| {
            let (skill, pow) = (section.required("skill", report), section.required("pow", report));
            let (attacks, cortex) = (section.optional("attacks", report), section.optional("cortex", report));
            Some(JackForm { skill: skill?, pow: pow?, attacks, cortex })
        };
        Self {
            arc: form.required("arc"),
            upkeep: default!(form, "upkeep", Count, 0),
            keep: default!(form, "keep", Count, 0),
            most: default!(form, "most", Count, 3),
            def: form.required("def"),
            arm: form.required("arm"),
            jacks: models(form, "jacks", Focus::MOST_JACKS, jack),
            plan: form.sweep("plan", FocusPlan::default()),
        }
    }
}

impl Ask for FocusForm {
    const SUBJECT: &'static str = "a warcaster";

    fn question(&self, case: &Case, _: &mut Report) -> Option<Question> {
        let (def, arm, one) = (self.def.value(case)?, self.arm.value(case)?, Attacks::new(1).ok()?);
        let jack = |jack: &JackForm| Jack {
            strike: Strike { skill: jack.skill, def, pow: jack.pow, arm },
            attacks: jack.attacks.unwrap_or(one),
            cortex: jack.cortex.unwrap_or(true),
        };
        Some(Question::Focus(Focus {
            arc: self.arc.value(case)?,
            upkeep: self.upkeep.value(case)?,
            keep: self.keep.value(case)?,
            most: self.most.value(case)?,
            jacks: self.jacks.iter().map(jack).collect(),
            plan: self.plan.value(case)?,
        }))
    }
}
