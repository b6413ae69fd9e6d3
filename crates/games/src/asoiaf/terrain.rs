//! Terrain that a move meets, as keywords (A5.7, A10.4).

/// A terrain keyword that matters to a charge (A5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TerrainKeyword {
    /// −1" on the distance.
    Rough,
    /// Two dice, the lower counts; crossed, so that a natural 1 or 2 is disorderly.
    Hindering,
    /// Hindering terrain charged into or out of without crossing it: two dice, the lower counts.
    HinderingEdge,
    /// No charge bonus and +1 to the defender's saves.
    Fortified,
    /// D3+1 wounds to the charger after the move.
    Dangerous,
    /// Dangerous terrain charged into or out of without crossing it: D3+1 wounds after the action.
    DangerousEdge,
}

impl TerrainKeyword {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Rough,
        Self::Hindering,
        Self::HinderingEdge,
        Self::Fortified,
        Self::Dangerous,
        Self::DangerousEdge,
    ];

    /// Its name in scenarios.
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

/// The keywords of the terrain a charge meets; none is open ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Terrain(u8);

impl Terrain {
    /// Open ground.
    pub const OPEN: Self = Self(0);

    /// These keywords as well as `keyword`.
    #[must_use]
    pub const fn with(self, keyword: TerrainKeyword) -> Self {
        Self(self.0 | 1 << keyword as u8)
    }

    /// Whether `keyword` is among them.
    pub const fn has(self, keyword: TerrainKeyword) -> bool {
        self.0 & 1 << keyword as u8 != 0
    }
}

impl FromIterator<TerrainKeyword> for Terrain {
    fn from_iter<T: IntoIterator<Item = TerrainKeyword>>(keywords: T) -> Self {
        keywords.into_iter().fold(Self::OPEN, Self::with)
    }
}
