//! Points destroyed and lost, and the order of options, each worked out from the distributions of
//! the same answer or from other commands.

use std::cmp::Ordering;

use serde_json::Value;

use crate::common::{printed_json, refusal, run_program};

/// Both cost 5 points and have 12 wounds in 3 ranks.
const SWORDS: &str = "stark-sworn-swords";
const GUARDS: &str = "lannister-guardsmen";
const COST: f64 = 5.0;

fn options(arguments: &[&str]) -> Vec<Value> {
    let found = printed_json(&[&["options"], arguments].concat());
    found.as_array().expect("a list").clone()
}

fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {path} in {value}"))
}

/// The chances of a quantity's counts from 0 on.
fn pmf(answer: &Value, quantity: &str) -> Vec<f64> {
    let all = answer["quantities"][quantity]["pmf"].as_array().expect("a distribution");
    all.iter().filter_map(Value::as_f64).collect()
}

#[track_caller]
fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} is not {other}");
}

#[test]
fn points_are_the_share_of_the_cost_that_is_lost() {
    // five wounds are left: four in the second rank and one in the third
    let wounded = ["--defender-wounds-lost", "7", "--attacker-wounds-lost", "10"];
    let of = |by: &str| {
        let found = options(&[&[SWORDS, GUARDS], &wounded[..], &["--points", by]].concat());
        found.first().expect("an option").clone()
    };
    let found = of("by-destruction");
    close(number(&found, "/points/destroyed"), COST * number(&found, "/events/destroyed/p"));
    close(number(&found, "/points/lost"), COST * number(&found, "/events/own_destroyed/p"));
    assert!(number(&found, "/points/lost") > 0.0, "their supremacy strikes back");

    let (dealt, suffered) = (pmf(&found, "wounds"), pmf(&found, "own_wounds"));
    let mean = |pmf: &[f64]| (0..).zip(pmf).map(|(count, p)| f64::from(count) * p).sum::<f64>();
    let by_wounds = of("by-wounds");
    close(number(&by_wounds, "/points/destroyed"), COST * mean(&dealt) / 12.0);
    close(number(&by_wounds, "/points/lost"), COST * mean(&suffered) / 12.0);

    // the first wound costs a rank, the fifth another one; the attacker's last rank has two left
    let by_ranks = of("by-ranks");
    let destroyed = dealt[1..5].iter().sum::<f64>() + 2.0 * dealt[5];
    close(number(&by_ranks, "/points/destroyed"), COST * destroyed / 3.0);
    close(number(&by_ranks, "/points/lost"), COST * suffered[2] / 3.0);
}

/// At 11" a charge of speed 5 needs a 6: it fails in 5 of 6, and then the last wound is lost in 10 of
/// 36 (morale 6+). Nobody strikes back.
#[test]
fn charge_that_fails_may_lose_the_points_of_the_charger() {
    let last_wound = ["--attacker-wounds-lost", "11", "--distance", "11"];
    let of = |by: &[&str]| {
        let units = [SWORDS, "lannister-crossbowmen"];
        options(&[&units, &last_wound[..], by].concat()).first().expect("a charge").clone()
    };
    for by in [&[][..], &["--points", "by-destruction"]] {
        let found = of(by);
        close(number(&found, "/events/own_destroyed/p"), 5.0 / 6.0 * 10.0 / 36.0);
        close(number(&found, "/points/lost"), COST * 5.0 / 6.0 * 10.0 / 36.0);
    }
    // one of twelve wounds
    close(number(&of(&["--points", "by-wounds"]), "/points/lost"), COST / 12.0 * 50.0 / 216.0);
    // a fresh charger loses at most four wounds, and no points
    let fresh = printed_json(&["charge", SWORDS, "lannister-crossbowmen", "--distance", "11"]);
    close(number(&fresh, "/events/own_destroyed/p"), 0.0);
}

