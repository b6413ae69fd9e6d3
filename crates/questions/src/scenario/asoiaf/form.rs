//! Tables of questions about units of the file.

use super::super::form;
use super::super::sweep::{FieldValues, Located};
use super::units::{Family, Units};
use crate::document::{Draft, FileKey, Name, Readable, Span, quoted};
use warodds_games::asoiaf::Unit;

/// The table of a question about units.
pub(super) type Form<'s, 't, 'r> = form::Form<'s, 't, 'r, Units<'t>>;

impl<'t> Form<'_, 't, '_> {
    /// A key that names a unit of the file or a card, and must be there.
    ///
    /// A unit that is there but faulty is no fault of the question. One whose numbers are lists
    /// adds an axis for each of them.
    pub(crate) fn unit(&mut self, key: FileKey) -> FieldValues<&'t Unit> {
        let item = self.section.required_item(key, Name::swept_schema, self.report);
        let Some(item) = item else { return FieldValues::nothing() };
        let (key, units) = (key.id, self.units);
        let elements = item.value.as_array().map(|list| item.elements(list).collect());
        let found = self.values(
            &item,
            elements,
            |item| units.find(item),
            |family| family.map_or("", Family::name).to_owned(),
        );
        let families: Vec<Option<Located<&'t Family>>> =
            found.values.into_iter().map(known).collect();
        match families.as_slice() {
            [Some(Located { value, span })] if !value.listed.is_empty() => {
                self.variants(key, value, span)
            }
            several => {
                let units = several.iter().map(|spot| self.only(key, spot.as_ref()?));
                let values = units.collect();
                FieldValues { values, steps: found.steps }
            }
        }
    }

    /// The cards that the lists of one unit stand for, with an axis for each list.
    fn variants(&mut self, key: &str, family: &'t Family, span: &Span) -> FieldValues<&'t Unit> {
        let spot = |value| Some(Located { value, span: span.clone() });
        let mut step = family.units.len();
        let mut steps = Vec::with_capacity(family.listed.len());
        for listed in &family.listed {
            step /= listed.labels.len().max(1);
            let of_whom = if key == "unit" { String::new() } else { format!("{key}_") };
            let name = format!("{of_whom}{}", listed.number);
            let axis = self.axes.push(name, listed.labels.clone(), listed.data.clone());
            steps.push((axis, step));
        }
        FieldValues { values: family.units.iter().map(spot).collect(), steps }
    }

    /// The unit of a family that has one alone; a fault where it stands beside others and has more.
    fn only(&mut self, key: &str, spot: &Located<&'t Family>) -> Option<Located<&'t Unit>> {
        let Located { value, span } = spot;
        if !value.listed.is_empty() {
            let message = format!(
                "`{key}` lists several units, and numbers of {} are lists as well",
                quoted(value.name())
            );
            let help = "ask about it in a table of its own";
            self.report.add(|| Draft::new(span, message).help(help));
            return None;
        }
        Some(Located { value: value.units.first()?, span: span.clone() })
    }
}

/// A family that has no faults.
fn known(spot: Option<Located<Option<&Family>>>) -> Option<Located<&Family>> {
    spot.and_then(|Located { value, span }| Some(Located { value: value?, span }))
}
