//! *A Song of Ice and Fire: Tabletop Miniatures Game*, rulebook v1.6.
//!
//! Rule numbers such as A2.3 refer to this project's English digest of the rulebook (see
//! `docs/rules.md`). Where the rulebook is ambiguous, the documentation of the rule states the
//! reading. [`edition`] holds the numbers in which other editions differ.

pub mod ability;
mod active_changes;
mod allegiance;
pub mod army;
pub mod attack;
mod attack_context;
mod attack_roll;
mod attack_sequence;
mod attack_stats;
mod before_roll;
pub mod best_weapon;
pub mod charge;
mod choice;
mod choice_limit;
pub mod combatant;
pub mod condition;
mod context;
pub mod deck;
pub mod duel;
mod duel_attack;
pub mod edition;
pub mod effect;
pub mod encounter;
mod engagement;
pub mod friends;
mod memo_keys;
mod morale;
mod needed;
pub mod panic;
mod per_situation;
mod per_state;
mod pool;
pub mod question;
mod ready;
mod relevance;
mod rerolls;
pub mod results;
pub mod retreat;
pub mod season;
pub mod sequence;
mod situation;
mod situation_table;
mod stat;
mod state_table;
mod surroundings;
pub mod survive;
mod terrain;
mod test_origin;
mod triggered;
pub mod unit;
mod unit_type;
mod usage;
pub mod values;
mod weapon;
pub mod zones;

pub use ready::ready;

pub use ability::{Ability, ModelStatus, ModelledAbility};
pub use allegiance::Allegiance;
pub use army::ForeignAttachment;
pub use best_weapon::{best_duelists, with_best_weapon};
pub use combatant::{Combatant, CombatantError, Modifiers};
pub use condition::{Spending, Token, Tokens};
pub use deck::{Deck, DeckError};
pub use edition::{Edition, Parameters};
pub use encounter::{Aftermath, ChargeStops, Encounter, EncounterEnd};
pub use friends::{Friends, TooManyFriends};
pub use question::{
    ActivePlayer, Aim, Attack, Charge, ChargeEffects, Context, Duel, DuelSide, Engagement,
    EngagementError, EngagementFilter, Facing, NoAttack, Opening, Panic, Question, Rerolls,
    Retreat, Sequence, SequenceError, SequenceStep, Stakes, Survive, Terrain, TerrainKeyword,
};
pub use season::Season;
pub use surroundings::Surroundings;
pub use unit::{Body, BodyError, Range, Reach, Unit, UnitState, UnitType, Weapon, WeaponFilter};
pub use usage::{Circumstances, Fishing, OptionError, Policy, RequestedOption, names_match};
