//! Campaign files.

use serde_json::json;

use super::run;
use crate::document::schema::{
    Schema, Table, any_of, decimal, entries, file, name, one_of, row_of, set_of, tables, whole,
};
use warodds_games::warmachine::campaign::{
    Factor, MOST_AREAS, MOST_DETACHMENTS, MOST_MEMBERS, MOST_ROUNDS, MOST_SIDES, Size,
};

/// The schema of campaign files.
pub fn schema() -> Schema {
    let root = Table::new("A campaign for `warodds campaign`: a Theater of War (W2).")
        .key("title", name(), "the file's title; its name without its ending if left out")
        .key("game", one_of(["warmachine"]), "the game that is played")
        .key("run", run().object(), "how often it is played")
        .key("campaign", ending(), "how it ends: `target`, or objectives of players, must be there")
        .needed("areas", areas(), "the map: each area with a list of its neighbours")
        .needed("players", players(), "who plays, by IDs")
        .key("chance", tables("chance"), "chances of pairs of players, in place of their strengths")
        .key("battle", battle(), "what decides battles, and what they bring and cost")
        .key("prices", prices(), "what the war chest buys");
    file("warodds campaign", root.schema(), vec![("chance", chance())])
}

fn factor() -> Schema {
    decimal(Factor::LEAST, Factor::MOST)
}

fn ending() -> Schema {
    Table::new("How the campaign ends.")
        .key("target", whole(1, MOST_AREAS as i64), "areas that win at once (W2.9)")
        .key("rounds", whole(1, MOST_ROUNDS.into()), "the last round; 20 if left out")
        .key(
            "at_limit",
            one_of(["undecided", "most-areas"]),
            "who has won then; nobody if left out",
        )
        .object()
}

/// A table of the player's own keys, so many of them.
fn counted(words: &str, value: &Schema, most: usize) -> Schema {
    let mut schema = entries(words, value);
    schema["minProperties"] = 2.into();
    schema["maxProperties"] = most.into();
    schema
}

fn areas() -> Schema {
    counted("areas by their names", &row_of(&name(), 0, MOST_AREAS), MOST_AREAS)
}

fn players() -> Schema {
    counted("players by their IDs", &player(), MOST_SIDES)
}

fn player() -> Schema {
    let areas = set_of(&name());
    let table = Table::new("A player.")
        .key("name", name(), "the ID if left out")
        .needed("areas", areas.clone(), "the areas it starts with")
        .key(
            "strength",
            any_of([factor(), row_of(&factor(), 1, MOST_MEMBERS)]),
            "how strong it is, or each member of a team; 1 if left out",
        )
        .key("objectives", areas.clone(), "the areas that hold its objectives, in order (W2.9)")
        .key(
            "border",
            areas,
            "the areas next to its raid border (W2.5); those it starts with if left out",
        )
        .key(
            "detachments",
            whole(1, MOST_DETACHMENTS as i64),
            "of 750 points (W2.1); 3 if left out",
        );
    choices(table).object()
}

/// What a player prefers.
fn choices(table: Table) -> Table {
    let sizes = Size::ALL.map(|size| i64::from(size.points()));
    let sizes = json!({ "enum": sizes });
    table
        .key(
            "attack",
            one_of(["strongest", "weakest-neighbour", "objective-first"]),
            "whom it attacks first",
        )
        .key("attacks", whole(0, 4), "the most it declares in a round; 4 if left out")
        .key(
            "order",
            one_of(["declared", "surest", "hardest"]),
            "which of its battles it fights first",
        )
        .key(
            "size",
            any_of([sizes, one_of(["largest", "best"])]),
            "of the battles it attacks in; 750 if left out",
        )
        .key(
            "raise",
            one_of(["never", "when-it-helps"]),
            "whether it raises the size as a defender",
        )
        .key(
            "buys",
            set_of(&one_of(["detachment", "mercenaries", "epic", "advantage"])),
            "what it buys, in order (W2.8)",
        )
}

fn chance() -> Schema {
    Table::new("The chance of a pair of players.")
        .needed("player", name(), "ID of a player")
        .needed("against", name(), "ID of a player")
        .needed("wins", decimal(0.0, 1.0), "the chance that `player` wins an even battle")
        .schema()
}

/// One whole number for all places, or one for each.
fn each(most: i64, places: usize) -> Schema {
    any_of([whole(0, most), row_of(&whole(0, most), places, places)])
}

fn battle() -> Schema {
    Table::new("What decides battles, and what they bring and cost.")
        .key(
            "points_matter",
            whole(0, 4),
            "how often the ratio of the armies' points multiplies the odds; 1 if left out",
        )
        .key("near", factor(), "what multiplies the defender's odds near its capital (W2.6)")
        .key("distant", factor(), "what multiplies the defender's odds far from it (W2.6)")
        .key(
            "winner_points",
            each(100, 3),
            "victory points of the winner; three for 500, 750 and 1000 points; 5 if left out",
        )
        .key("loser_points", each(100, 3), "victory points of the loser; 0 if left out")
        .key(
            "winner_losses",
            each(100, 6),
            "percents of its army that the winner loses; six for the faces of a D6",
        )
        .key("loser_losses", each(100, 6), "percents of its army that the loser loses")
        .object()
}

fn prices() -> Schema {
    let bought = [
        ("detachment", "victory points of a detachment; 20 if left out"),
        ("mercenaries", "victory points of mercenaries; 10 if left out"),
        ("epic", "victory points of an epic warcaster; 10 if left out"),
        ("advantage", "victory points of an advantage; 5 if left out"),
    ];
    let table =
        bought.into_iter().fold(Table::new("What the war chest buys."), |table, (key, words)| {
            table.key(key, whole(1, 1000), words)
        });
    table
        .key(
            "epic_worth",
            factor(),
            "multiplies the odds for each detachment of an army that an epic warcaster leads",
        )
        .key("advantage_worth", factor(), "multiplies the odds of its buyer")
        .object()
}
