//! Places that cannot be written, or that several runs write.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::process::Output;

use super::{ENDLESS, Sandbox};

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_work() {
    let sandbox = Sandbox::new();
    sandbox.scenario("a.toml");
    fs::write(sandbox.path("file"), "not a folder").expect("written");
    symlink("nowhere", sandbox.path("dangling")).expect("linked");
    fs::create_dir_all(sandbox.path("taken/a/files.txt")).expect("created");
    let long = "x".repeat(300);
    let before = sandbox.files("");
    for out in ["file", "file/below", "dangling", "/dev/null", "/proc/out", "taken", long.as_str()]
    {
        // were it not tried before, these would take days
        let endless = ["--trials", ENDLESS, "--out", out];
        let told = sandbox.done(&[&["run", "a.toml"][..], &endless].concat()).expect(1, &[out]);
        assert!(told.out.is_empty(), "{told:?}");
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/campaigns/border-war.toml");
    sandbox.done(&["campaign", file, "--trials", ENDLESS, "--out", "file"]).expect(1, &["file"]);
    let sampled = ["--engine", "monte-carlo", "--trials", ENDLESS, "--out", "file"];
    sandbox.done(&[&["matrix"][..], &sampled].concat()).expect(1, &["file"]);
    let two = ["compare", "stark sworn swords", "stark bowmen"];
    sandbox.done(&[&two[..], &sampled].concat()).expect(1, &["file"]);
    assert_eq!(sandbox.files(""), before, "trying leaves nothing behind");
}

#[test]
fn json_is_printed_even_if_nothing_can_be_written() {
    let sandbox = Sandbox::new();
    sandbox.scenario("a.toml");
    fs::write(sandbox.path("file"), "not a folder").expect("written");
    let campaign = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/campaigns/border-war.toml");
    let commands: [&[&str]; 4] = [
        &["run", "a.toml", "--trials", "1000"],
        &["campaign", campaign, "--trials", "1000"],
        &["matrix", "--attackers", "stark bowmen", "--defenders", "stark bowmen"],
        &["compare", "stark bowmen", "stark sworn swords", "--against", "stark bowmen"],
    ];
    for command in commands {
        let blocked = sandbox.done(&[command, &["--json", "--out", "file"]].concat());
        let blocked = blocked.expect(1, &["warning: cannot", "error: cannot"]);
        let before = sandbox.files("");
        let plain = sandbox.done(&[command, &["--json"]].concat()).expect(0, &[]);
        assert_eq!((blocked.json(), plain.err.as_str()), (plain.json(), ""));
        assert_eq!(sandbox.files(""), before, "{command:?} wrote without --out");
    }
}

#[test]
fn results_are_written_even_if_they_cannot_be_printed() {
    let sandbox = Sandbox::new();
    ["a.toml", "b.toml"].iter().for_each(|name| sandbox.scenario(name));
    let run = ["run", "a.toml", "b.toml", "--trials", "1000"];
    let full = File::options().write(true).open("/dev/full").expect("a full device");
    let Output { status, .. } = sandbox.command(&run).stdout(full).output().expect("it ends");
    assert_eq!(status.code(), Some(1));
    assert_eq!(sandbox.names("out"), ["a", "b"]);
    fs::remove_dir_all(sandbox.path("out")).expect("removed");
    // a reader that goes away, as `head` does
    let mut run = sandbox.start(&run);
    drop(run.child.stdout.take());
    run.end().expect(0, &["out/a", "out/b"]);
    assert_eq!(sandbox.names("out"), ["a", "b"]);
}

#[test]
fn nothing_is_written_outside_of_the_directory() {
    let sandbox = Sandbox::new();
    for name in ["...toml", "..toml", "a.partial.toml"] {
        sandbox.scenario(name);
        let told = sandbox.done(&["run", name, "--trials", "1000", "--out", "deep/out"]);
        told.expect(2, &["give the file another name"]);
        // where nothing is written any name will do
        sandbox.done(&["run", name, "--trials", "1000", "--json"]).expect(0, &[]);
    }
    assert!(!sandbox.path("deep").exists());
    // links out of it are not followed, but it may be one itself
    sandbox.scenario("a.toml");
    fs::create_dir(sandbox.path("real")).expect("created");
    fs::create_dir(sandbox.path("precious")).expect("created");
    symlink("real", sandbox.path("out")).expect("linked");
    for link in ["real/a", "real/a.partial"] {
        symlink("../precious", sandbox.path(link)).expect("linked");
        let told = sandbox.done(&["run", "a.toml", "--trials", ENDLESS]);
        told.expect(1, &["it is a link"]);
        fs::remove_file(sandbox.path(link)).expect("removed");
    }
    sandbox.done(&["run", "a.toml", "--trials", "1000"]).expect(0, &["written to out/a"]);
    assert!(sandbox.names("precious").is_empty() && sandbox.path("real/a/answers.json").exists());
}

#[test]
fn two_runs_into_one_directory_do_not_mix() {
    let sandbox = Sandbox::new();
    sandbox.scenario("a.toml");
    for round in 0..4 {
        let runs = ["1", "2", "3"].map(|seed| {
            sandbox.start(&["run", "a.toml", "--trials", "1000", "--seed", seed, "--threads", "1"])
        });
        runs.into_iter().for_each(|run| drop(run.end().expect(0, &["written to out/a"])));
        let seed = sandbox.json("out/a/answers.json")[0]["seed"].clone();
        let mut table = csv::Reader::from_path(sandbox.path("out/a/answers.csv")).expect("a table");
        let place = table.headers().expect("heads").iter().position(|head| head == "seed");
        let place = place.expect("a column for the seed");
        for row in table.records() {
            assert_eq!(row.expect("a row")[place], seed.to_string(), "in round {round}");
        }
        let list = fs::read_to_string(sandbox.path("out/a/files.txt")).expect("a list");
        let mut names: Vec<&str> = list.lines().skip(2).chain(["files.txt"]).collect();
        names.sort_unstable();
        assert_eq!(sandbox.names("out/a"), names);
        assert_eq!(sandbox.names("out"), ["a"], "nothing is left over");
    }
}
