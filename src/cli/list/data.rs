//! Writes a list as JSON.

use serde::Serialize;

use super::super::failure::Failure;
use crate::army::{
    ArmyList, Leader, ListBreach, ListEntry, ListedUnit, PointsSpent, attachment_cost,
};
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

/// The points of a unit with its attachments.
pub(super) fn total(unit: &ListedUnit) -> Option<u32> {
    let attachments = unit.attachments.iter().map(|one| u32::from(attachment_cost(&one.entry)));
    Some(u32::from(unit.cost()?) + attachments.sum::<u32>())
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
        total: total(unit),
    }
}

/// Writes a list as indented JSON.
pub(super) fn text(list: &ArmyList) -> Result<String, Failure> {
    let leader = list.leader();
    let breaches = list.breaches();
    let ncus = list.ncus.iter().enumerate().map(|(number, one)| PieceData {
        id: &one.entry.id,
        name: one.entry.full_name(),
        faction: &one.entry.origin.faction,
        cost: Some(one.entry.cost.get()),
        commander: leader == Some(Leader::Ncu(number)),
    });
    let units = list.units.iter().enumerate().map(|one| unit(one, leader.as_ref()));
    let data = ListData {
        schema: "warodds/list/1",
        version: env!("CARGO_PKG_VERSION"),
        title: list.title.as_deref(),
        faction: list.faction(),
        commander: list.leader_name(),
        points: PointsData { limit: list.limit(), spent: list.spent() },
        units: units.collect(),
        ncus: ncus.collect(),
        unattached: list.unattached.iter().map(|one| attachment(one, false)).collect(),
        legal: breaches.is_empty(),
        breaches,
        notes: list.notes(),
    };
    serde_json::to_string_pretty(&data).map_err(|error| Failure::Failed(error.into()))
}
