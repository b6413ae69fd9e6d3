//! `warmachine/boost-or-buy`: the best use of focus or fury in attacks (W1.8).

use std::sync::LazyLock;

use super::damage::StrikeKeys;
use super::{PlannedKeys, ask_plans};
use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, keys as keys_of};
use crate::request::{Key, RequestError, groups, keys};
use crate::study::NamedQuestion;
use warodds_games::warmachine::values::Points;
use warodds_games::warmachine::{Boost, BoostPlan, WarmachineQuestion};

keys! {
    /// The points to spend, and the plan.
    pub struct SpendingKeys in Dice {
        /// Focus or fury to spend.
        needed points: Points, "N";
        /// How it is spent [default: every plan, compared; in a file best-damage].
        maybe plan: BoostPlan, "PLAN";
    }
}

groups! {
    /// The keys of points spent on attacks.
    pub struct BoostKeys {
        /// The attacker and its target.
        pub strike: StrikeKeys,
        /// The points to spend, and the plan.
        pub spending: SpendingKeys,
    }
}

/// Returns the kind `warmachine/boost-or-buy`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "warmachine/boost-or-buy",
        about: "Should an attacker spend focus or fury on boosts or on further attacks?",
        more: "The best plans choose again before every roll, by the exact value of everything that \
               may follow; the other plans follow a fixed rule. With --boxes a second best plan \
               maximizes the chance to destroy the target; the first maximizes damage.",
        examples: &[
            "warodds warmachine boost-or-buy --skill 7 --def 15 --pow 20 --arm 18 --points 1",
            "warodds warmachine boost-or-buy --skill 7 --def 13 --pow 16 --arm 19 --attacks 2 \
             --points 3 --boxes 25",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<BoostKeys>);
            &KEYS
        },
        ask: |values, _| ask_plans::<BoostKeys>(values),
    }
}

impl PlannedKeys for BoostKeys {
    fn plan(&self) -> Option<&'static str> {
        self.spending.plan.map(BoostPlan::name)
    }

    fn each_plan(&self) -> Vec<Self> {
        // without boxes no target is destroyed, so plans do not differ in that
        let kills = self.strike.boxes.is_some();
        let plans = BoostPlan::ALL.into_iter().filter(|plan| kills || *plan != BoostPlan::BestKill);
        let with = |plan| Self {
            strike: self.strike.clone(),
            spending: SpendingKeys { plan: Some(plan), ..self.spending },
        };
        plans.map(with).collect()
    }
}

impl PlainKeys for BoostKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let plan = self.spending.plan.unwrap_or_default();
        if plan == BoostPlan::BestKill && self.strike.boxes.is_none() {
            return Err(RequestError::contradiction(
                "plan",
                "the plan best-kill depends on what the target has left: add --boxes",
            ));
        }
        let question = WarmachineQuestion::Boost(Boost {
            strike: self.strike.values(),
            attacks: self.strike.attacks,
            points: self.spending.points,
            boxes: self.strike.boxes,
            plan,
        });
        Ok(NamedQuestion::new("boost or buy", self.strike.subject(), question))
    }
}
