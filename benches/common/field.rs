//! A question about the whole catalogue.

use warodds::catalogue::Catalogue;
use warodds::games::asoiaf::{Edition, Unit, WeaponFilter};
use warodds::study::field::{FieldUnit, MatrixAsked, Metric, Order, Sides, Terms};

/// So many units against as many, in one context: those of the catalogue's newest cards that can
/// attack and be attacked, begun anew where they are fewer.
pub(crate) fn matrix_asked(units: usize) -> MatrixAsked {
    let catalogue = Catalogue::shipped();
    let cards = catalogue.filtered("all").unwrap().into_iter();
    let can =
        |unit: &Unit| unit.morale.is_some() && WeaponFilter::Melee.first(&unit.attacks).is_some();
    let members = cards.map(|unit| FieldUnit::from(unit.into_parts()));
    let able: Vec<FieldUnit> = members.filter(|member| can(&member.unit)).collect();
    let side: Vec<FieldUnit> = able.iter().cycle().take(units).cloned().collect();
    let sides = Sides {
        attackers: side.clone(),
        defenders: side,
        terms: Terms::default(),
        edition: Edition::V2021,
    };
    MatrixAsked::new("everybody", sides, Metric::Wounds, Order::Cost).unwrap()
}
