//! Condition tokens (A7): which tokens a unit holds, and when its enemy spends them.

use warodds_engine::chance::Num;

/// First bit above the condition tokens. The uses of survival abilities are counted from there.
pub(super) const FIRST_MARK: u8 = 3;
/// Largest number of uses of all survival abilities of a unit: the bits above the condition tokens,
/// except for the last.
pub(super) const MOST_USES: u8 = 7 - FIRST_MARK;

/// A condition token (A7.1–A7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// The enemy may force a reroll of any dice of a morale test of the unit (A7.1).
    Panicked,
    /// The enemy may force a reroll of any defense dice of the unit (A7.2).
    Vulnerable,
    /// The enemy may force a reroll of any attack dice of the unit (A7.3).
    Weakened,
}

impl Token {
    /// All tokens.
    pub const ALL: [Self; 3] = [Self::Panicked, Self::Vulnerable, Self::Weakened];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Panicked => "panicked",
            Self::Vulnerable => "vulnerable",
            Self::Weakened => "weakened",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A set of condition tokens, at most one of each kind (A7). Stored as bits so that engines can
/// hold many sets side by side.
///
/// # Examples
/// ```
/// use warodds_games::asoiaf::{Token, Tokens};
///
/// let tokens = Tokens::NONE.with(Token::Panicked).with(Token::Panicked);
/// assert!(tokens.holds(Token::Panicked) && !tokens.holds(Token::Weakened));
/// assert_eq!(tokens.count(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tokens(u8);

impl Tokens {
    /// No token.
    pub const NONE: Self = Self(0);

    /// Returns the set with `token` added.
    #[must_use]
    pub const fn with(self, token: Token) -> Self {
        Self(self.0 | token.bit())
    }

    /// Returns whether the set contains `token`.
    pub const fn holds(self, token: Token) -> bool {
        self.0 & token.bit() != 0
    }

    /// Creates a set from bits; bits of other tokens are ignored.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0b111)
    }

    /// Returns the number of tokens.
    pub const fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Returns whether the set contains all of `others`.
    pub const fn cover(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Returns the union of both sets.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Returns the bits, for the state of a rule.
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl FromIterator<Token> for Tokens {
    fn from_iter<T: IntoIterator<Item = Token>>(tokens: T) -> Self {
        tokens.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Returns where `token` is among the tokens `bits`.
#[inline(always)]
pub fn holds<N: Num>(bits: N, token: Token) -> N::Mask {
    (bits & N::of(token.bit())).gt(N::of(0))
}

/// Removes `token` from `bits` where `spent` holds.
#[inline(always)]
pub fn spend<N: Num>(bits: N, token: Token, spent: N::Mask) -> N {
    // higher bits count uses of survival abilities and must survive
    let without = bits & N::of(!token.bit());
    without.select(spent, bits)
}

/// When a player spends the tokens of enemy units (A7.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Spending {
    /// Whenever it helps in expectation.
    #[default]
    WhenItHelps,
    /// Never.
    Never,
    /// Always: successful dice are rerolled even if that hurts.
    Always,
}

impl Spending {
    /// All policies with their names in files.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::WhenItHelps, "when-it-helps"), (Self::Never, "never"), (Self::Always, "always")];

    /// Returns the name in files.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(spending, _)| *spending == self).map_or("", |(_, name)| name)
    }
}
