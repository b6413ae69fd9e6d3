//! `--given`, against conditions by hand, single dice and the law of total probability.

use serde_json::Value;
use warodds::answer::Answer;
use warodds::games::asoiaf::Question;
use warodds::request::Value as _;
use warodds::study::{Condition, EngineKind, NamedQuestion, StdControl, answer_given};
use warodds_reference::asoiaf::{BruteForce, ReferenceAttackOutcome};

use crate::common::random::Dealer;
use crate::common::{answers_to, exact, plan, reply_to, result};

const TOLERANCE: f64 = 1e-12;

/// The only answer to a link.
fn answer(link: &str) -> Answer {
    let [answer] = answers_to(link).try_into().expect("one answer");
    answer
}

/// The only reply to a link as JSON.
fn json(link: &str) -> Value {
    let text = reply_to(link).expect("an answer").json().expect("JSON");
    serde_json::from_str(&text).expect("JSON")
}

/// The probability of the condition of an answer.
fn p(answer: &Answer) -> f64 {
    answer.given.as_ref().expect("a condition").p
}

const COINS: &str = "attack?dice=2&hit=4&defense=4&morale=6";

#[test]
fn coins_with_a_head_are_those_by_hand() {
    let found = json(&format!("{COINS}&given=hits>=1&fractions"));
    // two of the three pairs with a head have one head, and each head is unblocked with 1/2
    assert_eq!(found["given"]["condition"], "hits>=1");
    let p = found["given"]["p"].as_f64().expect("a probability");
    assert!((p - 0.75).abs() < TOLERANCE);
    let hits = &found["quantities"]["hits"];
    assert_eq!(hits["mean_fraction"], "4/3");
    assert_eq!(hits["pmf_fractions"], serde_json::json!(["0", "2/3", "1/3"]));
    let unblocked = &found["quantities"]["attack_wounds"];
    assert_eq!(unblocked["pmf_fractions"], serde_json::json!(["5/12", "1/2", "1/12"]));
    // the unblocked hits change by 1/6; their variance is 2 · 1/4 · 3/4
    let change = &found["given"]["changes"][0];
    assert_eq!(change["result"], "attack_wounds");
    let standardized = change["standardized"].as_f64().expect("a number");
    assert!((standardized - 1.0 / 6.0 / (3.0_f64 / 8.0).sqrt()).abs() < TOLERANCE);
    assert!(json(COINS).get("given").is_none());
}

#[test]
fn every_comparison_and_their_conjunction_are_those_by_hand() {
    let cases = [
        ("hits>=1", 0.75),
        ("hits > 1", 0.25),
        ("hits<=1", 0.75),
        ("hits<1", 0.25),
        ("hits=1", 0.5),
        ("hits>=1 and hits<2", 0.5),
        // one of four pairs shows two heads, and both are unblocked in one of four
        ("hits=2 and attack-wounds=2", 1.0 / 16.0),
    ];
    for (condition, wanted) in cases {
        let condition = condition.replace(' ', "%20");
        let found = p(&answer(&format!("{COINS}&given={condition}")));
        assert!((found - wanted).abs() < TOLERANCE, "{condition}: {found}");
    }
    // a charge of D6 and 5 inches arrives at 8 inches with 3 or more, in 4 of 6
    let charge = answer("charge?speed=5&distance=8&given=reached=1");
    assert!((p(&charge) - 4.0 / 6.0).abs() < TOLERANCE);
    let distance = charge.leading().next().expect("the distance");
    assert!((distance.distribution.mean() - (5.0 + 4.5)).abs() < TOLERANCE);
}

/// Reads a count of an attack.
type ReadOutcome = fn(&ReferenceAttackOutcome) -> u8;

