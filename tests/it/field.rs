//! Matrices and comparisons, as players ask for them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crate::common::program::{json, printed, warodds};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

const SWORDS: &str = "stark-sworn-swords";
const GUARDS: &str = "lannister-guardsmen";
const BOWMEN: &str = "stark-bowmen";

/// What stderr says of input that is wrong.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = warodds(arguments);
    assert_eq!(
        output.status.code(),
        Some(2),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stdout)
    );
    assert!(output.stdout.is_empty());
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(!told.contains("panicked at"), "{told}");
    told
}

fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no number at {path}"))
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

/// Wounds of `dice`, each unblocked with chance `p`, on a unit of 12 with morale 7+: the unblocked
/// ones, and after any of them a panic test that 15 of 36 fail, for D3 + 1, which is 3 in the mean.
/// Never more than 7 + 4, so that nothing is cut off at 12.
fn on_morale_7(dice: i32, p: f64) -> f64 {
    f64::from(dice) * p + (1.0 - (1.0 - p).powi(dice)) * 15.0 / 36.0 * 3.0
}

#[test]
fn cells_are_what_is_worked_out_by_hand() {
    // Sworn Swords: 7 dice on 4+, 5 points; Bowmen: a short sword, 5 dice on 5+, 6 points;
    // Guardsmen: 3+ and 7+
    let (swords, bowmen) = (on_morale_7(7, 1.0 / 2.0 / 3.0), on_morale_7(5, 1.0 / 3.0 / 3.0));
    let plain = ["--no-orders", "--without", "winter's bite"];
    let field =
        ["matrix", "--attackers", "stark sworn swords, stark bowmen", "--defenders", GUARDS];
    let of_kind =
        |kind: &str, more: &[&str]| json(&[&field, &plain[..], &["--weapon", kind], more].concat());
    let ask = |more: &[&str]| of_kind("melee", more);
    let answer = ask(&[]);
    assert_eq!(
        (&answer["schema"], &answer["engine"], &answer["metric"]),
        (&"warodds/matrix/1".into(), &"exact".into(), &"wounds".into())
    );
    assert_eq!(
        (&answer["attackers"][0]["id"], &answer["attackers"][1]["id"]),
        (&SWORDS.into(), &BOWMEN.into()),
        "by cost"
    );
    close(number(&answer, "/values/mean_wounds/0/0"), swords);
    close(number(&answer, "/values/mean_wounds/1/0"), bowmen);
    close(number(&answer, "/values/wounds_per_point/0/0"), swords / 5.0);
    close(number(&answer, "/values/wounds_per_point/1/0"), bowmen / 6.0);
    close(number(&answer, "/values/p_destroyed/0/0"), 0.0);
    // one or more: any of the seven
    close(
        number(&ask(&["--at-least", "1"]), "/values/p_at_least/0/0"),
        1.0 - (5.0_f64 / 6.0).powi(7),
    );
    // eleven: seven unblocked, a failed test and a 3 on the D3
    close(
        number(&ask(&["--at-least", "11"]), "/values/p_at_least/0/0"),
        (1.0_f64 / 6.0).powi(7) * 15.0 / 36.0 / 3.0,
    );
    // the only ranged attack: 7 dice on 3+, and nobody else has one
    let ranged = of_kind("ranged", &[]);
    assert_eq!(
        (ranged["attackers"].as_array().map(Vec::len), &ranged["attackers"][0]["attack"]),
        (Some(1), &"Arrow Volley".into())
    );
    close(number(&ranged, "/values/mean_wounds/0/0"), on_morale_7(7, 2.0 / 3.0 / 3.0));
    assert_eq!(
        ranged["left_out"],
        serde_json::json!([{"unit": "Stark Sworn Swords", "why": "no ranged attack"}])
    );
}

