//! Random questions through every front end: the command line, a link, an address of the server
//! and a scenario file answer alike, with the same exact numbers, or all refuse.
//!
//! Kinds, keys and values are drawn from the table of keys, so a new key is drawn at once. The seed
//! is fixed; `WARODDS_QUESTIONS=COUNT` asks more questions, `WARODDS_QUESTIONS_SEED` other ones.

use std::collections::HashMap;
use std::fmt::Write as _;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rayon::prelude::*;
use serde_json::Value;
use warodds::catalogue::Catalogue;
use warodds::engine::StdControl;
use warodds::request::why::Analysis;
use warodds::request::{
    Arity, BATTLE, Key, Mark, Query, QuestionForm, QuestionKind, RawFields, Setup, kinds,
    name_parts, reply,
};
use warodds::scenario::{parse, schema};
use warodds_server::{Address, Site};

use super::common::{contents, setup};

/// Questions of the usual run.
const USUAL: u64 = 2_000;
/// One question of so many goes through the program itself as well.
const PROGRAM_SHARE: u64 = 50;
/// Trials where an engine samples.
const TRIALS: &str = "500";
/// Texts that hardly any key takes.
const BROKEN: [&str; 8] = ["", "-1", "9x", "NaN", "1e300", "ä&b=c#d", "99999999999999999999", "/"];
/// Texts for keys of games without cards.
const WORDS: [&str; 12] = [
    "destroyed=80%",
    "blue",
    "red cavalry figures=2",
    "green archers stalwart hill",
    "swords: a blue",
    "riders: b green figures=2",
    "swords attacks riders",
    "regroup",
    "4-6",
    "9-11",
    "7:19",
    "4:9:2",
];
/// What the table of keys calls a choice of units.
const FILTER: &str = "FILTER";
/// Kinds that ask about many units unless some are named.
const WIDE: [&str; 7] =
    ["matrix", "compare", "attachments", "options", "survive", "sequence", "worth"];
/// What the table of keys calls a step of a sequence, and how a unit may act in one.
const STEP: &str = "STEP";
const ACTIONS: [&str; 6] = ["", ":ranged", ":charge,flank", ":distance=8", ":rear", ":weakened"];

struct Dealer {
    dice: Xoshiro256PlusPlus,
    units: Vec<String>,
}

impl Dealer {
    fn new(seed: u64) -> Self {
        let cards = Catalogue::shipped().filtered("all").expect("a filter").into_iter();
        let units = cards.map(|one| one.id()).collect();
        Self { dice: Xoshiro256PlusPlus::seed_from_u64(seed), units }
    }

    fn unit(&mut self) -> String {
        self.units.choose(&mut self.dice).expect("units").clone()
    }

    /// A text for a key: nearly always one that the key takes.
    fn text(&mut self, key: &Key) -> String {
        if self.dice.random_bool(0.01) {
            return (*BROKEN.choose(&mut self.dice).expect("texts")).to_owned();
        }
        if let Some(choice) = key.choices.choose(&mut self.dice) {
            return choice.name.to_owned();
        }
        if key.id == "given" {
            let conditions = ["wounds>=2", "wounds<3 and own_wounds=0", "destroyed=0", "hits=4"];
            return (*conditions.choose(&mut self.dice).expect("conditions")).to_owned();
        }
        let bound = |name: &str| key.schema.get(name).and_then(Value::as_i64);
        let texts = match key.schema.get("type").and_then(Value::as_str) {
            _ if key.has(Mark::Contents) => {
                [(*contents(key).choose(&mut self.dice).expect("texts")).to_owned(), self.unit()]
            }
            Some("integer") => {
                let least = bound("minimum").unwrap_or(0);
                let most = bound("maximum").unwrap_or(least + 9).min(least + 9);
                [self.dice.random_range(least..=most).to_string(), "3".to_owned()]
            }
            Some("number") => [self.dice.random_range(1..13_u8).to_string(), "7.5".to_owned()],
            // neutral cards, which every army may have
            _ if key.value_name == "CARD" => {
                let cards = ["adaptive methods", "worth the risk", "vargo hoat exploit weakness"];
                [(); 2].map(|()| (*cards.choose(&mut self.dice).expect("cards")).to_owned())
            }
            _ if key.value_name == STEP => {
                let action = *ACTIONS.choose(&mut self.dice).expect("actions");
                [format!("{}{action}", self.unit()), self.unit()]
            }
            _ if key.has(Mark::Lists) && self.dice.random_bool(0.2) => {
                [format!("{}, {}", self.unit(), self.unit()), self.unit()]
            }
            _ => [self.unit(), self.dice.random_range(1..13_u8).to_string()],
        };
        let mut fitting = texts.iter().find(|text| key.canonical(text).is_ok());
        let words = WORDS.map(str::to_owned);
        if fitting.is_none() {
            let known: Vec<&String> =
                words.iter().filter(|text| key.canonical(text).is_ok()).collect();
            fitting = known.choose(&mut self.dice).copied();
        }
        fitting.unwrap_or(&texts[0]).clone()
    }

