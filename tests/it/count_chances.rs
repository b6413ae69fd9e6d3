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
        ("at_least=hit=1", "no quantity `hit`; did you mean `hits`?"),
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

/// The chance of an attack with options, as `attack` reports it.
fn of_attack(options: &str, bounds: &str, key: &str) -> f64 {
    let found = json(&format!("attack?{options}{bounds}"));
    found[key]["p"].as_f64().expect("a chance")
}

/// The bounds of counts as fields, with the key of their chance in the answer to an attack.
const BOUNDS: [(&str, &str); 3] =
    [("&at_least=5", "at_least"), ("&at_most=2", "at_most"), ("&at_least=3&at_most=6", "between")];

#[track_caller]
fn close(found: &Value, expected: f64) {
    let number = found.as_f64().unwrap_or_else(|| panic!("{found} is no number"));
    assert!((number - expected).abs() < 1e-12, "{found} is not {expected}");
}

#[test]
fn chances_of_compared_units_are_those_of_single_attacks() {
    let (units, field) = (
        ["stark-sworn-swords", "house-umber-berserkers", "stark-bowmen"],
        ["lannister-guardsmen", "lannister-crossbowmen"],
    );
    let ([a, b, c], against) = (units, field.join(","));
    for (bounds, key) in BOUNDS {
        let single = |unit: &str, enemy: &str| {
            of_attack(&format!("attacker={unit}&defender={enemy}&facing=flank"), bounds, key)
        };
        let two = json(&format!("compare?a={a}&b={b}&against={against}&facing=flank{bounds}"));
        let matchups = two["matchups"].as_array().expect("matchups");
        assert_eq!(matchups.len(), field.len());
        for matchup in matchups {
            let enemy = matchup["defender"]["id"].as_str().expect("an id");
            close(&matchup["a"]["chance"], single(a, enemy));
            close(&matchup["b"]["chance"], single(b, enemy));
        }
        let three =
            json(&format!("compare?a={a}&b={b}&c={c}&against={against}&facing=flank{bounds}"));
        for unit in three["units"].as_array().expect("units") {
            let id = unit["id"].as_str().expect("an id");
            let chances = field.map(|enemy| single(id, enemy));
            chances.iter().enumerate().for_each(|(at, p)| close(&unit["chances"][at], *p));
            close(&unit["chance"], f64::midpoint(chances[0], chances[1]));
        }
    }
}

#[test]
fn chances_with_attachments_are_means_of_single_attacks() {
    let unit = "stark-sworn-swords";
    let field = ["lannister-guardsmen", "lannister-crossbowmen"];
    for (bounds, key) in BOUNDS {
        let mean = |with: &str| {
            let single = |enemy: &str| {
                of_attack(&format!("attacker={unit}&defender={enemy}&charge{with}"), bounds, key)
            };
            f64::midpoint(single(field[0]), single(field[1]))
        };
        let found =
            json(&format!("attachments?unit={unit}&against={}&charge{bounds}", field.join(",")));
        close(&found["alone"]["chance"], mean(""));
        for id in ["sworn-sword-captain", "umber-champion"] {
            let all = found["attachments"].as_array().expect("attachments");
            let one = all.iter().find(|one| one["id"] == id).expect("it fits");
            let with = mean(&format!("&with={id}"));
            close(&one["with"]["chance"], with);
            close(&one["adds"]["chance"], with - mean(""));
        }
    }
}

#[test]
fn numbers_of_wounds_that_no_attack_deals_are_refused() {
    let pair = "compare?a=stark-sworn-swords&b=stark-bowmen&against=lannister-guardsmen";
    let unit = "attachments?unit=stark-sworn-swords&against=lannister-guardsmen";
    let faults = [
        (format!("{pair}&at_least=13"), "no defender has 13 wounds: the highest number is 12"),
        (format!("{unit}&at_most=13"), "no defender has 13 wounds: the highest number is 12"),
        (format!("{pair}&c=grey-wind&at_least=13"), "no defender has 13 wounds"),
        (
            format!("{pair}&at_least=5&at_most=4"),
            "--at-least 5: --at-most 4 leaves no possible count",
        ),
        (format!("{unit}&at_least=0"), "it must be a whole number from 1 to 120"),
        (
            format!("{pair}&by=duel&at_least=3"),
            "--at-least applies to the wounds of an attack: compare --by wounds",
        ),
    ];
    for (link, wanted) in faults {
        let wrong = reply_to(&link).err().unwrap_or_default();
        assert!(wrong.contains(wanted), "{link}: {wrong}");
    }
    let plain = json(pair);
    assert_eq!((plain.get("at_least"), plain["matchups"][0]["a"].get("chance")), (None, None));
}
