//! Which findings belong side by side, and what tells them apart there.

use std::collections::HashSet;

use super::{exact_law, known_leading, words};
use crate::study::{Finding, Label, Quantity};

/// Findings of one kind that lead with the same numbers and vary the same, so that one table and one axis fit all of them.
#[derive(Clone, Debug)]
pub struct Group<'a> {
    /// Their kind, with what they vary if several groups share it: a stem for file names, different from all others.
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

/// Single questions belong together whoever meets whom; the cases of a sweep only with those of the same subject.
fn belong_together(a: &Finding, b: &Finding) -> bool {
    let leads = |finding: &Finding| finding.headline.leads.iter().map(|lead| lead.quantity).collect::<Vec<_>>();
    let same_axes = axes([a]) == axes([b]) && (a.case.is_empty() || a.subject == b.subject);
    a.kind == b.kind && leads(a) == leads(b) && same_axes
}

/// Adds what they vary to the stems of groups that share their kind, and a number where that is the same.
fn name_apart(groups: &mut [Group<'_>]) {
    const NAMED: usize = 3;
    let kinds: Vec<&str> = groups.iter().map(|group| group.kind).collect();
    let mut taken: HashSet<String> = HashSet::new();
    for group in groups {
        if kinds.iter().filter(|&&kind| kind == group.kind).count() > 1 {
            let axes = axes(group.findings.iter().copied());
            group.stem = words::slug(&[&[group.kind], axes.get(..NAMED).unwrap_or(&axes)].concat().join(" "));
        }
        let numbered = (2..).map(|number| format!("{}-{number}", group.stem));
        let free = std::iter::once(group.stem.clone()).chain(numbered).find(|stem| !taken.contains(stem));
        group.stem = free.unwrap_or_default();
        taken.insert(group.stem.clone());
    }
}

/// Words for the mean of each leading quantity that fit all findings.
pub fn lead_words<'a>(findings: &[&'a Finding]) -> Vec<&'a str> {
    let leads = findings.first().map_or(0, |finding| finding.headline.leads.len());
    let words = |place: usize| findings.iter().filter_map(move |finding| finding.headline.leads.get(place)).map(|lead| &lead.words);
    (0..leads).map(|place| Label::shared(words(place))).collect()
}

/// What the leading quantities of the findings count.
pub fn what(findings: &[&Finding]) -> &'static str {
    findings.first().map_or("", |finding| finding.headline.what)
}

/// Findings that differ in nothing that is drawn of them.
pub struct Class<'a> {
    /// The first of them.
    pub finding: &'a Finding,
    /// What tells the class apart.
    pub label: String,
}

/// A class for each finding, or, where those are more than `most`, one for all findings whose leading numbers have the
/// same laws. What nothing is known of is left out.
pub fn classes<'a>(findings: &[&'a Finding], most: usize) -> Vec<Class<'a>> {
    let identity = Identity::of(findings);
    let known: Vec<&'a Finding> = findings.iter().copied().filter(|finding| !known_leading(finding).is_empty()).collect();
    let mut classes: Vec<Vec<&'a Finding>> = Vec::new();
    for finding in &known {
        let same = |class: &&mut Vec<&Finding>| known.len() > most && class.first().is_some_and(|other| same_laws(other, finding));
        match classes.iter_mut().find(same) {
            Some(class) => class.push(finding),
            None => classes.push(vec![finding]),
        }
    }
    let class = |members: Vec<&'a Finding>| Some(Class { finding: *members.first()?, label: identity.label_of(&members) });
    classes.into_iter().filter_map(class).collect()
}

fn same_laws(a: &Finding, b: &Finding) -> bool {
    let close = |(p, q): (&f64, &f64)| (p - q).abs() < 1e-12;
    let same = |(p, q): (&Quantity, &Quantity)| match (exact_law(&p.law, p.exact.as_ref()), exact_law(&q.law, q.exact.as_ref())) {
        (Some(p), Some(q)) => p.max() == q.max() && p.probabilities().iter().zip(q.probabilities()).all(close),
        _ => false,
    };
    a.notes == b.notes && a.leading().zip(b.leading()).all(same)
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
        let settings = axes.iter().filter_map(|axis| value(finding, axis).map(|value| setting(axis, value)));
        let parts = subjects.then(|| finding.subject.clone()).into_iter().chain(settings).map(|part| words::clean(&part));
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// A name for several: what they have in common of what sets them apart from others.
    fn label_of(&self, findings: &[&Finding]) -> String {
        let [first, rest @ ..] = findings else { return String::new() };
        if rest.is_empty() {
            return self.label(first);
        }
        let common = |axis: &&&str| rest.iter().all(|other| value(other, axis) == value(first, axis));
        match self {
            Self::Axes { subjects, axes } if axes.iter().any(|axis| common(&axis)) => {
                Self::Axes { subjects: *subjects, axes: axes.iter().filter(common).copied().collect() }.label(first)
            }
            _ => format!("{} and {} more", self.label(first), rest.len()),
        }
    }
}

/// A setting in words.
pub fn setting(axis: &str, value: &str) -> String {
    words::clean(&format!("{} {value}", words::axis(axis)))
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
    fn findings_that_lead_with_or_vary_something_else_stand_apart() {
        let (mut tails, mut other) = (samples::coin("b", "rear"), samples::coin("d", "rear"));
        tails.headline.leads[0].quantity = "tails";
        other.case[0].axis = "hand".into();
        let findings = [samples::coin("a", "front"), tails, samples::coin("c", "flank"), other];
        let groups = groups(&findings);
        assert_eq!(groups.iter().map(|group| group.stem.as_str()).collect::<Vec<_>>(), ["toss-facing", "toss-facing-2", "toss-hand"]);
        assert_eq!(groups[0].findings.len(), 2);
    }

    #[test]
    fn too_many_of_the_same_law_are_one_class_named_by_what_they_share() {
        let findings = samples::charges(&["open", "rough"]);
        let findings: Vec<&Finding> = findings.iter().collect();
        assert_eq!(classes(&findings, 18).len(), 18);
        let labels: Vec<String> = classes(&findings, 17).into_iter().map(|class| class.label).collect();
        // 5" and 6" in the open are certain; beyond 11" nothing is in reach anywhere
        assert_eq!((labels[0].as_str(), labels[1].as_str()), ("terrain open", "terrain open, distance 7"));
        assert!(labels.contains(&"terrain open, distance 12 and 3 more".to_owned()), "{labels:?}");
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
