//! The same for scenario files: every key that the schema knows changes the numbers where it must.

use super::files::{Keys, check, idle, key, keys_of, table, uncovered};

/// Keys of what changes the rolls of an attack.
const OF_ROLLS: Keys<'static> = &[
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
    ("weakened = true", &[]),
    ("vulnerable = true", &[]),
    ("panicked = true", &[]),
    ("spending = 'never'", &["defender_tokens = 'vulnerable'"]),
    ("facing = 'flank'", &[]),
    ("flank = true", &[]),
    ("rear = true", &[]),
    ("name = 'other'", &[]),
    ("rules = '2021'", &[]),
];

/// Keys of a charge that led to the attack.
const CHARGED: Keys<'static> = &[
    ("charge = true", &[]),
    ("disorderly = true", &["charge = true"]),
    ("fortified = true", &["charge = true"]),
];

/// Keys of the situation of all units of a field.
const OF_FIELDS: Keys<'static> = &[
    ("attacker_with = 'falconer'", &[]),
    ("with = 'falconer'", &[]),
    ("defender_with = 'falconer'", &[]),
    ("attacker_wounds_lost = 4", &[]),
    ("defender_wounds_lost = 10", &[]),
    ("distance = 9", &["charge = true"]),
    ("terrain = 'rough'", &["charge = true", "distance = 8"]),
    ("rough = true", &["charge = true", "distance = 8"]),
    ("hindering = true", &["charge = true", "distance = 8"]),
    ("hindering_edge = true", &["charge = true", "distance = 8"]),
    ("dangerous = true", &["charge = true", "distance = 8"]),
    ("dangerous_edge = true", &["charge = true", "distance = 8"]),
    ("reroll_distance = true", &["charge = true", "distance = 8"]),
];

/// Keys of how the units of an attack are used, with `attacker` and `defender` as the keys of
/// units in place of the words in capitals.
const USED: Keys<'static> = &[
    ("attacker_zones = 'crown'", &["ATTACKER = 'eagles'"]),
    ("defender_zones = 'wealth'", &["DEFENDER = 'owls'"]),
    ("round = 2", &["ATTACKER = 'eagles'"]),
    ("attacker_not_activated = true", &["DEFENDER = 'hawks'"]),
    ("defender_not_activated = true", &["ATTACKER = 'eagles'"]),
    ("engaged = true", &["ATTACKER = 'eagles'"]),
    ("attacker_resource = 1", &["ATTACKER = 'eagles'"]),
    ("defender_resource = 1", &["DEFENDER = 'owls'"]),
    ("attacker_supported = true", &["ATTACKER = 'eagles'"]),
    ("defender_supported = true", &["DEFENDER = 'hawks'"]),
    ("attacker_near_commander = true", &["ATTACKER = 'eagles'"]),
    ("defender_near_commander = true", &["DEFENDER = 'hawks'"]),
    ("no_orders = true", &["ATTACKER = 'eagles'"]),
    ("fishing = 'always'", &["ATTACKER = 'eagles'"]),
    ("without = ['Keen']", &["ATTACKER = 'eagles'"]),
    ("choose = ['Picky=blunt']", &["ATTACKER = 'eagles'"]),
    ("cards = 'S07'", &["ATTACKER = 'greataxes'"]),
    ("attacker_panicked = true", &["DEFENDER = 'hawks'"]),
];

/// Returns cases with units under other keys.
fn with_units(keys: Keys<'_>, attacker: &str, defender: &str) -> Vec<(String, Vec<String>)> {
    let renamed = |line: &&str| line.replace("ATTACKER", attacker).replace("DEFENDER", defender);
    keys.iter()
        .map(|(line, beside)| (renamed(line), beside.iter().map(renamed).collect()))
        .collect()
}

