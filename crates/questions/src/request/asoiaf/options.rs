//! `options`: every action of one unit against another, best first.
//!
//! Each option is the question of a charge, a ranged or a melee attack with the same keys. Where
//! the owner may refrain from spending tokens or giving orders, both choices are options.

mod holding;
mod option_cards;
mod variants;

use std::sync::LazyLock;

use super::attack::AttackKeys;
use super::cards::PlayedCards;
use super::charge::ChargeKeys;
use super::combat::{RollChanges, TokenKeys};
use super::names::{UnitNames, refuse_spending, unit};
use super::parsed_question::ParsedQuestion;
use super::rules::{CatalogueKey, RulesKeys};
use super::usage::UsageKeys;
use crate::catalogue::{Catalogue, NamedUnit};
use crate::document::schema::Schema;
use crate::request::kind::QuestionKind;
use crate::request::pair_distance::PairDistance;
use crate::request::query::{OptionQueries, Query};
use crate::request::role::{ATTACKER, DEFENDER};
use crate::request::{
    AllowedValue, Key, Keys, Mark, ParsedFields, RankBy, RawFields, RequestError, TextValue,
    UnitEngineKeys, UnusedDistances, Value, keys,
};
use crate::study::{NamedQuestion, PointsBy, PointsTerms};
use option_cards::OptionCards;
use variants::variants;
use warodds_games::asoiaf::values::Inches;
use warodds_games::asoiaf::{Facing, Reach, Unit, Weapon};

/// Arcs of the defender, separated by commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arcs(Vec<Facing>);

impl Value for Arcs {
    const CHOICES: &'static [AllowedValue] = Facing::CHOICES;

    fn read(text: &str) -> Result<Self, String> {
        let mut arcs = Vec::new();
        for name in text.split(',') {
            let arc = <Facing as Value>::read(name)?;
            if arcs.contains(&arc) {
                return Err(format!("it lists {} twice", arc.name()));
            }
            arcs.push(arc);
        }
        Ok(Self(arcs))
    }

    fn show(&self) -> String {
        self.0.iter().map(|arc| arc.name()).collect::<Vec<_>>().join(",")
    }

    fn schema() -> Schema {
        <Facing as Value>::schema()
    }
}

keys! {
    /// The two units and the position.
    pub struct MatchupOptions in Situation {
        /// The unit that acts: its name, or some words of it (see `warodds units`).
        needed a: TextValue [Positional, Lists], "A";
        /// The unit that it may act against.
        needed b: TextValue [Positional, Lists], "B";
        /// Inches between them [default: every charge arrives and every shot reaches].
        maybe distance: Inches, "INCHES";
        /// Inches between one pair of units, instead of --distance. May be given several times.
        several pair_distance: PairDistance, "A:B=INCHES";
        /// Arcs of B that A can reach, separated by commas [default: all, or front with --engaged].
        maybe facing: Arcs [
            Single,
            Mistaken("arcs"),
            Short("flank", "flank"),
            Short("rear", "rear")
        ], "ARCS";
        /// B is in cover from shots: −1 to ranged hit rolls.
        flag cover;
        /// When points count as destroyed.
        usual points: PointsBy [Single] = PointsBy::Destruction, "WHEN";
    }
}

keys! {
    /// The order of the options.
    pub struct OptionOrder in Engine {
        /// Rank the options by this measure.
        usual rank_by as "by": RankBy = RankBy::Net, "VALUE";
    }
}

/// Returns the kind `options`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "options",
        about: "What can a unit do to another one now, and which option is best?",
        more: "Options are charges by arc (with the chance that they fail), shots, melee attacks \
               with --engaged, tokens kept or spent, orders given or not, and holding, after which \
               B makes its best attack. The best option comes first: by wounds dealt minus wounds \
               suffered, or as --by says. For lists of units all pairs are ranked together: which \
               of mine should act, and against whom? Points count the cost of a unit times the \
               chance that it is destroyed, or as --points says.",
        examples: &[
            "warodds options \"stark outriders\" \"lannister crossbowmen\" --distance 9 --facing \
             front,flank",
            "warodds options \"stark bowmen\" \"lannister guardsmen\" --distance 8 --vulnerable",
            "warodds options \"stark sworn swords\" \"lannister guardsmen\" --engaged --json",
            "warodds options \"stark outriders, stark sworn swords\" \"lannister crossbowmen, \
             lannister guardsmen\" --distance 8 --by points --points by-ranks",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys);
            &KEYS
        },
        ask: |values, catalogue| {
            let by = OptionOrder::read(values)?.rank_by;
            MatchupOptions::read(values)?.query(by, values, catalogue)
        },
    }
}

