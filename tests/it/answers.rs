//! What decisions hang on: options, survival, decks, and what each part of a question is worth;
//! each held against other commands or numbers worked out by hand.

use assert_cmd::Command;
use serde_json::Value;
use statrs::distribution::{Discrete, Hypergeometric};

use crate::schema::{assert_describes, validator};

const SWORDS: &str = "stark-sworn-swords";
const GUARDS: &str = "lannister-guardsmen";

/// A command's answer as data.
fn json(arguments: &[&str]) -> Value {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    let done = command.args(arguments).arg("--json").assert().success();
    serde_json::from_slice(&done.get_output().stdout).expect("it is JSON")
}

/// What a command prints.
fn text(arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    let done = command.args(arguments).assert().success();
    String::from_utf8_lossy(&done.get_output().stdout).into_owned()
}

/// What a command is refused with.
fn refused(arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    let done = command.args(arguments).assert().code(2);
    String::from_utf8_lossy(&done.get_output().stderr).into_owned()
}

fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {path} in {value}"))
}

fn pmf(value: &Value, quantity: &str) -> Vec<f64> {
    let all = value.pointer(&format!("/quantities/{quantity}/pmf")).and_then(Value::as_array);
    all.expect("a distribution").iter().filter_map(Value::as_f64).collect()
}

#[track_caller]
fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{one} is not {other}");
}

/// The chance to stand after each attack, put together from what one attack does to a unit with so
/// many wounds left.
fn standing(attack: &[&str], wounds: usize, attacks: usize) -> Vec<f64> {
    let after: Vec<Vec<f64>> = (1..=wounds)
        .map(|left| {
            let left = left.to_string();
            pmf(&json(&[attack, &["--wounds", &left]].concat()), "wounds")
        })
        .collect();
    let mut now = vec![0.0; wounds + 1];
    now[wounds] = 1.0;
    let mut stands = Vec::new();
    for _ in 0..attacks {
        let mut next = vec![0.0; wounds + 1];
        for left in 1..=wounds {
            for (lost, chance) in after[left - 1].iter().enumerate().take(left + 1) {
                next[left - lost] += now[left] * chance;
            }
        }
        next[0] = 0.0;
        now = next;
        stands.push(now.iter().sum());
    }
    stands
}

#[test]
fn a_unit_stands_as_long_as_single_attacks_say() {
    let numbers = ["pit-fighters", "tully-sworn-shields", "--no-orders"];
    let found = json(&["survive", numbers[1], "--by", numbers[0], "--no-orders"]);
    let attacks = pmf(&found, "attacks");
    let attack = ["attack", numbers[0], numbers[1], "--no-orders"];
    let stands = standing(&attack, 12, 8);
    for (k, stand) in stands.iter().enumerate() {
        close(attacks.iter().skip(k + 2).sum(), *stand);
    }
    close(number(&found, "/events/destroyed/p"), attacks.iter().sum::<f64>());
    assert!(number(&found, "/events/destroyed/p") > 1.0 - 1e-8);
    close(
        number(&found, "/quantities/attacks/mean"),
        attacks.iter().enumerate().map(|(k, p)| k as f64 * p).sum(),
    );
}

/// What 250 attacks leave alive counts as 250 in the mean, and the answer says how often that is.
#[test]
fn survive_says_what_the_counted_attacks_leave() {
    let weak = ["--melee", "--hit-modifier=-5", "--save-modifier=5", "--panic-modifier=12"];
    let asked = [&["survive", "savage-giant", "--by", "stark-bowmen"], &weak[..]].concat();
    let found = json(&asked);
    let outlasts = 1.0 - number(&found, "/events/destroyed/p");
    assert!(outlasts > 0.5, "{outlasts}");
    let note = format!(
        "with a chance of {:.1} % the unit outlasts them: the mean counts these cases as 250 and \
         is a lower bound",
        outlasts * 100.0
    );
    assert!(found["notes"].to_string().contains(&note), "{}", found["notes"]);
    assert!(text(&asked).replace('\n', " ").contains("a lower bound"));
    let ranked = ["compare", "savage-giant", GUARDS, "--by", "survive"];
    let compared =
        [&ranked[..], &["--against", "stark-bowmen", "--weapon", "melee"], &weak[1..]].concat();
    assert!(text(&compared).replace('\n', " ").contains("lower bounds"));
    // nothing to say where the rest is below 10⁻⁹
    let all = json(&["survive", GUARDS, "--by", SWORDS]);
    assert!(number(&all, "/events/destroyed/p") > 1.0 - 1e-9);
    assert!(!all["notes"].to_string().contains("lower bound"));
}

/// Speed 5 and 11": a 6 arrives. The panic test that follows any other roll fails on 6+ in 10 of 36,
/// and costs a charger of two wounds at least two.
#[test]
fn a_failed_charge_may_destroy_the_charger() {
    let asked =
        ["charge", SWORDS, GUARDS, "--distance", "11", "--attacker-wounds", "2", "--no-orders"];
    let lost = |found: &Value| number(found, "/events/own_destroyed/p");
    let found = json(&asked);
    close(lost(&found), number(&found, "/events/failed/p") * 10.0 / 36.0);
    assert!(text(&asked).contains("Charger destroyed"));
    let given = json(&[&asked[..], &["--given", "own_destroyed=1"]].concat());
    close(number(&given, "/events/failed/p"), 1.0);
    close(
        number(&json(&[&asked[..], &["--given", "failed=1"]].concat()), "/events/own_destroyed/p"),
        10.0 / 36.0,
    );
}

