//! `attachments`: the attachments that may join a unit, and what each adds per point.

use std::sync::LazyLock;

use super::field::{self, TermsKeys};
use super::rules::{CatalogueKey, RulesKeys};
use crate::catalogue::{Card, Catalogue};
use crate::request::kind::QuestionKind;
use crate::request::query::Query;
use crate::request::{Key, Keys, ParsedFields, RequestError, TextValue, WoundKeys, groups, keys};
use crate::study::field::{
    AttachmentCandidate, AttachmentsQuestion, ExchangeSetup, FieldQuestion, FieldUnit,
};
use warodds_games::asoiaf::Unit;

keys! {
    /// The unit and its opponents.
    pub struct AttachmentFields in Units {
        /// The unit that they join: its name, or some words of it (see `warodds units`).
        needed unit as "for": TextValue [Unit, Lists, Argument], "UNIT";
        /// Enemies of the unit: it attacks them, and they attack it.
        several against: TextValue [
            Lists,
            Mistaken("faction"),
            Mistaken("defenders")
        ] = TextValue("all".to_owned()), "FILTER";
    }
}

groups! {
    /// The keys of a question about attachments.
    pub struct AttachmentsKeys {
        /// The unit and its opponents.
        pub subject: AttachmentFields,
        /// The terms of the unit's attacks; it is the attacker, and the field the defenders.
        pub terms: TermsKeys,
        /// The numbers of wounds whose chance is requested.
        pub wounds: WoundKeys,
        /// The catalogue of cards.
        pub catalogue: CatalogueKey,
        /// The edition of the rules.
        pub rules: RulesKeys,
    }
}

/// Returns the kind `attachments`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "attachments",
        about: "Which attachments fit a unit, and what does each one add?",
        more: "Attachments fit a unit of their type, in their own faction or if neutral (A11.2, \
               A11.3). The unit exchanges attacks with every unit of --against (a FILTER as in \
               `warodds matrix`), once with each attachment and once without: it attacks as the \
               options say, and is attacked once from the front. Options for the attacker apply to \
               the unit, and those for the defender to the field. Each unit makes the legal attack \
               of its card with the highest expected wounds; --weapon narrows the choice of the \
               unit. An attachment adds wounds dealt minus wounds suffered, averaged over the \
               field. The best per point comes first, then those without a cost, then those that \
               add nothing in this situation, with the conditions in which they count. What an \
               attachment does for other units, or over a whole game, is not counted.",
        examples: &[
            "warodds attachments --for \"stark sworn swords\"",
            "warodds attachments --for \"stark sworn swords\" --against \"lannister, infantry\" \
             --charge",
            "warodds attachments --for guardsmen --against stark --engaged --attacker-zones crown",
            "warodds attachments --for guardsmen --against list=scenarios/lists/stark-40.toml --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> =
                LazyLock::new(|| field::of_exchanges(AttachmentsKeys::keys()));
            &KEYS
        },
        ask: |values, catalogue| AttachmentsKeys::read(values)?.query(values, catalogue),
    }
}

impl AttachmentsKeys {
    fn query(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        let named = catalogue
            .find_unit(&self.subject.unit.0)
            .map_err(|wrong| RequestError::contradiction("unit", wrong))?;
        let (card, bare) = (named.card, named.unit.clone());
        let against = &self.subject.against;
        let mut field = field::members(values, catalogue, ("against", against))?;
        let mut candidates = candidates(catalogue, card, &bare)?;
        let mut unit: FieldUnit = named.into_parts().into();
        let usage = &self.terms.usage;
        let own = std::iter::once(&unit.unit).chain(candidates.iter().map(|one| &one.unit));
        usage.check(own.chain(field.iter().map(|member| &member.unit)))?;
        // the players keep their zones when the unit is attacked
        let own = std::iter::once(&mut unit.unit);
        let own = own.chain(candidates.iter_mut().map(|one| &mut one.unit));
        own.for_each(|unit| usage.apply_to(unit, true));
        field.iter_mut().for_each(|member| usage.apply_to(&mut member.unit, false));
        let exchanges = ExchangeSetup {
            unit,
            candidates,
            field,
            terms: self.terms.terms(values)?,
            edition: self.rules.rules.unwrap_or_default(),
        };
        let name = format!("{} v {}", bare.name, field::with_titles(values, catalogue, against)?);
        let range = self.wounds.range()?;
        let asked =
            AttachmentsQuestion::new(name, exchanges).and_then(|asked| asked.counting(range));
        let asked = asked.map_err(RequestError::refused)?;
        let asked = FieldQuestion::Attachments(Box::new(asked));
        self.rules.check_field(&asked)?;
        Ok(Query::Field(Box::new(asked)))
    }
}

/// Returns the attachments that may join a unit and be in an army with it, each with the joined
/// unit.
fn candidates(
    catalogue: &Catalogue,
    card: &Card,
    bare: &Unit,
) -> Result<Vec<AttachmentCandidate>, RequestError> {
    let fitting = catalogue.fitting_attachments(card).into_iter();
    let made = fitting.map(|one| {
        let unit = catalogue.attach_to(card, bare.clone(), one).map_err(RequestError::refused)?;
        Ok(AttachmentCandidate {
            id: one.id.clone(),
            name: one.full_name(),
            faction: one.origin.faction.clone(),
            cost: card.price_of(one),
            unit,
        })
    });
    let made: Vec<_> = made.collect::<Result<_, RequestError>>()?;
    if made.is_empty() {
        let why = if bare.is_solo() { "it is a solo (A1.6)" } else { "there is none for its type" };
        return Err(RequestError::Refused(format!("no attachment fits {}: {why}", bare.name)));
    }
    Ok(made)
}
