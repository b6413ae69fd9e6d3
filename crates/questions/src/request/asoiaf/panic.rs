//! `panic`: a panic test of a named unit, or in plain numbers.

use std::sync::LazyLock;

use super::battlefield::TestSurroundings;
use super::card_checks;
use super::card_numbers::CardNumbers;
use super::cards::{CardKeys, PlayedCard};
use super::combat::{WOUNDS, WoundsLeft, plain_state};
use super::names::{self, WoundsLeftOf};
use super::parsed_question::{ParsedQuestion, Subject, name_question};
use super::rules::{CatalogueKey, RulesKeys};
use crate::catalogue::Catalogue;
use crate::request::kind::QuestionKind;
use crate::request::role::NONE;
use crate::request::{
    BoundedInteger, Count, Key, Keys, ParsedFields, RequestError, TextValue, UnitEngineKeys,
    groups, keys,
};
use warodds_games::asoiaf::values::{Modifier, Morale};
use warodds_games::asoiaf::{
    ActivePlayer, Combatant, Modifiers, Panic, Question, Rerolls, Spending, Tokens,
};

keys! {
    /// The panic test.
    pub struct TestFields in Units {
        /// The unit: its name, or some words of it (see `warodds units`).
        maybe unit: TextValue [Positional], "UNIT";
        /// An attachment of the unit.
        maybe with: TextValue [Requires("unit")], "ATTACHMENT";
        /// The morale value; of a unit by name in place of that on its card.
        maybe morale: Morale, "N";
        /// Added to the roll.
        usual panic_modifier: Modifier [Mistaken("mod"), Argument] = Modifier::NONE, "N";
        /// Tokens that the unit holds, joined with `+`.
        usual tokens: Tokens [Short("panicked", "panicked")] = Tokens::NONE, "TOKENS";
        /// Let the unit's player reroll any or all dice.
        flag reroll_morale [Mistaken("reroll")];
        /// Let the enemy force rerolls of any or all dice, even without a token.
        flag force_reroll_morale [Mistaken("force-reroll")];
        /// Wounds the unit has left [default: all, or 12 without a unit].
        maybe wounds: WoundsLeft [Conflicts("wounds_lost")], "N";
        /// Wounds the unit has lost.
        usual wounds_lost: Count [Requires("unit")] = Count(0), "N";
        /// Whose turn it is. That player rerolls first.
        usual active: ActivePlayer = ActivePlayer::Enemy, "WHO";
        /// A tactics card that the unit's player plays with the test (see `warodds cards`);
        /// CARD=WAY names one of several ways to play it. May be given several times.
        several card: PlayedCard [Requires("unit")], "CARD";
        /// Place the army's commander near the unit without joining it, as some cards require.
        flag near_commander [Requires("unit")];
        /// Faith, Pillage or order tokens of the unit, or tokens on its tactics card.
        usual resource: BoundedInteger<0, 60> [Requires("unit")] = BoundedInteger::clamped(0), "N";
        /// When the enemy spends the Panicked token.
        usual spending: Spending = Spending::WhenItHelps, "WHEN";
    }
}

groups! {
    /// The keys that describe a panic test.
    pub struct PanicKeys {
        /// The panic test.
        pub test: TestFields,
        /// Terrain and zones.
        pub surroundings: TestSurroundings,
        /// The catalogue of cards.
        pub catalogue: CatalogueKey,
        /// The edition of the rules.
        pub rules: RulesKeys,
    }
}

/// Returns the kind `panic`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "panic",
        about: "What does a panic test cost?",
        more: "Give the name of a unit, or plain numbers with --morale.",
        examples: &[
            "warodds panic \"lannister guardsmen\" --panicked --wounds 5",
            "warodds panic --morale 7+",
            "warodds panic --morale 7+ --panic-modifier -2 --panicked",
            "warodds panic --morale 6 --panicked --reroll-morale --wounds 3 --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> =
                LazyLock::new(|| [PanicKeys::keys(), UnitEngineKeys::keys()].concat());
            &KEYS
        },
        ask: |values, catalogue| {
            PanicKeys::read(values)?.question(values, catalogue).map(ParsedQuestion::into_query)
        },
    }
}

impl PanicKeys {
    fn question(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<ParsedQuestion, RequestError> {
        names::refuse_spending(values, &["tokens"], &[])?;
        match &self.test.unit {
            Some(name) => self.unit_question(name, values, catalogue),
            None => self.plain_question(values),
        }
    }

    fn unit_question(
        &self,
        name: &TextValue,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<ParsedQuestion, RequestError> {
        let TestFields { with, wounds, wounds_lost, card, morale, .. } = &self.test;
        let mut unit = names::unit(catalogue, ("unit", &name.0), ("with", with.as_ref()))?;
        let mut replaced = CardNumbers::new(values);
        replaced.replace_morale(&mut unit, *morale);
        CardKeys::<NONE> { card: card.clone() }.deal(&mut unit, catalogue)?;
        let left = wounds.map_or(WoundsLeftOf::Lost("wounds-lost", wounds_lost.0), |wounds| {
            WoundsLeftOf::Wounds("wounds", wounds.get())
        });
        let state = names::unit_state(&unit, left, self.test.tokens)?;
        unit.circumstances.near_commander = self.test.near_commander;
        unit.circumstances.resource = self.test.resource.small();
        let tested = Combatant::of(&unit, state, Spending::default());
        card_checks::check_test(&tested)?;
        let question = Question::Panic(self.panic(tested)?);
        let parsed = name_question("panic", Subject::Alone(unit), question, &self.rules)?;
        Ok(ParsedQuestion { notes: replaced.into_notes(), ..parsed })
    }

    fn plain_question(&self, values: &ParsedFields<'_>) -> Result<ParsedQuestion, RequestError> {
        let morale = self.test.morale.ok_or_else(|| {
            RequestError::refused(
                "a panic test needs a unit, or --morale; see warodds panic --help",
            )
        })?;
        let ids = [CatalogueKey::ids(), vec!["strict"]].concat();
        values.refuse(&ids, |_, option| {
            format!(
                "{option} needs a card and has no effect on plain numbers: name a UNIT instead of \
                 --morale, or leave it out"
            )
        })?;
        let wounds = self.test.wounds.map_or(WOUNDS, WoundsLeft::get);
        let state = plain_state("wounds", wounds, self.test.tokens)?;
        let tested = Combatant::plain(state, Spending::default());
        let question = Question::Panic(self.panic(Combatant { morale: Some(morale), ..tested })?);
        name_question("panic", Subject::Numbers("unit"), question, &self.rules)
    }
    /// Returns the test of a unit.
    fn panic(&self, unit: Combatant) -> Result<Panic, RequestError> {
        let TestFields { panic_modifier, reroll_morale, force_reroll_morale, .. } = self.test;
        let modifiers = Modifiers {
            panic_modifier,
            morale_rerolls: Rerolls { roller: reroll_morale, enemy: force_reroll_morale },
            ..Modifiers::NONE
        };
        let unit = self.surroundings.apply_to(unit.with_modifiers(modifiers))?;
        let TestFields { active, spending, .. } = self.test;
        Panic::new(unit, active, spending).map_err(|wrong| names::lacking(wrong).about("unit"))
    }
}
