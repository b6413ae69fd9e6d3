//! A matrix as a heat map: a row for each attacker, a column for each defender.
//!
//! Dark is much. Small maps have their numbers in the cells; large ones have cells just wide enough
//! for a line of text, so that each row and column keeps its name. Rows and columns in the order of
//! factions stand in bands with the faction's name.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use plotters::style::colors::colormaps::ViridisRGB;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Dash, Drawn, FAINT, GRID, INK, MARGIN, Point, Type, WIDTH};
use super::header::Header;
use crate::counted::counted;
use crate::report::field::{called, how, metric_words, remarks};
use crate::report::words;
use crate::study::field::{Contestant, Metric, Order};
use crate::study::matrix::MatrixAnswer;

/// More rows or columns than this are not drawn: the picture would be too large to be opened.
pub const MOST: usize = 240;
/// Up to so many columns the cells hold their numbers.
const NUMBERED: usize = 30;
/// The most room for names.
const LONGEST: f64 = 250.0;
/// The room for a faction's name beside its band, and between bands.
const BAND: f64 = 26.0;
const GAP: f64 = 4.0;
/// The room between the cells and their means.
const APART: f64 = 8.0;
/// The colour bar.
const SCALE: Point = (320.0, 14.0);
const SCALE_HEIGHT: f64 = 50.0;
const TICK: Type = Type::plain(13.5).colour(INK).anchored(HPos::Center, VPos::Top);

/// Rows or columns: their names, places and bands.
struct Side {
    names: Vec<String>,
    /// Where each begins, from the first.
    starts: Vec<f64>,
    /// The size of a cell.
    step: f64,
    /// Where they end.
    end: f64,
    bands: Vec<Band>,
    /// The room for names.
    room: f64,
    means: Vec<Option<f64>>,
}

/// Neighbours of one faction.
struct Band {
    name: String,
    from: f64,
    to: f64,
}

/// A page with a heat map.
pub struct HeatPage {
    header: Header,
    metric: Metric,
    rows: Side,
    columns: Side,
    values: Vec<Vec<Option<f64>>>,
    range: (f64, f64),
    label: Type,
    numbered: bool,
    width: f64,
}

impl Side {
    fn of(
        contestants: &[Contestant],
        means: Vec<Option<f64>>,
        step: f64,
        label: Type,
        banded: bool,
    ) -> Self {
        let name = |unit: &Contestant| {
            let cost = unit.cost.map_or_else(String::new, |cost| format!(" ({cost})"));
            words::shorten(&format!("{}{cost}", called(unit)), |text| label.width(text) <= LONGEST)
        };
        let names: Vec<String> = contestants.iter().map(name).collect();
        let room = names.iter().map(|name| label.width(name)).fold(0.0, f64::max) + 8.0;
        let (mut starts, mut bands, mut end): (Vec<f64>, Vec<Band>, f64) =
            (Vec::new(), Vec::new(), 0.0);
        for unit in contestants {
            let same = bands.last().is_some_and(|band| band.name == unit.faction);
            if banded && !same {
                end += if bands.is_empty() { 0.0 } else { GAP };
                bands.push(Band { name: unit.faction.clone(), from: end, to: end });
            }
            starts.push(end);
            end += step;
            if let Some(band) = bands.last_mut() {
                band.to = end;
            }
        }
        Self { names, starts, step, end, bands, room, means }
    }

    /// The room for names and bands.
    fn lead(&self) -> f64 {
        self.room + if self.bands.is_empty() { 0.0 } else { BAND }
    }

    /// Where the means stand.
    fn means_at(&self) -> f64 {
        self.end + APART
    }
}

