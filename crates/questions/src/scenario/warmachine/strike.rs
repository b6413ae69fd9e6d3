//! `[[damage]]` and `[[boost]]`: attacks, and what is spent on them.

use super::{Ask, QuestionTable, default};
use crate::document::{Draft, FileKey, OptionalValue, Report, TableArray, key};
use crate::scenario::blocks::asked;
use crate::scenario::sweep::{FieldValues, SweepCase};
use warodds_games::warmachine::values::{Arm, Attacks, Boxes, Def, Points, Pow, Skill};
use warodds_games::warmachine::{AttackValues, Boost, BoostPlan, Damage, WarmachineQuestion};

/// The attacks of an attacker.
pub(super) const ATTACKS: FileKey =
    key("attacks", "attacks that need not be bought; 1 if left out");

/// An attacker's numbers against a target's.
#[derive(Debug)]
struct StrikeForm {
    skill: FieldValues<Skill>,
    def: FieldValues<Def>,
    pow: FieldValues<Pow>,
    arm: FieldValues<Arm>,
    attacks: FieldValues<Attacks>,
    boxes: FieldValues<OptionalValue<Boxes>>,
}

impl StrikeForm {
    fn read(form: &mut QuestionTable<'_, '_>) -> Self {
        Self {
            skill: form.required(key("skill", "skill of the attacker")),
            def: form.required(key("def", "defence of the target")),
            pow: form.required(key("pow", "power of the attacker, strength included")),
            arm: form.required(key("arm", "armour of the target")),
            attacks: default!(form, ATTACKS, Attacks, 1),
            boxes: form.sweep(
                key("boxes", "damage boxes of the target; not counted if left out"),
                OptionalValue(None),
            ),
        }
    }

    fn strike(&self, case: &SweepCase) -> Option<AttackValues> {
        let (skill, def) = (self.skill.value(case)?, self.def.value(case)?);
        Some(AttackValues { skill, def, pow: self.pow.value(case)?, arm: self.arm.value(case)? })
    }
}

#[derive(Debug)]
pub(super) struct DamageForm {
    strike: StrikeForm,
    boost_attack: FieldValues<bool>,
    boost_damage: FieldValues<bool>,
}

impl DamageForm {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray =
        asked("damage", "what attacks do", "Attacks (W1.6, W1.7).");

    pub(super) fn read(form: &mut QuestionTable<'_, '_>) -> Self {
        let strike = StrikeForm::read(form);
        Self {
            strike,
            boost_attack: form.sweep(key("boost_attack", "attack rolls are boosted"), false),
            boost_damage: form.sweep(key("boost_damage", "damage rolls are boosted"), false),
        }
    }
}

impl Ask for DamageForm {
    const SUBJECT: &'static str = "attacks";

    fn question(&self, case: &SweepCase, _: &mut Report) -> Option<WarmachineQuestion> {
        let OptionalValue(boxes) = self.strike.boxes.value(case)?;
        let (boost_attack, boost_damage) =
            (self.boost_attack.value(case)?, self.boost_damage.value(case)?);
        let (strike, attacks) = (self.strike.strike(case)?, self.strike.attacks.value(case)?);
        Some(WarmachineQuestion::Damage(Damage {
            strike,
            attacks,
            boost_attack,
            boost_damage,
            boxes,
        }))
    }
}

#[derive(Debug)]
pub(super) struct BoostForm {
    strike: StrikeForm,
    points: FieldValues<Points>,
    plan: FieldValues<BoostPlan>,
}

impl BoostForm {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray =
        asked("boost", "how to spend points on attacks", "Points spent on attacks (W1.8).");

    pub(super) fn read(form: &mut QuestionTable<'_, '_>) -> Self {
        let strike = StrikeForm::read(form);
        Self {
            strike,
            points: form.required(key("points", "focus or fury to spend")),
            plan: form.sweep(
                key("plan", "how they are spent; for most damage if left out"),
                BoostPlan::default(),
            ),
        }
    }
}

impl Ask for BoostForm {
    const SUBJECT: &'static str = "an activation";

    fn question(&self, case: &SweepCase, report: &mut Report) -> Option<WarmachineQuestion> {
        let OptionalValue(boxes) = self.strike.boxes.value(case)?;
        let plan = self.plan.at(case)?;
        if plan.value == BoostPlan::BestKill && boxes.is_none() {
            let missing = || {
                Draft::new(&plan.span, "the plan `best-kill` needs `boxes`")
                    .help("add a line `boxes = …`: what the target has left")
            };
            report.add_once("boxes", &plan.span, missing);
            return None;
        }
        let (strike, attacks) = (self.strike.strike(case)?, self.strike.attacks.value(case)?);
        Some(WarmachineQuestion::Boost(Boost {
            strike,
            attacks,
            points: self.points.value(case)?,
            boxes,
            plan: plan.value,
        }))
    }
}