#[test]
fn a_comparison_is_the_difference_of_its_sides() {
    let (swords, bowmen) = (on_morale_7(7, 1.0 / 6.0), on_morale_7(5, 1.0 / 9.0));
    let plain = ["--no-orders", "--without", "winter's bite"];
    let json = |arguments: &[&str]| json(&[arguments, &plain, &["--weapon", "melee"]].concat());
    let answer = json(&["compare", SWORDS, BOWMEN, "--against", GUARDS]);
    assert_eq!(
        (&answer["measure"], &answer["better"]["a"], &answer["better"]["b"]),
        (&"per-point".into(), &1.into(), &0.into())
    );
    close(number(&answer, "/matchups/0/difference"), swords / 5.0 - bowmen / 6.0);
    close(number(&answer, "/mean_difference"), swords / 5.0 - bowmen / 6.0);
    let by_wounds = json(&["compare", BOWMEN, SWORDS, "--against", GUARDS, "--by", "wounds"]);
    close(number(&by_wounds, "/matchups/0/difference"), bowmen - swords);
    assert_eq!(by_wounds["matchups"][0]["better"], "b");
    // how sure: from the distributions of both attacks, each on its own
    let distribution = |attacker: &str, weapon: &str| -> Vec<f64> {
        let own = if attacker == SWORDS { &plain[..] } else { &plain[..1] };
        let answer = self::json(&[&["attack", attacker, GUARDS, "--weapon", weapon], own].concat());
        answer["quantities"]["wounds"]["pmf"]
            .as_array()
            .expect("a distribution")
            .iter()
            .filter_map(Value::as_f64)
            .collect()
    };
    let (a, b) = (distribution(SWORDS, "winter"), distribution(BOWMEN, "short"));
    let chance = |holds: &dyn Fn(usize, usize) -> bool| -> f64 {
        let pairs = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j)));
        pairs.filter(|&(i, j)| holds(i, j)).map(|(i, j)| a[i] * b[j]).sum()
    };
    close(number(&answer, "/matchups/0/odds/more"), chance(&|i, j| i > j));
    close(number(&answer, "/matchups/0/odds/same"), chance(&|i, j| i == j));
    // for its points: i / 5 against j / 6
    close(number(&answer, "/matchups/0/odds_per_point/more"), chance(&|i, j| 6 * i > 5 * j));
    close(number(&answer, "/matchups/0/odds_per_point/less"), chance(&|i, j| 6 * i < 5 * j));
}

#[test]
fn all_units_meet_all_and_each_cell_is_the_answer_of_attack() {
    let all = json(&["matrix", "--charge", "--facing", "flank", "--vulnerable", "--rules", "2021"]);
    let sides =
        ["attackers", "defenders"].map(|side| all[side].as_array().expect("a list").clone());
    assert_eq!(sides.each_ref().map(Vec::len), [148, 148]);
    let mut dice = StdRng::seed_from_u64(5);
    for _ in 0..40 {
        let [row, column] = [dice.random_range(0..148), dice.random_range(0..148)];
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let (attacker, defender) = (text(&sides[0][row]["id"]), text(&sides[1][column]["id"]));
        let weapon = text(&sides[0][row]["attack"]);
        let options = [
            "--weapon",
            &weapon,
            "--charge",
            "--facing",
            "flank",
            "--vulnerable",
            "--rules",
            "2021",
        ];
        let alone = json(&[&["attack", &attacker, &defender], options.as_slice()].concat());
        let cell = |of: &str| &all["values"][of][row][column];
        assert_eq!(
            cell("mean_wounds"),
            &alone["quantities"]["wounds"]["mean"],
            "{attacker} on {defender}"
        );
        let destroyed = (cell("p_destroyed").as_f64(), alone["events"]["destroyed"]["p"].as_f64());
        assert!(
            matches!(destroyed, (Some(a), Some(b)) if (a - b).abs() < 1e-12),
            "{attacker} on {defender}: {destroyed:?}"
        );
    }
}

