//! `[[leech]]` and `[[focus]]`: the control phase.

use super::strike::ATTACKS;
use super::{Ask, QuestionTable, default};
use crate::document::schema::up_to;
use crate::document::{
    Draft, FileKey, KeyedValue, Report, Section, TableArray, describe_table, key,
};
use crate::scenario::blocks::asked;
use crate::scenario::sweep::{FieldValues, SweepCase};
use warodds_games::warmachine::values::{Arc, Arm, Attacks, Count, Def, Fury, Pow, Skill};
use warodds_games::warmachine::{
    AttackValues, Beast, Focus, FocusPlan, Jack, Leech, LeechPlan, WarmachineQuestion,
};

/// A list of tables, from one to `most`, each of which is in `words`; faults in it are told, and
/// what is without them is given.
fn models<T>(
    form: &mut QuestionTable<'_, '_>,
    key: FileKey,
    (words, most): (&str, usize),
    read: impl Fn(&mut Section<'_>, &mut Report) -> Option<T>,
) -> Vec<T> {
    let schema = || {
        let model = describe_table(words, |mut section, report| read(&mut section, report));
        up_to(most, model.object())
    };
    let Some(item) = form.section.required_item(key, schema, form.report) else {
        return Vec::new();
    };
    let elements = item.as_list();
    if elements.is_empty() || elements.len() > most {
        form.report.add(|| {
            Draft::new(
                &item.span,
                format!("`{}` must list 1 to {most}, not {}", key.id, elements.len()),
            )
        });
        return Vec::new();
    }
    let report = &mut *form.report;
    let model = |element: &KeyedValue<'_>| {
        let mut section = Section::of(format!("an element of `{}`", key.id), element, report)?;
        let model = read(&mut section, report);
        section.finish(report);
        model
    };
    elements.iter().filter_map(model).collect()
}

#[derive(Debug)]
pub(super) struct LeechForm {
    arc: FieldValues<Arc>,
    held: FieldValues<Fury>,
    lost: FieldValues<Count>,
    upkeep: FieldValues<Count>,
    beasts: Vec<Beast>,
    plan: FieldValues<LeechPlan>,
}

impl LeechForm {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray =
        asked("leech", "whom to leech", "A warlock's control phase (W1.3, W1.4).");

    pub(super) fn read(form: &mut QuestionTable<'_, '_>) -> Self {
        let beast = |section: &mut Section<'_>, report: &mut Report| {
            let fury = section.required(key("fury", "fury on it"), report);
            let threshold = section.required(key("threshold", "its threshold"), report);
            Some(Beast { fury: fury?, threshold: threshold? })
        };
        Self {
            arc: form.required(key("arc", "ARC of the warlock")),
            held: default!(form, key("held", "fury it holds already; 0 if left out"), Fury, 0),
            lost: default!(
                form,
                key("lost", "medium or larger warbeasts it has lost; 0 if left out"),
                Count,
                0
            ),
            upkeep: default!(
                form,
                key("upkeep", "spells it wants to keep; 0 if left out"),
                Count,
                0
            ),
            beasts: models(
                form,
                key("beasts", "its warbeasts"),
                ("A warbeast.", Leech::MOST_BEASTS),
                beast,
            ),
            plan: form.sweep(
                key("plan", "whom it leeches; so that a frenzy is least likely if left out"),
                LeechPlan::default(),
            ),
        }
    }
}

impl Ask for LeechForm {
    const SUBJECT: &'static str = "a warlock";

    fn question(&self, case: &SweepCase, _: &mut Report) -> Option<WarmachineQuestion> {
        Some(WarmachineQuestion::Leech(Leech {
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
    arc: FieldValues<Arc>,
    upkeep: FieldValues<Count>,
    keep: FieldValues<Count>,
    most: FieldValues<Count>,
    def: FieldValues<Def>,
    arm: FieldValues<Arm>,
    jacks: Vec<JackForm>,
    plan: FieldValues<FocusPlan>,
}

impl FocusForm {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray =
        asked("focus", "which warjacks to give focus", "A warcaster's control phase (W1.3, W1.8).");

    pub(super) fn read(form: &mut QuestionTable<'_, '_>) -> Self {
        let jack = |section: &mut Section<'_>, report: &mut Report| {
            let skill = section.required(key("skill", "its skill"), report);
            let pow = section.required(key("pow", "its power, strength included"), report);
            let attacks = section.optional(ATTACKS, report);
            let works = key("cortex", "whether its cortex works; it does if left out");
            let cortex = section.optional(works, report);
            Some(JackForm { skill: skill?, pow: pow?, attacks, cortex })
        };
        Self {
            arc: form.required(key("arc", "ARC of the warcaster")),
            upkeep: default!(form, key("upkeep", "spells it keeps; 0 if left out"), Count, 0),
            keep: default!(form, key("keep", "focus it keeps for itself; 0 if left out"), Count, 0),
            most: default!(
                form,
                key("most", "focus on a warjack, power up included; 3 if left out"),
                Count,
                3
            ),
            def: form.required(key("def", "defence of the target of all warjacks")),
            arm: form.required(key("arm", "armour of the target of all warjacks")),
            jacks: models(
                form,
                key("jacks", "its warjacks"),
                ("A warjack.", Focus::MOST_JACKS),
                jack,
            ),
            plan: form.sweep(
                key("plan", "who gets focus; for most damage if left out"),
                FocusPlan::default(),
            ),
        }
    }
}

impl Ask for FocusForm {
    const SUBJECT: &'static str = "a warcaster";

    fn question(&self, case: &SweepCase, _: &mut Report) -> Option<WarmachineQuestion> {
        let (def, arm, one) = (self.def.value(case)?, self.arm.value(case)?, Attacks::new(1).ok()?);
        let jack = |jack: &JackForm| Jack {
            strike: AttackValues { skill: jack.skill, def, pow: jack.pow, arm },
            attacks: jack.attacks.unwrap_or(one),
            cortex: jack.cortex.unwrap_or(true),
        };
        Some(WarmachineQuestion::Focus(Focus {
            arc: self.arc.value(case)?,
            upkeep: self.upkeep.value(case)?,
            keep: self.keep.value(case)?,
            most: self.most.value(case)?,
            jacks: self.jacks.iter().map(jack).collect(),
            plan: self.plan.value(case)?,
        }))
    }
}
