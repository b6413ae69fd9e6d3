//! Units as questions name them: a card with its attachments, `UNIT + ATTACHMENT`.
//!
//! Answers print units in the same form, so that printed names can be used in questions.

use super::catalogue_entry::CatalogueEntry;
use super::entry::{Attachment, Card};
use super::find_error::FindError;
use super::{Catalogue, normalize_name};
use warodds_games::asoiaf::Unit;
use warodds_games::asoiaf::army::NEUTRAL;

/// The separator of a unit and its attachments.
const PLUS: char = '+';

/// A unit found by name: a card with its attachments.
#[derive(Clone, Debug)]
pub struct NamedUnit<'c> {
    /// The card of the unit.
    pub card: &'c Card,
    /// The attachments in the order of the name.
    pub attachments: Vec<&'c Attachment>,
    /// The unit with its attachments.
    pub unit: Unit,
}

impl NamedUnit<'_> {
    /// Returns the ids of card and attachments joined by `+`.
    pub fn id(&self) -> String {
        let ids = self.attachments.iter().map(|one| one.id.as_str());
        std::iter::once(self.card.id.as_str()).chain(ids).collect::<Vec<_>>().join("+")
    }

    /// Splits into id, faction and unit.
    pub fn into_parts(self) -> (String, String, Unit) {
        (self.id(), self.card.origin.faction.clone(), self.unit)
    }
}

impl Catalogue {
    /// Builds the unit of a card. The name of an older card ends with its season.
    pub fn named_unit(&self, card: &Card) -> Unit {
        let unit = self.unit(card);
        Unit { name: format!("{}{}", unit.name, card.origin.season.suffix()), ..unit }
    }

    /// Builds the unit of a card without attachments.
    pub fn alone<'c>(&self, card: &'c Card) -> NamedUnit<'c> {
        NamedUnit { card, attachments: Vec::new(), unit: self.named_unit(card) }
    }

    /// Finds a unit by name, with the attachments after `+`.
    ///
    /// Of several attachments of one name the one that may join the unit is taken, of its faction
    /// rather than neutral (A11.2).
    ///
    /// # Errors
    /// [`FindError`] if a name does not identify one card, or if an attachment cannot join the
    /// unit.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let cards = Catalogue::shipped();
    /// let led = cards.find_unit("stark sworn swords + the wolf lord")?;
    /// assert_eq!(led.id(), "stark-sworn-swords+robb-stark-the-wolf-lord");
    /// assert_eq!(led.unit.name, "Stark Sworn Swords + Robb Stark, The Wolf Lord");
    /// # Ok::<(), warodds_questions::catalogue::FindError>(())
    /// ```
    pub fn find_unit(&self, query: &str) -> Result<NamedUnit<'_>, FindError> {
        let mut parts = query.split(PLUS);
        let name = parts.next().unwrap_or_default();
        let mut found = match self.find_own(name) {
            Some(own) => own?,
            None => self.alone(self.find(name)?),
        };
        for part in parts {
            let attachment = self.find_joining(part, found.card)?;
            found.unit = self.attach_to(found.card, found.unit, attachment)?;
            found.attachments.push(attachment);
        }
        Ok(found)
    }

    /// Finds the attachment of a name that may join the unit of a card; of several, the one of its
    /// faction rather than neutral (A11.2).
    ///
    /// # Errors
    /// [`FindError`] if no attachment has the name, or several that may join the unit: these are
    /// the candidates.
    pub fn find_joining(&self, query: &str, card: &Card) -> Result<&Attachment, FindError> {
        let found = self.find_attachment(query.trim());
        // only a name that several attachments have needs the unit to decide
        let Err(FindError::Ambiguous { query: name, candidates }) = &found else { return found };
        let fitting = self.fitting_attachments(card).into_iter();
        let fitting: Vec<_> = fitting.filter(|one| candidates.contains(&one.describe())).collect();
        let target = normalize_name(query);
        let names_match = |one: &&Attachment| {
            [one.full_name(), one.name.clone()].iter().any(|name| normalize_name(name) == target)
        };
        let named: Vec<_> = fitting.iter().copied().filter(names_match).collect();
        let is_own = |one: &&Attachment| one.origin.faction == card.origin.faction;
        let is_neutral = |one: &&Attachment| one.origin.faction == NEUTRAL;
        let own: Vec<_> = named.iter().copied().filter(is_own).collect();
        let neutral: Vec<_> = named.iter().copied().filter(is_neutral).collect();
        match (own.as_slice(), neutral.as_slice(), fitting.as_slice()) {
            ([one], _, _) | ([], [one], _) | (_, _, [one]) => Ok(one),
            (_, _, []) => found,
            _ => Err(FindError::Ambiguous {
                query: name.clone(),
                candidates: fitting.iter().map(|one| one.describe()).collect(),
            }),
        }
    }

    /// Returns the name of an attachment in a unit: with its title if others share the name.
    pub(super) fn name_in_unit(&self, attachment: &Attachment) -> String {
        let name = normalize_name(&attachment.name);
        let is_other = |other: &Attachment| {
            other.id != attachment.id
                && other.title != attachment.title
                && normalize_name(&other.name) == name
        };
        let is_shared = attachment.title.is_some()
            && self
                .attachments
                .values()
                .filter(|other| other.is_named(&name))
                .any(|other| other.entry.get().is_some_and(&is_other));
        if is_shared { attachment.full_name() } else { attachment.name.clone() }
    }

    /// Splits a text at commas, except at commas in the name of an attachment after `+` and before
    /// the second line of a unit's name.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let text = "stark, Stark Sworn Swords + Robb Stark, The Wolf Lord, 5..6";
    /// assert_eq!(Catalogue::shipped().terms(text).len(), 3);
    /// let solo = "Gregor Clegane, The Mountain That Rides, Stark Bowmen";
    /// assert_eq!(Catalogue::shipped().terms(solo).len(), 2);
    /// ```
    pub fn terms(&self, text: &str) -> Vec<String> {
        let mut terms: Vec<String> = Vec::new();
        for part in text.split(',') {
            let joined = terms.last().map(|last| format!("{last}, {}", part.trim()));
            match (joined.filter(|joined| self.is_one_term(joined)), terms.last_mut()) {
                (Some(joined), Some(last)) => *last = joined,
                _ => terms.push(part.trim().to_owned()),
            }
        }
        terms.retain(|term| !term.is_empty());
        terms
    }

    /// Whether a text with a comma is the name of one unit.
    fn is_one_term(&self, text: &str) -> bool {
        if text.contains(PLUS) {
            return self.find_unit(text).is_ok();
        }
        let name = normalize_name(text);
        let titled = self.cards.values().filter(|card| card.title().is_some());
        let cards = titled.filter_map(|card| card.entry.get());
        cards.into_iter().any(|card| normalize_name(&card.full_name()) == name)
    }
}
