//! What a chart shows: its words, data and marks, without positions, sizes and colours.
//!
//! Answers are turned into these plain values, which tests read. The program and the page draw them
//! by the same rules for all charts. Bars are "exactly", dark bars together "at least k"; labels are
//! at what they name; side B is hatched, dashed or square, so that charts can be read in grey.

use std::ops::RangeInclusive;

use serde::Serialize;

/// A chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Chart {
    /// The finding, in a sentence without its full stop.
    pub title: String,
    /// The question.
    pub question: String,
    /// What marks mean, below the question.
    pub key: Vec<Phrase>,
    /// Parts from top to bottom.
    pub panels: Vec<Panel>,
    /// How it was computed, rules, and what is not counted.
    pub foot: String,
}

/// A text with its tone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Phrase {
    /// The words.
    pub text: String,
    /// What it is about.
    pub tone: Tone,
    /// A filling drawn before the text.
    pub swatch: Option<Fill>,
}

impl Phrase {
    /// Creates a quiet text.
    pub fn quiet(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Quiet, swatch: None }
    }

    /// Creates a text about a side.
    pub fn of(tone: Tone, text: impl Into<String>) -> Self {
        Self { text: text.into(), tone, swatch: None }
    }

    /// Creates the name of a filling.
    pub fn key(fill: Fill, text: impl Into<String>) -> Self {
        let tone = match fill {
            Fill::A | Fill::APale => Tone::A,
            Fill::B | Fill::BPale => Tone::B,
            Fill::Missing | Fill::Neither => Tone::Quiet,
        };
        Self { text: text.into(), tone, swatch: Some(fill) }
    }
}

/// What a text is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Values.
    #[default]
    Ink,
    /// Explanations.
    Quiet,
    /// Side A.
    A,
    /// Side B.
    B,
}

/// What a bar stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fill {
    /// Side A, at least k.
    A,
    /// Side A, less than k.
    APale,
    /// Side B, at least k.
    B,
    /// Side B, less than k.
    BPale,
    /// Nothing happens.
    Missing,
    /// Neither side.
    Neither,
}

/// A part of a chart.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Panel {
    /// Distributions of counts.
    Counts(Counts),
    /// Columns that are each 100%.
    Columns(Columns),
    /// Bars that are each 100%.
    Shares(Vec<Share>),
    /// Bars from zero.
    Bars(Bars),
    /// A table of coloured cells.
    Heat(Heat),
    /// Values over a number.
    Lines(Lines),
    /// Points with names.
    Scatter(Scatter),
    /// Where on the table something happens.
    Map(Map),
    /// A table of numbers.
    Table(Table),
}

/// The distributions of one or two counts on one axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counts {
    /// Heading, if there are several panels.
    pub name: String,
    /// What is counted.
    pub counted: String,
    /// The counts on the axis.
    pub counts: RangeInclusive<i64>,
    /// The distribution of side A, and of side B if there is one.
    pub series: Vec<Series>,
    /// Where something happens.
    pub marks: Vec<Mark>,
}

/// A distribution.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// P(= k) of each count on the axis.
    pub exactly: Vec<f64>,
    /// The 95% intervals of sampled shares.
    pub intervals: Vec<Option<(f64, f64)>>,
    /// What the row under the axis says: `at least` or `at most`.
    pub row: &'static str,
    /// The chance of that for each count.
    pub reached: Vec<f64>,
    /// Which bars are dark.
    pub dark: Dark,
    /// The count whose chance is framed.
    pub framed: Option<i64>,
    /// The mean.
    pub mean: f64,
    /// The mean with its precision.
    pub mean_words: String,
    /// The 5% and the 95% quantile.
    pub middle: (f64, f64),
}

/// Which bars of a distribution are dark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Dark {
    /// Those of some counts.
    Within(RangeInclusive<i64>),
    /// Positive counts are side A's, negative ones side B's.
    Sign,
}

/// A count from which on something happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// The count.
    pub count: i64,
    /// What happens.
    pub words: String,
    /// The chance for each series.
    pub chances: Vec<String>,
}

/// Columns that are each 100%.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Columns {
    /// What differs between columns.
    pub across: String,
    /// The parts from the floor to the ceiling.
    pub parts: Vec<(Fill, String)>,
    /// The columns, from left to right.
    pub columns: Vec<Column>,
    /// Numbers below the columns.
    pub rows: Vec<NumberRow>,
}

/// A column of 100%.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Column {
    /// What it is about, such as a distance.
    pub name: String,
    /// The share of each part with its label.
    pub parts: Vec<(f64, String)>,
}

/// Numbers below columns or points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NumberRow {
    /// What the numbers are.
    pub words: String,
    /// What they are about.
    pub tone: Tone,
    /// The number below each column or point.
    pub cells: Vec<String>,
}

/// A bar of 100%.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Label above; empty for a single bar.
    pub name: String,
    /// The parts from left to right.
    pub parts: Vec<(Fill, f64)>,
    /// The 95% interval of the first part.
    pub interval: Option<(f64, f64)>,
}

