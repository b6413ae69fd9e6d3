//! Values that are sets: tokens, zones and terrain, with elements joined with `+`.

use serde_json::Value;
use warodds::catalogue::Catalogue;
use warodds::engine::StdControl;
use warodds::json;
use warodds::request::link::Link;
use warodds::request::why::analysis;
use warodds::request::{Query, RequestError, Setup};
use warodds::scenario::parse;
use warodds::study::{NamedQuestion, answer};

const ATTACK: &str = "attack?dice=8&hit=3&defense=4&morale=7";

/// The questions of a link.
fn asked(link: &str) -> Result<Vec<NamedQuestion>, RequestError> {
    let link = Link::read(link)?;
    let request = link.kind.request(link.kind.keys(), &link.given, &Setup::shipped())?;
    Ok(match request.asked {
        Query::One(question, _) => vec![*question],
        Query::Cases(questions) => questions,
        _ => panic!("other questions"),
    })
}

/// The tokens of each case of a link.
fn cases(parameters: &str, axis: &str) -> Vec<String> {
    let questions = asked(&format!("{ATTACK}&{parameters}")).expect("questions");
    let of_axis = |question: &NamedQuestion| {
        let setting = question.settings.iter().find(|one| one.axis == axis);
        setting.map_or_else(|| "none".to_owned(), |one| one.value.clone())
    };
    questions.iter().map(of_axis).collect()
}

fn fault(link: &str) -> String {
    asked(link).err().map_or_else(String::new, |fault| fault.to_string())
}

fn quantities(question: &NamedQuestion) -> Value {
    let link = Link::read("panic?morale=7").expect("a link");
    let request = link.kind.request(link.kind.keys(), &link.given, &Setup::shipped());
    let plan = request.expect("a question").plan;
    let found = answer(question, &plan, &StdControl).expect("it keeps its contract");
    let all: Value = serde_json::from_str(&json::text(&found).expect("JSON")).expect("JSON");
    all["quantities"].clone()
}

#[test]
fn a_comma_separates_cases_and_a_plus_joins_elements() {
    let tokens = |parameters| cases(parameters, "defender_tokens");
    assert_eq!(
        tokens("defender-tokens=none,vulnerable,vulnerable%2Bpanicked"),
        ["none", "vulnerable", "panicked+vulnerable"]
    );
    assert_eq!(tokens("vulnerable&panicked"), ["panicked+vulnerable"]);
    assert_eq!(tokens("vulnerable&defender_tokens=none"), ["vulnerable"]);
    assert_eq!(
        tokens("vulnerable=yes,no&panicked=yes,no"),
        ["panicked+vulnerable", "vulnerable", "panicked", "none"]
    );
    // each case is its own question
    let all = asked(&format!("{ATTACK}&defender-tokens=vulnerable,panicked")).expect("questions");
    let alone = asked(&format!("{ATTACK}&panicked")).expect("a question");
    assert_eq!(quantities(&all[1]), quantities(&alone[0]));
}

#[test]
fn links_of_sets_are_canonical() {
    let cards = Catalogue::shipped();
    for (given, canonical) in [
        (
            "panicked&vulnerable&weakened",
            "attacker-tokens=weakened&defender-tokens=panicked+vulnerable",
        ),
        ("defender-tokens=vulnerable+panicked", "defender-tokens=panicked+vulnerable"),
        (
            "defender-tokens=vulnerable%20%2B%20panicked,none",
            "defender-tokens=panicked+vulnerable,none",
        ),
        ("attacker-zones=horse+crown", "attacker-zones=crown+maneuver"),
    ] {
        let link = Link::read(&format!("{ATTACK}&{given}")).expect("a link");
        let text = Link::text(&link.kind, &link.given, cards).expect("right");
        assert!(text.contains(canonical), "{given}: {text}");
        let again = Link::read(&text).expect("a link");
        assert_eq!(Link::text(&again.kind, &again.given, cards).expect("right"), text);
    }
}

#[test]
fn faults_of_sets_name_the_elements() {
    for (link, part) in [
        ("attack?dice=8&defender-tokens=panicked%2Bpanicked", "names panicked twice"),
        ("attack?dice=8&panicked&defender-tokens=panicked", "names panicked twice"),
        ("attack?dice=8&defender-tokens=shiny", "panicked, vulnerable or weakened, several"),
        ("attack?dice=8&defender-tokens=none%2Bpanicked", "or none"),
        ("charge?speed=5&distance=8&hindering&hindering-edge", "leave out one of them"),
        ("charge?speed=5&distance=8&terrain=dangerous+dangerous-edge", "leave out one of them"),
        ("attack?dice=8&enemy-zones=crown", "did you mean --defender-zones?"),
        ("options/a/b?arcs=front", "did you mean --facing?"),
    ] {
        assert!(fault(link).contains(part), "{link}: {}", fault(link));
    }
    let open = asked("charge?speed=5&distance=8&terrain=open").expect("a question");
    let usual = asked("charge?speed=5&distance=8").expect("a question");
    assert_eq!(open[0].question, usual[0].question);
}

/// A file's only question.
fn of_file(tables: &str) -> NamedQuestion {
    let text = format!(
        "[units.u0]\nuse = 'stark-sworn-swords'\n[units.u1]\nuse = \
         'lannister-guardsmen'\n{tables}"
    );
    let scenario = parse("sets.toml", &text).expect("it is right");
    scenario.asked.into_iter().next().expect("a question")
}

