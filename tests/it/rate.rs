//! Ratings of a field, each number worked out again from the duels of `matrix`.

use serde_json::Value;

use crate::common::{printed_json, refusal};

/// Five units whose costs differ.
const UNITS: &str = "stark-sworn-swords, lannister-guardsmen, stark-outriders, grey-wind, \
                     house-umber-berserkers";

fn numbers(value: &Value) -> Vec<Vec<f64>> {
    let rows = value.as_array().expect("rows").iter();
    let row = |row: &Value| -> Vec<f64> {
        row.as_array().expect("a row").iter().filter_map(Value::as_f64).collect()
    };
    rows.map(row).collect()
}

/// The ids of units, and the share of duels that each wins against each other one.
fn shares(options: &[&str]) -> (Vec<String>, Vec<Vec<f64>>) {
    let field = ["--attackers", UNITS, "--defenders", UNITS, "--duel", "--aim", "wounds"];
    let duels = printed_json(&[&["matrix"], &field[..], options].concat());
    let ids = duels["attackers"].as_array().expect("units").iter();
    let ids: Vec<String> = ids.map(|unit| unit["id"].as_str().expect("an id").to_owned()).collect();
    let (wins, loses) = (numbers(&duels["values"]["p_wins"]), numbers(&duels["values"]["p_loses"]));
    // half of the duels without a winner count as won, and each side goes first in half of them
    let share = |own: usize, other: usize| {
        let first = wins[own][other] + (1.0 - wins[own][other] - loses[own][other]) / 2.0;
        let second = loses[other][own] + (1.0 - wins[other][own] - loses[other][own]) / 2.0;
        (first + second) / 2.0
    };
    let all = 0..ids.len();
    let rows = all.clone().map(|own| all.clone().map(|other| share(own, other)).collect());
    (ids.clone(), rows.collect())
}

#[track_caller]
fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-6, "{one} is not {other}");
}

#[test]
fn ratings_are_those_of_the_duels_of_all_pairs() {
    for options in [&[][..], &["--charge", "--facing", "flank", "--rounds", "3"]] {
        let found = printed_json(&[&["rate", "--units", UNITS], options].concat());
        let units = found["units"].as_array().expect("units");
        let (ids, shares) = shares(options);
        assert_eq!(units.len(), ids.len());
        let place = |unit: &Value| ids.iter().position(|id| unit["id"] == **id).expect("known");
        let number = |unit: &Value, key: &str| unit[key].as_f64().expect("a number");
        let mut squares = [0.0; 2];
        for unit in units {
            let own = place(unit);
            let wins: f64 = shares[own].iter().sum::<f64>() - shares[own][own];
            close(number(unit, "wins"), wins / (ids.len() - 1) as f64);
            // most likely ratings expect as many wins as there are
            let expected = units.iter().filter(|other| other["id"] != unit["id"]).map(|other| {
                let apart = number(other, "rating") - number(unit, "rating");
                1.0 / (1.0 + 10.0_f64.powf(apart / 400.0))
            });
            close(expected.sum(), wins);
            // what is above the line of least squares adds up to 0, by number and by cost
            let above = number(unit, "above_cost");
            squares[0] += above;
            squares[1] += above * number(unit, "cost");
            // the mix wins at least half of its duels against this unit
            let against: f64 = units
                .iter()
                .map(|one| {
                    let row = place(one);
                    let even = if row == own { 0.5 } else { shares[row][own] };
                    number(one, "share") * even
                })
                .sum();
            assert!(against > 0.5 - 1e-6, "{against} against {}", unit["id"]);
        }
        close(squares[0], 0.0);
        close(squares[1], 0.0);
        close(units.iter().map(|unit| number(unit, "share")).sum(), 1.0);
        close(units.iter().map(|unit| number(unit, "rating")).sum(), 0.0);
        let wins: Vec<f64> = units.iter().map(|unit| number(unit, "wins")).collect();
        assert!(wins.windows(2).all(|pair| pair[0] >= pair[1]), "the strongest first: {wins:?}");
    }
}

#[test]
fn ratings_of_a_sample_are_near_the_exact_ones() {
    let exact = printed_json(&["rate", "--units", UNITS]);
    // the share of n duels is off by more than 5 √(1/4 / n) once in 1.7 million
    let sampled = printed_json(&[
        "rate",
        "--units",
        UNITS,
        "--engine",
        "monte-carlo",
        "--trials",
        "20000",
        "--seed",
        "4",
    ]);
    let wins = |answer: &Value, id: &Value| {
        let units = answer["units"].as_array().expect("units").iter();
        let mut units = units.filter(|unit| unit["id"] == *id);
        units.next().and_then(|unit| unit["wins"].as_f64()).expect("a number")
    };
    for unit in exact["units"].as_array().expect("units") {
        let id = &unit["id"];
        assert!((wins(&exact, id) - wins(&sampled, id)).abs() < 5.0 * 0.5 / 20_000_f64.sqrt());
    }
}

#[test]
fn two_units_have_the_rating_of_their_duel() {
    let found = printed_json(&["rate", "--units", "grey-wind, stark-sworn-swords"]);
    let number = |place: usize, key: &str| found["units"][place][key].as_f64().expect("a number");
    let wins = number(0, "wins");
    let apart = 400.0 * (wins / (1.0 - wins)).log10();
    close(number(0, "rating") - number(1, "rating"), apart);
    assert_eq!(number(0, "share"), 1.0);
}

#[test]
fn fields_without_two_units_are_refused() {
    for (units, words) in [("grey-wind", "at least two"), ("griffins", "griffins")] {
        let told = refusal(&["rate", "--units", units]);
        assert!(told.contains(words), "{told}");
    }
}
