//! `warmachine/leech` and `warmachine/focus`: the control phase (W1.3).

use std::sync::LazyLock;

use super::values::{BeastNumbers, JackNumbers};
use super::{PlannedKeys, ask_plans};
use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, keys as keys_of};
use crate::request::{Key, RequestError, keys};
use crate::study::NamedQuestion;
use warodds_engine::counted::counted;
use warodds_games::warmachine::values::{Arc, Arm, Count, Def, Fury};
use warodds_games::warmachine::{
    AttackValues, Focus, FocusPlan, Jack, Leech, LeechPlan, WarmachineQuestion,
};

keys! {
    /// A warlock and its warbeasts.
    pub struct LeechKeys in Situation {
        /// The warlock's ARC.
        needed arc: Arc, "N";
        /// Fury the warlock already holds.
        usual held: Fury = Fury::NONE, "N";
        /// A warbeast in control range, as FURY:THRESHOLD; repeat for up to eight.
        several beasts: BeastNumbers [Mistaken("beast")], "BEAST";
        /// Number of medium or larger warbeasts lost (spirit bond).
        usual lost: Count = Count::NONE, "N";
        /// Number of upkeep spells to pay for.
        usual upkeep: Count = Count::NONE, "N";
        /// From whom it leeches [default: every plan, compared; in a file best].
        maybe plan: LeechPlan, "PLAN";
    }
}

keys! {
    /// A warcaster and its warjacks.
    pub struct FocusKeys in Situation {
        /// The warcaster's ARC.
        needed arc: Arc, "N";
        /// Number of upkeep spells to pay for.
        usual upkeep: Count = Count::NONE, "N";
        /// Focus the warcaster keeps for itself.
        usual keep: Count = Count::NONE, "N";
        /// Largest focus on a warjack, including the one it powers up with.
        usual most: Count = Count::MOST_FOCUS, "N";
        /// The target's DEF.
        needed def: Def, "N";
        /// The target's ARM.
        needed arm: Arm, "N";
        /// A warjack in control range, as SKILL:POW:ATTACKS; repeat for up to six. One with a
        /// crippled cortex, which has no focus, ends with `:crippled`.
        several jacks: JackNumbers [Mistaken("jack"), Mistaken("crippled-jack")], "JACK";
        /// Who gets focus [default: every plan, compared; in a file best].
        maybe plan: FocusPlan, "PLAN";
    }
}

/// Returns the kind `warmachine/leech`.
pub(super) fn leech() -> QuestionKind {
    QuestionKind {
        name: "warmachine/leech",
        about: "From which warbeasts should a warlock leech fury to make a frenzy least likely?",
        more: "",
        examples: &[
            "warodds warmachine leech --arc 6 --held 1 --beasts 4:9 --beasts 3:10 --beasts 5:8 \
             --upkeep 1",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<LeechKeys>);
            &KEYS
        },
        ask: |values, _| ask_plans::<LeechKeys>(values),
    }
}

/// Returns the kind `warmachine/focus`.
pub(super) fn focus() -> QuestionKind {
    QuestionKind {
        name: "warmachine/focus",
        about: "Which warjacks should a warcaster give focus to for the most damage?",
        more: "Each warjack with a working cortex powers up with one focus and spends all its focus \
               as in `boost-or-buy`.",
        examples: &[
            "warodds warmachine focus --arc 6 --upkeep 1 --def 13 --arm 18 --jacks 7:19:2 \
             --jacks 5:14:1",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<FocusKeys>);
            &KEYS
        },
        ask: |values, _| ask_plans::<FocusKeys>(values),
    }
}

/// Refuses a list of fewer than one or more than `most` models.
fn check_count(id: &'static str, count: usize, most: usize) -> Result<(), RequestError> {
    if (1..=most).contains(&count) {
        return Ok(());
    }
    // an empty list has no value to report
    Err(RequestError::contradiction(
        id,
        format!("--{id} must be given 1 to {most} times, not {count}"),
    ))
}

impl PlannedKeys for LeechKeys {
    fn plan(&self) -> Option<&'static str> {
        self.plan.map(LeechPlan::name)
    }

    fn each_plan(&self) -> Vec<Self> {
        LeechPlan::ALL.map(|plan| Self { plan: Some(plan), ..self.clone() }).into()
    }
}

impl PlainKeys for LeechKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        check_count("beasts", self.beasts.len(), Leech::MOST_BEASTS)?;
        let beasts = counted(self.beasts.len() as u64, "warbeast", "warbeasts");
        let question = WarmachineQuestion::Leech(Leech {
            arc: self.arc,
            held: self.held,
            lost: self.lost,
            upkeep: self.upkeep,
            beasts: self.beasts.iter().map(|beast| beast.0).collect(),
            plan: self.plan.unwrap_or_default(),
        });
        Ok(NamedQuestion::new("leech", format!("ARC {}, {beasts}", self.arc), question))
    }
}

impl FocusKeys {
    fn all_jacks(&self) -> Vec<Jack> {
        let jack = |&JackNumbers { skill, pow, attacks, cortex }: &JackNumbers| {
            let strike = AttackValues { skill, def: self.def, pow, arm: self.arm };
            Jack { strike, attacks, cortex }
        };
        self.jacks.iter().map(jack).collect()
    }
}

impl PlannedKeys for FocusKeys {
    fn plan(&self) -> Option<&'static str> {
        self.plan.map(FocusPlan::name)
    }

    fn each_plan(&self) -> Vec<Self> {
        FocusPlan::ALL.map(|plan| Self { plan: Some(plan), ..self.clone() }).into()
    }
}

impl PlainKeys for FocusKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let Self { arc, def, arm, .. } = self;
        let all = self.all_jacks();
        check_count("jacks", all.len(), Focus::MOST_JACKS)?;
        let jacks = counted(all.len() as u64, "warjack", "warjacks");
        let subject = format!("ARC {arc}, {jacks} against DEF {def}, ARM {arm}");
        let question = WarmachineQuestion::Focus(Focus {
            arc: *arc,
            upkeep: self.upkeep,
            keep: self.keep,
            most: self.most,
            jacks: all,
            plan: self.plan.unwrap_or_default(),
        });
        Ok(NamedQuestion::new("focus", subject, question))
    }
}
