//! Reads the card of a unit, which has the same keys in catalogues and scenarios.

use crate::document::schema::{Schema, set_of, up_to, whole};
use crate::document::{
    Draft, FileKey, KeyedValue, Name, Readable, Report, Section, Span, TableArray, key, quoted,
};
use warodds_engine::counted::counted;
use warodds_games::asoiaf::values::{Cost, Defense, DiceCount, Hit, Morale, OutOfRange, Speed};
use warodds_games::asoiaf::{Body, BodyError, Reach, Unit, UnitType, Weapon};

/// The defaults of keys that are left out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CardDefaults<'a> {
    /// The values of another card.
    Card(&'a Unit),
    /// None: defence and morale are required.
    Whole,
    /// None, but an unknown morale may be left out.
    Known,
}

/// Keys of a unit that may be swept in scenarios.
pub(crate) const OF_A_UNIT: [&str; 7] =
    ["cost", "speed", "defense", "morale", "models", "ranks", "wounds_per_model"];
/// Keys of an attack that may be swept in scenarios.
pub(crate) const OF_AN_ATTACK: [&str; 2] = ["hit", "dice"];

impl<'a> CardDefaults<'a> {
    const fn card(self) -> Option<&'a Unit> {
        match self {
            Self::Card(unit) => Some(unit),
            Self::Whole | Self::Known => None,
        }
    }

    /// Whether values may be lists to sweep, of which the caller has chosen one each.
    const fn lists(self) -> bool {
        !matches!(self, Self::Known)
    }

    fn defense(self, section: &mut Section<'_>, report: &mut Report) -> Option<Defense> {
        let own = key("defense", "the face that saves, e.g. 4 for 4+; the card's, else required");
        match self {
            Self::Known => {
                let known = key("defense", "the face that saves, e.g. 4 for 4+");
                section.required(known, report)
            }
            Self::Whole => section.required_by_reader(own, report),
            Self::Card(unit) => section.optional(own, report).or(Some(unit.defense)),
        }
    }

    fn morale(self, section: &mut Section<'_>, report: &mut Report) -> Option<Morale> {
        let own = key("morale", "what 2D6 must reach; the card's, else required");
        match self {
            Self::Known => {
                let known = "what 2D6 must reach; left out if not known";
                section.optional(key("morale", known), report)
            }
            Self::Whole => section.required_by_reader(own, report),
            Self::Card(unit) => section.optional(own, report).or(unit.morale),
        }
    }

    /// Returns the key of the attacks.
    const fn attacks(self) -> TableArray {
        let (definition, words) = if self.lists() {
            ("listed_weapon", "the attacks; a target only if left out")
        } else {
            ("weapon", "the attacks of the card; a target only if left out")
        };
        TableArray { key: key("attacks", words), definition, words: "An attack of a card." }
    }
}

/// Reads a card; `name` is the default of its name. The caller adds abilities and season.
pub(crate) fn unit(
    section: &mut Section<'_>,
    name: &str,
    basis: CardDefaults<'_>,
    report: &mut Report,
) -> Option<Unit> {
    let base = basis.card();
    let own_name: Option<Name> =
        section.optional(key("name", "the unit's name; its ID if left out"), report);
    let name = own_name.unwrap_or_else(|| Name(name.to_owned()));
    let kind = key("type", "decides models and ranks; infantry if left out");
    let own_kind: Option<UnitType> = section.optional(kind, report);
    let solo: Option<bool> =
        section.optional(key("solo", "whether it is 1 model in 1 rank"), report);
    let cost: Option<Cost> = section.optional(key("cost", "points; unknown if left out"), report);
    let speed: Option<Speed> =
        section.optional(key("speed", "inches; without it the unit cannot charge"), report);
    let defense = basis.defense(section, report);
    let morale = basis.morale(section, report);
    let kind = own_kind.or(base.map(|unit| unit.kind)).unwrap_or_default();
    // a new type or `solo` changes models and ranks, so those of the base card no longer apply
    let formation = Formation::of(
        kind,
        solo == Some(true),
        base.filter(|_| own_kind.is_none() && solo.is_none()),
    );
    let body = body(section, formation, solo == Some(true), report);
    let attacks = attacks(section, body, kind, basis, report);
    if basis.lists() {
        section.describe(|table| table.allow_lists(&OF_A_UNIT));
    }
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
        allegiance: base.map(|unit| unit.allegiance.clone()).unwrap_or_default(),
        foreign: None,
        season: base.and_then(|unit| unit.season),
        doubt: base.and_then(|unit| unit.doubt.clone()),
        // a new card starts without any usage of abilities
        circumstances: base.map(|unit| unit.circumstances).unwrap_or_default(),
        policy: base.map(|unit| unit.policy.clone()).unwrap_or_default(),
    })
}