    /// Texts for some keys of a kind: needs are met, contradictions mostly left out.
    fn given(&mut self, kind: &QuestionKind, keys: &[Key]) -> RawFields {
        let mut given = RawFields::new();
        let names_units = WIDE.contains(&kind.name) || self.dice.random_bool(0.8);
        let share = *[0.02, 0.06, 0.15].choose(&mut self.dice).expect("shares");
        for key in keys.iter().filter(|key| !key.has(Mark::Local)) {
            let is_wanted = key.is_needed
                // all units against all would take seconds
                || key.value_name == FILTER
                // nobody acts without one
                || key.value_name == STEP
                || if names_units { key.has(Mark::Positional) } else { is_number(key) }
                || self.dice.random_bool(share);
            let clashes = keys.iter().any(|other| {
                given.has(other.id)
                    && (other.has(Mark::Conflicts(key.id)) || key.has(Mark::Conflicts(other.id)))
            });
            if is_wanted && (!clashes || self.dice.random_bool(0.05)) {
                let flag = key.arity == Arity::Flag;
                let text = if flag { String::new() } else { self.text(key) };
                given.push(key.id, &text);
            }
        }
        // a sampled answer takes few trials; what every number is worth takes as many questions
        let samples = given.has("engine") || given.has("check");
        given.remove("precision");
        if given.remove("trials") || samples {
            given.push("trials", TRIALS);
        }
        // fractions of eight boosted attacks take minutes
        let has_many =
            given.of("attacks").any(|text| text.parse().is_ok_and(|count: u8| count > 2));
        if has_many && given.has("fractions") {
            given.remove("attacks");
            given.push("attacks", "2");
        }
        if kind.name == BATTLE && !given.has("games") {
            given.push("games", "3");
        }
        if !self.dice.random_bool(0.05) {
            given.remove("sensitivity");
        }
        match self.dice.random_range(0..100_u8) {
            0 => given.push("no_such_key", ""),
            1 => {
                let doubled = given.all().next().map(|(id, text)| (id.to_owned(), text.to_owned()));
                doubled.iter().for_each(|(id, text)| given.push(id, text));
            }
            _ => {}
        }
        given
    }
}

/// Whether a key is one of the plain numbers that stand in place of a unit's card.
fn is_number(key: &Key) -> bool {
    ["dice", "hit", "defense", "morale", "wounds", "speed"].contains(&key.id)
}

/// The answer by the library's reader, as JSON, or why there is none.
fn by_library(kind: &QuestionKind, given: &RawFields) -> Result<String, String> {
    let reply = reply(kind, given, &setup(), &StdControl);
    let reply = reply.map_err(|wrong| wrong.to_string())?;
    reply.json().map_err(|wrong| wrong.to_string())
}

/// All that was given as parameters of an address.
fn query(given: &RawFields) -> String {
    let escaped = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let pairs: Vec<String> = given
        .all()
        .map(|(id, text)| match text {
            "" => escaped(id),
            _ => format!("{}={}", escaped(id), escaped(text)),
        })
        .collect();
    pairs.join("&")
}

/// The answer at an address of the server.
fn by_address(address: &str) -> Result<String, String> {
    let resource = Address::new(address).resource(&Site::default());
    let body = resource.and_then(|resource| resource.answer(&StdControl));
    body.map(|body| body.text).map_err(|fault| fault.message().to_owned())
}

/// The words of the command that asks the same.
fn words(kind: &QuestionKind, keys: &[Key], given: &RawFields) -> Option<Vec<String>> {
    let mut words: Vec<String> = kind.name.split('/').map(str::to_owned).collect();
    for (id, text) in given.all() {
        let key = keys.iter().find(|key| key.id == id)?;
        match (key.has(Mark::Positional), key.arity) {
            // what stands in a place of its own cannot be left out before another, nor look like
            // an option
            (true, _) => words.push(text.to_owned()),
            (false, Arity::Flag) => words.push(format!("--{}", key.long)),
            (false, _) => words.push(format!("--{}={text}", key.long)),
        }
    }
    words.push("--json".to_owned());
    Some(words)
}

