//! `survive`: the number of attacks by fresh attackers that a unit withstands.

use std::sync::LazyLock;

use super::card_checks::Unplayable;
use super::card_numbers::{CardNumbers, ReplacedNumbers};
use super::cards::PlayedCards;
use super::combat::{self, AttackManner, RollChanges, TokenKeys, WeaponFlags, WoundsLeft};
use super::list_files::files_named;
use super::lists;
use super::names::{self, WoundsLeftOf};
use super::parsed_question::{ParsedQuestion, Subject, name_question};
use super::rules::{CatalogueKey, RulesKeys};
use super::survival_cards::CardAttacks;
use super::usage::UsageKeys;
use crate::catalogue::Catalogue;
use crate::request::kind::QuestionKind;
use crate::request::query::{OptionQueries, Query, QueryCase};
use crate::request::role::{ATTACKER, DEFENDER};
use crate::request::{
    BoundedInteger, Count, Key, Keys, ParsedFields, RequestError, TextValue, UnitEngineKeys,
    groups, keys,
};
use crate::study::Setting;
use crate::study::field::{FieldUnit, after_cards};
use warodds_games::asoiaf::{Aim, Attack, Combatant, Context, Facing, Question, Survive, Unit};

keys! {
    /// The unit and its attackers.
    pub struct SurvivalFields in Units {
        /// The unit: its name, or some words of it (see `warodds units`).
        needed unit: TextValue [Positional, Lists, Single], "UNIT";
        /// An attachment of the unit.
        maybe with: TextValue, "ATTACHMENT";
        /// Wounds the unit has lost.
        usual wounds_lost: Count = Count(0), "N";
        /// Wounds the unit has left.
        maybe wounds: WoundsLeft [Conflicts("wounds_lost")], "N";
        /// Who attacks. May be given several times: they attack in this order, again and again,
        /// each time at full strength.
        several by: TextValue [
            Lists,
            Argument,
            Mistaken("attacker"),
            Mistaken("attackers")
        ], "ATTACKER";
        /// Show the chance that the unit is destroyed within N attacks [default: about the expected
        /// number].
        maybe within: BoundedInteger<1, 250>, "N";
        /// What players aim for with orders, options and tokens. With `win`, attackers want to
        /// finish the unit quickly, and it wants to hold out.
        usual aim: Aim = Aim::Win, "AIM";
        /// The unit's arc in which the attackers stand.
        usual facing: Facing [Short("flank", "flank"), Short("rear", "rear")] = Facing::Front, "FACING";
    }
}

groups! {
    /// The keys of a unit under attack.
    pub struct SurviveKeys {
        /// The unit and its attackers.
        pub attacked: SurvivalFields,
        /// Numbers in place of those on the cards.
        pub numbers: ReplacedNumbers,
        /// Charge and cover.
        pub manner: AttackManner,
        /// The kind of attacks.
        pub kind: WeaponFlags,
        /// Changes to the attacks' rolls.
        pub changes: RollChanges,
        /// The catalogue of cards.
        pub catalogue: CatalogueKey,
        /// The game situation and the use of abilities.
        pub usage: UsageKeys,
        /// Tactics cards, each played once, in the first attack in which it can be.
        pub cards: PlayedCards<ATTACKER, DEFENDER>,
        /// The edition of the rules.
        pub rules: RulesKeys,
    }
}

/// The attackers.
#[derive(Debug, Default)]
struct Attackers {
    /// The attackers in order, repeated until the unit is destroyed.
    units: Vec<Unit>,
    /// The names; those of a list follow its title.
    names: Vec<String>,
    /// Notes on the units left out.
    left_out: Vec<String>,
}

/// Returns the first card that is played in none of several questions.
fn unplayed_by_all(questions: Vec<Vec<Unplayable>>) -> Option<Unplayable> {
    let mut questions = questions.into_iter();
    let (first, others) = (questions.next()?, questions.collect::<Vec<_>>());
    first.into_iter().find(|card| {
        let is_it = |one: &Unplayable| (one.is_first, &one.name) == (card.is_first, &card.name);
        others.iter().all(|cards| cards.iter().any(is_it))
    })
}

/// Returns a unit with the cards that are played on it in any of the attacks.
fn with_cards_of_all(unit: &Unit, attacked: &[Unit]) -> Unit {
    let mut unit = unit.clone();
    for card in attacked.iter().flat_map(|one| &one.abilities).filter(|one| one.is_card()) {
        if !unit.abilities.contains(card) {
            unit.abilities.push(card.clone());
        }
    }
    unit
}

