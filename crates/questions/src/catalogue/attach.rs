//! Attaches attachments to units (A1.6).

use thiserror::Error;

use super::Catalogue;
use super::entry::{Attachment, Card, Joins, Price};
use warodds_games::asoiaf::army::{NEUTRAL, is_one_army};
use warodds_games::asoiaf::values::{Cost, OutOfRange};
use warodds_games::asoiaf::{Ability, ForeignAttachment, Unit, UnitType};

/// Why an attachment cannot join a unit.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum AttachError {
    /// The unit is a solo.
    #[error("{unit} is a solo and takes no attachment (A1.6): leave the attachment out")]
    Solo {
        /// The unit.
        unit: String,
    },
    /// The attachment joins units of another type.
    #[error(
        "{attachment} joins {} units, and {unit} is {} (A1.6): take one that joins {}, or another \
         unit",
        joins.name(), kind.name(), kind.name()
    )]
    Type {
        /// The attachment.
        attachment: String,
        /// The type that the attachment joins.
        joins: UnitType,
        /// The unit.
        unit: String,
        /// The type of the unit.
        kind: UnitType,
    },
    /// The attachment joins no unit of its own side.
    #[error(
        "{attachment} comes with another card and cannot join a unit of its own side: leave it out"
    )]
    NoUnit {
        /// The attachment.
        attachment: String,
    },
    /// Unit and attachment together cost more than a unit may.
    #[error("{unit} with {attachment}: {error}")]
    Cost {
        /// The unit.
        unit: String,
        /// The attachment.
        attachment: String,
        /// The cost and its range.
        error: OutOfRange,
    },
}

impl Catalogue {
    /// Attaches an attachment: adds its name, its cost and its abilities to the unit.
    ///
    /// # Errors
    /// [`AttachError`] if the attachment cannot join the unit (A1.6).
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let cards = Catalogue::shipped();
    /// let swords = cards.unit(cards.find("stark sworn swords")?);
    /// let captain = cards.find_attachment("sworn sword captain")?;
    /// let led = cards.attach(swords, captain)?;
    /// assert_eq!(led.cost.map(|cost| cost.get()), Some(6));
    ///
    /// let wolf = cards.unit(cards.find("grey wind")?);
    /// assert_eq!(
    ///     cards.attach(wolf, captain).unwrap_err().to_string(),
    ///     "Grey Wind is a solo and takes no attachment (A1.6): leave the attachment out"
    /// );
    /// # Ok::<(), warodds_questions::catalogue::FindError>(())
    /// ```
    pub fn attach(&self, unit: Unit, attachment: &Attachment) -> Result<Unit, AttachError> {
        check_join(&unit, attachment)?;
        let cost = cost(&unit, attachment)?;
        let brought = |ability: Ability| Ability { attached: true, ..ability };
        let added = self
            .resolve_abilities(&attachment.abilities, attachment.origin.season)
            .into_iter()
            .map(brought);
        let foreign = foreign(&unit, attachment);
        let abilities = unit.abilities.into_iter().chain(added).collect();
        // the form in which `find_unit` reads it again
        let name = format!("{} + {}", unit.name, self.name_in_unit(attachment));
        let leader = (attachment.price == Price::Commander).then(|| attachment.full_name());
        let allegiance = unit
            .allegiance
            .joined_by(super::affiliations(&attachment.abilities), leader.as_deref());
        Ok(Unit { name, cost, abilities, allegiance, foreign, ..unit })
    }
}

impl Catalogue {
    /// Attaches an attachment to the unit of a card, which may make it cheaper (A11.7).
    ///
    /// # Errors
    /// [`AttachError`] if the attachment cannot join the unit (A1.6).
    pub(crate) fn attach_to(
        &self,
        card: &Card,
        unit: Unit,
        attachment: &Attachment,
    ) -> Result<Unit, AttachError> {
        let unit = self.attach(unit, attachment)?;
        let saved = i64::from(card.points_saved(attachment));
        // a sum of costs less a part of it is a cost
        let cost = unit.cost.and_then(|cost| Cost::new(i64::from(cost.get()) - saved).ok());
        Ok(Unit { cost, ..unit })
    }
}

/// Returns a note if no army may have the attachment in the unit (A11.2). A unit without a faction
/// is of any faction.
fn foreign(unit: &Unit, attachment: &Attachment) -> Option<ForeignAttachment> {
    let faction = &attachment.origin.faction;
    // not an error: questions about such units are allowed, and their answers say so
    let joined = unit.faction.as_ref().filter(|joined| !is_one_army(joined, faction))?;
    Some(ForeignAttachment {
        attachment: attachment.full_name(),
        faction: faction.clone(),
        unit: unit.name.clone(),
        joined: joined.clone(),
    })
}

/// Checks that an attachment may join a unit (A1.6), factions aside.
///
/// # Errors
/// [`AttachError`] otherwise.
pub(crate) fn check_join(unit: &Unit, attachment: &Attachment) -> Result<(), AttachError> {
    let (name, who) = (attachment.full_name(), unit.name.clone());
    match attachment.joins {
        Joins::NoUnit => Err(AttachError::NoUnit { attachment: name }),
        // war machines are single models, but cards of attachments for them say that they join
        Joins::Units(UnitType::WarMachine) if unit.kind == UnitType::WarMachine => Ok(()),
        Joins::Units(_) if unit.is_solo() => Err(AttachError::Solo { unit: who }),
        Joins::Units(joins) if joins != unit.kind => {
            Err(AttachError::Type { attachment: name, joins, unit: who, kind: unit.kind })
        }
        Joins::Units(_) => Ok(()),
    }
}

impl Catalogue {
    /// Returns the attachments that may join the unit of a card: of its type, and of its faction or
    /// neutral (A11.2, A11.3).
    pub fn fitting_attachments(&self, card: &Card) -> Vec<&Attachment> {
        let is_own = |one: &&Attachment| {
            one.origin.faction == card.origin.faction || one.origin.faction == NEUTRAL
        };
        let fits = |one: &&Attachment| is_own(one) && check_join(&card.unit, one).is_ok();
        self.attachments().filter(fits).collect()
    }
}

/// Sums the costs of unit and attachment; `None` if that of the unit is not known.
fn cost(unit: &Unit, attachment: &Attachment) -> Result<Option<Cost>, AttachError> {
    // a commander is free (A11.1)
    let Price::Points(points) = attachment.price else { return Ok(unit.cost) };
    // an unknown cost stays unknown: the attachment alone would look like a total
    let Some(cost) = unit.cost else { return Ok(None) };
    let sum = Cost::new(i64::from(cost.get()) + i64::from(points.get()));
    sum.map(Some).map_err(|error| AttachError::Cost {
        unit: unit.name.clone(),
        attachment: attachment.full_name(),
        error,
    })
}
