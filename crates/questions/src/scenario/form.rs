//! A question's table, in which every value may be a list.

use std::collections::HashSet;

use super::sweep::{FieldValues, Located, SweepAxes};
use crate::document::{Draft, FileKey, KeyedValue, Readable, Report, Section, quoted};

/// Reads the table of a question.
///
/// `U` is what its keys may name: the units of the file; nothing where a game has none.
///
/// Keys become axes in the order they are read in, whatever their order in the file: the same sweep
/// gives the same table however it is written.
#[derive(Debug)]
pub(super) struct Form<'s, 't, 'r, U> {
    /// The table.
    pub section: Section<'s>,
    /// What it varies so far.
    pub axes: SweepAxes,
    /// Where faults go.
    pub report: &'r mut Report,
    /// What its keys may name.
    pub units: &'t U,
}

impl<'s, 't, 'r, U> Form<'s, 't, 'r, U> {
    pub(super) fn new(section: Section<'s>, units: &'t U, report: &'r mut Report) -> Self {
        Self { section, axes: SweepAxes::default(), report, units }
    }

    /// A key that may be left out.
    pub(super) fn sweep<T: Readable>(&mut self, key: FileKey, default: T) -> FieldValues<T> {
        let header = self.section.span.clone();
        let found = self.given(key);
        self.axes.forget(key.id, &default.show());
        found.unwrap_or_else(|| FieldValues::just(default, &header))
    }

    /// A key that must be there.
    pub(super) fn required<T: Readable>(&mut self, key: FileKey) -> FieldValues<T> {
        let item = self.section.required_item(key, T::swept_schema, self.report);
        item.map_or_else(FieldValues::nothing, |item| self.swept(&item))
    }

    /// A key that may be left out, if it is there.
    pub(super) fn given<T: Readable>(&mut self, key: FileKey) -> Option<FieldValues<T>> {
        self.section.item(key, T::swept_schema).map(|item| self.swept(&item))
    }

    /// The value or the values of a key.
    fn swept<T: Readable>(&mut self, item: &KeyedValue<'s>) -> FieldValues<T> {
        let elements = T::sweep(item).map(|list| item.elements(list).collect());
        self.values(item, elements, T::read, T::show)
    }

    /// One value, or the values of a list; a list of more than one is an axis.
    pub(super) fn values<T>(
        &mut self,
        item: &KeyedValue<'s>,
        elements: Option<Vec<KeyedValue<'s>>>,
        read: impl Fn(&KeyedValue<'_>) -> Result<T, Draft>,
        show: impl Fn(&T) -> String,
    ) -> FieldValues<T> {
        let elements = elements.unwrap_or_else(|| vec![item.clone()]);
        if elements.is_empty() {
            let fault = || {
                Draft::new(&item.span, format!("`{}` is an empty list", item.key))
                    .label("nothing to ask about")
            };
            self.report.add(|| fault().help("give at least one value, or leave the key out"));
            return FieldValues::nothing();
        }
        let value = |element: &KeyedValue<'_>| {
            Some(Located {
                value: self.report.ok_or_add(read(element))?,
                span: element.span.clone(),
            })
        };
        let values: Vec<Option<Located<T>>> = elements.iter().map(value).collect();
        let labels: Vec<String> = values
            .iter()
            .map(|spot| spot.as_ref().map_or_else(String::new, |spot| show(&spot.value)))
            .collect();
        self.refuse_repetition(item, &values, &labels);
        let data = elements.iter().map(KeyedValue::to_json).collect();
        let is_axis = values.len() > 1;
        let axis = self.axes.push(item.key, labels, data);
        FieldValues { values, steps: if is_axis { vec![(axis, 1)] } else { Vec::new() } }
    }

    /// The same value twice would ask the same question twice.
    fn refuse_repetition<T>(
        &mut self,
        item: &KeyedValue<'_>,
        values: &[Option<Located<T>>],
        labels: &[String],
    ) {
        let mut seen = HashSet::new();
        for (spot, label) in values.iter().zip(labels) {
            if let (Some(spot), false) = (spot, label.is_empty() || seen.insert(label)) {
                let message = || format!("`{}` lists {} twice", item.key, quoted(label));
                self.report.add(|| Draft::new(&spot.span, message()).label("the second time"));
            }
        }
    }
}
