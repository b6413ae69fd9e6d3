//! Units with lists of numbers: one card for each combination of the listed values.
//!
//! Any number of a unit may be a list (`defense = [3, 4]`), as may the `hit` of an attack; its
//! `dice` may be a list of lists. Questions about the unit are asked about each card. Matrices and
//! comparisons treat the cards as separate units.

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::catalogue::ListedNumber;
use crate::catalogue::form::{OF_A_UNIT, OF_AN_ATTACK};
use crate::document::{Draft, KeyedValue, Report, Span};

/// The maximum number of cards for one table.
const MOST: u64 = 1000;

/// The location of a number in the table of a unit.
#[derive(Clone, Copy, Debug)]
enum NumberPlace {
    Unit(&'static str),
    Attack(usize, &'static str),
}

/// A listed number with its location and values.
struct FoundNumbers<'t> {
    place: NumberPlace,
    values: &'t DeArray<'t>,
}

/// Expands a unit's table into one table for each combination of its listed numbers, the last
/// varying fastest. Also returns the listed numbers. A table without lists yields itself.
///
/// # Errors
/// Reports an error for more than [`MOST`] tables and for empty lists.
pub(super) fn tables<'t>(
    table: &'t DeTable<'t>,
    span: &Span,
    report: &mut Report,
) -> Option<(Vec<ListedNumber>, Vec<DeTable<'t>>)> {
    let found = find_numbers(table);
    let count = found.iter().fold(1, |count: u64, one| count.saturating_mul(one.len()));
    if count == 0 || count > MOST {
        let wrong = || {
            if count == 0 {
                Draft::new(span, "a number of the unit is an empty list")
                    .help("give at least one value, or leave the key out")
            } else {
                Draft::new(span, format!("the lists of the unit make {count} cards"))
                    .help(format!("at most {MOST} are allowed: shorten the lists"))
            }
        };
        report.add(wrong);
        return None;
    }
    let attacks = table.get("attacks").and_then(|attacks| attacks.get_ref().as_array());
    let several = attacks.is_some_and(|attacks| attacks.len() > 1);
    let listed: Vec<ListedNumber> = found.iter().map(|one| one.listed(several)).collect();
    for (one, numbers) in listed.iter().zip(&found) {
        numbers.refuse_repetition(one, report);
    }
    let tables = (0..count).map(|number| combination(table, &found, number)).collect();
    Some((listed, tables))
}

/// Finds all numbers that are lists.
fn find_numbers<'t>(table: &'t DeTable<'t>) -> Vec<FoundNumbers<'t>> {
    let of_unit = OF_A_UNIT.iter().filter_map(|key| {
        let values = table.get(*key)?.get_ref().as_array()?;
        Some(FoundNumbers { place: NumberPlace::Unit(key), values })
    });
    let attacks = table.get("attacks").and_then(|attacks| attacks.get_ref().as_array());
    let of_attacks = attacks.into_iter().flat_map(|all| all.iter()).enumerate();
    let of_attacks = of_attacks.flat_map(|(index, attack)| {
        OF_AN_ATTACK.iter().filter_map(move |key| {
            let values = attack.get_ref().as_table()?.get(*key)?.get_ref().as_array()?;
            // the dice of an attack are a list in any case
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

    /// Refuses repeated values, which would repeat questions.
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

/// Formats a value; the numbers of a list are separated by `/`.
fn label(data: &serde_json::Value) -> String {
    match data {
        serde_json::Value::Array(all) => {
            all.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
        }
        other => other.to_string(),
    }
}

/// Returns the combination with this number: the table with one value for each listed number.
fn combination<'t>(table: &DeTable<'t>, found: &[FoundNumbers<'t>], number: u64) -> DeTable<'t> {
    let mut chosen = table.clone();
    let mut rest = number;
    for one in found.iter().rev() {
        let index = (rest % one.len().max(1)) as usize;
        rest /= one.len().max(1);
        if let Some((value, place)) = one.values.get(index).zip(value_at(&mut chosen, one.place)) {
            *place = value.clone();
        }
    }
    chosen
}

/// Returns the value at a location in a table.
fn value_at<'a, 't>(
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
