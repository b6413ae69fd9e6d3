//! The card of a unit, written alike in catalogues and scenarios.

use crate::document::{Draft, Item, Name, Readable, Report, Section, Span, quoted};
use warodds_engine::counted::counted;
use warodds_games::asoiaf::values::{Cost, Defense, DiceCount, Hit, Morale, OutOfRange, Speed};
use warodds_games::asoiaf::{Body, BodyError, Reach, Unit, UnitType, Weapon};

/// What stands for a key that is left out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Basis<'a> {
    /// The numbers of another card.
    Card(&'a Unit),
    /// Nothing: defence and morale must be given.
    Whole,
    /// Nothing; a morale that nobody knows may be left out.
    Known,
}

impl<'a> Basis<'a> {
    const fn card(self) -> Option<&'a Unit> {
        match self {
            Self::Card(unit) => Some(unit),
            Self::Whole | Self::Known => None,
        }
    }
}

/// Reads a card whose name is `name` unless it says otherwise; its abilities and edition are up to
/// the caller.
pub(crate) fn unit(
    section: &mut Section<'_>,
    name: &str,
    basis: Basis<'_>,
    report: &mut Report,
) -> Option<Unit> {
    let base = basis.card();
    let name = section.optional("name", report).unwrap_or_else(|| Name(name.to_owned()));
    let given_kind: Option<UnitType> = section.optional("type", report);
    let solo: Option<bool> = section.optional("solo", report);
    let cost: Option<Cost> = section.optional("cost", report);
    let speed: Option<Speed> = section.optional("speed", report);
    let defense = needed(section, "defense", base.map(|unit| unit.defense), report);
    let morale = match basis {
        Basis::Card(unit) => section.optional("morale", report).or(unit.morale),
        Basis::Known => section.optional("morale", report),
        Basis::Whole => section.required::<Morale>("morale", report),
    };
    let kind = given_kind.or(base.map(|unit| unit.kind)).unwrap_or_default();
    let formation = Formation::of(
        kind,
        solo == Some(true),
        base.filter(|_| given_kind.is_none() && solo.is_none()),
    );
    let body = body(section, formation, solo == Some(true), report);
    let attacks = attacks(section, body, kind, base, report);
    Some(Unit {
        name: name.0,
        faction: base.and_then(|unit| unit.faction.clone()),
        kind,
        cost: cost.or(base.and_then(|unit| unit.cost)),
        speed: speed.or(base.and_then(|unit| unit.speed)),
        defense: defense?,
        morale,
        body: body?,
        attacks,
        abilities: Vec::new(),
        foreign: None,
        edition: base.and_then(|unit| unit.edition),
        usage: base.map(|unit| unit.usage.clone()).unwrap_or_default(),
    })
}

/// A key that must be there unless there is a card to take it from.
fn needed(
    section: &mut Section<'_>,
    key: &'static str,
    base: Option<Defense>,
    report: &mut Report,
) -> Option<Defense> {
    if base.is_some() {
        section.optional(key, report).or(base)
    } else {
        section.required(key, report)
    }
}

/// Models, ranks and wounds of each model where the keys are left out.
struct Formation {
    models: u8,
    ranks: u8,
    wounds: u8,
}

impl Formation {
    fn of(kind: UnitType, solo: bool, base: Option<&Unit>) -> Self {
        let (models, ranks) = if solo { (1, 1) } else { kind.formation() };
        base.map_or(Self { models, ranks, wounds: 1 }, |unit| Self {
            models: unit.body.models(),
            ranks: unit.body.ranks(),
            wounds: unit.body.wounds_per_model(),
        })
    }
}

/// A number of `models`, `ranks` or `wounds_per_model`.
struct Size {
    value: i64,
    span: Option<Span>,
}

impl Size {
    /// The key's number, or `default`; none when it is none at all.
    fn read(
        section: &mut Section<'_>,
        key: &'static str,
        default: u8,
        report: &mut Report,
    ) -> Option<Self> {
        match section.item(key) {
            Some(item) => Some(Self {
                value: report.unless(item.whole(1, most(key)))?,
                span: Some(item.span),
            }),
            None => Some(Self { value: default.into(), span: None }),
        }
    }
}

/// The most that [`Body::new`] takes of each, asked from itself so that it is said in one place
/// only.
fn most(key: &str) -> i64 {
    let refused = match key {
        "models" => Body::new(i64::MAX, 1, 1),
        "ranks" => Body::new(1, i64::MAX, 1),
        _ => Body::new(1, 1, i64::MAX),
    };
    match refused {
        Err(BodyError::OutOfRange(OutOfRange { most, .. })) => most,
        _ => i64::MAX,
    }
}

