//! What Ctrl-C leaves.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::{ENDLESS, Ended, Sandbox};

impl Sandbox {
    /// Stops a question about a field when some of its attacks are answered and some are not: with
    /// so many more trials as this machine needs, should it be done before. What a whole answer
    /// wrote before must still be there.
    fn stopped_under_way(&self, arguments: &[&str]) -> (Ended, String) {
        for trials in ["1e4", "1e5", "1e6", "1e7", "1e8", "1e9"] {
            let before = self.files("out");
            let sampled = ["--engine", "monte-carlo", "--trials", trials, "--out", "out"];
            let told = self.start(&[arguments, &sampled].concat()).stopped();
            if told.code != Some(0) {
                assert!(!told.err.contains("stopped: 0 of"), "two seconds are too short: {told:?}");
                let mut after = self.files("out");
                let names = self.names("out").into_iter();
                let partial: Vec<String> =
                    names.filter(|name| name.ends_with(".partial")).collect();
                let [partial] = partial.as_slice() else { panic!("{partial:?}") };
                let partial = format!("out/{partial}");
                after.retain(|path, _| !path.starts_with(self.path(&partial)));
                assert_eq!(after, before);
                return (told, partial);
            }
        }
        panic!("it takes no time");
    }
}

#[test]
fn a_run_that_is_stopped_leaves_whole_results_alone() {
    let sandbox = Sandbox::new();
    ["a.toml", "b.toml", "c.toml"].iter().for_each(|name| sandbox.scenario(name));
    sandbox.done(&["run", "a.toml", "b.toml", "--trials", "1000"]).expect(0, &[]);
    let before = sandbox.files("out");
    // the first file says itself that it is short
    let text = fs::read_to_string(sandbox.path("a.toml")).expect("readable");
    fs::write(sandbox.path("a.toml"), format!("run = {{ trials = 1000 }}\n{text}"))
        .expect("written");
    let long = fs::read_to_string(sandbox.path("b.toml")).expect("readable");
    let long = format!("run = {{ trials = 1_000_000_000_000 }}\n{long}");
    fs::write(sandbox.path("b.toml"), long).expect("written");
    let told = sandbox.start(&["run", "a.toml", "b.toml", "c.toml", "--out", "out", "--json"]);
    let told = told.stopped().expect(
        130,
        &[
            "out/b.partial",
            "stopped: b.toml: 0 of 2 questions answered completely; in part: `first`; \
             missing: `second`",
            "stopped: c.toml: not started",
        ],
    );
    // what there is is printed, and written apart
    let answers = told.json();
    let partial: Vec<_> =
        answers.as_array().expect("a list").iter().map(|one| &one["partial"]).collect();
    assert_eq!(partial, [false, false, true]);
    assert_eq!(sandbox.json("out/b.partial/answers.json")[0], answers[2]);
    assert!(sandbox.path("out/b.partial/answers.csv").exists());
    assert_eq!(sandbox.names("out"), ["a", "b", "b.partial"]);
    let after = sandbox.files("out/b");
    assert!(after.iter().all(|(path, bytes)| before.get(path) == Some(bytes)) && !after.is_empty());
}

#[test]
fn a_campaign_that_is_stopped_leaves_the_whole_one_alone() {
    let sandbox = Sandbox::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/campaigns/border-war.toml");
    sandbox.done(&["campaign", file, "--trials", "1000"]).expect(0, &["out/border-war"]);
    let before = sandbox.files("out/border-war");
    let told = sandbox.start(&["campaign", file, "--trials", ENDLESS]).stopped();
    let told = told.expect(130, &["of 1,000,000,000,000 campaigns were played"]);
    assert!(told.out.contains("stopped early"), "{}", told.out);
    assert_eq!(sandbox.files("out/border-war"), before);
    assert_eq!(sandbox.json("out/border-war.partial/answer.json")["partial"], true);
}

#[test]
fn a_matrix_that_is_stopped_is_kept_apart() {
    let sandbox = Sandbox::new();
    let whole = ["matrix", "--attackers", "stark bowmen", "--defenders", "stark bowmen"];
    sandbox.done(&[&whole[..], &["--out", "out"]].concat()).expect(0, &[]);
    let (told, partial) = sandbox.stopped_under_way(&["matrix", "--json"]);
    let told = told.expect(130, &["stopped: ", " attacks answered", &partial]);
    let answer = told.json();
    let cells = answer["values"]["mean_wounds"].as_array().expect("rows").iter();
    let cells: Vec<&Value> = cells.flat_map(|row| row.as_array().expect("cells")).collect();
    let missing = cells.iter().filter(|cell| cell.is_null()).count();
    assert!(answer["partial"] == true && (1..cells.len()).contains(&missing), "{missing}");
    assert_eq!(sandbox.json(&format!("{partial}/matrix.json")), answer);
}

#[test]
fn a_comparison_that_is_stopped_says_nothing_about_who_is_better() {
    let sandbox = Sandbox::new();
    let compare = ["compare", "stark sworn swords", "stark bowmen"];
    let (told, partial) = sandbox.stopped_under_way(&compare);
    let told = told.expect(130, &["too few to compare"]);
    assert!(told.out.contains("Stopped early") && !told.out.contains("Better:"), "{}", told.out);
    let answer = sandbox.json(&format!("{partial}/compare.json"));
    assert!(answer["better"].is_null() && answer["mean_difference"].is_null(), "{answer}");
    assert!(answer["matchups"].as_array().is_some_and(|matchups| !matchups.is_empty()));
    let drawn = sandbox.path(&format!("{partial}/compare.svg"));
    let drawn = fs::read_to_string(drawn).expect("drawn");
    assert!(!drawn.contains("Better:") && drawn.contains("Stopped early"));
}

#[test]
fn single_questions_say_how_far_they_came() {
    let sandbox = Sandbox::new();
    let attack =
        ["attack", "--dice", "8", "--hit", "3", "--defense", "4", "--morale", "7", "--json"];
    let endless = ["--engine", "monte-carlo", "--trials", ENDLESS];
    let told = sandbox.start(&[&attack[..], &endless].concat()).stopped();
    let told = told.expect(130, &["of 1,000,000,000,000 trials were run"]);
    assert_eq!(told.json()["partial"], true);
}

#[test]
fn a_second_ctrl_c_ends_at_once_and_leaves_nothing_half_done() {
    let sandbox = Sandbox::new();
    sandbox.scenario("a.toml");
    sandbox.done(&["run", "a.toml", "--trials", "1000"]).expect(0, &[]);
    let before = sandbox.files("out");
    let run = sandbox.start(&["run", "a.toml", "--trials", ENDLESS]).into_the_work();
    run.press_ctrl_c();
    // it may be done with the first before the second comes
    let _ = Command::new("kill").args(["-INT", &run.child.id().to_string()]).status();
    run.end().expect(130, &[]);
    let mut after = sandbox.files("out");
    let partial = sandbox.path("out/a.partial");
    after.retain(|path, _| !path.starts_with(&partial));
    assert_eq!(after, before);
    assert!(!partial.exists() || partial.join("files.txt").exists());
}
