//! Dice that stay in memory, with a call per roll.
//!
//! Instruction sets with few registers cannot keep a generator in them beside the counts of a rule:
//! inlined, it would be spilled around every loop that rolls dice. Here it stays in memory, and
//! each roll reads and writes it once. Since a roll is a call anyway, it can also choose the origin
//! of the dice ([`DiceOrigin`]), so rules are compiled once for all origins.

use super::common::CommonDice;
use super::conditioning::Conditioning;
use super::{Bytes, ConditionIndex, ConditionalRule, DiceStream, LANES, Label, LaneDice, Num};

/// Dice that stay in memory, with a count of the batches rolled.
#[derive(Clone, Debug)]
pub struct OutOfLineDice {
    stream: DiceStream,
    source: DiceOrigin,
    batches: u64,
}

/// The origin of the dice.
#[derive(Clone, Debug)]
enum DiceOrigin {
    /// The stream, always: the same dice as in registers.
    Stream,
    /// The stream, until the conditions of the rule are settled.
    Given(Conditioning),
    /// A separate stream for each step.
    Common(CommonDice),
}

impl OutOfLineDice {
    /// Creates the dice of a seed.
    pub fn new(seed: u64) -> Self {
        Self::of(DiceStream::new(seed))
    }

    /// Creates the dice of a seed, rolled until the conditions of `rule` are settled.
    pub fn until_settled<R: ConditionalRule>(rule: &R, seed: u64) -> Self {
        Self { source: DiceOrigin::Given(Conditioning::new(rule)), ..Self::new(seed) }
    }

    /// Creates dice with a stream per step; results recorded in `slot` are kept.
    pub fn common(seed: u64, slot: usize) -> Self {
        Self { source: DiceOrigin::Common(CommonDice::new(seed, slot)), ..Self::new(seed) }
    }

    /// A stream from where it is.
    #[inline(always)]
    pub(super) const fn of(stream: DiceStream) -> Self {
        Self { stream, source: DiceOrigin::Stream, batches: 0 }
    }

    /// The stream from where it is.
    #[inline(always)]
    pub(super) fn into_stream(self) -> DiceStream {
        self.stream
    }

    /// Returns the number of batches of 64 dice rolled so far; 64 numbers of 16 bits count as two
    /// batches.
    pub const fn batches(&self) -> u64 {
        self.batches
    }

    /// Starts batch number `batch` of the block with this seed; a single stream continues.
    pub fn begin(&mut self, seed: u64, batch: u64) {
        match &mut self.source {
            DiceOrigin::Stream => {}
            DiceOrigin::Given(given) => given.begin(),
            DiceOrigin::Common(common) => common.begin(seed, batch),
        }
    }

    /// Counts the conditions of the first `counting` resolutions of the batch, if the rule has any.
    pub fn count_conditions(&self, cells: &ConditionIndex, counting: usize, counts: &mut [u64]) {
        if let DiceOrigin::Given(given) = &self.source {
            given.count(cells, counting, counts);
        }
    }

    /// Returns the values recorded in the kept slot, or `None` if the dice are not common.
    pub const fn recorded(&self) -> Option<Bytes> {
        if let DiceOrigin::Common(common) = &self.source { Some(common.recorded()) } else { None }
    }

    /// The stream of a step; none where its dice do not matter.
    #[inline(always)]
    fn stream(&mut self, step: &'static Label) -> Option<&mut DiceStream> {
        match &mut self.source {
            DiceOrigin::Stream => Some(&mut self.stream),
            DiceOrigin::Given(given) => (!given.is_settled()).then_some(&mut self.stream),
            DiceOrigin::Common(common) => common.stream(step),
        }
    }
}

/// Dice that do not matter show 1.
impl LaneDice for OutOfLineDice {
    type OutOfLine = Self;

    #[inline(never)]
    fn roll(&mut self, step: &'static Label) -> Bytes {
        self.batches += 1;
        self.stream(step).map_or(Bytes::of(1), DiceStream::d6)
    }

    #[inline(never)]
    fn roll_two_from_zero(&mut self, step: &'static Label) -> [Bytes; 2] {
        if let DiceOrigin::Common(_) = self.source {
            // one after the other, so that a step's dice are the same however they are asked for
            return [self.roll(step) - Bytes::of(1), self.roll(step) - Bytes::of(1)];
        }
        self.batches += 2;
        self.stream(step).map_or([Bytes::of(0); 2], DiceStream::two_from_zero)
    }

    #[inline(never)]
    fn numbers(&mut self, step: &'static Label) -> [u16; LANES] {
        self.batches += 2;
        self.stream(step).map_or([0; LANES], DiceStream::numbers)
    }

    #[inline(never)]
    fn roll_eights(&mut self, step: &'static Label) -> Bytes {
        self.batches += 1;
        self.stream(step).map_or(Bytes::of(0), DiceStream::d8)
    }

    #[inline(always)]
    fn lend(&mut self) -> Self {
        // streams of steps are many: they are moved, and only the one stream is copied
        let source = std::mem::replace(&mut self.source, DiceOrigin::Stream);
        Self { stream: self.stream.clone(), source, batches: self.batches }
    }

    #[inline(always)]
    fn take_back(&mut self, lent: Self) {
        *self = lent;
    }

    #[inline(always)]
    fn on_record(&mut self, slot: usize, value: Bytes) {
        if let DiceOrigin::Common(common) = &mut self.source {
            common.on_record(slot, value);
        }
    }

    #[inline(always)]
    fn on_step(&mut self, step: &'static Label) {
        if let DiceOrigin::Given(given) = &mut self.source {
            given.on_step(step);
        }
    }

    #[inline(always)]
    fn condition_on(&mut self, place: usize, value: Bytes) {
        if let DiceOrigin::Given(given) = &mut self.source {
            given.condition_on(place, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DICE: Label = Label::new("dice", "A0.1");

    #[test]
    fn called_dice_are_those_of_the_stream() {
        // 4,000 steps of 64 numbers: unfair ones, of which there are 16 among 2^16, are replaced
        // some 60 times
        let (mut called, mut stream) = (OutOfLineDice::new(4), DiceStream::new(4));
        for _ in 0..2_000 {
            assert_eq!(called.roll_two_from_zero(&DICE), stream.two_from_zero());
            assert_eq!(called.roll(&DICE), stream.d6());
            assert_eq!(LaneDice::numbers(&mut called, &DICE), stream.numbers());
            assert_eq!(called.roll_eights(&DICE), stream.d8());
        }
        assert_eq!(called.batches(), 2_000 * (2 + 1 + 2 + 1));
    }
}
