//! `[[rout]]`: a battle as a race of morale (B3).

use serde_json::json;
use toml::de::DeArray;

use super::Form;
use super::order::action;
use super::unit::{UnitForm, UnitKeys, plain};
use crate::document::schema::{Schema, any_of, list_of, row_of, up_to, whole};
use crate::document::{
    Draft, FileKey, KeyedValue, Name, Readable, Report, Section, Span, TableArray, describe_table,
    key,
};
use crate::scenario::blocks::{BuildCases, asked};
use crate::scenario::sweep::{FieldValues, SweepAxes, SweepCase};
use crate::study::NamedQuestion;
use warodds_games::westeros::values::{Marker, Track};
use warodds_games::westeros::{
    MoraleZone, Rout, RoutAction, RoutError, TrackEnd, WesterosQuestion, WesterosSide, WesterosUnit,
};

/// The keys of a race of morale.
#[derive(Debug)]
pub(super) struct RoutForm {
    span: Span,
    sides: [String; 2],
    names: Vec<String>,
    units: Vec<(WesterosSide, WesterosUnit)>,
    order: FieldValues<Words>,
    track: FieldValues<Track>,
    marker: FieldValues<Marker>,
    ends: [FieldValues<TrackEnd>; 2],
    zones: Vec<MoraleZone>,
}

/// What is done, in words, each with its place.
#[derive(Clone, Debug)]
struct Words(Vec<(String, Span)>);

impl Readable for Words {
    /// A list of texts is one order: only a list with a list in it sweeps.
    fn sweep<'t>(item: &KeyedValue<'t>) -> Option<&'t DeArray<'t>> {
        item.value.as_array().filter(|list| list.iter().any(|element| element.get_ref().is_array()))
    }

    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let list = item
            .value
            .as_array()
            .ok_or_else(|| item.type_fault("a list of texts such as \"swords attacks riders\""))?;
        let words = |element: KeyedValue<'_>| {
            Ok((
                element.text("text such as \"swords attacks riders\"")?.to_owned(),
                element.span.clone(),
            ))
        };
        item.elements(list).map(words).collect::<Result<_, Draft>>().map(Self)
    }

    fn show(&self) -> String {
        self.0.iter().map(|(words, _)| words.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn schema() -> Schema {
        row_of(&json!({ "type": "string" }), 0, Rout::MOST_ACTIONS)
    }

    fn swept_schema() -> Schema {
        any_of([Self::schema(), list_of(&Self::schema())])
    }
}

/// A zone as `[break, last]`.
struct ZonePair(MoraleZone);

impl Readable for ZonePair {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let wrong = || item.type_fault("two spaces, [break, last]");
        let list = item.value.as_array().ok_or_else(wrong)?;
        let space =
            |element: KeyedValue<'_>| element.whole(0, Track::MOST).map(|space| space as u8);
        match item.elements(list).map(space).collect::<Result<Vec<u8>, Draft>>()?.as_slice() {
            [brk, last] => Ok(Self(MoraleZone { brk: *brk, last: *last })),
            _ => Err(wrong()),
        }
    }

    fn show(&self) -> String {
        format!("{}–{}", self.0.brk, self.0.last)
    }

    fn schema() -> Schema {
        row_of(&whole(0, Track::MOST), 2, 2)
    }
}

/// Zones of a track.
const ZONES: FileKey = key("zones", "coloured zones, each as [break, last space] from the centre");

impl RoutForm {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray = TableArray {
        definition: "westeros-rout",
        ..asked("rout", "a battle as a race of morale", "A battle as a race of morale (B3).")
    };

    pub(super) fn read(form: &mut Form<'_, '_>) -> Self {
        let span = form.section.span.clone();
        let mut side =
            |key: FileKey| plain(form.section.optional::<Name>(key, form.report), key.id);
        let sides =
            [side(key("a", "the name of one side")), side(key("b", "the name of the other side"))];
        let (names, units) = units(form);
        let order = form.required(key(
            "order",
            "what is done, in texts such as \"X attacks Y\"; a list of lists asks about each",
        ));
        let track = form.sweep(
            key("track", "spaces on either side of the centre; 11 if left out"),
            Track::CORE,
        );
        let marker = form.sweep(
            key("marker", "where the marker stands: spaces towards b's end, negative towards a's"),
            Marker::CENTRE,
        );
        let ends = [
            form.sweep(
                key("a_end", "what a's end of the track means; rout if left out"),
                TrackEnd::default(),
            ),
            form.sweep(
                key("b_end", "what b's end of the track means; rout if left out"),
                TrackEnd::default(),
            ),
        ];
        let zones =
            form.section.item(ZONES, || row_of(&ZonePair::schema(), 0, usize::from(u8::MAX)));
        let zones = zones.iter().flat_map(KeyedValue::as_list);
        let zones = zones
            .filter_map(|item| form.report.ok_or_add(ZonePair::read(&item)))
            .map(|ZonePair(zone)| zone)
            .collect();
        Self { span, sides, names, units, order, track, marker, ends, zones }
    }

