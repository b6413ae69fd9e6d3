//! The luck in a battle as JSON.

use super::{BattleLuck, LuckOfRoll};
use schemars::JsonSchema;
use serde::Serialize;

/// The version of the format.
const SCHEMA: &str = "warodds/battle-luck/1";

/// The luck in a battle, as `warodds battle luck --json` prints it.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LuckDocument<'a> {
    /// The version of the format.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The results of armies `a` and `b`.
    armies: [ArmyLuck; 2],
    /// The rolls in order.
    rolls: &'a [LuckOfRoll],
}

/// The result of an army, in points.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct ArmyLuck {
    /// The army.
    #[schemars(extend("enum" = super::ARMIES))]
    army: &'static str,
    /// The points that it lost; negative if wounds were restored.
    lost: f64,
    /// The points that its enemy lost minus those that it lost.
    result: f64,
    /// How much of the result is luck.
    luck: f64,
    /// The rest of the result.
    decisions: f64,
}

impl<'a> LuckDocument<'a> {
    /// Describes the luck in a battle.
    pub fn new(luck: &'a BattleLuck) -> Self {
        let armies = [0, 1].map(|army| ArmyLuck {
            army: super::ARMIES[army],
            lost: luck.lost[army],
            result: luck.result(army),
            luck: luck.luck(army),
            decisions: luck.decisions(army),
        });
        Self { schema: SCHEMA, armies, rolls: &luck.rolls }
    }
}
