//! Lists of armies: both forms, names, rules, the commands about them, and lists in questions.

mod attachments;
mod commands;
mod questions;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use tempfile::TempDir;
use warodds::army::{self, ArmyList};
use warodds::catalogue::{Catalogue, Joins};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn shipped(name: &str) -> PathBuf {
    root().join("scenarios/lists").join(name)
}

fn warodds(arguments: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("warodds").expect("it is built");
    command
        .current_dir(root())
        .args(arguments)
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .output()
        .expect("it runs")
}

#[track_caller]
fn told(arguments: &[&str]) -> String {
    let output = warodds(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// What stderr says of input that is wrong.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = warodds(arguments);
    let told = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
    assert!(output.stdout.is_empty() && !told.contains("panicked at"), "{told}");
    told
}

#[track_caller]
fn list(text: &str) -> ArmyList {
    ArmyList::parse("list", text, Catalogue::shipped())
        .unwrap_or_else(|wrong| panic!("{wrong}\n{text}"))
}

#[track_caller]
fn faults(text: &str) -> Vec<(usize, String)> {
    let wrong = ArmyList::parse("list", text, Catalogue::shipped()).expect_err("it has faults");
    wrong
        .iter()
        .map(|fault| {
            (fault.line(), format!("{} / {}", fault.message(), fault.help().unwrap_or_default()))
        })
        .collect()
}

/// Units with their attachments, and NCUs, by id.
fn pieces(list: &ArmyList) -> Vec<String> {
    let units = list.units.iter().map(|unit| {
        let ids = std::iter::once(&unit.card.entry.id);
        ids.chain(unit.attachments.iter().map(|one| &one.entry.id))
            .cloned()
            .collect::<Vec<_>>()
            .join(" + ")
    });
    units.chain(list.ncus.iter().map(|ncu| ncu.entry.id.clone())).collect()
}

/// Rules that a list breaches.
fn rules(list: &ArmyList) -> Vec<(&'static str, String)> {
    list.breaches().into_iter().map(|breach| (breach.rule, breach.message)).collect()
}

/// A legal list: 5 + 0, 5 + 1, 6, 6, 6, 3, 4 and 4 are 40 points of 50.
const LEGAL: &str = "\
Faction: Stark
Points: 50
Stark Sworn Swords (5) with Robb Stark, The Wolf Lord
Stark Sworn Swords (5) with Sworn Sword Captain (1)
House Umber Berserkers (6)
Stark Outriders (6)
Stark Bowmen (6)
Grey Wind (3)
Sansa Stark, Little Bird (4)
Catelyn Stark, Lady of Winterfell (4)
";

#[test]
fn shipped_lists_cost_forty_points_and_are_legal() {
    for (name, faction, commander) in [
        ("stark-40.toml", "Stark", "Robb Stark, The Wolf Lord"),
        ("lannister-40.toml", "Lannister", "Jaime Lannister, The Kingslayer"),
    ] {
        let list = ArmyList::load(&shipped(name), Catalogue::shipped()).expect("it is a list");
        assert_eq!(rules(&list), [], "{name}");
        assert_eq!((list.spent().points, list.limit(), list.faction()), (40, Some(40), faction));
        assert_eq!(list.leader_name().as_deref(), Some(commander));
        assert_eq!((list.units.len(), list.ncus.len(), list.leaders_unit()), (6, 2, Some(0)));
        assert!(list.notes().is_empty() && list.title.is_some());
    }
    let told = told(&[
        "list",
        "check",
        "scenarios/lists/stark-40.toml",
        "scenarios/lists/lannister-40.toml",
    ]);
    let end = "40 of 40 points, 6 units and 2 NCUs, legal (A11)";
    // lines are broken where the terminal ends
    assert_eq!(
        told.split_whitespace().collect::<Vec<_>>().join(" "),
        format!(
            "scenarios/lists/stark-40.toml: The Wolf Lord's Host: Stark, {end} \
             scenarios/lists/lannister-40.toml: The Kingslayer's Guard: Lannister, {end}"
        )
    );
}

#[test]
fn toml_and_text_give_the_same_list() {
    let toml = ArmyList::load(&shipped("stark-40.toml"), Catalogue::shipped()).expect("a list");
    let text = list(LEGAL);
    assert_eq!(pieces(&toml), pieces(&text));
    assert_eq!((toml.leader(), toml.spent()), (text.leader(), text.spent()));
    // order, capitals, headings, bullets, and the commander above it all
    let other = list(
        "NCUs\n* SANSA STARK – little bird (4)\n* catelyn stark - lady of winterfell [4]\n\n\
         Commander: robb stark\nunits:\n- 1x stark sworn swords (5)\n\
         - with Robb Stark – The Wolf Lord (0)\n\
         - sworn swords 2021 (5) + sworn sword captain (1)\n- umber berserkers (6)\n\
         - outriders (6)\n- stark bowmen (6)\n- grey wind (3)\npts: 40/40",
    );
    assert_eq!((pieces(&other), other.faction(), rules(&other)), (pieces(&text), "Stark", vec![]));
}

#[test]
fn lists_in_documentation_are_legal() {
    let page = fs::read_to_string(root().join("docs/lists.md")).expect("the page");
    let block = |kind: &str| {
        let start = page.find(&format!("```{kind}\n")).expect("a block") + kind.len() + 4;
        page[start..].split("```").next().expect("its end").to_owned()
    };
    let text = list(&block("text"));
    assert_eq!((rules(&text), text.spent().points), (vec![], 40));
    assert_eq!((text.units.len(), text.ncus.len()), (5, 2));
    assert_eq!(text.leader_name().as_deref(), Some("Eddard Stark, Lord of Winterfell"));
    let toml = list(&block("toml"));
    assert_eq!((rules(&toml), pieces(&toml)), (vec![], pieces(&list(LEGAL))));
}

/// `LEGAL` with one text in the place of another.
#[track_caller]
fn changed(from: &str, to: &str) -> ArmyList {
    assert!(LEGAL.contains(from), "{from}");
    list(&LEGAL.replacen(from, to, 1))
}

#[test]
fn each_breach_is_reported_with_its_rule() {
    assert_eq!(rules(&list(LEGAL)), []);
    let bowmen = "Stark Bowmen (6)";
    let captain = "Sworn Sword Captain (1)";
    for (from, to, rule, words) in [
        ("Points: 50\n", "", "A11.1", "has no points limit"),
        ("Points: 50", "Points: 39", "A11.1", "costs 40 of 39 points"),
        (", The Wolf Lord", ", The Young Wolf", "A11.1", "no commander"),
        (
            bowmen,
            "Stark Bowmen (6) with Greatjon Umber, Lord of Last Hearth",
            "A11.1",
            "Greatjon Umber, Lord of Last Hearth is a second commander",
        ),
        (
            "Points: 50",
            "Points: 50\nCommander: Brynden Tully, The Blackfish",
            "A11.1",
            "the commander Brynden Tully, The Blackfish is not attached to a unit",
        ),
        ("Points: 50", "Points: 50\nCommander: Sansa Stark", "A11.4", "is not a commander"),
        (bowmen, "Lannister Crossbowmen", "A11.2", "is Lannister in an army of Stark"),
        ("Sansa Stark, Little Bird", "Pycelle", "A11.2", "Pycelle, Grand Maester is Lannister"),
        (captain, "Guard Captain", "A11.2", "Guard Captain is Lannister"),
        (
            captain,
            "Robb Stark, The Young Wolf",
            "A11.3",
            "Robb Stark, The Young Wolf is in the list",
        ),
        ("Catelyn Stark, Lady of Winterfell", "Robb Stark, King in the North", "A11.3", "as well"),
        ("Catelyn Stark, Lady of Winterfell", "sansa stark", "A11.3", "a second time"),
        (
            captain,
            "Sworn Sword Captain + Umber Champion",
            "A11.3",
            "Umber Champion is a second attachment",
        ),
        (captain, "Winterfell Guardian", "A11.3", "Winterfell Guardian joins cavalry units"),
        ("Grey Wind (3)", "Grey Wind (3) with Umber Champion", "A11.3", "is a solo"),
        (
            "Sansa Stark",
            "Attachments:\nUmber Champion\nNCUs:\nSansa Stark",
            "A11.3",
            "not attached to a unit",
        ),
    ] {
        let found = rules(&changed(from, to));
        let right = |one: &(&str, String)| one.0 == rule && one.1.contains(words);
        assert!(found.len() == 1 && found.iter().all(right), "{to}: {found:?}");
    }
}

#[test]
fn neutral_units_may_cost_half_of_the_points() {
    // 6 + 6 + 8 points of neutrals are half of 40; one more is too much; a commander is free
    let neutrals = |more: &str| {
        let text = format!(
            "Faction: Stark\nPoints: 40\nSworn Swords + Vargo Hoat, The Goat of Harrenhal\n\
             Bloody Mummer Skirmishers\nNeutral Stormcrow Archers{more}\nhouse-bolton-flayed-men\n"
        );
        rules(&list(&text))
    };
    assert_eq!(neutrals(""), []);
    let over = ("A11.2", "neutral units cost 21 of 40 points".to_owned());
    assert_eq!(neutrals(" with neutral stormcrow lieutenant (1)"), [over]);
    // an army of neutrals may be all neutral, and hold nothing else
    let all = "Points: 30\nBloody Mummer Skirmishers + Vargo Hoat, The Goat of Harrenhal\n\
               house-bolton-flayed-men\nHedge Knights\n";
    assert_eq!((list(all).faction(), rules(&list(all))), ("Neutral", vec![]));
    let mixed = rules(&list(&format!("Faction: Neutral\n{all}Stark Bowmen\n")));
    assert_eq!(mixed, [("A11.2", "Stark Bowmen is Stark in an army of Neutral".to_owned())]);
}

#[test]
fn all_breaches_are_reported_together() {
    let all = list(
        "Points: 10\nStark Bowmen (6) with Umber Champion\n Lannister Guardsmen + Osha\n\
         Sansa Stark\nSansa Stark\n",
    );
    let rules: Vec<&str> = rules(&all).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(rules, ["A11.1", "A11.1", "A11.2", "A11.3", "A11.7"]);
    let folder = TempDir::new().expect("a directory");
    let file = folder.path().join("list.txt");
    fs::write(&file, "Points: 10\nStark Bowmen (6)\nLannister Guardsmen (5)\n").expect("written");
    let told = refused(&["list", "check", file.to_str().expect("a path")]);
    for part in [
        "the list costs 11 of 10 points (A11.1)",
        "the list has no commander (A11.1)",
        "Lannister Guardsmen is Lannister in an army of Stark (A11.2)",
        "list.txt:3:1",
        "help: an army has units of one faction and neutral units: leave it out",
        "3 faults in",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    // the same with more points, and shown all the same
    let more = refused(&["list", "check", "--points", "40", file.to_str().expect("a path")]);
    assert!(!more.contains("costs 11") && more.contains("2 faults"), "{more}");
    let shown = self::told(&["list", "show", file.to_str().expect("a path")]);
    assert!(shown.contains("Breach: the list has no commander (A11.1)."), "{shown}");
}

#[test]
fn commanders_may_be_solos_and_ncus() {
    let mag = list("Points: 30\nMag the Mighty (commander)\nFree Folk Raiders\n");
    assert_eq!((rules(&mag), mag.leaders_unit()), (vec![], Some(0)));
    assert_eq!(mag.leader_name().as_deref(), Some("Mag the Mighty (commander)"));
    let doran = list(
        "Points: 30\nCommander: Doran Martell, Lord of Sunspear\nMartell Spearmen\nSunspear Dervishes\n",
    );
    assert_eq!((rules(&doran), doran.leaders_unit(), doran.ncus.len()), (vec![], None, 1));
    // marked behind its name, in the way of some builders
    let marked = changed("Robb Stark, The Wolf Lord", "Robb Stark, The Wolf Lord (Commander)");
    assert_eq!((rules(&marked), marked.leaders_unit()), (vec![], Some(0)));
}

#[test]
fn name_shared_by_attachment_and_ncu_is_resolved_or_refused() {
    let pieces_of = |line: &str| pieces(&list(&format!("Stark Bowmen (6)\n{line}\n")));
    let bowmen = |one: &str| vec![format!("stark-bowmen + {one}")];
    let with_ncu = |one: &str| vec!["stark-bowmen".to_owned(), one.to_owned()];
    // an attachment and an NCU: by title, by cost, by heading; else nobody can tell
    assert_eq!(pieces_of("Arya Stark, The Wolf Girl"), with_ncu("arya-stark-the-wolf-girl"));
    assert_eq!(pieces_of("Arya Stark (4)"), with_ncu("arya-stark-the-wolf-girl"));
    assert_eq!(pieces_of("Arya Stark (1)"), bowmen("arya-stark-fugitive-princess"));
    assert_eq!(pieces_of("NCUs:\nArya Stark"), with_ncu("arya-stark-the-wolf-girl"));
    assert_eq!(pieces_of("+ Arya Stark"), bowmen("arya-stark-fugitive-princess"));
    assert_eq!(pieces_of("Robb Stark (4)"), with_ncu("robb-stark-king-in-the-north"));
    let wrong = faults("Stark Bowmen (6)\nArya Stark\n");
    assert!(wrong.len() == 1 && wrong[0].1.contains("matches 2 cards"), "{wrong:?}");
    // a unit and an attachment of one name
    let nobles = list("Baratheon Wardens\nDragonstone Noble (4)\n");
    assert_eq!(pieces(&nobles), ["baratheon-wardens", "dragonstone-noble"]);
    let riders = list("Champions of the Stag\nDragonstone Noble (1)\n");
    assert_eq!(riders.units.len(), 1);
}

#[test]
fn title_or_cost_selects_version_of_character() {
    for (said, id) in [
        ("Robb Stark (C)", "robb-stark-the-wolf-lord"),
        ("Robb Stark (0)", "robb-stark-the-wolf-lord"),
        ("Robb Stark (2)", "robb-stark-the-young-wolf"),
        ("the young wolf", "robb-stark-the-young-wolf"),
    ] {
        let found = list(&format!("Stark Bowmen (6) with {said}"));
        assert_eq!(found.units[0].attachments[0].entry.id, id, "{said}");
    }
    // the lines on top may say what the list is called and whose it is; a slip is no title
    let headed = list("My winter list\nHouse Stark\n40 points\nStark Bowmen (6)\n");
    assert_eq!((headed.title.as_deref(), headed.faction()), (Some("My winter list"), "Stark"));
    assert_eq!((headed.limit(), headed.units.len()), (Some(40), 1));
    let slip = faults("Stark Bowmne\nStark Bowmen (6)\n");
    assert!(slip.len() == 1 && slip[0].1.contains("did you mean `Stark Bowmen`"), "{slip:?}");
}

#[test]
fn costs_that_differ_from_the_cards_are_noted() {
    let notes = changed("Stark Bowmen (6)", "Stark Bowmen (7)").notes();
    assert_eq!(notes, ["Stark Bowmen costs 6 points on its card; the list says 7"]);
    let loyal = list("Stag Knights + Renly Baratheon, The Charismatic Heir").notes();
    assert_eq!(loyal, ["Loyalty is a tag on the cards of 2021 and is not checked"]);
    let giants = list("Free Folk Raiders\nSavage Giant\nSavage Giant\n").notes();
    assert!(
        giants.len() == 1 && giants[0].contains("whether Savage Giant is a character"),
        "{giants:?}"
    );
}

#[test]
fn every_name_of_a_card_finds_it_in_a_list() {
    let catalogue = Catalogue::shipped();
    let mut read = 0;
    for card in catalogue.current_cards() {
        let faction = &card.origin.faction;
        let found = list(&format!("Faction: {faction}\nUnits:\n{} (5)\n", card.unit.name));
        assert_eq!(found.units[0].card.entry.id, card.id);
        read += 1;
    }
    for one in catalogue.attachments() {
        let faction = &one.origin.faction;
        let name = one.full_name();
        let text = format!("Faction: {faction}\nUnits:\nhedge knights (7)\n with {name} (1)\n");
        let Ok(found) = ArmyList::parse("list", &text, catalogue) else {
            // two cards of one name and faction
            let same = |other: &&warodds::catalogue::Attachment| {
                other.full_name() == name && other.origin.faction == *faction
            };
            assert!(catalogue.attachments().filter(same).count() > 1, "{name}");
            continue;
        };
        // those that join units of the enemy are in none of the list
        let joined = found.units[0].attachments.iter().chain(&found.unattached).next();
        assert_eq!(joined.map(|one| &one.entry.id), Some(&one.id));
        read += 1;
    }
    for ncu in catalogue.ncus() {
        let faction = &ncu.origin.faction;
        for heading in ["NCUs:\n", ""] {
            let name = ncu.full_name();
            let text =
                format!("Faction: {faction}\nUnits:\nhedge knights (7)\n{heading}{name} (4)\n");
            let text = if heading.is_empty() { text.replace("Units:\n", "") } else { text };
            let found = list(&text);
            assert_eq!(found.ncus.first().map(|one| &one.entry.id), Some(&ncu.id), "{text}");
        }
        read += 1;
    }
    assert!(read > 148 + 270 + 94, "{read}");
}

#[test]
fn faults_have_positions_and_remedies() {
    let wrong = faults("Points: forty\nStark Bowmne (6)\nRobb Stark\n\nCommander: Nobody At All\n");
    assert_eq!(wrong.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 3, 5]);
    for (told, part) in wrong.iter().zip([
        "`forty` is not a number of points / write it as in `Points: 40`",
        "there is no unit, attachment or NCU `Stark Bowmne` / did you mean `Stark Bowmen`",
        "`Robb Stark` matches 3 cards / write the id or the full name of one: robb-stark-the-wolf-lord",
        "there is no attachment `Nobody At All`",
    ]) {
        assert!(told.1.contains(part), "{told:?}");
    }
    for (text, part) in [
        ("units = [\"Stark Bowmne\"]", "did you mean `Stark Bowmen`"),
        ("units = [{ use = \"Stark Bowmen\", attachement = \"x\" }]", "did you mean `attachment`?"),
        ("units = [{ attachment = \"x\" }]", "needs `use`"),
        ("units = []\npoints = 0", "from 1 to 1000"),
        ("points = 40\n", "needs `units`"),
        ("units = [3]", "must be text"),
        ("units = [\"Sansa Stark\"]", "is an NCU, not a unit / name it among the NCUs"),
        ("units = [\"Stark Bowmen\"]\nncus = [\"Stark Bowmen\"]", "there is no NCU `Stark Bowmen`"),
        ("units = [\"Stark Bowmen\"]\nfaction = \"Tully\"", "there is no faction `Tully`"),
        ("units = [\"Stark Bowmen\"", "this list is not closed"),
        ("game = \"westeros\"\nunits = [\"Stark Bowmen\"]", "must be \"asoiaf\""),
        ("", "no combat unit"),
        ("# nothing but a remark", "no combat unit"),
        ("{\"units\": []}", "JSON, XML or HTML, not a list"),
        ("Faction: Tully\nStark Bowmen", "there is no faction `Tully`"),
        ("Points: 5000\nStark Bowmen", "1 to 1000 points"),
    ] {
        let told = faults(text);
        assert!(told.len() == 1 && told[0].1.contains(part), "{text}: {told:?}");
    }
    let many = "Stark Bowmen\n".repeat(100_000);
    assert!(faults(&many).iter().any(|(_, told)| told.contains("at most 200")));
    let nonsense = "no such thing as this\n".repeat(40_000);
    assert_eq!(faults(&nonsense).len(), 50, "all that are kept");
}

#[test]
fn other_files_are_refused_as_lists() {
    let folder = TempDir::new().expect("a directory");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    fs::write(path("binary"), [0x53, 0x74, 0xff, 0xfe]).expect("written");
    fs::write(path("huge"), vec![b'a'; (1 << 20) + 1]).expect("written");
    for (file, part) in [
        (path("binary"), "is not UTF-8 text"),
        (path("huge"), "is too large"),
        (path("nowhere"), "cannot read"),
        (path("."), "is a directory"),
        ("scenarios/duel.toml".to_owned(), "is a scenario: use `warodds run"),
        ("scenarios/campaigns/border-war.toml".to_owned(), "is a campaign: use `warodds campaign"),
    ] {
        for command in ["check", "show"] {
            let told = refused(&["list", command, &file]);
            assert!(told.contains(part), "{file}: {told}");
        }
    }
    // and lists are refused by others
    for command in ["run", "campaign"] {
        let told = refused(&[command, "scenarios/lists/stark-40.toml"]);
        assert!(told.contains("is a list of an army: use `warodds list check"), "{told}");
    }
}

#[test]
fn json_of_list_is_complete() {
    let shown = told(&["list", "show", "scenarios/lists/stark-40.toml", "--json"]);
    let data: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!((&data["schema"], &data["legal"]), (&"warodds/list/1".into(), &true.into()));
    assert_eq!(data["points"]["spent"], 40);
    assert_eq!(data["units"][1]["total"], 6);
    assert_eq!(data["units"][1]["attachments"][0]["id"], "sworn-sword-captain");
    assert_eq!(data["units"][0]["attachments"][0]["commander"], true);
    assert_eq!(data["ncus"][1]["name"], "Catelyn Stark, Lady of Winterfell");
    let table = told(&["list", "show", "scenarios/lists/stark-40.toml"]);
    for part in ["(commander)", "5 + 1", "NCU", "40 of 40 points", "Legal (A11)."] {
        assert!(table.contains(part), "{part}: {table}");
    }
}

#[test]
fn schema_accepts_shipped_lists_and_rejects_faulty_ones() {
    let schema = army::schema();
    jsonschema::meta::validate(&schema).expect("it is a schema");
    let validator = jsonschema::validator_for(&schema).expect("it can be used");
    let is_valid = |text: &str| {
        let data: Value = toml::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        validator.is_valid(&data)
    };
    for name in ["stark-40.toml", "lannister-40.toml"] {
        assert!(is_valid(&fs::read_to_string(shipped(name)).expect("a list")), "{name}");
    }
    for wrong in [
        "points = 40",
        "units = [3]",
        "units = [{ attachment = 'a' }]",
        "units = ['a']\npoint = 40",
    ] {
        assert!(!is_valid(wrong), "{wrong}");
    }
}

/// Any text is read or has faults, and no list makes anything panic: lines of cards and of what
/// stands between them, dealt at random, as both forms.
#[test]
fn random_text_never_panics() {
    let mut rng = StdRng::seed_from_u64(15);
    let words = [
        "Stark Bowmen",
        "Robb Stark",
        "Sansa Stark",
        "with",
        "+",
        "(6)",
        "[",
        ")",
        "{",
        "Points:",
        "40",
        "x2",
        "2x",
        "NCUs:",
        "Commander:",
        "Faction:",
        "Stark",
        "é",
        "•",
        "-",
        "\n",
        "\n",
        "units = [",
        "\"",
        "]",
        "=",
        ",",
        "#",
        "Umber Champion",
        "99999999999999999999",
        "(commander)",
        "Night's Watch",
        "house",
    ];
    let mut read = BTreeSet::new();
    for _ in 0..600 {
        let length = rng.random_range(1..14);
        let text: Vec<&str> =
            (0..length).map(|_| words[rng.random_range(0..words.len())]).collect();
        let parsed = ArmyList::parse("list", &text.join(" "), Catalogue::shipped());
        read.insert(parsed.is_ok());
        if let Ok(list) = parsed {
            let _ = (list.breaches(), list.notes(), list.check_legal().is_ok());
            assert!(list.units.iter().all(|unit| {
                unit.unit(Catalogue::shipped()).is_ok()
                    || unit.attachments.len() > 1
                    || unit
                        .attachments
                        .iter()
                        .any(|one| one.entry.joins != Joins::Units(unit.card.entry.unit.kind))
            }));
        }
    }
    assert_eq!(read.len(), 2, "some are lists, and some are not");
}