/// The answer of the program.
fn by_program(words: &[String]) -> Result<String, String> {
    let mut command = assert_cmd::Command::cargo_bin("warodds").expect("it is built");
    let output = command.args(words).env_remove("WARODDS_ISA").output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        Some(0) => Ok(String::from_utf8(output.stdout).expect("text")),
        Some(2) => Err(told),
        other => panic!("{words:?} ended with {other:?}: {told}"),
    }
}

/// The keys of each question that scenario files ask, by its kind.
fn file_keys(kinds: &[QuestionKind]) -> HashMap<&'static str, Vec<String>> {
    let schema = schema::scenario();
    let of = |kind: &QuestionKind| {
        let definition = kind.name.replace('/', ".");
        let keys = schema["$defs"][definition]["properties"].as_object()?;
        Some((kind.name, keys.keys().cloned().collect()))
    };
    kinds.iter().filter_map(of).collect()
}

/// The keys of the plan and of analyses of an answer, which files lack.
const OF_ENGINES: [&str; 9] =
    ["engine", "trials", "seed", "check", "fractions", "rolled", "given", "at_least", "at_most"];
/// The analyses of an answer among them.
const ANALYSES: [&str; 3] = ["rolled", "at_least", "at_most"];

/// The question as a scenario file. None where a file cannot ask it, or not as one question: kinds
/// and keys that files lack or name differently, questions without two units, a unit against
/// itself, several distances, whole fields of units.
fn file(
    kind: &QuestionKind,
    keys: &[Key],
    given: &RawFields,
    file_keys: &[String],
) -> Option<String> {
    if name_parts(kind.name).0.is_some() {
        // where no plan is named, a file asks about one and the others about each
        let has_plans = keys.iter().any(|key| key.id == "plan") && !given.has("plan");
        let mut given = given.clone();
        for id in ANALYSES {
            given.remove(id);
        }
        let form = QuestionForm::Toml.render(kind, &given, Catalogue::shipped());
        return form.ok().filter(|_| !has_plans);
    }
    let places: Vec<&Key> = keys.iter().filter(|key| key.has(Mark::Positional)).collect();
    let units: Option<Vec<&str>> = places.iter().map(|key| given.of(key.id).next()).collect();
    let units = units.filter(|units| matches!(units[..], [a, b] if a != b))?;
    let request = kind.request(keys, given, &Setup::shipped());
    if request.is_ok_and(|request| !matches!(request.asked, Query::One(..))) {
        return None;
    }
    let mut text = String::new();
    for (place, unit) in units.iter().enumerate() {
        let _ = writeln!(text, "[units.u{place}]\nuse = {unit:?}");
    }
    let _ = writeln!(text, "[[{}]]", kind.name);
    for (place, key) in places.iter().enumerate() {
        let _ = writeln!(text, "{} = \"u{place}\"", key.id);
    }
    // the request has its plan and analyses
    let is_asked = |id: &str| places.iter().all(|key| key.id != id) && !OF_ENGINES.contains(&id);
    for (id, value) in given.all().filter(|(id, _)| is_asked(id)) {
        let key = keys.iter().find(|key| key.id == id)?;
        if !file_keys.iter().any(|known| known == id) || given.of(id).count() > 1 {
            return None;
        }
        // a season below the units would come too late for them
        if id == "cards" {
            text.insert_str(0, &format!("cards = {value:?}\n"));
            continue;
        }
        let _ = match (key.arity, value.parse::<f64>()) {
            (Arity::Flag, _) => writeln!(text, "{id} = true"),
            (_, Ok(number)) if number.is_finite() => writeln!(text, "{id} = {value}"),
            _ => writeln!(text, "{id} = {value:?}"),
        };
    }
    Some(text)
}

/// The quantities of the only answer to a file's question, under the plan of the request and with
/// its analyses.
fn by_file(
    text: &str,
    kind: &QuestionKind,
    keys: &[Key],
    given: &RawFields,
) -> Result<Value, String> {
    let scenario = parse("random.toml", text).map_err(|wrong| wrong.to_string())?;
    let mut request =
        kind.request(keys, given, &Setup::shipped()).map_err(|wrong| wrong.to_string())?;
    let [asked] = &scenario.asked[..] else { panic!("several questions: {text}") };
    request.asked = Query::One(Box::new(asked.clone()), Vec::new());
    let reply = request.answer(Analysis::default(), &StdControl);
    let reply = reply.map_err(|wrong| wrong.to_string())?;
    Ok(quantities(&reply.json().map_err(|wrong| wrong.to_string())?))
}

