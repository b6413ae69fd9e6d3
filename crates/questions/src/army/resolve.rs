//! Finds the card of a name in a list.
//!
//! Names are searched as everywhere (`catalogue/search.rs`), but a single word must be a whole name:
//! a leftover of an export must not become a card. Of several cards of a name the list means one of
//! its faction or a neutral one (A11.2), and of these the one of the listed cost, then the one of its
//! faction.

use super::raw_list::{ListPiece, PieceRole, RawEntry};
use crate::catalogue::{Attachment, Card, Catalogue, FindError, Ncu, Price, normalize_name};
use crate::document::Draft;
use warodds_games::asoiaf::army::{NEUTRAL, is_one_army};

/// The card that a name identifies.
#[derive(Clone, Copy)]
pub(super) enum ResolvedEntry<'c> {
    /// A combat unit.
    Unit(&'c Card),
    /// An attachment.
    Attachment(&'c Attachment),
    /// An NCU.
    Ncu(&'c Ncu),
}

impl<'c> ResolvedEntry<'c> {
    fn faction(self) -> &'c str {
        match self {
            Self::Unit(card) => &card.origin.faction,
            Self::Attachment(attachment) => &attachment.origin.faction,
            Self::Ncu(ncu) => &ncu.origin.faction,
        }
    }

    /// Returns the name with its title.
    pub(super) fn full_name(self) -> String {
        match self {
            Self::Unit(card) => card.full_name(),
            Self::Attachment(attachment) => attachment.full_name(),
            Self::Ncu(ncu) => ncu.full_name(),
        }
    }

    /// Whether a normalized text is the name without title.
    fn is_named(self, name: &str) -> bool {
        let own = match self {
            Self::Unit(card) => &card.unit.name,
            Self::Attachment(attachment) => &attachment.name,
            Self::Ncu(ncu) => &ncu.name,
        };
        normalize_name(own) == name
    }

    fn cost(self) -> Option<u8> {
        match self {
            Self::Unit(card) => card.unit.cost.map(|cost| cost.get()),
            Self::Attachment(attachment) => Some(attachment.points()),
            Self::Ncu(ncu) => Some(ncu.cost.get()),
        }
    }

    fn may_command(self) -> bool {
        match self {
            Self::Unit(card) => card.commander,
            Self::Attachment(attachment) => attachment.price == Price::Commander,
            Self::Ncu(ncu) => ncu.commander,
        }
    }

    /// Whether both are units, attachments or NCUs.
    fn is_kind_of(self, other: ResolvedEntry<'_>) -> bool {
        match self {
            Self::Unit(_) => matches!(other, ResolvedEntry::Unit(_)),
            Self::Attachment(_) => matches!(other, ResolvedEntry::Attachment(_)),
            Self::Ncu(_) => matches!(other, ResolvedEntry::Ncu(_)),
        }
    }

    fn describe(self) -> String {
        let (id, what) = match self {
            Self::Unit(card) => (&card.id, "unit"),
            Self::Attachment(attachment) => (&attachment.id, "attachment"),
            Self::Ncu(ncu) => (&ncu.id, "NCU"),
        };
        format!("{id} (the {what} {})", self.full_name())
    }
}

/// Finds the cards of names in a list.
#[derive(Clone, Copy)]
pub(super) struct NameResolver<'c> {
    /// The cards that are searched.
    pub catalogue: &'c Catalogue,
    /// The faction of the army, if known.
    pub faction: Option<&'c str>,
}

/// The cards that a name may mean; at least one.
type Candidates<'c> = Result<Vec<ResolvedEntry<'c>>, FindError>;

