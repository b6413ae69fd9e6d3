//! Values of the keys of *WARMACHINE*.

use serde_json::{Value as Json, json};

use crate::document::quoted;
use crate::document::schema::{Schema, any_of, flag};
use crate::request::{Value, choices, number_values, numbers};
use warodds_games::bounded::Bounded;
use warodds_games::warmachine::values::{
    Arc, Arm, Attacks, Boxes, Count, Def, ExpiresOn, Fury, Points, Pow, Skill, ThresholdValue,
    Turns,
};
use warodds_games::warmachine::{Beast, BoostPlan, FocusPlan, LeechPlan};

number_values!(numbers::number => Arc, Arm, Attacks, Boxes, Count, Def, ExpiresOn, Fury, Points, Pow, Skill, ThresholdValue, Turns);

choices!(BoostPlan {
    BoostPlan::BestDamage => "best-damage", "the best choice before each roll, for most damage";
    BoostPlan::BestKill => "best-kill", "the best choice before each roll, to destroy the target";
    BoostPlan::BuyAttacks => "buy-attacks", "further attacks alone";
    BoostPlan::BoostAttacks => "boost-attacks", "boosted attack rolls";
    BoostPlan::BoostDamage => "boost-damage", "boosted damage rolls";
    BoostPlan::BoostBoth => "boost-both", "boosted attack and damage rolls";
});

choices!(LeechPlan {
    LeechPlan::Best => "best", "so that a frenzy is least likely";
    LeechPlan::InOrder => "in-order", "as much as possible from each, in the order of the list";
    LeechPlan::Nothing => "nothing", "nothing";
});

choices!(FocusPlan {
    FocusPlan::Best => "best", "for most damage";
    FocusPlan::InOrder => "in-order", "as much as possible to each, in the order of the list";
    FocusPlan::Nothing => "nothing", "nothing beyond what warjacks power up with";
});

/// A continuous effect by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EffectName {
    Fire,
    Corrosion,
}

choices!(EffectName {
    EffectName::Fire => "fire", "a damage roll each turn";
    EffectName::Corrosion => "corrosion", "one point of damage each turn";
});

/// Splits a model into its parts: a text such as `4:9`, or a table with these keys.
fn parts<const N: usize>(text: &str, keys: [&str; N]) -> Result<[Option<String>; N], String> {
    let Ok(Json::Object(mut table)) = serde_json::from_str(text) else {
        let mut parts = text.split(':').map(|part| part.trim().to_owned());
        let all = std::array::from_fn(|_| parts.next());
        return parts.next().map_or(Ok(all), |more| Err(format!("{} is too large", quoted(&more))));
    };
    let all = keys.map(|key| table.remove(key).map(|value| value.to_string()));
    let other = table.keys().next();
    other.map_or(Ok(all), |key| {
        Err(format!("a model has no {}; it has {}", quoted(key), keys.join(", ")))
    })
}

/// Parses a required number of a model.
fn part<T: Bounded>(name: &str, text: Option<&String>) -> Result<T, String> {
    let text = text.ok_or_else(|| format!("{name} is missing"))?;
    numbers::number(text).map_err(|wrong| format!("{name}: {wrong}"))
}

/// Returns the schema of a model: a text of this pattern, or a table.
fn model(pattern: &str, keys: Json, needed: &[&str]) -> Schema {
    let table = json!({
        "type": "object",
        "properties": keys,
        "required": needed,
        "additionalProperties": false
    });
    any_of([json!({ "type": "string", "pattern": pattern }), table])
}

/// A warbeast: `4:9`, its fury and its threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BeastNumbers(pub(super) Beast);

impl Value for BeastNumbers {
    fn read(text: &str) -> Result<Self, String> {
        let usage = |wrong| format!("write FURY:THRESHOLD, such as 4:9 ({wrong})");
        let [fury, threshold] = parts(text, ["fury", "threshold"]).map_err(usage)?;
        Ok(Self(Beast {
            fury: part("fury", fury.as_ref()).map_err(usage)?,
            threshold: part("threshold", threshold.as_ref()).map_err(usage)?,
        }))
    }

    fn show(&self) -> String {
        format!("{}:{}", self.0.fury, self.0.threshold)
    }

    fn schema() -> Schema {
        let keys = json!({ "fury": Fury::schema(), "threshold": ThresholdValue::schema() });
        model(r"^\d+:\d+$", keys, &["fury", "threshold"])
    }
}

/// A warjack: `7:19:2`, its skill, its power and its attacks; `7:19:2:crippled` without a working
/// cortex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JackNumbers {
    pub(super) skill: Skill,
    pub(super) pow: Pow,
    pub(super) attacks: Attacks,
    pub(super) cortex: bool,
}

impl Value for JackNumbers {
    fn read(text: &str) -> Result<Self, String> {
        let usage = |wrong| format!("write SKILL:POW:ATTACKS, such as 7:19:2 ({wrong})");
        let keys = ["skill", "pow", "attacks", "cortex"];
        let [skill, pow, attacks, cortex] = parts(text, keys).map_err(usage)?;
        let cortex = match cortex.as_deref() {
            None | Some("true") => true,
            Some("crippled" | "false") => false,
            Some(_) => return Err(usage("a cortex can only be `crippled`".to_owned())),
        };
        let attacks = attacks.map_or(Ok(Attacks::ONE), |text| part("attacks", Some(&text)));
        Ok(Self {
            skill: part("skill", skill.as_ref()).map_err(usage)?,
            pow: part("pow", pow.as_ref()).map_err(usage)?,
            attacks: attacks.map_err(usage)?,
            cortex,
        })
    }

    fn show(&self) -> String {
        let cortex = if self.cortex { "" } else { ":crippled" };
        format!("{}:{}:{}{cortex}", self.skill, self.pow, self.attacks)
    }

    fn schema() -> Schema {
        let keys = json!({
            "skill": Skill::schema(),
            "pow": Pow::schema(),
            "attacks": Attacks::schema(),
            "cortex": flag(),
        });
        model(r"^\d+:\d+(:\d+(:crippled)?)?$", keys, &["skill", "pow"])
    }
}
