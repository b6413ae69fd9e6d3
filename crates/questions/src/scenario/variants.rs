//! Cards of which a number is a list: a card for each value, and for each combination of several.
//!
//! A list may stand for any number of a unit (`defense = [3, 4]`), for the `hit` of one of its
//! attacks, and, as a list of lists, for its `dice`. Questions about the unit are asked of each
//! card then; matrices and comparisons take them as units of their own.

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::catalogue::ListedNumber;
use crate::catalogue::form::{OF_A_UNIT, OF_AN_ATTACK};
use crate::document::{Draft, KeyedValue, Report, Span};

/// The most cards that one table may stand for.
const MOST: u64 = 1000;

/// Where a number stands in the table of a unit.
#[derive(Clone, Copy, Debug)]
enum NumberPlace {
    Unit(&'static str),
    Attack(usize, &'static str),
}

/// A number with its place and its values.
struct FoundNumbers<'t> {
    place: NumberPlace,
    values: &'t DeArray<'t>,
}

/// The tables that a unit's table stands for, the last listed number varying fastest, and what is
/// listed. A table without lists stands for itself.
///
/// # Errors
/// For more than [`MOST`] tables, and for empty lists.
pub(super) fn tables<'t>(
    table: &'t DeTable<'t>,
    span: &Span,
    report: &mut Report,
) -> Option<(Vec<ListedNumber>, Vec<DeTable<'t>>)> {
    let found = found(table);
    let count = found.iter().fold(1, |count: u64, one| count.saturating_mul(one.len()));
    if count == 0 || count > MOST {
        let wrong = || {
            if count == 0 {
                Draft::new(span, "a number of the unit is an empty list")
                    .help("give at least one value, or leave the key out")
            } else {
                Draft::new(span, format!("the lists of the unit stand for {count} cards"))
                    .help(format!("at most {MOST} are asked about: shorten the lists"))
            }
        };
        report.add(wrong);
        return None;
    }
    let attacks = table.get("attacks").and_then(|attacks| attacks.get_ref().as_array());
    let several = attacks.is_some_and(|attacks| attacks.len() > 1);
    let listed: Vec<ListedNumber> = found.iter().map(|one| one.listed(several)).collect();
    for (one, of) in listed.iter().zip(&found) {
        of.refuse_repetition(one, report);
    }
    let tables = (0..count).map(|number| chosen(table, &found, number)).collect();
    Some((listed, tables))
}

/// All numbers that are lists.
fn found<'t>(table: &'t DeTable<'t>) -> Vec<FoundNumbers<'t>> {
    let of_unit = OF_A_UNIT.iter().filter_map(|key| {
        let values = table.get(*key)?.get_ref().as_array()?;
        Some(FoundNumbers { place: NumberPlace::Unit(key), values })
    });
    let attacks = table.get("attacks").and_then(|attacks| attacks.get_ref().as_array());
    let of_attacks = attacks.into_iter().flat_map(|all| all.iter()).enumerate();
    let of_attacks = of_attacks.flat_map(|(index, attack)| {
        OF_AN_ATTACK.iter().filter_map(move |key| {
            let values = attack.get_ref().as_table()?.get(*key)?.get_ref().as_array()?;
            // the dice of one attack are a list already
            let is_row = *key == "dice" && !values.iter().any(|one| one.get_ref().is_array());
            (!is_row).then_some(FoundNumbers { place: NumberPlace::Attack(index, key), values })
        })
    });
    of_unit.chain(of_attacks).collect()
}

impl FoundNumbers<'_> {
    fn len(&self) -> u64 {
        self.values.len() as u64
    }

    /// The same value twice would ask the same question twice.
    fn refuse_repetition(&self, listed: &ListedNumber, report: &mut Report) {
        for (place, label) in listed.labels.iter().enumerate() {
            let value = self
                .values
                .get(place)
                .filter(|_| listed.labels.iter().take(place).any(|other| other == label));
            if let Some(value) = value {
                let message = format!("`{}` lists {label} twice", listed.name);
                report.add(|| Draft::new(&value.span(), message).label("the second time"));
            }
        }
    }

    fn listed(&self, several_attacks: bool) -> ListedNumber {
        let name = match self.place {
            NumberPlace::Attack(index, key) if several_attacks => {
                format!("attack_{}_{key}", index + 1)
            }
            NumberPlace::Unit(key) | NumberPlace::Attack(_, key) => key.to_owned(),
        };
        let data: Vec<serde_json::Value> = self
            .values
            .iter()
            .map(|value| {
                KeyedValue { key: "", value: value.get_ref(), span: value.span() }.to_json()
            })
            .collect();
        ListedNumber { name, labels: data.iter().map(label).collect(), data }
    }
}

/// A value in words: numbers of a list with strokes between them.
fn label(data: &serde_json::Value) -> String {
    match data {
        serde_json::Value::Array(all) => {
            all.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
        }
        other => other.to_string(),
    }
}

/// The table with one value for each listed number.
fn chosen<'t>(table: &DeTable<'t>, found: &[FoundNumbers<'t>], number: u64) -> DeTable<'t> {
    let mut chosen = table.clone();
    let mut rest = number;
    for one in found.iter().rev() {
        let index = (rest % one.len().max(1)) as usize;
        rest /= one.len().max(1);
        if let Some((value, place)) = one.values.get(index).zip(place_in(&mut chosen, one.place)) {
            *place = value.clone();
        }
    }
    chosen
}

/// A place in a table, to be changed.
fn place_in<'a, 't>(
    table: &'a mut DeTable<'t>,
    place: NumberPlace,
) -> Option<&'a mut Spanned<DeValue<'t>>> {
    match place {
        NumberPlace::Unit(key) => table.get_mut(key),
        NumberPlace::Attack(index, key) => {
            let DeValue::Array(attacks) = table.get_mut("attacks")?.get_mut() else { return None };
            let DeValue::Table(attack) = attacks.get_mut(index)?.get_mut() else { return None };
            attack.get_mut(key)
        }
    }
}
