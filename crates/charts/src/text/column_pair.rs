//! Two lists side by side, for blocks: the best and the worst, or both halves of one list.

use super::words;
use super::wrapping::{JOINT, wrap_items};

/// Between the two lists, and between a name and its value.
const GAP: usize = 3;
const VALUE_GAP: usize = 2;
/// Narrowest list that is drawn beside another.
const NARROWEST: usize = 28;

/// A name and its value.
pub(super) type Entry = (String, String);

/// Two lists of names with values, each below a heading.
#[derive(Clone, Debug)]
pub(super) struct ColumnPair {
    heads: [String; 2],
    lists: [Vec<Entry>; 2],
}

impl ColumnPair {
    /// Creates two lists with headings.
    pub(super) fn new(heads: [&str; 2], lists: [Vec<Entry>; 2]) -> Self {
        Self { heads: heads.map(str::to_owned), lists }
    }

    /// Creates the two halves of one list.
    pub(super) fn halves(head: &str, mut entries: Vec<Entry>) -> Self {
        let right = entries.split_off(entries.len().div_ceil(2));
        Self::new([head, ""], [entries, right])
    }

    /// Returns the lines of both lists side by side, with names shortened where they need it; one
    /// list after the other if `width` is too narrow.
    pub(super) fn lines(&self, width: usize) -> Vec<String> {
        let widths = self.widths(width);
        if widths.iter().any(|width| *width < NARROWEST) {
            return self.sentences(width);
        }
        let [left, right] = [0, 1].map(|side| self.list(side, widths.get(side).copied()));
        let height = left.len().max(right.len());
        let line = |index: usize| {
            let text = |list: &[String]| list.get(index).cloned().unwrap_or_default();
            let (left, right) = match (index, self.heads.each_ref()) {
                // the heading of both halves of a list is as wide as they are
                (0, [head, right]) if right.is_empty() => (head.clone(), String::new()),
                _ => (text(&left), text(&right)),
            };
            let padding = widths.first().map_or(0, |width| width + GAP);
            format!("{left:padding$}{right}").trim_end().to_owned()
        };
        (0..height).map(line).collect()
    }

    /// Returns the width of each list: its natural one if both fit, otherwise a share.
    fn widths(&self, width: usize) -> [usize; 2] {
        let natural = [&self.lists[0], &self.lists[1]].map(|list| {
            let longest = |text: fn(&Entry) -> &String| {
                list.iter().map(|one| text(one).chars().count()).max().unwrap_or(0)
            };
            longest(|one| &one.0) + VALUE_GAP + longest(|one| &one.1)
        });
        let is_shared = self.heads.last().is_some_and(String::is_empty);
        let heads =
            self.heads.each_ref().map(|head| if is_shared { 0 } else { head.chars().count() });
        let [left, right] =
            [natural[0].max(heads[0]), natural[1].max(heads[1])].map(|width| width.max(NARROWEST));
        let room = width.saturating_sub(GAP);
        let half = room / 2;
        match (left <= half, right <= half) {
            _ if left + right <= room => [left, right],
            (true, _) => [left, room - left],
            (_, true) => [room - right, right],
            _ => [half, room - half],
        }
    }

    /// Draws a list with its heading.
    fn list(&self, side: usize, width: Option<usize>) -> Vec<String> {
        let (Some(head), Some(entries), Some(width)) =
            (self.heads.get(side), self.lists.get(side), width)
        else {
            return Vec::new();
        };
        let shortened =
            |text: &str, room: usize| words::shorten(text, |one| one.chars().count() <= room);
        let value_width = entries.iter().map(|(_, value)| value.chars().count()).max().unwrap_or(0);
        let name_width = width.saturating_sub(VALUE_GAP + value_width);
        let entry = |(name, value): &Entry| {
            let name = shortened(name, name_width);
            let gap = VALUE_GAP + value_width;
            format!("{name:name_width$}{value:>gap$}")
        };
        std::iter::once(shortened(head, width)).chain(entries.iter().map(entry)).collect()
    }

    /// Returns a sentence for each list.
    fn sentences(&self, width: usize) -> Vec<String> {
        let lists = self.heads.iter().zip(&self.lists).filter(|(_, list)| !list.is_empty());
        let sentence = |(head, list): (&String, &Vec<Entry>)| {
            let entries: Vec<String> =
                list.iter().map(|(name, value)| format!("{name} {value}")).collect();
            let label = if head.is_empty() { String::new() } else { format!("{head}: ") };
            wrap_items(&format!("{label}{}", entries.join(JOINT)), width)
        };
        lists.flat_map(sentence).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> ColumnPair {
        let entry = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let best = vec![entry("House Tully Sworn Shields", "+436"), entry("Summer", "+9")];
        ColumnPair::new(["Best", "Worst"], [best, vec![entry("Stark Bowmen", "−773")]])
    }

    #[test]
    fn lists_are_side_by_side_with_aligned_values() {
        let lines = [
            "Best                              Worst",
            "House Tully Sworn Shields  +436   Stark Bowmen            −773",
            "Summer                       +9",
        ];
        assert_eq!(pair().lines(78), lines);
    }

    #[test]
    fn halves_of_a_list_share_their_heading() {
        let entries = ["Summer", "Grey Wind", "Nymeria"].map(|name| (name.to_owned(), "1".into()));
        let halves = ColumnPair::halves("Best gains of all direwolves per point", entries.into());
        let lines = [
            "Best gains of all direwolves per point",
            "Summer                     1   Nymeria                    1",
            "Grey Wind                  1",
        ];
        assert_eq!(halves.lines(78), lines);
    }

    #[test]
    fn lists_follow_each_other_on_a_narrow_terminal() {
        let lines =
            ["Best: House Tully Sworn Shields +436", "Summer +9", "Worst: Stark Bowmen −773"];
        assert_eq!(pair().lines(40), lines);
    }
}
