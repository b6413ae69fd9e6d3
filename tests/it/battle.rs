//! `warodds battle` end to end: shipped files, replays, the referee, and invalid input.

use crate::schema::{assert_describes, validator};
use assert_cmd::Command;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::common::{printed, run_program};

fn shipped(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/battles").join(name);
    path.display().to_string()
}

fn battle(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("warodds").expect("the program");
    command.arg("battle").args(arguments);
    command
}

fn json(file: &str, more: &[&str]) -> Value {
    let arguments = [&[file, "--games", "20", "--json", "--quiet"], more].concat();
    let out = battle(&arguments).assert().success().get_output().stdout.clone();
    serde_json::from_slice(&out).expect("JSON")
}

/// Compiles a schema that the program prints.
fn schema(of: &str) -> Validator {
    let mut command = Command::cargo_bin("warodds").expect("the program");
    let out = command.args(["schema", of]).assert().success().get_output().stdout.clone();
    validator(&serde_json::from_slice(&out).expect("JSON"))
}

/// Lists the schema errors of a value.
fn schema_errors(schema: &Validator, value: &Value) -> Vec<String> {
    schema.iter_errors(value).map(|one| format!("{}: {one}", one.instance_path())).collect()
}

/// Replays a game of a shipped battle file and returns its log.
fn replay_log(name: &str, game: &str) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log.json");
    let path = log.to_str().expect("a path");
    battle(&["replay", &shipped(name), "--game", game, "--log", path]).assert().success();
    serde_json::from_str(&fs::read_to_string(log).expect("the log")).expect("JSON")
}

/// The schema rejects an entry with a missing key, a value of another type, or an additional key,
/// as the program does.
#[test]
fn log_schema_accepts_replays_and_rejects_changed_entries() {
    let schema = schema("battle-log");
    let mut seen = BTreeSet::new();
    let names = ["game-of-thrones", "clash-of-kings", "feast-for-crows", "dance-with-dragons"];
    for name in names.into_iter().chain(["fire-and-blood", "five-on-five"]) {
        let log = replay_log(&format!("{name}.toml"), "1");
        assert_eq!(schema_errors(&schema, &log), [""; 0], "{name}");
        for entry in log["entries"].as_array().expect("entries") {
            if !seen.insert(entry["entry"].to_string()) {
                continue;
            }
            let fits = |entry: Value| {
                let changed = json!({ "schema": log["schema"], "head": log["head"],
                    "armies": log["armies"], "entries": [entry] });
                schema.is_valid(&changed)
            };
            assert!(fits(entry.clone()), "{entry}");
            for key in entry.as_object().expect("an entry").keys() {
                let (mut without, mut other) = (entry.clone(), entry.clone());
                without.as_object_mut().expect("an entry").remove(key);
                other[key] = json!({ "another": "kind" });
                assert!(!fits(without) && !fits(other), "{entry}: {key}");
            }
            let mut more = entry.clone();
            more["more"] = json!(1);
            assert!(!fits(more), "{entry} with more");
        }
    }
    assert!(seen.len() > 10, "{seen:?}");
}

#[test]
fn battle_json_is_independent_of_thread_count() {
    let schema = schema("battle");
    for name in ["clash-of-kings.toml", "five-on-five.toml"] {
        let answer = json(&shipped(name), &["--threads", "1"]);
        assert_eq!(answer, json(&shipped(name), &["--threads", "3"]));
        assert_eq!(answer["schema"], "warodds/battle/1");
        assert_describes(&schema, &answer, (&["activations"], &[], &[]));
        assert_eq!((&answer["games"], &answer["reduced"]), (&20.into(), &true.into()));
        let p = |event: &str| answer["events"][event]["p"].as_f64().expect("a share");
        assert!((p("a_wins") + p("b_wins") + p("draw") - 1.0).abs() < 1e-12);
        let ended = answer["ended"].as_object().expect("how battles end");
        let sum: f64 = ended.values().filter_map(Value::as_f64).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        let points = |who: &str| answer["quantities"][who]["mean"].as_f64().expect("a mean");
        let difference = points("a_points") - points("b_points");
        assert!((points("difference") - difference).abs() < 1e-9);
        let left_out = answer["not_modelled"].as_array().expect("what is left out");
        assert!(
            left_out.iter().any(|line| line.as_str().is_some_and(|line| line.contains("cards")))
        );
    }
}

