//! An attack, charge or panic test as a step of a battle, with the state of both units after it.
//!
//! The rules are those of the questions ([`super::attack`] and its siblings). A question records
//! selected results, but a battle goes on from the full state. An [`Encounter`] therefore returns
//! the joint result, either exactly or from single dice.

mod ends;
mod stops;

use super::attack::AttackRule;
use super::charge::ChargeRule;
use super::combatant::Combatant;
use super::edition::Edition;
use super::friends::FriendTests;
use super::morale::MoraleRule;
use super::panic::PanicRule;
use super::question::{Attack, Charge, Friends, Panic};
use super::situation::{DEAD_ATTACHMENT, FightState};
use super::triggered::HitsRule;
pub use ends::EncounterEnd;
pub use stops::ChargeStops;
use stops::StoppingCharge;
use warodds_engine::chance::{DiceSource, Mask, Paths, Scalar, ScalarDice};

/// The rule of an [`Encounter`].
#[derive(Clone, Debug)]
enum EncounterRule {
    Attack(Box<AttackRule>),
    Charge(Box<StoppingCharge>),
    Panic(PanicRule),
    Morale(MoraleRule),
    Hits(HitsRule),
    /// The test of a friend of the shooter; the array holds wounds left and tokens of the target.
    Friend(Box<FriendTests>, [u8; 2]),
}

/// A compiled attack, charge or panic test. The first unit acts or tests; the second is its enemy.
#[derive(Clone, Debug)]
pub struct Encounter {
    step: EncounterRule,
    /// Tokens of both units.
    tokens: [u8; 2],
}

/// The state of both units after an [`Encounter`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Aftermath {
    /// Wounds left to the first and the second unit; 0 if there is none.
    pub left: [u8; 2],
    /// Bits of [`Tokens`](super::Tokens) of both units, and above them the uses of survival
    /// abilities.
    pub tokens: [u8; 2],
    /// Whether each failed a panic test.
    pub failed: [bool; 2],
    /// Distance of a charge in inches: speed and die with all modifiers (A5.2).
    pub distance: u8,
    /// Whether a charge arrives.
    pub arrives: bool,
    /// Whether a charge is disorderly (A5.5).
    pub disorderly: bool,
}

/// A rule read outside of a table. No input does that.
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq, Eq)]
#[error("a table of the rules has no such entry (this is a bug: please report it)")]
pub struct OutOfTable;

/// Removes the abilities of attachments that these token bits say are dead (A1.6).
fn remove_dead<const N: usize>(units: [&mut Combatant; N], tokens: [u8; N]) {
    for (unit, tokens) in units.into_iter().zip(tokens) {
        if tokens & DEAD_ATTACHMENT > 0 {
            unit.remove_attachment();
        }
    }
}

impl Encounter {
    /// Compiles an attack (A2) between units with these token bits, including uses of survival
    /// abilities. Friends are ignored.
    pub fn attack(mut question: Attack, tokens: [u8; 2], edition: Edition) -> Self {
        // a battle resolves friends one by one, each with its own state
        question.friends = Friends::default();
        remove_dead([&mut question.attacker, &mut question.defender], tokens);
        let rule = AttackRule::under(&edition.parameters(), &question).without_hits();
        Self { step: EncounterRule::Attack(Box::new(rule)), tokens }
    }

    /// Compiles a charge (A5) and everything after it, between units with these token bits. A charger
    /// that fails tests panic near the terrain of its stop, not of the question.
    pub fn charge(
        question: &Charge,
        stops: ChargeStops,
        tokens: [u8; 2],
        edition: Edition,
    ) -> Self {
        let mut question = question.clone();
        if let Some(attack) = &mut question.attack {
            remove_dead([&mut attack.attacker, &mut attack.defender], tokens);
        }
        remove_dead([&mut question.charger], [tokens[0]]);
        let rule = ChargeRule::under(&edition.parameters(), &question).without_hits();
        let attacker = question.attack.as_ref().map(|attack| &attack.attacker);
        let from = attacker.unwrap_or(&question.charger).surroundings;
        let charge = StoppingCharge::new(rule, from, stops);
        Self { step: EncounterRule::Charge(Box::new(charge)), tokens }
    }

    /// Compiles a panic test (A4.2) of a unit with these token bits.
    pub fn panic(question: &Panic, tokens: u8, edition: Edition) -> Self {
        let mut question = question.clone();
        remove_dead([&mut question.unit], [tokens]);
        let rule = PanicRule::under(&edition.parameters(), &question);
        Self { step: EncounterRule::Panic(rule), tokens: [tokens, 0] }
    }

