//! Random numbers in bulk: 16 generators side by side.
//!
//! The generators are xoshiro256++ with their states stored word by word, so that one step is plain
//! vector arithmetic and yields 64 numbers of 16 bits.

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use super::LANES;

/// Generators side by side.
const STREAMS: usize = 16;
/// In how many ways two dice fall.
const WAYS: u16 = 36;
/// Numbers whose low part of 36·v lies below this are drawn again: 2¹⁶ mod 36.
const UNFAIR: u16 = 16;

/// The generators' states.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Generators {
    state: [[u64; STREAMS]; 4],
}

impl Generators {
    /// Those of a seed.
    pub(super) fn new(seed: u64) -> Self {
        let mut filler = SplitMix64::seed_from_u64(seed);
        let mut state = [[0; STREAMS]; 4];
        state.iter_mut().flatten().for_each(|word| *word = filler.next_u64());
        Self { state }
    }

    /// 64 random numbers of 16 bits.
    #[inline(always)]
    pub(super) fn numbers(&mut self) -> [u16; LANES] {
        let words = self.words();
        let mut numbers = [0; LANES];
        for (four, word) in numbers.as_chunks_mut().0.iter_mut().zip(words) {
            *four = [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16];
        }
        numbers
    }

    /// Numbers that hold two fair dice each, from one step of the generators.
    #[inline(always)]
    pub(super) fn fair_numbers(&mut self) -> [u16; LANES] {
        let numbers = self.numbers();
        if has_unfair(&numbers) { self.made_fair(numbers) } else { numbers }
    }

    /// The numbers with new ones for those that are unfair, until none is. Whole steps, of which
    /// most is left: drawing single numbers would cost every roll more. In place, for a call would
    /// empty all vector registers.
    #[inline(always)]
    fn made_fair(&mut self, mut numbers: [u16; LANES]) -> [u16; LANES] {
        loop {
            let others = self.numbers();
            for lane in 0..LANES {
                numbers[lane] = if is_unfair(numbers[lane]) { others[lane] } else { numbers[lane] };
            }
            if !has_unfair(&numbers) {
                return numbers;
            }
        }
    }

    /// One step of all generators.
    #[inline(always)]
    fn words(&mut self) -> [u64; STREAMS] {
        let [a, b, c, d] = &mut self.state;
        let mut words = [0; STREAMS];
        for i in 0..STREAMS {
            words[i] = a[i].wrapping_add(d[i]).rotate_left(23).wrapping_add(a[i]);
            let shifted = b[i] << 17;
            c[i] ^= a[i];
            d[i] ^= b[i];
            b[i] ^= c[i];
            a[i] ^= d[i];
            c[i] ^= shifted;
            d[i] = d[i].rotate_left(45);
        }
        words
    }
}

/// Whether a number would favour some faces.
#[inline(always)]
pub(super) const fn is_unfair(number: u16) -> bool {
    number.wrapping_mul(WAYS) < UNFAIR
}

/// Whether any of the numbers would. A saturated difference and a bitwise or: every instruction set
/// has both.
#[inline(always)]
fn has_unfair(numbers: &[u16; LANES]) -> bool {
    numbers.iter().fold(0, |seen, number| seen | UNFAIR.saturating_sub(number.wrapping_mul(WAYS)))
        != 0
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn the_generators_are_xoshiro_as_published() {
        // each column must be what the well-known crate gives for the same four words of state
        let mut generators = Generators::new(5);
        let mut columns: Vec<Xoshiro256PlusPlus> = (0..STREAMS)
            .map(|i| {
                let bytes: Vec<u8> =
                    generators.state.iter().flat_map(|row| row[i].to_le_bytes()).collect();
                Xoshiro256PlusPlus::from_seed(bytes.try_into().expect("four words are 32 bytes"))
            })
            .collect();
        for _ in 0..100 {
            let expected: Vec<u64> = columns.iter_mut().map(|column| column.next_u64()).collect();
            assert_eq!(generators.words().to_vec(), expected);
        }
    }

    #[test]
    fn fair_numbers_are_those_of_the_generators_with_unfair_ones_drawn_again() {
        // 3,000 steps of 64 numbers, of which 47 are unfair in the mean: fewer than 10 by chance
        // less than once in 10^9 seeds
        let favours = |number: u16| u32::from(number) * 36 % 65_536 < 65_536 % 36;
        let (mut fair, mut plain, mut replaced) = (Generators::new(6), Generators::new(6), 0);
        for _ in 0..3_000 {
            let mut expected = plain.numbers();
            while expected.into_iter().any(favours) {
                let others = plain.numbers();
                for (number, other) in
                    expected.iter_mut().zip(others).filter(|(number, _)| favours(**number))
                {
                    (*number, replaced) = (other, replaced + 1);
                }
            }
            assert_eq!(fair.fair_numbers(), expected);
        }
        assert!(replaced >= 10, "only {replaced} were drawn again");
    }

    #[test]
    fn what_is_drawn_again_is_fair_itself() {
        // 128,000 numbers drawn in place of unfair ones, 31 unfair in the mean: fewer than 5 less
        // than once in 10^8 seeds
        let (mut generators, mut again) = (Generators::new(8), 0);
        for _ in 0..2_000 {
            again += generators
                .clone()
                .numbers()
                .into_iter()
                .filter(|number| is_unfair(*number))
                .count();
            assert!(!has_unfair(&generators.made_fair([0; LANES])));
        }
        assert!(again >= 5, "only {again} were drawn a third time");
    }
}