/// Borrows the texts of cases for the time of a call.
fn borrowed<R>(cases: &[(String, Vec<String>)], call: impl FnOnce(Keys<'_>) -> R) -> R {
    let beside: Vec<Vec<&str>> =
        cases.iter().map(|(_, beside)| beside.iter().map(String::as_str).collect()).collect();
    let keys: Vec<(&str, &[&str])> =
        cases.iter().zip(&beside).map(|((line, _), beside)| (line.as_str(), &**beside)).collect();
    call(&keys)
}

/// Keys of attacks and charges of units by name.
const BETWEEN_UNITS: Keys<'static> = &[
    ("attacker = 'moles'", &[]),
    ("defender = 'moles'", &[]),
    ("attacker_with = 'falconer'", &[]),
    ("with = 'falconer'", &[]),
    ("defender_with = 'falconer'", &[]),
    ("attacker_wounds_lost = 4", &[]),
    ("defender_wounds_lost = 10", &[]),
    ("defender_wounds = 2", &[]),
    ("wounds = 2", &[]),
    ("attacker_spending = 'never'", &["defender_tokens = 'vulnerable'"]),
    ("defender_spending = 'never'", &["attacker_tokens = 'weakened'"]),
    ("in_dangerous = true", &[]),
    ("horrific = true", &[]),
    ("inspiring = true", &[]),
    ("crown = true", &[]),
    ("wealth = 2", &["attacker_wounds_lost = 4"]),
    ("wealth_removes = 'weakened'", &["attacker_tokens = 'weakened'"]),
    ("weapon = 'Claws'", &["attacker = 'eagles'"]),
];

/// Tactics cards of attacks, charges and fields.
const CARDS: Keys<'static> =
    &[("attacker_card = ['Swoop']", &[]), ("defender_card = ['Roost']", &[])];

/// Keys of plain numbers in place of units.
const NUMBERS: Keys<'static> = &[
    ("dice = 7", &[]),
    ("hit = 3", &[]),
    ("defense = 5", &[]),
    ("morale = 9", &[]),
    ("defender_wounds = 3", &[]),
    ("hit_modifier = -1", &[]),
    ("rules = '2021'", &[]),
];

/// An attack in plain numbers.
const IN_NUMBERS: [&str; 4] = ["dice = 6", "hit = 4", "defense = 4", "morale = 6"];

#[test]
fn no_key_of_an_attack_is_ignored() {
    let own: Keys<'_> = &[
        ("cover = true", &["attacker = 'eagles'", "weapon = 'Feathers'"]),
        ("ranged = true", &["attacker = 'eagles'"]),
        ("melee = true", &["attacker = 'bats'"]),
        ("friend = ['7:9']", &["attacker = 'eagles'", "ranged = true"]),
    ];
    borrowed(&with_units(USED, "attacker", "defender"), |used| {
        let keys = [own, BETWEEN_UNITS, CARDS, OF_ROLLS, CHARGED, used].concat();
        let base: &[&str] = &["attacker = 'owls'", "defender = 'eagles'"];
        check("attack", &[(base, &keys), (&IN_NUMBERS, NUMBERS)]);
    });
}

#[test]
fn no_key_of_a_charge_is_ignored() {
    let own: Keys<'_> = &[
        ("distance = 9", &[]),
        // a charge may reroll its misses anyway, but for what it crosses
        ("reroll_attacks = true", &["terrain = 'fortified'"]),
        ("terrain = 'hindering'", &[]),
        ("rough = true", &[]),
        ("hindering = true", &[]),
        ("hindering_edge = true", &[]),
        ("fortified = true", &[]),
        ("dangerous = true", &[]),
        ("dangerous_edge = true", &[]),
        ("reroll_distance = true", &[]),
        ("attacker_panic_modifier = -1", &[]),
        ("attacker_reroll_morale = true", &[]),
        ("attacker_force_reroll_morale = true", &[]),
        ("attacker_horrific = true", &[]),
        ("attacker_inspiring = true", &[]),
        ("attacker_wounds = 2", &[]),
    ];
    let numbers: Keys<'_> = &[
        ("speed = 6", &[]),
        ("distance = 9", &[]),
        ("attacker_morale = 8", &[]),
        ("attacker_wounds = 3", &[]),
    ];
    let rolls: Vec<_> =
        OF_ROLLS.iter().copied().filter(|(line, _)| *line != "reroll_attacks = true").collect();
    borrowed(&with_units(USED, "attacker", "defender"), |used| {
        let keys = [own, BETWEEN_UNITS, CARDS, &rolls, used].concat();
        let base: &[&str] = &["attacker = 'owls'", "defender = 'eagles'", "distance = 8"];
        let plain =
            [&["speed = 5", "distance = 8", "attacker_morale = 6"], &IN_NUMBERS[..]].concat();
        check("charge", &[(base, &keys), (&plain, &[numbers, NUMBERS].concat())]);
    });
}

