//! Scenario files that are wrong: a key without effect, a number that will not do, a misspelt word.

use super::files::{exact_plan, read};
use warodds::engine::StdControl;
use warodds::study::field::FieldQuestion;
use warodds::study::matrix::matrix;

/// The first thing that is wrong with a scenario.
#[track_caller]
fn wrong(text: &str) -> String {
    match read(text) {
        Ok(_) => panic!("this is right: {text}"),
        Err(faults) => faults,
    }
}

#[test]
fn keys_without_effect_are_faults() {
    let plain = "
[units.foxes]
defense = 4
morale = 7
attacks = { name = 'x', hit = 4, dice = [6, 5, 4] }
[units.trees]
speed = 5
defense = 4
morale = 7
";
    for (text, part) in [
        (
            "[[attack]]\nattacker = 'foxes'\ndefender = 'trees'\nattacker_spending = 'never'",
            "no unit has one",
        ),
        ("[[panic]]\nunit = 'foxes'\nspending = 'never'", "no unit has one"),
        ("[[duel]]\na = 'foxes'\nb = 'foxes'\nb_spending = 'never'", "no unit has one"),
        (
            "[[charge]]\nattacker = 'trees'\ndefender = 'foxes'\ndistance = 8\nhit_modifier = 1",
            "applies to the attack, and trees has none",
        ),
        (
            "[[charge]]\nattacker = 'trees'\ndefender = 'foxes'\ndistance = 8\nfacing = 'rear'",
            "applies to the attack, and trees has none",
        ),
        (
            "[[compare]]\na = 'foxes'\nb = 'foxes'\nagainst = 'trees'\nby = 'per-point'",
            "the cost of foxes (foxes) is unknown",
        ),
    ] {
        let told = wrong(&format!("{plain}{text}"));
        assert!(told.contains(part), "{text}\n{told}");
    }
    let eagles = "[[panic]]\nunit = 'eagles'";
    let attack = "[[attack]]\nattacker = 'eagles'\ndefender = 'moles'\n";
    let told =
        wrong(&format!("{attack}attacker_zones = 'crown+wealth'\ndefender_zones = 'wealth'"));
    assert!(
        told.contains("`attacker_zones` and `defender_zones` both name wealth")
            && told.contains("one player controls a zone"),
        "{told}"
    );
    let told = wrong(&format!("{eagles}\nround = 2"));
    assert!(told.contains("[[panic]] has no key `round`"), "{told}");
    for (keys, part) in [
        ("without = ['Keen', 'keen']", "`without` keen is given twice"),
        ("choose = ['Picky=sharp', 'picky=Sharp']", "chosen twice"),
        ("choose = ['Picky=sharp', 'Picky=blunt']", "1 may be chosen"),
        ("without = ['Picky']\nchoose = ['Picky=sharp']", "which `without` leaves out"),
    ] {
        let told = wrong(&format!("{attack}{keys}"));
        assert!(told.contains(part), "{keys}\n{told}");
    }
}

#[test]
fn numbers_that_will_not_do_are_called_by_their_names() {
    let charge = |distance: &str| {
        wrong(&format!(
            "[units.a]\nuse = 'owls'\n[[charge]]\nattacker = 'a'\ndefender = 'a'\ndistance = \
             {distance}"
        ))
    };
    for (distance, part) in [
        ("1e308", "`1e+308`: it must be a number of inches from 0 to 100"),
        ("nan", "not NaN"),
        ("-inf", "not -infinity"),
        ("123456789012345678901234567890", "it must be a number of inches from 0 to 100"),
    ] {
        let told = charge(distance);
        assert!(told.contains(part) && told.len() < 300, "{distance}: {told}");
    }
    let run = |keys: &str| {
        wrong(&format!("[units.a]\nuse = 'owls'\n[[panic]]\nunit = 'a'\n[run]\n{keys}"))
    };
    for (keys, part) in [
        ("trials = nan", "`trials` must be a whole number, not NaN"),
        ("trials = 1e6", "e.g. 1_000_000"),
        ("seed = -1", "a whole number from 0 to 18_446_744_073_709_551_615, not -1"),
        ("precision = -1e308", "over 0, not -1e308"),
        ("threads = inf", "`threads` must be a whole number, not infinity"),
    ] {
        let told = run(keys);
        assert!(told.contains(part), "{keys}: {told}");
    }
    // a solo with one wound can lose none
    let solo =
        "[units.a]\ndefense = 4\nmorale = 7\nsolo = true\n[[panic]]\nunit = 'a'\nwounds_lost = 1";
    let told = wrong(solo);
    assert!(told.contains("`wounds_lost` must be 0, not 1"), "{told}");
}

