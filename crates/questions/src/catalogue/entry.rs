//! What stands in a catalogue: cards of units, attachments and abilities.

use warodds_games::asoiaf::values::Cost;
use warodds_games::asoiaf::{CardEdition, ModelStatus, Unit, UnitType};

/// Where an entry comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardOrigin {
    /// The faction of its file, e.g. `Night's Watch`.
    pub faction: String,
    /// The edition of the card.
    pub edition: CardEdition,
    /// The printing of the card within its edition, e.g. `2021-S03`, where it is known.
    pub version: Option<String>,
    /// Who the numbers are from.
    pub source: String,
}

/// A tray (A15.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardTray {
    /// Of infantry.
    Infantry,
    /// Of cavalry.
    Cavalry,
    /// Of solos.
    Small,
    /// Of war machines and the largest solos.
    Large,
}

impl CardTray {
    /// All of them with their names in files.
    pub const ALL: [(&'static str, Self); 4] = [
        ("infantry", Self::Infantry),
        ("cavalry", Self::Cavalry),
        ("small", Self::Small),
        ("large", Self::Large),
    ];
}

/// The card of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its id: kebab-case, unlike all others.
    pub id: String,
    /// Its numbers. Its abilities are filled in by [`Catalogue::unit`](super::Catalogue::unit).
    pub unit: Unit,
    /// The names of its abilities.
    pub abilities: Vec<String>,
    /// Whether it is a commander's own card, as of the rare solos that command (A11.4).
    pub commander: bool,
    /// The tray it stands on, where it is not the usual one of its type (A15.2).
    pub tray: Option<CardTray>,
    /// Where it comes from.
    pub origin: CardOrigin,
}

/// A non-combat unit, which stands beside the tactics board (A11.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ncu {
    /// Its id: kebab-case, unlike all other NCUs'.
    pub id: String,
    /// Its name, e.g. `Sansa Stark`.
    pub name: String,
    /// What sets it apart from others of its name, e.g. `Little Bird`.
    pub title: Option<String>,
    /// What it costs in points.
    pub cost: Cost,
    /// Whether it may command an army (A11.4).
    pub commander: bool,
    /// Where it comes from.
    pub origin: CardOrigin,
}

impl Ncu {
    /// Its name with its title.
    pub fn full_name(&self) -> String {
        full_name(&self.name, self.title.as_deref())
    }
}

/// A name with what sets it apart from others.
fn full_name(name: &str, title: Option<&str>) -> String {
    title.map_or_else(|| name.to_owned(), |title| format!("{name}, {title}"))
}

/// What an attachment may join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joins {
    /// Units of this type.
    Units(UnitType),
    /// No unit of its own side in the usual way: e.g. an animal that another attachment brings.
    NoUnit,
}

impl Joins {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Units(kind) => kind.name(),
            Self::NoUnit => "none",
        }
    }
}

/// What an attachment costs (A11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// So many points.
    Points(Cost),
    /// Nothing: it is a commander.
    Commander,
}

/// An attachment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Its id: kebab-case, unlike all other attachments'.
    pub id: String,
    /// Its name, e.g. `Robb Stark`.
    pub name: String,
    /// What sets it apart from others of its name, e.g. `The Wolf Lord`.
    pub title: Option<String>,
    /// What it may join.
    pub joins: Joins,
    /// What it costs.
    pub price: Price,
    /// Whether it is a character, of whom there is one only (A11.3).
    pub character: bool,
    /// The names of its abilities.
    pub abilities: Vec<String>,
    /// Where it comes from.
    pub origin: CardOrigin,
}

impl Attachment {
    /// Its name with its title.
    pub fn full_name(&self) -> String {
        full_name(&self.name, self.title.as_deref())
    }
}

/// An ability as a catalogue tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityEntry {
    /// Its name.
    pub name: String,
    /// The edition of the cards it stands on: the same name may do something else in another.
    pub edition: CardEdition,
    /// What it does to dice.
    pub status: ModelStatus,
    /// The kinds of its effects, as [`EFFECT_KINDS`] names them; empty where they are not known.
    pub codes: Vec<&'static str>,
    /// What it does in our own words, where that is known.
    pub summary: Option<String>,
}

/// The kinds of effects by their codes.
pub const EFFECT_KINDS: [(&str, &str); 47] = [
    ("A1", "more or fewer attack dice"),
    ("A2", "attack dice as with more or fewer ranks"),
    ("A3", "to hit better or worse"),
    ("A4", "all attack dice hit"),
    ("A5", "rerolls of attack dice"),
    ("A6", "natural 6s count as two hits"),
    ("A7", "hits from natural 6s cannot be blocked"),
    ("A8", "attack dice of 1 hurt the attacker"),
    ("A9", "several hits for each success"),
    ("A10", "hits beside the dice"),
    ("A11", "misses hurt the attacker"),
    ("D1", "saves better or worse"),
    ("D2", "rerolls of saves"),
    ("D3", "hits blocked beside the dice"),
    ("D4", "no saves"),
    ("D5", "only natural 6s save"),
    ("D6", "one wound for two unblocked hits"),
    ("D7", "something happens on a face of a save or for each blocked hit"),
    ("D8", "wounds by a formula instead of saves"),
    ("W1", "more wounds after the saves"),
    ("W2", "wounds without an attack"),
    ("W3", "hits without an attack"),
    ("W4", "wounds to its own side"),
    ("P1", "morale rolls better or worse"),
    ("P2", "a failed panic test costs more or less"),
    ("P3", "a failed panic test costs so much at most"),
    ("P4", "rerolls of morale tests"),
    ("P5", "morale tests that pass by themselves"),
    ("P6", "another morale value"),
    ("P7", "makes a unit test its morale"),
    ("P8", "something happens when a test is passed"),
    ("P9", "something happens when a test is failed"),
    ("C1", "gives condition tokens"),
    ("C2", "takes condition tokens away"),
    ("C3", "keeps condition tokens off or from being spent"),
    ("C4", "spends condition tokens on something else"),
    ("H1", "heals"),
    ("X1", "rerolls or fixes the charge die"),
    ("X2", "makes charges disorderly"),
    ("X3", "changes the bonus of charge, flank or rear"),
    ("E1", "another attack or charge"),
    ("E2", "attacks before the attacker does"),
    ("E3", "acts when it is destroyed"),
    ("E4", "survives or returns"),
    ("S1", "takes abilities, orders or cards away"),
    ("S2", "cancels something, often on a die"),
    ("K1", "kills an attachment"),
];
