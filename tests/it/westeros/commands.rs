//! The commands as a player types them.

use assert_cmd::Command;
use serde_json::Value;

/// `warodds westeros` with these arguments.
fn warodds(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    command
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("westeros")
        .args(arguments);
    command
}

fn output(arguments: &[&str]) -> String {
    String::from_utf8(warodds(arguments).assert().success().get_output().stdout.clone())
        .expect("output is UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&output(&[arguments, &["--json"]].concat())).expect("the answer is JSON")
}

#[track_caller]
fn close(answer: &Value, path: &str, expected: f64) {
    let found = answer
        .pointer(path)
        .and_then(Value::as_f64)
        .unwrap_or_else(|| panic!("no number at {path} of {answer}"));
    assert!((found - expected).abs() < 1e-12, "{path} is {found}, not {expected}");
}

#[test]
fn attacks_answer_by_the_contract() {
    // figures.rs derives them
    let plain = json(&["attack", "green dice=3", "green"]);
    assert_eq!(
        (&plain["schema"], &plain["kind"], &plain["engine"]),
        (&"warodds/answer/2".into(), &"attack".into(), &"exact".into())
    );
    close(&plain, "/quantities/hits/mean", 1.5);
    close(&plain, "/quantities/figures_lost/pmf/3", 1.0 / 8.0);
    close(&plain, "/quantities/retreat/mean", 3.0 / 8.0);
    close(&plain, "/events/driven_back/p", 1.0 - 343.0 / 512.0);
    assert!(
        plain["events"]["destroyed"]["p"] == 0.0 && plain["events"]["counter_attacked"]["p"] == 0.0
    );
    // every option at once: red infantry against cavalry on a hill: valor misses, 3 dice + 1, one
    // shield face of eight
    let busy = [
        "attack",
        "red",
        "red cavalry heavy-armor figures=1 hill",
        "--modifier=2",
        "--moved",
        "--target-toughness=1",
        "--target-cover=1",
        // an option replaces what the words say
        "--target-figures=2",
        "--target-room=1",
        "--attacker-no-valor",
    ];
    let busy = json(&busy);
    // four dice, of which three or four must hit for one or two figures of hits beyond two
    close(&busy, "/quantities/hits/pmf/2", 1.0 / 4096.0);
    close(&busy, "/quantities/hits/pmf/1", 28.0 / 4096.0);
    let countered =
        json(&["attack", "green dice=2 figures=3", "green", "--target-stalwart", "--counter"]);
    close(&countered, "/events/counter_attacked/p", 63.0 / 64.0);
    close(&countered, "/quantities/own_figures_lost/mean", 63.0 / 64.0);
    let captured = json(&["attack", "green dice=3", "green figures=1", "--target-commander", "2"]);
    close(&captured, "/events/captured/p", 0.5);
}

#[test]
fn a_target_of_any_class_can_be_told() {
    let of = |target: &str, class: &[&str]| {
        let target = format!("red building stalwart {target}");
        json(&[&["attack", "green", &target, "--counter"], class].concat())
    };
    // figures.rs derives it: four dice of 1/2 after 63/64, and two of archers in a building
    close(&of("", &[]), "/quantities/own_figures_lost/mean", 63.0 / 64.0 * 2.0);
    for archers in [of("archers", &[]), of("", &["--target-class", "archers"])] {
        close(&archers, "/quantities/own_figures_lost/mean", 63.0 / 64.0);
    }
    // valor of infantry misses cavalry: one face of eight hits, and cover ignores one hit
    close(&of("cavalry", &[]), "/quantities/hits/mean", 1.0 / 64.0);
}

#[test]
fn the_other_commands_answer_too() {
    close(&json(&["dogs-of-war", "green"]), "/quantities/hits/mean", 9.0 / 8.0);
    close(&json(&["pursuit", "green dice=1", "green"]), "/events/pursued/p", 1.0 / 8.0);
    close(
        &json(&["pursuit", "green dice=1", "green", "--other", "red"]),
        "/quantities/other_figures_lost/mean",
        1.0 / 32.0,
    );
    close(&json(&["exchange", "green", "green", "--rounds", "1"]), "/quantities/b_left/mean", 3.0);
    close(&json(&["orders", "--dice", "1", "--blue", "1"]), "/events/enough/p", 3.0 / 8.0);
    close(
        &json(&["fire", "--level", "4", "--rounds", "2"]),
        "/events/neighbour_burns/p",
        11.0 / 36.0,
    );
    let forest = |ground| {
        json(
            &"fire --level 2 --scorch 4 --rounds 1 --figures 4 --ground"
                .split(' ')
                .chain([ground])
                .collect::<Vec<_>>(),
        )
    };
    for ground in ["forest", "forest-road"] {
        close(&forest(ground), "/events/unit_destroyed/p", 1971.0 / 4096.0);
    }
    let off_balance = json(&["pursuit", "green", "green", "--off-balance"]);
    close(&off_balance, "/quantities/figures_lost/mean", 1.0 + 7.0 / 64.0);
    let rout = [
        "rout",
        "--units",
        "swords: a blue",
        "--units",
        "riders: b green figures=1",
        "--order",
        "swords attacks riders",
        "--marker",
        "10",
    ];
    close(&json(&rout), "/events/b_routs/p", 7.0 / 8.0);
    let sampled = json(&[
        "orders",
        "--dice",
        "1",
        "--blue",
        "1",
        "--engine",
        "monte-carlo",
        "--trials",
        "10000",
    ]);
    assert!(sampled["events"]["enough"]["ci95"].is_array() && sampled["trials"] == 10_000);
}

#[test]
fn links_ask_what_commands_ask() {
    let ask = |link: &str| {
        let mut command = Command::cargo_bin("warodds").expect("the binary is built");
        let done = command.args(["ask", link, "--json"]).assert().success();
        String::from_utf8_lossy(&done.get_output().stdout).into_owned()
    };
    for (link, arguments) in [
        (
            "westeros/attack/red/blue+hill?flanking",
            &["attack", "red", "blue hill", "--flanking"][..],
        ),
        ("westeros/exchange/blue/red?a_stalwart", &["exchange", "blue", "red", "--a-stalwart"]),
        ("westeros/orders?dice=6&green=2", &["orders", "--dice", "6", "--green", "2"]),
    ] {
        assert_eq!(ask(link), output(&[arguments, &["--json"]].concat()), "{link}");
    }
}

#[test]
fn a_story_names_symbols_and_rules() {
    let told =
        output(&["attack", "green dice=3", "green", "--flanking", "--explain", "--seed", "4"]);
    assert!(
        told.contains("B2.2  attack dice: red, blue, green") && told.contains("B1.3"),
        "{told}"
    );
    let explain = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("warodds").expect("the binary is built");
        let done = command
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .arg("explain")
            .args(arguments)
            .assert()
            .success();
        String::from_utf8_lossy(&done.get_output().stdout).into_owned()
    };
    for (file, word) in [
        ("attack", "attack dice"),
        ("exchange", "counter-attack"),
        ("rout", "marker"),
        ("orders", "order dice"),
        ("fire", "fire"),
    ] {
        let told =
            explain(&["--scenario", &format!("scenarios/westeros-{file}.toml"), "--seed", "1"]);
        assert!(told.contains(word) && told.contains(" B"), "{told}");
    }
}

