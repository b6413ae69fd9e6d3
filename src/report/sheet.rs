//! A sheet for the table: what each unit of a list does to its enemies, as an HTML page to print.

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
    /// A QR code as SVG.
    pub code: Option<String>,
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
}

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
                    p { "Each cell: " b { "expected wounds" } ", then in percent the chance that an \
                        unhurt enemy loses a rank or more, and that it is destroyed. Grey: a rank \
                        is lost at least every other time." }
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
    // a column that no enemy has, such as shots of swords, is left out
    let is_used = |place: &usize| {
        unit.rows.iter().any(|(_, cells)| cells.get(*place).is_some_and(Option::is_some))
    };
    let columns: Vec<usize> = (0..COLUMNS.len()).filter(is_used).collect();
    html! {
        section {
            div.head {
                div {
                    h2 { (unit.name) }
                    @if let Some(words) = charge_words(&unit.charges) { p { (words) } }
                }
                @if let Some(code) = &unit.code { (PreEscaped(code)) }
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
    let Some(SheetCell { wounds, rank, destroyed }) = cell else {
        return html! { td.first { "–" } td {} td {} };
    };
    let percent = |p: f64| words::percent(p, 0).trim_end_matches('%').to_owned();
    let is_often = rank.is_some_and(|p| p >= 0.5);
    let class = is_often.then_some("often");
    html! {
        td class=(if is_often { "first often" } else { "first" }) { b { (format!("{wounds:.1}")) } }
        td class=[class] { (rank.map_or_else(|| "–".to_owned(), percent)) }
        td class=[class] { (percent(destroyed)) }
    }
}

/// Lists the distances at which a charge may fail: `Charge arrives: to 6" always, 7" 83%, …`.
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
        let words = "Charge arrives: to 6\" always, 7\" 83%, 8\" 50%";
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