#[test]
fn battle_schema_accepts_largest_seed_and_rejects_negative_seed() {
    let largest = u64::MAX.to_string();
    let mut answer = json(&shipped("clash-of-kings.toml"), &["--seed", &largest]);
    let schema = schema("battle");
    assert_eq!(answer["seed"], u64::MAX);
    assert_eq!(schema_errors(&schema, &answer), [""; 0]);
    answer["seed"] = json!(-1);
    assert!(!schema.is_valid(&answer));
}

#[test]
fn check_accepts_replay_log_and_rejects_changed_pose() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log.json");
    let log = log.to_str().expect("a path");
    let file = shipped("clash-of-kings.toml");
    let told = battle(&["replay", &file, "--game", "2", "--log", log]).assert().success();
    let told = String::from_utf8(told.get_output().stdout.clone()).expect("text");
    assert!(told.contains("Round 1") && told.contains("[A12.6]") && told.contains("The end"));
    let legal = battle(&["check", log]).assert().success();
    assert!(String::from_utf8_lossy(&legal.get_output().stdout).contains("legal"));
    let text = fs::read_to_string(log).expect("the log");
    let mut changed: Value = serde_json::from_str(&text).expect("JSON");
    let entries = changed["entries"].as_array_mut().expect("entries");
    let moved = entries.iter_mut().find(|entry| entry["entry"] == "moved").expect("a move");
    moved["pose"][0] = (moved["pose"][0].as_i64().expect("a number") + 100).into();
    fs::write(log, changed.to_string()).expect("written");
    let refused = battle(&["check", log]).assert().code(2);
    assert!(String::from_utf8_lossy(&refused.get_output().stderr).contains("(A13.9)"));
}

/// Asserts that all text lies inside a picture, for letters of at most 0.62 of the font size.
fn assert_text_fits(picture: &str) {
    let tree = roxmltree::Document::parse(picture).expect("well-formed");
    let number = |node: roxmltree::Node<'_, '_>, key: &str| {
        node.attribute(key).expect(key).parse::<f64>().expect("a number")
    };
    let shown: Vec<f64> = tree
        .root_element()
        .attribute("viewBox")
        .expect("a size")
        .split(' ')
        .map(|one| one.parse().expect("a number"))
        .collect();
    let [left, top, width, height] = shown[..] else { panic!("{shown:?}") };
    let mut seen = 0;
    for node in tree.descendants().filter(|node| node.has_tag_name("text")) {
        let parts = node.descendants().filter(|one| one.is_text());
        let told: String = parts.filter_map(|one| one.text()).collect();
        let letters = told.chars().count();
        let (x, y, size) = (number(node, "x"), number(node, "y"), number(node, "font-size"));
        let wide = letters as f64 * size * 0.62;
        let anchor = node.ancestors().find_map(|one| one.attribute("text-anchor"));
        let from = match anchor {
            Some("middle") => x - wide / 2.0,
            Some("end") => x - wide,
            _ => x,
        };
        let inside = from >= left && from + wide <= left + width + 1.0;
        assert!(inside && y - size >= top && y <= top + height, "{told} is cut");
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn replay_out_writes_pictures_and_page() {
    for name in ["five-on-five", "clash-of-kings", "dance-with-dragons", "feast-for-crows"] {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().to_str().expect("a path");
        let file = shipped(&format!("{name}.toml"));
        battle(&["replay", &file, "--out", out, "--quiet"]).assert().success();
        let files = files(&folder.path().join(format!("{name}-game-1")));
        let text = |name: &str| String::from_utf8(files[name].clone()).expect("text");
        let (page, told) = (text("game-1.html"), text("game-1.txt"));
        assert!(page.contains("<svg") && !page.contains("http://www.w3.org/1999/xlink"));
        for said in ["Policies: ", ": greedy · ", "tactics cards and abilities of NCUs are not"] {
            assert!(page.contains(said) && told.contains(said), "{said}");
        }
        let log: Value = serde_json::from_str(&text("game-1.json")).expect("JSON");
        let units = log["head"]["units"].as_array().expect("units");
        let names: BTreeSet<&str> = units.iter().filter_map(|unit| unit["name"].as_str()).collect();
        assert_eq!(names.len(), units.len(), "names differ");
        let pictures = files.keys().filter(|name| name.ends_with(".svg"));
        for picture in pictures.map(|name| text(name)) {
            assert_text_fits(&picture);
            for (number, unit) in units.iter().enumerate() {
                let name = unit["name"].as_str().expect("a name").replace('&', "&amp;");
                assert!(picture.contains(&format!("{number} {name}</text>")), "{name}");
            }
            // tokens are drawn below trays, so they hide no name
            let last_token = picture.rfind("class=\"token\"").unwrap_or(0);
            assert!(picture.find("class=\"tray\"").is_none_or(|tray| last_token < tray));
        }
    }
}

/// Reads the files of a folder by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let named = |entry: fs::DirEntry| {
        let bytes = fs::read(entry.path()).expect("a file");
        (entry.file_name().to_string_lossy().into_owned(), bytes)
    };
    entries.map(named).collect()
}

