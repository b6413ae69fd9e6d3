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
use warodds::games::asoiaf::WeaponFilter;
use warodds::scenario::parse;
use warodds::study::field::UnitSummary;
use warodds::study::{Answer, EngineKind, answer};
use warodds::{
    AttackQuestion, ChargeQuestion, DuelSide, Edition, Error, Facing, PanicQuestion, PlainUnit,
    Spending, TerrainKeyword, Token,
};

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
    let plain = warodds::attack("stark sworn swords", "guardsmen");
    alike(
        plain.exact()?.details(),
        &asked_in_a_file("[[attack]]\nattacker = \"swords\"\ndefender = \"guards\"\n"),
    );
    let changed = plain
        .clone()
        .attacker_wounds_lost(5)
        .weakened()
        .hit_modifier(-1)
        .auto_hits(2)
        .reroll_attacks()
        .force_reroll_attacks()
        .attacker_spending(Spending::Always)
        .defender_wounds_lost(2)
        .defender_tokens([Token::Panicked, Token::Vulnerable])
        .save_modifier(-1)
        .panic_modifier(1)
        .reroll_saves()
        .reroll_morale()
        .force_reroll_saves()
        .force_reroll_morale()
        .charge()
        .fortified()
        .rear()
        .rules(Edition::V1_6)
        .exact()?;
    let section = "[[attack]]\nattacker = \"swords\"\ndefender = \"guards\"\ncharge = true\n\
                   fortified = true\nfacing = \"rear\"\nattacker_wounds_lost = 5\n\
                   attacker_tokens = [\"weakened\"]\nhit_modifier = -1\nauto_hits = 2\n\
                   reroll_attacks = true\nforce_reroll_attacks = true\n\
                   attacker_spending = \"always\"\ndefender_wounds_lost = 2\n\
                   defender_tokens = [\"panicked\", \"vulnerable\"]\nsave_modifier = -1\n\
                   panic_modifier = 1\nreroll_saves = true\nreroll_morale = true\n\
                   force_reroll_saves = true\nforce_reroll_morale = true\n";
    alike(changed.details(), &asked_in_a_file(section));
    assert_ne!(plain.exact()?.wounds(), changed.wounds());
    Ok(())
}

#[test]
fn ranged_attacks_are_those_of_files() -> Result<(), Error> {
    let volley = warodds::attack("stark bowmen", "guardsmen").cover().flank();
    let hidden = volley.clone().ranged().exact()?;
    let bowmen = warodds::unit("stark bowmen")?;
    let attack = bowmen.attacks.iter().find(|attack| attack.reach.is_ranged());
    let name = &attack.expect("bowmen shoot").name;
    let section = format!(
        "[[attack]]\nattacker = \"bowmen\"\ndefender = \"guards\"\nweapon = \"{name}\"\n\
         cover = true\nfacing = \"flank\"\n"
    );
    alike(hidden.details(), &asked_in_a_file(&section));
    assert_eq!(volley.weapon(name).exact()?.wounds(), hidden.wounds());
    Ok(())
}

#[test]
fn units_by_value_answer_as_their_cards() -> Result<(), Error> {
    let (swords, guards) = ("stark sworn swords + sworn sword captain", "lannister guardsmen");
    let by_value = [warodds::unit(swords)?, warodds::unit(guards)?];
    let [one, other] = &by_value;
    let attack = |question: AttackQuestion| question.charge().monte_carlo(10_000, 1);
    let (named, valued) =
        (attack(warodds::attack(swords, guards))?, attack(warodds::attack(one, other))?);
    alike(valued.details(), named.details());
    let (named, valued) = (warodds::charge(swords, guards, 8.0), warodds::charge(one, other, 8.0));
    alike(valued.exact()?.details(), named.exact()?.details());
    let (named, valued) =
        (warodds::duel(swords, guards).exact()?, warodds::duel(one, other).exact()?);
    alike(valued.details(), named.details());
    alike(warodds::panic(other).exact()?.details(), warodds::panic(guards).exact()?.details());
    // an attachment joins a unit by value as well
    let alone = warodds::unit("stark sworn swords")?;
    let joined = warodds::attack(&alone, guards).attacker_with("sworn sword captain").exact()?;
    alike(joined.details(), warodds::attack(swords, guards).exact()?.details());
    Ok(())
}

