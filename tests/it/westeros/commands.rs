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
    let plain = json(&["attack", "--dice", "3", "--target", "green"]);
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
        "--rank",
        "red",
        "--target",
        "red",
        "--cavalry-target",
        "--heavy-armor",
        "--terrain",
        "hill",
        "--modifier",
        "2",
        "--moved",
        "--toughness",
        "1",
        "--cover",
        "1",
        "--figures",
        "2",
        "--retreat-room",
        "1",
        "--no-valor",
    ];
    let busy = json(&busy);
    // four dice, of which three or four must hit for one or two figures of hits beyond two
    close(&busy, "/quantities/hits/pmf/2", 1.0 / 4096.0);
    close(&busy, "/quantities/hits/pmf/1", 28.0 / 4096.0);
    let countered = json(&[
        "attack",
        "--dice",
        "2",
        "--target",
        "green",
        "--stalwart",
        "--counter",
        "green infantry figures=3",
    ]);
    close(&countered, "/events/counter_attacked/p", 63.0 / 64.0);
    close(&countered, "/quantities/own_figures_lost/mean", 63.0 / 64.0);
    let captured =
        json(&["attack", "--dice", "3", "--target", "green", "--figures", "1", "--commander", "2"]);
    close(&captured, "/events/captured/p", 0.5);
}

#[test]
fn a_target_of_any_class_can_be_told() {
    let of = |class: &[&str]| {
        let attack = "attack --dice 2 --target red --terrain building --stalwart --counter green";
        let words: Vec<&str> = attack.split(' ').chain(class.iter().copied()).collect();
        json(&words)
    };
    // figures.rs derives it: four dice of 1/2 after 63/64, and two of archers in a building
    close(&of(&[]), "/quantities/own_figures_lost/mean", 63.0 / 64.0 * 2.0);
    close(&of(&["--target-class", "archers"]), "/quantities/own_figures_lost/mean", 63.0 / 64.0);
    // valor of infantry misses cavalry: one face of eight hits, and cover ignores one hit
    for cavalry in [&["--target-class", "cavalry"][..], &["--cavalry-target"]] {
        close(&of(cavalry), "/quantities/hits/mean", 1.0 / 64.0);
    }
    warodds(&["attack", "--dice", "2", "--target", "red"])
        .args(["--target-class", "archers", "--cavalry-target"])
        .assert()
        .code(2);
}

#[test]
fn the_other_commands_answer_too() {
    close(&json(&["dogs-of-war", "green"]), "/quantities/hits/mean", 9.0 / 8.0);
    close(&json(&["pursue", "green dice=1", "green"]), "/events/pursued/p", 1.0 / 8.0);
    close(
        &json(&["pursue", "green dice=1", "green", "--other", "red"]),
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
    let off_balance = json(&["pursue", "green", "green", "--off-balance"]);
    close(&off_balance, "/quantities/figures_lost/mean", 1.0 + 7.0 / 64.0);
    let rout = [
        "rout",
        "--a",
        "swords: blue",
        "--b",
        "riders: green figures=1",
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
fn a_story_names_symbols_and_rules() {
    let told = output(&[
        "attack",
        "--dice",
        "3",
        "--target",
        "green",
        "--flanking",
        "--explain",
        "--seed",
        "4",
    ]);
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
        (&["attack", "--target", "green"][..], "--dice"),
        (
            &["attack", "--dice", "9", "--target", "green"],
            "--dice must be a whole number from 1 to 8, not 9",
        ),
        (
            &["attack", "--dice", "2", "--target", "pink"],
            "`pink` is not a rank; use one of green, blue, red",
        ),
        (
            &["attack", "--dice", "2", "--target", "red", "--figures", "0"],
            "--figures must be a whole number from 1 to 12, not 0",
        ),
        (
            &["attack", "--dice", "2", "--target", "red", "--ranged", "--flanking"],
            "only an attack from an adjacent hex can flank",
        ),
        (
            &["attack", "--dice", "2", "--target", "red", "--class", "archers", "--flanking"],
            "archers never flank",
        ),
        (
            &["attack", "--dice", "2", "--target", "red", "--flanking", "--retreat-worth", "nan"],
            "from 0 to 10",
        ),
        (&["attack", "--dice", "2", "--target", "red", "--counter", "green"], "--stalwart"),
        (&["exchange", "blue", "red brave"], "`brave` does not describe a unit"),
        (
            &["exchange", "blue", "red", "--rounds", "21"],
            "--rounds must be a whole number from 1 to 20, not 21",
        ),
        (&["pursue", "blue", "red", "--hexes", "4"], "--hexes"),
        (&["attack", "--dice", "2", "--target", "red", "--retreat-worth", "1"], "--flanking"),
        (&["fire", "--level", "1", "--scorch-rounds", "2"], "--scorch <DICE>"),
        (&["orders", "--dice", "3"], "at least one order or morale token is needed"),
        (
            &["fire", "--ground", "tent", "--level", "3"],
            "a fire in tent burns up to level 1, not 3",
        ),
        (&["fire", "--ground", "bare"], "do not burn"),
        (
            &["rout", "--a", "x: blue", "--b", "y: red", "--order", "x attacks x"],
            "action 1 must be an attack on a unit of the other side",
        ),
        (
            &["rout", "--a", "x: blue", "--b", "y: red", "--order", "x hugs y"],
            "`x hugs y` is no action",
        ),
        (
            &["rout", "--a", "x: blue", "--b", "x: red", "--order", "x attacks x"],
            "two units are called `x`",
        ),
        (
            &["rout", "--a", "x: blue", "--b", "y: red", "--order", "regroup", "--marker", "11"],
            "between the ends of the track",
        ),
    ] {
        let done = warodds(arguments).assert().code(2);
        let stderr = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(stderr.contains(told) && !stderr.contains("panicked"), "{arguments:?}: {stderr}");
        assert!(done.get_output().stdout.is_empty());
    }
}