#[test]
fn attackers_take_turns_and_what_they_bring_matters() {
    let mean = |arguments: &[&str]| {
        number(&json(&[&["survive", GUARDS], arguments].concat()), "/quantities/attacks/mean")
    };
    let (swords, raiders) = (mean(&["--by", SWORDS]), mean(&["--by", "free-folk-raiders"]));
    let both = mean(&["--by", SWORDS, "--by", "free-folk-raiders"]);
    assert!(swords < both && both < raiders, "{swords} {both} {raiders}");
    assert!(mean(&["--by", SWORDS, "--facing", "rear"]) < swords);
    assert!(mean(&["--by", SWORDS, "--wounds", "1"]) < 2.0);
    assert!(refused(&["survive", GUARDS]).contains("--by ATTACKER"));
}

#[test]
fn decks_are_hypergeometric() {
    for (cards, copies, round, discard, letters) in
        [(20_u64, 2_u64, 1_u64, 0_u64, 0_u64), (20, 2, 3, 2, 1), (17, 3, 4, 3, 0), (20, 1, 6, 3, 3)]
    {
        let seen = (3 + (round - 1) * discard + 2 * letters).min(cards);
        let by_hand = Hypergeometric::new(cards, copies, seen).expect("a deck");
        let texts = [copies, round, cards, discard, letters].map(|number| number.to_string());
        let [copies_text, round, cards, discard, letters] = texts.each_ref().map(String::as_str);
        let found = json(&[
            "deck",
            "--copies",
            copies_text,
            "--round",
            round,
            "--cards",
            cards,
            "--discard",
            discard,
            "--letters",
            letters,
        ]);
        for (k, p) in pmf(&found, "copies").iter().enumerate() {
            close(*p, by_hand.pmf(k as u64));
        }
        close(number(&found, "/events/at_least_one/p"), 1.0 - by_hand.pmf(0));
        close(number(&found, "/events/all_copies/p"), by_hand.pmf(copies));
    }
    // three of twenty cards: 1 − (18 · 17 · 16) / (20 · 19 · 18) = 27/95
    close(number(&json(&["deck"]), "/events/at_least_one/p"), 27.0 / 95.0);
    assert!(refused(&["deck", "--copies", "9", "--cards", "8"]).contains("1 to 8 copies"));
}

#[test]
fn parts_are_worth_what_the_question_loses_without_them() {
    let with = ["attack", SWORDS, GUARDS, "--charge", "--panicked", "--facing", "flank"];
    let told = json(&[&with[..], &["--why"]].concat());
    let mean = |arguments: &[&str]| {
        let found = json(arguments);
        let own = found.pointer("/quantities/own_wounds/mean").and_then(Value::as_f64);
        [number(&found, "/quantities/wounds/mean"), own.unwrap_or(0.0)]
    };
    let whole = mean(&with);
    let contributions = told["contributions"].as_array().expect("a list");
    let worth = |what: &str| {
        let found = contributions.iter().find(|one| one["what"] == what);
        let found = found.unwrap_or_else(|| panic!("no {what} in {contributions:?}"));
        [number(found, "/wounds"), number(found, "/own_wounds")]
    };
    let check = |what: &str, without: &[&str]| {
        let (rest, worth) = (mean(without), worth(what));
        close(worth[0], whole[0] - rest[0]);
        close(worth[1], whole[1] - rest[1]);
    };
    check("charge", &["attack", SWORDS, GUARDS, "--panicked", "--facing", "flank"]);
    check("panicked", &["attack", SWORDS, GUARDS, "--charge", "--facing", "flank"]);
    check("facing", &["attack", SWORDS, GUARDS, "--charge", "--panicked"]);
    let abilities: Vec<&str> = contributions
        .iter()
        .filter(|one| one["kind"] == "ability" || one["kind"] == "order")
        .filter_map(|one| one["what"].as_str())
        .collect();
    assert!(!abilities.is_empty());
    for ability in abilities {
        check(ability, &[&with[..], &["--without", ability]].concat());
    }
    // the weightiest comes first
    let nets: Vec<f64> = contributions
        .iter()
        .map(|one| (number(one, "/wounds") - number(one, "/own_wounds")).abs())
        .collect();
    assert!(nets.is_sorted_by(|one, other| one >= &(other - 1e-12)), "{nets:?}");
}

#[test]
fn parts_of_duels_are_worth_chances_to_win() {
    let win = |arguments: &[&str]| {
        let found = json(arguments);
        let rows = found["joint"]["p"].as_array().expect("rows");
        rows.iter().skip(1).map(|row| row[0].as_f64().expect("a number")).sum::<f64>()
    };
    let with = ["duel", SWORDS, GUARDS, "--rounds", "3", "--opening-charge"];
    let told = json(&[&with[..], &["--why"]].concat());
    let contributions = told["contributions"].as_array().expect("a list");
    let charge = contributions.iter().find(|one| one["what"] == "opening-charge");
    let charge = number(charge.expect("it was given"), "/win");
    close(charge, win(&with) - win(&with[..5]));
    assert!(charge > 0.0);
}

