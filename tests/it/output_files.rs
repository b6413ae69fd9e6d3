//! What commands write, where, and what they never touch.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use assert_cmd::Command;
use tempfile::TempDir;

const SWORDS: &str = "stark sworn swords";
const GUARDS: &str = "lannister guardsmen";

fn warodds(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    command
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments);
    command
}

/// Stdout and stderr of a command that must end with this exit code.
fn told(arguments: &[&str], code: i32) -> String {
    let done = warodds(arguments).assert().code(code);
    let output = done.get_output();
    [&output.stdout[..], &output.stderr[..]].map(String::from_utf8_lossy).concat()
}

/// All files below a directory with what they hold.
fn files(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            let bytes = fs::read(&path).expect("read");
            all.push((path, bytes));
        }
    }
    all.sort();
    all
}

fn home() -> (TempDir, String) {
    let home = TempDir::new().expect("a directory");
    let path = home.path().to_str().expect("a plain path").to_owned();
    (home, path)
}

#[test]
fn each_question_has_a_folder_of_its_own_and_replaces_its_own_files_alone() {
    let (home, out) = home();
    fs::write(home.path().join("attack.json"), "mine").expect("written");
    let attack = ["attack", SWORDS, GUARDS, "--charge", "--quiet", "--out", &out];
    told(&attack, 0);
    let folder = home.path().join("attack-stark-sworn-swords-v-lannister-guardsmen-charge");
    assert!(folder.join("attack.json").exists() && folder.join("attack.csv").exists());
    let before = files(home.path());
    for other in [
        &["panic", GUARDS, "--quiet", "--out", &out][..],
        &["attack", SWORDS, GUARDS, "--quiet", "--out", &out],
        &[
            "attack",
            "--dice",
            "6",
            "--hit",
            "4",
            "--defense",
            "4",
            "--morale",
            "7",
            "--hit-modifier",
            "-1",
            "--quiet",
            "--out",
            &out,
        ],
        &["westeros", "attack", "green dice=3", "green", "--quiet", "--out", &out],
    ] {
        told(other, 0);
        told(other, 0);
    }
    let after = files(home.path());
    assert!(after.len() >= before.len() + 4 * 4, "{}", after.len());
    assert!(before.iter().all(|file| after.contains(file)), "nothing was removed or replaced");
    // fewer files than before: what this question no longer writes goes, what it did not write stays
    fs::write(folder.join("notes.txt"), "mine").expect("written");
    told(&[&attack[..], &["--charts", "none"]].concat(), 0);
    let names: Vec<String> = files(&folder)
        .iter()
        .map(|(path, _)| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    assert_eq!(names, ["attack.csv", "attack.json", "files.txt", "index.html", "notes.txt"]);
}

/// Each command writes the one file that is named, and no directory beside it.
#[test]
fn out_with_an_ending_writes_that_file_alone() {
    let (home, out) = home();
    let battle = "scenarios/battles/five-on-five.toml";
    let commands: [(&[&str], &[&str]); 4] = [
        (&["attack", SWORDS, GUARDS], &["html", "csv", "json", "svg", "png"]),
        (&["run", "scenarios/duel.toml", "--trials", "1000"], &["html", "csv", "json", "png"]),
        (&["sheet", "scenarios/lists/stark-40.toml", "--against", "lannister"], &["html", "png"]),
        (&["battle", "replay", battle], &["html", "json", "svg"]),
    ];
    for (command, endings) in commands {
        for ending in endings {
            let path = format!("{out}/x.{ending}");
            let note = told(&[command, &["--out", &path]].concat(), 0);
            assert!(note.contains(&format!("{path} written")), "{note}");
            let [(written, bytes)] = &*files(home.path()) else { panic!("{path}: {note}") };
            let start: &[u8] = match *ending {
                "html" => b"<!DOCTYPE html>",
                "png" => b"\x89PNG",
                "svg" => b"<",
                _ => b"",
            };
            assert!(bytes.len() > 100 && bytes.starts_with(start), "{command:?} {ending}");
            fs::remove_file(written).expect("removed");
        }
    }
}

#[test]
fn out_of_a_format_that_a_command_does_not_write_is_refused() {
    let (home, out) = home();
    let list = "scenarios/lists/stark-40.toml";
    let refused =
        told(&["sheet", list, "--against", "lannister", "--out", &format!("{out}/x.csv")], 2);
    let says =
        "this command writes no csv: name a directory, or a file that ends in html, svg, png";
    assert!(refused.contains(says), "{refused}");
    let none = ["attack", SWORDS, GUARDS, "--charts", "none", "--out", &format!("{out}/x.png")];
    let refused = told(&none, 2);
    assert!(refused.contains("this answer has no chart"), "{refused}");
    let two =
        ["run", "scenarios/duel.toml", "scenarios/facings.toml", "--out", &format!("{out}/x.html")];
    told(&two, 2);
    assert!(files(home.path()).is_empty(), "{:?}", files(home.path()));
}

#[test]
fn page_is_named_on_stderr() {
    let (home, out) = home();
    let done = warodds(&["panic", GUARDS, "--charts", "none", "--out", &out]).assert().success();
    let notes = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    let page = home.path().join("panic-lannister-guardsmen").join("index.html");
    assert!(page.exists() && notes.contains(&format!("open {}", page.display())), "{notes}");
}

#[test]
fn foreign_files_in_the_way_are_left_alone_with_a_remedy() {
    let (home, out) = home();
    let folder = home.path().join("panic-v-lannister-guardsmen");
    told(&["panic", GUARDS, "--quiet", "--charts", "none", "--out", &out], 0);
    let folder =
        if folder.exists() { folder } else { home.path().join("panic-lannister-guardsmen") };
    fs::remove_dir_all(&folder).expect("it was written there");
    fs::create_dir(&folder).expect("created");
    fs::write(folder.join("panic.csv"), "mine").expect("written");
    let refused = told(&["panic", GUARDS, "--quiet", "--out", &out], 2);
    assert!(refused.contains("panic.csv is in the way"), "{refused}");
    assert_eq!(files(home.path()), [(folder.join("panic.csv"), b"mine".to_vec())]);
}

#[test]
fn files_with_the_same_stem_do_not_destroy_each_other() {
    let (home, out) = home();
    let duel = fs::read_to_string("scenarios/duel.toml").expect("it is shipped");
    let copy = home.path().join("duel.toml");
    fs::write(&copy, &duel).expect("written");
    let results = home.path().join("results").to_str().expect("a plain path").to_owned();
    let run = |file: &str, code| {
        told(
            &["run", file, "--engine", "exact", "--charts", "none", "--quiet", "--out", &results],
            code,
        )
    };
    run("scenarios/duel.toml", 0);
    run("scenarios/duel.toml", 0);
    let before = files(&home.path().join("results/duel"));
    let refused = run(copy.to_str().expect("a plain path"), 2);
    assert!(refused.contains("holds the results of another question"), "{refused}");
    assert!(refused.contains("--out"), "{refused}");
    assert_eq!(files(&home.path().join("results/duel")), before);
    assert!(!out.is_empty());
}

#[test]
fn a_replay_deletes_no_charts_of_the_battles_and_takes_no_file_behind_json() {
    let (home, out) = home();
    let file = "scenarios/battles/five-on-five.toml";
    told(&["battle", file, "--games", "16", "--quiet", "--out", &out], 0);
    let before = files(home.path());
    let log = home.path().join("log.json").to_str().expect("a plain path").to_owned();
    told(&["battle", "replay", file, "--quiet", "--out", &out, "--log", &log], 0);
    let after = files(home.path());
    assert!(before.iter().all(|file| after.contains(file)));
    assert!(home.path().join("five-on-five-game-1/game-1.json").exists());
    told(&["battle", "check", &log], 0);
    told(&["battle", "replay", file, "--json", &log], 2);
    // a log that cannot be written is a failure, and the older one stays
    let whole = fs::read(&log).expect("read");
    let in_no_folder = format!("{log}/log.json");
    told(&["battle", "replay", file, "--log", &in_no_folder], 1);
    assert_eq!(fs::read(&log).expect("read"), whole);
}

#[test]
fn no_charts_need_no_directory() {
    told(&["attack", SWORDS, GUARDS, "--charts", "none"], 0);
    told(
        &["battle", "scenarios/battles/five-on-five.toml", "--games", "16", "--charts", "none"],
        0,
    );
    assert!(told(&["attack", SWORDS, GUARDS, "--charts", "all"], 2).contains("--out"));
}

#[test]
fn run_and_check_take_files_of_every_kind() {
    let battle = "scenarios/battles/five-on-five.toml";
    let campaign = "scenarios/campaigns/border-war.toml";
    let list = "scenarios/lists/stark-40.toml";
    let (home, out) = home();
    let run = ["run", "scenarios/duel.toml", campaign, battle, "--trials", "160", "--out", &out];
    told(&[&run[..], &["--quiet", "--charts", "none"]].concat(), 0);
    for file in ["duel/answers.json", "border-war/answer.json", "five-on-five/battle.json"] {
        assert!(home.path().join(file).exists(), "{file}");
    }
    let printed = warodds(&["run", campaign, battle, "--trials", "160", "--json"]).assert();
    let json: serde_json::Value =
        serde_json::from_slice(&printed.success().get_output().stdout).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(2));
    let checked = told(&["check", "scenarios/duel.toml", campaign, battle, list], 0);
    for said in ["question", "a campaign of", "a battle of", "a list of an army"] {
        assert!(checked.contains(said), "{said}: {checked}");
    }
    assert!(told(&["run", list], 2).contains("use `warodds list check"));
    assert!(told(&["campaign", battle], 2).contains("use `warodds battle"));
    assert!(told(&["battle", "scenarios/duel.toml"], 2).contains("use `warodds run"));
    assert!(told(&["list", "check", battle], 2).contains("use `warodds battle"));
}

