//! `charge`: a charge and its attack, of named units or in plain numbers.

use std::sync::LazyLock;

use super::battlefield::{Battlefield, SideTerrain};
use super::card_checks;
use super::card_numbers::CardNumbers;
use super::card_ranking::{CardRankingKeys, RankedQuestion};
use super::cards::PlayedCards;
use super::combat::{
    AttackNumbers, AttackSpending, RollChanges, TokenKeys, WOUNDS, WoundsLeft, plain_state,
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
    GivenKeys, Key, Keys, Mark, NeedFields, ParsedFields, RequestError, SensitivityFields,
    UnitEngineKeys, WhyFields, groups, keys,
};
use warodds_games::asoiaf::values::{Inches, Modifier, Morale, Speed};
use warodds_games::asoiaf::{
    Charge, Combatant, Context, Edition, Modifiers, Question, Reach, Rerolls, Spending, Terrain,
    TerrainKeyword, Token, Tokens, Unit, WeaponFilter,
};

keys! {
    /// The path to the target.
    pub struct ChargePath in Situation {
        /// The charger's speed in inches.
        maybe speed: Speed, "N";
        /// Inches to the target.
        needed distance: Inches [Argument, Mistaken("range")], "INCHES";
        /// Terrain on the way, joined with `+`.
        usual terrain: Terrain [
            Part("terrain", "attacker"),
            Short("rough", "rough"),
            Short("hindering", "hindering"),
            Short("hindering_edge", "hindering-edge"),
            Short("fortified", "fortified"),
            Short("dangerous", "dangerous"),
            Short("dangerous_edge", "dangerous-edge")
        ] = Terrain::OPEN, "TERRAIN";
        /// The charger may reroll the charge distance.
        flag reroll_distance [Part("reroll", "attacker"), Mistaken("reroll")];
    }
}

keys! {
    /// The charger's panic test after a failed charge.
    pub struct ChargerOptions in Dice {
        /// The charger's morale value: its panic test when the charge fails.
        maybe attacker_morale: Morale [Mistaken("own-morale")], "N";
        /// Wounds the charger has left [default: 12].
        maybe attacker_wounds: WoundsLeft [
            Conflicts("attacker_wounds_lost"),
            Mistaken("own-wounds")
        ], "N";
        /// Added to the charger's panic test.
        usual attacker_panic_modifier: Modifier [
            Part("modifier", "attacker"),
            Mistaken("own-panic-mod")
        ] = Modifier::NONE, "N";
        /// The charger may reroll its panic test.
        flag attacker_reroll_morale [Part("reroll", "attacker"), Mistaken("own-reroll-morale")];
        /// The defender may make the charger reroll its panic test.
        flag attacker_force_reroll_morale [Part("reroll", "defender")];
    }
}

groups! {
    /// The keys that describe a charge.
    pub struct ChargeKeys {
        /// The units by name.
        pub names: UnitNames,
        /// The catalogue of cards.
        pub catalogue: CatalogueKey,
        /// The game situation and the use of abilities.
        pub usage: UsageKeys,
        /// Tactics cards.
        pub cards: PlayedCards<ATTACKER, DEFENDER>,
        /// The path to the target.
        pub path: ChargePath,
        /// The charger's panic test after a failed charge.
        pub charger: ChargerOptions,
        /// The attack in plain numbers.
        pub numbers: AttackNumbers,
        /// Changes to the attack's rolls.
        pub changes: RollChanges,
        /// When each player spends tokens.
        pub spending: AttackSpending,
        /// Terrain and zones.
        pub battlefield: Battlefield,
        /// Terrain near the charger.
        pub terrain: SideTerrain<ATTACKER>,
    }
}

