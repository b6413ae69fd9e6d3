//! Reads what an effect does, key by key.

use serde_json::json;

use super::values::{one, tokens};
use crate::catalogue::vocabulary::{EFFECT_KEYS, EffectKey, ValueShape};
use crate::document::schema::{Schema, any_of, defined, whole, with_description};
use crate::document::{Draft, KeyedValue, Readable, Report, Section, describe_table, key};
use warodds_games::asoiaf::Tokens;
use warodds_games::asoiaf::effect::{Action, Amount, Moment, Per, TriggeredEffect};
use warodds_games::asoiaf::values::Morale;

/// Reads each key of an effect that does something.
pub(super) fn read<'t>(
    section: &mut Section<'t>,
    report: &mut Report,
) -> Vec<(&'static EffectKey, Action, KeyedValue<'t>)> {
    let mut actions = Vec::new();
    for word in EFFECT_KEYS {
        if let Some(item) = section
            .item_with_schema(word.key, || with_description(value_schema(word.shape), &words(word)))
            && let Some(action) = action(word, &item, report)
        {
            actions.push((word, action, item));
        }
    }
    // the schema cannot see `when` and the keys together except by conditions for each moment
    section.describe(|table| table.add_keyword("allOf", moment_schemas().into()));
    actions
}

/// Describes a key: what it does, its kind and its moments.
fn words(word: &EffectKey) -> String {
    format!("{} ({}); with {}", word.words, word.code, word.moments.names().join(", "))
}

/// Returns schemas that forbid, for each moment, the keys that it does not allow.
fn moment_schemas() -> Vec<Schema> {
    let room = |moment: Moment, name: &str| {
        let closed: serde_json::Map<_, _> = EFFECT_KEYS
            .iter()
            .filter(|word| !word.moments.allow(moment))
            .map(|word| (word.key.to_owned(), false.into()))
            .collect();
        json!({
            "if": { "properties": { "when": { "const": name } }, "required": ["when"] },
            "then": { "properties": closed }
        })
    };
    Moment::ALL.into_iter().map(|(moment, name, _)| room(moment, name)).collect()
}

/// Returns the schema of a key that does something.
fn value_schema(shape: ValueShape) -> Schema {
    let only_true = || json!({ "const": true });
    match shape {
        ValueShape::Flag(_) => only_true(),
        ValueShape::Amount(_) => Amount::schema(),
        ValueShape::Tokens(_) => tokens(),
        ValueShape::Morale(_) => Morale::schema(),
        ValueShape::Test(_) => {
            let table = describe_table("A panic test.", added);
            defined("test", any_of([only_true(), table.object()]))
        }
        ValueShape::Roll(_) => any_of([only_true(), Amount::schema()]),
        ValueShape::Face(_) => whole(FACES.0, FACES.1),
        ValueShape::Swap => describe_table("", swap).object(),
        ValueShape::Survive => describe_table("", survive).object(),
    }
}

/// Reads the action of a key.
fn action(word: &EffectKey, item: &KeyedValue<'_>, report: &mut Report) -> Option<Action> {
    match word.shape {
        ValueShape::Flag(action) => report.ok_or_add(is_true(item)).map(|()| action),
        ValueShape::Amount(action) => report.ok_or_add(Amount::read(item)).map(action),
        ValueShape::Tokens(action) => report.ok_or_add(Tokens::read(item)).map(action),
        ValueShape::Morale(action) => report.ok_or_add(Morale::read(item)).map(action),
        ValueShape::Test(whom) => test(item, report)
            .map(|[roll, wounds]| Action::Triggered(TriggeredEffect::Test(whom, roll, wounds))),
        ValueShape::Roll(whom) => {
            roll(item, report).map(|roll| Action::Triggered(TriggeredEffect::Morale(whom, roll)))
        }
        ValueShape::Face(action) => {
            let face = report.ok_or_add(item.whole(FACES.0, FACES.1));
            face.map(|face| action(face.unsigned_abs() as u8))
        }
        ValueShape::Swap => {
            let section = Section::of(format!("`{}`", word.key), item, report)?;
            swap(section, report)
        }
        ValueShape::Survive => {
            let section = Section::of(format!("`{}`", word.key), item, report)?;
            survive(section, report)
        }
    }
}

/// The lowest faces of a D6 from which on something may happen.
const FACES: (i64, i64) = (2, 6);

/// Reads condition tokens that become others.
fn swap(mut section: Section<'_>, report: &mut Report) -> Option<Action> {
    let mut set = |key| {
        let item = section.required_item(key, tokens, report)?;
        one(&item, report)
    };
    let from = set(key("from", "those the enemy holds"));
    let to = set(key("to", "what they become"));
    section.finish(report);
    Some(Action::Triggered(TriggeredEffect::Swap(from?, to?)))
}

