//! What attachments add, held against single attacks and against fractions worked out by hand; and
//! the lists of attachments and of cards by words.

use serde_json::Value;

use super::{refused, told};

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&told(&[arguments, &["--json"]].concat())).expect("JSON")
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Wounds dealt and suffered by the attacker in one attack, as `attack` tells them.
fn attack(arguments: &[&str]) -> [f64; 2] {
    let answer = json(&[&["attack"], arguments].concat());
    let mean = |name: &str| answer["quantities"][name]["mean"].as_f64().unwrap_or(0.0);
    [mean("wounds"), mean("own_wounds")]
}

#[test]
fn attachment_gains_equal_differences_of_single_attacks() {
    let unit = "stark sworn swords";
    let field = ["lannister-guardsmen", "house-bolton-blackguards", "stark-bowmen"];
    // the best attack of each against the unit
    let weapons = ["Long Sword", "Spiked Flail", "Arrow Volley"];
    for (way, options) in [
        (&[][..], &[][..]),
        (&["--charge", "--facing", "flank"], &["--charge", "--facing", "flank"]),
    ] {
        let against = field.join(",");
        let asked = [&["attachments", "--for", unit, "--against", &against], way].concat();
        let answer = json(&asked);
        let exchange = |with: Option<&str>| {
            let mut sum = [0.0, 0.0];
            for (enemy, weapon) in field.iter().zip(weapons) {
                let own = with.map_or_else(Vec::new, |with| vec!["--with", with]);
                let [dealt, paid] = attack(&[&[unit, enemy][..], &own, options].concat());
                let own = with.map_or_else(Vec::new, |with| vec!["--defender-with", with]);
                let back = [&[enemy, unit, "--weapon", weapon][..], &own].concat();
                let [suffered, answered] = attack(&back);
                sum = [sum[0] + dealt + answered, sum[1] + suffered + paid];
            }
            sum.map(|sum| sum / field.len() as f64)
        };
        let alone = exchange(None);
        close(number(&answer["alone"]["dealt"]), alone[0]);
        close(number(&answer["alone"]["suffered"]), alone[1]);
        let all = answer["attachments"].as_array().expect("a list");
        for id in
            ["sworn-sword-captain", "greatjon-umber-fierce-bannerman", "robb-stark-the-wolf-lord"]
        {
            let one = all.iter().find(|one| one["id"] == id).expect("it fits");
            let with = exchange(Some(id));
            close(number(&one["with"]["dealt"]), with[0]);
            close(number(&one["adds"]["suffered"]), with[1] - alone[1]);
            let net = with[0] - alone[0] - (with[1] - alone[1]);
            close(number(&one["adds"]["net"]), net);
            // what counts only in another situation is not ranked
            let counts = one["counts"].as_array().expect("a list");
            match one["cost"].as_f64().filter(|_| counts.is_empty()) {
                Some(cost) => close(number(&one["per_point"]), net / cost),
                None => assert!(one["per_point"].is_null()),
            }
        }
        let ranked: Vec<f64> = all.iter().filter_map(|one| one["per_point"].as_f64()).collect();
        // what differs in its last digits is as good
        assert!(ranked.is_sorted_by(|one, other| *one >= other - 1e-9), "{ranked:?}");
    }
}

/// Two units of morale 2+, which no panic test breaks; a banner is a die more, a shield a better
/// save.
const CARDS: &str = r#"
faction = "Home"
[units.clerks]
name = "Clerks"
cost = 5
defense = 4
morale = 2
attacks = [{ name = "Pens", hit = 4, dice = [6, 6, 6] }]
season = "2021"
source = "the tests"
[units.auditors]
name = "Auditors"
cost = 5
defense = 4
morale = 2
attacks = [{ name = "Ledgers", hit = 3, dice = [8, 8, 8] }]
season = "2021"
source = "the tests"
[attachments.banner]
name = "Banner"
type = "infantry"
cost = 1
abilities = ["More Ink"]
season = "2021"
source = "the tests"
[attachments.shield]
name = "Shield"
type = "infantry"
cost = 2
abilities = ["Thick Paper"]
season = "2021"
source = "the tests"
[attachments.chief]
name = "Chief"
type = "infantry"
commander = true
abilities = ["More Ink"]
season = "2021"
source = "the tests"
[attachments.rider]
name = "Rider"
type = "cavalry"
cost = 1
abilities = []
season = "2021"
source = "the tests"
[[ability]]
name = "More Ink"
season = "2021"
effects = [{ when = "attacking", attack_dice = 1 }]
[[ability]]
name = "Thick Paper"
season = "2021"
effects = [{ when = "attacked", saves = 1 }]
"#;

