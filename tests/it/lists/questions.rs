//! Lists in questions: their units with their attachments, and no file read by a question itself.

use serde_json::Value;
use warodds::request::{self, Query, RawFields, Setup};

use super::{LEGAL, refused, told};

const STARK: &str = "list=scenarios/lists/stark-40.toml";
const LANNISTER: &str = "list=scenarios/lists/lannister-40.toml";

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&told(&[arguments, &["--json"]].concat())).expect("JSON")
}

#[track_caller]
fn close(found: &Value, expected: &Value) {
    let (found, expected) =
        (found.as_f64().expect("a number"), expected.as_f64().expect("a number"));
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

/// The names of units in data.
fn names(units: &Value) -> Vec<&str> {
    let all = units.as_array().expect("a list").iter();
    all.map(|unit| unit["name"].as_str().expect("a name")).collect()
}

#[test]
fn matrix_of_lists_equals_attacks_with_attachments() {
    let answer =
        json(&["matrix", "--attackers", STARK, "--defenders", LANNISTER, "--sort", "name"]);
    assert_eq!(
        names(&answer["attackers"]),
        [
            "Grey Wind",
            "House Umber Berserkers",
            "Stark Bowmen",
            "Stark Outriders",
            "Stark Sworn Swords + Robb Stark, The Wolf Lord",
            "Stark Sworn Swords + Sworn Sword Captain",
        ]
    );
    assert_eq!(names(&answer["defenders"]).len(), 6);
    assert_eq!(answer["attackers"][5]["id"], "stark-sworn-swords+sworn-sword-captain");
    assert_eq!(answer["attackers"][5]["cost"], 6);
    let column = names(&answer["defenders"]).iter().position(|name| name.contains("Guard Captain"));
    let alone = json(&[
        "attack",
        "stark sworn swords",
        "lannister guardsmen",
        "--with",
        "sworn sword captain",
        "--defender-with",
        "guard captain",
    ]);
    let cell = &answer["values"]["mean_wounds"][5][column.expect("it is there")];
    close(cell, &alone["quantities"]["wounds"]["mean"]);
    // beside other terms, each unit once
    let more = json(&[
        "matrix",
        "--attackers",
        &format!("{STARK}, grey wind, stark bowmen"),
        "--defenders",
        STARK,
    ]);
    assert_eq!(names(&more["attackers"]).len(), 6);
    let field = json(&["compare", "sworn swords", "umber berserkers", "--against", LANNISTER]);
    assert_eq!(field["matchups"].as_array().map(Vec::len), Some(6));
}

#[test]
fn charges_of_list_equal_charges_of_its_units() {
    let target = "lannister crossbowmen";
    let all = json(&["charge", STARK, target, "--distance", "9"]);
    let all = all.as_array().expect("a list");
    assert_eq!(all.len(), 6);
    let alone = json(&[
        "charge",
        "stark sworn swords",
        target,
        "--with",
        "sworn sword captain",
        "--distance",
        "9",
    ]);
    let same = all
        .iter()
        .find(|one| one["case"]["attacker"] == "Stark Sworn Swords + Sworn Sword Captain");
    let same = same.expect("it charges");
    for (kind, name, value) in [("quantities", "wounds", "mean"), ("events", "reached", "p")] {
        close(&same[kind][name][value], &alone[kind][name][value]);
    }
    assert_eq!(all[0]["subject"], "The Wolf Lord's Host → Lannister Crossbowmen");
    // two lists, and distances
    let both = json(&["charge", STARK, LANNISTER, "--distance", "8..9"]);
    assert_eq!(both.as_array().map(Vec::len), Some(6 * 6 * 2));
    assert_eq!(both[0]["subject"], "The Wolf Lord's Host → The Kingslayer's Guard");
    let first = &both[0]["case"];
    assert!(first["attacker"].is_string() && first["defender"].is_string(), "{first}");
    assert_eq!(first["distance"], 8);
}

#[test]
fn survive_ranks_units_of_list_toughest_first() {
    let by = "stark sworn swords";
    let all = json(&["survive", LANNISTER, "--by", by]);
    let all = all.as_array().expect("a list");
    let means: Vec<f64> = all
        .iter()
        .map(|one| one["quantities"]["attacks"]["mean"].as_f64().expect("a mean"))
        .collect();
    assert!(means.len() == 6 && means.is_sorted_by(|one, other| one >= other), "{means:?}");
    let gregor = json(&["survive", "gregor clegane", "--by", by]);
    let listed = all.iter().find(|one| one["option"] == "Gregor Clegane").expect("he is there");
    close(&listed["quantities"]["attacks"]["mean"], &gregor["quantities"]["attacks"]["mean"]);
    let table = told(&["survive", LANNISTER, "--by", by]);
    assert!(table.contains("attacks") && table.contains("Gregor Clegane"), "{table}");
    // the units of a list attack one after the other
    let army = json(&["survive", "gregor clegane", "--by", STARK]);
    assert!(army["subject"].as_str().is_some_and(|told| told.matches(", then ").count() == 5));
}

#[test]
fn several_names_get_one_answer_each() {
    let names = ["stark sworn swords", "umber berserkers"];
    let several = json(&["charge", &names.join(", "), "guardsmen", "--distance", "6..8"]);
    let several = several.as_array().expect("answers");
    assert_eq!(several.len(), 6);
    for (place, name) in names.into_iter().enumerate() {
        for (inches, distance) in ["6", "7", "8"].into_iter().enumerate() {
            let one = json(&["charge", name, "guardsmen", "--distance", distance]);
            let found = &several[3 * place + inches];
            assert_eq!(found["quantities"], one["quantities"], "{name} {distance}");
            assert_eq!(found["events"], one["events"], "{name} {distance}");
        }
    }
    // beside lists as well
    let more = json(&["survive", &format!("{STARK}, umber greataxes"), "--by", "guardsmen"]);
    let alone = json(&["survive", STARK, "--by", "guardsmen"]);
    assert_eq!(more.as_array().map(Vec::len), alone.as_array().map(|all| all.len() + 1));
}

#[test]
fn lists_are_refused_where_one_unit_is_expected() {
    for (arguments, part) in [
        (&["attachments", "--for", "stark sworn swords, nobody"][..], "there is no unit `nobody`"),
        (&["matrix", "--attackers", "list=nowhere.toml"], "cannot read nowhere.toml"),
        (&["matrix", "--attackers", "list=scenarios/duel.toml"], "is a scenario"),
        (
            &["charge", STARK, "guardsmen", "--distance", "8", "--with", "umber champion"],
            "--attacker-with applies to one unit",
        ),
        (
            &["survive", "lannister guardsmen, nobody", "--by", "guardsmen"],
            "there is no unit `nobody`",
        ),
        (
            &["ask", "matrix?attackers=list=scenarios/lists/stark-40.toml"],
            "links cannot name files",
        ),
        (&["charge", STARK, "guardsmen", "--distance", "8", "--why"], "--why"),
    ] {
        let told = refused(arguments);
        assert!(told.contains(part), "{arguments:?}: {told}");
    }
    // faults stand at their place in the list
    let folder = tempfile::TempDir::new().expect("a directory");
    let file = folder.path().join("list.txt");
    std::fs::write(&file, "Stark Bowmne (6)\n").expect("written");
    let told = refused(&["matrix", "--attackers", &format!("list={}", file.display())]);
    assert!(
        told.contains("list.txt:1:1") && told.contains("did you mean `Stark Bowmen`"),
        "{told}"
    );
}

#[test]
fn request_accepts_text_of_list_without_file() {
    let kind = request::kind("matrix").expect("there is one");
    let given = RawFields::new().with("attackers", "list=mine").with("defenders", "grey wind");
    let ask = |given: &RawFields| kind.request(kind.keys(), given, &Setup::shipped());
    assert!(
        ask(&given)
            .is_err_and(|wrong| wrong.to_string().contains("`mine` is not part of the question"))
    );
    let mut given = given;
    given.add_file("mine", LEGAL);
    let Ok(Query::Field(asked)) = ask(&given).map(|request| request.asked) else {
        panic!("it is a matrix");
    };
    assert_eq!(asked.attacks(), 6);
}
