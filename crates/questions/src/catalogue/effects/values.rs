//! Amounts, ranges, moments and zones of effects, as a catalogue writes them.

use super::{MOST, MOST_EACH};
use crate::document::{Draft, Item, Readable, Report, Section, choose, help, quoted};
use warodds_games::asoiaf::effect::{Amount, Between, Compared, Moment, Per, Which, Zone, Zones};

impl Readable for Amount {
    fn read(item: &Item<'_>) -> Result<Self, Draft> {
        let small = |item: &Item<'_>, least: i64, most: i64| {
            item.whole(least, most).map(|number| number as i8)
        };
        if item.value.as_table().is_none() {
            return small(item, -MOST, MOST).map(Self::of);
        }
        let mut report = Report::default();
        let mut table = || Section::of(format!("`{}`", item.key), item, &mut report);
        let (Some(mut section), Some(keys)) = (table(), table()) else {
            return Err(item.wrong("a number"));
        };
        let known = ["base", "each", "per", "d3", "most"];
        if let Some((key, _, span)) = keys.entries().find(|(key, ..)| !known.contains(key)) {
            return Err(Draft::new(&span, format!("an amount has no key {}", quoted(key)))
                .label("not known")
                .help(help(key, known, "its keys are")));
        }
        let number = |section: &mut Section<'_>, key, least, most| match section.item(key) {
            Some(item) => small(&item, least, most).map(Some),
            None => Ok(None),
        };
        let base = number(&mut section, "base", -MOST, MOST)?.unwrap_or(0);
        let each = number(&mut section, "each", -MOST_EACH, MOST_EACH)?;
        let per = section.item("per").map(|item| Per::read(&item)).transpose()?;
        let d3 = number(&mut section, "d3", 0, 5)?.unwrap_or(0).unsigned_abs();
        let most = number(&mut section, "most", 0, MOST)?.map(i8::unsigned_abs);
        if each.is_some() && per.is_none() {
            return Err(Draft::new(&item.span, "`each` needs `per`: what is counted")
                .help("e.g. `per = \"own-ranks\"`"));
        }
        Ok(Self { base, each: each.unwrap_or(i8::from(per.is_some())), per, d3, most })
    }

    fn show(&self) -> String {
        self.base.to_string()
    }
}

impl Readable for Between {
    fn read(item: &Item<'_>) -> Result<Self, Draft> {
        let count = |item: &Item<'_>| item.whole(0, 120).map(|number| number.unsigned_abs() as u8);
        let Some(table) = item.value.as_table() else {
            return count(item).map(|count| Self { least: count, most: count });
        };
        let mut between = Self::ANY;
        for (key, value) in table {
            let (name, place): (&str, _) = (key.get_ref(), value.span());
            let item = Item { key: item.key, value: value.get_ref(), span: place };
            match name {
                "least" => between.least = count(&item)?,
                "most" => between.most = count(&item)?,
                _ => {
                    return Err(Draft::new(
                        &key.span(),
                        format!("a range has no key {}", quoted(name)),
                    )
                    .label("not known")
                    .help(help(name, ["least", "most"], "its keys are")));
                }
            }
        }
        Ok(between)
    }

    fn show(&self) -> String {
        format!("{}..{}", self.least, self.most)
    }
}

/// Reads one of the names of a type's `ALL`.
macro_rules! one_of {
    ($type:ty, $known:expr) => {
        impl Readable for $type {
            fn read(item: &Item<'_>) -> Result<Self, Draft> {
                choose(item, &$known)
            }

            fn show(&self) -> String {
                let known = $known;
                known.iter().find(|(_, one)| one == self).map_or("", |(name, _)| *name).to_owned()
            }
        }
    };
}

one_of!(Moment, Moment::ALL.map(|(moment, name, _)| (name, moment)));
one_of!(Per, Per::ALL.map(|(per, name, _)| (name, per)));
one_of!(Compared, Compared::ALL.map(|(compared, name)| (name, compared)));
one_of!(Which, Which::ALL.map(|(which, name)| (name, which)));
one_of!(Zone, Zone::ALL.map(|(zone, name)| (name, zone)));

/// Zones written as one name or a list.
impl Readable for Zones {
    fn read(item: &Item<'_>) -> Result<Self, Draft> {
        match item.value.as_array() {
            Some(list) => item
                .elements(list)
                .map(|item| Zone::read(&item))
                .collect::<Result<Vec<_>, _>>()
                .map(Self::from_iter),
            None => Zone::read(item).map(|zone| [zone].into_iter().collect()),
        }
    }

    fn show(&self) -> String {
        let held: Vec<&str> =
            Zone::ALL.iter().filter(|(zone, _)| self.has(*zone)).map(|(_, name)| *name).collect();
        if held.is_empty() { "none".to_owned() } else { held.join(" + ") }
    }
}
