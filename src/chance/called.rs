//! The dice of a stream, each roll a call.
//!
//! Instruction sets with few registers cannot keep a generator in them beside everything else a
//! rule counts: inlined, it would be moved to and fro around every loop that rolls dice. Here it
//! stays in memory, and each roll reads and writes it once.

use super::{Bytes, Dice, DiceStream, LANES, Label};

/// A [`DiceStream`] that stays in memory: the same dice, counted.
#[derive(Clone, Debug)]
pub struct Called {
    stream: DiceStream,
    batches: u64,
}

impl Called {
    /// The dice of a seed.
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

    /// Batches of 64 dice rolled so far; 64 numbers of 16 bits count as the two batches that they
    /// would hold.
    pub const fn batches(&self) -> u64 {
        self.batches
    }
}

impl Dice for Called {
    type Apart = Self;

    #[inline(never)]
    fn roll(&mut self, _: &'static Label) -> Bytes {
        self.batches += 1;
        self.stream.d6()
    }

    #[inline(never)]
    fn roll_two_from_zero(&mut self, _: &'static Label) -> [Bytes; 2] {
        self.batches += 2;
        self.stream.two_from_zero()
    }

    #[inline(never)]
    fn numbers(&mut self, _: &'static Label) -> [u16; LANES] {
        self.batches += 2;
        self.stream.numbers()
    }

    #[inline(never)]
    fn roll_eights(&mut self, _: &'static Label) -> Bytes {
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

    const DICE: Label = Label::new("dice", "A0.1");

    #[test]
    fn called_dice_are_those_of_the_stream() {
        // 4,000 steps of 64 numbers: unfair ones, of which there are 16 among 2^16, are replaced
        // some 60 times
        let (mut called, mut stream) = (Called::new(4), DiceStream::new(4));
        for _ in 0..2_000 {
            assert_eq!(called.roll_two_from_zero(&DICE), stream.two_from_zero());
            assert_eq!(called.roll(&DICE), stream.d6());
            assert_eq!(Dice::numbers(&mut called, &DICE), stream.numbers());
            assert_eq!(called.roll_eights(&DICE), stream.d8());
        }
        assert_eq!(called.batches(), 2_000 * (2 + 1 + 2 + 1));
    }
}
