//! Links and the table of keys: what is written is read again, and everything that asks by the
//! table asks the same.

use assert_cmd::Command;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed, TestRng, TestRunner};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use warodds::catalogue::Catalogue;
use warodds::request::link::Link;
use warodds::request::{Arity, Key, Mark, QuestionKind, RawFields, kinds};

use super::common::{contents, setup};

/// A text that a key may hold.
fn text(key: &Key, dice: &mut Xoshiro256PlusPlus) -> String {
    let names = ["lannister guardsmen", "stark-sworn-swords", "Free Folk Raiders", "pit fighters"];
    if let Some(choice) = key.choices.choose(dice) {
        return choice.name.to_owned();
    }
    let bound = |name: &str| key.schema.get(name).and_then(serde_json::Value::as_i64);
    match (key.schema["type"].as_str(), bound("minimum"), bound("maximum")) {
        (Some("integer"), Some(least), most) => {
            dice.random_range(least..=most.unwrap_or(9).min(9)).to_string()
        }
        (Some("integer"), None, _) => dice.random_range(0..5).to_string(),
        (Some("number"), ..) => format!("{}", f64::from(dice.random_range(1..40_u8)) / 4.0),
        _ if key.id == "claimed_in" => ["2", "2..4"][dice.random_range(0..2_usize)].to_owned(),
        _ if key.schema.get("anyOf").is_some() => {
            ["8", "7.5", "6..12"][dice.random_range(0..3_usize)].to_owned()
        }
        _ if key.has(Mark::Contents) => (*contents(key).choose(dice).expect("texts")).to_owned(),
        _ if ["rolled", "at_least", "at_most"].contains(&key.id) => {
            ["3", "hits=0"][dice.random_range(0..2_usize)].to_owned()
        }
        _ if key.id == "given" => "wounds>=1 and hits<9".to_owned(),
        _ if key.id == "need" => ["80%", "destroyed=50%"][dice.random_range(0..2_usize)].to_owned(),
        _ if key.id == "pair_distance" => "stark bowmen:pit fighters=7.5".to_owned(),
        _ if key.value_name == "STEP" => ["stark bowmen:ranged", "sworn swords + arya:distance=8"]
            [dice.random_range(0..2_usize)]
        .to_owned(),
        _ if key.value_name == "CARD" => ["winter's might", "the sword in the darkness=attached"]
            [dice.random_range(0..2_usize)]
        .to_owned(),
        _ if key.id == "choose" => "battle scars=vicious & \"so\" on".to_owned(),
        _ if key.has(Mark::Positional) => (*names.choose(dice).expect("names")).to_owned(),
        _ => ["all", "stark, 5..6", "ä + b/c?d=e&f#g", "100%"][dice.random_range(0..4_usize)]
            .to_owned(),
    }
}

/// Texts of which keys of games without cards take some.
const WORDS: [&str; 8] = [
    "blue archers stalwart figures=3",
    "red hill room=0",
    "swords: a green cavalry",
    "a raises",
    "swords attacks riders",
    "4-6",
    "7:19",
    "5:14:1:crippled",
];

/// A text that a key may hold; of another game than the first where no other will do.
fn fitting(key: &Key, dice: &mut Xoshiro256PlusPlus) -> String {
    let usual = text(key, dice);
    let words: Vec<&str> = WORDS.into_iter().filter(|word| key.canonical(word).is_ok()).collect();
    match words.choose(dice) {
        Some(word) if key.canonical(&usual).is_err() => (*word).to_owned(),
        _ => usual,
    }
}

/// Texts for some keys of a kind; contradictions are left out, needs are met.
fn given(keys: &[Key], dice: &mut Xoshiro256PlusPlus) -> RawFields {
    let mut given = RawFields::new();
    let names_units = dice.random_bool(0.5);
    for key in keys {
        let is_wanted = if key.has(Mark::Positional) {
            key.is_needed || names_units
        } else {
            key.is_needed || dice.random_bool(0.2)
        };
        let fits = key.marks.iter().all(|mark| match mark {
            Mark::Conflicts(other) => !given.has(other),
            Mark::Requires(other) => given.has(other) || key.has(Mark::Positional),
            Mark::Local => false,
            _ => true,
        });
        let clashes = keys
            .iter()
            .any(|other| given.has(other.id) && other.marks.contains(&Mark::Conflicts(key.id)));
        if is_wanted && fits && !clashes {
            let times = if key.arity == Arity::Several { dice.random_range(1..3) } else { 1 };
            for _ in 0..times {
                let text =
                    if key.arity == Arity::Flag { String::new() } else { fitting(key, dice) };
                given.push(key.id, &text);
            }
        }
    }
    given
}