#[test]
fn no_key_of_a_panic_test_is_ignored() {
    let shared: Keys<'_> = &[
        ("tokens = 'panicked'", &[]),
        ("panicked = true", &[]),
        ("spending = 'never'", &["tokens = 'panicked'"]),
        ("panic_modifier = -1", &[]),
        ("reroll_morale = true", &[]),
        ("force_reroll_morale = true", &[]),
        ("active = 'own'", &["reroll_morale = true", "tokens = 'panicked'"]),
        ("horrific = true", &[]),
        ("inspiring = true", &[]),
        ("crown = true", &[]),
        ("wounds = 2", &[]),
        ("rules = '2021'", &[]),
        ("name = 'other'", &[]),
    ];
    let named: Keys<'_> = &[
        ("unit = 'moles'", &[]),
        // the Falconer brings nothing to a panic test
        ("with = 'marselen-unsullied-captain'", &["unit = 'stark-sworn-swords'"]),
        ("wounds_lost = 11", &[]),
        ("card = ['Calm']", &[]),
        ("near_commander = true", &["card = ['Calm']"]),
        ("resource = 1", &["card = ['Calm']"]),
        ("cards = '1.0'", &["unit = 'greataxes'"]),
    ];
    let numbers: Keys<'_> = &[("morale = 9", &[])];
    check(
        "panic",
        &[
            (&["unit = 'owls'"], &[named, shared].concat()),
            (&["morale = 6"], &[numbers, shared].concat()),
        ],
    );
}

#[test]
fn no_key_of_a_retreat_is_ignored() {
    let shared: Keys<'_> = &[
        ("distance = 9", &[]),
        ("rough = true", &[]),
        ("dangerous = true", &[]),
        ("terrain = 'rough+dangerous'", &[]),
        ("wounds = 2", &["dangerous = true"]),
        ("name = 'other'", &[]),
    ];
    let named: Keys<'_> = &[("unit = 'moles'", &[]), ("cards = '1.0'", &["unit = 'greataxes'"])];
    check(
        "retreat",
        &[
            (&["unit = 'owls'", "distance = 7"], &[named, shared].concat()),
            (&["speed = 5", "distance = 7"], &[&[("speed = 4", &[][..])], shared].concat()),
        ],
    );
}

#[test]
fn no_key_of_a_deck_is_ignored() {
    let keys: Keys<'_> = &[
        ("copies = 3", &[]),
        ("round = 4", &["discard = 2"]),
        ("cards = 25", &[]),
        ("discard = 2", &["round = 2"]),
        ("letters = 1", &[]),
        ("name = 'other'", &[]),
    ];
    let of_westeros: Keys<'_> = &[("leadership = 3", &[]), ("rating = 3", &[])];
    let named: Keys<'_> = &[
        ("card = ['stark-winters-might', 'stark-devastating-impact']", &[]),
        ("drawn = ['stark-northern-ferocity']", &[]),
        ("played = ['stark-winters-might']", &[]),
        ("discarded = ['stark-winters-might']", &[]),
    ];
    let stark = ["faction = 'stark'", "commander = 'robb'", "card = ['stark-winters-might']"];
    let of_stark = [&stark[..], &["round = 2", "discard = 2"]].concat();
    let leadership: &[&str] = &["leadership = 2", "rating = 4"];
    check("deck", &[(&[], keys), (&of_stark, named), (leadership, of_westeros)]);
}

#[test]
fn no_key_of_a_survival_is_ignored() {
    let own: Keys<'_> = &[
        ("unit = 'eagles'", &[]),
        ("with = 'falconer'", &[]),
        ("by = ['eagles']", &[]),
        ("within = 3", &[]),
        ("aim = 'wounds'", &["by = ['eagles']"]),
        ("wounds = 2", &[]),
        ("dice = 9", &[]),
        ("hit = 2", &[]),
        ("defense = 6", &[]),
        ("morale = 12", &[]),
        ("wounds_lost = 4", &[]),
        ("ranged = true", &["by = ['eagles']"]),
        ("melee = true", &["by = ['bats']"]),
        ("cover = true", &["by = ['eagles']", "ranged = true"]),
    ];
    borrowed(&with_units(USED, "by", "unit"), |used| {
        let keys = [own, CARDS, OF_ROLLS, CHARGED, used].concat();
        check("survive", &[(&["unit = 'owls'", "by = ['owls']"], &keys)]);
    });
}

