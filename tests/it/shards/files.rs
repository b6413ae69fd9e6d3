//! `warodds shard` and `warodds merge`, as machines call them.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

use warodds::shard::schema;

use crate::schema::{assert_describes, validator};

/// Trials of three blocks, and of three of campaigns.
const TRIALS: &str = "24576";
const CAMPAIGNS: &str = "1536";

/// A folder with a scenario of two questions.
struct Folder(TempDir);

/// What becomes of a file's text.
type Edit<'a> = Box<dyn Fn(&str) -> String + 'a>;

/// What a command said.
struct Said {
    code: i32,
    out: String,
    err: String,
}

impl Folder {
    fn new() -> Self {
        let folder = Self(TempDir::new().expect("a folder"));
        let text = "title = 'Two'\n[units.a]\ndefense = 4\nmorale = 7\nmodels = 4\nranks = 1\n\
                    [[units.a.attacks]]\nname = 'A'\nhit = 4\ndice = [6]\n\
                    [[attack]]\nname = 'an attack'\nattacker = 'a'\ndefender = 'a'\n\
                    [[duel]]\nname = \"a's duel\"\na = 'a'\nb = 'a'\n\
                    [[panic]]\nname = 'panic'\nunit = 'a'\n";
        fs::write(folder.path("two.toml"), text).expect("written");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn say(&self, arguments: &str) -> Said {
        let done = Command::cargo_bin("warodds")
            .expect("the binary is built")
            .env("COLUMNS", "100")
            .current_dir(self.0.path())
            .args(arguments.split_whitespace())
            .output()
            .expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Said {
            code: done.status.code().expect("it ends"),
            out: text(done.stdout),
            err: text(done.stderr),
        }
    }

    fn out(&self, arguments: &str) -> String {
        let said = self.say(arguments);
        assert_eq!(said.code, 0, "{arguments}: {}", said.err);
        said.out
    }

    /// What a command says that must be refused as bad input, with nothing on stdout.
    fn refused(&self, arguments: &str) -> String {
        let said = self.say(arguments);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{arguments}: {}", said.err);
        said.err
    }

    /// Counts blocks of the scenario into files of their numbers.
    fn shards(&self, blocks: &[(u64, u64)]) {
        for (first, blocks) in blocks {
            self.out(&format!(
                "shard two.toml --seed 7 --block {first} --blocks {blocks} --out s/{first}.json"
            ));
        }
    }

    fn edit(&self, name: &str, edit: impl FnOnce(&str) -> String) {
        let text = fs::read_to_string(self.path(name)).expect("it is there");
        fs::write(self.path(name), edit(&text)).expect("written");
    }
}

#[test]
fn shards_merge_to_the_run_in_any_order() {
    let folder = Folder::new();
    folder.shards(&[(0, 1), (1, 2)]);
    fs::copy(folder.path("s/0.json"), folder.path("s/again.json")).expect("copied");
    let whole = folder.out(&format!("run two.toml --seed 7 --trials {TRIALS} --json"));
    for files in ["s/0.json s/1.json", "s/1.json s/0.json", "s", "s/0.json s s/1.json"] {
        assert_eq!(folder.out(&format!("merge {files} --json")), whole, "{files}");
    }
    // and what is written beside it
    folder.out(&format!("run two.toml --seed 7 --trials {TRIALS} --out whole --quiet"));
    folder.out("merge s --out merged --quiet");
    for file in ["answers.json", "answers.csv", "distribution-attack-01.svg"] {
        let of = |dir: &str| fs::read_to_string(folder.path(dir).join("two").join(file));
        assert_eq!(of("whole").expect("written"), of("merged").expect("written"), "{file}");
    }
}

#[test]
fn shards_of_dice_engine_are_one_run() {
    let folder = Folder::new();
    let trials = format!("--seed 3 --trials {TRIALS} --json");
    for block in [0, 1, 2] {
        let out = format!("--blocks 1 --out {block}.json --quiet --engine dice");
        folder.out(&format!("shard two.toml --seed 3 --block {block} {out}"));
    }
    let merged = folder.out("merge 2.json 0.json 1.json --json");
    assert_eq!(merged, folder.out(&format!("run two.toml {trials} --engine dice")));
}

#[test]
fn shards_of_campaign_merge_to_the_run() {
    let folder = Folder::new();
    let campaign = include_str!("../../../scenarios/campaigns/four-factions.toml");
    fs::write(folder.path("war.toml"), campaign).expect("written");
    for block in [0, 1, 2] {
        let out = format!("--block {block} --blocks 1 --out c/{block}.json");
        folder.out(&format!("shard war.toml --seed 5 {out}"));
    }
    let run = format!("campaign war.toml --seed 5 --trials {CAMPAIGNS} --json");
    assert_eq!(folder.out("merge c --json"), folder.out(&run));
}

#[test]
fn shards_of_battles_merge_to_the_run() {
    let folder = Folder::new();
    let battle = include_str!("../../../scenarios/battles/clash-of-kings.toml");
    let list = |name: &str, text: &str| {
        fs::write(folder.path(name), text).expect("written");
    };
    list("wolves.toml", include_str!("../../../scenarios/lists/stark-40.toml"));
    list("lions.toml", include_str!("../../../scenarios/lists/lannister-40.toml"));
    let battle = battle.replace("../lists/stark-40.toml", "wolves.toml");
    let battle = battle.replace("../lists/lannister-40.toml", "lions.toml");
    fs::write(folder.path("clash.toml"), battle).expect("written");
    for (way, flag) in [("", ""), (" --engine dice", " --dice")] {
        for block in [1, 0] {
            let out = format!("--block {block} --blocks 1 --out b/{block}.json");
            folder.out(&format!("shard clash.toml --seed 5 {out}{way}"));
        }
        let whole = folder.out(&format!("battle clash.toml --games 32 --seed 5 --json{flag}"));
        // the lists are in the shards
        fs::rename(folder.path("wolves.toml"), folder.path("gone.toml")).expect("moved");
        assert_eq!(folder.out("merge b --json --out o"), whole);
        fs::rename(folder.path("gone.toml"), folder.path("wolves.toml")).expect("moved");
        let run = format!("battle clash.toml --games 32 --seed 5 --out w --quiet{flag}");
        folder.out(&run);
        for name in ["battle.json", "battle.txt", "battle.csv", "moves.png", "units.svg"] {
            let read = |of: &str| fs::read(folder.path(&format!("{of}/clash/{name}")));
            let (merged, alone) = (read("o").expect("written"), read("w").expect("written"));
            assert!(merged == alone, "{name} of shards is another");
        }
    }
    // of standard input, whose lists lie in the folder where it is read
    let text = fs::read(folder.path("clash.toml")).expect("written");
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    let asked = "shard - --seed 5 --block 0 --blocks 1 --out s.json --quiet".split_whitespace();
    command.current_dir(folder.path("")).args(asked).write_stdin(text).assert().success();
    let whole = folder.out("battle clash.toml --games 16 --seed 5 --json");
    assert_eq!(folder.out("merge s.json --json"), whole);
    assert!(folder.refused("merge b --csv").contains("battles have no CSV"));
    let gap = folder.refused("merge b/1.json");
    assert!(gap.contains("warodds shard clash.toml --seed 5 --block 0 --blocks 1"), "{gap}");
}

#[test]
fn fields_are_counted_if_an_engine_is_named() {
    let folder = Folder::new();
    folder.edit("two.toml", |text| {
        format!(
            "{text}[[compare]]\na = 'a'\nb = 'a'\nagainst = 'a'\n[[matrix]]\nattackers = 'a'\n\
                 defenders = 'a'\n"
        )
    });
    let rolled = "--engine monte-carlo";
    for (folder_of, way) in [("exact", ""), ("rolled", rolled)] {
        for block in [0, 1, 2] {
            let out = format!("--blocks 1 --out {folder_of}/{block}.json --quiet {way}");
            folder.out(&format!("shard two.toml --seed 3 --block {block} {out}"));
        }
        let run = format!("run two.toml --seed 3 --trials {TRIALS} --json {way}");
        assert_eq!(folder.out(&format!("merge {folder_of} --json")), folder.out(&run), "{way}");
    }
    let wrong = folder.refused("merge exact rolled/1.json");
    assert!(wrong.contains("the engine of matrices and comparisons differs"), "{wrong}");
    let gap = folder.refused("merge rolled/0.json rolled/2.json");
    assert!(gap.contains("--block 1 --blocks 1 --engine monte-carlo --question"), "{gap}");
    // files without such questions say nothing of them
    folder.edit("two.toml", |text| text.split("[[compare]]").next().unwrap_or_default().to_owned());
    for (block, way) in [(0, ""), (1, "--engine monte-carlo"), (2, "")] {
        let out = format!("--blocks 1 --out same/{block}.json");
        folder.out(&format!("shard two.toml --seed 3 --block {block} {out} {way}"));
    }
    let run = format!("run two.toml --seed 3 --trials {TRIALS} --json");
    assert_eq!(folder.out("merge same --json"), folder.out(&run));
}

#[test]
fn shards_may_count_single_questions() {
    let folder = Folder::new();
    for (number, (blocks, question)) in
        [("--block 0 --blocks 3", "panic"), ("--block 0 --blocks 2", "an attack")]
            .into_iter()
            .enumerate()
    {
        let said = Command::cargo_bin("warodds")
            .expect("the binary is built")
            .current_dir(folder.path(""))
            .args(["shard", "two.toml", "--seed", "7", "--question", question])
            .args(blocks.split(' '))
            .args(["--out", &format!("q{number}.json")])
            .output()
            .expect("it runs");
        assert!(said.status.success(), "{said:?}");
    }
    folder.out("shard two.toml --seed 7 --block 2 --blocks 1 --out q2.json");
    // the attack's block 2, and the duel's, but not the panic test's, which would be there twice
    let wrong = folder.refused("merge q0.json q1.json q2.json --json");
    assert!(wrong.contains("overlap in `panic` (block 2)"), "{wrong}");
    let wrong = folder.refused("merge q0.json q1.json --json");
    assert!(wrong.contains("4 blocks are missing"), "{wrong}");
    let known = folder.refused("shard two.toml --block 0 --blocks 1 --question x --out x.json");
    assert!(known.contains("there is no question `x`; the questions are `an attack`"), "{known}");
}

#[test]
fn printed_commands_fill_the_gaps() {
    let folder = Folder::new();
    folder.shards(&[(0, 1), (2, 1)]);
    let wrong = folder.refused("merge s --json");
    assert!(wrong.contains("3 blocks are missing; count them:"), "{wrong}");
    let commands: Vec<&str> = wrong.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    assert_eq!(commands.len(), 3, "{wrong}");
    for (number, command) in commands.iter().enumerate() {
        let out = format!("s/gap{number}.json");
        let command = command.replace("missing-1.json", &out);
        let program = env!("CARGO_BIN_EXE_warodds");
        let line = command.replacen("warodds", &format!("'{program}'"), 1);
        let done = std::process::Command::new("sh")
            .args(["-c", &line])
            .current_dir(folder.path(""))
            .status()
            .expect("there is a shell");
        assert!(done.success(), "{line}");
    }
    let whole = folder.out(&format!("run two.toml --seed 7 --trials {TRIALS} --json"));
    assert_eq!(folder.out("merge s --json"), whole);
}

#[test]
fn run_with_gaps_is_answered_as_partial_if_allowed() {
    let folder = Folder::new();
    folder.shards(&[(0, 1), (2, 1)]);
    let answers: Value =
        serde_json::from_str(&folder.out("merge s --allow-gaps --json --out o")).expect("JSON");
    for answer in answers.as_array().expect("a list") {
        assert_eq!((&answer["trials"], &answer["partial"]), (&json!(2 * 8192), &json!(true)));
    }
    assert!(folder.path("o/two.partial/answers.json").exists(), "a part never stands as a whole");
    assert!(!folder.path("o/two").exists());
}

#[test]
fn edited_shards_are_refused() {
    let folder = Folder::new();
    folder.shards(&[(0, 1), (1, 1)]);
    let kept = fs::read_to_string(folder.path("s/1.json")).expect("it is there");
    let digit = |text: &str| {
        let at = text.find("\"slots\":[[").expect("counts") + 10;
        let other = if text[at..].starts_with('1') { "2" } else { "1" };
        format!("{}{other}{}", &text[..at], &text[at + 1..])
    };
    let cases: [(&str, Edit<'_>); 6] = [
        ("was truncated", Box::new(|text| text[..text.len() / 2].to_owned())),
        ("was truncated", Box::new(|_| String::new())),
        ("its checksum does not match its content", Box::new(digit)),
        ("its checksum", Box::new(|text| text.replace("\"block\":1", "\"block\":5"))),
        ("its schema is not warodds/shard/1", Box::new(|text| text.replace("shard/1", "shard/9"))),
        ("of the wrong kind", Box::new(|text| text.replacen('{', "{\"more\":1,", 1))),
    ];
    for (words, change) in cases {
        fs::write(folder.path("s/1.json"), change(&kept)).expect("written");
        let wrong = folder.refused("merge s --json");
        assert!(wrong.contains(words) && wrong.contains("s/1.json"), "{words}: {wrong}");
    }
    // spaces are nothing
    fs::write(folder.path("s/1.json"), format!("  {}", kept.replace(",\"", ", \"")))
        .expect("written");
    folder.out("merge s --json");
}

#[test]
fn shards_of_another_run_are_refused() {
    let folder = Folder::new();
    folder.shards(&[(0, 1)]);
    folder.out("shard two.toml --seed 8 --block 1 --blocks 1 --out other.json");
    let wrong = folder.refused("merge s other.json");
    assert!(
        wrong.contains("belong to different runs") && wrong.contains("the seed differs"),
        "{wrong}"
    );
    folder.out("shard two.toml --seed 7 --block 1 --blocks 1 --engine dice --out other.json");
    assert!(folder.refused("merge s other.json").contains("the engine differs"));
    folder.edit("two.toml", |text| text.replace("hit = 4", "hit = 3"));
    folder.out("shard two.toml --seed 7 --block 1 --blocks 1 --out other.json");
    assert!(folder.refused("merge s other.json").contains("the question differs"));
}

#[test]
fn overlapping_shards_are_refused() {
    let folder = Folder::new();
    folder.shards(&[(0, 2)]);
    folder.out("shard two.toml --seed 7 --block 1 --blocks 2 --out other.json");
    let wrong = folder.refused("merge s other.json");
    assert!(wrong.contains("overlap in `an attack` (block 1)"), "{wrong}");
    assert!(wrong.contains("leave one of them out"), "{wrong}");
}

#[test]
fn shard_reads_standard_input() {
    let folder = Folder::new();
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    let asked = ["shard", "-", "--seed", "7", "--block", "0", "--blocks", "3", "--out", "in.json"];
    let two = fs::read(folder.path("two.toml")).expect("it is there");
    command.current_dir(folder.path("")).args(asked).write_stdin(two).assert().success();
    let whole = folder.out(&format!("run two.toml --seed 7 --trials {TRIALS} --json"));
    assert_eq!(folder.out("merge in.json --json"), whole);
}

#[test]
fn shard_is_written_whole_or_not_at_all() {
    let folder = Folder::new();
    fs::write(folder.path("file"), "x").expect("written");
    let asked = "shard two.toml --block 0 --blocks 1 --out";
    assert_eq!(folder.say(&format!("{asked} file/x.json")).code, 1);
    assert!(folder.refused(&format!("{asked} .")).contains("name a file to write"));
    folder.refused("shard two.toml --block 0 --blocks 0 --out none.json");
    folder.refused("shard two.toml --block 122070313 --blocks 1 --out none.json");
    folder.edit("two.toml", |text| format!("run.precision = 0.1\n{text}"));
    assert!(
        folder.refused(&format!("{asked} none.json")).contains("a single shard cannot measure")
    );
    let left: Vec<_> = fs::read_dir(folder.path(""))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(folder.refused("merge two.toml").contains("is not a shard"));
}

#[test]
fn shards_match_their_schema() {
    let folder = Folder::new();
    let attack = fs::read_to_string(folder.path("two.toml")).expect("written");
    let matrix = "[[matrix]]\nattackers = 'a'\ndefenders = 'a'\n";
    let (units, _) = attack.split_once("[[attack]]").expect("units and questions");
    fs::write(folder.path("field.toml"), format!("{units}{matrix}")).expect("written");
    let battle = include_str!("../../../scenarios/battles/five-on-five.toml");
    fs::write(folder.path("battle.toml"), battle).expect("written");
    let schema = schema();
    let validator = validator(&schema);
    for file in ["two.toml", "field.toml --engine dice", "battle.toml"] {
        folder.out(&format!("shard {file} --block 0 --blocks 1 --out s.json"));
        let text = fs::read_to_string(folder.path("s.json")).expect("written");
        let mut shard: Value = serde_json::from_str(&text).expect("JSON");
        assert_describes(&validator, &shard, (&["lists"], &[], &["joint"]));
        shard["seed"] = json!(-1);
        assert!(!validator.is_valid(&shard), "{file}");
    }
    assert_eq!(serde_json::from_str::<Value>(&folder.out("schema shard")).expect("JSON"), schema);
}