#[test]
fn attacks_in_numbers_are_those_by_hand() -> Result<(), Error> {
    let question = AttackQuestion::new().dice(8).hit(3).defense(4).morale(7);
    let found = question.exact()?;
    let by_hand =
        common::exact(&warodds::games::asoiaf::Question::Attack(common::attack(8, 3, 4, 7)));
    alike(found.details(), &by_hand);
    let of = |answer: &AttackAnswer, name: &str| {
        common::result(answer.details(), name).expect("it is there").clone()
    };
    assert_eq!(*found.hits(), of(&found, "hits"));
    assert_eq!(*found.attack_wounds(), of(&found, "attack_wounds"));
    assert_eq!(*found.panic_wounds(), of(&found, "panic_wounds"));
    assert_eq!(*found.wounds(), of(&found, "wounds"));
    let few = question.defender_wounds(3).exact()?;
    assert!((few.destroyed() - found.wounds().at_least(3)).abs() < 1e-12);
    assert!(few.panic_failed() > 0.0);
    Ok(())
}

/// The saves on 4+ of eight dice on 3+, of which 16/3 hit.
#[test]
fn modifiers_rerolls_and_tokens_are_those_by_hand() -> Result<(), Error> {
    let question = || AttackQuestion::new().dice(8).hit(3).defense(4).morale(7);
    let hits = 16.0 / 3.0;
    let of_hits: [(AttackQuestion, f64); 7] = [
        (question().charge(), 8.0 * 8.0 / 9.0),
        (question().charge().disorderly(), hits),
        (question().ranged().cover(), 4.0),
        (question().hit_modifier(-1), 4.0),
        (question().auto_hits(2), hits + 2.0),
        (question().weakened(), 8.0 * 4.0 / 9.0),
        (question().force_reroll_attacks(), 8.0 * 4.0 / 9.0),
    ];
    for (question, expected) in of_hits {
        assert!((question.exact()?.hits().mean() - expected).abs() < 1e-12, "{question:?}");
    }
    let of_wounds: [(AttackQuestion, f64); 5] = [
        (question().charge().fortified(), hits * 2.0 / 6.0),
        (question().flank(), hits * 4.0 / 6.0),
        (question().facing(Facing::Flank).rear(), hits * 5.0 / 6.0),
        (question().vulnerable(), hits * 3.0 / 4.0),
        (question().reroll_saves(), hits / 4.0),
    ];
    for (question, expected) in of_wounds {
        let wounds = question.exact()?.attack_wounds().mean();
        assert!((wounds - expected).abs() < 1e-12, "{question:?}");
    }
    Ok(())
}