/// Defaults of models, ranks and wounds of each model.
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

/// A value of `models`, `ranks` or `wounds_per_model` with its position, unless it is a default.
struct SizeValue {
    value: i64,
    span: Option<Span>,
}

impl SizeValue {
    /// Reads the key, which defaults to `default`. Returns `None` for an invalid value.
    fn read(
        section: &mut Section<'_>,
        key: FileKey,
        default: u8,
        report: &mut Report,
    ) -> Option<Self> {
        let most = most(key.id);
        match section.item(key, || whole(1, most)) {
            Some(item) => {
                Some(Self { value: report.ok_or_add(item.whole(1, most))?, span: Some(item.span) })
            }
            None => Some(Self { value: default.into(), span: None }),
        }
    }
}

/// Returns the largest value that [`Body::new`] accepts for a key. Asking it for an impossible body
/// keeps the limits in one place.
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

/// Reads models, ranks and wounds of each model (A1.1, A1.3).
fn body(
    section: &mut Section<'_>,
    usual: Formation,
    solo: bool,
    report: &mut Report,
) -> Option<Body> {
    let models = key("models", "models, a multiple of the ranks; by type if left out");
    let ranks = key("ranks", "ranks; by type if left out");
    let wounds = key("wounds_per_model", "wounds of each model; 1 if left out");
    let models = SizeValue::read(section, models, usual.models, report);
    let ranks = SizeValue::read(section, ranks, usual.ranks, report);
    let wounds = SizeValue::read(section, wounds, usual.wounds, report);
    let (models, ranks, wounds) = (models?, ranks?, wounds?);
    // models and ranks may come from the base card, whose keys have no position here
    if solo && (models.value, ranks.value) != (1, 1) {
        let span = models.span.or(ranks.span).unwrap_or(section.span.clone());
        report.add(|| {
            Draft::new(&span, "a solo is one model in one rank (A1.1)")
                .help("leave out `solo`, or `models` and `ranks`")
        });
        return None;
    }
    // the first key that is written is underlined, the likeliest culprit first
    let spans = |error: &BodyError| match error {
        BodyError::OutOfRange(_) => [&wounds.span, &models.span, &ranks.span],
        BodyError::Unequal { .. } => [&models.span, &ranks.span, &wounds.span],
    };
    report.ok_or_add(Body::new(models.value, ranks.value, wounds.value).map_err(|error| {
        let span = spans(&error).into_iter().flatten().next().unwrap_or(&section.span);
        Draft::new(span, error.to_string())
    }))
}

/// Reads the attacks (A1.2), which default to those of the base card.
fn attacks(
    section: &mut Section<'_>,
    body: Option<Body>,
    kind: UnitType,
    basis: CardDefaults<'_>,
    report: &mut Report,
) -> Vec<Weapon> {
    let what = format!("[[{}.attacks]]", section.what.trim_matches(['[', ']']));
    let mut weapons: Vec<Weapon> = Vec::new();
    let read = section.tables(basis.attacks(), &what, report, |mut section, report| {
        let span = section.span.clone();
        let weapon = weapon(&mut section, body, kind, report);
        if basis.lists() {
            section.describe(|table| table.allow_lists(&OF_AN_ATTACK));
        }
        section.finish(report);
        let Some(weapon) = weapon else { return };
        if weapons.iter().any(|other| other.name == weapon.name) {
            let message = format!("the unit has two attacks named {}", quoted(&weapon.name));
            report.add(|| Draft::new(&span, message));
        }
        weapons.push(weapon);
    });
    match (read, basis.card()) {
        // without the key `attacks` a unit keeps those of its base card
        (None, Some(unit)) => base_attacks(unit, body, &section.span, report),
        _ => weapons,
    }
}

