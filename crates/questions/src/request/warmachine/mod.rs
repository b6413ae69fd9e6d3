//! The questions of *WARMACHINE* and their keys, one file per question.

mod boost;
pub(super) mod campaign;
mod control;
mod damage;
mod effects;
mod threshold;
mod values;

use super::kind::QuestionKind;
use super::plain::PlainKeys;
use super::query::Query;
use super::{KindGroup, ParsedFields, RequestError};
use crate::study::{NamedQuestion, Setting};

/// The game.
pub(super) const GROUP: KindGroup = KindGroup {
    name: "warmachine",
    about: "Answer questions about a turn of WARMACHINE (Mk IV).",
    more: "How often warbeasts frenzy, how long continuous effects last, how much damage attacks \
           do, and how to spend focus and fury. `warodds campaign` answers questions about \
           campaigns.",
    examples: &[
        "warodds warmachine threshold --fury 3 --threshold 9",
        "warodds warmachine damage --skill 7 --def 15 --pow 20 --arm 18 --boost-attack",
        "warodds run scenarios/warmachine-turn.toml",
    ],
};

/// Returns all kinds, in the order of the command line.
pub(super) fn kinds() -> Vec<QuestionKind> {
    vec![
        threshold::kind(),
        effects::kind(),
        damage::kind(),
        boost::kind(),
        control::leech(),
        control::focus(),
        campaign::kind(),
    ]
}

/// The keys of a question whose points are spent by a plan.
trait PlannedKeys: PlainKeys {
    /// Returns the name of the selected plan, if any.
    fn plan(&self) -> Option<&'static str>;

    /// Returns the keys once for each plan to compare.
    fn each_plan(&self) -> Vec<Self>;
}

/// Builds the query: the question with the selected plan, or one question per plan to compare.
fn ask_plans<K: PlannedKeys>(values: &ParsedFields<'_>) -> Result<Query, RequestError> {
    let keys = K::read(values)?;
    if keys.plan().is_some() {
        return Ok(Query::One(Box::new(keys.question()?), Vec::new()));
    }
    let case = |keys: &K| {
        let NamedQuestion { name, .. } = &keys.question()?;
        let plan = keys.plan().unwrap_or_default();
        let name = format!("{name}: {plan}");
        Ok(NamedQuestion { name, case: vec![Setting::text("plan", plan)], ..keys.question()? })
    };
    keys.each_plan().iter().map(case).collect::<Result<_, RequestError>>().map(Query::Cases)
}
