//! A map for results that can be computed again, of limited size.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// A map that forgets everything once its entries have a total size of `MOST` or more.
#[derive(Clone, Debug)]
pub struct BoundedMap<K, V, const MOST: usize> {
    entries: FxHashMap<K, V>,
    /// Total size of the entries.
    size: usize,
}

impl<K, V, const MOST: usize> Default for BoundedMap<K, V, MOST> {
    fn default() -> Self {
        Self { entries: FxHashMap::default(), size: 0 }
    }
}

impl<K: Eq + Hash, V: Clone, const MOST: usize> BoundedMap<K, V, MOST> {
    /// Returns the value of a key.
    pub fn get(&self, key: &K) -> Option<V> {
        self.entries.get(key).cloned()
    }

    /// Stores a value of this size.
    pub fn insert(&mut self, key: K, value: V, size: usize) {
        // clearing everything is cheaper than tracking use, and rarely happens
        if self.size >= MOST {
            self.clear();
        }
        self.size += size;
        self.entries.insert(key, value);
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.size = 0;
    }

    /// Returns the total size of the entries.
    pub const fn size(&self) -> usize {
        self.size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_map_is_cleared() {
        let mut map = BoundedMap::<u8, u8, 10>::default();
        for key in 0..3 {
            map.insert(key, key, 4);
        }
        assert_eq!((map.size(), map.get(&0), map.get(&2)), (12, Some(0), Some(2)));
        map.insert(3, 3, 4);
        assert_eq!((map.size(), map.get(&2), map.get(&3)), (4, None, Some(3)));
    }
}
