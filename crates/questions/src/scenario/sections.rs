//! Sections of a file that ask questions: `[[attack]]`, `[[westeros.exchange]]`.

use super::fields::{FileField, Known, refuse_mistaken};
use crate::document::{Draft, FileKey, Name, Report, Section, Span, TableArray, key};
use crate::request::asoiaf::{CatalogueKey, RulesKeys};
use crate::request::{
    Axis, Heading, Key, Keys, KindGroup, QuestionKind, RawFields, groups, kinds, name_parts,
};

/// A section that asks a question.
#[derive(Debug)]
pub(super) struct QuestionSection {
    /// The kind of question.
    pub kind: QuestionKind,
    /// The place of the section's header.
    pub span: Span,
    /// The name that the section gives to its question.
    pub name: Option<String>,
    /// The fields with one value each.
    pub given: RawFields,
    /// The fields with several values, in the order of declaration.
    pub axes: Vec<Axis>,
    /// The place of each text of each value, by field.
    places: Vec<(&'static str, Vec<Vec<Span>>)>,
}

/// The name of a question, of which there is no list.
const NAME: FileKey = key("name", "the question's name; a sentence if left out");

/// Fields that hold for all sections of a file.
#[derive(Clone, Debug)]
pub(super) struct SharedFields(Vec<(Key, FileField)>);

impl SharedFields {
    /// Reads the fields at the top of a file: the editions of rules and cards.
    pub(super) fn read(root: &mut Section<'_>, known: Known<'_>, report: &mut Report) -> Self {
        let keys = [CatalogueKey::keys(), RulesKeys::keys()].concat();
        let keys = keys.into_iter().filter(Key::in_files);
        let read = keys.filter_map(|key| {
            let field = FileField::read(root, &key, known, report)?;
            Some((key, field))
        });
        Self(read.collect())
    }

    /// Returns the value of a field, if it holds for the whole file.
    fn of(&self, key: &Key) -> Option<&FileField> {
        let is_same = |one: &&(Key, FileField)| one.0.id == key.id && key.heading == Heading::Rules;
        self.0.iter().find(is_same).map(|(_, field)| field)
    }
}

/// Reads all sections that ask questions, in the order of the file.
pub(super) fn read(
    root: &mut Section<'_>,
    shared: &SharedFields,
    known: Known<'_>,
    report: &mut Report,
) -> Vec<QuestionSection> {
    let mut all = Vec::new();
    let (main, others): (Vec<_>, Vec<_>) = kinds()
        .into_iter()
        .filter(QuestionKind::in_files)
        .partition(|kind| name_parts(kind.name).0.is_none());
    for kind in main {
        all.extend(of_kind(root, kind, shared, known, report));
    }
    for group in groups() {
        let kinds = others.iter().filter(|kind| name_parts(kind.name).0 == Some(group.name));
        let kinds: Vec<QuestionKind> = kinds.cloned().collect();
        refuse_unprefixed(root, group, &kinds, report);
        let what = format!("[{}]", group.name);
        let read = root.table(key(group.name, group.about), &what, report, |mut game, report| {
            let mut read = Vec::new();
            for kind in &kinds {
                read.extend(of_kind(&mut game, kind.clone(), shared, known, report));
            }
            game.finish(report);
            read
        });
        all.extend(read.into_iter().flatten());
    }
    all.sort_by_key(|section| section.span.start);
    all
}

/// Refuses sections of a game that do not name it.
fn refuse_unprefixed(
    root: &mut Section<'_>,
    group: KindGroup,
    kinds: &[QuestionKind],
    report: &mut Report,
) {
    let known = root.known();
    let names = kinds.iter().map(|kind| name_parts(kind.name).1);
    for name in names.filter(|name| !known.contains(name)) {
        let Some(item) = root.disallowed(name) else { continue };
        let message = format!("the file has no key `{name}`");
        let help = format!("sections of this game name it: `[[{}.{name}]]`", group.name);
        report.add(|| Draft::new(&item.span, message).label("not known").help(help));
    }
}

/// Reads the sections of one kind.
fn of_kind(
    parent: &mut Section<'_>,
    kind: QuestionKind,
    shared: &SharedFields,
    known: Known<'_>,
    report: &mut Report,
) -> Vec<QuestionSection> {
    let name = name_parts(kind.name).1;
    let of = TableArray { key: key(name, kind.about), definition: kind.name, words: kind.about };
    let what = format!("[[{}]]", kind.name.replace('/', "."));
    let read = parent.tables(of, &what, report, |section, report| {
        QuestionSection::read(section, &kind, (shared, known), report)
    });
    read.into_iter().flatten().flatten().collect()
}

impl QuestionSection {
    /// Reads a section; `None` if it has faults or names a unit that has some.
    fn read(
        mut section: Section<'_>,
        kind: &QuestionKind,
        (shared, known): (&SharedFields, Known<'_>),
        report: &mut Report,
    ) -> Option<Self> {
        let before = report.count();
        let mut read = Self {
            kind: kind.clone(),
            span: section.span.clone(),
            name: section.optional(NAME, report).map(|Name(name)| name),
            given: RawFields::new(),
            axes: Vec::new(),
            places: Vec::new(),
        };
        let mut is_faulty = false;
        for key in kind.keys().iter().filter(|key| key.in_files()) {
            let own = FileField::read(&mut section, key, known, report);
            if key.is_needed {
                section.describe(|table| table.require(key.id));
            }
            match own.or_else(|| shared.of(key).cloned()) {
                Some(field) => {
                    is_faulty |= field.is_faulty;
                    read.add(key.id, field);
                }
                None if key.is_needed && section.peek(key.id).is_none() => {
                    section.missing(key.id, report);
                }
                None => {}
            }
        }
        kind.keys().iter().for_each(|key| refuse_mistaken(&mut section, key, report));
        section.finish(report);
        (report.count() == before && !is_faulty).then_some(read)
    }

    /// Adds a field: a value, or an axis of several.
    fn add(&mut self, id: &'static str, field: FileField) {
        self.places.push((id, field.values.iter().map(|value| value.spans.clone()).collect()));
        let mut values = field.values.into_iter().map(|value| value.value);
        if values.len() > 1 {
            self.axes.push(Axis { id, values: values.collect() });
        } else if let Some(value) = values.next() {
            value.texts.iter().for_each(|text| self.given.push(id, text));
        }
    }

    /// Returns the place of a text of a field in a case, of which the number is given.
    pub(super) fn place(&self, id: &str, index: usize, number: u64) -> Option<Span> {
        let (_, values) = self.places.iter().find(|(known, _)| *known == id)?;
        let spans = values.get(self.value_index(id, number))?;
        spans.get(index).or_else(|| spans.first()).cloned()
    }

    /// Returns the index of a field's value in a case; the last axis varies fastest.
    fn value_index(&self, id: &str, number: u64) -> usize {
        let mut rest = number;
        for axis in self.axes.iter().rev() {
            let count = (axis.values.len() as u64).max(1);
            if axis.id == id {
                return usize::try_from(rest % count).unwrap_or(0);
            }
            rest /= count;
        }
        0
    }
}
