//! The page that a run writes beside its data.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use scraper::{Html, Selector};
use tempfile::TempDir;
use warodds::catalogue::Catalogue;
use warodds::engine::StdControl;
use warodds::report::block::AnswerBlock;
use warodds::request::Reply;
use warodds::request::link::Link;
use warodds::request::why::Analysis;
use warodds::scenario::{Scenario, parse};
use warodds::study::{Answer, EngineKind, answer};

use crate::common::{plan, setup};

/// Ten questions, of which the last is about a unit of the file and the ninth has cases.
const TEN: &str = r#"
title = "Ten <questions> & one file"
[units.guardsmen]
name = "Guardsmen <of> the file"
defense = 4
morale = 7
[[attack]]
attacker = "stark sworn swords"
defender = "lannister guardsmen"
[[attack]]
name = "in the rear"
attacker = "stark bowmen"
defender = "lannister guardsmen"
facing = "rear"
[[attack]]
attacker = "house umber berserkers"
defender = "lannister guardsmen"
defender_tokens = "panicked+vulnerable"
[[charge]]
attacker = "stark outriders"
defender = "lannister guardsmen"
distance = 9
[[charge]]
attacker = "stark sworn swords"
defender = "lannister guardsmen"
distance = 8
facing = "flank"
[[duel]]
a = "stark sworn swords"
b = "lannister guardsmen"
[[panic]]
unit = "lannister guardsmen"
[[westeros.attack]]
attacker = "red infantry"
target = "blue infantry"
[[attack]]
attacker = "stark sworn swords"
defender = "lannister guardsmen"
facing = ["flank", "rear"]
charge = true
[[attack]]
attacker = "stark sworn swords"
defender = "guardsmen"
"#;

fn warodds(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).arg("--quiet");
    command
}

/// Runs a command and returns the page in the only directory that it writes.
fn page(arguments: &[&str]) -> String {
    let home = TempDir::new().expect("a directory");
    written(arguments, home.path())
}

/// Runs a command and returns the page in the only directory that it writes to `home`.
fn written(arguments: &[&str], home: &Path) -> String {
    warodds(arguments).arg("--out").arg(home).assert().success();
    let mut folders = fs::read_dir(home).expect("a directory").flatten();
    let folder = folders.find(|entry| entry.path().is_dir()).expect("results").path();
    let page = fs::read_to_string(folder.join("index.html")).expect("a page");
    check(&page, &folder);
    page
}

/// Checks what holds for every page.
fn check(text: &str, folder: &Path) {
    let page = Html::parse_document(text);
    assert_eq!(page.errors, Vec::<String>::new());
    assert_eq!(texts(&page, "h1").len(), 1, "{text}");
    let every = Selector::parse("*").expect("a selector");
    let mut ids = BTreeSet::new();
    for element in page.select(&every).map(|found| found.value()) {
        for name in ["src", "srcset", "href", "xlink:href", "data", "action", "poster"] {
            let address = element.attr(name).unwrap_or("#");
            assert!(address.starts_with('#'), "{address}");
        }
        assert!(element.attr("id").is_none_or(|id| ids.insert(id.to_owned())), "{ids:?}");
    }
    assert!(!text.contains("@import") && !text.contains("url(http"), "{text}");
    // each chart is shown, and nothing else
    let files = fs::read_dir(folder).expect("files").flatten();
    let names = files.filter_map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.strip_suffix(".svg").map(|name| format!("chart-{name}"))
    });
    let shown = Selector::parse("figure[id]:has(svg[role=img] > title)").expect("a selector");
    let shown = page.select(&shown).filter_map(|one| one.value().attr("id").map(str::to_owned));
    assert_eq!(shown.collect::<BTreeSet<_>>(), names.collect::<BTreeSet<_>>());
}

/// The texts of all elements that match a selector.
fn texts(page: &Html, selector: &str) -> Vec<String> {
    let selector = Selector::parse(selector).expect("a selector");
    page.select(&selector).map(|found| found.text().collect()).collect()
}

fn exact_answers(scenario: &Scenario) -> Vec<Answer> {
    let plan = plan(EngineKind::Exact, 1, 0);
    let answered = |question| answer(question, &plan, &StdControl).expect("an answer");
    scenario.asked.iter().map(answered).collect()
}