fn quantities(json: &str) -> Value {
    let json: Value = serde_json::from_str(json).expect("JSON");
    json["quantities"].clone()
}

/// No number is broken: JSON has no NaN, so a broken one would be null in its place; probabilities
/// lie between 0 and 1, and those of a distribution sum to 1.
fn check_numbers(json: &Value, of: &str) {
    match json {
        Value::Object(fields) => {
            for (name, value) in fields {
                let numbers = value.as_array().filter(|_| name == "pmf");
                let sum: Option<f64> =
                    numbers.map(|all| all.iter().filter_map(Value::as_f64).sum());
                assert!(sum.is_none_or(|sum| (sum - 1.0).abs() < 1e-9), "{of}: {name}: {sum:?}");
                let is_number = ["mean", "sd"].contains(&name.as_str());
                assert!(!is_number || !value.is_null(), "{of}: {name} is no number");
                check_numbers(value, of);
            }
        }
        Value::Array(all) => all.iter().for_each(|value| check_numbers(value, of)),
        _ => {}
    }
}

#[derive(Debug, Default)]
struct Counts {
    answered: u64,
    refused: u64,
    files: u64,
    programs: u64,
}

impl Counts {
    fn plus(self, other: Self) -> Self {
        Self {
            answered: self.answered + other.answered,
            refused: self.refused + other.refused,
            files: self.files + other.files,
            programs: self.programs + other.programs,
        }
    }
}

/// Asks a question in every way and compares the answers.
fn compare(
    kind: &QuestionKind,
    given: &RawFields,
    place: u64,
    file_keys: Option<&Vec<String>>,
) -> Counts {
    let mut counts = Counts::default();
    let keys = kind.keys();
    let query = query(given);
    let link = utf8_percent_encode(&format!("{}?{query}", kind.name), NON_ALPHANUMERIC).to_string();
    let answer = by_library(kind, given);
    let others = [
        ("address", by_address(&format!("/api/{}?{query}", kind.name))),
        ("link", by_address(&format!("/api/ask?link={link}"))),
    ];
    for (name, other) in others {
        // a key that is not there is refused with the keys that are: here without those of files
        let place = format!("{name}: {}?{query}: {answer:?} {other:?}", kind.name);
        assert_eq!(answer.is_ok(), other.is_ok(), "{place}");
        assert!(answer.is_err() || answer == other, "{place}");
    }
    match &answer {
        Ok(json) => {
            counts.answered += 1;
            check_numbers(&serde_json::from_str(json).expect("JSON"), &query);
        }
        Err(wrong) => {
            counts.refused += 1;
            assert!(!wrong.is_empty());
        }
    }
    if let Some(text) = file_keys.and_then(|known| file(kind, keys, given, known)) {
        counts.files += 1;
        let found = by_file(&text, kind, keys, given);
        assert_eq!(answer.is_ok(), found.is_ok(), "{query}\n{text}\n{answer:?}\n{found:?}");
        if let (Ok(json), Ok(found)) = (&answer, found) {
            assert_eq!(quantities(json), found, "{query}\n{text}");
        }
    }
    let words = if place.is_multiple_of(PROGRAM_SHARE) { words(kind, keys, given) } else { None };
    if let Some(words) = words {
        counts.programs += 1;
        let found = by_program(&words);
        assert_eq!(answer.is_ok(), found.is_ok(), "{words:?}\n{answer:?}\n{found:?}");
        assert!(answer.is_err() || answer == found, "{words:?}");
    }
    counts
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

#[test]
fn command_link_address_and_file_answer_alike() {
    let mut dealer = Dealer::new(number("WARODDS_QUESTIONS_SEED", 34));
    let kinds = kinds();
    let file_keys = file_keys(&kinds);
    let questions = number("WARODDS_QUESTIONS", USUAL);
    let drawn: Vec<(u64, &QuestionKind, RawFields)> = (0..questions)
        .map(|place| {
            let kind = kinds.choose(&mut dealer.dice).expect("kinds");
            (place, kind, dealer.given(kind, kind.keys()))
        })
        .collect();
    let counts = drawn
        .par_iter()
        .map(|(place, kind, given)| compare(kind, given, *place, file_keys.get(kind.name)))
        .reduce(Counts::default, Counts::plus);
    println!("{counts:?}");
    // otherwise the questions would say little
    let share = |count: u64, part: u64| assert!(count * part >= questions, "{counts:?}");
    share(counts.answered, 4);
    share(counts.refused, 20);
    share(counts.files, 50);
    share(counts.programs, 2 * PROGRAM_SHARE);
}
