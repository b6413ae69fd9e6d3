//! The shipped files, and the catalogue of each season.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::Catalogue;
use super::outline::{EntryOutline, outlines};
use warodds_games::asoiaf::Season;

/// A shipped file.
#[derive(Clone, Copy, Debug)]
pub struct ShippedFile {
    /// Its name.
    pub name: &'static str,
    /// The oldest season of its cards.
    pub since: Season,
    /// Its text.
    pub text: &'static str,
}

/// A file of `data/`.
macro_rules! file {
    ($since:ident, $name:literal) => {
        ShippedFile {
            name: $name,
            since: Season::$since,
            text: include_str!(concat!("data/", $name)),
        }
    };
}

/// The files of units, attachments, NCUs and abilities. A card of a later file takes the place of
/// the one of its id.
pub(super) const FILES: &[ShippedFile] = &[
    file!(V1_0, "abilities.toml"),
    file!(V1_0, "baratheon.toml"),
    file!(V1_0, "bolton.toml"),
    file!(V1_0, "brotherhood-without-banners.toml"),
    file!(V1_0, "free-folk.toml"),
    file!(V1_0, "greyjoy.toml"),
    file!(V1_0, "lannister.toml"),
    file!(V1_0, "martell.toml"),
    file!(V1_0, "neutral.toml"),
    file!(V1_0, "nights-watch.toml"),
    file!(V1_0, "stark.toml"),
    file!(V1_0, "targaryen.toml"),
    file!(S06, "s06/abilities.toml"),
    file!(S06, "s06/baratheon.toml"),
    file!(S06, "s06/bolton.toml"),
    file!(S06, "s06/brotherhood-without-banners.toml"),
    file!(S06, "s06/free-folk.toml"),
    file!(S06, "s06/greyjoy.toml"),
    file!(S06, "s06/lannister.toml"),
    file!(S06, "s06/martell.toml"),
    file!(S06, "s06/neutral.toml"),
    file!(S06, "s06/nights-watch.toml"),
    file!(S06, "s06/stark.toml"),
    file!(S06, "s06/targaryen.toml"),
    file!(S07, "s07/abilities.toml"),
    file!(S07, "s07/baratheon.toml"),
    file!(S07, "s07/bolton.toml"),
    file!(S07, "s07/brotherhood-without-banners.toml"),
    file!(S07, "s07/free-folk.toml"),
    file!(S07, "s07/greyjoy.toml"),
    file!(S07, "s07/lannister.toml"),
    file!(S07, "s07/martell.toml"),
    file!(S07, "s07/neutral.toml"),
    file!(S07, "s07/nights-watch.toml"),
    file!(S07, "s07/stark.toml"),
    file!(S07, "s07/targaryen.toml"),
];

/// The files of tactics cards.
pub(super) const TACTICS: &[ShippedFile] = &[
    file!(V2021, "cards/baratheon.toml"),
    file!(V2021, "cards/bolton.toml"),
    file!(V2021, "cards/brotherhood-without-banners.toml"),
    file!(V2021, "cards/free-folk.toml"),
    file!(V2021, "cards/greyjoy.toml"),
    file!(V2021, "cards/lannister.toml"),
    file!(V2021, "cards/martell.toml"),
    file!(V2021, "cards/neutral.toml"),
    file!(V2021, "cards/nights-watch.toml"),
    file!(V2021, "cards/stark.toml"),
    file!(V2021, "cards/targaryen.toml"),
    file!(S06, "s06/cards/baratheon.toml"),
    file!(S06, "s06/cards/bolton.toml"),
    file!(S06, "s06/cards/brotherhood-without-banners.toml"),
    file!(S06, "s06/cards/free-folk.toml"),
    file!(S06, "s06/cards/greyjoy.toml"),
    file!(S06, "s06/cards/lannister.toml"),
    file!(S06, "s06/cards/martell.toml"),
    file!(S06, "s06/cards/neutral.toml"),
    file!(S06, "s06/cards/nights-watch.toml"),
    file!(S06, "s06/cards/stark.toml"),
    file!(S06, "s06/cards/targaryen.toml"),
];