    /// Compiles a morale test without wounds (A4.1) of a unit with these token bits.
    pub fn morale(question: &Panic, tokens: u8, edition: Edition) -> Self {
        let mut question = question.clone();
        remove_dead([&mut question.unit], [tokens]);
        let rule = MoraleRule::under(&edition.parameters(), &question);
        Self { step: EncounterRule::Morale(rule), tokens: [tokens, 0] }
    }

    /// Compiles hits on a unit outside of an attack, with `saves` added to its saves (A2.5).
    pub fn hits(unit: &Combatant, (hits, saves): (u8, i8), tokens: u8, edition: Edition) -> Self {
        let rule = HitsRule::under(&edition.parameters(), unit, (hits, saves));
        Self { step: EncounterRule::Hits(rule), tokens: [tokens, 0] }
    }

    /// Compiles the panic test of a friend of the shooter that is engaged with its target (A6.14).
    /// `after` holds the wounds left and the token bits of the target after the attack.
    pub fn friend(attack: &Attack, friend: Panic, after: [u8; 2], edition: Edition) -> Self {
        let tokens = [friend.unit.state.tokens.bits(), 0];
        // a single friend never exceeds the limits
        let friends = Friends::new(vec![friend]).unwrap_or_default();
        let with = Attack { friends, ..attack.clone() };
        let rule = FriendTests::new(&with, &edition.parameters());
        Self { step: EncounterRule::Friend(Box::new(rule), after), tokens }
    }

    /// Returns the longest distance of a charge, in inches (A5.1); 0 for other encounters.
    pub const fn longest(&self) -> u8 {
        match &self.step {
            EncounterRule::Charge(charge) => charge.rule.declarable(),
            _ => 0,
        }
    }

    /// Returns every possible result with its probability, in ascending order.
    ///
    /// # Errors
    /// [`OutOfTable`] if the rule has a fault.
    pub fn distribution(&self) -> Result<Vec<(Aftermath, f64)>, OutOfTable> {
        let mut paths = Paths::new(&[], None);
        let ways = paths.distribution_of(1.0, |chance| self.resolve(chance).packed());
        let ways = ways.into_iter().map(|(packed, p)| (Aftermath::unpacked(packed), p)).collect();
        complete(ways, paths.into_ledger().is_incomplete())
    }

    /// Resolves the encounter once with single dice.
    ///
    /// # Errors
    /// [`OutOfTable`] if the rule has a fault.
    pub fn roll(&self, dice: &mut dyn DiceSource) -> Result<Aftermath, OutOfTable> {
        let mut dice = ScalarDice::new(dice, &[], None);
        let after = self.resolve(&mut dice.as_chance());
        complete(after, dice.into_ledger().is_incomplete())
    }

    fn resolve(&self, chance: &mut Scalar<'_>) -> Aftermath {
        match &self.step {
            EncounterRule::Attack(rule) => {
                let (fight, failed) = rule.resolve_from(chance, self.tokens);
                let failed = [false, failed > 0];
                Aftermath { left: fight.left, tokens: fight.tokens, failed, ..Aftermath::default() }
            }
            EncounterRule::Charge(charge) => {
                let stopped = |inches| charge.stopped(inches);
                let (outcome, distance, [arrives, disorderly]) =
                    charge.rule.resolve_from(chance, self.tokens, stopped);
                let FightState { left, tokens, .. } = outcome.fight;
                let failed = outcome.failed.map(|failed| failed > 0);
                let (arrives, disorderly) = (arrives.any(), disorderly.any());
                Aftermath { left, tokens, failed, distance, arrives, disorderly }
            }
            EncounterRule::Panic(rule) => {
                let tested = rule.resolve_from(chance, self.tokens[0]);
                let left = rule.wounds_left() - tested.wounds;
                alone(left, tested.tokens, tested.failed.any())
            }
            EncounterRule::Morale(rule) => {
                let (tokens, failed) = rule.resolve_from(chance, self.tokens[0]);
                alone(rule.wounds_left(), tokens, failed.any())
            }
            EncounterRule::Hits(rule) => {
                let [left, tokens] = rule.resolve(chance, self.tokens[0]);
                alone(left, tokens, false)
            }
            EncounterRule::Friend(rule, [left, tokens]) => {
                let [wounds, failed, held] = rule.of_first(chance, *left, *tokens);
                alone(rule.left_of_first().saturating_sub(wounds), held, failed > 0)
            }
        }
    }
}

/// Returns `result` unless the rule read outside of a table.
fn complete<T>(result: T, is_incomplete: bool) -> Result<T, OutOfTable> {
    if is_incomplete { Err(OutOfTable) } else { Ok(result) }
}

