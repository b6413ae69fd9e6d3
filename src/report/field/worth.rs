//! What the parts of an army earn, and the swaps that gain, as tables and in sentences.

use super::table::wrap_name;
use super::{collect_remarks, describe_method};
use crate::answer::{ArmyPart, PartKind, Swap, WorthAnswer};
use crate::counted::counted;
use crate::report::table::{Layout, TableColumn, draw_fitting, visible_rows};
use crate::report::words;

/// Renders the parts, the best per point first, and the swaps that gain most.
pub(super) fn render(answer: &WorthAnswer, layout: &Layout, top: usize) -> String {
    let mut parts = vec![
        format!("Worth: {}", words::clean(&answer.header.name)),
        describe_method(&answer.header, &answer.header.weapons),
        String::new(),
    ];
    parts.extend(findings(answer));
    parts.push(format!("\n{}\n{}", words::capitalize(answer.measure), rows(answer, layout, top)));
    let swaps = answer.best_swaps();
    if !swaps.is_empty() {
        parts.push(format!("\nThe swaps that gain most\n{}", swap_rows(&swaps, layout, 2 * top)));
    }
    parts.extend(collect_remarks(answer.header.method.partial, &answer.remarks));
    parts.join("\n") + "\n"
}

/// Says what the army earns, which part earns least, and which swap gains most.
pub(crate) fn findings(answer: &WorthAnswer) -> Vec<String> {
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
    total.into_iter().chain(least).chain(swap).collect()
}

/// Returns the name of a part; of an attachment with its unit.
pub(crate) fn part_name(part: &ArmyPart) -> String {
    match &part.unit {
        Some(unit) => format!("{} of {}", words::clean(&part.name), words::clean(unit)),
        None => words::clean(&part.name),
    }
}

/// Returns the name of the card that a swap puts in place of a part.
pub(crate) fn swap_name(swap: &Swap) -> String {
    swap.name.as_deref().map_or_else(|| "no attachment".to_owned(), words::clean)
}

fn rows(answer: &WorthAnswer, layout: &Layout, top: usize) -> String {
    let all = &answer.parts;
    let groups = |one: &ArmyPart| {
        let swaps = &one.swaps;
        format!("{} / {} / {}", swaps.better.len(), swaps.about_equal.len(), swaps.worse.len())
    };
    let columns = vec![
        TableColumn::labels("part", 0, all, |one| match one.part {
            PartKind::Unit => wrap_name(&part_name(one)),
            PartKind::Attachment => wrap_name(&format!("+ {}", part_name(one))),
        }),
        TableColumn::numbers("cost", 1, all, |one| one.cost.to_string()),
        TableColumn::numbers("points", 1, all, |one| words::signed(one.points, 3)),
        TableColumn::numbers("per\npoint", 0, all, |one| {
            one.per_point.map_or_else(|| "–".to_owned(), |points| words::signed(points, 3))
        }),
        TableColumn::labels("swaps better\n/ equal / worse", 4, all, groups),
    ];
    draw_fitting(columns, &visible_rows(all.len(), 2 * top), layout)
}

fn swap_rows(swaps: &[(&ArmyPart, &Swap)], layout: &Layout, most: usize) -> String {
    let shown: Vec<&(&ArmyPart, &Swap)> = swaps.iter().take(most).collect();
    let columns = vec![
        TableColumn::labels("in place of", 0, &shown, |(part, _)| wrap_name(&part_name(part))),
        TableColumn::labels("take", 0, &shown, |(_, swap)| wrap_name(&swap_name(swap))),
        TableColumn::numbers("cost", 1, &shown, |(part, swap)| {
            format!("{} → {}", part.cost, swap.cost)
        }),
        TableColumn::numbers("gain", 0, &shown, |(_, swap)| words::signed(swap.gain, 3)),
    ];
    let more = match swaps.len() - shown.len() {
        0 => String::new(),
        more => format!("\n{more} more in the JSON and CSV output."),
    };
    draw_fitting(columns, &visible_rows(shown.len(), layout.rows), layout) + &more
}
