//! `warodds cards`: lists, searches and shows tactics cards.

use clap::{Args, Subcommand};
use warodds_battles::cards::{counted_in_battles, ncu_counted_in_battles};

use super::card_words::{as_json, plays_in_words};
use super::failure::Failure;
use super::keys::KeyOptions;
use super::ncu_cards;
use super::print::{self, layout};
use crate::catalogue::{Catalogue, CountedShares, TacticsCard, normalize_name};
use crate::counted::counted;
use crate::json::tactics;
use crate::report::table::card_list::{number_column, render, text_column};
use crate::request::asoiaf::CatalogueKey;

/// List, search or show tactics cards and NCUs.
///
/// Questions play a card with --attacker-card, --defender-card and the like. With --attacker and
/// --defender, the cards of two units are ranked by what they change in an attack: the options of
/// `warodds attack` or, with --distance, of `warodds charge` describe the situation.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(super) struct CardsArgs {
    /// A faction, whose cards are listed, or words of cards, as in `cards search`.
    #[arg(value_name = "WORD", conflicts_with_all = ["faction", "commander", "coverage"])]
    words: Vec<String>,
    #[command(subcommand)]
    command: Option<CardsCommand>,
    #[command(flatten)]
    list: CardListOptions,
    #[command(flatten)]
    catalogue: KeyOptions<CatalogueKey>,
}

const EXAMPLES: &str = "\
Examples:
  warodds cards --faction stark
  warodds cards --commander \"robb stark\" --json
  warodds cards charge horse
  warodds cards show \"winter's might\"
  warodds cards --ncus --faction stark
  warodds cards show \"the spider\"
  warodds cards --coverage
  warodds cards --attacker \"stark sworn swords\" --defender \"lannister guardsmen\" --charge
  warodds attack \"stark sworn swords\" \"lannister guardsmen\" --attacker-card \"winter's might\"";

#[derive(Clone, Debug, Subcommand)]
enum CardsCommand {
    Show(ShowCardArgs),
    Search(SearchCardArgs),
}

/// Filters of the list.
#[derive(Clone, Debug, Args)]
struct CardListOptions {
    /// Only this faction. The start of its name is enough.
    #[arg(long, value_name = "FACTION")]
    faction: Option<String>,
    /// Only the cards of this commander. A part of the name is enough.
    #[arg(long, value_name = "NAME")]
    commander: Option<String>,
    /// List NCUs instead of tactics cards.
    #[arg(long, conflicts_with_all = ["commander", "coverage"])]
    ncus: bool,
    /// Count the cards that answers count in full, in part or not at all.
    #[arg(long, conflicts_with_all = ["faction", "commander"])]
    coverage: bool,
    /// Print them as JSON.
    #[arg(long)]
    json: bool,
}

/// Show a tactics card or an NCU.
#[derive(Clone, Debug, Args)]
struct ShowCardArgs {
    /// The name of a card or an NCU, some words of it, or its commander.
    #[arg(value_name = "NAME")]
    name: String,
    /// Print it as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    catalogue: KeyOptions<CatalogueKey>,
}

/// Search tactics cards or NCUs by words of their names or summaries.
#[derive(Clone, Debug, Args)]
struct SearchCardArgs {
    /// The words. All of them must occur.
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,
    /// Search NCUs instead of tactics cards.
    #[arg(long)]
    ncus: bool,
    /// Print them as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    catalogue: KeyOptions<CatalogueKey>,
}

/// Runs the command.
pub(super) fn run(arguments: &CardsArgs) -> Result<(), Failure> {
    match &arguments.command {
        Some(CardsCommand::Show(arguments)) => show(arguments),
        Some(CardsCommand::Search(arguments)) => search(arguments),
        None => selected(arguments),
    }
}

