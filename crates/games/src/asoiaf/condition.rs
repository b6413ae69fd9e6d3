//! Condition tokens (A7): what a unit holds and when its enemy spends it.

use warodds_engine::chance::Num;

/// The first bit above those of the condition tokens: how often a unit survived its end is kept
/// from there on.
pub(super) const FIRST_MARK: u8 = 3;
/// How often all ways of a unit to survive may be tried in a game together: the bits above the
/// condition tokens but the last.
pub(super) const MOST_USES: u8 = 7 - FIRST_MARK;

/// A condition token (A7.1–A7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// After a morale test of the unit its enemy may make it reroll any or all dice (A7.1).
    Panicked,
    /// After the unit's defence dice its enemy may make it reroll any or all of them (A7.2).
    Vulnerable,
    /// After the unit's attack dice its enemy may make it reroll any or all of them (A7.3).
    Weakened,
}

impl Token {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Panicked, Self::Vulnerable, Self::Weakened];

    /// Its name in scenarios.
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

/// The tokens a unit holds: at most one of each (A7), kept as bits so that many resolutions can
/// hold theirs side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tokens(u8);

impl Tokens {
    /// No token.
    pub const NONE: Self = Self(0);

    /// These as well as `token`.
    #[must_use]
    pub const fn with(self, token: Token) -> Self {
        Self(self.0 | token.bit())
    }

    /// Whether `token` is held.
    pub const fn holds(self, token: Token) -> bool {
        self.0 & token.bit() != 0
    }

    /// The tokens of these bits; others are passed over.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0b111)
    }

    /// How many there are.
    pub const fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether all of `others` are among them.
    pub const fn cover(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// The tokens of both.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The bits, for the state of a rule.
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl FromIterator<Token> for Tokens {
    fn from_iter<T: IntoIterator<Item = Token>>(tokens: T) -> Self {
        tokens.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Where `token` is among the held tokens `bits`.
#[inline(always)]
pub fn holds<N: Num>(bits: N, token: Token) -> N::Mask {
    (bits & N::of(token.bit())).gt(N::of(0))
}

/// `bits` without `token` where `spent` holds.
#[inline(always)]
pub fn spend<N: Num>(bits: N, token: Token, spent: N::Mask) -> N {
    let without = bits & N::of(!token.bit());
    without.select(spent, bits)
}

/// When a player spends the tokens that enemy units hold (A7.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Spending {
    /// Each time it helps in expectation.
    #[default]
    WhenItHelps,
    /// Never: the token stays.
    Never,
    /// Each time it may be: dice that succeed are rerolled, whatever comes of it.
    Always,
}

impl Spending {
    /// All of them with their names in files.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::WhenItHelps, "when-it-helps"), (Self::Never, "never"), (Self::Always, "always")];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(spending, _)| *spending == self).map_or("", |(_, name)| name)
    }
}
