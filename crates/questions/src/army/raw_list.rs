//! A list as written: pieces by name, before their cards are looked up.

use crate::document::Span;

/// A name in a list with what the list says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RawEntry {
    /// The name as written.
    pub name: String,
    /// The cost in points, if written.
    pub cost: Option<u8>,
    /// Whether it is marked as the commander.
    pub commands: bool,
    /// The position in the text.
    pub span: Span,
}

/// The kind of piece that a list announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceRole {
    /// A combat unit.
    Unit,
    /// An attachment of the unit before it.
    Attachment,
    /// An attachment without a unit.
    Unattached,
    /// An NCU.
    Ncu,
    /// Not announced: the name decides.
    Any,
}

/// A piece of a list as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListPiece {
    /// Name, cost and position.
    pub raw: RawEntry,
    /// The announced kind.
    pub role: PieceRole,
}

impl ListPiece {
    /// Whether the piece is a name and nothing else.
    pub(super) const fn is_bare(&self) -> bool {
        self.is_of_head() && self.raw.cost.is_none()
    }

    /// Whether the piece may be a title: no heading is above it, and it is not marked.
    pub(super) const fn is_of_head(&self) -> bool {
        matches!(self.role, PieceRole::Any) && !self.raw.commands
    }

    /// Whether the piece may be the first line of a name: what is said about it follows below.
    pub(super) const fn is_first_line(&self) -> bool {
        self.raw.cost.is_none() && !self.raw.commands
    }
}

/// A list as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RawList {
    /// The title.
    pub title: Option<String>,
    /// The faction.
    pub faction: Option<RawEntry>,
    /// The limit of points with its position.
    pub points: Option<(u16, Span)>,
    /// The commander.
    pub commander: Option<RawEntry>,
    /// The unit that the commander is said to be in.
    pub host: Option<RawEntry>,
    /// The pieces in list order.
    pub pieces: Vec<ListPiece>,
}

/// The most pieces of a list. Armies have about ten; the bound keeps a hostile file cheap.
pub(super) const MOST_PIECES: usize = 200;

/// The largest limit of points.
pub(super) const MOST_POINTS: i64 = 1000;
