//! The die (B0): eight faces, five symbols.

use warodds_engine::chance::{Faces, Num};

/// The faces of the die.
pub static DIE: Faces<5> =
    Faces::new([("green", 3), ("blue", 2), ("red", 1), ("valor", 1), ("flag", 1)]);

/// Faces of a die in all.
pub const FACES: u8 = 8;

/// What a face shows.
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
    /// All of them, in the order of [`DIE`].
    pub const ALL: [Self; 5] = [Self::Green, Self::Blue, Self::Red, Self::Valor, Self::Flag];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Valor => "valor",
            Self::Flag => "flag",
        }
    }

    /// How many faces of the die show it.
    pub const fn faces(self) -> u8 {
        DIE.counts()[self as usize]
    }
}

/// How many dice of a roll show each symbol.
#[derive(Clone, Copy, Debug)]
pub struct SymbolCounts<N>(pub [N; 5]);

impl<N: Num> SymbolCounts<N> {
    /// How many show `symbol`.
    #[inline(always)]
    pub const fn of(&self, symbol: Symbol) -> N {
        self.0[symbol as usize]
    }
}
