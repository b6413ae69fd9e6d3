//! One of a thing is told in the singular, wherever the program tells a count.

use assert_cmd::Command;

fn output(arguments: &str) -> String {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    command.env("NO_COLOR", "1").env("COLUMNS", "100").current_dir(env!("CARGO_MANIFEST_DIR"));
    let done = command.args(arguments.split(' ')).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).expect("output is UTF-8")
}

/// What is counted in stories, in the plural.
const SEVERAL: [&str; 6] = ["hits", "wounds", "figures", "hexes", "spaces", "dice"];

/// The lines of stories with the dice of some seeds, each after its rule.
fn told(arguments: &str, seeds: u64) -> Vec<String> {
    (0..seeds)
        .flat_map(|seed| {
            let story = output(&format!("{arguments} --seed {seed}"));
            story.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn stories_tell_one_of_a_thing() {
    for (arguments, wanted) in [
        ("explain --dice 2 --hit 4 --defense 4 --morale 9", vec!["= 1 hit", "= 1 unblocked hit"]),
        (
            "westeros exchange green green --rounds 1 --explain",
            vec!["= 1 figure lost", "= 1 hex retreated"],
        ),
        (
            "westeros dogs-of-war green --explain",
            vec!["= 1 figure lost or hex retreated, which nothing prevents"],
        ),
    ] {
        let lines = told(arguments, 12);
        for wanted in wanted {
            assert!(lines.iter().any(|line| line.ends_with(wanted)), "{wanted} of {lines:#?}");
        }
        let wrong = |line: &&String| {
            line.split_once("= 1 ").is_some_and(|(_, what)| {
                what.split(' ').take(2).any(|word| SEVERAL.contains(&word))
            })
        };
        assert_eq!(lines.iter().find(wrong), None);
        assert!(lines.iter().any(|line| line.contains("= 2 ") || line.contains("= 0 ")));
    }
}

#[test]
fn answers_tell_one_of_a_thing() {
    for (arguments, wanted, wrong) in [
        ("units show assault-veteran", ", 1 point", "1 points"),
        ("westeros attack green green --attacker-dice 1", "1 die → green infantry", "1 dice"),
        ("westeros orders --dice 1 --blue 1", "1 order die", "1 order dice"),
        (
            "warmachine leech --arc 1 --upkeep 2 --beasts 1:9",
            "1 upkeep spell expires",
            "1 upkeep spells",
        ),
        ("warmachine leech --arc 1 --beasts 1:9", "1 warbeast", "1 warbeasts"),
        (
            "warmachine focus --arc 2 --def 12 --arm 15 --jacks 6:14:1",
            "1 warjack against",
            "1 warjacks",
        ),
        (
            "westeros attack green green --attacker-dice 1 --engine monte-carlo --trials 1000",
            "1 000 resolutions",
            "1 resolutions",
        ),
    ] {
        let told = output(arguments);
        assert!(told.contains(wanted) && !told.contains(wrong), "{arguments}: {told}");
    }
}
