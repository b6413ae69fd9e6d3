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
}

impl MarkedCount {
    /// Returns the requested count of a leading quantity. Without a request, returns the critical
    /// count whose chance is nearest to one half: what is all but certain says little.
    pub fn of(answer: &Answer, quantity: &Quantity) -> Option<Self> {
        if let Some((counts, event)) = answer.counts.of(quantity.name) {
            return Some(Self { counts, event: event.clone(), words: "" });
        }
        let critical = answer.open_count(quantity)?;
        let counts = critical.count.into()..=usize::MAX;
        let event = quantity.within(counts.clone());
        Some(Self { counts, event, words: critical.words })
    }

    /// Formats what such a count means: `(a rank lost)`; empty for a requested one.
    pub fn meaning(&self) -> String {
        if self.words.is_empty() { String::new() } else { format!("({})", self.words) }
    }
}

/// A count of the leading quantity whose P(≥ count) matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotableCount {
    /// The count of each answer; they differ if what it means comes at another count, and `None` is an
    /// answer in which it never comes.
    pub counts: Vec<Option<usize>>,
    /// What at least this many mean, e.g. `a rank lost`; empty for nothing in particular.
    pub words: &'static str,
    /// The event of the answers that means the same, if any.
    pub event: Option<EventName>,
    /// Place among the others; 0 matters most.
    pub rank: usize,
}

impl NotableCount {
    /// Returns the count that all answers share.
    pub fn shared(&self) -> Option<usize> {
        let (first, others) = self.counts.split_first()?;
        first.filter(|_| others.iter().all(|other| other == first))
    }

    /// Returns whether its chance in an answer is that of an event.
    pub fn states(&self, answer: &Answer, event: &Event) -> bool {
        let leading = answer.leading().next();
        let chance = |count| leading.map(|one| one.distribution.at_least(count));
        self.event == Some(event.name)
            && self.shared().and_then(chance).is_some_and(|p| is_same(p, event.probability()))
    }
}

/// Returns whether two chances are the same but for rounding.
fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

/// The most counts without a meaning whose P(≥ count) is shown.
const NOTABLE: usize = 3;

/// Returns the counts k of the leading quantity whose P(≥ k) is shown, in ascending order: 1 and
/// those that are critical, or, without any, up to three whose mean chance is nearest to 3/4, 1/4 and
/// 1/2. Counts that are all but certain or impossible are left out.
pub fn notable_counts(answers: &[&Answer]) -> Vec<NotableCount> {
    let distributions: Vec<Pmf> = answers
        .iter()
        .filter_map(|answer| answer.leading().next())
        .map(|one| one.distribution.pmf())
        .collect();
    // the longest list has all meanings: each is a rank more than the one before
    let longest = answers.iter().map(|one| &one.headline.critical).max_by_key(|all| all.len());
    let critical: Vec<NotableCount> =
        longest.into_iter().flatten().filter_map(|one| critical_count(answers, one)).collect();
    let mut counts = if critical.is_empty() || distributions.len() < answers.len() {
        nearest_to_quartiles(&distributions, answers.len())
    } else {
        let first =
            NotableCount { counts: vec![Some(1); answers.len()], words: "", event: None, rank: 0 };
        let is_known = critical.iter().any(|one| one.counts == first.counts);
        let all = critical.into_iter().chain(Some(first).filter(|_| !is_known));
        all.filter(|one| is_open(mean_chance(&distributions, &one.counts))).collect()
    };
    counts.iter_mut().enumerate().for_each(|(place, one)| one.rank = place);
    counts.sort_by_key(|one| one.counts.iter().flatten().next().copied());
    counts
}

/// Returns the count with the same meaning in each answer; `None` for an event that an answer has at
/// no count.
fn critical_count(answers: &[&Answer], critical: &CriticalCount) -> Option<NotableCount> {
    let of = |answer: &&Answer| {
        let mut all = answer.headline.critical.iter();
        all.find(|one| one.words == critical.words).map(|one| usize::from(one.count))
    };
    let counts: Vec<Option<usize>> = answers.iter().map(of).collect();
    let is_usable = critical.event.is_none() || counts.iter().all(Option::is_some);
    let (words, event) = (critical.words, critical.event);
    is_usable.then_some(NotableCount { counts, words, event, rank: 0 })
}

/// Returns the mean chance of at least the count of each distribution; 0 where there is none.
fn mean_chance(distributions: &[Pmf], counts: &[Option<usize>]) -> f64 {
    let chance = |(pmf, count): (&Pmf, &Option<usize>)| count.map_or(0.0, |k| pmf.at_least(k));
    distributions.iter().zip(counts).map(chance).sum::<f64>() / distributions.len() as f64
}

/// Returns whether a chance says something: it does not round to 0 % or 100 %.
fn is_open(chance: f64) -> bool {
    (0.000_5..0.999_5).contains(&chance)
}

