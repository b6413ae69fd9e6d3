//! Finds the card of a name in a list.
//!
//! Names are searched as everywhere (`catalogue/search.rs`). Of several cards of a name the list
//! means the one of its faction, else a neutral one: an army may have no others (A11.2).

use super::attachment_cost;
use super::raw_list::{ListPiece, PieceRole, RawEntry};
use crate::catalogue::{
    Attachment, Card, Catalogue, FindError, FindResult, Ncu, Price, normalize_name,
};
use crate::document::Draft;
use warodds_games::asoiaf::army::{NEUTRAL, is_one_army};

/// The card that a name identifies.
pub(super) enum ResolvedEntry<'c> {
    /// A combat unit.
    Unit(&'c Card),
    /// An attachment.
    Attachment(&'c Attachment),
    /// An NCU.
    Ncu(&'c Ncu),
}

/// Finds the cards of names in a list.
#[derive(Clone, Copy)]
pub(super) struct NameResolver<'c> {
    /// The cards that are searched.
    pub catalogue: &'c Catalogue,
    /// The faction of the army, if known.
    pub faction: Option<&'c str>,
}

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
        let name = raw.name.as_str();
        let found = match role {
            PieceRole::Unit => self.unit(raw).map(ResolvedEntry::Unit),
            PieceRole::Attachment | PieceRole::Unattached => {
                self.find_attachment_version(raw).map(ResolvedEntry::Attachment)
            }
            PieceRole::Ncu => self.ncu(name).map(ResolvedEntry::Ncu),
            PieceRole::Any => self.find_any(raw),
        };
        // exports write attachments below their units, under the heading of units
        let found = match (found, role) {
            (Err(error), PieceRole::Unit) if !matches!(error, FindError::Ambiguous { .. }) => {
                self.find_attachment_version(raw).map(ResolvedEntry::Attachment).map_err(|_| error)
            }
            (found, _) => found,
        };
        found.map_err(|error| fault(raw, role, &error))
    }

    /// Finds a card of any kind: one of exactly that name, else a unit, else an attachment or an
    /// NCU, chosen by cost if both exist.
    fn find_any(self, raw: &RawEntry) -> Result<ResolvedEntry<'c>, FindError> {
        let (unit, attachment, ncu) =
            (self.unit(raw), self.find_attachment_version(raw), self.ncu(&raw.name));
        if let Some(found) = self.exact_match(raw, (&unit, &attachment, &ncu)) {
            return Ok(found);
        }
        let is_cost = |cost: u8| raw.cost == Some(cost);
        match (unit, attachment, ncu) {
            (Ok(card), ..) => Ok(ResolvedEntry::Unit(card)),
            (Err(error @ FindError::Ambiguous { .. }), ..) => Err(error),
            (_, Ok(one), Ok(ncu)) => match [attachment_cost(one), ncu.cost.get()].map(is_cost) {
                [true, false] => Ok(ResolvedEntry::Attachment(one)),
                [false, true] => Ok(ResolvedEntry::Ncu(ncu)),
                _ => Err(ambiguous(raw, one, ncu)),
            },
            (_, Err(error @ FindError::Ambiguous { .. }), Ok(ncu)) => {
                if is_cost(ncu.cost.get()) {
                    Ok(ResolvedEntry::Ncu(ncu))
                } else {
                    Err(error)
                }
            }
            (_, Ok(one), Err(error @ FindError::Ambiguous { .. })) => {
                if is_cost(attachment_cost(one)) {
                    Ok(ResolvedEntry::Attachment(one))
                } else {
                    Err(error)
                }
            }
            (_, Ok(one), Err(_)) => Ok(ResolvedEntry::Attachment(one)),
            (_, Err(_), Ok(ncu)) => Ok(ResolvedEntry::Ncu(ncu)),
            (Err(unit), Err(attachment), Err(ncu)) => Err(merge_errors([unit, attachment, ncu])),
        }
    }

    /// Returns the found card of exactly that name, unless several have it.
    fn exact_match(
        self,
        raw: &RawEntry,
        (unit, attachment, ncu): (
            &FindResult<'c, Card>,
            &FindResult<'c, Attachment>,
            &FindResult<'c, Ncu>,
        ),
    ) -> Option<ResolvedEntry<'c>> {
        let target = normalize_name(&raw.name);
        let is_it = |name: &str| normalize_name(name) == target;
        let unit = unit.as_ref().ok().filter(|card| is_it(&card.unit.name));
        let attachment = attachment.as_ref().ok().filter(|one| is_it(&one.full_name()));
        let ncu = ncu.as_ref().ok().filter(|ncu| is_it(&ncu.full_name()));
        match (unit, attachment, ncu) {
            (Some(card), None, None) => Some(ResolvedEntry::Unit(card)),
            (None, Some(one), None) => Some(ResolvedEntry::Attachment(one)),
            (None, None, Some(ncu)) => Some(ResolvedEntry::Ncu(ncu)),
            // a unit and an attachment of one name: the attachment only if its cost is listed
            (Some(_), Some(one), None) if raw.cost == Some(attachment_cost(one)) => {
                Some(ResolvedEntry::Attachment(one))
            }
            _ => None,
        }
    }

    /// Returns the faction of all pieces whose name has one card, neutral ones aside. Returns
    /// `None` if they are of several factions.
    pub(super) fn faction_of(self, pieces: &[ListPiece]) -> Option<&'c str> {
        let found = pieces.iter().filter_map(|piece| self.resolve(&piece.raw, piece.role).ok());
        let mut factions = found.map(|found| match found {
            ResolvedEntry::Unit(card) => card.origin.faction.as_str(),
            ResolvedEntry::Attachment(one) => one.origin.faction.as_str(),
            ResolvedEntry::Ncu(ncu) => ncu.origin.faction.as_str(),
        });
        let mut factions = factions.by_ref().filter(|faction| *faction != NEUTRAL);
        let first = factions.next()?;
        factions.all(|other| other == first).then_some(first)
    }

    /// Whether no card has a similar name.
    pub(super) fn is_like_nothing(self, raw: &RawEntry) -> bool {
        let name = raw.name.as_str();
        let is_unlike = |error: &FindError| match error {
            FindError::Unknown { nearest, .. } => nearest.is_empty(),
            _ => false,
        };
        self.unit(raw).is_err_and(|error| is_unlike(&error))
            && self.attachment(name).is_err_and(|error| is_unlike(&error))
            && self.ncu(name).is_err_and(|error| is_unlike(&error))
    }

    /// Finds an attachment. Of several versions of a character the list means the one of its cost,
    /// or the commander if it is marked as such.
    fn find_attachment_version(self, raw: &RawEntry) -> FindResult<'c, Attachment> {
        let found = self.attachment(&raw.name);
        let Err(FindError::Ambiguous { .. }) = found else { return found };
        let name = normalize_name(&raw.name);
        let fits = |one: &&Attachment| {
            let commands = one.price == Price::Commander;
            let fits = match (raw.commands, raw.cost) {
                (true, _) => commands,
                (false, Some(cost)) => attachment_cost(one) == cost,
                (false, None) => false,
            };
            let own = self.faction.is_none_or(|own| is_one_army(own, &one.origin.faction));
            fits && own && normalize_name(&one.name) == name
        };
        let mut fitting = self.catalogue.attachments().filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Ok(only),
            _ => found,
        }
    }

    /// Finds a unit. A commander may have a card of his own as commander.
    fn unit(self, raw: &RawEntry) -> FindResult<'c, Card> {
        let own = |name: &str| self.prefer_own(name, |name| self.catalogue.find(name));
        let commander = || own(&format!("{} (commander)", raw.name)).ok();
        let commander = if raw.commands { commander() } else { None };
        commander.map_or_else(|| own(&raw.name), Ok)
    }

    fn attachment(self, name: &str) -> FindResult<'c, Attachment> {
        self.prefer_own(name, |name| self.catalogue.find_attachment(name))
    }

    fn ncu(self, name: &str) -> FindResult<'c, Ncu> {
        self.prefer_own(name, |name| self.catalogue.find_ncu(name))
    }

    /// Searches; of several cards takes the one of the army's faction, else a neutral one.
    fn prefer_own<T>(
        self,
        name: &str,
        find: impl Fn(&str) -> FindResult<'c, T>,
    ) -> FindResult<'c, T> {
        let found = find(name);
        let Err(FindError::Ambiguous { .. }) = found else { return found };
        // the name of the faction in front makes the search prefer its cards
        let factions = self.faction.into_iter().chain([NEUTRAL]);
        let mut own = factions.filter_map(|faction| find(&format!("{faction} {name}")).ok());
        own.next().map_or(found, Ok)
    }
}

