//! `docs/keys.md`, the reference of the keys of files: written from what their readers ask for, so
//! that it says what they say. `UPDATE_DOCS=1 cargo test --test it keys` writes it anew.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;
use warodds::army;
use warodds::catalogue;
use warodds::scenario::schema;

const PAGE: &str = "docs/keys.md";

const HEAD: &str = "# Keys of files\n\nWhat the readers of files ask for, written by them. An editor \
    that knows JSON Schema shows the same while you type: `warodds schema --help` says how. Where \
    a value may be a list, the question is asked about each of its elements ([scenarios]\
    (scenarios.md)).\n";

/// The reference: each kind of file with the tables in it; those of catalogues stand there alone.
fn page() -> String {
    let mut page = HEAD.to_owned();
    let catalogue = catalogue::schema();
    for (title, schema) in [
        ("Scenarios", schema::scenario()),
        ("Campaigns", schema::campaign()),
        ("Lists of armies", army::schema()),
        ("Catalogues", catalogue.clone()),
    ] {
        write!(page, "\n## {title}\n").expect("a text");
        table(&mut page, "the file", &schema);
        for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
            if title == "Catalogues" || catalogue["$defs"][name] != *definition {
                table(&mut page, &format!("`{name}`"), definition);
            }
        }
    }
    page
}

/// A table of keys, and the tables in it.
fn table(page: &mut String, name: &str, schema: &Value) {
    let either = schema["anyOf"].as_array().into_iter().flatten();
    let schema = either.clone().find(|one| one["properties"].is_object()).unwrap_or(schema);
    let Some(keys) = schema["properties"].as_object() else { return };
    let words = schema["description"].as_str().unwrap_or_default();
    write!(page, "\n### {name}\n\n{words}\n").expect("a text");
    page.push_str("\n| key | value | meaning |\n|---|---|---|\n");
    let needed =
        |key: &str| schema["required"].as_array().into_iter().flatten().any(|one| one == key);
    for (key, value) in keys.iter().filter(|(_, value)| meant(value).is_none()) {
        let must = if needed(key) { ", must be given" } else { "" };
        let words = description(value).replace('|', "\\|");
        let short = keys.iter().filter(|(_, value)| meant(value) == Some(key));
        let short: Vec<String> = short.map(|(name, _)| format!("`{name}`")).collect();
        let short = match short.as_slice() {
            [] => String::new(),
            names => format!(". Short: {}", names.join(", ")),
        };
        writeln!(page, "| `{key}` | {}{must} | {words}{short} |", of(value)).expect("a text");
    }
    for (key, value) in keys {
        let own = &value["additionalProperties"];
        if value["properties"].is_object() {
            table(page, &format!("`{key}` of {name}"), value);
        } else if own["properties"].is_object() {
            table(page, &format!("each of `{key}` of {name}"), own);
        }
    }
}

fn description(schema: &Value) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// Returns the key that a short name stands for.
fn meant(schema: &Value) -> Option<&str> {
    description(schema).strip_prefix("short for ")?.split(' ').next()
}

/// What may stand behind a key, in words.
fn of(value: &Value) -> String {
    if let Some(several) = value["anyOf"].as_array() {
        return any(several);
    }
    if let Some(name) = reference(value) {
        let is_list = value["type"].as_array().is_some();
        return if is_list { format!("tables: `{name}`") } else { format!("see `{name}`") };
    }
    if let Some(names) = value["enum"].as_array() {
        return names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    }
    if !value["const"].is_null() {
        return format!("`{}`", value["const"]);
    }
    match value["type"].as_str() {
        Some("integer") => range(value, "a whole number"),
        Some("number") => format!("{}, decimals too", range(value, "a number")),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("string") => match value["pattern"].as_str() {
            Some(range) if range.contains(r"\.\.") => "a range (`1..3`)".to_owned(),
            Some(_) => "several with `+`".to_owned(),
            None => "text".to_owned(),
        },
        Some("array") => format!("a list of {}", of(&value["items"])),
        Some("object") if value["additionalProperties"].is_object() => {
            format!("a table of one's own keys, each with {}", of(&value["additionalProperties"]))
        }
        _ => "a table".to_owned(),
    }
}

/// One value or a list of such values is told in short, and so are names.
fn any(several: &[Value]) -> String {
    match several {
        [one, list] if list["items"] == *one => format!("{}, or a list", of(one)),
        [one, text] if text["pattern"].is_string() => format!("{}, {}", of(one), of(text)),
        // sets, and values that are lists themselves
        [one, list] if list["items"]["anyOf"][0] == *one => {
            format!("{}, or a list of these or of lists", of(one))
        }
        [one, row, rows] if row["items"] == *one && rows["items"]["anyOf"][0] == *one => {
            format!("{}, a list of them, or a list of such lists", of(one))
        }
        _ if several.iter().all(|one| !one["const"].is_null()) => {
            several.iter().map(of).collect::<Vec<_>>().join(", ")
        }
        _ => several.iter().map(of).collect::<Vec<_>>().join("; or "),
    }
}

fn range(value: &Value, otherwise: &str) -> String {
    match (&value["minimum"], &value["maximum"]) {
        (Value::Null, _) | (_, Value::Null) => otherwise.to_owned(),
        (least, most) => format!("{least} to {most}"),
    }
}

/// The table that is referred to.
fn reference(value: &Value) -> Option<&str> {
    let direct = value["$ref"].as_str();
    direct.or_else(|| value["allOf"][0]["$ref"].as_str())?.rsplit('/').next()
}

#[test]
fn the_reference_says_what_the_readers_ask_for() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, page()).expect("it can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page(), "{PAGE} is old: UPDATE_DOCS=1 cargo test --test it keys");
}
