//! Answers in brief, at most 80 characters wide: a block of lines for each question, a table for
//! each sweep.

use super::detail::{highest, lowest};
use super::{Detail, Layout, answer_notes, method, numbers, render_group, wrap};
use crate::answer::{Answer, Quantity};
use crate::report::headline::{self, Title};
use crate::report::marked::notable_counts;
use crate::report::{fixed_value, format_exact_mean, group, leading_quantities, unmodelled, words};

/// Most characters per line.
const WIDTH: u16 = 80;

/// Indentation of the lines below a question.
const INDENT: &str = "  ";

/// Renders the method, then a block or a table for each question, in order of appearance.
pub fn render_brief(answers: &[Answer], layout: &Layout) -> String {
    let layout = Layout { width: layout.width().min(WIDTH), ..*layout };
    let all: Vec<&Answer> = answers.iter().collect();
    let method = words::capitalize_method(&method(&all));
    let questions = group::group_questions(answers);
    let rendered = questions.iter().map(|question| match question.answers.as_slice() {
        [only] => render_block(only, &layout),
        _ => render_group(question, &layout, Detail::Brief),
    });
    let parts: Vec<String> = std::iter::once(wrap(&method, &layout) + "\n")
        .chain(rendered)
        .chain(["More: --full, --json or --csv.\n".to_owned()])
        .collect();
    parts.join("\n")
}

/// Renders what is asked, then the leading quantities, the chances of counts and the events.
fn render_block(answer: &Answer, layout: &Layout) -> String {
    let settings = headline::settings(&[answer], Title::Situation);
    let asked = [heading(answer), settings].into_iter().filter(|line| !line.is_empty());
    let mut lines: Vec<String> = asked.map(|line| wrap(&line, layout)).collect();
    let leading: Vec<String> = answer
        .headline
        .leads
        .iter()
        .filter_map(|lead| Some((&*lead.words.named, answer.quantity(lead.quantity)?)))
        .flat_map(|(label, quantity)| leading_lines(label, quantity, layout))
        .collect();
    let parts = [
        leading,
        at_least(answer).into_iter().collect(),
        vec![headline::chances(answer, |event| numbers::chance(event, 1))],
    ];
    let notes = answer_notes(answer).into_iter().map(|note| format!("Note: {note}."));
    let notes = notes.chain(unmodelled::describe_answers(&[answer]));
    let parts = parts.concat().into_iter().chain(notes).filter(|part| !part.is_empty());
    lines.extend(parts.map(|part| indent(&part, layout)));
    lines.join("\n") + "\n"
}

/// Returns the name of a question, unless it is that of its subject, and what happens.
fn heading(answer: &Answer) -> String {
    let (title, label) = (headline::title(answer), group::question_label(answer));
    let name = words::clean(label);
    if label == answer.kind || title.ends_with(&name) {
        title
    } else {
        format!("{}: {title}", words::capitalize(&name))
    }
}

/// Returns the mean of a leading quantity with its interval, and its distribution.
fn leading_lines(label: &str, quantity: &Quantity, layout: &Layout) -> Vec<String> {
    let label = words::capitalize(&words::clean(&group::strip_expected(label)));
    if let Some(count) = fixed_value(quantity) {
        return vec![format!("{label}: always {count}")];
    }
    let pmf = quantity.distribution.pmf();
    let exact = quantity.exact.as_ref().map(format_exact_mean);
    let exact = exact.map_or_else(String::new, |exact| format!(" (exact {exact})"));
    let interval = words::interval(pmf.quantile(0.05), pmf.quantile(0.95));
    let mean = numbers::mean(quantity);
    vec![format!("{label}: mean {mean}{exact}, 90%: {interval}"), sparkline(quantity, layout)]
}

/// Formats P(≥ k) of the only leading quantity, for the counts that matter.
fn at_least(answer: &Answer) -> Option<String> {
    let leading = leading_quantities(answer);
    let [quantity] = leading.as_slice() else { return None };
    let counts = notable_counts(&[answer]);
    let chances = counts.iter().map(|one| {
        let meaning =
            if one.words.is_empty() { String::new() } else { format!(" ({})", one.words) };
        format!("{}{meaning}: {}", one.count, numbers::at_least(quantity, one.count, 1))
    });
    (!counts.is_empty()).then(|| format!("At least {}", chances.collect::<Vec<_>>().join(" · ")))
}