#[test]
fn each_cell_of_duels_is_the_answer_of_duel() {
    let (attackers, defenders) = ([SWORDS, "umber-berserkers"], [GUARDS, "house-clegane-brigands"]);
    let how = ["--duel", "--rounds", "3", "--first", "b", "--charge", "--facing", "flank"];
    let [rows, columns] = [attackers, defenders].map(|units| units.join(", "));
    let asked = ["matrix", "--attackers", &rows, "--defenders", &columns, "--sort", "given"];
    let matrix = json(&[&asked[..], &how].concat());
    for (row, a) in attackers.into_iter().enumerate() {
        for (column, b) in defenders.into_iter().enumerate() {
            let how = ["--opening-charge", "--opening-facing", "flank", "--first", "b"];
            let duel = json(&[&["duel", a, b, "--rounds", "3"], &how[..]].concat());
            let cell = |value: &str| number(&matrix, &format!("/values/{value}/{row}/{column}"));
            let of = |path: &str| number(&duel, path);
            close(cell("mean_left"), of("/quantities/a_left/mean"));
            close(cell("mean_enemy_left"), of("/quantities/b_left/mean"));
            close(cell("p_destroyed"), of("/events/b_destroyed/p"));
            // nobody strikes after its end here: one of three things happens
            close(cell("p_wins"), of("/events/b_destroyed/p"));
            close(cell("p_loses"), of("/events/a_destroyed/p"));
        }
    }
    let found = printed(&[&asked[..], &how].concat());
    let found = found.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(found.contains("duels of 3 rounds, the defender goes first"), "{found}");
    assert!(found.contains("chance that the attacker wins the duel"), "{found}");
}

#[test]
fn units_stand_as_they_were_named() {
    let named = [GUARDS, SWORDS, "house-clegane-brigands", BOWMEN];
    let asked = ["matrix", "--attackers", &named.join(", "), "--defenders", GUARDS];
    let matrix = json(&[&asked[..], &["--sort", "given"]].concat());
    let ids: Vec<&str> = matrix["attackers"]
        .as_array()
        .expect("units")
        .iter()
        .filter_map(|unit| unit["id"].as_str())
        .collect();
    assert_eq!(ids, named);
}

#[test]
fn a_point_without_a_price_is_worth_nothing_that_could_be_told() {
    let answer = json(&[
        "matrix",
        "--attackers",
        "free folk, 0",
        "--defenders",
        GUARDS,
        "--metric",
        "per-point",
    ]);
    let rows = answer["values"]["wounds_per_point"].as_array().expect("rows");
    assert!(rows.len() == 2 && rows.iter().all(|row| row[0].is_null()), "{rows:?}");
    assert_eq!(json(&["compare", "bear", SWORDS, "--against", GUARDS])["measure"], "wounds");
    assert!(refused(&["compare", "bear", SWORDS, "--by", "per-point"]).contains("unknown or 0"));
}

#[test]
fn what_is_said_of_all_is_said_once() {
    let all = json(&["matrix", "--defenders", GUARDS]);
    // cards of one edition by the rules of another are told in a word; where editions meet, once
    assert_eq!(all["notes"].as_array().map(Vec::len), Some(0));
    let old = json(&["matrix", "--attackers", "cards=1.0", "--defenders", GUARDS]);
    let notes = old["notes"].as_array().expect("a list");
    assert_eq!(notes.len(), 1, "{notes:?}");
    let note = notes[0].as_str().expect("a text");
    assert!(note.starts_with("cards of different editions fight each other: "), "{note}");
    assert!(note.ends_with("Lannister Guardsmen is a card of S05"), "{note}");
    assert!(all["not_modelled"].as_array().is_some_and(|listed| listed.len() > 15));
    assert!(refused(&["matrix", "--strict"]).contains("Deadly Bloom of Rose Knights"));
    assert!(
        refused(&["compare", SWORDS, BOWMEN, "--strict"]).contains("Deadly Bloom of Rose Knights")
    );
}