#[test]
fn options_are_ranked_by_what_was_asked() {
    let lists = [
        "stark-bowmen,stark-sworn-swords,stark-outriders",
        "lannister-guardsmen,lannister-crossbowmen",
    ];
    let position = ["--distance", "8", "--facing", "front,flank", "--defender-wounds-lost", "6"];
    let value = |answer: &Value, by: &str| match by {
        "net" => {
            let mean = |name: &str| answer["quantities"][name]["mean"].as_f64().unwrap_or(0.0);
            mean("wounds") - mean("own_wounds")
        }
        "points" => number(answer, "/points/destroyed") - number(answer, "/points/lost"),
        "destroyed" => number(answer, "/events/destroyed/p"),
        _ => number(answer, "/quantities/wounds/mean"),
    };
    let mut orders = Vec::new();
    for by in ["net", "points", "destroyed", "wounds"] {
        let found = options(&[&lists[..], &position, &["--by", by]].concat());
        let values: Vec<f64> = found.iter().map(|answer| value(answer, by)).collect();
        let is_sorted =
            values.windows(2).all(|pair| pair[1].total_cmp(&(pair[0] + 1e-9)) != Ordering::Greater);
        assert!(is_sorted, "{by}: {values:?}");
        let names: Vec<String> = found.iter().map(|answer| answer["option"].to_string()).collect();
        orders.push(names);
    }
    let sorted = |names: &Vec<String>| {
        let mut names = names.clone();
        names.sort();
        names
    };
    assert!(orders.iter().all(|names| sorted(names) == sorted(&orders[0])), "the same options");
    orders.dedup();
    assert_eq!(orders.len(), 4, "four different orders");
}

#[test]
fn a_distance_of_one_pair_is_that_of_its_question() {
    let pair = "stark sworn swords:guardsmen=11";
    let lists = ["stark-sworn-swords,stark-outriders", "lannister-guardsmen,lannister-crossbowmen"];
    let found = options(&[&lists[..], &["--distance", "8", "--pair-distance", pair]].concat());
    for own in lists[0].split(',') {
        for other in lists[1].split(',') {
            let distance = if (own, other) == (SWORDS, GUARDS) { "11" } else { "8" };
            let single = options(&[own, other, "--distance", distance]);
            let subject = &single.first().expect("an option")["subject"];
            let of_pair: Vec<&Value> =
                found.iter().filter(|answer| answer["subject"] == *subject).collect();
            assert_eq!(of_pair.len(), single.len(), "{subject}");
            for (one, alone) in of_pair.into_iter().zip(&single) {
                assert_eq!(one["quantities"], alone["quantities"], "{subject}");
                assert_eq!(one["points"], alone["points"], "{subject}");
            }
        }
    }
    // out of reach of the longest charge: that pair has no option
    let far = "stark sworn swords:guardsmen=12";
    let found = options(&[&lists[..], &["--distance", "8", "--pair-distance", far]].concat());
    let is_far = |answer: &Value| answer["subject"] == "Stark Sworn Swords → Lannister Guardsmen";
    assert!(!found.iter().any(is_far));
}

#[test]
fn wrong_distances_of_pairs_are_refusal() {
    let lists = ["options", "stark-sworn-swords,stark-outriders", GUARDS];
    for (pair, words) in [
        ("stark bowmen:guardsmen=9", "is not a pair"),
        ("guardsmen:stark bowmen=9", "is not a pair"),
        ("stark sworn swords=9", "A:B=INCHES"),
        ("stark sworn swords:guardsmen", "A:B=INCHES"),
        ("stark sworn swords:guardsmen=x", "inches"),
        ("griffins:guardsmen=9", "griffins"),
    ] {
        let told = refusal(&[&lists[..], &["--pair-distance", pair]].concat());
        assert!(told.to_lowercase().contains(&words.to_lowercase()), "{pair}: {told}");
    }
    let twice = ["--pair-distance", "stark sworn swords:guardsmen=9"];
    let told = refusal(
        &[&lists[..], &twice, &["--pair-distance", "stark-sworn-swords:guardsmen=8"]].concat(),
    );
    assert!(told.contains("several distances"), "{told}");
}

#[test]
fn points_need_costs() {
    let file = |cost: &str| {
        format!(
            "title = \"Axes\"\n[units.axes]\nname = \"Axes\"\n{cost}\nspeed = 5\ndefense = 4\n\
             morale = 7\nattacks = [{{ name = \"Axe\", hit = 3, dice = [8, 8, 8] }}]\n\
             [[options]]\na = \"axes\"\nb = \"{GUARDS}\"\npoints = \"by-wounds\"\n"
        )
    };
    let points = |cost: &str| {
        let (found, told, code) =
            run_program(&["run", "-", "--engine", "exact", "--json"], &file(cost));
        assert_eq!(code, Some(0), "{told}");
        let found: Value = serde_json::from_str(&found).expect("a list");
        found[0]["points"].clone()
    };
    assert!(points("").is_null());
    assert!(number(&points("cost = 6"), "/destroyed") > 0.0);
}
