//! What a valid scenario says.

use warodds::games::asoiaf::values::Morale;
use warodds::games::asoiaf::{
    ChargeEffects, Combatant, DuelSide, Engagement, Facing, Question, Spending, Token, Tokens,
    Weapon,
};
use warodds::scenario::{RunSettings, Scenario, parse};

/// The weapon of a unit.
pub(crate) fn weapon(unit: &Combatant) -> &Weapon {
    unit.weapon.as_ref().expect("the unit has a weapon")
}

/// The defense and the morale of a unit.
pub(crate) fn values(unit: &Combatant) -> (u8, u8) {
    let (defense, morale) = unit.defense.zip(unit.morale).expect("both are known");
    (defense.get(), morale.get())
}

const CONTRACT: &str = r#"
title = "Guardsmen against Sworn Swords"
[run]
trials = 1_000_000
seed = 7
[units.guardsmen]
name = "Lannister Guardsmen"
type = "infantry"
cost = 5
speed = 4
defense = 4
morale = 7
wounds_per_model = 1
[[units.guardsmen.attacks]]
name = "Longswords"
kind = "melee"
hit = 4
dice = [6, 5, 4]
[units.swords]
name = "Stark Sworn Swords"
speed = 5
defense = 4
morale = 6
attacks = [{ name = "Greatswords", hit = 3, dice = [8, 6, 4] }]
[[attack]]
name = "into each arc"
attacker = "guardsmen"
defender = "swords"
facing = ["front", "flank", "rear"]
charge = [false, true]
attacker_tokens = ["weakened"]
defender_tokens = "vulnerable+panicked"
[[charge]]
attacker = "swords"
defender = "guardsmen"
distance = [6, 7, 8, 9, 10, 11]
terrain = ["open", "rough", "hindering"]
[[panic]]
unit = "swords"
panic_modifier = [0, -1, -2]
[[duel]]
a = "guardsmen"
b = "swords"
activations = 12
first = "a"
opening_charge = false
opening_facing = "front"
"#;

const UNITS: &str = r#"
[units.bows]
name = "Bows"
defense = 5
morale = 7
[[units.bows.attacks]]
name = "Long"
kind = "long"
hit = 4
dice = [7, 5, 3]
[[units.bows.attacks]]
name = "Knives"
hit = 5
dice = [4, 3, 2]
[units.wolf]
name = "Wolf"
solo = true
speed = 6
wounds_per_model = 4
defense = 4
morale = 5
attacks = [{ name = "Bite", hit = 3, dice = 5 }]
"#;

fn valid(text: &str) -> Scenario {
    parse("the-file.toml", text).unwrap_or_else(|faults| panic!("{faults}"))
}

fn with_units(text: &str) -> Scenario {
    valid(&format!("{UNITS}\n{text}"))
}

fn names(scenario: &Scenario) -> Vec<&str> {
    scenario.asked.iter().map(|asked| asked.name.as_str()).collect()
}

