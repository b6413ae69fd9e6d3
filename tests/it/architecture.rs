//! What rules, policies and referees must not touch.
//!
//! Sources are read line by line, comments left out. `circles.rs` checks the directions between the
//! modules of a crate. What no input may reach (`unwrap`, `panic!`, printing outside of the command
//! line) is denied by clippy in each crate's root.

use std::fs;
use std::path::{Path, PathBuf};

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

/// Policies know no dice to come, and referees accept whatever is legal.
#[test]
fn policies_see_no_dice_and_referees_no_policies() {
    for (folder, other) in [("policy", "dice::"), ("referee", "policy::")] {
        let all =
            sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/battles/src").join(folder));
        assert!(!all.is_empty(), "{folder} has no sources");
        for (path, text) in &all {
            let found = code(text).find(|(_, line)| line.contains(&format!("crate::{other}")));
            assert_eq!(found, None, "{}", path.display());
        }
    }
}

/// `cargo test` in `.ci/run` selects the default members; tests of any other package need a command
/// there that names it. All packages of the workspace lie in its folder.
#[test]
fn every_package_with_tests_is_tested_by_ci() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let metadata = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root)
        .output()
        .expect("cargo can be called");
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).expect("JSON");
    let ci = fs::read_to_string(root.join(".ci/run")).expect("the checks before a change lands");
    assert!(ci.lines().any(|line| line == "cargo test --locked"), "all default members are tested");
    let is_default = |package: &serde_json::Value| {
        let defaults = metadata["workspace_default_members"].as_array().expect("a list");
        defaults.contains(&package["id"])
    };
    let packages = metadata["packages"].as_array().expect("a list");
    let tested = packages.iter().filter(|package| has_tests(package)).inspect(|package| {
        let name = package["name"].as_str().expect("a name");
        let is_named = ci
            .lines()
            .any(|line| line.contains("cargo test") && line.contains(&format!(" -p {name} ")));
        assert!(is_default(package) || is_named, "no test of {name} is run");
    });
    assert!(tested.count() > 8, "the packages with tests were not found");
}

/// Whether a package has tests in the folders of its sources or of its tests.
fn has_tests(package: &serde_json::Value) -> bool {
    let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
    let folders = ["src", "tests"].map(|folder| manifest.with_file_name(folder));
    let all = folders.iter().filter(|folder| folder.is_dir()).flat_map(|folder| sources(folder));
    all.map(|(_, text)| text).any(|text| code(&text).any(|(_, line)| line.contains("#[test]")))
}
