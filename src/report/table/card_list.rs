//! Lists of cards as tables: texts are wrapped, and columns that do not fit are left out by
//! priority.

use super::columns::TableColumn;
use super::{Layout, all_rows, draw_fitting, natural_width};
use crate::report::words;

/// Widths of text columns in characters; the first that fits all columns is used.
const WIDTHS: [usize; 4] = [44, 30, 22, 16];

/// Creates a column of texts wrapped at `width` characters. Columns with the highest priority are
/// left out first, those with priority 0 never.
pub fn text_column(head: &str, priority: usize, width: usize, cells: Vec<String>) -> TableColumn {
    TableColumn::labels(head, priority, cells, |cell| words::wrap_at(&cell, usize::MAX, width))
}

/// Creates a column of numbers.
pub fn number_column(head: &str, priority: usize, cells: Vec<String>) -> TableColumn {
    TableColumn::numbers(head, priority, cells, |cell| cell)
}

/// Renders the table of `columns(width)` for the widest text columns with which all columns fit. If
/// none does, some columns are left out and named below the table.
pub fn render(layout: &Layout, columns: impl Fn(usize) -> Vec<TableColumn>) -> String {
    let rows = all_rows(&columns(0));
    let fits = |columns: &Vec<TableColumn>| natural_width(columns, &rows) <= layout.width().into();
    let [.., narrowest] = WIDTHS;
    // narrower texts before fewer columns: a wrapped name is still a name
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
    fn render_leaves_out_columns_and_never_breaks_words() {
        let at = |width| render(&Layout { width, ..Layout::default() }, columns);
        let wide = at(70);
        assert!(wide.contains("│ Brotherhood Sworn Knights ┆    8 ┆ brotherhood-sworn-knights │"));
        let broken = at(60);
        assert!(
            broken.contains("│ Brotherhood Sworn   ┆    8 ┆ brotherhood-sworn-knights │"),
            "{broken}"
        );
        let narrow = at(40);
        assert!(
            narrow.ends_with("\nColumns left out: id (wider terminal,\n--csv or --json)."),
            "{narrow}"
        );
        assert!(narrow.contains("│ Brotherhood   ┆    8 │"), "{narrow}");
        assert!([wide, broken, narrow].join("\n").lines().all(|line| line.chars().count() <= 70));
    }
}
