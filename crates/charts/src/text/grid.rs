//! A small table without lines between its cells, for blocks.

use super::words;
use super::wrapping::{JOINT, wrap_items};

/// Characters that a label may have in any case, and most characters of a line of a heading.
const LABEL: usize = 30;
const HEAD: usize = 16;
/// Most lines of a heading.
const HEAD_LINES: usize = 3;
/// Between two columns.
const GAP: &str = "  ";

/// Rows of cells, each with a label, below the headings of their columns.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    heads: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
}

impl Grid {
    /// Creates a grid from the headings of its columns, and its rows: a label, and a cell for each
    /// column.
    pub(super) const fn new(heads: Vec<String>, rows: Vec<(String, Vec<String>)>) -> Self {
        Self { heads, rows }
    }

    /// Returns whether the grid has at most `height` lines of at most `width` characters.
    pub(super) fn fits(&self, width: usize, height: usize) -> bool {
        let lines = self.draw(width);
        lines.len() <= height && lines.iter().all(|line| line.chars().count() <= width)
    }

    /// Returns the lines of the grid; if they are wider than `width`, a text for each row.
    pub(super) fn lines(&self, width: usize) -> Vec<String> {
        if self.fits(width, usize::MAX) {
            return self.draw(width);
        }
        let row = |(label, cells): &(String, Vec<String>)| {
            let named = self.heads.iter().zip(cells).map(|(head, cell)| format!("{head} {cell}"));
            format!("{label}: {}", named.collect::<Vec<_>>().join(JOINT))
        };
        self.rows.iter().flat_map(|line| wrap_items(&row(line), width)).collect()
    }

    /// Returns the width of each column below its heading.
    fn widths(&self, heads: &[Vec<String>]) -> Vec<usize> {
        let width = |(column, head): (usize, &Vec<String>)| {
            let cells = self.rows.iter().filter_map(|(_, cells)| cells.get(column));
            let longest = head.iter().chain(cells).map(|text| text.chars().count());
            longest.max().unwrap_or(0)
        };
        heads.iter().enumerate().map(width).collect()
    }

    /// Draws the grid with labels as long as `width` allows.
    fn draw(&self, width: usize) -> Vec<String> {
        let heads: Vec<Vec<String>> = self.heads.iter().map(|head| wrap_head(head)).collect();
        let height = heads.iter().map(Vec::len).max().unwrap_or(0);
        let widths = self.widths(&heads);
        let columns: usize = widths.iter().map(|width| width + GAP.len()).sum();
        let room = width.saturating_sub(columns).max(LABEL);
        let short = |text: &str| words::shorten(text, |one| one.chars().count() <= room);
        let labels: Vec<String> = self.rows.iter().map(|(label, _)| short(label)).collect();
        let label_width = labels.iter().map(|one| one.chars().count()).max().unwrap_or(0);
        let line = |label: &str, cells: &mut dyn Iterator<Item = &str>| {
            let cells = cells.zip(&widths).map(|(cell, width)| format!("{GAP}{cell:>width$}"));
            format!("{label:label_width$}{}", cells.collect::<String>()).trim_end().to_owned()
        };
        // headings end at the same line, above their cells
        let head_line = |index: usize| {
            let mut cells = heads.iter().map(|head| {
                let above = height - head.len();
                index.checked_sub(above).and_then(|own| head.get(own)).map_or("", String::as_str)
            });
            line("", &mut cells)
        };
        let rows = self.rows.iter().zip(&labels);
        let rows =
            rows.map(|((_, cells), label)| line(label, &mut cells.iter().map(String::as_str)));
        (0..height).map(head_line).chain(rows).collect()
    }
}

/// Breaks a heading into lines.
fn wrap_head(head: &str) -> Vec<String> {
    words::wrap(head, HEAD_LINES, |line| line.chars().count() <= HEAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let heads = ["Lannister Guardsmen", "Pyromancers"].map(str::to_owned);
        let row =
            |label: &str, cells: [&str; 2]| (label.to_owned(), cells.map(str::to_owned).into());
        let rows = [row("Outriders", ["0.5", "1.25"]), row("Bowmen", ["10", "2"])];
        Grid::new(heads.into(), rows.into())
    }

    #[test]
    fn grid_aligns_cells_below_their_headings() {
        let lines = [
            "           Lannister",
            "           Guardsmen  Pyromancers",
            "Outriders        0.5         1.25",
            "Bowmen            10            2",
        ];
        assert_eq!(grid().lines(80), lines);
        assert!(grid().fits(33, 4) && !grid().fits(32, 4) && !grid().fits(33, 3));
    }

    #[test]
    fn grid_wider_than_the_terminal_has_a_text_for_each_row() {
        let lines = ["Outriders: Lannister", "Guardsmen 0.5"];
        assert_eq!(grid().lines(24).get(..2), Some(&lines.map(str::to_owned)[..]));
    }
}