/// Returns the result of a single tested unit.
fn alone(left: u8, tokens: u8, failed: bool) -> Aftermath {
    let (left, tokens, failed) = ([left, 0], [tokens, 0], [failed, false]);
    Aftermath { left, tokens, failed, ..Aftermath::default() }
}

impl Aftermath {
    fn packed(self) -> [u8; 7] {
        let Self { left, tokens, failed, distance, arrives, disorderly } = self;
        let events = [failed[0], failed[1], arrives];
        // seven counts fit in the word of the path engine
        let bits = events.iter().fold(0, |bits, event| bits << 1 | u8::from(*event));
        [left[0], left[1], tokens[0], tokens[1], distance, bits, u8::from(disorderly)]
    }

    const fn unpacked([own, other, held, their, distance, bits, disorderly]: [u8; 7]) -> Self {
        let (left, tokens) = ([own, other], [held, their]);
        let failed = [bits & 0b100 != 0, bits & 0b10 != 0];
        let (arrives, disorderly) = (bits & 1 != 0, disorderly != 0);
        Self { left, tokens, failed, distance, arrives, disorderly }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Spending;
    use super::super::ability::ModelledAbility;
    use super::super::combatant::Combatant;
    use super::super::condition::{Token, Tokens};
    use super::super::effect::{Action, Amount, Change, Conditions, Effect, Effects, Moment};
    use super::super::question::{ActivePlayer, Context, Engagement};
    use super::super::unit::{Body, Reach, Unit, UnitState, UnitType, Weapon};
    use super::super::values::{Defense, DiceCount, Hit, Inches, Morale, Speed};
    use super::*;
    use warodds_engine::run::exact;

    pub(super) fn unit() -> Unit {
        let dice = [3, 2, 1].map(|dice| DiceCount::new(dice).unwrap()).to_vec();
        let hit = Hit::new(4).unwrap();
        Unit {
            name: "Swords".to_owned(),
            faction: None,
            kind: UnitType::Infantry,
            cost: None,
            speed: Some(Speed::new(5).unwrap()),
            defense: Defense::new(4).unwrap(),
            morale: Some(Morale::new(7).unwrap()),
            body: Body::new(6, 3, 1).unwrap(),
            attacks: vec![Weapon { name: "Swords".to_owned(), reach: Reach::Melee, hit, dice }],
            abilities: Vec::new(),
            allegiance: Default::default(),
            foreign: None,
            season: None,
            doubt: None,
            circumstances: Default::default(),
            policy: Default::default(),
        }
    }

    fn state(unit: &Unit, left: i64) -> UnitState {
        UnitState::after(unit.body, i64::from(unit.body.wounds()) - left, Tokens::NONE).unwrap()
    }

    pub(super) fn combatant(left: i64) -> Combatant {
        Combatant::of(&unit(), state(&unit(), left), Spending::Never)
    }

    pub(super) fn attack([own, other]: [i64; 2]) -> Attack {
        Attack::new(combatant(own), combatant(other), Context::default()).unwrap()
    }

    /// The panic of 7+: 2D6 below 7 fail in 15 of 36, and cost 1 + D3.
    pub(super) fn panic(left: i64) -> Panic {
        Panic::new(combatant(left), ActivePlayer::Enemy, Spending::Never).unwrap()
    }

    /// A Weakened token is about attacks of the unit that holds it (A7.3): an attack on that unit
    /// leaves it.
    #[test]
    fn tokens_that_an_attack_is_not_about_are_held_after_it() {
        let held = Tokens::from_iter([Token::Weakened]);
        let mut question = attack([2, 6]);
        question.defender.state = UnitState::after(unit().body, 0, held).unwrap();
        let ways =
            Encounter::attack(question, [0, held.bits()], Edition::V1_6).distribution().unwrap();
        assert!(ways.len() > 1);
        assert!(ways.iter().all(|(after, _)| after.tokens == [0, held.bits()]));
    }

    /// A dead attachment brings no dice to an attack by another unit: one of one die wounds in 1/4
    /// (A1.6).
    #[test]
    fn a_dead_attachment_changes_nothing() {
        let dice = Effect {
            moment: Moment::Attacking,
            conditions: Conditions::default(),
            action: Action::Change(Change::Dice(Amount::of(2))),
        };
        let effects = Effects { fixed: vec![dice], ..Effects::default() };
        let ability =
            ModelledAbility { attached: true, ..ModelledAbility::new("Captain", effects) };
        let wounding = |tokens: u8| -> f64 {
            let mut question = attack([2, 6]);
            question.attacker = question.attacker.clone().with_ability(ability.clone());
            let attack = Encounter::attack(question, [tokens, 0], Edition::V1_6);
            let ways = attack.distribution().unwrap();
            ways.iter().filter(|(after, _)| after.left[1] < 6).map(|(_, p)| p).sum()
        };
        assert!((wounding(DEAD_ATTACHMENT) - 0.25).abs() < 1e-12);
        // three dice: 1 − (3/4)³
        assert!((wounding(0) - 37.0 / 64.0).abs() < 1e-12);
    }

    /// By hand: one die hits on 4+ and is saved on 4+, so that it wounds in 1/4; then panic.
    #[test]
    fn an_attack_leaves_what_its_dice_say() {
        // one rank left: one die
        let ways = Encounter::attack(attack([2, 6]), [0; 2], Edition::V1_6).distribution().unwrap();
        let chances = |left: u8, failed: bool| -> f64 {
            let ways = ways.iter();
            let is_so = |after: &Aftermath| after.left == [2, left] && after.failed[1] == failed;
            ways.filter(|(after, _)| is_so(after)).map(|(_, p)| p).sum()
        };
        let failing = 15.0 / 36.0;
        assert!((chances(6, false) - 0.75).abs() < 1e-12);
        assert!((chances(5, false) - 0.25 * (1.0 - failing)).abs() < 1e-12);
        for left in 1..=3 {
            assert!((chances(left, true) - 0.25 * failing / 3.0).abs() < 1e-12);
        }
    }

    /// Speed 5 and 8": a 3 or more arrives (A5.2); 1 and 2 fail, and are a panic test (A5.6).
    #[test]
    fn a_charge_that_fails_is_a_test_of_the_charger() {
        let target = Some((combatant(6), Context::CHARGE));
        let question = Charge::new(combatant(6), target, Inches::new(8.0).unwrap()).unwrap();
        let charge = Encounter::charge(&question, ChargeStops::default(), [0; 2], Edition::V1_6);
        assert_eq!(charge.longest(), 11);
        let ways = charge.distribution().unwrap();
        let chance = |is_so: &dyn Fn(&Aftermath) -> bool| -> f64 {
            ways.iter().filter(|(after, _)| is_so(after)).map(|(_, p)| p).sum()
        };
        assert!((chance(&|after| after.arrives) - 4.0 / 6.0).abs() < 1e-12);
        assert!((chance(&|after| after.distance == 7) - 1.0 / 6.0).abs() < 1e-12);
        // a natural 1 (A5.5), here one of those that do not arrive
        assert!((chance(&|after| after.disorderly) - 1.0 / 6.0).abs() < 1e-12);
        let shaken = |after: &Aftermath| !after.arrives && after.failed[0] && after.left[0] < 6;
        assert!((chance(&shaken) - 2.0 / 6.0 * 15.0 / 36.0).abs() < 1e-12);
        // an attack that arrived is the one of a charge question
        let wounds: f64 = ways.iter().map(|(after, p)| f64::from(6 - after.left[1]) * p).sum();
        let charge = exact(&ChargeRule::new(&question)).unwrap();
        assert!((charge.slots[1].mean() - wounds).abs() < 1e-12);
    }

    /// Saves of 4+ against hits of a card are rerolled for a Vulnerable token, which stays where
    /// none of them blocked (A7.2).
    #[test]
    fn hits_outside_of_attacks_spend_a_vulnerable_token() {
        let held = Tokens::from_iter([Token::Vulnerable]);
        let mut hit = combatant(6);
        hit.state = UnitState::after(unit().body, 0, held).unwrap();
        let hits = Encounter::hits(&hit, (3, 0), held.bits(), Edition::V1_6);
        let ways = hits.distribution().unwrap();
        let wounds: f64 = ways.iter().map(|(after, p)| f64::from(6 - after.left[0]) * p).sum();
        assert!((wounds - 3.0 * 0.75).abs() < 1e-12);
        let kept: f64 = ways.iter().filter(|(after, _)| after.tokens[0] > 0).map(|(_, p)| p).sum();
        assert!((kept - 0.125).abs() < 1e-12);
    }

    /// A friend tests as its own player's unit, whoever is active (A6.14).
    #[test]
    fn friends_test_as_units_do() {
        let tested = Encounter::panic(&panic(3), 0, Edition::V1_6).distribution().unwrap();
        let mut ranged = attack([6, 6]);
        ranged.context.engagement = Engagement::of(Reach::LONG);
        let friend = Encounter::friend(&ranged, panic(3), [4, 0], Edition::V1_6);
        assert_eq!(friend.distribution().unwrap(), tested);
        let gone: f64 = tested.iter().filter(|(after, _)| after.left[0] == 0).map(|(_, p)| p).sum();
        // D3 of 2 or 3 takes the last three wounds
        assert!((gone - 15.0 / 36.0 * 2.0 / 3.0).abs() < 1e-12);
    }
}
