//! Pieces of terrain: their kinds as data, and placed pieces (A10).

mod file;

pub use file::{SHIPPED_PIECES, TerrainFileError, parse_kinds};

use crate::geometry::{
    ArcModel, Length, Outline, Point, Pose, Shape, Tray, TraySize, TraySizeError,
};

/// A terrain keyword (A10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keyword {
    /// Blocks lines of sight, except for units inside it (A10.2).
    BlocksSight,
    /// −1 to hit for ranged attacks on units it mostly hides (A10.3).
    Cover,
    /// D3+1 wounds for an action inside it or a move across it (A10.4).
    Dangerous,
    /// A melee attack may remove it (A10.5).
    Destructible,
    /// Units on it shoot over everything (A10.6).
    Elevated,
    /// Cancels the charge bonus and gives the defender +1 to defense saves (A5.7).
    Fortified,
    /// Charges roll two dice and use the lower (A5.7).
    Hindering,
    /// −1 to morale tests within short range (A10.8).
    Horrific,
    /// No unit may enter or cross it (A10.9).
    Impassable,
    /// +1 to morale tests within short range (A10.8).
    Inspiring,
    /// −1" from a move that enters, leaves or crosses it (A10.10).
    Rough,
}

impl Keyword {
    /// All keywords with their names in files.
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

/// A set of keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Keywords(u16);

impl Keywords {
    /// Returns whether the set contains a keyword.
    pub const fn has(self, keyword: Keyword) -> bool {
        self.0 >> keyword as u16 & 1 == 1
    }
}

impl Keywords {
    /// Iterates over the names of the keywords.
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

/// The shape of a kind of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Footprint {
    Rectangle(TraySize),
    /// A disc of this radius.
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
    /// The largest diameter of a disc.
    pub const WIDEST: Length = Length::inches(12);

    /// Creates a rectangular kind from its width and depth.
    ///
    /// # Errors
    /// [`TraySizeError`] if no tray may have this size.
    pub fn rectangle(
        name: impl Into<String>,
        [width, depth]: [Length; 2],
        keywords: Keywords,
    ) -> Result<Self, TraySizeError> {
        // the outline of a tray; its arcs are never used
        let size = TraySize::new(width, depth, ArcModel::Diagonal)?;
        Ok(Self { name: name.into(), footprint: Footprint::Rectangle(size), keywords })
    }

    /// Creates a round kind from its diameter. It is treated as a polygon of 16 corners on its
    /// circle.
    ///
    /// # Errors
    /// [`TraySizeError`] if the diameter is less than half an inch, more than
    /// [`TerrainKind::WIDEST`] or no multiple of 2/1000".
    pub fn disc(
        name: impl Into<String>,
        diameter: Length,
        keywords: Keywords,
    ) -> Result<Self, TraySizeError> {
        if diameter < TraySize::SHORTEST || diameter > Self::WIDEST {
            return Err(TraySizeError::Side(diameter));
        }
        // the radius must be a whole number of thousandths
        if diameter.thousandths() % 2 != 0 {
            return Err(TraySizeError::Odd(diameter));
        }
        let radius = Length::new(i64::from(diameter.thousandths()) / 2);
        let radius = radius.map_err(|_| TraySizeError::Side(diameter))?;
        Ok(Self { name: name.into(), footprint: Footprint::Disc(radius), keywords })
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the keywords.
    pub const fn keywords(&self) -> Keywords {
        self.keywords
    }

    /// Returns a radius around its middle within which a piece covers all, whatever its heading.
    pub(crate) fn inner_radius(&self) -> Length {
        let thousandths = match self.footprint {
            // corners are rounded
            Footprint::Rectangle(size) => size.width().min(size.depth()) / 2 - 10,
            // cos(180° / 16) is 0.981
            Footprint::Disc(radius) => radius.thousandths() / 100 * 97,
        };
        Length::new(thousandths.max(0).into()).unwrap_or_default()
    }

    /// Places a piece of this kind.
    pub fn at(&self, pose: Pose) -> TerrainPiece {
        let ground = match self.footprint {
            Footprint::Rectangle(size) => PieceOutline::Rectangle(Tray::new(size, pose)),
            Footprint::Disc(radius) => {
                // boxed: 16 corners would make every rectangle as large
                PieceOutline::Disc {
                    middle: pose.middle,
                    outline: Box::new(Outline::disc(pose.middle, radius)),
                }
            }
        };
        TerrainPiece { ground, keywords: self.keywords }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PieceOutline {
    Rectangle(Tray),
    Disc { middle: Point, outline: Box<Outline<8>> },
}

/// A piece of terrain on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainPiece {
    ground: PieceOutline,
    keywords: Keywords,
}

impl TerrainPiece {
    /// Returns the keywords.
    pub const fn keywords(&self) -> Keywords {
        self.keywords
    }

    /// Returns whether the piece has a keyword.
    pub const fn is(&self, keyword: Keyword) -> bool {
        self.keywords.has(keyword)
    }

    /// Returns where the piece lies; a disc faces north.
    pub fn pose(&self) -> Pose {
        match &self.ground {
            PieceOutline::Rectangle(tray) => tray.pose(),
            PieceOutline::Disc { middle, .. } => Pose { middle: *middle, ..Pose::default() },
        }
    }

    /// Returns the outline for geometric predicates.
    pub fn shape(&self) -> Shape<'_> {
        match &self.ground {
            PieceOutline::Rectangle(tray) => tray.shape(),
            PieceOutline::Disc { outline, .. } => outline.shape(),
        }
    }

    /// Returns the piece without keywords, as after its removal (A10.5).
    #[must_use]
    pub(crate) fn cleared(&self) -> Self {
        Self { ground: self.ground.clone(), keywords: Keywords::default() }
    }

    /// Returns whether the piece has any keyword; a removed piece has none.
    pub(crate) fn is_present(&self) -> bool {
        self.keywords != Keywords::default()
    }

    /// Returns the piece after rotating the table by 180°.
    #[must_use]
    pub fn rotated_180(&self) -> Self {
        let ground = match &self.ground {
            PieceOutline::Rectangle(tray) => PieceOutline::Rectangle(tray.rotated_180()),
            PieceOutline::Disc { middle, outline } => PieceOutline::Disc {
                middle: middle.rotated_180(),
                outline: Box::new(outline.rotated_180()),
            },
        };
        Self { ground, keywords: self.keywords }
    }
}
