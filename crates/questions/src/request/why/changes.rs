//! What a player may change or buy for an attack or a charge.

use std::ops::Range;

use super::super::key::Key;
use super::super::numbers::inches;
use super::super::raw_fields::RawFields;
use super::super::value::AllowedValue;
use crate::catalogue::{Attachment, CardUse, Catalogue, TacticsCard};
use warodds_games::asoiaf::values::Inches;
use warodds_games::asoiaf::{Facing, Token};

/// Inches by which a charge may be declared from nearer.
const NEARER: Range<i64> = 1..7;
/// Dice that are added to plain numbers.
const MORE_DICE: Range<u32> = 1..5;

/// The group of smaller distances, and that of more dice.
const DISTANCE: &str = "distance";
const DICE: &str = "dice";

/// The field of tactics cards of the attacker.
const CARD: &str = "attacker_card";

/// One thing that a player may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// Description.
    pub words: String,
    /// Its cost in points.
    pub points: u8,
    /// Changes of one group exclude each other; of those that suffice the first is enough.
    pub group: String,
    /// The field that is removed first, if any.
    removed: Option<&'static str>,
    /// The field that is added, if any.
    added: Option<(&'static str, String)>,
}

impl Change {
    fn new(group: impl Into<String>, words: impl Into<String>) -> Self {
        let (group, words) = (group.into(), words.into());
        Self { words, points: 0, group, removed: None, added: None }
    }

    /// Replaces the values of a field.
    fn replacing(self, id: &'static str, text: impl Into<String>) -> Self {
        Self { removed: Some(id), added: Some((id, text.into())), ..self }
    }

    /// Adds a value to a field.
    fn adding(self, id: &'static str, text: impl Into<String>) -> Self {
        Self { added: Some((id, text.into())), ..self }
    }

    /// Removes a field.
    fn removing(self, id: &'static str) -> Self {
        Self { removed: Some(id), ..self }
    }

    /// Returns whether changes of its group are steps of which less is as good if it suffices.
    pub(super) fn is_graded(&self) -> bool {
        [DISTANCE, DICE].contains(&&*self.group)
    }

    /// Makes the change.
    pub(super) fn apply(&self, fields: &mut RawFields) {
        if let Some(id) = self.removed {
            fields.remove(id);
        }
        if let Some((id, text)) = &self.added {
            fields.push(id, text);
        }
    }
}

/// Returns all changes of a question with these keys and fields.
pub(super) fn changes(keys: &[Key], given: &RawFields, catalogue: &Catalogue) -> Vec<Change> {
    let knows = |id: &str| keys.iter().any(|key| key.id == id);
    let mut all = Vec::new();
    if knows("facing") {
        all.extend(arcs(given));
    }
    if knows("charge") && !given.has("charge") && !given.has("ranged") {
        all.push(Change::new("charge", "a charge").adding("charge", ""));
    }
    all.extend(tokens(keys, given));
    all.extend(zones(keys, given));
    all.extend(
        given.has("no_orders").then(|| Change::new("orders", "orders").removing("no_orders")),
    );
    if given.of("attacker_wounds_lost").any(|lost| lost.trim() != "0") {
        all.push(Change::new("ranks", "an unwounded attacker").removing("attacker_wounds_lost"));
    }
    all.extend(distances(given));
    all.extend(dice(given));
    all.extend(attachments(given, catalogue));
    if given.has("with_cards") && knows(CARD) {
        all.extend(cards(given, catalogue));
    }
    all
}

/// Returns the ways to play the tactics cards that the army of the attacker may have. The question
/// refuses those that cannot be played in it.
fn cards(given: &RawFields, catalogue: &Catalogue) -> Vec<Change> {
    let attacker = given.of("attacker").next();
    let Some(Ok(unit)) = attacker.map(|name| catalogue.find_unit(name)) else { return Vec::new() };
    let ways = |card: &TacticsCard| {
        let change = |one: &CardUse| {
            // a hand needs the army of this commander, who has no other's cards in it (A11.4)
            let notes = card.commander.iter().chain(&one.name);
            let notes = notes.map(String::as_str).collect::<Vec<_>>().join("; ");
            let words = match notes.as_str() {
                "" => card.name.clone(),
                notes => format!("{} ({notes})", card.name),
            };
            let way = one.name.iter().map(|way| format!("={way}")).collect::<String>();
            Change::new(&*card.id, words).adding(CARD, format!("{}{way}", card.id))
        };
        card.uses.iter().map(change).collect::<Vec<_>>()
    };
    catalogue.tactics_cards_beside(&unit.unit).flat_map(ways).collect()
}

