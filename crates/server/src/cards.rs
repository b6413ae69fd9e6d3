//! The cards as JSON, for the lists, the search and the card view of the page.

use serde::Serialize;
use warodds_questions::catalogue::{Attachment, Card, Catalogue, FindError, Price};
use warodds_questions::document::Faults;
use warodds_questions::json::cards::{CardData, card};

use crate::fault::{ApiFault, in_api_words};

/// The fewest letters that are searched in names of abilities: fewer are in most of them.
const MIN_ABILITY: usize = 3;

/// The name of a text of cards in faults.
pub(crate) const TEXT: &str = "catalogue";

/// A unit of a list.
#[derive(Debug, Serialize)]
struct UnitLine<'a> {
    id: &'a str,
    name: &'a str,
    faction: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    cost: Option<u8>,
    /// The season of a card from before 2021.
    #[serde(skip_serializing_if = "Option::is_none")]
    season: Option<&'static str>,
    speed: Option<u8>,
    ranks: u8,
    wounds: u8,
    /// The value that its first attack hits on.
    hit: Option<u8>,
    /// The dice of its first attack, by rank.
    dice: Vec<u8>,
    defense: u8,
    morale: Option<u8>,
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

/// A card that a search finds.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum FoundCard<'a> {
    Unit(UnitLine<'a>),
    Attachment(AttachmentLine<'a>),
}

/// The lists of all units and attachments.
#[derive(Debug, Serialize)]
struct CardLists<'a> {
    units: Vec<UnitLine<'a>>,
    attachments: Vec<AttachmentLine<'a>>,
}

/// An ability of a list.
#[derive(Debug, Serialize)]
struct AbilityLine<'a> {
    name: &'a str,
    summary: Option<&'a str>,
}

/// The cards of a text.
#[derive(Debug, Serialize)]
struct OwnCards<'a> {
    #[serde(flatten)]
    lists: CardLists<'a>,
    cards: Vec<CardView<'a>>,
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
    let attack = unit.attacks.first();
    UnitLine {
        id,
        name: &unit.name,
        faction: &origin.faction,
        kind: unit.kind.name(),
        cost: unit.cost.map(|cost| cost.get()),
        season: origin.season.is_before_2021().then(|| origin.season.name()),
        speed: unit.speed.map(|speed| speed.get()),
        ranks: unit.body.ranks(),
        wounds: unit.body.wounds(),
        hit: attack.map(|attack| attack.hit.get()),
        dice: attack
            .map_or_else(Vec::new, |attack| attack.dice.iter().map(|dice| dice.get()).collect()),
        defense: unit.defense.get(),
        morale: unit.morale.map(|morale| morale.get()),
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
    // the line break is for people who print the body to a terminal, with curl for example
    Ok(serde_json::to_string(&lists(Catalogue::shipped()))? + "\n")
}

/// Returns the abilities of the current cards: names and summaries.
///
/// # Errors
/// Never for cards; the serializer's own error is passed on rather than hidden.
pub(crate) fn abilities() -> Result<String, ApiFault> {
    let current = Catalogue::shipped().current_abilities();
    let lines = current.map(|one| AbilityLine { name: &one.name, summary: one.summary.as_deref() });
    Ok(serde_json::to_string(&lines.collect::<Vec<_>>())? + "\n")
}

fn lists(cards: &Catalogue) -> CardLists<'_> {
    CardLists {
        units: cards.cards().map(unit_line).collect(),
        attachments: cards.attachments().map(attachment_line).collect(),
    }
}

/// Returns the lists of the cards of a text in the format of the catalogue, and the whole cards of
/// its units.
///
/// # Errors
/// [`ApiFault::BadFields`] with all faults of the text and their places.
pub(crate) fn own(text: &str) -> Result<String, ApiFault> {
    let shipped = Catalogue::shipped();
    let faults = |faults: Faults| ApiFault::of_text(&faults, "text");
    let own = shipped.read_alone(TEXT, text).map_err(faults)?;
    let mut all = shipped.clone();
    all.add_text(TEXT, text).map_err(faults)?;
    let cards = own.cards().map(|card| view(&all, card)).collect();
    Ok(serde_json::to_string(&OwnCards { lists: lists(&own), cards })? + "\n")
}

/// Returns the cards that match some words: the units with such a name, those since 2021 first,
/// then those with such an ability, then attachments. Among them the unit that a question
/// would choose comes first, then the others by name. Words that match nothing are replaced by the
/// names nearest to them.
///
/// # Errors
/// Never for cards; the serializer's own error is passed on rather than hidden.
pub(crate) fn search(words: &str) -> Result<String, ApiFault> {
    let cards = Catalogue::shipped();
    let hits = cards.search(words);
    let nearest = hits.nearest.iter().map(|name| cards.search(name));
    let mut found = found_units(cards, words, hits.cards);
    let mut attachments = hits.attachments;
    if found.is_empty() && attachments.is_empty() {
        for near in nearest {
            found.extend(near.cards);
            attachments.extend(near.attachments);
        }
    }
    let units = found.into_iter().map(unit_line).map(FoundCard::Unit);
    let attachments = attachments.into_iter().map(attachment_line).map(FoundCard::Attachment);
    Ok(serde_json::to_string(&units.chain(attachments).collect::<Vec<_>>())? + "\n")
}

/// Sorts the units that match some words by name, and appends those that have such an ability.
fn found_units<'a>(cards: &'a Catalogue, words: &str, mut named: Vec<&'a Card>) -> Vec<&'a Card> {
    // the page shows the first hit as the choice, which must be the unit that an answer would use
    let chosen = cards.find(words).map(|card| &card.id).ok();
    named.sort_by_key(|card| {
        (card.origin.season.is_before_2021(), Some(&card.id) != chosen, &card.unit.name)
    });
    let words = words.trim().to_lowercase();
    let is_able = |card: &&Card| {
        card.abilities.iter().any(|ability| ability.to_lowercase().contains(&words))
            && !named.iter().any(|other| other.id == card.id)
    };
    let mut able: Vec<&Card> = if words.len() < MIN_ABILITY {
        Vec::new()
    } else {
        cards.cards().filter(is_able).collect()
    };
    able.sort_by_key(|card| (card.origin.season.is_before_2021(), &card.unit.name));
    named.into_iter().chain(able).collect()
}

/// Returns the whole card of a unit.
///
/// # Errors
/// [`ApiFault::Unknown`] if no unit has the name, [`ApiFault::BadInput`] if several match it.
pub(crate) fn find(name: &str) -> Result<String, ApiFault> {
    let cards = Catalogue::shipped();
    let found = cards.find_unit(name).map(|unit| unit.card).map_err(|error| match error {
        FindError::Ambiguous { .. } => ApiFault::BadInput(in_api_words(&error.to_string())),
        _ => ApiFault::Unknown(in_api_words(&error.to_string())),
    })?;
    Ok(serde_json::to_string(&view(cards, found))? + "\n")
}

fn view<'a>(cards: &'a Catalogue, found: &'a Card) -> CardView<'a> {
    let fitting = cards.fitting_attachments(found).into_iter();
    CardView { card: card(cards, found), attachments: fitting.map(|one| one.id.as_str()).collect() }
}
