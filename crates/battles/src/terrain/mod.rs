//! Pieces of terrain: their kinds as data, and where they lie (A10).

mod file;

pub use file::{SHIPPED_PIECES, TerrainFileError, parse_kinds};

use crate::geometry::{ArcModel, Length, Outline, Pose, Shape, Tray, TraySize, TraySizeError};

/// What a piece does (A10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keyword {
    /// No line of sight goes through it, except of who stands in it (A10.2).
    BlocksSight,
    /// −1 to hit from afar for who is mostly hidden by it (A10.3).
    Cover,
    /// D3+1 wounds for an action in it or a move across it (A10.4).
    Dangerous,
    /// A melee attack may remove it (A10.5).
    Destructible,
    /// Who stands on it shoots over everything (A10.6).
    Elevated,
    /// No charge bonus, and +1 to the defender's saves (A5.7).
    Fortified,
    /// Two dice for a charge, the lower counts (A5.7).
    Hindering,
    /// −1 to morale tests within short range (A10.8).
    Horrific,
    /// Nobody enters or crosses it (A10.9).
    Impassable,
    /// +1 to morale tests within short range (A10.8).
    Inspiring,
    /// −1" from a move that enters, leaves or crosses it (A10.10).
    Rough,
}

impl Keyword {
    /// All of them with their names in files.
    pub const ALL: [(Self, &'static str); 11] = [
        (Self::BlocksSight, "blocks-sight"),
        (Self::Cover, "cover"),
        (Self::Dangerous, "dangerous"),
        (Self::Destructible, "destructible"),
        (Self::Elevated, "elevated"),
        (Self::Fortified, "fortified"),
        (Self::Hindering, "hindering"),
        (Self::Horrific, "horrific"),
        (Self::Impassable, "impassable"),
        (Self::Inspiring, "inspiring"),
        (Self::Rough, "rough"),
    ];
}

/// The keywords of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Keywords(u16);

impl Keywords {
    /// Whether a keyword is among them.
    pub const fn has(self, keyword: Keyword) -> bool {
        self.0 >> keyword as u16 & 1 == 1
    }
}

impl Keywords {
    /// Them with their names.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Keyword::ALL
            .into_iter()
            .filter(move |(keyword, _)| self.has(*keyword))
            .map(|(_, name)| name)
    }
}

impl FromIterator<Keyword> for Keywords {
    fn from_iter<T: IntoIterator<Item = Keyword>>(keywords: T) -> Self {
        Self(keywords.into_iter().fold(0, |all, keyword| all | 1 << keyword as u16))
    }
}

/// The ground a piece covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Footprint {
    Rectangle(TraySize),
    /// By its radius.
    Disc(Length),
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainKind {
    name: String,
    footprint: Footprint,
    keywords: Keywords,
}

impl TerrainKind {
    /// The widest disc there is.
    pub const WIDEST: Length = Length::inches(12);

    /// A rectangle so wide and so deep.
    ///
    /// # Errors
    /// Where no tray could be so large.
    pub fn rectangle(
        name: impl Into<String>,
        [width, depth]: [Length; 2],
        keywords: Keywords,
    ) -> Result<Self, TraySizeError> {
        let size = TraySize::new(width, depth, ArcModel::Diagonal)?;
        Ok(Self { name: name.into(), footprint: Footprint::Rectangle(size), keywords })
    }

    /// A disc of a diameter. It is counted as a polygon of 16 corners, all on its edge.
    ///
    /// # Errors
    /// Where it is less than half an inch or more than [`TerrainKind::WIDEST`], or no multiple of
    /// 2/1000".
    pub fn disc(
        name: impl Into<String>,
        diameter: Length,
        keywords: Keywords,
    ) -> Result<Self, TraySizeError> {
        if diameter < TraySize::SHORTEST || diameter > Self::WIDEST {
            return Err(TraySizeError::Side(diameter));
        }
        if diameter.thousandths() % 2 != 0 {
            return Err(TraySizeError::Odd(diameter));
        }
        let radius = Length::new(i64::from(diameter.thousandths()) / 2);
        let radius = radius.map_err(|_| TraySizeError::Side(diameter))?;
        Ok(Self { name: name.into(), footprint: Footprint::Disc(radius), keywords })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it does.
    pub const fn keywords(&self) -> Keywords {
        self.keywords
    }

    /// A piece of it that lies somewhere.
    pub fn at(&self, pose: Pose) -> TerrainPiece {
        let ground = match self.footprint {
            Footprint::Rectangle(size) => PieceOutline::Rectangle(Tray::new(size, pose)),
            Footprint::Disc(radius) => {
                PieceOutline::Disc(Box::new(Outline::disc(pose.middle, radius)))
            }
        };
        TerrainPiece { ground, keywords: self.keywords }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PieceOutline {
    Rectangle(Tray),
    Disc(Box<Outline<8>>),
}

/// A piece of terrain on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainPiece {
    ground: PieceOutline,
    keywords: Keywords,
}

impl TerrainPiece {
    /// What it does.
    pub const fn keywords(&self) -> Keywords {
        self.keywords
    }

    /// Whether it has a keyword.
    pub const fn is(&self, keyword: Keyword) -> bool {
        self.keywords.has(keyword)
    }

    /// What predicates look at.
    pub fn shape(&self) -> Shape<'_> {
        match &self.ground {
            PieceOutline::Rectangle(tray) => tray.shape(),
            PieceOutline::Disc(outline) => outline.shape(),
        }
    }

    /// What is left where it is removed: ground that does nothing.
    #[must_use]
    pub(crate) fn cleared(&self) -> Self {
        Self { ground: self.ground.clone(), keywords: Keywords::default() }
    }

    /// Whether it does anything: a piece that was removed does not.
    pub fn is_present(&self) -> bool {
        self.keywords != Keywords::default()
    }

    /// The same piece when the table is turned by half.
    #[must_use]
    pub fn rotated_180(&self) -> Self {
        let ground = match &self.ground {
            PieceOutline::Rectangle(tray) => PieceOutline::Rectangle(tray.rotated_180()),
            PieceOutline::Disc(outline) => PieceOutline::Disc(Box::new(outline.rotated_180())),
        };
        Self { ground, keywords: self.keywords }
    }
}