/// A value for each season, computed when it is first needed.
pub(super) struct PerSeason<T>([OnceLock<T>; Season::ALL.len()]);

impl<T> PerSeason<T> {
    pub(super) const fn new() -> Self {
        Self([const { OnceLock::new() }; Season::ALL.len()])
    }

    /// Returns the value of a season.
    pub(super) fn get(&self, season: Season, make: impl FnOnce() -> T) -> &T {
        let [v1_0, v1_5, v1_6, v2021, s04, s05, s06, s07] = &self.0;
        let cell = match season {
            Season::V1_0 => v1_0,
            Season::V1_5 => v1_5,
            Season::V1_6 => v1_6,
            Season::V2021 => v2021,
            Season::S04 => s04,
            Season::S05 => s05,
            Season::S06 => s06,
            Season::S07 => s07,
        };
        cell.get_or_init(make)
    }
}

/// Finds the entries of files up to a season, the oldest first.
pub(super) fn entries(
    files: &'static [ShippedFile],
    season: Season,
) -> impl Iterator<Item = EntryOutline> {
    let files = files.iter().filter(move |file| file.since <= season);
    // a test makes sure that each file has outlines
    let entries = files.filter_map(|file| outlines(file.text)).flatten();
    entries.filter(move |entry| entry.season <= season)
}

impl Catalogue {
    /// Iterates over the shipped files.
    pub fn shipped_files() -> impl Iterator<Item = &'static ShippedFile> {
        FILES.iter().chain(TACTICS)
    }

    /// Returns the shipped cards of the current season.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let cards = Catalogue::shipped();
    /// assert_eq!((cards.cards().count(), cards.attachments().count()), (176, 278));
    /// ```
    pub fn shipped() -> &'static Self {
        Self::shipped_of(Season::default())
    }

    /// Returns the shipped cards of a season: of each the newest version up to it.
    pub(super) fn shipped_of(season: Season) -> &'static Self {
        static CATALOGUES: PerSeason<Catalogue> = PerSeason::new();
        CATALOGUES.get(season, || Self::unread(season))
    }

    /// Returns the newest season of its cards.
    pub const fn season(&self) -> Season {
        self.season
    }

    /// Returns the catalogue with the cards of a season: of each shipped card the newest version up
    /// to it, and all cards of a player's own.
    ///
    /// # Examples
    /// ```
    /// use warodds_games::asoiaf::Season;
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let old = Catalogue::shipped().of_season(Season::V1_6);
    /// assert_eq!(old.cards().count(), 28);
    /// ```
    pub fn of_season(&self, season: Season) -> Cow<'_, Self> {
        if season == self.season {
            return Cow::Borrowed(self);
        }
        if !self.has_shipped {
            return Cow::Owned(Self { season, ..self.clone() });
        }
        let shipped = Self::shipped_of(season);
        if self.texts.is_empty() && self.own.is_empty() {
            return Cow::Borrowed(shipped);
        }
        let mut catalogue = Self { own: self.own.clone(), ..shipped.clone() };
        for text in &self.texts {
            // its faults were reported when it was added
            drop(catalogue.add_text("", text));
        }
        Cow::Owned(catalogue)
    }

    /// Indexes the shipped entries of a season by name without reading them.
    fn unread(season: Season) -> Self {
        let mut catalogue = Self { has_shipped: true, season, ..Self::default() };
        // cards from before 2021 may share abilities with later ones
        let with_abilities = if season.is_before_2021() { Season::default() } else { season };
        for entry in entries(FILES, with_abilities) {
            if entry.season <= season || entry.heading.is_ability() {
                catalogue.list(entry);
            }
        }
        catalogue
    }
}
