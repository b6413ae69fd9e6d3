//! The commands about whole battles.

use super::cases::{Case, Way, beside, changes, of, refusals, same, words};
use super::check;

/// All ways to ask.
pub(super) fn ways() -> Vec<Way> {
    let way = |name: &'static str, end: &str, cases: Vec<Case>| Way {
        name,
        command: name,
        base: words(&format!("{name} tests/it/options/battle.toml{end}")),
        dice: false,
        cases,
    };
    let played = [
        changes(&["--games 2", "--seed 5", "--dice", "--out DIRECTORY"]),
        beside(&["--out DIRECTORY"], changes(&["--charts none"])),
        refusals(&["--charts all"], "--out"),
        refusals(&["--games 0"], "from 1"),
        same("--threads 1", "any number of threads gives the same answer"),
        refusals(&["--threads 0"], "from 1 to 1024"),
        same("--quiet", "it is about progress, and nobody watches here"),
        of("battle tests/it/options/battle.toml", changes(&["--json"])),
    ];
    let replayed = [
        changes(&["--game 2", "--seed 5", "--log DIRECTORY/log.json", "--out DIRECTORY"]),
        refusals(&["--game 0"], "from 1"),
        same("--quiet", "it is about notes on files, and none are written"),
    ];
    vec![
        way("battle", " --json", played.concat()),
        way("battle replay", "", replayed.concat()),
        // it has a log, and no options
        way("battle check", "", Vec::new()),
    ]
}

#[test]
fn no_option_of_a_battle_is_ignored() {
    check(&ways());
}
