//! Sweeps: a list where one value may stand asks one question per value.
//!
//! Each list is an axis, and a case is one index per axis. Fields keep their values with the axis
//! they lie on, so that a question is built from a case without anyone naming the axes again.

use crate::document::Span;
use crate::study::Setting;

/// A value and where it was written.
#[derive(Clone, Debug)]
pub(super) struct Located<T> {
    pub value: T,
    pub span: Span,
}

/// One value, or one for each step of an axis or of several; none where it was faulty.
#[derive(Debug)]
pub(super) struct FieldValues<T> {
    pub values: Vec<Option<Located<T>>>,
    /// The axes it lies on, each with how many values a step of it goes on.
    pub steps: Vec<(usize, usize)>,
}

impl<T> FieldValues<T> {
    /// One value for all cases.
    pub(super) fn just(value: T, span: &Span) -> Self {
        Self { values: vec![Some(Located { value, span: span.clone() })], steps: Vec::new() }
    }

    /// A value that is missing or faulty.
    pub(super) const fn nothing() -> Self {
        Self { values: Vec::new(), steps: Vec::new() }
    }

    /// The value in a case.
    pub(super) fn at(&self, case: &SweepCase) -> Option<&Located<T>> {
        let steps = self.steps.iter().map(|(axis, step)| Some(case.0.get(*axis)? * step));
        let index: usize = steps.sum::<Option<usize>>()?;
        self.values.get(index)?.as_ref()
    }

    /// The value in a case, without its place.
    pub(super) fn value(&self, case: &SweepCase) -> Option<T>
    where
        T: Copy,
    {
        self.at(case).map(|spot| spot.value)
    }

    /// Whether there are values, and none of them was faulty.
    pub(super) fn is_known(&self) -> bool {
        !self.values.is_empty() && self.values.iter().all(Option::is_some)
    }

    /// All values.
    pub(super) fn all(&self) -> impl Iterator<Item = &T> {
        self.values.iter().flatten().map(|spot| &spot.value)
    }
}

/// What a sweep varies, e.g. `facing` over `front`, `flank`, `rear`.
#[derive(Debug)]
struct SweepAxis {
    key: String,
    labels: Vec<String>,
    data: Vec<serde_json::Value>,
}

impl SweepAxis {
    fn setting(&self, index: usize) -> Option<Setting> {
        let (value, data) = (self.labels.get(index)?.clone(), self.data.get(index)?.clone());
        Some(Setting { axis: self.key.clone(), value, data })
    }
}

/// All that a question varies, the last fastest.
#[derive(Debug, Default)]
pub(super) struct SweepAxes(Vec<SweepAxis>);

/// One index for each axis.
#[derive(Debug)]
pub(super) struct SweepCase(Vec<usize>);

impl SweepAxes {
    /// Adds an axis with a label for each of its values and the values as data, and gives its
    /// index. One value alone is the same in all cases, and told with each.
    pub(super) fn push(
        &mut self,
        key: impl Into<String>,
        labels: Vec<String>,
        data: Vec<serde_json::Value>,
    ) -> usize {
        self.0.push(SweepAxis { key: key.into(), labels, data });
        self.0.len() - 1
    }

    /// Takes back the last axis where it has one value alone, and that is `usual`.
    pub(super) fn forget(&mut self, key: &'static str, usual: &str) {
        let is_usual = |axis: &SweepAxis| axis.key == key && axis.labels == [usual];
        if self.0.last().is_some_and(is_usual) {
            self.0.pop();
        }
    }

    /// How many cases there are; `u64::MAX` stands for more.
    pub(super) fn count(&self) -> u64 {
        self.0.iter().fold(1, |count: u64, axis| count.saturating_mul(axis.labels.len() as u64))
    }

    /// The case of that number, counted from 0 with the last axis fastest.
    pub(super) fn case(&self, number: u64) -> SweepCase {
        let mut rest = number;
        let mut indices: Vec<usize> = Vec::with_capacity(self.0.len());
        for axis in self.0.iter().rev() {
            let size = (axis.labels.len() as u64).max(1);
            indices.push((rest % size) as usize);
            rest /= size;
        }
        indices.reverse();
        SweepCase(indices)
    }

    /// What sets a case apart.
    pub(super) fn settings(&self, case: &SweepCase) -> Vec<Setting> {
        let varied = self.0.iter().zip(&case.0).filter(|(axis, _)| axis.labels.len() > 1);
        varied.filter_map(|(axis, index)| axis.setting(*index)).collect()
    }

    /// All that is not as usual in a case.
    pub(super) fn all_settings(&self, case: &SweepCase) -> Vec<Setting> {
        self.0.iter().zip(&case.0).filter_map(|(axis, index)| axis.setting(*index)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_axis_varies_fastest() {
        let mut axes = SweepAxes::default();
        let facing = axes.push(
            "facing",
            vec!["front".into(), "rear".into()],
            vec!["front".into(), "rear".into()],
        );
        axes.push("charge", vec!["no".into(), "yes".into()], vec![false.into(), true.into()]);
        let swept = FieldValues {
            values: vec![Some(Located { value: 'f', span: 0..1 }), None],
            steps: vec![(facing, 1)],
        };
        let cases: Vec<(String, Option<char>)> = (0..axes.count())
            .map(|number| {
                let case = axes.case(number);
                (
                    axes.settings(&case)
                        .iter()
                        .map(|s| s.value.as_str())
                        .collect::<Vec<_>>()
                        .join(" "),
                    swept.value(&case),
                )
            })
            .collect();
        let expected = [
            ("front no", Some('f')),
            ("front yes", Some('f')),
            ("rear no", None),
            ("rear yes", None),
        ];
        assert_eq!(cases, expected.map(|(name, value)| (name.to_owned(), value)));
    }

    #[test]
    fn counting_does_not_overflow() {
        let mut axes = SweepAxes::default();
        assert_eq!(axes.count(), 1, "no axis is one case");
        for _ in 0..30 {
            axes.push("modifier", vec![String::new(); 25], vec![0.into(); 25]);
        }
        assert_eq!(axes.count(), u64::MAX);
    }
}
