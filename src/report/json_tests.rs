//! Answers as JSON, of samples that are known to the digit.

use crate::chance::QuantityName;
use serde_json::{Value, json};

use super::samples;
use crate::answer::Answer;
use crate::dist::Joint;
use crate::json::{array_text, text};

fn parsed(answer: &Answer) -> Value {
    serde_json::from_str(&text(answer).expect("answers are JSON")).expect("JSON parses")
}

#[test]
fn an_exact_answer_has_its_numbers_and_no_interval() {
    let answer = parsed(&samples::coin("two coins", "front"));
    let expected = json!({
        "schema": "warodds/answer/2", "version": env!("CARGO_PKG_VERSION"), "name": "two coins", "kind": "toss", "leads": ["heads"],
        "subject": "A → B", "situation": "", "case": {"facing": "front"}, "engine": "exact", "trials": null, "seed": null, "partial": false, "not_modelled": [],
        // heads of two coins: 1/4, 1/2, 1/4; variance 1/2
        "quantities": {"heads": {"mean": 1.0, "sd": 0.5_f64.sqrt(), "pmf": [0.25, 0.5, 0.25, 0.0]}},
        "events": {"both": {"p": 0.25}},
    });
    assert_eq!(answer, expected);
}

#[test]
fn a_sampled_answer_has_errors_intervals_and_what_is_exact() {
    let answer = parsed(&samples::tossed("two coins", [300, 480, 220]));
    let heads = &answer["quantities"]["heads"];
    let number = |value: &Value| value.as_f64().expect("a number");
    assert!((number(&heads["mean"]) - 0.92).abs() < 1e-12);
    // Σk² = 480 + 880 = 1360, variance 1.36 − 0.92² = 0.5136, unbiased ·1000/999, of the mean
    // /1000
    let error = (0.5136_f64 / 999.0).sqrt();
    assert!((number(&heads["standard_error"]) - error).abs() < 1e-12);
    assert!((number(&heads["ci95"][0]) - (0.92 - 1.959_964 * error)).abs() < 1e-6);
    assert_eq!(number(&heads["exact_mean"]), 1.0);
    assert!((number(&heads["standard_errors_off"]) + 0.08 / error).abs() < 1e-9);
    let both = &answer["events"]["both"];
    assert!(number(&both["ci95"][0]) < 0.22 && 0.22 < number(&both["ci95"][1]));
    assert_eq!((number(&both["p"]), number(&both["exact_p"])), (0.22, 0.25));
    assert_eq!((answer["trials"].clone(), answer["seed"].clone()), (json!(1000), json!(7)));
}

#[test]
fn keys_keep_the_order_of_the_contract() {
    let text = text(&samples::tossed("t", [1, 1, 1])).expect("answers are JSON");
    let keys = [
        "schema",
        "name",
        "engine",
        "trials",
        "seed",
        "partial",
        "quantities",
        "mean",
        "pmf",
        "events",
        "\"p\"",
    ];
    let places: Vec<_> = keys.iter().map(|key| text.find(key).expect("the key is there")).collect();
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn joint_distributions_and_notes_are_told_where_there_are_any() {
    let mut answer = samples::coin("c", "front");
    let joint = Joint::from_rows(3, vec![0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    answer.joint = Some((QuantityName::new("heads"), QuantityName::new("tails"), joint));
    answer.notes = vec!["out of reach".into()];
    let answer = parsed(&answer);
    assert_eq!(
        answer["joint"],
        json!({"first": "heads", "second": "tails", "p": [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]]})
    );
    assert_eq!(answer["notes"], json!(["out of reach"]));
}

#[test]
fn many_answers_are_an_array_even_if_they_are_none() {
    let several =
        array_text(&[samples::coin("a", "front"), samples::nothing()]).expect("answers are JSON");
    let parsed: Vec<Value> = serde_json::from_str(&several).expect("JSON parses");
    assert_eq!(parsed.len(), 2);
    // the second saw nothing: no interval, and no number that is none
    assert!(!several.lines().nth(2).expect("a line each").contains("ci95"));
    assert_eq!(
        serde_json::from_str::<Vec<Value>>(&array_text(&[]).expect("JSON"))
            .expect("JSON parses")
            .len(),
        0
    );
}
