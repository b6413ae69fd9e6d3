//! Lists of armies, read from TOML or from the text that list builders export, and checked against
//! the rules of building armies (A11).
//!
//! A text with a line that sets a key (`units = …`) or begins a table (`[[units]]`) is TOML. Both
//! forms first become names (`raw_list`), which are then looked up in the catalogue (`build`,
//! `resolve`), so that the forms share one search. `docs/lists.md` shows both forms, `docs/keys.md`
//! the keys of the TOML form.

mod build;
mod data;
mod head;
mod legality;
mod line;
mod points_line;
mod raw_list;
mod resolve;
mod split;
mod swaps;
mod terms;
mod text_form;
mod toml_form;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::path::Path;

pub use legality::ListBreach;
pub use swaps::{ListSwap, SwapKind};
pub use toml_form::schema;

use crate::catalogue::{Attachment, Card, Catalogue, Ncu, Price};
use crate::document::{self, Faults, LoadError, Span};
use serde::Serialize;
use warodds_games::asoiaf::Unit;
use warodds_games::asoiaf::army::NEUTRAL;

/// An entry of a list with what the list says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEntry<T> {
    /// The card or value that the entry stands for.
    pub entry: T,
    /// The cost in the list, if it has one; the cost on the card counts.
    pub listed_cost: Option<u8>,
    /// The position in the text.
    span: Span,
}

/// A combat unit of a list with its attachments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedUnit {
    /// The card of the unit.
    pub card: ListEntry<Card>,
    /// The attachments in list order; the rules allow one (A11.3).
    pub attachments: Vec<ListEntry<Attachment>>,
}

/// The leader of an army (A11.4). Indices start at 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leader {
    /// An attachment, by the index of its unit and its own index in the unit.
    Attachment(usize, usize),
    /// An NCU, by its index.
    Ncu(usize),
    /// A combat unit itself, by its index.
    Unit(usize),
    /// A commander who is not in the list, by name.
    Absent(String),
}

/// A list of an army whose names were all found in the catalogue. It may breach rules: see
/// [`ArmyList::breaches`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyList {
    /// The title that the player gave it.
    pub title: Option<String>,
    /// The faction that the list names.
    faction: Option<ListEntry<String>>,
    /// The limit of points that the list names.
    points: Option<ListEntry<u16>>,
    /// The combat units in list order.
    pub units: Vec<ListedUnit>,
    /// The NCUs in list order.
    pub ncus: Vec<ListEntry<Ncu>>,
    /// Attachments that are in no unit.
    pub unattached: Vec<ListEntry<Attachment>>,
    /// The leader that the list names.
    leader: Option<ListEntry<Leader>>,
    /// The name of the file and its text, for faults.
    source: (String, String),
}

/// The points that a list costs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PointsSpent {
    /// All points.
    #[serde(rename = "spent")]
    pub points: u32,
    /// The points of neutral pieces (A11.2).
    pub neutral: u32,
    /// Names of pieces whose cost is not known; they count as 0.
    #[serde(rename = "cost_not_known")]
    pub unknown: Vec<String>,
}

impl ListedUnit {
    /// Builds the unit with its attachments, as it fights.
    ///
    /// # Errors
    /// If an attachment cannot join the unit.
    pub fn unit(&self, catalogue: &Catalogue) -> Result<Unit, crate::catalogue::AttachError> {
        let bare = catalogue.unit(&self.card.entry);
        let attach = |unit, one: &ListEntry<Attachment>| {
            catalogue.attach_to(&self.card.entry, unit, &one.entry)
        };
        self.attachments.iter().try_fold(bare, attach)
    }

    /// Returns the points of the unit without attachments: those on its card, else those in the
    /// list.
    pub fn cost(&self) -> Option<u8> {
        self.card.entry.unit.cost.map(|cost| cost.get()).or(self.card.listed_cost)
    }

    /// Iterates over the points of the attachments in this unit, in list order.
    pub fn attachment_costs(&self) -> impl Iterator<Item = u8> {
        let card = &self.card.entry;
        self.attachments.iter().map(|one| one.entry.points() - card.points_saved(&one.entry))
    }
}

/// Drops a byte order mark and replaces carriage returns that end lines by line feeds.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    let mut letters = text.chars().peekable();
    let mut lines = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let ends = letter == '\r' && letters.peek() != Some(&'\n');
        lines.push(if ends { '\n' } else { letter });
    }
    Cow::Owned(lines)
}

impl ArmyList {
    /// Reads a list from TOML or text; `name` is the name of the file in faults.
    ///
    /// # Errors
    /// All faults, each with its position.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::army::ArmyList;
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let text = "Points: 40\n- Umber Berserkers (6) with Umber Champion (1)\n2x Stark Bowmen\n";
    /// let list = ArmyList::parse("mine.txt", text, Catalogue::shipped())?;
    /// assert_eq!((list.units.len(), list.limit(), list.faction()), (3, Some(40), "Stark"));
    ///
    /// let misspelt = "Units:\nStark Bowmne\n";
    /// let faults = ArmyList::parse("mine.txt", misspelt, Catalogue::shipped()).unwrap_err();
    /// assert_eq!(
    ///     faults.to_string(),
    ///     "mine.txt:2:1: there is no unit `Stark Bowmne`\n  help: did you mean `Stark Bowmen`?"
    /// );
    /// # Ok::<(), warodds_questions::document::Faults>(())
    /// ```
    pub fn parse(name: &str, text: &str, catalogue: &Catalogue) -> Result<Self, Faults> {
        let (list, faults) = Self::parse_known(name, text, catalogue)?;
        faults.map_or(Ok(list), Err)
    }

