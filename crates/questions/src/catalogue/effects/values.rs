//! Reads amounts, ranges, moments and zones of effects.

use serde_json::json;

use crate::document::schema::{Schema, any_of, defined, one_of as names, set_of, whole};
use crate::document::{
    Draft, FileKey, KeyedValue, Readable, Report, Section, choose, describe_table, key, name_help,
    quoted,
};
use warodds_games::asoiaf::effect::{
    Amount, CountRange, Moment, Per, RankComparison, TestKind, Zone, Zones,
};
use warodds_games::asoiaf::{Body, Tokens};

/// The largest amount, positive or negative.
const MOST: i64 = 60;
/// The largest amount for each unit of `per`, positive or negative.
const MOST_EACH: i64 = 20;

impl Readable for Amount {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let small = |item: &KeyedValue<'_>, least: i64, most: i64| {
            item.whole(least, most).map(|number| number as i8)
        };
        if item.value.as_table().is_none() {
            return small(item, -MOST, MOST).map(Self::of);
        }
        // the value is a table here, so nothing is reported
        let section = Section::of(format!("`{}`", item.key), item, &mut Report::default());
        let Some(mut section) = section else { return Err(item.type_fault("a number")) };
        let [base, each, per, d3, most] = parts(&mut section);
        let known = section.known();
        if let Some((key, _, span)) = section.entries().find(|(key, ..)| !known.contains(key)) {
            return Err(Draft::new(&span, format!("an amount has no key {}", quoted(key)))
                .label("not known")
                .help(name_help(key, known, "its keys are")));
        }
        let number = |item: Option<KeyedValue<'_>>, (least, most): (i64, i64)| {
            item.map(|item| small(&item, least, most)).transpose()
        };
        let base = number(base, BASE)?.unwrap_or(0);
        let each = number(each, EACH)?;
        let per = per.map(|item| Per::read(&item)).transpose()?;
        let d3 = number(d3, D3)?.unwrap_or(0).unsigned_abs();
        let most = number(most, AT_MOST)?.map(i8::unsigned_abs);
        if each.is_some() && per.is_none() {
            return Err(Draft::new(&item.span, "`each` needs `per`: what is counted")
                .help("add `per`, such as `per = \"own-ranks\"`"));
        }
        Ok(Self { base, each: each.unwrap_or(i8::from(per.is_some())), per, d3, most })
    }

    /// A number, or a table of its parts.
    fn schema() -> Schema {
        let table = describe_table("How much.", |mut section, _| {
            parts(&mut section);
            section.describe(|table| {
                table.add_keyword("dependentRequired", json!({ "each": ["per"] }))
            });
        });
        let (least, most) = BASE;
        defined("amount", any_of([whole(least, most), table.object()]))
    }
}

/// The ranges of the parts of an amount.
const BASE: (i64, i64) = (-MOST, MOST);
const EACH: (i64, i64) = (-MOST_EACH, MOST_EACH);
const D3: (i64, i64) = (0, 5);
const AT_MOST: (i64, i64) = (0, MOST);

/// Returns the values of the parts of an amount: `base`, `each`, `per`, `d3` and `most`.
fn parts<'t>(section: &mut Section<'t>) -> [Option<KeyedValue<'t>>; 5] {
    let mut number = |key, (least, most)| section.item(key, || whole(least, most));
    let base = number(key("base", "the fixed part; 0 if left out"), BASE);
    let each = number(key("each", "for each unit of `per`; 1 if left out"), EACH);
    let per = section.item(key("per", "what `each` is multiplied by"), Per::schema);
    let mut number = |key, (least, most)| section.item(key, || whole(least, most));
    let d3 = number(key("d3", "D3 rolled and added; only at points in time"), D3);
    let most = number(key("most", "the upper limit"), AT_MOST);
    [base, each, per, d3, most]
}

/// Keys of the ends of a range.
const LEAST: FileKey = key("least", "the least; 0 if left out");
const UP_TO: FileKey = key("most", "the most; no limit if left out");

