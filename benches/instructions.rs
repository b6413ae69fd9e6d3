//! Instructions of the hot kernels under Callgrind, held against `benches/instructions.toml`.
//!
//! Counts repeat where times do not, so they can guard against regressions: a kernel that takes
//! over 3 % more than the baseline fails the run. What is counted is the program as it ships, asked
//! by its ordinary commands, each twice: for less and for more of the same. The difference is what
//! the further resolutions, distributions or rounds took; start-up, reading and printing cancel
//! out. That needs no symbols, no markers and no second build of the engines, and does not depend
//! on paths or on the environment.
//!
//! ```sh
//! cargo bench --bench instructions              # needs Valgrind, and says so where there is none
//! cargo bench --bench instructions -- --renew   # writes the baseline anew
//! WARODDS_COUNTED=target/release/warodds cargo test --bench instructions -- --count   # counts a program that is there
//! ```
//!
//! Callgrind is called directly and not through gungraun: that counts functions of a bench, so the
//! engines would be compiled once more, for minutes; it keeps its baselines in `target/`; and
//! without a helper program of exactly its version, minutes to build as well, a bench stops, as a
//! test too. Another compiler makes other code: then the counts are shown beside the baseline, and
//! nothing fails. Valgrind has no AVX-512; wide kernels are counted on AVX2, which the same text
//! compiles to. As a test nothing is counted, but every command is tried.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

/// How much more than the baseline a kernel may take.
const TOLERANCE: f64 = 0.03;
/// An attack of 8 dice on 3+ with reroll against 4+ with blocks rerolled, morale 8, 12 wounds.
const S2: &str = "attack --dice 8 --hit 3 --charge --defense 4 --force-reroll-saves --morale 8";
/// The same with six effects.
const SIX: &str = "attack six struck --charge --force-reroll-saves --catalogue cards.toml";
/// Infantry against infantry: 7/5/4 dice on 3+ against 6/5/4 on 4+, both 4+, morale 6 and 7.
const DUEL: &str = "duel one other --catalogue cards.toml";
/// One plain card against those of some cost, S2 in every cell. By cost, for names would take
/// longer to look up than cells.
const PLAIN: &str =
    "matrix --attackers 89 --charge --force-reroll-saves --catalogue cards.toml --defenders";
/// Twelve cards with abilities against those of some cost.
const TWELVE: &str = "matrix --attackers 92..93 --rules 2021 --catalogue cards.toml --defenders";
/// Cards of our own, with six effects and for the duel, and abilities.
const CARDS: &str = r#"
faction = "Counted"

[[ability]]
name = "five"
season = "2021"
effects = [{ when = "attacking", critical = 1, precision = true, reroll_attack = true, saves = -1, morale = -2 }]
[[ability]]
name = "sixth"
season = "2021"
effects = [{ when = "attacked", block = 1 }]
[[ability]]
name = "healing"
season = "2021"
effects = [{ when = "after-attacking", dealt = true, heal = { base = 1, per = "enemy-ranks-lost" } }]

[units]
six = { name = "Six", defense = 4, morale = 6, attacks = [{ name = "six", hit = 3, dice = [8, 8, 8] }], abilities = ["five"], season = "2021", source = "own" }
struck = { name = "Struck", defense = 4, morale = 8, abilities = ["sixth"], season = "2021", source = "own" }
one = { name = "One", defense = 4, morale = 6, attacks = [{ name = "one", hit = 3, dice = [7, 5, 4] }], season = "2021", source = "own" }
other = { name = "Other", defense = 4, morale = 7, attacks = [{ name = "other", hit = 4, dice = [6, 5, 4] }], season = "2021", source = "own" }
"#;

/// A command for less and for more.
struct Kernel {
    /// Its name in the baseline.
    name: &'static str,
    /// The instructions it runs on.
    isa: &'static str,
    /// Both commands.
    commands: [String; 2],
    /// How many more resolutions, distributions or rounds the second comes to.
    more: f64,
}

