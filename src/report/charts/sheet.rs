//! Pages of a sheet for the table.

use super::{ChartError, ChartFiles, draw, load_fonts, render_pages};
use crate::report::sheet::{COLUMNS, LEGEND, Sheet, SheetCell, SheetUnit};
use warodds_charts::spec::{Chart, NumberGroup, Panel, Table, TableRow};
use warodds_charts::{PageNumbering, name_pages};

/// Height of a page for each unit of its width: that of letter paper within its margins, which is
/// shorter than A4.
const SHAPE: f64 = 1.31;
/// Height of the words above and below the tables.
const WORDS: f64 = 140.0;

/// Draws the pages of a sheet, as `sheet`. A page has whole tables.
///
/// # Errors
/// As [`draw_all`](super::draw_all).
pub(crate) fn draw_sheet(sheet: &Sheet) -> Result<ChartFiles, ChartError> {
    // texts are measured where pages are filled
    load_fonts()?;
    let mut notes = Vec::new();
    let pages = name_pages("sheet", PageNumbering::IfSeveral, charts(sheet), &mut notes);
    render_pages(pages, notes)
}

/// Describes the pages of a sheet.
pub(super) fn charts(sheet: &Sheet) -> Vec<Chart> {
    let tables: Vec<Panel> = sheet.units.iter().map(table).collect();
    let room = tables.iter().map(|one| draw::size(one).0).fold(0.0, f64::max) * SHAPE - WORDS;
    let mut pages: Vec<Vec<Panel>> = Vec::new();
    let mut used = 0.0;
    for table in tables {
        let (_, height) = draw::size(&table);
        used += height;
        match pages.last_mut().filter(|_| used <= room) {
            Some(page) => page.push(table),
            None => {
                pages.push(vec![table]);
                used = height;
            }
        }
    }
    let count = pages.len();
    let page = |(place, panels)| {
        let number = (count > 1).then(|| format!("Page {} of {count}.", place + 1));
        Chart {
            // each page repeats its words, because pages are files that are shared one by one
            title: sheet.title.clone(),
            question: format!("{}\n{LEGEND}", sheet.about),
            key: Vec::new(),
            panels,
            foot: number.iter().chain(&sheet.remarks).cloned().collect::<Vec<_>>().join(" "),
        }
    };
    pages.into_iter().enumerate().map(page).collect()
}

fn table(unit: &SheetUnit) -> Panel {
    let columns = unit.columns();
    let group = |cell: Option<SheetCell>| NumberGroup {
        cells: cell.map_or_else(|| vec!["–".to_owned()], |cell| cell.texts().into()),
        is_marked: cell.is_some_and(SheetCell::is_often),
    };
    let row = |(name, cells): &(String, Vec<Option<SheetCell>>)| TableRow {
        name: name.clone(),
        groups: columns.iter().map(|at| group(cells.get(*at).copied().flatten())).collect(),
    };
    Panel::Table(Table {
        name: unit.name.clone(),
        note: unit.charge_words().unwrap_or_default(),
        heads: columns.iter().filter_map(|at| Some((*COLUMNS.get(*at)?).to_owned())).collect(),
        rows: unit.rows.iter().map(row).collect(),
        code: unit.code.clone().unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;
    use crate::report::samples::NASTY;

    /// A sheet of units with any names, each against some enemies.
    fn sheet(units: usize, enemies: usize) -> Sheet {
        let cell = SheetCell { wounds: 12.3, rank: Some(0.6), destroyed: 0.004 };
        let names = NASTY.iter().cycle().map(|name| (*name).to_owned());
        let row = |name: String| (name, vec![Some(cell), None, Some(cell)]);
        let unit = |name: String| SheetUnit {
            name,
            charges: vec![(6, 1.0), (7, 0.5)],
            rows: names.clone().take(enemies).map(row).collect(),
            code: Some(vec![vec![true, false, true]; 3]),
        };
        Sheet {
            title: NASTY.join(" "),
            about: "Against all.".to_owned(),
            units: names.clone().take(units).map(unit).collect(),
            remarks: NASTY.map(str::to_owned).to_vec(),
            version: String::new(),
        }
    }

    #[test]
    fn pages_have_each_unit_once_and_fit_the_paper() {
        load_fonts().expect("a font");
        let plain = Sheet { title: "Wolves".to_owned(), remarks: Vec::new(), ..sheet(12, 9) };
        let pages = charts(&plain);
        assert!(pages.len() > 1);
        let names: Vec<&String> = pages
            .iter()
            .flat_map(|page| &page.panels)
            .map(|panel| match panel {
                Panel::Table(table) => &table.name,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(names, plain.units.iter().map(|unit| &unit.name).collect::<Vec<_>>());
        for page in &pages {
            let (_, (width, height)) = draw::draw(page, super::super::theme::WIDTH);
            assert!(f64::from(height) <= f64::from(width) * SHAPE, "{width} × {height}");
        }
    }

    #[test]
    fn odd_sheets_are_drawn_whole() {
        for sheet in [sheet(1, 1), sheet(2, 40), sheet(1, 0)] {
            check(&draw_sheet(&sheet).expect("drawn"));
        }
        let Panel::Table(table) = &charts(&sheet(1, 1))[0].panels[0] else { panic!("a table") };
        assert_eq!(table.heads, ["front", "rear"], "nobody is attacked in the flank");
        let group =
            NumberGroup { cells: ["12.3", "60", "<1"].map(str::to_owned).into(), is_marked: true };
        assert_eq!(table.rows[0].groups, [group.clone(), group]);
    }
}
