//! The same for scenario files: every key that the schema knows matters where it must, and what has
//! no effect, or is no number, is a fault.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use warodds::catalogue::Catalogue;
use warodds::engine::StdControl;
use warodds::scenario::{ReadContext, Scenario, parse_with, schema};
use warodds::study::compare::compare;
use warodds::study::field::FieldQuestion;
use warodds::study::matrix::matrix;
use warodds::study::{EngineKind, Goal, Isa, Plan};

/// The shipped cards and those of these tests.
fn cards() -> Catalogue {
    let mut cards = Catalogue::shipped().clone();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/options/cards.toml");
    cards.add(&path).expect("the cards are right");
    cards
}

fn read(text: &str) -> Result<Scenario, String> {
    let cards = cards();
    let backdrop = ReadContext { catalogue: &cards, edition: None };
    parse_with("test.toml", text, backdrop).map_err(|faults| faults.to_string())
}

/// What a scenario comes to: names and numbers, or its faults.
fn outcome(text: &str) -> Result<(Vec<String>, Vec<String>), String> {
    let scenario = read(text)?;
    let goal = Goal { trials: 1, seed: 0, precision: None };
    let engine = EngineKind::Exact;
    let plan = Plan { engine, goal, isa: Isa::best(), compare: false, fractions: false };
    let distributions = scenario.asked.iter().map(|asked| {
        let distributions = asked.question.ready().exact().expect("rules keep their contract");
        format!("{:?}", distributions.slots)
    });
    let fields = scenario.fields.iter().map(|asked| match asked {
        FieldQuestion::Matrix(asked) => {
            let found = matrix(asked, &plan, &StdControl).expect("rules keep their contract");
            let cells: Vec<_> =
                (0..2).flat_map(|row| [found.cell(row, 0), found.cell(row, 1)]).collect();
            format!("{:?} {:?} {:?} {cells:?}", found.metric, found.attackers, found.defenders)
        }
        FieldQuestion::Compare(asked) => {
            let found = compare(asked, &plan, &StdControl).expect("rules keep their contract");
            format!("{:?} {:?}", found.measure, found.matchups)
        }
        FieldQuestion::Attachments(_) => "no file asks about attachments".to_owned(),
    });
    let numbers = distributions.chain(fields).collect();
    let asked = scenario.asked.iter().map(|asked| asked.name.clone());
    Ok((asked.chain(scenario.fields.iter().map(|one| one.name().to_owned())).collect(), numbers))
}

/// Units of which each key below changes something.
const UNITS: &str = "
[units.eagles]
use = 'eagles'
[units.owls]
use = 'owls'
[units.moles]
use = 'moles'
[units.bats]
name = 'Bats'
defense = 5
morale = 7
attacks = [
  { name = 'Spit', kind = 'long', hit = 3, dice = [7, 5, 4] },
  { name = 'Bite', hit = 5, dice = [4, 3, 2] },
]
";

