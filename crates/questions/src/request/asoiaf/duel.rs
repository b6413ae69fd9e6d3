//! `duel`: two engaged units that attack in turn.

use std::sync::LazyLock;

use super::battlefield::{Claims, SideTerrain};
use super::card_checks;
use super::card_numbers::{CardNumbers, SideNumbers};
use super::cards::PlayedCards;
use super::combat::{AttackChanges, DefenseChanges, SpendingKeys, charge_effects, checked};
use super::names::{self, WoundsLeftOf};
use super::parsed_question::{ParsedQuestion, Subject, name_question};
use super::rules::{CatalogueKey, RulesKeys};
use super::usage::Usage;
use crate::catalogue::Catalogue;
use crate::request::kind::QuestionKind;
use crate::request::role::{A, B, of_two, side};
use crate::request::{
    BoundedInteger, Count, Key, Keys, ParsedFields, RequestError, SensitivityFields, TextValue,
    UnitEngineKeys, WhyFields, groups, keys,
};
use warodds_games::asoiaf::values::Activations;
use warodds_games::asoiaf::{
    Aim, Combatant, Duel, DuelSide, Facing, Opening, Question, Spending, Tokens, Unit,
    WeaponFilter, best_duelists,
};

keys! {
    /// The units, the length and the first attack.
    pub struct Course in Situation {
        /// The first unit: its name, or some words of it (see `warodds units`).
        needed a: TextValue [Positional, Lists], "A";
        /// The second unit.
        needed b: TextValue [Positional, Lists], "B";
        /// Number of rounds. Both units attack once in each.
        usual rounds: BoundedInteger<1, 60> = BoundedInteger::clamped(6), "N";
        /// Number of attacks of both units together, instead of rounds.
        maybe activations: Activations [Conflicts("rounds")], "N";
        /// Who attacks first.
        usual first: DuelSide = DuelSide::A, "WHO";
        /// The first attack is a charge.
        flag opening_charge [Part("bonus", "a"), Mistaken("charge")];
        /// That charge was disorderly: no charge bonus.
        flag opening_disorderly [Part("bonus", "a"), Requires("opening_charge")];
        /// The arc of the first attack. Later attacks come from the front.
        usual opening_facing: Facing [Part("bonus", "a")] = Facing::Front, "FACING";
    }
}

keys! {
    /// The attachments of both sides, and when their players spend tokens.
    pub struct BothSides in Units {
        /// An attachment of a.
        maybe a_with: TextValue [Part("attachment", "a"), Alias("with")], "ATTACHMENT";
        /// An attachment of b.
        maybe b_with: TextValue [Part("attachment", "b")], "ATTACHMENT";
        /// When players spend the tokens on enemy units.
        usual spending: Spending = Spending::WhenItHelps, "WHEN";
        /// What both players aim for with orders, options and tokens.
        usual aim: Aim = Aim::Win, "AIM";
    }
}

keys! {
    /// Weapon, wounds and tokens of one side.
    pub struct SideState<ROLE> in Units {
        /// Which melee attack of {role} [default: the one with the highest expected wounds in its
        /// first attack].
        maybe weapon: TextValue [Mistaken(of_two(ROLE, "a-attack", "b-attack"))], "ATTACK";
        /// Wounds {role} has lost.
        usual wounds_lost: Count = Count(0), "N";
        /// Tokens that {role} holds, joined with `+`.
        usual tokens: Tokens [Part("token", side(ROLE))] = Tokens::NONE, "TOKENS";
    }
}

groups! {
    /// The keys of one side.
    pub struct SideKeys<ROLE> {
        /// Weapon, wounds and tokens.
        pub state: SideState<ROLE>,
        /// Numbers in place of those on its card.
        pub numbers: SideNumbers<ROLE>,
        /// Changes to its rolls when it attacks.
        pub attacking: AttackChanges<ROLE>,
        /// Changes to its rolls when it is attacked.
        pub defending: DefenseChanges<ROLE>,
        /// The terrain near it.
        pub terrain: SideTerrain<ROLE>,
    }
}

groups! {
    /// The keys that describe a duel.
    pub struct DuelKeys {
        /// The units, the length and the first attack.
        pub course: Course,
        /// Attachments, and when tokens are spent.
        pub both: BothSides,
        /// The first side.
        pub one: SideKeys<A>,
        /// The second side.
        pub other: SideKeys<B>,
        /// When each player spends tokens.
        pub spending: SpendingKeys<A, B>,
        /// Zones that are claimed during the duel.
        pub claims: Claims,
        /// The catalogue of cards.
        pub catalogue: CatalogueKey,
        /// The game situation and the use of abilities.
        pub usage: Usage<A, B>,
        /// Tactics cards, each played in the first attack that has its trigger.
        pub cards: PlayedCards<A, B>,
        /// The edition of the rules.
        pub rules: RulesKeys,
    }
}

