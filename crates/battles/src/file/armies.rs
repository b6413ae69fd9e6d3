//! Armies from list files and battle files.

use super::form::{ArmyTable, ArmyText, NcuEntry, UnitEntry};
use super::{BattleFileReader, FileError, ListSource};
use crate::army::{BattleArmy, BattleUnit, tray};
use crate::cards::TacticsDeck;
use std::fmt::Write as _;
use warodds_questions::army::ArmyList;
use warodds_questions::catalogue::{Catalogue, NoDeckError};
use warodds_questions::document::LoadError;
use warodds_questions::request::NamedText;
use warodds_questions::scenario::list_text;

/// A loaded army.
#[derive(Clone, Debug)]
pub(crate) struct LoadedArmy {
    /// The army.
    pub army: BattleArmy,
    /// Its tactics cards, if the battle is played with them.
    pub deck: Option<TacticsDeck>,
    /// Its text.
    pub text: ArmyText,
    /// The points limit.
    pub limit: u16,
    /// Notes on the list.
    pub notes: Vec<String>,
}

/// Points limit of a list that states none.
// the middle of the usual sizes 30, 40 and 50 (A11.1)
const USUAL_LIMIT: u16 = 40;

impl BattleFileReader<'_> {
    /// Loads an army from its list, which must be legal, or from the units in the file.
    pub(super) fn army(
        &self,
        key: &str,
        side: &ArmyTable,
        with_cards: bool,
    ) -> Result<LoadedArmy, FileError> {
        if side.list.is_none() && self.has_text(key) {
            let wrong = format!("has units of its own: leave out --{key}");
            return Err(self.wrong(key, wrong));
        }
        let (text, is_list) = match (&side.list, &side.units, &side.text) {
            (Some(list), None, None) => {
                if let Some(extra) = self.beside_list(side) {
                    let wrong =
                        format!("goes with `units`: leave it out, the list `{list}` sets it");
                    return Err(self.wrong(&format!("{key}.{extra}"), wrong));
                }
                (self.of_list(key, list, side)?, true)
            }
            (None, Some(units), None) => (Self::of_units(key, units, side), false),
            (None, None, Some(text)) => (text.clone(), false),
            _ => {
                let wrong = "must have either `list` or `units`";
                return Err(self.wrong(key, wrong));
            }
        };
        let read = parse_army(&text, self.catalogue).map_err(|error| self.of_army(key, error))?;
        let deck = with_cards.then(|| read.deck(self.catalogue)).transpose();
        let deck = deck.map_err(|error| self.of_army(key, error))?;
        let ParsedArmy { list, army } = read;
        let breaches = list.breaches();
        let mut notes = list.notes();
        if is_list {
            list.check_playable().map_err(LoadError::from)?;
        } else {
            let note = |breach: &warodds_questions::army::ListBreach| {
                format!("{}: {} ({})", text.name, breach.message, breach.rule)
            };
            // units in a battle file need not be a legal list: its faults are notes
            notes.extend(breaches.iter().map(note));
        }
        let limit = list.limit().unwrap_or(USUAL_LIMIT);
        Ok(LoadedArmy { army, deck, text, limit, notes })
    }

    fn beside_list(&self, side: &ArmyTable) -> Option<&'static str> {
        let of_units = [("ncus", side.ncus.is_some()), ("commander", side.commander.is_some())];
        of_units.into_iter().find(|(_, is_there)| *is_there).map(|(key, _)| key)
    }

    fn of_list(&self, key: &str, list: &str, side: &ArmyTable) -> Result<ArmyText, FileError> {
        let (called, text) = self.text_of_list(key, list)?;
        let named = ArmyList::parse(&called, &text, self.catalogue).map_err(LoadError::from)?;
        // checked before its title becomes a name: the fault must name the file
        named.check_playable().map_err(LoadError::from)?;
        let name = side.name.clone().or_else(|| named.title.clone());
        let name = name.unwrap_or_else(|| list.to_owned());
        Ok(ArmyText { name, list: text, more_ncus: 0, commander: None })
    }

    /// Returns whether there is a text for the list of an army.
    fn has_text(&self, key: &str) -> bool {
        match self.lists {
            ListSource::Request(texts) => texts.list(key).is_some(),
            ListSource::In(_) | ListSource::Provided(_) => false,
        }
    }

    /// Returns the name of a list for error messages, and its text.
    fn text_of_list(&self, key: &str, list: &str) -> Result<(String, String), FileError> {
        match self.lists {
            ListSource::In(folder) => {
                let path = folder.join(list);
                let text = list_text(&path)?;
                Ok((path.display().to_string(), text))
            }
            ListSource::Request(texts) => {
                let missing = || {
                    let wrong = format!(
                        "names the list `{list}`, whose text was not provided: add --{key}"
                    );
                    self.wrong(&format!("{key}.list"), wrong)
                };
                let NamedText { name, text } = texts.list(key).ok_or_else(missing)?;
                Ok((name.clone(), text.clone()))
            }
            ListSource::Provided(lists) => match lists.get(list) {
                Some(text) => Ok((list.to_owned(), text.clone())),
                None => {
                    Err(self.wrong("list", format!("`{list}` is missing from the provided lists")))
                }
            },
        }
    }

    fn of_units(key: &str, units: &[UnitEntry], side: &ArmyTable) -> ArmyText {
        // written as a list file, so that logs keep one format for both kinds of army
        let mut list = String::from("units = [\n");
        for unit in units {
            let (card, attachment) = match unit {
                UnitEntry::Name(name) => (name, None),
                UnitEntry::With(with) => (&with.card, with.attachment.as_ref()),
            };
            let card = quoted(card);
            // writing to a `String` never fails
            let _ = match attachment {
                None => writeln!(list, "  {card},"),
                Some(attachment) => {
                    let attachment = quoted(attachment);
                    writeln!(list, "  {{ use = {card}, attachment = {attachment} }},")
                }
            };
        }
        list.push_str("]\n");
        let more_ncus = match &side.ncus {
            None => 0,
            Some(NcuEntry::Count(count)) => *count,
            Some(NcuEntry::Names(names)) => {
                let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
                let _ = writeln!(list, "ncus = [{}]", names.join(", "));
                0
            }
        };
        let name = side.name.clone().unwrap_or_else(|| format!("army {key}"));
        ArmyText { name, list, more_ncus, commander: side.commander }
    }

    fn of_army(&self, key: &str, error: ArmyError) -> FileError {
        match error {
            ArmyError::List(faults) => FileError::Load(faults),
            ArmyError::Commander { .. } => {
                self.wrong(&format!("{key}.commander"), error.to_string())
            }
            ArmyError::NoCommander | ArmyError::NoDeck(_) | ArmyError::TooManyCards => {
                let remedy = "change the army, or play without cards (`cards = false`)";
                self.wrong(key, format!("has no tactics deck: {error}; {remedy}"))
            }
            other => self.wrong(key, format!("cannot be played: {other}")),
        }
    }
}