/// Draws a distribution on one line, between its first and last count: a bar for each count, or for
/// several if they do not fit.
fn sparkline(quantity: &Quantity, layout: &Layout) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let pmf = quantity.distribution.pmf();
    let (low, high) = (lowest(&pmf), highest(&pmf));
    let chances: Vec<f64> = pmf.probabilities().iter().copied().take(high + 1).skip(low).collect();
    // both counts have at most three digits, and the number of counts a bar stands at the end
    let room = usize::from(layout.width()) - 20;
    let step = chances.len().div_ceil(room).max(1);
    let heights: Vec<f64> = chances.chunks(step).map(|bar| bar.iter().sum()).collect();
    let top = heights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let last = BARS.len() - 1;
    let bar = |height: &f64| match BARS.get(((height / top) * last as f64).round() as usize) {
        Some(bar) if *height > 0.0 => *bar,
        _ => ' ',
    };
    let bars: String = heights.iter().map(bar).collect();
    let several = if step > 1 { format!(" ({step} a bar)") } else { String::new() };
    format!("{low} {bars} {high}{several}")
}

/// Wraps a part of a block and indents all of its lines.
fn indent(text: &str, layout: &Layout) -> String {
    let width = usize::from(layout.width()) - INDENT.len();
    // a distribution keeps its spaces: impossible counts have no bar
    let lines = if text.chars().count() <= width {
        text.to_owned()
    } else {
        words::wrap_at(text, usize::MAX, width)
    };
    lines.lines().map(|line| format!("{INDENT}{line}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Distribution;
    use crate::dist::Pmf;
    use crate::report::samples;

    fn rendered(answers: &[Answer], width: u16) -> String {
        render_brief(answers, &Layout { width, rows: 12, ..Layout::default() })
    }

    #[test]
    fn questions_are_blocks_and_sweeps_tables() {
        let mut charges = samples::charges(&["open"]);
        charges.iter_mut().for_each(|charge| charge.name = format!("ride: {}", charge.name));
        let answers = [
            vec![samples::tossed("two coins", [300, 480, 220])],
            charges,
            vec![samples::duel("a", ["Umber Greataxes", "Mountain's Men"]), samples::panic()],
        ]
        .concat();
        insta::assert_snapshot!(rendered(&answers, 200));
    }

    #[test]
    fn no_line_is_wider_than_eighty_characters_or_the_terminal() {
        let answers = [
            samples::attacks(),
            samples::charges(&["open", "rough"]),
            samples::duels(),
            samples::nasty(),
            vec![samples::big(), samples::nothing()],
        ]
        .concat();
        for width in [40, 60, 80, 300] {
            let text = rendered(&answers, width);
            let most = text.lines().map(|line| line.chars().count()).max();
            assert!(most <= Some(usize::from(width.min(WIDTH))), "{text}");
            assert!(!text.contains("NaN"), "{text}");
        }
    }

    #[test]
    fn sparkline_has_a_bar_for_each_possible_count() {
        let line = |probabilities: &[f64], width| {
            let mut quantity = samples::coin("coin", "front").quantities.remove(0);
            let pmf = Pmf::new(probabilities.to_vec()).expect("a distribution");
            quantity.distribution = Distribution::Exact(pmf);
            sparkline(&quantity, &Layout { width, rows: 2, ..Layout::default() })
        };
        assert_eq!(line(&[0.5, 0.25, 0.0, 0.25, 0.0], 80), "0 █▅ ▅ 3");
        // the highest bar is the likeliest count, and a possible count has at least the lowest bar
        assert_eq!(line(&[0.001, 0.998, 0.001], 80), "0 ▁█▁ 2");
        // 48 equal counts and room for 40 bars: 24 bars of two counts
        let equal = line(&[1.0 / 48.0; 48], 60);
        assert_eq!(equal, format!("0 {} 47 (2 a bar)", "█".repeat(24)));
    }
}
