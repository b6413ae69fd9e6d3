//! `attachments`: the attachments that may join a unit, and what each adds per point.

use std::sync::LazyLock;

use super::combat::{AttackManner, RollChanges, Weapons};
use super::field::{self, AttackDirection, FieldSituation, TermsKeys};
use super::rules::{CatalogueKey, RulesKeys};
use super::usage::UsageKeys;
use crate::catalogue::{Attachment, Card, Catalogue, NamedUnit, Price};
use crate::request::kind::QuestionKind;
use crate::request::query::Query;
use crate::request::{Key, Keys, ParsedFields, RequestError, TextValue, WoundKeys, groups, keys};
use crate::study::field::FieldQuestion;
use crate::study::field::{AttachmentCandidate, AttachmentsQuestion, ExchangeSetup};
use warodds_games::asoiaf::Unit;

keys! {
    /// The unit and its opponents.
    pub struct AttachmentFields in Units {
        /// The unit that they join: its name, the start of its name, some of its words, or its id
        /// (see `warodds units`).
        needed unit as "for": TextValue [Unit, Lists], "UNIT";
        /// Whom the unit attacks, and who attacks it.
        several against: TextValue [Lists] = TextValue("all".to_owned()), "FILTER";
    }
}

groups! {
    /// The keys of a question about attachments.
    pub struct AttachmentsKeys {
        /// The unit and its opponents.
        pub subject: AttachmentFields,
        /// The arc of the unit's attacks.
        pub from: AttackDirection,
        /// Charge and cover.
        pub manner: AttackManner,
        /// The kind of attacks.
        pub weapons: Weapons,
        /// Changes to the attacks' rolls.
        pub changes: RollChanges,
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
        about: "Which attachments fit a unit, and what does each add for its points?",
        more: "Those of its type, of its faction and neutral ones (A11.2, A11.3). The unit, with \
               each of them and without any, exchanges attacks with every unit of --against (a \
               FILTER as in `warodds matrix`): it attacks as the options say, and is attacked once \
               from the front, both sides at full strength. Each makes the legal attack of its \
               card with the highest expected wounds; --weapon narrows the choice of the unit. \
               What an attachment adds is expected wounds dealt less wounds suffered, in the mean \
               over the field and exact; the best for each point comes first, what is free last. \
               What an attachment does for others, or over a whole game, is not in it.",
        examples: &[
            "warodds attachments --for \"stark sworn swords\"",
            "warodds attachments --for \"stark sworn swords\" --against \"lannister, infantry\" \
             --charge",
            "warodds attachments --for guardsmen --against list=scenarios/lists/stark-40.toml --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(AttachmentsKeys::keys);
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
        let field = field::members(values, catalogue, ("against", against))?;
        // this kind has no keys for the game situation: all have their defaults
        let usage = UsageKeys::read(values)?;
        let candidates = candidates(catalogue, card, &bare)?.into_iter();
        let exchanges = ExchangeSetup {
            unit: attacking_and_defending(&usage, &bare)
                .map(|unit| NamedUnit { unit, ..named.clone() }.into_parts().into()),
            candidates: candidates.map(|(one, unit)| candidate(&usage, one, &unit)).collect(),
            field: [false, true].map(|attacks| field::with_usage(&usage, &field, attacks)),
            terms: self.terms(usage.clone()).terms(values)?,
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

    /// Returns the terms of the unit's attacks.
    fn terms(&self, usage: UsageKeys) -> TermsKeys {
        TermsKeys {
            // this kind has no keys for it: all units are whole and have no other attachments
            situation: FieldSituation {
                with: [None, None],
                wounds_lost: [0; 2],
                charge_roll: None,
            },
            from: self.from.clone(),
            manner: self.manner.clone(),
            weapons: self.weapons.clone(),
            changes: self.changes.clone(),
            usage,
        }
    }
}

/// Returns the unit as an attacker and as a defender.
fn attacking_and_defending(usage: &UsageKeys, unit: &Unit) -> [Unit; 2] {
    [true, false].map(|attacks| {
        let mut unit = unit.clone();
        usage.apply_to(&mut unit, attacks);
        unit
    })
}

/// Builds a candidate from an attachment and the unit that it joined.
fn candidate(usage: &UsageKeys, one: &Attachment, unit: &Unit) -> AttachmentCandidate {
    let [attacking, defending] = attacking_and_defending(usage, unit);
    AttachmentCandidate {
        id: one.id.clone(),
        name: one.full_name(),
        faction: one.origin.faction.clone(),
        cost: match one.price {
            Price::Points(cost) => Some(cost.get()),
            Price::Commander => None,
        },
        attacking,
        defending,
    }
}

/// Returns the attachments that may join a unit and be in an army with it, each with the joined
/// unit.
fn candidates<'c>(
    catalogue: &'c Catalogue,
    card: &Card,
    bare: &Unit,
) -> Result<Vec<(&'c Attachment, Unit)>, RequestError> {
    let fitting = catalogue.fitting_attachments(card).into_iter();
    let made = fitting.map(|one| {
        let unit = catalogue.attach(bare.clone(), one).map_err(RequestError::refused)?;
        Ok((one, unit))
    });
    let made: Vec<_> = made.collect::<Result<_, RequestError>>()?;
    if made.is_empty() {
        let why =
            if bare.is_solo() { "it is a solo (A1.6)" } else { "the cards have none of its type" };
        return Err(RequestError::Refused(format!("no attachment fits {}: {why}", bare.name)));
    }
    Ok(made)
}
