//! A table of the file, read key by key: it remembers which keys it was asked for and knows the
//! others as mistakes.
//!
//! Whoever asks for a key says what it means and what may stand behind it, so that reading a table
//! that is empty tells what such tables are like ([`describe_table`]): a reader is the one place where
//! its keys stand. For that it asks for all of them on every way.

use std::cell::RefCell;

use toml::de::DeTable;

use super::faults::{Draft, FaultHandle, Report, Span};
use super::schema::{self, Schema, with_description};
use super::suggest::{SuggestedKey, key_help, quoted, suggest_key};
use super::value::{KeyedValue, Readable, single};

/// A key of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileKey {
    /// As files write it.
    pub id: &'static str,
    /// What it means, in the few words that editors show beside it.
    pub words: &'static str,
}

/// A key and what it means.
pub(crate) const fn key(id: &'static str, words: &'static str) -> FileKey {
    FileKey { id, words }
}

/// A key under which one table stands or several do, as `[[attack]]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableArray {
    /// The key.
    pub key: FileKey,
    /// What the schema of such a table is called among the definitions.
    pub definition: &'static str,
    /// What such a table is.
    pub words: &'static str,
}

/// What the tables are like that `read` reads: it gets one that is empty, and what it asks for are
/// the keys.
pub(crate) fn describe_table<T>(
    words: &str,
    read: impl FnOnce(Section<'_>, &mut Report) -> T,
) -> schema::TableSchema {
    let (empty, asked) = (DeTable::new(), RefCell::new(schema::TableSchema::new(words)));
    let section = Section { asked: Some(&asked), ..Section::new(String::new(), &empty, 0..0) };
    read(section, &mut Report::default());
    asked.into_inner()
}

/// A table and what it is called.
#[derive(Debug)]
pub(crate) struct Section<'t> {
    /// What it is, e.g. `[[attack]]`.
    pub what: String,
    /// Its header.
    pub span: Span,
    table: &'t DeTable<'t>,
    known: Vec<&'static str>,
    missing: Vec<(&'static str, FaultHandle)>,
    /// Where what it is asked for is written down, while tables like it are described.
    asked: Option<&'t RefCell<schema::TableSchema>>,
}

impl<'t> Section<'t> {
    pub(crate) const fn new(what: String, table: &'t DeTable<'t>, span: Span) -> Self {
        Self { what, span, table, known: Vec::new(), missing: Vec::new(), asked: None }
    }

    /// The table that `item` is, if it is one.
    pub(crate) fn of(what: String, item: &KeyedValue<'t>, report: &mut Report) -> Option<Self> {
        let table = report.ok_or_add(
            item.value.as_table().ok_or_else(|| item.type_fault(&format!("a table, {what}"))),
        )?;
        Some(Self::new(what, table, item.span.clone()))
    }

    /// The value of a key that may be left out; `schema` is what may stand behind it.
    pub(crate) fn item(
        &mut self,
        key: FileKey,
        schema: impl FnOnce() -> Schema,
    ) -> Option<KeyedValue<'t>> {
        self.item_with_schema(key.id, || with_description(schema(), key.words))
    }

    /// The value of a key that must be there.
    pub(crate) fn required_item(
        &mut self,
        key: FileKey,
        schema: impl FnOnce() -> Schema,
        report: &mut Report,
    ) -> Option<KeyedValue<'t>> {
        self.describe(|table| table.require(key.id));
        let item = self.item(key, schema);
        if item.is_none() {
            self.missing(key.id, report);
        }
        item
    }

    /// The value of a key; `schema` says in words what it means as well.
    pub(crate) fn item_with_schema(
        &mut self,
        id: &'static str,
        schema: impl FnOnce() -> Schema,
    ) -> Option<KeyedValue<'t>> {
        if let Some(asked) = self.asked {
            let schema = schema();
            asked.borrow_mut().add(id, schema);
        }
        self.disallowed(id)
    }

    /// The value of a key that is known and must not be there.
    pub(crate) fn disallowed(&mut self, id: &'static str) -> Option<KeyedValue<'t>> {
        if !self.known.contains(&id) {
            self.known.push(id);
        }
        self.peek(id)
    }

    /// The value of a key that was asked for already.
    pub(crate) fn peek(&self, id: &'static str) -> Option<KeyedValue<'t>> {
        let value = self.table.get(id)?;
        Some(KeyedValue { key: id, value: value.get_ref(), span: value.span() })
    }

    /// The value of a key that may be left out and may not be a list.
    pub(crate) fn optional<T: Readable>(&mut self, key: FileKey, report: &mut Report) -> Option<T> {
        single(&self.item(key, T::schema)?, report)
    }

    /// The value of a key that must be there.
    pub(crate) fn required<T: Readable>(&mut self, key: FileKey, report: &mut Report) -> Option<T> {
        single(&self.required_item(key, T::schema, report)?, report)
    }

    /// The value of a key that must be there as the others are; that is more than a schema tells.
    pub(crate) fn required_by_reader<T: Readable>(
        &mut self,
        key: FileKey,
        report: &mut Report,
    ) -> Option<T> {
        let item = self.item(key, T::schema);
        if item.is_none() {
            self.missing(key.id, report);
        }
        single(&item?, report)
    }

    /// Says that a key is missing.
    pub(crate) fn missing(&mut self, id: &'static str, report: &mut Report) {
        let added = report.add_provisional(|| {
            Draft::new(&self.span, format!("{} needs `{id}`", self.what))
                .help(format!("add a line `{id} = …` below it"))
        });
        self.missing.push((id, added));
    }

    /// The table of a key, called `what`, which `read` reads.
    pub(crate) fn table<T>(
        &mut self,
        key: FileKey,
        what: &str,
        report: &mut Report,
        mut read: impl FnMut(Section<'_>, &mut Report) -> T,
    ) -> Option<T> {
        let item = self.item(key, || describe_table("", &mut read).object())?;
        Section::of(what.to_owned(), &item, report).map(|section| read(section, report))
    }

    /// The tables of a key, each of them called `what`, which `read` reads; one alone counts as a
    /// list of one.
    pub(crate) fn tables<T>(
        &mut self,
        of: TableArray,
        what: &str,
        report: &mut Report,
        mut read: impl FnMut(Section<'_>, &mut Report) -> T,
    ) -> Option<Vec<T>> {
        let item = self.item(of.key, || {
            let one = describe_table(of.words, &mut read);
            schema::tables(of.definition, one.schema())
        })?;
        let mut all = Vec::new();
        for element in item.as_list() {
            let section = Section::of(what.to_owned(), &element, report);
            all.extend(section.map(|section| read(section, report)));
        }
        Some(all)
    }

    /// Whether to ask for the keys that begin with `ID_`: they are known where `ID` is there.
    pub(crate) fn has_group(&self, id: &'static str) -> bool {
        self.describe(|table| table.only_with(id));
        self.asked.is_some() || self.peek(id).is_some()
    }

    /// Says what else there is to know of such tables, while they are described.
    pub(crate) fn describe(&self, more: impl FnOnce(&mut schema::TableSchema)) {
        if let Some(asked) = self.asked {
            more(&mut asked.borrow_mut());
        }
    }

    /// The keys that it was asked for.
    pub(crate) fn known(&self) -> Vec<&'static str> {
        self.known.clone()
    }

    /// All keys with their values, for a table whose keys are the player's own.
    pub(crate) fn entries(
        self,
    ) -> impl Iterator<Item = (&'t str, &'t toml::de::DeValue<'t>, Span)> {
        self.table
            .iter()
            .map(|(key, value)| (key.get_ref().as_ref(), value.get_ref(), value.span()))
    }

    /// Says which keys nobody asked for. A key that is missing because it is misspelt is not told
    /// twice.
    pub(crate) fn finish(self, report: &mut Report) {
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            if !self.known.contains(&name) {
                let meant = suggest_key(name, self.known.iter().copied()).map(|meant| meant.key);
                for (_, added) in self.missing.iter().filter(|(key, _)| Some(*key) == meant) {
                    report.withdraw(*added);
                }
                report.add(|| {
                    let message = format!("{} has no key {}", self.what, quoted(name));
                    Draft::new(&key.span(), message).label("not known").help(key_help(
                        name,
                        self.known.iter().copied(),
                        "its keys are",
                        in_file,
                    ))
                });
            }
        }
    }
}

/// A key as a file writes it, with its value where that is known.
fn in_file(SuggestedKey { key, value }: SuggestedKey<'_>) -> String {
    value.map_or_else(|| key.to_owned(), |value| format!("{key} = \"{value}\""))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::value::Name;
    use super::*;

    const EFFECTS: TableArray = TableArray {
        key: key("effects", "what it does"),
        definition: "effect",
        words: "An effect.",
    };
    const ABILITIES: TableArray = TableArray {
        key: key("ability", "what there is"),
        definition: "ability",
        words: "An ability.",
    };

    fn effect(mut section: Section<'_>, report: &mut Report) {
        section.required::<bool>(key("dice", "whether it changes any"), report);
        section.disallowed("cards");
        section.finish(report);
    }

    fn ability(mut section: Section<'_>, report: &mut Report) {
        section.optional::<Name>(key("name", "its name"), report);
        section.tables(EFFECTS, "an effect", report, effect);
        section.finish(report);
    }

    #[test]
    fn a_table_is_what_its_reader_asks_for() {
        let dice = json!({ "type": "boolean", "description": "whether it changes any" });
        let expected = json!({
            "description": "An effect.",
            "properties": { "dice": dice },
            "required": ["dice"],
            "additionalProperties": false
        });
        assert_eq!(describe_table("An effect.", effect).schema(), expected);
    }

    #[test]
    fn a_file_has_all_definitions_at_its_root() {
        let root = describe_table("A file.", |mut root, report| {
            root.tables(ABILITIES, "[[ability]]", report, ability);
        });
        let file = schema::file("files", root.schema());
        let definitions = file["$defs"].as_object().expect("definitions");
        assert_eq!(definitions.keys().collect::<Vec<_>>(), ["ability", "effect"]);
        let effects = &definitions["ability"]["properties"]["effects"];
        assert_eq!(effects["allOf"], json!([{ "$ref": "#/$defs/effect" }]));
        assert_eq!(file.to_string().matches("$defs\":").count(), 1, "{file}");
    }
}
