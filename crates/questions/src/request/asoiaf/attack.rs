//! `attack`: one attack, of units by name or in plain numbers.

use std::sync::LazyLock;

use super::battlefield::{Battlefield, FriendKeys};
use super::combat::{
    self, AttackManner, AttackNumbers, AttackSpending, RollChanges, TokenKeys, WOUNDS, WeaponFlags,
    standing,
};
use super::names::{self, UnitNames};
use super::rules::{CatalogueKey, RulesKeys};
use super::usage::UsageKeys;
use crate::catalogue::Catalogue;
use crate::request::kind::QuestionKind;
use crate::request::query::Query;
use crate::request::{
    EXPLAIN, EngineKeys, Key, Keys, ParsedFields, RequestError, SensitivityFields, TraceKeys,
    WhyFields, groups,
};
use crate::study::NamedQuestion;
use warodds_games::asoiaf::{
    Attack, Context, Edition, EngagementFilter, Question, Reach, Unit, WeaponFilter,
};

groups! {
    /// The keys that describe an attack.
    pub struct AttackKeys {
        /// Who.
        pub names: UnitNames,
        /// Which cards.
        pub catalogue: CatalogueKey,
        /// How the units are used.
        pub usage: UsageKeys,
        /// In plain numbers.
        pub core: AttackNumbers,
        /// How it is made.
        pub manner: AttackManner,
        /// Which attacks will do.
        pub kind: WeaponFlags,
        /// What changes its rolls.
        pub changes: RollChanges,
        /// When each player spends tokens.
        pub spending: AttackSpending,
        /// What lies around it.
        pub battlefield: Battlefield,
        /// Friends that are engaged with the target of a shot.
        pub friends: FriendKeys,
    }
}

/// The question.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "attack",
        about: "What does one attack do?",
        more: "Between two units by name, or in plain numbers with --dice, --hit, --defense and \
               --morale.",
        examples: &[
            "warodds attack \"stark sworn swords\" \"lannister guardsmen\" --charge --facing flank",
            "warodds attack \"stark bowmen\" \"free folk raiders\" --ranged --cover \
             --attacker-wounds-lost 4",
            "warodds attack \"sworn swords\" guardsmen --with \"sworn sword captain\"",
            "warodds attack \"sworn swords\" \"lannister guardsmen\" --facing front,flank,rear",
            "warodds attack --dice 8 --hit 3+ --defense 4+ --morale 7+",
            "warodds attack --dice 7 --hit 3 --defense 4 --morale 6 --charge --facing flank \
             --vulnerable --panicked",
            "warodds attack --dice 6 --hit 4 --defense 5 --morale 7 --ranged --cover --wounds 5 \
             --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
                [
                    AttackKeys::keys(),
                    RulesKeys::keys(),
                    WhyFields::keys(),
                    SensitivityFields::keys(),
                    EngineKeys::keys(),
                ]
                .concat()
            });
            &KEYS
        },
        ask: |values, catalogue| {
            AttackKeys::read(values)?.asked(values, catalogue).map(|asked| asked.alone())
        },
    }
}

/// The question of one attack that is resolved once.
pub(super) fn explain() -> QuestionKind {
    QuestionKind {
        name: EXPLAIN,
        about: "What happens in one attack, die by die?",
        more: "Every die is printed with the rule of its step; dice that succeed are in brackets.",
        examples: &[
            "warodds explain \"stark sworn swords\" \"lannister guardsmen\" --charge --seed 3",
            "warodds explain --dice 6 --hit 4 --defense 4 --morale 6",
            "warodds explain --dice 8 --hit 3 --defense 4 --morale 7 --charge --panicked --seed 12",
        ],
        takes_lists: false,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
                [AttackKeys::keys(), RulesKeys::keys(), TraceKeys::keys()].concat()
            });
            &KEYS
        },
        ask: |values, catalogue| {
            AttackKeys::read(values)?.asked(values, catalogue).map(|asked| asked.alone())
        },
    }
}

