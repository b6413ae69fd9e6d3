//! A unit with each of some attachments, as a question.

use super::{
    FieldError, FieldTerms, FieldUnit, LeftOut, armed, check_range, retain_defenders, retain_known,
};
use crate::study::Setting;
use warodds_answer::WoundRange;
use warodds_games::asoiaf::{Edition, ForeignAttachment, Unit, Weapon};

/// An attachment that may join the unit.
#[derive(Clone, Debug, PartialEq)]
pub struct AttachmentCandidate {
    /// Its id.
    pub id: String,
    /// Its name with its title.
    pub name: String,
    /// Its faction.
    pub faction: String,
    /// Its cost; `None` for a commander.
    pub cost: Option<u8>,
    /// The unit with it.
    pub unit: Unit,
}

/// A question about a unit with each of some attachments, against a field.
#[derive(Clone, Debug, PartialEq)]
pub struct AttachmentsQuestion {
    /// Its name.
    pub name: String,
    /// The values of lists that distinguish it from other questions.
    pub case: Vec<Setting>,
    /// The unit without an attachment.
    pub(in crate::study) unit: FieldUnit,
    pub(in crate::study) candidates: Vec<AttachmentCandidate>,
    /// The field, first as it is attacked, then as it attacks.
    pub(in crate::study) field: [Vec<FieldUnit>; 2],
    /// The terms of the unit's attacks; those of attacks on it are reversed.
    pub(in crate::study) terms: FieldTerms,
    pub(in crate::study) edition: Edition,
    pub(in crate::study) range: Option<WoundRange>,
    pub(in crate::study) left_out: Vec<LeftOut>,
}

/// The units and terms of a question about attachments.
#[derive(Clone, Debug, PartialEq)]
pub struct ExchangeSetup {
    /// The unit without an attachment.
    pub unit: FieldUnit,
    /// The unit with each attachment.
    pub candidates: Vec<AttachmentCandidate>,
    /// The units that it attacks and that attack it.
    pub field: Vec<FieldUnit>,
    /// Terms of the unit's attacks.
    pub terms: FieldTerms,
    /// The edition of the rules.
    pub edition: Edition,
}

impl AttachmentsQuestion {
    /// Creates a question. Units of the field that cannot be attacked, or cannot attack, are left
    /// out and named.
    ///
    /// # Errors
    /// If the unit cannot attack or be attacked, or no unit of the field can.
    pub fn new(name: impl Into<String>, exchanges: ExchangeSetup) -> Result<Self, FieldError> {
        let ExchangeSetup { unit, candidates, field, terms, edition } = exchanges;
        let mut left_out = Vec::new();
        if !terms.arms(&unit.unit) {
            let (unit, required) = (unit.unit.name, terms.kind().words());
            return Err(FieldError::Unarmed { unit, required });
        }
        terms.check_attacker(&unit.unit)?;
        // a list without defenders is an error, so one is left
        let unit = retain_known(vec![unit], &mut left_out)?.remove(0);
        let defending = retain_defenders(&terms, field.clone(), &mut left_out)?;
        let attacking = armed(&terms.reversed(), field, &mut left_out)?;
        Ok(Self {
            name: name.into(),
            case: Vec::new(),
            unit,
            candidates,
            field: [defending, attacking],
            terms,
            edition,
            range: None,
            left_out,
        })
    }

    /// Requests the chance of some numbers of wounds.
    ///
    /// # Errors
    /// [`FieldError::TooManyWounds`] if no unit of the field has as many.
    pub fn counting(self, range: Option<WoundRange>) -> Result<Self, FieldError> {
        check_range(range, &self.field[0], self.terms.wounds_lost[1])?;
        Ok(Self { range, ..self })
    }

    /// Returns all units.
    pub(in crate::study) fn units(&self) -> impl Iterator<Item = &Unit> + Clone {
        let own = std::iter::once(&self.unit.unit);
        let own = own.chain(self.candidates.iter().map(|one| &one.unit));
        own.chain(self.field.iter().flatten().map(|member| &member.unit))
    }

    /// Returns all units with each weapon that they may use.
    pub(in crate::study) fn armed(&self) -> impl Iterator<Item = (&Unit, Option<&Weapon>)> {
        let [defending, attacking] = &self.field;
        let own = std::iter::once(&self.unit.unit);
        let own = own.chain(self.candidates.iter().map(|one| &one.unit));
        let own = own.flat_map(|unit| self.terms.armed(unit));
        let defending = defending.iter().map(|one| (&one.unit, one.unit.answers_with()));
        let back = self.terms.reversed();
        let attacking = attacking.iter().flat_map(move |one| back.armed(&one.unit));
        own.chain(defending).chain(attacking)
    }

    /// Returns the number of attacks in the question.
    pub fn attacks(&self) -> u64 {
        let field: u64 = self.field.iter().map(|units| units.len() as u64).sum();
        field * (self.candidates.len() as u64 + 1)
    }

    /// Returns the attachments that may not be in an army with their units (A11.2).
    pub fn foreign(&self) -> Vec<ForeignAttachment> {
        crate::study::foreign(self.units())
    }
}