/// The page of a matrix.
pub fn page(answer: &MatrixAnswer) -> HeatPage {
    let (height, width) = (answer.attackers.len(), answer.defenders.len());
    let numbered = width <= NUMBERED;
    let label = Type::plain(if numbered {
        14.0
    } else if width.max(height) <= 70 {
        13.0
    } else {
        11.0
    });
    let line = label.size * 1.2;
    let step = (
        if numbered { 44.0 } else { line.max(13.0) },
        if numbered { 24.0 } else { line.max(13.0) },
    );
    let banded = answer.order == Order::Faction;
    let row_means = (0..height).map(|row| answer.attacker_mean(row)).collect();
    let column_means = (0..width).map(|column| answer.defender_mean(column)).collect();
    let rows = Side::of(&answer.attackers, row_means, step.1, label, banded);
    let columns = Side::of(&answer.defenders, column_means, step.0, label, banded);
    let page = (2.0 * MARGIN + rows.lead() + columns.means_at() + MEAN + 4.0).max(WIDTH);
    let values: Vec<Vec<Option<f64>>> = (0..height)
        .map(|row| (0..width).map(|column| answer.value(row, column)).collect())
        .collect();
    let known = || values.iter().flatten().flatten().copied();
    let range = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
    let header = header(answer, page - 2.0 * MARGIN);
    HeatPage {
        header,
        metric: answer.metric,
        rows,
        columns,
        values,
        range,
        label,
        numbered,
        width: (page / 2.0).ceil() * 2.0,
    }
}

/// The width of the column of means.
const MEAN: f64 = 46.0;

fn header(answer: &MatrixAnswer, room: f64) -> Header {
    let (rows, columns) = (
        counted(answer.attackers.len() as u64, "attacker", "attackers"),
        counted(answer.defenders.len() as u64, "defender", "defenders"),
    );
    let size = format!("{rows} (down) × {columns} (across), cost in brackets");
    let how = how(answer.method, answer.edition, &answer.weapons, &answer.terms);
    let remarks =
        remarks(&answer.left_out, &answer.notes, answer.method.partial, &answer.not_modelled);
    let titled =
        format!("{}: {}", words::capital(&words::clean(&answer.name)), metric_words(answer.metric));
    Header::of(&titled, &[&[size, how], remarks.as_slice()].concat(), room)
}

/// A value in a cell.
fn short(metric: Metric, value: f64) -> String {
    match metric {
        Metric::Wounds | Metric::PerPoint => format!("{value:.2}"),
        Metric::Destroyed | Metric::AtLeast(_) => words::percent(value, 0).replace(' ', ""),
    }
}

impl HeatPage {
    /// Its size in units.
    pub fn size(&self) -> (u32, u32) {
        let height = self.top() + self.rows.means_at() + self.rows.step.max(24.0) + MARGIN;
        (self.width as u32, (height / 2.0).ceil() as u32 * 2)
    }

    /// Where the cells begin.
    fn top(&self) -> f64 {
        self.header.height() + SCALE_HEIGHT + self.columns.lead()
    }

    fn left(&self) -> f64 {
        MARGIN + self.rows.lead()
    }

