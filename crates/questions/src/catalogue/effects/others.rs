//! Reads what tactics cards do to several units, and to cards of the enemy.

use super::conditions::RANGES;
use super::values::named;
use super::{effects, only_conditions};
use crate::catalogue::battle_play::{
    Cancelling, Denial, Denied, DeniedUnits, EachUnit, PickDuty, PickedAmong, PickedUnits,
};
use crate::document::schema::{one_of, some_of, whole};
use crate::document::{Draft, Name, Report, Section, TableArray, choose, key};
use warodds_games::asoiaf::effect::{Effect, EffectTarget, Moment};

/// The most units of one table that a card lets its player pick.
const MOST_PICKED: i64 = 4;

/// The units of a card by their names.
pub(super) const HOLDERS: [(&str, EffectTarget); 2] =
    [("unit", EffectTarget::Bearer), ("enemy", EffectTarget::Enemy)];
const DENIED: [(&str, DeniedUnits); 3] = [
    ("unit", DeniedUnits::Of(EffectTarget::Bearer)),
    ("enemy", DeniedUnits::Of(EffectTarget::Enemy)),
    ("engaged", DeniedUnits::Engaged),
];
const SIDES: [(&str, EffectTarget); 2] =
    [("friends", EffectTarget::Bearer), ("enemies", EffectTarget::Enemy)];

/// Reads the effects of a card on each of several units.
pub(super) fn each(section: &mut Section<'_>, report: &mut Report) -> Vec<EachUnit> {
    let of = TableArray {
        key: key("each", "what happens to each of several other units"),
        definition: "each-unit",
        words: "Effects of a card on each of several units.",
    };
    let all = section.tables(of, "`each`", report, each_unit).unwrap_or_default();
    all.into_iter().flatten().collect()
}

fn each_unit(mut section: Section<'_>, report: &mut Report) -> Option<EachUnit> {
    let of = key("of", "whether they are friends or enemies");
    let of = section.required_item(of, || one_of(SIDES.map(|(name, _)| name)), report);
    let of = of.and_then(|item| report.ok_or_add(choose(&item, &SIDES)));
    let within = "they are within this range of the card's unit or of the trigger's; any distance \
                  if left out";
    let within = named(&mut section, key("within", within), &RANGES, report);
    let effects = effects(&mut section, "what happens to each", report).unwrap_or_default();
    let span = section.span.clone();
    section.finish(report);
    if effects.is_empty() {
        report.add(|| Draft::new(&span, "nothing happens to these units").help("add `effects`"));
    }
    Some(EachUnit { of: of?, within, effects })
}

/// Reads further units of a card, which its player picks. `options` are those of its choice.
pub(super) fn targets(
    section: &mut Section<'_>,
    options: &[(String, Vec<Effect>)],
    report: &mut Report,
) -> Vec<PickedUnits> {
    let of = TableArray {
        key: key("targets", "further units that its player picks, and what happens to them"),
        definition: "picked-units",
        words: "Further units of a card, which its player picks.",
    };
    let mut all = Vec::new();
    section.tables(of, "`targets`", report, |section, report| {
        all.extend(picked_units(section, options, report));
    });
    all
}

