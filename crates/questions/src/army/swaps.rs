//! Lists that differ from a list in one piece.

use super::legality::OF_CARDS;
use super::{ArmyList, Leader, ListEntry, ListedUnit};
use crate::catalogue::{Attachment, Card, Catalogue, Ncu, Price};
use warodds_games::asoiaf::army::NEUTRAL;

/// A kind of piece that another piece may take the place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapKind {
    /// A combat unit.
    Unit,
    /// An attachment.
    Attachment,
    /// An NCU.
    Ncu,
}

/// A legal list with another piece in the place of one of a list.
#[derive(Clone, Debug)]
pub struct ListSwap {
    /// The kind of both pieces.
    pub kind: SwapKind,
    /// The name of the piece that leaves the list.
    pub from: String,
    /// The name of the piece in its place.
    pub to: String,
    /// The name of the unit, if attachments are exchanged.
    pub unit: Option<String>,
    /// The points of the list.
    pub points: u32,
    /// The list.
    pub list: ArmyList,
}

/// Returns an entry without what a list says about it, at the position of another one.
fn in_place<T, U>(of: &ListEntry<U>, entry: T) -> ListEntry<T> {
    ListEntry { entry, listed_cost: None, span: of.span.clone() }
}

impl ArmyList {
    /// Returns the legal lists with another piece in the place of one: a unit with the same
    /// attachment, an attachment in the same unit, or an NCU, all of the faction or neutral.
    /// Commanders stay (A11.4).
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::army::ArmyList;
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let text = "Points: 12\nStark Sworn Swords (5)\n  with Robb Stark, The Wolf Lord (C)\n\
    ///             Stark Bowmen (6)\n";
    /// let list = ArmyList::parse("mine.txt", text, Catalogue::shipped())?;
    /// let swaps = list.swaps(Catalogue::shipped());
    /// let one = swaps.iter().find(|swap| swap.from == "Stark Bowmen");
    /// assert!(one.is_some_and(|swap| swap.points <= 12 && swap.list.breaches().is_empty()));
    /// # Ok::<(), warodds_questions::document::Faults>(())
    /// ```
    pub fn swaps(&self, catalogue: &Catalogue) -> Vec<ListSwap> {
        let current = catalogue.filtered("all").unwrap_or_default();
        let cards: Vec<&Card> = current.into_iter().map(|named| named.card).collect();
        let units = self.units.iter().enumerate().flat_map(|(number, unit)| {
            let same = |other: &&ListedUnit| is_same(other, unit);
            let again = self.units.iter().take(number).any(|other| same(&other));
            let of_unit = if again {
                Vec::new()
            } else {
                let of_attachments = self.attachment_swaps(number, unit, catalogue);
                self.unit_swaps(number, unit, &cards).into_iter().chain(of_attachments).collect()
            };
            of_unit.into_iter()
        });
        let breaches = self.breaches();
        // a list that breaches what its cards say (A11.7) may keep to it
        let is_legal = |swap: &ListSwap| {
            swap.list.breaches().iter().all(|breach| {
                breach.rule == OF_CARDS && breaches.iter().any(|own| own.message == breach.message)
            })
        };
        units.chain(self.ncu_swaps(catalogue)).filter(is_legal).collect()
    }

    /// Returns the list as TOML, with ids, so that it names the same cards.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::army::ArmyList;
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let text = "Points: 40\n- Umber Berserkers (6) with Umber Champion (1)\n";
    /// let list = ArmyList::parse("mine.txt", text, Catalogue::shipped())?;
    /// let again = ArmyList::parse("again.toml", &list.to_toml(), Catalogue::shipped())?;
    /// assert_eq!(again.pieces().collect::<Vec<_>>(), list.pieces().collect::<Vec<_>>());
    /// # Ok::<(), warodds_questions::document::Faults>(())
    /// ```
    pub fn to_toml(&self) -> String {
        let leads = self.leader().filter(|leader| matches!(leader, Leader::Ncu(_)));
        let commander = leads.and_then(|_| self.leader_name());
        let head = [
            self.title.as_deref().map(|title| format!("title = {}", quoted(title))),
            Some(format!("faction = {}", quoted(self.faction()))),
            self.limit().map(|points| format!("points = {points}")),
            commander.map(|name| format!("commander = {}", quoted(&name))),
        ];
        let units = self.units.iter().map(|unit| {
            let attachments = unit.attachments.iter().map(|one| quoted(&one.entry.id));
            let attachments = attachments.collect::<Vec<_>>().join(", ");
            format!("  {{ use = {}, attachment = [{attachments}] }},", quoted(&unit.card.entry.id))
        });
        let ncus = self.ncus.iter().map(|ncu| quoted(&ncu.entry.id)).collect::<Vec<_>>();
        let end = format!("]\nncus = [{}]\n", ncus.join(", "));
        let lines = head.into_iter().flatten().chain(["units = [".to_owned()]).chain(units);
        lines.chain([end]).collect::<Vec<_>>().join("\n")
    }

