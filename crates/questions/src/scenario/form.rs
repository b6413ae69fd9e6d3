//! A question's table, in which every value may be a list.

use std::collections::HashSet;

use super::sweep::{Axes, Spot, Swept};
use super::units::{Family, Units};
use crate::document::{Draft, Item, Readable, Report, Section, Span, quoted};
use warodds_games::asoiaf::Unit;

/// Reads the table of a question.
///
/// `U` is what its keys may name: the units of the file, where a game has them.
///
/// Keys become axes in the order they are read in, whatever their order in the file: the same sweep
/// gives the same table however it is written.
#[derive(Debug)]
pub(super) struct Form<'s, 't, 'r, U = Units<'t>> {
    /// The table.
    pub section: Section<'s>,
    /// What it varies so far.
    pub axes: Axes,
    /// Where faults go.
    pub report: &'r mut Report,
    units: &'t U,
}

impl<'s, 't, 'r, U> Form<'s, 't, 'r, U> {
    pub fn new(section: Section<'s>, units: &'t U, report: &'r mut Report) -> Self {
        Self { section, axes: Axes::default(), report, units }
    }

    /// A key that may be left out.
    pub fn sweep<T: Readable>(&mut self, key: &'static str, default: T) -> Swept<T> {
        let header = self.section.span.clone();
        let found = self.read(key);
        self.axes.forget(key, &default.show());
        found.unwrap_or_else(|| Swept::just(default, &header))
    }

    /// A key that must be there.
    pub fn required<T: Readable>(&mut self, key: &'static str) -> Swept<T> {
        self.read(key).unwrap_or_else(|| {
            self.section.missing(key, self.report);
            Swept::nothing()
        })
    }

    /// A key that is there.
    fn read<T: Readable>(&mut self, key: &'static str) -> Option<Swept<T>> {
        let item = self.section.item(key)?;
        let elements = T::sweep(&item).map(|list| item.elements(list).collect());
        Some(self.values(&item, elements, T::read, T::show))
    }

    /// One value, or the values of a list; a list of more than one is an axis.
    fn values<T>(
        &mut self,
        item: &Item<'s>,
        elements: Option<Vec<Item<'s>>>,
        read: impl Fn(&Item<'_>) -> Result<T, Draft>,
        show: impl Fn(&T) -> String,
    ) -> Swept<T> {
        let elements = elements.unwrap_or_else(|| vec![item.clone()]);
        if elements.is_empty() {
            let fault = || {
                Draft::new(&item.span, format!("`{}` is an empty list", item.key))
                    .label("nothing to ask about")
            };
            self.report.add(|| fault().help("give at least one value, or leave the key out"));
            return Swept::nothing();
        }
        let value = |element: &Item<'_>| {
            Some(Spot { value: self.report.unless(read(element))?, span: element.span.clone() })
        };
        let values: Vec<Option<Spot<T>>> = elements.iter().map(value).collect();
        let labels: Vec<String> = values
            .iter()
            .map(|spot| spot.as_ref().map_or_else(String::new, |spot| show(&spot.value)))
            .collect();
        self.refuse_repetition(item, &values, &labels);
        let data = elements.iter().map(Item::data).collect();
        let is_axis = values.len() > 1;
        let axis = self.axes.push(item.key, labels, data);
        Swept { values, steps: if is_axis { vec![(axis, 1)] } else { Vec::new() } }
    }

    /// The same value twice would ask the same question twice.
    fn refuse_repetition<T>(
        &mut self,
        item: &Item<'_>,
        values: &[Option<Spot<T>>],
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

impl<'t> Form<'_, 't, '_> {
    /// A key that names a unit of the file or a card, and must be there.
    ///
    /// A unit that is there but faulty is no fault of the question. One whose numbers are lists
    /// adds an axis for each of them.
    pub fn unit(&mut self, key: &'static str) -> Swept<&'t Unit> {
        let Some(item) = self.section.item(key) else {
            self.section.missing(key, self.report);
            return Swept::nothing();
        };
        let units = self.units;
        let elements = item.value.as_array().map(|list| item.elements(list).collect());
        let found = self.values(
            &item,
            elements,
            |item| units.find(item),
            |family| family.map_or("", Family::name).to_owned(),
        );
        let families: Vec<Option<Spot<&'t Family>>> = found.values.into_iter().map(known).collect();
        match families.as_slice() {
            [Some(Spot { value, span })] if !value.listed.is_empty() => {
                self.variants(key, value, span)
            }
            several => {
                let units = several.iter().map(|spot| self.only(key, spot.as_ref()?));
                let values = units.collect();
                Swept { values, steps: found.steps }
            }
        }
    }

    /// The cards that the lists of one unit stand for, with an axis for each list.
    fn variants(&mut self, key: &str, family: &'t Family, span: &Span) -> Swept<&'t Unit> {
        let spot = |value| Some(Spot { value, span: span.clone() });
        let mut step = family.units.len();
        let mut steps = Vec::with_capacity(family.listed.len());
        for listed in &family.listed {
            step /= listed.labels.len().max(1);
            let of_whom = if key == "unit" { String::new() } else { format!("{key}_") };
            let name = format!("{of_whom}{}", listed.number);
            let axis = self.axes.push(name, listed.labels.clone(), listed.data.clone());
            steps.push((axis, step));
        }
        Swept { values: family.units.iter().map(spot).collect(), steps }
    }

    /// The unit of a family that has one alone; a fault where it stands beside others and has more.
    fn only(&mut self, key: &str, spot: &Spot<&'t Family>) -> Option<Spot<&'t Unit>> {
        let Spot { value, span } = spot;
        if !value.listed.is_empty() {
            let message = format!(
                "`{key}` lists several units, and numbers of {} are lists as well",
                quoted(value.name())
            );
            let help = "ask about it in a table of its own";
            self.report.add(|| Draft::new(span, message).help(help));
            return None;
        }
        Some(Spot { value: value.units.first()?, span: span.clone() })
    }
}

/// A family that has no faults.
fn known(spot: Option<Spot<Option<&Family>>>) -> Option<Spot<&Family>> {
    spot.and_then(|Spot { value, span }| Some(Spot { value: value?, span }))
}