/// Reads how the bearer survives.
fn survive(mut section: Section<'_>, report: &mut Report) -> Option<Action> {
    let uses = key("uses", "how many times a game; once if left out");
    let uses = section.item(uses, || whole(1, 2));
    // a missing key is once; a wrong one has its fault and gives no value
    let uses = uses.map_or(Some(1), |item| report.ok_or_add(item.whole(1, 2)));
    let test = key("test", "whether it must pass a morale test");
    let test = section.optional(test, report) == Some(true);
    section.finish(report);
    Some(Action::Triggered(TriggeredEffect::Survive { uses: uses?.unsigned_abs() as u8, test }))
}

/// Reads a flag that is `true` or left out.
fn is_true(item: &KeyedValue<'_>) -> Result<(), Draft> {
    if bool::read(item)? {
        Ok(())
    } else {
        Err(Draft::new(&item.span, format!("`{}` must be true or left out", item.key)))
    }
}

/// Reads what is added to the roll of a morale test.
fn roll(item: &KeyedValue<'_>, report: &mut Report) -> Option<Amount> {
    if item.value.as_bool().is_some() {
        return report.ok_or_add(is_true(item)).map(|()| Amount::default());
    }
    report.ok_or_add(Amount::read(item))
}

/// Reads what is added to the roll of a panic test and to its wounds.
fn test(item: &KeyedValue<'_>, report: &mut Report) -> Option<[Amount; 2]> {
    if item.value.as_table().is_none() {
        return report.ok_or_add(is_true(item)).map(|()| [Amount::default(); 2]);
    }
    Section::of(format!("`{}`", item.key), item, report).map(|section| added(section, report))
}

/// Reads the table of a panic test.
fn added(mut section: Section<'_>, report: &mut Report) -> [Amount; 2] {
    let roll = section.optional(key("morale", "added to its roll"), report);
    let wounds = section.optional(key("wounds", "added to the wounds of failing it"), report);
    section.finish(report);
    // a test without a number adds 0 to its roll and its wounds
    [roll, wounds].map(Option::unwrap_or_default)
}

/// Checks that the moment allows an action and its amount. Returns `false` and reports the fault
/// otherwise.
pub(super) fn check(
    word: &EffectKey,
    action: &Action,
    moment: Moment,
    item: &KeyedValue<'_>,
    report: &mut Report,
) -> bool {
    let mut refuse = |message: String, help: String| {
        report.add(|| Draft::new(&item.span, message).help(help));
        false
    };
    if !word.moments.allow(moment) {
        let help = format!("it goes with {}", word.moments.names().join(", "));
        return refuse(format!("`{}` does not go with this `when`", word.key), help);
    }
    if matches!(action, Action::Triggered(TriggeredEffect::Test(..) | TriggeredEffect::Morale(..)))
    {
        let uncounted = |amount: Amount| {
            amount.d3 > 0
                || amount.per == Some(Per::OwnWoundsLost)
                || amount.per.is_some_and(Per::is_of_the_attack)
        };
        if action.amounts().any(uncounted) {
            let help = "count it by ranks or by the enemy's tokens".to_owned();
            return refuse(format!("`{}` cannot depend on this count", word.key), help);
        }
    }
    let has = |is: fn(Amount) -> bool| action.amounts().any(is);
    if moment.is_while() && has(|amount| amount.d3 > 0) {
        return refuse(
            format!("`{}` counts while dice are rolled and cannot roll dice itself", word.key),
            "leave `d3` out".to_owned(),
        );
    }
    if moment.is_while() && has(|amount| amount.per.is_some_and(Per::is_of_the_attack)) {
        let help = "count it by something known before the attack".to_owned();
        return refuse(format!("`{}` depends on an attack that is not over yet", word.key), help);
    }
    if !matches!(moment, Moment::Failing | Moment::EnemyFailing)
        && has(|amount| amount.per == Some(Per::PanicWounds))
    {
        let help = "`panic-wounds` goes with `failing` and `enemy-failing`".to_owned();
        return refuse(format!("`{}` counts wounds of a test that is not failed", word.key), help);
    }
    if moment != Moment::Attacking
        && moment.is_while()
        && has(|amount| amount.per == Some(Per::OwnWoundsLost))
    {
        let help = "`own-wounds-lost` goes with `attacking` and with points in time".to_owned();
        return refuse(format!("`{}` cannot depend on the bearer's wounds here", word.key), help);
    }
    true
}
