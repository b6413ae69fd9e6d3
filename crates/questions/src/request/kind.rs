//! Kinds of questions: what each is called, which keys it has, and what it makes of them.

use std::borrow::Cow;

use super::cases::{Case, cases};
use super::engine::EngineKeys;
use super::error::RequestError;
use super::given::{ParsedFields, RawFields};
use super::key::{Key, Keys, Mark};
use super::why::Wanted;
use crate::catalogue::Catalogue;
use crate::study::field::FieldQuestion;
use crate::study::{Isa, NamedQuestion, Plan, Setting};

/// What a request may rest on.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The cards that names mean, before those that the request itself adds.
    pub catalogue: &'a Catalogue,
    /// The instructions that engines run on.
    pub isa: Isa,
}

impl Setup<'static> {
    /// The cards that are part of the program, on the best instructions of the machine.
    pub fn shipped() -> Self {
        Self { catalogue: Catalogue::shipped(), isa: Isa::best() }
    }
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum Query {
    /// One question, and what must be said beside its answer.
    One(Box<NamedQuestion>, Vec<String>),
    /// The same question in several cases, in their order.
    Cases(Vec<NamedQuestion>),
    /// Several questions of which the best answer comes first.
    Many(Vec<QueryCase>),
    /// A question about a whole field of units.
    Field(Box<FieldQuestion>),
}

impl Query {
    /// Says what is not as usual with each question.
    fn tell(&mut self, settings: &[Setting]) {
        let told = |question: &mut NamedQuestion| {
            let own = std::mem::take(&mut question.settings);
            let is_varied =
                |one: &&Setting| !question.case.iter().any(|varied| varied.axis == one.axis);
            let shared = settings.iter().filter(is_varied).cloned();
            question.settings = shared.chain(question.case.iter().cloned()).chain(own).collect();
        };
        match self {
            Self::One(question, _) => told(question),
            Self::Cases(all) => all.iter_mut().for_each(told),
            Self::Many(all) => all.iter_mut().for_each(|case| told(&mut case.question)),
            Self::Field(_) => {}
        }
    }
}

/// One of several questions.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryCase {
    /// What sets it apart, in words.
    pub option: String,
    /// The question.
    pub question: NamedQuestion,
}

/// A request that was understood.
#[derive(Clone, Debug)]
pub struct Request {
    /// What is asked.
    pub asked: Query,
    /// How it is to be answered.
    pub plan: Plan,
    /// What is to be told beside the answer.
    pub wanted: Wanted,
}

/// What makes a question of what was given.
type Ask = fn(&ParsedFields<'_>, &Catalogue) -> Result<Query, RequestError>;

/// A kind of question.
#[derive(Clone, Debug)]
pub struct QuestionKind {
    /// Its name: `attack`.
    pub name: &'static str,
    /// What it asks, in a sentence.
    pub about: &'static str,
    /// More about it; may be empty.
    pub more: &'static str,
    /// Commands to learn it from, a line each.
    pub examples: &'static [&'static str],
    /// Whether keys take lists of values, with a case for each combination.
    pub takes_lists: bool,
    pub(super) keys: fn() -> Vec<Key>,
    pub(super) ask: Ask,
}

impl QuestionKind {
    /// Its keys, those of the engines included, in the order of the help.
    pub fn keys(&self) -> Vec<Key> {
        (self.keys)()
    }

    /// Its keys that mean something to others than the machine on which the question is asked.
    pub fn shared_keys(&self) -> Vec<Key> {
        self.keys().into_iter().filter(|key| !key.has(Mark::Local)).collect()
    }

    /// Understands what was given for these keys.
    ///
    /// # Errors
    /// For what makes no question, with what would.
    pub fn request(
        &self,
        keys: &[Key],
        given: &RawFields,
        setup: &Setup<'_>,
    ) -> Result<Request, RequestError> {
        let given = &given.without_unset(keys);
        let own = super::asoiaf::own_cards(keys, given, setup.catalogue)?;
        let cases = cases(self, keys, given, &own)?;
        let mut cards: Option<(Option<&str>, Cards<'_>)> = None;
        let mut asked = Vec::new();
        for case in &cases {
            let values = ParsedFields::new(self.name, keys, &case.fields)?;
            let values = if cases.len() == 1 { values } else { values.among_others() };
            let edition = case.fields.of("cards").next();
            // the cards of an edition are chosen once for all cases that share it
            let catalogue = match cards.take().filter(|(known, _)| *known == edition) {
                Some((_, catalogue)) => catalogue,
                None => super::asoiaf::cards(&values, setup.catalogue, &own)?,
            };
            let mut one = (self.ask)(&values, &catalogue)?;
            one.tell(&values.settings());
            asked.push(one);
            cards = Some((edition, catalogue));
        }
        let asked = merged(self, asked, &cases)?;
        let plan =
            EngineKeys::read(&ParsedFields::new(self.name, keys, given)?)?.plan(setup.isa)?;
        if let Query::Field(_) = asked {
            super::engine::check_field(&plan)?;
        }
        let wanted = Wanted { why: given.has("why"), sensitivity: given.has("sensitivity") };
        check_wanted(wanted, &asked)?;
        Ok(Request { asked, plan, wanted })
    }
}

/// Joins the questions of all cases, which the values of lists distinguish.
fn merged(kind: &QuestionKind, asked: Vec<Query>, cases: &[Case]) -> Result<Query, RequestError> {
    let mut columns = Vec::new();
    let mut asked = asked.into_iter();
    if cases.len() == 1 {
        return asked.next().ok_or_else(|| RequestError::refused("nothing is asked"));
    }
    for (query, case) in asked.zip(cases) {
        columns.push(match query {
            Query::One(question, notes) => {
                let mut question = *question;
                question.notes.extend(notes);
                vec![case.named(question)]
            }
            Query::Cases(all) => all.into_iter().map(|question| case.named(question)).collect(),
            Query::Many(_) | Query::Field(_) => {
                return Err(RequestError::Refused(format!(
                    "`{}` takes one value of each option, and no lists",
                    kind.name
                )));
            }
        });
    }
    // units come first: what a case asks itself varies slowest
    let most = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
    Ok(Query::Cases(
        (0..most)
            .flat_map(|_| columns.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>())
            .collect(),
    ))
}

/// Refuses to tell what parts are worth where several questions are asked.
fn check_wanted(wanted: Wanted, asked: &Query) -> Result<(), RequestError> {
    let several = matches!(asked, Query::Cases(_) | Query::Many(_));
    let option = match wanted {
        Wanted { why: true, .. } => "--why tells what parts",
        Wanted { sensitivity: true, .. } => "--sensitivity tells what numbers",
        _ => return Ok(()),
    };
    if several {
        return Err(RequestError::Refused(format!(
            "{option} of one question are worth: give one value of each option"
        )));
    }
    Ok(())
}

/// The cards of a request: those there are, or with its own.
pub(super) type Cards<'a> = Cow<'a, Catalogue>;
