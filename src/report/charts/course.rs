//! The expected count of each side over time.

use super::axis::PlotAxis;
use super::canvas::{Canvas, MARGIN, PagePoint, PlotFrame, WIDTH, page_size};
use super::curve::{LEGEND, STYLES, draw_legend_entry};
use super::header::{Header, PageNumber};
use super::plot::{BELOW, Plot};
use super::render::ChartPage;
use crate::answer::{CampaignAnswer, Distribution};
use crate::report::words;

/// Height of the plot.
const PLOT: f64 = 440.0;
/// Steps reached by a smaller share of the campaigns are not drawn.
const NEGLIGIBLE: f64 = 0.001;
/// Lines with more steps have no markers, which would hide them.
const MARKED: usize = 30;

/// A page with a line for each side.
pub(super) struct CoursePage {
    header: Header,
    lines: Vec<(String, Vec<StepMean>)>,
    axes: [PlotAxis; 2],
}

/// An expected count at a step, with its 95% interval.
struct StepMean {
    step: f64,
    mean: f64,
    interval: Option<(f64, f64)>,
}

impl StepMean {
    /// Returns the interval if it is wide enough to be visible on an axis of this span.
    fn whisker(&self, span: f64) -> Option<(f64, f64)> {
        self.interval.filter(|(low, high)| high - low > span * 0.01)
    }
}

/// Lays out the page of a timeline; none without results.
pub(super) fn page(title: &str, answer: &CampaignAnswer) -> Option<CoursePage> {
    let course = &answer.timeline;
    let last = last_step(answer);
    let known = |distributions: &[Distribution]| {
        distributions.iter().enumerate().take(last + 1).map(mean).collect::<Vec<_>>()
    };
    let lines: Vec<(String, Vec<StepMean>)> = course
        .lines
        .iter()
        .map(|(name, distributions)| (name.clone(), known(distributions)))
        .collect();
    let points = || lines.iter().flat_map(|(_, line)| line);
    // step 0 is the start, which is known without playing
    let seen = points().any(|point| point.step > 0.0);
    let top = points().map(|point| point.mean).fold(1.0, f64::max);
    let steps: Vec<f64> = (0..=last).map(|step| step as f64).collect();
    let words = words::capitalize(&format!("expected {}", course.what));
    // the axis starts at 0, so that heights of lines can be compared
    let amounts = PlotAxis::amounts(1.08 * top, &words);
    let span = amounts.span();
    let whiskers = points()
        .any(|point| point.whisker(span).is_some())
        .then(|| "Whiskers: 95% interval of the mean".to_owned());
    let cut = format!(
        "Finished campaigns keep their last value; {} reached by under 0.1% are cut",
        plural(course.step)
    );
    let remarks: Vec<String> = whiskers.into_iter().chain([cut]).collect();
    let what = format!("expected {} by {}", course.what, course.step);
    let axes = [PlotAxis::spanning(&steps, &words::capitalize(course.step)), amounts];
    seen.then(|| CoursePage {
        header: Header::new(
            title,
            &what,
            &[&answer.answer],
            PageNumber { page: 1, pages: 1 },
            &remarks,
        ),
        lines,
        axes,
    })
}

fn plural(word: &str) -> String {
    format!("{word}s")
}

fn mean((step, distribution): (usize, &Distribution)) -> StepMean {
    StepMean {
        step: step as f64,
        mean: distribution.pmf().mean(),
        interval: distribution.mean_estimate().map(|estimate| estimate.interval),
    }
}

/// Returns the last step to draw.
fn last_step(answer: &CampaignAnswer) -> usize {
    let all = answer
        .timeline
        .lines
        .iter()
        .map(|(_, distributions)| distributions.len().saturating_sub(1))
        .max()
        .unwrap_or(0);
    // the leading quantity of a campaign is its length in steps
    let length = answer.answer.leading().next().map(|quantity| quantity.distribution.pmf());
    length.map_or(all, |distribution| {
        (1..all).find(|step| distribution.at_least(step + 1) < NEGLIGIBLE).unwrap_or(all)
    })
}

impl ChartPage for CoursePage {
    fn header(&self) -> &Header {
        &self.header
    }

    fn size(&self) -> (u32, u32) {
        page_size(self.header.height() + PLOT + MARGIN)
    }

    fn draw(&self, canvas: &Canvas) {
        self.header.draw(canvas);
        let frame = PlotFrame {
            corner: (MARGIN, self.header.height()),
            size: (WIDTH - 2.0 * MARGIN - LEGEND, PLOT),
            left: 50.0,
            below: BELOW,
        };
        let [x, y] = &self.axes;
        let plot = Plot::draw(canvas, frame, x, y);
        let mut key = plot.down.0 + 14.0;
        // six styles suffice: a map has few places for players
        for ((name, line), style) in self.lines.iter().zip(STYLES) {
            let places: Vec<PagePoint> =
                line.iter().map(|point| plot.at(point.step, point.mean)).collect();
            canvas.path(&places, style.0, 2.2, style.2);
            for (point, place) in line.iter().zip(places).filter(|_| line.len() <= MARKED) {
                if let Some((low, high)) = point.whisker(y.span()) {
                    canvas.whisker(
                        [plot.at(point.step, low), plot.at(point.step, high)],
                        (3.0, 0.0),
                        style.0,
                    );
                }
                canvas.marker(style.1, place, style.0);
            }
            key = draw_legend_entry(canvas, name, (plot.across.1 + 20.0, key), style);
        }
    }
}
