//! Groups answers that share a table or chart, and labels the answers of a group.

use std::collections::{HashMap, HashSet};

use super::format::{exact_distribution, fixed_value, leading_quantities};
use super::words;
use crate::answer::{Answer, Quantity, ResultLabel};

/// Answers of one kind with the same leading quantities and the same varied settings: they fit one
/// table and one axis.
#[derive(Clone, Debug)]
pub struct AnswerGroup<'a> {
    /// Unique stem for file names: the kind, followed by the varied settings if several groups
    /// share the kind.
    pub stem: String,
    /// Kind of the answers.
    pub kind: &'static str,
    /// At least one answer.
    pub answers: Vec<&'a Answer>,
}

/// Groups answers that fit one table, in order of first appearance.
pub fn group_answers(answers: &[Answer]) -> Vec<AnswerGroup<'_>> {
    group_by(answers, share_a_table)
}

/// Groups the cases of each question, in order of first appearance.
pub fn group_questions(answers: &[Answer]) -> Vec<AnswerGroup<'_>> {
    group_by(answers, |a, b| question_name(a) == question_name(b) && share_a_table(a, b))
}

fn group_by(
    answers: &[Answer],
    is_same: impl Fn(&Answer, &Answer) -> bool,
) -> Vec<AnswerGroup<'_>> {
    let mut groups: Vec<AnswerGroup<'_>> = Vec::new();
    for answer in answers {
        let same = |group: &&mut AnswerGroup<'_>| {
            group.answers.first().is_some_and(|other| is_same(other, answer))
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.answers.push(answer),
            None => groups.push(AnswerGroup {
                stem: words::slug(answer.kind),
                kind: answer.kind,
                answers: vec![answer],
            }),
        }
    }
    assign_unique_stems(&mut groups);
    groups
}

/// Returns whether two answers fit one table. Single questions do whatever their subjects; cases
/// only if their subject or their question is the same.
fn share_a_table(a: &Answer, b: &Answer) -> bool {
    let leads = |answer: &Answer| {
        answer.headline.leads.iter().map(|lead| lead.quantity).collect::<Vec<_>>()
    };
    // cases of two questions about two subjects would have indistinguishable rows
    let is_distinct = a.case.is_empty() || a.subject == b.subject || is_one_question(a, b);
    let same_axes = axes([a]) == axes([b]) && is_distinct;
    a.kind == b.kind && leads(a) == leads(b) && same_axes
}

/// Makes stems unique: adds the varied settings where groups share a kind, and a number where that
/// is not enough.
fn assign_unique_stems(groups: &mut [AnswerGroup<'_>]) {
    const NAMED: usize = 3;
    let kinds: Vec<&str> = groups.iter().map(|group| group.kind).collect();
    let mut taken: HashSet<String> = HashSet::new();
    for group in groups {
        if kinds.iter().filter(|&&kind| kind == group.kind).count() > 1 {
            let axes = axes(group.answers.iter().copied());
            group.stem = words::slug(
                &[&[group.kind], axes.get(..NAMED).unwrap_or(&axes)].concat().join(" "),
            );
        }
        let numbered = (2..).map(|number| format!("{}-{number}", group.stem));
        let free =
            std::iter::once(group.stem.clone()).chain(numbered).find(|stem| !taken.contains(stem));
        group.stem = free.unwrap_or_default();
        taken.insert(group.stem.clone());
    }
}

/// Returns the label of each leading mean that fits all answers.
pub fn lead_labels<'a>(answers: &[&'a Answer]) -> Vec<&'a str> {
    let leads = answers.first().map_or(0, |answer| answer.headline.leads.len());
    let words = |place: usize| {
        answers
            .iter()
            .filter_map(move |answer| answer.headline.leads.get(place))
            .map(|lead| &lead.words)
    };
    (0..leads).map(|place| ResultLabel::shared(words(place))).collect()
}

/// Strips `expected ` from the label of a mean.
pub fn strip_expected(words: &str) -> String {
    words.strip_prefix("expected ").unwrap_or(words).to_owned()
}

/// Explains the sign of a number that is recorded as two counts: how far below 0 and how far above.
pub fn explain_sign(below: &str, above: &str) -> String {
    format!("Below 0: {}; above: {}", strip_expected(below), strip_expected(above))
}

/// Returns what the leading quantities count, such as `wounds left`.
pub fn lead_noun(answers: &[&Answer]) -> &'static str {
    answers.first().map_or("", |answer| answer.headline.what)
}

/// One chart entry: an answer that represents all answers with the same leading distributions.
pub struct DistinctAnswer<'a> {
    /// The first of the answers it represents.
    pub answer: &'a Answer,
    /// Label that distinguishes it from the others.
    pub label: String,
}

