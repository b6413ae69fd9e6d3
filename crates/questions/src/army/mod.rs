//! Armies as players write them down: lists, read from TOML or from the text that list builders
//! export, and held against the rules of building them (A11).
//!
//! Which of the two a text is, its lines tell: one that sets a key (`units = …`) or begins a table
//! (`[[units]]`) is TOML. Both become the same [`ArmyList`], by the same names. `docs/lists.md`
//! shows both forms, and `docs/keys.md` the keys of the one.

mod build;
mod legality;
mod line;
mod raw_list;
mod resolve;
mod text_form;
mod toml_form;

#[cfg(test)]
mod tests;

use std::path::Path;

pub use legality::ListBreach;
pub use toml_form::schema;

use crate::catalogue::{Attachment, Card, Catalogue, Ncu, Price};
use crate::document::{self, Faults, LoadError, Span};
use warodds_games::asoiaf::Unit;
use warodds_games::asoiaf::army::NEUTRAL;

/// Something of a list, and what the list says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEntry<T> {
    /// What it is.
    pub entry: T,
    /// What the list says it costs, where it says so; the card's own cost counts.
    pub listed_cost: Option<u8>,
    /// Where it stands in the text.
    span: Span,
}

/// A combat unit of a list with its attachments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedUnit {
    /// Its card.
    pub card: ListEntry<Card>,
    /// What is attached to it: one by the rules (A11.3).
    pub attachments: Vec<ListEntry<Attachment>>,
}

/// Who leads an army (A11.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leader {
    /// An attachment, by the number of its unit and its own number in it, from 0.
    Attachment(usize, usize),
    /// An NCU, by its number.
    Ncu(usize),
    /// A combat unit itself, by its number.
    Unit(usize),
    /// Somebody who is in no unit of the list.
    Absent(String),
}

/// A list of an army. Its names are those of cards; whether it is legal is another question:
/// [`ArmyList::breaches`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyList {
    /// What its player calls it.
    pub title: Option<String>,
    /// The faction that it says it is of.
    faction: Option<ListEntry<String>>,
    /// The points that it says it may cost.
    points: Option<ListEntry<u16>>,
    /// The combat units in their order.
    pub units: Vec<ListedUnit>,
    /// The NCUs in their order.
    pub ncus: Vec<ListEntry<Ncu>>,
    /// Attachments that stand in no unit.
    pub unattached: Vec<ListEntry<Attachment>>,
    /// Who the list says leads it.
    leader: Option<ListEntry<Leader>>,
    /// The name and the text it was read from.
    source: (String, String),
}

/// What the pieces of a list cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointsSpent {
    /// All points.
    pub points: u32,
    /// Those of neutrals (A11.2).
    pub neutral: u32,
    /// What nobody knows the cost of.
    pub unknown: Vec<String>,
}

impl ListedUnit {
    /// The unit with its attachments, as it fights.
    ///
    /// # Errors
    /// When an attachment cannot join it.
    pub fn unit(&self, catalogue: &Catalogue) -> Result<Unit, crate::catalogue::AttachError> {
        let bare = catalogue.unit(&self.card.entry);
        self.attachments.iter().try_fold(bare, |unit, one| catalogue.attach(unit, &one.entry))
    }

    /// What it costs by itself: as its card says, or where that says nothing as the list does.
    pub fn cost(&self) -> Option<u8> {
        self.card.entry.unit.cost.map(|cost| cost.get()).or(self.card.listed_cost)
    }
}

/// What else than a list a text is, and the command for it.
fn of_another_command(text: &str) -> Option<(&'static str, &'static str)> {
    let keys = document::top_keys(text);
    let has = |tables: &[&str]| keys.iter().any(|key| tables.contains(&key.name.as_str()));
    if has(&["attack", "charge", "panic", "duel", "matrix", "compare", "rules", "run"]) {
        Some(("a scenario", "check"))
    } else if has(&["campaign", "areas", "players"]) {
        Some(("a campaign", "check"))
    } else if has(&["battle"]) && has(&["a", "b"]) {
        Some(("a battle file", "battle"))
    } else if has(&["attachments", "ability"]) {
        Some(("a catalogue of cards", "check"))
    } else {
        None
    }
}