#[test]
fn battle_out_files_are_independent_of_thread_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = |name: &str, threads: &str, more: &[&str]| {
        let out = folder.path().join(threads);
        let wanted = ["--games", "40", "--threads", threads, "--quiet", "--json", "--out"];
        let file = shipped(&format!("{name}.toml"));
        let arguments = [&[file.as_str()], &wanted[..], &[out.to_str().expect("a path")], more];
        let printed = battle(&arguments.concat()).assert().success().get_output().stdout.clone();
        let files = files(&out.join(name));
        assert_eq!(files["battle.json"], printed);
        files
    };
    for name in ["clash-of-kings", "five-on-five"] {
        let one = written(name, "1", &[]);
        let charts = ["difference", "moves", "units", "win-odds"];
        let charts = charts.into_iter().flat_map(|name| ["png", "svg"].map(|end| (name, end)));
        let charts = charts.map(|(name, end)| format!("{name}.{end}"));
        let others = ["battle.csv", "battle.json", "battle.txt", "files.txt", "index.html"];
        let others = others.map(str::to_owned);
        let expected: BTreeSet<String> = charts.chain(others).collect();
        assert_eq!(one.keys().cloned().collect::<BTreeSet<_>>(), expected);
        for chart in expected.iter().filter(|name| name.ends_with(".svg")) {
            let drawn = String::from_utf8(one[chart].clone()).expect("text");
            let description = drawn.split("<desc>").nth(1).expect("a description");
            for told in [" greedy, ", "tactics cards and abilities of NCUs are not"] {
                assert!(description.contains(told), "{chart} of {name} without {told}");
            }
        }
        assert!(one == written(name, "2", &[]) && one == written(name, "7", &[]), "{name}");
    }
    let plain = written("five-on-five", "1", &["--charts", "none"]);
    let names: Vec<&str> = plain.keys().map(String::as_str).collect();
    let data = ["battle.csv", "battle.json", "battle.txt", "files.txt", "index.html"];
    assert_eq!(names, data, "charts are gone");
}