/// The entries of a chart.
pub struct DistinctAnswers<'a> {
    /// The entries.
    pub all: Vec<DistinctAnswer<'a>>,
    /// Remarks for readers: what is merged or left out.
    pub remarks: Vec<String>,
}

/// Returns an entry for each answer with a result. If there are more than `most`, certain answers
/// are left out and settings that make no difference are merged.
pub fn distinct_answers<'a>(answers: &[&'a Answer], most: usize) -> DistinctAnswers<'a> {
    let mut remarks = Vec::new();
    let mut known: Vec<&'a Answer> =
        answers.iter().copied().filter(|answer| !leading_quantities(answer).is_empty()).collect();
    let mut identity = LabelSource::of(answers);
    if known.len() > most {
        let all = (known.len(), identity.axes().to_vec());
        known.retain(|answer| !is_certain(answer));
        identity = identity.merging(&known);
        let merged: Vec<String> = all
            .1
            .iter()
            .filter(|axis| !identity.axes().contains(axis))
            .map(|axis| words::axis(axis))
            .collect();
        remarks
            .extend((!merged.is_empty()).then(|| format!("Same for every {}", merged.join(", "))));
        remarks.extend((known.len() < all.0).then(|| "Certain results are not drawn".to_owned()));
    }
    let mut seen = HashSet::new();
    let first_of_its_kind = |answer: &&'a Answer| match &identity {
        LabelSource::Name => true,
        LabelSource::Axes { subjects, axes } => seen.insert(label_key(answer, *subjects, axes)),
    };
    let first: Vec<&'a Answer> = known.into_iter().filter(first_of_its_kind).collect();
    let all = first
        .into_iter()
        .map(|answer| DistinctAnswer { answer, label: identity.label(answer) })
        .collect();
    DistinctAnswers { all, remarks }
}

/// Returns whether all leading quantities of an answer are certain.
pub fn is_certain(answer: &Answer) -> bool {
    leading_quantities(answer).into_iter().all(|quantity| fixed_value(quantity).is_some())
}

/// Returns what the label of an answer consists of: its subject if `subjects`, and its values on
/// some axes.
fn label_key<'a>(
    answer: &'a Answer,
    subjects: bool,
    axes: &[&str],
) -> (Option<&'a str>, Vec<Option<&'a str>>) {
    (subjects.then_some(answer.subject.as_str()), axis_values(answer, axes))
}

fn axis_values<'a>(answer: &'a Answer, axes: &[&str]) -> Vec<Option<&'a str>> {
    axes.iter().map(|axis| axis_value(answer, axis)).collect()
}

fn same_distributions(a: &Answer, b: &Answer) -> bool {
    // equal rolls computed in another order differ by a few units in the last place
    let close = |(p, q): (&f64, &f64)| (p - q).abs() < 1e-12;
    let same = |(p, q): (&Quantity, &Quantity)| match (
        exact_distribution(&p.distribution, p.exact.as_ref()),
        exact_distribution(&q.distribution, q.exact.as_ref()),
    ) {
        (Some(p), Some(q)) => {
            p.max() == q.max() && p.probabilities().iter().zip(q.probabilities()).all(close)
        }
        _ => false,
    };
    a.leading().zip(b.leading()).all(same)
}

/// Returns all axes of the answers' cases, in order of appearance.
pub fn axes<'a>(answers: impl IntoIterator<Item = &'a Answer>) -> Vec<&'a str> {
    let mut axes: Vec<&str> = Vec::new();
    for setting in answers.into_iter().flat_map(|answer| &answer.case) {
        if !axes.contains(&setting.axis.as_str()) {
            axes.push(&setting.axis);
        }
    }
    axes
}

/// Returns the answer's value on an axis.
pub fn axis_value<'a>(answer: &'a Answer, axis: &str) -> Option<&'a str> {
    answer.case.iter().find(|setting| setting.axis == axis).map(|setting| setting.value.as_str())
}

/// The source of labels that distinguish the answers of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelSource<'a> {
    /// The names of the questions, because the axes do not distinguish all answers.
    Name,
    /// The subjects, if they differ, and the values on some axes.
    Axes {
        /// Whether the subjects differ.
        subjects: bool,
        /// The axes on which they differ.
        axes: Vec<&'a str>,
    },
}

