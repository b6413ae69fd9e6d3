//! The list of units: filters, order, table.

use std::ops::RangeInclusive;

use clap::{Args, ValueEnum};
use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table};

use super::super::failure::Failure;
use super::super::print::layout;
use super::data;
use crate::catalogue::{Card, Catalogue, plain};
use crate::games::asoiaf::{CardEdition, Unit, UnitType, Weapon};

/// Which units, in which order.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Units of this faction; the start of its name will do.
    #[arg(long, value_name = "FACTION")]
    faction: Option<String>,
    /// Units of this type.
    #[arg(long = "type", value_enum, value_name = "TYPE")]
    kind: Option<TypeName>,
    /// Units of this cost, or within a range such as 4..6 (both ends included), 4.. or ..6.
    #[arg(long, value_name = "POINTS", value_parser = points)]
    cost: Option<RangeInclusive<u8>>,
    /// Cards of this edition: 1.0, 1.5, 1.6 or 2021.
    #[arg(long, value_name = "EDITION", value_parser = edition)]
    edition: Option<CardEdition>,
    /// What they are sorted by.
    #[arg(long, value_enum, default_value = "faction", value_name = "KEY")]
    sort: Key,
    /// Print them as JSON.
    #[arg(long)]
    json: bool,
}

/// Types of units by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TypeName {
    /// 12 models in 3 ranks, unless the card says otherwise.
    Infantry,
    /// 4 models in 2 ranks, or a solo.
    Cavalry,
    /// A single monster.
    Monster,
    /// A single war machine.
    WarMachine,
    /// Any single model.
    Solo,
}

impl TypeName {
    fn fits(self, unit: &Unit) -> bool {
        match self {
            Self::Infantry => unit.kind == UnitType::Infantry,
            Self::Cavalry => unit.kind == UnitType::Cavalry,
            Self::Monster => unit.kind == UnitType::Monster,
            Self::WarMachine => unit.kind == UnitType::WarMachine,
            Self::Solo => unit.is_solo(),
        }
    }
}

/// What a list may be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Key {
    /// By faction, then name.
    Faction,
    /// By name.
    Name,
    /// By cost.
    Cost,
    /// By type.
    Type,
    /// By speed, the fastest first.
    Speed,
    /// By defence, the best first.
    Defense,
    /// By morale, the best first.
    Morale,
}

/// A cost or a range of costs.
fn points(text: &str) -> Result<RangeInclusive<u8>, String> {
    let wrong = || format!("`{text}` is no cost like 5 and no range like 4..6");
    let number = |text: &str, default: u8| if text.is_empty() { Ok(default) } else { text.parse().map_err(|_| wrong()) };
    let range = match text.split_once("..") {
        Some((low, high)) => number(low, 0)?..=number(high.trim_start_matches('='), u8::MAX)?,
        None if text.is_empty() => return Err(wrong()),
        None => number(text, 0)?..=number(text, 0)?,
    };
    if range.is_empty() { Err(wrong()) } else { Ok(range) }
}

/// An edition of cards by its name.
fn edition(text: &str) -> Result<CardEdition, String> {
    let names = || CardEdition::ALL.map(CardEdition::name).join(", ");
    CardEdition::ALL.into_iter().find(|edition| edition.name() == text).ok_or_else(|| format!("editions of cards are {}", names()))
}

impl Options {
    /// Whether a card passes all filters; `faction` as names are compared.
    fn wants(&self, card: &Card, faction: Option<&str>) -> bool {
        let cost = |range: &RangeInclusive<u8>| card.unit.cost.is_some_and(|cost| range.contains(&cost.get()));
        faction.is_none_or(|faction| plain(&card.origin.faction).starts_with(faction))
            && self.kind.is_none_or(|kind| kind.fits(&card.unit))
            && self.cost.as_ref().is_none_or(cost)
            && self.edition.is_none_or(|edition| card.origin.edition == edition)
    }

    /// The faction that is wanted, which must be that of some card.
    fn faction(&self, catalogue: &Catalogue) -> Result<Option<String>, Failure> {
        let Some(given) = &self.faction else { return Ok(None) };
        let wanted = plain(given);
        let mut factions: Vec<&str> = catalogue.cards().map(|card| card.origin.faction.as_str()).collect();
        factions.sort_unstable();
        factions.dedup();
        let is_there = factions.iter().any(|faction| plain(faction).starts_with(&wanted));
        let unknown = || Failure::input(format!("there is no faction `{given}`; factions are {}", factions.join(", ")));
        if is_there { Ok(Some(wanted)) } else { Err(unknown()) }
    }

