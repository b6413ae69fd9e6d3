//! How long a unit survives: attacks by fresh attackers until it is destroyed.
//!
//! Losses of the unit add up and tokens stay until they are spent (A7). Every attacker starts in
//! its initial state. The round and other circumstances do not change.

mod fewest;

use std::collections::BTreeMap;

use super::attack_sequence::Unsolved;
use super::charge::attack_on;
use super::duel_attack::DuelAttack;
use super::edition::Parameters;
use super::question::{Aim, Attack, Survive};
use super::results::{event, quantity};
use super::situation::CONDITIONS;
use fewest::fewest_attacks;
use warodds_engine::chance::{Chance, Label, Num, Paths, Rule, Slot, State, when};

/// Display name of an attack.
const ATTACKED: &Label =
    &Label::counted("wound left: it is attacked", "wounds left: it is attacked", "A2.1");
/// Display name of the wounds left after it.
const LEFT: &Label = &Label::counted("wound left", "wounds left", "A1.4");

/// Probability of survival below which no further attack is resolved.
pub const NEGLIGIBLE: f64 = 1e-9;
/// Largest number of attacks: a unit that heals more than it loses survives forever.
pub const MOST_ATTACKS: u8 = 250;

/// The wounds and tokens an attack may leave the unit, with their probabilities.
type UnitOutcomes = Vec<([u8; 2], f64)>;

/// The order of attacks: one after the other, and those from `repeated` on over and over.
#[derive(Clone, Copy, Debug)]
struct AttackOrder {
    /// Number of attacks.
    count: usize,
    /// Index of the first repeated one.
    repeated: usize,
}

impl AttackOrder {
    /// Returns the index of the attack of a step.
    #[inline(always)]
    const fn at(self, step: usize) -> usize {
        if step < self.count {
            return step;
        }
        match (step - self.repeated).checked_rem(self.count - self.repeated) {
            Some(number) => self.repeated + number,
            None => 0,
        }
    }
}

/// Indices in the state.
mod place {
    pub(super) const LEFT: usize = 0;
    pub(super) const TOKENS: usize = 1;
    pub(super) const ATTACKS: usize = 2;
}

/// The rule of repeated attacks until a unit is destroyed.
///
/// # Examples
/// If each attack destroys the unit with 25/36, it takes 36/25 attacks on average.
/// ```
/// # use warodds_engine::run::exact;
/// # use warodds_games::asoiaf::values::*;
/// # use warodds_games::asoiaf::*;
/// # fn state(wounds: i64) -> Result<UnitState, OutOfRange> {
/// #     UnitState::after(Body::of_wounds(wounds)?, 0, Tokens::NONE)
/// # }
/// # fn weapon(hit: i64, dice: i64) -> Result<Weapon, OutOfRange> {
/// #     let dice = vec![DiceCount::new(dice)?];
/// #     Ok(Weapon { name: String::new(), reach: Reach::Melee, hit: Hit::new(hit)?, dice })
/// # }
/// # fn unit(wounds: i64) -> Result<Combatant, OutOfRange> {
/// #     Ok(Combatant::plain(state(wounds)?, Spending::default()))
/// # }
/// use warodds_games::asoiaf::survive::SurviveRule;
///
/// let attacker = unit(1)?.attacking_with(&weapon(2, 1)?);
/// let defender = unit(1)?.with_defense(Defense::new(6)?, Morale::new(7)?);
/// let question = Survive::new(vec![Attack::new(attacker, defender, Context::default())?])?;
/// let rule = SurviveRule::under(&Parameters::default(), &question);
/// assert!((exact(&rule)?.slots[0].mean() - 36.0 / 25.0).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SurviveRule {
    /// The attacks: initial wounds and tokens of the attacker, and the attack.
    attacks: Vec<([u8; 2], DuelAttack)>,
    order: AttackOrder,
    /// Says what the players choose for; `None` if they have no choice.
    aim: Option<&'static str>,
    left: u8,
    tokens: u8,
    steps: u8,
    /// Probability that the unit outlasts all attacks that are counted.
    outlasts: f64,
}

