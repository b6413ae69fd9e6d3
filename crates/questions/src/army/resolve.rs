//! The card of a name in a list.
//!
//! A name is looked for as everywhere (see the search of the catalogue). Where several cards have
//! it, that of the army's own faction is meant, else a neutral one: no others may be in it (A11.2).

use super::attachment_cost;
use super::written::{Piece, Role, Said};
use crate::catalogue::{Attachment, Card, Catalogue, Found, Ncu, NotFound, Price, plain};
use crate::document::Draft;
use warodds_games::asoiaf::army::{NEUTRAL, is_one_army};

/// What a name is.
pub(super) enum Meant<'c> {
    /// A combat unit.
    Unit(&'c Card),
    /// An attachment.
    Attachment(&'c Attachment),
    /// An NCU.
    Ncu(&'c Ncu),
}

/// Where names are looked for.
#[derive(Clone, Copy)]
pub(super) struct Names<'c> {
    /// The cards.
    pub catalogue: &'c Catalogue,
    /// The faction of the army, where it is known.
    pub faction: Option<&'c str>,
}

impl<'c> Names<'c> {
    /// What a piece is.
    ///
    /// # Errors
    /// When nothing of its role has that name, or more than one.
    pub(super) fn meant(self, said: &Said, role: Role) -> Result<Meant<'c>, Draft> {
        let name = said.name.as_str();
        let found = match role {
            Role::Unit => self.unit(said).map(Meant::Unit),
            Role::Attachment | Role::Unattached => self.version(said).map(Meant::Attachment),
            Role::Ncu => self.ncu(name).map(Meant::Ncu),
            Role::Any => self.any(said),
        };
        // under a heading of units a line may be the attachment of the one above it
        let found = match (found, role) {
            (Err(error), Role::Unit) if !matches!(error, NotFound::Ambiguous { .. }) => {
                self.version(said).map(Meant::Attachment).map_err(|_| error)
            }
            (found, _) => found,
        };
        found.map_err(|error| fault(said, role, &error))
    }

    /// Whatever has that name: what is called just that, else a unit, else an attachment or an NCU,
    /// of which the cost tells where both may be meant.
    fn any(self, said: &Said) -> Result<Meant<'c>, NotFound> {
        let (unit, attachment, ncu) = (self.unit(said), self.version(said), self.ncu(&said.name));
        if let Some(meant) = self.whole(said, (&unit, &attachment, &ncu)) {
            return Ok(meant);
        }
        let is_cost = |cost: u8| said.cost == Some(cost);
        match (unit, attachment, ncu) {
            (Ok(card), ..) => Ok(Meant::Unit(card)),
            (Err(error @ NotFound::Ambiguous { .. }), ..) => Err(error),
            (_, Ok(one), Ok(ncu)) => match [attachment_cost(one), ncu.cost.get()].map(is_cost) {
                [true, false] => Ok(Meant::Attachment(one)),
                [false, true] => Ok(Meant::Ncu(ncu)),
                _ => Err(either(said, one, ncu)),
            },
            (_, Err(error @ NotFound::Ambiguous { .. }), Ok(ncu)) => {
                if is_cost(ncu.cost.get()) {
                    Ok(Meant::Ncu(ncu))
                } else {
                    Err(error)
                }
            }
            (_, Ok(one), Err(error @ NotFound::Ambiguous { .. })) => {
                if is_cost(attachment_cost(one)) { Ok(Meant::Attachment(one)) } else { Err(error) }
            }
            (_, Ok(one), Err(_)) => Ok(Meant::Attachment(one)),
            (_, Err(_), Ok(ncu)) => Ok(Meant::Ncu(ncu)),
            (Err(unit), Err(attachment), Err(ncu)) => Err(several([unit, attachment, ncu])),
        }
    }

    /// The one of those found that is called just that; none where several are.
    fn whole(
        self,
        said: &Said,
        (unit, attachment, ncu): (&Found<'c, Card>, &Found<'c, Attachment>, &Found<'c, Ncu>),
    ) -> Option<Meant<'c>> {
        let wanted = plain(&said.name);
        let is_it = |name: &str| plain(name) == wanted;
        let unit = unit.as_ref().ok().filter(|card| is_it(&card.unit.name));
        let attachment = attachment.as_ref().ok().filter(|one| is_it(&one.full_name()));
        let ncu = ncu.as_ref().ok().filter(|ncu| is_it(&ncu.full_name()));
        match (unit, attachment, ncu) {
            (Some(card), None, None) => Some(Meant::Unit(card)),
            (None, Some(one), None) => Some(Meant::Attachment(one)),
            (None, None, Some(ncu)) => Some(Meant::Ncu(ncu)),
            // a unit and an attachment of one name: the cost tells, or it is the unit
            (Some(_), Some(one), None) if said.cost == Some(attachment_cost(one)) => {
                Some(Meant::Attachment(one))
            }
            _ => None,
        }
    }

    /// The faction that all names are of which mean one thing alone, neutrals left out; none where
    /// they are of several.
    pub(super) fn faction_of(self, pieces: &[Piece]) -> Option<&'c str> {
        let found = pieces.iter().filter_map(|piece| self.meant(&piece.said, piece.role).ok());
        let mut factions = found.map(|meant| match meant {
            Meant::Unit(card) => card.origin.faction.as_str(),
            Meant::Attachment(one) => one.origin.faction.as_str(),
            Meant::Ncu(ncu) => ncu.origin.faction.as_str(),
        });
        let mut factions = factions.by_ref().filter(|faction| *faction != NEUTRAL);
        let first = factions.next()?;
        factions.all(|other| other == first).then_some(first)
    }

    /// Whether a name is not even like that of anything.
    pub(super) fn is_like_nothing(self, said: &Said) -> bool {
        let name = said.name.as_str();
        let is_unlike = |error: &NotFound| match error {
            NotFound::Unknown { nearest, .. } => nearest.is_empty(),
            _ => false,
        };
        self.unit(said).is_err_and(|error| is_unlike(&error))
            && self.attachment(name).is_err_and(|error| is_unlike(&error))
            && self.ncu(name).is_err_and(|error| is_unlike(&error))
    }

    /// The attachment of a name; of several versions of a character the one that what is said of
    /// it fits: a commander, or its cost.
    fn version(self, said: &Said) -> Found<'c, Attachment> {
        let found = self.attachment(&said.name);
        let Err(NotFound::Ambiguous { .. }) = found else { return found };
        let name = plain(&said.name);
        let fits = |one: &&Attachment| {
            let commands = one.price == Price::Commander;
            let fits = match (said.commands, said.cost) {
                (true, _) => commands,
                (false, Some(cost)) => attachment_cost(one) == cost,
                (false, None) => false,
            };
            let own = self.faction.is_none_or(|own| is_one_army(own, &one.origin.faction));
            fits && own && plain(&one.name) == name
        };
        let mut fitting = self.catalogue.attachments().filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Ok(only),
            _ => found,
        }
    }

    /// The unit of a name; who commands may have a card of his own for it.
    fn unit(self, said: &Said) -> Found<'c, Card> {
        let own = |name: &str| self.own(name, |name| self.catalogue.find(name));
        let commander = || own(&format!("{} (commander)", said.name)).ok();
        let commander = if said.commands { commander() } else { None };
        commander.map_or_else(|| own(&said.name), Ok)
    }

    fn attachment(self, name: &str) -> Found<'c, Attachment> {
        self.own(name, |name| self.catalogue.find_attachment(name))
    }

    fn ncu(self, name: &str) -> Found<'c, Ncu> {
        self.own(name, |name| self.catalogue.find_ncu(name))
    }

    /// What a search finds, of several the army's own or a neutral one.
    fn own<T>(self, name: &str, find: impl Fn(&str) -> Found<'c, T>) -> Found<'c, T> {
        let found = find(name);
        let Err(NotFound::Ambiguous { .. }) = found else { return found };
        let factions = self.faction.into_iter().chain([NEUTRAL]);
        let mut own = factions.filter_map(|faction| find(&format!("{faction} {name}")).ok());
        own.next().map_or(found, Ok)
    }
}