#[test]
fn options_are_what_their_own_questions_answer_and_the_best_comes_first() {
    let found = json(&[
        "options",
        "stark-outriders",
        "lannister-crossbowmen",
        "--distance",
        "9",
        "--facing",
        "front,flank",
        "--vulnerable",
    ]);
    let all = found.as_array().expect("a list");
    let of = |option: &str| {
        let found = all.iter().find(|one| one["option"] == option);
        found.unwrap_or_else(|| panic!("no {option}: {found:?}"))
    };
    let charge = json(&[
        "charge",
        "stark-outriders",
        "lannister-crossbowmen",
        "--distance",
        "9",
        "--facing",
        "flank",
        "--vulnerable",
    ]);
    assert_eq!(of("charge the flank")["quantities"], charge["quantities"]);
    assert_eq!(of("charge the flank")["events"], charge["events"]);
    // what its owner keeps is not spent
    let kept = number(of("charge the flank, keeping tokens"), "/quantities/wounds/mean");
    assert!(kept < number(&charge, "/quantities/wounds/mean"));
    let net = |one: &Value| {
        let own = one.pointer("/quantities/own_wounds/mean").and_then(Value::as_f64);
        number(one, "/quantities/wounds/mean") - own.unwrap_or(0.0)
    };
    assert!(all.iter().map(net).collect::<Vec<_>>().is_sorted_by(|one, other| one >= other));
}

#[test]
fn shots_reach_as_far_as_they_do_and_charges_as_well() {
    let options = |distance: &str| -> Vec<String> {
        let found = json(&["options", "stark-bowmen", GUARDS, "--distance", distance]);
        let all = found.as_array().expect("a list").clone();
        all.iter().map(|one| one["option"].as_str().expect("a name").to_owned()).collect()
    };
    // long range is 12" and bowmen charge speed 5 and six inches at most
    assert!(options("11").iter().any(|one| one.starts_with("charge")));
    assert!(!options("12").iter().any(|one| one.starts_with("charge")));
    assert!(options("12").iter().any(|one| one.starts_with("shoot")));
    assert!(refused(&["options", "stark-bowmen", GUARDS, "--distance", "13"]).contains(
        "out of \
                       reach"
    ));
    let engaged = json(&["options", "stark-bowmen", GUARDS, "--engaged"]);
    let all = engaged.as_array().expect("a list");
    let is_in_contact = |option: &str| option.starts_with("strike") || option.starts_with("hold");
    assert!(all.iter().all(|one| is_in_contact(one["option"].as_str().expect("a name"))));
}

/// All arcs are options by default, and holding is one: the enemy's best attack, as the unit suffers
/// it.
#[test]
fn options_have_all_arcs_and_holding() {
    let (outriders, bows) = ("stark-outriders", "lannister-crossbowmen");
    let found = json(&["options", outriders, bows, "--distance", "9"]);
    let options = found.as_array().expect("a list");
    let of = |option: &str| options.iter().find(|one| one["option"] == option);
    for arc in ["front", "flank", "rear"] {
        assert!(of(&format!("charge the {arc}")).is_some(), "{arc}");
    }
    let held = of("hold; the enemy may shoot").expect("holding");
    let shot = json(&["attack", bows, outriders, "--ranged"]);
    let mean = |answer: &Value, name: &str| number(answer, &format!("/quantities/{name}/mean"));
    close(mean(held, "own_wounds"), mean(&shot, "wounds"));
    close(mean(held, "wounds"), 0.0);
    assert_eq!(held["events"]["own_destroyed"]["p"], shot["events"]["destroyed"]["p"]);
    // at each distance the unit may hold
    let all = json(&["options", "stark-bowmen", "lannister-guardsmen", "--distance", "5,9"]);
    let all = all.as_array().expect("a list");
    for distance in ["distance 5: hold", "distance 9: hold"] {
        let is_held = |one: &&Value| {
            one["option"].as_str().is_some_and(|option| option.starts_with(distance))
        };
        assert_eq!(all.iter().filter(is_held).count(), 1, "{distance}");
    }
    // a state of the enemy is that of the attacker while the unit holds
    let weak = [outriders, bows, "--distance", "9", "--defender-tokens", "weakened"];
    let weak = json(&[&["options"], &weak[..]].concat());
    let weak = weak.as_array().expect("a list").clone();
    let weak = weak.iter().find(|one| one["option"] == "hold; the enemy may shoot");
    let shot = json(&["attack", bows, outriders, "--ranged", "--weakened"]);
    close(mean(weak.expect("holding"), "own_wounds"), mean(&shot, "wounds"));
}

/// Units that strike back as they die may both be destroyed, which neither wins. The joint results
/// of the matrix say the same.
#[test]
fn a_duel_that_destroys_both_is_no_victory() {
    let guard = "eddards-honor-guard";
    let found = json(&["duel", guard, guard]);
    let event = |name: &str| number(&found, &format!("/events/{name}/p"));
    let stand = event("both_stand");
    let [a, b] = ["a_destroyed", "b_destroyed"].map(|gone| 1.0 - event(gone) - stand);
    let both = 1.0 - a - b - stand;
    assert!(both > 0.1, "{both}");
    let percent = |p: f64| format!("{:.0}", 100.0 * p);
    let text = text(&["duel", guard, guard]).split_whitespace().collect::<Vec<_>>().join(" ");
    let odds = format!("win {} : {}", percent(a), percent(b));
    assert!(text.contains(&odds), "{odds} in {text}");
    assert!(text.contains(&format!("Both destroyed: {:.1} %", 100.0 * both)), "{text}");
    let matrix = json(&["matrix", guard, guard, "--duel", "--first", "a"]);
    close(number(&matrix, "/values/p_wins/0/0"), a);
}