fn picked_units(
    mut section: Section<'_>,
    options: &[(String, Vec<Effect>)],
    report: &mut Report,
) -> Option<PickedUnits> {
    let of = key("of", "whether they are friends or enemies");
    let of = section.required_item(of, || one_of(SIDES.map(|(name, _)| name)), report);
    let of = of.and_then(|item| report.ok_or_add(choose(&item, &SIDES)));
    let mut count = |id, words| {
        let item = section.item(key(id, words), || whole(1, MOST_PICKED))?;
        // at most four
        report.ok_or_add(item.whole(1, MOST_PICKED)).map(|count| count as u8)
    };
    let exact = count("count", "how many different ones are picked; 1 if left out");
    let up_to = count("up_to", "how many different ones may be picked, instead of `count`");
    let within = "the range of the card's unit, or else of its enemy, within which they are";
    let within = named(&mut section, key("within", within), &RANGES, report);
    let requires = key("if", "what must hold for each, as the card's unit or its enemy");
    let requires = section.table(requires, "`if`", report, only_conditions).unwrap_or_default();
    let other = key("other", "whether it must be another unit than the card names");
    let is_other = section.optional(other, report) == Some(true);
    let engaged = key("engaged", "whether it must be in contact with an enemy of its own");
    let is_engaged = section.optional(engaged, report) == Some(true);
    let option = "the option that must have been taken, by its name";
    let option: Option<Name> = section.optional(key("option", option), report);
    let effects = effects(&mut section, "what happens to each", report).unwrap_or_default();
    let span = section.span.clone();
    section.finish(report);
    let are_two = (exact.is_some() && up_to.is_some()) || (is_other && is_engaged);
    if effects.is_empty() || are_two {
        let help = "add `effects`; of `count` and `up_to`, and of `other` and `engaged`, use one";
        report.add(|| Draft::new(&span, "these units cannot be picked").help(help));
    }
    let numbered = |option: &Name| (0..).zip(options).find(|(_, (name, _))| *name == option.0);
    let number = option.as_ref().and_then(numbered).map(|(number, _)| number);
    if option.is_some() && number.is_none() {
        let help = "use the name of one of `options`";
        report.add(|| Draft::new(&span, "the card has no such option").help(help));
    }
    let duty = if up_to.is_some() { PickDuty::May } else { PickDuty::Must };
    let count = exact.or(up_to).unwrap_or(1);
    let among = match (is_other, is_engaged) {
        (true, _) => PickedAmong::Others,
        (false, true) => PickedAmong::Engaged,
        (false, false) => PickedAmong::All,
    };
    Some(PickedUnits { of: of?, among, count, duty, within, requires, option: number, effects })
}

/// Reads what a card denies a unit. At once is `moment`.
pub(super) fn denial(
    mut section: Section<'_>,
    moment: Moment,
    report: &mut Report,
) -> Option<Denial> {
    let to = key("to", "whom it denies: the unit, the enemy, or all in contact with the unit");
    let to = section.required_item(to, || one_of(DENIED.map(|(name, _)| name)), report);
    let to = to.and_then(|item| report.ok_or_add(choose(&item, &DENIED)));
    let names = Denied::ALL.map(|(name, _)| name);
    let what = key("what", "what it denies until the turn ends");
    let what = section.required_item(what, || some_of(&one_of(names)), report);
    let what = what.map_or_else(Vec::new, |item| {
        let list = item.as_list();
        list.iter().filter_map(|item| report.ok_or_add(choose(item, &Denied::ALL))).collect()
    });
    let when = key("when", "after which result of a called test; at once if left out");
    let when: Option<Moment> = section.optional(when, report);
    let span = section.span.clone();
    section.finish(report);
    if what.is_empty() || when.is_some_and(|when| !when.is_of_a_test()) {
        report.add(|| {
            Draft::new(&span, "nothing is denied, or at no moment that battles know")
                .help("add `what`, and leave out `when` or use `failing` or `enemy-failing`")
        });
    }
    Some(Denial { to: to?, what, moment: when.unwrap_or(moment) })
}

/// Reads how a card of the enemy is cancelled.
pub(super) fn cancels(section: &mut Section<'_>, report: &mut Report) -> Vec<Cancelling> {
    let of = TableArray {
        key: key("cancels", "how what the enemy plays is cancelled; the first that holds"),
        definition: "cancelling",
        words: "How a card of the enemy is cancelled.",
    };
    section.tables(of, "`cancels`", report, cancelling).unwrap_or_default()
}

fn cancelling(mut section: Section<'_>, report: &mut Report) -> Cancelling {
    let requires = key("if", "what must hold for the player");
    let requires = section.table(requires, "`if`", report, only_conditions).unwrap_or_default();
    let on = key("on", "the least face of a D6 that cancels the card; any if left out");
    let on = section.item(on, || whole(2, 6));
    let on = on.and_then(|item| report.ok_or_add(item.whole(2, 6)));
    let after = "after which result of a called test; whatever happens if left out";
    let after: Option<Moment> = section.optional(key("when", after), report);
    let span = section.span.clone();
    section.finish(report);
    if after.is_some_and(|after| !after.is_of_a_test()) {
        let help = "use `passing` or `failing`, or leave `when` out";
        report.add(|| Draft::new(&span, "this is no result of a test").help(help));
    }
    // a face of a die
    Cancelling { requires, on: on.map_or(1, |face| face as u8), after }
}
