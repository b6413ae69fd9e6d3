//! `docs/keys.md` and the pages in `docs/keys`, the reference of the keys of files: written from what
//! their readers ask for, so that they say what those say. `UPDATE_DOCS=1 cargo test --test it keys`
//! writes them anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;
use warodds::army;
use warodds::catalogue;
use warodds::scenario::schema;

const HEAD: &str = "# Keys of files\n\nWhich keys a file may have, and which values. These pages are \
    written by the readers of the files. An editor that knows JSON Schema shows the same while you \
    type: see `warodds schema --help`. Where a value may be a list, the question is asked about each \
    of its elements ([scenarios](scenarios.md)).\n";

/// The kinds of files: title, name of the page, and schema.
fn files() -> [(&'static str, &'static str, Value); 4] {
    [
        ("Scenarios", "scenario", schema::scenario()),
        ("Campaigns", "campaign", schema::campaign()),
        ("Lists of armies", "list", army::schema()),
        ("Catalogues", "catalogue", catalogue::schema()),
    ]
}

/// The reference: a page for each kind of file, one for each kind of question in a scenario, and an
/// index of them. Tables of catalogues stand with catalogues alone.
fn pages() -> BTreeMap<String, String> {
    let mut index = HEAD.to_owned();
    let mut pages = BTreeMap::new();
    let catalogue = catalogue::schema();
    for (title, file, schema) in files() {
        let file = format!("docs/keys/{file}.md");
        write!(index, "\n## [{title}]({})\n\n", within_docs(&file)).expect("a text");
        writeln!(index, "{}", description(&schema)).expect("a text");
        let mut page = format!("# {title}: keys\n");
        table(&mut page, "the file", &schema);
        pages.insert(file.clone(), page);
        let mut questions = String::new();
        for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
            if title != "Catalogues" && catalogue["$defs"][name] == *definition {
                continue;
            }
            let page = match question_page(title, name) {
                None => pages.entry(file.clone()).or_default(),
                Some(path) => {
                    let link = within_docs(&path);
                    let asked = description(definition);
                    writeln!(questions, "| [`{name}`]({link}) | {asked} |").expect("a text");
                    let of_game = path.trim_start_matches("docs/keys/").trim_end_matches(".md");
                    pages.entry(path.clone()).or_insert_with(|| format!("# `{of_game}`: keys\n"))
                }
            };
            table(page, &format!("`{name}`"), definition);
        }
        if !questions.is_empty() {
            write!(index, "\n| section | question |\n|---|---|\n{questions}").expect("a text");
        }
    }
    pages.insert("docs/keys.md".to_owned(), index);
    pages
}

fn within_docs(path: &str) -> &str {
    path.trim_start_matches("docs/")
}

/// Returns the page of a kind of question in scenarios; those of another game share one.
fn question_page(title: &str, name: &str) -> Option<String> {
    let is_question = title == "Scenarios" && name != "listed_weapon";
    let game = name.split('.').next().unwrap_or(name);
    is_question.then(|| format!("docs/keys/{game}.md"))
}

/// A table of keys, and the tables in it.
fn table(page: &mut String, name: &str, schema: &Value) {
    let either = schema["anyOf"].as_array().into_iter().flatten();
    let schema = either.clone().find(|one| one["properties"].is_object()).unwrap_or(schema);
    let Some(keys) = schema["properties"].as_object() else { return };
    let words = schema["description"].as_str().unwrap_or_default();
    write!(page, "\n## {name}\n\n{words}\n").expect("a text");
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("docs/keys");
    let pages = pages();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(&folder).expect("it can be made");
        for (path, page) in &pages {
            std::fs::write(root.join(path), page).expect("it can be written");
        }
    }
    for (path, page) in &pages {
        let written = std::fs::read_to_string(root.join(path)).unwrap_or_default();
        assert!(written == *page, "{path} is old: UPDATE_DOCS=1 cargo test --test it keys");
    }
    for entry in std::fs::read_dir(folder).expect("there are pages") {
        let name = entry.expect("an entry").file_name().into_string().expect("a name in ASCII");
        assert!(pages.contains_key(&format!("docs/keys/{name}")), "docs/keys/{name} has no keys");
    }
}