/// Whole blocks of resolutions by an engine: few and many.
fn rolled(
    name: &'static str,
    isa: &'static str,
    question: &str,
    engine: &str,
    blocks: u64,
) -> Kernel {
    const BLOCK: u64 = 8_192;
    let command = |blocks: u64| format!("{question} --engine {engine} --trials {}", blocks * BLOCK);
    // numbers of as many digits, so that printing cancels out
    Kernel { name, isa, commands: [command(2), command(2 + blocks)], more: (blocks * BLOCK) as f64 }
}

/// All kernels.
fn kernels() -> Vec<Kernel> {
    const LANES: &str = "monte-carlo";
    let exact = |name, commands, more| Kernel { name, isa: "portable", commands, more };
    vec![
        rolled("S2, a resolution in lanes on portable", "portable", S2, LANES, 20),
        rolled("S2, a resolution in lanes on avx2", "avx2", S2, LANES, 60),
        rolled("S2 with six effects, a resolution in lanes on avx2", "avx2", SIX, LANES, 30),
        rolled("duel of six rounds, a resolution in lanes on avx2", "avx2", DUEL, LANES, 10),
        // the standard generator has vectors of its own
        rolled("S2, a resolution die by die", "avx2", S2, "dice", 4),
        exact(
            "S2, an exact distribution in a matrix",
            [format!("{PLAIN} 90"), format!("{PLAIN} 90..91")],
            50.0,
        ),
        exact(
            "duel, an exact round after the first",
            [format!("{DUEL} --rounds 1"), format!("{DUEL} --rounds 6")],
            // five more rounds of each order of the first attack
            10.0,
        ),
        exact(
            "an exact distribution in a matrix of 12 × 12 units",
            [format!("{TWELVE} 92"), format!("{TWELVE} 92..93")],
            72.0,
        ),
    ]
}

/// The program that is counted.
fn program() -> PathBuf {
    let named = std::env::var_os("WARODDS_COUNTED").map(PathBuf::from);
    let program = named.unwrap_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_warodds")));
    std::fs::canonicalize(&program).unwrap_or_else(|error| panic!("{}: {error}", program.display()))
}

