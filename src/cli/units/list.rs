//! `warodds units`: lists units by filter and order.

use std::ops::RangeInclusive;

use clap::{Args, ValueEnum};

use super::super::failure::Failure;
use super::super::print::layout;
use super::as_json;
use crate::catalogue::{Card, Catalogue, Filter, TypeFilter, parse_costs};
use crate::counted::counted;
use crate::document::quoted;
use crate::games::asoiaf::{Unit, UnitType, Weapon};
use crate::json::cards;
use crate::report::table::card_list::{number_column, render, text_column};

/// Filters and order of a list of units or attachments.
#[derive(Clone, Debug, Args)]
pub(super) struct UnitListOptions {
    /// Only this faction. The start of its name is enough.
    #[arg(long, value_name = "FACTION")]
    pub faction: Option<String>,
    /// Only units of this type, or attachments that join it.
    #[arg(long = "type", value_enum, value_name = "TYPE")]
    pub kind: Option<TypeName>,
    /// Only this cost, or a range such as 4..6, 4.. or ..6. Both ends are included.
    #[arg(long, value_name = "POINTS", value_parser = parse_costs)]
    pub cost: Option<RangeInclusive<u8>>,
    /// List attachments instead of units.
    #[arg(long)]
    pub attachments: bool,
    /// Only attachments that fit this unit: of its type, in its faction or neutral.
    #[arg(long = "for", value_name = "UNIT", requires = "attachments")]
    pub fits: Option<String>,
    /// Sort by this column.
    #[arg(long, value_enum, default_value = "faction", value_name = "KEY")]
    pub sort: SortKey,
    /// Print them as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Types of units on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TypeName {
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

impl From<TypeName> for TypeFilter {
    fn from(name: TypeName) -> Self {
        match name {
            TypeName::Infantry => Self::Type(UnitType::Infantry),
            TypeName::Cavalry => Self::Type(UnitType::Cavalry),
            TypeName::Monster => Self::Type(UnitType::Monster),
            TypeName::WarMachine => Self::Type(UnitType::WarMachine),
            TypeName::Solo => Self::Solo,
        }
    }
}

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SortKey {
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

impl UnitListOptions {
    /// Refuses filters beside words of cards.
    pub(super) fn refuse_beside_words(&self, words: &str) -> Result<(), Failure> {
        let is_filtered = self.kind.is_some() || self.cost.is_some() || self.attachments;
        if is_filtered || self.sort != SortKey::Faction {
            return Err(Failure::input(format!(
                "there is no faction {}: `warodds units search \"{words}\"` searches cards of all \
                 kinds, without filters",
                quoted(words)
            )));
        }
        Ok(())
    }

    /// Builds the filter of units.
    fn filter(&self, catalogue: &Catalogue) -> Result<Filter, Failure> {
        let faction = self
            .faction
            .as_ref()
            .map(|name| catalogue.find_faction(name))
            .transpose()
            .map_err(Failure::input)?;
        Ok(Filter {
            factions: faction.into_iter().collect(),
            kinds: self.kind.map(TypeFilter::from).into_iter().collect(),
            costs: self.cost.clone().into_iter().collect(),
            seasons: Vec::new(),
        })
    }

    fn sort(&self, cards: &mut [&Card]) {
        // sorts are stable: cards with equal keys stay in the order of their names
        cards.sort_by(|a, b| {
            a.unit.name.cmp(&b.unit.name).then_with(|| b.origin.season.cmp(&a.origin.season))
        });
        match self.sort {
            SortKey::Name => {}
            SortKey::Faction => cards.sort_by(|a, b| a.origin.faction.cmp(&b.origin.faction)),
            SortKey::Cost => cards.sort_by_key(|card| card.unit.cost),
            SortKey::Type => cards.sort_by_key(|card| (card.unit.kind.name(), card.unit.is_solo())),
            SortKey::Speed => cards.sort_by_key(|card| std::cmp::Reverse(card.unit.speed)),
            SortKey::Defense => cards.sort_by_key(|card| card.unit.defense),
            SortKey::Morale => cards.sort_by_key(|card| card.unit.morale),
        }
    }
}

/// Lists the units as a table or as JSON.
pub(super) fn text(catalogue: &Catalogue, options: &UnitListOptions) -> Result<String, Failure> {
    let filter = options.filter(catalogue)?;
    let mut cards: Vec<&Card> =
        catalogue.current_cards().filter(|card| filter.fits(card)).collect();
    options.sort(&mut cards);
    if options.json {
        return as_json(&cards.iter().map(|card| cards::card(catalogue, card)).collect::<Vec<_>>());
    }
    if cards.is_empty() {
        return Ok("No unit matches these options.".to_owned());
    }
    Ok(format!("{}\n{}", table(catalogue, &cards), footer(catalogue, &cards)))
}

fn table(catalogue: &Catalogue, cards: &[&Card]) -> String {
    let units: Vec<(Unit, &Card)> =
        cards.iter().map(|card| (catalogue.unit(card), *card)).collect();
    let cells = |cell: &dyn Fn(&Unit) -> String| units.iter().map(|(unit, _)| cell(unit)).collect();
    let number = |number: Option<u8>, end: &str| {
        number.map_or_else(|| "–".to_owned(), |number| format!("{number}{end}"))
    };
    let speed = |unit: &Unit| number(unit.speed.map(|speed| speed.get()), "\"");
    let morale = |unit: &Unit| number(unit.morale.map(|morale| morale.get()), "+");
    let cost = |unit: &Unit| number(unit.cost.map(|cost| cost.get()), "");
    let attacks = |unit: &Unit| unit.attacks.iter().map(weapon).collect::<Vec<_>>().join(", ");
    let factions = || units.iter().map(|(_, card)| card.origin.faction.clone()).collect();
    render(&layout(), |width| {
        vec![
            text_column(
                "unit",
                0,
                width,
                units.iter().map(|(unit, card)| name(unit, card)).collect(),
            ),
            text_column("faction", 6, width, factions()),
            text_column("type", 5, width, cells(&unit_type)),
            number_column("cost", 0, cells(&cost)),
            number_column("speed", 4, cells(&speed)),
            number_column("def", 1, cells(&|unit| number(Some(unit.defense.get()), "+"))),
            number_column("mor", 1, cells(&morale)),
            number_column("wounds", 3, cells(&|unit| number(Some(unit.body.wounds()), ""))),
            text_column("attacks", 2, width, cells(&attacks)),
        ]
    })
}

/// Returns the name; a star marks units with abilities that answers do not count in full.
fn name(unit: &Unit, card: &Card) -> String {
    let mark = if unit.not_modelled().is_empty() { "" } else { " *" };
    format!("{}{}{mark}", unit.name, card.origin.season.suffix())
}

/// Returns the type of a unit, with `(solo)` unless every unit of its type is one.
pub(crate) fn unit_type(unit: &Unit) -> String {
    let solo = unit.is_solo() && matches!(unit.kind, UnitType::Infantry | UnitType::Cavalry);
    if solo { format!("{} (solo)", unit.kind.name()) } else { unit.kind.name().to_owned() }
}

/// Shortens an attack, e.g. to `melee 4+ 7/5/4`.
fn weapon(weapon: &Weapon) -> String {
    let dice: Vec<String> = weapon.dice.iter().map(ToString::to_string).collect();
    format!("{} {}+ {}", weapon.reach.name(), weapon.hit, dice.join("/"))
}

/// Counts the units and explains the star.
fn footer(catalogue: &Catalogue, cards: &[&Card]) -> String {
    let count = counted(cards.len() as u64, "unit", "units");
    let marked = cards.iter().any(|card| !catalogue.unit(card).not_modelled().is_empty());
    let mark = if marked {
        " * Some abilities are not counted in answers: see `warodds units show NAME`."
    } else {
        ""
    };
    format!("{count}.{mark}")
}
