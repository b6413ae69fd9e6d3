//! The results of lanes before they reach the ledger.
//!
//! A result with few values is counted lane by lane in bytes, a row per value, some batches at a
//! time; rows are moved to the ledger before a byte can overflow. Other results are counted one
//! resolution at a time.

use super::{Bytes, LANES, Ledger, Num, Slot};

/// Slots up to this value are counted in bytes, one vector a value; larger ones resolution by
/// resolution.
const COUNTED_IN_BYTES: u8 = 16;
/// Batches after which counts in bytes must be emptied: one more could overflow them.
const FULL: u8 = 255;
/// Batches that wait to be counted together, so that a count is fetched once for all of them.
const WAITING: usize = 15;
/// Places for them: a power of two, so that a place is found without looking whether it is there.
const PLACES: usize = 16;

/// The results of lanes, across blocks of batches.
#[derive(Clone, Debug)]
pub struct TallyBuffer {
    columns: Vec<SlotColumn>,
    ledger: Ledger<u64>,
    /// Whole batches that wait to be counted.
    waiting: usize,
    /// Whole batches counted in bytes since the last emptying.
    batches: u8,
}

/// One slot: what waits to be counted, and its counts in bytes since the last emptying. What shows
/// none of the values from 1 shows 0.
#[derive(Clone, Debug)]
struct SlotColumn {
    waiting: [Bytes; PLACES],
    /// The greatest value of each lane since the last emptying.
    greatest: Bytes,
    /// Empty where the slot is counted resolution by resolution.
    rows: Vec<ValueCounts>,
}

/// How often a value was seen in each lane.
#[derive(Clone, Debug)]
struct ValueCounts {
    /// The value, in every lane: loaded with the count, it need not be spread while dice roll.
    value: Bytes,
    count: Bytes,
}

impl TallyBuffer {
    /// Creates an empty buffer for a rule with these slots.
    pub fn new(slots: &[Slot], joint: Option<(usize, usize)>) -> Self {
        let columns = slots
            .iter()
            .map(|slot| SlotColumn::new(if slot.max <= COUNTED_IN_BYTES { slot.max } else { 0 }))
            .collect();
        Self { columns, ledger: Ledger::new(slots, joint), waiting: 0, batches: 0 }
    }

    /// What stands for one that is lost: its ledger says so.
    pub(super) fn incomplete() -> Self {
        let mut lost = Self::new(&[], None);
        lost.ledger.mark_incomplete();
        lost
    }

    /// Returns the ledger of everything recorded.
    pub fn into_ledger(mut self) -> Ledger<u64> {
        self.count(self.waiting);
        self.empty();
        self.ledger
    }

    /// Keeps what a batch came to in a slot until it ends.
    #[inline(always)]
    pub(super) fn record(&mut self, slot: usize, value: Bytes) {
        let column = self.columns.get_mut(slot);
        match column.and_then(|column| column.waiting.get_mut(self.waiting % PLACES)) {
            Some(place) => *place = value,
            None => self.ledger.mark_incomplete(),
        }
    }

    /// The batch is over, and its `counting` first resolutions count.
    #[inline(always)]
    pub(super) fn end_batch(&mut self, counting: usize) {
        if counting < LANES {
            return self.count_part(counting);
        }
        self.waiting += 1;
        if self.waiting == WAITING {
            self.count(WAITING);
        }
    }

    /// Counts a batch of which only the first resolutions count.
    #[cold]
    #[inline(never)]
    fn count_part(&mut self, counting: usize) {
        for (slot, column) in self.columns.iter().enumerate() {
            let values = column.waiting.get(self.waiting).map_or(&[][..], |value| value.as_array());
            values.iter().take(counting).for_each(|&value| self.ledger.add(slot, value, 1));
        }
    }

    /// Counts the first `batches` that wait: all of them.
    #[inline(always)]
    fn count(&mut self, batches: usize) {
        for (slot, column) in self.columns.iter_mut().enumerate() {
            if column.rows.is_empty() {
                column.count_singly(batches, slot, &mut self.ledger);
            } else {
                column.count(batches);
            }
        }
        self.batches += batches as u8;
        self.waiting = 0;
        // one more group of batches could overflow a byte
        if usize::from(FULL - self.batches) < WAITING {
            self.empty();
        }
    }

    /// Moves the counts in bytes into the ledger.
    #[cold]
    #[inline(never)]
    fn empty(&mut self) {
        let resolutions = u64::from(self.batches) * LANES as u64;
        for (slot, column) in
            self.columns.iter_mut().enumerate().filter(|(_, column)| !column.rows.is_empty())
        {
            column.empty_into(&mut self.ledger, slot, resolutions);
        }
        self.batches = 0;
    }

    /// Counts a pair of values, resolution by resolution.
    #[inline(never)]
    pub(super) fn record_joint(&mut self, first: &Bytes, second: &Bytes, counting: usize) {
        for (&one, &other) in first.as_array().iter().zip(second.as_array()).take(counting) {
            self.ledger.add_pair(one, other, 1);
        }
    }
}

impl SlotColumn {
    /// For values up to `most` in bytes; for none where that is 0.
    fn new(most: u8) -> Self {
        let row = |value| ValueCounts { value: Bytes::of(value), count: Bytes::default() };
        let nothing = Bytes::default();
        Self { rows: (1..=most).map(row).collect(), waiting: [nothing; PLACES], greatest: nothing }
    }