impl<'c> NameResolver<'c> {
    /// Finds the card of a piece.
    ///
    /// # Errors
    /// The fault if no card of that role has the name, or several have it.
    pub(super) fn resolve(
        self,
        raw: &RawEntry,
        role: PieceRole,
    ) -> Result<ResolvedEntry<'c>, Draft> {
        let found = self.candidates(raw, role).and_then(|cards| self.choose(raw, cards));
        found.map_err(|error| fault(raw, role, &error))
    }

    /// Returns the cards of a role that a name may mean.
    fn candidates(self, raw: &RawEntry, role: PieceRole) -> Candidates<'c> {
        match role {
            // exports write attachments below their units, under the heading of units
            PieceRole::Unit => self.units(raw).or_else(|error| {
                let attachments = self.attachments(raw).ok();
                attachments.ok_or_else(|| self.ncus(raw).map_or(error, |ncus| is_ncu(raw, &ncus)))
            }),
            PieceRole::Attachment => self.attachments(raw),
            // the units after a heading of attachments have none of their own in some exports
            PieceRole::Unattached => {
                self.attachments(raw).or_else(|error| self.units(raw).map_err(|_| error))
            }
            PieceRole::Ncu => self.ncus(raw),
            PieceRole::Any => self.of_any_kind(raw),
        }
    }

    fn of_any_kind(self, raw: &RawEntry) -> Candidates<'c> {
        let searches = [self.units(raw), self.attachments(raw), self.ncus(raw)];
        let (mut cards, mut errors) = (Vec::new(), Vec::new());
        for search in searches {
            match search {
                Ok(found) => cards.extend(found),
                Err(error) => errors.push(error),
            }
        }
        match <[FindError; 3]>::try_from(errors) {
            Ok(errors) => Err(FindError::of_any_kind(errors)),
            Err(_) => Ok(cards),
        }
    }

    /// Chooses among the cards of a name: by faction, by whole names, by the mark of a commander,
    /// by cost.
    fn choose(
        self,
        raw: &RawEntry,
        cards: Vec<ResolvedEntry<'c>>,
    ) -> Result<ResolvedEntry<'c>, FindError> {
        let name = normalize_name(&raw.name);
        let is_whole = |card: ResolvedEntry<'_>| normalize_name(&card.full_name()) == name;
        let cards = narrowed(cards, |card| {
            self.faction.is_some_and(|own| is_one_army(own, card.faction()))
        });
        let cards = self.without_twins(cards);
        let cards = narrowed(cards, |card| is_whole(card) || card.is_named(&name));
        let cards = narrowed(cards, |card| raw.commands && card.may_command());
        let cards = narrowed(cards, |card| raw.cost.is_some() && card.cost() == raw.cost);
        let cards = narrowed(cards, is_whole);
        // a name in a list is far more often a unit
        let cards = narrowed(cards, |card| matches!(card, ResolvedEntry::Unit(_)));
        let is_one_kind = cards.windows(2).all(|pair| match pair {
            [one, other] => one.is_kind_of(*other),
            _ => true,
        });
        // an attachment and an NCU of one name stay apart, whatever their factions
        let is_own = |card: ResolvedEntry<'_>| is_one_kind && self.faction == Some(card.faction());
        match narrowed(cards, is_own).as_slice() {
            [card] => Ok(*card),
            cards => Err(FindError::Ambiguous {
                query: raw.name.clone(),
                candidates: cards.iter().map(|card| card.describe()).collect(),
            }),
        }
    }

    /// Drops cards of other factions that have the kind and the name of one of the own faction.
    fn without_twins(self, cards: Vec<ResolvedEntry<'c>>) -> Vec<ResolvedEntry<'c>> {
        let is_own = |card: &ResolvedEntry<'_>| self.faction == Some(card.faction());
        let own: Vec<_> = cards.iter().copied().filter(is_own).collect();
        let is_twin = |card: &ResolvedEntry<'c>| {
            let is_same = |other: &ResolvedEntry<'c>| {
                other.is_kind_of(*card) && other.full_name() == card.full_name()
            };
            !is_own(card) && own.iter().any(is_same)
        };
        cards.into_iter().filter(|card| !is_twin(card)).collect()
    }

    /// Returns the faction of all pieces whose name has one card, neutral ones aside. Returns
    /// `None` if they are of several factions.
    pub(super) fn faction_of(self, pieces: &[ListPiece]) -> Option<&'c str> {
        let found = pieces.iter().filter_map(|piece| self.resolve(&piece.raw, piece.role).ok());
        let mut factions = found.map(ResolvedEntry::faction).filter(|faction| *faction != NEUTRAL);
        let first = factions.next()?;
        factions.all(|other| other == first).then_some(first)
    }

    /// Whether no card has a similar name.
    pub(super) fn is_like_nothing(self, raw: &RawEntry) -> bool {
        match self.of_any_kind(raw) {
            Err(FindError::Unknown { nearest, .. }) => nearest.is_empty(),
            _ => false,
        }
    }

    /// Finds units. A commander may have a card of his own as commander.
    fn units(self, raw: &RawEntry) -> Candidates<'c> {
        let named = |name: &str| self.catalogue.listed_units(name);
        let commander = raw.commands.then(|| named(&format!("{} (commander)", raw.name)).ok());
        let cards = commander.flatten().map_or_else(|| named(&raw.name), Ok)?;
        Ok(cards.into_iter().map(ResolvedEntry::Unit).collect())
    }

    fn attachments(self, raw: &RawEntry) -> Candidates<'c> {
        let cards = self.catalogue.listed_attachments(&raw.name)?;
        Ok(cards.into_iter().map(ResolvedEntry::Attachment).collect())
    }

    fn ncus(self, raw: &RawEntry) -> Candidates<'c> {
        let cards = self.catalogue.listed_ncus(&raw.name)?;
        Ok(cards.into_iter().map(ResolvedEntry::Ncu).collect())
    }
}

