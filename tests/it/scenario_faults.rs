//! What is wrong with a scenario is said all at once, at its place.

use std::fmt::Write as _;

use proptest::prelude::*;
use warodds::scenario::{
    FaultStyle, Faults, FileFault, LoadError, MAX_LISTED_FAULTS, MAX_QUESTIONS, load, parse,
};

const UNITS: &str = r#"[units.guards]
name = "Guardsmen"
defense = 4
morale = 7
speed = 4
attacks = [{ name = "Swords", hit = 4, dice = [6, 5, 4] }]
[units.bows]
name = "Bowmen"
defense = 5
morale = 7
attacks = [{ name = "Bows", kind = "long", hit = 4, dice = [7, 5, 3] }]
"#;

fn faults(text: &str) -> Faults {
    match parse("bad.toml", text) {
        Ok(scenario) => panic!("this is valid: {text}\n{scenario:?}"),
        Err(faults) => faults,
    }
}

fn with_units(text: &str) -> String {
    format!("{UNITS}{text}")
}

fn attack(keys: &str) -> String {
    with_units(&format!("[[attack]]\nattacker = 'guards'\ndefender = 'bows'\n{keys}"))
}

fn charge(keys: &str) -> String {
    with_units(&format!("[[charge]]\nattacker = 'guards'\ndefender = 'bows'\n{keys}"))
}

fn unit(keys: &str) -> String {
    format!("[units.u]\nname = 'U'\n{keys}\n[[panic]]\nunit = 'u'\n")
}

fn run(keys: &str) -> String {
    with_units(&format!("[[panic]]\nunit = 'bows'\n[run]\n{keys}"))
}

/// Each mistake a player might make, and some that no one would.
fn mistakes() -> Vec<(&'static str, String)> {
    let sound = "defense = 4\nmorale = 7";
    let armed = |keys: &str| unit(&format!("{sound}\nattacks = [{{ name = 'x', {keys} }}]"));
    let wide = format!(
        "hit_modifier = {0:?}\nsave_modifier = {0:?}\npanic_modifier = {0:?}\nauto_hits = {1:?}",
        (-12..=12).collect::<Vec<_>>(),
        (0..=60).collect::<Vec<_>>()
    );
    vec![
        ("empty file", String::new()),
        ("no question", UNITS.to_owned()),
        ("no TOML", "title = Guardsmen\nrun trials\n[units\n".to_owned()),
        ("unclosed text", "title = \"Guardsmen\n[run]\nseed = 1\n".to_owned()),
        ("key twice", attack("facing = 'front'\nfacing = 'rear'")),
        ("unknown table", with_units("[[atack]]\nattacker = 'guards'\n")),
        (
            "unknown game",
            with_units("[[panic]]\nunit = 'bows'\n").replacen(
                "[units",
                "game = 'chess'\n[units",
                1,
            ),
        ),
        ("unknown key", attack("faceing = 'rear'")),
        ("key unlike any", attack("colour = 'red'")),
        ("unknown facing", attack("facing = 'flanc'")),
        ("unknown unit", with_units("[[attack]]\nattacker = 'gards'\ndefender = 'orcs'")),
        ("unknown attack", attack("weapon = 'Sowrds'")),
        ("unknown token", attack("attacker_tokens = ['panicked', 'weekened']")),
        ("unknown tokens", attack("attacker_tokens = [['panic', 'weak'], 'none']")),
        ("token twice", attack("attacker_tokens = [['weakened', 'weakened']]")),
        ("missing keys", with_units("[[attack]]\n[[charge]]\nattacker = 'guards'\n")),
        ("no dice", armed("hit = 4, dice = [0, 5, 4]")),
        ("too few dice", armed("hit = 4, dice = [6, 5]")),
        (
            "dice of a cavalry",
            unit(&format!(
                "{sound}\ntype = 'cavalry'\nattacks = [{{ name = 'x', hit = 3, dice = 5 }}]"
            )),
        ),
        ("hit 7", armed("hit = 7, dice = [6, 5, 4]")),
        ("unknown kind", armed("kind = 'ranged', hit = 4, dice = [6, 5, 4]")),
        (
            "attacks of one name",
            unit(&format!(
                "{sound}\nattacks = [{{ name = 'x', hit = 4, dice = [6, 5, 4] }}, {{ name = 'x', \
                 hit = 3, dice = [6, 5, 4] }}]"
            )),
        ),
        ("unit of nothing", unit("")),
        ("unequal ranks", unit(&format!("{sound}\nmodels = 10"))),
        ("too many wounds", unit(&format!("{sound}\nwounds_per_model = 11"))),
        ("no models", unit(&format!("{sound}\nmodels = 0\nranks = 4"))),
        ("solo of many", unit(&format!("{sound}\nsolo = true\nmodels = 3"))),
        ("empty name", unit(&format!("{sound}\n")).replacen("'U'", "' '", 1)),
        ("all wounds lost", attack("defender_wounds_lost = 12\nattacker_wounds_lost = -1")),
        ("cover on melee", attack("cover = true")),
        (
            "ranged charge",
            with_units(
                "[[attack]]\nattacker = 'bows'\ndefender = 'guards'\nweapon = 'Bows'\ncharge = \
                 true",
            ),
        ),
        (
            "charge without a melee attack",
            with_units("[[attack]]\nattacker = 'bows'\ndefender = 'guards'\ncharge = true"),
        ),
        ("orderly disorder", attack("disorderly = true\nfortified = true")),
        (
            "charger without speed",
            with_units("[[charge]]\nattacker = 'bows'\ndefender = 'guards'\ndistance = 8"),
        ),
        (
            "charger without anything",
            with_units(
                "[[charge]]\nattacker = 'bows'\ndefender = 'guards'\ndistance = 8\nweapon = \
                 'Bows'\nattacker_wounds_lost = 500",
            ),
        ),
        (
            "many small sweeps",
            with_units(
                &format!(
                    "[[panic]]\nunit = 'bows'\npanic_modifier = {:?}\n",
                    (-12..=12).collect::<Vec<_>>()
                )
                .repeat(4_001),
            ),
        ),
        ("endless sweep", endless()),
        ("out of reach", charge("distance = 10.5")),
        ("out of reach in rough ground", charge("distance = 10\nterrain = 'rough'")),
        ("negative distance", charge("distance = [-1, nan, 101, 'far']")),
        ("crossed and not", charge("distance = 8\nterrain = 'hindering+hindering-edge'")),
        ("ranged duel", with_units("[[duel]]\na = 'bows'\nb = 'guards'\nactivations = 0")),
        ("empty sweep", attack("facing = []")),
        ("value twice", charge("distance = [8, 8.0]")),
        ("list in a list", attack("hit_modifier = [[1, 2], 3]")),
        ("too many questions", attack(&wide)),
        (
            "wrong types",
            attack(
                "facing = 1\ncharge = 'yes'\nhit_modifier = 'plus one'\nsave_modifier = \
                 0.5\ndefender_tokens = true",
            ),
        ),
        (
            "tables where values belong",
            attack("facing = { from = 'rear' }").replacen("[units", "run = 3\n[units", 1),
        ),
        ("trials 0", run("trials = 0\nthreads = 5000\nseed = -1")),
        ("trials with a point", run("trials = 1e6")),
        (
            "huge numbers",
            run("trials = 99999999999999999999\nseed = 0xffff_ffff_ffff_ffff_f\nprecision = 1e999"),
        ),
        ("precision", run("precision = nan")),
        ("spread out run", run("seed = [1, 2]")),
        ("control characters", attack("\"\\u001b[31m\" = 1\nweapon = \"a\\nb\"")),
    ]
}