#[test]
fn no_key_of_a_sequence_is_ignored() {
    let keys: Keys<'_> = &[
        ("defender = 'eagles'", &[]),
        ("by = ['eagles']", &[]),
        ("best_order = true", &["by = ['owls', 'eagles']"]),
        ("name = 'other'", &[]),
        ("rules = '2021'", &[]),
        ("defense = 6", &[]),
        ("morale = 12", &[]),
        ("defender_with = 'falconer'", &[]),
        ("defender_wounds = 2", &[]),
        ("wounds = 2", &[]),
        ("defender_wounds_lost = 4", &[]),
        ("defender_tokens = 'vulnerable'", &[]),
        ("vulnerable = true", &[]),
        ("panicked = true", &[]),
        ("spending = 'never'", &["defender_tokens = 'vulnerable'"]),
        ("defender_spending = 'never'", &["by = ['hawks:weakened']"]),
        ("cover = true", &["by = ['eagles:ranged']"]),
        ("save_modifier = -1", &[]),
        ("panic_modifier = -1", &[]),
        ("reroll_saves = true", &[]),
        ("reroll_morale = true", &[]),
        ("horrific = true", &[]),
        ("inspiring = true", &[]),
        ("defender_zones = 'wealth'", &[]),
        ("defender_resource = 1", &[]),
        ("round = 2", &["by = ['eagles']"]),
        ("defender_not_activated = true", &["by = ['eagles']"]),
        ("defender_supported = true", &["defender = 'hawks'"]),
        ("defender_near_commander = true", &["defender = 'hawks'"]),
        ("no_orders = true", &["by = ['eagles']"]),
        ("fishing = 'always'", &["by = ['eagles']", "aim = 'wounds'"]),
        ("aim = 'wounds'", &["by = ['eagles']"]),
        ("cards = '1.0'", &["by = ['greataxes']"]),
    ];
    check("sequence", &[(&["defender = 'owls'", "by = ['owls']"], keys)]);
}

#[test]
fn no_key_of_what_a_unit_can_do_is_ignored() {
    let own: Keys<'_> = &[
        ("a = 'moles'", &[]),
        ("b = 'owls'", &[]),
        ("attacker_with = 'falconer'", &[]),
        ("with = 'falconer'", &[]),
        ("defender_with = 'falconer'", &[]),
        ("attacker_wounds_lost = 4", &[]),
        ("defender_wounds_lost = 10", &[]),
        ("distance = 8", &["engaged"]),
        ("pair_distance = ['owls:eagles=9']", &["engaged"]),
        ("points = 'by-wounds'", &["engaged"]),
        ("cover = true", &["a = 'eagles'", "engaged"]),
        ("attacker_card = ['Swoop']", &[]),
        ("defender_card = ['Roost']", &[]),
    ];
    borrowed(&with_units(USED, "a", "b"), |used| {
        // alone the line of `engaged` would be that of the base
        let used: Vec<_> = used
            .iter()
            .map(|(line, beside)| match key(line) {
                "engaged" => (*line, [*beside, &["engaged"]].concat()),
                _ => (*line, beside.to_vec()),
            })
            .collect();
        let used: Vec<_> = used.iter().map(|(line, beside)| (*line, &**beside)).collect();
        let keys = [own, OF_ROLLS, &used].concat();
        // a charge may reroll its misses anyway
        check("options", &[(&["a = 'owls'", "b = 'eagles'", "engaged = true"], &keys)]);
    });
}

#[test]
fn no_key_of_attachments_is_ignored() {
    let own: Keys<'_> = &[
        ("unit = 'eagles'", &[]),
        ("against = 'moles'", &[]),
        ("at_least = 2", &[]),
        ("at_most = 2", &[]),
        ("weapon = 'ranged'", &["unit = 'eagles'"]),
        ("cover = true", &["unit = 'eagles'", "weapon = 'ranged'"]),
        ("attacker_wounds_lost = 4", &[]),
        ("defender_wounds_lost = 10", &[]),
    ];
    borrowed(&with_units(USED, "unit", "against"), |used| {
        let keys = [own, OF_ROLLS, CHARGED, used].concat();
        check("attachments", &[(&["unit = 'owls'", "against = 'eagles'"], &keys)]);
    });
}