#[test]
fn bad_input_is_told_with_a_way_out() {
    let cases: [(&[&str], &str); 19] = [
        (&["matrix", "--attackers", ""], "--attackers cannot be ``: it must not be empty"),
        (&["matrix", "--attackers", ","], "--attackers: a filter needs at least one term"),
        (
            &["matrix", "--attackers", "faction=tully"],
            "there is no faction `tully`; factions are Baratheon",
        ),
        (&["matrix", "--defenders", "stark, 99"], "--defenders: no unit matches `stark, 99`"),
        (&["matrix", "--attackers", "stark sworn sowrds"], "did you mean `Stark Sworn Swords`?"),
        (&["matrix", "--attackers", "type=dragon"], "types are infantry"),
        (&["matrix", "--at-least", "0"], "--at-least"),
        (&["matrix", "--at-least", "121"], "a whole number from 1 to 120"),
        (&["matrix", "--at-least", "100"], "no defender has 100 wounds: the highest number is 16"),
        (&["matrix", "--at-least", "2", "--metric", "wounds"], "contradict each other"),
        (
            &["matrix", "--attackers", SWORDS, "--weapon", "ranged"],
            "no attacker has a ranged attack: Stark Sworn Swords",
        ),
        (
            &["matrix", "--defenders", "builder-scorpion-crew-v1-0"],
            "no defender has a known morale",
        ),
        (&["matrix", "--charge", "--weapon", "ranged"], "leads to a melee attack"),
        (&["matrix", "--ranged"], "--weapon"),
        (&["matrix", "--cover", "--weapon", "melee"], "hides from ranged attacks"),
        (&["matrix", "--duel", "--weapon", "ranged"], "ranged attack does not apply to a duel"),
        (&["compare", SWORDS, "nobody at all"], "there is no unit"),
        (
            &["compare", SWORDS, BOWMEN, "--weapon", "ranged"],
            "Stark Sworn Swords has no ranged attack",
        ),
        (
            &["compare", SWORDS, BOWMEN, "--engine", "monte-carlo", "--trials", "1"],
            "--trials must be at least 2",
        ),
    ];
    for (arguments, part) in cases {
        let wrong = refused(arguments);
        assert!(wrong.contains(part), "{arguments:?} said {wrong}");
    }
}

#[test]
fn those_who_cannot_take_part_are_left_out_and_named() {
    let attackers = format!("{SWORDS}, builder-scorpion-crew-v1-0");
    let text = printed(&[
        "matrix",
        "--attackers",
        &attackers,
        "--defenders",
        &attackers,
        "--weapon",
        "melee",
    ]);
    let missing = "Left out: Builder Scorpion Crew (v1.0) (no melee attack), Builder Scorpion Crew \
                   (v1.0) (its morale is unknown)";
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(missing), "{text}");
    // units of one name are told apart
    let same = json(&[
        "matrix",
        "--attackers",
        "unit=neutral-stone-crows, unit=lannister-stone-crows",
        "--defenders",
        GUARDS,
    ]);
    let names: Vec<&str> = same["attackers"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|unit| unit["name"].as_str())
        .collect();
    assert_eq!(names, ["Stone Crows (Lannister)", "Stone Crows (Neutral)"]);
}