/// Compiles attacks on a unit with these wounds and tokens. Returns them and what the players choose
/// for, if they have a choice.
fn compiled(
    parameters: &Parameters,
    (attacks, order): (&[Attack], AttackOrder),
    (aim, start): (Aim, [u8; 2]),
) -> (Vec<DuelAttack>, Option<&'static str>) {
    let has_choice = match aim {
        Aim::Wounds => None,
        Aim::Win => match fewest_attacks(parameters, (attacks, order), start) {
            Ok(Some((attacks, words))) => {
                let parts = attacks.into_iter().zip(0..);
                return (parts.map(|(one, part)| DuelAttack::of(one, part)).collect(), Some(words));
            }
            Ok(None) => Some(false),
            Err(Unsolved) => Some(true),
        },
    };
    let parts = attacks.iter().zip(0..);
    let attacks: Vec<DuelAttack> =
        parts.map(|(one, part)| DuelAttack::new(one, part, parameters)).collect();
    let has_choice = has_choice.unwrap_or_else(|| attacks.iter().any(DuelAttack::leaves_choices));
    (attacks, has_choice.then_some(Aim::Wounds.words_of_survival()))
}

impl SurviveRule {
    /// Compiles the question for the parameters of an edition.
    pub fn under(parameters: &Parameters, question: &Survive) -> Self {
        let mut held = question.unit().tokens.bits();
        loop {
            let rule = Self::compiled(parameters, question, held);
            let (steps, given, outlasts) = rule.needed();
            if given & CONDITIONS & !held == 0 {
                return Self { steps, outlasts, ..rule };
            }
            // an attack gives tokens that another one may spend
            held |= given & CONDITIONS;
        }
    }

    /// Compiles attacks on a unit that may hold the tokens `held`.
    fn compiled(parameters: &Parameters, question: &Survive, held: u8) -> Self {
        let state = question.unit();
        let left = state.wounds_left();
        let all = || question.opening().iter().chain(question.attacks());
        let kills = all().any(|attack| attack.attacker.may_kill_attachments());
        let attack = |attack: &Attack| {
            let mut attack = attack_on(attack, [left, held]);
            attack.defender.attachment_may_be_dead = kills;
            attack
        };
        let attacks: Vec<Attack> = all().map(attack).collect();
        let order = AttackOrder { count: attacks.len(), repeated: question.opening().len() };
        let start = [left, state.tokens.bits()];
        let (compiled, aim) = compiled(parameters, (&attacks, order), (question.aim, start));
        let own = attacks.iter().map(|attack| {
            let own = attack.attacker.state;
            [own.wounds_left(), own.tokens.bits()]
        });
        Self {
            attacks: own.zip(compiled).collect(),
            order,
            aim,
            left,
            tokens: state.tokens.bits(),
            steps: MOST_ATTACKS,
            outlasts: 0.0,
        }
    }

    /// Returns the attack of a step.
    #[inline(always)]
    fn attack(&self, step: usize) -> Option<&([u8; 2], DuelAttack)> {
        self.attacks.get(self.order.at(step))
    }

    /// Returns the wounds left and tokens of the unit after an attack.
    #[inline(always)]
    fn attacked<C: Chance>(&self, chance: &mut C, step: usize, unit: [C::N; 2]) -> [C::N; 2] {
        let Some(([own, own_tokens], attack)) = self.attack(step) else { return unit };
        let left = [C::N::of(*own), unit[0]];
        let [_, left, _, tokens] = attack.strike(chance, left, [C::N::of(*own_tokens), unit[1]]);
        [left, tokens]
    }