#[test]
fn battle_csv_matches_json_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("a path");
    let answer = json(&shipped("five-on-five.toml"), &["--out", out]);
    let mut table =
        csv::Reader::from_path(folder.path().join("five-on-five/battle.csv")).expect("a table");
    let rows: Vec<BTreeMap<String, String>> =
        table.deserialize().collect::<Result<_, _>>().expect("rows");
    let number = |row: &BTreeMap<String, String>, key: &str| row[key].parse::<f64>().expect(key);
    let of = |chart: &str| rows.iter().filter(move |row| row["chart"] == chart).collect::<Vec<_>>();
    let odds: Vec<f64> = of("win-odds").iter().map(|row| number(row, "value")).collect();
    let events = ["a_wins", "draw", "b_wins"].map(|name| &answer["events"][name]["p"]);
    assert_eq!(odds, events.map(|p| p.as_f64().expect("a share")));
    assert_eq!(of("win-odds").iter().map(|row| number(row, "count")).sum::<f64>(), 20.0);
    let rounds = of("points-by-round");
    assert_eq!(rounds.len(), 2 * answer["rounds"].as_array().expect("rounds").len());
    assert_eq!(number(rounds[1], "high"), answer["rounds"][0]["points"][1][2]);
    assert_eq!(of("difference").iter().map(|row| number(row, "count")).sum::<f64>(), 20.0);
    for army in ["a", "b"] {
        let moves = of("moves");
        let moves: Vec<_> = moves.iter().filter(|row| row["army"] == army).collect();
        let sum: f64 = moves.iter().map(|row| number(row, "value")).sum();
        assert!(moves.len() == 24 * 24 && (sum - 1.0).abs() < 1e-9, "{sum}");
        let last = moves.last().expect("squares");
        assert_eq!((number(last, "x"), number(last, "y")), (46.0, 46.0));
    }
    let of_unit = |row: &&&BTreeMap<String, String>| row["measure"] == "lost";
    let units = of("units");
    let lost: Vec<f64> = units.iter().filter(of_unit).map(|row| number(row, "value")).collect();
    let told = answer["units"].as_array().expect("units").iter();
    assert_eq!(lost, told.map(|unit| unit["lost"].as_f64().expect("lost")).collect::<Vec<_>>());
}

#[test]
fn unwritable_output_is_reported_before_battles_are_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = folder.path().join("file");
    fs::write(&taken, "not a folder").expect("written");
    let out = taken.to_str().expect("a path");
    let file = shipped("five-on-five.toml");
    // played first, these battles would take weeks
    let refused = battle(&[&file, "--games", "1000000000", "--out", out]).assert().code(1);
    assert!(refused.get_output().stdout.is_empty());
    assert!(String::from_utf8_lossy(&refused.get_output().stderr).contains(out));
    let few = ["--games", "16", "--quiet", "--json"];
    let blocked = battle(&[&[file.as_str()], &few[..], &["--out", out]].concat()).assert().code(1);
    let told = String::from_utf8_lossy(&blocked.get_output().stderr).into_owned();
    assert!(told.contains("warning: cannot") && told.contains("error: cannot"), "{told}");
    let plain = battle(&[&[file.as_str()], &few[..]].concat()).assert().success();
    assert_eq!(blocked.get_output().stdout, plain.get_output().stdout);
    // a folder in place of a chart: nothing else is changed
    let out = folder.path().join("out");
    let chart = out.join("five-on-five/units.png");
    fs::create_dir_all(&chart).expect("created");
    let out = out.to_str().expect("a path");
    let refused = battle(&[&[file.as_str()], &few[..], &["--out", out]].concat()).assert().code(2);
    assert!(String::from_utf8_lossy(&refused.get_output().stderr).contains("units.png"));
    assert_eq!(fs::read_dir(chart.parent().expect("a folder")).expect("a folder").count(), 1);
}