/// What an attachment costs: nothing for a commander (A11.1).
pub const fn attachment_cost(attachment: &Attachment) -> u8 {
    match attachment.price {
        Price::Points(cost) => cost.get(),
        Price::Commander => 0,
    }
}

impl ArmyList {
    /// Reads a list of a text, whichever form it has; `name` is what faults call it.
    ///
    /// # Errors
    /// All that is wrong with it, each fault with its place.
    pub fn parse(name: &str, text: &str, catalogue: &Catalogue) -> Result<Self, Faults> {
        if toml_form::is_toml(text) {
            document::read(name, text, |root, report| {
                let written = toml_form::read(root, report);
                build::build_list(written, (name, text), catalogue, report)
            })
            .map_err(|(_, faults)| faults)
        } else {
            document::read_text_form(name, text, |plain, report| {
                let written = text_form::read(plain, report);
                build::build_list(written, (name, text), catalogue, report)
            })
        }
    }

    /// Whether a text looks like one that a list builder exports: a line with a cost in brackets,
    /// and nothing of TOML.
    pub fn is_text_form(text: &str) -> bool {
        let has_cost = |line: &str| {
            let cost = line.trim_end().strip_suffix(')').and_then(|line| line.rsplit_once('('));
            cost.is_some_and(|(_, cost)| {
                !cost.is_empty() && cost.bytes().all(|b| b.is_ascii_digit())
            })
        };
        !toml_form::is_toml(text) && text.lines().any(has_cost)
    }

    /// Reads a list of a file.
    ///
    /// # Errors
    /// When it is no text file, or has faults.
    pub fn load(path: &Path, catalogue: &Catalogue) -> Result<Self, LoadError> {
        Ok(Self::parse(&path.display().to_string(), &Self::text(path)?, catalogue)?)
    }

    /// The text of a file that may be a list.
    ///
    /// # Errors
    /// When it is no text file, or a file for another command.
    pub fn text(path: &Path) -> Result<String, LoadError> {
        let text = document::read_text(path)?;
        match of_another_command(&text) {
            Some((what, command)) => {
                Err(LoadError::WrongCommand { path: path.to_owned(), what, command })
            }
            None => Ok(text),
        }
    }

    /// The points it may cost, where it says so.
    pub fn limit(&self) -> Option<u16> {
        self.points.as_ref().map(|points| points.entry)
    }

    /// The same with another limit in points, whatever it says itself.
    #[must_use]
    pub fn with_limit(self, limit: u16) -> Self {
        let points = Some(ListEntry { entry: limit, listed_cost: None, span: 0..0 });
        Self { points, ..self }
    }

    /// The faction it is of: the one it says, else that of its commander, else the one that most of
    /// its pieces are of, neutrals left out.
    pub fn faction(&self) -> &str {
        let said = self.faction.as_ref().map(|faction| faction.entry.as_str());
        let of_leader = || self.leader_faction().filter(|faction| *faction != NEUTRAL);
        said.or_else(of_leader).unwrap_or_else(|| self.usual_faction())
    }

    fn usual_faction(&self) -> &str {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for (_, faction, _) in self.pieces().filter(|(_, faction, _)| *faction != NEUTRAL) {
            match counts.iter_mut().find(|(known, _)| *known == faction) {
                Some((_, count)) => *count += 1,
                None => counts.push((faction, 1)),
            }
        }
        // of several the first
        let most = counts.iter().map(|(_, count)| *count).max();
        let usual = counts.iter().find(|(_, count)| Some(*count) == most);
        usual.map_or(NEUTRAL, |(faction, _)| *faction)
    }

