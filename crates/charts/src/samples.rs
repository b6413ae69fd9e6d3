//! Answers made by hand, for tests.

use crate::answer::{
    Answer, Curve, Distribution, EngineKind, Event, Headline, Lead, Method, Quantity,
    RequestedCounts, ResultLabel, Setting, VerbNumber,
};
use crate::chance::{EventName, QuantityName};
use crate::dist::{Pmf, Tally};
use crate::games::asoiaf::results::{event as events, quantity as quantities};

fn distribution(probabilities: Vec<f64>) -> Pmf {
    Pmf::new(probabilities).expect("a distribution")
}

fn settings(case: &[(&str, &str)]) -> Vec<Setting> {
    case.iter().map(|(axis, value)| Setting::text(*axis, *value)).collect()
}

const EXACT: Method =
    Method { engine: EngineKind::Exact, trials: None, seed: None, partial: false };

fn sampled(trials: u64) -> Method {
    Method { engine: EngineKind::MonteCarlo, trials: Some(trials), seed: Some(7), partial: false }
}

/// Heads of two coins, exactly, over 0..=3.
pub fn coin(name: &str, facing: &str) -> Answer {
    let heads = distribution(vec![0.25, 0.5, 0.25, 0.0]);
    Answer {
        name: name.to_owned(),
        kind: "toss",
        subject: "A → B".to_owned(),
        situation: String::new(),
        weapons: Vec::new(),
        stated: &[],
        rules: None,
        case: settings(&[("facing", facing)]),
        settings: settings(&[("facing", facing)]),
        method: EXACT,
        headline: Headline::one(QuantityName::new("heads"), "heads", "expected heads"),
        quantities: vec![Quantity {
            name: QuantityName::new("heads"),
            label: ResultLabel::plain("heads"),
            unit: "heads",
            distribution: Distribution::Exact(heads),
            exact: None,
        }],
        events: vec![Event {
            name: EventName::new("both"),
            label: ResultLabel::plain("both heads"),
            distribution: Distribution::Exact(distribution(vec![0.75, 0.25])),
            exact: None,
        }],
        joint: None,
        points: None,
        other_first: None,
        card: None,
        notes: Vec::new(),
        not_modelled: Vec::new(),
        given: None,
        counts: RequestedCounts::default(),
    }
}

/// Heads of two coins as counted, next to their exact distribution.
pub fn tossed(name: &str, counts: [u64; 3]) -> Answer {
    let trials: u64 = counts.iter().sum();
    let mut answer = coin(name, "front");
    answer.case.clear();
    answer.settings.clear();
    answer.method = sampled(trials);
    for quantity in &mut answer.quantities {
        quantity.exact = Some(quantity.distribution.pmf());
        quantity.distribution = counted(&counts);
    }
    for event in &mut answer.events {
        event.exact = Some(event.distribution.pmf());
        event.distribution = counted(&[trials - counts[2], counts[2]]);
    }
    answer
}

/// A distribution as it was counted.
pub fn counted(counts: &[u64]) -> Distribution {
    Distribution::sampled(Tally::from_counts(counts.to_vec())).expect("something was counted")
}

/// An answer of a run that was stopped before it saw anything.
pub fn nothing() -> Answer {
    let mut answer = tossed("nothing seen", [1, 0, 0]);
    answer.method = Method { partial: true, ..sampled(0) };
    (answer.quantities, answer.events) = (Vec::new(), Vec::new());
    answer
}

/// The distribution of successes among `n` with chance `p` each, over 0..=`max`.
pub fn binomial(n: usize, p: f64, max: usize) -> Vec<f64> {
    let mut distribution = vec![0.0; max + 1];
    distribution[0] = 1.0;
    for done in 0..n {
        for k in (0..=done).rev() {
            distribution[k + 1] += distribution[k] * p;
            distribution[k] *= 1.0 - p;
        }
    }
    distribution
}

/// Counts as a run of `trials` would see them, very nearly: rounded, with the rest on the
/// likeliest.
fn seen(distribution: &[f64], trials: u64) -> Tally {
    let mut counts: Vec<u64> = distribution.iter().map(|p| (p * trials as f64) as u64).collect();
    let likeliest = (0..distribution.len())
        .max_by(|a, b| distribution[*a].total_cmp(&distribution[*b]))
        .unwrap_or(0);
    counts[likeliest] += trials - counts.iter().sum::<u64>();
    Tally::from_counts(counts)
}

/// Twelve attacks, sampled, with the exact distribution next to them.
pub fn attacks() -> Vec<Answer> {
    let mut answers = Vec::new();
    for (f, facing) in ["front", "flank", "rear"].into_iter().enumerate() {
        for (b, bonus) in ["none", "charge"].into_iter().enumerate() {
            for (t, tokens) in ["none", "weakened"].into_iter().enumerate() {
                let case = [("facing", facing), ("charge", bonus), ("attacker tokens", tokens)];
                answers
                    .push(attack(&case, 0.32 + 0.1 * f as f64 + 0.12 * b as f64 - 0.08 * t as f64));
            }
        }
    }
    answers
}