#[test]
fn attachment_gains_match_hand_calculation() {
    let folder = tempfile::TempDir::new().expect("a directory");
    let cards = folder.path().join("cards.toml");
    std::fs::write(&cards, CARDS).expect("written");
    let cards = cards.to_str().expect("a path");
    let answer =
        json(&["attachments", "--for", "clerks", "--against", "auditors", "--catalogue", cards]);
    let all = answer["attachments"].as_array().expect("a list");
    let own: Vec<&Value> = all.iter().filter(|one| one["faction"] == "Home").collect();
    let ids: Vec<&str> = own.iter().filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(ids, ["shield", "banner", "chief"], "riders join no infantry");
    // six dice on 4+ against 4+: 6/4; eight on 3+ against 4+: 8 × 2/3 × 1/2
    close(number(&answer["alone"]["dealt"]), 1.5);
    close(number(&answer["alone"]["suffered"]), 8.0 / 3.0);
    // saves on 3+ let a third of 16/3 hits through: 8/9 fewer, for two points
    close(number(&own[0]["adds"]["suffered"]), -8.0 / 9.0);
    close(number(&own[0]["per_point"]), 4.0 / 9.0);
    // a die more is 1/4, for one point, or for nothing
    close(number(&own[1]["adds"]["dealt"]), 0.25);
    close(number(&own[1]["per_point"]), 0.25);
    close(number(&own[2]["adds"]["net"]), 0.25);
    assert!(own[2]["cost"].is_null() && own[2]["per_point"].is_null());
}

#[test]
fn attachments_command_prints_table_and_writes_files() {
    let folder = tempfile::TempDir::new().expect("a directory");
    let out = folder.path().join("out");
    let table = told(&[
        "attachments",
        "--for",
        "stark outriders",
        "--against",
        "lannister",
        "--quiet",
        "--out",
        out.to_str().expect("a path"),
    ]);
    for part in [
        "5 attachments fit Stark Outriders",
        "Winterfell Guardian",
        "Without an attachment it deals",
    ] {
        assert!(table.contains(part), "{part}: {table}");
    }
    let mut folders = std::fs::read_dir(&out).expect("it was written");
    let folder = folders.next().expect("a folder of the question").expect("an entry").path();
    let rows = std::fs::read_to_string(folder.join("attachments.csv")).expect("the rows");
    assert!(rows.starts_with("unit_id,unit,id,attachment,faction,cost,dealt,suffered"), "{rows}");
    let data: Value =
        serde_json::from_slice(&std::fs::read(folder.join("attachments.json")).expect("data"))
            .expect("JSON");
    assert_eq!(rows.lines().count() - 1, data["attachments"].as_array().expect("a list").len());
    assert_eq!(data["schema"], "warodds/attachments/1");
    for (arguments, part) in [
        (&["attachments", "--for", "grey wind"][..], "it is a solo (A1.6)"),
        (&["attachments", "--for", "swron swords"], "did you mean"),
        (&["attachments"], "--for"),
        (
            &["attachments", "--for", "sworn swords", "--against", "tully"],
            "not a faction, a type or a cost",
        ),
    ] {
        assert!(refused(arguments).contains(part), "{arguments:?}");
    }
}

#[test]
fn units_lists_all_attachments() {
    let all = json(&["units", "--attachments"]);
    let all = all.as_array().expect("a list");
    assert_eq!(all.len(), 278);
    assert!(all.iter().all(|one| one["abilities"].is_array() && one["type"].is_string()));
    let fitting = json(&["units", "--attachments", "--for", "stark outriders"]);
    let fitting = fitting.as_array().expect("a list");
    assert!(fitting.iter().all(|one| one["type"] == "cavalry"
        && (one["faction"] == "Stark" || one["faction"] == "Neutral")));
    let counted = all.iter().filter(|one| {
        one["type"] == "cavalry" && (one["faction"] == "Stark" || one["faction"] == "Neutral")
    });
    assert_eq!(fitting.len(), counted.count());
    let table = told(&["units", "--attachments", "--faction", "stark", "--cost", "2"]);
    assert!(
        table.contains("Robb Stark, The Young Wolf") && table.contains("8 attachments."),
        "{table}"
    );
    assert!(refused(&["units", "--attachments", "--sort", "speed"]).contains("no speed"));
}

#[test]
fn search_finds_cards_by_words() {
    let found = json(&["units", "search", "sworn"]);
    let found = found.as_array().expect("a list");
    let names: Vec<&str> = found.iter().filter_map(|one| one["name"].as_str()).collect();
    assert!(names.contains(&"Stark Sworn Swords") && names.contains(&"Sworn Sword Captain"));
    assert!(found.iter().any(|one| one["season"] == "1.0"), "all editions");
    let robb = json(&["units", "search", "stark", "robb"]);
    let kinds: Vec<&str> =
        robb.as_array().expect("a list").iter().filter_map(|one| one["what"].as_str()).collect();
    assert_eq!(kinds, ["commander", "attachment", "NCU"]);
    let wrong = refused(&["units", "search", "swron", "swords"]);
    assert!(wrong.contains("did you mean `Stark Sworn Swords`"), "{wrong}");
    // an NCU is shown, and is no unit
    assert!(told(&["units", "show", "the imp"]).contains("Tyrion Lannister, The Imp"));
    assert!(refused(&["attack", "the imp", "guardsmen"]).contains("is an NCU"));
}
