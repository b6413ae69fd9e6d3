//! The JSON Schema of catalogue files, from the tables that the reader goes by.

use serde_json::json;

use super::ability_entry::LONGEST_SUMMARY;
use super::conditions::{Asks, CONDITIONS};
use super::effects::{MOST, MOST_EACH, MOST_OPTIONS, MOST_SPENT};
use super::entry::EFFECTS;
use super::vocabulary::{Shape, WORDS, Word};
use crate::document::schema::{
    Schema, Table, any_of, entries, file, flag, line, name, one_of, range, reference, row_of,
    set_of, some_of, tables, whole,
};
use warodds_games::asoiaf::effect::{Compared, Moment, Per, Trigger, Which, Zone};
use warodds_games::asoiaf::values::{Cost, Defense, DiceCount, Hit, Morale, Speed};
use warodds_games::asoiaf::{Body, CardEdition, Facing, Reach, Token, UnitType};

/// The schema of a catalogue file.
pub fn schema() -> Schema {
    let root = Table::new("Cards for warodds: units, attachments and abilities.")
        .key(
            "faction",
            name(),
            "the faction of the file's units, attachments and NCUs; must be there if there are any",
        )
        .key(
            "units",
            entries("units by their ids", &unit()),
            "units by their ids: small letters, digits and single hyphens",
        )
        .key(
            "attachments",
            entries("attachments by their ids", &attachment()),
            "attachments by their ids",
        )
        .key("ncus", entries("NCUs by their ids", &ncu()), "NCUs by their ids")
        .key("ability", tables("ability"), "what abilities do");
    file("warodds catalogue", root.schema(), definitions())
}

/// What other schemas refer to.
pub(crate) fn definitions() -> Vec<(&'static str, Schema)> {
    vec![
        ("weapon", weapon(|weapon| weapon)),
        ("ability", ability()),
        ("effect", effect()),
        ("amount", amount()),
        ("count", count()),
        ("tokens", set_of(&token())),
        ("test", any_of([json!({ "const": true }), test()])),
    ]
}

/// A condition token.
pub(crate) fn token() -> Schema {
    one_of(Token::ALL.map(Token::name))
}

/// The numbers of a card, as catalogues and scenarios write them. Defence and morale are up to
/// them.
pub(crate) fn numbers(table: Table) -> Table {
    table
        .key("name", name(), "the unit's name; its ID if left out")
        .key(
            "type",
            one_of(UnitType::ALL.map(UnitType::name)),
            "decides models and ranks; infantry if left out",
        )
        .key("solo", flag(), "whether it is 1 model in 1 rank")
        .key("cost", range!(Cost), "points; unknown if left out")
        .key("speed", range!(Speed), "inches; without it the unit cannot charge")
        .key(
            "models",
            whole(1, Body::MOST_MODELS),
            "models, a multiple of the ranks; by type if left out",
        )
        .key("ranks", whole(1, Body::MOST_RANKS), "ranks; by type if left out")
        .key(
            "wounds_per_model",
            whole(1, Body::MOST_WOUNDS_PER_MODEL),
            "wounds of each model; 1 if left out",
        )
        .key("attacks", tables("weapon"), "the attacks of the card; a target only if left out")
}

/// An attack of a card, or with more than that.
pub(crate) fn weapon(more: impl FnOnce(Table) -> Table) -> Schema {
    Table::new("An attack of a card.")
        .needed("name", name(), "its name, unlike those of the unit's other attacks")
        .key("kind", one_of(Reach::ALL.map(Reach::name)), "its range; melee if left out")
        .needed("hit", range!(Hit), "the face that hits, e.g. 4 for 4+")
        .needed("dice", dice(), "attack dice: with all ranks, with one lost, with two lost")
        .with(more)
        .schema()
}

fn dice() -> Schema {
    let dice = range!(DiceCount);
    any_of([
        dice.clone(),
        row_of(&dice, 1, usize::try_from(Body::MOST_RANKS).unwrap_or(usize::MAX)),
    ])
}

