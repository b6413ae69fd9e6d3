//! Maps of where the units of each army end their moves.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};
use warodds_battles::answer::MoveCounts;

use super::super::canvas::{Canvas, FAINT, MARGIN, PagePoint, TextFormat, WIDTH, page_size};
use super::super::header::Header;
use super::super::heat::{ColourMap, ColourRange, ColourScale, SCALE_HEIGHT};
use super::super::render::ChartPage;
use super::ChartHeading;

/// Space between the maps, and to the left of, above and below each for its labels.
const BETWEEN: f64 = 40.0;
const LEFT: f64 = 46.0;
const ABOVE: f64 = 30.0;
const BELOW: f64 = 58.0;
/// Spacing of tick labels in inches.
const FOOT: usize = 12;
/// Colour of squares where no move ended.
const EMPTY: RGBColor = RGBColor(246, 246, 248);
const NAME: TextFormat = TextFormat::plain(16.0).bold();
const FACTS: TextFormat = TextFormat::plain(14.0).colour(FAINT);
const TICK: TextFormat = TextFormat::plain(13.5);
const WORDS: &str = "of the army's moves end in each square of 2\" (square-root colour scale)";

/// A page with one map for each army.
pub(crate) struct MovesPage {
    header: Header,
    moves: MoveCounts,
    /// Heading of each map: the army's name and its moves per battle.
    names: [(Vec<String>, String); 2],
    range: ColourRange,
}

/// Builds the page of moves.
pub(super) fn page(heading: ChartHeading<'_>) -> MovesPage {
    let moves = heading.answer.moves.clone();
    let heights = [0, 1].map(|army| {
        let all = moves.all(army);
        moves.of_army(army).map(|(_, _, count)| height(count, all)).fold(0.0, f64::max)
    });
    // one range for both maps, so that equal colours mean equal shares
    let range = ColourRange { low: 0.0, high: heights[0].max(heights[1]), is_cut: false };
    let names = [0, 1].map(|army| {
        let a_battle = moves.all(army) as f64 / heading.answer.games.max(1) as f64;
        let name = NAME.wrap_whole(&heading.army(army), map_width());
        (name, format!("{a_battle:.1} moves per battle"))
    });
    let remarks = ["Each map has the army's own edge at the bottom"];
    let header = heading.header("where units end their moves", &remarks);
    MovesPage { header, moves, names, range }
}

/// Returns the value that is mapped to a colour: the square root of a square's share of moves.
fn height(count: u64, all: u64) -> f64 {
    // units crowd on objectives: on a linear scale the rest of the table would look empty
    (count as f64 / all.max(1) as f64).sqrt()
}

/// Formats a colour value as a share of moves.
fn share(height: f64, decimals: usize) -> String {
    let percent = format!("{:.decimals$}", 100.0 * height * height);
    format!("{}%", percent.trim_end_matches('0').trim_end_matches('.'))
}

/// Returns the width of a map without its labels.
fn map_width() -> f64 {
    (WIDTH - 2.0 * MARGIN - BETWEEN) / 2.0 - LEFT
}

impl ChartPage for MovesPage {
    fn header(&self) -> &Header {
        &self.header
    }

    fn size(&self) -> (u32, u32) {
        let rows = self.moves.squares[1] as f64;
        let maps = self.names_height() + ABOVE + rows * self.step() + BELOW;
        page_size(self.header.height() + SCALE_HEIGHT + maps + MARGIN)
    }

    fn draw(&self, canvas: &Canvas) {
        self.header.draw(canvas);
        let (range, colours) = (self.range, ColourMap::Sequential);
        let scale = ColourScale { range, colours, write: &share, decimals: 2, words: WORDS };
        scale.draw(canvas, self.header.height());
        let top = self.header.height() + SCALE_HEIGHT;
        let right = MARGIN + LEFT + map_width() + BETWEEN;
        [MARGIN, right].into_iter().enumerate().for_each(|(army, left)| {
            let (name, facts) = &self.names[army];
            canvas.lines(name, (left + LEFT, top), NAME);
            let below = top + self.names_height();
            canvas.text(facts, (left + LEFT, below + 3.0), FACTS);
            let corner = (left + LEFT, below + ABOVE);
            self.draw_squares(canvas, army, corner);
            self.draw_inches(canvas, corner)
        })
    }
}

impl MovesPage {
    /// Returns the size of a square, a whole number so that all squares are equal.
    fn step(&self) -> f64 {
        (map_width() / self.moves.squares[0].max(1) as f64).floor().max(1.0)
    }

    /// Returns the height of the names above the maps.
    fn names_height(&self) -> f64 {
        let lines = self.names.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        lines as f64 * NAME.line_height()
    }

    /// Draws the squares of an army, its own edge at the bottom.
    fn draw_squares(&self, canvas: &Canvas, army: usize, (left, top): PagePoint) {
        let (step, rows) = (self.step(), self.moves.squares[1] as f64);
        let all = self.moves.all(army);
        self.moves.of_army(army).for_each(|(column, row, count)| {
            let x = left + column as f64 * step;
            // rows count from the army's own edge, but y grows downwards
            let y = top + (rows - 1.0 - row as f64) * step;
            let part = self.range.part(height(count, all));
            let colour = if count == 0 { EMPTY } else { ColourMap::Sequential.at(part) };
            canvas.fill([(x, y), (x + step, y + step)], colour)
        })
    }

    /// Draws labels in inches from the left and from the army's own edge.
    fn draw_inches(&self, canvas: &Canvas, (left, top): PagePoint) {
        let [columns, rows] = self.moves.squares;
        let cell = MoveCounts::CELL.unsigned_abs() as usize;
        let (step, bottom) = (self.step(), top + rows as f64 * self.step());
        let feet = |squares: usize| (0..=squares).step_by(FOOT / cell);
        for square in feet(columns) {
            let x = left + square as f64 * step;
            let set = TICK.anchored(HPos::Center, VPos::Top);
            canvas.text(&format!("{}\"", square * cell), (x, bottom + 6.0), set);
        }
        for square in feet(rows) {
            let y = bottom - square as f64 * step;
            let set = TICK.anchored(HPos::Right, VPos::Center);
            canvas.text(&format!("{}\"", square * cell), (left - 6.0, y), set);
        }
        let middle = left + columns as f64 * step / 2.0;
        let set = TICK.anchored(HPos::Center, VPos::Top);
        canvas.text("own edge", (middle, bottom + 28.0), set)
    }
}
