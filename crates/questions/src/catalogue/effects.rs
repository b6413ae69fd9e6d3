//! From the tables of an ability to its effects.

mod values;

use super::vocabulary::{Shape, WORDS, Word};
use crate::document::{Draft, Item, Name, Readable, Report, Section, choose, quoted};
use warodds_games::asoiaf::effect::{
    Action, Amount, Choice, Conditions, Effect, Effects, Moment, Per, Trigger, Triggered, Zone,
};
use warodds_games::asoiaf::values::Morale;
use warodds_games::asoiaf::{Tokens, is_called};

/// The most of an amount, either way.
pub(super) const MOST: i64 = 60;
/// The most for each of what an amount is counted by, either way.
pub(super) const MOST_EACH: i64 = 20;
/// The most tokens that an effect costs.
pub(super) const MOST_SPENT: i64 = 10;
/// The most options of a choice: each is a bit of a byte.
pub(super) const MOST_OPTIONS: usize = 8;

/// The effects of an ability's table; none where it has none.
pub(super) fn read(section: &mut Section<'_>, name: &str, report: &mut Report) -> Option<Effects> {
    let of_weapon = section.optional("weapon", report) == Some(true);
    let left_out: Option<Name> = section.optional("left_out", report);
    let trigger: Option<Trigger> =
        section.item("trigger").and_then(|item| report.unless(trigger(name, &item)));
    let fixed = section.list("effects").map(|(_, items)| effects(items, report));
    let choice = section.item("choose").and_then(|item| choice(&item, report));
    if fixed.is_none() && choice.is_none() {
        return None;
    }
    let effects = Effects {
        fixed: fixed.unwrap_or_default(),
        choice,
        of_weapon,
        order: None,
        left_out: left_out.map(|text| text.0),
    };
    let by_moment = effects.all().next().map(|effect| Trigger::of(effect.moment));
    let order = if name.starts_with("Order:") { trigger.or(by_moment) } else { None };
    Some(Effects { order, ..effects })
}

/// What an order waits for.
fn trigger(name: &str, item: &Item<'_>) -> Result<Trigger, Draft> {
    let trigger = choose(item, &Trigger::ALL.map(|(trigger, name, _)| (name, trigger)))?;
    if name.starts_with("Order:") {
        return Ok(trigger);
    }
    Err(Draft::new(&item.span, "only orders have a `trigger`")
        .help("the name of an order starts with `Order:`"))
}

/// Tables of effects; each makes as many as it has keys that do something.
fn effects(items: Vec<Item<'_>>, report: &mut Report) -> Vec<Effect> {
    items.iter().flat_map(|item| effect(item, report)).collect()
}

