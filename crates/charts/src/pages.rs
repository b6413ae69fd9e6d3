//! The charts of answers by name.

use std::collections::HashMap;

use self::PageNumbering::IfSeveral;
use crate::answer::{Answer, CampaignAnswer, GameLuck};
use crate::counted::{counted, noun};
use crate::request::RankBy;
use crate::request::why::Analysis;
use crate::spec::Chart;
use crate::text::format::leading_quantities;
use crate::text::group::group_answers;
use crate::wording::chance_of_one;
use crate::{campaign, counts, duels, grid, means, options, ranked, sweeps};

/// Charts with more pages are not drawn: nobody would read them.
const MOST_PAGES: usize = 200;

/// Most pages of the key charts together.
const KEY_PAGES: usize = 12;

/// A chart, or a page of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The name of its files, without their extensions.
    pub name: String,
    /// Page number within its chart, from 1.
    pub number: usize,
    /// What it shows.
    pub chart: Chart,
}

/// Selects the most important charts: at most twelve pages together.
///
/// A chart is selected with all of its pages or not at all. A note says how many were left out.
pub fn select_key_pages(pages: Vec<Page>, notes: &mut Vec<String>) -> Vec<Page> {
    let all = pages.len();
    let mut sets: Vec<Vec<Page>> = Vec::new();
    for page in pages {
        match sets.last_mut().filter(|_| page.number > 1) {
            Some(set) => set.push(page),
            None => sets.push(vec![page]),
        }
    }
    let mut selected: Vec<Page> = Vec::new();
    for set in sets {
        // a long chart is skipped, and a shorter one after it may still fit
        if selected.len() + set.len() <= KEY_PAGES {
            selected.extend(set);
        }
    }
    if selected.len() < all {
        let drawn = selected.len();
        // the note replaces those on charts that are too long: `--charts all` repeats them
        notes.clear();
        notes.push(format!("{drawn} of {all} charts are drawn; --charts all draws the rest"));
    }
    selected
}

/// Returns the charts of answers, each under `title`; `notes` receives what was left out.
pub fn answer_pages(title: &str, answers: &[Answer], notes: &mut Vec<String>) -> Vec<Page> {
    let groups = group_answers(answers);
    let unseen = answers.iter().filter(|answer| leading_quantities(answer).is_empty()).count();
    if unseen > 0 {
        notes.push(format!(
            "{unseen} of {} {} not drawn: the run stopped before {} first result",
            counted(answers.len() as u64, "answer", "answers"),
            noun(unseen as u64, "is", "are"),
            noun(unseen as u64, "its", "their"),
        ));
    }
    let mut pages = Vec::new();
    for group in &groups {
        let name = format!("odds-{}", group.stem);
        pages.extend(name_pages(&name, IfSeveral, duels::charts(title, group), notes));
        if let Some(table) = grid::means(title, group) {
            // a histogram of each cell would hide what the table says
            let name = format!("expected-{}", group.stem);
            pages.extend(name_pages(&name, IfSeveral, vec![table], notes));
            continue;
        }
        let name = format!("expected-{}", group.stem);
        // columns by round have the means
        let means = match duels::by_round(title, &group.answers) {
            Some(_) => Vec::new(),
            None => sweeps::means(title, group).unwrap_or_else(|| means::charts(title, group)),
        };
        pages.extend(name_pages(&name, IfSeveral, means, notes));
        let name = format!("distribution-{}", group.stem);
        let distributions = counts::charts(title, group);
        pages.extend(name_pages(&name, PageNumbering::Always, distributions, notes));
    }
    let mut all_curves = Vec::new();
    for (name, curves) in sweeps::curves(title, &groups) {
        all_curves.extend(name_pages(&name, IfSeveral, curves, notes));
    }
    // whether a card is drawn is the answer; how many copies are drawn follows
    let is_deck = answers.first().is_some_and(|answer| chance_of_one(answer).is_some());
    let end = if is_deck { 0 } else { pages.len() };
    pages.splice(end..end, all_curves);
    distinguish_titles(&mut pages);
    pages
}

/// Numbers the pages that have the title of an earlier one: readers tell charts apart by titles.
fn distinguish_titles(pages: &mut [Page]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for page in pages {
        let count = counts.entry(page.chart.title.clone()).or_default();
        *count += 1;
        if *count > 1 {
            page.chart.title = format!("{} ({count})", page.chart.title);
        }
    }
}

