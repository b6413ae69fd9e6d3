//! The example of docs/battles.md for a policy of one's own.

#[path = "../../../examples/own_policy.rs"]
#[allow(dead_code, unreachable_pub, reason = "it is a program")]
mod example;

use super::lists::{SHIPPED_LISTS, battle};
use warodds_battles::battle::{Mode, TerrainSetup};

/// Every battle is legal to its end, and the same again.
#[test]
fn a_policy_of_ones_own_plays_whole_battles() {
    let battle = battle(Mode::AClashOfKings, TerrainSetup::Random, SHIPPED_LISTS);
    let results = example::play_all(&battle, 6).unwrap();
    assert_eq!(results.iter().sum::<u64>(), 6);
    assert_eq!(example::play_all(&battle, 6).unwrap(), results);
}
