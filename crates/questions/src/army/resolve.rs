//! The card of a name in a list.
//!
//! A name is looked for as everywhere (see the search of the catalogue). Where several cards have
//! it, that of the army's own faction is meant, else a neutral one: no others may be in it (A11.2).

use super::attachment_cost;
use super::raw_list::{PieceRole, RawEntry, RawPiece};
use crate::catalogue::{
    Attachment, Card, Catalogue, FindError, FindResult, Ncu, Price, normalize_name,
};
use crate::document::Draft;
use warodds_games::asoiaf::army::{NEUTRAL, is_one_army};

/// What a name is.
pub(super) enum ResolvedEntry<'c> {
    /// A combat unit.
    Unit(&'c Card),
    /// An attachment.
    Attachment(&'c Attachment),
    /// An NCU.
    Ncu(&'c Ncu),
}

/// Where names are looked for.
#[derive(Clone, Copy)]
pub(super) struct NameResolver<'c> {
    /// The cards.
    pub catalogue: &'c Catalogue,
    /// The faction of the army, where it is known.
    pub faction: Option<&'c str>,
}

impl<'c> NameResolver<'c> {
    /// What a piece is.
    ///
    /// # Errors
    /// When nothing of its role has that name, or more than one.
    pub(super) fn meant(self, raw: &RawEntry, role: PieceRole) -> Result<ResolvedEntry<'c>, Draft> {
        let name = raw.name.as_str();
        let found = match role {
            PieceRole::Unit => self.unit(raw).map(ResolvedEntry::Unit),
            PieceRole::Attachment | PieceRole::Unattached => {
                self.version(raw).map(ResolvedEntry::Attachment)
            }
            PieceRole::Ncu => self.ncu(name).map(ResolvedEntry::Ncu),
            PieceRole::Any => self.any(raw),
        };
        // under a heading of units a line may be the attachment of the one above it
        let found = match (found, role) {
            (Err(error), PieceRole::Unit) if !matches!(error, FindError::Ambiguous { .. }) => {
                self.version(raw).map(ResolvedEntry::Attachment).map_err(|_| error)
            }
            (found, _) => found,
        };
        found.map_err(|error| fault(raw, role, &error))
    }

    /// Whatever has that name: what is called just that, else a unit, else an attachment or an NCU,
    /// of which the cost tells where both may be meant.
    fn any(self, raw: &RawEntry) -> Result<ResolvedEntry<'c>, FindError> {
        let (unit, attachment, ncu) = (self.unit(raw), self.version(raw), self.ncu(&raw.name));
        if let Some(meant) = self.whole(raw, (&unit, &attachment, &ncu)) {
            return Ok(meant);
        }
        let is_cost = |cost: u8| raw.cost == Some(cost);
        match (unit, attachment, ncu) {
            (Ok(card), ..) => Ok(ResolvedEntry::Unit(card)),
            (Err(error @ FindError::Ambiguous { .. }), ..) => Err(error),
            (_, Ok(one), Ok(ncu)) => match [attachment_cost(one), ncu.cost.get()].map(is_cost) {
                [true, false] => Ok(ResolvedEntry::Attachment(one)),
                [false, true] => Ok(ResolvedEntry::Ncu(ncu)),
                _ => Err(either(raw, one, ncu)),
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
            (Err(unit), Err(attachment), Err(ncu)) => Err(several([unit, attachment, ncu])),
        }
    }

    /// The one of those found that is called just that; none where several are.
    fn whole(
        self,
        raw: &RawEntry,
        (unit, attachment, ncu): (
            &FindResult<'c, Card>,
            &FindResult<'c, Attachment>,
            &FindResult<'c, Ncu>,
        ),
    ) -> Option<ResolvedEntry<'c>> {
        let wanted = normalize_name(&raw.name);
        let is_it = |name: &str| normalize_name(name) == wanted;
        let unit = unit.as_ref().ok().filter(|card| is_it(&card.unit.name));
        let attachment = attachment.as_ref().ok().filter(|one| is_it(&one.full_name()));
        let ncu = ncu.as_ref().ok().filter(|ncu| is_it(&ncu.full_name()));
        match (unit, attachment, ncu) {
            (Some(card), None, None) => Some(ResolvedEntry::Unit(card)),
            (None, Some(one), None) => Some(ResolvedEntry::Attachment(one)),
            (None, None, Some(ncu)) => Some(ResolvedEntry::Ncu(ncu)),
            // a unit and an attachment of one name: the cost tells, or it is the unit
            (Some(_), Some(one), None) if raw.cost == Some(attachment_cost(one)) => {
                Some(ResolvedEntry::Attachment(one))
            }
            _ => None,
        }
    }

    /// The faction that all names are of which mean one thing alone, neutrals left out; none where
    /// they are of several.
    pub(super) fn faction_of(self, pieces: &[RawPiece]) -> Option<&'c str> {
        let found = pieces.iter().filter_map(|piece| self.meant(&piece.raw, piece.role).ok());
        let mut factions = found.map(|meant| match meant {
            ResolvedEntry::Unit(card) => card.origin.faction.as_str(),
            ResolvedEntry::Attachment(one) => one.origin.faction.as_str(),
            ResolvedEntry::Ncu(ncu) => ncu.origin.faction.as_str(),
        });
        let mut factions = factions.by_ref().filter(|faction| *faction != NEUTRAL);
        let first = factions.next()?;
        factions.all(|other| other == first).then_some(first)
    }

    /// Whether a name is not even like that of anything.
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

    /// The attachment of a name; of several versions of a character the one that what is said of
    /// it fits: a commander, or its cost.
    fn version(self, raw: &RawEntry) -> FindResult<'c, Attachment> {
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

    /// The unit of a name; who commands may have a card of his own for it.
    fn unit(self, raw: &RawEntry) -> FindResult<'c, Card> {
        let own = |name: &str| self.own(name, |name| self.catalogue.find(name));
        let commander = || own(&format!("{} (commander)", raw.name)).ok();
        let commander = if raw.commands { commander() } else { None };
        commander.map_or_else(|| own(&raw.name), Ok)
    }

    fn attachment(self, name: &str) -> FindResult<'c, Attachment> {
        self.own(name, |name| self.catalogue.find_attachment(name))
    }

    fn ncu(self, name: &str) -> FindResult<'c, Ncu> {
        self.own(name, |name| self.catalogue.find_ncu(name))
    }

    /// What a search finds, of several the army's own or a neutral one.
    fn own<T>(self, name: &str, find: impl Fn(&str) -> FindResult<'c, T>) -> FindResult<'c, T> {
        let found = find(name);
        let Err(FindError::Ambiguous { .. }) = found else { return found };
        let factions = self.faction.into_iter().chain([NEUTRAL]);
        let mut own = factions.filter_map(|faction| find(&format!("{faction} {name}")).ok());
        own.next().map_or(found, Ok)
    }
}