    /// The colour of a value: dark is much.
    fn colour(&self, value: Option<f64>) -> RGBColor {
        let (low, high) = self.range;
        let part = |value: f64| {
            if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 }
        };
        value.map_or(GRID, |value| ViridisRGB::get_color(1.0 - part(value)))
    }

    /// Draws it.
    pub fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        self.header.draw(canvas)?;
        self.draw_scale(canvas)?;
        self.draw_rows(canvas)?;
        self.draw_columns(canvas)?;
        let (left, top) = (self.left(), self.top());
        for (values, y) in self.values.iter().zip(&self.rows.starts) {
            for (value, x) in values.iter().zip(&self.columns.starts) {
                self.cell(
                    canvas,
                    *value,
                    [(left + x, top + y), (left + x + self.columns.step, top + y + self.rows.step)],
                    self.numbered,
                )?;
            }
        }
        Ok(())
    }

    /// One cell, with its number if there is room.
    fn cell<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        value: Option<f64>,
        corners: [Point; 2],
        numbered: bool,
    ) -> Drawn<DB> {
        let colour = self.colour(value);
        canvas.fill(corners, colour)?;
        if !numbered {
            return Ok(());
        }
        let [(left, top), (right, bottom)] = corners;
        let ink = if is_dark(colour) { RGBColor(255, 255, 255) } else { INK };
        let number = Type::plain((bottom - top - 2.0).min(13.0))
            .colour(ink)
            .anchored(HPos::Center, VPos::Center);
        let told = value.map_or_else(|| "–".to_owned(), |value| short(self.metric, value));
        canvas.text(&told, (f64::midpoint(left, right), f64::midpoint(top, bottom)), number)
    }

    /// Names, bands and means at the rows.
    fn draw_rows<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        let (left, top, label) =
            (self.left(), self.top(), self.label.anchored(HPos::Right, VPos::Center));
        let means = left + self.columns.means_at();
        for ((name, mean), y) in self.rows.names.iter().zip(&self.rows.means).zip(&self.rows.starts)
        {
            let middle = top + y + self.rows.step / 2.0;
            canvas.text(name, (left - 6.0, middle), label)?;
            self.cell(
                canvas,
                *mean,
                [(means, top + y), (means + MEAN, top + y + self.rows.step)],
                true,
            )?;
        }
        let head = self.label.anchored(HPos::Center, VPos::Bottom).bold();
        canvas.text("mean", (means + MEAN / 2.0, top - 6.0), head)?;
        for band in &self.rows.bands {
            let name = fitting(&band.name, self.label.bold(), band.to - band.from);
            canvas.upright(
                &name,
                (MARGIN + BAND / 2.0 - 4.0, top + f64::midpoint(band.from, band.to)),
                self.label.bold(),
            )?;
            canvas.path(
                &[
                    (MARGIN + BAND - 4.0, top + band.from + 1.0),
                    (MARGIN + BAND - 4.0, top + band.to - 1.0),
                ],
                FAINT,
                2.0,
                Dash::Solid,
            )?;
        }
        Ok(())
    }

    /// Names, bands and means at the columns.
    fn draw_columns<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        let (left, top) = (self.left(), self.top());
        let means = top + self.rows.means_at();
        let height = self.rows.step.max(if self.numbered { 24.0 } else { self.columns.step });
        for ((name, mean), x) in
            self.columns.names.iter().zip(&self.columns.means).zip(&self.columns.starts)
        {
            let middle = left + x + self.columns.step / 2.0;
            canvas.upright(name, (middle, top - 6.0 - self.label.width(name) / 2.0), self.label)?;
            self.cell(
                canvas,
                *mean,
                [(left + x, means), (left + x + self.columns.step, means + height)],
                self.numbered,
            )?;
        }
        canvas.text(
            "mean",
            (left - 6.0, means + height / 2.0),
            self.label.anchored(HPos::Right, VPos::Center).bold(),
        )?;
        let above = top - self.columns.room;
        for band in &self.columns.bands {
            let name = fitting(&band.name, self.label.bold(), band.to - band.from);
            let set = self.label.bold().anchored(HPos::Center, VPos::Center);
            canvas.text(
                &name,
                (left + f64::midpoint(band.from, band.to), above - BAND / 2.0 - 2.0),
                set,
            )?;
            canvas.path(
                &[(left + band.from + 1.0, above - 2.0), (left + band.to - 1.0, above - 2.0)],
                FAINT,
                2.0,
                Dash::Solid,
            )?;
        }
        Ok(())
    }

    /// What the colours mean.
    fn draw_scale<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        const STRIPES: u32 = 160;
        let ((low, high), top) = (self.range, self.header.height());
        if high < low {
            return Ok(());
        }
        let value = |part: f64| low + part * (high - low);
        for stripe in 0..STRIPES {
            let [from, to] = [stripe, stripe + 1].map(|n| f64::from(n) / f64::from(STRIPES));
            let colour = self.colour(Some(value(f64::midpoint(from, to))));
            canvas.fill(
                [(MARGIN + from * SCALE.0, top), (MARGIN + to * SCALE.0, top + SCALE.1)],
                colour,
            )?;
        }
        let across = [HPos::Left, HPos::Center, HPos::Center, HPos::Center, HPos::Right];
        for (part, across) in [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(across) {
            canvas.text(
                &short(self.metric, value(part)),
                (MARGIN + part * SCALE.0, top + SCALE.1 + 4.0),
                TICK.anchored(across, VPos::Top),
            )?;
        }
        canvas.text(
            &metric_words(self.metric),
            (MARGIN + SCALE.0 + 16.0, top + SCALE.1 / 2.0),
            TICK.anchored(HPos::Left, VPos::Center),
        )
    }
}

/// The start of a name that fits; nothing where not even two letters do.
fn fitting(name: &str, set: Type, room: f64) -> String {
    let ends = (2..=name.chars().count()).rev();
    let start = |count: usize| {
        let start: String = name.chars().take(count).collect();
        if count < name.chars().count() { format!("{}.", start.trim_end()) } else { start }
    };
    ends.map(start).find(|text| set.width(text) <= room).unwrap_or_default()
}

/// Whether white stands out better than ink (Rec. 601 luma).
fn is_dark(RGBColor(red, green, blue): RGBColor) -> bool {
    299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) < 128_000
}