#[test]
fn tables_read_well() {
    let matrix = [
        "matrix",
        "--attackers",
        "stark, infantry, ..6",
        "--defenders",
        "lannister, cavalry, solo",
        "--charge",
        "--rules",
        "2021",
        "--top",
        "4",
    ];
    let none = [
        "matrix",
        "--attackers",
        SWORDS,
        "--defenders",
        "lannister, infantry, 5",
        "--metric",
        "destroyed",
    ];
    let compare = [
        "compare",
        SWORDS,
        "house umber berserkers",
        "--against",
        "lannister, infantry, ..6",
        "--rules",
        "2021",
        "--top",
        "3",
    ];
    let sampled = [
        "compare",
        SWORDS,
        BOWMEN,
        "--against",
        GUARDS,
        "--engine",
        "monte-carlo",
        "--trials",
        "1e4",
        "--seed",
        "3",
    ];
    let all: Vec<String> = [&matrix[..], &none, &compare, &sampled]
        .map(|arguments| format!("$ warodds {}\n{}", arguments.join(" "), printed(arguments)))
        .into();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn the_same_bits_on_any_number_of_threads() {
    let sizes = ["--attackers", "stark, infantry", "--defenders", "lannister"];
    let matrix = [&["matrix", "--json", "--threads", "N"], &sizes[..]].concat();
    let sampled =
        [&matrix[..], &["--engine", "monte-carlo", "--trials", "2e4", "--seed", "9"]].concat();
    let compare = vec![
        "compare",
        SWORDS,
        BOWMEN,
        "--against",
        "lannister",
        "--json",
        "--threads",
        "N",
        "--engine",
        "monte-carlo",
        "--trials",
        "2e4",
    ];
    for arguments in [matrix, sampled, compare] {
        let on = |threads: &'static str| {
            printed(
                &arguments
                    .iter()
                    .map(|one| if *one == "N" { threads } else { one })
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(on("1"), on("3"), "{arguments:?}");
    }
}

#[test]
fn sampled_difference_agrees_with_exact_one_within_its_errors() {
    let ask =
        |more: &[&str]| json(&[&["compare", SWORDS, BOWMEN, "--against", GUARDS], more].concat());
    let exact = number(&ask(&[]), "/matchups/0/difference");
    // 40 seeds: the sum of squared errors in standard errors is chi-square with 40 degrees, outside
    // of 10 to 101 once in 10^6
    let mut squares = 0.0;
    for seed in 0..40 {
        let answer =
            ask(&["--engine", "monte-carlo", "--trials", "4096", "--seed", &seed.to_string()]);
        let off = (number(&answer, "/matchups/0/difference") - exact)
            / number(&answer, "/matchups/0/standard_error");
        squares += off * off;
    }
    assert!((10.0..101.0).contains(&squares), "chi-square {squares}");
    // die by die: five standard errors miss once in 1.7 million seeds
    let dice = ask(&["--engine", "dice", "--trials", "20000"]);
    let off = (number(&dice, "/matchups/0/difference") - exact)
        / number(&dice, "/matchups/0/standard_error");
    assert!(off.abs() < 5.0, "{off}");
}

#[test]
fn a_sampled_matrix_has_the_exact_one_within_its_errors() {
    let ask = |more: &[&str]| {
        json(
            &[&["matrix", "--attackers", "stark, infantry", "--defenders", "bolton"], more]
                .concat(),
        )
    };
    let (exact, seen) =
        (ask(&[]), ask(&["--engine", "monte-carlo", "--trials", "2e4", "--seed", "4"]));
    let rows = exact["values"]["mean_wounds"].as_array().expect("rows");
    for (row, values) in rows.iter().enumerate() {
        for column in 0..values.as_array().map_or(0, Vec::len) {
            let at = |answer: &Value, of: &str| number(answer, &format!("{of}/{row}/{column}"));
            let off = (at(&seen, "/values/mean_wounds") - at(&exact, "/values/mean_wounds"))
                / at(&seen, "/standard_errors");
            // some hundred cells, each beyond six standard errors once in 500 million seeds
            assert!(off.abs() < 6.0, "{row}, {column}: {off}");
        }
    }
}

type Row = BTreeMap<String, String>;

fn rows(file: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(file).expect("written");
    reader.deserialize().map(|row| row.expect("a row of text")).collect()
}

/// The texts of an SVG and its size.
fn svg(file: &Path) -> (Vec<String>, [u32; 2]) {
    let text = std::fs::read_to_string(file).expect("written");
    let tree = roxmltree::Document::parse(&text).expect("well-formed");
    let size = ["width", "height"].map(|side| {
        tree.root_element().attribute(side).and_then(|size| size.parse().ok()).expect("a size")
    });
    (
        tree.descendants()
            .filter(|node| node.is_text())
            .filter_map(|node| node.text().map(|text| text.trim().to_owned()))
            .collect(),
        size,
    )
}

/// A picture is twice as large as its twin, nothing touches its edge, and it has
/// ink.
fn check_png(file: &Path, [width, height]: [u32; 2]) {
    let decoder = png::Decoder::new(BufReader::new(File::open(file).expect("written")));
    let mut reader = decoder.read_info().expect("a picture");
    let mut bytes = vec![0; reader.output_buffer_size().expect("it fits in memory")];
    let info = reader.next_frame(&mut bytes).expect("all of it");
    assert_eq!((info.width, info.height), (width * 2, height * 2));
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    let colours: &[[u8; 3]] = bytes.as_chunks().0;
    let rows: Vec<&[[u8; 3]]> = colours.chunks(info.width as usize).collect();
    let white = |colour: &[u8; 3]| *colour == [255; 3];
    assert!(
        [rows[0], rows[rows.len() - 1]].into_iter().flatten().all(white)
            && rows.iter().all(|row| white(&row[0]) && white(&row[row.len() - 1])),
        "{} is cut off",
        file.display()
    );
    assert!(
        colours.iter().any(|colour| colour.iter().all(|&part| part < 60)),
        "{} has no text",
        file.display()
    );
}

#[test]
fn everything_is_written_as_tidy_data_and_pictures() {
    let out = tempfile::tempdir().expect("a folder");
    let dir = out.path().display().to_string();
    let answer = printed(&[
        "matrix",
        "--attackers",
        "stark, infantry",
        "--defenders",
        "all",
        "--charge",
        "--at-least",
        "3",
        "--out",
        &dir,
        "--json",
        "--quiet",
    ]);
    let folder = folder_of(out.path(), "matrix");
    assert_eq!(std::fs::read_to_string(folder.join("matrix.json")).expect("written"), answer);
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let cells = rows(&folder.join("matrix.csv"));
    let attackers = answer["attackers"].as_array().map_or(0, Vec::len);
    assert_eq!(cells.len(), attackers * 148);
    for (place, cell) in cells.iter().enumerate() {
        let (row, column) = (place / 148, place % 148);
        assert_eq!(answer["attackers"][row]["id"], cell["attacker_id"].as_str());
        assert_eq!(answer["defenders"][column]["id"], cell["defender_id"].as_str());
        for (name, of) in [("mean_wounds", "mean_wounds"), ("p_at_least_3", "p_at_least")] {
            close(
                number(&answer, &format!("/values/{of}/{row}/{column}")),
                cell[name].parse().expect("a number"),
            );
        }
    }
    let (texts, size) = svg(&folder.join("matrix.svg"));
    for words in
        ["mean", "Free Folk", "Crannogman Bog Devils * 7", "Varamyr Sixskins (commander) 2"]
    {
        assert!(texts.iter().any(|text| text == words), "{words} of {texts:?}");
    }
    let measure = "% chance of at least 3 wounds";
    assert!(texts.iter().any(|text| text.ends_with(measure)), "{measure} of {texts:?}");
    check_png(&folder.join("matrix.png"), size);
    // another answer in the same place leaves this one alone
    printed(&["compare", SWORDS, BOWMEN, "--against", "lannister", "--out", &dir]);
    assert!(folder.join("matrix.png").exists());
    let folder = folder_of(out.path(), "compare");
    let (texts, size) = svg(&folder.join("compare.svg"));
    assert!(
        texts
            .iter()
            .any(|text| text == "Stark Sworn Swords: more wounds per point against 15 of 16 units")
            && texts.iter().any(|text| text == "A more"),
        "{texts:?}"
    );
    check_png(&folder.join("compare.png"), size);
    let matchups = rows(&folder.join("compare.csv"));
    let difference = |row: &Row| row["difference"].parse::<f64>().expect("a number");
    assert!(
        matchups.windows(2).all(|pair| difference(&pair[0]) >= difference(&pair[1])),
        "from the best for a to the best for b"
    );
    assert!(matchups.iter().all(|row| (row["better"] == "a") == (difference(row) > 0.0)));
}

/// The folder of the only question of a kind in a directory.
fn folder_of(out: &Path, kind: &str) -> std::path::PathBuf {
    let folders = std::fs::read_dir(out).expect("it was written");
    let mut folders = folders.map(|entry| entry.expect("an entry").path());
    let is_of_kind = |path: &std::path::PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(kind))
    };
    folders.find(is_of_kind).expect("a folder of the question")
}

