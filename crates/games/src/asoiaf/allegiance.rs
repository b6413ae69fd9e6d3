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
pub struct Allegiance {
    /// All names, one a line: one allocation, as thousands of questions copy their units.
    names: Option<Arc<str>>,
    commander: Option<Arc<str>>,
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
        let mut all = String::new();
        for name in names {
            all.push_str(name);
            all.push('\n');
        }
        // most units have no further names
        let names = if all.is_empty() {
            self.names
        } else {
            Some((self.names.as_deref().unwrap_or_default().to_owned() + &all).into())
        };
        Self { names, commander: commander.map(Arc::from).or(self.commander) }
    }

    /// Returns whether the unit is of a faction or has an affiliation.
    pub fn has(&self, affiliation: &str) -> bool {
        // cards write an affiliation in the singular or the plural
        let is_in = |names: &str| names.to_lowercase().contains(&affiliation.to_lowercase());
        self.names.as_deref().is_some_and(is_in)
    }

    /// Returns the full name of the commander in the unit.
    pub fn commander(&self) -> Option<&str> {
        self.commander.as_deref()
    }
}