#[test]
fn the_contract_asks_what_it_says() {
    let scenario = valid(CONTRACT);
    assert_eq!(scenario.title, "Guardsmen against Sworn Swords");
    assert_eq!((scenario.run.trials.map(u64::from), scenario.run.seed), (Some(1_000_000), Some(7)));
    assert_eq!(scenario.asked.len(), 6 + 18 + 3 + 1);
    let all: Vec<String> = scenario
        .asked
        .iter()
        .map(|asked| {
            let case: Vec<String> = asked
                .case
                .iter()
                .map(|setting| format!("{}={}", setting.axis, setting.value))
                .collect();
            format!("{} | {} | {}", asked.name, asked.subject, case.join(" "))
        })
        .collect();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn each_key_of_an_attack_reaches_its_question() {
    let scenario = valid(CONTRACT);
    let Some(Question::Attack(attack)) =
        scenario.asked.get(3).and_then(|asked| asked.question.asoiaf().cloned())
    else {
        panic!("the fourth is an attack")
    };
    assert_eq!(
        (attack.context.facing, attack.context.engagement),
        (Facing::Flank, Engagement::CHARGE)
    );
    assert_eq!((weapon(attack.attacker()).hit.get(), values(attack.defender()),), (4, (4, 6)));
    assert_eq!(
        weapon(attack.attacker()).dice.iter().map(|dice| dice.get()).collect::<Vec<_>>(),
        [6, 5, 4]
    );
    assert_eq!(attack.attacker().state.tokens, Tokens::NONE.with(Token::Weakened));
    assert_eq!(
        attack.defender().state.tokens,
        Tokens::NONE.with(Token::Vulnerable).with(Token::Panicked)
    );
    assert_eq!(attack.attacker().state.body().wounds(), 12);
}

#[test]
fn modifiers_rerolls_and_spending_go_where_they_belong() {
    let scenario = with_units(
        r#"
        [[attack]]
        attacker = "wolf"
        defender = "bows"
        charge = true
        disorderly = true
        fortified = true
        hit_modifier = 1
        auto_hits = 2
        save_modifier = -1
        panic_modifier = -2
        attacker_wounds_lost = 3
        defender_wounds_lost = 11
        reroll_attacks = true
        force_reroll_saves = true
        reroll_morale = true
        defender_tokens = "panicked"
        attacker_tokens = "weakened"
        attacker_spending = "never"
        defender_spending = "always"
        "#,
    );
    let Some(Question::Attack(attack)) =
        scenario.asked.first().and_then(|asked| asked.question.asoiaf().cloned())
    else {
        panic!("an attack")
    };
    let [attacker, defender] = attack.sides();
    let charge = Some(ChargeEffects { disorderly: true, fortified: true });
    assert_eq!(attack.context.engagement, Engagement::Melee { charge });
    assert_eq!((attacker.modifiers.hit_modifier.get(), attacker.modifiers.auto_hits.get()), (1, 2));
    assert_eq!(
        (defender.modifiers.save_modifier.get(), defender.modifiers.panic_modifier.get()),
        (-1, -2)
    );
    assert_eq!((attacker.state.wounds_left(), defender.state.wounds_left()), (1, 1));
    assert_eq!(
        (attacker.modifiers.attack_rerolls.roller, attacker.modifiers.attack_rerolls.enemy),
        (true, false)
    );
    assert_eq!(
        (defender.modifiers.save_rerolls.roller, defender.modifiers.save_rerolls.enemy),
        (false, true)
    );
    assert_eq!(
        (defender.modifiers.morale_rerolls.roller, defender.modifiers.morale_rerolls.enemy),
        (true, false)
    );
    assert_eq!(
        (attacker.policy.spending, defender.policy.spending),
        (Spending::Never, Spending::Always)
    );
    assert_eq!((attacker.state.body().models(), attacker.state.body().ranks()), (1, 1));
}

#[test]
fn the_attack_is_the_named_one_or_the_first_that_fits() {
    let hits = |text: &str| -> Vec<u8> {
        let hit = |question: &Question| match question {
            Question::Attack(attack) => weapon(attack.attacker()).hit.get(),
            Question::Duel(duel) => weapon(duel.sides()[0]).hit.get(),
            _ => 0,
        };
        with_units(text).asked.iter().filter_map(|asked| asked.question.asoiaf()).map(hit).collect()
    };
    assert_eq!(
        hits("[[attack]]\nattacker = 'bows'\ndefender = 'wolf'\ncover = true"),
        [4],
        "the first of the card"
    );
    assert_eq!(
        hits("[[attack]]\nattacker = 'bows'\ndefender = 'wolf'\ncharge = [false, true]"),
        [4, 5],
        "a charge takes the first melee one"
    );
    assert_eq!(
        hits("[[attack]]\nattacker = 'bows'\ndefender = 'wolf'\nweapon = ['Knives', 'Long']"),
        [5, 4]
    );
    assert_eq!(hits("[[duel]]\na = 'bows'\nb = 'wolf'"), [5], "a duel is fought in contact");
}

#[test]
fn lists_of_tokens_are_cases_of_sets() {
    let tokens = |text: &str| -> Vec<(String, Tokens)> {
        let text =
            format!("[[attack]]\nattacker = 'wolf'\ndefender = 'bows'\nattacker_tokens = {text}");
        let held = |asked: &warodds::study::NamedQuestion| match asked.question.asoiaf() {
            Some(Question::Attack(attack)) => attack.attacker().state.tokens,
            other => panic!("an attack, not {other:?}"),
        };
        let case = |asked: &warodds::study::NamedQuestion| {
            asked.case.iter().map(|setting| setting.value.clone()).collect()
        };
        with_units(&text).asked.iter().map(|asked| (case(asked), held(asked))).collect()
    };
    let weakened = Tokens::NONE.with(Token::Weakened);
    let both = weakened.with(Token::Panicked);
    let alone = |set| vec![(String::new(), set)];
    assert_eq!(tokens("'weakened'"), alone(weakened));
    assert_eq!(tokens("'none'"), alone(Tokens::NONE));
    for one_set in ["'weakened+panicked'", "[['weakened', 'panicked']]", "['panicked+weakened']"] {
        assert_eq!(tokens(one_set), alone(both), "{one_set}");
    }
    let cases = |all: &[(&str, Tokens)]| -> Vec<(String, Tokens)> {
        all.iter().map(|(label, set)| ((*label).to_owned(), *set)).collect()
    };
    let panicked = Tokens::NONE.with(Token::Panicked);
    assert_eq!(
        tokens("['weakened', 'panicked']"),
        cases(&[("weakened", weakened), ("panicked", panicked)])
    );
    assert_eq!(
        tokens("[[], 'weakened', ['weakened', 'panicked']]"),
        cases(&[("none", Tokens::NONE), ("weakened", weakened), ("panicked+weakened", both)])
    );
    // a short name and its set are united, and their lists multiplied
    assert_eq!(
        tokens("['none', 'weakened']\nattacker_panicked = [false, true]"),
        cases(&[
            ("none", Tokens::NONE),
            ("panicked", panicked),
            ("weakened", weakened),
            ("panicked+weakened", both)
        ])
    );
}

#[test]
fn a_charge_brings_the_chargers_own_panic_test() {
    let scenario = with_units(
        "[[charge]]\nattacker = 'wolf'\ndefender = 'bows'\ndistance = 7.5\nterrain = [['rough', \
         'hindering']]\nattacker_panic_modifier = -1\nattacker_tokens = 'panicked'\ndefender_spending \
         = 'never'",
    );
    let Some(Question::Charge(charge)) =
        scenario.asked.first().and_then(|asked| asked.question.asoiaf().cloned())
    else {
        panic!("a charge")
    };
    assert_eq!((charge.distance.whole(), charge.longest()), (8, 11));
    let charger = charge.charger();
    let modifier = charger.modifiers.panic_modifier.get();
    assert_eq!((charger.morale.map(Morale::get), modifier), (Some(5), -1));
    assert!(charge.panic_test);
    assert_eq!(charge.spending, Spending::Never);
    assert!(charger.state.tokens.holds(Token::Panicked));
    let attack = charge.attack().expect("the wolf bites");
    assert_eq!(attack.context.engagement, Engagement::CHARGE);
}

#[test]
fn an_unreachable_distance_is_an_answer_among_others() {
    let scenario =
        with_units("[[charge]]\nattacker = 'wolf'\ndefender = 'bows'\ndistance = [12, 13]");
    let reach: Vec<bool> =
        scenario.asked.iter().map(|asked| matches!(asked.question.asoiaf(), Some(Question::Charge(charge)) if charge.in_reach())).collect();
    assert_eq!(reach, [true, false]);
}

#[test]
fn both_sides_of_a_duel_have_their_own_keys() {
    let scenario = with_units(
        "[[duel]]\na = 'wolf'\nb = 'wolf'\nb_hit_modifier = -1\na_wounds_lost = 1\na_tokens = \
         'panicked'\nb_tokens = 'weakened'\nb_spending = 'never'\nfirst = 'b'\nopening_charge = \
         true\nopening_disorderly = true\nopening_facing = 'rear'",
    );
    let Some(Question::Duel(duel)) =
        scenario.asked.first().and_then(|asked| asked.question.asoiaf().cloned())
    else {
        panic!("a duel")
    };
    let [a, b] = duel.sides();
    assert_eq!((a.modifiers.hit_modifier.get(), b.modifiers.hit_modifier.get()), (0, -1));
    assert_eq!(a.state.wounds_left(), 3);
    assert!(b.state.tokens.holds(Token::Weakened) && b.policy.spending == Spending::Never);
    assert_eq!(
        (duel.opening.first, duel.opening.charge, duel.opening.facing),
        (DuelSide::B, crate::common::DISORDERLY, Facing::Rear)
    );
    assert_eq!(duel.activations.get(), 12);
}

#[test]
fn names_are_all_different() {
    let duel = "[[duel]]\na = 'wolf'\nb = 'bows'\n";
    assert_eq!(
        names(&with_units(&duel.repeat(3))),
        ["duel Wolf v Bows", "duel Wolf v Bows (2)", "duel Wolf v Bows (3)"]
    );
    let taken = "[[panic]]\nname = 'x'\nunit = 'wolf'\n[[panic]]\nname = 'x (2)'\nunit = \
                 'wolf'\n[[panic]]\nname = 'x'\nunit = 'wolf'\n";
    assert_eq!(names(&with_units(taken)), ["x", "x (2)", "x (3)"]);
}

#[test]
fn a_swept_unit_is_named_once_and_each_subject_names_its_own() {
    let scenario = with_units("[[attack]]\nattacker = ['wolf', 'bows']\ndefender = 'bows'");
    assert_eq!(names(&scenario), ["attack: Wolf", "attack: Bows"]);
    let subjects: Vec<&str> = scenario.asked.iter().map(|asked| asked.subject.as_str()).collect();
    assert_eq!(subjects, ["Wolf → Bows", "Bows → Bows"]);
    let named = with_units("[[panic]]\nname = 'steady?'\nunit = ['wolf', 'bows']");
    assert_eq!(names(&named), ["steady?: unit Wolf", "steady?: unit Bows"]);
}

#[test]
fn questions_stand_in_the_order_of_the_file() {
    let scenario = with_units(
        "[[panic]]\nunit = 'wolf'\n[[attack]]\nattacker = 'wolf'\ndefender = \
         'bows'\n[[panic]]\nunit = 'bows'",
    );
    assert_eq!(names(&scenario), ["panic Wolf", "attack Wolf → Bows", "panic Bows"]);
}

#[test]
fn what_is_left_out_is_left_to_the_command_line() {
    let scenario = with_units("[[panic]]\nunit = 'wolf'");
    assert_eq!((scenario.title.as_str(), scenario.run), ("the-file", RunSettings::default()));
}

#[test]
fn marks_and_line_ends_of_other_systems_are_read() {
    let windows = format!("\u{feff}{}", CONTRACT.replace('\n', "\r\n"));
    assert_eq!(valid(&windows), valid(CONTRACT));
}

#[test]
fn cards_are_used_attached_to_and_overridden() {
    let scenario = valid(
        r#"
        rules = "2021"
        [units.a]
        use = "Stark Sworn Swords"
        attachment = "umber champion"
        [units.b]
        use = "lannister-guardsmen"
        name = "Mail"
        defense = 2
        abilities = ["Order: Resilience", "cavalry", "Deadly Bloom"]
        [units.c]
        use = "stark-sworn-swords-v1-0"
        morale = 8
        [[attack]]
        attacker = ["a", "c"]
        defender = "b"
        "#,
    );
    let [led, old] = scenario.asked.as_slice() else { panic!("two are asked") };
    let Some(Question::Attack(attack)) = led.question.asoiaf() else { panic!("an attack") };
    assert_eq!(
        weapon(attack.attacker()).dice.iter().map(|dice| dice.get()).collect::<Vec<_>>(),
        [7, 5, 4]
    );
    assert_eq!(values(attack.defender()), (2, 7));
    let left_out: Vec<String> =
        led.not_modelled.iter().map(|one| format!("{}: {}", one.unit, one.ability)).collect();
    assert_eq!(left_out, ["Mail: Deadly Bloom"]);
    let [own, other] =
        attack.sides().map(|side| side.abilities.iter().map(|one| &*one.name).collect::<Vec<_>>());
    assert_eq!((own, other), (vec!["Winter's Bite", "Order: Incite"], vec!["Order: Resilience"]));
    assert!(led.notes.iter().all(|note| !note.contains("mixed")), "{:?}", led.notes);
    assert!(
        old.notes.iter().any(|note| note.contains("Stark Sworn Swords (v1.0) is a card of 1.0")),
        "{:?}",
        old.notes
    );
    assert!(old.subject.contains("Stark Sworn Swords (v1.0)"), "{}", old.subject);
}

#[test]
fn what_is_wrong_with_a_used_card_is_told_at_its_place() {
    let faults = |keys: &str| {
        let text = format!("[units.u]\n{keys}\n[[panic]]\nunit = 'u'\n");
        parse("bad.toml", &text).expect_err("it has faults").to_string()
    };
    assert!(
        faults("use = 'stark sworn sowrds'")
            .contains("bad.toml:2:7: there is no unit `stark sworn sowrds`; did you mean")
    );
    assert!(faults("use = 'stone crows'").contains("neutral-stone-crows"));
    assert!(
        faults("use = 'grey wind'\nattachment = 'umber champion'")
            .contains("bad.toml:3:14: Grey Wind is a solo")
    );
    assert!(
        faults("use = 'grey wind'\nabilities = ['Disrubt']").contains("did you mean `Disrupt`?")
    );
    assert!(
        faults("use = 'stark sworn swords'\nmodels = 4\nranks = 2")
            .contains("have dice for 3 ranks")
    );
    assert!(
        faults("use = 'builder-scorpion-crew-v1-0'")
            .contains("bad.toml:4:8: the morale of Builder Scorpion Crew (v1.0) is unknown")
    );
    assert!(faults("use = 'grey wind'\ndefence = 3").contains("did you mean `defense`?"));
    assert!(faults("use = 7").contains("bad.toml:2:7: `use` must be"));
    // a number of one's own for what the card leaves open
    valid("[units.u]\nuse = 'builder-scorpion-crew-v1-0'\nmorale = 7\n[[panic]]\nunit = 'u'\n");
}

#[test]
fn names_of_cards_stand_where_ids_of_units_do() {
    let by_id = valid(
        "[units.swords]\nuse = 'stark sworn swords'\n[units.guards]\nuse = 'lannister guardsmen'\n\
         [[attack]]\nattacker = 'swords'\ndefender = 'guards'\n\
         [[duel]]\na = 'swords'\nb = 'guards'\n[[panic]]\nunit = 'guards'",
    );
    let by_name = valid(
        "[[attack]]\nattacker = 'stark sworn swords'\ndefender = 'guardsmen'\n\
         [[duel]]\na = 'sworn swords'\nb = 'lannister-guardsmen'\n[[panic]]\nunit = 'guardsmen'",
    );
    assert_eq!(by_id.asked.len(), 3);
    for (one, other) in by_id.asked.iter().zip(&by_name.asked) {
        assert_eq!((&one.question, &one.name), (&other.question, &other.name));
    }
    let wrong = parse("bad.toml", "[[panic]]\nunit = 'swron swords'").expect_err("misspelt");
    assert!(wrong.to_string().contains("did you mean"), "{wrong}");
}

#[test]
fn lists_of_numbers_ask_of_each_value() {
    let text = |defense: &str, dice: &str, hit: &str| {
        format!(
            "[units.wall]\nname = 'Wall'\ndefense = {defense}\nmorale = 7\n\
             attacks = [{{ name = 'Stones', hit = {hit}, dice = {dice} }}]\n\
             [[attack]]\nattacker = 'wall'\ndefender = 'stark sworn swords'\n\
             [[attack]]\nattacker = 'stark sworn swords'\ndefender = 'wall'\n"
        )
    };
    let swept = valid(&text("[3, 4]", "[[6, 5, 4], [8, 6, 4]]", "[3, 5]"));
    // two saves, two hit values and two rows of dice, the last of which varies fastest
    assert_eq!(swept.asked.len(), 16);
    let mut asked = swept.asked.iter();
    let mut axes = Vec::new();
    for of_attacker in [true, false] {
        for defense in ["3", "4"] {
            for hit in ["3", "5"] {
                for dice in ["[6, 5, 4]", "[8, 6, 4]"] {
                    let single = valid(&text(defense, dice, hit));
                    let alone = &single.asked[usize::from(!of_attacker)];
                    let found = asked.next().expect("a question for each");
                    assert_eq!(found.question, alone.question, "{}", found.name);
                    axes = found.case.iter().map(|one| one.axis.clone()).collect();
                }
            }
        }
    }
    assert_eq!(axes, ["defender_defense", "defender_hit", "defender_dice"]);
    let both = "[units.a]\nuse = 'guardsmen'\ncost = [4, 5]\n[[panic]]\nunit = ['a', 'swords']";
    let wrong = parse("bad.toml", both).expect_err("a list of lists");
    assert!(wrong.to_string().contains("are lists too"), "{wrong}");
    let empty = parse("bad.toml", "[units.a]\nuse = 'guardsmen'\ncost = []").expect_err("empty");
    assert!(empty.to_string().contains("an empty list"), "{empty}");
    let many = format!(
        "[units.a]\nuse = 'guardsmen'\nmorale = [{}]\ncost = [{}]\nspeed = [{}]",
        "7, ".repeat(11),
        "5, ".repeat(10),
        "6, ".repeat(10)
    );
    let many = parse("bad.toml", &many).expect_err("too many");
    assert!(many.to_string().contains("1100 cards"), "{many}");
}

/// A kind of question, what is given to it, and lines each of which adds something.
type Around<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [&'a str]);

/// The question that a command asks, under the file's name for it.
fn commanded(kind: &str, given: &[(&str, &str)]) -> Question {
    let kind = warodds::request::kind(kind).expect("a kind");
    let mut all = warodds::request::RawFields::new();
    given.iter().for_each(|(id, text)| all.push(id, text));
    let catalogue = warodds::catalogue::Catalogue::shipped();
    let setup = warodds::request::Setup { catalogue, ..warodds::request::Setup::shipped() };
    let request = kind.request(kind.keys(), &all, &setup).expect("it asks");
    let warodds::request::Query::One(asked, _) = request.asked else { panic!("one question") };
    asked.question.asoiaf().expect("of this game").clone()
}

/// The battlefield stands in files as on the command line, for both are read by one table.
#[test]
fn what_lies_around_is_asked_by_files_as_by_commands() {
    let (swords, guards) = ("stark-sworn-swords", "lannister-guardsmen");
    let of_attacks = [
        "in_dangerous = true",
        "horrific = true",
        "inspiring = true",
        "crown = true",
        "wealth = 2",
        "wealth_removes = 'weakened'",
    ];
    let of_charges =
        [&of_attacks[..], &["attacker_horrific = true", "attacker_inspiring = true"]].concat();
    let of_tests = ["horrific = true", "inspiring = true", "crown = true"];
    let of_duels = ["a_crown = true", "b_wealth = 3", "a_wealth_removes = 'panicked'"];
    let pair = [("attacker", swords), ("defender", guards)];
    let charge = [&pair[..], &[("distance", "7")]].concat();
    let duel = [("a", swords), ("b", guards)];
    let alone = [("unit", guards)];
    let asked: [Around<'_>; 4] = [
        ("attack", &pair, &of_attacks),
        ("charge", &charge, &of_charges),
        ("panic", &alone, &of_tests),
        ("duel", &duel, &of_duels),
    ];
    for (kind, base, lines) in asked {
        for line in lines {
            let (key, value) = line.split_once(" = ").expect("a key and its value");
            let text = if value == "true" { "" } else { value.trim_matches('\'') };
            let told = base.iter().map(|(key, value)| match value.parse::<u8>() {
                Ok(number) => format!("{key} = {number}\n"),
                Err(_) => format!("{key} = '{value}'\n"),
            });
            let file = format!("[[{kind}]]\n{}{line}\n", told.collect::<String>());
            let scenario = valid(&file);
            let of_file = scenario.asked[0].question.asoiaf().expect("of this game");
            let of_command = commanded(kind, &[base, &[(key, text)]].concat());
            assert_eq!(*of_file, of_command, "{file}");
        }
    }
    let swept = valid(
        "[[attack]]\nattacker = 'stark-bowmen'\ndefender = 'stark-bowmen'\ncrown = [false, true]",
    );
    assert_eq!(swept.asked.len(), 2);
    let told = parse("test.toml", "[[duel]]\na='stark-bowmen'\nb='stark-bowmen'\nclaimed_in=2");
    let told = told.expect_err("nothing is claimed").to_string();
    assert!(told.contains("`claimed_in` says when zones are claimed"), "{told}");
    let told =
        parse("t.toml", "[[attack]]\nattacker='stark-bowmen'\ndefender='stark-bowmen'\nwealth=4");
    let told = told.expect_err("too much").to_string();
    assert!(told.contains("`wealth` cannot be"), "{told}");
}

#[test]
fn cases_of_different_units_share_a_name_and_sections_do_not() {
    let section = "[[panic]]\nunit = ['wolf', 'bows']\n";
    assert_eq!(
        names(&with_units(&section.repeat(2))),
        ["panic: unit Wolf", "panic: unit Bows", "panic 2: unit Wolf", "panic 2: unit Bows"]
    );
}

#[test]
fn elements_of_a_set_that_exclude_each_other_are_refused_under_any_name() {
    let charge = "[[charge]]\nattacker = 'wolf'\ndefender = 'bows'\ndistance = 8\n";
    for terrain in [
        "terrain = 'hindering+hindering-edge'",
        "hindering = true\nhindering_edge = true",
        "terrain = 'hindering'\nhindering_edge = [false, true]",
    ] {
        let wrong = parse("bad.toml", &format!("{UNITS}\n{charge}{terrain}\n"));
        let wrong = wrong.expect_err(terrain).to_string();
        assert!(wrong.contains("leave out one of them"), "{terrain}: {wrong}");
    }
}

#[test]
fn options_that_nobody_has_are_named() {
    // speed 5 goes 11" at most and speed 6 goes 12" (A5.1)
    let options = |a: &str, distance: &str| {
        parse("o.toml", &format!("[[options]]\na = {a}\nb = 'guardsmen'\ndistance = {distance}\n"))
    };
    let some = options("['stark outriders', 'stark sworn swords']", "12").expect("questions");
    // each arc
    assert_eq!(some.asked.len(), 3);
    let note = "no action is possible in these cases: Stark Sworn Swords";
    assert_eq!(some.asked[0].notes, [note]);
    let none = options("'stark sworn swords'", "'12..13'").expect_err("nothing is asked");
    assert!(none.to_string().contains("o.toml:1:1: no action is possible"), "{none}");
}

#[test]
fn cases_of_matrices_have_a_limit() {
    let many = "[[matrix]]\nhit_modifier = '-12..12'\n";
    let wrong = parse("m.toml", many).expect_err("too many").to_string();
    assert!(wrong.contains("more than 500000 attacks"), "{wrong}");
}