    fn leader_faction(&self) -> Option<&str> {
        Some(match self.leader()? {
            Leader::Attachment(unit, number) => {
                let attachments = &self.units.get(unit)?.attachments;
                &attachments.get(number)?.entry.origin.faction
            }
            Leader::Ncu(ncu) => &self.ncus.get(ncu)?.entry.origin.faction,
            Leader::Unit(unit) => &self.units.get(unit)?.card.entry.origin.faction,
            Leader::Absent(_) => return None,
        })
    }

    /// Who leads it (A11.4): who it says, else the one card of a commander in it.
    pub fn leader(&self) -> Option<Leader> {
        let said = self.leader.as_ref().map(|leader| leader.entry.clone());
        said.or_else(|| self.commanders().into_iter().next())
    }

    /// What the leader is called; none where there is none.
    pub fn leader_name(&self) -> Option<String> {
        Some(match self.leader()? {
            Leader::Attachment(unit, number) => {
                self.units.get(unit)?.attachments.get(number)?.entry.full_name()
            }
            Leader::Ncu(ncu) => self.ncus.get(ncu)?.entry.full_name(),
            Leader::Unit(unit) => self.units.get(unit)?.card.entry.unit.name.clone(),
            Leader::Absent(name) => name,
        })
    }

    /// The number of the unit that is the commander's (A11.4), from 0.
    pub fn leaders_unit(&self) -> Option<usize> {
        match self.leader()? {
            Leader::Attachment(unit, _) | Leader::Unit(unit) => Some(unit),
            Leader::Ncu(_) | Leader::Absent(_) => None,
        }
    }

    /// All cards of commanders in it: attachments in units, units, and the NCU that it says leads.
    fn commanders(&self) -> Vec<Leader> {
        let mut all = Vec::new();
        for (number, unit) in self.units.iter().enumerate() {
            all.extend(unit.card.entry.commander.then_some(Leader::Unit(number)));
            for (place, attachment) in unit.attachments.iter().enumerate() {
                let commands = attachment.entry.price == Price::Commander;
                all.extend(commands.then_some(Leader::Attachment(number, place)));
            }
        }
        for (number, ncu) in self.ncus.iter().enumerate() {
            let leads = self.leader.as_ref().is_some_and(|one| one.entry == Leader::Ncu(number));
            all.extend((leads && ncu.entry.commander).then_some(Leader::Ncu(number)));
        }
        all
    }

    /// Each piece: its name, its faction and its cost where that is known.
    pub fn pieces(&self) -> impl Iterator<Item = (String, &str, Option<u8>)> {
        let attachments = self.units.iter().flat_map(|unit| &unit.attachments);
        let attachments = attachments.chain(&self.unattached).map(|one| {
            let Attachment { origin, .. } = &one.entry;
            (one.entry.full_name(), origin.faction.as_str(), Some(attachment_cost(&one.entry)))
        });
        let units = self.units.iter().map(|unit| {
            let Card { unit: card, origin, .. } = &unit.card.entry;
            (card.name.clone(), origin.faction.as_str(), unit.cost())
        });
        let ncus = self.ncus.iter().map(|ncu| {
            let Ncu { origin, cost, .. } = &ncu.entry;
            (ncu.entry.full_name(), origin.faction.as_str(), Some(cost.get()))
        });
        units.chain(attachments).chain(ncus)
    }

    /// What its pieces cost, by their cards.
    pub fn spent(&self) -> PointsSpent {
        let mut spent = PointsSpent::default();
        for (name, faction, cost) in self.pieces() {
            match cost {
                Some(cost) if faction == NEUTRAL => {
                    spent.points += u32::from(cost);
                    spent.neutral += u32::from(cost);
                }
                Some(cost) => spent.points += u32::from(cost),
                None => spent.unknown.push(name),
            }
        }
        spent
    }
}