/// Takes the attacks of the base card. If the unit has another number of ranks, they have no number
/// of dice for each rank, which is a fault.
fn base_attacks(unit: &Unit, body: Option<Body>, span: &Span, report: &mut Report) -> Vec<Weapon> {
    if body.is_some_and(|body| body.ranks() != unit.body.ranks()) {
        let message = format!(
            "the attacks of {} have dice for {}",
            quoted(&unit.name),
            counted(unit.body.ranks().into(), "rank", "ranks")
        );
        report.add(|| {
            Draft::new(span, message)
                .help("write its `attacks` too, with one number of dice for each rank")
        });
    }
    unit.attacks.clone()
}

/// Reads one attack.
fn weapon(
    section: &mut Section<'_>,
    body: Option<Body>,
    kind: UnitType,
    report: &mut Report,
) -> Option<Weapon> {
    let name = key("name", "its name, unlike those of the unit's other attacks");
    let name: Option<Name> = section.required(name, report);
    let reach: Option<Reach> =
        section.optional(key("kind", "its range; melee if left out"), report);
    let hit: Option<Hit> =
        section.required(key("hit", "the face that hits, e.g. 4 for 4+"), report);
    let dice = dice(section, body, kind, report);
    Some(Weapon { name: name?.0, reach: reach.unwrap_or_default(), hit: hit?, dice: dice? })
}

/// Reads the dice of an attack: one number for each rank.
fn dice(
    section: &mut Section<'_>,
    body: Option<Body>,
    kind: UnitType,
    report: &mut Report,
) -> Option<Vec<DiceCount>> {
    let words = "attack dice: with all ranks, with one lost, with two lost";
    let item = section.required_item(key("dice", words), dice_of_ranks, report)?;
    let elements = item.as_list();
    let ranks = body.map(|body| usize::from(body.ranks()));
    // unknown ranks have a fault of their own already
    if let Some(needed) = ranks.filter(|needed| *needed != elements.len()) {
        report.add(|| wrong_count(&item.span, needed, elements.len(), kind));
    }
    let dice: Vec<Option<DiceCount>> =
        elements.iter().map(|element| report.ok_or_add(DiceCount::read(element))).collect();
    dice.into_iter().collect()
}

/// Returns the schema of dice: one number, or one for each rank.
fn dice_of_ranks() -> Schema {
    let most = usize::try_from(Body::MOST_RANKS).unwrap_or(usize::MAX);
    up_to(most, DiceCount::schema())
}

/// Words the fault of an attack without a number of dice for each rank.
fn wrong_count(span: &Span, needed: usize, found: usize, kind: UnitType) -> Draft {
    let numbers = counted(needed as u64, "number", "numbers");
    let message = format!("`dice` needs {numbers}, one for each rank of the unit, not {found}");
    let (_, ranks) = kind.formation();
    let usual = format!(
        "{} has {} unless `ranks` or `solo` says otherwise",
        kind.name(),
        counted(ranks.into(), "rank", "ranks")
    );
    Draft::new(span, message)
        .label(numbers)
        .help(format!("{usual}; write the dice with all ranks first, then with each rank lost"))
}

/// Reads a list of names without repetition; `one` is the schema of a name.
pub(crate) fn names<'t>(
    section: &mut Section<'t>,
    key: FileKey,
    one: fn() -> Schema,
    report: &mut Report,
) -> Option<Vec<(String, KeyedValue<'t>)>> {
    let item = section.item(key, || set_of(&one()))?;
    let mut names: Vec<(String, KeyedValue<'t>)> = Vec::new();
    for item in item.as_list() {
        let Some(Name(name)) = report.ok_or_add(Name::read(&item)) else { continue };
        if names.iter().any(|(other, _)| *other == name) {
            report.add(|| {
                Draft::new(&item.span, format!("`{}` names {} twice", key.id, quoted(&name)))
                    .label("the second time")
            });
        }
        names.push((name, item));
    }
    Some(names)
}
