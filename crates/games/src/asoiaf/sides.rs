//! The two sides of an attack as numbers.

use super::condition::Spending;
use super::context::Rerolls;
use super::unit::{Reach, Standing};
use super::values::{AutoHits, Defense, DiceCount, Hit, Modifier, Morale};

/// The attacking unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attacker {
    /// Its hit value.
    pub hit: Hit,
    /// How far the attack reaches.
    pub reach: Reach,
    /// Dice with all ranks, with one lost, with two lost; as many as its body has ranks.
    pub dice: Vec<DiceCount>,
    /// What is left of it.
    pub standing: Standing,
    /// Added to its hit rolls.
    pub hit_modifier: Modifier,
    /// Hits beside those of the dice (A2.10).
    pub auto_hits: AutoHits,
    /// Who may reroll its attack dice.
    pub attack_rerolls: Rerolls,
    /// When its player spends the defender's tokens.
    pub spending: Spending,
}

impl Attacker {
    /// Whether it has a number of dice for each rank of its body.
    ///
    /// # Errors
    /// That it has not.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        if self.dice.len() < usize::from(self.standing.body().ranks()) {
            Err("an attacker has fewer numbers of dice than its body has ranks")
        } else {
            Ok(())
        }
    }
}

/// The attacked unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defender {
    /// Its defence value.
    pub defense: Defense,
    /// Its morale value.
    pub morale: Morale,
    /// What is left of it.
    pub standing: Standing,
    /// Added to its saves.
    pub save_modifier: Modifier,
    /// Added to its panic tests.
    pub panic_modifier: Modifier,
    /// Who may reroll its defence dice.
    pub save_rerolls: Rerolls,
    /// Who may reroll its panic tests.
    pub morale_rerolls: Rerolls,
    /// When its player spends the attacker's tokens.
    pub spending: Spending,
}
