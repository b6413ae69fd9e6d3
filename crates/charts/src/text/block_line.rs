//! A line of results in a block.

use super::column_pair::ColumnPair;
use super::grid::Grid;
use super::wrapping::wrap_items;
use crate::answer::Quantity;

/// A line of results.
#[derive(Clone, Debug)]
pub(super) enum BlockLine {
    /// Words, broken where they do not fit.
    Text(String),
    /// A distribution.
    Sparkline(Sparkline),
    /// A small matrix.
    Grid(Grid),
    /// Two lists side by side.
    Columns(ColumnPair),
}

impl BlockLine {
    /// Renders it in lines of at most `width` characters.
    pub(super) fn lines(&self, width: usize) -> Vec<String> {
        match self {
            Self::Text(text) => wrap_items(text, width),
            Self::Sparkline(sparkline) => vec![sparkline.draw(width)],
            Self::Grid(grid) => grid.lines(width),
            Self::Columns(columns) => columns.lines(width),
        }
    }
}

/// A distribution on one line.
#[derive(Clone, Debug)]
pub(super) struct Sparkline {
    /// The first possible count.
    low: usize,
    /// The chance of each count from the first to the last possible one.
    chances: Vec<f64>,
}

impl Sparkline {
    pub(super) fn of(quantity: &Quantity) -> Self {
        let pmf = quantity.distribution.pmf();
        let possible = |p: &f64| *p > 0.0;
        let all = pmf.probabilities();
        let low = all.iter().position(possible).unwrap_or(0);
        let high = all.iter().rposition(possible).unwrap_or(0);
        Self { low, chances: all.get(low..=high).unwrap_or_default().to_vec() }
    }

    /// Draws a bar for each count, or for several if they do not fit.
    fn draw(&self, width: usize) -> String {
        const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        // both counts have at most three digits, and the number of counts a bar stands at the end
        let room = width.saturating_sub(18).max(1);
        let step = self.chances.len().div_ceil(room).max(1);
        let heights: Vec<f64> = self.chances.chunks(step).map(|bar| bar.iter().sum()).collect();
        let top = heights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let last = BARS.len() - 1;
        let bar = |height: &f64| match BARS.get(((height / top) * last as f64).round() as usize) {
            Some(bar) if *height > 0.0 => *bar,
            _ => ' ',
        };
        let bars: String = heights.iter().map(bar).collect();
        let several = if step > 1 { format!(" ({step} a bar)") } else { String::new() };
        let high = self.low + self.chances.len().saturating_sub(1);
        format!("{} {bars} {high}{several}", self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Distribution;
    use crate::dist::Pmf;
    use crate::samples;

    #[test]
    fn sparkline_has_a_bar_for_each_count_between_the_possible_ones() {
        let line = |probabilities: &[f64], width| {
            let mut quantity = samples::coin("coin", "front").quantities.remove(0);
            let pmf = Pmf::new(probabilities.to_vec()).expect("a distribution");
            quantity.distribution = Distribution::Exact(pmf);
            Sparkline::of(&quantity).draw(width)
        };
        assert_eq!(line(&[0.5, 0.25, 0.0, 0.25, 0.0], 80), "0 █▅ ▅ 3");
        // the highest bar is the likeliest count, and a possible count has at least the lowest bar
        assert_eq!(line(&[0.0, 1e-9, 1.0 - 2e-9, 1e-9], 80), "1 ▁█▁ 3");
        // 48 equal counts and room for 40 bars: 24 bars of two counts
        let equal = line(&[1.0 / 48.0; 48], 58);
        assert_eq!(equal, format!("0 {} 47 (2 a bar)", "█".repeat(24)));
    }
}