/// What several searches say that all found nothing, or too much.
fn several(errors: [NotFound; 3]) -> NotFound {
    let (mut given, mut near, mut ambiguous) = (String::new(), Vec::new(), None);
    for error in errors {
        match error {
            NotFound::Unknown { given: shown, nearest, .. } => {
                given = shown;
                near.extend(nearest.into_iter().next());
            }
            error => ambiguous = ambiguous.or(Some(error)),
        }
    }
    let what = "unit, attachment or NCU";
    ambiguous.unwrap_or(NotFound::Unknown { what, given, nearest: near })
}

/// A name that an attachment and an NCU have.
fn either(said: &Said, one: &Attachment, ncu: &Ncu) -> NotFound {
    let attachment = format!("{} (the attachment {})", one.id, one.full_name());
    let ncu = format!("{} (the NCU {})", ncu.id, ncu.full_name());
    NotFound::Ambiguous { given: said.name.clone(), candidates: vec![attachment, ncu] }
}

/// The fault of a name that means nothing, or several things.
fn fault(said: &Said, role: Role, error: &NotFound) -> Draft {
    let what = match role {
        Role::Unit => "unit",
        Role::Attachment | Role::Unattached => "attachment",
        Role::Ncu => "NCU",
        Role::Any => "unit, attachment or NCU",
    };
    match error {
        NotFound::Unknown { given, nearest, .. } => {
            Draft::new(&said.span, format!("there is no {what} `{given}`"))
                .label("not known")
                .help(offered(nearest))
        }
        NotFound::Ambiguous { given, candidates } => {
            Draft::new(&said.span, format!("`{given}` may be any of {}", candidates.len()))
                .label("not one only")
                .help(format!("write the id or the whole name of one: {}", some(candidates)))
        }
        NotFound::Attachment { names, .. } => {
            Draft::new(&said.span, format!("{} is an attachment and no unit", names.join(" or ")))
                .label("an attachment")
                .help("name the unit that it joins, and the attachment with it")
        }
        NotFound::Join(error) => Draft::new(&said.span, error.to_string()),
        NotFound::Ncu { name, .. } => {
            Draft::new(&said.span, format!("{name} is an NCU and no unit"))
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
