//! Results are never lost: Ctrl-C, places that cannot be written, and two runs at the same time.
//!
//! Nothing here hangs on how long anything takes: runs that are stopped would take days, and are
//! stopped once they have used some time of a processor. Deadlines are only for programs that hang.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// After so long a program hangs.
const DEADLINE: Duration = Duration::from_secs(600);
/// A run that would take days.
const ENDLESS: &str = "1e12";

/// A folder to work in, so that what is written by default is written here.
struct Desk {
    home: TempDir,
}

impl Desk {
    fn new() -> Self {
        Self { home: TempDir::new().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Writes a scenario of two attacks.
    fn scenario(&self, name: &str) {
        let text = "[units.a]\ndefense = 4\nmorale = 7\nmodels = 4\nranks = 1\n\
                    [[units.a.attacks]]\nname = 'A'\nhit = 4\ndice = [6]\n\
                    [[attack]]\nname = 'first'\nattacker = 'a'\ndefender = 'a'\n\
                    [[attack]]\nname = 'second'\nattacker = 'a'\ndefender = 'a'\n";
        fs::write(self.path(name), text).expect("written");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_warodds"));
        command
            .args(arguments)
            .current_dir(self.home.path())
            .env("NO_COLOR", "1")
            .env("COLUMNS", "100")
            .stdin(Stdio::null());
        command
    }

    fn start(&self, arguments: &[&str]) -> Running {
        let command = self.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        Running { child: command.expect("the program starts") }
    }

    fn done(&self, arguments: &[&str]) -> Told {
        self.start(arguments).end()
    }

    /// Every file below a folder with its bytes; folders and links count by their names.
    fn files(&self, below: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut all = BTreeMap::new();
        let mut folders = vec![self.path(below)];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            for path in entries.map(|entry| entry.expect("an entry").path()) {
                all.insert(path.clone(), fs::read(&path).unwrap_or_default());
                if path.symlink_metadata().is_ok_and(|found| found.is_dir()) {
                    folders.push(path);
                }
            }
        }
        all
    }

    /// The names in a folder.
    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn json(&self, file: &str) -> Value {
        let text = fs::read(self.path(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        serde_json::from_slice(&text).expect("JSON")
    }
}

/// A program under way; it ends with the test.
struct Running {
    child: Child,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How a program ended and what it said.
#[derive(Debug)]
struct Told {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Running {
    /// What the system knows of it: a line of a file of `/proc`.
    fn proc(&self, file: &str) -> String {
        fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).expect("it is running")
    }

    /// Whether it looks after Ctrl-C itself: SIGINT is signal 2.
    fn listens(&self) -> bool {
        let status = self.proc("status");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        u64::from_str_radix(caught.expect("a mask").trim(), 16).expect("a mask") & 2 != 0
    }

    /// The time of processors that it has used, in hundredths of a second.
    fn used(&self) -> u64 {
        let stat = self.proc("stat");
        let (_, after) = stat.rsplit_once(')').expect("a name in brackets");
        let field = |place: usize| -> u64 {
            after
                .split_whitespace()
                .nth(place)
                .and_then(|text| text.parse().ok())
                .expect("a number")
        };
        field(11) + field(12)
    }

    fn until(&mut self, what: &str, reached: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !reached(self) {
            assert!(start.elapsed() < DEADLINE, "{what} never came");
            assert!(self.child.try_wait().expect("it can be asked").is_none(), "it ended early");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until it is well into its work: two seconds of it are done.
    fn into_the_work(mut self) -> Self {
        self.until("work", Self::listens);
        let before = self.used();
        self.until("two seconds of work", |run| run.used() >= before + 200);
        self
    }

    fn press_ctrl_c(&self) {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(sent.expect("there is a `kill`").success());
    }

    /// Waits for its end; a program that hangs fails the test.
    fn end(mut self) -> Told {
        let read = |mut from: Box<dyn Read + Send>| {
            thread::spawn(move || {
                let mut text = Vec::new();
                from.read_to_end(&mut text).expect("readable");
                String::from_utf8_lossy(&text).into_owned()
            })
        };
        let out = self.child.stdout.take().map(|pipe| read(Box::new(pipe)));
        let err = self.child.stderr.take().map(|pipe| read(Box::new(pipe)));
        let start = Instant::now();
        let code = loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                break status.code();
            }
            assert!(start.elapsed() < DEADLINE, "it hangs");
            thread::sleep(Duration::from_millis(5));
        };
        let text = |reader: Option<thread::JoinHandle<String>>| {
            reader.map_or_else(String::new, |reader| reader.join().expect("read"))
        };
        Told { code, out: text(out), err: text(err) }
    }

    fn stopped(self) -> Told {
        let run = self.into_the_work();
        run.press_ctrl_c();
        run.end()
    }
}

impl Desk {
    /// Stops a question about a field when some of its attacks are answered and some are not: with
    /// so many more trials as this machine needs, should it be done before. What a whole answer
    /// wrote before must still be there.
    fn stopped_under_way(&self, arguments: &[&str], partial: &str) -> Told {
        for trials in ["1e4", "1e5", "1e6", "1e7", "1e8", "1e9"] {
            let before = self.files("out");
            let sampled = ["--engine", "monte-carlo", "--trials", trials, "--out", "out"];
            let told = self.start(&[arguments, &sampled].concat()).stopped();
            if told.code != Some(0) {
                assert!(!told.err.contains("stopped: 0 of"), "two seconds are too short: {told:?}");
                let mut after = self.files("out");
                after.retain(|path, _| !path.starts_with(self.path(partial)));
                assert_eq!(after, before);
                return told;
            }
        }
        panic!("it takes no time");
    }
}

impl Told {
    #[track_caller]
    fn expect(self, code: i32, says: &[&str]) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        for part in says {
            assert!(self.err.contains(part), "{part:?} is not in {}", self.err);
        }
        assert!(!self.err.contains("panicked at"), "{}", self.err);
        self
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

#[test]
fn a_run_that_is_stopped_leaves_whole_results_alone() {
    let desk = Desk::new();
    ["a.toml", "b.toml", "c.toml"].iter().for_each(|name| desk.scenario(name));
    desk.done(&["run", "a.toml", "b.toml", "--trials", "1000"]).expect(0, &[]);
    let before = desk.files("out");
    // the first file says itself that it is short
    let text = fs::read_to_string(desk.path("a.toml")).expect("readable");
    fs::write(desk.path("a.toml"), format!("run = {{ trials = 1000 }}\n{text}")).expect("written");
    let long = fs::read_to_string(desk.path("b.toml")).expect("readable");
    let long = format!("run = {{ trials = 1_000_000_000_000 }}\n{long}");
    fs::write(desk.path("b.toml"), long).expect("written");
    let told = desk.start(&["run", "a.toml", "b.toml", "c.toml", "--out", "out", "--json"]);
    let told = told.stopped().expect(
        130,
        &[
            "out/b.partial",
            "stopped: b.toml: 0 of 2 questions are answered to the end; in part: `first`; missing: `second`",
            "stopped: c.toml: not begun",
        ],
    );
    // what there is is printed, and written apart
    let answers = told.json();
    let partial: Vec<_> =
        answers.as_array().expect("a list").iter().map(|one| &one["partial"]).collect();
    assert_eq!(partial, [false, false, true]);
    assert_eq!(desk.json("out/b.partial/answers.json")[0], answers[2]);
    assert!(desk.path("out/b.partial/answers.csv").exists());
    assert_eq!(desk.names("out"), ["a", "b", "b.partial"]);
    let after = desk.files("out/b");
    assert!(after.iter().all(|(path, bytes)| before.get(path) == Some(bytes)) && !after.is_empty());
}

#[test]
fn a_campaign_that_is_stopped_leaves_the_whole_one_alone() {
    let desk = Desk::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/campaigns/border-war.toml");
    desk.done(&["campaign", file, "--trials", "1000"]).expect(0, &["out/border-war"]);
    let before = desk.files("out/border-war");
    let told = desk.start(&["campaign", file, "--trials", ENDLESS]).stopped();
    let told = told.expect(130, &["of 1,000,000,000,000 campaigns were played"]);
    assert!(told.out.contains("stopped early"), "{}", told.out);
    assert_eq!(desk.files("out/border-war"), before);
    assert_eq!(desk.json("out/border-war.partial/answer.json")["partial"], true);
}

#[test]
fn a_matrix_that_is_stopped_is_kept_apart() {
    let desk = Desk::new();
    let whole = ["matrix", "--attackers", "stark bowmen", "--defenders", "stark bowmen"];
    desk.done(&[&whole[..], &["--out", "out"]].concat()).expect(0, &[]);
    let told = desk.stopped_under_way(&["matrix", "--json"], "out/matrix.partial");
    let told = told.expect(130, &["stopped: ", " attacks are answered", "out/matrix.partial"]);
    let answer = told.json();
    let cells = answer["values"]["mean_wounds"].as_array().expect("rows").iter();
    let cells: Vec<&Value> = cells.flat_map(|row| row.as_array().expect("cells")).collect();
    let missing = cells.iter().filter(|cell| cell.is_null()).count();
    assert!(answer["partial"] == true && (1..cells.len()).contains(&missing), "{missing}");
    assert_eq!(desk.json("out/matrix.partial/matrix.json"), answer);
}

#[test]
fn a_comparison_that_is_stopped_says_nothing_about_who_is_better() {
    let desk = Desk::new();
    let compare = ["compare", "stark sworn swords", "stark bowmen"];
    let told = desk.stopped_under_way(&compare, "out/compare.partial");
    let told = told.expect(130, &["nothing can be said about who is better"]);
    assert!(told.out.contains("Stopped early") && !told.out.contains("Better:"), "{}", told.out);
    let answer = desk.json("out/compare.partial/compare.json");
    assert!(answer["better"].is_null() && answer["mean_difference"].is_null(), "{answer}");
    assert!(answer["matchups"].as_array().is_some_and(|matchups| !matchups.is_empty()));
    let drawn = fs::read_to_string(desk.path("out/compare.partial/compare.svg")).expect("drawn");
    assert!(!drawn.contains("Better:") && drawn.contains("Stopped early"));
}

#[test]
fn single_questions_say_how_far_they_came() {
    let desk = Desk::new();
    let attack =
        ["attack", "--dice", "8", "--hit", "3", "--defense", "4", "--morale", "7", "--json"];
    let endless = ["--engine", "monte-carlo", "--trials", ENDLESS];
    let told = desk.start(&[&attack[..], &endless].concat()).stopped();
    let told = told.expect(130, &["of 1,000,000,000,000 trials were rolled"]);
    assert_eq!(told.json()["partial"], true);
}

#[test]
fn a_second_ctrl_c_ends_at_once_and_leaves_nothing_half_done() {
    let desk = Desk::new();
    desk.scenario("a.toml");
    desk.done(&["run", "a.toml", "--trials", "1000"]).expect(0, &[]);
    let before = desk.files("out");
    let run = desk.start(&["run", "a.toml", "--trials", ENDLESS]).into_the_work();
    run.press_ctrl_c();
    // it may be done with the first before the second comes
    let _ = Command::new("kill").args(["-INT", &run.child.id().to_string()]).status();
    run.end().expect(130, &[]);
    let mut after = desk.files("out");
    let partial = desk.path("out/a.partial");
    after.retain(|path, _| !path.starts_with(&partial));
    assert_eq!(after, before);
    assert!(!partial.exists() || partial.join("files.txt").exists());
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_work() {
    let desk = Desk::new();
    desk.scenario("a.toml");
    fs::write(desk.path("file"), "not a folder").expect("written");
    symlink("nowhere", desk.path("dangling")).expect("linked");
    fs::create_dir_all(desk.path("taken/a/files.txt")).expect("created");
    let long = "x".repeat(300);
    let before = desk.files("");
    for out in ["file", "file/below", "dangling", "/dev/null", "/proc/out", "taken", long.as_str()]
    {
        // were it not tried before, these would take days
        let endless = ["--trials", ENDLESS, "--out", out];
        let told = desk.done(&[&["run", "a.toml"][..], &endless].concat()).expect(1, &[out]);
        assert!(told.out.is_empty(), "{told:?}");
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/campaigns/border-war.toml");
    desk.done(&["campaign", file, "--trials", ENDLESS, "--out", "file"]).expect(1, &["file"]);
    let sampled = ["--engine", "monte-carlo", "--trials", ENDLESS, "--out", "file"];
    desk.done(&[&["matrix"][..], &sampled].concat()).expect(1, &["file"]);
    let two = ["compare", "stark sworn swords", "stark bowmen"];
    desk.done(&[&two[..], &sampled].concat()).expect(1, &["file"]);
    assert_eq!(desk.files(""), before, "trying leaves nothing behind");
}

#[test]
fn json_is_printed_even_if_nothing_can_be_written() {
    let desk = Desk::new();
    desk.scenario("a.toml");
    fs::write(desk.path("file"), "not a folder").expect("written");
    let campaign = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/campaigns/border-war.toml");
    let commands: [&[&str]; 4] = [
        &["run", "a.toml", "--trials", "1000"],
        &["campaign", campaign, "--trials", "1000"],
        &["matrix", "--attackers", "stark bowmen", "--defenders", "stark bowmen"],
        &["compare", "stark bowmen", "stark sworn swords", "--against", "stark bowmen"],
    ];
    for command in commands {
        let blocked = desk.done(&[command, &["--json", "--out", "file"]].concat());
        let blocked = blocked.expect(1, &["warning: cannot", "error: cannot"]);
        let before = desk.files("");
        let plain = desk.done(&[command, &["--json"]].concat()).expect(0, &[]);
        assert_eq!((blocked.json(), plain.err.as_str()), (plain.json(), ""));
        assert_eq!(desk.files(""), before, "{command:?} wrote without --out");
    }
}

#[test]
fn results_are_written_even_if_they_cannot_be_printed() {
    let desk = Desk::new();
    ["a.toml", "b.toml"].iter().for_each(|name| desk.scenario(name));
    let run = ["run", "a.toml", "b.toml", "--trials", "1000"];
    let full = File::options().write(true).open("/dev/full").expect("a full device");
    let Output { status, .. } = desk.command(&run).stdout(full).output().expect("it ends");
    assert_eq!(status.code(), Some(1));
    assert_eq!(desk.names("out"), ["a", "b"]);
    fs::remove_dir_all(desk.path("out")).expect("removed");
    // a reader that goes away, as `head` does
    let mut run = desk.start(&run);
    drop(run.child.stdout.take());
    run.end().expect(0, &["out/a", "out/b"]);
    assert_eq!(desk.names("out"), ["a", "b"]);
}

#[test]
fn nothing_is_written_outside_of_the_directory() {
    let desk = Desk::new();
    for name in ["...toml", "..toml", "a.partial.toml"] {
        desk.scenario(name);
        let told = desk.done(&["run", name, "--trials", "1000", "--out", "deep/out"]);
        told.expect(2, &["give the file another name"]);
        // where nothing is written any name will do
        desk.done(&["run", name, "--trials", "1000", "--json"]).expect(0, &[]);
    }
    assert!(!desk.path("deep").exists());
    // links out of it are not followed, but it may be one itself
    desk.scenario("a.toml");
    fs::create_dir(desk.path("real")).expect("created");
    fs::create_dir(desk.path("precious")).expect("created");
    symlink("real", desk.path("out")).expect("linked");
    for link in ["real/a", "real/a.partial"] {
        symlink("../precious", desk.path(link)).expect("linked");
        let told = desk.done(&["run", "a.toml", "--trials", ENDLESS]);
        told.expect(1, &["it is a link"]);
        fs::remove_file(desk.path(link)).expect("removed");
    }
    desk.done(&["run", "a.toml", "--trials", "1000"]).expect(0, &["written to out/a"]);
    assert!(desk.names("precious").is_empty() && desk.path("real/a/answers.json").exists());
}

#[test]
fn two_runs_into_one_directory_do_not_mix() {
    let desk = Desk::new();
    desk.scenario("a.toml");
    for round in 0..4 {
        let runs = ["1", "2", "3"].map(|seed| {
            desk.start(&["run", "a.toml", "--trials", "1000", "--seed", seed, "--threads", "1"])
        });
        runs.into_iter().for_each(|run| drop(run.end().expect(0, &["written to out/a"])));
        let seed = desk.json("out/a/answers.json")[0]["seed"].clone();
        let mut table = csv::Reader::from_path(desk.path("out/a/answers.csv")).expect("a table");
        let place = table.headers().expect("heads").iter().position(|head| head == "seed");
        let place = place.expect("a column for the seed");
        for row in table.records() {
            assert_eq!(row.expect("a row")[place], seed.to_string(), "in round {round}");
        }
        let list = fs::read_to_string(desk.path("out/a/files.txt")).expect("a list");
        let mut names: Vec<&str> = list.lines().skip(1).chain(["files.txt"]).collect();
        names.sort_unstable();
        assert_eq!(desk.names("out/a"), names);
        assert_eq!(desk.names("out"), ["a"], "nothing is left over");
    }
}

#[test]
fn what_is_no_file_is_refused_at_once() {
    let desk = Desk::new();
    desk.scenario("a.toml");
    fs::create_dir(desk.path("cards")).expect("created");
    for pipe in ["pipe.toml", "cards/pipe.toml"] {
        let made = Command::new("mkfifo").arg(desk.path(pipe)).status();
        assert!(made.expect("there is a `mkfifo`").success());
    }
    for command in ["run", "check", "campaign"] {
        desk.done(&[command, "pipe.toml"]).expect(2, &["pipe.toml is a pipe, not a file"]);
        desk.done(&[command, "/dev/zero"]).expect(2, &["/dev/zero is a device, not a file"]);
        desk.done(&[command, "cards"]).expect(2, &["cards is a directory, not a file"]);
    }
    for cards in ["pipe.toml", "cards"] {
        desk.done(&["check", "a.toml", "--catalogue", cards]).expect(2, &["is a pipe, not a file"]);
    }
    assert!(!desk.path("out").exists());
}

#[test]
fn files_for_other_commands_name_the_right_one() {
    let desk = Desk::new();
    desk.scenario("a.toml");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/campaigns");
    fs::copy(folder.join("border-war.toml"), desk.path("war.toml")).expect("copied");
    let told = desk.done(&["check", "war.toml", "a.toml"]).expect(0, &[]);
    assert_eq!(
        told.out,
        "war.toml: a campaign of 2 players, no faults\na.toml: 2 questions, no faults\n"
    );
    let remedy = ["war.toml is a campaign: use `warodds campaign war.toml`"];
    desk.done(&["run", "war.toml"]).expect(2, &remedy);
    desk.done(&["explain", "--scenario", "war.toml"]).expect(2, &remedy);
    desk.done(&["campaign", "a.toml"])
        .expect(2, &["a.toml is a scenario: use `warodds run a.toml`"]);
    let text = fs::read_to_string(desk.path("war.toml")).expect("readable");
    fs::write(desk.path("war.toml"), text.replace("rounds = 20", "rounds = 0")).expect("written");
    desk.done(&["check", "war.toml"]).expect(2, &["`rounds` must be a whole number from 1 to 100"]);
    let duel = ["duel", "stark sworn swords", "lannister guardsmen", "--charge"];
    desk.done(&duel).expect(2, &["unexpected argument '--charge'", "'--opening-charge'"]);
    assert!(!desk.path("out").exists());
}