impl AttackKeys {
    /// The question they describe, of which `values` were given.
    ///
    /// # Errors
    /// For what makes no attack.
    pub fn asked(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<ParsedAttack, RequestError> {
        let rules = RulesKeys::read(values)?;
        if let Some(units) = self.names.units(&self.usage, catalogue)? {
            names::refuse_numbers(values, &["dice", "hit", "defense", "morale"])?;
            names::refuse_spending(values, &TokenKeys::HELD, &units)?;
            let mut attack = self.between(&units, rules.rules.unwrap_or_default())?;
            self.friends.on_attack(&mut attack, catalogue)?;
            let question = Question::Attack(attack);
            return posed("attack", Subject::Against(units), question, &rules);
        }
        let mut attack = self.in_numbers()?;
        self.battlefield.on_attack(&mut attack)?;
        self.friends.on_attack(&mut attack, catalogue)?;
        let question = Question::Attack(attack);
        names::refuse_names(values)?;
        names::refuse_spending(values, &TokenKeys::HELD, &[])?;
        posed("attack", Subject::Numbers("attacker → defender"), question, &rules)
    }

    fn in_numbers(&self) -> Result<Attack, RequestError> {
        let (weapons, reach) = if self.kind.ranged {
            (WeaponFilter::Ranged, Reach::LONG)
        } else {
            (WeaponFilter::Melee, Reach::Melee)
        };
        let filter = self.manner.engagement(weapons, false)?;
        let engagement = filter.with(reach).map_err(combat::no_engagement)?;
        let own = standing("attacker-wounds", WOUNDS, self.changes.tokens.attacker_tokens)?;
        let spending = self.spending.or(self.changes.tokens.spending);
        self.core.attack(&self.changes, spending, engagement, own)?.ok_or_else(|| {
            RequestError::refused(
                "an attack needs two units, or --dice, --hit, --defense and --morale; see warodds \
                 attack --help",
            )
        })
    }

    /// Returns the legal attacks of the attacker: friends in the melee mean a shot (A6.14).
    fn engagement(&self, attacker: &Unit) -> Result<EngagementFilter, RequestError> {
        // a named attack may be asked about wherever it is made
        let engaged =
            self.names.weapon.is_none() && attacker.usage.circumstances.engaged_since_start;
        Ok(match self.manner.engagement(self.kind.wanted(), engaged)? {
            EngagementFilter::Any if !self.friends.friend.is_empty() => {
                EngagementFilter::Ranged { cover: false }
            }
            other => other,
        })
    }

    fn between(
        &self,
        [attacker, defender]: &[Unit; 2],
        edition: Edition,
    ) -> Result<Attack, RequestError> {
        let [own, other] = self.names.combatants(
            [attacker, defender],
            [None, self.core.defender_wounds],
            &self.changes.tokens,
            self.spending.or(self.changes.tokens.spending),
        )?;
        let other = other
            .with_modifiers(self.changes.defending.modifiers())
            .attacked()
            .map_err(|wrong| names::no_morale(wrong).about("defender"))?;
        let named = self.names.weapon.as_ref();
        let filter = self.engagement(attacker)?;
        names::with_best(attacker, (named, filter.weapons()), edition, |weapon| {
            let engagement = filter.with(weapon.reach).map_err(combat::no_engagement)?;
            let context = Context { facing: self.core.facing, engagement };
            let own = own.clone().attacking_with(weapon);
            let own = own.with_modifiers(self.changes.attacking.modifiers());
            let mut attack = Attack::new(own, other.clone(), context);
            self.battlefield.on_attack(&mut attack)?;
            Ok(attack)
        })
    }
}

/// Who a question is about.
pub(super) enum Subject {
    /// Two units, of which the first acts on the second.
    Against([Unit; 2]),
    /// Two units that are each other's match.
    Versus([Unit; 2]),
    /// One unit.
    Alone(Unit),
    /// A unit, and in words those who act on it, with their cards.
    By(Unit, String, Vec<Unit>),
    /// Numbers, which are called so.
    Numbers(&'static str),
}

/// A question that was understood, and what must be said beside its answer.
#[derive(Clone, Debug)]
pub struct ParsedAttack {
    /// The question.
    pub question: NamedQuestion,
    /// What must be said.
    pub notes: Vec<String>,
}

impl ParsedAttack {
    /// As what is asked.
    pub(super) fn alone(self) -> Query {
        Query::One(Box::new(self.question), self.notes)
    }
}

/// A question under the rules that were given, held against them.
pub(super) fn posed(
    name: &str,
    subject: Subject,
    question: Question,
    rules: &RulesKeys,
) -> Result<ParsedAttack, RequestError> {
    let (told, units) = match subject {
        Subject::Against(units) => {
            let [one, other] = units.each_ref().map(|unit| unit.name.as_str());
            (format!("{one} → {other}"), Vec::from(units))
        }
        Subject::Versus(units) => {
            let [one, other] = units.each_ref().map(|unit| unit.name.as_str());
            (format!("{one} v {other}"), Vec::from(units))
        }
        Subject::By(unit, words, mut others) => {
            let told = format!("{words} → {}", unit.name);
            others.push(unit);
            (told, others)
        }
        Subject::Alone(unit) => (unit.name.clone(), vec![unit]),
        Subject::Numbers(words) => (words.to_owned(), Vec::new()),
    };
    let asked =
        NamedQuestion::new(name, told, question).about(rules.rules.unwrap_or_default(), &units);
    rules.check(std::slice::from_ref(&asked))?;
    Ok(ParsedAttack { question: asked, notes: Vec::new() })
}