#[test]
fn page_of_ten_questions_has_their_headlines_charts_links_and_file() {
    let home = TempDir::new().expect("a directory");
    let file = home.path().join("ten.toml");
    fs::write(&file, TEN).expect("written");
    let run = ["run", file.to_str().expect("a plain path"), "--engine", "exact"];
    let text = page(&run);
    assert_eq!(text, page(&run), "the same answers have the same bytes");
    assert!(text.len() <= 500_000, "{} bytes", text.len());
    let page = Html::parse_document(&text);
    let answers = exact_answers(&parse("ten.toml", TEN).expect("no faults"));
    let summary = |answer: &Answer| AnswerBlock::new(answer, &[]).paragraph();
    assert_eq!(answers.len(), 11);
    let single: Vec<String> =
        [&answers[..8], &answers[10..]].concat().iter().map(summary).collect();
    let leads = texts(&page, ".answer:not(.wide) .lead");
    assert_eq!(leads, single);
    let sweep = texts(&page, ".tables > .scroll tbody tr th[scope=row]");
    assert_eq!(sweep, ["flank", "rear"]);
    assert_eq!(texts(&page, "#file pre"), [TEN]);
    assert_eq!(texts(&page, "h1"), ["Ten <questions> & one file"]);
}

#[test]
fn links_of_a_page_ask_the_questions_of_its_file() {
    let scenario = parse("ten.toml", TEN).expect("no faults");
    let links = scenario.links();
    assert_eq!(links.len(), 10);
    assert!(links.iter().all(|(name, link)| link.is_some() != name.contains("Guardsmen <of>")));
    let mut found = Vec::new();
    for link in links.iter().filter_map(|(_, link)| link.as_deref()) {
        let link = Link::parse(link, Catalogue::shipped()).expect("a link");
        let request = link.kind.request(link.kind.keys(), &link.given, &setup()).expect("asked");
        match request.answer(Analysis::default(), &StdControl).expect("an answer") {
            Reply::One(answer, _) => found.push(*answer),
            Reply::Cases(answers) => found.extend(answers),
            other => panic!("{other:?}"),
        }
    }
    let answers = exact_answers(&scenario);
    assert_eq!(found.len() + 1, answers.len());
    for (found, answer) in found.iter().zip(&answers) {
        assert_eq!(found.quantities, answer.quantities, "{}", answer.name);
    }
}

#[test]
fn every_kind_of_answer_has_a_page() {
    let attack = page(&["attack", "stark sworn swords", "lannister guardsmen", "--why"]);
    let lead = texts(&Html::parse_document(&attack), ".lead");
    let begins = "Stark Sworn Swords (Winter's Bite) attack Lannister Guardsmen. ";
    assert!(lead[0].starts_with(begins), "{lead:?}");
    assert!(attack.contains("warodds ask 'attack/stark-sworn-swords/lannister-guardsmen?why'"));
    let matrix = page(&["matrix", "--attackers", "stark", "--defenders", "lannister,4..5"]);
    assert_eq!(texts(&Html::parse_document(&matrix), "h1"), ["Stark → Lannister, 4..5"]);
    let [chart, table] = ["<figure", "<table>"].map(|part| matrix.find(part));
    assert!(chart.is_some() && chart < table, "the heat map comes before the tables");
    let gains = page(&["attachments", "--for", "lannister guardsmen", "--against", "stark"]);
    assert!(!texts(&Html::parse_document(&gains), "td").iter().any(|cell| cell == "…"));
    page(&["options", "stark sworn swords", "lannister guardsmen", "--facing", "front,flank"]);
    page(&["westeros", "attack", "red infantry", "blue,green"]);
    page(&["run", "scenarios/campaigns/border-war.toml", "--trials", "100"]);
    let battle = page(&["battle", "scenarios/battles/clash-of-kings.toml", "--games", "1"]);
    let captions = texts(&Html::parse_document(&battle), ".tables > p");
    assert!(captions.iter().any(|one| one == "Actions per battle"), "{captions:?}");
    assert!(!battle.contains("--full lists them") && battle.contains("id=\"file\""));
}

#[test]
fn open_without_a_browser_names_the_page_and_keeps_the_answer() {
    let home = TempDir::new().expect("a directory");
    let out = home.path().to_str().expect("a plain path");
    let arguments = ["panic", "lannister guardsmen", "--out", out, "--open", "--charts", "none"];
    let done = warodds(&arguments).env("PATH", "").assert().success();
    let notes = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    let page = home.path().join("panic-lannister-guardsmen").join("index.html");
    assert!(notes.contains("no browser was opened"), "{notes}");
    assert!(notes.contains(&page.display().to_string()) && page.exists(), "{notes}");
    let alone = warodds(&["panic", "lannister guardsmen", "--open"]).assert().code(2);
    let refused = String::from_utf8_lossy(&alone.get_output().stderr).into_owned();
    assert!(refused.contains("add --out DIR"), "{refused}");
}