    /// The actions of a case.
    fn order(&self, case: &SweepCase, report: &mut Report) -> Option<Vec<RoutAction>> {
        let read = |(words, span): &(String, Span)| {
            action(words, &self.names).map_err(|error| (error, span.clone()))
        };
        let mut all = Some(Vec::new());
        for read in self.order.at(case)?.value.0.iter().map(read) {
            match (read, &mut all) {
                (Ok(action), Some(actions)) => actions.push(action),
                (Ok(_), None) => {}
                (Err((error, span)), _) => {
                    report.add_once("order", &span, || Draft::new(&span, error.to_string()));
                    all = None;
                }
            }
        }
        all
    }

    /// Where the fault of a race lies.
    fn place(&self, error: &RoutError, case: &SweepCase) -> Span {
        let action = |number: usize| {
            self.order
                .at(case)
                .and_then(|order| order.value.0.get(number.checked_sub(1)?))
                .map(|(_, span)| span)
        };
        match error {
            RoutError::InvalidAttack(number) | RoutError::InvalidOptions(number, _) => {
                action(*number)
            }
            RoutError::MarkerOutOfRange(..) => self.marker.at(case).map(|spot| &spot.span),
            _ => None,
        }
        .unwrap_or(&self.span)
        .clone()
    }
}

/// The units with their names.
fn units(form: &mut Form<'_, '_>) -> (Vec<String>, Vec<(WesterosSide, WesterosUnit)>) {
    let schema = || up_to(Rout::MOST_UNITS, describe_table("A unit of a rout.", unit).object());
    let items = form.section.required_item(key("units", "who fights"), schema, form.report);
    let (mut names, mut units) = (Vec::new(), Vec::new());
    for item in items.iter().flat_map(KeyedValue::as_list) {
        let section = Section::of("[[rout.units]]".to_owned(), &item, form.report);
        let read = section.and_then(|section| unit(section, form.report));
        let Some((name, side, unit)) = read else { continue };
        if names.contains(&name) {
            form.report.add(|| {
                Draft::new(&item.span, format!("two units are called `{name}`"))
                    .help("an order could not tell them apart")
            });
        }
        names.push(name);
        units.push((side, unit));
    }
    (names, units)
}

/// One unit; lists make no sense in it.
fn unit(section: Section<'_>, report: &mut Report) -> Option<(String, WesterosSide, WesterosUnit)> {
    let span = section.span.clone();
    let mut form = Form::single(section, &(), report);
    let name: Option<Name> =
        form.section.required(key("name", "its name, which orders use"), form.report);
    let side: Option<WesterosSide> = form.section.required(key("side", "whose it is"), form.report);
    let unit = UnitForm::read(&mut form, UnitKeys::ALONE);
    let super::Form { section, axes, .. } = form;
    section.finish(report);
    if axes.count() > 1 {
        report.add(|| {
            Draft::new(&span, "a unit of a rout has one value for each key")
                .help("ask several routs instead")
        });
    }
    let alone = SweepAxes::default().case(0);
    Some((name?.0, side?, if axes.count() > 1 { None } else { unit.unit(&alone) }?))
}

impl BuildCases for RoutForm {
    fn asked(&self, case: &SweepCase, _alone: bool, report: &mut Report) -> Option<NamedQuestion> {
        let [a_end, b_end] = &self.ends;
        let rout = Rout {
            units: self.units.clone(),
            order: self.order(case, report)?,
            track: self.track.value(case)?,
            marker: self.marker.value(case)?,
            ends: [a_end.value(case)?, b_end.value(case)?],
            zones: self.zones.clone(),
        };
        let checked = rout.checked().map_err(|error| {
            let span = self.place(&error, case);
            report.add_once("rout", &span, || Draft::new(&span, error.to_string()));
        });
        let [a, b] = &self.sides;
        Some(
            NamedQuestion::new("", "", WesterosQuestion::Rout(Box::new(checked.ok()?)))
                .with_sides([a, b]),
        )
    }

    fn sentence(&self, _case: &SweepCase) -> String {
        let [a, b] = &self.sides;
        format!("rout of {a} or {b}")
    }
}