fn keys() -> Vec<Key> {
    let mut names = UnitNames::keys();
    names.retain(|key| !key.has(Mark::Positional) && key.id != "weapon");
    names
        .iter_mut()
        .for_each(|key| key.marks.retain(|mark| *mark != Mark::Conflicts("defender_wounds")));
    [
        MatchupOptions::keys(),
        names,
        UsageKeys::keys(),
        PlayedCards::<ATTACKER, DEFENDER>::keys(),
        RollChanges::keys(),
        CatalogueKey::keys(),
        RulesKeys::keys(),
        OptionOrder::keys(),
        UnitEngineKeys::keys(),
    ]
    .concat()
}

/// A possible action: its description and the fields of its question.
struct Action {
    words: String,
    is_charge: bool,
    fields: RawFields,
}

impl Action {
    /// Returns the action with some other fields.
    fn with(&self, fields: RawFields) -> Self {
        Self { words: self.words.clone(), is_charge: self.is_charge, fields }
    }
}

impl MatchupOptions {
    fn query(
        mut self,
        by: RankBy,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        refuse_spending(values, &TokenKeys::HELD, &[])?;
        let unused_distances = self.use_pair_distance(catalogue)?;
        let with = |id: &'static str| values.one::<TextValue>(id);
        let (own, other) = (with("attacker_with")?, with("defender_with")?);
        let units = [
            unit(catalogue, ("a", &self.a.0), ("attacker_with", own.as_ref()))?,
            unit(catalogue, ("b", &self.b.0), ("defender_with", other.as_ref()))?,
        ];
        let points = self.points_terms(&units, by)?;
        let [attacker, _] = &units;
        let actions = self.actions(attacker, values);
        if actions.is_empty() && values.is_only_case() {
            return Err(self.no_action(attacker, values));
        }
        let mut cases = Vec::new();
        let mut cards = OptionCards::new(values);
        for action in actions {
            let (words, question) = cards.question(&action, catalogue)?;
            cases.extend(variants(&words, NamedQuestion { points, ..question }));
        }
        cards.check(values.is_only_case())?;
        let subject = cases.first().map(|case| case.question.subject.clone());
        let held = match subject {
            Some(subject) => self.held(&units, (&subject, points), values, catalogue)?,
            None => Vec::new(),
        };
        Ok(Query::Many(OptionQueries { cases, held, by, unused_distances }))
    }

    /// Sets the distance to that given for this pair of units, if any, and returns the others.
    fn use_pair_distance(
        &mut self,
        catalogue: &Catalogue,
    ) -> Result<UnusedDistances, RequestError> {
        let find = |name: &str| catalogue.find_unit(name).map_err(RequestError::refused);
        let of_pair = |one: &PairDistance| -> Result<bool, RequestError> {
            Ok(is_meant(&find(&one.attacker)?, &find(&self.a.0)?)
                && is_meant(&find(&one.target)?, &find(&self.b.0)?))
        };
        let used = self.pair_distance.iter().map(of_pair).collect::<Result<Vec<_>, _>>()?;
        let used: Vec<(&PairDistance, bool)> = self.pair_distance.iter().zip(used).collect();
        let mut distances =
            used.iter().filter(|(_, is_used)| *is_used).map(|(one, _)| one.distance);
        let distance = distances.next();
        if distances.next().is_some() {
            return Err(RequestError::Refused(format!(
                "--pair-distance gives {} and {} several distances: give one",
                self.a.0, self.b.0
            )));
        }
        let unused = used.iter().filter(|(_, is_used)| !is_used).map(|(one, _)| *one);
        let unused = UnusedDistances::new(unused);
        self.distance = distance.or(self.distance);
        Ok(unused)
    }

    /// Returns how points count; `None` if a cost is not known.
    ///
    /// # Errors
    /// [`RequestError::Refused`] if options are ranked by points and a cost is not known.
    fn points_terms(
        &self,
        units: &[Unit; 2],
        by: RankBy,
    ) -> Result<Option<PointsTerms>, RequestError> {
        let [own, other] = units.each_ref().map(|unit| unit.cost.map(|cost| cost.get()));
        if let (RankBy::Points, Some(unit)) = (by, units.iter().find(|unit| unit.cost.is_none())) {
            return Err(RequestError::Refused(format!(
                "--by points needs the cost of {}, which is unknown: rank by net, destroyed or \
                 wounds",
                unit.name
            )));
        }
        Ok(own.zip(other).map(|(own, other)| PointsTerms { by: self.points, costs: [own, other] }))
    }