/// The verdict of a duel names the winner first, and tells both orders of the first attack.
#[test]
fn duel_verdict_tells_both_orders() {
    let flat =
        |arguments: &[&str]| text(arguments).split_whitespace().collect::<Vec<_>>().join(" ");
    let printed = flat(&["duel", SWORDS, GUARDS]);
    let verdict = "Lannister Guardsmen win 79 : 21 if Stark Sworn Swords strike first, 85 : 15 if \
                   they do";
    assert!(printed.contains(verdict), "{printed}");
    let other = json(&["duel", SWORDS, GUARDS, "--first", "b"]);
    let found = json(&["duel", SWORDS, GUARDS]);
    close(number(&found, "/other_first/b"), number(&other, "/events/a_destroyed/p"));
    let printed = flat(&["duel", SWORDS, GUARDS, "--first", "b"]);
    let verdict = "Lannister Guardsmen win 85 : 15 if they strike first, 79 : 21 if Stark Sworn \
                   Swords do";
    assert!(printed.contains(verdict), "{printed}");
    // a sampled answer knows its own order alone
    let sampled = json(&["duel", SWORDS, GUARDS, "--engine", "monte-carlo", "--trials", "1000"]);
    assert!(sampled.get("other_first").is_none());
}

#[test]
fn verdicts_name_their_measure() {
    let flat =
        |arguments: &[&str]| text(arguments).split_whitespace().collect::<Vec<_>>().join(" ");
    for (arguments, verdict) in [
        (
            &["compare", SWORDS, "umber-berserkers", "--against", "lannister"][..],
            "One attack at full strength, per point: Stark Sworn Swords better in",
        ),
        (&["survive", GUARDS, "--by", SWORDS, "--weakened"], "each at full strength and weakened"),
        (&["deck", "--copies", "2", "--round", "3"], "3 drawn, no card played before"),
        (
            &["westeros", "exchange", "blue infantry stalwart", "red cavalry"],
            "Blue infantry drives red cavalry back: 71.7",
        ),
        (
            &[
                "warmachine",
                "boost-or-buy",
                "--skill",
                "7",
                "--def",
                "13",
                "--pow",
                "16",
                "--arm",
                "19",
                "--attacks",
                "2",
                "--points",
                "3",
                "--boxes",
                "25",
            ],
            "Boost every damage roll: 15.5 damage on average.",
        ),
        (
            &["rate", "--units", "lannister, infantry", "--rounds", "1"],
            "melee duels of 1 round, each against all others",
        ),
    ] {
        let printed = flat(arguments);
        assert!(printed.contains(verdict), "{verdict}: {printed}");
    }
    let played = flat(&["deck", "--copies", "2", "--round", "3", "--discard", "1"]);
    assert!(!played.contains("no card played before"), "{played}");
}

#[test]
fn a_unit_by_name_tests_as_its_numbers_do() {
    let named = json(&["panic", GUARDS, "--panicked", "--wounds", "5"]);
    let card = json(&["units", "show", GUARDS]);
    let morale = card["morale"].as_u64().expect("it is known").to_string();
    let numbers = json(&["panic", "--morale", &morale, "--panicked", "--wounds", "5"]);
    assert_eq!(named["quantities"], numbers["quantities"]);
    let lost = json(&["panic", GUARDS, "--panicked", "--wounds-lost", "7"]);
    assert_eq!(named["quantities"], lost["quantities"]);
}

#[test]
fn wounds_left_are_wounds_lost_the_other_way_round() {
    let left = json(&["attack", SWORDS, GUARDS, "--wounds", "4"]);
    let lost = json(&["attack", SWORDS, GUARDS, "--defender-wounds-lost", "8"]);
    assert_eq!(left["quantities"], lost["quantities"]);
    assert!(refused(&["attack", SWORDS, GUARDS, "--wounds", "13"]).contains("1 to 12"));
}

/// Objects of answers whose keys are names.
const MAPS: [&str; 5] = ["quantities", "events", "terms", "values", "mean"];

/// Keys that depend on the kind of question, the engine or an option.
const OPTIONAL: [&str; 31] = [
    "option",
    "other_first",
    "summary",
    "card",
    "points",
    "rules",
    "joint",
    "notes",
    "contributions",
    "sensitivity",
    "need",
    "best",
    "course",
    "standard_error",
    "ci95",
    "exact_mean",
    "standard_errors_off",
    "exact_p",
    "mean_fraction",
    "pmf_fractions",
    "p_fraction",
    "win",
    "own_wounds_share",
    "attack",
    "at_least",
    "at_most",
    "chance",
    "chances",
    "duel",
    "standard_errors",
    "mean_difference_se",
];