/// Keys that must matter in a table, each with lines that stand beside it in both runs.
type Keys<'a> = &'a [(&'a str, &'a [&'a str])];

/// The key of a line.
fn key(line: &str) -> &str {
    line.split('=').next().unwrap_or_default().trim()
}

/// A table of lines; of those with one key the last one counts.
fn table(header: &str, base: &[&str], more: &[&str]) -> String {
    let all = [base, more].concat();
    let is_last = |place: usize| {
        let later = all.iter().skip(place + 1);
        all.get(place).is_some_and(|line| later.clone().all(|other| key(other) != key(line)))
    };
    let lines = all.iter().enumerate().filter(|(place, _)| is_last(*place));
    let lines: Vec<&str> = lines.map(|(_, line)| *line).collect();
    format!("{header}\n{}\n", lines.join("\n"))
}

/// What is wrong with a table's keys: one that is unknown to the list, or changes nothing.
fn faults(
    known: &BTreeSet<String>,
    text: impl Fn(&[&str]) -> String,
    keys: Keys<'_>,
) -> Vec<String> {
    let named: BTreeSet<String> = keys.iter().map(|(line, _)| key(line).to_owned()).collect();
    let missing = known.difference(&named).map(|key| format!("no case for `{key}`"));
    let unknown = named.difference(known).map(|key| format!("no key `{key}`"));
    let idle = keys.iter().filter_map(|(line, beside)| {
        let before = outcome(&text(beside));
        let after = outcome(&text(&[beside, &[*line][..]].concat()));
        let is_seen = match (&before, &after) {
            (Ok((names, _)), Ok((others, _))) if key(line) == "name" => names != others,
            (Ok((_, numbers)), Ok((_, others))) => numbers != others,
            // other ranks ask for other numbers of dice
            (Ok(_), Err(told)) => told.contains("`dice` needs"),
            _ => false,
        };
        (!is_seen).then(|| format!("`{line}` beside {beside:?}: {:?}", after.err()))
    });
    missing.chain(unknown).chain(idle).collect()
}

/// The keys of a table that the schema knows.
fn keys_of(table: &str) -> BTreeSet<String> {
    let all = schema::scenario();
    let pointer = match table {
        "units" => "/properties/units/additionalProperties/properties".to_owned(),
        _ => format!("/$defs/{table}/properties"),
    };
    let keys = all.pointer(&pointer).and_then(Value::as_object);
    keys.unwrap_or_else(|| panic!("no {pointer}")).keys().cloned().collect()
}

/// Checks the table of a question, which stands below the units.
#[track_caller]
fn check(kind: &str, base: &[&str], keys: Keys<'_>) {
    let text = |more: &[&str]| format!("{UNITS}{}", table(&format!("[[{kind}]]"), base, more));
    let faults = faults(&keys_of(kind), text, keys);
    assert!(faults.is_empty(), "[[{kind}]]\n{}", faults.join("\n"));
}

/// Keys that attacks and charges share.
const OF_ROLLS: Keys<'static> = &[
    ("hit_modifier = -1", &[]),
    ("auto_hits = 2", &[]),
    ("save_modifier = -1", &[]),
    ("panic_modifier = -1", &[]),
    ("force_reroll_attacks = true", &[]),
    ("reroll_saves = true", &[]),
    ("force_reroll_saves = true", &[]),
    ("reroll_morale = true", &[]),
    ("force_reroll_morale = true", &[]),
    ("attacker_wounds_lost = 4", &[]),
    ("defender_wounds_lost = 10", &[]),
    ("attacker_tokens = 'weakened'", &[]),
    ("defender_tokens = 'vulnerable'", &[]),
    ("attacker_spending = 'never'", &["defender_tokens = 'vulnerable'"]),
    ("name = 'other'", &[]),
];

/// Keys of what lies around an attack.
const BATTLEFIELD: Keys<'static> = &[
    ("in_dangerous = true", &[]),
    ("horrific = true", &[]),
    ("inspiring = true", &[]),
    ("crown = true", &[]),
    ("wealth = 2", &["attacker_wounds_lost = 4"]),
    ("wealth_removes = 'weakened'", &["attacker_tokens = 'weakened'"]),
];

#[test]
fn no_key_of_an_attack_is_ignored() {
    let own: Keys<'_> = &[
        ("attacker = 'moles'", &[]),
        ("defender = 'moles'", &[]),
        ("weapon = 'Claws'", &["attacker = 'eagles'"]),
        ("defender_spending = 'never'", &["attacker_tokens = 'weakened'"]),
        ("reroll_attacks = true", &[]),
        ("facing = 'flank'", &[]),
        ("charge = true", &[]),
        ("disorderly = true", &["charge = true"]),
        ("fortified = true", &["charge = true"]),
        ("cover = true", &["attacker = 'eagles'", "weapon = 'Feathers'"]),
        ("ranged = true", &["attacker = 'eagles'"]),
        ("melee = true", &["attacker = 'bats'"]),
    ];
    let keys = [own, OF_ROLLS, BATTLEFIELD].concat();
    check("attack", &["attacker = 'owls'", "defender = 'eagles'"], &keys);
}

