//! Checks what cards say about the armies they are in (A11.7).
//!
//! A requirement that was read on a later printing than the card of the list is noted, not checked.

use super::legality::{ListBreach, OF_CARDS};
use super::{ArmyList, Leader, ListEntry, ListedUnit};
use crate::catalogue::{
    ArmyTerms, Attachment, AttachmentLimit, JoinedUnits, NeededCard, NeededPlace, is_called,
};
use crate::document::Span;

/// A piece of a list as other cards ask for it.
struct Member<'a> {
    id: &'a str,
    name: &'a str,
    title: Option<&'a str>,
    faction: &'a str,
    terms: &'a ArmyTerms,
    span: &'a Span,
    /// The index of the unit that it is or joins.
    unit: Option<usize>,
}

/// A requirement of a card that a list does not meet.
struct UnmetTerm<'a> {
    member: &'a Member<'a>,
    message: String,
    help: String,
}

impl Member<'_> {
    fn full_name(&self) -> String {
        self.title.map_or_else(|| self.name.to_owned(), |title| format!("{}, {title}", self.name))
    }

    fn is_called(&self, names: &[String]) -> bool {
        names.iter().any(|name| is_called(name, self.name, self.title))
    }
}

impl ArmyList {
    /// A11.7: what cards require, as far as the printings of the list are known to say it.
    pub(super) fn breaches_of_terms(&self) -> Vec<ListBreach> {
        let members = self.members();
        let unmet = self.unmet_terms(&members).into_iter();
        let known = unmet.filter(|term| term.member.terms.is_sure());
        known
            .map(|term| ListBreach::new(OF_CARDS, term.member.span, term.message, term.help))
            .collect()
    }

    /// Notes on what later printings of cards require or allow.
    pub(super) fn later_terms(&self) -> Vec<String> {
        let members = self.members();
        let unmet = self.unmet_terms(&members).into_iter();
        let terms = unmet.filter_map(|term| later(term.member.terms, &term.message));
        let more = self.units.iter().flat_map(|unit| {
            let counted = unit.attachments.iter().filter(|one| unit.counts(one)).count();
            // the first attachment is allowed anyway
            let excess = unit.attachments.len().saturating_sub(counted.max(1));
            unit.attachments.iter().filter(move |one| excess > 0 && !unit.counts(one))
        });
        let more = more.filter_map(|one| {
            let message =
                format!("{} does not count as the attachment of its unit", one.entry.full_name());
            later(&one.entry.terms, &message)
        });
        let cheaper =
            self.units.iter().filter(|unit| !unit.attachments.is_empty()).filter_map(|unit| {
                let card = &unit.card.entry;
                let message =
                    format!("attachments of {} cost {} less", card.unit.name, card.terms.discount);
                later(&card.terms, &message).filter(|_| card.terms.discount > 0)
            });
        terms.chain(more).chain(cheaper).collect()
    }

