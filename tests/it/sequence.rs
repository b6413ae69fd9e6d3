//! Several attackers in order, against plain enumeration and against questions about each of them.

use std::collections::BTreeMap;

use assert_cmd::Command;
use warodds::catalogue::Catalogue;
use warodds::games::asoiaf::results::{event, quantity};
use warodds::games::asoiaf::{
    ChargeStops, Edition, Encounter, Question, Sequence, SequenceStep, Tokens, UnitState,
};
use warodds::request::link::Link;
use warodds::request::{Query, Reply, Setup, reply};
use warodds::study::{Answer, StdControl};

fn answer(link: &str) -> Answer {
    let parsed = Link::parse(link, Catalogue::shipped()).expect("a link");
    match reply(&parsed.kind, &parsed.given, &Setup::shipped(), &StdControl) {
        Ok(Reply::One(answer, _)) => *answer,
        other => panic!("{link}: {other:?}"),
    }
}

fn sequence(link: &str) -> Sequence {
    let parsed = Link::parse(link, Catalogue::shipped()).expect("a link");
    let asked = parsed.kind.request(parsed.kind.keys(), &parsed.given, &Setup::shipped());
    let Query::One(named, _) = asked.expect("a question").asked else { panic!("{link}") };
    let Some(Question::Sequence(sequence)) = named.question.asoiaf() else { panic!("{link}") };
    (**sequence).clone()
}

fn pmf(answer: &Answer, name: warodds::chance::QuantityName) -> Vec<f64> {
    let quantity = answer.quantity(name);
    quantity.map_or_else(Vec::new, |one| one.distribution.pmf().probabilities().to_vec())
}

fn chance(answer: &Answer, name: warodds::chance::EventName) -> f64 {
    answer.event(name).map_or(0.0, |one| one.probability())
}

fn is_close(one: &[f64], other: &[f64]) -> bool {
    let at = |all: &[f64], place: usize| all.get(place).copied().unwrap_or(0.0);
    (0..one.len().max(other.len())).all(|place| (at(one, place) - at(other, place)).abs() < 1e-12)
}

/// A sequence of two attacks is the second attack from each state that the first one leaves.
#[test]
fn sequence_of_attacks_equals_attacks_from_each_state() {
    let (first, second) = ("stark-bowmen", "stark-sworn-swords");
    let ask = |attacker: &str, lost: usize| {
        let how = if attacker == first { "ranged" } else { "charge&facing=flank" };
        answer(&format!(
            "attack/{attacker}/lannister-crossbowmen?{how}&no-orders&defender-wounds-lost={lost}"
        ))
    };
    let most = 12;
    let mut wounds = vec![0.0; most + 1];
    let after_first = pmf(&ask(first, 0), quantity::WOUNDS);
    for (lost, weight) in after_first.iter().enumerate() {
        if lost == most {
            wounds[most] += weight;
        } else if *weight > 0.0 {
            for (more, chance) in pmf(&ask(second, lost), quantity::WOUNDS).iter().enumerate() {
                wounds[lost + more] += weight * chance;
            }
        }
    }
    let found = answer(&for_wounds(&format!(
        "sequence/lannister-crossbowmen?by={first}:ranged&by={second}:charge,flank&no-orders"
    )));
    assert!(is_close(&pmf(&found, quantity::WOUNDS_AFTER[0]), &after_first));
    assert!(is_close(&pmf(&found, quantity::WOUNDS), &wounds), "{wounds:?}");
    assert!((chance(&found, event::DESTROYED) - wounds[most]).abs() < 1e-12);
}

/// A way through the steps: wounds left to the defender and its tokens, the steps by which it is
/// destroyed, and the wounds of the attacker of each step.
type Ends = BTreeMap<([u8; 2], Vec<u8>), f64>;