#[test]
fn sides_of_duels_have_the_changes_of_files() {
    let link = "duel/stark-sworn-swords/lannister-guardsmen?activations=5&a-hit-modifier=-1&\
                a-auto-hits=1&b-save-modifier=1&a-panic-modifier=-2&b-reroll-attacks&\
                a-force-reroll-saves&b-reroll-morale&a-tokens=weakened&b-tokens=panicked&\
                a-spending=never";
    let file = "[[duel]]\na = 'u0'\nb = 'u1'\nactivations = 5\na_hit_modifier = -1\na_auto_hits = \
                1\nb_save_modifier = 1\na_panic_modifier = -2\nb_reroll_attacks = \
                true\na_force_reroll_saves = true\nb_reroll_morale = true\na_tokens = \
                ['weakened']\nb_tokens = ['panicked']\na_spending = 'never'\n";
    let found = quantities(&asked(link).expect("a question")[0]);
    assert_eq!(found, quantities(&of_file(file)));
    let rounds = asked("duel/stark-sworn-swords/lannister-guardsmen?rounds=2").expect("a question");
    let both = asked("duel/stark-sworn-swords/lannister-guardsmen?activations=4").expect("another");
    assert_eq!(rounds[0].question, both[0].question);
    assert!(fault("duel/a/b?rounds=2&activations=4").contains("contradict each other"));
}

#[test]
fn each_player_spends_tokens_as_in_files() {
    let link = "attack/stark-sworn-swords/lannister-guardsmen?weakened&panicked&\
                defender-spending=always&attacker-spending=never&attacker-not-activated";
    let file = "[[attack]]\nattacker = 'u0'\ndefender = 'u1'\nattacker_tokens = \
                'weakened'\ndefender_tokens = 'panicked'\ndefender_spending = \
                'always'\nattacker_spending = 'never'\n";
    assert_eq!(quantities(&asked(link).expect("a question")[0]), quantities(&of_file(file)));
}

/// A card without attacks.
const CARDS: &str = "faction = 'Home'\n[units.scribes]\nname = 'Scribes'\ncost = 5\nspeed = 5\n\
                     defense = 5\nmorale = 7\nseason = '1.6'\nsource = 'the tests'\nattacks = []\n";

#[test]
fn a_unit_without_attacks_charges_alone_as_in_files() {
    let mut own = Catalogue::shipped().clone();
    own.add_text("cards.toml", CARDS).unwrap_or_else(|faults| panic!("{faults}"));
    let setup = Setup { catalogue: &own, ..Setup::shipped() };
    let asked = |more: &str| {
        let link = format!("charge/scribes/lannister-guardsmen?distance=9&hindering{more}");
        let link = Link::read(&link).expect("a link");
        let request = link.kind.request(link.kind.keys(), &link.given, &setup)?;
        let Query::One(question, _) = request.asked else { panic!("several questions") };
        Ok::<_, RequestError>(*question)
    };
    let file = of_file(
        "[units.u2]\nname = 'Scribes'\nspeed = 5\ndefense = 5\nmorale = 7\n[[charge]]\nattacker = \
         'u2'\ndefender = 'u1'\ndistance = 9\nterrain = 'hindering'\n",
    );
    assert_eq!(quantities(&asked("").expect("a question")), quantities(&file));
    let wrong = asked("&hit-modifier=1").expect_err("it has no attack").to_string();
    assert!(wrong.contains("applies to the attack, and Scribes (v1.6) has none"), "{wrong}");
}

#[test]
fn each_element_of_a_set_has_its_worth() {
    let link = Link::read(&format!("{ATTACK}&vulnerable&panicked&weakened&why")).expect("a link");
    let (keys, setup) = (link.kind.keys(), Setup::shipped());
    let request = link.kind.request(keys, &link.given, &setup).expect("a question");
    let found = analysis(&link.kind, &link.given, &setup, &request, &StdControl).expect("exact");
    let mut tokens: Vec<(String, &str)> = found
        .contributions
        .into_iter()
        .flatten()
        .filter(|part| part.kind == "token")
        .map(|part| (part.what, part.side))
        .collect();
    tokens.sort_unstable();
    let expected = [("panicked", "defender"), ("vulnerable", "defender"), ("weakened", "attacker")];
    assert_eq!(tokens, expected.map(|(what, side)| (what.to_owned(), side)));
}

#[test]
fn terrain_near_a_side_of_a_duel_changes_its_morale_tests() {
    // one activation of a duel is one attack from the front, of which only the defender is tested
    for (duel, attack) in [
        ("b-horrific", "horrific"),
        ("b-inspiring", "inspiring"),
        ("b-horrific&b-inspiring", "horrific&inspiring"),
    ] {
        let units = "stark-sworn-swords/lannister-guardsmen";
        let mean = |link: String, name: &str| {
            let question = asked(&link).expect("a question").remove(0);
            quantities(&question)[name]["mean"].as_f64().expect("a mean")
        };
        let left = mean(format!("duel/{units}?activations=1&{duel}"), "b_left");
        let wounds = mean(format!("attack/{units}?{attack}"), "wounds");
        assert!((left - (12.0 - wounds)).abs() < 1e-12, "{duel}: {left} and {wounds}");
    }
    let near = |what: &str| {
        let units = "stark-sworn-swords/lannister-guardsmen";
        let link = format!("duel/{units}?activations=1&{what}");
        let question = asked(&link).expect("a question").remove(0);
        quantities(&question)["b_left"]["mean"].as_f64().expect("a mean")
    };
    assert!(near("b-horrific") < near("b-horrific&b-inspiring"));
    assert!(near("b-horrific&b-inspiring") < near("b-inspiring"));
}