#[test]
fn a_blocked_directory_is_a_failure_and_quiet_is_quiet() {
    let out = tempfile::tempdir().expect("a folder");
    let blocked = out.path().join("blocked");
    std::fs::write(&blocked, "a file").expect("written");
    let output = warodds(&[
        "matrix",
        "--attackers",
        SWORDS,
        "--defenders",
        GUARDS,
        "--out",
        &blocked.display().to_string(),
    ]);
    assert_eq!(output.status.code(), Some(1));
    let dir = out.path().join("quiet").display().to_string();
    let output = warodds(&[
        "matrix",
        "--attackers",
        SWORDS,
        "--defenders",
        GUARDS,
        "--out",
        &dir,
        "--quiet",
    ]);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn orders_put_units_where_they_belong() {
    let names = |sort: &str| -> Vec<String> {
        let answer =
            json(&["matrix", "--attackers", "stark, 5..6", "--defenders", GUARDS, "--sort", sort]);
        let value = |unit: &Value, row: usize| match sort {
            "cost" => format!("{:>3}{}", unit["cost"], unit["name"]),
            "value" => {
                format!("{:.9}", 100.0 - number(&answer, &format!("/values/mean_wounds/{row}/0")))
            }
            _ => unit["name"].to_string(),
        };
        answer["attackers"]
            .as_array()
            .expect("a list")
            .iter()
            .enumerate()
            .map(|(row, unit)| value(unit, row))
            .collect()
    };
    for sort in ["cost", "name", "value"] {
        assert!(names(sort).is_sorted(), "{sort}: {:?}", names(sort));
    }
}

#[test]
fn shipped_scenarios_about_fields_run() {
    let out = tempfile::tempdir().expect("a folder");
    let dir = out.path().display().to_string();
    let matrices = json(&["run", "scenarios/by-name-matrix.toml", "--out", &dir]);
    let kinds = |answers: &Value| {
        answers
            .as_array()
            .expect("a list")
            .iter()
            .map(|answer| answer["kind"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds(&matrices), ["matrix", "matrix"]);
    assert!(
        matrices[0]["engine"] == "exact"
            && matrices[0]["attackers"]
                .as_array()
                .is_some_and(|all| all.iter().any(|unit| unit["id"] == "led"))
    );
    for file in [
        "matrix.csv",
        "matrix.svg",
        "matrix.png",
        "matrix-2.csv",
        "matrix-2.svg",
        "matrix-2.png",
        "answers.json",
    ] {
        assert!(out.path().join("by-name-matrix").join(file).exists(), "{file}");
    }
    let compare = json(&["run", "scenarios/by-name-compare.toml", "--out", &dir]);
    assert_eq!(
        (kinds(&compare), &compare[1]["measure"]),
        (vec!["compare".into(), "compare".into()], &"wounds".into())
    );
    // the file asks what the command asks
    let asked = json(&[
        "compare",
        SWORDS,
        "house umber berserkers",
        "--against",
        "lannister, infantry",
        "--charge",
    ]);
    assert_eq!(asked, compare[0]);
    assert!(
        printed(&["check", "scenarios/by-name-matrix.toml"]).contains("2 questions, no faults")
    );
    assert!(
        refused(&["explain", "--scenario", "scenarios/by-name-matrix.toml"])
            .contains("no question that can be played")
    );
}

#[test]
fn faults_of_fields_are_told_at_their_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.toml");
    let faults = |text: &str| {
        std::fs::write(&file, text).expect("written");
        refused(&["check", &file.display().to_string()])
    };
    for (text, part) in [
        ("[matrix]\nattackers = 'tully'", "`tully` is not a faction, a type or a cost"),
        ("[matrix]\nattackers = []", "`attackers` is an empty list"),
        ("[matrix]\ncharge = true\nweapon = 'ranged'", "leads to a melee attack"),
        ("[matrix]\nranged = true", "it is called `weapon`"),
        ("[matrix]\ncover = true\nweapon = 'melee'", "hides from ranged attacks"),
        ("[matrix]\ndisorderly = true", "`disorderly` has no effect without `charge`"),
        ("[matrix]\nmetric = 'wouds'", "did you mean `wounds`?"),
        ("[matrix]\nmetric = 'wounds'\nat_least = 2", "contradict each other"),
        (
            "[matrix]\nat_least = 0",
            "`at_least` cannot be `0`: it must be a whole number from 1 to 120",
        ),
        ("[matrix]\nat_least = 99", "no defender has 99 wounds"),
        ("[matrix]\nattacker = 'all'", "[[matrix]] has no key `attacker`"),
        ("[matrix]\nhit_modifier = 40", "from -12 to 12"),
        ("[compare]\na = 'stark sworn swords'", "[[compare]] needs `b`"),
        ("[compare]\na = 'stark sworn swords'\nb = 'nobody'", "there is no unit `nobody`"),
        (
            "[compare]\na = 'stark sworn swords'\nb = 'stark bowmen'\nweapon = 'ranged'",
            "has no ranged attack",
        ),
        ("title = 'nothing'", "add a section named by a kind of question"),
    ] {
        let wrong = faults(text);
        assert!(wrong.contains(part), "{text}: {wrong}");
    }
}

/// All texts of the pictures of an answer in a folder or below it, by name.
fn pictures(dir: &Path) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.append(&mut pictures(&path));
        } else if path.extension().is_some_and(|end| end == "svg") {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            all.insert(name, svg(&path).0);
        }
    }
    all
}