/// Takes a step from one state of the defender, by the rule of battles.
fn taken(step: &SequenceStep, [left, tokens]: [u8; 2]) -> Vec<([u8; 2], u8, f64)> {
    let state = |body: warodds::games::asoiaf::Body| {
        let lost = i64::from(body.wounds()) - i64::from(left);
        UnitState::after(body, lost, Tokens::from_bits(tokens & 7)).expect("a state")
    };
    let (encounter, own) = match step {
        SequenceStep::Attack(attack) => {
            let mut attack = attack.clone();
            let own = attack.attacker().state;
            attack.edit(|_, other| other.state = state(other.state.body())).expect("an attack");
            let bits = [own.tokens.bits(), tokens];
            (Encounter::attack(attack, bits, Edition::default()), own)
        }
        SequenceStep::Charge(charge) => {
            let mut charge = charge.clone();
            let own = charge.charger().state;
            let stops = ChargeStops::everywhere(charge.charger().surroundings);
            charge
                .edit(|_, other| {
                    let other = other.expect("a target");
                    other.state = state(other.state.body());
                })
                .expect("a charge");
            (
                Encounter::charge(&charge, stops, [own.tokens.bits(), tokens], Edition::default()),
                own,
            )
        }
    };
    let all = encounter.distribution().expect("a distribution").into_iter();
    let lost = |left: u8| own.wounds_left() - left;
    all.map(|(after, p)| ([after.left[1], after.tokens[1]], lost(after.left[0]), p)).collect()
}

/// The link of a sequence in which players choose for the wounds of each attack, as single questions
/// do.
fn for_wounds(link: &str) -> String {
    format!("{link}&aim=wounds")
}

fn enumerated(sequence: &Sequence) -> Ends {
    let start = sequence.unit();
    let mut ends = Ends::from([(([start.wounds_left(), start.tokens.bits()], vec![]), 1.0)]);
    for step in sequence.steps() {
        let mut after = Ends::new();
        for ((state, own), weight) in ends {
            let ways = if state[0] == 0 { vec![(state, 0, 1.0)] } else { taken(step, state) };
            for (state, lost, p) in ways {
                let own = [own.clone(), vec![lost]].concat();
                *after.entry((state, own)).or_default() += weight * p;
            }
        }
        ends = after;
    }
    ends
}

/// All results equal those of a plain walk through the steps, in which every state is a question of
/// its own: with answers, tokens that are spent, orders, and charges that fail.
#[test]
fn sequence_equals_enumeration_of_its_steps() {
    let guards = "sequence/lannister-guardsmen?by=stark-bowmen:ranged";
    let links = [
        format!("{guards}&by=stark-sworn-swords%2Bsworn-sword-captain:charge,flank"),
        format!("{guards}&by=stark-outriders:distance=9&by=umber-berserkers:charge,rear&panicked"),
        // the first charge makes the target Vulnerable, and the second one uses that
        "sequence/lannister-guardsmen?by=stark-outriders:distance=8,flank\
         &by=stark-sworn-swords:charge"
            .to_owned(),
        format!("{guards}&by=stark-outriders:charge&by=stark-sworn-swords"),
        format!("{guards}&by=stark-sworn-swords:distance=8,hindering,attacker-tokens=weakened"),
        format!("{guards}&by=stark-sworn-swords:distance=8,reroll-distance&vulnerable&panicked"),
        "sequence/stark-sworn-swords?by=lannister-guardsmen:charge&by=pit-fighters:distance=7\
         &vulnerable&defender-wounds-lost=2"
            .to_owned(),
    ];
    for link in links.map(|link| for_wounds(&link)) {
        let (found, ends) = (answer(&link), enumerated(&sequence(&link)));
        let total = |is_so: &dyn Fn(&[u8; 2], &[u8]) -> bool| -> f64 {
            ends.iter().filter(|((state, own), _)| is_so(state, own)).map(|(_, p)| p).sum()
        };
        let left: Vec<f64> = (0..=24).map(|n| total(&|state, _| state[0] == n)).collect();
        assert!(is_close(&pmf(&found, quantity::LEFT), &left), "{link}: {left:?}");
        assert!((chance(&found, event::DESTROYED) - left[0]).abs() < 1e-12, "{link}");
        for step in 0..sequence(&link).steps().count() {
            let name = quantity::OWN_WOUNDS_OF[step];
            let own: Vec<f64> = (0..=24).map(|n| total(&|_, own| own[step] == n)).collect();
            match found.quantity(name) {
                Some(_) => assert!(is_close(&pmf(&found, name), &own), "{link}: {own:?}"),
                None => assert!((own[0] - 1.0).abs() < 1e-12, "{link}"),
            }
        }
    }
}

