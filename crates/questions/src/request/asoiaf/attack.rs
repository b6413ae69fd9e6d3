//! `attack`: one attack, of named units or in plain numbers.

use std::sync::LazyLock;

use super::battlefield::{Battlefield, FriendKeys};
use super::card_checks;
use super::card_numbers::CardNumbers;
use super::card_ranking::{CardRankingKeys, RankedQuestion};
use super::cards::PlayedCards;
use super::combat::{
    self, AttackManner, AttackNumbers, AttackSpending, RollChanges, TokenKeys, WOUNDS, WeaponFlags,
    plain_state,
};
use super::names::{self, UnitNames};
use super::parsed_question::{ParsedQuestion, Subject, name_question};
use super::rules::{CatalogueKey, RulesKeys};
use super::usage::UsageKeys;
use crate::catalogue::Catalogue;
use crate::request::kind::QuestionKind;
use crate::request::query::Query;
use crate::request::role::{ATTACKER, DEFENDER};
use crate::request::{
    EXPLAIN, GivenKeys, Key, Keys, NeedFields, ParsedFields, RequestError, SensitivityFields,
    TraceKeys, UnitEngineKeys, WhyFields, groups,
};
use warodds_games::asoiaf::{
    Attack, Combatant, Context, Edition, Engagement, EngagementFilter, Question, Reach, Unit,
    WeaponFilter,
};

groups! {
    /// The keys that describe an attack.
    pub struct AttackKeys {
        /// The units by name.
        pub names: UnitNames,
        /// The catalogue of cards.
        pub catalogue: CatalogueKey,
        /// The game situation and the use of abilities.
        pub usage: UsageKeys,
        /// Tactics cards.
        pub cards: PlayedCards<ATTACKER, DEFENDER>,
        /// The attack in plain numbers.
        pub numbers: AttackNumbers,
        /// Charge and cover.
        pub manner: AttackManner,
        /// The kind of attack.
        pub kind: WeaponFlags,
        /// Changes to the attack's rolls.
        pub changes: RollChanges,
        /// When each player spends tokens.
        pub spending: AttackSpending,
        /// Terrain and zones.
        pub battlefield: Battlefield,
        /// Friends that are engaged with the target of a shot.
        pub friends: FriendKeys,
    }
}

/// Returns the kind `attack`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "attack",
        about: "What does one attack do?",
        more: "Give the names of two units, or plain numbers with --dice, --hit, --defense and \
               --morale. Beside two units these numbers replace those on their cards.",
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
            "warodds attack \"sworn swords\" \"lannister guardsmen\" --charge --given \"wounds>=9\"",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
                [
                    AttackKeys::keys(),
                    RulesKeys::keys(),
                    CardRankingKeys::keys(),
                    WhyFields::keys(),
                    NeedFields::keys(),
                    SensitivityFields::keys(),
                    GivenKeys::keys(),
                    UnitEngineKeys::keys(),
                ]
                .concat()
            });
            &KEYS
        },
        ask: |values, catalogue| AttackKeys::read(values)?.query(values, catalogue),
    }
}

/// Returns the kind `explain`: an attack that is resolved once.
pub(super) fn explain() -> QuestionKind {
    QuestionKind {
        name: EXPLAIN,
        about: "What happens in one attack, die by die?",
        more: "Every die that counts is printed with the rule of its step; dice that succeed are in \
               brackets. The result comes last.",
        examples: &[
            "warodds explain \"stark sworn swords\" \"lannister guardsmen\" --charge --seed 3",
            "warodds explain --dice 6 --hit 4 --defense 4 --morale 6",
            "warodds explain --dice 8 --hit 3 --defense 4 --morale 7 --charge --panicked --seed 12",
        ],
        takes_lists: false,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
                [AttackKeys::keys(), RulesKeys::keys(), GivenKeys::keys(), TraceKeys::keys()]
                    .concat()
            });
            &KEYS
        },
        ask: |values, catalogue| {
            AttackKeys::read(values)?.question(values, catalogue).map(|parsed| parsed.into_query())
        },
    }
}

impl AttackKeys {
    /// Builds the query: one attack, or one for each card that may be played in it.
    fn query(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        let ranking = CardRankingKeys::read(values)?;
        if !ranking.rank_cards {
            return self.question(values, catalogue).map(ParsedQuestion::into_query);
        }
        let ask = |cards| Self { cards, ..self.clone() }.question(values, catalogue);
        let units = self.names.ranked_units(catalogue)?;
        ranking.query(&RankedQuestion { units, cards: &self.cards, ask }, catalogue)
    }