/// Merges the errors of the searches for a unit, an attachment and an NCU.
fn merge_errors(errors: [FindError; 3]) -> FindError {
    let (mut query, mut near, mut ambiguous) = (String::new(), Vec::new(), None);
    for error in errors {
        match error {
            FindError::Unknown { query: shown, nearest, .. } => {
                query = shown;
                near.extend(nearest.into_iter().next());
            }
            error => ambiguous = ambiguous.or(Some(error)),
        }
    }
    let what = "unit, attachment or NCU";
    ambiguous.unwrap_or(FindError::Unknown { what, query, nearest: near })
}

/// The error of a name that an attachment and an NCU share.
fn ambiguous(raw: &RawEntry, one: &Attachment, ncu: &Ncu) -> FindError {
    let attachment = format!("{} (the attachment {})", one.id, one.full_name());
    let ncu = format!("{} (the NCU {})", ncu.id, ncu.full_name());
    FindError::Ambiguous { query: raw.name.clone(), candidates: vec![attachment, ncu] }
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
        FindError::Ambiguous { query, candidates } => {
            Draft::new(&raw.span, format!("`{query}` may be any of {}", candidates.len()))
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
        "`warodds units` lists units, `warodds units --attachments` attachments; a line after # is a \
         remark"
            .to_owned()
    } else {
        format!("did you mean {}?", quoted.join(" or "))
    }
}
