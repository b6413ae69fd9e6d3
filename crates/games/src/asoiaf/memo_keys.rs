//! Kinds of parts that are known by all there is to know of them, so that their distributions are
//! kept from one question to the next: the first byte of their names
//! ([`MemoKey::Shared`](warodds_engine::chance::MemoKey)), different for each kind.

/// A pool of dice that each count alone.
pub(super) const POOL: u8 = 1;
/// The same with natural faces told apart.
pub(super) const SORTED_POOL: u8 = 2;
/// Saves outside of an attack.
pub(super) const SAVES: u8 = 3;
/// A panic test.
pub(super) const PANIC: u8 = 4;
/// A morale test without wounds.
pub(super) const MORALE: u8 = 5;
/// The dice of an attack.
pub(super) const ATTACK_DICE: u8 = 6;
