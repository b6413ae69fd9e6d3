//! The die (B0): eight faces, five symbols.

use warodds_engine::chance::{Faces, Num};

/// The faces of the die.
pub static DIE: Faces<5> =
    Faces::new([("green", 3), ("blue", 2), ("red", 1), ("valor", 1), ("flag", 1)]);

/// Number of faces.
pub const FACES: u8 = 8;

/// A symbol of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A green shield: three faces.
    Green,
    /// A blue shield: two faces.
    Blue,
    /// A red shield: one face.
    Red,
    /// The gauntlet: one face.
    Valor,
    /// The flag of morale: one face.
    Flag,
}

impl Symbol {
    /// All symbols, in the order of [`DIE`].
    pub const ALL: [Self; 5] = [Self::Green, Self::Blue, Self::Red, Self::Valor, Self::Flag];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Valor => "valor",
            Self::Flag => "flag",
        }
    }

    /// Returns the number of faces with the symbol.
    ///
    /// # Examples
    /// ```
    /// use warodds_games::westeros::dice::FACES;
    /// use warodds_games::westeros::Symbol;
    ///
    /// assert_eq!(Symbol::ALL.map(Symbol::faces), [3, 2, 1, 1, 1]);
    /// assert_eq!(Symbol::ALL.map(Symbol::faces).iter().sum::<u8>(), FACES);
    /// ```
    pub const fn faces(self) -> u8 {
        DIE.counts()[self as usize]
    }
}

/// The number of dice of a roll that show each symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct SymbolCounts<N>(pub(super) [N; 5]);

impl<N: Num> SymbolCounts<N> {
    /// Returns the number of dice that show `symbol`.
    pub(super) const fn of(&self, symbol: Symbol) -> N {
        self.0[symbol as usize]
    }
}