#[test]
fn answers_are_as_their_schema_says() {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    let done = command.args(["schema", "answer"]).assert().success();
    let schema: Value = serde_json::from_slice(&done.get_output().stdout).expect("it is JSON");
    let validator = validator(&schema);
    let rolled = ["--engine", "monte-carlo", "--trials", "1000"];
    for arguments in [
        &["attack", SWORDS, GUARDS, "--charge", "--why", "--sensitivity"][..],
        &["attack", SWORDS, GUARDS, "--at-least", "6", "--need", "60%"],
        &["attack", SWORDS, GUARDS, "--need", "destroyed=99%"],
        &["attack", SWORDS, GUARDS, "--fractions"],
        &["duel", SWORDS, GUARDS, "--rounds", "1", "--why"],
        &["options", SWORDS, GUARDS, "--distance", "8"],
        &["charge", SWORDS, GUARDS, "--distance", "6..12"],
        &["deck"],
        &[&["survive", GUARDS, "--by", SWORDS], &rolled[..]].concat(),
        &[&["attack", SWORDS, GUARDS], &rolled[..]].concat(),
        &["matrix", "--attackers", SWORDS, "--defenders", GUARDS],
        &["matrix", "--attackers", SWORDS, "--defenders", GUARDS, "--facing", "front,flank"],
        &["matrix", "--attackers", SWORDS, "--defenders", GUARDS, "--duel"],
        &["compare", SWORDS, "umber berserkers", "--against", GUARDS, "--why"],
        &[&["compare", SWORDS, "umber berserkers", "--against", GUARDS], &rolled[..]].concat(),
        &["attachments", "--for", SWORDS, "--against", GUARDS, "--charge=yes,no"],
        &["compare", SWORDS, "umber berserkers", "--against", GUARDS, "--at-least", "3"],
        &["compare", SWORDS, GUARDS, "grey wind", "--against", GUARDS, "--at-most", "3"],
        &["attachments", "--for", SWORDS, "--against", GUARDS, "--at-least", "3", "--at-most", "6"],
        &["warmachine", "threshold", "--fury", "3", "--threshold", "9"],
        &["westeros", "attack", "green dice=3", "green"],
        &["run", "scenarios/guardsmen-v-swords.toml", "--trials", "1000"],
        &["campaign", "scenarios/campaigns/border-war.toml", "--trials", "100"],
    ] {
        let answer = json(arguments);
        println!("{arguments:?}");
        assert_describes(&validator, &answer, (&MAPS, &["case"], &OPTIONAL));
    }
    assert!(!validator.is_valid(&serde_json::json!({ "schema": "warodds/answer/1" })));
}

#[test]
fn a_case_holds_all_that_is_not_as_usual_with_its_type() {
    let told = json(&[
        "attack",
        SWORDS,
        GUARDS,
        "--charge",
        "--hit-modifier",
        "-1",
        "--facing",
        "flank",
        "--round",
        "1",
        "--attacker-zones",
        "crown+wealth",
    ]);
    let expected = serde_json::json!({
        "charge": true, "hit_modifier": -1, "facing": "flank", "attacker_zones": "crown+wealth",
    });
    let case = told["case"].as_object().expect("an object");
    assert_eq!(&serde_json::Value::Object(case.clone()), &expected);
    assert_eq!(
        told["situation"],
        "Stark Sworn Swords (Winter's Bite) charge Lannister Guardsmen in the flank"
    );
    assert_eq!(told["rules"]["edition"], "1.6");
    // a sweep tells what it varies and what it does not
    let file = tempfile::NamedTempFile::with_suffix(".toml").expect("a file");
    let text = "[units.a]\nuse = 'stark-sworn-swords'\n[[attack]]\nattacker = \
                'a'\ndefender = 'a'\ncharge = [false, true]\nhit_modifier = 1\ndefender_tokens = \
                ['panicked']\n";
    std::fs::write(file.path(), text).expect("it is written");
    let path = file.path().display().to_string();
    let all = json(&["run", &path, "--engine", "exact"]);
    assert_eq!(all[0]["case"]["charge"], false);
    assert_eq!(all[1]["case"]["charge"], true);
    assert_eq!(all[1]["case"]["hit_modifier"], 1);
    assert_eq!(all[1]["case"]["defender_tokens"], "panicked");
}

