//! Reads the conditions of an effect.

use super::values::{many, one, tokens};
use crate::catalogue::conditions::{CONDITION_KEYS, ConditionValue};
use crate::document::schema::{Schema, one_of, some_of, whole, with_description};
use crate::document::{Draft, KeyedValue, Name, Readable, Report, Section, choose};
use warodds_games::asoiaf::effect::{
    Conditions, CountRange, Moment, RankComparison, TestKind, Zone,
};
use warodds_games::asoiaf::{Facing, Range, UnitType};

/// The most tokens that an effect may cost.
const MOST_SPENT: i64 = 10;

/// The ranges by their names.
pub(super) const RANGES: [(&str, Range); 2] = [("short", Range::Short), ("long", Range::Long)];

/// Reads all conditions of an effect.
pub(super) fn read(section: &mut Section<'_>, report: &mut Report) -> Conditions {
    let mut conditions = Conditions::default();
    for condition in CONDITION_KEYS {
        let schema = || with_description(value_schema(condition.value), condition.words);
        if let Some(item) = section.item_with_schema(condition.key, schema) {
            hold(condition.value, &item, &mut conditions, report);
        }
    }
    conditions
}

/// Reads the value of a condition's key.
fn hold(value: ConditionValue, item: &KeyedValue<'_>, all: &mut Conditions, report: &mut Report) {
    match value {
        ConditionValue::Whether(field) => *field(all) = one(item, report),
        ConditionValue::HowMany(field) => *field(all) = one(item, report).unwrap_or_default(),
        ConditionValue::Facing(field) => *field(all) = many(item, report),
        ConditionValue::RankComparison(field) => *field(all) = many(item, report),
        ConditionValue::Cost(field) => {
            let cost = report.ok_or_add(item.whole(1, MOST_SPENT));
            *field(all) = cost.map_or(0, |number| number.unsigned_abs() as u8);
        }
        ConditionValue::Which(field) => *field(all) = one(item, report),
        ConditionValue::Tokens(field) => *field(all) = one(item, report).unwrap_or_default(),
        ConditionValue::Types(field) => *field(all) = many(item, report),
        ConditionValue::Range(field) => {
            *field(all) = report.ok_or_add(choose(item, &RANGES));
        }
        ConditionValue::Affiliations(field) => {
            let names: Vec<Name> = many(item, report);
            *field(all) = names.into_iter().map(|name| name.0).collect();
        }
        ConditionValue::Zones(field) => {
            *field(all) = many::<Zone>(item, report).into_iter().collect();
        }
    }
}

/// Returns the schema of a condition's key.
fn value_schema(value: ConditionValue) -> Schema {
    match value {
        ConditionValue::Whether(_) => bool::schema(),
        ConditionValue::HowMany(_) => CountRange::schema(),
        ConditionValue::Facing(_) => some_of(&Facing::schema()),
        ConditionValue::RankComparison(_) => some_of(&RankComparison::schema()),
        ConditionValue::Cost(_) => whole(1, MOST_SPENT),
        ConditionValue::Which(_) => TestKind::schema(),
        ConditionValue::Tokens(_) => tokens(),
        ConditionValue::Types(_) => some_of(&UnitType::schema()),
        ConditionValue::Range(_) => one_of(RANGES.map(|(name, _)| name)),
        ConditionValue::Affiliations(_) => some_of(&Name::schema()),
        ConditionValue::Zones(_) => some_of(&Zone::schema()),
    }
}

/// Checks that the moment knows what the conditions ask about: the results of an attack exist once
/// it is over, a morale test only while one is taken.
pub(super) fn check(
    conditions: &Conditions,
    moment: Moment,
    span: &std::ops::Range<usize>,
    report: &mut Report,
) {
    let over = matches!(
        moment,
        Moment::AfterAttacking | Moment::AfterAttacked | Moment::LosingRanks | Moment::Destroyed
    );
    let results = [conditions.dealt, conditions.rank_destroyed, conditions.enemy_destroyed];
    if results.iter().any(Option::is_some) && !over {
        let help = "`dealt`, `rank_destroyed` and `enemy_destroyed` go with `after-attacking`, \
                    `after-attacked`, `losing-ranks` or `destroyed`";
        report
            .add(|| Draft::new(span, "what an attack did is not known at this moment").help(help));
    }
    if conditions.test.is_some() && !moment.is_of_a_test() {
        let help = "`test` goes with `testing`, `enemy-testing`, `passing`, `failing`, \
                    `enemy-passing` and `enemy-failing`";
        report.add(|| Draft::new(span, "no morale test is taken at this moment").help(help));
    }
}
