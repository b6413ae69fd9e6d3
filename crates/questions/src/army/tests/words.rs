//! What is not a card never becomes one, and each card is read as itself.

use crate::army::ArmyList;
use crate::catalogue::{Catalogue, normalize_name};

/// Common words of English, and words of lists; those that name a card are tested to do so.
const WORDS: &str = "the of and a to in is you that it he was for on are as with his they i at be \
    this have from or one had by word but not what all were we when your can said there use an each \
    which she do how their if will up other about out many then them these so some her would make \
    like him into time has look two more write go see number no way could people my than first water \
    been call who oil its now find long down day did get come made may part red black white gold \
    north south king queen lord lady knight sword shield captain guard guards archer archers wolf \
    lion bear winter summer ghost fire ice old new big good left army list deck card tactics round \
    model unit men man house free folk night watch crow stag rose sun spear iron blood dragon pts";

/// Returns the cards that a line adds to a list of a unit.
fn added(faction: &str, line: &str) -> Vec<String> {
    let text = format!("Faction: {faction}\nHedge Knights (7)\n{line}\n");
    let read = ArmyList::parse_known("list", &text, Catalogue::shipped());
    let (list, _) = read.expect("the first unit is known");
    list.pieces().skip(1).map(|(name, ..)| name).collect()
}

/// Whether a word is the whole name of a card, without its title.
fn is_name(word: &str) -> bool {
    let catalogue = Catalogue::shipped();
    let cards = catalogue.cards().map(|card| card.unit.name.clone());
    let attachments = catalogue.attachments().map(|one| one.name.clone());
    let ncus = catalogue.ncus().map(|ncu| ncu.name.clone());
    cards.chain(attachments).chain(ncus).any(|name| normalize_name(&name) == word)
}

#[test]
fn letters_and_common_words_are_no_cards() {
    let letters = ('a'..='z').chain('0'..='9').map(String::from);
    let words = letters.chain(WORDS.split_whitespace().map(str::to_owned));
    for word in words.filter(|word| !is_name(word)) {
        assert_eq!(added("Stark", &word), [""; 0], "{word}");
    }
    // a whole name of one word is a card
    for word in ["summer", "Summer (3)"] {
        assert_eq!(added("Stark", word), ["Summer"], "{word}");
    }
}

#[test]
fn leftovers_of_a_line_are_no_cards() {
    for leftover in ["C", "of", "the", "red", "x", "2", "pts", "(", "*", "the red", "of the", "-"] {
        let text = format!("Faction: Targaryen\nDothraki Veterans (9) {leftover}\n");
        let (list, _) =
            ArmyList::parse_known("list", &text, Catalogue::shipped()).expect("the unit is known");
        assert_eq!(list.pieces().count(), 1, "{text}");
    }
    let two = ArmyList::parse("list", "Dothraki Veterans (9) x 2\n", Catalogue::shipped());
    assert_eq!(two.map(|list| (list.units.len(), list.ncus.len())).ok(), Some((2, 0)));
}

/// Forms in which exporters write a name with its cost.
fn forms(name: &str, title: Option<&str>, cost: u8) -> Vec<String> {
    let full =
        |sign: &str| title.map_or_else(|| name.to_owned(), |title| format!("{name}{sign}{title}"));
    let bracket = title.map_or_else(
        || format!("{name} ({cost}pts)"),
        |title| format!("{name} ({title}, {cost}pts)"),
    );
    let comma = full(", ");
    vec![
        format!("{comma} ({cost})"),
        format!("• {} [{cost} pts]", full(" – ")),
        format!("- 1x {} - {cost} points", full(" - ")),
        format!("{} ({cost} pts)", comma.to_uppercase()),
        format!("{} (Cost: {cost})", comma.replace('\'', "’")),
        format!("1 {comma}: {cost}"),
        format!("| {comma} | {cost} |"),
        bracket,
        format!("{} ({cost})", full(",\n  ")),
    ]
}

/// All units, attachments and NCUs of 2021 in every form are read as themselves.
#[test]
fn every_card_in_every_form_is_read_as_itself() {
    let catalogue = Catalogue::shipped();
    let mut read = 0;
    let mut check =
        |head: String, forms: Vec<String>, id: &str, find: &dyn Fn(&ArmyList) -> Option<String>| {
            for form in forms {
                let text = format!("{head}{form}\n");
                let list = ArmyList::parse("list", &text, catalogue)
                    .unwrap_or_else(|faults| panic!("{faults}\n{text}"));
                assert_eq!(find(&list).as_deref(), Some(id), "{text}");
                read += 1;
            }
        };
    for card in catalogue.current_cards() {
        let mark = if card.commander { " (C)" } else { "" };
        let name = card.unit.name.trim_end_matches(" (commander)");
        let cost = card.unit.cost.map_or(0, |cost| cost.get());
        let forms = forms(name, card.title.as_deref(), cost);
        let forms = forms.into_iter().map(|form| format!("{form}{mark}")).collect();
        let head = format!("Faction: {}\nCombat Units:\n", card.origin.faction);
        check(head, forms, &card.id, &|list| Some(list.units.first()?.card.entry.id.clone()));
    }
    for one in catalogue.attachments() {
        let twin = catalogue.attachments().any(|other| {
            other.id != one.id
                && other.full_name() == one.full_name()
                && other.origin.faction == one.origin.faction
        });
        let head = format!("Faction: {}\nUnits:\nHedge Knights (7)\n with ", one.origin.faction);
        let forms = forms(&one.name, one.title.as_deref(), one.points());
        // two cards of one name, title and faction cannot be told apart
        let forms = if twin { Vec::new() } else { forms };
        check(head, forms, &one.id, &|list| {
            let attached = list.units.iter().flat_map(|unit| &unit.attachments);
            Some(attached.chain(&list.unattached).next()?.entry.id.clone())
        });
    }
    for ncu in catalogue.ncus() {
        let head = format!("Faction: {}\nHedge Knights (7)\nNCUs:\n", ncu.origin.faction);
        let forms = forms(&ncu.name, ncu.title.as_deref(), ncu.cost.get());
        check(head, forms, &ncu.id, &|list| Some(list.ncus.first()?.entry.id.clone()));
    }
    assert!(read > 9 * (148 + 270 + 94), "{read}");
}