#[test]
fn numbers_are_worth_what_the_same_question_with_another_number_says() {
    let plain = |changes: &[(&str, &str)]| {
        let usual = [("--dice", "8"), ("--hit", "3"), ("--defense", "4"), ("--morale", "7")];
        let mut arguments = vec!["attack".to_owned()];
        for (option, value) in usual.into_iter().chain([("--wounds", "9")]) {
            let changed = changes.iter().find(|(changed, _)| *changed == option);
            arguments.extend([option.to_owned(), changed.map_or(value, |(_, to)| to).to_owned()]);
        }
        arguments
    };
    let mean = |arguments: &[String]| {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        number(&json(&arguments), "/quantities/wounds/mean")
    };
    let mut arguments = plain(&[]);
    let whole = mean(&arguments);
    arguments.push("--sensitivity".to_owned());
    let told = json(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let changes = told["sensitivity"].as_array().expect("a list");
    let of = |what: &str, side: &str, to: i64| {
        let is_it = |one: &&Value| one["what"] == what && one["side"] == side && one["to"] == to;
        let found = changes.iter().find(is_it);
        number(found.unwrap_or_else(|| panic!("no {what} {to} in {changes:?}")), "/wounds")
    };
    for (what, side, to) in [
        ("dice", "attacker", 7),
        ("dice", "attacker", 9),
        ("hit", "attacker", 2),
        ("hit", "attacker", 4),
        ("defense", "defender", 3),
        ("defense", "defender", 5),
        ("morale", "defender", 6),
        ("morale", "defender", 8),
        ("wounds", "defender", 8),
        ("wounds", "defender", 10),
    ] {
        let (option, value) = (format!("--{what}"), to.to_string());
        let changed = mean(&plain(&[(&option, &value)]));
        close(of(what, side, to), changed - whole);
        assert!(of(what, side, to).abs() > 1e-6, "{what} {to} must matter");
    }
    // nobody saves on 1 or hits on 7
    let edge = json(&[
        "attack",
        "--dice",
        "8",
        "--hit",
        "6",
        "--defense",
        "2",
        "--morale",
        "7",
        "--sensitivity",
    ]);
    let edge = edge["sensitivity"].as_array().expect("a list");
    let to = |what: &str| {
        let of_it = edge.iter().filter(|one| one["what"] == what);
        of_it.map(|one| one["to"].as_i64().expect("a number")).collect::<Vec<_>>()
    };
    assert_eq!((to("hit"), to("defense")), (vec![5], vec![3]));
}

#[test]
fn an_inch_more_of_speed_is_an_inch_less_of_distance() {
    let charge = |distance: &str| {
        let mut arguments = vec!["charge", SWORDS, GUARDS, "--distance", distance];
        let whole = number(&json(&arguments), "/quantities/wounds/mean");
        arguments.push("--sensitivity");
        (whole, json(&arguments))
    };
    let ((far, told), (near, _)) = (charge("9"), charge("8"));
    let changes = told["sensitivity"].as_array().expect("a list");
    let faster = changes.iter().find(|one| one["what"] == "speed" && one["to"] == 6);
    close(number(faster.expect("a faster charger"), "/wounds"), near - far);
}

#[test]
fn parts_of_comparisons_are_worth_what_the_comparison_loses_without_them() {
    let with = ["compare", SWORDS, "umber berserkers", "--against", "lannister", "--charge"];
    let told = json(&[&with[..], &["--by", "wounds", "--why"]].concat());
    let mean = |arguments: &[&str]| {
        let found = json(&[arguments, &["--by", "wounds"]].concat());
        let matchups = found["matchups"].as_array().expect("a list").clone();
        let side = |side: &str| {
            let sum: f64 =
                matchups.iter().map(|one| number(one, &format!("/{side}/mean_wounds"))).sum();
            sum / matchups.len() as f64
        };
        [number(&found, "/mean_difference"), side("a"), side("b")]
    };
    let whole = mean(&with);
    let contributions = told["contributions"].as_array().expect("a list");
    let check = |what: &str, without: &[&str]| {
        let found = contributions.iter().find(|one| one["what"] == what);
        let found = found.unwrap_or_else(|| panic!("no {what} in {contributions:?}"));
        let rest = mean(without);
        for (key, place) in [("difference", 0), ("wounds", 1), ("other_wounds", 2)] {
            close(number(found, &format!("/{key}")), whole[place] - rest[place]);
        }
    };
    check("charge", &with[..5]);
    check("Winter's Bite", &[&with[..], &["--without", "Winter's Bite"]].concat());
}

#[test]
fn the_cost_of_an_attack_names_what_makes_it() {
    let printed = text(&["attack", SWORDS, GUARDS, "--charge", "--facing", "flank"]);
    let headline = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        headline.contains("Stark Sworn Swords lose 3.0 wounds: Lannister Supremacy"),
        "{printed}"
    );
    let without = ["attack", SWORDS, GUARDS, "--without", "order: lannister supremacy"];
    assert!(!text(&without).contains("lose "));
}

/// A failed charge costs a panic test (A5.6) even without the order of the defender.
#[test]
fn cost_of_a_charge_lists_each_cause_with_its_share() {
    let charge = ["charge", SWORDS, GUARDS, "--distance", "10"];
    let text = text(&charge).split_whitespace().collect::<Vec<_>>().join(" ");
    let line = "Stark Sworn Swords lose 1.8 wounds: Lannister Supremacy 1.2, panic test of a failed charge \
                0.6";
    assert!(text.contains(line), "{text}");
}

#[test]
fn shares_of_own_wounds_sum_to_them() {
    for (one, other) in [(SWORDS, GUARDS), ("umber berserkers", GUARDS), ("bear riders", SWORDS)] {
        for distance in ["7", "9", "10"] {
            let charge = ["charge", one, other, "--distance", distance, "--why"];
            let found = json(&charge);
            let own = number(&found, "/quantities/own_wounds/mean");
            let rows = found["contributions"].as_array().expect("a list");
            let shares = rows.iter().filter_map(|row| row["own_wounds_share"].as_f64());
            let sum: f64 = shares.sum();
            // causes of less than 0.005 wounds are not listed
            assert!((sum - own).abs() < 0.005, "{one} {other} {distance}: {sum}, not {own}");
        }
    }
}

/// The folder of the only question of a kind in a directory.
fn folder(out: &std::path::Path, kind: &str) -> std::path::PathBuf {
    let folders = std::fs::read_dir(out).expect("it was written");
    let mut folders = folders.map(|entry| entry.expect("an entry").path());
    let is_of_kind = |path: &std::path::PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(kind))
    };
    folders.find(is_of_kind).expect("a folder of the question")
}

#[test]
fn a_chart_of_a_duel_shows_each_shorter_duel() {
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().join("out");
    let path = out.to_str().expect("a path");
    text(&["duel", SWORDS, GUARDS, "--rounds", "3", "--quiet", "--out", path]);
    let chart = std::fs::read_to_string(folder(&out, "duel").join("rounds.svg")).expect("a chart");
    for rounds in ["1", "2", "3"] {
        let duel = json(&["duel", SWORDS, GUARDS, "--rounds", rounds]);
        for left in ["/quantities/a_left/mean", "/quantities/b_left/mean"] {
            let mean = format!("\n{:.1}\n", number(&duel, left));
            assert!(chart.contains(&mean), "{left} after {rounds}:{mean}");
        }
    }
}