/// Returns the kind `survive`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "survive",
        about: "How many attacks can a unit survive?",
        more: "Attacks follow each other until the unit is destroyed, each by an attacker at full \
               strength. Wounds and ranks stay lost; tokens and the situation are the same for \
               every attack. Each attacker makes the legal attack of its card with the highest \
               expected wounds against the unit at the start; --melee and --ranged narrow the \
               choice. UNIT may be several names separated by commas, or `list=FILE` for the units \
               of an army list with their attachments: each is asked about, and the toughest comes \
               first. Several ATTACKERs attack one after another.",
        examples: &[
            "warodds survive \"lannister guardsmen\" --by \"stark sworn swords\"",
            "warodds survive \"lannister guardsmen\" --by \"stark bowmen\"",
            "warodds survive list=scenarios/lists/lannister-40.toml --by \"stark sworn swords\"",
            "warodds survive pit-fighters --by \"stark sworn swords\" --by \"umber berserkers\" \
             --facing flank --json",
            "warodds survive \"lannister guardsmen\" --by \"stark sworn swords\" --within 3",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> =
                LazyLock::new(|| [SurviveKeys::keys(), UnitEngineKeys::keys()].concat());
            &KEYS
        },
        ask: |values, catalogue| {
            names::refuse_spending(values, &TokenKeys::HELD, &[])?;
            SurviveKeys::read(values)?.query(values, catalogue)
        },
    }
}

impl SurviveKeys {
    /// Builds the query: a question about one unit, or one about each unit of a list.
    fn query(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        let SurvivalFields { unit, with, .. } = &self.attacked;
        let attackers = self.attackers(values, catalogue)?;
        let Some(mut listed) = lists::units_of_several(values, catalogue, &unit.0)? else {
            let unit = names::unit(catalogue, ("unit", &unit.0), ("with", with.as_ref()))?;
            let (parsed, unplayed) = self.question(&unit, &attackers, (values, catalogue))?;
            let unplayed = unplayed.into_iter().next().filter(|_| values.is_only_case());
            return unplayed.map_or_else(|| Ok(parsed.into_query()), |card| Err(card.why));
        };
        names::refuse_with_lists(values, &["with"])?;
        lists::remove_repeated(&mut listed);
        let is_list = files_named(&unit.0).next().is_some();
        let title = is_list.then(|| lists::with_titles(values, catalogue, &unit.0)).transpose()?;
        let of_list = title.map(|title| Setting::text("list", title));
        let mut unplayed = Vec::new();
        let case = |FieldUnit { unit, .. }: &FieldUnit| {
            let (parsed, cards) = self.question(unit, &attackers, (values, catalogue))?;
            unplayed.push(cards);
            let mut question = parsed.question;
            question.settings.extend(of_list.clone());
            Ok(QueryCase::new(unit.name.clone(), question))
        };
        let cases = listed.iter().map(case).collect::<Result<_, RequestError>>()?;
        match unplayed_by_all(unplayed).filter(|_| values.is_only_case()) {
            Some(card) => Err(card.why),
            None => Ok(Query::Many(OptionQueries::new(cases))),
        }
    }

