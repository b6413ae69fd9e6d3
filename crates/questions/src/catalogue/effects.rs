//! Reads the effects of an ability, and the ways to play a tactics card.

mod actions;
mod battle;
mod battle_faults;
mod conditions;
mod free_acts;
mod others;
mod play_terms;
mod staying;
mod values;

use std::sync::Arc;

pub(super) use battle::battle_play;
pub(super) use play_terms::check_of_card;

use super::entry::CardUse;
use crate::document::schema::up_to;
use crate::document::{
    Draft, FileKey, KeyedValue, Name, Report, Section, TableArray, choose, describe_table, key,
    quoted,
};
use warodds_games::asoiaf::effect::{
    Amount, CardPlay, Choice, Conditions, Effect, Effects, Moment, Per, Trigger,
};
use warodds_games::asoiaf::names_match;

/// The most options of a choice: a set of them is a byte.
const MOST_OPTIONS: usize = 8;

/// Reads the effects of an ability. Returns `None` if its table has none.
pub(super) fn read(section: &mut Section<'_>, name: &str, report: &mut Report) -> Option<Effects> {
    let weapon = key("weapon", "whether it counts only for attacks with the weapon of its name");
    let of_weapon = section.optional(weapon, report) == Some(true);
    let left_out = "what the effects leave out, in words; answers say so";
    let left_out: Option<Name> = section.optional(key("left_out", left_out), report);
    let trigger: Option<Trigger> = section
        .item(TRIGGER, || values::meanings(Trigger::ALL))
        .and_then(|item| report.ok_or_add(trigger(name, &item)));
    let effects = Effects {
        of_weapon,
        left_out: left_out.map(|text| text.0),
        ..fixed_and_chosen(section, report)?
    };
    // most orders are triggered by the moment at which they act
    let by_moment = effects.all().next().map(|effect| Trigger::of(effect.moment));
    refuse_table_counts(&effects, &section.span.clone(), report);
    let order = if name.starts_with("Order:") { trigger.or(by_moment) } else { None };
    Some(Effects { order, ..effects })
}

/// Reads the effects that always count and those of which the owner takes some. Returns `None` if
/// there are neither.
fn fixed_and_chosen(section: &mut Section<'_>, report: &mut Report) -> Option<Effects> {
    let fixed = effects(section, "the effects that always count", report);
    let choose = key("choose", "options for the owner to choose from");
    let choice = section.table(choose, "`choose`", report, choice).flatten();
    if fixed.is_none() && choice.is_none() {
        return None;
    }
    Some(Effects { fixed: fixed.unwrap_or_default(), choice, ..Effects::default() })
}

/// Reads a way to play a tactics card.
pub(super) fn card_use(
    mut section: Section<'_>,
    left_out: Option<&str>,
    report: &mut Report,
) -> Option<CardUse> {
    let name = "its name, if a card can be played in several ways";
    let name: Option<Name> = section.optional(key("name", name), report);
    let trigger = key("trigger", "what the card waits for (A8.4)");
    let trigger = section.required_item(trigger, || values::meanings(Trigger::ALL), report);
    let trigger = trigger.and_then(|item| {
        report.ok_or_add(choose(&item, &Trigger::ALL.map(|(trigger, name, _)| (name, trigger))))
    });
    let stays = "whether it was played earlier and stays in play for the whole fight";
    let stays = section.optional(key("stays", stays), report) == Some(true);
    let requires = key("if", "what must hold for it to be played");
    let requires = section.table(requires, "`if`", report, only_conditions);
    let effects = fixed_and_chosen(&mut section, report);
    let span = section.span.clone();
    section.finish(report);
    if effects.is_none() {
        report.add(|| {
            Draft::new(&span, "this way to play the card does nothing")
                .help("add `effects` or `choose`")
        });
    }
    if let Some(effects) = &effects {
        refuse_table_counts(effects, &span, report);
    }
    let requires = requires.unwrap_or_default();
    let card = Some(CardPlay { trigger: trigger?, stays, requires });
    let effects = Effects { card, left_out: left_out.map(str::to_owned), ..effects? };
    Some(CardUse { name: name.map(|name| name.0), effects: Arc::new(effects) })
}

/// Reports amounts that count units around those that fight, which questions do not know.
fn refuse_table_counts(effects: &Effects, span: &std::ops::Range<usize>, report: &mut Report) {
    let is_of_the_table = |amount: Amount| amount.per.is_some_and(Per::is_of_the_table);
    let picks = effects.choice.as_ref().is_some_and(|choice| is_of_the_table(choice.picks));
    let counts = |effect: &Effect| effect.action.amounts().any(is_of_the_table);
    if picks || effects.all().any(counts) {
        let help = "write it in `battle`, where all units are known";
        report.add(|| Draft::new(span, "only battles count friends").help(help));
    }
}

/// Reads a table of conditions alone, which must be known before dice are rolled.
fn only_conditions(mut section: Section<'_>, report: &mut Report) -> Conditions {
    let conditions = conditions::read(&mut section, report);
    conditions::check(&conditions, Moment::Always, &section.span.clone(), report);
    section.finish(report);
    conditions
}

