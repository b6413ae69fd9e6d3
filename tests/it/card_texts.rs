//! What cards say of other units, of factions and names, of zones and of hits.

use std::collections::BTreeMap;

use crate::common::program::{json, printed};
use serde_json::Value;

const GUARDS: &str = "lannister guardsmen";

#[track_caller]
fn close(found: f64, derived: f64) {
    assert!((found - derived).abs() < 1e-9, "{found} is not {derived}");
}

fn mean(answer: &Value, quantity: &str) -> f64 {
    answer["quantities"][quantity]["mean"].as_f64().unwrap_or(0.0)
}

/// Expected hits of an attack on Lannister Guardsmen without orders.
fn hits(attacker: &str, options: &[&str]) -> f64 {
    mean(&json(&[&["attack", attacker, GUARDS, "--no-orders"], options].concat()), "hits")
}

#[test]
fn marshal_helps_other_units_alone() {
    // 3 dice on 3+
    close(hits("watch marshal", &[]), 2.0);
    // 1 of 36 fails on 3+, for D3 + 1 of its 3 wounds: (2 + 3 + 3) / 3
    close(mean(&json(&["panic", "watch marshal"]), "wounds"), 8.0 / 3.0 / 36.0);
}

#[test]
fn true_conviction_is_for_units_of_the_faction() {
    // 7 wounds are left, two ranks against three: 5 dice on 4+, and 7 of the spearmen
    let lost = ["--attacker-wounds-lost", "5"];
    let baratheon = "andrew estermont, true loyalist";
    let martell = "edric dayne, lord of starfall";
    for (unit, attachment, derived) in [
        ("neutral-stormcrow-mercenaries", baratheon, 2.5),
        ("baratheon-sentinels", baratheon, 5.0 * 0.75),
        ("neutral-stormcrow-mercenaries", martell, 2.5),
        ("martell-spearmen", martell, 7.0 * 0.75),
    ] {
        close(hits(&format!("{unit} + {attachment}"), &lost), derived);
    }
}

#[test]
fn krakens_dues_heals_units_of_house_greyjoy() {
    // 8 of 12 wounds are two ranks; two more are the third: 6 or 7 dice on 3+ against 5 on 4+
    let lost = ["--attacker-wounds-lost", "4", "--attacker-resource", "1"];
    let balon = "balon greyjoy, the kraken king";
    close(hits("ironborn reavers", &lost), 6.0 * 2.0 / 3.0);
    close(hits(&format!("ironborn reavers + {balon}"), &lost), 7.0 * 2.0 / 3.0);
    close(hits(&format!("neutral-stormcrow-mercenaries + {balon}"), &lost), 2.5);
}

#[test]
fn vassals_count_as_the_commander_whose_cards_are_played() {
    let card = ["--attacker-card", "sustained assault"];
    // 7 dice on 3+, rerolled in the unit of Victarion and in that of his vassal alone
    close(hits("ironborn reavers", &card), 7.0 * 2.0 / 3.0);
    close(hits("ironborn reavers + nute", &card), 7.0 * 8.0 / 9.0);
}

#[test]
fn first_of_the_kings_men_needs_both_zones_free() {
    let led = "andrew estermont, first of the king's men";
    let failing = |zones: &[&str]| {
        let question =
            ["attack", "stark sworn swords", "baratheon wardens", "--no-orders", "--defender-with"];
        let answer = json(&[&question[..], &[led], zones].concat());
        answer["events"]["panic_failed"]["p"].as_f64().expect("a chance")
    };
    let without = failing(&["--attacker-zones", "crown+letters"]);
    close(failing(&["--attacker-zones", "crown"]), without);
    close(failing(&["--attacker-zones", "letters"]), without);
    // a test that is failed once and rerolled is failed less often
    assert!(failing(&["--attacker-zones", "wealth"]) < without - 0.05);
}

/// A distribution of wounds.
type Wounds = BTreeMap<u32, f64>;