#[test]
fn conditional_attacks_are_what_single_dice_say() {
    let (mut plain, mut dealer, mut compared) = (BruteForce::default(), Dealer::new(7), 0);
    let exact_plan = plan(EngineKind::Exact, 1, 0);
    for round in 0..1000_u16 {
        let attack = dealer.attack();
        let found = plain.attack_question(&attack);
        if found.open {
            continue;
        }
        let question = Question::Attack(attack);
        let without = exact(&question);
        let question = NamedQuestion::new("test", "a → b", question);
        let least = u8::try_from(round % 3 + 1).expect("small");
        let text = format!("wounds>={least} and hits<=4");
        let condition = Condition::read(&text).expect("a condition");
        let holds =
            found.distribution.iter().filter(|(end, _)| end.wounds >= least && end.hits <= 4);
        let wanted: f64 = holds.clone().map(|(_, p)| p).sum();
        let given = answer_given(&question, &exact_plan, &condition, &without, &StdControl);
        let Ok(given) = given else {
            assert!(wanted == 0.0, "{given:?}, not {wanted}");
            continue;
        };
        compared += 1;
        assert!((p(&given) - wanted).abs() < TOLERANCE, "{} is not {wanted}", p(&given));
        let read: [(&str, ReadOutcome); 4] = [
            ("hits", |end| end.hits),
            ("attack_wounds", |end| end.unblocked),
            ("panic_wounds", |end| end.panic),
            ("wounds", |end| end.wounds),
        ];
        for (name, read) in read {
            let mut left = result(&given, name).expect("a result").pmf().probabilities().to_vec();
            for (end, p) in holds.clone() {
                left[usize::from(read(end))] -= p / wanted;
            }
            assert!(left.iter().all(|off| off.abs() < TOLERANCE), "{name} is off by {left:?}");
        }
    }
    assert!(compared > 300, "only {compared} were compared");
}

/// Questions whose wounds end in several steps, with other attacks, effects and friends.
const QUESTIONS: [&str; 6] = [
    "attack/stark-sworn-swords/lannister-guardsmen?charge",
    "attack/stark-sworn-swords/lannister-guardsmen?facing=rear&panicked&no_orders",
    "attack/stark-bowmen/free-folk-raiders?friend=stark-sworn-swords",
    "attack?dice=6&hit=3&defense=4&morale=6&wounds=4",
    "charge/stark-outriders/lannister-crossbowmen?distance=8",
    "charge/stark-sworn-swords/lannister-guardsmen?distance=9&terrain=dangerous",
];

#[test]
fn conditions_on_all_counts_sum_to_the_answer_without() {
    for link in QUESTIONS {
        let without = answer(link);
        let wounds = without.leading().next().expect("wounds");
        let join = if link.contains('?') { '&' } else { '?' };
        let names = without.quantities.iter().map(|one| one.name.as_str());
        let names = names.chain(without.events.iter().map(|one| one.name.as_str()));
        let mut sums: Vec<(&str, Vec<f64>)> = names
            .map(|name| (name, result(&without, name).expect("a result").pmf()))
            .map(|(name, pmf)| (name, pmf.probabilities().iter().map(|p| -p).collect()))
            .collect();
        for (count, p_of_count) in wounds.distribution.pmf().probabilities().iter().enumerate() {
            if *p_of_count == 0.0 {
                continue;
            }
            let given = answer(&format!("{link}{join}given={}={count}", wounds.name));
            assert!((p(&given) / p_of_count - 1.0).abs() < 1e-9, "{link}: {count}");
            for (name, sum) in &mut sums {
                let found = result(&given, name).expect("a result").pmf();
                let terms = found.probabilities().iter().map(|p| p * p_of_count);
                sum.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
            }
        }
        for (name, sum) in sums {
            assert!(sum.iter().all(|off| off.abs() < TOLERANCE), "{link}: {name} {sum:?}");
        }
    }
}

#[test]
fn each_case_of_a_list_has_its_condition() {
    let link = "attack?dice=2,3&hit=4&defense=4&morale=6&given=hits>=2";
    let found: Vec<f64> = answers_to(link).iter().map(p).collect();
    let wanted = [0.25, 0.5];
    assert!(
        found.iter().zip(wanted).all(|(p, wanted)| (p - wanted).abs() < TOLERANCE),
        "{found:?}"
    );
}

