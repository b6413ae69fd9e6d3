//! The front of the library, held against the same questions asked in scenario files, of the
//! command line, and in plain numbers by hand.

#[path = "../../examples/attack.rs"]
mod attack_example;
#[path = "../../examples/charge.rs"]
mod charge_example;
#[path = "../../examples/duel.rs"]
mod duel_example;
#[path = "../../examples/facings.rs"]
mod facings_example;
#[path = "../../examples/matrix.rs"]
mod matrix_example;

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use warodds::engine::StdControl;
use warodds::front::{AttackAnswer, ChargeAnswer};
use warodds::scenario::parse;
use warodds::study::{Answer, EngineKind, answer};
use warodds::{Edition, Error, Facing, Spending, TerrainKeyword};

use crate::common;

/// The exact answer to the one question of a scenario about two cards.
#[track_caller]
fn asked_in_a_file(section: &str) -> Answer {
    let text = format!(
        "title = \"t\"\nrules = \"1.6\"\n\
         [units.swords]\nuse = \"stark-sworn-swords\"\n\
         [units.guards]\nuse = \"lannister-guardsmen\"\n\
         [units.bowmen]\nuse = \"stark-bowmen\"\n\
         [units.outriders]\nuse = \"stark-outriders\"\n{section}"
    );
    let scenario = parse("t", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let asked = scenario.asked.first().expect("there is a question");
    answer(asked, &common::plan(EngineKind::Exact, 1, 0), &StdControl).expect("it is answered")
}

/// Both found the same of the same.
#[track_caller]
fn alike(front: &Answer, other: &Answer) {
    assert_eq!(front.quantities.len(), other.quantities.len());
    for (one, two) in front.quantities.iter().zip(&other.quantities) {
        assert_eq!((one.name, &one.distribution), (two.name, &two.distribution));
    }
    for (one, two) in front.events.iter().zip(&other.events) {
        assert_eq!((one.name, &one.distribution), (two.name, &two.distribution));
    }
    assert_eq!((&front.notes, &front.not_modelled), (&other.notes, &other.not_modelled));
}

fn told(arguments: &[&str]) -> Value {
    let output = Command::cargo_bin("warodds")
        .expect("it is built")
        .args(arguments)
        .arg("--json")
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The mean of a quantity in what the command line prints.
fn mean(told: &Value, name: &str) -> f64 {
    told["quantities"][name]["mean"].as_f64().expect("a number")
}

#[test]
fn attacks_of_cards_are_those_of_files() -> Result<(), Error> {
    let (swords, guards) = (warodds::unit("stark sworn swords")?, warodds::unit("guardsmen")?);
    let plain = warodds::attack(&swords, &guards).exact()?;
    alike(
        plain.details(),
        &asked_in_a_file("[[attack]]\nattacker = \"swords\"\ndefender = \"guards\"\n"),
    );
    let ours = swords
        .wounds_lost(5)
        .weakened()
        .hit_modifier(-1)
        .auto_hits(2)
        .reroll_attacks()
        .forced_to_reroll_attacks()
        .spending(Spending::Always);
    let theirs = guards
        .wounds_lost(2)
        .panicked()
        .vulnerable()
        .save_modifier(-1)
        .panic_modifier(1)
        .reroll_saves()
        .reroll_morale()
        .forced_to_reroll_saves()
        .forced_to_reroll_morale();
    let changed =
        warodds::attack(&ours, &theirs).charge().fortified().rear().rules(Edition::V1_6).exact()?;
    let section = "[[attack]]\nattacker = \"swords\"\ndefender = \"guards\"\ncharge = true\n\
                   fortified = true\nfacing = \"rear\"\nattacker_wounds_lost = 5\n\
                   attacker_tokens = [\"weakened\"]\nhit_modifier = -1\nauto_hits = 2\n\
                   reroll_attacks = true\nforce_reroll_attacks = true\n\
                   attacker_spending = \"always\"\ndefender_wounds_lost = 2\n\
                   defender_tokens = [\"panicked\", \"vulnerable\"]\nsave_modifier = -1\n\
                   panic_modifier = 1\nreroll_saves = true\nreroll_morale = true\n\
                   force_reroll_saves = true\nforce_reroll_morale = true\n";
    alike(changed.details(), &asked_in_a_file(section));
    assert_ne!(plain.wounds(), changed.wounds());
    Ok(())
}

#[test]
fn ranged_attacks_are_those_of_files() -> Result<(), Error> {
    let (bowmen, guards) = (warodds::unit("stark bowmen")?, warodds::unit("guardsmen")?);
    let hidden = warodds::attack(&bowmen, &guards).ranged().in_cover().flank().exact()?;
    let attack = bowmen.card().and_then(|card| card.attacks.iter().find(|a| a.reach.is_ranged()));
    let name = &attack.expect("bowmen shoot").name;
    let section = format!(
        "[[attack]]\nattacker = \"bowmen\"\ndefender = \"guards\"\nweapon = \"{name}\"\n\
         cover = true\nfacing = \"flank\"\n"
    );
    alike(hidden.details(), &asked_in_a_file(&section));
    let named = bowmen.clone().attacking_with(name);
    let named = warodds::attack(&named, &guards).in_cover().flank().exact()?;
    assert_eq!(named.wounds(), hidden.wounds());
    Ok(())
}

#[test]
fn attacks_in_numbers_are_those_by_hand() -> Result<(), Error> {
    let (ours, theirs) =
        (warodds::numbers().dice(8).hit(3), warodds::numbers().defense(4).morale(7));
    let found = warodds::attack(&ours, &theirs).exact()?;
    let by_hand =
        common::exact(&warodds::games::asoiaf::Question::Attack(common::attack(8, 3, 4, 7)));
    alike(found.details(), &by_hand);
    let of = |answer: &AttackAnswer, name: &str| {
        common::result(answer.details(), name).expect("it is there").clone()
    };
    assert_eq!(*found.hits(), of(&found, "hits"));
    assert_eq!(*found.unblocked_hits(), of(&found, "attack_wounds"));
    assert_eq!(*found.panic_wounds(), of(&found, "panic_wounds"));
    assert_eq!(*found.wounds(), of(&found, "wounds"));
    let few = warodds::attack(&ours, &theirs.wounds(3)).exact()?;
    assert!((few.destroyed() - found.wounds().at_least(3)).abs() < 1e-12);
    assert!(few.panic_failed() > 0.0);
    Ok(())
}

#[test]
fn charges_are_those_of_files_and_of_the_command_line() -> Result<(), Error> {
    let (outriders, guards) = (warodds::unit("stark outriders")?, warodds::unit("guardsmen")?);
    let charge = warodds::charge(&outriders.panicked(), &guards, 9.5).flank().reroll_distance();
    let found = charge.over(TerrainKeyword::Rough).over(TerrainKeyword::Dangerous).exact()?;
    let section = "[[charge]]\nattacker = \"outriders\"\ndefender = \"guards\"\ndistance = 9.5\n\
                   facing = \"flank\"\nreroll_distance = true\nattacker_tokens = [\"panicked\"]\n\
                   terrain = [[\"rough\", \"dangerous\"]]\n";
    alike(found.details(), &asked_in_a_file(section));

    let charger = warodds::numbers().speed(5).dice(8).hit(3).morale(6).panic_modifier(-1);
    let target = warodds::numbers().defense(4).morale(7);
    let found = warodds::charge(&charger, &target, 8.0).hindering().rear().exact()?;
    let text = "charge --speed 5 --distance 8 --dice 8 --hit 3 --defense 4 --morale 7 \
                --facing rear --hindering --attacker-morale 6 --attacker-panic-modifier -1";
    let told = told(&text.split_whitespace().collect::<Vec<_>>());
    let means = |found: &ChargeAnswer| {
        [found.distance().mean(), found.wounds().mean(), found.own_wounds().mean()]
    };
    let expected = ["distance", "wounds", "own_wounds"].map(|name| mean(&told, name));
    for (found, expected) in means(&found).into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }
    Ok(())
}

#[test]
fn panic_tests_and_duels_are_those_by_hand_and_of_files() -> Result<(), Error> {
    let tested = warodds::panic(&warodds::numbers().morale(7)).exact()?;
    let by_hand = warodds::games::asoiaf::Question::Panic(common::panic_test(7));
    alike(tested.details(), &common::exact(&by_hand));

    let (swords, guards) = (warodds::unit("stark sworn swords")?, warodds::unit("guardsmen")?);
    let duel = warodds::duel(&swords.wounds_lost(3), &guards).rounds(2).second_begins();
    let found = duel.opening_charge().opening_facing(Facing::Flank).exact()?;
    let section = "[[duel]]\na = \"swords\"\nb = \"guards\"\na_wounds_lost = 3\nactivations = 4\n\
                   first = \"b\"\nopening_charge = true\nopening_facing = \"flank\"\n";
    alike(found.details(), &asked_in_a_file(section));
    let sum = found.first_destroyed() + found.second_destroyed() + found.both_stand();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(found.rounds().mean() <= 2.0 && found.second_left().mean() > found.first_left().mean());
    Ok(())
}

#[test]
fn a_matrix_holds_the_attacks_of_its_cards() -> Result<(), Error> {
    let found =
        warodds::matrix("stark, infantry", "lannister, infantry").charge().rear().exact()?;
    let rows: Vec<_> = found.attackers().collect();
    let swords = rows.iter().find(|row| row.name() == "Stark Sworn Swords").expect("a row");
    let (_, wounds) =
        swords.wounds().find(|(name, _)| *name == "Lannister Guardsmen").expect("a column");
    let (swords, guards) = (warodds::unit("stark sworn swords")?, warodds::unit("guardsmen")?);
    let alone = warodds::attack(&swords, &guards).charge().rear().exact()?;
    assert_eq!(wounds, alone.wounds());
    assert_eq!(rows.len(), found.details().attackers.len());
    Ok(())
}

#[test]
fn dice_are_those_of_the_command_line() -> Result<(), Error> {
    let (swords, guards) = (warodds::unit("stark sworn swords")?, warodds::unit("guardsmen")?);
    let rolled = warodds::attack(&swords, &guards).monte_carlo(20_000, 7)?;
    let text = "--engine monte-carlo --trials 20000 --seed 7";
    let arguments = ["attack", "stark sworn swords", "guardsmen"];
    let told = told(&arguments.into_iter().chain(text.split(' ')).collect::<Vec<_>>());
    assert_eq!(rolled.wounds().mean(), mean(&told, "wounds"));
    assert_eq!(rolled.wounds().trials(), Some(20_000));
    Ok(())
}

#[test]
fn what_makes_no_sense_is_told() -> Result<(), Error> {
    let numbers = warodds::numbers;
    let (ours, theirs) = (numbers().dice(8).hit(3), numbers().defense(4).morale(7));
    let swords = warodds::unit("stark sworn swords")?;
    let attack = |ours: &warodds::CombatantBuilder, theirs: &warodds::CombatantBuilder| {
        warodds::attack(ours, theirs).exact().map(|_| ())
    };
    let wrong: Vec<(Result<(), Error>, &str)> = vec![
        (warodds::unit("stark").map(|_| ()), "may be any of"),
        (attack(&numbers().dice(8), &theirs), "the attacker needs a hit value"),
        (attack(&ours, &numbers().defense(4)), "the defender needs a morale"),
        (attack(&ours, &numbers().morale(4)), "the defender needs a defence"),
        (
            attack(&ours.clone().dice(61), &theirs),
            "attack dice must be a whole number from 1 to 60",
        ),
        (attack(&ours, &theirs.clone().wounds_lost(12)), "wounds lost must be"),
        (attack(&swords.clone().dice(3), &theirs), "Stark Sworn Swords is a card"),
        (attack(&swords.clone().attacking_with("bows"), &theirs), "has no attack `bows`"),
        (attack(&ours.clone().attacking_with("bows"), &theirs), "have no attacks by name"),
        (ours.clone().with("sworn sword captain").map(|_| ()), "have no attachments"),
        (swords.clone().with("nobody").map(|_| ()), "there is no attachment `nobody`"),
        (
            warodds::attack(&ours, &theirs).charge().ranged().exact().map(|_| ()),
            "a charge leads to a melee attack",
        ),
        (warodds::attack(&ours, &theirs).in_cover().exact().map(|_| ()), "cover hides from ranged"),
        (warodds::attack(&ours, &theirs).fortified().exact().map(|_| ()), "add `.charge()`"),
        (warodds::attack(&ours, &theirs).monte_carlo(0, 1).map(|_| ()), "at least 1 trial"),
        (warodds::charge(&swords, &theirs, 12.5).exact().map(|_| ()), "12.5\" is out of reach"),
        (warodds::charge(&swords, &theirs, f64::NAN).exact().map(|_| ()), "not NaN"),
        (warodds::charge(&ours, &theirs, 8.0).exact().map(|_| ()), "the charger needs a speed"),
        (warodds::duel(&swords, &swords).rounds(0).exact().map(|_| ()), "activations must be"),
        (
            warodds::matrix("stark", "lannister").ranged().charge().exact().map(|_| ()),
            "a charge leads to a melee attack",
        ),
        (warodds::matrix("stark, 99", "all").exact().map(|_| ()), "no unit fits"),
    ];
    for (wrong, words) in wrong {
        let told = wrong.map_or_else(|error| error.to_string(), |()| "nothing".to_owned());
        assert!(told.contains(words), "{told} does not say {words}");
    }
    Ok(())
}

#[test]
fn examples_are_short_and_run() {
    for (name, report) in [
        ("attack", attack_example::report as fn() -> Result<String, Error>),
        ("charge", charge_example::report),
        ("duel", duel_example::report),
        ("facings", facings_example::report),
        ("matrix", matrix_example::report),
    ] {
        let told = report().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(told.lines().count() >= 2, "{name}: {told}");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/{name}.rs"));
        let text = std::fs::read_to_string(path).expect("an example");
        assert!(text.lines().count() <= 40, "{name} is longer than 40 lines");
    }
}
