//! *WARMACHINE* (Mk IV). Rule numbers (W1.4, W2.3) refer to `docs/rules-warmachine.md`.
//!
//! The turn (W1) has one file per chapter: `threshold` (frenzies), `effects` (continuous effects),
//! `damage` (attack and damage rolls), `boost` (spending focus and fury in an activation),
//! `control` (leeching and allocating in the control phase). [`campaign`] is the campaign *Theater
//! of War* (W2).

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
    FocusPlan, Jack, Leech, LeechPlan, Threshold, WarmachineQuestion,
};