#[test]
fn no_key_of_an_army_is_ignored() {
    let own: Keys<'_> = &[
        ("army = 'eagles'", &[]),
        ("against = ['moles']", &[]),
        ("points = 'by-ranks'", &[]),
        ("weapon = 'ranged'", &["army = 'eagles'"]),
        ("cover = true", &["army = 'eagles'", "weapon = 'ranged'"]),
        ("attacker_wounds_lost = 4", &[]),
        ("defender_wounds_lost = 10", &[]),
    ];
    borrowed(&with_units(USED, "army", "against"), |used| {
        let keys = [own, CARDS, OF_ROLLS, CHARGED, used].concat();
        check("worth", &[(&["army = 'owls'", "against = ['eagles']"], &keys)]);
    });
}

#[test]
fn no_key_of_ratings_is_ignored() {
    let own: Keys<'_> = &[
        ("units = ['owls', 'moles']", &[]),
        ("rounds = 2", &[]),
        ("activations = 3", &[]),
        ("charge = true", &[]),
        ("aim = 'win'", &[]),
        ("facing = 'flank'", &[]),
        ("flank = true", &[]),
        ("rear = true", &[]),
        ("cards = '1.0'", &["units = ['greataxes', 'owls']"]),
        ("rules = '2021'", &[]),
        ("name = 'other'", &[]),
    ];
    // another name of `units`
    let renamed: Keys<'_> = &[("faction = ['owls', 'moles']", &[])];
    check(
        "rate",
        &[(&["units = ['owls', 'eagles']"], own), (&["faction = ['owls', 'eagles']"], renamed)],
    );
}

#[test]
fn no_key_of_a_duel_is_ignored() {
    let mut cases: Vec<(String, Vec<String>)> = Vec::new();
    for (side, other) in [("a", "b"), ("b", "a")] {
        let mut add = |line: &str, beside: &[String]| {
            cases.push((format!("{side}_{line}"), beside.to_vec()));
        };
        let of_a_side =
            |line: &&str| key(line).contains("modifier") || key(line).contains("reroll");
        let rolls = OF_ROLLS.iter().map(|(line, _)| *line).filter(of_a_side);
        let more = ["auto_hits = 2", "wounds_lost = 4", "tokens = 'weakened'", "with = 'falconer'"];
        let numbers = ["dice = 9", "hit = 2", "defense = 6", "morale = 12"];
        let more = more.into_iter().chain(numbers);
        rolls.chain(more).for_each(|line| add(line, &[]));
        // with the worst saves, one of the eagles' options does what their zone does
        let eagles = [format!("{side} = 'eagles'"), format!("{other} = 'owls'")];
        for line in [
            "zones = 'crown'",
            "resource = 1",
            "supported = true",
            "near_commander = true",
            "weapon = 'Claws'",
        ] {
            add(line, &eagles);
        }
        // only the opening strike can meet a unit that has yet to activate
        let early = ["first = 'SIDE'", "SIDE = 'owls'"].map(|line| line.replace("SIDE", side));
        add("not_activated = true", &[&early[..], &[format!("{other} = 'hawks'")]].concat());
        add("spending = 'never'", &[format!("{other}_tokens = 'vulnerable'")]);
        for line in ["crown = true", "horrific = true", "inspiring = true"] {
            add(line, &[]);
        }
        add("wealth = 2", &[format!("{side}_wounds_lost = 2")]);
        add("wealth_removes = 'vulnerable'", &[format!("{side}_tokens = 'vulnerable'")]);
        cases.push((format!("{side} = 'eagles'"), Vec::new()));
    }
    let own: Keys<'_> = &[
        ("activations = 3", &[]),
        ("rounds = 3", &["activations"]),
        ("first = 'b'", &[]),
        ("with = 'falconer'", &[]),
        ("spending = 'never'", &["a_tokens = 'vulnerable'"]),
        ("aim = 'wounds'", &["a = 'eagles'"]),
        ("opening_facing = 'rear'", &[]),
        ("opening_charge = true", &[]),
        ("opening_disorderly = true", &["opening_charge = true"]),
        ("claimed_in = '2..3'", &["a_crown = true"]),
        ("a_card = ['Swoop']", &[]),
        ("b_card = ['Roost']", &[]),
        ("round = 2", &["a = 'eagles'"]),
        ("engaged = true", &["a = 'eagles'"]),
        ("no_orders = true", &["a = 'eagles'"]),
        ("fishing = 'always'", &["a = 'eagles'"]),
        ("without = ['Keen']", &["a = 'eagles'"]),
        ("choose = ['Picky=blunt']", &["a = 'eagles'"]),
        ("cards = '1.0'", &["a = 'greataxes'"]),
        ("rules = '2021'", &[]),
        ("name = 'other'", &[]),
    ];
    borrowed(&cases, |sides| {
        let keys = [own, sides].concat();
        check("duel", &[(&["a = 'owls'", "b = 'moles'", "activations = 4"], &keys)]);
    });
}

