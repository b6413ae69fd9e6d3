//! The conditions of effects: every key, what may stand behind it, and what it asks.
//!
//! The schema, the page about the language and effects in words go by this one table; a test holds
//! it against the reader.

/// What stands behind the key of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// `true` or `false`.
    Whether,
    /// A number, or a table of `least` and `most`.
    HowMany,
    /// One or several arcs.
    Facing,
    /// One or several of `fewer`, `equal`, `more`.
    Compared,
    /// A number.
    Cost,
    /// One of `panic`, `attack`, `called`.
    Which,
    /// One or several condition tokens: all of them.
    Tokens,
    /// One or several types of unit.
    Types,
    /// One or several zones of the tactics board: all of them.
    Zones,
}

/// A key of a condition.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The key.
    pub key: &'static str,
    /// What stands behind it.
    pub asks: Asks,
    /// What must hold.
    pub words: &'static str,
}

/// The conditions of a table, each a line.
macro_rules! conditions {
    ($($key:literal $asks:ident $words:literal,)*) => {
        &[$(Condition { key: $key, asks: Asks::$asks, words: $words }),*]
    };
}

/// All conditions.
pub const CONDITIONS: &[Condition] = conditions! {
    "melee" Whether "whether both are in contact; `false` is from afar",
    "short" Whether "whether both are within short range, contact included",
    "charge" Whether "whether a charge of the attacker led to it, orderly or not",
    "facing" Facing "where the attacker stands, seen from the defender",
    "own_ranks" HowMany "ranks the bearer has left",
    "own_ranks_lost" HowMany "ranks the bearer has lost",
    "enemy_ranks" HowMany "ranks the enemy has left",
    "enemy_ranks_lost" HowMany "ranks the enemy has lost",
    "ranks_against_enemy" Compared "the bearer's ranks against the enemy's",
    "enemy_tokens" HowMany "how many condition tokens the enemy holds",
    "enemy_holds" Tokens "condition tokens that the enemy must hold, all of them",
    "enemy_type" Types "what type of unit the enemy is",
    "zone" Zones "zones of the tactics board that the bearer's player controls",
    "enemy_zone" Zones "zones that the enemy's player controls",
    "not_enemy_zone" Zones "zones that the enemy's player does not control",
    "round" HowMany "the round of the game",
    "enemy_activated" Whether "whether the enemy has activated this round",
    "activated" Whether "whether the bearer has activated this round",
    "engaged_since_start" Whether "whether both were in contact when the turn began",
    "spends" Cost "tokens of the bearer's own kind that it costs, of which there must be as many; in a duel they run out",
    "supported" Whether "whether another friend of the bearer is in contact with the enemy",
    "enemy_supported" Whether "whether another friend of the enemy is in contact with the bearer",
    "resource" HowMany "tokens of the bearer's own kind there are, such as Faith, Pillage or order tokens",
    "own_turn" Whether "whether it is the turn of the bearer's player",
    "test" Which "which morale test: one that costs wounds, that of an attack's wounds, or one that the same ability calls for",
    "dealt" Whether "whether the attack dealt wounds; once it is over",
    "rank_destroyed" Whether "whether the attack destroyed a rank; once it is over",
};
