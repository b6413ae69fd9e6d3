//! What the parts of an army are worth, and the swaps that gain, as tables.

use super::table::wrap_name;
use crate::answer::{ArmyPart, PartKind, Swap, WorthAnswer};
use crate::report::table::{Layout, TableColumn, draw_fitting, visible_rows};
use crate::report::words;
use warodds_charts::text::field::worth::{part_name, swap_name};

/// Renders the parts, the best per point first, and the swaps that gain most.
pub(super) fn tables(answer: &WorthAnswer, layout: &Layout, top: usize) -> Vec<String> {
    let parts = format!("{}\n{}", words::capitalize(answer.measure), rows(answer, layout, top));
    let swaps = answer.best_swaps();
    let swaps = (!swaps.is_empty())
        .then(|| format!("The swaps that gain most\n{}", swap_rows(&swaps, layout, 2 * top)));
    std::iter::once(parts).chain(swaps).collect()
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
