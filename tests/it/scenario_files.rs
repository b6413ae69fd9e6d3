//! The scenarios that are shipped.

use std::collections::BTreeMap;
use std::path::Path;

use warodds::games::asoiaf::values::Morale;
use warodds::games::asoiaf::{Facing, Question};
use warodds::scenario::{Scenario, load};

use crate::scenario::{values, weapon};

/// All shipped scenarios by their file names.
pub(crate) fn shipped() -> BTreeMap<String, Scenario> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path());
    files
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| {
            (
                path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                load(&path).unwrap_or_else(|error| panic!("{error}")),
            )
        })
        .collect()
}

fn one<'a>(scenario: &'a Scenario, name: &str) -> &'a Question {
    let asked = scenario.asked.iter().find(|asked| asked.name == name);
    asked.and_then(|asked| asked.question.asoiaf()).unwrap_or_else(|| panic!("{name} is asked"))
}

#[test]
fn each_shipped_file_is_valid() {
    let counts: Vec<(String, usize)> = shipped()
        .into_iter()
        .map(|(name, scenario)| (name, scenario.asked.len() + scenario.fields.len()))
        .collect();
    let expected = [
        ("by-name-attack.toml", 12),
        ("by-name-charge.toml", 16),
        ("by-name-compare.toml", 2),
        ("by-name-duel.toml", 6),
        ("by-name-matrix.toml", 2),
        ("charge-at-8.toml", 7),
        ("charge-table.toml", 120),
        ("duel.toml", 5),
        ("facings.toml", 9),
        ("guardsmen-v-swords.toml", 5),
        ("own-abilities.toml", 5),
        ("tokens.toml", 8),
        ("warmachine-turn.toml", 15 + 3 + 8 + 3 + 16 + 6 + 8),
        ("westeros-attack.toml", 36),
        ("westeros-exchange.toml", 9),
        ("westeros-fire.toml", 30),
        ("westeros-orders.toml", 11),
        ("westeros-rout.toml", 9),
    ];
    assert_eq!(counts, expected.map(|(name, count)| (name.to_owned(), count)));
}

#[test]
fn the_books_numbers_are_the_books() {
    let scenarios = shipped();
    let scenario = scenarios.get("guardsmen-v-swords.toml").expect("it is shipped");
    // p.18: 6 dice on 4+ against 4+, morale 6+
    let Question::Attack(attack) = one(scenario, "the book's attack") else { panic!("an attack") };
    let weapon = weapon(attack.attacker());
    assert_eq!((weapon.dice.first().map(|dice| dice.get()), weapon.hit.get(),), (Some(6), 4));
    assert_eq!(values(attack.defender()), (4, 6));
    // p.16: speed 5 at 8" needs 3+, most of the tray in the flank
    let Question::Charge(charge) = one(scenario, "the book's charge") else { panic!("a charge") };
    assert_eq!(charge.distance.whole() - charge.speed().get(), 3);
    assert_eq!(charge.attack().map(|attack| attack.context.facing), Some(Facing::Flank));
    // p.22: morale 6+ at -4
    let Question::Panic(panic) = one(scenario, "the book's panic test: panic modifier -4") else {
        panic!("a panic test")
    };
    let modifier = panic.unit().modifiers.panic_modifier.get();
    assert_eq!((panic.unit().morale.map(Morale::get), modifier), (Some(6), -4));
}

#[test]
fn the_charge_table_holds_charges_in_and_out_of_reach() {
    let scenarios = shipped();
    let table = scenarios.get("charge-table.toml").expect("it is shipped");
    let charge = |asked: &warodds::study::NamedQuestion| match asked.question.asoiaf() {
        Some(Question::Charge(charge)) => (charge.in_reach(), charge.attack().is_none()),
        _ => panic!("all are charges"),
    };
    let (reached, alone): (Vec<bool>, Vec<bool>) = table.asked.iter().map(charge).unzip();
    assert!(
        alone.into_iter().all(|alone| alone),
        "units without attacks ask about the charge alone"
    );
    // speeds 4, 5, 6 reach 10, 11, 12 inches (7, 8, 9 of the distances), in rough ground one less
    assert_eq!(
        reached.into_iter().filter(|reached| *reached).count(),
        2 * (7 + 8 + 9) + 2 * (6 + 7 + 8)
    );
}