/// Returns the kind `duel`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "duel",
        about: "Who wins when two units stay engaged?",
        more: "The units attack in turn, with the dice of their remaining ranks, until one is \
               destroyed or the last round is over.",
        examples: &[
            "warodds duel \"stark sworn swords\" \"lannister guardsmen\"",
            "warodds duel \"stark sworn swords\" \"lannister guardsmen\" --rounds 3 --first b \
             --opening-charge --opening-facing flank",
            "warodds duel \"umber greataxes\" \"mountain's men\" --a-with \"umber champion\" \
             --b-tokens panicked+weakened --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
                [
                    DuelKeys::keys(),
                    WhyFields::keys(),
                    SensitivityFields::keys(),
                    UnitEngineKeys::keys(),
                ]
                .concat()
            });
            &KEYS
        },
        ask: |values, catalogue| {
            DuelKeys::read(values)?.question(values, catalogue).map(ParsedQuestion::into_query)
        },
    }
}

impl<const ROLE: u8> SideKeys<ROLE> {
    /// Returns the combatant once for each melee weapon it may use.
    fn combatants(&self, unit: &Unit, spending: Spending) -> Result<Vec<Combatant>, RequestError> {
        let SideState { weapon, wounds_lost, tokens } = &self.state;
        let option = format!("{}-wounds-lost", side(ROLE));
        let left = WoundsLeftOf::Lost(&option, wounds_lost.0);
        let modifiers = self.attacking.modifiers().with_defense_of(self.defending.modifiers());
        let combatant = names::combatant(unit, left, *tokens, spending)?;
        let mut combatant = combatant.with_modifiers(modifiers);
        self.terrain.apply_to_side(&mut combatant);
        names::morale(unit).map_err(|wrong| wrong.about(side(ROLE)))?;
        let weapons = names::weapons(unit, weapon.as_ref(), WeaponFilter::Melee);
        let id = if weapon.is_some() { of_two(ROLE, "a_weapon", "b_weapon") } else { side(ROLE) };
        let weapons = weapons.map_err(|wrong| wrong.about(id))?.into_iter();
        let with = |weapon| combatant.clone().attacking_with(weapon);
        Ok(weapons.map(with).collect())
    }
}

impl DuelKeys {
    fn question(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<ParsedQuestion, RequestError> {
        let mut units = [
            names::unit(catalogue, ("a", &self.course.a.0), ("a_with", self.both.a_with.as_ref()))?,
            names::unit(catalogue, ("b", &self.course.b.0), ("b_with", self.both.b_with.as_ref()))?,
        ];
        self.cards.deal(&mut units, catalogue)?;
        self.usage.apply(&mut units)?;
        let mut replaced = CardNumbers::new(values);
        let [a, b] = &mut units;
        self.one.numbers.replace_on_card(a, &mut replaced);
        self.other.numbers.replace_on_card(b, &mut replaced);
        names::refuse_spending(values, &["a_tokens", "b_tokens"], &units)?;
        let [a, b] = &units;
        let [own, other] = self.spending.or(self.both.spending);
        let sides = [self.one.combatants(a, own)?, self.other.combatants(b, other)?];
        let (opening, edition) = (self.course.opening(), self.rules.rules.unwrap_or_default());
        let best = best_duelists(sides, opening, edition).map_err(names::lacking)?;
        let Some([mut a, mut b]) = best else {
            return Err(RequestError::refused("a duel needs two units with melee attacks"));
        };
        let activations = self.course.activations()?;
        self.claims.apply_to([&mut a, &mut b])?;
        let mut question = Duel::new(a, b, activations, opening).map_err(names::lacking)?;
        card_checks::check_duel(&question)?;
        question.aim = self.both.aim;
        let names = units.each_ref().map(|unit| unit.name.clone());
        let question = Question::Duel(Box::new(question));
        let parsed = name_question("duel", Subject::Versus(units), question, &self.rules)?;
        let question = parsed.question.with_sides(names.each_ref().map(String::as_str));
        Ok(ParsedQuestion { question, notes: replaced.into_notes() })
    }
}

impl Course {
    fn activations(&self) -> Result<Activations, RequestError> {
        let of_rounds = || checked("rounds", Activations::new(2 * self.rounds.get()));
        self.activations.map_or_else(of_rounds, Ok)
    }

    fn opening(&self) -> Opening {
        Opening {
            first: self.first,
            facing: self.opening_facing,
            charge: charge_effects(self.opening_charge, self.opening_disorderly, false),
        }
    }
}
