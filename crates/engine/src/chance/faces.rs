//! Dice with symbols instead of numbers.

use std::hash::{Hash, Hasher};

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

    /// Returns the symbols, of any number.
    pub(super) const fn symbols(&'static self) -> SymbolFaces {
        SymbolFaces { names: &self.names, counts: &self.counts }
    }
}

/// [`Faces`] with any number of symbols.
#[derive(Clone, Copy, Debug, Eq)]
pub(super) struct SymbolFaces {
    /// The names of the symbols.
    pub(super) names: &'static [&'static str],
    /// The number of faces of each symbol.
    pub(super) counts: &'static [u8],
}

/// Dice roll alike whatever the names of their symbols.
impl PartialEq for SymbolFaces {
    fn eq(&self, other: &Self) -> bool {
        self.counts == other.counts
    }
}

impl Hash for SymbolFaces {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.counts.hash(state);
    }
}

impl SymbolFaces {
    /// Returns the symbol of a face from 0, numbered from 0; faces are in symbol order.
    pub(super) fn symbol(self, mut face: u8) -> usize {
        let shows = |count: &u8| {
            let here = face < *count;
            face = face.saturating_sub(*count);
            here
        };
        self.counts.iter().position(shows).unwrap_or(0)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// One symbol of each weight, one of them missing.
    pub(crate) static LOPSIDED: Faces<4> =
        Faces::new([("sun", 4), ("moon", 0), ("star", 1), ("cloud", 3)]);

    #[test]
    fn each_face_shows_its_symbol() {
        let symbols: Vec<usize> = (0..8).map(|face| LOPSIDED.symbols().symbol(face)).collect();
        assert_eq!(symbols, [0, 0, 0, 0, 2, 3, 3, 3]);
        assert_eq!([0, 1, 2, 3].map(|symbol| LOPSIDED.first_face(symbol)), [0, 4, 4, 5]);
        assert_eq!((LOPSIDED.names()[3], LOPSIDED.counts()), ("cloud", &[4, 0, 1, 3]));
    }
}
