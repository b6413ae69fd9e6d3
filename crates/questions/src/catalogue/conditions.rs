//! The keys of conditions of effects: the value of each and what it requires.
//!
//! The reader of files, the schema and the page about the language share this table.

use super::describe_conditions;
use warodds_games::asoiaf::effect::{Conditions, CountRange, RankComparison, TestKind, Zones};
use warodds_games::asoiaf::{Facing, Range, Tokens, UnitType};

/// Accesses one condition.
type ConditionField<T> = fn(&mut Conditions) -> &mut T;

/// The value of a condition's key, and the condition that it sets.
#[derive(Clone, Copy, Debug)]
pub enum ConditionValue {
    /// `true` or `false`.
    Whether(ConditionField<Option<bool>>),
    /// A number, or a table of `least` and `most`.
    HowMany(ConditionField<CountRange>),
    /// One or several arcs.
    Facing(ConditionField<Vec<Facing>>),
    /// One or several of `fewer`, `equal`, `more`.
    RankComparison(ConditionField<Vec<RankComparison>>),
    /// A number.
    Cost(ConditionField<u8>),
    /// One of `panic`, `attack`, `called`, `plain`.
    Which(ConditionField<Option<TestKind>>),
    /// One or several condition tokens: all of them.
    Tokens(ConditionField<Tokens>),
    /// One or several types of unit.
    Types(ConditionField<Vec<UnitType>>),
    /// One or several zones of the tactics board: all of them.
    Zones(ConditionField<Zones>),
    /// `short` or `long`.
    Range(ConditionField<Option<Range>>),
    /// One or several factions or affiliations.
    Affiliations(ConditionField<Vec<String>>),
}

/// A key of a condition.
#[derive(Clone, Copy, Debug)]
pub struct ConditionKey {
    /// The key.
    pub key: &'static str,
    /// The value.
    pub value: ConditionValue,
    /// What the condition requires.
    pub words: &'static str,
    /// Returns conditions with this one alone.
    pub only: fn(&Conditions) -> Conditions,
    /// Drops this condition.
    pub drop: fn(&mut Conditions),
}

/// Describes the conditions in which a tactics card may be played, one by one.
pub fn describe_requirements(requires: &Conditions) -> Vec<String> {
    CONDITION_KEYS.iter().flat_map(|key| describe_conditions(&(key.only)(requires))).collect()
}

/// Makes the table of conditions, one a line.
macro_rules! conditions {
    ($($key:literal $value:ident $field:ident $words:literal,)*) => {
        &[$(ConditionKey {
            key: $key,
            value: ConditionValue::$value(|conditions| &mut conditions.$field),
            words: $words,
            only: |all| Conditions { $field: all.$field.clone(), ..Conditions::default() },
            drop: |all| all.$field = Conditions::default().$field,
        }),*]
    };
}

/// All keys of conditions.
pub const CONDITION_KEYS: &[ConditionKey] = conditions! {
    "melee" Whether melee "whether both are in contact; `false` is at range",
    "short" Whether short "whether both are within short range, contact included",
    "charge" Whether charging "whether the attack is a charge, orderly or not",
    "facing" Facing facings "the arc of the defender in which the attacker is",
    "own_ranks" HowMany own_ranks "ranks the bearer has left",
    "own_ranks_lost" HowMany own_ranks_lost "ranks the bearer has lost",
    "enemy_ranks" HowMany enemy_ranks "ranks the enemy has left",
    "enemy_ranks_lost" HowMany enemy_ranks_lost "ranks the enemy has lost",
    "ranks_against_enemy" RankComparison ranks_against_enemy
        "the bearer's ranks against the enemy's",
    "lost_ranks_against_enemy" RankComparison lost_ranks_against_enemy
        "the ranks the bearer has lost against those the enemy has lost",
    "enemy_tokens" HowMany enemy_tokens "how many condition tokens the enemy holds",
    "enemy_holds" Tokens enemy_holds "condition tokens that the enemy must hold, all of them",
    "enemy_type" Types enemy_types "what type of unit the enemy is",
    "own_type" Types own_types "what type of unit the bearer is",
    "commander_unit" Whether commander_unit "whether the army's commander is in the bearer's unit",
    "near_commander" Whether near_commander
        "whether the army's commander is in the bearer's unit, or near it as the question says",
    "commander_range" Range commander_range
        "the range at which `near_commander` counts in battles, which measure it",
    "affiliation" Affiliations affiliations
        "factions and affiliations, one of which the bearer has, such as House Umber",
    "not_affiliation" Affiliations not_affiliations
        "factions and affiliations that the bearer does not have",
    "zone" Zones zones "zones of the tactics board that the bearer's player controls",
    "not_zone" Zones not_zones "zones that the bearer's player does not control",
    "enemy_zone" Zones enemy_zones "zones that the enemy's player controls",
    "not_enemy_zone" Zones not_enemy_zones "zones that the enemy's player does not control",
    "round" HowMany round "the round of the game",
    "enemy_activated" Whether enemy_activated "whether the enemy has activated this round",
    "activated" Whether activated "whether the bearer has activated this round",
    "engaged_since_start" Whether engaged_since_start
        "whether both were in contact when the turn began",
    "resource" HowMany resource
        "the bearer's tokens of its own kind, such as Faith, Pillage, order tokens or those on a \
         tactics card",
    "spends" Cost spends
        "tokens of the bearer's own kind that it costs and that must be there; in a duel they run \
         out",
    "supported" Whether supported
        "whether another friend of the bearer is in contact with the enemy",
    "enemy_supported" Whether enemy_supported
        "whether another friend of the enemy is in contact with the bearer",
    "own_turn" Whether own_turn "whether it is the turn of the bearer's player",
    "test" Which test
        "which morale test: one that costs wounds, the one after an attack's wounds, one called \
         for by the same ability, or one without wounds",
    "dealt" Whether dealt "whether the attack dealt wounds; once it is over",
    "rank_destroyed" Whether rank_destroyed "whether the attack destroyed a rank; once it is over",
    "enemy_destroyed" Whether enemy_destroyed "whether the enemy is destroyed; once an attack is over",
};
