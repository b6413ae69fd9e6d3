//! Other forms of a question: each is read again as the same question. Files are compared by their
//! answers in `random_questions.rs`.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;
use warodds::catalogue::Catalogue;
use warodds::request::link::Link;
use warodds::request::{
    Arity, BATTLE, EXPLAIN, Key, LUCK, Mark, QuestionForm, QuestionKind, RawFields, kinds,
};

use super::links::each;

fn link(kind: &QuestionKind, fields: &RawFields) -> String {
    Link::text(kind, fields, Catalogue::shipped()).expect("valid fields")
}

/// Parses the words of a command as the program does.
fn fields_of(words: &[String], kind: &QuestionKind) -> RawFields {
    let matches = warodds::cli::command().try_get_matches_from(words).expect("a valid command");
    let (_, mut below) = matches.subcommand().expect("a command");
    if kind.name.contains('/') {
        below = below.subcommand().expect("a question").1;
    }
    warodds::cli::provided_fields(kind.keys(), below)
}

#[test]
fn command_is_read_as_the_same_question() {
    let mut count = 0;
    each(25, |kind, given| {
        // fails only where a second unit lacks the first
        let form = QuestionForm::Command.render(kind, given, Catalogue::shipped());
        let Ok(command) = form else { return };
        let words = shlex::split(&command).expect("a valid line of a shell");
        assert_eq!(link(kind, &fields_of(&words, kind)), link(kind, given), "{command}");
        count += 1;
    });
    assert!(count > 20 * kinds().len(), "{count}");
}

#[test]
fn curl_requests_the_same_question() {
    each(25, |kind, given| {
        let curl = QuestionForm::Curl.render(kind, given, Catalogue::shipped()).expect("no files");
        let words = shlex::split(&curl).expect("a valid line of a shell");
        let [curl, address] = &words[..] else { panic!("{curl}") };
        assert_eq!(curl, "curl");
        let path = address.strip_prefix("http://localhost:8420/api/").expect("the address");
        let read = Link::read(path).expect("a link");
        assert_eq!(link(kind, &read.given), link(kind, given), "{address}");
    });
}

/// Defines a package `warodds` whose functions print their arguments as a line of JSON.
const PACKAGE: &str = "
import json, sys, types

class Package(types.ModuleType):
    def __getattr__(self, name):
        return Package(self.__name__ + '.' + name)
    def __call__(self, *units, **keywords):
        print(json.dumps([self.__name__, units, keywords]))

sys.modules['warodds'] = Package('warodds')
";

/// Runs a script; returns `None` without Python.
fn printed(script: &str) -> Option<String> {
    let mut python = Command::new("python3");
    let python = python.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut python = python.ok()?;
    python.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("it reads");
    let output = python.wait_with_output().expect("it ends");
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

/// Adds a Python value to the fields as the package does.
fn push(fields: &mut RawFields, key: &Key, value: &Value) {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        other => other.to_string(),
    };
    match value {
        Value::Array(all) if key.arity == Arity::Several => {
            all.iter().for_each(|one| fields.push(key.id, &text(one)));
        }
        Value::Array(all) => {
            fields.push(key.id, &all.iter().map(text).collect::<Vec<_>>().join(","));
        }
        one => fields.push(key.id, &text(one)),
    }
}

#[test]
fn python_calls_the_same_question() {
    let (mut script, mut questions) = (PACKAGE.to_owned(), Vec::new());
    each(25, |kind, given| {
        let call = QuestionForm::Python.render(kind, given, Catalogue::shipped()).expect("valid");
        script += &format!("{call}\n");
        questions.push((kind.clone(), link(kind, given)));
    });
    let Some(printed) = printed(&script) else {
        println!("skipped: python3 is not installed");
        return;
    };
    assert_eq!(printed.lines().count(), questions.len());
    for (line, (kind, expected)) in printed.lines().zip(questions) {
        let call: Value = serde_json::from_str(line).expect("JSON");
        let function = format!("warodds.{}", kind.name.replace('/', ".").replace('-', "_"));
        assert_eq!(call[0], function);
        let (keys, mut fields) = (kind.keys(), RawFields::new());
        let units = keys.iter().filter(|key| key.has(Mark::Positional));
        for (key, value) in units.zip(call[1].as_array().expect("a list")) {
            push(&mut fields, key, value);
        }
        for (keyword, value) in call[2].as_object().expect("a dict") {
            let keyword = keyword.trim_end_matches('_').replace('_', "-");
            let key = keys.iter().find(|key| key.long == keyword).expect("a keyword");
            push(&mut fields, key, value);
        }
        assert_eq!(link(&kind, &fields), expected, "{line}");
    }
}

