//! The map: areas, links and distances (W2.6).

use super::{AreaId, MOST_AREAS};

/// The distance an attack comes from (W2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proximity {
    /// One area: the defender has no advantage.
    Adjacent,
    /// Two areas.
    Near,
    /// Three areas or more.
    Distant,
}

impl Proximity {
    /// Returns the proximity of a distance in areas.
    pub const fn of_distance(distance: u8) -> Self {
        match distance {
            0 | 1 => Self::Adjacent,
            2 => Self::Near,
            _ => Self::Distant,
        }
    }
}

/// The areas with their names and distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    names: Vec<String>,
    /// Distance from area i to area j at index i × areas + j.
    distances: Vec<u8>,
}

/// Distance of an unreachable area.
const FAR: u8 = u8::MAX;

impl Map {
    /// Creates a map of named areas, at most [`MOST_AREAS`] (more are dropped), with links between
    /// pairs.
    pub fn new(names: Vec<String>, links: &[(AreaId, AreaId)]) -> Self {
        let names: Vec<String> = names.into_iter().take(MOST_AREAS).collect();
        let mut map = Self { distances: vec![FAR; names.len() * names.len()], names };
        map.areas().for_each(|area| map.set(area, area, 0));
        for &(a, b) in links.iter().filter(|(a, b)| a != b) {
            map.set(a, b, 1);
            map.set(b, a, 1);
        }
        map.shorten();
        map
    }

    /// Computes shortest paths by the Floyd–Warshall algorithm.
    fn shorten(&mut self) {
        for by in self.areas() {
            for from in self.areas() {
                for to in self.areas() {
                    // unreachable areas must not wrap around to near ones
                    let round_about = self.distance(from, by).saturating_add(self.distance(by, to));
                    self.set(from, to, self.distance(from, to).min(round_about));
                }
            }
        }
    }

    fn set(&mut self, from: AreaId, to: AreaId, distance: u8) {
        let place = from.index() * self.names.len() + to.index();
        if let Some(held) = self.distances.get_mut(place).filter(|_| to.index() < self.names.len())
        {
            *held = distance;
        }
    }

    /// Returns the number of steps between two areas: 1 for neighbors, 255 if there is no path.
    ///
    /// # Examples
    /// ```
    /// use warodds_games::warmachine::campaign::{AreaId, Map};
    ///
    /// let areas: Vec<AreaId> = (0..4).filter_map(AreaId::of).collect();
    /// let names = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
    /// let map = Map::new(names, &[(areas[0], areas[1]), (areas[1], areas[2])]);
    /// assert_eq!(map.distance(areas[0], areas[2]), 2);
    /// assert_eq!(map.distance(areas[0], areas[3]), 255);
    /// ```
    pub fn distance(&self, from: AreaId, to: AreaId) -> u8 {
        self.distances[from.index() * self.names.len() + to.index()]
    }

    /// Returns all areas, in file order.
    pub fn areas(&self) -> impl Iterator<Item = AreaId> + Clone + use<> {
        (0..self.names.len()).filter_map(AreaId::of)
    }

    /// Returns the number of areas.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns whether there are no areas.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the name of an area.
    pub fn name(&self, area: AreaId) -> &str {
        self.names.get(area.index()).map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_the_shortest_ways() {
        // a ring of five with a tail: 0-1-2-3-4-0, 4-5; and an island 6
        let area = |index| AreaId::of(index).expect("in range");
        let links: Vec<_> = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (4, 5)]
            .map(|(a, b)| (area(a), area(b)))
            .into();
        let map = Map::new((0..7).map(|n: i32| n.to_string()).collect(), &links);
        let from_5: Vec<u8> = map.areas().map(|to| map.distance(area(5), to)).collect();
        assert_eq!(from_5, [2, 3, 3, 2, 1, 0, FAR]);
        assert!(map.areas().all(|a| map.areas().all(|b| map.distance(a, b) == map.distance(b, a))));
        assert_eq!([0, 1, 2, 3, FAR].map(Proximity::of_distance).map(|p| p as u8), [0, 0, 1, 2, 2]);
    }

    #[test]
    fn areas_have_their_names_and_their_number() {
        let map = Map::new(vec!["north".to_owned(), "south".to_owned()], &[]);
        assert_eq!(map.areas().map(|area| map.name(area)).collect::<Vec<_>>(), ["north", "south"]);
        assert_eq!((map.len(), map.is_empty()), (2, false));
        assert!(Map::new(Vec::new(), &[]).is_empty());
    }
}