#[test]
fn charts_of_lists_name_them_and_cut_no_title() {
    const STARK: &str = "list=scenarios/lists/stark-40.toml";
    const LANNISTER: &str = "list=scenarios/lists/lannister-40.toml";
    let questions: [&[&str]; 3] = [
        &["survive", LANNISTER, "--by", STARK],
        &["matrix", "--attackers", STARK, "--defenders", LANNISTER],
        &["matrix", "--attackers", STARK, "--defenders", LANNISTER, "--duel", "--rounds", "1"],
    ];
    for question in questions {
        let out = tempfile::tempdir().expect("a folder");
        let dir = out.path().display().to_string();
        printed(&[question, &["--out", &dir, "--charts", "all"]].concat());
        let pictures = pictures(out.path());
        assert!(!pictures.is_empty(), "{question:?}");
        for (name, texts) in pictures {
            let told = texts.join(" ");
            for words in ["The Wolf Lord's Host", "The Kingslayer's Guard"] {
                assert!(told.contains(words), "{name}: {told}");
            }
            assert!(!texts.iter().any(|text| text.contains('…')), "{name}: {texts:?}");
        }
    }
}

#[test]
fn charts_of_attachments_show_all_of_them() {
    let out = tempfile::tempdir().expect("a folder");
    let dir = out.path().display().to_string();
    let question = ["attachments", "--for", SWORDS, "--against", "unit=lannister guardsmen"];
    let answer = json(&[&question[..], &["--out", &dir]].concat());
    let attachments = answer["attachments"].as_array().expect("a list");
    let pictures = pictures(out.path());
    assert_eq!(pictures.keys().collect::<Vec<_>>(), ["attachments-free.svg", "attachments.svg"]);
    let texts: Vec<&str> =
        pictures.values().flatten().map(|text| text.trim_end_matches(" *")).collect();
    for one in attachments {
        let name = one["name"].as_str().expect("a name");
        // those that count in another situation have no bar, and are named below
        let elsewhere = one["counts"].as_array().is_some_and(|all| !all.is_empty());
        assert_eq!(texts.contains(&name), !elsewhere, "{name} of {texts:?}");
        assert!(!elsewhere || texts.join(" ").contains(name), "{name} of {texts:?}");
    }
}
