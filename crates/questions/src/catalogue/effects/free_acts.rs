//! Reads the free actions that tactics cards let units take.

use super::only_conditions;
use super::values::{named, tokens};
use crate::catalogue::battle_play::{FreeAction, FreeActs, FreeRetreat};
use crate::document::schema::{some_of, whole};
use crate::document::{Draft, FileKey, Report, Section, TableArray, choose, key};
use warodds_games::asoiaf::Tokens;
use warodds_games::asoiaf::effect::EffectTarget;

/// The longest move by a card, and the most inches added to a speed.
const MOST_INCHES: i64 = 12;
/// The most times that a card lets a retreat die be rolled again.
const MOST_REROLLS: i64 = 1;

/// Whom attacks by cards may have to strike.
const STRUCK: [(&str, EffectTarget); 1] = [("enemy", EffectTarget::Enemy)];

/// Reads the free actions of a card.
pub(super) fn free_acts(section: &mut Section<'_>, report: &mut Report) -> Vec<FreeActs> {
    let of = TableArray {
        key: key("acts", "free actions (A6.6), one of which the unit may take"),
        definition: "free-acts",
        words: "Free actions of which the unit of a card takes one.",
    };
    section.tables(of, "free actions", report, one).unwrap_or_default()
}

fn one(mut section: Section<'_>, report: &mut Report) -> FreeActs {
    let requires = key("if", "what must hold for the unit to take one of them");
    let requires = section.table(requires, "`if`", report, only_conditions).unwrap_or_default();
    let names = FreeAction::ALL.map(|(name, _)| name);
    let may = key("may", "the actions to choose from");
    let may =
        section.required_item(may, || some_of(&crate::document::schema::one_of(names)), report);
    let may = may.map_or_else(Vec::new, |item| {
        let list = item.as_list();
        list.iter().filter_map(|item| report.ok_or_add(choose(item, &FreeAction::ALL))).collect()
    });
    let inches = number(
        &mut section,
        key("inches", "the longest move, instead of the unit's speed; required for a shift"),
        MOST_INCHES,
        report,
    );
    let faster = key("faster", "inches added to the unit's speed");
    let faster = number(&mut section, faster, MOST_INCHES, report).unwrap_or(0);
    let at = key("at", "whom attacks and charges must target; any enemy if left out");
    let at = named(&mut section, at, &STRUCK, report);
    let rerolls = key("reroll_retreat", "how often the retreat die may be rerolled");
    let rerolls = number(&mut section, rerolls, MOST_REROLLS, report).unwrap_or(0);
    let gives =
        section.item(key("give_left", "tokens for each enemy that it leaves behind"), tokens);
    let gives = gives.and_then(|item| super::values::one::<Tokens>(&item, report));
    let near = "tokens for each enemy within short range of it afterwards";
    let near = section.item(key("give_near", near), tokens);
    let near = near.and_then(|item| super::values::one::<Tokens>(&item, report));
    let span = section.span.clone();
    section.finish(report);
    let retreat = FreeRetreat { rerolls, gives: gives.unwrap_or(Tokens::NONE) };
    let acts = FreeActs {
        requires,
        may,
        inches,
        faster,
        at,
        retreat,
        gives_near: near.unwrap_or(Tokens::NONE),
    };
    check(&acts, &span, report);
    acts
}

/// Reads a whole number from 1 to `most`.
fn number(section: &mut Section<'_>, key: FileKey, most: i64, report: &mut Report) -> Option<u8> {
    let item = section.item(key, || whole(1, most))?;
    // at most twelve
    report.ok_or_add(item.whole(1, most)).map(|number| number as u8)
}

/// Reports keys that the actions do not need.
fn check(acts: &FreeActs, span: &std::ops::Range<usize>, report: &mut Report) {
    let mut fault = |message: &str, help: &str| {
        report.add(|| Draft::new(span, message.to_owned()).help(help.to_owned()));
    };
    let may = |action| acts.may.contains(&action);
    if may(FreeAction::Shift) && acts.inches.is_none() {
        fault("a shift by a card needs its length", "add `inches`");
    }
    if acts.retreat != FreeRetreat::default() && !may(FreeAction::Retreat) {
        fault("there is no retreat to change", "add `retreat` to `may`");
    }
    let strikes = [FreeAction::Melee, FreeAction::Shot, FreeAction::Charge];
    if acts.at.is_some() && !strikes.into_iter().any(may) {
        fault("none of the actions targets an enemy", "leave out `at`");
    }
}
