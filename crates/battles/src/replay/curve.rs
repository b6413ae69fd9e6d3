//! The odds in a battle as a curve on its page, with the turning points.

use super::odds::{OddsDocument, TurnOddsDocument};
use super::picture::{COLOURS, escaped};
use std::fmt::Write as _;

/// Units of the drawing for each turn and for all odds.
const STEP: usize = 10;
const HEIGHT: f64 = 100.0;

/// Renders the odds of both armies in whole percent.
pub(super) fn win_odds(of_a: f64) -> String {
    let a = (100.0 * of_a).round();
    let b = 100.0 - a;
    format!("<p>Win odds <b class=\"a\">{a:.0} %</b> : <b class=\"b\">{b:.0} %</b></p>")
}

/// Draws the odds of army `a` with their intervals and a mark for the turn that the page shows, and
/// lists the turning points. The script of the page moves the mark.
pub(super) fn curve(odds: &OddsDocument) -> String {
    let course: Vec<_> = odds.course().collect();
    let last = course.len().saturating_sub(1);
    let points = |values: &mut dyn Iterator<Item = (usize, f64)>| {
        values.fold(String::new(), |mut points, (turn, odds)| {
            // writing to a string never fails
            let _ = write!(points, "{},{:.1} ", turn * STEP, (1.0 - odds) * HEIGHT);
            points
        })
    };
    let places = || course.iter().enumerate();
    let line = points(&mut places().map(|(turn, odds)| (turn, odds.p)));
    let above = places().map(|(turn, odds)| (turn, odds.ci95[1]));
    let below = places().rev().map(|(turn, odds)| (turn, odds.ci95[0]));
    let band = points(&mut above.chain(below));
    let ([blue, red], width) = (COLOURS, last * STEP);
    let mut out = format!(
        "<div class=\"odds\"><p>Odds that <b class=\"a\">{}</b> wins, with 95 % intervals: {} \
         battles from each turn, {} against {}.</p>\n<svg viewBox=\"-2 -2 {} 104\" \
         preserveAspectRatio=\"none\" role=\"img\" aria-label=\"odds by turn\"><path \
         d=\"M0,50H{width}\" stroke=\"#999\" vector-effect=\"non-scaling-stroke\" \
         stroke-dasharray=\"4\"/><polygon points=\"{band}\" fill=\"{blue}\" \
         fill-opacity=\"0.15\"/><polyline points=\"{line}\" fill=\"none\" stroke=\"{blue}\" \
         stroke-width=\"2\" vector-effect=\"non-scaling-stroke\"/><path id=\"now\" \
         data-last=\"{last}\" d=\"M0,0V100\" stroke=\"{red}\" stroke-width=\"2\" \
         vector-effect=\"non-scaling-stroke\"/></svg>\n",
        escaped(&odds.armies[0]),
        odds.games,
        odds.policy,
        odds.policy,
        width + 4,
    );
    out.push_str("<p>Turning points:</p><ol>");
    odds.turning_points().for_each(|turn| turning_point(&mut out, turn));
    out.push_str("</ol></div>\n");
    out
}

/// Lists a turning point; a click shows its turn.
fn turning_point(out: &mut String, odds: &TurnOddsDocument) {
    let TurnOddsDocument { turn, round, army, words, before, after, decision, luck } = odds;
    // writing to a string never fails
    let _ = write!(
        out,
        "<li data-turn=\"{turn}\">round {round}, <b class=\"{army}\">{army}</b>: {}: {:.0} % → {:.0} % \
         (decision {}, luck {})</li>",
        escaped(words),
        100.0 * before.p,
        100.0 * after.p,
        signed(decision.mean),
        signed(luck.mean)
    );
}

/// Formats a share in whole percentage points with its sign.
fn signed(share: f64) -> String {
    // no "−0"
    format!("{:+.0}", (100.0 * share).round() + 0.0).replace('-', "−")
}
