//! Forms in which list builders and players write lists: each holds the same list.

use crate::army::ArmyList;
use crate::catalogue::Catalogue;
use crate::document::Faults;

/// Reads a list, which must have no faults.
#[track_caller]
fn list(text: &str) -> ArmyList {
    ArmyList::parse("list", text, Catalogue::shipped())
        .unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

/// Units with their attachments, then attachments without units, then NCUs, by id.
fn ids(list: &ArmyList) -> Vec<String> {
    let units = list.units.iter().map(|unit| {
        let attachments = unit.attachments.iter().map(|one| one.entry.id.as_str());
        std::iter::once(unit.card.entry.id.as_str())
            .chain(attachments)
            .collect::<Vec<_>>()
            .join("+")
    });
    let unattached = list.unattached.iter().map(|one| one.entry.id.clone());
    units.chain(unattached).chain(list.ncus.iter().map(|ncu| ncu.entry.id.clone())).collect()
}

#[track_caller]
fn assert_ids(text: &str, expected: &[&str]) {
    assert_eq!(ids(&list(text)), expected, "{text}");
}

#[track_caller]
fn assert_faults(text: &str, expected: &[(usize, &str)]) {
    let faults = ArmyList::parse("list", text, Catalogue::shipped()).expect_err(text);
    let found = |faults: &Faults| -> Vec<(usize, String)> {
        faults.iter().map(|fault| (fault.line(), fault.to_string())).collect()
    };
    let found = found(&faults);
    assert_eq!(found.len(), expected.len(), "{text}: {found:?}");
    for ((line, message), (expected_line, part)) in found.iter().zip(expected) {
        assert!(line == expected_line && message.contains(part), "{text}: {found:?}");
    }
}

const WOLF: &str = "stark-sworn-swords+robb-stark-the-wolf-lord";

#[test]
fn heads_state_faction_commander_and_limit() {
    for head in [
        "Faction: Stark\nCommander: Robb Stark, The Wolf Lord\nPoints: 40",
        "Faction : Stark\nCommander : Robb Stark, The Wolf Lord | Points: 40 / 40",
        "Faction: Starks\nCommander: Robb Stark – The Wolf Lord\n40pts",
        "Faction: House Stark | Commander: Robb Stark, The Wolf Lord | Points: 39/40",
        "Faction - Stark\nCommander – Robb Stark, The Wolf Lord\n40/40",
        "**Faction:** Stark\nPoints: 40pts\nLeader: Robb Stark (The Wolf Lord)",
        "Stark\n40 points\nCommander: Robb Stark, The Wolf Lord (C) in Stark Sworn Swords",
        "Faction: STARK (Season 5)\nCommander:\nRobb Stark, The Wolf Lord\n38/40 Points",
        "House Stark\n40 / 40\nGeneral: Robb Stark, The Wolf Lord",
    ] {
        let text = format!(
            "{head}\nCombat Units:\nStark Sworn Swords (5)\n  with Robb Stark, The Wolf Lord\n\
             Total 5\nTotal points: 5\nTotal: 5 pts\n"
        );
        let list = list(&text);
        assert_eq!(ids(&list), [WOLF], "{text}");
        assert_eq!((list.faction(), list.limit()), ("Stark", Some(40)), "{text}");
        assert_eq!(list.leader_name().as_deref(), Some("Robb Stark, The Wolf Lord"), "{text}");
    }
    for (text, limit) in [("40/40", 40), ("60/60 Points", 60), ("Total 38/40", 40), ("40 pts", 40)]
    {
        assert_eq!(list(&format!("Stark Bowmen (6)\n{text}\n")).limit(), Some(limit), "{text}");
    }
    for total in ["Total 40", "Total: 40", "Total (40)", "Total points: 40 pts", "Cost: 40"] {
        assert_eq!(list(&format!("Stark Bowmen (6)\n{total}\n")).limit(), None, "{total}");
    }
}

#[test]
fn factions_are_found_by_what_exports_call_them() {
    for (name, faction) in [
        ("Starks", "Stark"),
        ("Lannisters", "Lannister"),
        ("House Baratheon (Renly)", "Baratheon"),
        ("Brotherhood", "Brotherhood Without Banners"),
        ("The Brotherhood without Banners", "Brotherhood Without Banners"),
        ("BWB", "Brotherhood Without Banners"),
        ("Nights Watch", "Night's Watch"),
        ("The Night’s Watch", "Night's Watch"),
        ("NW", "Night's Watch"),
        ("Freefolk", "Free Folk"),
        ("Neutrals", "Neutral"),
    ] {
        let list = list(&format!("Faction: {name}\nHedge Knights\n"));
        assert_eq!(list.faction(), faction, "{name}");
    }
    assert_faults("Faction: Tully\nHedge Knights\n", &[(1, "there is no faction `Tully`")]);
}

#[test]
fn lines_above_the_faction_are_a_title() {
    for title in ["King in the North", "Winterfell", "List 1", "Summer", "My list (40)", "the red"]
    {
        for faction in ["Faction: Stark", "House Stark"] {
            let list = list(&format!("{title}\n{faction}\nPoints: 40\nStark Bowmen (6)\n"));
            assert_eq!(list.title.as_deref(), Some(title), "{title}");
            assert_eq!(ids(&list), ["stark-bowmen"], "{title}");
            assert_eq!(list.faction(), "Stark");
        }
    }
    // no piece is lost: the whole name of a card is no title
    assert_ids(
        "Stark Bowmen\nStark Outriders (6)\nFaction: Stark\n",
        &["stark-bowmen", "stark-outriders"],
    );
    assert_faults("Stark Bowmne (6)\nFaction: Stark\nStark Outriders\n", &[(1, "`Stark Bowmne`")]);
}

#[test]
fn headings_are_found_in_brackets_and_with_counts() {
    for [units, ncus] in [
        ["[Combat Units]", "[NCUs]"],
        ["Combat Units - 32 points", "Non-Combat Units - 4 points"],
        ["Combat Units (1): 6 pts", "Non-Combat Units (1): 4 pts"],
        ["== Combat Units ==", "== NCU =="],
        ["**Combat Units** [6]", "**NCUs** [4]"],
        ["(Combat Units)", "(NCUs)"],
        ["Units: 1", "NCUs: 1"],
    ] {
        let text = format!("{units}\nStark Bowmen (6)\n{ncus}\nSansa Stark, Little Bird (4)\n");
        assert_ids(&text, &["stark-bowmen", "sansa-stark-little-bird"]);
    }
}

#[test]
fn dashes_of_ids_end_no_heading() {
    assert_ids(
        "house-bolton-flayed-men\nStark Bowmen - 6\n",
        &["house-bolton-flayed-men", "stark-bowmen"],
    );
}

#[test]
fn cost_decides_between_an_attachment_and_an_ncu_of_another_faction() {
    // the attachment is neutral, the NCU is of the army's faction
    let head = "Faction: Stark\nStark Bowmen (6)\n";
    assert_ids(&format!("{head}Arya Stark (1)\n"), &["stark-bowmen+arya-stark-fugitive-princess"]);
    assert_ids(&format!("{head}Arya Stark (4)\n"), &["stark-bowmen", "arya-stark-the-wolf-girl"]);
    assert_faults(&format!("{head}Arya Stark\n"), &[(3, "matches 2 cards")]);
}

#[test]
fn costs_marks_and_copies_are_read_in_every_order() {
    let young = "stark-sworn-swords+robb-stark-the-young-wolf";
    for line in [
        "Robb Stark (The Young Wolf, 3pts)",
        "Robb Stark, The Young Wolf (Cost: 2)",
        "Robb Stark [The Young Wolf] (2)",
        "Robb Stark – The Young Wolf - 2 pts",
        "Robb Stark,\n The Young Wolf (2)",
        "Robb Stark\n – The Young Wolf (2)",
        "Attachment: Robb Stark, The Young Wolf (2)",
        "Attachments: Robb Stark, The Young Wolf (2)",
        "- Attachments : Robb Stark, The Young Wolf (2)",
        "Attachment\nRobb Stark, The Young Wolf (2)",
        "Attachment (1):\nRobb Stark, The Young Wolf (2)",
    ] {
        let text = format!("Units\nStark Sworn Swords (5)\n{line}\nStark Bowmen (6)\n");
        assert_ids(&text, &[young, "stark-bowmen"]);
    }
    for mark in
        ["(C)", "(CMD)", "(Commander)", "[C]", "(0, C)", "(Commander - 0 pts)", "(Cmdr) (0)"]
    {
        let list = list(&format!("Stark Sworn Swords (5)\nRobb Stark {mark}\n"));
        assert_eq!(ids(&list), [WOLF], "{mark}");
        assert_eq!(list.leaders_unit(), Some(0), "{mark}");
    }
    for line in [
        "Stark Bowmen x2 (6)",
        "Stark Bowmen (6) x2",
        "Stark Bowmen (6) x 2",
        "Stark Bowmen (x2)",
        "Stark Bowmen (x2) (6)",
        "Stark Bowmen (6) (x2)",
        "Stark Bowmen (6, x2)",
        "2 Stark Bowmen",
        "2x Stark Bowmen (6)",
        "2 x Stark Bowmen - 6",
        "Stark Bowmen ×2",
        "Stark Bowmen x2 - 6 pts",
        "Stark Bowmen 6 pts x2",
    ] {
        assert_ids(line, &["stark-bowmen", "stark-bowmen"]);
    }
}

#[test]
fn several_names_on_a_line_are_several_pieces() {
    let two = ["stark-bowmen", "sansa-stark-little-bird", "petyr-baelish-littlefinger"];
    for line in [
        "Sansa Stark, Little Bird & Petyr Baelish, Littlefinger",
        "Sansa Stark and Petyr Baelish",
        "Sansa Stark (4), Petyr Baelish (4)",
        "Sansa Stark, Petyr Baelish",
    ] {
        assert_ids(&format!("Stark Bowmen (6)\nNCUs:\n{line}\n"), &two);
    }
    // a card of two persons is one
    let queen = "Faction: Baratheon\nBaratheon Wardens\nNCUs\nSelyse & Shireen\n";
    assert_ids(queen, &["baratheon-wardens", "selyse-shireen-queen-and-princess"]);
}

#[test]
fn commander_is_put_into_the_named_unit() {
    for text in [
        "Robb Stark, The Wolf Lord (C) in Stark Sworn Swords (5)\n",
        "Robb Stark (C) in Stark Sworn Swords\n",
        "Robb Stark, The Wolf Lord in Stark Sworn Swords\n",
        "Commander: Robb Stark, The Wolf Lord (C) in Stark Sworn Swords\nUnits\nStark Sworn Swords (5)\n",
        "Commander: Robb Stark, The Wolf Lord (C) in Stark Sworn Swords\n",
    ] {
        let list = list(text);
        assert_eq!(ids(&list), [WOLF], "{text}");
        assert_eq!(list.leaders_unit(), Some(0), "{text}");
    }
}

#[test]
fn attachments_of_the_enemy_stand_alone() {
    let text = "Faction: Free Folk\nPoints: 40\nFree Folk Raiders (4)\n\
                Enemy Attachments\nMance Rayder, Abel The Bard (2)\n";
    let alone = list(text);
    assert_eq!(ids(&alone), ["free-folk-raiders", "mance-rayder-abel-the-bard"]);
    assert_eq!(alone.spent().points, 6);
    let below = list(&text.replace("Enemy Attachments\n", ""));
    assert_eq!(ids(&below), ids(&alone));
    assert!(alone.breaches().iter().all(|breach| !breach.message.contains("in no unit")));
    let inside = list(&text.replace("Enemy Attachments\n", "with "));
    let joined = inside.breaches().into_iter().find(|breach| breach.rule == "A11.7");
    assert!(joined.is_some_and(|breach| breach.message.contains("joins only units of the enemy")));
}

#[test]
fn line_ends_of_all_systems_are_equal() {
    let text = "Faction: Stark\nPoints: 40\nStark Bowmen (6)\nGrey Wind (3)\nStark Bowmne\n";
    for end in ["\r", "\r\n", "\n"] {
        let text = text.replace('\n', end);
        let (list, faults) =
            ArmyList::parse_known("list", &text, Catalogue::shipped()).expect("a list");
        assert_eq!(ids(&list), ["stark-bowmen", "grey-wind"], "{end:?}");
        let faults = faults.expect("a fault");
        assert_eq!(faults.iter().map(|fault| fault.line()).collect::<Vec<_>>(), [5], "{end:?}");
    }
}

#[test]
fn solos_are_found_by_their_printed_titles() {
    for (line, faction, id) in [
        ("Gregor Clegane – The Mountain That Rides (4)", "Lannister", "gregor-clegane"),
        ("Gregor Clegane, The Mountain That Rides", "Lannister", "gregor-clegane"),
        ("Gregor Clegane\nThe Mountain That Rides (4)", "Lannister", "gregor-clegane"),
        ("Jorah Mormont - The Wandering Knight", "Targaryen", "jorah-mormont"),
        ("Coldhands, Mysterious Ally (5)", "Night's Watch", "coldhands"),
        ("Varamyr Sixskins, Master Skinchanger (3)", "Free Folk", "varamyr-sixskins"),
        ("Varamyr Sixskins, Master Skinchanger (C)", "Free Folk", "varamyr-sixskins-commander"),
    ] {
        assert_ids(&format!("Faction: {faction}\n{line}\n"), &[id]);
        let name = line.replace('\n', ", ");
        if let Some(name) = name.split(" (").next().filter(|_| !line.contains("(C)")) {
            let found = Catalogue::shipped().find_unit(name);
            assert_eq!(found.map(|unit| unit.id()).ok().as_deref(), Some(id), "{name}");
        }
    }
}

#[test]
fn guards_of_lannister_are_the_guardsmen() {
    let found = Catalogue::shipped().find("Lannister Guards").map(|card| card.id.as_str());
    assert_eq!(found, Ok("lannister-guardsmen"));
    for line in ["Lannister Guards", "Lannister Guards (5)", "lannister guard", "Guardsmen (5)"] {
        assert_ids(&format!("Faction: Lannister\n{line}\n"), &["lannister-guardsmen"]);
    }
}

#[test]
fn unreadable_lines_are_marked_and_the_rest_is_counted() {
    let text = "Faction: Stark\nPoints: 40\nStark Bowmne (6)\nStark Outriders (6)\nnote to self\n\
                Greatjon\n";
    let (list, faults) = ArmyList::parse_known("list", text, Catalogue::shipped()).expect("a list");
    assert_eq!((ids(&list), list.spent().points), (vec!["stark-outriders".to_owned()], 6));
    let faults = faults.expect("two lines");
    let told: Vec<(usize, &str)> =
        faults.iter().map(|fault| (fault.line(), fault.help().unwrap_or_default())).collect();
    assert_eq!(told.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 5, 6]);
    assert_eq!(told[0].1, "did you mean `Stark Bowmen`?");
    assert!(told[2].1.contains("Greatjon Umber"), "{told:?}");
    assert!(ArmyList::parse("list", text, Catalogue::shipped()).is_err());
    assert!(ArmyList::parse_known("list", "note to self\n", Catalogue::shipped()).is_err());
}
