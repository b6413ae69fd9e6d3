//! What battles came to, in words.

use std::fmt::Write as _;

use warodds_battles::answer::{BattleAnswer, ShareEstimate};

/// A share in percent, with its interval.
fn percent(share: ShareEstimate) -> String {
    let [low, high] = share.ci95;
    format!("{:5.1}%  ({:.1} to {:.1})", 100.0 * share.p, 100.0 * low, 100.0 * high)
}

/// The answer as text.
pub(super) fn render(answer: &BattleAnswer) -> String {
    let mut out = String::new();
    let [a, b] = &answer.armies;
    // writing to a text never fails
    let _ = writeln!(
        out,
        "{}\n{}, edition {}, {} battles, seed {}; policies: {}",
        answer.title,
        answer.mode,
        answer.edition,
        answer.games,
        answer.seed,
        answer
            .policies
            .iter()
            .map(|(side, policy)| format!("{side} {}", policy.kind))
            .collect::<Vec<_>>()
            .join(", ")
    );
    let events = &answer.events;
    let _ = writeln!(out, "\n  {}", percent(events.a_wins) + "  " + a + " wins");
    let _ = writeln!(out, "  {}", percent(events.b_wins) + "  " + b + " wins");
    let _ = writeln!(out, "  {}", percent(events.draw) + "  draw");
    quantities(&mut out, answer);
    let _ = writeln!(out, "\nhow battles end");
    for (how, share) in &answer.ended {
        let _ = writeln!(out, "  {:5.1}%  {how}", 100.0 * share);
    }
    let _ = writeln!(out, "\nby these policies, who wins");
    for (who, share) in &answer.by_first {
        let _ = writeln!(out, "  {}  who goes {who}", percent(*share));
    }
    for (edge, share) in &answer.by_edge {
        let _ = writeln!(out, "  {}  who sits in the {edge}", percent(*share));
    }
    units(&mut out, answer);
    let _ = writeln!(out, "\nnot played, or read into the rules");
    for line in &answer.not_modelled {
        let _ = writeln!(out, "  - {line}");
    }
    for line in &answer.notes {
        let _ = writeln!(out, "note: {line}");
    }
    out
}

fn quantities(out: &mut String, answer: &BattleAnswer) {
    let quantities = &answer.quantities;
    let all = [
        ("points of a", &quantities.a_points),
        ("points of b", &quantities.b_points),
        ("difference", &quantities.difference),
        ("rounds", &quantities.rounds),
    ];
    let _ = writeln!(out, "\n                  mean ± error     spread");
    for (name, quantity) in all {
        let (mean, error, sd) = (quantity.mean, quantity.standard_error, quantity.sd);
        let _ = writeln!(out, "  {name:12} {mean:9.2} ± {error:<8.2} {sd:6.2}");
    }
}

fn units(out: &mut String, answer: &BattleAnswer) {
    let _ = writeln!(out, "\nunits, a battle on average\n     points  lost  cost  what they did");
    for unit in &answer.units {
        let acts = unit.activations.iter().filter(|(_, count)| **count >= 0.05);
        let acts: Vec<String> = acts.map(|(name, count)| format!("{name} {count:.1}")).collect();
        let _ = writeln!(
            out,
            "  {}  {:6.2} {:5.2} {:5}  {}: {}",
            unit.side,
            unit.points,
            unit.lost,
            unit.cost,
            unit.name,
            acts.join(", ")
        );
    }
}