/// Returns the better arcs.
fn arcs(given: &RawFields) -> Vec<Change> {
    let now = given.of("facing").next().unwrap_or(Facing::Front.name()).trim().to_lowercase();
    let better: &[Facing] = match now.as_str() {
        "rear" => &[],
        "flank" => &[Facing::Rear],
        _ => &[Facing::Flank, Facing::Rear],
    };
    let change = |arc: &Facing| {
        Change::new("facing", format!("the {}", arc.name())).replacing("facing", arc.name())
    };
    better.iter().map(change).collect()
}

/// Returns the tokens that the defender does not hold yet, and those of the attacker to be rid of.
fn tokens(keys: &[Key], given: &RawFields) -> Vec<Change> {
    let held = |id: &str| {
        let key = keys.iter().find(|key| key.id == id);
        key.map(|key| key.union(given.of(id)).to_lowercase()).unwrap_or_default()
    };
    let (own, other) = (held("attacker_tokens"), held("defender_tokens"));
    let gained =
        [Token::Panicked, Token::Vulnerable].into_iter().filter(|one| !other.contains(one.name()));
    let gained = gained.map(|one| {
        Change::new(one.name(), format!("the defender {}", one.name()))
            .adding("defender_tokens", one.name())
    });
    let lost = Token::ALL.into_iter().filter(|one| own.contains(one.name()));
    let lost = lost.map(|one| {
        let rest: Vec<&str> = own.split('+').filter(|name| *name != one.name()).collect();
        let change = Change::new("own tokens", format!("the attacker not {}", one.name()));
        if rest.is_empty() {
            change.removing("attacker_tokens")
        } else {
            change.replacing("attacker_tokens", rest.join("+"))
        }
    });
    gained.chain(lost).collect()
}

/// Returns the zones that the attacker's player does not control yet.
fn zones(keys: &[Key], given: &RawFields) -> Vec<Change> {
    let Some(key) = keys.iter().find(|key| key.id == "attacker_zones") else { return Vec::new() };
    let held = key.union(given.of(key.id));
    let free = key.choices.iter().filter(|zone| !held.split('+').any(|one| one == zone.name));
    let change = |zone: &AllowedValue| {
        Change::new(zone.name, format!("the {} zone", zone.name)).adding(key.id, zone.name)
    };
    free.map(change).collect()
}

/// Returns smaller distances of a charge, the largest first.
fn distances(given: &RawFields) -> Vec<Change> {
    let Some(Ok(now)) = given.of("distance").next().map(inches) else {
        return Vec::new();
    };
    let whole = i64::from(now.whole());
    let nearer = NEARER.map(|less| whole - less).filter(|inches| *inches > 0);
    let change = |inches: i64| {
        Change::new(DISTANCE, format!("from {inches}\"")).replacing("distance", inches.to_string())
    };
    nearer.filter(|inches| Inches::new(*inches as f64).is_ok()).map(change).collect()
}

/// Returns additional dice of an attack in plain numbers, the fewest first.
fn dice(given: &RawFields) -> Vec<Change> {
    let now = given.of("dice").next().and_then(|dice| dice.trim().parse::<u32>().ok());
    let change = |(more, now): (u32, u32)| {
        let words = if more == 1 { "1 more die".to_owned() } else { format!("{more} more dice") };
        Change::new(DICE, words).replacing("dice", now.saturating_add(more).to_string())
    };
    now.into_iter().flat_map(|now| MORE_DICE.map(move |more| (more, now))).map(change).collect()
}

/// Returns the attachments that fit the attacker and cost points; a commander is chosen with the army.
fn attachments(given: &RawFields, catalogue: &Catalogue) -> Vec<Change> {
    let attacker = given.of("attacker").next();
    let Some(Ok(unit)) = attacker.map(|name| catalogue.find_unit(name)) else { return Vec::new() };
    // a change takes the place of the attachment that the unit has
    let has = given.of("attacker_with").next().and_then(|name| {
        let with = catalogue.find_unit(&format!("{} + {name}", unit.card.id)).ok()?;
        with.attachments.first().and_then(|one| unit.card.price_of(one))
    });
    let fitting = catalogue.fitting_attachments(unit.card).into_iter();
    let change = |one: &Attachment| {
        let change =
            Change::new("attachment", one.full_name()).replacing("attacker_with", &*one.id);
        Some(Change { points: unit.card.price_of(one)?.saturating_sub(has.unwrap_or(0)), ..change })
    };
    fitting.filter_map(change).collect()
}