    /// Builds the question.
    ///
    /// # Errors
    /// [`RequestError`] for missing, contradictory or ineffective keys.
    pub fn question(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<ParsedQuestion, RequestError> {
        let rules = RulesKeys::read(values)?;
        if let Some(mut units) = self.names.units((&self.usage, &self.cards), catalogue)? {
            let mut replaced = CardNumbers::new(values);
            self.numbers.replace_on_cards(&mut units, &mut replaced);
            names::refuse_spending(values, &TokenKeys::HELD, &units)?;
            let mut attack = self.unit_attack(&units, rules.rules.unwrap_or_default())?;
            self.friends.apply_to_attack(&mut attack, catalogue)?;
            let question = Question::Attack(attack);
            let parsed = name_question("attack", Subject::Against(units), question, &rules)?;
            return Ok(ParsedQuestion { notes: replaced.into_notes(), ..parsed });
        }
        let mut attack = self.plain_attack()?;
        self.friends.apply_to_attack(&mut attack, catalogue)?;
        let question = Question::Attack(attack);
        names::refuse_names(values)?;
        names::refuse_spending(values, &TokenKeys::HELD, &[])?;
        name_question("attack", Subject::Numbers("attacker → defender"), question, &rules)
    }

    fn plain_attack(&self) -> Result<Attack, RequestError> {
        let (weapons, reach) = if self.kind.ranged {
            (WeaponFilter::Ranged, Reach::LONG)
        } else {
            (WeaponFilter::Melee, Reach::Melee)
        };
        let filter = self.manner.engagement(weapons, false)?;
        let engagement = filter.with(reach).map_err(combat::no_engagement)?;
        let own = plain_state("attacker-wounds", WOUNDS, self.changes.tokens.attacker_tokens)?;
        let spending = self.spending.or(self.changes.tokens.spending);
        let sides = self.numbers.combatants(&self.changes, spending, reach, own)?;
        let sides = sides.ok_or_else(|| {
            RequestError::refused(
                "an attack needs two units, or --dice, --hit, --defense and --morale; see warodds \
                 attack --help",
            )
        })?;
        self.attack(sides, engagement)
    }

    fn attack(
        &self,
        [mut own, mut other]: [Combatant; 2],
        engagement: Engagement,
    ) -> Result<Attack, RequestError> {
        self.battlefield.apply_to([&mut own, &mut other])?;
        let context = Context { facing: self.numbers.facing, engagement };
        Attack::new(own, other, context).map_err(|wrong| names::lacking(wrong).about("defender"))
    }

    /// Returns the legal attacks of the attacker. Only a ranged attack has friends in the melee
    /// (A6.14).
    fn engagement(&self, attacker: &Unit) -> Result<EngagementFilter, RequestError> {
        // a weapon named by the user may be used in any position
        let engaged = self.names.weapon.is_none() && attacker.circumstances.engaged_since_start;
        Ok(match self.manner.engagement(self.kind.filter(), engaged)? {
            EngagementFilter::Any if !self.friends.friend.is_empty() => {
                EngagementFilter::Ranged { cover: false }
            }
            other => other,
        })
    }

    /// Builds the attack of `attacker` on `defender`.
    ///
    /// # Errors
    /// [`RequestError`] for values that a card lacks, and for contradictory keys.
    pub(super) fn unit_attack(
        &self,
        [attacker, defender]: &[Unit; 2],
        edition: Edition,
    ) -> Result<Attack, RequestError> {
        let [own, other] = self.names.combatants(
            [attacker, defender],
            [None, self.numbers.defender_wounds],
            &self.changes.tokens,
            self.spending.or(self.changes.tokens.spending),
        )?;
        let other = other.with_modifiers(self.changes.defending.modifiers());
        names::morale(defender).map_err(|wrong| wrong.about("defender"))?;
        let named = self.names.weapon.as_ref();
        let filter = self.engagement(attacker)?;
        let best = names::with_best(attacker, (named, filter.weapons()), edition, |weapon| {
            let engagement = filter.with(weapon.reach).map_err(combat::no_engagement)?;
            let own = own.clone().attacking_with(weapon);
            let own = own.with_modifiers(self.changes.attacking.modifiers());
            self.attack([own, other.clone()], engagement)
        })?;
        card_checks::check(&best, false)?;
        Ok(best)
    }
}