#[test]
fn toml_has_every_field_under_its_id() {
    each(25, |kind, given| {
        let Ok(text) = QuestionForm::Toml.render(kind, given, Catalogue::shipped()) else {
            let analyses = [
                "check",
                "why",
                "sensitivity",
                "explain",
                "rolled",
                "need",
                "given",
                "at_least",
                "at_most",
                "rank_by",
            ];
            assert!(
                [BATTLE, EXPLAIN, LUCK].contains(&kind.name)
                    || analyses.iter().any(|id| given.has(id)),
                "{given:?}"
            );
            return;
        };
        if let Some(key) = kind.keys().iter().find(|key| key.has(Mark::Contents)) {
            let contents = given.of(key.id).next().expect("it is needed");
            assert!(text.ends_with(contents.trim_start_matches('\u{feff}')), "{text}");
            text.parse::<toml::Table>().expect("TOML");
            return;
        }
        let file: toml::Table = text.parse().expect("TOML");
        let path = kind.name.split('/');
        let section = path.fold(&toml::Value::Table(file), |table, name| &table[name]).clone();
        let table = section[0].as_table().expect("a table");
        let keys = kind.keys();
        let mut fields = RawFields::new();
        for (id, value) in table {
            let key = keys.iter().find(|key| key.id == id).expect("an id");
            assert!(key.in_files(), "{id}");
            push(&mut fields, key, &serde_json::to_value(value).expect("JSON"));
        }
        let mut expected = given.clone();
        for key in keys.iter().filter(|key| !key.in_files()) {
            expected.remove(key.id);
        }
        assert_eq!(link(kind, &fields), link(kind, &expected), "{text}");
    });
}

/// Runs the program and returns what it prints.
fn output(words: &[&str]) -> String {
    let mut program = assert_cmd::Command::cargo_bin("warodds").expect("the program");
    let done = program.env_remove("WARODDS_ISA").args(words).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).expect("UTF-8")
}

#[test]
fn file_of_lists_has_the_cases_of_the_command() {
    let directory = tempfile::tempdir().expect("a directory");
    for (place, command) in [
        "westeros attack green,red blue --flanking=no,yes --modifier=-1..1",
        "westeros exchange blue red --rounds 1..3 --press-on=yes,no",
        "warmachine damage --skill 6..7 --def 13 --pow 16 --arm 15,18 --boost-attack=no,yes",
    ]
    .into_iter()
    .enumerate()
    {
        let words: Vec<&str> = command.split(' ').collect();
        let quantities = |json: String| -> Vec<Value> {
            let answers: Vec<Value> = serde_json::from_str(&json).expect("JSON");
            answers.into_iter().map(|mut answer| answer["quantities"].take()).collect()
        };
        let expected = quantities(output(&[&words[..], &["--json"]].concat()));
        let file = directory.path().join(format!("{place}.toml"));
        std::fs::write(&file, output(&[&words[..], &["--as", "toml"]].concat())).expect("written");
        let file = file.display().to_string();
        let found = quantities(output(&["run", &file, "--engine", "exact", "--json"]));
        assert_eq!(found, expected, "{command}");
    }
}

#[test]
fn fields_describe_every_key_of_every_kind() {
    let described = output(&["fields", "--json"]);
    let described: Vec<Value> = serde_json::from_str(&described).expect("JSON");
    assert_eq!(described.len(), kinds().len());
    for (kind, described) in kinds().iter().zip(described) {
        assert_eq!(described["kind"], kind.name);
        let fields = described["fields"].as_array().expect("a list");
        let ids: Vec<&str> = fields.iter().filter_map(|field| field["id"].as_str()).collect();
        assert_eq!(ids, kind.keys().iter().map(|key| key.id).collect::<Vec<_>>());
        for (field, key) in fields.iter().zip(kind.keys()) {
            assert_eq!(field["help"], key.words);
            assert!(field["type"].as_str().is_some_and(|text| !text.is_empty()), "{field}");
            let role = ["attacker", "defender", "a", "b"].map(Value::from);
            assert!(field["role"].is_null() || role.contains(&field["role"]), "{field}");
        }
    }
}

#[test]
fn keys_of_files_have_the_ids_of_fields() {
    let schema = warodds::scenario::schema::scenario();
    for kind in kinds().iter().filter(|kind| kind.in_files()) {
        let properties = &schema["$defs"][kind.name.replace('/', ".")]["properties"];
        for field in kind.describe().fields.iter().filter(|field| field.in_files) {
            assert!(properties[field.id].is_object(), "{}: {}", kind.name, field.id);
        }
    }
}

#[test]
fn fields_of_an_unknown_kind_suggest_one() {
    let mut program = assert_cmd::Command::cargo_bin("warodds").expect("the program");
    let done = program.args(["fields", "westeros/atack"]).assert().code(2);
    let message = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(message.contains("did you mean `westeros/attack`?"), "{message}");
}
