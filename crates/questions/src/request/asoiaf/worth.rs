//! `worth`: what each unit and attachment of an army earns, and which swaps gain.

use std::sync::LazyLock;

use super::cards::PlayedCards;
use super::field::{self, TermsKeys};
use super::list_files::files_named;
use super::lists;
use super::rules::{CatalogueKey, RulesKeys};
use super::usage::UsageKeys;
use crate::catalogue::{Attachment, Card, Catalogue, NamedUnit, Price};
use crate::document::quoted;
use crate::request::kind::QuestionKind;
use crate::request::query::Query;
use crate::request::role::{ATTACKER, DEFENDER};
use crate::request::{Key, Keys, ParsedFields, RequestError, TextValue, groups, keys};
use crate::study::PointsBy;
use crate::study::field::{
    FieldQuestion, FieldTerms, FieldUnit, LeftOut, PartQuestion, SwapCandidate, WorthQuestion,
    WorthSetup,
};
use warodds_answer::PartKind;
use warodds_games::asoiaf::Unit;
use warodds_games::asoiaf::army::NEUTRAL;

keys! {
    /// The army and its opponents.
    pub struct WorthFields in Units {
        /// The army: `list=FILE`, or units separated by commas, each with its attachments as in
        /// "UNIT + ATTACHMENT".
        needed army: TextValue [Positional, Lists, Single], "ARMY";
        /// Enemies of its units: the units attack them, and they attack the units.
        several against: TextValue [
            Lists,
            Mistaken("faction"),
            Mistaken("defenders")
        ] = TextValue("all".to_owned()), "FILTER";
        /// When points count as destroyed.
        usual points: PointsBy [Single] = PointsBy::Wounds, "WHEN";
    }
}

groups! {
    /// The keys of a question about an army.
    pub struct WorthKeys {
        /// The army and its opponents.
        pub subject: WorthFields,
        /// The terms of the army's attacks; it is the attacker, and the field the defenders.
        pub terms: TermsKeys,
        /// Tactics cards of the attacks by the army, each played where it can be.
        pub cards: PlayedCards<ATTACKER, DEFENDER>,
        /// The catalogue of cards.
        pub catalogue: CatalogueKey,
        /// The edition of the rules.
        pub rules: RulesKeys,
    }
}

/// Returns the kind `worth`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "worth",
        about: "What is each part of an army worth, and which swap helps most?",
        more: "A unit is worth the points it destroys minus the points it loses in an exchange of \
               one attack each way, averaged over the units of --against (a FILTER as in `warodds \
               matrix`). An attachment is worth the difference it makes. This is the measure of \
               `warodds compare --by trade`. Each unit makes the legal attack of its card with the \
               highest expected wounds: the army as the options say, the field from the front. \
               Options for the attacker apply to the army, and those for the defender to the \
               field. An attachment that changes nothing in this situation is named with the \
               conditions in which it counts. A swap replaces one card by another of equal or \
               lower cost, of the same faction or neutral, and keeps the rest; it is better, about \
               equal (within 2 % of the cost of the part) or worse. Commanders are not swapped. \
               The answer names the weakest parts for their cost.",
        examples: &[
            "warodds worth list=scenarios/lists/stark-40.toml",
            "warodds worth list=scenarios/lists/stark-40.toml --against \
             list=scenarios/lists/lannister-40.toml",
            "warodds worth \"stark sworn swords + sworn sword captain, stark bowmen\" --against \
             lannister --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> =
                LazyLock::new(|| field::of_exchanges(WorthKeys::keys()));
            &KEYS
        },
        ask: |values, catalogue| WorthKeys::read(values)?.query(values, catalogue),
    }
}

/// A card of an army with its attachments.
type ArmyUnit = (Card, Vec<Attachment>);

/// The units of a question, each once.
struct Variants<'a> {
    catalogue: &'a Catalogue,
    usage: &'a UsageKeys,
    terms: &'a FieldTerms,
    units: Vec<FieldUnit>,
}

impl Variants<'_> {
    /// Returns the index of a card with attachments; `None` if they may not join it or the unit
    /// cannot take part in an exchange.
    fn index(&mut self, card: &Card, attachments: &[&Attachment]) -> Option<usize> {
        let mut unit = self.catalogue.named_unit(card);
        for attachment in attachments {
            unit = self.catalogue.attach_to(card, unit, attachment).ok()?;
        }
        self.usage.apply_to(&mut unit, true);
        if WorthQuestion::lacking(&unit, self.terms).is_some() {
            return None;
        }
        let named = NamedUnit { card, attachments: attachments.to_vec(), unit };
        let member: FieldUnit = named.into_parts().into();
        let known = self.units.iter().position(|other| other.id == member.id);
        Some(known.unwrap_or_else(|| {
            self.units.push(member);
            self.units.len() - 1
        }))
    }
}

