//! What players toss for between turns of one worth: a hash of what they see.

use crate::decision::PlayerView;
use crate::state::UnitPlace;
use std::hash::{Hash as _, Hasher};

/// Numbers from a hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewHash(u64);

/// Mixes a word well (the finaliser of SplitMix64).
const fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

impl Hasher for ViewHash {
    fn finish(&self) -> u64 {
        mixed(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word.iter_mut().zip(chunk).for_each(|(held, byte)| *held = *byte);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mixed(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word);
    }
}

impl ViewHash {
    /// Of all that a player sees. It has the same value for what is the same for him, at whichever
    /// edge he sits.
    pub(super) fn of(seen: &PlayerView<'_>) -> Self {
        let state = &*seen.state;
        let mut hash = Self(state.salt);
        for (unit, held) in state.units_with_ids() {
            let place = match held.place {
                UnitPlace::Table => 0,
                UnitPlace::Reserve(from) => 1 + u64::from(from),
                UnitPlace::Gone => 100,
            };
            let at = state.field.unit(unit).map(|at| at.tray.pose()).unwrap_or_default();
            let numbers = [
                u64::from(held.left),
                u64::from(held.tokens),
                u64::from(held.activated),
                held.player as u64,
                place,
            ];
            let word = numbers.iter().fold(0, |word: u64, number| word << 8 | number);
            hash.write_u64(word);
            hash.write_u64(pose(at));
        }
        for objective in &state.objectives {
            hash.write_u64(pose(crate::geometry::Pose {
                middle: objective.at,
                ..Default::default()
            }));
            hash.write_u64(objective.holder.map_or(255, |unit| unit.0.into()));
        }
        let [own, their] = state.points;
        hash.write_u64(u64::from_le_bytes([state.round, own, their, 0, 0, 0, 0, 0]));
        hash.write_u64(state.field.pieces().len() as u64);
        state.tactics_zones.map(|seat| seat.map_or(2, |player| player as u64)).hash(&mut hash);
        hash
    }

    /// A number that hangs on the hash and another.
    pub(super) fn with(self, number: u64) -> Self {
        let mut hash = self;
        hash.write_u64(number);
        hash
    }

    /// One below a bound; 0 of none.
    pub(super) fn below(self, bound: usize) -> usize {
        // bounds are small: no number is noticeably likelier
        if bound == 0 { 0 } else { (self.finish() % bound as u64) as usize }
    }

    /// Between two bounds, both among them.
    pub(super) fn between(self, least: i64, most: i64) -> i64 {
        let span = (most - least).max(0).unsigned_abs() + 1;
        least + (self.finish() % span).cast_signed()
    }
}

const fn pose(pose: crate::geometry::Pose) -> u64 {
    let (x, y) = (pose.middle.x() as u32 as u64, pose.middle.y() as u32 as u64);
    (x << 32 | y) ^ (pose.heading.tenths() as u64) << 20
}
