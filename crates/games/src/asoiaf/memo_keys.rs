//! Kinds of memoised parts shared between rules: the first byte of their keys
//! ([`MemoKey::Shared`](warodds_engine::chance::MemoKey)).

/// A pool of independent dice.
pub(super) const POOL: u8 = 1;
/// A pool of independent dice with natural faces.
pub(super) const SORTED_POOL: u8 = 2;
/// Saves outside of an attack.
pub(super) const SAVES: u8 = 3;
/// A panic test.
pub(super) const PANIC: u8 = 4;
/// A morale test without wounds.
pub(super) const MORALE: u8 = 5;
/// The dice of an attack.
pub(super) const ATTACK_DICE: u8 = 6;
