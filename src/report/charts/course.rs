//! How the expected count of each side runs over time.

use plotters::prelude::DrawingBackend;

use super::canvas::{Canvas, DrawResult, MARGIN, PagePoint, WIDTH, page_size};
use super::curve::{LEGEND, STYLES, draw_legend_entry};
use super::header::{Header, PageNumber};
use super::plot::{BELOW, Plot, PlotAxis, PlotFrame};
use crate::report::words;
use crate::study::{CampaignAnswer, Distribution};

/// The height of the plot.
const PLOT: f64 = 440.0;
/// Steps after which less than this share still goes on are not drawn.
const NEGLIGIBLE: f64 = 0.001;
/// Lines of more steps have no markers: they would hide it.
const MARKED: usize = 30;

/// A page with a line for each side.
pub(super) struct CoursePage {
    header: Header,
    lines: Vec<(String, Vec<StepMean>)>,
    axes: [PlotAxis; 2],
}

/// An expected count at a step, with half of its interval.
struct StepMean {
    step: f64,
    mean: f64,
    interval: Option<(f64, f64)>,
}

impl StepMean {
    /// Its interval, if that is wide enough to be seen on an axis of such a span.
    fn whisker(&self, span: f64) -> Option<(f64, f64)> {
        self.interval.filter(|(low, high)| high - low > span * 0.01)
    }
}

/// The page of a course; none where nothing was seen.
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
    let seen = points().any(|point| point.step > 0.0);
    let top = points().map(|point| point.mean).fold(1.0, f64::max);
    let steps: Vec<f64> = (0..=last).map(|step| step as f64).collect();
    let words = words::capital(&format!("expected {}", course.what));
    // from 0: the share of each side is the height of its line
    let amounts = PlotAxis::amounts(1.08 * top, &words);
    let span = amounts.span();
    let doubtful = points()
        .any(|point| point.whisker(span).is_some())
        .then(|| "Whiskers: 95 % interval of the mean".to_owned());
    let stays = format!(
        "What is over stays as it ended; the {} after which less than 0.1% goes on are not drawn",
        plural(course.step)
    );
    let remarks: Vec<String> = doubtful.into_iter().chain([stays]).collect();
    let what = format!("expected {} by {}", course.what, course.step);
    let axes = [PlotAxis::spanning(&steps, &words::capital(course.step)), amounts];
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

/// The last step that is worth drawing.
fn last_step(answer: &CampaignAnswer) -> usize {
    let all = answer
        .timeline
        .lines
        .iter()
        .map(|(_, distributions)| distributions.len().saturating_sub(1))
        .max()
        .unwrap_or(0);
    let length = answer.answer.leading().next().map(|quantity| quantity.distribution.pmf());
    length.map_or(all, |distribution| {
        (1..all).find(|step| distribution.at_least(step + 1) < NEGLIGIBLE).unwrap_or(all)
    })
}

impl CoursePage {
    /// What stands above it.
    pub(super) const fn header(&self) -> &Header {
        &self.header
    }

    /// Its size in units.
    pub(super) fn size(&self) -> (u32, u32) {
        page_size(self.header.height() + PLOT + MARGIN)
    }

    /// Draws it.
    pub(super) fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> DrawResult<DB> {
        self.header.draw(canvas)?;
        let frame = PlotFrame {
            corner: (MARGIN, self.header.height()),
            size: (WIDTH - 2.0 * MARGIN - LEGEND, PLOT),
            left: 50.0,
            below: BELOW,
        };
        let [x, y] = &self.axes;
        let plot = Plot::draw(canvas, frame, x, y)?;
        let mut key = plot.down.0 + 14.0;
        for ((name, line), style) in self.lines.iter().zip(STYLES) {
            let places: Vec<PagePoint> =
                line.iter().map(|point| plot.at(point.step, point.mean)).collect();
            canvas.path(&places, style.0, 2.2, style.2)?;
            for (point, place) in line.iter().zip(places).filter(|_| line.len() <= MARKED) {
                if let Some((low, high)) = point.whisker(y.span()) {
                    canvas.whisker(
                        [plot.at(point.step, low), plot.at(point.step, high)],
                        (3.0, 0.0),
                        style.0,
                    )?;
                }
                canvas.marker(style.1, place, style.0)?;
            }
            key = draw_legend_entry(canvas, name, (plot.across.1 + 20.0, key), style)?;
        }
        Ok(())
    }
}