#[test]
fn what_is_misspelt_is_told_and_not_what_it_leads_to() {
    let ability = |effects: &str| {
        wrong(&format!(
            "[[ability]]\nname = 'X'\nseason = '1.6'\n{effects}\n[units.a]\nuse = \
             'owls'\n[[panic]]\nunit = 'a'"
        ))
    };
    for (effects, part) in [
        ("effects = [{ when = 'attacking', savez = -1 }]", "`savez`"),
        ("effects = [{ whn = 'attacking', saves = -1 }]", "`whn`"),
        ("effects = [{ when = 'attacking', saves = { eech = -1, per = 'own-ranks' } }]", "`eech`"),
        ("effects = [{ when = 'attacking', own_ranks = { lest = 1 }, saves = 1 }]", "`lest`"),
        ("choose = { optons = [] }", "`optons`"),
    ] {
        let told = ability(effects);
        assert!(
            told.contains(part) && told.matches("test.toml:").count() == 1,
            "{effects}: {told}"
        );
        assert!(told.contains("did you mean"), "{effects}: {told}");
    }
    let told = ability(
        "choose = { options = [{ name = 'Sharp', effects = [{ when = 'attacking', saves = -1 }] \
         }, { name = 'sharp' }] }",
    );
    assert!(told.contains("two options are called `sharp`"), "{told}");
    let unit = "[units.a]\ndefens = 4\nmorale = 7\n[[panic]]\nunit = 'a'";
    assert!(!wrong(unit).contains("needs"), "{}", wrong(unit));
}

#[test]
fn units_that_use_a_card_keep_its_faction_and_cost() {
    let text = "[units.a]\nuse = 'owls'\nname = 'Night Owls'\n[units.b]\nuse = 'owls'\nattachment \
                = 'falconer'\n[units.c]\nuse = 'owls'\nname = 'Cheap'\ncost = \
                1\n[[matrix]]\nattackers = ['a', 'b', 'c']\ndefenders = 'a'";
    let scenario = read(text).expect("it is right");
    let Some(FieldQuestion::Matrix(asked)) = scenario.fields.first() else { panic!("no matrix") };
    let found = matrix(asked, &exact_plan(), &StdControl).expect("rules keep their contract");
    let told: Vec<_> =
        found.attackers.iter().map(|one| (&*one.name, &*one.faction, one.cost)).collect();
    let expected = [
        ("Cheap", "Home", Some(1)),
        ("Night Owls", "Home", Some(4)),
        ("Owls (v1.6) + Falconer", "Home", Some(5)),
    ];
    assert_eq!(told, expected);
}

#[test]
fn an_attachment_of_another_faction_is_told_of() {
    let notes = |unit: &str, attachment: &str| {
        let text = format!(
            "[units.a]\nuse = '{unit}'\nattachment = '{attachment}'\n[[panic]]\nunit = 'a'"
        );
        read(&text).map(|scenario| scenario.asked[0].notes.join("\n")).expect("it is right")
    };
    let told = notes("lannister guardsmen", "sworn sword captain");
    assert!(
        told.contains(
            "no army may have Sworn Sword Captain (Stark) in Lannister Guardsmen (Lannister) \
             (A11.2)"
        ),
        "{told}"
    );
    // of one faction, a neutral one in any unit, any in a neutral unit
    for (unit, attachment) in [
        ("stark sworn swords", "sworn sword captain"),
        ("stark sworn swords", "neutral-bolton-flayer"),
        ("neutral-stone-crows", "sworn sword captain"),
    ] {
        assert!(!notes(unit, attachment).contains("A11.2"), "{attachment} in {unit}");
    }
}