/// Returns the kind `charge`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "charge",
        about: "Does a charge connect, and what does it do?",
        more: "Give the names of two units, or plain numbers: without --dice the answer is about \
               the distance alone, and without --attacker-morale the panic test after a failed \
               charge is left out. Separate several names by commas to ask about each; `list=FILE` \
               asks about each unit of an army list, with its attachments.",
        examples: &[
            "warodds charge \"stark outriders\" \"lannister crossbowmen\" --distance 9 --facing \
             flank",
            "warodds charge \"stark outriders\" \"lannister crossbowmen\" --distance 6..12",
            "warodds charge \"stark outriders, umber berserkers\" \"lannister crossbowmen\" \
             --distance 6..12",
            "warodds charge list=scenarios/lists/stark-40.toml \"lannister crossbowmen\" --distance 9",
            "warodds charge --speed 5 --distance 8",
            "warodds charge --speed 5 --distance 9 --hindering --reroll-distance --attacker-morale 6+",
            "warodds charge --speed 5 --distance 8 --dice 8 --hit 3 --defense 4 --morale 7 \
             --facing flank --attacker-morale 6 --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
                let mut keys = ChargeKeys::keys();
                // several units are paired below, where units that cannot charge are left out
                let lists = keys.iter_mut().filter(|key| key.has(Mark::Lists));
                lists.for_each(|key| key.marks.push(Mark::Single));
                [
                    keys,
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
        ask: |values, catalogue| ChargeKeys::read(values)?.query(values, catalogue),
    }
}

impl ChargeKeys {
    /// Builds the query: one charge, or one per pair of units if either side is a list.
    fn query(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        let ranking = CardRankingKeys::read(values)?;
        match self.pairs(values, catalogue)? {
            Some(_) if ranking.rank_cards => Err(RequestError::refused(
                "--rank-cards takes one charger and one target: name one unit on each side",
            )),
            None if ranking.rank_cards => {
                let ask = |cards| Self { cards, ..self.clone() }.question(values, catalogue);
                let units = self.names.ranked_units(catalogue)?;
                ranking.query(&RankedQuestion { units, cards: &self.cards, ask }, catalogue)
            }
            None => self.question(values, catalogue).map(ParsedQuestion::into_query),
            Some(pairs) => self.pair_questions(&pairs, values).map(Query::Cases),
        }
    }

