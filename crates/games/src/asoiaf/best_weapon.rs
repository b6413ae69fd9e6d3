//! Selection of the weapon if none is named: the legal attack with the highest expected wounds.
//!
//! Questions, files, matrices, the library and battles all call [`best`], so they agree on the
//! weapon. Candidates are in card order. The first candidate wins ties.

use std::convert::Infallible;

use crate::decide;

use super::ready;
use super::results::quantity;
use super::{
    Attack, Charge, Combatant, CombatantError, Context, DuelSide, Edition, Opening, Question,
};
use warodds_engine::chance::SlotName;

/// Tolerance for equal means: equal attacks may differ by rounding.
const ROUNDING: f64 = 1e-9;

/// Returns the candidate with the highest expected wounds, or the first one of several equals.
///
/// A single candidate is not evaluated, so units with one attack cost nothing.
///
/// # Errors
/// The error of `expected_wounds`.
///
/// # Examples
/// ```
/// use warodds_games::asoiaf::best_weapon::best;
///
/// let wounds = |weapon: &(&str, f64)| Ok::<_, ()>(weapon.1);
/// let weapons = [("spear", 2.5), ("sword", 3.0), ("axe", 3.0)];
/// assert_eq!(best(weapons, wounds), Ok(Some(("sword", 3.0))));
/// ```
pub fn best<T, E>(
    candidates: impl IntoIterator<Item = T>,
    mut expected_wounds: impl FnMut(&T) -> Result<f64, E>,
) -> Result<Option<T>, E> {
    let mut candidates = candidates.into_iter();
    let first = candidates.next();
    let Some(second) = candidates.next() else { return Ok(first) };
    let candidates = first.into_iter().chain([second]).chain(candidates);
    let options: Result<Vec<(T, f64)>, E> = candidates
        .map(|candidate| {
            let wounds = expected_wounds(&candidate)?;
            Ok((candidate, wounds))
        })
        .collect();
    Ok(decide::best(options?, |wounds, than| wounds > than + ROUNDING).map(|(best, _)| best))
}

/// A question whose attacker may use several weapons.
pub trait WeaponQuestion: Clone {
    /// Returns the question.
    fn question(&self) -> Question;

    /// Returns the exact mean of the wounds dealt to the defender.
    ///
    /// A rule that breaks its contract counts as no wounds: no input does that, and the answer to
    /// the question reports the fault.
    fn expected_wounds(&self, edition: Edition) -> f64 {
        let rule = ready(&self.question(), edition);
        let wounds = SlotName::Quantity(quantity::WOUNDS);
        let place = rule.slots().iter().position(|slot| slot.name == wounds);
        let found = rule.exact().ok();
        let wounds = found.zip(place).and_then(|(found, place)| found.slots.into_iter().nth(place));
        wounds.map_or(0.0, |wounds| wounds.mean())
    }
}

impl WeaponQuestion for Attack {
    fn question(&self) -> Question {
        Question::Attack(self.clone())
    }
}

impl WeaponQuestion for Charge {
    fn question(&self) -> Question {
        Question::Charge(self.clone())
    }
}

/// Returns the question with the weapon of the highest expected wounds: see [`best`].
///
/// The candidates differ in the attacker's weapon alone.
pub fn with_best_weapon<S: WeaponQuestion>(
    candidates: impl IntoIterator<Item = S>,
    edition: Edition,
) -> Option<S> {
    let wounds = |strike: &S| Ok::<_, Infallible>(strike.expected_wounds(edition));
    best(candidates, wounds).unwrap_or_else(|never| match never {})
}

/// Returns the two sides of a duel, each with the weapon whose first attack in the duel has the
/// highest expected wounds.
///
/// `sides` holds side `a` and side `b` once for each melee weapon. The first attack of the side
/// that opens has the facing and the charge of `opening`, that of the other side has neither
/// (A5.9). `None` if a side has no weapon.
///
/// # Errors
/// [`CombatantError`] if the defense or morale of a side is unknown.
pub fn best_duelists(
    [a, b]: [Vec<Combatant>; 2],
    opening: Opening,
    edition: Edition,
) -> Result<Option<[Combatant; 2]>, CombatantError> {
    let context = |turn| {
        if opening.first == turn { opening.context() } else { Context::default() }
    };
    let armed = |sides: Vec<Combatant>, enemy: &Combatant, turn: DuelSide| {
        best(sides, |one| {
            let attack = Attack::new(one.clone(), enemy.clone(), context(turn))?;
            Ok(attack.expected_wounds(edition))
        })
    };
    let Some(first) = b.first() else { return Ok(None) };
    let Some(a) = armed(a, first, DuelSide::A)? else { return Ok(None) };
    // b answers the weapon that a has chosen
    Ok(armed(b, &a, DuelSide::B)?.map(|b| [a, b]))
}
