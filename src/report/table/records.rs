//! Tables as records of text, for programs that lay them out themselves.
//!
//! A table is a line of headings, which begins with `TABLE`, and a line for each row, which begins
//! with `RECORD`; cells are separated by `CELL`. These are the ASCII characters for this
//! purpose, which names and texts of tables never contain. The heading of a column of numbers ends
//! with `NUMBERS`.

use super::{ColumnKind, TableColumn};

/// Begins the headings of a table.
const TABLE: char = '\u{1c}';
/// Begins a row.
const RECORD: char = '\u{1e}';
/// Separates the cells of a line.
const CELL: char = '\u{1f}';
/// Ends the heading of a column of numbers.
const NUMBERS: char = '\u{1d}';

/// A part of a text with tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A line.
    Line(String),
    /// Lines that are aligned by spaces.
    Aligned(String),
    /// A table.
    Table(RecordTable),
}

/// A table that was written as records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordTable {
    /// The heading of each column, and whether the column holds numbers.
    pub headings: Vec<(String, bool)>,
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
}

/// Writes the rows of a table as records; `None` is the place of rows that are left out.
pub(super) fn write(columns: &[TableColumn], shown: &[Option<usize>]) -> String {
    let heading = |column: &TableColumn| {
        let mark = (column.kind == ColumnKind::Number).then_some(NUMBERS);
        column.heading.chars().chain(mark).collect()
    };
    let row = |row: &Option<usize>| {
        let cell = |column: &TableColumn| {
            let cell = row.map(|row| column.cells.get(row).cloned().unwrap_or_default());
            cell.unwrap_or_else(|| "…".to_owned())
        };
        record(RECORD, columns.iter().map(cell))
    };
    let headings = record(TABLE, columns.iter().map(heading));
    std::iter::once(headings).chain(shown.iter().map(row)).collect::<Vec<_>>().join("\n")
}

fn record(start: char, cells: impl Iterator<Item = String>) -> String {
    // lines of a cell are wrapped for terminals
    let cells = cells.map(|cell| cell.replace('\n', " "));
    format!("{start}{}", cells.collect::<Vec<_>>().join(&CELL.to_string()))
}

/// Splits a text with tables in the form of records into its parts, without empty lines.
pub fn parse(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut follows_empty_line = false;
    for line in text.lines() {
        let is_apart = std::mem::replace(&mut follows_empty_line, line.trim().is_empty());
        if follows_empty_line {
            continue;
        }
        let is_aligned = line.starts_with("  ");
        if let Some(headings) = line.strip_prefix(TABLE) {
            blocks.push(Block::Table(RecordTable::begin(headings)));
            continue;
        }
        match (blocks.last_mut(), line.strip_prefix(RECORD)) {
            (Some(Block::Table(table)), Some(record)) => {
                table.rows.push(record.split(CELL).map(str::to_owned).collect());
            }
            (Some(Block::Aligned(text)), None) if is_aligned && !is_apart => {
                text.push('\n');
                text.push_str(line);
            }
            _ if is_aligned => blocks.push(Block::Aligned(line.to_owned())),
            _ => blocks.push(Block::Line(line.to_owned())),
        }
    }
    blocks
}

impl RecordTable {
    fn begin(headings: &str) -> Self {
        let heading = |cell: &str| match cell.strip_suffix(NUMBERS) {
            Some(heading) => (heading.to_owned(), true),
            None => (cell.to_owned(), false),
        };
        Self { headings: headings.split(CELL).map(heading).collect(), rows: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_reads_what_write_writes() {
        let columns = [
            TableColumn::labels("unit\nname", 0, ["Umber\nGreataxes", "Wolf"], str::to_owned),
            TableColumn::numbers("wounds", 0, ["2.5", "–"], str::to_owned),
        ];
        let written = write(&columns, &[Some(1), None, Some(0)]);
        let text =
            format!("Title\n\n{written}\n{}\n  aligned\n  text\n\n  apart\n", write(&columns, &[]));
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let table = RecordTable {
            headings: vec![("unit name".to_owned(), false), ("wounds".to_owned(), true)],
            rows: vec![row(["Wolf", "–"]), row(["…", "…"]), row(["Umber Greataxes", "2.5"])],
        };
        let blocks = [
            Block::Line("Title".to_owned()),
            Block::Table(table.clone()),
            Block::Table(RecordTable { rows: Vec::new(), ..table }),
            Block::Aligned("  aligned\n  text".to_owned()),
            Block::Aligned("  apart".to_owned()),
        ];
        assert_eq!(parse(&text), blocks);
    }
}
