//! Ranks and classes of units (B1.1).

/// The rank of a unit, shown by the color of its banner (B1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// Light troops.
    Green,
    /// Seasoned troops.
    Blue,
    /// Veterans in heavy armor.
    Red,
}

impl Rank {
    /// All ranks, lowest first.
    pub const ALL: [Self; 3] = [Self::Green, Self::Blue, Self::Red];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Red => "red",
        }
    }

    /// Returns the number of spaces the morale marker moves when a unit of this rank is destroyed
    /// (B3).
    ///
    /// # Examples
    /// ```
    /// use warodds_games::westeros::Rank;
    ///
    /// assert_eq!(Rank::ALL.map(Rank::morale), [1, 2, 3]);
    /// ```
    pub const fn morale(self) -> u8 {
        match self {
            Self::Green => 1,
            Self::Blue => 2,
            Self::Red => 3,
        }
    }
}

/// The class of a unit (B1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UnitClass {
    /// On foot.
    #[default]
    Infantry,
    /// On foot, with bows.
    Archers,
    /// Mounted.
    Cavalry,
}

impl UnitClass {
    /// All classes.
    pub const ALL: [Self; 3] = [Self::Infantry, Self::Archers, Self::Cavalry];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Archers => "archers",
            Self::Cavalry => "cavalry",
        }
    }
}