/// Bars from zero, to the right or to the left.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Bars {
    /// What the length of a bar is.
    pub measure: String,
    /// Headings of the numbers at the right.
    pub heads: Vec<String>,
    /// The least and the greatest value of all pages.
    pub reach: (f64, f64),
    /// The bars, from top to bottom.
    pub rows: Vec<BarRow>,
}

impl Bars {
    /// Creates the pages of bars, at most `most` rows on each, all on the same scale.
    pub fn pages(measure: &str, heads: &[&str], rows: Vec<BarRow>, most: usize) -> Vec<Self> {
        let strokes = rows.iter().flat_map(|row| &row.strokes).map(|value| (*value, *value));
        let ends = rows.iter().flat_map(|row| &row.bars).map(Bar::ends).chain(strokes);
        let reach = ends
            .fold((0.0, 0.0), |(low, high): (f64, f64), (from, to)| (low.min(from), high.max(to)));
        let page = |rows: &[BarRow]| Self {
            measure: measure.to_owned(),
            heads: heads.iter().map(|head| (*head).to_owned()).collect(),
            reach,
            rows: rows.to_vec(),
        };
        rows.chunks(most).map(page).collect()
    }
}

/// A row of bars.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BarRow {
    /// What the bars are about.
    pub name: String,
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
    /// Numbers at the right.
    pub numbers: Vec<String>,
    /// Values of a row that stands for many, drawn as strokes instead of bars.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strokes: Vec<f64>,
}

/// A bar. Without a tone it is side A's to the right and side B's to the left.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Bar {
    /// The length.
    pub value: f64,
    /// Text after the bar.
    pub text: String,
    /// The filling.
    pub fill: Option<Fill>,
    /// The 95% interval of a sampled value.
    pub interval: Option<(f64, f64)>,
    /// The exact value of a sampled one.
    pub exact: Option<f64>,
}

impl Bar {
    /// Returns the least and the greatest value that it draws.
    pub fn ends(&self) -> (f64, f64) {
        let (low, high) = self.interval.unwrap_or((self.value, self.value));
        (low.min(self.value).min(0.0), high.max(self.value).max(0.0))
    }
}

/// A table of coloured cells.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Heat {
    /// Names of rows, with the group that consecutive ones share.
    pub rows: Vec<HeatName>,
    /// Names of columns.
    pub columns: Vec<HeatName>,
    /// Values `[row][column]`.
    pub values: Vec<Vec<Option<f64>>>,
    /// The means of rows, and of columns.
    pub means: [Vec<Option<f64>>; 2],
    /// The range of colours.
    pub range: (f64, f64),
    /// What the values are.
    pub measure: String,
    /// Whether values are chances.
    pub is_chance: bool,
    /// Whether colours lead from side B to side A.
    pub of_sides: bool,
    /// Cells `[row][column]` that are grey, whatever their values; empty for none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grey: Vec<Vec<bool>>,
}

/// The name of a row or column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeatName {
    /// The name.
    pub name: String,
    /// Cost, written quietly after the name.
    pub note: String,
    /// Group; empty for none.
    pub group: String,
}

/// Values over a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lines {
    /// Heading, if there are several panels.
    pub name: String,
    /// What the numbers across are.
    pub across: String,
    /// What the values are.
    pub measure: String,
    /// Whether values are chances.
    pub is_chance: bool,
    /// Whether a value holds up to the next number.
    pub steps: bool,
    /// The lines.
    pub lines: Vec<Line>,
    /// Numbers below, one for each value across.
    pub rows: Vec<NumberRow>,
}

/// The place, the value, and the interval of a sampled value.
pub type LinePoint = (f64, f64, Option<(f64, f64)>);

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Label at its end.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<LinePoint>,
    /// The middle 80% at each point.
    pub band: Vec<(f64, f64)>,
}

/// Points with names.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scatter {
    /// What the numbers across are.
    pub across: String,
    /// What the values are.
    pub measure: String,
    /// The points.
    pub points: Vec<Named>,
    /// A line: its value at 0 and its slope.
    pub line: Option<(f64, f64)>,
}

/// A point of a scatter plot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Named {
    /// The number across.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The name of a point that stands out, above or below the line.
    pub name: Option<(String, Tone)>,
}

/// Where on a table something happens, for each side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Map {
    /// Side and number, such as `a: Wolves, 12.3 moves per battle`.
    pub names: [String; 2],
    /// Number of columns and rows of squares.
    pub squares: [usize; 2],
    /// Inches of a square.
    pub inches: usize,
    /// The share of each square `[side][row * columns + column]`; rows count from the own edge.
    pub shares: [Vec<f64>; 2],
}

/// A table of numbers in groups of columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// Heading.
    pub name: String,
    /// Text below the heading.
    pub note: String,
    /// Headings of the groups of columns.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<TableRow>,
    /// Rows of a QR code beside the heading, with its dark squares; empty for none.
    pub code: Vec<Vec<bool>>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableRow {
    /// Name of the row.
    pub name: String,
    /// The numbers below each heading.
    pub groups: Vec<NumberGroup>,
}

/// Numbers below a heading, the first of which is bold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NumberGroup {
    /// The numbers.
    pub cells: Vec<String>,
    /// Whether their ground is grey.
    pub is_marked: bool,
}
