//! Types of units (A1.1).

/// The type of a unit (A1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UnitType {
    /// 12 models in 3 ranks.
    #[default]
    Infantry,
    /// 4 models in 2 ranks.
    Cavalry,
    /// 1 model.
    Monster,
    /// 1 model.
    WarMachine,
}

impl UnitType {
    /// All types.
    pub const ALL: [Self; 4] = [Self::Infantry, Self::Cavalry, Self::Monster, Self::WarMachine];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Monster => "monster",
            Self::WarMachine => "war-machine",
        }
    }

    /// Returns the number of models and ranks of a full unit (A1.1).
    pub const fn formation(self) -> (u8, u8) {
        match self {
            Self::Infantry => (12, 3),
            Self::Cavalry => (4, 2),
            Self::Monster | Self::WarMachine => (1, 1),
        }
    }
}
