//! Dice with symbols instead of numbers.

/// Faces of a die.
const FACES: u8 = 8;

/// A die of eight equally likely faces, each of which shows one of `K` symbols.
///
/// Three random bits are exactly such a face, so a pool costs few random numbers and no rejection.
/// A die of four or two faces repeats its faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces<const K: usize> {
    names: [&'static str; K],
    counts: [u8; K],
}

impl<const K: usize> Faces<K> {
    /// Creates a die from symbols and their numbers of faces: eight in total, at most five symbols.
    /// Other dice do not compile in a constant.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::chance::Faces;
    ///
    /// static DIE: Faces<3> = Faces::new([("hit", 4), ("star", 1), ("blank", 3)]);
    /// assert_eq!(DIE.counts(), &[4, 1, 3]);
    /// ```
    pub const fn new(symbols: [(&'static str, u8); K]) -> Self {
        let (mut names, mut counts, mut sum, mut i) = ([""; K], [0; K], 0, 0);
        while i < K {
            (names[i], counts[i]) = symbols[i];
            sum += counts[i];
            i += 1;
        }
        assert!(K <= 5 && sum == FACES, "a die has eight faces and at most five symbols");
        Self { names, counts }
    }

    /// Returns the number of faces of each symbol.
    pub const fn counts(&self) -> &[u8; K] {
        &self.counts
    }

    /// Returns the names of the symbols.
    pub const fn names(&self) -> &[&'static str; K] {
        &self.names
    }

    /// Returns the first face (from 0) of this symbol or a later one; faces are in symbol order.
    #[inline]
    pub(super) fn first_face(&self, symbol: usize) -> u8 {
        let mut first = 0;
        for &count in self.counts.iter().take(symbol) {
            first += count;
        }
        first
    }

    /// Returns the symbol of a face, numbered from 0. A symbol without faces starts where the next
    /// one does.
    pub(super) fn symbol(&self, face: u8) -> usize {
        (1..K).rev().find(|&symbol| face >= self.first_face(symbol)).unwrap_or(0)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// One symbol of each weight, one of them missing.
    pub(crate) const LOPSIDED: Faces<4> =
        Faces::new([("sun", 4), ("moon", 0), ("star", 1), ("cloud", 3)]);

    #[test]
    fn each_face_shows_its_symbol() {
        let symbols: Vec<usize> = (0..8).map(|face| LOPSIDED.symbol(face)).collect();
        assert_eq!(symbols, [0, 0, 0, 0, 2, 3, 3, 3]);
        assert_eq!([0, 1, 2, 3].map(|symbol| LOPSIDED.first_face(symbol)), [0, 4, 4, 5]);
        assert_eq!((LOPSIDED.names()[3], LOPSIDED.counts()), ("cloud", &[4, 0, 1, 3]));
    }
}
