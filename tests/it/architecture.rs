//! What the crates do not hold by themselves: in which direction the modules of one crate depend on
//! each other, and what the crate of the rules must not touch.
//!
//! Sources are read line by line, comments left out: a path is `crate::` or as many `super::` as
//! lead to the crate's root, and the module named behind it. What no input may reach (`unwrap`,
//! `panic!`, printing outside of the command line) is denied by clippy in each crate's root.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules of a crate, each with those it may name besides itself.
type Directions<'a> = [(&'a str, &'a [&'a str])];

/// The directions in each crate, by its folder.
const MAY_NAME: [(&str, &Directions<'_>); 7] = [
    (
        "crates/battles/src",
        &[
            ("geometry", &[]),
            ("terrain", &["geometry"]),
            ("field", &["geometry", "terrain"]),
            // a battle as it is put, as it stands and as it is played; see the crate's root
            ("army", &["geometry"]),
            ("choice", &["geometry", "field"]),
            ("outcomes", &["army", "choice", "field"]),
            ("log", &["choice", "field", "geometry"]),
            ("dice", &["outcomes", "log"]),
            ("battle", &["army", "field", "geometry", "modes", "play", "terrain"]),
            ("state", &["battle", "field", "geometry", "modes"]),
            ("decision", &["battle", "choice", "field", "geometry", "outcomes", "state"]),
            (
                "modes",
                &[
                    // its tests set up armies and dice
                    "army", "dice", "battle", "choice", "field", "geometry", "outcomes", "log",
                    "play", "decision", "state", "terrain",
                ],
            ),
            (
                "play",
                &[
                    "army", "battle", "choice", "field", "geometry", "outcomes", "log", "dice",
                    "modes", "decision", "state", "terrain",
                ],
            ),
            ("schema", &["answer", "geometry", "modes", "policy", "replay", "terrain"]),
            // policies know no dice, and referees no policies
            (
                "policy",
                &[
                    "battle", "choice", "field", "geometry", "outcomes", "modes", "play",
                    "decision", "state", "terrain",
                ],
            ),
            (
                "referee",
                &[
                    "battle", "choice", "field", "outcomes", "log", "dice", "play", "run",
                    "decision", "state",
                ],
            ),
            (
                "run",
                &[
                    "battle", "choice", "field", "geometry", "outcomes", "log", "dice", "play",
                    "policy", "state",
                ],
            ),
            ("file", &["army", "battle", "geometry", "modes", "policy", "terrain"]),
            ("answer", &["battle", "file", "modes", "policy", "run"]),
            (
                "replay",
                &[
                    "battle", "choice", "field", "file", "geometry", "log", "modes", "referee",
                    "state", "terrain",
                ],
            ),
            ("lib", &[]),
        ],
    ),
    (
        "crates/engine/src",
        &[
            ("chance", &["control"]),
            ("control", &[]),
            ("counted", &[]),
            ("dist", &[]),
            ("run", &["chance", "control", "counted", "dist"]),
            ("lib", &["run"]),
        ],
    ),
    (
        "crates/questions/src",
        &[
            ("document", &[]),
            ("catalogue", &["document"]),
            ("army", &["document", "catalogue"]),
            // a scenario is a list of questions, and those are the study's; some of its keys are
            // read by the table of keys
            ("scenario", &["document", "catalogue", "study", "request"]),
            ("study", &[]),
            // cards are told as data too
            ("json", &["catalogue", "study", "request"]),
            // a request is answered as JSON
            ("request", &["document", "catalogue", "army", "study", "json"]),
            ("lib", &[]),
        ],
    ),
    // the reference model of a game knows nothing of another
    (
        "tests/reference/src",
        &[
            ("asoiaf", &[]),
            ("dice", &[]),
            ("attack", &["dice"]),
            ("effects", &["asoiaf"]),
            ("westeros", &[]),
            ("lib", &[]),
        ],
    ),
    (
        "crates/server/src",
        &[
            ("fault", &[]),
            ("page", &[]),
            ("openapi", &[]),
            ("parameters", &["fault"]),
            ("qr", &["fault"]),
            ("cards", &["fault"]),
            ("address_question", &["fault"]),
            // what is asked is answered without any network
            ("address", &["cards", "fault", "openapi", "parameters", "qr", "address_question"]),
            ("http", &["address", "fault", "page"]),
            ("lib", &[]),
        ],
    ),
    (
        "crates/shards/src",
        &[
            ("counts", &[]),
            ("error", &[]),
            ("run_spec", &[]),
            ("job", &["counts", "error", "run_spec"]),
            ("source", &["error", "run_spec", "job"]),
            ("file", &["counts", "error", "run_spec", "job", "source"]),
            ("answer_builder", &["counts", "error", "job"]),
            ("question_shards", &["answer_builder", "counts", "error", "file"]),
            ("merge", &["answer_builder", "error", "file", "run_spec", "question_shards", "job"]),
            ("schema", &["file"]),
            ("lib", &[]),
        ],
    ),
    // the command line names the libraries' modules as the root re-exports them
    (
        "src",
        &[
            ("report", &["counted", "dist", "study", "json", "request"]),
            // questions in a line, over the libraries alone
            ("front", &["study", "catalogue", "games", "engine"]),
            (
                "cli",
                &[
                    "report",
                    "study",
                    "scenario",
                    "army",
                    "catalogue",
                    "document",
                    "games",
                    "counted",
                    "dist",
                    "json",
                    "request",
                    "shard",
                ],
            ),
            ("lib", &[]),
            ("main", &[]),
        ],
    ),
];

/// Crates of rules, with at least so many sources.
const RULES: [(&str, usize); 2] = [("crates/battles/src", 15), ("crates/games/src", 60)];

/// What stands beside them and plays them often, on threads and with generators.
const RUNNERS: &str = "crates/battles/src/run/";

/// What rules never touch: chance alone gives them dice, and they answer by value.
const NOT_IN_RULES: [&str; 8] =
    ["rand::", "rayon::", "std::fs", "std::time", "std::env", "std::io", "std::net", "std::thread"];

/// All sources below a folder, with their text.
pub(crate) fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            all.push((path, text));
        }
    }
    all
}