/// What several searches say that all found nothing, or too much.
fn several(errors: [FindError; 3]) -> FindError {
    let (mut given, mut near, mut ambiguous) = (String::new(), Vec::new(), None);
    for error in errors {
        match error {
            FindError::Unknown { given: shown, nearest, .. } => {
                given = shown;
                near.extend(nearest.into_iter().next());
            }
            error => ambiguous = ambiguous.or(Some(error)),
        }
    }
    let what = "unit, attachment or NCU";
    ambiguous.unwrap_or(FindError::Unknown { what, given, nearest: near })
}

/// A name that an attachment and an NCU have.
fn either(raw: &RawEntry, one: &Attachment, ncu: &Ncu) -> FindError {
    let attachment = format!("{} (the attachment {})", one.id, one.full_name());
    let ncu = format!("{} (the NCU {})", ncu.id, ncu.full_name());
    FindError::Ambiguous { given: raw.name.clone(), candidates: vec![attachment, ncu] }
}

/// The fault of a name that means nothing, or several things.
fn fault(raw: &RawEntry, role: PieceRole, error: &FindError) -> Draft {
    let what = match role {
        PieceRole::Unit => "unit",
        PieceRole::Attachment | PieceRole::Unattached => "attachment",
        PieceRole::Ncu => "NCU",
        PieceRole::Any => "unit, attachment or NCU",
    };
    match error {
        FindError::Unknown { given, nearest, .. } => {
            Draft::new(&raw.span, format!("there is no {what} `{given}`"))
                .label("not known")
                .help(offered(nearest))
        }
        FindError::Ambiguous { given, candidates } => {
            Draft::new(&raw.span, format!("`{given}` may be any of {}", candidates.len()))
                .label("not one only")
                .help(format!("write the id or the whole name of one: {}", some(candidates)))
        }
        FindError::Attachment { names, .. } => {
            Draft::new(&raw.span, format!("{} is an attachment and no unit", names.join(" or ")))
                .label("an attachment")
                .help("name the unit that it joins, and the attachment with it")
        }
        FindError::Join(error) => Draft::new(&raw.span, error.to_string()),
        FindError::Ncu { name, .. } => {
            Draft::new(&raw.span, format!("{name} is an NCU and no unit"))
                .label("an NCU")
                .help("name it among the NCUs")
        }
    }
}

/// The first of some candidates.
fn some(candidates: &[String]) -> String {
    const TOLD: usize = 4;
    let told: Vec<&str> = candidates.iter().take(TOLD).map(String::as_str).collect();
    let more = candidates.len().saturating_sub(TOLD);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    format!("{}{more}", told.join("; "))
}

/// What may be meant.
fn offered(nearest: &[String]) -> String {
    let quoted: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
    if quoted.is_empty() {
        "`warodds units` lists units, `warodds units --attachments` attachments; a line behind # is \
         left out"
            .to_owned()
    } else {
        format!("did you mean {}?", quoted.join(" or "))
    }
}