/// A duel of more combinations than 64 bits can count.
fn endless() -> String {
    let list = |least: i32, most: i32| format!("{:?}", (least..=most).collect::<Vec<_>>());
    let keys = [
        ("hit_modifier", list(-12, 12)),
        ("save_modifier", list(-12, 12)),
        ("panic_modifier", list(-12, 12)),
        ("auto_hits", list(0, 60)),
        ("wounds_lost", list(0, 11)),
        ("reroll_attacks", "[true, false]".to_owned()),
        ("reroll_saves", "[true, false]".to_owned()),
        ("reroll_morale", "[true, false]".to_owned()),
        ("spending", "['never', 'always']".to_owned()),
        ("tokens", "[[], 'weakened', 'panicked', 'vulnerable']".to_owned()),
    ];
    let sides = ["a", "b"].iter().flat_map(|side| {
        keys.iter().map(move |(key, values)| format!("{side}_{key} = {values}\n"))
    });
    with_units(&format!(
        "[[duel]]\na = 'guards'\nb = 'guards'\nactivations = {}\n{}",
        list(1, 120),
        sides.collect::<String>()
    ))
}

#[test]
fn each_mistake_is_told_well() {
    let mut told = String::new();
    for (mistake, text) in mistakes() {
        writeln!(told, "## {mistake}\n{}\n", faults(&text)).expect("a string takes all");
    }
    insta::assert_snapshot!(told);
}