/// What a card's edition, printing and source are, and its abilities.
fn origin(table: Table) -> Table {
    source(table.key("abilities", set_of(&name()), "names of abilities"))
}

/// What a card's edition, printing and source are.
fn source(table: Table) -> Table {
    table
        .needed(
            "edition",
            one_of(CardEdition::ALL.map(CardEdition::name)),
            "the edition of the card",
        )
        .key("version", name(), "the printing within the edition")
        .needed("source", name(), "who the numbers are from")
}

fn unit() -> Schema {
    let card = Table::new("The card of a unit.")
        .needed("defense", range!(Defense), "the face that saves, e.g. 4 for 4+")
        .key("morale", range!(Morale), "what 2D6 must reach; left out where nobody knows it")
        .key("commander", flag(), "whether it is the card of a commander (A11.4)")
        .key(
            "tray",
            one_of(super::CardTray::ALL.map(|(name, _)| name)),
            "the tray it stands on in battles; by type if left out (A15.2)",
        );
    card.with(numbers).with(origin).object()
}

fn attachment() -> Schema {
    let joins = UnitType::ALL.map(UnitType::name).into_iter().chain([super::Joins::NoUnit.name()]);
    let card = Table::new("An attachment.")
        .needed("name", name(), "its name")
        .key("title", name(), "what sets it apart from others of its name")
        .needed("type", one_of(joins), "the type of unit it joins")
        .key("cost", range!(Cost), "points; must be there unless it is a commander")
        .key("commander", flag(), "whether it is a commander, who is free (A11.1)")
        .key("character", flag(), "whether there is only one (A11.3)");
    card.with(origin).object()
}

fn ncu() -> Schema {
    let card = Table::new("A non-combat unit.")
        .needed("name", name(), "its name")
        .key("title", name(), "what sets it apart from others of its name")
        .needed("cost", range!(Cost), "points")
        .key("commander", flag(), "whether it may command an army (A11.4)");
    card.with(source).object()
}

fn ability() -> Schema {
    let triggers =
        Trigger::ALL.map(|(_, name, words)| json!({ "const": name, "description": words }));
    let codes = set_of(&one_of(EFFECTS.map(|(code, _)| code)));
    Table::new("What an ability does.")
        .needed("name", name(), "its name; one that starts with `Order:` is an order (A1.7)")
        .needed(
            "edition",
            one_of(CardEdition::ALL.map(CardEdition::name)),
            "of the cards it stands on",
        )
        .key("dice", flag(), "`false` where it changes no roll")
        .key(
            "elsewhere",
            flag(),
            "`true` where what it does befalls others than two units that fight, or comes when \
             they do not",
        )
        .key("codes", codes, "the kinds of its effects")
        .key("summary", line(LONGEST_SUMMARY), "what it does, in a line of plain words")
        .key("weapon", flag(), "whether it counts for attacks with the weapon of its name alone")
        .key("effects", tables("effect"), "what counts in any case")
        .key("choose", choice(), "options of which the owner takes some")
        .key(
            "trigger",
            any_of(triggers),
            "what an order waits for: one is given for each (A1.7); by its first effect if left \
             out",
        )
        .key("left_out", name(), "what of it the effects leave out, in words; answers tell it")
        .schema()
}

fn choice() -> Schema {
    let option = Table::new("An option.")
        .needed("name", name(), "its name")
        .key("effects", tables("effect"), "what counts when it is taken")
        .object();
    Table::new("Options of which the owner takes those that are best in exact expectation.")
        .key("picks", reference("amount"), "how many are taken; 1 if left out")
        .key("optional", flag(), "whether fewer may be taken")
        .needed(
            "options",
            any_of([option.clone(), row_of(&option, 1, MOST_OPTIONS)]),
            "the options",
        )
        .object()
}

/// An effect: when, if, and what; the keys that may stand with a moment depend on it.
fn effect() -> Schema {
    let moments =
        Moment::ALL.map(|(_, name, words)| json!({ "const": name, "description": words }));
    let table = Table::new("One thing that an ability does: when, if, and what.").needed(
        "when",
        any_of(moments),
        "when it counts",
    );
    let table = CONDITIONS.iter().fold(table, |table, condition| {
        table.key(condition.key, asked(condition.asks), condition.words)
    });
    let mut schema = WORDS
        .iter()
        .fold(table, |table, word| table.key(word.key, shape(word.shape), &words(word)))
        .schema();
    schema["allOf"] = rooms().into();
    schema
}