impl<'a> LabelSource<'a> {
    /// Chooses the shortest labels that distinguish the answers.
    pub fn of(answers: &[&'a Answer]) -> Self {
        let axes = varying_axes(answers);
        let subjects = shared_subject(answers).is_none();
        let distinct: HashSet<_> =
            answers.iter().map(|answer| label_key(answer, subjects, &axes)).collect();
        if axes.is_empty() || distinct.len() < answers.len() {
            return Self::Name;
        }
        Self::Axes { subjects, axes }
    }

    /// Returns the label of an answer.
    pub fn label(&self, answer: &Answer) -> String {
        let Self::Axes { subjects, axes } = self else { return words::clean(&answer.name) };
        let settings = axes
            .iter()
            .filter_map(|axis| axis_value(answer, axis).map(|value| format_setting(axis, value)));
        let parts = subjects
            .then(|| answer.subject.clone())
            .into_iter()
            .chain(settings)
            .map(|part| words::clean(&part));
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// Returns the axes that distinguish the answers.
    fn axes(&self) -> &[&'a str] {
        match self {
            Self::Name => &[],
            Self::Axes { axes, .. } => axes,
        }
    }

    /// Drops axes that make no difference to the distributions of these answers.
    fn merging(self, answers: &[&Answer]) -> Self {
        let Self::Axes { subjects, mut axes } = self else { return self };
        // one axis at a time: two axes may each be without effect alone and not together
        for axis in axes.clone() {
            let others: Vec<&str> = axes.iter().copied().filter(|other| *other != axis).collect();
            let mut first: HashMap<_, &Answer> = HashMap::new();
            let same = answers.iter().all(|answer| {
                let key = label_key(answer, subjects, &others);
                same_distributions(first.entry(key).or_insert(answer), answer)
            });
            if same && !others.is_empty() {
                axes = others;
            }
        }
        Self::Axes { subjects, axes }
    }
}

/// Formats a setting as `name value`.
pub fn format_setting(axis: &str, value: &str) -> String {
    format!("{} {}", words::axis(axis), format_value(value)).trim().to_owned()
}

/// Formats the value of a setting: a negative number with a minus sign.
pub fn format_value(value: &str) -> String {
    let value = words::clean(value);
    let digits =
        value.strip_prefix('-').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    digits.map_or(value.clone(), |digits| format!("−{digits}"))
}

/// Returns the axes on which the answers differ.
pub fn varying_axes<'a>(answers: &[&'a Answer]) -> Vec<&'a str> {
    let differ = |axis: &&str| {
        answers
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if axis_value(a, axis) != axis_value(b, axis)))
    };
    axes(answers.iter().copied()).into_iter().filter(differ).collect()
}

/// Returns whether two answers are cases of one question, whose name precedes the values of each.
fn is_one_question(a: &Answer, b: &Answer) -> bool {
    !a.case.is_empty() && !b.case.is_empty() && question_name(a) == question_name(b)
}

/// Returns the name of the question that an answer is a case of.
fn question_name(answer: &Answer) -> &str {
    answer.name.split_once(": ").map_or(&*answer.name, |(question, _)| question)
}

/// Returns the name that a question was given, or its kind if it is named after its subject.
pub fn question_label(answer: &Answer) -> &str {
    let name = question_name(answer);
    let is_default = !answer.subject.is_empty() && name.ends_with(&answer.subject);
    if is_default { answer.kind } else { name }
}

/// Returns the subject of all answers: the same one, or all subjects of the cases of one question.
/// `None` for different subjects of several questions.
pub fn shared_subject(answers: &[&Answer]) -> Option<String> {
    let (first, others) = answers.split_first()?;
    if others.iter().all(|answer| answer.subject == first.subject) {
        return Some(first.subject.clone());
    }
    others.iter().all(|answer| is_one_question(first, answer)).then(|| joined_subjects(answers))
}

/// Returns who meets whom in the cases of one question; empty if subjects have no two sides. Each
/// side has at most three names.
pub fn joined_subjects(answers: &[&Answer]) -> String {
    const NAMED: usize = 3;
    let side = |names: Vec<&str>| {
        let mut distinct: Vec<&str> = Vec::new();
        for name in names {
            if !distinct.contains(&name) {
                distinct.push(name);
            }
        }
        if distinct.len() > NAMED {
            format!("{} units", distinct.len())
        } else {
            distinct.join(", ")
        }
    };
    for joint in [" → ", " v "] {
        let split = answers.iter().map(|answer| answer.subject.split_once(joint));
        if let Some(pairs) = split.collect::<Option<Vec<_>>>() {
            let (one, other) = pairs.into_iter().unzip();
            return [side(one), side(other)].join(joint);
        }
    }
    String::new()
}