    /// Reads what can be read of a list: its known pieces, and the faults of all other lines.
    ///
    /// # Errors
    /// All faults, if there is no list without them: the text has no known piece or is not TOML.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::army::ArmyList;
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let text = "Stark Outriders (6)\nStark Bowmne (6)\n";
    /// let (list, faults) = ArmyList::parse_known("mine.txt", text, Catalogue::shipped())?;
    /// assert_eq!((list.units.len(), list.spent().points), (1, 6));
    /// assert_eq!(faults.map(|faults| faults.count()), Some(1));
    /// # Ok::<(), warodds_questions::document::Faults>(())
    /// ```
    pub fn parse_known(
        name: &str,
        text: &str,
        catalogue: &Catalogue,
    ) -> Result<(Self, Option<Faults>), Faults> {
        let text = &with_line_feeds(text);
        let build =
            |written, report: &mut _| build::build_list(written, (name, text), catalogue, report);
        let read = if toml_form::is_toml(text) {
            document::read(name, text, |root, report| {
                let written = toml_form::read(root, report);
                build(written, report)
            })
        } else {
            document::read_text_form(name, text, |plain, report| {
                let written = text_form::read(plain, report);
                build(written, report)
            })
        };
        match read {
            Ok(list) => Ok((list, None)),
            Err((Some(list), faults)) if list.pieces().next().is_some() => Ok((list, Some(faults))),
            Err((_, faults)) => Err(faults),
        }
    }

    /// Whether a text looks like the export of a list builder: it has a line with a cost in
    /// brackets and is not TOML.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::army::ArmyList;
    ///
    /// assert!(ArmyList::is_text_form("Stark Bowmen (6)\n"));
    /// assert!(!ArmyList::is_text_form("units = [\"Stark Bowmen\"] # costs (6)\n"));
    /// ```
    pub fn is_text_form(text: &str) -> bool {
        let has_cost = |line: &str| {
            let cost = line.trim_end().strip_suffix(')').and_then(|line| line.rsplit_once('('));
            cost.is_some_and(|(_, cost)| {
                !cost.is_empty() && cost.bytes().all(|b| b.is_ascii_digit())
            })
        };
        !toml_form::is_toml(text) && with_line_feeds(text).lines().any(has_cost)
    }

    /// Reads a list from a file.
    ///
    /// # Errors
    /// If the file cannot be read or has faults.
    pub fn load(path: &Path, catalogue: &Catalogue) -> Result<Self, LoadError> {
        Ok(Self::parse(&path.display().to_string(), &document::read_text(path)?, catalogue)?)
    }

    /// Returns the limit of points, if there is one.
    pub fn limit(&self) -> Option<u16> {
        self.points.as_ref().map(|points| points.entry)
    }

    /// Replaces the limit of points.
    #[must_use]
    pub fn with_limit(self, limit: u16) -> Self {
        // no position: the limit comes from the command line, not from the text
        let points = Some(ListEntry { entry: limit, listed_cost: None, span: 0..0 });
        Self { points, ..self }
    }

    /// Returns the faction of the army: the one the list names, else that of its leader, else the
    /// most frequent one of its pieces. Neutral pieces do not decide.
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
        // the first of equally frequent ones, so that the order of the list decides
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

    /// Returns the leader (A11.4): the one the list names, else the first commander in it.
    pub fn leader(&self) -> Option<Leader> {
        let said = self.leader.as_ref().map(|leader| leader.entry.clone());
        said.or_else(|| self.commanders().into_iter().next())
    }

    /// Returns the name of the leader, if there is one.
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

    /// Returns the index of the unit that the leader is in (A11.4); `None` for an NCU.
    pub fn leaders_unit(&self) -> Option<usize> {
        match self.leader()? {
            Leader::Attachment(unit, _) | Leader::Unit(unit) => Some(unit),
            Leader::Ncu(_) | Leader::Absent(_) => None,
        }
    }

    /// Returns all commanders in the list: units and attachments in units, then the NCU that the
    /// list names as its leader. Other NCUs that may command do not count as second commanders.
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

    /// Iterates over the pieces as name, faction and points, if known.
    pub fn pieces(&self) -> impl Iterator<Item = (String, &str, Option<u8>)> {
        let attached =
            self.units.iter().flat_map(|unit| unit.attachments.iter().zip(unit.attachment_costs()));
        let unattached = self.unattached.iter().map(|one| (one, one.entry.points()));
        let attachments = attached.chain(unattached).map(|(one, cost)| {
            (one.entry.full_name(), one.entry.origin.faction.as_str(), Some(cost))
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

    /// Sums the points of the pieces.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::army::ArmyList;
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let text = "2x Stark Sworn Swords\nHedge Knights\n";
    /// let list = ArmyList::parse("mine.txt", text, Catalogue::shipped())?;
    /// let costs: Vec<Option<u8>> = list.pieces().map(|(_, _, cost)| cost).collect();
    /// let spent = list.spent();
    /// assert_eq!(costs.iter().flatten().map(|cost| u32::from(*cost)).sum::<u32>(), spent.points);
    /// assert_eq!(Some(spent.neutral), costs[2].map(u32::from));
    /// # Ok::<(), warodds_questions::document::Faults>(())
    /// ```
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