/// What a key does, its kind, and with which moments it may stand.
fn words(word: &Word) -> String {
    format!("{} ({}); with {}", word.words, word.code, word.room.names().join(", "))
}

/// What may stand behind the key of a condition.
fn asked(asks: Asks) -> Schema {
    match asks {
        Asks::Whether => flag(),
        Asks::HowMany => reference("count"),
        Asks::Facing => some_of(&one_of(Facing::ALL.map(Facing::name))),
        Asks::Compared => some_of(&one_of(Compared::ALL.map(|(_, name)| name))),
        Asks::Cost => whole(1, MOST_SPENT),
        Asks::Which => one_of(Which::ALL.map(|(_, name)| name)),
        Asks::Tokens => reference("tokens"),
        Asks::Types => some_of(&one_of(UnitType::ALL.map(UnitType::name))),
        Asks::Zones => some_of(&one_of(Zone::ALL.map(|(_, name)| name))),
    }
}

/// What may stand behind a key that does something.
fn shape(shape: Shape) -> Schema {
    match shape {
        Shape::Flag(_) => json!({ "const": true }),
        Shape::Amount(_) => reference("amount"),
        Shape::Tokens(_) => reference("tokens"),
        Shape::Morale(_) => range!(Morale),
        Shape::Test(_) => reference("test"),
        Shape::Roll(_) => any_of([json!({ "const": true }), reference("amount")]),
        Shape::Face(_) => whole(2, 6),
        Shape::Swap => Table::new("Condition tokens that become others.")
            .needed("from", reference("tokens"), "those the enemy holds")
            .needed("to", reference("tokens"), "what they become")
            .object(),
        Shape::Survive => Table::new("How the bearer survives.")
            .key("uses", whole(1, 2), "how many times a game; once if left out")
            .key("test", flag(), "whether it must pass a morale test")
            .object(),
    }
}

/// For each moment the keys that may not stand with it.
fn rooms() -> Vec<Schema> {
    let room = |moment: Moment, name: &str| {
        let closed: serde_json::Map<_, _> = WORDS
            .iter()
            .filter(|word| !word.room.has(moment))
            .map(|word| (word.key.to_owned(), false.into()))
            .collect();
        json!({
            "if": { "properties": { "when": { "const": name } }, "required": ["when"] },
            "then": { "properties": closed }
        })
    };
    Moment::ALL.into_iter().map(|(moment, name, _)| room(moment, name)).collect()
}

/// A number, or a table of what it grows with.
fn amount() -> Schema {
    let per = Per::ALL.map(|(_, name, words)| json!({ "const": name, "description": words }));
    let mut table = Table::new("How much.")
        .key("base", whole(-MOST, MOST), "without anything else; 0 if left out")
        .key("each", whole(-MOST_EACH, MOST_EACH), "for each unit of `per`; 1 if left out")
        .key("per", any_of(per), "what `each` is counted by")
        .key("d3", whole(0, 5), "D3 rolled and added; at points of time alone")
        .key("most", whole(0, MOST), "the most it may be")
        .object();
    table["dependentRequired"] = json!({ "each": ["per"] });
    any_of([whole(-MOST, MOST), table])
}

/// A number, or a range of numbers.
fn count() -> Schema {
    let most = Body::MOST_WOUNDS;
    let range = Table::new("A range, both ends among it.")
        .key("least", whole(0, most), "the least; 0 if left out")
        .key("most", whole(0, most), "the most; anything if left out")
        .object();
    any_of([whole(0, most), range])
}

/// What is added to the roll of a test and to its wounds.
fn test() -> Schema {
    Table::new("A panic test.")
        .key("morale", reference("amount"), "added to its roll")
        .key("wounds", reference("amount"), "added to the wounds of failing it")
        .object()
}