#[test]
fn invalid_battle_files_are_rejected_with_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("battle.toml");
    let told = |text: &str| {
        fs::write(&path, text).expect("written");
        let refused = battle(&[path.to_str().expect("a path")]).assert().code(2);
        assert!(refused.get_output().stdout.is_empty());
        String::from_utf8(refused.get_output().stderr.clone()).expect("text")
    };
    let sides = "[a]\nunits = [\"stark sworn swords\"]\n[b]\nunits = [\"lannister guardsmen\"]\n";
    let with = |battle: &str| told(&format!("[battle]\n{battle}\n{sides}"));
    assert!(with("mode = \"a-storm-of-swords\"").contains("by `siege` in the battle file"));
    assert!(with("mode = \"chess\"").contains("must be one of a-game-of-thrones"));
    assert!(with("mode = \"a-clash-of-kings\"\nrules = 1.4").contains("\"1.5\" or \"1.6\""));
    assert!(with("mode = \"a-clash-of-kings\"\nterain = 1").contains("did you mean `terrain`?"));
    assert!(with("mode = \"fire-and-blood\"\ntable = [30, 30]").contains("at least 48\""));
    let pieces = "terrain = [{ kind = \"bog\", at = [0, 0] }, { kind = \"bog\", at = [2, 0] }]";
    let overlapping = with(&format!("mode = \"a-clash-of-kings\"\n{pieces}"));
    assert!(overlapping.contains("piece 1 lies within 6\" of piece 0"), "{overlapping}");
    let many = ["\"stark sworn swords\""; 17].join(", ");
    let many = told(&format!(
        "[battle]\nmode = \"a-clash-of-kings\"\n[a]\nunits = [{many}]\n[b]\nunits = [\"grey wind\"]\n"
    ));
    assert!(many.contains("17 combat units; at most 16"), "{many}");
    let nine = ["\"stark sworn swords\""; 9].join(", ");
    let nine = told(&format!(
        "[battle]\nmode = \"a-game-of-thrones\"\n[a]\nunits = [{nine}]\n[b]\nunits = [\"grey wind\"]\n"
    ));
    assert!(nine.contains("no room in a deployment zone"), "{nine}");
}

/// The answer at an address of the server, without its host.
fn at(address: &str) -> Result<String, String> {
    let resource = warodds_server::Address::new(address).resource(&Default::default());
    let body = resource.and_then(|resource| resource.answer(&warodds::engine::StdControl));
    body.map(|body| body.text).map_err(|fault| fault.message().to_owned())
}

const STARK: &str = "scenarios/lists/stark-40.toml";
const LANNISTER: &str = "scenarios/lists/lannister-40.toml";

#[test]
fn battle_has_same_bits_as_link_address_lists_and_run() {
    let file = "scenarios/battles/clash-of-kings.toml";
    let of_lists = [
        "battle",
        "--a",
        STARK,
        "--b",
        LANNISTER,
        "--mode",
        "a-clash-of-kings",
        "--terrain",
        "random",
    ];
    for dice in [&[][..], &["--dice"]] {
        let options = [&["--games", "18", "--seed", "5"][..], dice].concat();
        let of = |first: &[&str], last: &[&str]| printed(&[first, &options, last].concat());
        for question in [&["battle", file][..], &of_lists] {
            let expected = of(question, &["--json"]);
            let link = of(question, &["--as", "link"]);
            assert_eq!(printed(&["ask", link.trim_end(), "--json"]), expected);
            assert_eq!(printed(&["ask", link.trim_end(), "--as", "link"]), link);
            let curl = of(question, &["--as", "curl"]);
            let words = shlex::split(&curl).expect("a line of a shell");
            let address = words[1].strip_prefix("http://localhost:8420").expect("the server");
            assert_eq!(at(address).expect("an answer"), expected);
            let command = of(question, &["--as", "command"]);
            let words = shlex::split(&command).expect("a line of a shell");
            let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
            assert_eq!(printed(&[&words[..], &["--json"]].concat()), expected);
        }
        let engine: &[&str] = if dice.is_empty() { &[] } else { &["--engine", "dice"] };
        let run = ["run", file, "--trials", "18", "--seed", "5", "--json"];
        let all: Value =
            serde_json::from_str(&printed(&[&run[..], engine].concat())).expect("JSON");
        let one: Value = serde_json::from_str(&of(&["battle", file], &["--json"])).expect("JSON");
        assert_eq!(all[0], one);
        // the file and the lists are the same battle under another title
        let mut listed: Value = serde_json::from_str(&of(&of_lists, &["--json"])).expect("JSON");
        listed["title"] = one["title"].clone();
        assert_eq!(listed, one);
    }
}

