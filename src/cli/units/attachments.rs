//! `warodds units --attachments`: lists attachments by filter and order.

use super::super::failure::Failure;
use super::super::print::layout;
use super::as_json;
use super::list::{SortKey, UnitListOptions};
use crate::catalogue::{Attachment, Catalogue, Joins, Price, TypeFilter, normalize_name};
use crate::counted::counted;
use crate::games::asoiaf::ModelStatus;
use crate::json::cards;
use crate::report::table::card_list::{number_column, render, text_column};

/// Lists the attachments as a table or as JSON.
pub(super) fn text(catalogue: &Catalogue, options: &UnitListOptions) -> Result<String, Failure> {
    let mut all = filtered(catalogue, options)?;
    sort(&mut all, options.sort)?;
    if options.json {
        let data: Vec<_> = all.iter().map(|one| cards::attachment(catalogue, one)).collect();
        return as_json(&data);
    }
    if all.is_empty() {
        return Ok("No attachment matches these options.".to_owned());
    }
    let count = counted(all.len() as u64, "attachment", "attachments");
    let table = table(catalogue, &all);
    let legend = if table.contains(" *") {
        " * Not counted in answers, or not in full: see `warodds units show NAME`."
    } else {
        ""
    };
    Ok(format!("{table}\n{count}.{legend}"))
}

/// Returns the attachments that pass the filters.
fn filtered<'c>(
    catalogue: &'c Catalogue,
    options: &UnitListOptions,
) -> Result<Vec<&'c Attachment>, Failure> {
    let faction = options.faction.as_ref().map(|name| catalogue.find_faction(name)).transpose();
    let faction = faction.map_err(Failure::input)?;
    let fitting = match &options.fits {
        Some(unit) => {
            catalogue.fitting_attachments(catalogue.find_unit(unit).map_err(Failure::input)?.card)
        }
        None => catalogue.attachments().collect(),
    };
    let kind = options.kind.map(TypeFilter::from);
    let passes = |one: &&Attachment| {
        faction.as_ref().is_none_or(|start| normalize_name(&one.origin.faction).starts_with(start))
            && kind.is_none_or(|kind| joins(one, kind))
            && options
                .cost
                .as_ref()
                .is_none_or(|range| cost(one).is_some_and(|cost| range.contains(&cost)))
    };
    Ok(fitting.into_iter().filter(passes).collect())
}

/// Whether an attachment joins units of a type; solos take none.
fn joins(one: &Attachment, kind: TypeFilter) -> bool {
    matches!((one.joins, kind), (Joins::Units(joined), TypeFilter::Type(kind)) if joined == kind)
}

/// Returns the cost of an attachment; `None` for a commander.
const fn cost(one: &Attachment) -> Option<u8> {
    match one.price {
        Price::Points(cost) => Some(cost.get()),
        Price::Commander => None,
    }
}

fn sort(all: &mut [&Attachment], key: SortKey) -> Result<(), Failure> {
    // sorts are stable: attachments with equal keys stay in the order of their names
    all.sort_by_key(|one| (one.full_name(), one.id.clone()));
    match key {
        SortKey::Name => {}
        SortKey::Faction => all.sort_by(|one, other| one.origin.faction.cmp(&other.origin.faction)),
        SortKey::Cost => all.sort_by_key(|one| cost(one)),
        SortKey::Type => all.sort_by_key(|one| one.joins.name()),
        SortKey::Speed | SortKey::Defense | SortKey::Morale => {
            return Err(Failure::input(
                "attachments have no speed, defence or morale: --sort by faction, name, cost or type",
            ));
        }
    }
    Ok(())
}

fn table(catalogue: &Catalogue, all: &[&Attachment]) -> String {
    let cells = |cell: &dyn Fn(&Attachment) -> String| all.iter().map(|one| cell(one)).collect();
    let price = |one: &Attachment| {
        cost(one).map_or_else(|| "commander".to_owned(), |cost| cost.to_string())
    };
    render(&layout(), |width| {
        vec![
            text_column("attachment", 0, width, cells(&Attachment::full_name)),
            text_column("faction", 2, width, cells(&|one| one.origin.faction.clone())),
            text_column("joins", 1, width, cells(&|one| one.joins.name().to_owned())),
            number_column("cost", 0, cells(&price)),
            text_column("abilities", 0, width, cells(&|one| abilities(catalogue, one))),
        ]
    })
}

/// Joins the names of the abilities; a star marks those that answers do not count in full.
fn abilities(catalogue: &Catalogue, one: &Attachment) -> String {
    let named = catalogue.resolve_abilities(&one.abilities, one.origin.season);
    let marked = named.iter().map(|ability| {
        let is_left_out = match &ability.status {
            ModelStatus::NotModelled => true,
            ModelStatus::Modelled(effects) => effects.left_out.is_some(),
            ModelStatus::NoDice | ModelStatus::Elsewhere => false,
        };
        format!("{}{}", ability.name, if is_left_out { " *" } else { "" })
    });
    marked.collect::<Vec<_>>().join(", ")
}