/// Reads a table of conditions on the units of a trigger, whose attack is over.
fn trigger_conditions(mut section: Section<'_>, report: &mut Report) -> Conditions {
    let all = conditions::read(&mut section, report);
    // a test may be the trigger itself
    let of_units = Conditions { test: None, ..all.clone() };
    conditions::check(&of_units, Moment::AfterAttacking, &section.span.clone(), report);
    section.finish(report);
    all
}

const TRIGGER: FileKey = key(
    "trigger",
    "what triggers an order, one order for each trigger (A1.7); by its first effect if left out",
);

/// Reads the trigger of an order.
fn trigger(name: &str, item: &KeyedValue<'_>) -> Result<Trigger, Draft> {
    let trigger = choose(item, &Trigger::ALL.map(|(trigger, name, _)| (name, trigger)))?;
    if name.starts_with("Order:") {
        return Ok(trigger);
    }
    Err(Draft::new(&item.span, "only orders have a `trigger`")
        .help("the name of an order starts with `Order:`"))
}

/// Reads tables of effects; `words` describes their key. A table makes one effect for each key that
/// does something.
fn effects(
    section: &mut Section<'_>,
    words: &'static str,
    report: &mut Report,
) -> Option<Vec<Effect>> {
    let of = TableArray {
        key: key("effects", words),
        definition: "effect",
        words: "One thing that an ability does: when, if, and what.",
    };
    section.tables(of, "an effect", report, effect).map(|all| all.concat())
}

/// Reads a table of effects: when, under which conditions, and what. Its moment decides which keys
/// are allowed.
fn effect(mut section: Section<'_>, report: &mut Report) -> Vec<Effect> {
    let before = report.count();
    let moment: Option<Moment> = section.required(key("when", "when it counts"), report);
    let conditions = conditions::read(&mut section, report);
    let actions = actions::read(&mut section, report);
    let span = section.span.clone();
    section.finish(report);
    // a misspelt key is already reported, and is why nothing is left to do
    if actions.is_empty() && report.count() == before {
        report.add(|| {
            Draft::new(&span, "this effect does nothing")
                .help("add what it does, e.g. `saves = -1`")
        });
    }
    let Some(moment) = moment else { return Vec::new() };
    conditions::check(&conditions, moment, &span, report);
    let checked = actions
        .into_iter()
        .filter(|(word, action, item)| actions::check(word, action, moment, item, report));
    checked
        .map(|(_, action, _)| Effect { moment, conditions: conditions.clone(), action })
        .collect()
}

/// Reads a choice: options for the owner to choose from.
fn choice(mut section: Section<'_>, report: &mut Report) -> Option<Choice> {
    let before = report.count();
    let picks = section.optional(key("picks", "how many are chosen; 1 if left out"), report);
    let picks = picks.unwrap_or(Amount::of(1));
    let of = TableArray {
        key: key("more", "conditions, each of which adds an option while it holds"),
        definition: "more",
        words: "A condition that adds an option.",
    };
    let more = section.tables(of, "`more`", report, only_conditions).unwrap_or_default();
    if more.iter().any(Conditions::depend_on_dice) {
        let help = "write ranks and tokens as `picks = { base = 1, per = … }`";
        report.add(|| {
            Draft::new(&section.span, "`more` cannot depend on ranks and tokens").help(help)
        });
    }
    let optional = key("optional", "whether fewer may be chosen");
    let optional = section.optional(optional, report) == Some(true);
    let items = section
        .item(OPTIONS, || up_to(MOST_OPTIONS, describe_table("An option.", option).object()));
    section.describe(|table| table.require(OPTIONS.id));
    let items = items.map_or_else(Vec::new, |item| item.as_list());
    let mut options: Vec<(String, Vec<Effect>)> = Vec::new();
    for item in &items {
        let section = Section::of("an option".to_owned(), item, report);
        let option = section.and_then(|section| option(section, report));
        let Some((name, effects)) = option else { continue };
        if options.iter().any(|(other, _)| names_match(other, &name)) {
            let message = format!("two options are called {}", quoted(&name));
            let help = "players choose options by name: give each its own";
            report.add(|| Draft::new(&item.span, message).label("the second one").help(help));
        }
        options.push((name, effects));
    }
    let span = section.span.clone();
    section.finish(report);
    if (items.is_empty() && report.count() == before) || items.len() > MOST_OPTIONS {
        report.add(|| Draft::new(&span, format!("`choose` needs 1 to {MOST_OPTIONS} `options`")));
    }
    Some(Choice { picks, more, optional, options })
}

const OPTIONS: FileKey = key("options", "the options");

fn option(mut section: Section<'_>, report: &mut Report) -> Option<(String, Vec<Effect>)> {
    let name: Option<Name> = section.required(key("name", "its name"), report);
    let effects = effects(&mut section, "the effects of the option", report);
    let effects = effects.unwrap_or_default();
    if effects.iter().any(|effect| effect.conditions.spends > 0) {
        let help =
            "move `spends` out of the choice: the tokens left must not depend on the option taken";
        report.add(|| Draft::new(&section.span, "an option cannot cost tokens").help(help));
    }
    section.finish(report);
    Some((name?.0, effects))
}
