//! The sheet to print: its numbers are those of the questions asked one by one.

use std::fs;

use assert_cmd::Command;
use scraper::{ElementRef, Html, Selector};
use serde_json::Value;
use tempfile::TempDir;

const LIST: &str = "units = [\n  { use = \"stark sworn swords\", attachment = \"sworn sword captain\" \
                    },\n  \"stark bowmen\",\n]\nfaction = \"Stark\"\ntitle = \"Two <units>\"\n";
const CAPTAIN: &str = "stark-sworn-swords+sworn-sword-captain";
const ENEMIES: [&str; 2] = ["lannister-guardsmen", "gregor-clegane"];

fn warodds(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments);
    command
}

fn json(arguments: &[&str]) -> Value {
    let done = warodds(arguments).arg("--json").assert().success();
    serde_json::from_slice(&done.get_output().stdout).expect("JSON")
}

/// Writes the sheet of the list.
fn sheet(options: &[&str]) -> Html {
    sheet_and_picture(options).0
}

/// Writes the sheet of the list, and returns its page and the texts and the number of rectangles of
/// its only picture.
fn sheet_and_picture(options: &[&str]) -> (Html, Vec<String>, usize) {
    let home = TempDir::new().expect("a directory");
    let list = home.path().join("two.toml");
    fs::write(&list, LIST).expect("written");
    let out = home.path().join("out");
    let mut command = warodds(&["sheet"]);
    command.arg(&list).args(options).arg("--out").arg(&out).arg("--quiet");
    let done = command.assert().success();
    let folder = out.join("two-sheet");
    let path = folder.join("index.html");
    let printed = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
    assert_eq!(printed.trim_end(), path.display().to_string());
    let page = Html::parse_document(&fs::read_to_string(path).expect("a sheet"));
    assert_eq!(page.errors, Vec::<String>::new());
    assert!(fs::read(folder.join("sheet.png")).is_ok_and(|png| png.starts_with(b"\x89PNG")));
    let picture = fs::read_to_string(folder.join("sheet.svg")).expect("a picture");
    let picture = roxmltree::Document::parse(&picture).expect("SVG");
    let tags = |tag: &'static str| picture.descendants().filter(move |one| one.has_tag_name(tag));
    let words = tags("text").filter_map(|one| Some(one.text()?.trim().to_owned())).collect();
    (page, words, tags("rect").count())
}

fn texts(part: ElementRef<'_>, selector: &str) -> Vec<String> {
    let selector = Selector::parse(selector).expect("a selector");
    part.select(&selector).map(|found| found.text().collect()).collect()
}

/// The three numbers of an attack, as a sheet shows them; `rank` are the wounds of a rank.
fn numbers(answer: &Value, rank: Option<usize>) -> [String; 3] {
    let wounds = &answer["quantities"]["wounds"];
    let pmf: Vec<f64> =
        wounds["pmf"].as_array().expect("a pmf").iter().filter_map(Value::as_f64).collect();
    let percent = |p: f64| match p {
        p if p < 1e-12 => "0".to_owned(),
        p if p < 0.005 => "<1".to_owned(),
        p if p >= 0.995 => ">99".to_owned(),
        p => format!("{:.0}", 100.0 * p),
    };
    let rank = rank.map_or_else(|| "–".to_owned(), |rank| percent(pmf[rank..].iter().sum()));
    let destroyed = percent(answer["events"]["destroyed"]["p"].as_f64().expect("a chance"));
    [format!("{:.1}", wounds["mean"].as_f64().expect("a mean")), rank, destroyed]
}

