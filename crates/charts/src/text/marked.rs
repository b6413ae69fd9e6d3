//! The counts that sentences, tables and charts mark: requested ones, and those that matter.

use std::ops::RangeInclusive;

use super::format::format_chance;
use crate::answer::{Answer, CriticalCount, Event, Quantity};
use crate::chance::EventName;
use crate::dist::Pmf;

/// Formats the chance of an event, as a sentence states it.
pub fn format_event(event: &Event) -> String {
    format_chance(&event.distribution, event.exact.as_ref(), 1, 1)
}

/// The count of a leading quantity that a sentence and a chart mark.
pub struct MarkedCount {
    /// The counts.
    pub counts: RangeInclusive<usize>,
    /// The event of such a count, with the counts as its label.
    pub event: Event,
    /// What such a count means, e.g. `a rank lost`; empty for a requested one.
    pub words: &'static str,
    /// The event of the answer that means the same, if any.
    same: Option<EventName>,
}

impl MarkedCount {
    /// Returns the requested count of a leading quantity. Without a request, returns the critical
    /// count whose chance is nearest to one half: what is all but certain says little.
    pub fn of(answer: &Answer, quantity: &Quantity) -> Option<Self> {
        if let Some((counts, event)) = answer.counts.of(quantity.name) {
            return Some(Self { counts, event: event.clone(), words: "", same: None });
        }
        let critical = answer.open_count(quantity)?;
        let counts = critical.count.into()..=usize::MAX;
        let event = quantity.within(counts.clone());
        Some(Self { counts, event, words: critical.words, same: critical.event })
    }

    /// Formats its chance: `61.3% for 5 or more (a rank lost)`.
    pub fn chance(&self) -> String {
        let counts = &self.event.label.named;
        let chance = format!("{} for {counts} {}", format_event(&self.event), self.meaning());
        chance.trim_end().to_owned()
    }

    /// Formats what such a count means: `(a rank lost)`; empty for a requested one.
    pub fn meaning(&self) -> String {
        if self.words.is_empty() { String::new() } else { format!("({})", self.words) }
    }

    /// Returns whether its chance is that of an event of the answer.
    pub fn states(&self, event: &Event) -> bool {
        self.same == Some(event.name)
            && (self.event.probability() - event.probability()).abs() < 1e-12
    }
}

/// A count k of the leading quantity whose P(≥ k) says most.
pub struct NotableCount {
    /// The count.
    pub count: usize,
    /// What at least this many mean, e.g. `a rank lost`; empty for nothing in particular.
    pub words: &'static str,
    /// Place among the others; 0 says most.
    pub rank: usize,
}

/// The most counts whose P(≥ k) is shown in brief.
const NOTABLE: usize = 3;

/// Returns up to three counts k of the leading quantity whose P(≥ k) says most about all answers,
/// in ascending order: those that are critical, then those whose mean chance is nearest to 3/4, 1/4
/// and 1/2. Critical counts with an event of the answer are left to the event.
pub fn notable_counts(answers: &[&Answer]) -> Vec<NotableCount> {
    let leading = answers.iter().filter_map(|answer| answer.leading().next());
    let distributions: Vec<Pmf> = leading.map(|one| one.distribution.pmf()).collect();
    let most = distributions.iter().map(Pmf::max).max().unwrap_or(0);
    let chance = |k: usize| {
        distributions.iter().map(|one| one.at_least(k)).sum::<f64>() / distributions.len() as f64
    };
    // what rounds to 0% or 100% says little
    let open: Vec<(usize, f64)> = (1..=most)
        .map(|k| (k, chance(k)))
        .filter(|(_, p)| (0.000_5..0.999_5).contains(p))
        .collect();
    let critical = answers.first().map_or(&[][..], |first| &first.headline.critical);
    let is_shared = |one: &&CriticalCount| {
        one.event.is_none() && answers.iter().all(|answer| answer.headline.critical.contains(one))
    };
    let critical = critical.iter().filter(is_shared).map(|one| (one.count.into(), one.words));
    let distance = |p: f64, share: f64| (p - share).abs();
    let nearest = [0.75, 0.25, 0.5].into_iter().filter_map(|share| {
        open.iter().min_by(|a, b| distance(a.1, share).total_cmp(&distance(b.1, share)))
    });
    let mut counts: Vec<NotableCount> = Vec::new();
    for (count, words) in critical.chain(nearest.map(|(k, _)| (*k, ""))) {
        let is_known = counts.iter().any(|one| one.count == count);
        if !is_known && counts.len() < NOTABLE && open.iter().any(|(k, _)| *k == count) {
            counts.push(NotableCount { count, words, rank: counts.len() });
        }
    }
    counts.sort_by_key(|one| one.count);
    counts
}