#[test]
fn no_key_of_a_charge_is_ignored() {
    let own: Keys<'_> = &[
        ("attacker = 'moles'", &[]),
        ("defender = 'moles'", &[]),
        ("weapon = 'Claws'", &["attacker = 'eagles'"]),
        ("defender_spending = 'never'", &["attacker_tokens = 'panicked'"]),
        ("distance = 9", &[]),
        // a charge may reroll its misses anyway, but for what it crosses
        ("reroll_attacks = true", &["terrain = 'fortified'"]),
        ("terrain = 'hindering'", &[]),
        ("facing = 'flank'", &[]),
        ("reroll_distance = true", &[]),
        ("attacker_panic_modifier = -1", &[]),
        ("attacker_reroll_morale = true", &[]),
        ("attacker_force_reroll_morale = true", &[]),
        ("attacker_horrific = true", &[]),
        ("attacker_inspiring = true", &[]),
    ];
    let base = ["attacker = 'owls'", "defender = 'eagles'", "distance = 8"];
    check("charge", &base, &[own, OF_ROLLS, BATTLEFIELD].concat());
}

#[test]
fn no_key_of_a_panic_test_is_ignored() {
    check(
        "panic",
        &["unit = 'owls'"],
        &[
            ("unit = 'moles'", &[]),
            ("wounds_lost = 11", &[]),
            ("tokens = 'panicked'", &[]),
            ("spending = 'never'", &["tokens = 'panicked'"]),
            ("panic_modifier = -1", &[]),
            ("reroll_morale = true", &[]),
            ("force_reroll_morale = true", &[]),
            ("active = 'own'", &["reroll_morale = true", "tokens = 'panicked'"]),
            ("horrific = true", &[]),
            ("inspiring = true", &[]),
            ("crown = true", &[]),
            ("name = 'other'", &[]),
        ],
    );
}

#[test]
fn no_key_of_a_duel_is_ignored() {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for (side, other) in [("a", "b"), ("b", "a")] {
        let is_of_a_side = |line: &&str| {
            !["attacker", "defender", "name"].iter().any(|start| line.starts_with(start))
        };
        let rolls = OF_ROLLS.iter().map(|(line, _)| *line).filter(is_of_a_side);
        let more = ["reroll_attacks = true", "wounds_lost = 4", "tokens = 'weakened'"];
        let plain = rolls.chain(more);
        lines.extend(plain.map(|line| (format!("{side}_{line}"), Vec::new())));
        let held = format!("{other}_tokens = 'vulnerable'");
        lines.push((format!("{side} = 'eagles'"), Vec::new()));
        lines.push((format!("{side}_spending = 'never'"), vec![held]));
        lines.push((format!("{side}_weapon = 'Claws'"), vec![format!("{side} = 'eagles'")]));
    }
    let beside: Vec<Vec<&str>> =
        lines.iter().map(|(_, beside)| beside.iter().map(String::as_str).collect()).collect();
    let sides: Vec<(&str, &[&str])> =
        lines.iter().zip(&beside).map(|((line, _), beside)| (line.as_str(), &**beside)).collect();
    let own: Keys<'_> = &[
        ("activations = 3", &[]),
        ("first = 'b'", &[]),
        ("opening_facing = 'rear'", &[]),
        ("opening_charge = true", &[]),
        ("opening_disorderly = true", &["opening_charge = true"]),
        ("a_crown = true", &[]),
        ("b_crown = true", &[]),
        ("a_wealth = 2", &["a_wounds_lost = 2"]),
        ("b_wealth = 2", &["b_wounds_lost = 2"]),
        ("a_wealth_removes = 'vulnerable'", &["a_tokens = 'vulnerable'"]),
        ("b_wealth_removes = 'vulnerable'", &["b_tokens = 'vulnerable'"]),
        ("claimed_in = '2..3'", &["a_crown = true"]),
        ("name = 'other'", &[]),
    ];
    let keys = [own.to_vec(), sides].concat();
    check("duel", &["a = 'owls'", "b = 'moles'", "activations = 4"], &keys);
}

