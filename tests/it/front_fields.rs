//! `src/front/fields.rs`, the methods of the library's builders: written from the table of fields,
//! which declares each field once. `UPDATE_DOCS=1 cargo test --test it front_fields` writes it.

use std::fmt::Write as _;
use std::path::Path;

use warodds::request::{Arity, Heading, Key, Mark, find_key, kind, rename_options};

const FILE: &str = "src/front/fields.rs";

const HEAD: &str = "\
//! The methods of the builders that set fields.
//!
//! Written from the table of fields by `UPDATE_DOCS=1 cargo test --test it front_fields`; do not
//! edit.

use super::setters::fields;
use super::{AttackAnswer, ChargeAnswer, DuelAnswer, PanicAnswer};
use crate::games::asoiaf::effect::Zone;
use crate::games::asoiaf::{
    ActivePlayer, Aim, DuelSide, Edition, Facing, Fishing, Season, Spending, TerrainKeyword, Token,
    WeaponFilter,
};
use crate::request::asoiaf::MetricName;
use crate::study::PointsBy;
use crate::study::field::Order;
use crate::study::matrix::MatrixAnswer;
";

/// The kinds of questions that have a builder, and the types of their answers.
const BUILDERS: [(&str, &str); 5] = [
    ("attack", "AttackAnswer"),
    ("charge", "ChargeAnswer"),
    ("panic", "PanicAnswer"),
    ("duel", "DuelAnswer"),
    ("matrix", "MatrixAnswer"),
];

/// A method, and the types of answers whose builders have it.
type SharedMethod = (String, Vec<&'static str>);

/// The file: the methods in the order of the table, those of the same kinds together.
fn file() -> String {
    let mut methods: Vec<SharedMethod> = Vec::new();
    for (name, answer) in BUILDERS {
        let keys = kind(name).expect("a kind").keys();
        for method in keys.iter().flat_map(|key| methods_of(key, keys)) {
            match methods.iter_mut().find(|(known, _)| *known == method) {
                Some((_, answers)) => answers.push(answer),
                None => methods.push((method, vec![answer])),
            }
        }
    }
    let mut groups: Vec<(Vec<&str>, String)> = Vec::new();
    for (method, answers) in methods {
        match groups.iter_mut().find(|(known, _)| *known == answers) {
            Some((_, text)) => text.push_str(&method),
            None => groups.push((answers, method)),
        }
    }
    groups.iter().fold(HEAD.to_owned(), |mut file, (answers, text)| {
        write!(file, "\nfields! {{ {}: {{\n{text}}} }}\n", answers.join(" ")).expect("a text");
        file
    })
}

/// The method of a key and those of its short names; none for the options of engines, which are
/// arguments of `exact` and `monte_carlo`.
fn methods_of(key: &Key, keys: &[Key]) -> Vec<String> {
    if key.heading == Heading::Engine {
        return Vec::new();
    }
    let shorts = key.marks.iter().filter_map(|mark| match mark {
        Mark::Short(name, value) => Some(short(key, name, value)),
        _ => None,
    });
    [documented(&words(key, keys), &signature(key))].into_iter().chain(shorts).collect()
}

/// The line of a key in the list of fields.
fn signature(key: &Key) -> String {
    let Key { id, .. } = key;
    let is_unit = key.has(Mark::Positional) && !key.has(Mark::Words);
    match (key.arity, key.schema["type"].as_str()) {
        (Arity::Flag, _) => format!("flag {id}"),
        (Arity::Several, _) => format!("add {id}"),
        (Arity::Set, _) => format!("set {id}: {}", type_name(key)),
        (Arity::One, _) if is_unit => format!("unit {id}"),
        (Arity::One, _) if !key.choices.is_empty() => format!("value {id}: {}", type_name(key)),
        (Arity::One, Some("integer")) => format!("number {id}: i64"),
        (Arity::One, Some("number")) => format!("number {id}: f64"),
        (Arity::One, _) => format!("text {id}"),
    }
}

/// The type of a value, or of an element of a set.
fn type_name(key: &Key) -> &'static str {
    match key.type_path.rsplit("::").next().unwrap_or_default() {
        "Tokens" | "TokenName" => "Token",
        "Zones" => "Zone",
        "Terrain" => "TerrainKeyword",
        name => name,
    }
}

/// The help text of a key, with its range, and with methods in place of options.
fn words(key: &Key, keys: &[Key]) -> String {
    let text = key.words.replace(", joined with `+`", "");
    let mut words = rename_options(&text, |name| {
        let (Key { id, .. }, _) = find_key(keys, name)?;
        Some(format!("[`{id}`](Self::{id})"))
    });
    let (least, most) = (&key.schema["minimum"], &key.schema["maximum"]);
    if key.choices.is_empty() && least.is_number() && most.is_number() {
        write!(words, " From {least} to {most}.").expect("a text");
    }
    words
}

/// The method of a short name for a value of a key.
fn short(key: &Key, name: &str, value: &str) -> String {
    let Key { id, .. } = key;
    let (kind, words) = match key.arity {
        Arity::Set => ("element", format!("Adds `{value}` to [`{id}`](Self::{id}).")),
        _ => ("short", format!("Sets [`{id}`](Self::{id}) to `{value}`.")),
    };
    documented(&words, &format!("{kind} {} = {id}, \"{value}\"", name.replace('-', "_")))
}

/// A line of the list of fields under its documentation, which is wrapped at 100 columns.
fn documented(words: &str, line: &str) -> String {
    const START: &str = "    ///";
    let mut text = START.to_owned();
    let mut width = START.len();
    for word in words.split_whitespace() {
        let length = 1 + word.chars().count();
        if width + length > 100 {
            write!(text, "\n{START}").expect("a text");
            width = START.len();
        }
        write!(text, " {word}").expect("a text");
        width += length;
    }
    format!("{text}\n    {line};\n")
}

#[test]
fn builders_have_a_method_for_each_field() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, file()).expect("it can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == file(), "{FILE} is old: UPDATE_DOCS=1 cargo test --test it front_fields");
}