/// Lines of code, by number, without comments.
pub(crate) fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .zip(1..)
        .map(|(line, number)| (number, line.split("//").next().unwrap_or_default()))
}

/// The modules from the root down to a file: `study/field/terms.rs` is `study`, `field`, `terms`.
pub(crate) fn modules(root: &Path, file: &Path) -> Vec<String> {
    let below = file.strip_prefix(root).expect("a file below its root").with_extension("");
    let names = below.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod").collect()
}

/// Modules at the root that a line names, by `crate::` or by enough `super::`.
fn named(line: &str, depth: usize) -> Vec<String> {
    let name = |from: &str| {
        from.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
    };
    let by_crate = line.match_indices("crate::").filter(|(at, _)| !line[..*at].ends_with('$'));
    let by_crate = by_crate.map(|(at, root)| name(&line[at + root.len()..]));
    let to_root = "super::".repeat(depth.max(1));
    let by_super = line.match_indices(&to_root).filter(|(at, _)| !line[..*at].ends_with("super::"));
    let by_super = by_super.map(|(at, ups)| name(&line[at + ups.len()..]));
    by_crate.chain(by_super).filter(|name| !name.is_empty() && name != "super").collect()
}

/// Every module that a file must not name, in words.
fn wrong_directions(
    root: &Path,
    known: &[(&str, &[&str])],
    file: &(PathBuf, String),
) -> Vec<String> {
    let (path, text) = file;
    let modules = modules(root, path);
    let own = modules.first().expect("a file has a name");
    let Some((_, allowed)) = known.iter().find(|(module, _)| module == own) else {
        return vec![format!("{}: no direction is laid down for it", path.display())];
    };
    let is_wrong = |name: &String| {
        name != own
            && known.iter().any(|(module, _)| module == name)
            && !allowed.contains(&name.as_str())
    };
    // a module in a file of its own begins below it
    let depth = modules.len();
    let wrong = code(text).flat_map(|(number, line)| {
        named(line, depth).into_iter().filter(is_wrong).map(move |name| (number, name))
    });
    wrong.map(|(number, name)| format!("{}:{number} names {name}", path.display())).collect()
}

#[test]
fn modules_depend_in_one_direction() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (root, known) in MAY_NAME {
        let root = here.join(root);
        let all = sources(&root);
        assert!(all.len() > 10, "only {} sources were found in {}", all.len(), root.display());
        let wrong: Vec<_> =
            all.iter().flat_map(|file| wrong_directions(&root, known, file)).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn wrong_directions_are_seen() {
    let known: &Directions<'_> = &[("low", &[]), ("high", &["low"])];
    let seen = |file: &str, text: &str| {
        wrong_directions(Path::new("src"), known, &(Path::new("src").join(file), text.to_owned()))
            .len()
    };
    assert_eq!(seen("low/mod.rs", "use crate::high::A;"), 1);
    assert_eq!(seen("low/deep.rs", "use super::super::high::A;"), 1);
    assert_eq!(seen("low/deep.rs", "use super::high::A; // crate::high"), 0, "a module of its own");
    assert_eq!(seen("high/mod.rs", "use crate::low::A;"), 0);
    assert_eq!(seen("other.rs", ""), 1, "unknown");
}

#[test]
fn rules_touch_nothing_but_chance() {
    for (root, least) in RULES {
        let all = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(root));
        assert!(all.len() > least, "only {} sources were found in {root}", all.len());
        for (path, text) in &all {
            if path.to_string_lossy().contains(RUNNERS) {
                continue;
            }
            // its tests at the end may
            let rules = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            for (number, line) in code(rules) {
                let touched = NOT_IN_RULES.iter().find(|word| line.contains(**word));
                assert_eq!(touched, None, "{}:{number}", path.display());
            }
        }
    }
}