    fn sort(&self, cards: &mut [&Card]) {
        cards.sort_by(|a, b| a.unit.name.cmp(&b.unit.name).then_with(|| b.origin.edition.cmp(&a.origin.edition)));
        match self.sort {
            Key::Name => {}
            Key::Faction => cards.sort_by(|a, b| a.origin.faction.cmp(&b.origin.faction)),
            Key::Cost => cards.sort_by_key(|card| card.unit.cost),
            Key::Type => cards.sort_by_key(|card| (card.unit.kind.name(), card.unit.is_solo())),
            Key::Speed => cards.sort_by_key(|card| std::cmp::Reverse(card.unit.speed)),
            Key::Defense => cards.sort_by_key(|card| card.unit.defense),
            Key::Morale => cards.sort_by_key(|card| card.unit.morale),
        }
    }
}

/// The list as a table or as JSON.
pub fn text(catalogue: &Catalogue, options: &Options) -> Result<String, Failure> {
    let faction = options.faction(catalogue)?;
    let mut cards: Vec<&Card> = catalogue.cards().filter(|card| options.wants(card, faction.as_deref())).collect();
    options.sort(&mut cards);
    if options.json {
        return data::text(&cards.iter().map(|card| data::card(catalogue, card)).collect::<Vec<_>>());
    }
    if cards.is_empty() {
        return Ok("No unit is like that.".to_owned());
    }
    Ok(format!("{}\n{}", table(catalogue, &cards), footer(catalogue, &cards)))
}

const HEADS: [&str; 9] = ["unit", "faction", "type", "cost", "speed", "def", "mor", "wounds", "attacks"];

fn table(catalogue: &Catalogue, cards: &[&Card]) -> String {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic).set_width(layout().width.max(60));
    table.set_header(HEADS);
    for card in cards {
        table.add_row(row(catalogue, card));
    }
    table.trim_fmt()
}

fn row(catalogue: &Catalogue, card: &Card) -> Vec<Cell> {
    let unit = catalogue.unit(card);
    let mark = if unit.not_modelled().is_empty() { "" } else { " *" };
    let text = |text: String| Cell::new(text);
    let number = |number: Option<u8>, end: &str| {
        Cell::new(number.map_or_else(|| "–".to_owned(), |number| format!("{number}{end}"))).set_alignment(CellAlignment::Right)
    };
    vec![
        text(format!("{}{}{mark}", unit.name, card.origin.edition.suffix())),
        text(card.origin.faction.clone()),
        text(kind(&unit)),
        number(unit.cost.map(|cost| cost.get()), ""),
        number(unit.speed.map(|speed| speed.get()), "\""),
        number(Some(unit.defense.get()), "+"),
        number(unit.morale.map(|morale| morale.get()), "+"),
        number(Some(unit.body.wounds()), ""),
        text(unit.attacks.iter().map(weapon).collect::<Vec<_>>().join(", ")),
    ]
}

/// The type of a unit, and whether it is a solo where its type does not say so.
pub fn kind(unit: &Unit) -> String {
    let solo = unit.is_solo() && matches!(unit.kind, UnitType::Infantry | UnitType::Cavalry);
    if solo { format!("{} (solo)", unit.kind.name()) } else { unit.kind.name().to_owned() }
}

/// An attack in a few characters, e.g. `melee 4+ 7/5/4`.
fn weapon(weapon: &Weapon) -> String {
    let dice: Vec<String> = weapon.dice.iter().map(ToString::to_string).collect();
    format!("{} {}+ {}", weapon.reach.name(), weapon.hit, dice.join("/"))
}

/// How many they are, and what the mark means.
fn footer(catalogue: &Catalogue, cards: &[&Card]) -> String {
    let count = if cards.len() == 1 { "1 unit".to_owned() } else { format!("{} units", cards.len()) };
    let marked = cards.iter().any(|card| !catalogue.unit(card).not_modelled().is_empty());
    let mark = if marked { " * has abilities that answers do not count: see `warodds units show NAME`." } else { "" };
    format!("{count}.{mark}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_single_or_ranges() {
        assert_eq!(points("5"), Ok(5..=5));
        assert_eq!(points("4..6"), Ok(4..=6));
        assert_eq!(points("4..=6"), Ok(4..=6));
        assert_eq!((points("4.."), points("..6")), (Ok(4..=255), Ok(0..=6)));
        assert!(points("6..4").is_err() && points("").is_err() && points("five").is_err() && points("-1").is_err());
    }
}