    /// Returns each legal attack of the card in each arc.
    fn actions(&self, attacker: &Unit, values: &ParsedFields<'_>) -> Vec<Action> {
        let is_engaged = values.has("engaged");
        // a unit that is engaged stays where it stands
        let possible = if is_engaged { &[Facing::Front][..] } else { &Facing::ALL };
        let arcs = self.facing.as_ref().map_or(possible, |arcs| &arcs.0);
        let has_several = |ranged: bool| {
            attacker.attacks.iter().filter(|weapon| weapon.reach.is_ranged() == ranged).count() > 1
        };
        let mut actions = Vec::new();
        for weapon in &attacker.attacks {
            let name = if has_several(weapon.reach.is_ranged()) {
                format!(" with {}", weapon.name)
            } else {
                String::new()
            };
            for arc in arcs {
                let action = match (weapon.reach.is_ranged(), is_engaged) {
                    (true, true) => None,
                    (true, false) if self.is_out_of_range(weapon) => None,
                    (true, false) => Some(("shoot at", false)),
                    (false, true) => Some(("strike", false)),
                    (false, false) => self.may_charge(attacker).then_some(("charge", true)),
                };
                let Some((verb, is_charge)) = action else { continue };
                let words = format!("{verb} the {}{name}", arc.name());
                actions.push(Action {
                    words,
                    is_charge,
                    fields: self.fields(values, weapon, *arc, is_charge),
                });
            }
        }
        actions
    }

    /// Returns whether the target is beyond the weapon's range (A1.2).
    fn is_out_of_range(&self, weapon: &Weapon) -> bool {
        let reach = match weapon.reach {
            Reach::SHORT => 6,
            Reach::LONG => 12,
            Reach::Melee => return true,
        };
        self.distance.is_some_and(|distance| distance.whole() > reach)
    }

    /// Returns whether a charge may be declared: the longest one is speed plus 6 inches (A5.1).
    fn may_charge(&self, attacker: &Unit) -> bool {
        match (self.distance, attacker.speed) {
            (None, _) => true,
            (Some(distance), Some(speed)) => distance.whole() <= speed.get() + 6,
            (Some(_), None) => false,
        }
    }

    /// Returns the fields of an action's question: all provided fields that its kind has.
    fn fields(
        &self,
        values: &ParsedFields<'_>,
        weapon: &Weapon,
        arc: Facing,
        is_charge: bool,
    ) -> RawFields {
        let has_charged = is_charge && self.distance.is_none();
        let known = if is_charge && !has_charged { ChargeKeys::ids() } else { AttackKeys::ids() };
        let rules = RulesKeys::ids();
        let mut fields = RawFields::new()
            .with("attacker", &self.a.0)
            .with("defender", &self.b.0)
            .with("weapon", &weapon.name)
            .with("facing", arc.name());
        let is_passed = |id: &str| match id {
            "cover" => weapon.reach.is_ranged(),
            "facing" | "distance" => false,
            _ => known.contains(&id) || rules.contains(&id),
        };
        for (id, text) in values.given().all().filter(|(id, _)| is_passed(id)) {
            fields.push(id, text);
        }
        if weapon.reach.is_ranged() {
            fields.push("ranged", "");
        }
        match (is_charge, self.distance) {
            (true, Some(distance)) => fields.push("distance", &distance.show()),
            (true, None) => fields.push("charge", ""),
            (false, _) => {}
        }
        fields
    }

    /// Returns the error of a unit without any action.
    fn no_action(&self, attacker: &Unit, values: &ParsedFields<'_>) -> RequestError {
        let why = match (values.has("engaged"), self.distance) {
            (true, _) => "it has no melee attack".to_owned(),
            (false, Some(distance)) => {
                format!("{distance}\" is out of reach of its charges (A5.1) and its shots (A1.2)")
            }
            (false, None) => "it has no attack".to_owned(),
        };
        RequestError::Refused(format!("{} cannot act here: {why}", attacker.name))
    }
}

impl Action {
    fn question(&self, catalogue: &Catalogue) -> Result<NamedQuestion, RequestError> {
        let is_rolled = self.is_charge && self.fields.has("distance");
        let (name, keys) = if is_rolled {
            ("charge", [ChargeKeys::keys(), RulesKeys::keys()].concat())
        } else {
            ("attack", [AttackKeys::keys(), RulesKeys::keys()].concat())
        };
        let values = ParsedFields::new(name, &keys, &self.fields)?;
        let parsed = if is_rolled {
            ChargeKeys::read(&values)?.question(&values, catalogue)
        } else {
            AttackKeys::read(&values)?.question(&values, catalogue)
        };
        let ParsedQuestion { mut question, notes } = parsed?;
        question.notes.extend(notes);
        Ok(question)
    }
}

/// Returns whether a name means a unit: its card, with its attachments or without any.
fn is_meant(name: &NamedUnit<'_>, unit: &NamedUnit<'_>) -> bool {
    name.id() == unit.id() || (name.attachments.is_empty() && name.card.id == unit.card.id)
}