    /// Counts the first `batches` that wait in bytes.
    #[inline(always)]
    fn count(&mut self, batches: usize) {
        let waiting = self.waiting.split_at(batches.min(WAITING)).0;
        let greater = |most: Bytes, shown: &Bytes| most + shown.saturating_sub(most);
        self.greatest = waiting.iter().fold(self.greatest, greater);
        let (fives, others) = waiting.as_chunks();
        for ValueCounts { value, count } in &mut self.rows {
            let one_more = |count: Bytes, shown: Bytes| count.one_more(shown.equals(*value));
            let mut sum = *count;
            for &[a, b, c, d, e] in fives {
                sum = one_more(one_more(one_more(one_more(one_more(sum, a), b), c), d), e);
            }
            *count = others.iter().fold(sum, |sum, shown| one_more(sum, *shown));
        }
    }

    /// Counts them resolution by resolution.
    #[inline(never)]
    fn count_singly(&self, batches: usize, slot: usize, ledger: &mut Ledger<u64>) {
        let values = self.waiting.iter().take(batches).flat_map(Bytes::as_array);
        values.for_each(|&value| ledger.add(slot, value, 1));
    }

    /// Moves the counts into the ledger; `resolutions` is their number.
    fn empty_into(&mut self, ledger: &mut Ledger<u64>, slot: usize, resolutions: u64) {
        let mut others = 0;
        for (row, value) in self.rows.iter_mut().zip(1..) {
            let seen = row.count.as_array().iter().map(|&n| u64::from(n)).sum();
            ledger.add(slot, value, seen);
            others += seen;
            row.count = Bytes::default();
        }
        ledger.add(slot, 0, resolutions - others);
        // what shows more than the last value was counted as 0
        if self.greatest.as_array().iter().any(|&value| usize::from(value) > self.rows.len()) {
            ledger.mark_incomplete();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::QuantityName;

    /// Two slots counted in bytes, the second to the last value that is, and one counted resolution
    /// by resolution.
    const SLOTS: [Slot; 3] =
        [slot("few", 5), slot("most in bytes", COUNTED_IN_BYTES), slot("many", 200)];

    const fn slot(name: &'static str, max: u8) -> Slot {
        Slot::quantity(QuantityName::new(name), name, "", max)
    }

    /// What a resolution of a batch comes to in a slot: all values there are, unevenly.
    fn value(slot: usize, batch: usize, lane: usize) -> u8 {
        ((batch * 31 + lane * lane + slot * 7) % (usize::from(SLOTS[slot].max) + 1)) as u8
    }

    /// Records batches, each with the number of its resolutions that count, in the buffer and one by
    /// one.
    fn written(
        buffer: TallyBuffer,
        one_by_one: &mut Ledger<u64>,
        batches: impl Iterator<Item = (usize, usize)>,
    ) -> TallyBuffer {
        batches.fold(buffer, |mut buffer, (batch, counting)| {
            for slot in 0..SLOTS.len() {
                let values = std::array::from_fn(|lane| value(slot, batch, lane));
                buffer.record(slot, Bytes::from_array(values));
                values.iter().take(counting).for_each(|&value| one_by_one.add(slot, value, 1));
            }
            buffer.end_batch(counting);
            buffer
        })
    }

    #[test]
    fn values_and_slots_beyond_those_announced_are_noticed() {
        let noticed = |slot: usize, value: u8, batches: usize, counting: usize| {
            let mut buffer = TallyBuffer::new(&SLOTS, None);
            for batch in 0..batches {
                let mut values = [0; LANES];
                values[41] = if batch == batches / 2 { value } else { 1 };
                buffer.record(slot, Bytes::from_array(values));
                buffer.end_batch(counting);
            }
            buffer.into_ledger().is_incomplete()
        };
        for batches in [1, 14, 15, 16, 300] {
            for (slot, most) in [(0, 5), (1, COUNTED_IN_BYTES), (2, 200)] {
                assert!(!noticed(slot, most, batches, LANES), "{slot} {batches}");
                assert!(noticed(slot, most + 1, batches, LANES), "{slot} {batches}");
                assert!(noticed(slot, 255, batches, LANES), "{slot} {batches}");
                assert!(noticed(slot, most + 1, batches, 42), "{slot} {batches}, in part");
                assert!(!noticed(slot, most + 1, batches, 41), "{slot}: it does not count");
            }
            assert!(noticed(3, 0, batches, LANES), "there is no slot 3");
        }
        assert!(TallyBuffer::incomplete().into_ledger().is_incomplete());
    }

    #[test]
    fn whole_batches_count_as_one_by_one_however_many() {
        // past the batches that wait and twice past what a byte holds
        for batches in 0..600 {
            let mut one_by_one = Ledger::new(&SLOTS, None);
            let buffer = written(
                TallyBuffer::new(&SLOTS, None),
                &mut one_by_one,
                (0..batches).map(|batch| (batch, LANES)),
            );
            assert_eq!(buffer.into_ledger(), one_by_one, "{batches} batches");
        }
    }

    #[test]
    fn a_broken_batch_counts_its_first_resolutions_wherever_it_comes() {
        for broken in 0..40 {
            let mut one_by_one = Ledger::new(&SLOTS, None);
            let counting = |batch: usize| if batch % 40 == broken { 1 + broken } else { LANES };
            let buffer = written(
                TallyBuffer::new(&SLOTS, None),
                &mut one_by_one,
                (0..300).map(|batch| (batch, counting(batch))),
            );
            assert_eq!(
                buffer.into_ledger(),
                one_by_one,
                "broken: {broken}, and each fortieth after it"
            );
        }
    }
}
