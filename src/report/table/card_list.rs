//! Lists of cards as tables: texts are broken between words, and columns without room are left out,
//! the least important first.

use super::columns::{ColumnKind, TableColumn};
use super::{Layout, draw_fitting, natural_width};
use crate::report::words;

/// Letters to a line of a text, from the best to what is left where room is short.
const WIDTHS: [usize; 4] = [44, 30, 22, 16];

/// A column of texts in lines of at most `width` letters. The lower its priority, the later it is left
/// out; of rank 0 never.
pub fn text_column(head: &str, priority: usize, width: usize, cells: Vec<String>) -> TableColumn {
    let broken = |cell: String| {
        words::wrap(&cell, usize::MAX, |line| line.chars().count() <= width).join("\n")
    };
    let cells = cells.into_iter().map(broken).collect();
    TableColumn { heading: head.to_owned(), cells, kind: ColumnKind::Label, priority }
}

/// A column of numbers.
pub fn number_column(head: &str, priority: usize, cells: Vec<String>) -> TableColumn {
    TableColumn { heading: head.to_owned(), cells, kind: ColumnKind::Number, priority }
}

/// The table of what `columns` gives for so many letters to a line of a text, as many as leave room
/// for all columns; where there is none, the columns that fit, and the others by name.
pub fn render(layout: &Layout, columns: impl Fn(usize) -> Vec<TableColumn>) -> String {
    let rows: Vec<Option<usize>> =
        columns(0).first().map_or(0..0, |one| 0..one.cells.len()).map(Some).collect();
    let fits = |columns: &Vec<TableColumn>| natural_width(columns, &rows) <= layout.width().into();
    let [.., narrowest] = WIDTHS;
    let chosen = WIDTHS.into_iter().map(&columns).find(fits);
    draw_fitting(chosen.unwrap_or_else(|| columns(narrowest)), &rows, layout)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(width: usize) -> Vec<TableColumn> {
        let names =
            ["Brotherhood Sworn Knights", "Lannister Guardsmen"].map(str::to_owned).to_vec();
        let costs = ["8", "5"].map(str::to_owned).to_vec();
        let ids = ["brotherhood-sworn-knights", "lannister-guardsmen"].map(str::to_owned).to_vec();
        vec![
            text_column("name", 0, width, names),
            number_column("cost", 0, costs),
            text_column("id", 5, usize::MAX, ids),
        ]
    }

    #[test]
    fn what_has_no_room_is_left_out_and_no_word_is_broken() {
        let at = |width| render(&Layout { width, ..Layout::default() }, columns);
        let wide = at(70);
        assert!(wide.contains("│ Brotherhood Sworn Knights ┆    8 ┆ brotherhood-sworn-knights │"));
        let broken = at(60);
        assert!(
            broken.contains("│ Brotherhood Sworn   ┆    8 ┆ brotherhood-sworn-knights │"),
            "{broken}"
        );
        let narrow = at(40);
        assert!(narrow.ends_with("\nNo room for: id."), "{narrow}");
        assert!(narrow.contains("│ Brotherhood   ┆    8 │"), "{narrow}");
        assert!([wide, broken, narrow].join("\n").lines().all(|line| line.chars().count() <= 70));
    }
}