    /// Finds the attackers; the units of a list attack one after the other.
    fn attackers(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Attackers, RequestError> {
        let mut all = Attackers::default();
        let filter = self.manner.engagement(self.kind.filter(), self.usage.policies.engaged)?;
        let weapons = filter.weapons();
        for TextValue(name) in &self.attacked.by {
            let Some(listed) = lists::units_of_several(values, catalogue, name)? else {
                let unit = names::unit(catalogue, ("by", name), ("by", None))?;
                all.names.push(unit.name.clone());
                all.units.push(unit);
                continue;
            };
            let units = listed.into_iter().map(|member| member.unit);
            let why = format!("no {}", weapons.words());
            let can = |unit: &Unit| weapons.first(&unit.attacks).is_some();
            let (armed, left_out) = lists::split_able(units, name, &why, can)?;
            let names = armed.iter().map(|unit| unit.name.as_str()).collect::<Vec<_>>();
            let names = names.join(", then ");
            let is_list = files_named(name).next().is_some();
            all.names.push(if is_list {
                format!("{} ({names})", lists::with_titles(values, catalogue, name)?)
            } else {
                names
            });
            all.units.extend(armed);
            all.left_out.extend(left_out);
        }
        if all.units.is_empty() {
            return Err(RequestError::refused("there is no attacker: add --by ATTACKER"));
        }
        Ok(all)
    }

    /// Builds the question about a unit. Returns it with the cards that are not played in it.
    fn question(
        &self,
        unit: &Unit,
        by: &Attackers,
        (values, catalogue): (&ParsedFields<'_>, &Catalogue),
    ) -> Result<(ParsedQuestion, Vec<Unplayable>), RequestError> {
        let mut replaced = CardNumbers::new(values);
        let pair = |attacker: &Unit| self.numbers.pair([attacker, unit], &mut replaced);
        let mut pairs: Vec<[Unit; 2]> = by.units.iter().map(pair).collect();
        let mut unplayed = self.cards.deal_to_pairs(&mut pairs, catalogue);
        self.usage.check(pairs.iter().flatten())?;
        for [attacker, unit] in &mut pairs {
            self.usage.apply_to(attacker, true);
            self.usage.apply_to(unit, false);
        }
        let mut notes = Vec::new();
        let mut opening = Vec::new();
        if !self.cards.is_empty() {
            let cards = CardAttacks::new(&pairs, |units| self.attack(units))?;
            unplayed.extend(cards.unplayed);
            notes.extend(cards.notes);
            let attacks = cards.units.iter().map(|pair| self.attack(pair.each_ref()));
            opening = attacks.collect::<Result<_, _>>()?;
            pairs = cards.units;
        }
        let repeated = pairs.iter().map(|pair| {
            let [attacker, unit] = after_cards(pair.each_ref());
            self.attack([&attacker, &unit])
        });
        let attacks = repeated.collect::<Result<_, _>>()?;
        let mut question = Survive::new(attacks).map_err(RequestError::refused)?;
        question = question.opening_with(opening);
        question.aim = self.attacked.aim;
        let (attackers, units): (Vec<Unit>, Vec<Unit>) =
            pairs.into_iter().map(|[attacker, unit]| (attacker, unit)).unzip();
        let unit = with_cards_of_all(units.first().unwrap_or(unit), &units);
        let name = unit.name.clone();
        let subject = Subject::By(unit, by.names.join(", then "), attackers);
        let question = Question::Survive(Box::new(question));
        let mut parsed = name_question("survive", subject, question, &self.rules)?;
        parsed.question.within = self.attacked.within.map(BoundedInteger::small);
        parsed.question.notes.extend_from_slice(&by.left_out);
        parsed.question.notes.extend(replaced.into_notes());
        parsed.question.notes.extend(notes);
        let not_played = |card: &Unplayable| format!("{}: not played against {name}", card.name);
        parsed.question.notes.extend(unplayed.iter().map(not_played));
        Ok((parsed, unplayed))
    }

    fn attack(&self, [attacker, unit]: [&Unit; 2]) -> Result<Attack, RequestError> {
        let engaged = attacker.circumstances.engaged_since_start;
        let filter = self.manner.engagement(self.kind.filter(), engaged)?;
        let SurvivalFields { wounds, wounds_lost, .. } = self.attacked;
        let left = wounds.map_or(WoundsLeftOf::Lost("wounds-lost", wounds_lost.0), |wounds| {
            WoundsLeftOf::Wounds("wounds", wounds.get())
        });
        let RollChanges { tokens, attacking, defending } = &self.changes;
        let other = names::combatant(unit, left, tokens.defender_tokens, tokens.spending)?;
        let other = other.with_modifiers(defending.modifiers());
        names::morale(unit).map_err(|wrong| wrong.about("unit"))?;
        let full = Combatant::full(attacker, tokens.attacker_tokens, tokens.spending);
        let full = full.map_err(RequestError::refused)?;
        let edition = self.rules.rules.unwrap_or_default();
        names::with_best(attacker, (None, filter.weapons()), edition, |weapon| {
            let engagement = filter.with(weapon.reach).map_err(combat::no_engagement)?;
            let context = Context { facing: self.attacked.facing, engagement };
            let own = full.clone().attacking_with(weapon).with_modifiers(attacking.modifiers());
            Attack::new(own, other.clone(), context).map_err(names::lacking)
        })
    }
}
