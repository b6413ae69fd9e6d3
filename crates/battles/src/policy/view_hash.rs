//! A hash of a player's view, which decides ties and coin tosses.

use crate::decision::PlayerView;
use crate::geometry::Pose;
use crate::state::{Denials, UnitPlace};
use std::hash::{Hash as _, Hasher};

/// A 64-bit hash from which pseudo-random numbers are derived.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewHash(u64);

/// Mixes the bits of a word (the finalizer of SplitMix64).
const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

impl Hasher for ViewHash {
    fn finish(&self) -> u64 {
        mix(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word.iter_mut().zip(chunk).for_each(|(target, byte)| *target = *byte);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    // the default passes native-endian bytes through `write`: slower, and different on big-endian
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word);
    }
}

impl ViewHash {
    /// Hashes everything that the player sees. Equal views from opposite edges have equal hashes.
    pub(super) fn new(view: &PlayerView<'_>) -> Self {
        let state = &*view.state;
        let mut hash = Self(state.salt);
        for (unit, unit_state) in state.units_with_ids() {
            let place = match unit_state.place {
                UnitPlace::Table => 0,
                UnitPlace::Reserve(from) => 1 + u64::from(from),
                // beyond every round, so that it collides with no reserve
                UnitPlace::Gone => 100,
                UnitPlace::Wall => 101,
                UnitPlace::Fallen => 102,
            };
            let at = state.field.unit(unit).map(|at| at.tray.pose()).unwrap_or_default();
            let numbers = [
                u64::from(unit_state.left),
                u64::from(unit_state.tokens),
                u64::from(unit_state.activated),
                unit_state.player as u64,
                place,
            ];
            let word = numbers.iter().fold(0, |word: u64, number| word << 8 | number);
            hash.write_u64(word);
            hash.write_u64(pose_word(at));
            if unit_state.denied != Denials::default() {
                unit_state.denied.hash(&mut hash);
            }
            if !unit_state.cards.is_empty() {
                hash.write_u64(unit_state.cards.word());
            }
        }
        for objective in &state.objectives {
            hash.write_u64(pose_word(Pose { middle: objective.at, ..Pose::default() }));
            hash.write_u64(objective.holder.map_or(255, |unit| unit.0.into()));
        }
        let army = view.cards.map(|cards| cards.army);
        for army in army.into_iter().flat_map(|army| [army, 1 - army]) {
            state
                .ncu_states
                .words(army)
                .filter(|word| *word > 0)
                .for_each(|word| hash.write_u64(word));
        }
        if let Some(missions) = view.missions {
            hash.write_u64(missions.hand.bits());
            hash.write_u64(state.missions.open.bits());
            hash.write_u64(missions.chosen.map_or(255, |mission| mission.0.into()));
        }
        let [own, enemy] = state.points;
        hash.write_u64(u64::from_le_bytes([state.round, own, enemy, 0, 0, 0, 0, 0]));
        hash.write_u64(state.field.pieces().len() as u64);
        state.tactics_zones.map(|seat| seat.map_or(2, |player| player as u64)).hash(&mut hash);
        hash
    }

    /// Derives another hash from this one and a number.
    pub(super) fn with(self, number: u64) -> Self {
        let mut hash = self;
        hash.write_u64(number);
        hash
    }

    /// Returns a number below `bound`, or 0 if `bound` is 0.
    pub(super) fn below(self, bound: usize) -> usize {
        // bounds are far below 2^32, so the modulo bias is negligible
        if bound == 0 { 0 } else { (self.finish() % bound as u64) as usize }
    }

    /// Returns a number from `least` to `most` inclusive.
    pub(super) fn between(self, least: i64, most: i64) -> i64 {
        let span = (most - least).max(0).unsigned_abs() + 1;
        least + (self.finish() % span).cast_signed()
    }
}

/// Packs a pose into one word.
const fn pose_word(pose: Pose) -> u64 {
    let (x, y) = (pose.middle.x() as u32 as u64, pose.middle.y() as u32 as u64);
    (x << 32 | y) ^ (pose.heading.tenths() as u64) << 20
}