/// Quotes a string for TOML. JSON strings are valid TOML strings.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// An error in the text of an army.
#[derive(Debug, thiserror::Error)]
pub enum ArmyError {
    /// Its list has faults.
    #[error(transparent)]
    List(LoadError),
    /// The commander's number is that of no unit.
    #[error("must be the number of a unit, 1 to {units}, not {number}")]
    Commander {
        /// The number in the file.
        number: usize,
        /// The number of units of the army.
        units: usize,
    },
    /// An attachment cannot join its unit.
    #[error(transparent)]
    Attach(#[from] warodds_questions::catalogue::AttachError),
    /// It has no commander, whose cards its deck needs.
    #[error("it has no commander, and a deck includes the commander's cards (A8.2)")]
    NoCommander,
    /// The catalogue has no cards for its deck.
    #[error(transparent)]
    NoDeck(#[from] NoDeckError),
    /// Its deck has too many kinds of cards.
    #[error("its deck has more than {} kinds of cards", TacticsDeck::MAX_KINDS)]
    TooManyCards,
    /// A card lacks a value that battles need.
    #[error(transparent)]
    ObjectiveCard(#[from] crate::army::MissingStat),
}

/// A parsed army with its list.
#[derive(Clone, Debug)]
pub(crate) struct ParsedArmy {
    /// The list.
    pub list: ArmyList,
    /// The army.
    pub army: BattleArmy,
}

impl ParsedArmy {
    /// Returns the tactics deck of the army (A8.2).
    ///
    /// # Errors
    /// [`ArmyError`] if there is none.
    pub(crate) fn deck(&self, catalogue: &Catalogue) -> Result<TacticsDeck, ArmyError> {
        let commander = self.list.leader_name().ok_or(ArmyError::NoCommander)?;
        let cards = catalogue.tactics_deck(self.list.faction(), &commander)?;
        let deck = TacticsDeck::new(&cards).ok_or(ArmyError::TooManyCards)?;
        // a battle with too many NCUs is refused when it is made
        let ncus = self.list.ncus.iter().map(|ncu| &ncu.entry).take(TacticsDeck::MAX_NCUS);
        deck.with_ncus(ncus).ok_or(ArmyError::TooManyCards)
    }
}

/// Parses the text of an army.
///
/// # Errors
/// [`ArmyError`] if the list is invalid or cannot be played.
pub(crate) fn parse_army(text: &ArmyText, catalogue: &Catalogue) -> Result<ParsedArmy, ArmyError> {
    let list = ArmyList::parse(&text.name, &text.list, catalogue)
        .map_err(|faults| ArmyError::List(faults.into()))?;
    let leads = match text.commander {
        Some(number) if (1..=list.units.len()).contains(&number) => Some(number - 1),
        Some(number) => return Err(ArmyError::Commander { number, units: list.units.len() }),
        // no unit if an NCU commands (A11.4)
        None => list.leaders_unit(),
    };
    let mut units = Vec::new();
    for (number, one) in list.units.iter().enumerate() {
        let cost = one.attachment_costs().fold(one.cost().unwrap_or(0), u8::saturating_add);
        let fighter = BattleUnit::new(one.unit(catalogue)?, cost, leads == Some(number))?;
        let own = one.card.entry.tray.map(tray);
        let size = own.unwrap_or(fighter.tray);
        units.push(fighter.on(size));
    }
    let named = list.ncus.iter().map(|ncu| ncu.entry.full_name());
    // any count above `Battle::MAX_NCUS` is refused; the bound keeps it from filling memory
    let more = (0..text.more_ncus.min(1_000)).map(|number| format!("NCU {}", number + 1));
    let ncus = named.chain(more).collect();
    let army = BattleArmy { name: text.name.clone(), units, ncus };
    Ok(ParsedArmy { list, army })
}
