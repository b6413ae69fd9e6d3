//! Which findings belong side by side, and what tells them apart there.

use std::collections::HashSet;

use super::words;
use crate::study::Finding;

/// Findings of one kind that lead with the same number, so that one table and one axis fit all of them.
#[derive(Clone, Debug)]
pub struct Group<'a> {
    /// Their kind, with the leading quantity if the kind leads with several: a stem for file names.
    pub stem: String,
    /// Their kind.
    pub kind: &'static str,
    /// The findings; at least one.
    pub findings: Vec<&'a Finding>,
}

/// Sorts findings into groups, in order of first appearance.
pub fn groups(findings: &[Finding]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for finding in findings {
        let same = |group: &&mut Group<'_>| group.findings.first().is_some_and(|other| belong_together(other, finding));
        match groups.iter_mut().find(same) {
            Some(group) => group.findings.push(finding),
            None => groups.push(Group { stem: words::slug(finding.kind), kind: finding.kind, findings: vec![finding] }),
        }
    }
    name_apart(&mut groups);
    groups
}

fn belong_together(a: &Finding, b: &Finding) -> bool {
    a.kind == b.kind && a.headline.quantity == b.headline.quantity
}

/// Adds the quantity to the stems of groups that share their kind.
fn name_apart(groups: &mut [Group<'_>]) {
    let kinds: Vec<&str> = groups.iter().map(|group| group.kind).collect();
    for group in groups {
        if kinds.iter().filter(|&&kind| kind == group.kind).count() > 1 {
            let quantity = group.findings.first().map_or("", |finding| finding.headline.quantity);
            group.stem = words::slug(&format!("{} {quantity}", group.kind));
        }
    }
}

/// All axes of the findings' cases, in order of appearance.
pub fn axes<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Vec<&'a str> {
    let mut axes: Vec<&str> = Vec::new();
    for setting in findings.into_iter().flat_map(|finding| &finding.case) {
        if !axes.contains(&setting.axis.as_str()) {
            axes.push(&setting.axis);
        }
    }
    axes
}

/// The finding's value on an axis.
pub fn value<'a>(finding: &'a Finding, axis: &str) -> Option<&'a str> {
    finding.case.iter().find(|setting| setting.axis == axis).map(|setting| setting.value.as_str())
}

/// What tells the findings of a group apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity<'a> {
    /// Their names: axes do not tell all of them apart.
    Names,
    /// Their subjects, if those differ, and their values on these axes.
    Axes {
        /// Whether the subjects differ.
        subjects: bool,
        /// The axes on which they differ.
        axes: Vec<&'a str>,
    },
}

impl<'a> Identity<'a> {
    /// Finds it out.
    pub fn of(findings: &[&'a Finding]) -> Self {
        let axes = varying_axes(findings);
        let tell = |finding: &&'a Finding| {
            let values: Vec<Option<&str>> = axes.iter().map(|axis| value(finding, axis)).collect();
            (finding.subject.as_str(), values)
        };
        let told: HashSet<_> = findings.iter().map(tell).collect();
        if axes.is_empty() || told.len() < findings.len() {
            return Self::Names;
        }
        Self::Axes { subjects: shared_subject(findings).is_none(), axes }
    }

    /// A name for a finding that says only what sets it apart.
    pub fn label(&self, finding: &Finding) -> String {
        let Self::Axes { subjects, axes } = self else { return words::clean(&finding.name) };
        let settings = axes.iter().filter_map(|axis| value(finding, axis).map(|value| format!("{axis} {value}")));
        let parts = subjects.then(|| finding.subject.clone()).into_iter().chain(settings).map(|part| words::clean(&part));
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// The axes on which the findings differ.
pub fn varying_axes<'a>(findings: &[&'a Finding]) -> Vec<&'a str> {
    let differ = |axis: &&str| findings.windows(2).any(|pair| matches!(pair, [a, b] if value(a, axis) != value(b, axis)));
    axes(findings.iter().copied()).into_iter().filter(differ).collect()
}

/// The subject of all of them, if it is the same.
pub fn shared_subject<'a>(findings: &[&'a Finding]) -> Option<&'a str> {
    let first = findings.first()?.subject.as_str();
    findings.iter().all(|finding| finding.subject == first).then_some(first)
}

/// How the findings came about, in words; what differs among them is left out.
pub fn method(findings: &[&Finding]) -> String {
    let Some(first) = findings.first().map(|finding| finding.method) else { return String::new() };
    let same = |test: &dyn Fn(&Finding) -> bool| findings.iter().all(|finding| test(finding));
    if !same(&|finding| finding.method.engine == first.engine) {
        return "answered by several engines".to_owned();
    }
    let trials = first.trials.filter(|_| same(&|finding| finding.method.trials == first.trials));
    let seed = first.seed.filter(|_| same(&|finding| finding.method.seed == first.seed));
    let trials = trials.map(|trials| format!("{} resolutions", words::count(trials)));
    let seed = seed.map(|seed| format!("seed {seed}"));
    [Some(first.engine.name().to_owned()), trials, seed].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    #[test]
    fn findings_with_another_leading_number_stand_apart() {
        let mut other = samples::coin("b", "rear");
        other.headline.quantity = "tails";
        let findings = [samples::coin("a", "front"), other, samples::coin("c", "flank")];
        let groups = groups(&findings);
        assert_eq!(groups.iter().map(|group| group.stem.as_str()).collect::<Vec<_>>(), ["toss-heads", "toss-tails"]);
        assert_eq!(groups[0].findings.len(), 2);
    }

    #[test]
    fn axes_tell_cases_apart_only_if_they_differ() {
        let (front, flank) = (samples::coin("a", "front"), samples::coin("b", "flank"));
        let apart = Identity::of(&[&front, &flank]);
        assert_eq!(apart, Identity::Axes { subjects: false, axes: vec!["facing"] });
        assert_eq!(apart.label(&flank), "facing flank");
        let again = Identity::of(&[&front, &flank, &front]);
        assert_eq!((again.clone(), again.label(&front)), (Identity::Names, "a".to_owned()));
    }

    #[test]
    fn the_method_says_what_all_have_in_common() {
        let (exact, tossed) = (samples::coin("a", "front"), samples::tossed("b", [1, 1, 2]));
        assert_eq!(method(&[&exact]), "exact");
        assert_eq!(method(&[&tossed]), "monte-carlo, 4 resolutions, seed 7");
        let more = samples::tossed("c", [2, 2, 2]);
        assert_eq!(method(&[&tossed, &more]), "monte-carlo, seed 7");
        assert_eq!(method(&[&exact, &more]), "answered by several engines");
    }
}
