//! Lists as data for programs: `warodds/list/1`.

use serde::Serialize;

use super::{ArmyList, Leader, ListBreach, ListEntry, ListedUnit, PointsSpent, attachment_cost};
use crate::catalogue::Attachment;

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
}

impl ListedUnit {
    /// Returns the points of the unit with its attachments; `None` if a cost is not known.
    pub fn total(&self) -> Option<u32> {
        let attachments = self.attachments.iter().map(|one| u32::from(attachment_cost(&one.entry)));
        Some(u32::from(self.cost()?) + attachments.sum::<u32>())
    }
}

fn attachment(one: &ListEntry<Attachment>, commander: bool) -> PieceData<'_> {
    PieceData {
        id: &one.entry.id,
        name: one.entry.full_name(),
        faction: &one.entry.origin.faction,
        cost: Some(attachment_cost(&one.entry)),
        commander,
    }
}

fn unit<'a>((number, unit): (usize, &'a ListedUnit), leader: Option<&Leader>) -> ListUnitData<'a> {
    let card = &unit.card.entry;
    let leads = |place| leader == Some(&Leader::Attachment(number, place));
    let attachments = unit.attachments.iter().enumerate();
    ListUnitData {
        unit: PieceData {
            id: &card.id,
            name: card.unit.name.clone(),
            faction: &card.origin.faction,
            cost: unit.cost(),
            commander: leader == Some(&Leader::Unit(number)),
        },
        kind: card.unit.kind.name(),
        attachments: attachments.map(|(place, one)| attachment(one, leads(place))).collect(),
        total: unit.total(),
    }
}

impl ArmyList {
    /// Formats the list as JSON: its pieces with their ids and costs, and breaches of rules.
    ///
    /// # Errors
    /// Never in practice: all values are text and whole numbers.
    pub fn json(&self) -> Result<String, serde_json::Error> {
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
            unattached: self.unattached.iter().map(|one| attachment(one, false)).collect(),
            legal: breaches.is_empty(),
            breaches,
            notes: self.notes(),
        };
        serde_json::to_string_pretty(&data)
    }
}