    /// Builds the question about a single charge.
    ///
    /// # Errors
    /// [`RequestError`] for missing, contradictory or ineffective keys, and for a charge out of
    /// reach.
    pub(super) fn question(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<ParsedQuestion, RequestError> {
        let parsed = self.question_at_any_distance(values, catalogue)?;
        match parsed.question.question.asoiaf() {
            Some(Question::Charge(charge)) if values.is_only_case() && !charge.in_reach() => {
                Err(out_of_reach(charge))
            }
            _ => Ok(parsed),
        }
    }

    /// Builds the question without a check of the distance: among several cases, a charge out of
    /// reach is answered with a note.
    fn question_at_any_distance(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<ParsedQuestion, RequestError> {
        let rules = RulesKeys::read(values)?;
        if let Some(units) = self.names.units((&self.usage, &self.cards), catalogue)? {
            names::refuse_spending(values, &TokenKeys::HELD, &units)?;
            return self.unit_question(units, values, &rules);
        }
        let question = Question::Charge(self.plain_charge()?);
        names::refuse_names(values)?;
        refuse_without_effect(values)?;
        let parsed =
            name_question("charge", Subject::Numbers("charger → target"), question, &rules)?;
        Ok(ParsedQuestion { notes: self.notes(), ..parsed })
    }

    /// Builds the question about a charge of `units[0]` at `units[1]`.
    pub(super) fn unit_question(
        &self,
        mut units: [Unit; 2],
        values: &ParsedFields<'_>,
        rules: &RulesKeys,
    ) -> Result<ParsedQuestion, RequestError> {
        let mut replaced = CardNumbers::new(values);
        self.replace_on_cards(&mut units, &mut replaced);
        let edition = rules.rules.unwrap_or_default();
        let [Unit { name, attacks, .. }, _] = &units;
        if attacks.is_empty() {
            refuse_attack_keys(values, &|option| {
                format!("{option} applies to the attack, and {name} has none: leave {option} out")
            })?;
        }
        let question = Question::Charge(self.unit_charge(&units, edition)?);
        let parsed = name_question("charge", Subject::Against(units), question, rules)?;
        Ok(ParsedQuestion { notes: replaced.into_notes(), ..parsed })
    }

    /// Replaces numbers on the cards of the charger and its target.
    pub(super) fn replace_on_cards(&self, units: &mut [Unit; 2], replaced: &mut CardNumbers) {
        self.numbers.replace_on_cards(units, replaced);
        let [charger, _] = units;
        replaced.replace_speed(charger, self.path.speed);
        replaced.replace_morale(charger, self.charger.attacker_morale);
    }

    /// Returns the changes of the charger's rolls, in its attack and in its panic test after a
    /// failed charge.
    const fn charger_modifiers(&self) -> Modifiers {
        Modifiers {
            panic_modifier: self.charger.attacker_panic_modifier,
            morale_rerolls: Rerolls {
                roller: self.charger.attacker_reroll_morale,
                enemy: self.charger.attacker_force_reroll_morale,
            },
            ..self.changes.attacking.modifiers()
        }
    }

    /// Returns when charger and target spend tokens.
    fn spending(&self) -> [Spending; 2] {
        self.spending.or(self.changes.tokens.spending)
    }

    fn plain_charge(&self) -> Result<Charge, RequestError> {
        let speed = self.path.speed.ok_or_else(|| {
            RequestError::refused(
                "a charge needs two units, or --speed (and --dice, --hit, --defense and --morale \
                 for its attack); see warodds charge --help",
            )
        })?;
        let wounds = self.charger.attacker_wounds.map_or(WOUNDS, WoundsLeft::get);
        let state = plain_state("attacker-wounds", wounds, self.changes.tokens.attacker_tokens)?;
        let spending = self.spending();
        let sides = self.numbers.combatants(&self.changes, spending, Reach::Melee, state)?;
        let (own, target) = match sides {
            Some([own, other]) => (own, Some(other)),
            None => (Combatant::plain(state, spending[0]), None),
        };
        let morale = self.charger.attacker_morale;
        self.charge(Combatant { speed: Some(speed), morale, ..own }, target)
    }

    /// Builds the charge of `attacker` at `defender`.
    ///
    /// # Errors
    /// [`RequestError`] for values that a card lacks, and for contradictory keys.
    pub(super) fn unit_charge(
        &self,
        [attacker, defender]: &[Unit; 2],
        edition: Edition,
    ) -> Result<Charge, RequestError> {
        let [own, other] = self.names.combatants(
            [attacker, defender],
            [self.charger.attacker_wounds, self.numbers.defender_wounds],
            &self.changes.tokens,
            self.spending(),
        )?;
        if attacker.speed.is_none() {
            let wrong = format!("the speed of {} is unknown", attacker.name);
            return Err(names::unknown(&wrong, "speed").about("attacker"));
        }
        names::morale(attacker).map_err(|wrong| wrong.about("attacker"))?;
        names::morale(defender).map_err(|wrong| wrong.about("defender"))?;
        let other = other.with_modifiers(self.changes.defending.modifiers());
        if attacker.attacks.is_empty() {
            return self.charge(own, None);
        }
        let weapon = (self.names.weapon.as_ref(), WeaponFilter::Melee);
        let best = names::with_best(attacker, weapon, edition, |weapon| {
            self.charge(own.clone().attacking_with(weapon), Some(other.clone()))
        })?;
        best.attack().map_or(Ok(()), |attack| card_checks::check(attack, true))?;
        Ok(best)
    }

    fn charge(
        &self,
        charger: Combatant,
        mut target: Option<Combatant>,
    ) -> Result<Charge, RequestError> {
        let mut charger = charger.with_modifiers(self.charger_modifiers());
        if let Some(target) = &mut target {
            self.battlefield.apply_to([&mut charger, target])?;
        }
        self.terrain.apply_to_side(&mut charger);
        let context = Context { facing: self.numbers.facing, ..Context::CHARGE };
        let target = target.map(|target| (target, context));
        let ChargePath { distance, terrain, reroll_distance, .. } = self.path;
        let mut charge = Charge::new(charger, target, distance).map_err(names::lacking)?;
        (charge.terrain, charge.reroll_distance) = (terrain, reroll_distance);
        charge.spending = self.spending()[1];
        Ok(charge)
    }

    /// Returns notes on the parts that the answer leaves out.
    fn notes(&self) -> Vec<String> {
        let panic = (self.charger.attacker_morale.is_none())
            .then_some("the panic test of a failed charge is left out: it needs --attacker-morale");
        let attack =
            (!self.numbers.is_given()).then_some("the attack is left out: it needs --dice");
        panic.into_iter().chain(attack).map(str::to_owned).collect()
    }
}

/// Refuses keys that have no effect on a charge in plain numbers.
fn refuse_without_effect(values: &ParsedFields<'_>) -> Result<(), RequestError> {
    if !values.has("dice") {
        refuse_attack_keys(values, &|option| {
            format!(
                "{option} applies to the attack, and without --dice there is only the charge \
                 itself: add --dice, --hit, --defense and --morale, or leave {option} out"
            )
        })?;
    }
    if !values.has("attacker_morale") {
        refuse_panic_keys(values)?;
    }
    names::refuse_spending(values, &TokenKeys::HELD, &[])
}

/// Refuses keys of the attack if there is none, except tokens that affect the panic test.
fn refuse_attack_keys(
    values: &ParsedFields<'_>,
    why: &dyn Fn(&str) -> String,
) -> Result<(), RequestError> {
    let mut ids = [AttackNumbers::ids(), RollChanges::ids(), Battlefield::ids()].concat();
    let is_of_test = |tokens: &Tokens| tokens.holds(Token::Panicked);
    let tokens = values.one("attacker_tokens")?.filter(is_of_test);
    ids.retain(|id| *id != "spending" && (*id != "attacker_tokens" || tokens.is_none()));
    ids.extend(["weapon", "defender_wounds_lost", "attacker_spending"]);
    values.refuse(&ids, |_, option| why(option))
}

/// Refuses keys of the charger's panic test if there is none.
fn refuse_panic_keys(values: &ParsedFields<'_>) -> Result<(), RequestError> {
    let mut ids = vec![
        "attacker_panic_modifier",
        "attacker_reroll_morale",
        "attacker_force_reroll_morale",
        "attacker_horrific",
        "attacker_inspiring",
    ];
    if values.one("attacker_tokens")? == Some(Tokens::NONE.with(Token::Panicked)) {
        ids.push("attacker_tokens");
    }
    values.refuse(&ids, |_, option| {
        format!(
            "{option} applies to the charger's panic test, which needs --attacker-morale: add \
             that, or leave {option} out"
        )
    })?;
    let terrain: Terrain = values.one("terrain")?.unwrap_or_default();
    let is_dangerous = |keyword| terrain.has(keyword);
    if [TerrainKeyword::Dangerous, TerrainKeyword::DangerousEdge].into_iter().any(is_dangerous) {
        return Ok(());
    }
    values.refuse(&["attacker_wounds"], |_, option| {
        format!(
            "{option} limits the wounds of the charger, which takes none here: add \
             --attacker-morale or --dangerous, or leave {option} out"
        )
    })
}

/// Returns the error of a charge out of reach, which may not be declared (A5.1).
pub(super) fn out_of_reach(charge: &Charge) -> RequestError {
    let (distance, longest) = (charge.distance, charge.longest());
    RequestError::Refused(format!(
        "--distance {distance} is out of reach: the longest charge is {longest}\", and no charge \
         may be declared beyond it (A5.1)"
    ))
}
