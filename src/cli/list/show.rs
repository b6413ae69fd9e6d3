//! Shows a list as a table.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table};

use super::super::print::layout;
use crate::army::{ArmyList, Leader, ListedUnit};
use crate::counted::counted;
use crate::document::{Faults, FileFault};
use crate::games::asoiaf::army::NEUTRAL;

/// Summarizes a list: faction, points, numbers of units and NCUs.
pub(super) fn summary(list: &ArmyList) -> String {
    let spent = list.spent();
    let points = match list.limit() {
        Some(limit) => format!("{} of {limit} points", spent.points),
        None => counted(spent.points.into(), "point", "points"),
    };
    let units = counted(list.units.len() as u64, "unit", "units");
    let ncus = counted(list.ncus.len() as u64, "NCU", "NCUs");
    let title = list.title.as_ref().map_or_else(String::new, |title| format!("{title}: "));
    format!("{title}{}, {points}, {units} and {ncus}", list.faction())
}

/// Shows the list in full, with the lines that were not read.
pub(super) fn list(list: &ArmyList, unread: Option<&Faults>) -> String {
    let spent = list.spent();
    let commander = list.leader_name().unwrap_or_else(|| "none".to_owned());
    let mut parts = vec![format!("{}; commander {commander}", summary(list))];
    parts.extend(unread.into_iter().flat_map(not_read));
    parts.push(table(list));
    if spent.neutral > 0 && list.faction() != NEUTRAL {
        let points = counted(spent.neutral.into(), "point", "points");
        parts.push(format!("Neutral units cost {points}."));
    }
    if !spent.unknown.is_empty() {
        parts.push(format!("Cost not known and not in the total: {}.", spent.unknown.join(", ")));
    }
    let breaches = list.breaches();
    let is_legal = breaches.is_empty() && unread.is_none();
    parts.extend(is_legal.then(|| "Legal (A11).".to_owned()));
    parts.extend(breaches.iter().map(|one| format!("Breach: {} ({}).", one.message, one.rule)));
    parts.extend(list.notes().iter().map(|note| format!("Note: {note}.")));
    parts.join("\n")
}

/// Marks the lines that were not read, each with what to do.
fn not_read(faults: &Faults) -> Vec<String> {
    let line = |fault: &FileFault| {
        let help = fault.help().map_or_else(String::new, |help| format!("; {help}"));
        format!("Not read: line {}: {}{help}", fault.line(), fault.message())
    };
    let more = (faults.more() > 0).then(|| format!("Not read: {} more lines", faults.more()));
    faults.iter().map(line).chain(more).collect()
}

const HEADS: [&str; 5] = ["", "type", "with", "cost", "sum"];

fn table(list: &ArmyList) -> String {
    let mut table = Table::new();
    table
        .load_style(UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Dynamic)
        // five columns: in less than 60 characters every word would break
        .set_width(layout().width.max(60));
    table.set_header(HEADS);
    let leader = list.leader();
    for (number, one) in list.units.iter().enumerate() {
        table.add_row(unit(number, one, leader.as_ref()));
    }
    for one in &list.unattached {
        let cost = number(Some(one.entry.points().into()));
        let name = format!("{} (not attached)", one.entry.full_name());
        let (kind, with) = (Cell::new("attachment"), Cell::new("–"));
        table.add_row(vec![Cell::new(name), kind, with, cost.clone(), cost]);
    }
    for (place, one) in list.ncus.iter().enumerate() {
        let leads = marked(leader == Some(Leader::Ncu(place)));
        let cost = number(Some(one.entry.cost.get().into()));
        let name = Cell::new(format!("{}{leads}", one.entry.full_name()));
        table.add_row(vec![name, Cell::new("NCU"), Cell::new("–"), cost.clone(), cost]);
    }
    let all = number(Some(list.spent().points));
    table.add_row(vec![Cell::new("total"), Cell::new(""), Cell::new(""), Cell::new(""), all]);
    table.trim_fmt()
}

/// Marks the name of a commander.
const fn marked(leads: bool) -> &'static str {
    if leads { " (commander)" } else { "" }
}

fn unit(place: usize, one: &ListedUnit, leader: Option<&Leader>) -> Vec<Cell> {
    let card = &one.card.entry.unit;
    let with = one.attachments.iter().enumerate().map(|(number, attachment)| {
        let leads = marked(leader == Some(&Leader::Attachment(place, number)));
        format!("{}{leads}", attachment.entry.full_name())
    });
    let with: Vec<String> = with.collect();
    let costs: Vec<String> = std::iter::once(one.cost().map(u32::from))
        .chain(one.attachment_costs().map(|cost| Some(cost.into())))
        .map(points)
        .collect();
    let leads = marked(leader == Some(&Leader::Unit(place)) && !one.card.entry.commander);
    vec![
        Cell::new(format!("{}{leads}", card.name)),
        Cell::new(super::super::units::unit_type(card)),
        Cell::new(if with.is_empty() { "–".to_owned() } else { with.join("\n") }),
        Cell::new(costs.join(" + ")).set_alignment(CellAlignment::Right),
        number(one.total()),
    ]
}

fn points(cost: Option<u32>) -> String {
    cost.map_or_else(|| "?".to_owned(), |cost| cost.to_string())
}

fn number(cost: Option<u32>) -> Cell {
    Cell::new(points(cost)).set_alignment(CellAlignment::Right)
}
