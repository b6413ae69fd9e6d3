//! The links that ask the questions of a file.

use std::ops::Range;

use super::Scenario;
use super::sections::QuestionSection;
use crate::catalogue::Catalogue;
use crate::request::link::Link;
use crate::request::{Arity, Axis, Query, RawFields, Setup, kind};
use crate::study::NamedQuestion;
use crate::study::field::FieldQuestion;

/// What a section asks: its fields, and its questions in the scenario.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AskedSection {
    kind: &'static str,
    name: Option<String>,
    fields: RawFields,
    asked: Range<usize>,
    fields_asked: Range<usize>,
}

impl AskedSection {
    /// Creates it from a section and the places of its questions.
    pub(super) fn new(
        section: &QuestionSection,
        asked: Range<usize>,
        fields_asked: Range<usize>,
    ) -> Self {
        let mut fields = section.given.clone();
        for axis in &section.axes {
            fields.push(axis.id, &list(section, axis));
        }
        let (kind, name) = (section.kind.name, section.name.clone());
        Self { kind, name, fields, asked, fields_asked }
    }
}

/// Returns the values of an axis as a list.
fn list(section: &QuestionSection, axis: &Axis) -> String {
    let key = section.kind.keys().iter().find(|key| key.id == axis.id);
    let is_flag = key.is_some_and(|key| key.arity == Arity::Flag);
    let value = |texts: &Vec<String>| match texts.as_slice() {
        [] if is_flag => "no".to_owned(),
        texts => texts.join("+"),
    };
    axis.values.iter().map(|value_of| value(&value_of.texts)).collect::<Vec<_>>().join(",")
}

impl Scenario {
    /// Returns the name of each section and the link that asks its questions of shipped cards;
    /// `None` where no link does, for example because units of the file are meant.
    pub fn links(&self) -> Vec<(String, Option<String>)> {
        self.sections.iter().map(|section| (self.name(section), self.link(section))).collect()
    }

    fn name(&self, section: &AskedSection) -> String {
        let own = |section: &AskedSection| {
            let (asked, field) = (&self.asked, &self.fields);
            let single = asked.get(section.asked.start).filter(|_| !section.asked.is_empty());
            let name = single.map(|question| question.subject.clone());
            name.or_else(|| field.get(section.fields_asked.start).map(|one| one.name().to_owned()))
        };
        let name = section.name.clone().or_else(|| own(section));
        name.unwrap_or_else(|| section.kind.to_owned())
    }

    /// Returns the link of a section, after checking that it asks the same.
    fn link(&self, section: &AskedSection) -> Option<String> {
        let (catalogue, kind) = (Catalogue::shipped(), kind(section.kind).ok()?);
        let text = Link::text(&kind, &section.fields, catalogue).ok()?;
        let link = Link::parse(&text, catalogue).ok()?;
        let request = link.kind.request(link.kind.keys(), &link.given, &Setup::shipped()).ok()?;
        let own = |question: &NamedQuestion| question.question.clone();
        let asked: Vec<_> = match &request.asked {
            Query::One(question, _) => vec![own(question)],
            Query::Cases(all) => all.iter().map(own).collect(),
            Query::Many(all) => all.cases.iter().map(|case| own(&case.question)).collect(),
            _ => Vec::new(),
        };
        // names say nothing about what is asked
        let unnamed = |field: &FieldQuestion| {
            let mut field = field.clone();
            field.set_name("");
            field
        };
        let mine = self.asked.get(section.asked.clone())?;
        let fields = self.fields.get(section.fields_asked.clone())?;
        let is_same = mine.iter().map(own).eq(asked)
            && fields.iter().map(unnamed).eq(request.asked.fields().iter().map(unnamed));
        is_same.then_some(text)
    }
}
