//! The JSON Schema of lists in TOML.

use serde_json::json;

use super::written::MOST_POINTS;
use crate::document::schema::{Schema, Table, any_of, file, name, one_of, some_of, told, whole};

/// The schema of a list file.
pub fn schema() -> Schema {
    let unit = Table::new("A combat unit with what is attached to it.")
        .needed("use", name(), "the name of the unit, or its id")
        .key("attachment", some_of(&name()), "the name of its attachment; one by the rules")
        .object();
    let units = json!({ "type": "array", "items": any_of([name(), unit]) });
    let ncus = json!({ "type": "array", "items": name() });
    let root = Table::new("A list of an army for warodds.")
        .key("game", one_of(["asoiaf"]), "the game")
        .key("title", name(), "what it is called")
        .key("faction", name(), "its faction; that of its cards if left out")
        .key("points", whole(1, MOST_POINTS), "what it may cost: 30, 40, 50 or as agreed (A11.1)")
        .key("commander", name(), "who commands; the one commander among the cards if left out")
        .needed("units", told(units, "the combat units"), "the combat units")
        .key("ncus", ncus, "the NCUs");
    file("warodds list", root.schema(), Vec::new())
}