/// Keys that matrices and comparisons share.
const OF_FIELDS: Keys<'static> = &[
    ("hit_modifier = -1", &[]),
    ("auto_hits = 2", &[]),
    ("save_modifier = -1", &[]),
    ("panic_modifier = -1", &[]),
    ("reroll_attacks = true", &[]),
    ("force_reroll_attacks = true", &[]),
    ("reroll_saves = true", &[]),
    ("force_reroll_saves = true", &[]),
    ("reroll_morale = true", &[]),
    ("force_reroll_morale = true", &[]),
    ("attacker_tokens = 'weakened'", &[]),
    ("defender_tokens = 'vulnerable'", &[]),
    ("spending = 'never'", &["defender_tokens = 'vulnerable'"]),
    ("facing = 'flank'", &[]),
    ("charge = true", &[]),
    ("disorderly = true", &["charge = true"]),
    ("fortified = true", &["charge = true"]),
    ("name = 'other'", &[]),
];

#[test]
fn no_key_of_a_field_is_ignored() {
    let matrix: Keys<'_> = &[
        ("attackers = 'moles'", &[]),
        ("defenders = 'moles'", &[]),
        ("metric = 'per-point'", &[]),
        ("at_least = 2", &[]),
        ("sort = 'name'", &["attackers = ['owls', 'moles', 'eagles']", "sort = 'value'"]),
        ("weapon = 'ranged'", &["attackers = 'eagles'"]),
        ("cover = true", &["attackers = 'eagles'", "weapon = 'ranged'"]),
        ("duel = true", &[]),
        ("activations = 3", &["duel = true"]),
        ("first = 'b'", &["duel = true", "activations = 3"]),
        ("metric = 'left'", &["duel = true"]),
    ];
    let keys = [matrix, OF_FIELDS].concat();
    check("matrix", &["attackers = ['owls', 'moles']", "defenders = ['moles', 'eagles']"], &keys);
    let compare: Keys<'_> = &[
        ("a = 'moles'", &[]),
        ("b = 'eagles'", &[]),
        ("against = 'moles'", &[]),
        ("by = 'wounds'", &[]),
        ("weapon = 'ranged'", &["a = 'eagles'", "b = 'eagles'"]),
        ("cover = true", &["a = 'eagles'", "b = 'eagles'", "weapon = 'ranged'"]),
    ];
    let keys = [compare, OF_FIELDS].concat();
    check("compare", &["a = 'owls'", "b = 'moles'", "against = 'eagles'"], &keys);
}