/// A sequence of one step is that attack or charge.
#[test]
fn sequence_of_one_step_equals_its_question() {
    let pairs = [
        ("attack/stark-bowmen/lannister-guardsmen?ranged&cover", "ranged,cover"),
        ("attack/stark-sworn-swords/lannister-guardsmen?charge&facing=rear", "charge,rear"),
        ("charge/stark-outriders/lannister-guardsmen?distance=9&flank", "distance=9,flank"),
    ];
    for (link, how) in pairs {
        let single = answer(link);
        let attacker = link.split('/').nth(1).unwrap_or_default();
        let (how, cover) = how.strip_suffix(",cover").map_or((how, ""), |how| (how, "&cover"));
        let link = format!("sequence/lannister-guardsmen?by={attacker}:{how}{cover}");
        let found = answer(&for_wounds(&link));
        assert!(
            is_close(&pmf(&found, quantity::WOUNDS), &pmf(&single, quantity::WOUNDS)),
            "{link}"
        );
        let own = pmf(&found, quantity::OWN_WOUNDS_OF[0]);
        assert!(is_close(&own, &pmf(&single, quantity::OWN_WOUNDS)), "{link}");
        let events = [(event::DESTROYED, event::DESTROYED), (event::REACHED_OF[0], event::REACHED)];
        for (one, other) in events {
            assert!((chance(&found, one) - chance(&single, other)).abs() < 1e-12, "{link}");
        }
    }
}

/// A charge that cannot arrive adds nothing: 11 inches need a 6 of speed 5.
#[test]
fn failed_charges_add_nothing() {
    let first = "sequence/lannister-guardsmen?no-orders&by=stark-bowmen:ranged";
    let alone = pmf(&answer(first), quantity::WOUNDS);
    let with = |how: &str| answer(&format!("{first}&by=stark-sworn-swords:{how}"));
    // a 6 arrives, and orderly
    let far = with("distance=11");
    assert!((chance(&far, event::REACHED_OF[1]) - 1.0 / 6.0).abs() < 1e-12);
    let arrived = pmf(&with("charge"), quantity::WOUNDS);
    let at = |all: &[f64], wounds: usize| all.get(wounds).copied().unwrap_or(0.0);
    let mixed = |wounds| (at(&arrived, wounds) + 5.0 * at(&alone, wounds)) / 6.0;
    let mixed: Vec<f64> = (0..=12).map(mixed).collect();
    assert!(is_close(&pmf(&far, quantity::WOUNDS), &mixed), "{mixed:?}");
}

/// The best order of three is the best of the six sequences.
/// A unit survives as many attacks as the sequence of the same attackers says, with the tokens that
/// an attacker gives to the next one (Ambush of the Outriders: Panicked).
#[test]
fn a_unit_survives_what_the_sequence_of_its_attackers_leaves() {
    let by = ["stark-outriders", "stark-sworn-swords", "stark-outriders", "stark-sworn-swords"];
    let survived = answer(
        "survive/lannister-guardsmen?by=stark-outriders&by=stark-sworn-swords&charge&facing=flank",
    );
    let attacks = pmf(&survived, quantity::ATTACKS);
    for count in 1..=by.len() {
        let steps = by.iter().take(count).map(|unit| format!("by={unit}:charge,flank"));
        let link = format!("sequence/lannister-guardsmen?{}", steps.collect::<Vec<_>>().join("&"));
        let within: f64 = attacks.iter().take(count + 1).sum();
        let destroyed = chance(&answer(&link), event::DESTROYED);
        assert!((within - destroyed).abs() < 1e-12, "{count} attacks: {within} is not {destroyed}");
    }
}