#[test]
fn check_reads_catalogues_and_other_commands_name_the_one_that_does() {
    let home = TempDir::new().expect("a directory");
    let path = home.path().join("cards.toml");
    let file = path.to_str().expect("a plain path");
    let card = "faction = \"Stark\"\n[units.lantern-guard]\nname = \"Lantern Guard\"\ndefense = 4\n\
                morale = 6\nabilities = [\"Glow\"]\nseason = \"2021\"\nsource = \"mine\"\n\
                [[ability]]\nname = \"Glow\"\nseason = \"2021\"\ndice = false\n";
    fs::write(&path, card).expect("written");
    let checked = told(&["check", file], 0);
    assert!(checked.contains("a catalogue of 1 unit and 1 ability, no faults"), "{checked}");
    for command in [&["run"][..], &["campaign"], &["battle"], &["list", "check"]] {
        let refused = told(&[command, &[file]].concat(), 2);
        assert!(refused.contains("use `warodds units --catalogue"), "{command:?}: {refused}");
    }
    fs::write(&path, card.replace("morale = 6", "morale = 60")).expect("written");
    let wrong = told(&["check", file], 2);
    assert!(wrong.contains("`morale` must be") && wrong.contains("cards.toml:5:10"), "{wrong}");
}

#[test]
fn messages_of_libraries_never_reach_a_user() {
    let home = TempDir::new().expect("a directory");
    let path = home.path().join("bad.toml");
    let armies = "[a]\nunits = []\n[b]\nunits = []\n";
    for text in [
        format!("[battle]\nmode = 3\n{armies}"),
        format!("[battle]\n{armies}"),
        format!("[battle]\nmode = \"x\"\nterrain = 5\n{armies}"),
        format!("[battle]\nmode = \"x\"\ntable = [1, 2, 3]\n{armies}"),
        format!("[battle]\nmode = \"x\"\n{armies}c = ["),
    ] {
        fs::write(&path, &text).expect("written");
        for command in ["battle", "run", "check", "shard"] {
            let shard = ["--block", "0", "--blocks", "1", "--out", "/nonexistent/x"];
            let more = if command == "shard" { &shard[..] } else { &[] };
            let path = path.to_str().expect("a plain path");
            let told = told(&[&[command, path][..], more].concat(), 2);
            for raw in ["TOML parse error", "untagged", "invalid type", "u64", "missing field"] {
                assert!(!told.contains(raw), "{command} {text}: {told}");
            }
            assert!(told.contains("bad.toml"), "{told}");
        }
    }
    let log = told(&["battle", "check", "scenarios/duel.toml"], 2);
    assert!(log.contains("it is not JSON at line 1, column 1"), "{log}");
}

