//! The schemas that editors check files with say what the readers say: shipped files pass, wrong
//! ones do not, and every key, range and name is held against what the reader says of a file that
//! is wrong: it asks for the same keys whether a table is described or read, and takes what its
//! schema says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::Value;
use warodds::army::{self, ArmyList};
use warodds::catalogue::{self, Catalogue};
use warodds::scenario::{Faults, LoadError, campaign, parse, schema};

/// The TOML files of a folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path());
    entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect()
}

pub(crate) fn validator(schema: &Value) -> Validator {
    jsonschema::meta::validate(schema).expect("it is a schema");
    jsonschema::validator_for(schema).expect("it can be used")
}

/// Asserts that a schema accepts a value, and refuses it with a value of another type, with one key
/// more and with one key less. `maps` are the names of objects with any keys; `any` are those with
/// any values as well, and `optional` the keys that may be missing.
pub(crate) fn assert_describes(
    validator: &Validator,
    value: &Value,
    (maps, any, optional): (&[&str], &[&str], &[&str]),
) {
    let wrong: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    for pointer in objects(value) {
        let name = pointer.rsplit('/').next().unwrap_or_default();
        if any.contains(&name) {
            continue;
        }
        let keys = value.pointer(&pointer).and_then(Value::as_object).expect("an object").keys();
        let refuses = |what: &str, key: &str, new: Option<Value>| {
            let mut changed = value.clone();
            let object = changed.pointer_mut(&pointer).and_then(Value::as_object_mut);
            let object = object.expect("an object");
            match new {
                Some(new) => object.insert(key.to_owned(), new),
                None => object.remove(key),
            };
            assert!(!validator.is_valid(&changed), "{pointer}: {key} {what}");
        };
        let other = Some(serde_json::json!({ "another": { "kind": true } }));
        refuses("in addition", "zzzzzz", other.clone());
        for key in keys.filter(|key| !any.contains(&key.as_str())) {
            refuses("of another type", key, other.clone());
            if !maps.contains(&name) && !optional.contains(&key.as_str()) {
                refuses("missing", key, None);
            }
        }
    }
}

/// The pointers to all objects of a value, in the first element of each list.
fn objects(value: &Value) -> Vec<String> {
    let below = |key: &str, value: &Value| {
        let key = key.replace('~', "~0").replace('/', "~1");
        objects(value).into_iter().map(move |rest| format!("/{key}{rest}")).collect::<Vec<_>>()
    };
    match value {
        Value::Array(all) => all.first().map(|first| below("0", first)).unwrap_or_default(),
        Value::Object(all) => {
            let inner = all.iter().flat_map(|(key, value)| below(key, value));
            std::iter::once(String::new()).chain(inner).collect()
        }
        _ => Vec::new(),
    }
}