/// Gives the program a command, by way of another program and its options if there are any.
fn ask(through: &[OsString], isa: &str, command: &str, folder: &Path) -> Output {
    let words: Vec<OsString> =
        through.iter().cloned().chain([program().into_os_string()]).collect();
    let mut process = Command::new(&words[0]);
    process
        .args(&words[1..])
        .args(command.split(' '))
        .env("WARODDS_ISA", isa)
        .env("COLUMNS", "100")
        .env("RAYON_NUM_THREADS", "1");
    let output = process.current_dir(folder).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Instructions of a command under Callgrind.
fn counted(isa: &str, command: &str, folder: &Path) -> u64 {
    let callgrind =
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"].map(OsString::from);
    let told = String::from_utf8_lossy(&ask(&callgrind, isa, command, folder).stderr).into_owned();
    let count = told.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    count.unwrap_or_else(|| panic!("Callgrind counted nothing:\n{told}"))
}

/// Instructions for each resolution, distribution or round.
fn instructions(kernel: &Kernel, folder: &Path) -> f64 {
    let [less, more] =
        kernel.commands.each_ref().map(|command| counted(kernel.isa, command, folder));
    (more as f64 - less as f64) / kernel.more
}

/// The compiler, as it calls itself.
fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    output.map_or_else(
        |_| "unknown".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

/// Where the baseline is kept.
fn baseline() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.toml")
}

/// Writes the baseline.
fn renew(found: &[(&str, f64)]) {
    let mut text = String::from(
        "# Instructions under Callgrind; `cargo bench --bench instructions -- --renew` writes \
         this file.\n",
    );
    let _ = writeln!(
        text,
        "compiler = \"{}\"\nprocessor = \"{}\"\n\n[instructions]",
        compiler(),
        std::env::consts::ARCH
    );
    for (name, count) in found {
        let _ = writeln!(text, "\"{name}\" = {count:.1}");
    }
    std::fs::write(baseline(), text).unwrap();
}

/// Shows what was found beside the baseline; whether it may pass.
fn compare(found: &[(&str, f64)]) -> bool {
    let baseline: toml::Table = std::fs::read_to_string(baseline()).unwrap().parse().unwrap();
    let told = |key: &str| baseline.get(key).and_then(toml::Value::as_str).unwrap_or_default();
    let is_alike = (told("compiler"), told("processor")) == (&compiler(), std::env::consts::ARCH);
    let before = |name: &str| baseline.get("instructions")?.get(name)?.as_float();
    let change = |&(name, now): &(&str, f64)| before(name).map(|before| now / before - 1.0);
    println!("| kernel | instructions | baseline | change |\n| --- | --- | --- | --- |");
    for one in found {
        let before = before(one.0).map_or("–".to_owned(), |before| format!("{before:.1}"));
        let change =
            change(one).map_or("–".to_owned(), |change| format!("{:+.1} %", 100.0 * change));
        println!("| {} | {:.1} | {before} | {change} |", one.0, one.1);
    }
    let is_worse = |one: &(&str, f64)| change(one).is_none_or(|change| change > TOLERANCE);
    let worse: Vec<&str> = found.iter().filter(|one| is_worse(one)).map(|one| one.0).collect();
    if !is_alike {
        println!(
            "only shown: the baseline was made by {}, this program by {}",
            told("compiler"),
            compiler()
        );
    } else if !worse.is_empty() {
        println!(
            "over 3 % more instructions than the baseline, or not in it: {}",
            worse.join("; ")
        );
        println!("where that is meant: cargo bench --bench instructions -- --renew");
    } else if found.iter().any(|one| change(one).is_some_and(|change| change < -TOLERANCE)) {
        println!("better than the baseline; renew it: cargo bench --bench instructions -- --renew");
    }
    !is_alike || worse.is_empty()
}

/// A folder with the cards: those above, plain ones that cost 89 (one), 90 (10) and 91 (50), and
/// twelve of all kinds that cost 92 or 93.
fn cards() -> tempfile::TempDir {
    let card =
        |id: usize, cost: usize, abilities: &str, [dice, hit, defense, morale]: [usize; 4]| {
            let attacks =
                format!("[{{ name = \"arms\", hit = {hit}, dice = [{dice}, {dice}, {dice}] }}]");
            let numbers = format!(
                "cost = {cost}, defense = {defense}, morale = {morale}, attacks = {attacks}, \
                 abilities = [{abilities}]"
            );
            format!(
                "card-{id} = {{ name = \"Card {id}\", {numbers}, season = \"2021\", source = \
                 \"own\" }}\n"
            )
        };
    let cost = |id| if id == 0 { 89 } else { 90 + usize::from(id > 10) };
    let plain = (0..61).map(|id| card(id, cost(id), "", [8, 3, 4, 8]));
    let abilities = [
        "",
        "\"five\"",
        "\"sixth\"",
        "\"healing\"",
        "\"five\", \"healing\"",
        "\"sixth\", \"healing\"",
    ];
    let able = (0..12).map(|id| {
        card(
            100 + id,
            92 + id % 2,
            abilities[id % 6],
            [5 + id % 4, 3 + id % 3, 3 + id % 4, 5 + id % 5],
        )
    });
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("cards.toml"),
        CARDS.to_owned() + &plain.chain(able).collect::<String>(),
    )
    .unwrap();
    folder
}

fn main() -> ExitCode {
    let has = |wanted: &str| std::env::args().any(|argument| argument == wanted);
    let is_here = |isa: &str| isa == "portable" || cfg!(target_arch = "x86_64") && is_avx2_here();
    let (folder, kernels) = (cards(), kernels());
    let (here, elsewhere): (Vec<_>, Vec<_>) =
        kernels.iter().partition(|kernel| is_here(kernel.isa));
    elsewhere.iter().for_each(|kernel| {
        println!("skipped: {}: this processor has no {}", kernel.name, kernel.isa)
    });
    if !has("--bench") && !has("--count") {
        here.iter()
            .for_each(|kernel| drop(ask(&[], kernel.isa, &kernel.commands[0], folder.path())));
    } else if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: instructions are counted with Valgrind, which is not here");
    } else {
        let found: Vec<_> =
            here.iter().map(|kernel| (kernel.name, instructions(kernel, folder.path()))).collect();
        if has("--renew") {
            renew(&found);
        }
        if !compare(&found) {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

#[cfg(target_arch = "x86_64")]
fn is_avx2_here() -> bool {
    is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
const fn is_avx2_here() -> bool {
    false
}
