//! The parts of an army against a field, as a question.

use super::ranking::{Needs, able};
use super::unit::disambiguate_names;
use super::{FieldError, FieldSide, FieldTerms, FieldUnit, LeftOut};
use crate::study::{PointsBy, Setting};
use warodds_answer::PartKind;
use warodds_games::asoiaf::{Edition, Unit, Weapon};

/// Another card in place of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct SwapCandidate {
    /// The id and name of the card; `None` for no attachment.
    pub card: Option<(String, String)>,
    /// Its cost.
    pub cost: u8,
    /// The index of the unit with it.
    pub with: usize,
}

/// A part of an army. Units are indices into the list of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct PartQuestion {
    /// What it is.
    pub part: PartKind,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The name of the unit of an attachment.
    pub unit: Option<String>,
    /// Its cost; 0 for a commander.
    pub cost: u8,
    /// The whole unit with all its attachments.
    pub whole: usize,
    /// What earns the points of the part: a unit alone, or the unit with the attachment.
    pub with: usize,
    /// The unit without the attachment; `None` for a unit.
    pub without: Option<usize>,
    /// Other cards in its place.
    pub swaps: Vec<SwapCandidate>,
}

/// Units, parts and field of a question about an army.
#[derive(Clone, Debug, PartialEq)]
pub struct WorthSetup {
    /// All units with their attachments, also those after swaps: with the cards that are played in
    /// their attacks, and without.
    pub units: [Vec<FieldUnit>; 2],
    /// The parts of the army.
    pub parts: Vec<PartQuestion>,
    /// The field, with the cards that are played in attacks on it, and without.
    pub field: [Vec<FieldUnit>; 2],
    /// When the points of a unit count as destroyed.
    pub points: PointsBy,
    /// The terms of the army's attacks.
    pub terms: FieldTerms,
    /// The edition of the rules.
    pub edition: Edition,
    /// Parts that cannot take part.
    pub left_out: Vec<LeftOut>,
}

/// The parts of an army against a field.
#[derive(Clone, Debug, PartialEq)]
pub struct WorthQuestion {
    /// Its name.
    pub name: String,
    /// The values of lists that distinguish it from other questions.
    pub case: Vec<Setting>,
    pub(in crate::study) units: [Vec<FieldUnit>; 2],
    pub(in crate::study) parts: Vec<PartQuestion>,
    pub(in crate::study) field: [Vec<FieldUnit>; 2],
    pub(in crate::study) terms: FieldTerms,
    pub(in crate::study) points: PointsBy,
    pub(in crate::study) edition: Edition,
    pub(in crate::study) left_out: Vec<LeftOut>,
}

impl WorthQuestion {
    /// Creates a question. Units of the field that cannot take part are left out and named.
    ///
    /// # Errors
    /// If no unit of the field can take part.
    pub fn new(name: impl Into<String>, setup: WorthSetup) -> Result<Self, FieldError> {
        let WorthSetup { units, parts, mut field, points, terms, edition, mut left_out } = setup;
        field.iter_mut().for_each(|members| disambiguate_names(members));
        let (field, missing) = able(field, &exchange_needs(&terms.reversed()))?;
        left_out.extend(missing);
        let (name, case) = (name.into(), Vec::new());
        Ok(Self { name, case, units, parts, field, terms, points, edition, left_out })
    }

    /// Returns why a unit cannot take part; `None` if it can.
    pub fn lacking(unit: &Unit, terms: &FieldTerms) -> Option<String> {
        exchange_needs(terms).lacking(unit)
    }

    /// Returns all units of the army and of the field.
    pub(in crate::study) fn units(&self) -> impl Iterator<Item = &Unit> + Clone {
        let ([units, _], [field, _]) = (&self.units, &self.field);
        // units after swaps are no part of the question
        let own = self.parts.iter().filter_map(|part| units.get(part.whole));
        own.chain(field).map(|member| &member.unit)
    }

    /// Returns all units with each weapon that they may use.
    pub(in crate::study) fn armed(&self) -> impl Iterator<Item = (&Unit, Option<&Weapon>)> {
        self.units().flat_map(|unit| self.terms.armed(unit))
    }

    /// Returns the number of attacks in the question.
    pub fn attacks(&self) -> u64 {
        let ([units, _], [field, _]) = (&self.units, &self.field);
        2 * units.len() as u64 * field.len() as u64
    }
}

/// Returns what a unit needs for an exchange of attacks that is counted in points.
const fn exchange_needs(terms: &FieldTerms) -> Needs<'_> {
    Needs { terms, side: FieldSide::Attacker, attack: true, morale: true, cost: true }
}