    /// Returns all pieces; a commander who is named but in no unit is one without terms.
    fn members(&self) -> Vec<Member<'_>> {
        let mut members = Vec::new();
        for (index, unit) in self.units.iter().enumerate() {
            let card = &unit.card.entry;
            members.push(Member {
                id: &card.id,
                name: card.unit.name.strip_suffix(" (commander)").unwrap_or(&card.unit.name),
                title: card.title.as_deref(),
                faction: &card.origin.faction,
                terms: &card.terms,
                span: &unit.card.span,
                unit: Some(index),
            });
            members.extend(unit.attachments.iter().map(|one| attached(one, Some(index))));
        }
        members.extend(self.unattached.iter().map(|one| attached(one, None)));
        members.extend(self.ncus.iter().map(|ncu| Member {
            id: &ncu.entry.id,
            name: &ncu.entry.name,
            title: ncu.entry.title.as_deref(),
            faction: &ncu.entry.origin.faction,
            terms: &ncu.entry.terms,
            span: &ncu.span,
            unit: None,
        }));
        members
    }

    fn unmet_terms<'a>(&self, members: &'a [Member<'a>]) -> Vec<UnmetTerm<'a>> {
        let mut unmet = Vec::new();
        for (index, member) in members.iter().enumerate() {
            let others: Vec<&Member<'_>> =
                members.iter().filter(|other| other.span != member.span).collect();
            let copies = members.iter().take(index).filter(|other| other.id == member.id).count();
            let mut add = |message: Option<String>, help: &str| {
                let term = |message| UnmetTerm { member, message, help: help.to_owned() };
                unmet.extend(message.map(term));
            };
            add(self.lacks(member, &others), "add it, or leave this out");
            add(excluded(member, &others), "leave one of them out");
            let most = member.terms.at_most.map(usize::from);
            let many = most.filter(|most| copies == *most);
            let message = many.map(|most| {
                format!("{} is in the list more than {most} times", member.full_name())
            });
            add(message, "leave the others out");
            add(self.misplaced(member), "move it to another unit, or out of the units");
        }
        unmet
    }

    /// Words that a needed card is missing.
    fn lacks(&self, member: &Member<'_>, others: &[&Member<'_>]) -> Option<String> {
        let NeededCard { names, place } = member.terms.needs.as_ref()?;
        let is_near = |other: &&&Member<'_>| match place {
            NeededPlace::Army => true,
            NeededPlace::Unit => other.unit.is_some() && other.unit == member.unit,
        };
        let is_there = others.iter().filter(is_near).any(|other| other.is_called(names));
        let is_named = match (self.leader(), place) {
            (Some(Leader::Absent(leader)), NeededPlace::Army) => {
                let (name, title) = leader.split_once(", ").unwrap_or((&leader, ""));
                names.iter().any(|needed| is_called(needed, name, Some(title)))
            }
            _ => false,
        };
        let place = match place {
            NeededPlace::Army => "in the army",
            NeededPlace::Unit => "in its unit",
        };
        let message = format!("{} needs {} {place}", member.full_name(), names.join(" or "));
        (!is_there && !is_named).then_some(message)
    }

    /// Words that an attachment is in a unit that its card does not allow.
    fn misplaced(&self, member: &Member<'_>) -> Option<String> {
        let card = &self.units.get(member.unit?)?.card.entry;
        let is_right = match &member.terms.joins {
            JoinedUnits::All => true,
            JoinedUnits::Enemy => false,
            JoinedUnits::OwnFaction => card.origin.faction == member.faction,
            JoinedUnits::Named(names) => {
                names.iter().any(|name| is_called(name, &card.unit.name, card.title.as_deref()))
            }
        };
        let units = match &member.terms.joins {
            JoinedUnits::Named(names) => names.join(" or "),
            JoinedUnits::Enemy => "units of the enemy".to_owned(),
            _ => format!("units of {}", member.faction),
        };
        let message = format!("{} joins only {units}, not {}", member.full_name(), card.unit.name);
        (!is_right).then_some(message)
    }
}

fn attached(one: &ListEntry<Attachment>, unit: Option<usize>) -> Member<'_> {
    Member {
        id: &one.entry.id,
        name: &one.entry.name,
        title: one.entry.title.as_deref(),
        faction: &one.entry.origin.faction,
        terms: &one.entry.terms,
        span: &one.span,
        unit,
    }
}

/// Words that a card shuts out another one of the list.
fn excluded(member: &Member<'_>, others: &[&Member<'_>]) -> Option<String> {
    let other = others.iter().find(|other| other.is_called(&member.terms.without))?;
    Some(format!("{} may not be in an army with {}", member.full_name(), other.full_name()))
}

/// Words that a later printing of a card says something; `None` if its own does.
fn later(terms: &ArmyTerms, message: &str) -> Option<String> {
    let printing = terms.printing.as_ref()?;
    Some(format!("{message} as printed in {printing}; the printing in the list may differ"))
}

impl ListedUnit {
    /// Whether an attachment counts as the one of this unit (A11.3), by its card or a later
    /// printing.
    pub(super) fn counts(&self, attachment: &ListEntry<Attachment>) -> bool {
        match &attachment.entry.terms.limit {
            AttachmentLimit::Counts => true,
            AttachmentLimit::Beyond => false,
            AttachmentLimit::BeyondWith(names) => {
                !self.attachments.iter().any(|other| attached(other, None).is_called(names))
            }
        }
    }
}
