//! `options`: every action of one unit against another, best first.
//!
//! Each option is the question of a charge, a ranged or a melee attack with the same keys. Where
//! the owner may refrain from spending tokens or giving orders, both choices are options.

use std::sync::LazyLock;

use super::attack::AttackKeys;
use super::charge::ChargeKeys;
use super::combat::{RollChanges, TokenKeys};
use super::names::{UnitNames, refuse_spending, unit};
use super::rules::{CatalogueKey, RulesKeys};
use super::usage::UsageKeys;
use crate::catalogue::Catalogue;
use crate::document::schema::Schema;
use crate::request::kind::QuestionKind;
use crate::request::query::{Query, QueryCase};
use crate::request::{
    AllowedValue, Key, Keys, Mark, ParsedFields, RawFields, RequestError, TextValue,
    UnitEngineKeys, Value, keys,
};
use crate::study::NamedQuestion;
use warodds_games::Question;
use warodds_games::asoiaf::values::Inches;
use warodds_games::asoiaf::{Facing, Reach, Spending, Tokens, Unit, Weapon};

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
        /// Who acts: its name, the start of its name, some of its words, or its id (see `warodds
        /// units`).
        needed a: TextValue [Positional, Lists], "A";
        /// On whom.
        needed b: TextValue [Positional, Lists], "B";
        /// Inches between them [default: charges arrive and all shots reach].
        maybe distance: Inches, "INCHES";
        /// Arcs of B that A may reach, separated by commas [default: front].
        maybe facing: Arcs [
            Single,
            Mistaken("arcs"),
            Short("flank", "flank"),
            Short("rear", "rear")
        ], "ARCS";
        /// B is in cover from shots: −1 to ranged hit rolls.
        flag cover;
    }
}

/// Returns the kind `options`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "options",
        about: "What can a unit do to another now, and what is best?",
        more: "Charges by arc (with the chance that they fail), shots, and melee attacks with \
               --engaged; tokens kept or spent, orders given or not. The best comes first: wounds \
               dealt less wounds suffered. Of lists of units all pairs are ranked together: which of \
               mine should act, and on whom?",
        examples: &[
            "warodds options \"stark outriders\" \"lannister crossbowmen\" --distance 9 --facing \
             front,flank",
            "warodds options \"stark bowmen\" \"lannister guardsmen\" --distance 8 --vulnerable",
            "warodds options \"stark sworn swords\" \"lannister guardsmen\" --engaged --json",
            "warodds options \"stark outriders, stark sworn swords\" \"lannister crossbowmen, \
             lannister guardsmen\" --distance 8",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys);
            &KEYS
        },
        ask: |values, catalogue| MatchupOptions::read(values)?.query(values, catalogue),
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
        RollChanges::keys(),
        CatalogueKey::keys(),
        RulesKeys::keys(),
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

impl MatchupOptions {
    fn query(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        refuse_spending(values, &TokenKeys::HELD, &[])?;
        let attacker = unit(catalogue, ("a", &self.a.0), ("attacker_with", None))?;
        let actions = self.actions(&attacker, values);
        if actions.is_empty() && values.is_only_case() {
            return Err(self.no_action(&attacker, values));
        }
        let mut cases = Vec::new();
        for action in actions {
            let question = action.question(catalogue)?;
            cases.extend(variants(&action.words, question));
        }
        Ok(Query::Many(cases))
    }

    /// Returns each legal attack of the card in each arc.
    fn actions(&self, attacker: &Unit, values: &ParsedFields<'_>) -> Vec<Action> {
        let arcs = self.facing.as_ref().map_or(&[Facing::Front][..], |arcs| &arcs.0);
        let is_engaged = values.has("engaged");
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
            "facing" => false,
            _ => known.contains(&id) || rules.contains(&id),
        };
        for (id, text) in values.given().all().filter(|(id, _)| is_passed(id)) {
            fields.push(id, text);
        }
        if weapon.reach.is_ranged() {
            fields.push("ranged", "");
        }
        if has_charged {
            fields.push("charge", "");
        }
        fields
    }

    /// Returns the error of a unit without any action.
    fn no_action(&self, attacker: &Unit, values: &ParsedFields<'_>) -> RequestError {
        let why = match (values.has("engaged"), self.distance) {
            (true, _) => "it has no melee attack".to_owned(),
            (false, Some(distance)) => {
                format!("{distance}\" is beyond its charges (A5.1) and its shots (A1.2)")
            }
            (false, None) => "it has no attack".to_owned(),
        };
        RequestError::Refused(format!("{} can do nothing here: {why}", attacker.name))
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
        Ok(parsed?.question)
    }
}

/// Returns the question and its variants without spent tokens and without orders.
fn variants(words: &str, question: NamedQuestion) -> Vec<QueryCase> {
    let mut all = vec![QueryCase { option: words.to_owned(), question: question.clone() }];
    if let Some(unspent) = without_spending(&question) {
        all.push(QueryCase { option: format!("{words}, keeping tokens"), question: unspent });
    }
    if let Some(without) = without_orders(&question) {
        all.push(QueryCase { option: format!("{words}, without orders"), question: without });
    }
    all
}

/// Returns the question with the target's tokens unspent; `None` if there are none to spend.
fn without_spending(question: &NamedQuestion) -> Option<NamedQuestion> {
    use warodds_games::asoiaf::Question as Of;
    let mut unspent = question.clone();
    let Question::Asoiaf(asked, _) = &mut unspent.question else { return None };
    let attack = match &**asked {
        Of::Attack(attack) => attack,
        Of::Charge(charge) => charge.attack()?,
        _ => return None,
    };
    let spends = attack.attacker().policy.spending != Spending::Never;
    let holds = attack.defender().state.tokens != Tokens::NONE;
    asked.edit_side(0, |attacker| attacker.policy.spending = Spending::Never).ok()?;
    (spends && holds).then_some(unspent)
}

/// Returns the question without the attacker's orders; `None` if the attacker has none.
fn without_orders(question: &NamedQuestion) -> Option<NamedQuestion> {
    let mut without = question.clone();
    let Question::Asoiaf(asked, _) = &mut without.question else { return None };
    let sides = asked.sides();
    let (_, attacker) = sides.first()?;
    let gives = attacker.counted().any(|ability| ability.effects.order.is_some());
    asked.edit_side(0, |attacker| attacker.policy.orders = false).ok()?;
    gives.then_some(without)
}
