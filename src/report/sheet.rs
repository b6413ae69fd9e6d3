//! A sheet for the table: what each unit of a list does to its enemies, as an HTML page to print.
//! [`charts`](super::charts) draws the same sheet as pictures.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::words;

const STYLE: &str = include_str!("sheet.css");

/// The columns of a unit's table: the attack of an arc, with and without a charge, and a shot.
pub const COLUMNS: [&str; 7] =
    ["front", "flank", "rear", "charge front", "charge flank", "charge rear", "shot"];

/// A sheet.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The list.
    pub title: String,
    /// The enemies, and how the numbers are found.
    pub about: String,
    /// The units of the list.
    pub units: Vec<SheetUnit>,
    /// What is left out or not counted.
    pub remarks: Vec<String>,
    /// The version of the program.
    pub version: String,
}

/// The numbers of a unit.
#[derive(Clone, Debug)]
pub struct SheetUnit {
    /// Its name.
    pub name: String,
    /// The chance that a charge over each distance in inches arrives, in ascending order; empty if
    /// the unit cannot charge.
    pub charges: Vec<(u64, f64)>,
    /// A row for each enemy, with a cell for each of [`COLUMNS`].
    pub rows: Vec<(String, Vec<Option<SheetCell>>)>,
    /// The rows of a QR code with its dark squares, without a margin.
    pub code: Option<Vec<Vec<bool>>>,
}

impl SheetUnit {
    /// Returns the places in [`COLUMNS`] of the columns that some enemy has: shots of swords are
    /// left out.
    pub(super) fn columns(&self) -> Vec<usize> {
        let is_used = |place: &usize| {
            self.rows.iter().any(|(_, cells)| cells.get(*place).is_some_and(Option::is_some))
        };
        (0..COLUMNS.len()).filter(is_used).collect()
    }

    /// Lists the distances at which a charge may fail: `Charge arrives: to 6" always, 7" 83 %, …`.
    pub(super) fn charge_words(&self) -> Option<String> {
        charge_words(&self.charges)
    }
}

/// What an attack leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SheetCell {
    /// The expected wounds.
    pub wounds: f64,
    /// The chance that an unhurt enemy loses a rank or more; `None` for one of a single rank.
    pub rank: Option<f64>,
    /// The chance that an unhurt enemy is destroyed.
    pub destroyed: f64,
}

impl SheetCell {
    /// Returns the mean of some cells; chances to lose a rank count where there are ranks.
    pub fn mean(cells: &[Self]) -> Option<Self> {
        let of = |values: Vec<f64>| {
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        Some(Self {
            wounds: of(cells.iter().map(|cell| cell.wounds).collect())?,
            rank: of(cells.iter().filter_map(|cell| cell.rank).collect()),
            destroyed: of(cells.iter().map(|cell| cell.destroyed).collect())?,
        })
    }

    /// Returns its numbers: expected wounds, and the chances in percent. Certain ones are `>99` as
    /// nearly certain ones are: whole percents tell them apart no better.
    pub(super) fn texts(self) -> [String; 3] {
        let percent = |p: f64| match words::percent(p, 0).trim_end_matches(" %") {
            "100" => ">99".to_owned(),
            number => number.to_owned(),
        };
        let rank = self.rank.map_or_else(|| "–".to_owned(), percent);
        [format!("{:.1}", self.wounds), rank, percent(self.destroyed)]
    }

    /// Returns whether an enemy loses a rank in at least half of the attacks.
    pub(super) fn is_often(self) -> bool {
        self.rank.is_some_and(|p| p >= 0.5)
    }
}

/// What the numbers of a cell are.
pub(super) const LEGEND: &str = "Each cell: expected wounds, then in percent the chance that an \
    unhurt enemy loses a rank or more, and that it is destroyed. Grey: a rank is lost in at least \
    half of the attacks.";

/// Renders a sheet.
pub fn render(sheet: &Sheet) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (sheet.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (sheet.title) }
                    p { (sheet.about) }
                    p { (LEGEND) }
                }
                main { @for unit in &sheet.units { (unit_section(unit)) } }
                footer {
                    @for remark in &sheet.remarks { p { (remark) } }
                    p { "warodds " (sheet.version) }
                }
            }
        }
    };
    page.into_string() + "\n"
}

