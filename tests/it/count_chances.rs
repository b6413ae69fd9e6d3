//! `--at-least` and `--at-most`, against chances by hand and sums over the distributions.

use serde_json::Value;
use warodds::answer::{Answer, RequestedCounts};

use crate::common::{answers_to, reply_to};

/// The first answer to a link as JSON.
fn json(link: &str) -> Value {
    let text = reply_to(link).expect("an answer").json().expect("JSON");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn requested_chances_are_those_by_hand() {
    let coins = "attack?dice=2&hit=4&defense=4&morale=6";
    let cases = [
        // of two coins, three of four pairs show a head, three at most one, and two exactly one
        (format!("{coins}&at_least=hits=1"), "at_least", 0.75),
        (format!("{coins}&at_most=hits=1"), "at_most", 0.75),
        (format!("{coins}&at_least=hits=1&at_most=hits=1"), "between", 0.5),
        // 15 of 36 rolls of two dice are 8 or more, and pass
        ("panic?morale=8&at_most=0".to_owned(), "at_most", 15.0 / 36.0),
        ("panic?morale=8&at_least=1".to_owned(), "at_least", 21.0 / 36.0),
        // a charge of D6 and 5 inches
        ("charge?speed=5&distance=8&at_least=10".to_owned(), "at_least", 1.0 / 3.0),
    ];
    for (link, key, wanted) in cases {
        let found = json(&link)[key]["p"].as_f64().expect("a chance");
        assert!((found - wanted).abs() < 1e-12, "{link}: {found}, not {wanted}");
    }
}

#[test]
fn requested_chances_are_sums_of_the_distribution_in_every_kind() {
    let links = [
        "attack/stark-sworn-swords/lannister-guardsmen?charge",
        "charge/stark-outriders/lannister-crossbowmen?distance=8",
        "duel/stark-sworn-swords/lannister-guardsmen?rounds=2",
        "survive/lannister-guardsmen?by=stark-sworn-swords",
        "retreat?speed=5&distance=8",
        "deck?copies=2",
        "options/stark-sworn-swords/lannister-guardsmen",
        "westeros/attack/red/blue",
        "warmachine/damage?skill=7&def=14&pow=20&arm=18",
        "attack/stark-sworn-swords/lannister-guardsmen?engine=monte-carlo&trials=10000",
    ];
    for link in links {
        let join = if link.contains('?') { '&' } else { '?' };
        let plain = answers_to(link);
        let requested = answers_to(&format!("{link}{join}at_least=1&at_most=2"));
        assert_eq!(plain.len(), requested.len(), "{link}");
        for (plain, requested) in plain.iter().zip(&requested) {
            let quantity = plain.leading().next().expect("a quantity");
            let (counts, event) = requested.counts.of(quantity.name).expect("requested");
            let pmf = quantity.distribution.pmf();
            let wanted: f64 = [1, 2].map(|count| pmf.exactly(count)).iter().sum();
            assert_eq!(counts, 1..=2, "{link}");
            assert!((event.probability() - wanted).abs() < 1e-12, "{link}");
            // everything else stays
            let without = Answer { counts: RequestedCounts::default(), ..requested.clone() };
            assert_eq!(&without, plain, "{link}");
        }
    }
}

#[test]
fn each_case_of_a_list_has_its_chance() {
    let link = "attack?dice=2,3&hit=4&defense=4&morale=6&at_least=hits=3";
    let [two, three] = answers_to(link).try_into().expect("two cases");
    let chance = |answer: &Answer| {
        let hits = answer.quantities.iter().find(|one| one.name.as_str() == "hits").expect("hits");
        answer.counts.of(hits.name).expect("requested").1.probability()
    };
    // two coins never show three heads, three do so once in eight
    assert_eq!([chance(&two), chance(&three)], [0.0, 0.125]);
}

#[test]
fn fractions_and_samples_have_their_keys() {
    let exact = json("panic?morale=8&at_most=0&fractions");
    assert_eq!(exact["at_most"]["p_fraction"], "5/12");
    assert_eq!(exact["at_most"]["quantity"], "wounds");
    assert_eq!(exact["at_most"]["count"], 0);
    let sampled = json("panic?morale=8&at_least=1&engine=monte-carlo&trials=10000");
    let interval = &sampled["at_least"]["ci95"];
    let [low, high] = [0, 1].map(|end| interval[end].as_f64().expect("an end"));
    assert!(low < 21.0 / 36.0 && 21.0 / 36.0 < high, "{interval}");
    let plain = json("panic?morale=8");
    assert!(["at_least", "at_most", "between"].iter().all(|key| plain.get(key).is_none()));
}

#[test]
fn impossible_and_unknown_counts_are_refused() {
    let coins = "attack?dice=2&hit=4&defense=4&morale=6";
    let faults = [
        ("at_least=hits=3", "--at-least hits=3: at most 2 hits are possible"),
        ("at_most=hits=3", "--at-most hits=3: at most 2 hits are possible"),
        ("at_least=hit=1", "no quantity `hit` here; did you mean `hits`?"),
        ("at_least=three", "it must be a count, such as 3"),
        ("at_least=2&at_most=1", "--at-least 2: --at-most 1 leaves no count"),
        ("at_least=1&explain", "--at-least and --explain contradict each other"),
        ("dice=2,1&at_least=hits=3", "at most 2 hits are possible"),
    ];
    for (field, wanted) in faults {
        let link = match field.strip_prefix("dice=2") {
            Some(rest) => coins.replace("dice=2", &format!("dice=2{rest}")),
            None => format!("{coins}&{field}"),
        };
        let wrong = reply_to(&link).err().unwrap_or_default();
        assert!(wrong.contains(wanted), "{link}: {wrong}");
    }
}
