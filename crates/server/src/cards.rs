//! The cards as JSON, for the lists, the search and the card view of the page.

use std::cmp::Reverse;

use serde::Serialize;
use warodds_questions::catalogue::{Attachment, Card, Catalogue, FindError, Price};
use warodds_questions::json::cards::{CardData, card};

use crate::fault::ApiFault;

/// A unit of a list.
#[derive(Debug, Serialize)]
struct UnitLine<'a> {
    id: &'a str,
    name: &'a str,
    faction: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    cost: Option<u8>,
    edition: &'static str,
    speed: Option<u8>,
    ranks: u8,
    wounds: u8,
}

/// An attachment of a list.
#[derive(Debug, Serialize)]
struct AttachmentLine<'a> {
    id: &'a str,
    name: String,
    faction: &'a str,
    /// Points; 0 for a commander.
    cost: u8,
}

/// The lists of all units and attachments.
#[derive(Debug, Serialize)]
struct CardLists<'a> {
    units: Vec<UnitLine<'a>>,
    attachments: Vec<AttachmentLine<'a>>,
}

/// A unit card with the ids of the attachments that fit it.
#[derive(Debug, Serialize)]
struct CardView<'a> {
    #[serde(flatten)]
    card: CardData<'a>,
    attachments: Vec<&'a str>,
}

fn unit_line(card: &Card) -> UnitLine<'_> {
    let Card { id, unit, origin, .. } = card;
    UnitLine {
        id,
        name: &unit.name,
        faction: &origin.faction,
        kind: unit.kind.name(),
        cost: unit.cost.map(|cost| cost.get()),
        edition: origin.edition.name(),
        speed: unit.speed.map(|speed| speed.get()),
        ranks: unit.body.ranks(),
        wounds: unit.body.wounds(),
    }
}

fn attachment_line(attachment: &Attachment) -> AttachmentLine<'_> {
    let cost = match attachment.price {
        Price::Points(cost) => cost.get(),
        Price::Commander => 0,
    };
    AttachmentLine {
        id: &attachment.id,
        name: attachment.full_name(),
        faction: &attachment.origin.faction,
        cost,
    }
}

/// Returns the lists of all units and attachments.
///
/// # Errors
/// Never for cards; the serializer's own error is passed on rather than hidden.
pub(crate) fn all() -> Result<String, ApiFault> {
    let cards = Catalogue::shipped();
    let units = cards.cards().map(unit_line).collect();
    let attachments = cards.attachments().map(attachment_line).collect();
    // the line break is for people who print the body to a terminal, with curl for example
    Ok(serde_json::to_string(&CardLists { units, attachments })? + "\n")
}

/// Returns the units that match some words, of the newest edition first. Within an edition the unit
/// that a question would choose comes first, then the others by name.
///
/// # Errors
/// Never for cards; the serializer's own error is passed on rather than hidden.
pub(crate) fn search(words: &str) -> Result<String, ApiFault> {
    let cards = Catalogue::shipped();
    // the page shows the first hit as the choice, which must be the unit that an answer would use
    let chosen = cards.find(words).map(|card| &card.id).ok();
    let mut found = cards.search(words).cards;
    found.sort_by_key(|card| {
        (Reverse(card.origin.edition), Some(&card.id) != chosen, &card.unit.name)
    });
    Ok(serde_json::to_string(&found.into_iter().map(unit_line).collect::<Vec<_>>())? + "\n")
}

/// Returns the whole card of a unit.
///
/// # Errors
/// [`ApiFault::Unknown`] if no unit has the name, [`ApiFault::BadInput`] if several match it.
pub(crate) fn find(name: &str) -> Result<String, ApiFault> {
    let cards = Catalogue::shipped();
    let found = cards.find_unit(name).map(|unit| unit.card).map_err(|error| match error {
        FindError::Ambiguous { .. } => ApiFault::BadInput(error.to_string()),
        _ => ApiFault::Unknown(error.to_string()),
    })?;
    let attachments =
        cards.fitting_attachments(found).into_iter().map(|one| one.id.as_str()).collect();
    Ok(serde_json::to_string(&CardView { card: card(cards, found), attachments })? + "\n")
}
