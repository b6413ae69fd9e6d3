//! Numbers that a question gives in place of those on the cards of its units, as a file of questions
//! does with `use`.

use std::fmt::Display;

use crate::request::role::of_two;
use crate::request::{ParsedFields, keys};
use crate::study::field::FieldUnit;
use warodds_games::asoiaf::Unit;
use warodds_games::asoiaf::values::{Defense, DiceCount, Hit, Morale, Speed};

keys! {
    /// Numbers in place of those on the card of one side of a duel.
    pub struct SideNumbers<ROLE> in Dice {
        /// Attack dice of {role}, whatever its ranks, in place of those on its card.
        maybe dice: DiceCount [Mistaken(of_two(ROLE, "dice", "enemy-dice"))], "N";
        /// The hit value of {role}, in place of that on its card.
        maybe hit: Hit [Mistaken(of_two(ROLE, "hit", "enemy-hit"))], "N";
        /// The defence value of {role}, in place of that on its card.
        maybe defense: Defense [Mistaken(of_two(ROLE, "own-defense", "defense"))], "N";
        /// The morale value of {role}, in place of that on its card.
        maybe morale: Morale [Mistaken(of_two(ROLE, "own-morale", "morale"))], "N";
    }
}

keys! {
    /// Numbers in place of those on the cards of attackers and defenders.
    pub struct ReplacedNumbers in Dice {
        /// Attack dice of every attacker, whatever its ranks, in place of those on its card.
        maybe dice: DiceCount, "N";
        /// The hit value of every attacker, in place of that on its card.
        maybe hit: Hit, "N";
        /// The defence value of every unit that is attacked, in place of that on its card.
        maybe defense: Defense, "N";
        /// The morale value of every unit that is attacked, in place of that on its card.
        maybe morale: Morale, "N";
    }
}

impl<const ROLE: u8> SideNumbers<ROLE> {
    /// Replaces numbers on the card of the side.
    pub(super) fn replace_on_card(&self, unit: &mut Unit, replaced: &mut CardNumbers) {
        replaced.replace_attack(unit, self.dice, self.hit);
        replaced.replace_defense(unit, self.defense);
        replaced.replace_morale(unit, self.morale);
    }
}

impl ReplacedNumbers {
    /// Replaces numbers on the card of an attacker.
    pub(super) fn replace_on_attacker(&self, unit: &mut Unit, replaced: &mut CardNumbers) {
        replaced.replace_attack(unit, self.dice, self.hit);
    }

    /// Replaces numbers on the card of a defender.
    pub(super) fn replace_on_defender(&self, unit: &mut Unit, replaced: &mut CardNumbers) {
        replaced.replace_defense(unit, self.defense);
        replaced.replace_morale(unit, self.morale);
    }

    /// Returns an attacker and a defender with the numbers that replace those on their cards.
    pub(super) fn pair(&self, units: [&Unit; 2], replaced: &mut CardNumbers) -> [Unit; 2] {
        let [mut attacker, mut defender] = units.map(Clone::clone);
        self.replace_on_attacker(&mut attacker, replaced);
        self.replace_on_defender(&mut defender, replaced);
        [attacker, defender]
    }

    /// Replaces numbers on the cards of whole fields. Returns a note for each side: one for each
    /// unit would be too many.
    pub(super) fn replace_on_field(
        &self,
        [attackers, defenders]: [&mut [FieldUnit]; 2],
        values: &ParsedFields<'_>,
    ) -> Vec<String> {
        let mut replaced = CardNumbers::new(values);
        for member in attackers {
            self.replace_on_attacker(&mut member.unit, &mut replaced);
        }
        for member in defenders {
            self.replace_on_defender(&mut member.unit, &mut replaced);
        }
        let text = |[what, sign]: [&str; 2], number: i64| {
            if values.is_only_case() { format!("{what} {number}{sign}") } else { what.to_owned() }
        };
        let attacking = [
            self.dice.map(|dice| text(["dice", ""], dice.get().into())),
            self.hit.map(|hit| text(["hit", "+"], hit.get().into())),
        ];
        let defending = [
            self.defense.map(|defense| text(["defence", "+"], defense.get().into())),
            self.morale.map(|morale| text(["morale", "+"], morale.get().into())),
        ];
        let sides = [("attackers", attacking), ("defenders", defending)];
        let note = |(side, numbers): (&str, [Option<String>; 2])| {
            let numbers: Vec<String> = numbers.into_iter().flatten().collect();
            let numbers = (!numbers.is_empty()).then(|| numbers.join(" and "))?;
            Some(format!("all {side}: {numbers} in place of the numbers on their cards"))
        };
        sides.into_iter().filter_map(note).collect()
    }
}

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
        let note = format!("{of}: {what}{own} in place of {card}");
        // a unit may take part in several attacks
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

fn number(dice: &DiceCount) -> String {
    dice.get().to_string()
}
