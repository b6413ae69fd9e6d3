//! The commands about units by name, as players run them.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

const SWORDS: &str = "stark sworn swords";
const GUARDS: &str = "lannister guardsmen";
/// A unit with an ability that no effect is written down for.
const KNIGHTS: &str = "rose knights";

fn warodds(arguments: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("warodds").expect("it is built");
    command
        .args(arguments)
        .env("COLUMNS", "120")
        .env_remove("WARODDS_ISA")
        .output()
        .expect("it runs")
}

#[track_caller]
fn told(arguments: &[&str]) -> String {
    let output = warodds(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&told(&[arguments, &["--json"]].concat())).expect("JSON")
}

/// What stderr says of input that is wrong.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = warodds(arguments);
    assert_eq!(
        output.status.code(),
        Some(2),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stdout)
    );
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).expect("text")
}

#[track_caller]
fn close(found: &Value, expected: f64) {
    let found = found.as_f64().expect("a number");
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

/// What leaves the numbers of both cards as they are: Winter's Bite and Lannister Supremacy, an
/// order, do not count.
const PLAIN: [&str; 3] = ["--no-orders", "--without", "winter's bite"];

#[test]
fn an_attack_by_name_is_the_attack_in_the_cards_numbers() {
    // Sworn Swords of 2021: 7 dice on 4+, Guardsmen: 3+ and 7+; a charge into the flank
    let named =
        json(&[&["attack", SWORDS, GUARDS, "--charge", "--facing", "flank"], &PLAIN[..]].concat());
    let numbers = [
        "attack",
        "--dice",
        "7",
        "--hit",
        "4",
        "--defense",
        "3",
        "--morale",
        "7",
        "--charge",
        "--facing",
        "flank",
    ];
    assert_eq!(named["quantities"], json(&numbers)["quantities"]);
    // hits: 7 · 3/4; blocked on 4+ in the flank
    close(&named["quantities"]["hits"]["mean"], 7.0 * 0.75);
    close(&named["quantities"]["attack_wounds"]["mean"], 7.0 * 0.75 * 0.5);
    assert_eq!(named["subject"], "Stark Sworn Swords → Lannister Guardsmen");
    assert_eq!(json(&numbers)["not_modelled"], Value::Array(Vec::new()), "always there");
}

#[test]
fn ranks_lost_cost_dice() {
    // 4 wounds lost: 5 dice; 8 lost: 4
    for (lost, dice) in [("0", 7.0), ("3", 7.0), ("4", 5.0), ("8", 4.0)] {
        let arguments =
            [&["attack", SWORDS, GUARDS, "--attacker-wounds-lost", lost], &PLAIN[..]].concat();
        close(&json(&arguments)["quantities"]["hits"]["mean"], dice / 2.0);
    }
    let left = json(&["attack", SWORDS, GUARDS, "--defender-wounds-lost", "10"]);
    assert_eq!(
        left["quantities"]["wounds"]["pmf"].as_array().map(Vec::len),
        Some(3),
        "two wounds are left"
    );
}

#[test]
fn what_is_not_modelled_is_listed_and_strict_refuses_it() {
    // no effect is written down for Deadly Bloom; of Expert Duelist a part is left out
    let answer = json(&["attack", KNIGHTS, GUARDS]);
    assert_eq!(
        answer["not_modelled"],
        serde_json::json!([{ "unit": "Rose Knights", "ability": "Deadly Bloom" }])
    );
    assert_eq!(json(&["attack", SWORDS, GUARDS])["not_modelled"], serde_json::json!([]));
    let text = told(&["attack", KNIGHTS, GUARDS]);
    assert!(text.contains("* Abilities not counted: Deadly Bloom of Rose Knights"), "{text}");
    for strict in [
        &["attack", KNIGHTS, GUARDS, "--strict"][..],
        &["charge", KNIGHTS, GUARDS, "--distance", "7", "--strict"],
        &["duel", KNIGHTS, GUARDS, "--strict"],
    ] {
        let wrong = refused(strict);
        assert!(wrong.contains("Deadly Bloom of Rose Knights"), "{wrong}");
    }
    told(&["attack", SWORDS, GUARDS, "--strict"]);
    told(&["attack", "--dice", "3", "--hit", "4", "--defense", "4", "--morale", "7", "--strict"]);
}

#[test]
fn abilities_hang_on_what_is_said_of_the_game() {
    // Highgarden Lance and the like aside: Sworn Swords by their own card, 7 dice on 4+ with two
    // hits for a 6
    let hits = |more: &[&str]| {
        json(&[&["attack", SWORDS, GUARDS], more].concat())["quantities"]["hits"]["mean"].clone()
    };
    close(&hits(&[]), 7.0 * (3.0 + 1.0) / 6.0);
    // one rank lost: 5 dice at +1, so on 3+
    close(&hits(&["--attacker-wounds-lost", "4"]), 5.0 * (4.0 + 1.0) / 6.0);
    close(&hits(&["--without", "winters bite"]), 7.0 / 2.0);
    assert!(
        refused(&["attack", SWORDS, GUARDS, "--without", "Vicious"])
            .contains("no unit here has an ability `Vicious`")
    );
    assert!(
        refused(&["attack", SWORDS, GUARDS, "--choose", "winter's bite=more"])
            .contains("has no options to choose from")
    );
    assert!(refused(&["attack", SWORDS, GUARDS, "--choose", "nothing"]).contains("ABILITY=OPTION"));
}

#[test]
fn editions_are_told_and_followed() {
    let notes = |answer: &Value| {
        answer["notes"].as_array().map_or_else(String::new, |notes| format!("{notes:?}"))
    };
    let book = json(&["attack", SWORDS, GUARDS]);
    assert_eq!(book["rules"], serde_json::json!({ "edition": "1.6", "cards": ["S05"] }));
    assert_eq!(notes(&book), "", "cards of one edition by the rules of another need no note");
    let newer = json(&["attack", SWORDS, GUARDS, "--rules", "2021"]);
    assert!(
        !notes(&newer).contains("mixed")
            && notes(&newer).contains("not all rules of 2021 are verified"),
        "{}",
        notes(&newer)
    );
    assert_eq!(
        newer["quantities"]["panic_wounds"]["pmf"].as_array().map(Vec::len),
        Some(4),
        "a D3 at most"
    );
    // 10/36 · 2 on 6+
    close(
        &json(&["panic", "--morale", "6", "--rules", "2021"])["quantities"]["wounds"]["mean"],
        20.0 / 36.0,
    );
    assert!(
        refused(&["panic", "--morale", "6", "--rules", "7"])
            .contains("it must be 1.5, 1.6 or 2021")
    );
}

#[test]
fn a_charge_by_name_has_the_cards_speed_and_its_own_panic() {
    // Outriders: speed 6, so 9" need 3+: 4 of 6; on 6+ of their own morale 10 of 36 fail, for 3
    // wounds
    let answer = json(&["charge", "stark outriders", "lannister crossbowmen", "--distance", "9"]);
    close(&answer["events"]["reached"]["p"], 4.0 / 6.0);
    close(&answer["quantities"]["own_wounds"]["mean"], 2.0 / 6.0 * 10.0 / 36.0 * 3.0);
    assert!(
        refused(&["charge", "stark outriders", GUARDS, "--distance", "13"])
            .contains("out of reach")
    );
    assert!(refused(&["charge", "--distance", "9"]).contains("--speed"));
}

#[test]
fn a_duel_by_name_has_rounds_and_an_opening() {
    let json = |arguments: &[&str]| json(&[arguments, &PLAIN].concat());
    let answer = json(&["duel", SWORDS, GUARDS, "--rounds", "1"]);
    assert_eq!(answer["kind"], "duel");
    // b is struck once by 7 dice on 4+ against 3+
    let struck = json(&["attack", SWORDS, GUARDS]);
    close(
        &answer["quantities"]["b_left"]["mean"],
        12.0 - struck["quantities"]["wounds"]["mean"].as_f64().expect("a number"),
    );
    let opening = [
        "duel",
        SWORDS,
        GUARDS,
        "--rounds",
        "1",
        "--first",
        "b",
        "--opening-charge",
        "--opening-facing",
        "rear",
    ];
    let charged = json(&["attack", GUARDS, SWORDS, "--charge", "--facing", "rear"]);
    close(
        &json(&opening)["quantities"]["a_left"]["mean"],
        12.0 - charged["quantities"]["wounds"]["mean"].as_f64().expect("a number"),
    );
    let worn = json(&[
        "duel",
        SWORDS,
        GUARDS,
        "--a-wounds-lost",
        "11",
        "--b-tokens",
        "weakened+panicked",
        "--a-with",
        "umber champion",
    ]);
    assert_eq!(worn["quantities"]["a_left"]["pmf"].as_array().map(Vec::len), Some(2));
    assert!(refused(&["duel", SWORDS, GUARDS, "--rounds", "0"]).contains("from 1 to 60"));
    assert!(refused(&["duel", SWORDS]).contains("warodds duel \"stark sworn swords\" \""));
    assert!(
        refused(&["duel", SWORDS, GUARDS, "--opening-disorderly"]).contains("--opening-charge")
    );
}

#[test]
fn weapons_are_chosen_by_name_or_by_what_fits() {
    let hits = |arguments: &[&str]| {
        json(&[&["attack", "stark bowmen", GUARDS], arguments].concat())["quantities"]["hits"]
            ["mean"]
            .clone()
    };
    // Arrow Volley: 7 dice on 3+; Short Sword: 5 on 5+, rerolled by a charge; in cover the arrows
    // need 4+
    close(&hits(&[]), 7.0 * 4.0 / 6.0);
    close(&hits(&["--charge"]), 5.0 * (1.0 - 16.0 / 36.0));
    close(&hits(&["--weapon", "short"]), 5.0 * 2.0 / 6.0);
    close(&hits(&["--cover"]), 7.0 / 2.0);
    assert!(
        refused(&["attack", "stark bowmen", GUARDS, "--weapon", "arrow", "--charge"])
            .contains("is not a melee attack")
    );
    assert!(
        refused(&["attack", "stark bowmen", GUARDS, "--weapon", "lance"])
            .contains("`Arrow Volley` (long)")
    );
    assert!(refused(&["attack", SWORDS, GUARDS, "--ranged"]).contains("no ranged attack"));
    assert!(refused(&["attack", SWORDS, GUARDS, "--cover"]).contains("no ranged attack"));
}

#[test]
fn names_that_are_no_unit_are_refused_with_a_way_out() {
    assert!(
        refused(&["attack", "stark sworn sowrds", GUARDS])
            .contains("did you mean `Stark Sworn Swords`?")
    );
    assert!(refused(&["attack", "stone crows", GUARDS]).contains("neutral-stone-crows"));
    assert!(refused(&["attack", SWORDS]).contains("warodds attack \"stark sworn swords\" \""));
    assert!(
        refused(&["attack", SWORDS, GUARDS, "--attacker-wounds-lost", "12"])
            .contains("--attacker-wounds-lost must be a whole number from 0 to 11")
    );
    assert!(
        refused(&["attack", SWORDS, GUARDS, "--with", "nobody at all"])
            .contains("there is no attachment")
    );
    assert!(
        refused(&["attack", "grey wind", GUARDS, "--with", "umber champion"])
            .contains("is a solo and takes no attachment (A1.6)")
    );
    assert!(
        refused(&["attack", "stark outriders", GUARDS, "--with", "umber champion"])
            .contains("joins infantry units")
    );
    let numbers = ["--dice", "4", "--hit", "4", "--defense", "4", "--morale", "7"];
    let with = [&["attack", "--with", "umber champion"][..], &numbers].concat();
    assert!(refused(&with).contains("name an ATTACKER"));
    assert!(refused(&["attack"]).contains("two units, or --dice"));
}

#[test]
fn a_morale_that_nobody_knows_is_not_invented() {
    let wrong = refused(&["attack", SWORDS, "builder-scorpion-crew-v1-0"]);
    assert!(wrong.contains("the morale of Builder Scorpion Crew (v1.0) is unknown"), "{wrong}");
    told(&["attack", "builder-scorpion-crew-v1-0", GUARDS]);
    assert!(told(&["units", "show", "builder-scorpion-crew-v1-0"]).contains("morale not known"));
}

#[test]
fn units_are_listed_filtered_and_sorted() {
    let count =
        |arguments: &[&str]| json(&[&["units"], arguments].concat()).as_array().map(Vec::len);
    assert_eq!(
        (count(&[]), count(&["--cards", "S05"]), count(&["--cards", "1.0"])),
        (Some(148), Some(148), Some(28))
    );
    assert_eq!(
        count(&["--faction", "nights watch", "--type", "war-machine", "--cards", "S05"]),
        Some(2)
    );
    let costs = |arguments: &[&str]| -> Vec<u64> {
        let units = json(&[&["units", "--cards", "S05"], arguments].concat());
        units.as_array().expect("a list").iter().filter_map(|unit| unit["cost"].as_u64()).collect()
    };
    assert!(costs(&["--cost", "5"]).iter().all(|cost| *cost == 5));
    let sorted = costs(&["--cost", "4..6", "--sort", "cost"]);
    assert!(sorted.is_sorted() && sorted.first() == Some(&4) && sorted.last() == Some(&6));
    let table = told(&[
        "units",
        "--faction",
        "stark",
        "--cost",
        "5",
        "--type",
        "infantry",
        "--cards",
        "S05",
    ]);
    assert!(
        table.contains("Stark Sworn Swords ")
            && table.contains("melee 4+ 7/5/4")
            && table.contains("4 units."),
        "{table}"
    );
    assert!(told(&["units", "--cost", "99"]).contains("No unit matches these options"));
    assert!(refused(&["units", "--faction", "tully"]).contains("factions are Baratheon"));
    assert!(refused(&["units", "--cost", "6..4"]).contains("nor a range such as 4..6"));
    assert!(
        refused(&["units", "--cards", "3"])
            .contains("it must be 1.0, 1.5, 1.6, 2021, S04, S05, S06 or S07")
    );
}

#[test]
fn a_card_is_shown_in_full() {
    let text = told(&["units", "show", "stark outriders"]);
    for part in [
        "4 models in 2 ranks of 3 wounds each: 12 wounds",
        "speed 6\", defence 4+, morale 6+",
        "Outrider's Blade",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(
        text.contains("no effect on these odds")
            && text.contains("counted")
            && text.contains("Season S04; source: ")
    );
    assert!(told(&["units", "show", KNIGHTS]).contains("not counted *"));
    let data = json(&["units", "show", SWORDS]);
    assert_eq!(
        (data["id"].as_str(), data["season"].as_str()),
        (Some("stark-sworn-swords"), Some("2021"))
    );
    assert_eq!(data["attacks"][0]["dice"], serde_json::json!([7, 5, 4]));
    assert_eq!(data["abilities"][0]["status"], "modelled");
    assert!(
        told(&["units", "show", "the wolf lord"])
            .contains("attachment for infantry, commander, character")
    );
    assert_eq!(json(&["units", "show", "sworn sword captain"])["cost"], 1);
    assert!(
        refused(&["units", "show", "xyzzy"])
            .contains("there is no unit, attachment or NCU `xyzzy`")
    );
    assert!(refused(&["units", "show", "robb stark"]).contains("robb-stark-the-wolf-lord"));
}

#[test]
fn cards_of_ones_own_are_used_and_their_faults_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = folder.path().join("mine.toml");
    let card = "faction = 'Home'\n[units.lads]\nname = 'The Lads'\ndefense = 4\nmorale = 7\nspeed \
                = 5\nseason = '1.6'\nsource = 'us'\nattacks = [{ name = 'Sticks', hit = 4, dice \
                = [8, 6, 4] }]\n";
    std::fs::write(&good, card).expect("written");
    let path = |path: &Path| path.display().to_string();
    for catalogue in [path(&good), path(folder.path())] {
        close(
            &json(&["attack", "the lads", GUARDS, "--catalogue", &catalogue])["quantities"]["hits"]
                ["mean"],
            4.0,
        );
        assert!(
            told(&["units", "show", "lads", "--catalogue", &catalogue])
                .contains("Home, infantry, cost not known")
        );
    }
    let bad = folder.path().join("bad.toml");
    std::fs::write(&bad, card.replace("defense = 4", "defense = 7")).expect("written");
    let wrong = refused(&["attack", SWORDS, GUARDS, "--catalogue", &path(&bad)]);
    assert!(
        wrong.contains("`defense` must be a whole number from 2 to 6, not 7")
            && wrong.contains("bad.toml:4:11"),
        "{wrong}"
    );
    assert!(
        refused(&["units", "--catalogue", &path(&folder.path().join("none.toml"))])
            .contains("cannot read")
    );
}

#[test]
fn shipped_scenarios_by_name_run() {
    let out = tempfile::tempdir().expect("a folder");
    let files = [
        "scenarios/by-name-attack.toml",
        "scenarios/by-name-charge.toml",
        "scenarios/by-name-duel.toml",
    ];
    for (file, questions) in files.into_iter().zip([12, 16, 6]) {
        let answers =
            json(&["run", file, "--engine", "exact", "--out", &out.path().display().to_string()]);
        let answers = answers.as_array().expect("a list");
        assert_eq!(answers.len(), questions);
        assert!(answers.iter().all(|answer| answer["not_modelled"].is_array()));
    }
    let knights = out.path().join("knights.toml");
    std::fs::write(
        &knights,
        "[units.a]\nuse = 'rose knights'\n[units.b]\nuse = 'lannister guardsmen'\n[[duel]]\na = \
         'a'\nb = 'b'\n",
    )
    .expect("written");
    let table = told(&[
        "run",
        &knights.display().to_string(),
        "--engine",
        "exact",
        "--out",
        &out.path().display().to_string(),
    ]);
    assert!(
        table.contains(" *")
            && table.contains("* Abilities not counted: Deadly Bloom of Rose Knights"),
        "{table}"
    );
    let csv = std::fs::read_to_string(out.path().join("knights/answers.csv")).expect("written");
    assert!(csv.contains("Deadly Bloom (Rose Knights)"));
}

#[test]
fn what_belongs_to_a_weapon_that_is_not_used_is_not_missed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    let card = "faction = 'Home'\n[units.lads]\nname = 'The Lads'\ndefense = 4\nmorale = 7\nspeed \
                = 5\nseason = '1.6'\nsource = 'us'\nattacks = [{ name = 'Sticks', hit = 4, dice \
                = [8, 6, 4] }, { name = 'Slings', kind = 'long', hit = 4, dice = [8, 6, 4] \
                }]\nabilities = ['Sticks', 'Slings', 'Temper']\n[[ability]]\nname = \
                'Sticks'\nseason = '1.6'\n[[ability]]\nname = 'Slings'\nseason = \
                '1.6'\n[[ability]]\nname = 'Temper'\nseason = '1.6'\n";
    let missed = |first: &str, second: &str, more: &[&str]| {
        let path = file.display().to_string();
        let answer = json(&[&["attack", first, second, "--catalogue", &path][..], more].concat());
        let names =
            answer["not_modelled"].as_array().expect("a list").iter().filter(|one| {
                one["unit"].as_str().is_some_and(|unit| unit.starts_with("The Lads"))
            });
        names.map(|one| one["ability"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    std::fs::write(&file, card).expect("written");
    assert_eq!(missed("the lads", GUARDS, &["--charge"]), ["Sticks", "Temper"]);
    assert_eq!(missed("the lads", GUARDS, &["--ranged"]), ["Slings", "Temper"]);
    // a unit that is attacked uses none, unless it may answer
    assert_eq!(missed(GUARDS, "the lads", &[]), ["Temper"]);
    let answer = "effects = [{ when = 'after-attacked', attack = true }]\ncodes = ['E1']\nsummary \
                  = 'It answers.'\n";
    std::fs::write(&file, format!("{card}{answer}")).expect("written");
    assert_eq!(missed(GUARDS, "the lads", &[]), ["Sticks"]);
}

#[test]
fn an_attack_by_name_is_explained_with_what_it_leaves_out() {
    let text = told(&["explain", KNIGHTS, GUARDS, "--seed", "3"]);
    assert!(
        text.contains("attack dice on ")
            && text.contains("Not counted: Deadly Bloom of Rose Knights."),
        "{text}"
    );
}

/// A figure to the four digits that are told of it.
#[track_caller]
fn figure(found: &Value, expected: f64) {
    let found = found.as_f64().expect("a number");
    assert!((found - expected).abs() < 5e-5, "{found} is not {expected}");
}

#[test]
fn a_test_is_rerolled_for_what_it_costs_as_things_stand() {
    // Brutal Armaments, and Unyielding: wounds of a failed test for each rank lost by then, as an
    // independent enumeration of all dice and rerolls has them
    for (arguments, wounds) in [
        (&["house-clegane-brigands", "stark-sworn-swords", "--panicked"][..], 5.1466),
        (
            &["lannister guardsmen", "pit-fighters", "--defender-wounds-lost", "3", "--panicked"],
            3.2019,
        ),
        (
            &[
                "house-clegane-brigands",
                "stark-sworn-swords",
                "--defender-wounds-lost",
                "3",
                "--reroll-morale",
            ],
            3.2864,
        ),
    ] {
        let answer = json(&[&["attack"], arguments, &["--rules", "1.6"]].concat());
        figure(&answer["quantities"]["wounds"]["mean"], wounds);
    }
}

#[test]
fn an_attacker_tests_for_what_it_costs_it_as_things_stand() {
    // Lannister Supremacy: roll and wounds of the attacker's test go by the ranks that the
    // Guardsmen have left
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("supremacy.toml");
    let text = "rules = '1.6'\n[units.swords]\nuse = 'stark-sworn-swords'\n[units.guards]\nuse \
                = 'lannister-guardsmen'\n[[attack]]\nname = 'one'\nattacker = 'swords'\ndefender \
                = 'guards'\nattacker_tokens = 'panicked'\nattacker_wounds_lost = \
                4\ndefender_wounds_lost = 3\n";
    std::fs::write(&path, text).expect("a file");
    let out = directory.path().join("out");
    let (path, out) = (path.to_str().expect("a path"), out.to_str().expect("a path"));
    let answer = json(&["run", path, "--engine", "exact", "--out", out]);
    figure(&answer[0]["quantities"]["own_wounds"]["mean"], 4.5642);
}

#[test]
fn tokens_given_before_the_dice_reach_the_attack_made_before_them() {
    // Ambush weakens the spearmen before they answer the charge (A14.1)
    let charge = ["--charge", "--facing", "flank", "--rules", "1.6"];
    let answer = json(&[&["attack", "men-at-arms", "martell-spearmen"], &charge[..]].concat());
    figure(&answer["quantities"]["own_wounds"]["mean"], 1.3811);
}

/// Cards whose attacks have no dice: what becomes of them is what zones do.
const DOVES: &str = "faction = \"Home\"\n[units.doves]\nname = \"Doves\"\nspeed = 5\ndefense = 4\n\
    morale = 7\nseason = \"1.6\"\nsource = \"a test\"\nabilities = [\"Peace\"]\n\
    attacks = [{ name = \"Coo\", hit = 4, dice = [3, 2, 1] }]\n\
    [[ability]]\nname = \"Peace\"\nseason = \"1.6\"\n\
    effects = [{ when = \"attacking\", attack_dice = -9 }]\n";

#[test]
fn zones_are_claimed_in_the_rounds_of_a_duel_that_are_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let cards = directory.path().join("doves.toml");
    std::fs::write(&cards, DOVES).expect("a file");
    let left = |side: &str, options: &str| {
        let cards = cards.to_str().expect("a path");
        let base = ["duel", "doves", "doves", "--catalogue", cards, "--rounds", "2"];
        let options: Vec<&str> = options.split(' ').filter(|word| !word.is_empty()).collect();
        json(&[&base[..], &options].concat())["quantities"][side]["mean"].clone()
    };
    // a test on 7+ at −1: 21 of 36 fail, for 1 + D3 wounds
    let crown = 21.0 / 36.0 * 3.0;
    for (options, times) in [
        ("", 0.0),
        ("--a-crown", 2.0),
        ("--a-crown --claimed-in 2", 1.0),
        ("--a-crown --claimed-in 2..9", 1.0),
        ("--a-crown --claimed-in 2..3 --round 2", 2.0),
        ("--a-crown --claimed-in 3 --round 4", 0.0),
    ] {
        close(&left("b_left", options), 12.0 - times * crown);
        close(&left("a_left", options), 12.0);
        let turned = options.replace("--a-", "--b-");
        close(&left("a_left", &turned), 12.0 - times * crown);
    }
    // of 4 wounds lost some are restored in each round
    for (options, wounds) in [
        ("--a-wounds-lost 4 --a-wealth 1", 10.0),
        ("--a-wounds-lost 4 --a-wealth 1 --claimed-in 1", 9.0),
        ("--a-wounds-lost 4 --a-wealth 3", 12.0),
        ("--a-wounds-lost 4 --b-wealth 3", 8.0),
    ] {
        close(&left("a_left", options), wounds);
    }
    // whose Panicked token the enemy would spend on the test loses it first: with the token it
    // fails more often
    let held = left("a_left", "--a-tokens panicked --b-crown --claimed-in 1 --first a");
    assert!(held.as_f64().is_some_and(|held| held < 12.0 - crown - 0.1), "{held}");
    let removed = "--a-tokens panicked --b-crown --a-wealth-removes panicked --claimed-in 1";
    close(&left("a_left", removed), 12.0 - crown);
}
