//! A table of the file, read key by key: it remembers which keys it was asked for and knows the
//! others as mistakes.

use toml::de::{DeArray, DeTable};

use super::faults::{Added, Draft, Report, Span};
use super::suggest::{help, nearest, quoted};
use super::value::{Item, Readable, single};

/// A table and what it is called.
#[derive(Debug)]
pub(crate) struct Section<'t> {
    /// What it is, e.g. `[[attack]]`.
    pub what: String,
    /// Its header.
    pub span: Span,
    table: &'t DeTable<'t>,
    known: Vec<&'static str>,
    missing: Vec<(&'static str, Added)>,
}

impl<'t> Section<'t> {
    pub const fn new(what: String, table: &'t DeTable<'t>, span: Span) -> Self {
        Self { what, span, table, known: Vec::new(), missing: Vec::new() }
    }

    /// The table that `item` is, if it is one.
    pub fn of(what: String, item: &Item<'t>, report: &mut Report) -> Option<Self> {
        let table = report
            .unless(item.value.as_table().ok_or_else(|| item.wrong(&format!("a table, {what}"))))?;
        Some(Self::new(what, table, item.span.clone()))
    }

    /// The value of a key.
    pub fn item(&mut self, key: &'static str) -> Option<Item<'t>> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        let value = self.table.get(key)?;
        Some(Item { key, value: value.get_ref(), span: value.span() })
    }

    /// The value of a key that may be left out and may not be a list.
    pub fn optional<T: Readable>(&mut self, key: &'static str, report: &mut Report) -> Option<T> {
        single(&self.item(key)?, report)
    }

    /// The value of a key that must be there.
    pub fn required<T: Readable>(&mut self, key: &'static str, report: &mut Report) -> Option<T> {
        match self.item(key) {
            Some(item) => single(&item, report),
            None => {
                self.missing(key, report);
                None
            }
        }
    }

    /// Says that a key is missing.
    pub fn missing(&mut self, key: &'static str, report: &mut Report) {
        let added = report.add_for_now(|| {
            Draft::new(&self.span, format!("{} needs `{key}`", self.what))
                .help(format!("add a line `{key} = …` below it"))
        });
        self.missing.push((key, added));
    }

    /// The elements of a list that may be left out; a single value counts as a list of one.
    pub fn list(&mut self, key: &'static str) -> Option<(Item<'t>, Vec<Item<'t>>)> {
        let item = self.item(key)?;
        let elements = item.value.as_array().map_or_else(
            || vec![item.clone()],
            |list: &'t DeArray<'t>| item.elements(list).collect(),
        );
        Some((item, elements))
    }

    /// All keys with their values, for a table whose keys are the player's own.
    pub fn entries(self) -> impl Iterator<Item = (&'t str, &'t toml::de::DeValue<'t>, Span)> {
        self.table
            .iter()
            .map(|(key, value)| (key.get_ref().as_ref(), value.get_ref(), value.span()))
    }

    /// Says which keys nobody asked for. A key that is missing because it is misspelt is not told
    /// twice.
    pub fn finish(self, report: &mut Report) {
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            if !self.known.contains(&name) {
                let meant = nearest(name, self.known.iter().copied());
                for (_, added) in self.missing.iter().filter(|(key, _)| Some(*key) == meant) {
                    report.withdraw(*added);
                }
                report.add(|| {
                    let message = format!("{} has no key {}", self.what, quoted(name));
                    Draft::new(&key.span(), message).label("not known").help(help(
                        name,
                        self.known.iter().copied(),
                        "its keys are",
                    ))
                });
            }
        }
    }
}
