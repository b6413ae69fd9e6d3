//! Findings made by hand, for tests.

use crate::dist::{Pmf, Tally};
use crate::study::{EngineKind, Event, Finding, Headline, Law, Method, Quantity, Setting};

fn law(probabilities: Vec<f64>) -> Pmf {
    Pmf::new(probabilities).expect("a law")
}

fn settings(case: &[(&str, &str)]) -> Vec<Setting> {
    case.iter().map(|(axis, value)| Setting { axis: (*axis).to_owned(), value: (*value).to_owned() }).collect()
}

const EXACT: Method = Method { engine: EngineKind::Exact, trials: None, seed: None, partial: false };

fn sampled(trials: u64) -> Method {
    Method { engine: EngineKind::MonteCarlo, trials: Some(trials), seed: Some(7), partial: false }
}

/// Heads of two coins, exactly, over 0..=3.
pub fn coin(name: &str, facing: &str) -> Finding {
    let heads = law(vec![0.25, 0.5, 0.25, 0.0]);
    Finding {
        name: name.to_owned(),
        kind: "toss",
        subject: "A → B".to_owned(),
        case: settings(&[("facing", facing)]),
        method: EXACT,
        headline: Headline { quantity: "heads", words: "expected heads", curve: None },
        quantities: vec![Quantity { name: "heads", label: "heads", unit: "heads", law: Law::Exact(heads), exact: None }],
        events: vec![Event { name: "both", label: "both heads", law: Law::Exact(law(vec![0.75, 0.25])), exact: None }],
        joint: None,
        notes: Vec::new(),
        not_modelled: Vec::new(),
    }
}

/// Heads of two coins as counted, beside their exact law.
pub fn tossed(name: &str, counts: [u64; 3]) -> Finding {
    let trials: u64 = counts.iter().sum();
    let mut finding = coin(name, "front");
    finding.case.clear();
    finding.method = sampled(trials);
    for quantity in &mut finding.quantities {
        quantity.exact = Some(quantity.law.pmf());
        quantity.law = Law::Sampled(Tally::from_counts(counts.to_vec()));
    }
    for event in &mut finding.events {
        event.exact = Some(event.law.pmf());
        event.law = Law::Sampled(Tally::from_counts(vec![trials - counts[2], counts[2]]));
    }
    finding
}

/// A finding of a run that was stopped before it saw anything.
pub fn nothing() -> Finding {
    let mut finding = tossed("nothing seen", [0, 0, 0]);
    finding.method.partial = true;
    finding
}

/// The law of successes among `n` with chance `p` each, over 0..=`max`.
pub fn binomial(n: usize, p: f64, max: usize) -> Vec<f64> {
    let mut law = vec![0.0; max + 1];
    law[0] = 1.0;
    for done in 0..n {
        for k in (0..=done).rev() {
            law[k + 1] += law[k] * p;
            law[k] *= 1.0 - p;
        }
    }
    law
}

/// Counts as a run of `trials` would see them, very nearly: rounded, with the rest on the likeliest.
fn seen(law: &[f64], trials: u64) -> Tally {
    let mut counts: Vec<u64> = law.iter().map(|p| (p * trials as f64) as u64).collect();
    let likeliest = (0..law.len()).max_by(|a, b| law[*a].total_cmp(&law[*b])).unwrap_or(0);
    counts[likeliest] += trials - counts.iter().sum::<u64>();
    Tally::from_counts(counts)
}

/// Twelve attacks, sampled, with the exact law beside them.
pub fn attacks() -> Vec<Finding> {
    let mut findings = Vec::new();
    for (f, facing) in ["front", "flank", "rear"].into_iter().enumerate() {
        for (b, bonus) in ["none", "charge"].into_iter().enumerate() {
            for (t, tokens) in ["none", "weakened"].into_iter().enumerate() {
                let case = [("facing", facing), ("charge", bonus), ("attacker tokens", tokens)];
                findings.push(attack(&case, 0.32 + 0.1 * f as f64 + 0.12 * b as f64 - 0.08 * t as f64));
            }
        }
    }
    findings
}

fn attack(case: &[(&str, &str)], chance: f64) -> Finding {
    let (wounds, destroyed) = (binomial(10, chance, 12), vec![1.0 - chance / 9.0, chance / 9.0]);
    let panic = binomial(3, chance / 2.0, 4);
    let trials = 100_000;
    let quantity =
        |name, label, pmf: Vec<f64>| Quantity { name, label, unit: "wounds", law: Law::Sampled(seen(&pmf, trials)), exact: Some(law(pmf)) };
    let told: Vec<String> = case.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
    Finding {
        name: format!("guards-hit-swords {}", told.join(" ")),
        kind: "attack",
        subject: "Lannister Guardsmen → Stark Sworn Swords".to_owned(),
        case: settings(case),
        method: sampled(trials),
        headline: Headline { quantity: "wounds", words: "expected wounds", curve: None },
        quantities: vec![quantity("wounds", "wounds", wounds), quantity("panic_wounds", "panic wounds", panic)],
        events: vec![
            Event {
                name: "destroyed",
                label: "destroyed",
                law: Law::Sampled(seen(&destroyed, trials)),
                exact: Some(law(destroyed.clone())),
            },
            Event { name: "panic_failed", label: "panic test failed", law: Law::Sampled(seen(&[0.7, 0.3], trials)), exact: None },
        ],
        joint: None,
        notes: Vec::new(),
        not_modelled: Vec::new(),
    }
}