#[test]
fn bad_options_say_what_is_allowed_and_exit_with_2() {
    for (arguments, told) in [
        (&["attack", "green"][..], "TARGET is missing"),
        (&["attack", "green", "--target", "green"], "TARGET"),
        (&["attack", "green", "red", "--heavy-armor"], "--target-heavy-armor"),
        (&["attack", "green", "red", "--dice", "3"], "--attacker-dice"),
        (
            &["attack", "green dice=9", "green"],
            "ATTACKER cannot be `green dice=9`: `dice`: it must be a whole number from 1 to 8",
        ),
        (&["attack", "green", "pink"], "it must be green, blue or red"),
        (
            &["attack", "green", "red", "--target-figures", "0"],
            "--target-figures cannot be `0`: it must be a whole number from 1 to 12",
        ),
        (
            &["attack", "green", "red", "--ranged", "--flanking"],
            "only an attack from an adjacent hex can flank",
        ),
        (&["attack", "green archers", "red", "--flanking"], "archers never flank"),
        (&["attack", "green", "red", "--flanking", "--retreat-worth", "nan"], "from 0 to 10"),
        (&["attack", "green", "red", "--counter"], "--target-stalwart"),
        (&["attack", "green", "red stalwart", "--counter", "--ranged"], "contradict each other"),
        (&["attack", "green", "red", "--attacker-figures", "2"], "--counter"),
        (&["exchange", "blue", "red brave"], "`brave` does not describe a unit"),
        (
            &["exchange", "blue", "red", "--rounds", "21"],
            "--rounds cannot be `21`: it must be a whole number from 1 to 20",
        ),
        (&["pursuit", "blue", "red", "--hexes", "4"], "--hexes"),
        (&["attack", "green", "red", "--retreat-worth", "1"], "--flanking"),
        (&["fire", "--level", "1", "--scorch-rounds", "2"], "add --scorch"),
        (&["orders", "--dice", "3"], "ask for at least one order or morale token"),
        (
            &["fire", "--ground", "tent", "--level", "3"],
            "a fire in tent burns up to level 1, not 3",
        ),
        (&["fire", "--ground", "bare"], "do not burn"),
        (
            &["rout", "--units", "x: a blue", "--units", "y: b red", "--order", "x attacks x"],
            "action 1 must be an attack on a unit of the other side",
        ),
        (
            &["rout", "--units", "x: a blue", "--units", "y: b red", "--order", "x hugs y"],
            "--order cannot be `x hugs y`: actions are",
        ),
        (
            &["rout", "--units", "x: a blue", "--units", "x: b red", "--order", "x attacks x"],
            "two units are called `x`",
        ),
        (
            &[
                "rout",
                "--units",
                "x: a blue",
                "--units",
                "y: b red",
                "--order",
                "regroup",
                "--marker",
                "11",
            ],
            "between the ends of the track",
        ),
    ] {
        let done = warodds(arguments).assert().code(2);
        let stderr = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(stderr.contains(told) && !stderr.contains("panicked"), "{arguments:?}: {stderr}");
        assert!(done.get_output().stdout.is_empty());
    }
}