impl WorthKeys {
    fn query(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        let WorthFields { army: TextValue(army), against, points } = &self.subject;
        let units = lists::cards(values, catalogue, army)?;
        let field = field::members(values, catalogue, ("against", against))?;
        let (usage, terms) = (&self.terms.usage, self.terms.terms(values)?);
        let attached = |(card, attachments): &ArmyUnit| {
            let mut each = attachments.iter();
            each.try_fold(catalogue.named_unit(card), |unit, one| {
                catalogue.attach_to(card, unit, one).ok()
            })
        };
        let whole: Vec<Unit> = units.iter().filter_map(attached).collect();
        usage.check(whole.iter().chain(field.iter().map(|member| &member.unit)))?;
        let field = field::with_usage(usage, &field, false);
        let mut variants = Variants { catalogue, usage, terms: &terms, units: Vec::new() };
        let (mut parts, mut left_out) = (Vec::new(), Vec::new());
        for one in &units {
            add_parts(one, &units, &mut variants, (&mut parts, &mut left_out));
        }
        if parts.is_empty() {
            let why = left_out.first().map_or("it is empty", |one: &LeftOut| one.why.as_str());
            return Err(RequestError::Refused(format!(
                "no unit of {} can take part: {why}",
                quoted(army)
            )));
        }
        let units = variants.units;
        let (mut own, mut targets) = (units.clone(), field.clone());
        self.cards.deal_to_field(catalogue, [&mut own, &mut targets])?;
        let title = if files_named(army).next().is_some() {
            lists::with_titles(values, catalogue, army)?
        } else {
            // names as they are, so that a link with ids asks the same
            let whole = parts.iter().filter(|part| part.part == PartKind::Unit);
            let named = whole.filter_map(|part| units.get(part.whole));
            named.map(|member| member.unit.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let name = format!("{title} v {}", field::with_titles(values, catalogue, against)?);
        let setup = WorthSetup {
            units: [own, units],
            parts,
            field: [targets, field],
            points: *points,
            terms,
            edition: self.rules.rules.unwrap_or_default(),
            left_out,
        };
        let asked = WorthQuestion::new(name, setup).map_err(RequestError::refused)?;
        let mut asked = FieldQuestion::Worth(Box::new(asked));
        self.cards.play(&mut asked, values.is_only_case())?;
        self.rules.check_field(&asked)?;
        Ok(Query::Field(Box::new(asked)))
    }
}

/// Adds the parts of a unit, or names the unit as left out.
fn add_parts(
    (card, attachments): &ArmyUnit,
    army: &[ArmyUnit],
    variants: &mut Variants<'_>,
    (parts, left_out): (&mut Vec<PartQuestion>, &mut Vec<LeftOut>),
) {
    let all: Vec<&Attachment> = attachments.iter().collect();
    let found = variants.index(card, &[]).zip(variants.index(card, &all));
    let Some((alone, whole)) = found else {
        let unit = variants.catalogue.named_unit(card);
        let why = WorthQuestion::lacking(&unit, variants.terms);
        let why = why.unwrap_or_else(|| "its attachment cannot join it".to_owned());
        left_out.push(LeftOut { unit: unit.name, why });
        return;
    };
    let cost = card.unit.cost.map_or(0, |cost| cost.get());
    let others = other_cards(card, cost, army, variants.catalogue);
    let swaps = others.into_iter().filter_map(|(other, cost)| {
        let with = variants.index(&other, &all)?;
        Some(SwapCandidate { card: Some((other.id, other.unit.name)), cost, with })
    });
    parts.push(PartQuestion {
        part: PartKind::Unit,
        id: card.id.clone(),
        name: card.unit.name.clone(),
        unit: None,
        cost,
        whole,
        with: alone,
        without: None,
        swaps: swaps.collect(),
    });
    for (place, attachment) in all.iter().enumerate() {
        let mut rest = all.clone();
        rest.remove(place);
        let Some(without) = variants.index(card, &rest) else { continue };
        let cost = card.price_of(attachment).unwrap_or(0);
        let mut swaps = attachment_swaps((card, &rest), (attachment, cost), army, variants);
        if cost > 0 {
            swaps.push(SwapCandidate { card: None, cost: 0, with: without });
        }
        parts.push(PartQuestion {
            part: PartKind::Attachment,
            id: attachment.id.clone(),
            name: attachment.full_name(),
            unit: Some(card.unit.name.clone()),
            cost,
            whole,
            with: whole,
            without: Some(without),
            swaps,
        });
    }
}

/// Returns the cards of the factions of an army and neutral ones that cost no more than a card, with
/// their costs. Commanders are left out.
fn other_cards(card: &Card, most: u8, army: &[ArmyUnit], catalogue: &Catalogue) -> Vec<(Card, u8)> {
    if card.commander {
        return Vec::new();
    }
    let is_own = |faction: &str| {
        faction == NEUTRAL || army.iter().any(|(other, _)| other.origin.faction == faction)
    };
    let current = catalogue.filtered("all").unwrap_or_default();
    let cards = current.into_iter().map(|named| named.card);
    cards
        .filter(|other| other.id != card.id && !other.commander && is_own(&other.origin.faction))
        .filter_map(|other| Some((other.clone(), other.unit.cost?.get())))
        .filter(|(_, cost)| *cost <= most)
        .collect()
}

/// Returns the attachments in place of one of a unit's, of at most its cost, without commanders and
/// without characters that the army has (A11.3).
fn attachment_swaps(
    (card, rest): (&Card, &[&Attachment]),
    (attachment, most): (&Attachment, u8),
    army: &[ArmyUnit],
    variants: &mut Variants<'_>,
) -> Vec<SwapCandidate> {
    if attachment.price == Price::Commander {
        return Vec::new();
    }
    let in_army: Vec<&Attachment> = army.iter().flat_map(|(_, attachments)| attachments).collect();
    let is_taken = |one: &Attachment| {
        one.character && in_army.iter().any(|other| other.character && other.name == one.name)
    };
    let fitting = variants.catalogue.fitting_attachments(card).into_iter();
    let others: Vec<&Attachment> = fitting
        .filter(|one| one.id != attachment.id && one.price != Price::Commander && !is_taken(one))
        .collect();
    let swap = |one: &Attachment| {
        let cost = card.price_of(one).unwrap_or(0);
        let with = [rest, &[one]].concat();
        let with = (cost <= most).then(|| variants.index(card, &with))??;
        Some(SwapCandidate { card: Some((one.id.clone(), one.full_name())), cost, with })
    };
    others.into_iter().filter_map(swap).collect()
}