#[test]
fn all_faults_are_told_at_once_each_at_its_place() {
    let text = "title = 3\n[units.a]\ndefense = 1\nmorale = 7\n\n[[attack]]\nattacker = \
                \"a\"\ndefender = \"b\"\n\tfacing = [\"front\", \"naïve\", \"up\"] # ö\n";
    let faults = faults(text);
    let places: Vec<(usize, usize)> =
        faults.iter().map(|fault| (fault.line(), fault.column())).collect();
    assert_eq!(places, [(1, 9), (3, 11), (8, 12), (9, 21), (9, 30)]);
    assert_eq!((faults.count(), faults.more(), faults.source_name()), (5, 0, "bad.toml"));
}

#[test]
fn a_fault_in_a_unit_is_told_once() {
    let text = "[units.a]\ndefense = 9\nmorale = 7\n[[panic]]\nunit = 'a'\npanic_modifier = [0, \
                -1]\n[[duel]]\na = 'a'\nb = 'a'\n";
    assert_eq!(faults(text).count(), 1);
}

#[test]
fn faults_are_drawn_with_their_lines() {
    let text = attack("facing = ['front', 'flanc']\n# größe\ncharge = 'yes' # ü\n");
    insta::assert_snapshot!(drawn(&faults(&text)));
}

#[test]
fn a_fault_far_along_a_line_is_drawn_with_its_neighbours() {
    let line = format!("auto_hits = [{} 'üp'] # {}", "1,\t".repeat(60_000), "é".repeat(1_000));
    let told = faults(&attack(&format!("# größe\n{line}\n# end")));
    let far = told.iter().find(|fault| fault.message().contains("üp")).expect("it is told");
    assert_eq!((far.line(), far.column()), (16, 180_015));
    insta::assert_snapshot!(drawn([far]));
}

fn drawn<'a>(faults: impl IntoIterator<Item = &'a FileFault>) -> String {
    faults.into_iter().map(|fault| fault.render(FaultStyle::Unicode, 100) + "\n").collect()
}

/// Files that aim at the reader, each about a megabyte.
fn attempts() -> Vec<(&'static str, String)> {
    let size = 1 << 20;
    let fill = |part: &str| part.repeat(size / part.len());
    vec![
        ("lists in lists", format!("a = {}", fill("["))),
        ("closed lists in lists", format!("a = {}{}", "[".repeat(size / 2), "]".repeat(size / 2))),
        ("tables in tables", format!("x = {}", fill("{a="))),
        ("both", format!("x = {}", fill("[{a="))),
        ("wrong ends", format!("x = {}", fill("[}"))),
        ("wrong ends of tables", format!("x = {}", fill("{a=]"))),
        ("ends", format!("x = {}{}", fill("]"), "[".repeat(100_000))),
        ("a long key", format!("{}a = 1", fill("a."))),
        ("a long header", format!("[{}a]", fill("a."))),
        ("a long key of texts", format!("{}a = 1", fill("\"a\" . "))),
        ("long keys in tables", format!("x = {}", fill("{a.a.a.a.a.a.a.a.a.a.a.a.a.a.a="))),
        ("headers", fill("[[attack]]\n")),
        ("headers of units", (0..40_000).map(|id| format!("[units.u{id}]\n")).collect()),
        (
            "units and a typing error",
            (0..30_000)
                .map(|id| format!("[units.u{id}]\n"))
                .chain(["[[panic]]\nunit='v'".to_owned()])
                .collect(),
        ),
        ("unknown keys", (0..80_000).map(|id| format!("k{id} = 1\n")).collect()),
        ("one line", fill("a=1,")),
        ("equals", fill("=")),
        ("lines of nonsense", fill("?\n")),
        ("quotes", fill("\"")),
        ("a text", format!("title = \"{}", fill("ü"))),
        ("breaks", fill("\r")),
        ("zeros", fill("\0")),
        ("a number", format!("[run]\nseed = {}", fill("9"))),
        ("values", attack(&format!("hit_modifier = [{}]", fill("1,")))),
        ("wrong values", attack(&format!("hit_modifier = [{}]", fill("99,")))),
        (
            "a product",
            attack(&format!(
                "charge = [{0}]\ndisorderly = [{0}]\ncover = [{0}]",
                "true,".repeat(60_000)
            )),
        ),
        ("one key again", attack(&fill("facing = 'front'\n"))),
    ]
}

#[test]
fn hostile_files_are_refused_with_few_faults() {
    for (attempt, text) in attempts() {
        let faults = faults(&text);
        let drawn = drawn(&faults);
        assert!(
            faults.iter().len() <= MAX_LISTED_FAULTS && faults.to_string().len() < 40_000,
            "{attempt} is described at length"
        );
        assert!(drawn.len() < 200_000, "{attempt} is drawn at length: {}", drawn.len());
    }
}

