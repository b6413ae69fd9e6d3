//! `[areas]`: the map.

use crate::document::schema::{Schema, entries, row_of, set_of};
use crate::document::{
    Draft, FileKey, KeyedValue, Name, Readable, Report, Section, key, name_help, quoted,
};
use warodds_games::warmachine::campaign::{AreaId, MOST_AREAS, Map};

/// The areas of a file, in file order.
#[derive(Debug, Default)]
pub(super) struct Areas {
    names: Vec<String>,
    links: Vec<(AreaId, AreaId)>,
}

impl Areas {
    /// Reads the map.
    pub(super) fn read(root: &mut Section<'_>, report: &mut Report) -> Self {
        let map = key("areas", "the map: each area with a list of its neighbours");
        let schema = || table_schema(&row_of(&Name::schema(), 0, MOST_AREAS), MOST_AREAS);
        let Some(item) = root.required_item(map, schema, report) else { return Self::default() };
        let Some(section) = Section::of("[areas]".to_owned(), &item, report) else {
            return Self::default();
        };
        let mut entries: Vec<_> = section.entries().collect();
        entries.sort_by_key(|(.., span)| span.start);
        if entries.len() > MOST_AREAS || entries.len() < 2 {
            let message = format!("a map has 2 to {MOST_AREAS} areas, not {}", entries.len());
            report.add(|| Draft::new(&item.span, message));
        }
        let mut areas = Self {
            names: entries.iter().map(|(name, ..)| (*name).to_owned()).collect(),
            links: Vec::new(),
        };
        for (place, (name, value, span)) in entries.into_iter().enumerate() {
            let item = KeyedValue { key: "areas", value, span };
            check_name(name, &item, report);
            areas.add_links(place, name, &item, report);
        }
        areas
    }

    /// Links an area with the neighbours it names.
    fn add_links(&mut self, place: usize, name: &str, item: &KeyedValue<'_>, report: &mut Report) {
        let Some(list) = item.value.as_array() else {
            let message = format!("the neighbours of {} must be a list of areas", quoted(name));
            report.add(|| {
                Draft::new(&item.span, message)
                    .help("write [] if it has none, or if they already list it")
            });
            return;
        };
        for neighbour in item.elements(list) {
            let other = report.ok_or_add(self.find(&neighbour));
            if other.is_some_and(|other| other.index() == place) {
                report.add(|| {
                    Draft::new(
                        &neighbour.span,
                        format!("{} cannot be its own neighbour", quoted(name)),
                    )
                });
            }
            self.links.extend(AreaId::of(place).zip(other));
        }
    }

    /// Finds the area that a value names.
    pub(super) fn find(&self, item: &KeyedValue<'_>) -> Result<AreaId, Draft> {
        let name = item.text("the name of an area")?;
        let place = self.names.iter().position(|held| held == name).and_then(AreaId::of);
        place.ok_or_else(|| {
            let known = name_help(name, self.names.iter().map(String::as_str), "areas are");
            Draft::new(&item.span, format!("there is no area {}", quoted(name)))
                .label("not known")
                .help(known)
        })
    }

    /// Reads a list of distinct areas; `None` if the key is missing.
    pub(super) fn list(
        &self,
        section: &mut Section<'_>,
        key: FileKey,
        report: &mut Report,
    ) -> Option<Vec<AreaId>> {
        let item = section.item(key, || set_of(&Name::schema()))?;
        Some(self.distinct(&item, report))
    }

    /// Reads a required list of distinct areas.
    pub(super) fn required_list(
        &self,
        section: &mut Section<'_>,
        key: FileKey,
        report: &mut Report,
    ) -> Option<Vec<AreaId>> {
        let item = section.required_item(key, || set_of(&Name::schema()), report)?;
        Some(self.distinct(&item, report))
    }

    /// Finds the areas of a list and refuses repetitions.
    fn distinct(&self, item: &KeyedValue<'_>, report: &mut Report) -> Vec<AreaId> {
        let mut found: Vec<AreaId> = Vec::new();
        for element in item.as_list() {
            match report.ok_or_add(self.find(&element)) {
                Some(area) if found.contains(&area) => {
                    report.add(|| {
                        Draft::new(&element.span, format!("`{}` lists this area twice", item.key))
                            .label("the second time")
                    });
                }
                area => found.extend(area),
            }
        }
        found
    }

    /// Returns the name of an area.
    pub(super) fn name(&self, area: AreaId) -> &str {
        self.names.get(area.index()).map_or("", String::as_str)
    }

    /// Returns all areas.
    pub(super) fn all(&self) -> impl Iterator<Item = AreaId> + use<> {
        (0..self.names.len()).filter_map(AreaId::of)
    }

    /// Returns the number of areas, at most [`MOST_AREAS`].
    pub(super) fn count(&self) -> i64 {
        self.names.len().min(MOST_AREAS) as i64
    }

    /// Returns the map.
    pub(super) fn map(self) -> Map {
        Map::new(self.names, &self.links)
    }
}

/// Returns the schema of a table with 2 to `most` keys chosen by the author of the file.
pub(super) fn table_schema(value: &Schema, most: usize) -> Schema {
    let mut schema = entries(value);
    schema["minProperties"] = 2.into();
    schema["maxProperties"] = most.into();
    schema
}

/// Checks the name of an area as other names are checked.
fn check_name(name: &str, item: &KeyedValue<'_>, report: &mut Report) {
    let value = toml::de::DeValue::String(name.into());
    report.ok_or_add(Name::read(&KeyedValue {
        key: "areas",
        value: &value,
        span: item.span.clone(),
    }));
}
