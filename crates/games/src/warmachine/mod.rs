//! *WARMACHINE* (Mk IV). Rule numbers (W1.4, W2.3) are those of `docs/rules-warmachine.md`.
//!
//! W1, the turn, one file a chapter: `threshold` (frenzies), `effects` (continuous effects),
//! `damage` (attack and damage rolls), `boost` (what focus and fury are spent on in an activation),
//! `control` (leeching and allocating in the control phase). W2, the campaign *Theater of War*, is
//! [`campaign`].

pub mod boost;
pub mod campaign;
pub mod control;
pub mod damage;
pub mod effects;
mod question;
mod ready;
pub mod results;
pub mod threshold;
pub mod values;

pub use ready::ready;

pub use question::{
    AttackValues, Beast, Boost, BoostPlan, ContinuousEffect, ContinuousEffects, Damage, Focus,
    FocusPlan, Jack, Leech, LeechPlan, Question, Threshold,
};