#[cfg(unix)]
#[test]
fn pipes_are_input_with_a_limit_and_devices_are_not() {
    for command in [&["check"][..], &["merge"], &["run"], &["campaign"], &["battle"]] {
        let refused = told(&[command, &["/dev/zero"]].concat(), 2);
        assert!(refused.contains("/dev/zero is a device"), "{refused}");
    }
    let duel = fs::read("scenarios/duel.toml").expect("it is shipped");
    let piped = |bytes: Vec<u8>| warodds(&["check", "/dev/stdin"]).write_stdin(bytes).assert();
    piped(duel).success();
    let refused = piped(b"# more\n".repeat(200_000)).code(2);
    let stderr = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(stderr.contains("too large") && stderr.contains("1048576"), "{stderr}");
}

#[test]
fn merge_ignores_what_killed_shards_left_and_the_next_shard_removes_it() {
    let home = TempDir::new().expect("a directory");
    let at = |name: &str| home.path().join(name).to_str().expect("a plain path").to_owned();
    let shard = |out: &str| {
        told(&["shard", "scenarios/duel.toml", "--block", "0", "--blocks", "1", "--out", out], 0)
    };
    fs::write(at(".warodds-shard-abc123"), "{").expect("written");
    shard(&at("0.json"));
    assert!(!Path::new(&at(".warodds-shard-abc123")).exists());
    fs::write(at(".warodds-shard-abc123"), "{").expect("written");
    told(&["merge", &at("0.json"), &at(".warodds-shard-abc123")], 0);
    told(&["merge", &at("")], 0);
}

