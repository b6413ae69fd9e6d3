//! Where a charger stops that does not arrive.

use super::super::charge::ChargeRule;
use super::super::surroundings::Surroundings;

/// The terrain near the places where a charger stops that fails, by the inches that it moves: it
/// tests panic there (A6.16, A10.8). Only [`Surroundings::horrific`] and
/// [`Surroundings::inspiring`] are kept; none are near by default.
///
/// # Examples
/// ```
/// use warodds_games::asoiaf::{ChargeStops, Surroundings};
///
/// let horrific = Surroundings { horrific: true, ..Surroundings::default() };
/// let stops = ChargeStops::default().with(7, horrific);
/// assert_eq!((stops.at(6), stops.at(7)), (Surroundings::default(), horrific));
/// assert_eq!(ChargeStops::everywhere(horrific).at(9), horrific);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChargeStops {
    /// The bit of each distance at which horrific terrain is near.
    horrific: u32,
    /// The same for inspiring terrain.
    inspiring: u32,
}

impl ChargeStops {
    /// The longest distance that is told apart, in inches; longer ones count as this.
    pub const MOST: u8 = 31;

    /// Returns the stops of a charger that has the same terrain near it at all distances.
    pub const fn everywhere(terrain: Surroundings) -> Self {
        let Surroundings { horrific, inspiring, .. } = terrain;
        Self { horrific: u32::MAX * horrific as u32, inspiring: u32::MAX * inspiring as u32 }
    }

    /// Sets the terrain that is near after a move of this many inches.
    #[must_use]
    pub fn with(self, inches: u8, terrain: Surroundings) -> Self {
        let bit = 1 << inches.min(Self::MOST);
        let set = |bits: u32, is_near: bool| if is_near { bits | bit } else { bits & !bit };
        Self {
            horrific: set(self.horrific, terrain.horrific),
            inspiring: set(self.inspiring, terrain.inspiring),
        }
    }

    /// Returns the terrain that is near after a move of this many inches.
    pub fn at(self, inches: u8) -> Surroundings {
        let is_near = |bits: u32| bits >> inches.min(Self::MOST) & 1 != 0;
        let (horrific, inspiring) = (is_near(self.horrific), is_near(self.inspiring));
        Surroundings { dangerous: false, horrific, inspiring }
    }
}

/// A compiled charge that may stop near other terrain than that of its question.
#[derive(Clone, Debug)]
pub(super) struct StoppingCharge {
    /// The charge with the terrain of its question.
    pub rule: ChargeRule,
    stops: ChargeStops,
    /// The charge with each other terrain near which it may stop.
    elsewhere: Vec<(Surroundings, ChargeRule)>,
}

impl StoppingCharge {
    /// Compiles the tests at the stops of a charge from a place near this terrain.
    pub(super) fn new(rule: ChargeRule, from: Surroundings, stops: ChargeStops) -> Self {
        let from = ChargeStops::everywhere(from).at(0);
        let mut elsewhere: Vec<(Surroundings, ChargeRule)> = Vec::new();
        for terrain in (0..=ChargeStops::MOST).map(|inches| stops.at(inches)) {
            if terrain != from && !elsewhere.iter().any(|(known, _)| *known == terrain) {
                elsewhere.push((terrain, rule.failing_near(terrain)));
            }
        }
        Self { rule, stops, elsewhere }
    }

    /// Returns the charge that fails after a move of this many inches, if its test is another one.
    pub(super) fn stopped(&self, inches: u8) -> Option<&ChargeRule> {
        let terrain = self.stops.at(inches);
        self.elsewhere.iter().find(|(known, _)| *known == terrain).map(|(_, rule)| rule)
    }

    /// Returns whether the terrain near a stop may change the test.
    pub(super) const fn is_elsewhere(&self) -> bool {
        !self.elsewhere.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::edition::Edition;
    use super::super::super::question::{Charge, Context};
    use super::super::super::values::Inches;
    use super::super::Encounter;
    use super::super::tests::combatant;
    use super::*;

    /// Speed 5 and 8": a 1 stops after 6", a 2 after 7". The panic of 7+ fails in 15 of 36, in 21 near
    /// horrific terrain, and in 10 near inspiring terrain (A10.8).
    #[test]
    fn charger_that_fails_tests_where_it_stops() {
        let (horrific, inspiring) = (
            Surroundings { horrific: true, ..Surroundings::default() },
            Surroundings { inspiring: true, ..Surroundings::default() },
        );
        let failing = |from: Surroundings, stops: ChargeStops| {
            let mut charger = combatant(6);
            charger.surroundings = from;
            let target = Some((combatant(6), Context::CHARGE));
            let question = Charge::new(charger, target, Inches::new(8.0).unwrap()).unwrap();
            let charge = Encounter::charge(&question, stops, [0; 2], Edition::V1_6);
            let ways = charge.distribution().unwrap();
            let ends = charge.ends().unwrap();
            // the other side is not hurt by a charge that fails
            let lost: f64 = ways.iter().map(|(after, p)| p * f64::from(6 - after.left[0])).sum();
            let of_ends: f64 = ends.iter().map(|(end, p)| p * f64::from(6 - end.left[0])).sum();
            assert!((lost - of_ends).abs() < 1e-12);
            let failed = ways.iter().filter(|(after, _)| after.failed[0]);
            216.0 * failed.map(|(_, p)| p).sum::<f64>()
        };
        let none = Surroundings::default();
        let mixed = ChargeStops::default().with(6, inspiring).with(7, horrific).with(8, horrific);
        for (from, stops, expected) in [
            (none, ChargeStops::default(), 15 + 15),
            (none, mixed, 10 + 21),
            (horrific, ChargeStops::default(), 15 + 15),
            (horrific, ChargeStops::everywhere(horrific), 21 + 21),
        ] {
            let found = failing(from, stops);
            assert!((found - f64::from(expected)).abs() < 1e-9, "{found}, not {expected}");
        }
    }
}