    /// Returns the number of attacks after which the probability of survival is below
    /// [`NEGLIGIBLE`], or [`MOST_ATTACKS`], the tokens that the unit may hold until then, and that
    /// probability.
    fn needed(&self) -> (u8, u8, f64) {
        let mut held = self.tokens;
        let mut surviving = BTreeMap::from([([self.left, self.tokens], 1.0)]);
        let mut known: BTreeMap<(usize, [u8; 2]), UnitOutcomes> = BTreeMap::new();
        for step in 0..MOST_ATTACKS {
            // the distribution of attacks has a fixed length, so the tail is cut where it is
            // negligible
            let survives = surviving.values().sum::<f64>();
            if survives < NEGLIGIBLE {
                return (step.max(1), held, survives);
            }
            held = surviving.keys().fold(held, |all, [_, tokens]| all | tokens);
            // attacks repeat in order, so results are cached by their index
            let number = self.order.at(step.into());
            let mut after: BTreeMap<[u8; 2], f64> = BTreeMap::new();
            for (unit, weight) in surviving {
                let outcomes = known.entry((number, unit)).or_insert_with(|| {
                    Paths::new(&[], None)
                        .distribution_of(1.0, |chance| self.attacked(chance, number, unit))
                });
                for (outcome, chance) in outcomes.iter().filter(|(outcome, _)| outcome[0] > 0) {
                    *after.entry(*outcome).or_default() += weight * chance;
                }
            }
            surviving = after;
        }
        (MOST_ATTACKS, held, surviving.values().sum())
    }

    /// Returns the note on a unit that may outlast all attacks that are counted.
    fn cut_off(&self) -> Option<String> {
        (self.outlasts >= NEGLIGIBLE).then(|| {
            let chance = match self.outlasts * 100.0 {
                percent if percent < 0.1 => "less than 0.1 %".to_owned(),
                percent => format!("{percent:.1} %"),
            };
            format!(
                "at most {MOST_ATTACKS} attacks are counted, and with a chance of {chance} the \
                 unit outlasts them: the mean counts these cases as {MOST_ATTACKS} and is a lower \
                 bound"
            )
        })
    }
}

impl Rule for SurviveRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        vec![
            Slot::quantity(
                quantity::ATTACKS,
                "attacks until it is destroyed",
                "attacks",
                self.steps,
            ),
            Slot::event(event::DESTROYED, "destroyed by then"),
        ]
    }

    fn decided(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for (_, attack) in &self.attacks {
            for line in attack.notes(["the attacker", "the unit"]) {
                if !notes.contains(&line) {
                    notes.push(line);
                }
            }
        }
        notes.extend(self.aim.map(str::to_owned));
        notes.extend(self.cut_off());
        notes
    }

    fn steps(&self) -> usize {
        self.steps.into()
    }

    fn start<N: Num>(&self) -> State<N> {
        let mut state = State::<N>::default();
        state[place::LEFT] = N::of(self.left);
        state[place::TOKENS] = N::of(self.tokens);
        state
    }

    #[inline(always)]
    fn step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        let [left, tokens] = [state[place::LEFT], state[place::TOKENS]];
        let alive = left.gt(C::N::of(0));
        let [] = when!(alive, chance.described(ATTACKED, left));
        let [left_after, tokens_after] = when!(alive, self.attacked(chance, step, [left, tokens]));
        let [] = when!(alive, chance.described(LEFT, left_after));
        state[place::LEFT] = left_after.select(alive, left);
        state[place::TOKENS] = tokens_after.select(alive, tokens);
        state[place::ATTACKS] = state[place::ATTACKS] + C::N::flag(alive);
    }

    fn kinds(&self) -> Vec<usize> {
        (0..self.steps.into()).map(|step| self.order.at(step)).collect()
    }

    fn clock(&self) -> Option<usize> {
        Some(place::ATTACKS)
    }

    #[inline(always)]
    fn over<N: Num>(&self, state: &State<N>) -> N::Mask {
        state[place::LEFT].equals(N::of(0))
    }

    #[inline(always)]
    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        chance.record(0, state[place::ATTACKS]);
        chance.record(1, C::N::flag(state[place::LEFT].equals(C::N::of(0))));
    }
}