fn expected(wounds: &Wounds) -> f64 {
    wounds.iter().map(|(count, p)| f64::from(*count) * p).sum()
}

/// The wounds of a panic test of a unit with so many `left` that passes on `needed`: D3 + 1 if it
/// fails. Of a Panicked unit the enemy has the dice rolled again that are worth most.
fn panic_test(needed: u32, left: u32, is_panicked: bool) -> Wounds {
    let outcome = |[a, b, c]: [u32; 3]| if a + b >= needed { 0 } else { left.min(c + 1) };
    let sides = [6, 6, 3];
    let mut sum = Wounds::new();
    for shown in rolls(sides.map(|side| (1, side))) {
        let keeping = |kept: [bool; 3]| {
            let range =
                |die: usize| if kept[die] { (shown[die], shown[die]) } else { (1, sides[die]) };
            let all = rolls([range(0), range(1), range(2)]);
            let mut wounds = Wounds::new();
            for roll in &all {
                *wounds.entry(outcome(*roll)).or_default() += 1.0 / all.len() as f64;
            }
            wounds
        };
        let mut best = keeping([true; 3]);
        for kept in
            (0..8_u8).filter(|_| is_panicked).map(|bits| [1, 2, 4].map(|bit| bits & bit != 0))
        {
            let other = keeping(kept);
            if expected(&other) > expected(&best) + 1e-12 {
                best = other;
            }
        }
        for (count, p) in best {
            *sum.entry(count).or_default() += p / 108.0;
        }
    }
    sum
}

/// All rolls of three dice whose faces lie in these ranges.
fn rolls([a, b, c]: [(u32, u32); 3]) -> Vec<[u32; 3]> {
    let faces = |(least, most): (u32, u32)| least..=most;
    let pairs = || faces(a).flat_map(move |a| faces(b).map(move |b| (a, b)));
    pairs().flat_map(|(a, b)| faces(c).map(move |c| [a, b, c])).collect()
}

fn binomial(n: u32, k: u32, p: f64) -> f64 {
    let ways = (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1));
    ways * p.powi(k as i32) * (1.0 - p).powi((n - k) as i32)
}

/// Expected wounds of 8 dice on 3+ against saves of 4+ and a morale of 7+, for a unit with so many
/// wounds left. A Vulnerable unit rolls its blocks again.
fn wave(left: u32, [is_panicked, is_vulnerable]: [bool; 2]) -> f64 {
    let unblocked = if is_vulnerable { 0.75 } else { 0.5 };
    (1..=8)
        .map(|hits| {
            let wounds = hits.min(left);
            let panic = if wounds < left {
                expected(&panic_test(7, left - wounds, is_panicked))
            } else {
                0.0
            };
            binomial(8, hits, 2.0 / 3.0 * unblocked) * (f64::from(wounds) + panic)
        })
        .sum()
}

/// Expected wounds of one die on 6+ that burns a full unit of 12, and then of the wave. The token
/// comes once the fire is over, and only if it hits.
fn fire_and_wave(tokens: [bool; 2]) -> f64 {
    let missed = 5.0 / 6.0 * wave(12, [false; 2]);
    let after = |left: u32| if left == 0 { 0.0 } else { wave(left, tokens) };
    let burnt = (1..=3).map(|d3| {
        // a D3 and a wound for each of three ranks, then a test at -2
        let wounds = d3 + 3;
        let tested = panic_test(9, 12 - wounds, false).into_iter();
        tested
            .map(|(panic, p)| p * (f64::from(wounds + panic) + after(12 - wounds - panic)))
            .sum::<f64>()
    });
    missed + burnt.sum::<f64>() / 18.0
}