/// Formats counts briefly: `≥3`, `≤5`, `3–5`, `3`.
pub fn format_briefly(counts: &RangeInclusive<usize>) -> String {
    match (*counts.start(), *counts.end()) {
        (low, usize::MAX) => format!("≥{low}"),
        (low, high) if low == high => low.to_string(),
        (0, high) => format!("≤{high}"),
        (low, high) => format!("{low}–{high}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::RequestedCounts;
    use crate::samples;

    fn critical(counts: &[u8]) -> Vec<CriticalCount> {
        counts.iter().map(|&count| CriticalCount { count, words: "matters", event: None }).collect()
    }

    /// The counts that the heads of two coins mark.
    fn marked(answer: &Answer) -> Option<String> {
        let heads = answer.leading().next().expect("heads");
        MarkedCount::of(answer, heads).map(|one| one.chance())
    }

    #[test]
    fn the_least_certain_critical_count_is_marked() {
        let mut coins = samples::coin("two coins", "front");
        assert_eq!(marked(&coins), None);
        // three heads are impossible and none are certain: neither says anything
        for (counts, wanted) in [
            (&[0, 3][..], None),
            (&[2, 3], Some("25.0% for 2 or more (matters)")),
            (&[1, 2], Some("75.0% for 1 or more (matters)")),
        ] {
            coins.headline.critical = critical(counts);
            assert_eq!(marked(&coins).as_deref(), wanted, "{counts:?}");
        }
    }

    #[test]
    fn a_requested_count_is_marked_instead() {
        let mut coins = samples::coin("two coins", "front");
        coins.headline.critical = critical(&[2]);
        let heads = coins.quantities.first().expect("heads");
        coins.counts = RequestedCounts::new(None, Some((heads, 1)));
        assert_eq!(marked(&coins).as_deref(), Some("75.0% for 1 or fewer"));
    }

    #[test]
    fn notable_counts_are_critical_or_nearest_to_quartiles() {
        let notable = |answers: &[&Answer]| -> Vec<(usize, &str)> {
            notable_counts(answers).iter().map(|one| (one.count, one.words)).collect()
        };
        // binomial(12, 1/2): 5 or more 80.6%, 6 61.3%, 7 38.7%, 8 19.4%; 1/2 lies between 6 and 7
        let mut heads = samples::coin("twelve coins", "front");
        let pmf = Pmf::new(samples::binomial(12, 0.5, 12)).expect("a distribution");
        heads.quantities[0].distribution = crate::answer::Distribution::Exact(pmf);
        let counts: Vec<usize> = notable(&[&heads]).iter().map(|one| one.0).collect();
        assert!([[5, 6, 8], [5, 7, 8]].iter().any(|all| counts == all), "{counts:?}");
        // 12 or more is all but impossible, 0 or more certain
        heads.headline.critical = critical(&[0, 6, 12]);
        assert_eq!(notable(&[&heads]), [(5, ""), (6, "matters"), (8, "")]);
        // a count that does not matter to all answers, and one that an event states
        let mut others = heads.clone();
        others.headline.critical = critical(&[7]);
        assert!(notable(&[&heads, &others]).iter().all(|one| one.1.is_empty()));
        heads.headline.critical[1].event = heads.events.first().map(|event| event.name);
        assert!(notable(&[&heads]).iter().all(|one| one.1.is_empty()));
        // two coins: 1 or more 75%, 2 25%, and no third count
        let coins = samples::coin("two coins", "front");
        assert_eq!(notable(&[&coins]), [(1, ""), (2, "")]);
        assert!(notable(&[&samples::nothing()]).is_empty() && notable(&[]).is_empty());
    }

    #[test]
    fn counts_are_formatted_briefly() {
        let all = [3..=usize::MAX, 0..=5, 3..=5, 3..=3];
        assert_eq!(all.map(|counts| format_briefly(&counts)), ["≥3", "≤5", "3–5", "3"]);
    }
}
