//! What the parts of an army earn, and the swaps that gain.

use crate::answer::{ArmyPart, Swap, WorthAnswer};
use crate::counted::counted;
use crate::text::words;

/// Says what the army earns, which part earns least, and which swap gains most.
pub fn findings(answer: &WorthAnswer) -> Vec<String> {
    let field = counted(answer.opponents as u64, "unit", "units");
    let points = |value: f64| words::signed(value, 3);
    let total = answer
        .total
        .map(|total| format!("The army earns {} points against {field}.", points(total)));
    let least = answer.least().and_then(|part| {
        let per_point = points(part.per_point?);
        Some(format!("{} earns least for its cost: {per_point} a point.", part_name(part)))
    });
    let swaps = answer.best_swaps();
    let swap = swaps.first().map(|(part, swap)| {
        let instead = swap_name(swap);
        format!(
            "The best swap is {instead} in place of {}: {}.",
            part_name(part),
            points(swap.gain)
        )
    });
    let no_swap = || "No swap of equal or lower cost gains.".to_owned();
    let swap = answer.total.map(|_| swap.unwrap_or_else(no_swap));
    let uncounted = answer.parts.iter().filter(|part| !part.counts.is_empty()).map(|part| {
        let counts = part.counts.join(", ");
        format!("{} changes nothing in this situation: it counts {counts}.", part_name(part))
    });
    total.into_iter().chain(least).chain(swap).chain(uncounted).collect()
}

/// Returns the name of a part; of an attachment with its unit.
pub fn part_name(part: &ArmyPart) -> String {
    match &part.unit {
        Some(unit) => format!("{} of {}", words::clean(&part.name), words::clean(unit)),
        None => words::clean(&part.name),
    }
}

/// Returns the name of the card that a swap puts in place of a part.
pub fn swap_name(swap: &Swap) -> String {
    swap.name.as_deref().map_or_else(|| "no attachment".to_owned(), words::clean)
}