/// Describes engine, trials and seed; values that differ among the answers are left out.
pub fn describe_method(answers: &[&Answer]) -> String {
    let Some(first) = answers.first().map(|answer| answer.method) else { return String::new() };
    let same = |test: &dyn Fn(&Answer) -> bool| answers.iter().all(|answer| test(answer));
    if !same(&|answer| answer.method.engine == first.engine) {
        return "several engines".to_owned();
    }
    let trials = first.trials.filter(|_| same(&|answer| answer.method.trials == first.trials));
    let seed = first.seed.filter(|_| same(&|answer| answer.method.seed == first.seed));
    let trials = trials.map(words::resolutions);
    let seed = seed.map(|seed| format!("seed {seed}"));
    [Some(first.engine.name().to_owned()), trials, seed]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::QuantityName;
    use crate::samples;

    #[test]
    fn group_answers_separates_other_leads_and_axes() {
        let (mut tails, mut other) = (samples::coin("b", "rear"), samples::coin("d", "rear"));
        tails.headline.leads[0].quantity = QuantityName::new("tails");
        other.case[0].axis = "hand".into();
        let answers = [samples::coin("a", "front"), tails, samples::coin("c", "flank"), other];
        let groups = group_answers(&answers);
        assert_eq!(
            groups.iter().map(|group| group.stem.as_str()).collect::<Vec<_>>(),
            ["toss-facing", "toss-facing-2", "toss-hand"]
        );
        assert_eq!(groups[0].answers.len(), 2);
    }

    #[test]
    fn distinct_answers_merges_axes_without_effect() {
        let mut answers = samples::charges(&["open", "rough"]);
        let all: Vec<&Answer> = answers.iter().collect();
        assert_eq!(distinct_answers(&all, 18).all.len(), 18);
        // beyond 11" every charge fails, so these answers are certain
        assert_eq!(
            (distinct_answers(&all, 17).all.len(), distinct_answers(&all, 17).remarks),
            (14, vec!["Certain results are not drawn".to_owned()])
        );
        let distribution = answers[0].quantities[0].distribution.clone();
        answers
            .iter_mut()
            .filter(|answer| answer.notes.is_empty())
            .for_each(|answer| answer.quantities[0].distribution = distribution.clone());
        let merged = distinct_answers(&answers.iter().collect::<Vec<_>>(), 17);
        assert_eq!(merged.remarks[0], "Same for every terrain");
        let labels: Vec<String> = merged.all.into_iter().map(|class| class.label).collect();
        // neither axis has an effect, but the entries need a label
        assert_eq!(
            labels,
            [
                "distance 5",
                "distance 6",
                "distance 7",
                "distance 8",
                "distance 9",
                "distance 10",
                "distance 11"
            ]
        );
    }

    #[test]
    fn labels_use_axes_only_if_they_distinguish_answers() {
        let (front, flank) = (samples::coin("a", "front"), samples::coin("b", "flank"));
        let apart = LabelSource::of(&[&front, &flank]);
        assert_eq!(apart, LabelSource::Axes { subjects: false, axes: vec!["facing"] });
        assert_eq!(apart.label(&flank), "facing flank");
        let again = LabelSource::of(&[&front, &flank, &front]);
        assert_eq!((again.clone(), again.label(&front)), (LabelSource::Name, "a".to_owned()));
    }

    #[test]
    fn units_of_one_question_keep_their_names_in_labels() {
        let of = |unit: &str, facing: &str, counts| {
            let mut answer = samples::tossed("attack", counts);
            answer.name = format!("attack: {unit}, {facing}");
            answer.subject = format!("Swords → {unit}");
            let setting = crate::answer::Setting::text;
            answer.case = vec![setting("defender", unit), setting("facing", facing)];
            answer
        };
        let answers = [
            of("Guards", "front", [1, 1, 2]),
            of("Guards", "flank", [1, 1, 3]),
            of("Gregor", "front", [2, 2, 2]),
            of("Gregor", "flank", [1, 2, 3]),
        ];
        let answers: Vec<&Answer> = answers.iter().collect();
        assert_eq!(shared_subject(&answers).as_deref(), Some("Swords → Guards, Gregor"));
        let all = distinct_answers(&answers, 17);
        let labels: Vec<String> = all.all.into_iter().map(|one| one.label).collect();
        assert_eq!(
            labels,
            [
                "defender Guards, facing front",
                "defender Guards, facing flank",
                "defender Gregor, facing front",
                "defender Gregor, facing flank"
            ]
        );
        assert!(all.remarks.is_empty(), "{:?}", all.remarks);
    }

    #[test]
    fn describe_method_omits_what_differs() {
        let (exact, tossed) = (samples::coin("a", "front"), samples::tossed("b", [1, 1, 2]));
        assert_eq!(describe_method(&[&exact]), "exact");
        assert_eq!(describe_method(&[&tossed]), "monte-carlo, 4 resolutions, seed 7");
        let more = samples::tossed("c", [2, 2, 2]);
        assert_eq!(describe_method(&[&tossed, &more]), "monte-carlo, seed 7");
        assert_eq!(describe_method(&[&exact, &more]), "several engines");
    }
}