/// Keeps the cards that fit if some do, else all.
fn narrowed<'c>(
    mut cards: Vec<ResolvedEntry<'c>>,
    fits: impl Fn(ResolvedEntry<'c>) -> bool,
) -> Vec<ResolvedEntry<'c>> {
    if cards.iter().any(|card| fits(*card)) {
        cards.retain(|card| fits(*card));
    }
    cards
}

/// The error of an NCU among the units.
fn is_ncu(raw: &RawEntry, ncus: &[ResolvedEntry<'_>]) -> FindError {
    let name = ncus.first().map_or_else(String::new, |ncu| ncu.full_name());
    FindError::Ncu { query: raw.name.clone(), name }
}

/// Words the fault of a name that no card has, or several have.
fn fault(raw: &RawEntry, role: PieceRole, error: &FindError) -> Draft {
    let what = match role {
        PieceRole::Unit => "unit",
        PieceRole::Attachment | PieceRole::Unattached => "attachment",
        PieceRole::Ncu => "NCU",
        PieceRole::Any => "unit, attachment or NCU",
    };
    match error {
        FindError::Unknown { query, nearest, .. } => {
            Draft::new(&raw.span, format!("there is no {what} `{query}`"))
                .label("not known")
                .help(suggestion(nearest))
        }
        FindError::LaterSeason { .. } => {
            Draft::new(&raw.span, error.to_string()).label("of a later season")
        }
        FindError::Ambiguous { query, candidates } => {
            Draft::new(&raw.span, format!("`{query}` matches {} cards", candidates.len()))
                .label("several cards")
                .help(format!("write the id or the full name of one: {}", first_of(candidates)))
        }
        FindError::Attachment { names, .. } => {
            Draft::new(&raw.span, format!("{} is an attachment, not a unit", names.join(" or ")))
                .label("an attachment")
                .help("name the unit it joins, and the attachment after it")
        }
        FindError::Join(error) => Draft::new(&raw.span, error.to_string()),
        FindError::Ncu { name, .. } => {
            Draft::new(&raw.span, format!("{name} is an NCU, not a unit"))
                .label("an NCU")
                .help("name it among the NCUs")
        }
    }
}

/// Joins the first candidates and counts the others.
fn first_of(candidates: &[String]) -> String {
    const SHOWN: usize = 4;
    let shown: Vec<&str> = candidates.iter().take(SHOWN).map(String::as_str).collect();
    let more = candidates.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    format!("{}{more}", shown.join("; "))
}

/// Words the help for an unknown name: similar names, else how to list all.
fn suggestion(nearest: &[String]) -> String {
    let quoted: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
    if quoted.is_empty() {
        "`warodds units` lists units, and `warodds units --attachments` attachments; lines that \
         start with # are ignored"
            .to_owned()
    } else {
        format!("did you mean {}?", quoted.join(" or "))
    }
}