/// Returns the schema of a count.
fn a_count() -> Schema {
    whole(0, Body::MOST_WOUNDS)
}

impl Readable for CountRange {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let count = |item: &KeyedValue<'_>| {
            item.whole(0, Body::MOST_WOUNDS).map(|number| number.unsigned_abs() as u8)
        };
        let Some(table) = item.value.as_table() else {
            return count(item).map(|count| Self { least: count, most: count });
        };
        let mut between = Self::ANY;
        for (key, value) in table {
            let (name, place): (&str, _) = (key.get_ref(), value.span());
            let item = KeyedValue { key: item.key, value: value.get_ref(), span: place };
            match name {
                _ if name == LEAST.id => between.least = count(&item)?,
                _ if name == UP_TO.id => between.most = count(&item)?,
                _ => {
                    return Err(Draft::new(
                        &key.span(),
                        format!("a range has no key {}", quoted(name)),
                    )
                    .label("not known")
                    .help(name_help(
                        name,
                        [LEAST, UP_TO].map(|key| key.id),
                        "its keys are",
                    )));
                }
            }
        }
        Ok(between)
    }

    /// A number, or a range of numbers.
    fn schema() -> Schema {
        let range = describe_table("A range, both ends included.", |mut section, _| {
            for end in [LEAST, UP_TO] {
                section.item(end, a_count);
            }
        });
        defined("count", any_of([a_count(), range.object()]))
    }
}

/// Returns the schema of names with their descriptions.
pub(super) fn meanings<T, const N: usize>(all: [(T, &str, &str); N]) -> Schema {
    any_of(all.map(|(_, name, words)| json!({ "const": name, "description": words })))
}

/// Implements [`Readable`] for a type with names.
macro_rules! one_of {
    ($type:ty, $known:expr, $schema:expr) => {
        impl Readable for $type {
            fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
                choose(item, &$known)
            }

            fn schema() -> Schema {
                $schema
            }
        }
    };
}

one_of!(Moment, Moment::ALL.map(|(moment, name, _)| (name, moment)), meanings(Moment::ALL));
one_of!(Per, Per::ALL.map(|(per, name, _)| (name, per)), meanings(Per::ALL));
one_of!(
    RankComparison,
    RankComparison::ALL.map(|(compared, name)| (name, compared)),
    names(RankComparison::ALL.map(|(_, name)| name))
);
one_of!(
    TestKind,
    TestKind::ALL.map(|(which, name)| (name, which)),
    names(TestKind::ALL.map(|(_, name)| name))
);
one_of!(Zone, Zone::ALL.map(|(zone, name)| (name, zone)), names(Zone::ALL.map(|(_, name)| name)));

/// Zones written as one name or a list.
impl Readable for Zones {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        match item.value.as_array() {
            Some(list) => item
                .elements(list)
                .map(|item| Zone::read(&item))
                .collect::<Result<Vec<_>, _>>()
                .map(Self::from_iter),
            None => Zone::read(item).map(|zone| [zone].into_iter().collect()),
        }
    }

    fn schema() -> Schema {
        set_of(&Zone::schema())
    }
}

/// Returns the schema of a set of condition tokens.
pub(super) fn tokens() -> Schema {
    defined("tokens", Tokens::schema())
}

/// Reads one value.
pub(super) fn one<T: Readable>(item: &KeyedValue<'_>, report: &mut Report) -> Option<T> {
    report.ok_or_add(T::read(item))
}

/// Reads one value or a list of values.
pub(super) fn many<T: Readable>(item: &KeyedValue<'_>, report: &mut Report) -> Vec<T> {
    item.as_list().iter().filter_map(|item| one(item, report)).collect()
}

/// Reads a key whose values have names.
pub(super) fn named<T: Copy, const N: usize>(
    section: &mut Section<'_>,
    key: FileKey,
    all: &[(&'static str, T); N],
    report: &mut Report,
) -> Option<T> {
    let item = section.item(key, || names(all.iter().map(|(name, _)| *name)));
    item.and_then(|item| report.ok_or_add(choose(&item, all)))
}
