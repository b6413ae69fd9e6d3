//! The counts that sentences, tables and charts mark: requested ones, and those that matter.

use std::ops::RangeInclusive;

use super::format_chance;
use crate::answer::{Answer, CriticalCount, Event, Quantity};
use crate::chance::EventName;

/// Formats the chance of an event, as a sentence states it.
pub(super) fn format_event(event: &Event) -> String {
    format_chance(&event.distribution, event.exact.as_ref(), 1, 1)
}

/// The count of a leading quantity that a sentence and a chart mark.
pub(super) struct MarkedCount {
    /// The counts.
    pub(super) counts: RangeInclusive<usize>,
    /// The event of such a count, with the counts as its label.
    pub(super) event: Event,
    /// What such a count means, e.g. `a rank lost`; empty for a requested one.
    pub(super) words: &'static str,
    /// The event of the answer that means the same, if any.
    same: Option<EventName>,
}

impl MarkedCount {
    /// Returns the requested count of a leading quantity. Without a request, returns the critical
    /// count whose chance is nearest to one half: what is all but certain says little.
    pub(super) fn of(answer: &Answer, quantity: &Quantity) -> Option<Self> {
        if let Some((counts, event)) = answer.counts.of(quantity.name) {
            return Some(Self { counts, event: event.clone(), words: "", same: None });
        }
        let marked = |one: &CriticalCount| {
            let counts = one.count.into()..=usize::MAX;
            let event = quantity.within(counts.clone());
            Self { counts, event, words: one.words, same: one.event }
        };
        let is_open = |one: &Self| one.event.probability() > 0.0 && one.event.probability() < 1.0;
        let distance = |one: &Self| (one.event.probability() - 0.5).abs();
        let open = answer.headline.critical.iter().map(marked).filter(is_open);
        open.min_by(|one, other| distance(one).total_cmp(&distance(other)))
    }

    /// Formats its chance: `61.3% for 5 or more (a rank lost)`.
    pub(super) fn chance(&self) -> String {
        let counts = &self.event.label.named;
        let chance = format!("{} for {counts} {}", format_event(&self.event), self.meaning());
        chance.trim_end().to_owned()
    }

    /// Formats what such a count means: `(a rank lost)`; empty for a requested one.
    pub(super) fn meaning(&self) -> String {
        if self.words.is_empty() { String::new() } else { format!("({})", self.words) }
    }

    /// Returns whether its chance is that of an event of the answer.
    pub(super) fn states(&self, event: &Event) -> bool {
        self.same == Some(event.name)
            && (self.event.probability() - event.probability()).abs() < 1e-12
    }
}

/// Formats counts briefly: `≥3`, `≤5`, `3–5`, `3`.
pub(super) fn format_briefly(counts: &RangeInclusive<usize>) -> String {
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
    use crate::report::samples;

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
    fn counts_are_formatted_briefly() {
        let all = [3..=usize::MAX, 0..=5, 3..=5, 3..=3];
        assert_eq!(all.map(|counts| format_briefly(&counts)), ["≥3", "≤5", "3–5", "3"]);
    }
}