/// Returns up to three counts whose mean chance is nearest to 3/4, 1/4 and 1/2, the first first.
fn nearest_to_quartiles(distributions: &[Pmf], answers: usize) -> Vec<NotableCount> {
    let most = distributions.iter().map(Pmf::max).max().unwrap_or(0);
    let chance = |k: usize| mean_chance(distributions, &vec![Some(k); distributions.len()]);
    let open: Vec<(usize, f64)> =
        (1..=most).map(|k| (k, chance(k))).filter(|(_, p)| is_open(*p)).collect();
    let distance = |p: f64, share: f64| (p - share).abs();
    let nearest = [0.75, 0.25, 0.5].into_iter().filter_map(|share| {
        open.iter().min_by(|a, b| distance(a.1, share).total_cmp(&distance(b.1, share)))
    });
    let mut counts: Vec<NotableCount> = Vec::new();
    for (count, _) in nearest {
        let counted =
            NotableCount { counts: vec![Some(*count); answers], words: "", event: None, rank: 0 };
        if !counts.contains(&counted) && counts.len() < NOTABLE {
            counts.push(counted);
        }
    }
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
        let marked = MarkedCount::of(answer, heads)?;
        let words = format!("{} {}", marked.event.label.named, marked.meaning());
        Some(format!("{}: {}", words.trim_end(), format_event(&marked.event)))
    }

    #[test]
    fn the_least_certain_critical_count_is_marked() {
        let mut coins = samples::coin("two coins", "front");
        assert_eq!(marked(&coins), None);
        // three heads are impossible and none are certain: neither says anything
        for (counts, wanted) in [
            (&[0, 3][..], None),
            (&[2, 3], Some("2 or more (matters): 25.0 %")),
            (&[1, 2], Some("1 or more (matters): 75.0 %")),
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
        assert_eq!(marked(&coins).as_deref(), Some("1 or fewer: 75.0 %"));
    }

    #[test]
    fn notable_counts_are_critical_or_nearest_to_quartiles() {
        let notable = |answers: &[&Answer]| -> Vec<(Vec<usize>, &str)> {
            let counts = |one: &NotableCount| one.counts.iter().map(|k| k.unwrap_or(0)).collect();
            notable_counts(answers).iter().map(|one| (counts(one), one.words)).collect()
        };
        // binomial(12, 1/2): 5 or more 80.6 %, 6 61.3 %, 7 38.7 %, 8 19.4 %; 1/2 lies between 6 and 7
        let mut heads = samples::coin("twelve coins", "front");
        let pmf = Pmf::new(samples::binomial(12, 0.5, 12)).expect("a distribution");
        heads.quantities[0].distribution = crate::answer::Distribution::Exact(pmf);
        let counts: Vec<usize> = notable(&[&heads]).iter().flat_map(|one| one.0.clone()).collect();
        assert!([[5, 6, 8], [5, 7, 8]].iter().any(|all| counts == all), "{counts:?}");
        // 0 or more is certain, 1 all but certain and 13 or more impossible
        for count in [0, 1, 13] {
            heads.headline.critical = critical(&[count]);
            assert!(notable(&[&heads]).is_empty(), "{count}");
        }
        heads.headline.critical = critical(&[6]);
        assert_eq!(notable(&[&heads]), [(vec![6], "matters")]);
        // what matters comes at another count, or never
        let mut others = heads.clone();
        others.headline.critical = critical(&[7]);
        assert_eq!(notable(&[&heads, &others]), [(vec![6, 7], "matters")]);
        // in one of them it never comes
        others.headline.critical.clear();
        assert_eq!(notable(&[&heads, &others]), [(vec![6, 0], "matters")]);
        heads.headline.critical[0].event = heads.events.first().map(|event| event.name);
        assert!(notable(&[&heads, &others]).iter().all(|one| one.1.is_empty()));
        // two coins: 1 or more 75 %, 2 25 %, and no third count
        let mut coins = samples::coin("two coins", "front");
        coins.headline.critical = critical(&[2]);
        assert_eq!(notable(&[&coins]), [(vec![1], ""), (vec![2], "matters")]);
        coins.headline.critical.clear();
        assert_eq!(notable(&[&coins]), [(vec![1], ""), (vec![2], "")]);
        assert!(notable(&[&samples::nothing()]).is_empty() && notable(&[]).is_empty());
    }

    #[test]
    fn a_notable_count_states_the_event_of_the_same_chance() {
        let mut coins = samples::coin("two coins", "front");
        let event = coins.events.first().expect("both heads").clone();
        coins.headline.critical =
            vec![CriticalCount { count: 2, words: "both", event: Some(event.name) }];
        let [one, both] = <[NotableCount; 2]>::try_from(notable_counts(&[&coins])).expect("two");
        assert!(both.states(&coins, &event) && !one.states(&coins, &event));
        assert_eq!(both.shared(), Some(2));
    }

    #[test]
    fn counts_are_formatted_briefly() {
        let all = [3..=usize::MAX, 0..=5, 3..=5, 3..=3];
        assert_eq!(all.map(|counts| format_briefly(&counts)), ["≥3", "≤5", "3–5", "3"]);
    }
}
