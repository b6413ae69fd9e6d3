//! Dice that stay in memory, with a call per roll.
//!
//! Instruction sets with few registers cannot keep a generator in them beside the counts of a rule:
//! inlined, it would be spilled around every loop that rolls dice. Here it stays in memory, and
//! each roll reads and writes it once.

use super::{Bytes, DiceStream, LANES, LaneDice};

/// Dice that stay in memory, with a count of the batches rolled.
#[derive(Clone, Debug)]
pub struct OutOfLineDice {
    stream: DiceStream,
    batches: u64,
}

impl OutOfLineDice {
    /// Creates the dice of a seed.
    pub fn new(seed: u64) -> Self {
        Self::of(DiceStream::new(seed))
    }

    /// A stream from where it is.
    #[inline(always)]
    pub(super) const fn of(stream: DiceStream) -> Self {
        Self { stream, batches: 0 }
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
}

impl LaneDice for OutOfLineDice {
    type OutOfLine = Self;

    #[inline(never)]
    fn roll(&mut self) -> Bytes {
        self.batches += 1;
        self.stream.d6()
    }

    #[inline(never)]
    fn roll_two_from_zero(&mut self) -> [Bytes; 2] {
        self.batches += 2;
        self.stream.two_from_zero()
    }

    #[inline(never)]
    fn numbers(&mut self) -> [u16; LANES] {
        self.batches += 2;
        self.stream.numbers()
    }

    #[inline(never)]
    fn roll_eights(&mut self) -> Bytes {
        self.batches += 1;
        self.stream.d8()
    }

    #[inline(always)]
    fn lend(&mut self) -> Self {
        self.clone()
    }

    #[inline(always)]
    fn take_back(&mut self, lent: Self) {
        *self = lent;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn called_dice_are_those_of_the_stream() {
        // 4,000 steps of 64 numbers: unfair ones, of which there are 16 among 2^16, are replaced
        // some 60 times
        let (mut called, mut stream) = (OutOfLineDice::new(4), DiceStream::new(4));
        for _ in 0..2_000 {
            assert_eq!(called.roll_two_from_zero(), stream.two_from_zero());
            assert_eq!(called.roll(), stream.d6());
            assert_eq!(LaneDice::numbers(&mut called), stream.numbers());
            assert_eq!(called.roll_eights(), stream.d8());
        }
        assert_eq!(called.batches(), 2_000 * (2 + 1 + 2 + 1));
    }
}
