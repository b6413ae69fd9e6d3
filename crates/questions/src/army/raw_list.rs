//! A list as it is written: pieces by name, before anybody looks for their cards.

use crate::document::Span;

/// A name, and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RawEntry {
    /// The name.
    pub name: String,
    /// Its cost, where that is said.
    pub cost: Option<u8>,
    /// Whether it is said to command.
    pub commands: bool,
    /// Where it stands.
    pub span: Span,
}

/// What a piece is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceRole {
    /// A combat unit.
    Unit,
    /// An attachment of the unit before it.
    Attachment,
    /// An attachment of which no unit is told.
    Unattached,
    /// An NCU.
    Ncu,
    /// Nothing: its name must tell.
    Any,
}

/// A piece of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RawPiece {
    /// What it is called.
    pub raw: RawEntry,
    /// What it is said to be.
    pub role: PieceRole,
}

impl RawPiece {
    /// Whether nothing is said of it but its name.
    pub(super) const fn is_bare(&self) -> bool {
        matches!(self.role, PieceRole::Any) && self.raw.cost.is_none() && !self.raw.commands
    }
}

/// A list as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RawList {
    /// What its player calls it.
    pub title: Option<String>,
    /// Its faction.
    pub faction: Option<RawEntry>,
    /// The points it may cost.
    pub points: Option<(u16, Span)>,
    /// Who commands.
    pub commander: Option<RawEntry>,
    /// Its pieces in their order.
    pub pieces: Vec<RawPiece>,
}

/// The most pieces of a list: far more than any army has.
pub(super) const MOST_PIECES: usize = 200;

/// The most points of a list.
pub(super) const MOST_POINTS: i64 = 1000;
