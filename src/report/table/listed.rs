//! Lists of cards as tables: texts are broken between words, and columns without room are left out,
//! the least important first.

use super::columns::{Column, Content};
use super::{Layout, fitted, natural_width};
use crate::report::words;

/// Letters to a line of a text, from the best to what is left where room is short.
const WIDTHS: [usize; 4] = [44, 30, 22, 16];

/// A column of texts in lines of at most `width` letters. The lower its rank, the later it is left
/// out; of rank 0 never.
pub fn texts(head: &str, rank: usize, width: usize, cells: Vec<String>) -> Column {
    let broken = |cell: String| {
        words::wrap(&cell, usize::MAX, |line| line.chars().count() <= width).join("\n")
    };
    let cells = cells.into_iter().map(broken).collect();
    Column { head: head.to_owned(), cells, content: Content::Identity, rank }
}

/// A column of numbers.
pub fn numbers(head: &str, rank: usize, cells: Vec<String>) -> Column {
    Column { head: head.to_owned(), cells, content: Content::Numbers, rank }
}

/// The table of what `columns` gives for so many letters to a line of a text, as many as leave room
/// for all columns; where there is none, the columns that fit, and the others by name.
pub fn listed(layout: &Layout, columns: impl Fn(usize) -> Vec<Column>) -> String {
    let rows: Vec<Option<usize>> =
        columns(0).first().map_or(0..0, |one| 0..one.cells.len()).map(Some).collect();
    let fits = |columns: &Vec<Column>| natural_width(columns, &rows) <= layout.width().into();
    let [.., narrowest] = WIDTHS;
    let chosen = WIDTHS.into_iter().map(&columns).find(fits);
    fitted(chosen.unwrap_or_else(|| columns(narrowest)), &rows, layout)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(width: usize) -> Vec<Column> {
        let names =
            ["Brotherhood Sworn Knights", "Lannister Guardsmen"].map(str::to_owned).to_vec();
        let costs = ["8", "5"].map(str::to_owned).to_vec();
        let ids = ["brotherhood-sworn-knights", "lannister-guardsmen"].map(str::to_owned).to_vec();
        vec![
            texts("name", 0, width, names),
            numbers("cost", 0, costs),
            texts("id", 5, usize::MAX, ids),
        ]
    }

    #[test]
    fn what_has_no_room_is_left_out_and_no_word_is_broken() {
        let at = |width| listed(&Layout { width, ..Layout::default() }, columns);
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
