//! Whole battles by the rules' numbers.

mod advice;
mod cards;
mod compare;
mod counts;
mod end_games;
mod files;
mod fuzz;
mod half_turn;
mod ladder;
mod lists;
mod ncus;
mod odds;
mod own_policy;
mod play;
mod race;
mod referee;
mod rolled;
mod stats;

use lists::{SHIPPED_LISTS, battle, battle_with_cards};
use warodds_battles::policy::{BattlePolicy, PolicyKind};

fn by(kind: PolicyKind) -> BattlePolicy {
    BattlePolicy { kind, ..BattlePolicy::default() }
}
