//! Reads a table of a file key by key and reports the keys that were not read.
//!
//! Each read names the key, what it means and the schema of its value. A reader run on an empty
//! table therefore describes such tables ([`describe_table`]), and its keys are defined nowhere
//! else. For that to work a reader must read every key on every path through its code.

use std::cell::RefCell;

use toml::de::DeTable;

use super::faults::{Draft, FaultHandle, Report, Span};
use super::schema::{self, Schema, with_description};
use super::suggest::{SuggestedKey, key_help, quoted, suggest_key};
use super::value::{KeyedValue, Readable, single};

/// A key of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileKey {
    /// The key as written in files.
    pub id: &'static str,
    /// What the key means, in the few words that editors show.
    pub words: &'static str,
}

/// Makes a key from its name and its meaning.
pub(crate) const fn key(id: &'static str, words: &'static str) -> FileKey {
    FileKey { id, words }
}

/// A key that holds one or several tables, such as `[[attack]]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableArray {
    /// The key.
    pub key: FileKey,
    /// The name of the table's schema among the definitions.
    pub definition: &'static str,
    /// What one table is.
    pub words: &'static str,
}

/// Describes the tables that `read` reads: runs it on an empty table and records the keys it reads.
pub(crate) fn describe_table<T>(
    words: &str,
    read: impl FnOnce(Section<'_>, &mut Report) -> T,
) -> schema::TableSchema {
    let (empty, recorder) = (DeTable::new(), RefCell::new(schema::TableSchema::new(words)));
    let section =
        Section { recorder: Some(&recorder), ..Section::new(String::new(), &empty, 0..0) };
    // an empty table lacks its required keys: those faults are nobody's
    read(section, &mut Report::default());
    recorder.into_inner()
}

/// A table of a file while it is read.
#[derive(Debug)]
pub(crate) struct Section<'t> {
    /// The name of the table in messages, e.g. `[[attack]]`.
    pub what: String,
    /// The position of the table's header.
    pub span: Span,
    table: &'t DeTable<'t>,
    known: Vec<&'static str>,
    /// Keys with faults of their own, which are no suggestions for others.
    refused: Vec<&'static str>,
    missing: Vec<(&'static str, FaultHandle)>,
    /// Records the keys that are read, while such tables are described.
    recorder: Option<&'t RefCell<schema::TableSchema>>,
}

impl<'t> Section<'t> {
    pub(crate) const fn new(what: String, table: &'t DeTable<'t>, span: Span) -> Self {
        Self {
            what,
            span,
            table,
            known: Vec::new(),
            refused: Vec::new(),
            missing: Vec::new(),
            recorder: None,
        }
    }

    /// Opens the table that is the value of `item`; anything else is a fault.
    pub(crate) fn of(what: String, item: &KeyedValue<'t>, report: &mut Report) -> Option<Self> {
        let table = report.ok_or_add(
            item.value.as_table().ok_or_else(|| item.type_fault(&format!("a table, {what}"))),
        )?;
        Some(Self::new(what, table, item.span.clone()))
    }

    /// Returns the value of an optional key with this schema.
    pub(crate) fn item(
        &mut self,
        key: FileKey,
        schema: impl FnOnce() -> Schema,
    ) -> Option<KeyedValue<'t>> {
        self.item_with_schema(key.id, || with_description(schema(), key.words))
    }

    /// Returns the value of a required key with this schema.
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

    /// Returns the value of an optional key whose `schema` includes its description.
    pub(crate) fn item_with_schema(
        &mut self,
        id: &'static str,
        schema: impl FnOnce() -> Schema,
    ) -> Option<KeyedValue<'t>> {
        let schema = self.recorder.map(|_| schema());
        self.item_described(id, schema)
    }

    /// Returns the same; `schema` is there while such tables are described.
    fn item_described(
        &mut self,
        id: &'static str,
        schema: Option<Schema>,
    ) -> Option<KeyedValue<'t>> {
        if let Some((recorder, schema)) = self.recorder.zip(schema) {
            recorder.borrow_mut().add(id, schema);
        }
        if !self.known.contains(&id) {
            self.known.push(id);
        }
        self.peek(id)
    }

    /// Returns the value of a key that is not allowed here, for a fault of the caller's wording.
    pub(crate) fn disallowed(&mut self, id: &'static str) -> Option<KeyedValue<'t>> {
        let item = self.peek(id)?;
        // `finish` reports no second fault
        self.refused.push(id);
        Some(item)
    }

    /// Returns the value of a key that is read elsewhere.
    pub(crate) fn peek(&self, id: &'static str) -> Option<KeyedValue<'t>> {
        let value = self.table.get(id)?;
        Some(KeyedValue { key: id, value: value.get_ref(), span: value.span() })
    }

    /// Reads an optional key whose value is not a list.
    pub(crate) fn optional<T: Readable>(&mut self, key: FileKey, report: &mut Report) -> Option<T> {
        single(&self.item(key, T::schema)?, report)
    }

    /// Reads a required key.
    pub(crate) fn required<T: Readable>(&mut self, key: FileKey, report: &mut Report) -> Option<T> {
        single(&self.required_item(key, T::schema, report)?, report)
    }

    /// Reads a key that is required here although the schema has it as optional: whether it is
    /// needed depends on other keys.
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

    /// Reports that a key is missing.
    pub(crate) fn missing(&mut self, id: &'static str, report: &mut Report) {
        let added = report.add_provisional(|| {
            Draft::new(&self.span, format!("{} needs `{id}`", self.what))
                .help(format!("add a line `{id} = …` below it"))
        });
        self.missing.push((id, added));
    }

    /// Reads the table of an optional key with `read`; messages call it `what`.
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

    /// Reads the tables of an optional key with `read`; messages call each `what`. A single table
    /// counts as a list of one.
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

    /// Adds to the schema, while such tables are described.
    pub(crate) fn describe(&self, more: impl FnOnce(&mut schema::TableSchema)) {
        if let Some(recorder) = self.recorder {
            more(&mut recorder.borrow_mut());
        }
    }

    /// Returns the keys read so far.
    pub(crate) fn known(&self) -> Vec<&'static str> {
        self.known.clone()
    }

    /// Iterates over all keys and values of a table whose keys are names that the player chooses.
    pub(crate) fn entries(
        self,
    ) -> impl Iterator<Item = (&'t str, &'t toml::de::DeValue<'t>, Span)> {
        self.table
            .iter()
            .map(|(key, value)| (key.get_ref().as_ref(), value.get_ref(), value.span()))
    }

    /// Reports the keys that were not read. If one of them is a misspelt required key, the fault
    /// about the missing key is withdrawn.
    pub(crate) fn finish(self, report: &mut Report) {
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            if !self.known.contains(&name) && !self.refused.contains(&name) {
                let suggested =
                    suggest_key(name, self.known.iter().copied()).map(|suggested| suggested.key);
                // the fault about the misspelt key suggests the required one already
                for (_, added) in self.missing.iter().filter(|(key, _)| Some(*key) == suggested) {
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

/// Writes a suggested key as in a file, with its value if that is suggested too.
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
    fn describe_table_has_the_keys_that_the_reader_reads() {
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
    fn file_schema_gathers_all_definitions_at_its_root() {
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