/// All kinds, many times each.
pub(crate) fn each(times: usize, mut check: impl FnMut(&QuestionKind, &RawFields)) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(20);
    for kind in kinds() {
        let keys = kind.keys();
        for _ in 0..times {
            check(&kind, &given(keys, &mut dice));
        }
    }
}

#[test]
fn what_is_written_is_read_again() {
    each(300, |kind, given| {
        let cards = Catalogue::shipped();
        let text = Link::text(kind, given, cards).expect("all keys and values are right");
        assert!(text.is_ascii() && !text.contains([' ', '"', '#']), "{text}");
        let read = Link::read(&text).expect("it is a link");
        assert_eq!(read.kind.name, kind.name);
        assert_eq!(Link::text(&read.kind, &read.given, cards).expect("right"), text);
        let again = Link::read(&format!("#{text}")).expect("it is a link");
        assert_eq!(read.given, again.given, "{text}");
    });
}

#[test]
fn what_a_page_shows_is_kept_and_changes_no_question() {
    let (mut dice, cards) = (Xoshiro256PlusPlus::seed_from_u64(4), Catalogue::shipped());
    each(40, |kind, given| {
        let question = Link::text(kind, given, cards).expect("all keys and values are right");
        let k = dice.random_range(0..=120_u8);
        let shown = format!("k={k}&or=Stark+Sworn%20Swords");
        let joint = if question.contains('?') { '&' } else { '?' };
        let read = Link::read(&format!("{question}{joint}{shown}")).expect("it is a link");
        assert_eq!(read.given, Link::read(&question).expect("it is a link").given);
        let canonical = read.canonical(cards).expect("right");
        assert_eq!(canonical, format!("{question}{joint}k={k}&or=stark-sworn-swords"));
        let again = Link::read(&canonical).expect("it is a link");
        assert_eq!(again.canonical(cards).expect("right"), canonical);
    });
    let wrong = Link::read("panic?morale=7&k=121").expect("it is a link").canonical(cards);
    assert!(wrong.is_err_and(|wrong| wrong.to_string().contains("from 0 to 120")));
}

#[test]
fn a_link_asks_what_was_asked() {
    let (mut asked, setup) = (0, setup());
    each(60, |kind, given| {
        if matches!(kind.name, "matrix" | "compare") {
            return;
        }
        let keys = kind.keys();
        let link = Link::text(kind, given, setup.catalogue).expect("right");
        let read = Link::read(&link).expect("a link");
        let (one, other) =
            (kind.request(keys, given, &setup), kind.request(keys, &read.given, &setup));
        match (one, other) {
            (Ok(one), Ok(other)) => {
                assert_eq!(format!("{one:?}"), format!("{other:?}"), "{link}");
                asked += 1;
            }
            (one, other) => assert_eq!(one.is_ok(), other.is_ok(), "{link}"),
        }
    });
    assert!(asked > 20, "only {asked} questions");
}

