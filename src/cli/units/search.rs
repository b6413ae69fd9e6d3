//! `warodds units search`: finds all cards that match some words.

use clap::Args;
use serde::Serialize;

use super::super::failure::Failure;
use super::super::keys::KeyOptions;
use super::super::print::{self, layout};
use super::as_json;
use super::list::unit_type;
use crate::catalogue::{Attachment, Card, Catalogue, Ncu, Price, SearchHits};
use crate::counted::counted;
use crate::document::quoted;
use crate::report::table::card_list::{number_column, render, text_column};
use crate::request::asoiaf::CatalogueKey;

/// Search units, attachments and NCUs by words of their names.
///
/// Words may come in any order. Beginnings of words (`swo`), singular and plural, words run
/// together (`shebears`), factions, seasons and initials match. For misspelt names similar ones
/// are suggested.
#[derive(Clone, Debug, Args)]
pub(super) struct UnitSearchArgs {
    /// The words.
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,
    /// Print them as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    catalogue: KeyOptions<CatalogueKey>,
}

/// A found card as a row of the table.
#[derive(Clone, Debug, Serialize)]
struct SearchRow {
    id: String,
    name: String,
    what: &'static str,
    faction: String,
    #[serde(rename = "type")]
    kind: String,
    /// `None` if it is not known, and for commanders, who are free.
    cost: Option<u8>,
    season: &'static str,
}

/// Prints the found cards.
pub(super) fn run(arguments: &UnitSearchArgs) -> Result<(), Failure> {
    let catalogue = arguments.catalogue.keys.open(Catalogue::shipped())?;
    print_hits(&catalogue, &arguments.words.join(" "), arguments.json)
}

/// Prints the cards of some words.
pub(super) fn print_hits(catalogue: &Catalogue, words: &str, json: bool) -> Result<(), Failure> {
    let hits = catalogue.search(words);
    let lines = lines(&hits);
    if lines.is_empty() {
        let nearest: Vec<String> = hits.nearest.iter().map(|name| format!("`{name}`")).collect();
        let help = if nearest.is_empty() {
            "`warodds units` lists all units".to_owned()
        } else {
            format!("did you mean {}?", nearest.join(" or "))
        };
        return Err(Failure::input(format!("there is no card {}; {help}", quoted(words))));
    }
    if json {
        return print::data(&as_json(&lines)?);
    }
    let count = counted(lines.len() as u64, "card", "cards");
    print::print(&format!("{}\n{count}.", table(&lines)))
}

fn lines(hits: &SearchHits<'_>) -> Vec<SearchRow> {
    let cards = hits.cards.iter().map(|card| of_card(card));
    let attachments = hits.attachments.iter().map(|one| of_attachment(one));
    cards.chain(attachments).chain(hits.ncus.iter().map(|ncu| of_ncu(ncu))).collect()
}

fn of_card(card: &Card) -> SearchRow {
    SearchRow {
        id: card.id.clone(),
        name: card.unit.name.clone(),
        what: "unit",
        faction: card.origin.faction.clone(),
        kind: unit_type(&card.unit),
        cost: card.unit.cost.map(|cost| cost.get()),
        season: card.origin.season.name(),
    }
}

fn of_attachment(one: &Attachment) -> SearchRow {
    let cost = match one.price {
        Price::Points(cost) => Some(cost.get()),
        Price::Commander => None,
    };
    SearchRow {
        id: one.id.clone(),
        name: one.full_name(),
        what: if cost.is_none() { "commander" } else { "attachment" },
        faction: one.origin.faction.clone(),
        kind: one.joins.name().to_owned(),
        cost,
        season: one.origin.season.name(),
    }
}

fn of_ncu(ncu: &Ncu) -> SearchRow {
    SearchRow {
        id: ncu.id.clone(),
        name: ncu.full_name(),
        what: "NCU",
        faction: ncu.origin.faction.clone(),
        kind: "–".to_owned(),
        cost: Some(ncu.cost.get()),
        season: ncu.origin.season.name(),
    }
}

fn table(lines: &[SearchRow]) -> String {
    let cells = |cell: &dyn Fn(&SearchRow) -> String| lines.iter().map(cell).collect();
    let cost = |line: &SearchRow| line.cost.map_or_else(|| "–".to_owned(), |cost| cost.to_string());
    render(&layout(), |width| {
        vec![
            text_column("name", 0, width, cells(&|line| line.name.clone())),
            text_column("what", 0, width, cells(&|line| line.what.to_owned())),
            text_column("faction", 1, width, cells(&|line| line.faction.clone())),
            text_column("type", 3, width, cells(&|line| line.kind.clone())),
            number_column("cost", 0, cells(&cost)),
            text_column("season", 2, width, cells(&|line| line.season.to_owned())),
            text_column("id", 4, usize::MAX, cells(&|line| line.id.clone())),
        ]
    })
}
