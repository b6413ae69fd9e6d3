//! The cards, as the page lists, searches and shows them.

use std::cmp::Reverse;

use serde::Serialize;
use warodds_questions::catalogue::{Attachment, Card, Catalogue, FindError, Price};
use warodds_questions::json::cards::{CardData, card};

use crate::fault::ApiFault;

/// A unit in a list.
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

/// An attachment in a list.
#[derive(Debug, Serialize)]
struct AttachmentLine<'a> {
    id: &'a str,
    name: String,
    faction: &'a str,
    /// Points; 0 of a commander.
    cost: u8,
}

/// All of them.
#[derive(Debug, Serialize)]
struct CardLists<'a> {
    units: Vec<UnitLine<'a>>,
    attachments: Vec<AttachmentLine<'a>>,
}

/// A card in full, and the attachments that fit it, by id.
#[derive(Debug, Serialize)]
struct CardView<'a> {
    #[serde(flatten)]
    card: CardData<'a>,
    attachments: Vec<&'a str>,
}

fn line(card: &Card) -> UnitLine<'_> {
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

fn attachment(one: &Attachment) -> AttachmentLine<'_> {
    let cost = match one.price {
        Price::Points(cost) => cost.get(),
        Price::Commander => 0,
    };
    AttachmentLine { id: &one.id, name: one.full_name(), faction: &one.origin.faction, cost }
}

/// All units and attachments, a line each.
///
/// # Errors
/// Never for cards; the serializer's own error is passed on.
pub(crate) fn all() -> Result<String, ApiFault> {
    let cards = Catalogue::shipped();
    let units = cards.cards().map(line).collect();
    let attachments = cards.attachments().map(attachment).collect();
    Ok(serde_json::to_string(&CardLists { units, attachments })? + "\n")
}

/// The units that some words may mean, those of the newest edition first: of them the one that a
/// question would take, and the others by name.
///
/// # Errors
/// Never for cards; the serializer's own error is passed on.
pub(crate) fn search(words: &str) -> Result<String, ApiFault> {
    let cards = Catalogue::shipped();
    let meant = cards.find(words).map(|card| &card.id).ok();
    let mut found = cards.search(words).cards;
    found.sort_by_key(|card| {
        (Reverse(card.origin.edition), Some(&card.id) != meant, &card.unit.name)
    });
    Ok(serde_json::to_string(&found.into_iter().map(line).collect::<Vec<_>>())? + "\n")
}

/// The card that a name means, in full.
///
/// # Errors
/// When it means none, or several.
pub(crate) fn one(name: &str) -> Result<String, ApiFault> {
    let cards = Catalogue::shipped();
    let found = cards.find_unit(name).map(|unit| unit.card).map_err(|error| match error {
        FindError::Ambiguous { .. } => ApiFault::BadInput(error.to_string()),
        _ => ApiFault::Unknown(error.to_string()),
    })?;
    let attachments =
        cards.fitting_attachments(found).into_iter().map(|one| one.id.as_str()).collect();
    Ok(serde_json::to_string(&CardView { card: card(cards, found), attachments })? + "\n")
}