fn attack(case: &[(&str, &str)], chance: f64) -> Answer {
    let (wounds, destroyed) = (binomial(10, chance, 12), vec![1.0 - chance / 9.0, chance / 9.0]);
    let panic = binomial(3, chance / 2.0, 4);
    let trials = 100_000;
    let quantity = |name, label, pmf: Vec<f64>| Quantity {
        name,
        label: ResultLabel::plain(label),
        unit: "wounds",
        distribution: counted(seen(&pmf, trials).counts()),
        exact: Some(distribution(pmf)),
    };
    let settings_text: Vec<String> =
        case.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
    Answer {
        name: format!("guards-hit-swords {}", settings_text.join(" ")),
        kind: "attack",
        subject: "Lannister Guardsmen → Stark Sworn Swords".to_owned(),
        situation: String::new(),
        weapons: Vec::new(),
        stated: &[],
        rules: None,
        case: settings(case),
        settings: settings(case),
        method: sampled(trials),
        headline: Headline::one(QuantityName::new("wounds"), "wounds", "expected wounds"),
        quantities: vec![
            quantity(quantities::WOUNDS, "wounds", wounds),
            quantity(quantities::PANIC_WOUNDS, "panic wounds", panic),
        ],
        events: vec![
            Event {
                name: EventName::new("destroyed"),
                label: ResultLabel::plain("destroyed"),
                distribution: counted(seen(&destroyed, trials).counts()),
                exact: Some(distribution(destroyed.clone())),
            },
            Event {
                name: EventName::new("panic_failed"),
                label: ResultLabel::plain("panic test failed"),
                distribution: counted(seen(&[0.7, 0.3], trials).counts()),
                exact: None,
            },
        ],
        joint: None,
        points: None,
        other_first: None,
        card: None,
        notes: Vec::new(),
        not_modelled: Vec::new(),
        given: None,
        counts: RequestedCounts::default(),
    }
}

/// Charges over nine distances in each of the terrains, exactly; the farthest are out of reach.
pub fn charges(terrains: &[&str]) -> Vec<Answer> {
    let cases = terrains
        .iter()
        .enumerate()
        .flat_map(|(t, terrain)| (5..=13).map(move |distance| (t, *terrain, distance)));
    cases.map(|(t, terrain, distance)| charge(t, terrain, distance)).collect()
}

fn charge(t: usize, terrain: &str, distance: usize) -> Answer {
    let far = distance > 11;
    let reached =
        if far { 0.0 } else { ((12.0 - distance as f64 - 0.5 * t as f64) / 6.0).clamp(0.0, 1.0) };
    let mut wounds: Vec<f64> = binomial(9, 0.4, 12).iter().map(|p| p * reached).collect();
    wounds[0] += 1.0 - reached;
    let (distance, reached) = (distance.to_string(), distribution(vec![1.0 - reached, reached]));
    Answer {
        name: format!("ride {terrain} {distance}"),
        kind: "charge",
        subject: "Stark Outriders → Lannister Crossbowmen".to_owned(),
        situation: String::new(),
        weapons: Vec::new(),
        stated: &[],
        rules: None,
        case: settings(&[("terrain", terrain), ("distance", &distance)]),
        settings: settings(&[("terrain", terrain), ("distance", &distance)]),
        method: EXACT,
        headline: Headline {
            curve: Some(Curve {
                axis: "distance",
                unit: "inches",
                event: EventName::new("reached"),
            }),
            ..Headline::one(QuantityName::new("wounds"), "wounds", "expected wounds")
        },
        quantities: vec![Quantity {
            name: QuantityName::new("wounds"),
            label: ResultLabel::plain("wounds"),
            unit: "wounds",
            distribution: Distribution::Exact(distribution(wounds)),
            exact: None,
        }],
        events: vec![Event {
            name: EventName::new("reached"),
            label: ResultLabel::plain("charge reaches"),
            distribution: Distribution::Exact(reached),
            exact: None,
        }],
        joint: None,
        points: None,
        other_first: None,
        card: None,
        notes: if far { vec!["out of reach".to_owned()] } else { Vec::new() },
        not_modelled: Vec::new(),
        given: None,
        counts: RequestedCounts::default(),
    }
}

/// Two duels that differ in who strikes first, sampled: what is left of a side piles up at nothing.
pub fn duels() -> Vec<Answer> {
    ["a", "b"].into_iter().map(|first| duel(first, ["Umber Greataxes", "Mountain's Men"])).collect()
}