fn unit_section(unit: &SheetUnit) -> Markup {
    let columns = unit.columns();
    html! {
        section {
            div.head {
                div {
                    h2 { (unit.name) }
                    @if let Some(words) = unit.charge_words() { p { (words) } }
                }
                @if let Some(code) = &unit.code { (drawn_code(code)) }
            }
            table {
                thead {
                    tr {
                        th scope="col" { "enemy" }
                        @for place in &columns {
                            th scope="col" colspan="3" { (COLUMNS.get(*place).unwrap_or(&"")) }
                        }
                    }
                }
                tbody {
                    @for (enemy, cells) in &unit.rows {
                        tr {
                            th scope="row" { (enemy) }
                            @for place in &columns { (numbers(cells.get(*place).copied().flatten())) }
                        }
                    }
                }
            }
        }
    }
}

fn numbers(cell: Option<SheetCell>) -> Markup {
    let Some(cell) = cell else {
        return html! { td.first { "–" } td {} td {} };
    };
    let [wounds, rank, destroyed] = cell.texts();
    let class = cell.is_often().then_some("often");
    html! {
        td class=(if cell.is_often() { "first often" } else { "first" }) { b { (wounds) } }
        td class=[class] { (rank) }
        td class=[class] { (destroyed) }
    }
}

/// Draws a QR code with the margin that scanners need.
fn drawn_code(code: &[Vec<bool>]) -> Markup {
    const MARGIN: usize = 4;
    let side = code.len() + 2 * MARGIN;
    let squares = code.iter().enumerate().flat_map(|(y, row)| {
        let dark = row.iter().enumerate().filter(|(_, is_dark)| **is_dark);
        dark.map(move |(x, _)| format!("M{} {}h1v1h-1z", x + MARGIN, y + MARGIN))
    });
    html! {
        svg viewBox=(format!("0 0 {side} {side}")) shape-rendering="crispEdges" {
            path d=(squares.collect::<String>()) {}
        }
    }
}

/// Lists the distances at which a charge may fail: `Charge arrives: to 6" always, 7" 83 %, …`.
fn charge_words(charges: &[(u64, f64)]) -> Option<String> {
    let certain = charges.iter().rev().find(|(_, p)| *p >= 1.0 - 1e-9);
    let open = charges.iter().filter(|(_, p)| *p > 1e-9 && *p < 1.0 - 1e-9);
    let words = certain
        .map(|(distance, _)| format!("to {distance}\" always"))
        .into_iter()
        .chain(open.map(|(distance, p)| format!("{distance}\" {}", words::percent(*p, 0))));
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| format!("Charge arrives: {}", words.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charge_words_name_certain_and_open_distances() {
        let charges = [(5, 1.0), (6, 1.0), (7, 5.0 / 6.0), (8, 0.5), (9, 0.0)];
        let words = "Charge arrives: to 6\" always, 7\" 83 %, 8\" 50 %";
        assert_eq!(charge_words(&charges).as_deref(), Some(words));
        assert_eq!(charge_words(&[]), None);
    }

    #[test]
    fn mean_counts_ranks_where_there_are_some() {
        let cell = |wounds, rank, destroyed| SheetCell { wounds, rank, destroyed };
        let mean = SheetCell::mean(&[cell(1.0, Some(0.5), 0.25), cell(2.0, None, 0.75)]);
        assert_eq!(mean, Some(cell(1.5, Some(0.5), 0.5)));
        assert_eq!(SheetCell::mean(&[]), None);
    }
}