#[test]
fn every_question_can_be_written_as_data_and_pictures() {
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().join("out");
    let path = out.to_str().expect("a path");
    let listed = |arguments: &[&str]| {
        text(&[arguments, &["--quiet", "--out", path]].concat());
        let mut names: Vec<String> = std::fs::read_dir(folder(&out, arguments[0]))
            .expect("it was written")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .filter(|name| !name.ends_with(".png"))
            .collect();
        names.sort();
        names
    };
    assert_eq!(
        listed(&["attack", SWORDS, GUARDS, "--charge", "--why", "--sensitivity"]),
        [
            "attack-contributions.svg",
            "attack-sensitivity.svg",
            "attack.csv",
            "attack.json",
            "distribution-attack-01.svg",
            "files.txt",
            "index.html",
        ]
    );
    let options = listed(&["options", SWORDS, GUARDS, "--distance", "8"]);
    assert!(options.contains(&"options.csv".to_owned()), "{options:?}");
    let csv = text(&["attack", SWORDS, GUARDS, "--csv"]);
    assert!(csv.starts_with("name,kind,subject"), "{csv}");
    let saved = std::fs::read_to_string(folder(&out, "options").join("options.csv"))
        .expect("it was written");
    assert_eq!(text(&["options", SWORDS, GUARDS, "--distance", "8", "--csv=full"]), saved);
    let dragons = text(&["westeros", "attack", "green dice=3", "green", "--csv"]);
    assert!(dragons.starts_with("name,kind,subject"), "{dragons}");
}

#[test]
fn a_story_tells_which_abilities_are_in_play() {
    let told = text(&["explain", SWORDS, GUARDS, "--charge", "--seed", "3"]);
    assert!(told.contains("Winter's Bite (attacker): "), "{told}");
    assert!(told.contains("Order: Lannister Supremacy (defender): "), "{told}");
    let without = text(&["explain", SWORDS, GUARDS, "--charge", "--without", "winter's bite"]);
    assert!(!without.contains("Winter's Bite"), "{without}");
}

#[test]
fn headline_states_the_chance_that_was_asked_for() {
    for (arguments, said) in [
        (&["charge", "--speed", "5", "--distance", "8"][..], "66.7 % to arrive"),
        (&["retreat", "--speed", "5", "--distance", "8"], "66.7 % to get away"),
        (
            &["warmachine", "threshold", "--fury", "3", "--threshold", "11"],
            "27.8 % to frenzy (total over 11)",
        ),
        (
            &["survive", GUARDS, "--by", SWORDS, "--within", "3"],
            "Destroyed within 3 attacks: 15.3 %",
        ),
    ] {
        let told = text(arguments);
        assert!(told.contains(said) && !told.contains("or more: "), "{said} in {told}");
    }
    // within k attacks is all but more than k of them
    let found = json(&["survive", GUARDS, "--by", SWORDS]);
    let within: f64 = pmf(&found, "attacks").iter().take(4).sum();
    let told = text(&["survive", GUARDS, "--by", SWORDS, "--within", "3"]);
    assert!(told.contains(&format!("within 3 attacks: {:.1} %;", 100.0 * within)), "{told}");
}

#[test]
fn options_table_shows_the_column_it_is_ranked_by() {
    let asked = ["options", "stark-outriders", "lannister-crossbowmen", "--distance", "9"];
    let told = text(&asked);
    assert!(told.contains("dealt −") && told.contains("2.27"), "{told}");
}

#[test]
fn every_table_states_the_whole_situation() {
    let outriders = ["charge", "stark-outriders", "lannister-crossbowmen"];
    let more = ["--facing", "rear", "--panicked"];
    let range = text(&[&outriders[..], &["--distance", "6..8"], &more].concat());
    assert!(
        range.contains("\nweapon Outrider's Blade, facing rear, defender tokens panicked\n"),
        "{range}"
    );
    let list = "list=scenarios/lists/stark-40.toml";
    let several = ["charge", list, "lannister-crossbowmen", "--distance", "9"];
    let several = text(&[&several[..], &more].concat()).replace('\n', " ");
    assert!(
        several.contains(
            "best attack of each card, distance 9, facing rear, defender tokens panicked"
        ),
        "{several}"
    );
    let stands = text(&["survive", GUARDS, "--by", SWORDS, "--charge", "--facing", "rear"]);
    assert!(stands.replace('\n', " ").contains(", facing rear, charge   Attacks"), "{stands}");
    let zones = ["--charge", "--attacker-zones", "crown", "--round", "3"];
    for field in [
        &["matrix", "--attackers", SWORDS, "--defenders", GUARDS][..],
        &["compare", SWORDS, "stark-bowmen", "--against", GUARDS],
    ] {
        let told = text(&[field, &zones].concat()).replace('\n', " ");
        assert!(told.contains("charge, attacker zones crown, round 3"), "{told}");
    }
}

