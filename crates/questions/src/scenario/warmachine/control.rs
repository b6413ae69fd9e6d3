//! `[[leech]]` and `[[focus]]`: the control phase.

use super::{Ask, Table, default};
use crate::document::{Draft, Item, Report, Section};
use crate::scenario::sweep::{Case, Swept};
use warodds_games::warmachine::values::{Arc, Arm, Attacks, Count, Def, Fury, Pow, Skill};
use warodds_games::warmachine::{
    Beast, Focus, FocusPlan, Jack, Leech, LeechPlan, Question, Strike,
};

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
        form.report.add(|| {
            Draft::new(&item.span, format!("`{key}` must list 1 to {most}, not {}", elements.len()))
        });
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
pub(super) struct LeechForm {
    arc: Swept<Arc>,
    held: Swept<Fury>,
    lost: Swept<Count>,
    upkeep: Swept<Count>,
    beasts: Vec<Beast>,
    plan: Swept<LeechPlan>,
}

impl LeechForm {
    pub fn read(form: &mut Table<'_, '_>) -> Self {
        let beast = |section: &mut Section<'_>, report: &mut Report| {
            let (fury, threshold) =
                (section.required("fury", report), section.required("threshold", report));
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
pub(super) struct FocusForm {
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
    pub fn read(form: &mut Table<'_, '_>) -> Self {
        let jack = |section: &mut Section<'_>, report: &mut Report| {
            let (skill, pow) = (section.required("skill", report), section.required("pow", report));
            let (attacks, cortex) =
                (section.optional("attacks", report), section.optional("cortex", report));
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
