//! The last value computed for each pair of units: policies ask for the same values turn by turn.

use super::EncounterError;
use crate::field::UnitId;
use std::cell::RefCell;

/// Keeps the last value of each pair of units, with the key for which it was computed.
#[derive(Debug)]
pub(crate) struct LastOfPairs<K, V> {
    units: usize,
    last: RefCell<Vec<Option<(K, V)>>>,
}

impl<K: Copy + PartialEq, V: Copy> LastOfPairs<K, V> {
    /// Creates it without values, for a number of units.
    pub(super) fn new(units: usize) -> Self {
        Self { units, last: RefCell::new(vec![None; units * units]) }
    }

    /// Returns the value of two units, computing it if the last one has another key.
    ///
    /// # Errors
    /// The error of `compute`.
    pub(crate) fn get(
        &self,
        [one, other]: [UnitId; 2],
        key: K,
        compute: impl FnOnce() -> Result<V, EncounterError>,
    ) -> Result<V, EncounterError> {
        let place = usize::from(one.0) * self.units + usize::from(other.0);
        if let Some(Some((known, value))) = self.last.borrow().get(place)
            && *known == key
        {
            return Ok(*value);
        }
        // `compute` may ask for values too
        let value = compute()?;
        if let Some(last) = self.last.borrow_mut().get_mut(place) {
            *last = Some((key, value));
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_computed_again_for_another_key() {
        let values = LastOfPairs::new(2);
        let computed = RefCell::new(Vec::new());
        let get = |pair: [u8; 2], key: u8| {
            let compute = || {
                computed.borrow_mut().push((pair, key));
                Ok(10 * pair[0] + key)
            };
            values.get(pair.map(UnitId), key, compute)
        };
        let asked = [([0, 1], 3), ([0, 1], 3), ([1, 0], 3), ([0, 1], 4), ([0, 1], 3)];
        let got = asked.map(|(pair, key)| get(pair, key));
        assert_eq!(got, [3, 3, 13, 4, 3].map(Ok));
        assert_eq!(*computed.borrow(), [([0, 1], 3), ([1, 0], 3), ([0, 1], 4), ([0, 1], 3)]);
        // a pair that is not among the units is computed every time
        assert_eq!([get([5, 5], 1), get([5, 5], 1)], [Ok(51); 2]);
        assert_eq!(computed.borrow().len(), 6);
    }

    #[test]
    fn an_error_is_not_kept() {
        let values = LastOfPairs::new(1);
        let pair = [UnitId(0); 2];
        assert_eq!(values.get(pair, 0, || Err(EncounterError::Lost)), Err(EncounterError::Lost));
        assert_eq!(values.get(pair, 0, || Ok(7)), Ok(7));
    }
}