#[test]
fn a_long_list_of_faults_is_cut_short() {
    let text = with_units(&"[[attack]]\nattacker = 'nobody'\n".repeat(100));
    let faults = faults(&text);
    assert_eq!((faults.iter().len(), faults.count()), (MAX_LISTED_FAULTS, 100));
    assert!(faults.to_string().ends_with("\nand 50 more"));
}

#[test]
fn the_most_questions_are_read() {
    let list = |least: i32, most: i32| format!("{:?}", (least..=most).collect::<Vec<_>>());
    let sweeps = format!(
        "hit_modifier = {0}\nsave_modifier = {0}\nauto_hits = {1}\ndefender_wounds_lost = {2}\n",
        list(-12, 12),
        list(1, 16),
        list(1, 10)
    );
    let scenario =
        parse("large.toml", &attack(&sweeps)).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(scenario.asked.len() as u64, MAX_QUESTIONS);
}

#[test]
fn files_that_are_no_text_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    };
    let told = |path: &std::path::Path| match load(path) {
        Ok(_) => panic!("{} is valid", path.display()),
        Err(error) => {
            error.to_string().replace(&folder.path().display().to_string(), "…").replace('\\', "/")
        }
    };
    let latin = file("latin.toml", b"# one\ntitle = \"gr\xf6\xdfe\"\n");
    assert_eq!(
        told(&latin),
        "…/latin.toml is not UTF-8 text: byte 17, on line 2, cannot be read; save the file as \
         UTF-8"
    );
    let large = folder.path().join("large.toml");
    std::fs::File::create(&large).and_then(|file| file.set_len(20 << 20)).expect("a large file");
    assert_eq!(
        told(&large),
        "…/large.toml is too large: it has 20971520 bytes, and at most 1048576 are read"
    );
    assert_eq!(told(folder.path()), "… is a directory, not a file");
    assert!(matches!(load(&folder.path().join("none.toml")), Err(LoadError::Io { .. })));
    assert!(matches!(load(&file("empty.toml", b"")), Err(LoadError::Faults(_))));
    assert!(
        load(&file("good.toml", with_units("[[panic]]\nunit = 'bows'").as_bytes()))
            .is_ok_and(|scenario| scenario.title == "good")
    );
}

#[cfg(unix)]
#[test]
fn an_endless_file_is_refused() {
    // a device is refused before anything is read of it
    assert!(matches!(load(std::path::Path::new("/dev/zero")), Err(LoadError::NotAFile { .. })));
}

/// A valid file with all kinds of tables.
fn sound() -> String {
    with_units(
        "[run]\ntrials = 1_000\n[[attack]]\nattacker = 'guards'\ndefender = 'bows'\nfacing = \
         ['front', 'rear']\ndefender_tokens = [[], 'panicked']\n[[charge]]\nattacker = \
         'guards'\ndefender = 'bows'\ndistance = [7.5, 8]\nterrain = ['open', ['rough', \
         'hindering']]\n[[panic]]\nunit = 'bows'\npanic_modifier = -1\n[[duel]]\na = 'guards'\nb = \
         'guards'\n",
    )
}

/// Reads the text, and draws what is wrong with it.
fn survives(text: &str) {
    match parse("any.toml", text) {
        Ok(scenario) => assert!(!scenario.asked.is_empty()),
        Err(faults) => {
            assert!(
                faults.count() > 0 && !drawn(&faults).is_empty() && !faults.to_string().is_empty()
            );
            let lines = text.split('\n').count();
            assert!(faults.iter().all(|fault| fault.line() <= lines), "a line beyond the end");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_survived(text in "\\PC{0,200}") {
        survives(&text);
    }

    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn toml_like_text_is_survived(parts in proptest::collection::vec(prop::sample::select(vec![
        "[units.a]", "[[attack]]", "[[duel]]", "\n", "\r\n", "=", "'", "\"", "\"\"\"", "[", "]", "{", "}", ",", ".", "a", "ä", "\t", "1", "-", "nan",
        "dice = [6, 5, 4]", "attacker = 'a'", "facing", "#", "\u{feff}", "defense = 4\n", "morale = 7\n", "[[units.a.attacks]]", "true",
    ]), 0..60)) {
        survives(&parts.concat());
    }

    #[test]
    fn a_mutated_file_is_survived(cuts in proptest::collection::vec((any::<prop::sample::Index>(), 0_usize..12, "\\PC{0,4}|[0-9'\\[\\],=.\n-]{0,3}"), 1..5)) {
        let mut text: Vec<char> = sound().chars().collect();
        for (at, length, insert) in cuts {
            let start = at.index(text.len() + 1);
            let end = (start + length).min(text.len());
            text.splice(start..end, insert.chars());
        }
        survives(&text.into_iter().collect::<String>());
    }
}