#[test]
fn battles_that_are_none_are_refused_with_their_fault() {
    let home = tempfile::tempdir().expect("a directory");
    let path = |name: &str, text: &str| {
        let path = home.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("a plain path").to_owned()
    };
    let wrong = path("wrong.toml", "units = ['nobody at all']\n");
    let (none, text) = (path("none.toml", "[battle]\nmode = 3\n[a]\n[b]\n"), "no TOML\nat all\n");
    let lists = ["--a", STARK, "--b", LANNISTER];
    for (words, part) in [
        (vec!["battle"], "or two lists, as --a and --b"),
        (vec!["battle", "--a", STARK], "--b is missing"),
        (vec!["battle", STARK], "is a list of an army"),
        ([&["battle", STARK][..], &lists].concat(), "is a list of an army"),
        (
            vec!["battle", "--a", &wrong, "--b", STARK, "--mode", "fire-and-blood"],
            "wrong.toml:1:10",
        ),
        (vec!["battle", &none], "none.toml:2:8"),
        (vec!["battle", "no/such/file"], "cannot read"),
        (vec!["battle", "scenarios/duel.toml"], "use `warodds run"),
        (vec!["battle", text], "at all"),
    ] {
        let (out, stderr, code) = run_program(&words, "");
        assert_eq!((code, &*out), (Some(2), ""), "{words:?}: {stderr}");
        assert!(stderr.contains(part), "{words:?}: {stderr}");
    }
    let file = "scenarios/battles/clash-of-kings.toml";
    let link = printed(&["battle", file, "--as", "link"]);
    let (start, _) = link.split_once("?a=").expect("the list of a");
    // of a program and of HTTP, which name parameters each in its way
    let both = ["the text of a file"; 2];
    for (link, [part, part_of_api]) in [
        (start, ["whose text was not provided: add --a", "whose text was not provided: add `a`"]),
        ("battle/scenarios%2Fbattles%2Fclash-of-kings.toml", both),
        ("battle?a=list.toml", both),
        ("battle", ["as --a and --b", "as `a` and `b`"]),
    ] {
        let (_, stderr, code) = run_program(&["ask", link], "");
        assert!(code == Some(2) && stderr.contains(part), "{link}: {stderr}");
        let query = percent_encoding::utf8_percent_encode(link, percent_encoding::NON_ALPHANUMERIC);
        let fault = at(&format!("/api/ask?link={query}")).expect_err("it is refused");
        assert!(fault.contains(part_of_api), "{link}: {fault}");
    }
}

#[test]
fn names_of_fields_are_those_of_battle_files() {
    let choices = |id: &str| -> Vec<&str> {
        let keys = warodds::request::kind("battle").expect("a kind").keys();
        let key = keys.iter().find(|key| key.id == id).expect("a key");
        key.choices.iter().map(|choice| choice.name).collect()
    };
    let modes = warodds_battles::battle::Mode::ALL.map(|mode| mode.id());
    assert_eq!(choices("mode"), modes);
    let policies = warodds_battles::policy::PolicyKind::ALL.map(|(_, name)| name);
    assert_eq!((choices("a_policy"), choices("b_policy")), (policies.to_vec(), policies.to_vec()));
    let mut rules = warodds_battles::battle::Rulebook::ALL.map(|(_, name)| name);
    rules.reverse();
    assert_eq!(choices("rules"), rules);
}