/// Lists the cards or NCUs that the options select; words that are no faction are searched.
fn selected(arguments: &CardsArgs) -> Result<(), Failure> {
    let (CardsArgs { words, catalogue, .. }, mut options) = (arguments, arguments.list.clone());
    let cards = catalogue.keys.open(Catalogue::shipped())?;
    if !words.is_empty() {
        let faction = words.join(" ");
        if cards.find_faction(&faction).is_err() {
            let CardListOptions { ncus, json, .. } = options;
            let (words, catalogue) = (words.clone(), catalogue.clone());
            return search(&SearchCardArgs { words, ncus, json, catalogue });
        }
        options.faction = Some(faction);
    }
    if options.coverage {
        return coverage(&cards, options.json);
    }
    if options.ncus {
        return ncus(&cards, &options);
    }
    list(&found(&cards, &options)?, options.json)
}

/// Lists the NCUs that the filters let pass.
fn ncus(catalogue: &Catalogue, options: &CardListOptions) -> Result<(), Failure> {
    let faction = options.faction.as_ref().map(|name| catalogue.find_faction(name));
    let faction = faction.transpose().map_err(Failure::input)?;
    ncu_cards::list(&ncu_cards::found(catalogue, (faction.as_deref(), &[]))?, options.json)
}

/// Returns the cards that the filters let pass.
fn found<'c>(
    catalogue: &'c Catalogue,
    options: &CardListOptions,
) -> Result<Vec<&'c TacticsCard>, Failure> {
    let faction = options.faction.as_ref().map(|name| catalogue.find_faction(name));
    let faction = faction.transpose().map_err(Failure::input)?;
    let commander = options.commander.as_deref().map(normalize_name);
    let fits = |card: &&TacticsCard| {
        let of_faction = normalize_name(&card.origin.faction);
        let leader = card.commander.as_deref().map(normalize_name);
        faction.as_ref().is_none_or(|start| of_faction.starts_with(start))
            && commander
                .as_ref()
                .is_none_or(|part| leader.is_some_and(|leader| leader.contains(part)))
    };
    let cards: Vec<&TacticsCard> = catalogue.tactics_cards().filter(fits).collect();
    if cards.is_empty() {
        return Err(Failure::input(
            "no tactics card matches these options; `warodds cards` lists all",
        ));
    }
    Ok(cards)
}

/// Prints a list of cards.
fn list(found: &[&TacticsCard], is_data: bool) -> Result<(), Failure> {
    if is_data {
        let data: Vec<_> = found.iter().map(|card| tactics::tactics_card(card)).collect();
        return print::data(&as_json(&data)?);
    }
    let cells = |cell: &dyn Fn(&TacticsCard) -> String| {
        found.iter().map(|card| cell(card)).collect::<Vec<_>>()
    };
    let commander = |card: &TacticsCard| card.commander.clone().unwrap_or_else(|| "–".to_owned());
    let table = render(&layout(), |width| {
        vec![
            text_column("card", 0, width, cells(&|card| card.name.clone())),
            text_column("faction", 2, width, cells(&|card| card.origin.faction.clone())),
            text_column("commander", 1, width, cells(&commander)),
            text_column("trigger", 4, width, cells(&triggers)),
            text_column("questions", 3, width, cells(&|card| card.counted().words().to_owned())),
            text_column("id", 5, usize::MAX, cells(&|card| card.id.clone())),
        ]
    });
    let count = counted(found.len() as u64, "card", "cards");
    print::print(&format!(
        "{table}\n{count}. `warodds attack A B --rank-cards` ranks those that help in an attack."
    ))
}

/// Returns the triggers of the ways to play a card.
fn triggers(card: &TacticsCard) -> String {
    let plays = card.uses.iter().filter_map(|one| one.effects.card.as_ref());
    let mut names: Vec<&str> = plays.map(|play| play.trigger.name()).collect();
    names.dedup();
    if names.is_empty() { "–".to_owned() } else { names.join(", ") }
}

