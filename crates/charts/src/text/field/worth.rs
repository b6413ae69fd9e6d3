//! What the parts of an army are worth, and the swaps that gain.

use super::{ends, heading_of, sentences, title};
use crate::answer::{ArmyPart, Setting, Swap, WorthAnswer};
use crate::counted::counted;
use crate::text::block_line::BlockLine;
use crate::text::words;
use crate::text::wrapping::JOINT;

/// Most parts at either end of the list, and most swaps, of a block.
const MOST: usize = 3;

/// Returns whose army it is, the field, and the settings.
pub(in crate::text) fn heading(answer: &WorthAnswer) -> String {
    let name = &answer.header.name;
    let case = Setting::case_name("", &answer.header.case);
    let name = title(name.strip_suffix(&case).unwrap_or(name));
    let army = name.split(" v ").next().unwrap_or(&name);
    let field = counted(answer.opponents as u64, "unit", "units");
    heading_of(&format!("{army}: what each part is worth against {field}"), &answer.header)
}

/// Returns the lines of a block: the army, at most `most` of its best and weakest parts and of the
/// best swaps, and the parts that change nothing.
pub(in crate::text) fn lines(answer: &WorthAnswer, most: usize) -> Vec<BlockLine> {
    let most = most.min(MOST);
    let part = |part: &ArmyPart| Some((part_name(part), words::signed(part.per_point?, 3)));
    let labels =
        ["Best for their cost (per point)", "Weakest for their cost", "Worth per point of cost"];
    let parts = ends(labels, answer.parts.iter().filter_map(part).collect(), most);
    let others = best_swaps(answer, most).into_iter().chain(uncounted(answer));
    sentences(total(answer)).into_iter().chain(parts).chain(sentences(others)).collect()
}

/// Says whether the army destroys or loses more points.
pub fn total(answer: &WorthAnswer) -> Option<String> {
    let total = answer.total?;
    let field = counted(answer.opponents as u64, "unit", "units");
    let points = words::rounded(total.abs());
    let result = if total < 0.0 {
        format!("loses {points} points more than it destroys")
    } else {
        format!("destroys {points} points more than it loses")
    };
    Some(format!("In one exchange of attacks, on average against {field}, the army {result}."))
}

/// Names the swaps that gain most, at most `most`; `None` if the run was stopped.
pub fn best_swaps(answer: &WorthAnswer, most: usize) -> Option<String> {
    answer.total?;
    let swaps = answer.best_swaps();
    let swaps = swaps.iter().take(most.max(1)).map(|(part, swap)| {
        format!("{} for {} {}", swap_name(swap), part_name(part), words::signed(swap.gain, 3))
    });
    let swaps: Vec<String> = swaps.collect();
    Some(match swaps.as_slice() {
        [] => "No swap of equal or lower cost is better.".to_owned(),
        [only] => format!("Best swap: {only}."),
        several => format!("Best swaps: {}.", several.join(JOINT)),
    })
}

/// Names the parts that change nothing in this situation, with the conditions in which they count.
pub fn uncounted(answer: &WorthAnswer) -> impl Iterator<Item = String> {
    answer.parts.iter().filter(|part| !part.counts.is_empty()).map(|part| {
        let counts = part.counts.join(", ");
        format!("{} changes nothing in this situation: it counts {counts}.", part_name(part))
    })
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
