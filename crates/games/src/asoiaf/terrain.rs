//! Keywords of terrain on a move (A5.7, A10.4).

/// A terrain keyword that matters to a charge (A5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TerrainKeyword {
    /// −1" on the distance.
    Rough,
    /// Hindering terrain that is crossed: the lower of two dice counts, and a natural 1 or 2 is
    /// disorderly.
    Hindering,
    /// Hindering terrain at the start or end: the lower of two dice counts.
    HinderingEdge,
    /// No charge bonus, and +1 to the defender's saves.
    Fortified,
    /// D3+1 wounds to the charger after the move.
    Dangerous,
    /// Dangerous terrain at the start or end: D3+1 wounds after the action.
    DangerousEdge,
}

impl TerrainKeyword {
    /// All keywords.
    pub const ALL: [Self; 6] = [
        Self::Rough,
        Self::Hindering,
        Self::HinderingEdge,
        Self::Fortified,
        Self::Dangerous,
        Self::DangerousEdge,
    ];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rough => "rough",
            Self::Hindering => "hindering",
            Self::HinderingEdge => "hindering-edge",
            Self::Fortified => "fortified",
            Self::Dangerous => "dangerous",
            Self::DangerousEdge => "dangerous-edge",
        }
    }
}

/// The terrain keywords on a charge; empty in the open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Terrain(u8);

impl Terrain {
    /// Open ground.
    pub const OPEN: Self = Self(0);

    /// Returns the terrain with `keyword` added.
    #[must_use]
    pub const fn with(self, keyword: TerrainKeyword) -> Self {
        // six keywords fit in one byte
        Self(self.0 | 1 << keyword as u8)
    }

    /// Returns whether the terrain has `keyword`.
    pub const fn has(self, keyword: TerrainKeyword) -> bool {
        self.0 & 1 << keyword as u8 != 0
    }
}

impl FromIterator<TerrainKeyword> for Terrain {
    fn from_iter<T: IntoIterator<Item = TerrainKeyword>>(keywords: T) -> Self {
        keywords.into_iter().fold(Self::OPEN, Self::with)
    }
}