/// Whether the file names of a chart are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageNumbering {
    /// They are.
    Always,
    /// They are if there are several pages.
    IfSeveral,
}

/// Names the pages of a chart. A chart with too many pages is not drawn at all.
pub fn name_pages(
    name: &str,
    numbered: PageNumbering,
    charts: Vec<Chart>,
    notes: &mut Vec<String>,
) -> Vec<Page> {
    let all = charts.len();
    if all > MOST_PAGES {
        notes.push(format!(
            "{name}: not drawn, {all} pages exceed the limit of {MOST_PAGES}; the CSV and JSON output \
             has all numbers"
        ));
        return Vec::new();
    }
    let number = numbered == PageNumbering::Always || all > 1;
    let name_of =
        |page: usize| if number { format!("{name}-{:02}", page + 1) } else { name.to_owned() };
    let numbered = charts.into_iter().enumerate();
    numbered.map(|(page, chart)| Page { name: name_of(page), number: page + 1, chart }).collect()
}

/// Names charts, with a number where there are several pages.
fn name_sets(
    sets: impl IntoIterator<Item = (String, Vec<Chart>)>,
    notes: &mut Vec<String>,
) -> Vec<Page> {
    sets.into_iter().flat_map(|(name, set)| name_pages(&name, IfSeveral, set, notes)).collect()
}

/// Returns the charts of what parts and numbers of a question are worth, if requested, as
/// `STEM-contributions` and `STEM-sensitivity`.
pub fn analysis_pages(
    stem: &str,
    answer: &Answer,
    analysis: &Analysis,
    notes: &mut Vec<String>,
) -> Vec<Page> {
    let parts = analysis.contributions.as_ref().map(|all| ranked::parts(answer, all));
    let numbers = analysis.sensitivity.as_ref().map(|all| ranked::numbers(answer, all));
    let sets = [("contributions", parts), ("sensitivity", numbers)];
    let sets = sets.map(|(what, set)| (format!("{stem}-{what}"), set.unwrap_or_default()));
    name_sets(sets, notes)
}

/// Returns the chart of who has won a duel after each of its rounds, as `rounds`; none for less
/// than two rounds.
pub fn round_pages(title: &str, rounds: &[Answer]) -> Vec<Page> {
    let answers: Vec<&Answer> = rounds.iter().collect();
    let chart = duels::by_round(title, &answers);
    chart.map(|chart| Page { name: "rounds".to_owned(), number: 1, chart }).into_iter().collect()
}

/// Returns the charts of options as `by` ranked them, as `options`; none for fewer than two.
pub fn option_pages(
    title: &str,
    options: &[(String, Answer)],
    by: RankBy,
    notes: &mut Vec<String>,
) -> Vec<Page> {
    name_pages("options", IfSeveral, options::charts(title, options, by), notes)
}

/// Returns the charts of how lucky the rolls of a game were, as `luck`.
pub fn luck_pages(found: &GameLuck, notes: &mut Vec<String>) -> Vec<Page> {
    name_pages("luck", IfSeveral, ranked::game_luck(found), notes)
}

/// Returns the charts of a campaign: chances to win, areas over time, and length.
pub fn campaign_pages(
    title: &str,
    campaign: &CampaignAnswer,
    notes: &mut Vec<String>,
) -> Vec<Page> {
    let answer = &campaign.answer;
    let is_seen = !leading_quantities(answer).is_empty();
    let wins = is_seen.then(|| campaign::wins(title, campaign)).into_iter().collect();
    let course = campaign::course(title, campaign).into_iter().collect();
    let lengths = group_answers(std::slice::from_ref(answer));
    let lengths = lengths.iter().flat_map(|group| counts::charts(title, group)).collect();
    let names = ["wins", campaign.timeline.what, answer.headline.what];
    name_sets(names.map(str::to_owned).into_iter().zip([wins, course, lengths]), notes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn no_two_charts_of_answers_have_the_same_title() {
        let same: Vec<Answer> =
            (0..40).map(|n| samples::coin(&format!("toss {n}"), "front")).collect();
        for answers in [samples::attacks(), samples::charges(&["open", "rough"]), same] {
            let pages = answer_pages("t", &answers, &mut Vec::new());
            let mut titles: Vec<&str> = pages.iter().map(|page| &*page.chart.title).collect();
            let all = titles.len();
            titles.sort_unstable();
            titles.dedup();
            assert_eq!(titles.len(), all, "{titles:?}");
        }
    }
}