/// Charges over nine distances in each of the terrains, exactly; the farthest are out of reach.
pub fn charges(terrains: &[&str]) -> Vec<Finding> {
    let cases = terrains.iter().enumerate().flat_map(|(t, terrain)| (5..=13).map(move |distance| (t, *terrain, distance)));
    cases.map(|(t, terrain, distance)| charge(t, terrain, distance)).collect()
}

fn charge(t: usize, terrain: &str, distance: usize) -> Finding {
    let far = distance > 11;
    let reached = if far { 0.0 } else { ((12.0 - distance as f64 - 0.5 * t as f64) / 6.0).clamp(0.0, 1.0) };
    let mut wounds: Vec<f64> = binomial(9, 0.4, 12).iter().map(|p| p * reached).collect();
    wounds[0] += 1.0 - reached;
    let (distance, reached) = (distance.to_string(), law(vec![1.0 - reached, reached]));
    Finding {
        name: format!("ride {terrain} {distance}"),
        kind: "charge",
        subject: "Stark Outriders → Lannister Crossbowmen".to_owned(),
        case: settings(&[("terrain", terrain), ("distance", &distance)]),
        method: EXACT,
        headline: Headline { quantity: "wounds", words: "expected wounds", curve: Some(("distance", "reached")) },
        quantities: vec![Quantity { name: "wounds", label: "wounds", unit: "wounds", law: Law::Exact(law(wounds)), exact: None }],
        events: vec![Event { name: "reached", label: "charge reaches", law: Law::Exact(reached), exact: None }],
        joint: None,
        notes: if far { vec!["out of reach".to_owned()] } else { Vec::new() },
        not_modelled: Vec::new(),
    }
}

/// A duel: what is left of one side piles up at nothing and at all.
pub fn duel() -> Finding {
    let mut left: Vec<f64> = binomial(9, 0.55, 12).iter().map(|p| p * 0.58).collect();
    left[0] += 0.42;
    let pmf = law(left);
    let won = law(vec![0.46, 0.54]);
    Finding {
        name: "the long fight at the ford".to_owned(),
        kind: "duel",
        subject: "Umber Greataxes vs Mountain's Men".to_owned(),
        case: Vec::new(),
        method: EXACT,
        headline: Headline { quantity: "a_left", words: "expected wounds left of a", curve: None },
        quantities: vec![Quantity { name: "a_left", label: "wounds left of a", unit: "wounds", law: Law::Exact(pmf), exact: None }],
        events: vec![Event { name: "a_wins", label: "a wins", law: Law::Exact(won), exact: None }],
        joint: None,
        notes: Vec::new(),
        not_modelled: Vec::new(),
    }
}

/// One panic test.
pub fn panic() -> Finding {
    let mut finding = coin("panic at 7+", "front");
    finding.kind = "panic";
    finding.case.clear();
    finding.subject = "Stark Sworn Swords".to_owned();
    finding.headline = Headline { quantity: "wounds", words: "expected wounds", curve: None };
    let wounds = law([vec![21.0 / 36.0], vec![5.0 / 36.0; 3]].concat());
    finding.quantities = vec![Quantity { name: "wounds", label: "panic wounds", unit: "wounds", law: Law::Exact(wounds), exact: None }];
    finding.events =
        vec![Event { name: "failed", label: "test failed", law: Law::Exact(law(vec![21.0 / 36.0, 15.0 / 36.0])), exact: None }];
    finding
}

/// A big unit: 120 wounds, of which few are likely to be lost.
pub fn big() -> Finding {
    let mut finding = panic();
    finding.kind = "attack";
    finding.name = "dragon".to_owned();
    let wounds = law(binomial(60, 0.35, 120));
    finding.quantities = vec![Quantity { name: "wounds", label: "wounds", unit: "wounds", law: Law::Exact(wounds), exact: None }];
    finding
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

/// A finding for each nasty name, of a kind of their own.
pub fn nasty() -> Vec<Finding> {
    let odd = |(index, name): (usize, &&str)| {
        let mut finding = if index % 2 == 0 { coin(name, name) } else { tossed(name, [5, 0, 0]) };
        finding.subject = (*name).to_owned();
        finding.headline.curve = Some(("facing", "both"));
        finding.notes.push((*name).to_owned());
        finding
    };
    NASTY.iter().enumerate().map(odd).collect()
}