#[test]
fn compare_counts_a_lead_within_two_percent_as_about_equal() {
    let asked = ["compare", SWORDS, "stark-bowmen", "--by", "wounds"];
    let found = json(&asked);
    let (mut better, mut equal) = ([0; 2], 0);
    for one in found["matchups"].as_array().expect("matchups") {
        let means = ["/a/mean_wounds", "/b/mean_wounds"].map(|path| number(one, path));
        let lead = means[0] - means[1];
        let is_equal = lead.abs() <= 0.02 * means[0].max(means[1]);
        let side = usize::from(lead < 0.0);
        equal += u64::from(is_equal);
        better[side] += u64::from(!is_equal);
        let verdict = if is_equal { "about-equal" } else { ["a", "b"][side] };
        assert_eq!(one["better"], verdict, "{one}");
    }
    let counts = serde_json::json!({
        "a": better[0], "about_equal": equal, "neither": 0, "b": better[1],
    });
    assert_eq!(found["better"], counts);
    // a unit against its like: no lead at all
    let same = json(&["compare", SWORDS, SWORDS, "--against", "lannister"]);
    assert_eq!((&same["better"]["a"], &same["better"]["b"]), (&0.into(), &0.into()));
    assert!(same["better"]["about_equal"].as_u64() > Some(0));
    let told = text(&["compare", SWORDS, SWORDS, "--against", GUARDS]).replace('\n', " ");
    assert!(told.contains("about equal (within 2 %) in 1"), "{told}");
}

#[test]
fn one_resolution_is_the_same_from_a_command_a_link_and_as_data() {
    let command = ["explain", SWORDS, GUARDS, "--charge", "--seed", "3"];
    let link = format!("attack/{SWORDS}/{GUARDS}?charge&explain&seed=3");
    let told = text(&command);
    assert_eq!(text(&["ask", &link]), told);
    let data = json(&command);
    assert_eq!(json(&["ask", &link]), data);
    assert_eq!((&data["schema"], &data["seed"]), (&"warodds/answer/2".into(), &3.into()));
    let steps = data["steps"].as_array().expect("steps");
    for step in steps {
        let rule = step["rule"].as_str().expect("a rule");
        let what = step["step"].as_str().expect("a step");
        assert!(told.lines().any(|line| line.contains(rule) && line.contains(what)), "{step}");
        let outcomes = ["dice", "symbols", "value"].iter().filter(|key| !step[**key].is_null());
        assert_eq!(outcomes.count(), 1, "{step}");
    }
    // hits are the dice that show the needed face, as far as natural sixes count once (A2.3)
    let plain = json(&["explain", "--dice", "8", "--hit", "4", "--defense", "4", "--morale", "7"]);
    let steps = plain["steps"].as_array().expect("steps");
    let dice: Vec<u64> =
        steps[0]["dice"].as_array().expect("dice").iter().filter_map(|die| die.as_u64()).collect();
    let needed = steps[0]["needed"].as_u64().expect("a face");
    assert_eq!((dice.len(), needed), (8, 4));
    let hits = dice.iter().filter(|die| **die >= needed).count() as u64;
    let value = steps.iter().find_map(|step| step["value"].as_u64());
    assert_eq!(value, Some(hits), "{steps:?}");
    for (question, part) in [
        (vec!["duel", SWORDS, GUARDS, "--explain", "--csv"], "no distribution"),
        (vec!["attack", SWORDS, GUARDS, "--facing", "front,flank", "--explain"], "one value"),
        (vec!["attack", SWORDS, GUARDS, "--explain", "--why"], "contradict each other"),
    ] {
        assert!(refused(&question).contains(part), "{question:?}");
    }
}

#[test]
fn options_of_lists_rank_all_pairs_together() {
    let (ours, theirs) = (["stark-outriders", SWORDS], ["lannister-crossbowmen", GUARDS]);
    let (one, other) = (ours.join(","), theirs.join(","));
    let all = json(&["options", &one, &other, "--distance", "8"]);
    let all = all.as_array().expect("options");
    let mut singles = Vec::new();
    for a in ours {
        for b in theirs {
            let found = json(&["options", a, b, "--distance", "8"]);
            singles.extend(found.as_array().expect("options").clone());
        }
    }
    assert_eq!(all.len(), singles.len());
    let net = |answer: &serde_json::Value| {
        let mean = |name: &str| answer["quantities"][name]["mean"].as_f64().unwrap_or(0.0);
        mean("wounds") - mean("own_wounds")
    };
    assert!(all.windows(2).all(|pair| net(&pair[0]) >= net(&pair[1])));
    for answer in all {
        let (units, option) =
            answer["option"].as_str().expect("text").split_once(": ").expect("a pair");
        assert_eq!(answer["subject"], units);
        let is_same =
            |single: &&serde_json::Value| single["subject"] == units && single["option"] == option;
        let single = singles.iter().find(is_same).expect("the option of the pair");
        assert_eq!(answer["quantities"], single["quantities"], "{units}");
    }
    // speed 5 goes 11" at most (A5.1): only the riders can charge 12"
    let far = json(&["options", &one, GUARDS, "--distance", "12"]);
    let far = far.as_array().expect("options");
    assert!(far.iter().all(|answer| answer["subject"] == "Stark Outriders → Lannister Guardsmen"));
    let note = "no action is possible in these cases: Stark Sworn Swords";
    assert!(far.iter().all(|answer| answer["notes"][0] == note), "{:?}", far[0]["notes"]);
    assert!(
        refused(&["options", &one, GUARDS, "--distance", "14"]).contains("can do nothing in any")
    );
}