/// One of them.
pub fn duel(first: &str, sides: [&str; 2]) -> Answer {
    let won = if first == "a" { 0.54 } else { 0.31 };
    let left = |chance: f64| {
        let mut left: Vec<f64> = binomial(9, 0.55, 12).iter().map(|p| p * chance).collect();
        left[0] += 1.0 - chance;
        left
    };
    let (named, trials) = (sides.map(str::to_owned), 100_000);
    let label = |words| ResultLabel::of_sides(words, Some(&named));
    let sampled_distribution =
        |pmf: Vec<f64>| (counted(seen(&pmf, trials).counts()), Some(distribution(pmf)));
    let quantity = |(name, words, chance)| {
        let (distribution, exact) = sampled_distribution(left(chance));
        Quantity { name, label: label(words), unit: "wounds", distribution, exact }
    };
    let event = |(name, words, chance)| {
        let (distribution, exact) = sampled_distribution(vec![1.0 - chance, chance]);
        Event { name, label: label(words), distribution, exact }
    };
    let leads = [
        (quantities::A_LEFT, "expected wounds left to a"),
        (quantities::B_LEFT, "expected wounds left to b"),
    ];
    let lead = |(quantity, words)| Lead { quantity, words: label(words) };
    Answer {
        name: format!("the long fight at the ford: first {first}"),
        kind: "duel",
        subject: sides.join(" v "),
        situation: String::new(),
        weapons: Vec::new(),
        stated: &[],
        rules: None,
        case: settings(&[("first", first)]),
        settings: settings(&[("first", first)]),
        method: sampled(trials),
        headline: Headline {
            numbers: [VerbNumber::Plural; 2],
            ..Headline::several("wounds left", leads.map(lead).into())
        },
        quantities: [
            (quantities::A_LEFT, "wounds left to a", won),
            (quantities::B_LEFT, "wounds left to b", 0.96 - won),
        ]
        .map(quantity)
        .into(),
        events: [
            (events::A_DESTROYED, "a destroyed", 0.96 - won),
            (events::B_DESTROYED, "b destroyed", won),
            (events::BOTH_STAND, "both stand", 0.04),
        ]
        .map(event)
        .into(),
        joint: None,
        points: None,
        other_first: None,
        card: None,
        notes: Vec::new(),
        not_modelled: Vec::new(),
        given: None,
        counts: RequestedCounts::default(),
    }
}

/// One panic test.
pub fn panic() -> Answer {
    let mut answer = coin("panic at 7+", "front");
    answer.kind = "panic";
    answer.case.clear();
    answer.settings.clear();
    answer.subject = "Stark Sworn Swords".to_owned();
    answer.headline = Headline::one(QuantityName::new("wounds"), "wounds", "expected wounds");
    let wounds = distribution([vec![21.0 / 36.0], vec![5.0 / 36.0; 3]].concat());
    answer.quantities = vec![Quantity {
        name: QuantityName::new("wounds"),
        label: ResultLabel::plain("panic wounds"),
        unit: "wounds",
        distribution: Distribution::Exact(wounds),
        exact: None,
    }];
    answer.events = vec![Event {
        name: EventName::new("failed"),
        label: ResultLabel::plain("test failed"),
        distribution: Distribution::Exact(distribution(vec![21.0 / 36.0, 15.0 / 36.0])),
        exact: None,
    }];
    answer
}

/// A big unit: 120 wounds, of which few are likely to be lost.
pub fn big() -> Answer {
    let mut answer = panic();
    answer.kind = "attack";
    answer.name = "dragon".to_owned();
    let wounds = distribution(binomial(60, 0.35, 120));
    answer.quantities = vec![Quantity {
        name: QuantityName::new("wounds"),
        label: ResultLabel::plain("wounds"),
        unit: "wounds",
        distribution: Distribution::Exact(wounds),
        exact: None,
    }];
    answer
}

/// Names that text formats trip over.
pub const NASTY: [&str; 7] = [
    "",
    "\"quotes\" & <tags> 'n' ]]>",
    "line\nbreaks\tand \u{0}\u{7}controls\u{ffff}",
    "emoji 🐉🔥 and العربية and 漢字",
    "=1+2,;|\u{202e}",
    "averyverylongnamewithoutanyspaceatallaverylongnamewithoutanyspaceatallaverylongnamewithoutanyspaceatall",
    "a very long name with many many words in it that nobody could want to read in full on any chart at all, whatever they say",
];

/// An answer for each nasty name, of a kind of their own.
pub fn nasty() -> Vec<Answer> {
    let odd = |(index, name): (usize, &&str)| {
        let mut answer = if index % 2 == 0 { coin(name, name) } else { tossed(name, [5, 0, 0]) };
        answer.subject = (*name).to_owned();
        answer.headline.curve =
            Some(Curve { axis: "facing", unit: "", event: EventName::new("both") });
        answer.notes.push((*name).to_owned());
        answer
    };
    NASTY.iter().enumerate().map(odd).collect()
}
