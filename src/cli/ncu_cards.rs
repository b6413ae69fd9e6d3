//! NCUs of `warodds cards`: a list, a search and one of them in words.

use warodds_battles::cards::ncu_counted_in_battles;

use super::card_words::{as_json, plays_in_words};
use super::failure::Failure;
use super::print::{self, layout};
use crate::catalogue::{BattlePlay, Catalogue, Ncu, normalize_name};
use crate::counted::counted;
use crate::json::ncus::ncu_abilities;
use crate::report::table::card_list::{number_column, render, text_column};

/// Returns the NCUs of a faction (all if `None`) that have all words in their names, factions or
/// summaries.
///
/// # Errors
/// [`Failure`] if there are none.
pub(super) fn found<'c>(
    catalogue: &'c Catalogue,
    (faction, words): (Option<&str>, &[String]),
) -> Result<Vec<&'c Ncu>, Failure> {
    let words: Vec<String> = words.iter().map(|word| normalize_name(word)).collect();
    let fits = |ncu: &&Ncu| {
        let of_faction = normalize_name(&ncu.origin.faction);
        let summary = ncu.abilities.summary.as_deref().unwrap_or_default();
        let text = normalize_name(&[&ncu.full_name(), &ncu.origin.faction, summary].join(" "));
        faction.is_none_or(|start| of_faction.starts_with(start))
            && words.iter().all(|word| text.contains(word))
    };
    let ncus: Vec<&Ncu> = catalogue.ncus().filter(fits).collect();
    if ncus.is_empty() {
        // the error suggests similar names
        let error = catalogue.find_ncu(&words.join(" ")).err();
        let help = error.map_or_else(String::new, |error| format!(": {error}"));
        return Err(Failure::input(format!("no NCU matches these options{help}")));
    }
    Ok(ncus)
}

/// Prints a list of NCUs.
///
/// # Errors
/// [`Failure`] if the list cannot be written.
pub(super) fn list(ncus: &[&Ncu], is_data: bool) -> Result<(), Failure> {
    if is_data {
        let data: Vec<_> =
            ncus.iter().map(|ncu| ncu_abilities(ncu, ncu_counted_in_battles(ncu))).collect();
        return print::data(&as_json(&data)?);
    }
    let cells =
        |cell: &dyn Fn(&Ncu) -> String| ncus.iter().map(|ncu| cell(ncu)).collect::<Vec<_>>();
    let table = render(&layout(), |width| {
        vec![
            text_column("NCU", 0, width, cells(&Ncu::full_name)),
            text_column("faction", 2, width, cells(&|ncu| ncu.origin.faction.clone())),
            number_column("cost", 0, cells(&|ncu| ncu.cost.get().to_string())),
            text_column("trigger", 4, width, cells(&triggers)),
            text_column("battles", 3, width, cells(&|ncu| status(ncu).to_owned())),
            text_column("id", 5, usize::MAX, cells(&|ncu| ncu.id.clone())),
        ]
    });
    print::print(&format!("{table}\n{}.", counted(ncus.len() as u64, "NCU", "NCUs")))
}

fn status(ncu: &Ncu) -> &'static str {
    ncu_counted_in_battles(ncu).words()
}

/// Returns the triggers of the ways to use an NCU.
fn triggers(ncu: &Ncu) -> String {
    let plays = ncu.abilities.uses.iter().filter_map(|one| one.effects.card.as_ref());
    let plays = plays.map(|play| play.trigger.name());
    let others = ncu.abilities.battle.iter().map(|play: &BattlePlay| play.trigger.name());
    let mut names: Vec<&str> = plays.chain(others).collect();
    names.dedup();
    if names.is_empty() { "–".to_owned() } else { names.join(", ") }
}

/// Prints an NCU.
///
/// # Errors
/// [`Failure`] if it cannot be written.
pub(super) fn show(ncu: &Ncu, is_data: bool) -> Result<(), Failure> {
    if is_data {
        return print::data(&as_json(&ncu_abilities(ncu, ncu_counted_in_battles(ncu)))?);
    }
    print::print(&text(ncu))
}

/// Returns an NCU in words.
fn text(ncu: &Ncu) -> String {
    let (abilities, origin) = (&ncu.abilities, &ncu.origin);
    let cost = counted(u64::from(ncu.cost.get()), "point", "points");
    let mut parts = vec![
        format!("{} ({})", ncu.full_name(), ncu.id),
        format!("{}, NCU, {cost}: {} in battles", origin.faction, status(ncu)),
    ];
    parts.extend(abilities.summary.clone());
    if abilities.tokens > 0 {
        let tokens = counted(u64::from(abilities.tokens), "order token", "order tokens");
        parts.push(format!("It has {tokens} at the start."));
    }
    parts.extend(plays_in_words((&abilities.uses, "Used"), &abilities.battle));
    parts.extend(abilities.left_out.as_ref().map(|text| format!("Battles leave out: {text}.")));
    let version = origin.version.as_deref().unwrap_or(origin.season.name());
    parts.push(format!("{version}, {}", origin.source));
    parts.join("\n\n")
}
