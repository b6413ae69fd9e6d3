//! Lists as data for programs: `warodds/list/1`.

use serde::Serialize;

use super::{ArmyList, Leader, ListBreach, ListEntry, ListedUnit, PointsSpent};
use crate::catalogue::Attachment;
use crate::document::{Faults, FileFault};

/// An attachment, an NCU or a unit.
#[derive(Clone, Debug, Serialize)]
struct PieceData<'a> {
    id: &'a str,
    name: String,
    faction: &'a str,
    cost: Option<u8>,
    commander: bool,
}

/// A combat unit with its attachments.
#[derive(Clone, Debug, Serialize)]
struct ListUnitData<'a> {
    #[serde(flatten)]
    unit: PieceData<'a>,
    #[serde(rename = "type")]
    kind: &'static str,
    attachments: Vec<PieceData<'a>>,
    /// Points with attachments; `None` if a cost is not known.
    total: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
struct PointsData {
    limit: Option<u16>,
    #[serde(flatten)]
    spent: PointsSpent,
}

/// A list.
#[derive(Clone, Debug, Serialize)]
struct ListData<'a> {
    schema: &'static str,
    version: &'static str,
    title: Option<&'a str>,
    faction: &'a str,
    commander: Option<String>,
    points: PointsData,
    units: Vec<ListUnitData<'a>>,
    ncus: Vec<PieceData<'a>>,
    unattached: Vec<PieceData<'a>>,
    legal: bool,
    breaches: Vec<ListBreach>,
    notes: Vec<String>,
    unread: Vec<UnreadLine<'a>>,
}

/// A line that could not be read.
#[derive(Clone, Debug, Serialize)]
struct UnreadLine<'a> {
    line: usize,
    message: &'a str,
    help: Option<&'a str>,
}

impl<'a> UnreadLine<'a> {
    fn of(fault: &'a FileFault) -> Self {
        Self { line: fault.line(), message: fault.message(), help: fault.help() }
    }
}

impl ListedUnit {
    /// Returns the points of the unit with its attachments; `None` if a cost is not known.
    pub fn total(&self) -> Option<u32> {
        let attachments = self.attachment_costs().map(u32::from);
        Some(u32::from(self.cost()?) + attachments.sum::<u32>())
    }
}

fn attachment(one: &ListEntry<Attachment>, cost: u8, commander: bool) -> PieceData<'_> {
    PieceData {
        id: &one.entry.id,
        name: one.entry.full_name(),
        faction: &one.entry.origin.faction,
        cost: Some(cost),
        commander,
    }
}

fn unit<'a>((number, unit): (usize, &'a ListedUnit), leader: Option<&Leader>) -> ListUnitData<'a> {
    let card = &unit.card.entry;
    let leads = |place| leader == Some(&Leader::Attachment(number, place));
    let attachments = unit.attachments.iter().zip(unit.attachment_costs()).enumerate();
    ListUnitData {
        unit: PieceData {
            id: &card.id,
            name: card.unit.name.clone(),
            faction: &card.origin.faction,
            cost: unit.cost(),
            commander: leader == Some(&Leader::Unit(number)),
        },
        kind: card.unit.kind.name(),
        attachments: attachments
            .map(|(place, (one, cost))| attachment(one, cost, leads(place)))
            .collect(),
        total: unit.total(),
    }
}

impl ArmyList {
    /// Formats the list as JSON: its pieces with their ids and costs, breaches of rules, and the
    /// lines that could not be read, if any.
    ///
    /// # Errors
    /// Never in practice: all values are text and whole numbers.
    pub fn json(&self, unread: Option<&Faults>) -> Result<String, serde_json::Error> {
        let leader = self.leader();
        let breaches = self.breaches();
        let ncus = self.ncus.iter().enumerate().map(|(number, one)| PieceData {
            id: &one.entry.id,
            name: one.entry.full_name(),
            faction: &one.entry.origin.faction,
            cost: Some(one.entry.cost.get()),
            commander: leader == Some(Leader::Ncu(number)),
        });
        let units = self.units.iter().enumerate().map(|one| unit(one, leader.as_ref()));
        let data = ListData {
            schema: "warodds/list/1",
            version: env!("CARGO_PKG_VERSION"),
            title: self.title.as_deref(),
            faction: self.faction(),
            commander: self.leader_name(),
            points: PointsData { limit: self.limit(), spent: self.spent() },
            units: units.collect(),
            ncus: ncus.collect(),
            unattached: self
                .unattached
                .iter()
                .map(|one| attachment(one, one.entry.points(), false))
                .collect(),
            legal: breaches.is_empty() && unread.is_none(),
            breaches,
            notes: self.notes(),
            unread: unread.into_iter().flatten().map(UnreadLine::of).collect(),
        };
        serde_json::to_string_pretty(&data)
    }
}
