//! `[[damage]]` and `[[boost]]`: attacks, and what is spent on them.

use super::{Ask, Maybe, Table, default};
use crate::document::{Draft, Report};
use crate::scenario::sweep::{Case, Swept};
use warodds_games::warmachine::values::{Arm, Attacks, Boxes, Def, Points, Pow, Skill};
use warodds_games::warmachine::{Boost, BoostPlan, Damage, Question, Strike};

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
pub(super) struct DamageForm {
    strike: StrikeForm,
    boost_attack: Swept<bool>,
    boost_damage: Swept<bool>,
}

impl DamageForm {
    pub fn read(form: &mut Table<'_, '_>) -> Self {
        let strike = StrikeForm::read(form);
        Self {
            strike,
            boost_attack: form.sweep("boost_attack", false),
            boost_damage: form.sweep("boost_damage", false),
        }
    }
}

impl Ask for DamageForm {
    const SUBJECT: &'static str = "attacks";

    fn question(&self, case: &Case, _: &mut Report) -> Option<Question> {
        let Maybe(boxes) = self.strike.boxes.value(case)?;
        let (boost_attack, boost_damage) =
            (self.boost_attack.value(case)?, self.boost_damage.value(case)?);
        let (strike, attacks) = (self.strike.strike(case)?, self.strike.attacks.value(case)?);
        Some(Question::Damage(Damage { strike, attacks, boost_attack, boost_damage, boxes }))
    }
}

#[derive(Debug)]
pub(super) struct BoostForm {
    strike: StrikeForm,
    points: Swept<Points>,
    plan: Swept<BoostPlan>,
}

impl BoostForm {
    pub fn read(form: &mut Table<'_, '_>) -> Self {
        let strike = StrikeForm::read(form);
        Self {
            strike,
            points: form.required("points"),
            plan: form.sweep("plan", BoostPlan::default()),
        }
    }
}

impl Ask for BoostForm {
    const SUBJECT: &'static str = "an activation";

    fn question(&self, case: &Case, report: &mut Report) -> Option<Question> {
        let Maybe(boxes) = self.strike.boxes.value(case)?;
        let plan = self.plan.at(case)?;
        if plan.value == BoostPlan::BestKill && boxes.is_none() {
            let missing = || {
                Draft::new(&plan.span, "the plan `best-kill` needs `boxes`")
                    .help("add a line `boxes = …`: what the target has left")
            };
            report.once("boxes", &plan.span, missing);
            return None;
        }
        let (strike, attacks) = (self.strike.strike(case)?, self.strike.attacks.value(case)?);
        Some(Question::Boost(Boost {
            strike,
            attacks,
            points: self.points.value(case)?,
            boxes,
            plan: plan.value,
        }))
    }
}
