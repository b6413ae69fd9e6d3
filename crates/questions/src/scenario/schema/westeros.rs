//! The tables of *Battles of Westeros*.

use serde_json::json;

use super::{flags, question};
use crate::document::schema::{
    Schema, Table, any_of, decimal, flag, list_of, name, one_of, range, row_of, tables as several,
    whole,
};
use warodds_games::westeros::values::{
    Attempts, Capture, Dice, DiceModifier, Figures, Hexes, Level, Marker, OrderDice, Protection,
    Room, Rounds, Track, Wanted,
};
use warodds_games::westeros::{Class, End, Ground, Rank, Reach, Rout, Side, Symbol, Terrain};

/// The most that a hex of retreat is worth, in figures.
const MOST_WORTH: f64 = 10.0;

/// The tables of a file.
pub(super) fn tables(file: Table) -> Table {
    file.key("attack", several("westeros-attack"), "one unit attacks another")
        .key("pursuit", several("westeros-pursuit"), "an attack that cavalry follows up")
        .key(
            "dogs-of-war",
            several("westeros-dogs-of-war"),
            "an attack whose dice come from its first die",
        )
        .key("exchange", several("westeros-exchange"), "two units attack each other in turn")
        .key("rout", several("westeros-rout"), "a battle as a race of morale")
        .key("orders", several("westeros-orders"), "a roll of order dice")
        .key("fire", several("westeros-fire"), "a burning hex")
}

/// What they refer to.
pub(super) fn definitions() -> Vec<(&'static str, Schema)> {
    vec![
        ("westeros-attack", attack(question("An attack (B2).")).schema()),
        ("westeros-pursuit", pursuit()),
        ("westeros-dogs-of-war", dogs()),
        ("westeros-exchange", exchange()),
        ("westeros-rout", rout()),
        ("westeros-orders", orders()),
        ("westeros-fire", fire()),
    ]
}

/// How a key of a unit is added: with lists or without.
type Add = fn(Table, &str, &Schema, &str) -> Table;

/// The keys of a unit beside its rank.
fn unit(table: Table, prefix: &str, add: Add) -> Table {
    let keys = [
        ("class", one_of(Class::ALL.map(Class::name)), "its class; infantry if left out"),
        ("dice", range!(Dice), "attack dice; by rank if left out"),
        ("no_valor", flag(), "its valor never hits"),
        ("heavy_armor", flag(), "it counts as one rank higher when it is attacked"),
        ("toughness", range!(Protection), "hits ignored in each attack; 0 if left out"),
        (
            "cover",
            range!(Protection),
            "hits its cover ignores, that of a building apart; 0 if left out",
        ),
        ("stalwart", flag(), "by keyword, or with two friends beside it"),
        ("figures", range!(Figures), "figures left, a commander among them; by class if left out"),
        ("commander", range!(Capture), "the capture rating of its commander; none if left out"),
        (
            "terrain",
            one_of(Terrain::ALL.map(Terrain::name)),
            "what it stands on; plains if left out",
        ),
        ("room", range!(Room), "hexes it can retreat; as many as it must if left out"),
    ];
    keys.into_iter().fold(table, |table, (key, value, words)| {
        add(table, &format!("{prefix}{key}"), &value, words)
    })
}

fn rank() -> Schema {
    one_of(Rank::ALL.map(Rank::name))
}

/// A unit of a question, by its name.
fn party(table: Table, name: &str) -> Table {
    unit(
        table.swept_needed(name, &rank(), "the unit's rank"),
        &format!("{name}_"),
        |table, key, value, words| table.swept(key, value, words),
    )
}

fn attack(table: Table) -> Table {
    let table = party(party(table, "attacker"), "target")
        .swept("reach", &one_of(Reach::ALL.map(Reach::name)), "melee if left out")
        .swept(
            "retreat_worth",
            &decimal(0.0, MOST_WORTH),
            "what a hex of retreat is worth to a flanking attacker, in figures",
        )
        .swept("modifier", &range!(DiceModifier), "added to the dice after terrain");
    flags(
        table,
        [
            ("flanking", "the target is engaged by a friend, the attacker by nobody"),
            ("parting_blow", "it is made on a unit that leaves; melee"),
            ("moved", "the attacker is Off-Balance and has moved"),
            ("engaged", "the target is engaged through its own house's token"),
            ("counter", "the counter-attack is rolled, and what it costs counted"),
        ],
    )
}