    fn is_own(&self, faction: &str) -> bool {
        faction == NEUTRAL || faction == self.faction()
    }

    fn swap(&self, kind: SwapKind, [from, to]: [String; 2], list: Self) -> ListSwap {
        ListSwap { kind, from, to, unit: None, points: list.spent().points, list }
    }

    fn unit_swaps(&self, number: usize, unit: &ListedUnit, cards: &[&Card]) -> Vec<ListSwap> {
        let old = &unit.card.entry;
        if old.commander {
            return Vec::new();
        }
        let fits = |card: &&&Card| {
            card.id != old.id && !card.commander && self.is_own(&card.origin.faction)
        };
        let with = |card: &&Card| {
            let mut list = self.clone();
            list.units.get_mut(number)?.card = in_place(&unit.card, (*card).clone());
            let names = [old, *card].map(|card| card.unit.name.clone());
            Some(self.swap(SwapKind::Unit, names, list))
        };
        cards.iter().filter(fits).filter_map(with).collect()
    }

    fn attachment_swaps(
        &self,
        number: usize,
        unit: &ListedUnit,
        catalogue: &Catalogue,
    ) -> Vec<ListSwap> {
        let card = &unit.card.entry;
        let fitting: Vec<&Attachment> = catalogue.fitting_attachments(card);
        let places = unit.attachments.iter().enumerate();
        let places = places.filter(|(_, one)| one.entry.price != Price::Commander);
        let all = places.flat_map(|(place, old)| {
            let others = fitting
                .iter()
                .filter(move |one| one.id != old.entry.id && one.price != Price::Commander);
            others.filter_map(move |one| {
                let mut list = self.clone();
                let entry = list.units.get_mut(number)?.attachments.get_mut(place)?;
                *entry = in_place(old, (*one).clone());
                let names = [&old.entry, *one].map(Attachment::full_name);
                let swap = self.swap(SwapKind::Attachment, names, list);
                Some(ListSwap { unit: Some(card.unit.name.clone()), ..swap })
            })
        });
        all.collect()
    }

    fn ncu_swaps(&self, catalogue: &Catalogue) -> Vec<ListSwap> {
        let leader = self.leader();
        let places = self.ncus.iter().enumerate();
        let places = places.filter(|(number, _)| leader != Some(Leader::Ncu(*number)));
        let all = places.flat_map(|(number, old)| {
            let fits = |ncu: &&Ncu| ncu.id != old.entry.id && self.is_own(&ncu.origin.faction);
            catalogue.ncus().filter(fits).filter_map(move |ncu| {
                let mut list = self.clone();
                *list.ncus.get_mut(number)? = in_place(old, ncu.clone());
                let names = [&old.entry, ncu].map(Ncu::full_name);
                Some(self.swap(SwapKind::Ncu, names, list))
            })
        });
        all.collect()
    }
}

/// Returns whether two units of a list have the same cards.
fn is_same(one: &ListedUnit, other: &ListedUnit) -> bool {
    let attachments = |unit: &ListedUnit| {
        unit.attachments.iter().map(|one| one.entry.id.clone()).collect::<Vec<_>>()
    };
    one.card.entry.id == other.card.entry.id && attachments(one) == attachments(other)
}

/// Quotes a text for TOML: JSON strings are TOML strings.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
