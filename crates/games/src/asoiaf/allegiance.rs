//! What a unit belongs to: its faction, its affiliations, and the army's commander in it.

use std::sync::Arc;

/// The faction and affiliations of a unit, and the commander in it.
///
/// # Examples
/// ```
/// use warodds_games::asoiaf::Allegiance;
///
/// let unit = Allegiance::of(["Stark", "House Umber Berserkers"]).joined_by(["Rangers"], None);
/// assert!(unit.has("House Umber") && unit.has("Ranger"));
/// assert!(!unit.has("House Tully"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allegiance(
    /// One pointer, because thousands of questions copy their units.
    Option<Arc<Names>>,
);

/// The names of an allegiance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Names {
    /// Faction, card and affiliations, one a line.
    all: String,
    leader: Leader,
}

/// The army's commander in a unit, or a model that counts as the commander.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Leader {
    /// Neither.
    #[default]
    None,
    /// A model that counts as the commander for abilities and cards.
    Vassal,
    /// The commander, by full name.
    Commander(String),
}

impl Allegiance {
    /// Creates the allegiance of a card: its faction, its name, which may contain an affiliation,
    /// and its other affiliations.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self::default().joined_by(names, None)
    }

    /// Returns the allegiance with the affiliations of an attachment, and with the full name of the
    /// commander that joins the unit, if one does.
    #[must_use]
    pub fn joined_by<'a>(
        self,
        names: impl IntoIterator<Item = &'a str>,
        commander: Option<&str>,
    ) -> Self {
        let mut more = names.into_iter().peekable();
        // most units have no further names
        if more.peek().is_none() && commander.is_none() {
            return self;
        }
        let Self(known) = self;
        let mut names = known.map_or_else(Names::default, Arc::unwrap_or_clone);
        for name in more {
            names.all.push_str(name);
            names.all.push('\n');
        }
        if let Some(name) = commander {
            names.leader = Leader::Commander(name.to_owned());
        }
        Self(Some(Arc::new(names)))
    }

    /// Returns the allegiance with a model that counts as the army's commander for abilities and
    /// cards.
    ///
    /// # Examples
    /// ```
    /// use warodds_games::asoiaf::Allegiance;
    ///
    /// let unit = Allegiance::of(["Greyjoy", "Ironborn Reavers"]).joined_by_vassal();
    /// assert!(unit.is_led() && unit.commander().is_none());
    /// ```
    #[must_use]
    pub fn joined_by_vassal(self) -> Self {
        let Self(known) = self;
        let mut names = known.map_or_else(Names::default, Arc::unwrap_or_clone);
        if names.leader == Leader::None {
            names.leader = Leader::Vassal;
        }
        Self(Some(Arc::new(names)))
    }

    /// Returns whether the unit is of a faction or has an affiliation.
    pub fn has(&self, affiliation: &str) -> bool {
        // cards write an affiliation in the singular or the plural
        let is_in = |names: &str| names.to_lowercase().contains(&affiliation.to_lowercase());
        self.0.as_ref().is_some_and(|names| is_in(&names.all))
    }

    /// Returns the full name of the commander in the unit.
    pub fn commander(&self) -> Option<&str> {
        match &self.0.as_ref()?.leader {
            Leader::Commander(name) => Some(name),
            Leader::None | Leader::Vassal => None,
        }
    }

    /// Returns whether the commander is in the unit, or a model that counts as the commander.
    pub fn is_led(&self) -> bool {
        self.0.as_ref().is_some_and(|names| names.leader != Leader::None)
    }
}