#[test]
fn no_text_is_too_odd_to_be_read_or_refused() {
    let seed = RngSeed::Fixed(7);
    let config =
        Config { cases: 4000, failure_persistence: None, rng_seed: seed, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let odd =
        r"#?(attack|panic|duel|matrix|x)?(/|\?|&|=|%|%C3|%C3%A4|\+|[a-z_-]{0,9}|\PC{0,4}){0,12}";
    TestRunner::new_with_rng(config, rng)
        .run(&proptest::string::string_regex(odd).expect("a pattern"), |text| {
            if let Ok(link) = Link::read(&text) {
                // whatever was kept is told of, or written
                let _ = Link::text(&link.kind, &link.given, Catalogue::shipped());
            }
            Ok(())
        })
        .expect("nothing panics");
}

#[test]
fn links_are_short_and_in_order() {
    for (given, canonical) in [
        (
            "#attack/Stark%20Sworn%20Swords/lannister+guardsmen?charge=&facing=flank&hit=4%2B",
            "attack/stark-sworn-swords/lannister-guardsmen?hit=4&facing=flank&charge",
        ),
        (
            "attack?attacker=stark-sworn-swords&defender=lannister-guardsmen&facing=front",
            "attack/stark-sworn-swords/lannister-guardsmen",
        ),
        (
            "duel/stark-sworn-swords/lannister-guardsmen?a_tokens=weakened%2Bpanicked&rounds=6",
            "duel/stark-sworn-swords/lannister-guardsmen?a-tokens=panicked+weakened",
        ),
        ("panic?morale=7+", "panic?morale=7"),
    ] {
        let link = Link::read(given).expect("a link");
        let text = Link::text(&link.kind, &link.given, Catalogue::shipped()).expect("right");
        assert_eq!(text, canonical, "{given}");
    }
}

#[test]
fn links_that_ask_nothing_are_refused_with_a_way_out() {
    for (link, part) in [
        ("", "there is no question"),
        ("atack/a/b", "did you mean `attack`?"),
        ("attack/a/b/c", "takes no further argument `c`"),
        ("attack/a/b?facng=flank", "did you mean `facing`?"),
        ("attack/stark-sworn-swords/lannister-guardsmen?facing=side", "front, flank or rear"),
        ("duel/stark-sworn-swords/lannister-guardsmen?charge", "did you mean --opening-charge?"),
        ("panic?morale=7&morale=8", "is given 2 times"),
        ("attack/a%FF/b", "are not valid UTF-8"),
        ("panic?morale=7&k=999facing=flank&panicked", "--k cannot be `999facing=flank`"),
        ("panic?morale=7&k=3&panicked&k=3", "--k is given 2 times"),
        ("panic?morale=7&or=nobody+at+all", "there is no unit"),
        (
            "panic?morale=7&panicked&panicked",
            "--tokens cannot be `panicked+panicked`: it names panicked twice",
        ),
    ] {
        let mut command = Command::cargo_bin("warodds").expect("the binary is built");
        let done = command.args(["ask", link]).assert().code(2);
        let told = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(told.contains(part), "{link}: {told}");
    }
}

#[test]
fn a_link_is_answered_as_its_command_is() {
    let json = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("warodds").expect("the binary is built");
        command.args(arguments).arg("--json").assert().success().get_output().stdout.clone()
    };
    let link = "attack/stark-sworn-swords/lannister-guardsmen?facing=flank&charge";
    let names = ["attack", "stark-sworn-swords", "lannister-guardsmen"];
    let command = [&names[..], &["--charge", "--facing", "flank"]].concat();
    assert_eq!(json(&["ask", link]), json(&command));
    // as the page shares it
    for page in [
        "http://192.168.1.5:8420/",
        "https://odds.example.org/page/index.html",
        "file:///x.html",
        "/",
    ] {
        assert_eq!(json(&["ask", &format!("{page}#{link}")]), json(&command), "{page}");
    }
}

#[test]
fn keys_of_a_kind_go_together() {
    for kind in kinds() {
        let keys = kind.keys();
        let ids: Vec<&str> = keys.iter().map(|key| key.id).collect();
        for (place, key) in keys.iter().enumerate() {
            assert!(!ids[..place].contains(&key.id), "{} has {} twice", kind.name, key.id);
            assert!(!key.words.is_empty() && key.words.ends_with(['.', ']']), "{}", key.id);
            for mark in &key.marks {
                if let Mark::Requires(other) | Mark::Conflicts(other) = mark {
                    assert!(ids.contains(other), "{}: {} names {other}", kind.name, key.id);
                }
            }
            if let Some(default) = &key.default {
                assert_eq!(key.canonical(default).as_deref(), Ok(default.as_str()), "{}", key.id);
            }
        }
    }
}