fn pursuit() -> Schema {
    let table = attack(question("An attack and its pursuit (B2.10).")).swept(
        "hexes",
        &range!(Hexes),
        "how far it may go; 1 if left out",
    );
    let table = table.swept(
        "off_balance",
        &flag(),
        "the attacker is Off-Balance: its second attack, after moving, has a die less",
    );
    let table = table.swept(
        "other",
        &rank(),
        "the rank of another unit that is attacked then; the same one if left out",
    );
    let mut schema =
        unit(table, "other_", |table, key, value, words| table.swept(key, value, words)).schema();
    // without `other` its keys are not known
    schema["if"] = json!({ "not": { "required": ["other"] } });
    schema["then"] = json!({ "propertyNames": { "not": { "pattern": "^other_" } } });
    schema
}

fn dogs() -> Schema {
    party(party(question("An attack by the Dogs of War (B2)."), "attacker"), "target")
        .swept("modifier", &range!(DiceModifier), "added to the dice after terrain")
        .schema()
}

fn exchange() -> Schema {
    party(party(question("Two units that attack each other in turn (B2)."), "a"), "b")
        .swept("rounds", &range!(Rounds), "in each both attack once; 3 if left out")
        .swept("first", &one_of(Side::ALL.map(Side::name)), "who attacks first; a if left out")
        .swept("press_on", &flag(), "whoever is driven back is followed, and the exchange goes on")
        .schema()
}

fn rout() -> Schema {
    let fighter = Table::new("A unit of a rout.")
        .needed("name", name(), "its name, which orders use")
        .needed("side", one_of(Side::ALL.map(Side::name)), "whose it is")
        .needed("rank", rank(), "its rank");
    let fighter =
        unit(fighter, "", |table, key, value, words| table.key(key, value.clone(), words)).object();
    let ends = one_of(End::ALL.map(End::name));
    let actions = row_of(&json!({ "type": "string" }), 0, Rout::MOST_ACTIONS);
    question("A battle as a race of morale (B3).")
        .key("a", name(), "the name of one side")
        .key("b", name(), "the name of the other side")
        .needed(
            "units",
            any_of([fighter.clone(), row_of(&fighter, 1, Rout::MOST_UNITS)]),
            "who fights",
        )
        .needed(
            "order",
            any_of([actions.clone(), list_of(&actions)]),
            "what is done, in texts such as \"X attacks Y\"; a list of lists asks about each",
        )
        .swept("track", &range!(Track), "spaces on either side of the centre; 11 if left out")
        .swept(
            "marker",
            &range!(Marker),
            "where the marker stands: spaces towards b's end, negative towards a's",
        )
        .swept("a_end", &ends, "what a's end of the track means; rout if left out")
        .swept("b_end", &ends, "what b's end of the track means; rout if left out")
        .key("zones", zones(), "coloured zones, each as [break, last space] from the centre")
        .schema()
}

fn zones() -> Schema {
    let zone = row_of(&whole(0, Track::MOST), 2, 2);
    row_of(&zone, 0, usize::from(u8::MAX))
}

fn orders() -> Schema {
    let table = question("A roll of order dice (B4).").swept_needed(
        "dice",
        &range!(OrderDice),
        "order dice",
    );
    let wanted = [
        ("green", "orders wanted for green units"),
        ("blue", "orders wanted for blue units"),
        ("red", "orders wanted for red units"),
        ("flags", "morale tokens wanted for morale itself"),
    ];
    let table = wanted
        .into_iter()
        .fold(table, |table, (key, words)| table.swept(key, &range!(Wanted), words));
    table
        .swept("kept", &one_of(Symbol::ALL.map(Symbol::name)), "a token kept; none if left out")
        .schema()
}

fn fire() -> Schema {
    let ground = one_of(Ground::ALL.map(Ground::name));
    question("A burning hex (B5).")
        .swept("ground", &ground, "what burns; plains if left out")
        .swept("level", &range!(Level), "of the fire; 0 if left out")
        .swept("around", &ground, "what lies around; plains if left out")
        .swept("rounds", &range!(Rounds), "3 if left out")
        .swept(
            "scorch",
            &range!(Attempts),
            "dice that scorch the earth in each of the first `scorch_rounds`",
        )
        .swept("scorch_rounds", &range!(Rounds), "1 if left out")
        .swept(
            "put_out",
            &range!(Attempts),
            "dice of those beside it who try to put it out each round",
        )
        .swept(
            "order_inside",
            &range!(Rounds),
            "the round in which the unit inside is ordered to put it out; never if left out",
        )
        .swept("figures", &range!(Figures), "of the unit inside; nobody is if left out")
        .schema()
}