#[cfg(target_os = "linux")]
#[test]
fn help_and_version_on_a_full_device_are_failures() {
    for argument in ["--help", "--version"] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a full device");
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("warodds"));
        let status = command.arg(argument).stdout(Stdio::from(full)).stderr(Stdio::null()).status();
        assert_eq!(status.expect("it ran").code(), Some(1), "{argument}");
    }
}

#[cfg(unix)]
#[test]
fn tables_are_ascii_where_the_locale_has_no_utf_8() {
    let attack = ["attack", SWORDS, GUARDS];
    let printed = |variable: &str, locale: &str| {
        let mut command = warodds(&attack);
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            command.env_remove(name);
        }
        command.env(variable, locale).assert().success().get_output().stdout.clone()
    };
    for (variable, locale) in [("LC_ALL", "C"), ("LC_CTYPE", "POSIX"), ("LANG", "de_DE.ISO-8859-1")]
    {
        assert!(printed(variable, locale).is_ascii(), "{variable}={locale}");
    }
    assert!(!printed("LANG", "C.UTF-8").is_ascii());
    for json in [&["units", "--json"][..], &["units", "--attachments", "--json"]] {
        let data = |locale| {
            warodds(json).env("LC_ALL", locale).assert().success().get_output().stdout.clone()
        };
        assert!(!data("C").is_ascii() && data("C") == data("C.UTF-8"), "{json:?}");
    }
    // help too
    warodds(&["attack", "--help"]).env("LC_ALL", "C").assert().success();
}
