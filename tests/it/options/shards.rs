//! The commands that share runs out, and merge them.

use std::path::PathBuf;
use std::sync::LazyLock;

use assert_cmd::Command;
use tempfile::TempDir;

use super::cases::{Case, Way, beside, changes, of, refusals, same, silence, words};
use super::check;

/// Shards of a scenario: blocks 0 and 1 in `whole`, block 1 alone in `gap`.
static SHARDS: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a folder");
    for (file, block) in [("whole/0.json", "0"), ("whole/1.json", "1"), ("gap/1.json", "1")] {
        let mut command = Command::cargo_bin("warodds").expect("the binary is built");
        let asked = ["shard", "scenarios/duel.toml", "--block", block, "--blocks", "1", "--out"];
        let done = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(asked);
        done.arg(folder.path().join(file)).assert().success();
    }
    folder
});

/// Where they are.
pub(super) fn counted() -> PathBuf {
    SHARDS.path().to_owned()
}

/// All ways to ask.
pub(super) fn ways() -> Vec<Way> {
    let way = |name, command, base: &str, cases: Vec<Case>| Way {
        name,
        command,
        base: words(base),
        dice: false,
        cases,
    };
    let rest = "--block 0 --blocks 1 --out DIRECTORY/a.shard";
    vec![
        way("shard", "shard", &format!("shard scenarios/duel.toml {rest}"), shard()),
        way("merge", "merge", "merge SHARDS/whole", [merge(), gaps()].concat()),
    ]
}

fn shard() -> Vec<Case> {
    [
        changes(&["--block 1", "--blocks 2", "--seed 9", "--out DIRECTORY/b.shard"]),
        changes(&["--question mirror", "--engine dice"]),
        refusals(&["--engine exact"], "has no counts to merge"),
        same("--threads 1", "any number of threads gives the same counts"),
        refusals(&["--threads 0"], "from 1 to 1024"),
        silence("--quiet"),
    ]
    .concat()
}

fn merge() -> Vec<Case> {
    [
        changes(&["--json", "--csv", "--full", "--out DIRECTORY"]),
        beside(&["--json"], refusals(&["--csv"], "cannot be used with")),
        beside(&["--out DIRECTORY"], changes(&["--charts none"])),
        refusals(&["--charts all", "--open"], "--out"),
        beside(&["--out DIRECTORY", "--charts none"], silence("--quiet")),
    ]
    .concat()
}

fn gaps() -> Vec<Case> {
    of("merge SHARDS/gap", changes(&["--allow-gaps"]))
}

#[test]
fn no_option_of_shards_is_ignored() {
    check(&ways());
}