/// The models of the unit (A1.1, A1.3).
fn body(
    section: &mut Section<'_>,
    usual: Formation,
    solo: bool,
    report: &mut Report,
) -> Option<Body> {
    let models = Size::read(section, "models", usual.models, report);
    let ranks = Size::read(section, "ranks", usual.ranks, report);
    let wounds = Size::read(section, "wounds_per_model", usual.wounds, report);
    let (models, ranks, wounds) = (models?, ranks?, wounds?);
    if solo && (models.value, ranks.value) != (1, 1) {
        let span = models.span.or(ranks.span).unwrap_or(section.span.clone());
        report.add(|| {
            Draft::new(&span, "a solo is one model in one rank (A1.1)")
                .help("leave out `solo`, or `models` and `ranks`")
        });
        return None;
    }
    let sum = |error: &BodyError| match error {
        BodyError::OutOfRange(_) => [&wounds.span, &models.span, &ranks.span],
        BodyError::Unequal { .. } => [&models.span, &ranks.span, &wounds.span],
    };
    report.unless(Body::new(models.value, ranks.value, wounds.value).map_err(|error| {
        let span = sum(&error).into_iter().flatten().next().unwrap_or(&section.span);
        Draft::new(span, error.to_string())
    }))
}

/// The attacks of the card (A1.2), or those of the card it is made from.
fn attacks(
    section: &mut Section<'_>,
    body: Option<Body>,
    kind: UnitType,
    base: Option<&Unit>,
    report: &mut Report,
) -> Vec<Weapon> {
    let Some((_, items)) = section.list("attacks") else {
        return base.map_or_else(Vec::new, |unit| kept(unit, body, &section.span, report));
    };
    let mut weapons: Vec<Weapon> = Vec::new();
    for item in items {
        let what = format!("[[{}.attacks]]", section.what.trim_matches(['[', ']']));
        let Some(table) = Section::of(what, &item, report) else { continue };
        let Some(weapon) = weapon(table, body, kind, report) else { continue };
        if weapons.iter().any(|other| other.name == weapon.name) {
            report.add(|| {
                Draft::new(
                    &item.span,
                    format!("the unit has two attacks named {}", quoted(&weapon.name)),
                )
            });
        }
        weapons.push(weapon);
    }
    weapons
}

/// The attacks of another card, unless the new ranks leave them without their numbers of dice.
fn kept(unit: &Unit, body: Option<Body>, span: &Span, report: &mut Report) -> Vec<Weapon> {
    if body.is_some_and(|body| body.ranks() != unit.body.ranks()) {
        let message = format!(
            "the attacks of {} have dice for {}",
            quoted(&unit.name),
            counted(unit.body.ranks().into(), "rank", "ranks")
        );
        report.add(|| {
            Draft::new(span, message)
                .help("give its `attacks` anew, with one number of dice for each rank")
        });
    }
    unit.attacks.clone()
}

/// One attack.
fn weapon(
    mut section: Section<'_>,
    body: Option<Body>,
    kind: UnitType,
    report: &mut Report,
) -> Option<Weapon> {
    let name: Option<Name> = section.required("name", report);
    let reach: Option<Reach> = section.optional("kind", report);
    let hit: Option<Hit> = section.required("hit", report);
    let dice = dice(&mut section, body, kind, report);
    section.finish(report);
    Some(Weapon { name: name?.0, reach: reach.unwrap_or_default(), hit: hit?, dice: dice? })
}

/// The dice of an attack: one number for each rank.
fn dice(
    section: &mut Section<'_>,
    body: Option<Body>,
    kind: UnitType,
    report: &mut Report,
) -> Option<Vec<DiceCount>> {
    let Some((item, elements)) = section.list("dice") else {
        section.missing("dice", report);
        return None;
    };
    let ranks = body.map(|body| usize::from(body.ranks()));
    if let Some(needed) = ranks.filter(|needed| *needed != elements.len()) {
        report.add(|| wrong_count(&item.span, needed, elements.len(), kind));
    }
    let dice: Vec<Option<DiceCount>> =
        elements.iter().map(|element| report.unless(DiceCount::read(element))).collect();
    dice.into_iter().collect()
}

/// The fault of an attack without a number for each rank.
fn wrong_count(span: &Span, needed: usize, given: usize, kind: UnitType) -> Draft {
    let numbers = counted(needed as u64, "number", "numbers");
    let message = format!("`dice` needs {numbers}, one for each rank of the unit, not {given}");
    let (_, ranks) = kind.formation();
    let usual = format!(
        "{} stands in {} unless `ranks` or `solo` says otherwise",
        kind.name(),
        counted(ranks.into(), "rank", "ranks")
    );
    Draft::new(span, message)
        .label(numbers)
        .help(format!("{usual}; give the dice with all ranks first, then with each rank lost"))
}

/// A list of texts, each once.
pub(crate) fn names<'t>(
    section: &mut Section<'t>,
    key: &'static str,
    report: &mut Report,
) -> Option<Vec<(String, Item<'t>)>> {
    let (_, items) = section.list(key)?;
    let mut names: Vec<(String, Item<'t>)> = Vec::new();
    for item in items {
        let Some(Name(name)) = report.unless(Name::read(&item)) else { continue };
        if names.iter().any(|(other, _)| *other == name) {
            report.add(|| {
                Draft::new(&item.span, format!("`{key}` names {} twice", quoted(&name)))
                    .label("the second time")
            });
        }
        names.push((name, item));
    }
    Some(names)
}