#[test]
fn fires_of_dragons_give_their_token_only_if_they_hit() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("fires.toml");
    let unit = |id: &str, attack: &str, hit: u8, dice: &str, abilities: &str| {
        format!(
            "[units.{id}]\nname = \"{id}\"\nspeed = 5\ndefense = 4\nmorale = 7\nmodels = 12\nranks \
             = 3\nattacks = [{{ name = \"{attack}\", hit = {hit}, dice = [{dice}] }}]\nabilities = \
             [{abilities}]\nseason = \"2021\"\nsource = \"a test\"\n"
        )
    };
    let text = [
        "faction = \"Bench\"\n".to_owned(),
        unit("black-one", "Black Fire", 6, "1, 1, 1", "\"Black Fire\""),
        unit("golden-one", "Golden Fire", 6, "1, 1, 1", "\"Golden Fire\""),
        unit("the-wave", "Blades", 3, "8, 8, 8", ""),
        unit("the-line", "Blades", 3, "8, 8, 8", ""),
    ]
    .concat();
    std::fs::write(&path, text).expect("a file");
    let catalogue = path.display().to_string();
    let sequence = |first: &str| {
        let steps = ["sequence", "the-line", "--by", first, "--by", "the-wave"];
        json(&[&steps[..], &["--catalogue", &catalogue, "--aim", "wounds"]].concat())
    };
    close(mean(&sequence("black-one"), "wounds"), fire_and_wave([true, false]));
    assert!((fire_and_wave([true, false]) - 5.04760).abs() < 5e-6);
    close(mean(&sequence("golden-one"), "wounds"), fire_and_wave([false, true]));
}

const WINTER: [&str; 2] = ["--attacker-card", "winter is coming"];

#[test]
fn winter_is_coming_shuts_out_orders_and_cards_of_the_enemy() {
    let charge = |enemy: &str, options: &[&str]| {
        json(&[&["attack", "stark sworn swords", enemy, "--charge"], options].concat())
    };
    // full ranks have their highest dice anyway: the card shuts out Lannister Supremacy
    let (card, plain) = (charge(GUARDS, &WINTER), charge(GUARDS, &["--no-orders"]));
    close(mean(&card, "own_wounds"), 0.0);
    close(mean(&card, "wounds"), mean(&plain, "wounds"));
    assert!(mean(&charge(GUARDS, &[]), "own_wounds") > 3.0);
    assert_eq!(card["not_modelled"], plain["not_modelled"]);
    // and a card of the enemy that follows the attack
    let strike = ["--no-orders", "--defender-card", "final strike"];
    let struck = charge("baratheon sentinels", &strike);
    assert!(mean(&struck, "own_wounds") > 0.5);
    let card = charge("baratheon sentinels", &[&strike[..], &WINTER].concat());
    close(mean(&card, "own_wounds"), 0.0);
}

#[test]
fn denied_orders_are_named() {
    let question = ["attack", "stark sworn swords", GUARDS, "--charge"];
    let text = printed(&[&question[..], &WINTER].concat());
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("choice for Winter Is Coming: isolate"), "{text}");
    assert!(text.contains("nothing, because it is denied"), "{text}");
}

#[test]
fn cards_counted_in_part_say_so_first_and_are_ranked_apart() {
    let question = ["attack", "night's watch sworn brothers", GUARDS];
    let text = printed(&[&question[..], &["--attacker-card", "tempered by duty"]].concat());
    let (first, _) = text.split_once("mean").expect("a heading");
    let first = first.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(first.contains("Tempered by Duty (partly counted, without other units"), "{first}");
    let ranked = printed(&[&question[..], &["--rank-cards"]].concat());
    let ranked = ranked.split_whitespace().collect::<Vec<_>>().join(" ");
    let apart = "Counted in part, and that part changes nothing here: ";
    let (whole, part) = ranked.split_once(apart).expect("some cards are counted in part");
    let (_, nothing) = whole.split_once("No change here: ").expect("others in full");
    assert!(!nothing.contains("(without"), "{nothing}");
    assert!(part.contains("(without "), "{part}");
}
