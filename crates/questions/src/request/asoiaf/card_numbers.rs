//! Numbers that a question gives in place of those on the cards of its units, as a file of questions
//! does with `use`.

use std::fmt::Display;

use crate::request::ParsedFields;
use warodds_games::asoiaf::Unit;
use warodds_games::asoiaf::values::{Defense, DiceCount, Hit, Morale, Speed};

/// Puts numbers in place of those on cards, and notes which.
#[derive(Debug)]
pub(super) struct CardNumbers {
    /// Whether the notes name the new numbers, which differ from case to case of a list.
    is_only_case: bool,
    notes: Vec<String>,
}

impl CardNumbers {
    /// Creates it for a question in one or several cases.
    pub(super) const fn new(values: &ParsedFields<'_>) -> Self {
        Self { is_only_case: values.is_only_case(), notes: Vec::new() }
    }

    /// Returns a note for each number of a card that is not used.
    pub(super) fn into_notes(self) -> Vec<String> {
        self.notes
    }

    /// Replaces dice, of every rank, and hit value of all attacks of a unit.
    pub(super) fn replace_attack(
        &mut self,
        unit: &mut Unit,
        dice: Option<DiceCount>,
        hit: Option<Hit>,
    ) {
        let is_single = unit.attacks.len() == 1;
        for weapon in &mut unit.attacks {
            let of = if is_single {
                unit.name.clone()
            } else {
                format!("{}, {}", unit.name, weapon.name)
            };
            if let Some(dice) = dice {
                let of_ranks: Vec<String> = weapon.dice.iter().map(number).collect();
                let is_same = weapon.dice.iter().all(|own| *own == dice);
                weapon.dice.fill(dice);
                let card = if is_same { number(&dice) } else { of_ranks.join("/") };
                self.note(&of, ["dice", ""], &number(&dice), Some(&card));
            }
            if let Some(hit) = hit {
                let card = std::mem::replace(&mut weapon.hit, hit);
                self.note(&of, ["hit", "+"], &hit.get(), Some(&card.get()));
            }
        }
    }

    /// Replaces the defense value of a unit.
    pub(super) fn replace_defense(&mut self, unit: &mut Unit, defense: Option<Defense>) {
        let Some(defense) = defense else { return };
        let card = std::mem::replace(&mut unit.defense, defense);
        self.note(&unit.name, ["defence", "+"], &defense.get(), Some(&card.get()));
    }

    /// Replaces the morale value of a unit.
    pub(super) fn replace_morale(&mut self, unit: &mut Unit, morale: Option<Morale>) {
        let Some(morale) = morale else { return };
        let card = unit.morale.replace(morale).map(Morale::get);
        self.note(&unit.name, ["morale", "+"], &morale.get(), card.as_ref());
    }

    /// Replaces the speed of a unit.
    pub(super) fn replace_speed(&mut self, unit: &mut Unit, speed: Option<Speed>) {
        let Some(speed) = speed else { return };
        let card = unit.speed.replace(speed).map(Speed::get);
        self.note(&unit.name, ["speed", "\""], &speed.get(), card.as_ref());
    }

    /// Notes a replaced number; `[what, sign]` are its name and what follows it.
    fn note<T: PartialEq + Display>(
        &mut self,
        of: &str,
        [what, sign]: [&str; 2],
        own: &T,
        card: Option<&T>,
    ) {
        if card == Some(own) {
            return;
        }
        let own = if self.is_only_case { format!(" {own}{sign}") } else { String::new() };
        let card = card.map_or_else(
            || "a number that the card lacks".to_owned(),
            |card| format!("{card}{sign}"),
        );
        self.notes.push(format!("{of}: {what}{own} in place of {card}"));
    }
}

fn number(dice: &DiceCount) -> String {
    dice.get().to_string()
}
