//! `duel`: two engaged units, by name, striking in turn.

use super::attack::{ParsedAttack, Subject, posed};
use super::battlefield::Claims;
use super::combat::{charge_effects, checked};
use super::names::{self, WoundsLeftOf};
use super::rules::{CatalogueKey, RulesKeys};
use super::usage::UsageKeys;
use crate::catalogue::Catalogue;
use crate::request::kind::QuestionKind;
use crate::request::{
    BoundedInteger, Count, EngineKeys, Keys, ParsedFields, RequestError, SensitivityFields,
    TextValue, WhyFields, groups, keys,
};
use warodds_games::asoiaf::values::Activations;
use warodds_games::asoiaf::{
    Combatant, Duel, DuelSide, Facing, Opening, Question, Spending, Token, Tokens, Unit,
    WeaponFilter, best_duelists,
};

keys! {
    /// Who fights, for how long, and how it begins.
    pub struct Course in Situation {
        /// One unit: its name, the start of its name, some of its words, or its id (see `warodds
        /// units`).
        needed a: TextValue [Positional, Lists], "A";
        /// The other.
        needed b: TextValue [Positional, Lists], "B";
        /// Rounds: in each both units strike once.
        usual rounds: BoundedInteger<1, 60> = BoundedInteger::clamped(6), "N";
        /// Who strikes first.
        usual first: DuelSide = DuelSide::A, "WHO";
        /// A charge led to the first attack.
        flag opening_charge [Part("bonus", "a"), Mistaken("charge")];
        /// That charge was disorderly: no charge bonus.
        flag opening_disorderly [Part("bonus", "a"), Requires("opening_charge")];
        /// The arc of the unit struck first in which the other stands; later attacks come from the
        /// front.
        usual opening_facing: Facing [Part("bonus", "a")] = Facing::Front, "FACING";
    }
}

keys! {
    /// What the sides bring.
    pub struct Sides in Units {
        /// An attachment of a.
        maybe a_with: TextValue [Part("attachment", "a"), Alias("with")], "ATTACHMENT";
        /// An attachment of b.
        maybe b_with: TextValue [Part("attachment", "b")], "ATTACHMENT";
        /// Which melee attack of a [default: the one whose first attack has the highest expected
        /// wounds].
        maybe a_weapon: TextValue [Mistaken("a-attack")], "ATTACK";
        /// Which melee attack of b [default: the one whose first attack has the highest expected
        /// wounds].
        maybe b_weapon: TextValue [Mistaken("b-attack")], "ATTACK";
        /// Wounds a has lost.
        usual a_wounds_lost: Count = Count(0), "N";
        /// Wounds b has lost.
        usual b_wounds_lost: Count = Count(0), "N";
        /// Tokens that a holds, with commas between them.
        several a_tokens: Token [Part("token", "a")], "TOKENS";
        /// Tokens that b holds, with commas between them.
        several b_tokens: Token [Part("token", "b")], "TOKENS";
        /// When players spend the tokens of enemy units.
        usual spending: Spending [Mistaken("tokens")] = Spending::WhenItHelps, "WHEN";
    }
}

groups! {
    /// The keys that describe a duel.
    pub struct DuelKeys {
        /// How it goes.
        pub course: Course,
        /// What the sides bring.
        pub sides: Sides,
        /// Zones that are claimed while it goes on.
        pub claims: Claims,
        /// Which cards.
        pub catalogue: CatalogueKey,
        /// How the units are used.
        pub usage: UsageKeys,
        /// Which rules.
        pub rules: RulesKeys,
    }
}

/// The question.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "duel",
        about: "Who wins when two units stay engaged?",
        more: "They strike in turn, with the dice that their ranks leave them, until one is \
               destroyed or the rounds are over.",
        examples: &[
            "warodds duel \"stark sworn swords\" \"lannister guardsmen\"",
            "warodds duel \"stark sworn swords\" \"lannister guardsmen\" --rounds 3 --first b \
             --opening-charge --opening-facing flank",
            "warodds duel \"umber greataxes\" \"mountain's men\" --a-with \"umber champion\" \
             --b-tokens weakened,panicked --json",
        ],
        takes_lists: true,
        keys: || {
            [DuelKeys::keys(), WhyFields::keys(), SensitivityFields::keys(), EngineKeys::keys()]
                .concat()
        },
        ask: |values, catalogue| {
            DuelKeys::read(values)?.asked(values, catalogue).map(ParsedAttack::alone)
        },
    }
}

/// What one side brings.
struct Side<'a> {
    attack: Option<&'a TextValue>,
    left: WoundsLeftOf<'static>,
    tokens: Tokens,
}

impl Sides {
    fn each(&self) -> [Side<'_>; 2] {
        let side = |attack, option, lost: Count, tokens: &[Token]| Side {
            attack,
            left: WoundsLeftOf::Lost(option, lost.0),
            tokens: tokens.iter().copied().collect(),
        };
        let Self { a_weapon, b_weapon, a_wounds_lost, b_wounds_lost, a_tokens, b_tokens, .. } =
            self;
        [
            side(a_weapon.as_ref(), "a-wounds-lost", *a_wounds_lost, a_tokens),
            side(b_weapon.as_ref(), "b-wounds-lost", *b_wounds_lost, b_tokens),
        ]
    }

    /// The unit as it fights, once for each melee weapon that it may use.
    fn combatants(&self, unit: &Unit, side: &Side<'_>) -> Result<Vec<Combatant>, RequestError> {
        let attacked = names::combatant(unit, side.left, side.tokens, self.spending)?
            .attacked()
            .map_err(names::no_morale)?;
        let weapons = names::weapons(unit, side.attack, WeaponFilter::Melee)?.into_iter();
        let with = |weapon| attacked.clone().attacking_with(weapon);
        Ok(weapons.map(with).collect())
    }
}

impl DuelKeys {
    fn asked(
        &self,
        _: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<ParsedAttack, RequestError> {
        let unit = |name: &TextValue, with: &Option<TextValue>| {
            names::unit(catalogue, &name.0, with.as_ref())
        };
        let mut units =
            [unit(&self.course.a, &self.sides.a_with)?, unit(&self.course.b, &self.sides.b_with)?];
        self.usage.apply(&mut units)?;
        let [a, b] = &units;
        let [side_a, side_b] = self.sides.each();
        let sides = [self.sides.combatants(a, &side_a)?, self.sides.combatants(b, &side_b)?];
        let (opening, edition) = (self.course.opening(), self.rules.rules.unwrap_or_default());
        let Some([a, b]) = best_duelists(sides, opening, edition) else {
            return Err(RequestError::refused("a duel needs two units with melee attacks"));
        };
        let mut question = Duel {
            a,
            b,
            activations: checked("rounds", Activations::new(2 * self.course.rounds.get()))?,
            opening,
        };
        self.claims.on_duel(&mut question)?;
        let names = units.each_ref().map(|unit| unit.name.clone());
        let question = Question::Duel(Box::new(question));
        let posed = posed("duel", Subject::Versus(units), question, &self.rules)?;
        let question = posed.question.with_sides(names.each_ref().map(String::as_str));
        Ok(ParsedAttack { question, ..posed })
    }
}

impl Course {
    fn opening(&self) -> Opening {
        Opening {
            first: self.first,
            facing: self.opening_facing,
            charge: charge_effects(self.opening_charge, self.opening_disorderly, false),
        }
    }
}