fn effect(item: &Item<'_>, report: &mut Report) -> Vec<Effect> {
    let Some(mut section) = Section::of("an effect".to_owned(), item, report) else {
        return Vec::new();
    };
    let before = report.count();
    let moment: Option<Moment> = section.required("when", report);
    let conditions = conditions(&mut section, report);
    let mut actions: Vec<(&Word, Action, Item<'_>)> = Vec::new();
    for word in WORDS {
        if let Some(item) = section.item(word.key)
            && let Some(action) = action(word, &item, report)
        {
            actions.push((word, action, item));
        }
    }
    let span = section.span.clone();
    section.finish(report);
    // a key that is misspelt is why nothing is left to do: it is told, and nothing else
    if actions.is_empty() && report.count() == before {
        report.add(|| {
            Draft::new(&item.span, "this effect does nothing")
                .help("add what it does, e.g. `saves = -1`")
        });
    }
    let Some(moment) = moment else { return Vec::new() };
    check_conditions(&conditions, moment, &span, report);
    let checked = actions
        .into_iter()
        .filter(|(word, action, item)| check(word, action, moment, item, report));
    checked
        .map(|(_, action, _)| Effect { moment, conditions: conditions.clone(), action })
        .collect()
}

/// Whether an action may stand at a moment, with the amount it has.
fn check(
    word: &Word,
    action: &Action,
    moment: Moment,
    item: &Item<'_>,
    report: &mut Report,
) -> bool {
    let mut refuse = |message: String, help: String| {
        report.add(|| Draft::new(&item.span, message).help(help));
        false
    };
    if !word.room.has(moment) {
        let help = format!("it may stand with {}", word.room.names().join(", "));
        return refuse(format!("`{}` cannot stand with this `when`", word.key), help);
    }
    if matches!(action, Action::Triggered(Triggered::Test(..) | Triggered::Morale(..))) {
        let uncounted = |amount: &Amount| {
            amount.d3 > 0
                || amount.per == Some(Per::OwnWoundsLost)
                || amount.per.is_some_and(Per::is_of_the_attack)
        };
        if amounts_of(action).iter().any(uncounted) {
            let help = "count it by ranks or by the enemy's tokens".to_owned();
            return refuse(format!("`{}` cannot be counted so", word.key), help);
        }
    }
    let amounts = amounts_of(action);
    let has = |is: fn(&Amount) -> bool| amounts.iter().any(is);
    if moment.is_while() && has(|amount| amount.d3 > 0) {
        return refuse(
            format!("`{}` counts while dice are rolled and has no dice of its own", word.key),
            "leave `d3` out".to_owned(),
        );
    }
    if moment.is_while() && has(|amount| amount.per.is_some_and(Per::is_of_the_attack)) {
        let help = "count it by something known before the attack".to_owned();
        return refuse(format!("`{}` hangs on an attack that is not over yet", word.key), help);
    }
    if moment != Moment::Attacking
        && moment.is_while()
        && has(|amount| amount.per == Some(Per::OwnWoundsLost))
    {
        let help = "`own-wounds-lost` counts with `attacking` and with points of time".to_owned();
        return refuse(
            format!("`{}` cannot be counted by the bearer's wounds here", word.key),
            help,
        );
    }
    true
}

/// The amounts of an action.
fn amounts_of(action: &Action) -> Vec<Amount> {
    match action {
        Action::Triggered(
            Triggered::Wounds(_, amount) | Triggered::Hits(_, amount) | Triggered::Heal(_, amount),
        ) => {
            vec![*amount]
        }
        Action::Triggered(Triggered::Test(_, roll, wounds)) => vec![*roll, *wounds],
        Action::Triggered(Triggered::Morale(_, roll)) => vec![*roll],
        Action::Change(change) => change.amount().into_iter().collect(),
        Action::Triggered(_) => Vec::new(),
    }
}

/// Conditions on what an attack did stand where it is over.
fn check_conditions(
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

/// What must hold.
fn conditions(section: &mut Section<'_>, report: &mut Report) -> Conditions {
    Conditions {
        melee: section.optional("melee", report),
        short: section.optional("short", report),
        charging: section.optional("charge", report),
        facings: many(section, "facing", report),
        own_ranks: section.optional("own_ranks", report).unwrap_or_default(),
        own_ranks_lost: section.optional("own_ranks_lost", report).unwrap_or_default(),
        enemy_ranks: section.optional("enemy_ranks", report).unwrap_or_default(),
        enemy_ranks_lost: section.optional("enemy_ranks_lost", report).unwrap_or_default(),
        ranks_against_enemy: many(section, "ranks_against_enemy", report),
        enemy_tokens: section.optional("enemy_tokens", report).unwrap_or_default(),
        enemy_holds: section.optional("enemy_holds", report).unwrap_or_default(),
        enemy_types: many(section, "enemy_type", report),
        zones: many::<Zone>(section, "zone", report).into_iter().collect(),
        enemy_zones: many::<Zone>(section, "enemy_zone", report).into_iter().collect(),
        not_enemy_zones: many::<Zone>(section, "not_enemy_zone", report).into_iter().collect(),
        round: section.optional("round", report).unwrap_or_default(),
        enemy_activated: section.optional("enemy_activated", report),
        activated: section.optional("activated", report),
        engaged_since_start: section.optional("engaged_since_start", report),
        resource: section.optional("resource", report).unwrap_or_default(),
        spends: section
            .item("spends")
            .and_then(|item| report.unless(item.whole(1, MOST_SPENT)))
            .map_or(0, |number| number.unsigned_abs() as u8),
        supported: section.optional("supported", report),
        enemy_supported: section.optional("enemy_supported", report),
        own_turn: section.optional("own_turn", report),
        test: section.optional("test", report),
        dealt: section.optional("dealt", report),
        rank_destroyed: section.optional("rank_destroyed", report),
    }
}

/// One value or a list of values.
fn many<T: Readable>(section: &mut Section<'_>, key: &'static str, report: &mut Report) -> Vec<T> {
    let items = section.list(key).map_or_else(Vec::new, |(_, items)| items);
    items.iter().filter_map(|item| report.unless(T::read(item))).collect()
}

/// The action of a key.
fn action(word: &Word, item: &Item<'_>, report: &mut Report) -> Option<Action> {
    match word.shape {
        Shape::Flag(action) => report.unless(is_true(item)).map(|()| action),
        Shape::Amount(action) => report.unless(Amount::read(item)).map(action),
        Shape::Tokens(action) => report.unless(Tokens::read(item)).map(action),
        Shape::Morale(action) => report.unless(Morale::read(item)).map(action),
        Shape::Test(whom) => test(item, report)
            .map(|[roll, wounds]| Action::Triggered(Triggered::Test(whom, roll, wounds))),
        Shape::Roll(whom) => {
            roll(item, report).map(|roll| Action::Triggered(Triggered::Morale(whom, roll)))
        }
        Shape::Face(action) => {
            report.unless(item.whole(2, 6)).map(|face| action(face.unsigned_abs() as u8))
        }
        Shape::Swap => {
            let mut section = Section::of(format!("`{}`", word.key), item, report)?;
            let (from, to) = (section.required("from", report), section.required("to", report));
            section.finish(report);
            Some(Action::Triggered(Triggered::Swap(from?, to?)))
        }
        Shape::Survive => {
            let mut section = Section::of(format!("`{}`", word.key), item, report)?;
            let uses = section.item("uses").map_or(Some(1), |item| report.unless(item.whole(1, 2)));
            let test = section.optional("test", report) == Some(true);
            section.finish(report);
            Some(Action::Triggered(Triggered::Survive { uses: uses?.unsigned_abs() as u8, test }))
        }
    }
}

/// A key that says `true` or is left out.
fn is_true(item: &Item<'_>) -> Result<(), Draft> {
    if bool::read(item)? {
        Ok(())
    } else {
        Err(Draft::new(&item.span, format!("`{}` is true or left out", item.key)))
    }
}

/// What is added to the roll of a morale test.
fn roll(item: &Item<'_>, report: &mut Report) -> Option<Amount> {
    if item.value.as_bool().is_some() {
        return report.unless(is_true(item)).map(|()| Amount::default());
    }
    report.unless(Amount::read(item))
}

/// What is added to the roll of a test and to its wounds.
fn test(item: &Item<'_>, report: &mut Report) -> Option<[Amount; 2]> {
    if item.value.as_table().is_none() {
        return report.unless(is_true(item)).map(|()| [Amount::default(); 2]);
    }
    let mut section = Section::of(format!("`{}`", item.key), item, report)?;
    let amounts = [section.optional("morale", report), section.optional("wounds", report)]
        .map(Option::unwrap_or_default);
    section.finish(report);
    Some(amounts)
}

/// Options of which the owner takes some.
fn choice(item: &Item<'_>, report: &mut Report) -> Option<Choice> {
    let before = report.count();
    let mut section = Section::of("`choose`".to_owned(), item, report)?;
    let picks = section.optional("picks", report).unwrap_or(Amount::of(1));
    let optional = section.optional("optional", report) == Some(true);
    let items = section.list("options").map_or_else(Vec::new, |(_, items)| items);
    let mut options: Vec<(String, Vec<Effect>)> = Vec::new();
    for item in &items {
        let Some((name, effects)) = option(item, report) else { continue };
        if options.iter().any(|(other, _)| is_called(other, &name)) {
            let message = format!("two options are called {}", quoted(&name));
            let help = "a player asks for an option by its name: give each one of its own";
            report.add(|| Draft::new(&item.span, message).label("the second one").help(help));
        }
        options.push((name, effects));
    }
    let span = section.span.clone();
    section.finish(report);
    if (items.is_empty() && report.count() == before) || items.len() > MOST_OPTIONS {
        report.add(|| Draft::new(&span, format!("`choose` needs 1 to {MOST_OPTIONS} `options`")));
    }
    Some(Choice { picks, optional, options })
}

fn option(item: &Item<'_>, report: &mut Report) -> Option<(String, Vec<Effect>)> {
    let mut section = Section::of("an option".to_owned(), item, report)?;
    let name: Option<Name> = section.required("name", report);
    let effects =
        section.list("effects").map_or_else(Vec::new, |(_, items)| effects(items, report));
    if effects.iter().any(|effect| effect.conditions.spends > 0) {
        let help = "which option is taken hangs on how things stand, and so would the tokens left";
        report.add(|| Draft::new(&section.span, "an option cannot cost tokens").help(help));
    }
    section.finish(report);
    Some((name?.0, effects))
}
