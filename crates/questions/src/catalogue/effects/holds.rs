//! What must hold for an effect to count.

use super::values::{many, one, tokens};
use crate::catalogue::conditions::{Asks, CONDITIONS};
use crate::document::schema::{Schema, some_of, told, whole};
use crate::document::{Draft, Item, Readable, Report, Section};
use warodds_games::asoiaf::effect::{Between, Compared, Conditions, Moment, Which, Zone};
use warodds_games::asoiaf::{Facing, UnitType};

/// The most tokens that an effect costs.
const MOST_SPENT: i64 = 10;

/// What must hold.
pub(super) fn read(section: &mut Section<'_>, report: &mut Report) -> Conditions {
    let mut conditions = Conditions::default();
    for condition in CONDITIONS {
        let schema = || told(asked(condition.asks), condition.words);
        if let Some(item) = section.asked_for(condition.key, schema) {
            hold(condition.asks, &item, &mut conditions, report);
        }
    }
    conditions
}

/// Reads what stands behind the key of a condition.
fn hold(asks: Asks, item: &Item<'_>, all: &mut Conditions, report: &mut Report) {
    match asks {
        Asks::Whether(place) => *place(all) = one(item, report),
        Asks::HowMany(place) => *place(all) = one(item, report).unwrap_or_default(),
        Asks::Facing(place) => *place(all) = many(item, report),
        Asks::Compared(place) => *place(all) = many(item, report),
        Asks::Cost(place) => {
            let cost = report.unless(item.whole(1, MOST_SPENT));
            *place(all) = cost.map_or(0, |number| number.unsigned_abs() as u8);
        }
        Asks::Which(place) => *place(all) = one(item, report),
        Asks::Tokens(place) => *place(all) = one(item, report).unwrap_or_default(),
        Asks::Types(place) => *place(all) = many(item, report),
        Asks::Zones(place) => {
            *place(all) = many::<Zone>(item, report).into_iter().collect();
        }
    }
}

/// What may stand behind the key of a condition.
fn asked(asks: Asks) -> Schema {
    match asks {
        Asks::Whether(_) => bool::schema(),
        Asks::HowMany(_) => Between::schema(),
        Asks::Facing(_) => some_of(&Facing::schema()),
        Asks::Compared(_) => some_of(&Compared::schema()),
        Asks::Cost(_) => whole(1, MOST_SPENT),
        Asks::Which(_) => Which::schema(),
        Asks::Tokens(_) => tokens(),
        Asks::Types(_) => some_of(&UnitType::schema()),
        Asks::Zones(_) => some_of(&Zone::schema()),
    }
}

/// Conditions on what an attack did stand where it is over.
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
    if (conditions.dealt.is_some() || conditions.rank_destroyed.is_some()) && !over {
        let help = "`dealt` and `rank_destroyed` stand with `after-attacking`, `after-attacked`, \
                    `losing-ranks` or `destroyed`";
        report
            .add(|| Draft::new(span, "what an attack did is not known at this moment").help(help));
    }
    if conditions.test.is_some() && !moment.is_of_a_test() {
        let help = "`test` stands with `testing`, `enemy-testing`, `passing`, `failing`, \
                    `enemy-passing` and `enemy-failing`";
        report.add(|| Draft::new(span, "no morale test is taken at this moment").help(help));
    }
}
