//! Checks a list against the rules of building armies (A11).
//!
//! Not checked is what the rulebook leaves open: the number of NCUs (A11.6), and what factions of
//! later editions say about lists. What cards say is checked in `terms`.

use super::{ArmyList, Leader, ListEntry, ListedUnit};
use crate::catalogue::{JoinedUnits, Joins, Price, check_join, persons};
use crate::document::{Draft, Faults, Span, read_text_form};
use serde::Serialize;
use warodds_engine::counted::counted;
use warodds_games::asoiaf::army::{NEUTRAL, is_one_army};

/// A breach of a rule of building armies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListBreach {
    /// The rule, e.g. `A11.2`.
    pub rule: &'static str,
    /// What breaches the rule.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// The position in the text of the list.
    #[serde(skip)]
    span: Span,
}

/// The rule of what cards say about their armies.
pub(super) const OF_CARDS: &str = "A11.7";

impl ListBreach {
    pub(super) fn new(
        rule: &'static str,
        span: &Span,
        message: String,
        help: impl Into<String>,
    ) -> Self {
        Self { rule, message, help: help.into(), span: span.clone() }
    }

    fn draft(&self) -> Draft {
        Draft::new(&self.span, format!("{} ({})", self.message, self.rule)).help(self.help.clone())
    }
}

impl ArmyList {
    /// Returns all breaches of the rules of building armies; empty if the list is legal.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::army::ArmyList;
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let text = "Points: 40\nStark Sworn Swords (5)\n";
    /// let list = ArmyList::parse("mine.txt", text, Catalogue::shipped())?;
    /// let breaches = list.breaches();
    /// assert_eq!(breaches.len(), 1);
    /// assert_eq!(breaches[0].rule, "A11.1");
    /// assert_eq!(breaches[0].message, "the list has no commander");
    /// # Ok::<(), warodds_questions::document::Faults>(())
    /// ```
    pub fn breaches(&self) -> Vec<ListBreach> {
        let points = self.breaches_of_points();
        let commanders = self.breaches_of_commanders();
        let factions = self.breaches_of_factions();
        let characters = self.breaches_of_characters();
        let attachments = self.units.iter().flat_map(breaches_of_attachments);
        let unattached = self.unattached.iter().filter_map(|one| self.unattached(one));
        let all = points.into_iter().chain(commanders).chain(factions).chain(characters);
        all.chain(attachments).chain(unattached).chain(self.breaches_of_terms()).collect()
    }

    /// Checks that the list is legal.
    ///
    /// # Errors
    /// All breaches, each at its position in the text.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::army::ArmyList;
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let text = "Points: 4\nStark Sworn Swords (5)\n  with Robb Stark, The Wolf Lord (C)\n";
    /// let list = ArmyList::parse("mine.txt", text, Catalogue::shipped())?;
    /// assert_eq!(
    ///     list.check_legal().unwrap_err().to_string(),
    ///     "mine.txt:1:9: the list costs 5 of 4 points (A11.1)\n  help: remove 1 point"
    /// );
    /// # Ok::<(), warodds_questions::document::Faults>(())
    /// ```
    pub fn check_legal(&self) -> Result<(), Faults> {
        self.check(|_| true)
    }

    /// Checks what battles need: the rules of the rulebook, without what cards say about their
    /// armies (A11.7), which changes nothing in how a battle is played.
    ///
    /// # Errors
    /// All breaches of these rules, each at its position in the text.
    pub fn check_playable(&self) -> Result<(), Faults> {
        self.check(|breach| breach.rule != OF_CARDS)
    }

    fn check(&self, counts: impl Fn(&ListBreach) -> bool) -> Result<(), Faults> {
        let (name, text) = &self.source;
        let checked = read_text_form(name, text, |_, report| {
            let breaches = self.breaches();
            let counted = breaches.iter().filter(|breach| counts(breach));
            counted.for_each(|breach| report.add(|| breach.draft()));
        });
        checked.map_err(|(_, faults)| faults)
    }