fn search(arguments: &SearchCardArgs) -> Result<(), Failure> {
    let catalogue = arguments.catalogue.keys.open(Catalogue::shipped())?;
    if arguments.ncus {
        let found = ncu_cards::found(&catalogue, (None, &arguments.words))?;
        return ncu_cards::list(&found, arguments.json);
    }
    let words: Vec<String> = arguments.words.iter().map(|word| normalize_name(word)).collect();
    let has_all = |card: &&TacticsCard| {
        let summary = card.summary.as_deref().unwrap_or_default();
        let commander = card.commander.as_deref().unwrap_or_default();
        let text = [&card.name, commander, &card.origin.faction, summary].join(" ");
        let text = normalize_name(&text);
        words.iter().all(|word| text.contains(word))
    };
    let found: Vec<&TacticsCard> = catalogue.tactics_cards().filter(has_all).collect();
    if found.is_empty() {
        // the error suggests similar names
        let error = catalogue.find_tactics(&arguments.words.join(" ")).err();
        let help = error.map_or_else(String::new, |error| format!(": {error}"));
        return Err(Failure::input(format!("no tactics card matches these words{help}")));
    }
    list(&found, arguments.json)
}

fn show(arguments: &ShowCardArgs) -> Result<(), Failure> {
    let catalogue = arguments.catalogue.keys.open(Catalogue::shipped())?;
    let card = match catalogue.find_tactics(&arguments.name) {
        Ok(card) => card,
        // an NCU may share its name with a commander, who is no card
        Err(error) => match catalogue.find_ncu(&arguments.name) {
            Ok(ncu) => return ncu_cards::show(ncu, arguments.json),
            Err(_) => return Err(Failure::input(error)),
        },
    };
    if arguments.json {
        return print::data(&as_json(&tactics::tactics_card(card))?);
    }
    print::print(&text(card))
}

/// Returns a card in words.
fn text(card: &TacticsCard) -> String {
    let of = card.commander.as_ref().map_or_else(String::new, |name| format!(", {name}"));
    let mut parts = vec![
        format!("{} ({})", card.name, card.id),
        format!("{}, tactics card{of}: {}", card.origin.faction, card.counted().words()),
    ];
    parts.extend(card.summary.clone());
    parts.extend(plays_in_words((&card.uses, "Played"), &card.battle));
    parts.extend(card.left_out.as_ref().map(|text| format!("Not counted: {text}.")));
    let version = card.origin.version.as_deref().unwrap_or(card.origin.season.name());
    parts.push(format!("{version}, {}", card.origin.source));
    parts.join("\n\n")
}

fn coverage(catalogue: &Catalogue, is_data: bool) -> Result<(), Failure> {
    let coverage = catalogue.tactics_coverage();
    let battles = catalogue.tactics_coverage_by(counted_in_battles);
    let ncus = catalogue.ncu_coverage_by(ncu_counted_in_battles);
    if is_data {
        return print::data(&as_json(&tactics::tactics_coverage(&coverage, [&battles, &ncus]))?);
    }
    let all = ("all".to_owned(), coverage.all);
    let rows: Vec<(String, CountedShares)> = coverage.by_faction.into_iter().chain([all]).collect();
    let cells = |cell: &dyn Fn(&CountedShares) -> String| {
        rows.iter().map(|(_, one)| cell(one)).collect::<Vec<_>>()
    };
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let in_battles = battles.by_faction.values().chain([&battles.all]);
    let in_battles: Vec<String> = in_battles.map(|one| percent(one.share_whole())).collect();
    let of_ncus = |name: &String| ncus.by_faction.get(name).unwrap_or(&ncus.all);
    let of_ncus = |share: fn(&CountedShares) -> f64| -> Vec<String> {
        rows.iter().map(|(name, _)| percent(share(of_ncus(name)))).collect()
    };
    let in_battles =
        [in_battles, of_ncus(CountedShares::share_whole), of_ncus(CountedShares::share_counted)];
    let names: Vec<String> = rows.iter().map(|(name, _)| name.clone()).collect();
    let table = render(&layout(), |width| {
        vec![
            text_column("faction", 0, width, names.clone()),
            number_column("cards", 0, cells(&|one| one.cards.to_string())),
            number_column("whole", 0, cells(&|one| one.whole.to_string())),
            number_column("part", 0, cells(&|one| one.part.to_string())),
            number_column("of a deck", 0, cells(&|one| percent(one.share_whole()))),
            number_column("with parts", 0, cells(&|one| percent(one.share_counted()))),
            number_column("battles", 0, in_battles[0].clone()),
            number_column("NCUs", 0, in_battles[1].clone()),
            number_column("with parts", 0, in_battles[2].clone()),
        ]
    });
    print::print(&table)
}
