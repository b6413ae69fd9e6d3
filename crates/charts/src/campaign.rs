//! A campaign: who wins, and the expected count of each side over time.

use super::spec::{Bar, BarRow, Bars, Chart, Fill, Line, LinePoint, Lines, Panel};
use super::wording::{foot, question};
use crate::answer::{CampaignAnswer, Distribution, Event};
use crate::text::format::format_chance;
use crate::text::words;
use crate::text::words::whole_percent;

/// Steps reached by a smaller share of the campaigns are not drawn.
const NEGLIGIBLE: f64 = 0.001;

/// Describes the chances of the players to win.
pub(super) fn wins(title: &str, campaign: &CampaignAnswer) -> Chart {
    let answer = &campaign.answer;
    let player = |words: &str| {
        // the labels of campaigns begin with the player: `Cryx wins`
        campaign.timeline.lines.iter().position(|(player, _)| words.starts_with(player.as_str()))
    };
    let row = |event: &Event| {
        let estimate = event.distribution.at_least_estimate(1);
        let bar = Bar {
            value: event.probability(),
            text: format_chance(&event.distribution, event.exact.as_ref(), 1, 1),
            interval: estimate.map(|estimate| estimate.interval),
            exact: event.exact.as_ref().map(|exact| exact.at_least(1)),
            fill: Some(match player(&event.label.named) {
                Some(0) => Fill::A,
                Some(1) => Fill::B,
                _ => Fill::Neither,
            }),
        };
        BarRow { name: words::clean(&event.label.named), bars: vec![bar], ..BarRow::default() }
    };
    let best =
        answer.events.iter().max_by(|one, other| one.probability().total_cmp(&other.probability()));
    let is_sampled = answer.events.iter().any(|one| one.distribution.trials().is_some());
    let whiskers = is_sampled.then(|| "Whiskers: 95 % interval".to_owned());
    let is_compared = answer.events.iter().any(|one| one.exact.is_some());
    let diamonds = is_compared.then(|| "Diamonds: exact chance".to_owned());
    let remarks: Vec<String> = whiskers.into_iter().chain(diamonds).collect();
    let rows = answer.events.iter().map(row).collect();
    Chart {
        title: best.map_or_else(String::new, |one| {
            let label = words::capitalize(&words::clean(&one.label.named));
            format!("{label} {} %", whole_percent(one.probability()))
        }),
        question: question(title, &[answer], (1, 1)),
        key: Vec::new(),
        panels: Bars::pages("chance", &[], rows, usize::MAX).into_iter().map(Panel::Bars).collect(),
        foot: of_campaigns(&foot(&[answer], &remarks)),
    }
}

/// Describes the expected counts over time; none without results.
pub(super) fn course(title: &str, campaign: &CampaignAnswer) -> Option<Chart> {
    let course = &campaign.timeline;
    let last = last_step(campaign);
    let line = |(name, distributions): &(String, Vec<Distribution>)| Line {
        name: words::clean(name),
        points: distributions.iter().enumerate().take(last + 1).map(point).collect(),
        band: Vec::new(),
    };
    let lines: Vec<Line> = course.lines.iter().map(line).collect();
    // step 0 is the start, which is known without playing
    if !lines.iter().any(|line| line.points.len() > 1) {
        return None;
    }
    let final_mean = |line: &&Line| line.points.last().map_or(0.0, |point| point.1);
    let first = lines.iter().max_by(|one, other| final_mean(one).total_cmp(&final_mean(other)))?;
    let cut = format!(
        "Finished campaigns keep their last value; {}s reached by under 0.1 % are cut",
        course.step
    );
    Some(Chart {
        title: format!(
            "{} ends with the most {}: {}",
            first.name,
            course.what,
            words::rounded(final_mean(&first))
        ),
        question: question(title, &[&campaign.answer], (1, 1)),
        key: Vec::new(),
        foot: of_campaigns(&foot(&[&campaign.answer], &[cut])),
        panels: vec![Panel::Lines(Lines {
            name: String::new(),
            across: course.step.to_owned(),
            measure: format!("expected {}", course.what),
            is_chance: false,
            steps: false,
            lines,
            rows: Vec::new(),
        })],
    })
}

/// Calls the trials of a campaign by their name.
fn of_campaigns(foot: &str) -> String {
    foot.replacen(" resolution", " campaign", 1)
}

/// Returns the mean at a step, with its interval where it is wide enough to be seen.
fn point((step, distribution): (usize, &Distribution)) -> LinePoint {
    let mean = distribution.mean();
    let interval = distribution.mean_estimate().map(|estimate| estimate.interval);
    let interval = interval.filter(|(low, high)| high - low > 0.02 * mean.max(1.0));
    (step as f64, mean, interval)
}

/// Returns the last step that enough campaigns reach.
fn last_step(campaign: &CampaignAnswer) -> usize {
    let most = campaign.timeline.lines.iter().map(|(_, line)| line.len().saturating_sub(1)).max();
    let most = most.unwrap_or(0);
    // the leading quantity of a campaign is its length in steps
    let length = campaign.answer.leading().next().map(|one| one.distribution.pmf());
    length.map_or(most, |length| {
        (1..most).find(|step| length.at_least(step + 1) < NEGLIGIBLE).unwrap_or(most)
    })
}