#[test]
fn no_key_of_a_unit_is_ignored() {
    // the unit attacks, is attacked, charges and is compared, so that each key has its question
    let questions = "
[units.foe]
use = 'owls'
name = 'Foe'
abilities = ['Hoard', 'Early']
[[attack]]
attacker = 'one'
defender = 'foe'
[[attack]]
attacker = 'foe'
defender = 'one'
[[charge]]
attacker = 'one'
defender = 'foe'
distance = 8
[compare]
a = 'one'
b = 'foe'
against = 'foe'
";
    let own = [
        "defense = 4",
        "morale = 7",
        "speed = 5",
        "attacks = { name = 'x', hit = 4, dice = [6, 5, 4] }",
    ];
    let text = |more: &[&str]| {
        let uses_a_card = more.iter().any(|line| line.starts_with("use "));
        let base: &[&str] = if uses_a_card { &[] } else { &own };
        format!("{}{questions}", table("[units.one]", base, more))
    };
    let keys: Keys<'_> = &[
        ("use = 'owls'", &["name = 'One'"]),
        ("attachment = 'falconer'", &[]),
        ("abilities = ['Late', 'Wealthy']", &["round = 2"]),
        ("name = 'other'", &[]),
        ("type = 'monster'", &[]),
        ("solo = true", &[]),
        ("cost = 3", &[]),
        ("speed = 6", &[]),
        ("defense = 3", &[]),
        ("morale = 9", &[]),
        ("models = 6", &[]),
        ("ranks = 2", &[]),
        ("wounds_per_model = 2", &[]),
        ("attacks = { name = 'x', hit = 3, dice = [6, 5, 4] }", &[]),
        ("zones = 'crown'", &["use = 'eagles'"]),
        ("round = 2", &["use = 'eagles'"]),
        ("activated = false", &["use = 'eagles'"]),
        ("engaged = true", &["use = 'eagles'"]),
        ("resource = 1", &["use = 'eagles'"]),
        ("supported = true", &["use = 'eagles'"]),
        ("orders = false", &["use = 'eagles'"]),
        ("fishing = 'always'", &["use = 'eagles'"]),
        ("without = 'Keen'", &["use = 'eagles'"]),
        ("choose = { Picky = 'blunt' }", &["use = 'eagles'"]),
    ];
    let faults = faults(&keys_of("units"), text, keys);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

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
    let eagles = "\n[units.eagles]\nuse = 'eagles'\n";
    for (text, part) in [
        (
            "[[attack]]\nattacker = 'foxes'\ndefender = 'trees'\nattacker_spending = 'never'",
            "there are none",
        ),
        ("[[panic]]\nunit = 'foxes'\nspending = 'never'", "there are none"),
        ("[[duel]]\na = 'foxes'\nb = 'foxes'\nb_spending = 'never'", "there are none"),
        (
            "[[charge]]\nattacker = 'trees'\ndefender = 'foxes'\ndistance = 8\nhit_modifier = 1",
            "`trees` has none",
        ),
        (
            "[[charge]]\nattacker = 'trees'\ndefender = 'foxes'\ndistance = 8\nfacing = 'rear'",
            "`trees` has none",
        ),
        (
            "[compare]\na = 'foxes'\nb = 'foxes'\nagainst = 'trees'\nby = 'per-point'",
            "the cost of foxes (foxes) is not known",
        ),
    ] {
        let told = wrong(&format!("{plain}{text}"));
        assert!(told.contains(part), "{text}\n{told}");
    }
    let meets = |one: &str, other: &str| {
        wrong(&format!(
            "[units.a]\nuse = 'owls'\nzones = {one}\n[units.b]\nuse = 'moles'\nzones = \
             {other}\n[[attack]]\nattacker = 'a'\ndefender = 'b'"
        ))
    };
    assert!(meets("['crown', 'wealth']", "'wealth'").contains("meet, and both have"));
    let both =
        "[units.a]\nuse = 'owls'\nzones = 'crown'\n[matrix]\nattackers = 'a'\ndefenders = 'a'";
    assert!(wrong(both).contains("one player controls a zone"));
    for (keys, part) in [
        ("without = ['Keen', 'keen']", "names `keen` twice"),
        ("choose = { Picky = ['sharp', 'Sharp'] }", "requested twice"),
        ("choose = { Picky = ['sharp', 'blunt'] }", "1 may be taken"),
        ("without = 'Picky'\nchoose = { Picky = 'sharp' }", "left aside"),
    ] {
        let told = wrong(&format!("{eagles}{keys}\n[[panic]]\nunit = 'eagles'"));
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
        ("1e308", "from 0 to 100, not 1e308"),
        ("nan", "not NaN"),
        ("-inf", "not -infinity"),
        ("123456789012345678901234567890", "not 1.234567890123456"),
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
    assert!(told.contains("wounds lost must be 0, not 1"), "{told}");
}

#[test]
fn what_is_misspelt_is_told_and_not_what_it_leads_to() {
    let ability = |effects: &str| {
        wrong(&format!(
            "[[ability]]\nname = 'X'\nedition = '1.6'\n{effects}\n[units.a]\nuse = \
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
                1\n[matrix]\nattackers = ['a', 'b', 'c']\ndefenders = 'a'";
    let scenario = read(text).expect("it is right");
    let Some(FieldQuestion::Matrix(asked)) = scenario.fields.first() else { panic!("no matrix") };
    let goal = Goal { trials: 1, seed: 0, precision: None };
    let engine = EngineKind::Exact;
    let plan = Plan { engine, goal, isa: Isa::best(), compare: false, fractions: false };
    let found = matrix(asked, &plan, &StdControl).expect("rules keep their contract");
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