#[test]
fn best_order_is_the_best_of_all_orders() {
    let steps = [
        "stark bowmen:ranged",
        "umber berserkers:charge,attacker-wounds-lost=4",
        "stark sworn swords:distance=9,flank",
    ];
    let shared = "sequence/lannister-guardsmen?panicked&vulnerable";
    let by = |order: [usize; 3]| order.map(|place| format!("&by={}", steps[place])).concat();
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let all = orders.map(|order| {
        let found = answer(&format!("{shared}{}", by(order)));
        let text = order.map(|place| steps[place]).join(", then ");
        (chance(&found, event::DESTROYED), text)
    });
    let best = all.iter().map(|(destroyed, _)| *destroyed).fold(0.0, f64::max);
    let link = Link::parse(&format!("{shared}{}&best-order", by([0, 1, 2])), Catalogue::shipped());
    let link = link.expect("a link");
    let Ok(Reply::Many(ranked, _)) = reply(&link.kind, &link.given, &Setup::shipped(), &StdControl)
    else {
        panic!("several options")
    };
    assert_eq!(ranked.len(), 6);
    let mut before = best;
    for (option, found) in &ranked {
        let destroyed = chance(found, event::DESTROYED);
        let single = all.iter().find(|(_, text)| text == option).map(|(destroyed, _)| *destroyed);
        assert!((single.expect("an order") - destroyed).abs() < 1e-12, "{option}");
        assert!(before + 1e-12 >= destroyed, "{option}: {destroyed} after {before}");
        before = destroyed;
    }
    assert!((chance(&ranked[0].1, event::DESTROYED) - best).abs() < 1e-12);
    assert!(best - before > 1e-4, "the order matters: {all:?}");
}

/// Among orders that destroy the unit equally often, the one that costs its attackers less is first.
#[test]
fn equal_orders_are_ranked_by_the_wounds_of_the_attackers() {
    let steps = ["stark bowmen:ranged", "stark outriders:charge,flank", "umber berserkers"];
    let by = steps.map(|step| format!("&by={step}")).concat();
    let link = format!("sequence/lannister-guardsmen?best-order{by}");
    let found = crate::common::answers_to(&link);
    let mean =
        |answer: &Answer, name| answer.quantity(name).map_or(0.0, |one| one.distribution.mean());
    let values: Vec<[f64; 2]> = found
        .iter()
        .map(|answer| {
            let own: f64 = quantity::OWN_WOUNDS_OF.map(|name| mean(answer, name)).iter().sum();
            [chance(answer, event::DESTROYED), mean(answer, quantity::WOUNDS) - own]
        })
        .collect();
    let is_equal = |[one, other]: [f64; 2]| (one - other).abs() < 1e-9;
    let equal = values.windows(2).filter(|pair| is_equal([pair[0][0], pair[1][0]]));
    let differing = equal.inspect(|pair| assert!(pair[0][1] + 1e-9 >= pair[1][1], "{values:?}"));
    assert_eq!(differing.filter(|pair| !is_equal([pair[0][1], pair[1][1]])).count(), 3);
}

/// What a command is refused with.
fn failed(arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    let done = command.args(arguments).assert().code(2);
    String::from_utf8_lossy(&done.get_output().stderr).into_owned()
}

#[test]
fn faults_of_steps_name_the_step() {
    let cases: [(&[&str], &str); 10] = [
        (&[], "--by STEP"),
        (&["stark bowmen:rangd"], "step 1, `stark bowmen:rangd`: `sequence` has no option `rangd`"),
        (&["stark bowmen", "sworn swords:flnk"], "did you mean `flank`?"),
        (&["stark bowmen", "sworn swrds"], "step 2, `sworn swrds`: "),
        (&["sworn swords:distance=30"], "out of reach"),
        (&["sworn swords:disorderly"], "has no effect without --charge"),
        (
            &["stark bowmen:cover"],
            "--cover applies to the defender or the whole turn: give it once",
        ),
        (&["stark bowmen:xyz"], "there are: `attacker_with`, "),
        (
            &["stark bowmen", ":ranged"],
            "step 2, `:ranged`: it names no unit: write a step as `UNIT[",
        ),
        (&["stark bowmen"; 7], "at most 6 steps, but --by is given 7 times: leave some out"),
    ];
    for (steps, wanted) in cases {
        let by = steps.iter().flat_map(|step| ["--by", *step]);
        let arguments: Vec<&str> =
            ["sequence", "lannister guardsmen"].into_iter().chain(by).collect();
        let message = failed(&arguments);
        assert!(message.contains(wanted), "{steps:?}: {message}");
    }
    assert!(
        failed(&["sequence", "lanister gardsmen", "--by", "stark bowmen"]).contains("gardsmen")
    );
}
