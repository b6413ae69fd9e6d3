//! A question about the whole catalogue.

use warodds::catalogue::Catalogue;
use warodds::games::asoiaf::{Edition, Unit, WeaponFilter};
use warodds::study::field::{FieldSetup, FieldTerms, FieldUnit, MatrixQuestion, Metric, Order};

/// So many units against as many, in one context: those of the catalogue's newest cards that can
/// attack and be attacked, begun anew where they are fewer.
pub(crate) fn matrix_asked(units: usize) -> MatrixQuestion {
    let catalogue = Catalogue::shipped();
    let cards = catalogue.filtered("all").unwrap().into_iter();
    let can =
        |unit: &Unit| unit.morale.is_some() && WeaponFilter::Melee.first(&unit.attacks).is_some();
    let members = cards.map(|unit| FieldUnit::from(unit.into_parts()));
    let able: Vec<FieldUnit> = members.filter(|member| can(&member.unit)).collect();
    let side: Vec<FieldUnit> = able.iter().cycle().take(units).cloned().collect();
    let sides = FieldSetup {
        attackers: side.clone(),
        defenders: side,
        terms: FieldTerms::default(),
        edition: Edition::V2021,
    };
    MatrixQuestion::new("everybody", sides, Metric::Wounds, Order::Cost).unwrap()
}
