//! What cards say about their armies (A11.7), card by card.

use crate::army::ArmyList;
use crate::catalogue::{AttachmentLimit, Catalogue, JoinedUnits, is_called};

#[track_caller]
fn list(text: &str) -> ArmyList {
    ArmyList::parse("list", text, Catalogue::shipped())
        .unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

/// Returns the messages of breaches of the rules of pieces, without those of points.
fn breaches(text: &str) -> Vec<String> {
    let list = list(&format!("Points: 100\n{text}"));
    let breaches = list.breaches().into_iter().filter(|breach| breach.rule != "A11.1");
    breaches.map(|breach| breach.message).collect()
}

#[test]
fn unique_units_are_in_a_list_once() {
    let robb = "Stark Sworn Swords + Robb Stark, The Wolf Lord\n";
    let wolf = "Grey Wind is in the list, a second time";
    assert_eq!(breaches(&format!("{robb}Grey Wind\n")), [""; 0]);
    assert_eq!(breaches(&format!("{robb}Grey Wind x3\n")), [wolf, wolf]);
    let drogon = "Dothraki Screamers\nDrogon\nDrogon\nNCUs:\nDaenerys Targaryen, The Unburnt\n";
    assert_eq!(breaches(drogon), ["Drogon is in the list, a second time"]);
}

#[test]
fn needed_and_excluded_cards_are_checked() {
    assert_eq!(breaches("Stark Bowmen\nGrey Wind\n"), ["Grey Wind needs Robb Stark in the army"]);
    assert_eq!(breaches("Stark Bowmen\nGrey Wind\nNCUs:\nRobb Stark\n"), [""; 0]);
    // the Honor Guard needs Eddard in its own unit
    let elsewhere = "Eddard's Honor Guard\nStark Bowmen + Eddard Stark, Lord of Winterfell\n";
    assert_eq!(
        breaches(elsewhere),
        ["Eddard's Honor Guard needs Eddard Stark, Lord of Winterfell in its unit"]
    );
    assert_eq!(breaches("Eddard's Honor Guard + Eddard Stark, Lord of Winterfell\n"), [""; 0]);
    let crow = "Sworn Brothers + Benjen Stark, First Ranger\nColdhands\n";
    let message =
        "Coldhands, Mysterious Ally may not be in an army with Benjen Stark, First Ranger";
    assert_eq!(breaches(crow), [message]);
    let at_most = "Faction: Baratheon\nDragonstone Noble (4) x3\n";
    let message = "Dragonstone Noble is in the list more than 2 times";
    assert_eq!(breaches(at_most), [message]);
    let captain = "Faction: Greyjoy\nLysene Sellswords + Reaver Captain\n";
    assert_eq!(
        breaches(captain),
        ["Reaver Captain joins only units of Greyjoy, not Lysene Sellswords"]
    );
}

#[test]
fn attachments_beyond_the_limit_do_not_count() {
    let unit = "Faction: Neutral\nHouse Bolton Cutthroats\n";
    let ramsay = " with Ramsay Snow, The Bastard of Bolton\n";
    let reek = " with Theon Greyjoy, Reek\n";
    assert_eq!(breaches(&format!("{unit}{ramsay}{reek}")), [""; 0]);
    let needs = "Theon Greyjoy, Reek needs Ramsay Snow in its unit";
    assert_eq!(breaches(&format!("{unit}{reek}")), [needs]);
    // two that count are one too many
    let second = breaches(&format!("{unit}{ramsay}{reek} with Dreadfort Captain\n"));
    assert_eq!(second.len(), 1, "{second:?}");
    let grenn = "Sworn Brothers\n with Grenn\n with Pypar, Monkey\n";
    assert_eq!(breaches(grenn), [""; 0]);
}

#[test]
fn cheaper_attachments_are_counted() {
    // 7 + 1 - 1 for the unit that makes its attachments cheaper, and 5 for another
    let text =
        "Points: 12\nWinterfell Guard (7) + Sworn Sword Captain (0)\nStark Sworn Swords (5)\n";
    let list = list(text);
    assert_eq!(list.spent().points, 12);
    assert_eq!(list.units[0].total(), Some(7));
    assert_eq!(
        list.units[0].unit(Catalogue::shipped()).expect("it joins").cost.map(|cost| cost.get()),
        Some(7)
    );
    assert!(list.notes().is_empty(), "{:?}", list.notes());
    let found = Catalogue::shipped().find_unit("winterfell guard + sworn sword captain");
    assert_eq!(found.map(|unit| unit.unit.cost.map(|cost| cost.get())).ok(), Some(Some(7)));
}

#[test]
fn terms_of_later_printings_are_noted_and_not_checked() {
    let kings = "Faction: Lannister\nKingsguard\nKingsguard\n";
    assert!(breaches(kings).is_empty());
    let notes = list(kings).notes();
    assert!(
        notes.iter().any(|note| note.contains("Kingsguard needs Joffrey Baratheon")),
        "{notes:?}"
    );
    assert!(notes.iter().all(|note| note.contains("printed in S07")), "{notes:?}");
}

/// Each name in the terms of a card is that of a card, so none is a slip of the pen.
#[test]
fn names_in_terms_are_names_of_cards() {
    let catalogue = Catalogue::shipped();
    let cards =
        catalogue.cards().map(|card| (card.unit.name.clone(), card.title.clone(), &card.terms));
    let attachments =
        catalogue.attachments().map(|one| (one.name.clone(), one.title.clone(), &one.terms));
    let ncus = catalogue.ncus().map(|ncu| (ncu.name.clone(), ncu.title.clone(), &ncu.terms));
    let all: Vec<_> = cards.chain(attachments).chain(ncus).collect();
    let mut count = 0;
    for (name, _, terms) in &all {
        let needs = terms.needs.iter().flat_map(|needs| &needs.names);
        let mut named: Vec<&String> = needs.chain(&terms.without).chain(&terms.free).collect();
        if let JoinedUnits::Named(units) = &terms.joins {
            named.extend(units);
        }
        if let AttachmentLimit::BeyondWith(others) = &terms.limit {
            named.extend(others);
        }
        for term in named {
            let is_card =
                all.iter().any(|(name, title, _)| is_called(term, name, title.as_deref()));
            assert!(is_card, "{term} in the terms of {name}");
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
}