fn json(text: &str) -> Value {
    toml::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What a schema finds wrong with a text.
fn wrong(validator: &Validator, text: &str) -> Vec<String> {
    validator
        .iter_errors(&json(text))
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

fn all_pass(schema: &Value, files: &[PathBuf]) {
    let validator = validator(schema);
    for file in files {
        let wrong = wrong(&validator, &fs::read_to_string(file).expect("it can be read"));
        assert!(wrong.is_empty(), "{}: {wrong:?}", file.display());
    }
}

fn scenarios() -> Value {
    schema::scenario()
}

fn cards() -> Value {
    catalogue::schema()
}

#[test]
fn shipped_files_pass() {
    let (asked, campaigns, data) = (
        files("scenarios"),
        files("scenarios/campaigns"),
        files("crates/questions/src/catalogue/data"),
    );
    assert!(asked.len() > 10 && campaigns.len() > 1 && data.len() == 12);
    all_pass(&scenarios(), &asked);
    all_pass(&schema::campaign(), &campaigns);
    all_pass(&cards(), &data);
}

/// The TOML that a page shows.
fn shown(page: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(path).expect("there is a page");
    let blocks = text.split("```toml\n").skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn examples_of_the_docs_pass() {
    for (page, schema) in [
        ("README.md", scenarios()),
        ("docs/scenarios.md", scenarios()),
        ("docs/westeros.md", scenarios()),
        ("docs/abilities.md", cards()),
        ("docs/lists.md", army::schema()),
    ] {
        let (validator, texts) = (validator(&schema), shown(page));
        assert!(!texts.is_empty(), "{page} shows no file");
        for text in texts {
            assert_eq!(wrong(&validator, &text), Vec::<String>::new(), "{page}\n{text}");
            assert!(!wrong(&validator, &format!("colour = 1\n{text}")).is_empty(), "{page}");
        }
    }
}

#[test]
fn wrong_scenarios_do_not_pass() {
    let validator = validator(&scenarios());
    let attack = "[[attack]]\nattacker = \"a\"\ndefender = \"b\"";
    let right = format!(
        "{attack}\nfacing = [\"front\", \"rear\"]\nattacker_tokens = [[\"panicked\"], \"none\"]\ncharge \
         = true"
    );
    assert_eq!(wrong(&validator, &right), Vec::<String>::new());
    for text in [
        "colour = 1".to_owned(),
        "game = \"chess\"".to_owned(),
        "game = \"westeros\"\n[[westeros.orders]]\ndice = 6\ngreen = 1".to_owned(),
        "[[threshold]]\nfury = 3\nthreshold = 9".to_owned(),
        "[[warmachine.threshold]]\nfury = 3".to_owned(),
        "[[westeros.pursuit]]\nattacker = \"red\"\ntarget = \"green\"\nother_dice = 3".to_owned(),
        "[run]\ntrials = 0".to_owned(),
        "[run]\nprecision = 0.0".to_owned(),
        "[units.a]\ndefense = 7\nmorale = 7".to_owned(),
        "[units.a]\ndefense = \"4+\"\nmorale = 7".to_owned(),
        "[units.a]\nattacks = [{ name = \"x\", hit = 3 }]".to_owned(),
        "[[duel]]\na = \"a\"".to_owned(),
        format!("{attack}\nfaceing = \"front\""),
        format!("{attack}\nfacing = \"left\""),
        format!("{attack}\nfacing = []"),
        format!("{attack}\nhit_modifier = [0, 13]"),
        format!("{attack}\ncharge = 1"),
        format!("{attack}\nattacker_tokens = [\"panicked\", \"panicked\"]"),
        format!("{attack}\nname = [\"x\", \"y\"]"),
        "[[matrix]]\nfacing = \"left\"".to_owned(),
        "[[matrix]]\nat_least = 121".to_owned(),
        "[[charge]]\nattacker = \"a\"\ndefender = \"b\"\ndistance = 101".to_owned(),
    ] {
        assert!(!wrong(&validator, &text).is_empty(), "the schema lets pass:\n{text}");
        assert!(parse("wrong.toml", &text).is_err(), "the reader lets pass:\n{text}");
    }
}

/// An ability with these effects.
fn ability(effects: &str) -> String {
    format!("[[ability]]\nname = \"A\"\nseason = \"2021\"\n{effects}")
}

/// What the reader says of a catalogue.
fn read(text: &str) -> Result<(), Faults> {
    let file = tempfile::NamedTempFile::with_suffix(".toml").expect("a file");
    fs::write(file.path(), text).expect("it can be written");
    match Catalogue::shipped().clone().add(file.path()) {
        Ok(()) => Ok(()),
        Err(errors) => match errors.into_iter().next() {
            Some(LoadError::Faults(faults)) => Err(faults),
            other => panic!("{other:?}"),
        },
    }
}

#[test]
fn wrong_catalogues_do_not_pass() {
    let validator = validator(&cards());
    let right = ability(
        "effects = [{ when = \"attacking\", melee = true, own_ranks = { least = 2 }, saves = { \
         base = -1, most = 3 } }]",
    );
    assert_eq!((wrong(&validator, &right), read(&right).is_ok()), (Vec::new(), true));
    for text in [
        "[units.a]\nmorale = 4".to_owned(),
        "[[ability]]\nname = \"A\"".to_owned(),
        ability("codes = [\"Z9\"]"),
        ability("effects = [{ saves = 1 }]"),
        ability("effects = [{ when = \"sleeping\", saves = 1 }]"),
        ability("effects = [{ when = \"attacking\", save = 1 }]"),
        ability("effects = [{ when = \"attacking\", saves = 61 }]"),
        ability("effects = [{ when = \"attacking\", saves = { each = 1 } }]"),
        ability("effects = [{ when = \"attacking\", saves = { per = \"moons\" } }]"),
        ability("effects = [{ when = \"attacking\", precision = false }]"),
        ability("effects = [{ when = \"passing\", saves = 1 }]"),
        ability("effects = [{ when = \"attacking\", wound_enemy = 1 }]"),
        ability("effects = [{ when = \"attacking\", zone = \"moon\", saves = 1 }]"),
        ability("effects = [{ when = \"passing\", swap = { from = \"panicked\" } }]"),
        ability("effects = [{ when = \"dying\", survive = { uses = 3 } }]"),
        ability("choose = { picks = 1 }"),
    ] {
        assert!(!wrong(&validator, &text).is_empty(), "the schema lets pass:\n{text}");
        assert!(read(&text).is_err(), "the reader lets pass:\n{text}");
    }
}

/// A kind of table: what comes before a key in a file, what after it, and where its schema stands.
type Place = (&'static str, &'static str, &'static str);

const ASOIAF: [Place; 16] = [
    ("", "", ""),
    ("[run]\n", "", "/properties/run"),
    ("[units.u]\n", "", "/properties/units/additionalProperties"),
    ("[[units.u.attacks]]\n", "", "/$defs/listed_weapon"),
    ("[[attack]]\n", "", "/$defs/attack"),
    ("[[charge]]\n", "", "/$defs/charge"),
    ("[[panic]]\n", "", "/$defs/panic"),
    ("[[duel]]\n", "", "/$defs/duel"),
    ("[[matrix]]\n", "", "/$defs/matrix"),
    ("[[compare]]\n", "", "/$defs/compare"),
    ("[[retreat]]\n", "", "/$defs/retreat"),
    ("[[survive]]\n", "", "/$defs/survive"),
    ("[[sequence]]\n", "", "/$defs/sequence"),
    ("[[options]]\n", "", "/$defs/options"),
    ("[[attachments]]\n", "", "/$defs/attachments"),
    ("[[deck]]\n", "", "/$defs/deck"),
];

const OTHERS: [Place; 15] = [
    ("[warmachine]\n", "", "/properties/warmachine"),
    ("[[warmachine.threshold]]\n", "", "/$defs/warmachine.threshold"),
    ("[[warmachine.effects]]\n", "", "/$defs/warmachine.effects"),
    ("[[warmachine.damage]]\n", "", "/$defs/warmachine.damage"),
    ("[[warmachine.boost-or-buy]]\n", "", "/$defs/warmachine.boost-or-buy"),
    ("[[warmachine.leech]]\n", "", "/$defs/warmachine.leech"),
    ("[[warmachine.focus]]\n", "", "/$defs/warmachine.focus"),
    ("[westeros]\n", "", "/properties/westeros"),
    ("[[westeros.attack]]\n", "", "/$defs/westeros.attack"),
    ("[[westeros.pursuit]]\nother = \"red\"\n", "", "/$defs/westeros.pursuit"),
    ("[[westeros.dogs-of-war]]\n", "", "/$defs/westeros.dogs-of-war"),
    ("[[westeros.exchange]]\n", "", "/$defs/westeros.exchange"),
    ("[[westeros.rout]]\n", "", "/$defs/westeros.rout"),
    ("[[westeros.orders]]\n", "", "/$defs/westeros.orders"),
    ("[[westeros.fire]]\n", "", "/$defs/westeros.fire"),
];

const CARDS: [Place; 7] = [
    ("", "", ""),
    ("faction = \"X\"\n[units.u]\n", "", "/properties/units/additionalProperties"),
    ("faction = \"X\"\n[attachments.u]\n", "", "/properties/attachments/additionalProperties"),
    ("[[ability]]\n", "", "/$defs/ability"),
    ("[[ability]]\neffects = [{ ", " }]", "/$defs/effect"),
    ("[[ability]]\n[ability.choose]\n", "", "/$defs/ability/properties/choose"),
    (
        "[[ability]]\n[[ability.choose.options]]\n",
        "",
        "/$defs/ability/properties/choose/properties/options/anyOf/0",
    ),
];

const LISTS: [Place; 2] = [("", "", ""), ("[[units]]\n", "", "/properties/units/items/anyOf/1")];

const CAMPAIGNS: [Place; 6] = [
    ("", "", ""),
    ("[campaign]\n", "", "/properties/campaign"),
    ("[players.p]\n", "", "/properties/players/additionalProperties"),
    ("[[chance]]\n", "", "/$defs/chance"),
    ("[battle]\n", "", "/properties/battle"),
    ("[prices]\n", "", "/properties/prices"),
];

/// All faults of a text with one key more, as message and help.
fn faults(
    read: fn(&str) -> Result<(), Faults>,
    (before, after, _): Place,
    line: &str,
) -> Vec<(String, String)> {
    let faults = read(&format!("{before}{line}{after}")).expect_err("it has faults");
    faults
        .iter()
        .map(|fault| (fault.message().to_owned(), fault.help().unwrap_or_default().to_owned()))
        .collect()
}

/// What stands between backticks.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The elements that a message about a set lists.
fn listed(message: &str) -> BTreeSet<String> {
    let all = message.split("it must be ").nth(1).unwrap_or_default();
    let all = all.split(", several").next().unwrap_or_default();
    all.split(", ").flat_map(|names| names.split(" or ")).map(str::to_owned).collect()
}

/// The ranges of whole numbers and the names that may stand behind a key.
#[derive(Default)]
struct Allowed {
    ranges: BTreeSet<(i64, u64)>,
    names: BTreeSet<String>,
}

impl Allowed {
    fn of(root: &Value, schema: &Value) -> Self {
        let mut allowed = Self::default();
        allowed.collect(root, schema);
        allowed
    }

    fn collect(&mut self, root: &Value, schema: &Value) {
        if let Some(reference) = schema["$ref"].as_str() {
            return self.collect(
                root,
                root.pointer(reference.trim_start_matches('#')).expect("it is defined"),
            );
        }
        if let (Some(least), Some(most)) = (schema["minimum"].as_i64(), schema["maximum"].as_u64())
            && schema["type"] == "integer"
        {
            self.ranges.insert((least, most));
        }
        let names = schema["enum"].as_array().into_iter().flatten().chain(schema.get("const"));
        self.names.extend(names.filter_map(Value::as_str).map(str::to_owned));
        for part in
            ["anyOf", "allOf"].into_iter().filter_map(|part| schema[part].as_array()).flatten()
        {
            self.collect(root, part);
        }
    }
}

/// Holds the schema of a table against its reader.
fn compare(root: &Value, read: fn(&str) -> Result<(), Faults>, place: Place) {
    let table = root.pointer(place.2).unwrap_or_else(|| panic!("no schema at {}", place.2));
    let properties =
        table["properties"].as_object().unwrap_or_else(|| panic!("no keys at {}", place.2));
    let said = faults(read, place, "zzzzzz = 1");
    let (_, help) = said
        .iter()
        .find(|(message, _)| message.contains("zzzzzz"))
        .unwrap_or_else(|| panic!("{place:?}: {said:?}"));
    let (known, keys): (BTreeSet<String>, BTreeSet<String>) =
        (quoted(help), properties.keys().cloned().collect());
    // a reader lists so many keys and no more
    let listed = if help.ends_with('…') { known.is_subset(&keys) } else { known == keys };
    assert!(listed, "{place:?}\nthe reader knows {known:?}\nthe schema knows {keys:?}");
    for (key, schema) in properties {
        assert!(
            schema["description"].as_str().is_some_and(|words| words.len() > 3),
            "{place:?}: `{key}` has no words"
        );
        values(root, read, place, key, schema);
    }
}

/// Holds ranges and names of one key against its reader.
fn values(
    root: &Value,
    read: fn(&str) -> Result<(), Faults>,
    place: Place,
    key: &str,
    schema: &Value,
) {
    // one is given already, and the other's most is the size of the file's own map
    if place.0.contains(&format!("\n{key} = ")) || (place.0, key) == ("[campaign]\n", "target") {
        return;
    }
    let Allowed { ranges, names } = Allowed::of(root, schema);
    for (least, most) in ranges.into_iter().filter(|(_, most)| *most < u64::MAX) {
        let said = faults(read, place, &format!("{key} = 10_000_000_000_000_000"));
        let expected = format!("from {least} to {most}");
        assert!(
            said.iter().any(|(message, _)| message.replace('_', "").contains(&expected)),
            "{place:?}: `{key}` is not {expected}: {said:?}"
        );
    }
    if key != "game" && !names.is_empty() {
        let said = faults(read, place, &format!("{key} = \"zzzzzz\""));
        let known = said
            .iter()
            .find(|(message, _)| message.contains("`zzzzzz`"))
            .map(|(message, help)| if help.is_empty() { listed(message) } else { quoted(help) });
        assert_eq!(known.as_ref(), Some(&names), "{place:?}: `{key}`: {said:?}");
    }
}

#[test]
fn scenarios_are_described_as_they_are_read() {
    let root = scenarios();
    for place in ASOIAF.into_iter().chain(OTHERS) {
        compare(&root, |text| parse("keys.toml", text).map(|_| ()), place);
    }
}

#[test]
fn catalogues_are_described_as_they_are_read() {
    let root = cards();
    for place in CARDS {
        compare(&root, read, place);
    }
}

#[test]
fn campaigns_are_described_as_they_are_read() {
    let root = schema::campaign();
    for place in CAMPAIGNS {
        compare(&root, |text| campaign::parse("keys.toml", text).map(|_| ()), place);
    }
}

#[test]
fn lists_are_described_as_they_are_read() {
    let root = army::schema();
    let read = |text: &str| ArmyList::parse("keys.toml", text, Catalogue::shipped()).map(|_| ());
    for place in LISTS {
        compare(&root, read, place);
    }
}