#[test]
fn charges_are_those_of_files_and_of_the_command_line() -> Result<(), Error> {
    let charge = warodds::charge("stark outriders", "guardsmen", 9.5).attacker_panicked().flank();
    let terrain = [TerrainKeyword::Rough, TerrainKeyword::Dangerous];
    let found = charge.reroll_distance().terrain(terrain).exact()?;
    let section = "[[charge]]\nattacker = \"outriders\"\ndefender = \"guards\"\ndistance = 9.5\n\
                   facing = \"flank\"\nreroll_distance = true\nattacker_tokens = [\"panicked\"]\n\
                   terrain = [[\"rough\", \"dangerous\"]]\n";
    alike(found.details(), &asked_in_a_file(section));

    let charge = ChargeQuestion::new().speed(5).attacker_morale(6).attacker_panic_modifier(-1);
    let charge = charge.dice(8).hit(3).defense(4).morale(7).distance(8.0);
    let found = charge.hindering().rear().exact()?;
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

/// Speed 5 at 8 inches needs a 3 or more.
#[test]
fn charge_distances_are_those_by_hand() -> Result<(), Error> {
    let question = || ChargeQuestion::new().speed(5).distance(8.0);
    let of_reached: [(ChargeQuestion, f64); 4] = [
        (question(), 4.0 / 6.0),
        (question().rough(), 3.0 / 6.0),
        (question().hindering(), 16.0 / 36.0),
        (question().reroll_distance(), 32.0 / 36.0),
    ];
    for (question, expected) in of_reached {
        let answer = question.exact()?;
        assert!((answer.reached() - expected).abs() < 1e-12, "{question:?}");
        assert!((answer.reached() + answer.failed() - 1.0).abs() < 1e-12, "{question:?}");
    }
    Ok(())
}

#[test]
fn panic_tests_and_duels_are_those_by_hand_and_of_files() -> Result<(), Error> {
    let question = || PanicQuestion::new().morale(7);
    let tested = question().exact()?;
    let by_hand = warodds::games::asoiaf::Question::Panic(common::panic_test(7));
    alike(tested.details(), &common::exact(&by_hand));
    let of_wounds: [(PanicQuestion, f64); 5] = [
        (question().panicked(), 1565.0 / 648.0),
        (question().panicked().spending(Spending::Never), 15.0 / 36.0 * 3.0),
        (question().panic_modifier(-1), 21.0 / 36.0 * 3.0),
        (question().wounds(1), 15.0 / 36.0),
        (PanicQuestion::new().morale(2), 0.0),
    ];
    for (question, expected) in of_wounds {
        assert!((question.exact()?.wounds().mean() - expected).abs() < 1e-12, "{question:?}");
    }

    let duel = warodds::duel("stark sworn swords", "guardsmen").a_wounds_lost(3).rounds(2);
    let duel = duel.first(DuelSide::B).opening_charge().opening_facing(Facing::Flank);
    let found = duel.exact()?;
    let section = "[[duel]]\na = \"swords\"\nb = \"guards\"\na_wounds_lost = 3\nactivations = 4\n\
                   first = \"b\"\nopening_charge = true\nopening_facing = \"flank\"\n";
    alike(found.details(), &asked_in_a_file(section));
    let sum = found.a_destroyed() + found.b_destroyed() + found.both_stand();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(found.rounds().mean() <= 2.0 && found.b_left().mean() > found.a_left().mean());

    // one attack die and a failed panic test cost at most 5 wounds, too few to destroy 12
    let weak = PlainUnit { dice: 1, hit: 4, defense: 4, morale: 7, wounds: 12 }.unit()?;
    let even = warodds::duel(&weak, &weak).rounds(2).exact()?;
    assert!((even.both_stand() - 1.0).abs() < 1e-12);
    Ok(())
}

#[test]
fn a_matrix_holds_the_attacks_of_its_cards() -> Result<(), Error> {
    let found =
        warodds::matrix("stark, infantry", "lannister, infantry").charge().rear().exact()?;
    let place = |units: &[UnitSummary], name: &str| units.iter().position(|one| one.name == name);
    let row = place(&found.attackers, "Stark Sworn Swords").expect("a row");
    let column = place(&found.defenders, "Lannister Guardsmen").expect("a column");
    let alone = warodds::attack("stark sworn swords", "guardsmen").charge().rear().exact()?;
    assert_eq!(found.distribution(row, column), Some(alone.wounds()));
    Ok(())
}

#[test]
fn dice_are_those_of_the_command_line() -> Result<(), Error> {
    let rolled = warodds::attack("stark sworn swords", "guardsmen").monte_carlo(20_000, 7)?;
    let text = "--engine monte-carlo --trials 20000 --seed 7";
    let arguments = ["attack", "stark sworn swords", "guardsmen"];
    let told = told(&arguments.into_iter().chain(text.split(' ')).collect::<Vec<_>>());
    assert_eq!(rolled.wounds().mean(), mean(&told, "wounds"));
    assert_eq!(rolled.wounds().trials(), Some(20_000));
    Ok(())
}

#[test]
fn setting_a_field_again_replaces_its_value() -> Result<(), Error> {
    let question = AttackQuestion::new().dice(8).hit(3).defense(4).morale(7);
    let plain = question.exact()?;
    let again = question.clone().dice(6).dice(8).flank().facing(Facing::Front).charge().charge();
    assert_eq!(again.exact()?.wounds(), question.clone().charge().exact()?.wounds());
    let none = question.clone().vulnerable().panicked().defender_tokens([]).exact()?;
    assert_eq!(none.wounds(), plain.wounds());
    let both = question.clone().defender_tokens([Token::Vulnerable, Token::Panicked]).exact()?;
    assert_eq!(question.vulnerable().panicked().exact()?.wounds(), both.wounds());
    Ok(())
}

#[test]
fn what_makes_no_sense_is_told() -> Result<(), Error> {
    let numbers = || AttackQuestion::new().dice(8).hit(3).defense(4).morale(7);
    let swords = || warodds::attack("stark sworn swords", "guardsmen");
    let charge = |distance| warodds::charge("stark sworn swords", "guardsmen", distance);
    let attack = |question: AttackQuestion| question.exact().map(|_| ());
    let wrong: Vec<(Result<(), Error>, &str)> = vec![
        (warodds::unit("stark").map(|_| ()), "` matches "),
        (attack(warodds::attack("stark", "guardsmen")), "` matches "),
        (attack(AttackQuestion::new().dice(8).defense(4).morale(7)), "add `.hit(…)`"),
        (attack(AttackQuestion::new().dice(8).hit(3)), "add `.defense(…)`, `.morale(…)`"),
        (attack(numbers().dice(61)), "it must be a whole number from 1 to 60"),
        (attack(swords().defender_wounds_lost(12)), "`.defender_wounds_lost(…)` must be"),
        (attack(swords().weapon("bows")), "has no attack `bows`"),
        (attack(numbers().weapon("bows")), "`.weapon(…)` needs units by name"),
        (attack(numbers().attacker_with("sworn sword captain")), "no effect on plain numbers"),
        (attack(swords().attacker_with("nobody")), "there is no attachment `nobody`"),
        (attack(numbers().charge().ranged()), "`.ranged()` and `.charge()` contradict each other"),
        (attack(numbers().cover()), "cover hides from ranged"),
        (attack(numbers().fortified()), "add `.charge()`"),
        (attack(swords().panicked().spending(Spending::Never).field("x", "")), "has no option `x`"),
        (attack(swords().field("facing", "front,flank")), "give one value for each field"),
        (numbers().monte_carlo(0, 1).map(|_| ()), "`trials` cannot be `0`"),
        (charge(12.5).exact().map(|_| ()), "`.distance(…)` 12.5 is out of reach"),
        (charge(f64::NAN).exact().map(|_| ()), "not NaN"),
        (ChargeQuestion::new().distance(8.0).exact().map(|_| ()), "or `.speed(…)`"),
        (
            warodds::duel("stark sworn swords", "guardsmen").rounds(0).exact().map(|_| ()),
            "`.rounds(…)` cannot be `0`: it must be",
        ),
        (
            PlainUnit { dice: 8, hit: 7, defense: 4, morale: 7, wounds: 12 }.unit().map(|_| ()),
            "from 2 to 6, not 7",
        ),
        (
            warodds::matrix("stark", "lannister")
                .weapon(WeaponFilter::Ranged)
                .charge()
                .exact()
                .map(|_| ()),
            "a charge leads to a melee attack",
        ),
        (warodds::matrix("stark, 99", "all").exact().map(|_| ()), "no unit matches"),
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