#[test]
fn requested_counts_are_conditional() {
    let found = json(&format!("{COINS}&given=hits>=1&at_least=hits=2"));
    let chance = found["at_least"]["p"].as_f64().expect("a chance");
    assert!((chance - 1.0 / 3.0).abs() < TOLERANCE);
}

#[test]
fn an_explained_roll_is_the_first_that_meets_the_condition() {
    let heads = |link: &str| {
        let found = json(link);
        let dice = found["steps"][0]["dice"].as_array().expect("dice").clone();
        let heads = dice.iter().filter(|face| face.as_u64().is_some_and(|face| face >= 4));
        (found["seed"].as_u64().expect("a seed"), heads.count())
    };
    let explain = COINS.replace("attack", "explain");
    for (first, wanted) in [(0, 2), (0, 0), (5, 1), (u64::MAX, 2)] {
        let (seed, count) = heads(&format!("{explain}&seed={first}&given=hits={wanted}"));
        assert_eq!(count, wanted);
        let draws = seed.wrapping_sub(first);
        for earlier in (0..draws).map(|draw| first.wrapping_add(draw)) {
            assert_ne!(heads(&format!("{explain}&seed={earlier}")).1, wanted, "seed {earlier}");
        }
        // the same resolution without the condition
        assert_eq!(heads(&format!("{explain}&seed={seed}")), (seed, count));
    }
    let flag = json(&format!("{COINS}&explain&given=hits=2"));
    let p = flag["given"]["p"].as_f64().expect("a probability");
    assert!((p - 0.25).abs() < TOLERANCE);
    // twelve dice all show a 6 in one of two billion rolls
    let rare = "explain?dice=12&hit=6&defense=4&morale=6&given=hits=12";
    let wrong = reply_to(rare).err().unwrap_or_default();
    assert!(wrong.contains("none of 1000000 seeds meets the condition"), "{wrong}");
    assert!(wrong.contains("4.6e-10"), "{wrong}");
}

#[test]
fn impossible_and_unknown_conditions_are_refused() {
    let faults = [
        ("given=hits>=3", "--given `hits>=3`: cannot happen: 0 to 2 hits are possible"),
        ("given=hits=0 and attack_wounds=1", "--given `hits=0 and attack_wounds=1`: cannot happen"),
        ("given=panic_failed>1", "--given `panic_failed>1`: cannot happen"),
        ("given=hit>=1", "no quantity or event `hit`; did you mean `hits`?"),
        ("given=hits", "it must be a condition"),
        ("given=hits>=1,hits=2", "it must be a condition"),
        ("given=hits>=1 and", "it must be a condition"),
        ("given=hits>=-1", "it must be a condition"),
        ("given=hits>=1 or hits=0", "it must be a condition"),
        ("given=hits>=99999", "it must be a condition"),
        ("given=hits>=1&given=hits<=1", "--given is given 2 times"),
        ("given=hits>=1&why", "--given and --why contradict each other"),
        ("given=hits>=1&need=0.5", "--given and --need contradict each other"),
        ("given=hits>=1&rolled=1", "--given and --rolled contradict each other"),
        ("given=hits>=1&check", "--given is exact, and the monte-carlo engine samples"),
        ("given=hits>=1&engine=dice", "--given is exact, and the dice engine samples"),
    ];
    for (field, wanted) in faults {
        let link = format!("{COINS}&{}", field.replace(' ', "%20"));
        let wrong = reply_to(&link).err().unwrap_or_default();
        assert!(wrong.contains(wanted), "{link}: {wrong}");
    }
    let cases = "attack?dice=2,1&hit=4&defense=4&morale=6&given=hits>=2";
    let wrong = reply_to(cases).err().unwrap_or_default();
    assert!(wrong.contains("cannot happen with dice 1: 0 to 1 hits are possible"), "{wrong}");
}
