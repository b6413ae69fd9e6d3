//! What attachments add, as JSON.
//!
//! `schema` is `warodds/attachments/1`; the first and last keys are those of a matrix (see
//! [`field`](super)), `terms` those of the unit's attacks. `unit` is the unit, `alone` the wounds
//! it deals and suffers without an attachment (`null` if the run was stopped), and `opponents` the
//! number of units it `attacks` and is `attacked_by`. `attachments` is a list, the best per point
//! first: `id`, `name`, `faction`, `cost` (`null` for a commander, who is free), `with` (`dealt`
//! and `suffered`), `adds` (`dealt`, `suffered` and `net`, with it minus without any), `per_point`
//! (of `net`; `null` if it is free) and `not_modelled`.

use serde::Serialize;

use super::{FieldFooter, FieldHeader, FieldUnitData, head, unit};
use crate::study::attachments::{AttachmentGain, AttachmentsAnswer, ExchangeWounds};

#[derive(Clone, Debug, PartialEq, Serialize)]
struct ExchangeData {
    dealt: f64,
    suffered: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct AddsData {
    dealt: f64,
    suffered: f64,
    net: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Opponents {
    attacks: usize,
    attacked_by: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct AddedData<'a> {
    id: &'a str,
    name: &'a str,
    faction: &'a str,
    cost: Option<u8>,
    with: ExchangeData,
    adds: AddsData,
    per_point: Option<f64>,
    not_modelled: &'a [String],
}

/// An answer in the shape of the contract.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttachmentsData<'a> {
    #[serde(flatten)]
    head: FieldHeader<'a>,
    unit: FieldUnitData<'a>,
    alone: Option<ExchangeData>,
    opponents: Opponents,
    attachments: Vec<AddedData<'a>>,
    #[serde(flatten)]
    tail: FieldFooter<'a>,
}

const fn exchange(exchange: ExchangeWounds) -> ExchangeData {
    ExchangeData { dealt: exchange.dealt, suffered: exchange.suffered }
}

fn added(added: &AttachmentGain) -> AddedData<'_> {
    let ExchangeWounds { dealt, suffered } = added.adds;
    AddedData {
        id: &added.id,
        name: &added.name,
        faction: &added.faction,
        cost: added.cost,
        with: exchange(added.with),
        adds: AddsData { dealt, suffered, net: added.adds.net() },
        // `null` for free attachments: any gain for nothing would be infinite
        per_point: added.per_point(),
        not_modelled: &added.not_modelled,
    }
}

/// Converts an answer to the shape of the contract.
pub fn attachments(answer: &AttachmentsAnswer) -> AttachmentsData<'_> {
    let [attacks, attacked_by] = answer.opponents;
    AttachmentsData {
        head: head(
            ["warodds/attachments/1", "attachments"],
            &answer.name,
            answer.method,
            [answer.edition, &answer.weapons],
            &answer.terms,
        ),
        unit: unit(&answer.unit),
        alone: answer.alone.map(exchange),
        opponents: Opponents { attacks, attacked_by },
        attachments: answer.attachments.iter().map(added).collect(),
        tail: FieldFooter {
            left_out: &answer.left_out,
            not_modelled: &answer.not_modelled,
            notes: &answer.notes,
        },
    }
}
