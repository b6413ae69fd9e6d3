//! Files that are no files, and files for other commands.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::Sandbox;

#[test]
fn what_is_no_file_is_refused_at_once() {
    let sandbox = Sandbox::new();
    sandbox.scenario("a.toml");
    fs::create_dir(sandbox.path("cards")).expect("created");
    let pipe = sandbox.path("cards/pipe.toml");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("there is a `mkfifo`").success());
    // a pipe that is named is read
    let scenario = fs::read(sandbox.path("a.toml")).expect("readable");
    let writer = std::thread::spawn(move || fs::write(pipe, scenario));
    sandbox.done(&["check", "cards/pipe.toml"]).expect(0, &[]);
    writer.join().expect("no panic").expect("written");
    for command in ["run", "check", "campaign"] {
        sandbox.done(&[command, "/dev/zero"]).expect(2, &["/dev/zero is a device, not a file"]);
        sandbox.done(&[command, "cards"]).expect(2, &["cards is a directory, not a file"]);
    }
    // one in a folder is passed over
    let cards = ["check", "a.toml", "--catalogue", "cards"];
    sandbox.done(&cards).expect(2, &["cards holds no .toml file"]);
    assert!(!sandbox.path("out").exists());
}

#[test]
fn files_for_other_commands_name_the_right_one() {
    let sandbox = Sandbox::new();
    sandbox.scenario("a.toml");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/campaigns");
    fs::copy(folder.join("border-war.toml"), sandbox.path("war.toml")).expect("copied");
    let told = sandbox.done(&["check", "war.toml", "a.toml"]).expect(0, &[]);
    assert_eq!(
        told.out,
        "war.toml: a campaign of 2 players, no faults\na.toml: 2 questions, no faults\n"
    );
    let remedy = ["war.toml is a campaign: use `warodds campaign war.toml`"];
    sandbox.done(&["explain", "--scenario", "war.toml"]).expect(2, &remedy);
    sandbox
        .done(&["campaign", "a.toml"])
        .expect(2, &["a.toml is a scenario: use `warodds run a.toml`"]);
    let text = fs::read_to_string(sandbox.path("war.toml")).expect("readable");
    fs::write(sandbox.path("war.toml"), text.replace("rounds = 20", "rounds = 0"))
        .expect("written");
    sandbox
        .done(&["check", "war.toml"])
        .expect(2, &["`rounds` must be a whole number from 1 to 100"]);
    let duel = ["duel", "stark sworn swords", "lannister guardsmen", "--charge"];
    sandbox.done(&duel).expect(2, &["unexpected argument '--charge'", "'--opening-charge'"]);
    assert!(!sandbox.path("out").exists());
}
