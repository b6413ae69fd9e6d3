//! Columns that are each 100%.

use plotters::style::text_anchor::{HPos, VPos};

use super::super::canvas::{Canvas, Dash, TextFormat};
use super::super::theme::{FRAME, INK, LABEL, NUMBER, ink, ink_on};
use super::{Frame, ROW, WordsOfRows, fill_bar, number_rows, widest};
use warodds_charts::spec::{Columns, Fill, Tone};

/// Height of the columns.
const HEIGHT: f64 = 200.0;
/// Space above for labels that do not fit in their part.
const ABOVE: f64 = 16.0;
/// Least distance between the middles of two labels of a column.
const BETWEEN_LABELS: f64 = 14.0;
/// Widest words at the left.
const WORDS: f64 = 230.0;

/// Draws a panel and returns its height.
pub(super) fn draw(canvas: &Canvas, all: &Columns, frame: Frame) -> f64 {
    let names = all.parts.iter().map(|(_, name)| name.as_str());
    let rows = all.rows.iter().map(|row| row.words.as_str());
    let words = names.chain(rows).chain([all.across.as_str()]);
    let is_narrow = frame.is_narrow();
    let lead = if is_narrow { 0.0 } else { widest(words, LABEL.bold()).min(WORDS) + 12.0 };
    let top = if is_narrow { draw_first_row(canvas, all, frame) } else { frame.top };
    let slot = (frame.width - lead) / all.columns.len().max(1) as f64;
    let (ceiling, floor) = (top + ABOVE, top + ABOVE + HEIGHT);
    let at = |place: usize| frame.left + lead + (place as f64 + 0.5) * slot;
    let half = (slot * 0.46).min(70.0);
    for (place, column) in all.columns.iter().enumerate() {
        let mut below = floor;
        for ((share, _), (fill, _)) in column.parts.iter().zip(&all.parts) {
            let top = below - share * HEIGHT;
            if *share > 0.0 {
                fill_bar(canvas, [(at(place) - half, top), (at(place) + half, below)], *fill);
            }
            below = top;
        }
    }
    // labels may lie on the part above theirs
    for (place, column) in all.columns.iter().enumerate() {
        let (mut below, mut lowest) = (floor, floor);
        for ((share, label), (fill, _)) in column.parts.iter().zip(&all.parts) {
            let top = below - share * HEIGHT;
            let has_room = *fill != Fill::Neither || below - top >= 17.0;
            if *fill == Fill::B && !label.is_empty() {
                let set = NUMBER.bold().colour(ink(Tone::B));
                canvas.text(label, (at(place), ceiling - 8.0), set);
            } else if *fill != Fill::B && !label.is_empty() && has_room {
                let y = label_middle(top, below, lowest);
                let set = TextFormat { bold: *fill != Fill::Neither, ..NUMBER.bold() };
                let colour = if y > top { ink_on(*fill) } else { INK };
                canvas.text(label, (at(place), y), set.colour(colour));
                lowest = y - BETWEEN_LABELS;
            }
            below = top;
        }
    }
    let left = frame.left + lead;
    canvas.path(&[(left, floor), (frame.right(), floor)], FRAME, 1.0, Dash::Solid);
    if !is_narrow {
        draw_names(canvas, all, frame, (ceiling, floor));
    }
    let places: Vec<f64> = (0..all.columns.len()).map(at).collect();
    let set = LABEL.anchored(HPos::Left, VPos::Center);
    canvas.text(&all.across, (frame.left, floor + ROW * 0.7), set);
    let floor = if is_narrow { floor + ROW } else { floor };
    for (column, x) in all.columns.iter().zip(&places) {
        canvas.text(&column.name, (*x, floor + ROW * 0.7), NUMBER.bold().colour(INK));
    }
    let top = floor + ROW * 1.3;
    let room = if is_narrow {
        WordsOfRows::Above(frame.width)
    } else {
        WordsOfRows::Beside((lead - 16.0).max(60.0))
    };
    top + number_rows(canvas, &all.rows, &places, ((frame.left, top), room)) - frame.top
}

/// Names the parts in rows above the columns, and returns where they end.
fn draw_first_row(canvas: &Canvas, all: &Columns, frame: Frame) -> f64 {
    let set = LABEL.anchored(HPos::Left, VPos::Center);
    let (mut x, mut y) = (frame.left, frame.top + 8.0);
    for (fill, name) in &all.parts {
        let lines = set.wrap_whole(name, frame.width - 16.0);
        let wide = 16.0 + widest(lines.iter().map(String::as_str), set);
        if x > frame.left && x + wide > frame.right() {
            (x, y) = (frame.left, y + set.line_height() + 2.0);
        }
        fill_bar(canvas, [(x, y - 5.0), (x + 11.0, y + 6.0)], *fill);
        canvas.lines(&lines, (x + 16.0, y), set);
        x += wide + 12.0;
        y += (lines.len().max(1) - 1) as f64 * set.line_height();
    }
    y + set.line_height()
}

/// Returns where the middle of a part's label is: at its top, or above it where it is too flat, and
/// not below `lowest`.
fn label_middle(top: f64, below: f64, lowest: f64) -> f64 {
    let height = below - top;
    let wanted = if height < 13.0 { top - 8.0 } else { top + (height / 2.0).min(10.0) };
    wanted.min(lowest)
}

/// Names the parts at the left, each beside its part of the first column that has it.
fn draw_names(canvas: &Canvas, all: &Columns, frame: Frame, (ceiling, floor): (f64, f64)) {
    let middle = |part: usize| {
        let of = |column: &warodds_charts::spec::Column| {
            let below: f64 = column.parts.iter().take(part).map(|(share, _)| share).sum();
            let share = column.parts.get(part).map_or(0.0, |(share, _)| *share);
            (share, floor - (below + share / 2.0) * HEIGHT)
        };
        let known = all.columns.iter().map(of).find(|(share, _)| *share > 0.0);
        known.map(|(_, y)| y)
    };
    let mut last = floor + 14.0;
    for (place, (fill, name)) in all.parts.iter().enumerate() {
        let Some(y) = middle(place) else { continue };
        let y = if *fill == Fill::B { ceiling - 8.0 } else { y.clamp(ceiling + 6.0, floor - 8.0) };
        let set = match fill {
            Fill::A => LABEL.bold().colour(ink(Tone::A)),
            Fill::B => LABEL.bold().colour(ink(Tone::B)),
            _ => LABEL,
        };
        let lines = set.wrap(name, 3, WORDS);
        let height = lines.len() as f64 * set.line_height();
        let bottom = (y + height / 2.0).min(last - 2.0);
        let top = if *fill == Fill::B { y - set.line_height() / 2.0 } else { bottom - height };
        canvas.lines(&lines, (frame.left, top), set);
        last = top;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two parts of any share in percent, one on the other: 8 % under 9 % have labels of 12 pixels
    /// in parts of 16 and 18.
    #[test]
    fn labels_of_a_column_do_not_lie_on_each_other() {
        for (low, high) in (0..=100).flat_map(|low| (0..=100 - low).map(move |high| (low, high))) {
            let [low, high] = [low, high].map(|share| f64::from(share) / 100.0 * HEIGHT);
            let (middle, end) = (HEIGHT - low, HEIGHT - low - high);
            let first = label_middle(middle, HEIGHT, HEIGHT);
            let second = label_middle(end, middle, first - BETWEEN_LABELS);
            assert!(first - second >= 12.0, "{low} and {high}: {first} and {second}");
            assert!(first < HEIGHT && second > end - ABOVE - BETWEEN_LABELS);
        }
    }
}