    /// Returns notes on a list: costs that differ from the cards, what later printings of its cards
    /// say, and rules that are not checked.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.other_costs();
        notes.extend(self.later_terms());
        let loyal =
            self.units.iter().flat_map(|unit| &unit.attachments).any(|one| {
                one.entry.abilities.iter().any(|ability| ability.starts_with("Loyalty: "))
            });
        if loyal {
            notes.push("Loyalty is a tag on the cards of 2021 and is not checked".to_owned());
        }
        for (number, unit) in self.units.iter().enumerate() {
            let card = &unit.card.entry;
            let same = |other: &&ListedUnit| other.card.entry.id == card.id;
            let again = self.units.iter().take(number).filter(same).count() == 1;
            if again && card.unit.is_solo() && !card.commander && !card.character {
                notes.push(format!(
                    "the cards do not say whether {} is a character; a list may have each \
                     character only once",
                    card.unit.name
                ));
            }
        }
        notes
    }

    /// Notes on costs of the list that differ from the cards or that no card has.
    fn other_costs(&self) -> Vec<String> {
        let note = |name: String, listed: Option<u8>, cost: Option<u8>| match (listed, cost) {
            (Some(listed), Some(cost)) if listed != cost => {
                Some(format!("{name} costs {cost} points on its card; the list says {listed}"))
            }
            (Some(listed), None) => Some(format!(
                "{name} is counted at the {listed} points of the list: its card has no cost"
            )),
            _ => None,
        };
        let units = self.units.iter().map(|unit| {
            let card = &unit.card.entry.unit;
            (card.name.clone(), unit.card.listed_cost, card.cost.map(|cost| cost.get()))
        });
        let attached =
            self.units.iter().flat_map(|unit| unit.attachments.iter().zip(unit.attachment_costs()));
        let unattached = self.unattached.iter().map(|one| (one, one.entry.points()));
        let attachments = attached
            .chain(unattached)
            .map(|(one, cost)| (one.entry.full_name(), one.listed_cost, Some(cost)));
        let ncus = self
            .ncus
            .iter()
            .map(|ncu| (ncu.entry.full_name(), ncu.listed_cost, Some(ncu.entry.cost.get())));
        let all = units.chain(attachments).chain(ncus);
        all.filter_map(|(name, listed, cost)| note(name, listed, cost)).collect()
    }

    /// A11.1: the points.
    fn breaches_of_points(&self) -> Vec<ListBreach> {
        let Some(points) = &self.points else {
            let message = "the list has no points limit".to_owned();
            let help = "add `points = 40` to TOML, `Points: 40` to text, or say --points 40";
            return vec![ListBreach::new("A11.1", &(0..0), message, help)];
        };
        let (spent, limit) = (self.spent(), u32::from(points.entry));
        if spent.points > limit {
            let over = counted(u64::from(spent.points - limit), "point", "points");
            let message = format!("the list costs {} of {limit} points", spent.points);
            let help = format!("remove {over}");
            return vec![ListBreach::new("A11.1", &points.span, message, help)];
        }
        let unknown = spent.unknown.iter().map(|name| {
            let message = format!("the cost of {name} is unknown");
            let help = "in a list as text, write the cost in brackets after the name";
            ListBreach::new("A11.1", &points.span, message, help)
        });
        unknown.collect()
    }

    /// A11.1, A11.4: exactly one commander, in the army.
    fn breaches_of_commanders(&self) -> Vec<ListBreach> {
        let mut breaches = Vec::new();
        let commanders = self.commanders();
        match (&self.leader, commanders.as_slice()) {
            (None, []) => {
                let message = "the list has no commander".to_owned();
                let help = "attach one to a unit: `warodds units --attachments` marks them";
                breaches.push(ListBreach::new("A11.1", &(0..0), message, help));
            }
            (Some(leader), _) => breaches.extend(self.breach_of_leader(leader)),
            (None, _) => {}
        }
        // the first commander counts, all others are too many
        for other in commanders.get(1..).unwrap_or_default() {
            let (name, span) = self.named(other);
            let message = format!("{name} is a second commander");
            let help = "an army has exactly one commander: leave out the others";
            breaches.push(ListBreach::new("A11.1", &span, message, help));
        }
        breaches
    }

    /// A11.4: the leader that the list names must be a commander in the list.
    fn breach_of_leader(&self, leader: &ListEntry<Leader>) -> Option<ListBreach> {
        let commands = match &leader.entry {
            Leader::Attachment(unit, number) => {
                let attachment = self.units.get(*unit)?.attachments.get(*number)?;
                attachment.entry.price == Price::Commander
            }
            Leader::Ncu(ncu) => self.ncus.get(*ncu)?.entry.commander,
            Leader::Unit(unit) => self.units.get(*unit)?.card.entry.commander,
            Leader::Absent(name) => {
                let message = format!("the commander {name} is not attached to a unit of the list");
                let help = "attach the commander to a unit";
                return Some(ListBreach::new("A11.1", &leader.span, message, help));
            }
        };
        let (name, _) = self.named(&leader.entry);
        let message = format!("{name} is not a commander");
        let help = "name the card of a commander: `warodds units --attachments` marks them";
        (!commands).then(|| ListBreach::new("A11.4", &leader.span, message, help))
    }

    /// Returns the name and the position of a leader.
    fn named(&self, leader: &Leader) -> (String, Span) {
        let found = match leader {
            Leader::Attachment(unit, number) => self
                .units
                .get(*unit)
                .and_then(|unit| unit.attachments.get(*number))
                .map(|one| (one.entry.full_name(), one.span.clone())),
            Leader::Ncu(ncu) => {
                self.ncus.get(*ncu).map(|ncu| (ncu.entry.full_name(), ncu.span.clone()))
            }
            Leader::Unit(unit) => self
                .units
                .get(*unit)
                .map(|unit| (unit.card.entry.unit.name.clone(), unit.card.span.clone())),
            Leader::Absent(name) => Some((name.clone(), 0..0)),
        };
        found.unwrap_or_default()
    }

    /// A11.2: one faction, and neutrals for at most half of the points.
    fn breaches_of_factions(&self) -> Vec<ListBreach> {
        let own = self.faction();
        let foreign = self.placed().into_iter().filter(|(_, faction, _)| {
            !is_one_army(own, faction) || (own == NEUTRAL && *faction != NEUTRAL)
        });
        let mut breaches: Vec<ListBreach> = foreign
            .map(|(name, faction, span)| {
                let message = format!("{name} is {faction} in an army of {own}");
                let help = "an army has units of one faction and neutral units: leave it out";
                ListBreach::new("A11.2", &span, message, help)
            })
            .collect();
        let neutral = self.spent().neutral;
        if let Some(points) = self
            .points
            .as_ref()
            // doubled, so that half of an odd limit is not rounded
            .filter(|points| own != NEUTRAL && 2 * neutral > u32::from(points.entry))
        {
            let message = format!("neutral units cost {neutral} of {} points", points.entry);
            let help = format!("they may cost at most half, {} points", points.entry / 2);
            breaches.push(ListBreach::new("A11.2", &points.span, message, help));
        }
        breaches
    }

    /// Returns all pieces as name, faction and position.
    fn placed(&self) -> Vec<(String, &str, Span)> {
        let attachments = self.units.iter().flat_map(|unit| &unit.attachments);
        let attachments = attachments.chain(&self.unattached).map(|one| {
            (one.entry.full_name(), one.entry.origin.faction.as_str(), one.span.clone())
        });
        let units = self.units.iter().map(|unit| {
            let card = &unit.card.entry;
            (card.unit.name.clone(), card.origin.faction.as_str(), unit.card.span.clone())
        });
        let ncus = self.ncus.iter().map(|ncu| {
            (ncu.entry.full_name(), ncu.entry.origin.faction.as_str(), ncu.span.clone())
        });
        units.chain(attachments).chain(ncus).collect()
    }

    /// A11.3: each character at most once, whatever the version.
    fn breaches_of_characters(&self) -> Vec<ListBreach> {
        // a vector: lists are short, and the first version must be found for the message
        let mut seen: Vec<(String, String)> = Vec::new();
        let mut breaches = Vec::new();
        for (names, whole, span) in self.characters() {
            for name in names {
                if let Some((_, other)) = seen.iter().find(|(known, _)| *known == name) {
                    let twice = if *other == whole {
                        "a second time".to_owned()
                    } else {
                        format!("{other} as well")
                    };
                    let message = format!("{whole} is in the list, {twice}");
                    let help = "all versions of a character are the same character: leave one out";
                    breaches.push(ListBreach::new("A11.3", &span, message, help));
                } else {
                    seen.push((name, whole.clone()));
                }
            }
        }
        breaches
    }

    /// Returns the characters as the persons they are, their full names and positions. The cards of
    /// some solos do not say whether they are characters: such a solo counts as one if it is a
    /// commander or an attachment or NCU of the list has its name.
    fn characters(&self) -> Vec<(Vec<String>, String, Span)> {
        let attachments = self.units.iter().flat_map(|unit| &unit.attachments);
        let attachments = attachments.chain(&self.unattached).filter(|one| one.entry.character);
        let attachments = attachments
            .map(|one| (persons(&one.entry.name), one.entry.full_name(), one.span.clone()));
        let ncus = self
            .ncus
            .iter()
            .map(|ncu| (persons(&ncu.entry.name), ncu.entry.full_name(), ncu.span.clone()));
        let mut all: Vec<_> = attachments.chain(ncus).collect();
        let units = self
            .units
            .iter()
            .filter(|unit| unit.card.entry.character || unit.card.entry.unit.is_solo());
        let known: Vec<String> = all.iter().flat_map(|(names, ..)| names.clone()).collect();
        let units: Vec<_> = units
            .map(|unit| (unit, persons(&unit.card.entry.unit.name)))
            .filter(|(unit, names)| {
                let card = &unit.card.entry;
                card.character || card.commander || names.iter().any(|name| known.contains(name))
            })
            .map(|(unit, names)| (names, unit.card.entry.unit.name.clone(), unit.card.span.clone()))
            .collect();
        all.extend(units);
        all
    }

    /// A11.3: an attachment outside a unit, unless it joins none of its own side.
    fn unattached(&self, one: &ListEntry<crate::catalogue::Attachment>) -> Option<ListBreach> {
        let name = one.entry.full_name();
        let is_named_leader = matches!(
            self.leader.as_ref().map(|leader| &leader.entry),
            Some(Leader::Absent(leader)) if *leader == name
        );
        let message = format!("{name} is not attached to a unit");
        let help = "write it next to the unit it joins";
        let joins = one.entry.joins != Joins::NoUnit && one.entry.terms.joins != JoinedUnits::Enemy;
        (joins && !is_named_leader).then(|| ListBreach::new("A11.3", &one.span, message, help))
    }
}

/// A11.3: at most one attachment a unit, and one that may join it.
fn breaches_of_attachments(unit: &ListedUnit) -> Vec<ListBreach> {
    let card = &unit.card.entry.unit;
    let mut breaches = Vec::new();
    for one in unit.attachments.iter().filter(|one| unit.counts(one)).skip(1) {
        let message = format!("{} is a second attachment of {}", one.entry.full_name(), card.name);
        let help = "a unit takes one attachment: leave one out, or move it to another unit";
        breaches.push(ListBreach::new("A11.3", &one.span, message, help));
    }
    for one in &unit.attachments {
        if let Err(wrong) = check_join(card, &one.entry) {
            // the error ends with its help; the rule number is added by the breach
            let text = wrong.to_string();
            let (message, help) = text.split_once(": ").unwrap_or((&text, "leave it out"));
            let message = message.trim_end_matches(" (A1.6)").to_owned();
            breaches.push(ListBreach::new("A11.3", &one.span, message, help));
        }
    }
    breaches
}