#[test]
fn numbers_of_a_sheet_are_those_of_attacks_and_charges() {
    let page = sheet(&["--against", "lannister guardsmen,gregor clegane"]);
    assert_eq!(texts(page.root_element(), "h1"), ["Two <units>"]);
    let section = Selector::parse("section").expect("a selector");
    let units: Vec<ElementRef<'_>> = page.select(&section).collect();
    assert_eq!(texts(units[0], "thead th").len(), 7, "swords do not shoot");
    assert_eq!(texts(units[1], "thead th").len(), 8);
    let row = Selector::parse("tbody tr").expect("a selector");
    for (enemy, row) in ENEMIES.into_iter().zip(units[0].select(&row)) {
        let cells = texts(row, "td");
        let arcs = [false, true]
            .into_iter()
            .flat_map(|is_charge| ["front", "flank", "rear"].map(|facing| (is_charge, facing)));
        for ((is_charge, facing), cell) in arcs.zip(cells.chunks(3)) {
            let mut asked = vec!["attack", CAPTAIN, enemy, "--facing", facing];
            asked.extend(is_charge.then_some("--charge"));
            let rank = (enemy == ENEMIES[0]).then_some(4);
            assert_eq!(cell, numbers(&json(&asked), rank), "{asked:?}");
        }
    }
    let shot = json(&["attack", "stark-bowmen", ENEMIES[0], "--weapon", "Arrow Volley"]);
    let cells = texts(units[1], "tbody tr:first-child td");
    assert_eq!(cells[cells.len() - 3..], numbers(&shot, Some(4)));
    let charge = json(&["charge", CAPTAIN, ENEMIES[0], "--distance", "6..8"]);
    let arrives = |place: usize| charge[place]["events"]["reached"]["p"].as_f64();
    let shown = texts(units[0], ".head p").concat();
    assert!(arrives(0) > Some(1.0 - 1e-9) && shown.contains("to 6\" always"), "{shown}");
    let percent = |place: usize| format!("{:.0} %", 100.0 * arrives(place).unwrap_or_default());
    assert!(shown.contains(&format!("7\" {}, 8\" {}", percent(1), percent(2))), "{shown}");
}

#[test]
fn picture_of_a_sheet_has_the_numbers_of_its_page_and_its_codes() {
    let against = ["--against", "lannister guardsmen,gregor clegane"];
    let (page, drawn, plain) = sheet_and_picture(&against);
    let cells = texts(page.root_element(), "td");
    let mut drawn = drawn.iter();
    for cell in cells.iter().filter(|cell| !cell.is_empty()) {
        assert!(drawn.any(|text| text == cell), "{cell} is missing, or not in its place");
    }
    let (_, _, coded) =
        sheet_and_picture(&[&against[..], &["--public", "http://192.168.0.7:8420"]].concat());
    // a code has several hundred squares
    assert!(coded > plain + 400, "{plain}, with codes {coded}");
}

#[test]
fn sheet_has_codes_of_a_page_and_rows_of_defense_values_without_enemies() {
    let page = sheet(&["--public", "http://192.168.0.7:8420"]);
    let codes = Selector::parse("section .head svg").expect("a selector");
    assert_eq!(page.select(&codes).count(), 2);
    let rows = texts(page.root_element(), "section:first-child tbody th");
    assert!(rows.len() > 3 && rows.iter().all(|row| row.starts_with("defense ")), "{rows:?}");
}

#[test]
fn sheet_of_unknown_enemies_or_a_missing_list_is_refused() {
    for (arguments, wrong) in [
        (["sheet", "scenarios/lists/stark-40.toml", "--against", "tully"], "--against: `tully`"),
        (["sheet", "scenarios/lists/none.toml", "--against", "stark"], "none.toml"),
        (["sheet", "scenarios/lists/stark-40.toml", "--public", "page"], "--public"),
    ] {
        let home = TempDir::new().expect("a directory");
        let done = warodds(&arguments).arg("--out").arg(home.path()).assert().code(2);
        let told = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(told.contains(wrong), "{told}");
        assert_eq!(fs::read_dir(home.path()).expect("a directory").count(), 0);
    }
}

#[test]
fn open_without_a_browser_names_the_sheet_and_quiet_hides_notes() {
    let home = TempDir::new().expect("a directory");
    let notes = |options: &[&str]| {
        let mut command = warodds(&["sheet", "scenarios/lists/stark-40.toml"]);
        command.args(["--against", "gregor clegane"]).args(options).arg("--out").arg(home.path());
        let done = command.env("PATH", "").assert().success();
        String::from_utf8_lossy(&done.get_output().stderr).into_owned()
    };
    assert!(notes(&[]).contains("3 files written to"));
    assert!(notes(&["--no-pictures"]).contains("1 file written to"));
    let opened = notes(&["--open"]);
    assert!(opened.contains("no browser was opened") && opened.contains("index.html"), "{opened}");
    assert_eq!(notes(&["--quiet"]), "");
}