#[test]
fn no_key_of_a_matrix_is_ignored() {
    let own: Keys<'_> = &[
        ("attackers = 'moles'", &[]),
        ("defenders = 'moles'", &[]),
        ("metric = 'per-point'", &[]),
        ("points = 'by-wounds'", &["metric = 'points'"]),
        ("at_least = 2", &[]),
        ("dice = 9", &[]),
        ("hit = 2", &[]),
        ("defense = 6", &[]),
        ("morale = 12", &[]),
        ("sort = 'name'", &["attackers = ['owls', 'moles', 'eagles']", "sort = 'value'"]),
        ("weapon = 'ranged'", &["attackers = 'eagles'"]),
        ("cover = true", &["attackers = 'eagles'", "weapon = 'ranged'"]),
        ("duel = true", &[]),
        ("rounds = 2", &["duel = true"]),
        ("activations = 3", &["duel = true"]),
        ("first = 'b'", &["duel = true", "rounds = 2"]),
        ("metric = 'left'", &["duel = true"]),
        ("aim = 'wounds'", &["duel = true"]),
    ];
    borrowed(&with_units(USED, "attackers", "defenders"), |used| {
        let keys = [own, CARDS, OF_FIELDS, OF_ROLLS, CHARGED, used].concat();
        let base = ["attackers = ['owls', 'moles']", "defenders = ['moles', 'eagles']"];
        check("matrix", &[(&base, &keys)]);
    });
}

#[test]
fn no_key_of_a_comparison_is_ignored() {
    let own: Keys<'_> = &[
        ("a = 'moles'", &[]),
        ("b = 'eagles'", &[]),
        ("a_with = 'falconer'", &[]),
        ("b_with = 'falconer'", &["b = 'eagles'"]),
        ("against = 'moles'", &[]),
        ("by = 'wounds'", &[]),
        ("at_least = 2", &[]),
        ("at_most = 2", &[]),
        ("c = 'eagles'", &[]),
        ("d = 'eagles'", &["c = 'moles'"]),
        ("e = 'eagles'", &["c = 'moles'", "d = 'owls'"]),
        ("f = 'eagles'", &["c = 'moles'", "d = 'owls'", "e = 'owls'"]),
        ("g = 'eagles'", &["c = 'moles'", "d = 'owls'", "e = 'owls'", "f = 'owls'"]),
        ("h = 'eagles'", &["c = 'moles'", "d = 'owls'", "e = 'owls'", "f = 'owls'", "g = 'owls'"]),
        ("rounds = 2", &["by = 'duel'"]),
        ("points = 'by-ranks'", &["by = 'trade'"]),
        ("weapon = 'ranged'", &["a = 'eagles'", "b = 'eagles'"]),
        ("cover = true", &["a = 'eagles'", "b = 'eagles'", "weapon = 'ranged'"]),
    ];
    borrowed(&with_units(USED, "a", "against"), |used| {
        let keys = [own, CARDS, OF_FIELDS, OF_ROLLS, CHARGED, used].concat();
        check("compare", &[(&["a = 'owls'", "b = 'moles'", "against = 'eagles'"], &keys)]);
    });
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
round = 2
[[attack]]
attacker = 'foe'
defender = 'one'
[[charge]]
attacker = 'one'
defender = 'foe'
distance = 8
[[compare]]
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
        ("abilities = ['Late', 'Wealthy']", &[]),
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
    ];
    let faults = [uncovered(&keys_of("units"), keys), idle(text, keys)].concat();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
