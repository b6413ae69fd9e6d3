//! The choices of both players, and the best of them: every combination is tried.

use warodds_games::asoiaf::effect::{
    Action, Change, Choice, EffectTarget, Moment, Trigger, TriggeredEffect,
};
use warodds_games::asoiaf::{Fishing, ModelledAbility, Spending, Token};

use super::model::{ReferenceModel, Resolution, ResolutionKind};
use super::state::{Chances, CombatState, DuelValue, SequenceChoices, is_better, token_bit};

/// Choices of both sides, and the distribution after them.
type ChosenEnds = (SequenceChoices, Chances<CombatState>);

/// The choices of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SideChoices {
    picked: Vec<(bool, u8)>,
    rerolls_all: bool,
    unspent: u8,
    kept: u8,
}

/// There are more combinations of choices than are tried.
#[derive(Debug)]
pub struct TooMany;

impl SequenceChoices {
    /// Returns the only choices of an attack without options.
    pub fn only(model: &ReferenceModel<'_>) -> Self {
        let picked = model.abilities.each_ref().map(|all| vec![(true, 0); all.len()]);
        Self { picked, ..Self::default() }
    }
}

impl ReferenceModel<'_> {
    /// Returns the best choices of the main attack with their distributions.
    ///
    /// # Errors
    /// [`TooMany`] if there are more than `most` combinations.
    pub fn best(&self, most: usize) -> Result<Vec<ChosenEnds>, TooMany> {
        let start = self.start();
        let options = self.all_choices(&start, (0, ResolutionKind::Main));
        if options.iter().map(Vec::len).sum::<usize>() > most {
            return Err(TooMany);
        }
        let outcome = |choices: &SequenceChoices| self.sequence(choices);
        Ok(self.best_choices(&options, outcome, &wounds_dealt(start)))
    }

    /// Returns the best choices for the triggered attack with index `place` in the sequence: they
    /// are rated by the whole rest of the sequence.
    pub fn choose_triggered(
        &self,
        state: CombatState,
        by: usize,
        place: usize,
        resolution: Resolution<'_>,
    ) -> SequenceChoices {
        // the choices of a charge hold for its whole sequence (A14.16)
        if self.is_begun {
            return resolution.choices.clone();
        }
        if let Some(choices) = self.decided.borrow().get(&(place, state)) {
            return choices.clone();
        }
        let options = self.all_choices(&state, (by, ResolutionKind::Triggered));
        let outcome = |choices: &SequenceChoices| {
            self.rest_of_sequence(self.triggered_attack(state, by, choices), place + 1, resolution)
        };
        // a single combination need not be rated, which spares most of the enumeration
        let choices = if options.len() == 1 && options[0].len() == 1 {
            options[0][0].clone()
        } else {
            let worth = |end: &CombatState| {
                let (first, second) =
                    resolution.later.map_or_else(|| wounds_dealt(state)(end), |later| later(end));
                if by == 0 { (first, second) } else { (-first, -second) }
            };
            let best = self.best_choices(&options, outcome, &worth);
            // tied choices that end differently leave the distribution undetermined
            if !best.iter().all(|(_, ends)| are_equal(ends, &best[0].1)) {
                self.open.set(true);
            }
            best[0].0.clone()
        };
        self.decided.borrow_mut().insert((place, state), choices.clone());
        choices
    }

    /// Returns the best choices of the side that chooses first; the other side replies with what is
    /// best for itself. `worth` returns the value of an end to the first one.
    fn best_choices(
        &self,
        options: &[Vec<SequenceChoices>],
        outcome: impl Fn(&SequenceChoices) -> Chances<CombatState>,
        worth: &dyn Fn(&CombatState) -> DuelValue,
    ) -> Vec<ChosenEnds> {
        let mean = |ends: &Chances<CombatState>| {
            ends.iter().fold((0.0, 0.0), |(first, second), (end, p)| {
                let value = worth(end);
                (first + p * value.0, second + p * value.1)
            })
        };
        let mut best: Option<(DuelValue, Vec<ChosenEnds>)> = None;
        for replies in options {
            let all: Vec<(DuelValue, SequenceChoices, Chances<CombatState>)> = replies
                .iter()
                .map(|choices| {
                    let ends = outcome(choices);
                    (mean(&ends), choices.clone(), ends)
                })
                .collect();
            // the other side replies with what is worst for the one that chooses first (A14.2)
            let values = all.iter().map(|(value, ..)| *value);
            let Some(least) =
                values.reduce(|one, other| if is_better(one, other) { other } else { one })
            else {
                continue;
            };
            let best_replies = all
                .into_iter()
                .filter(|(value, ..)| !is_better(*value, least))
                .map(|(_, choices, ends)| (choices, ends));
            match &mut best {
                Some((value, known)) if !is_better(least, *value) => {
                    if !is_better(*value, least) {
                        known.extend(best_replies);
                    }
                }
                _ => best = Some((least, best_replies.collect())),
            }
        }
        best.map_or_else(Vec::new, |(_, choices)| choices)
    }

    /// Returns all combinations: for each choice of side `me`, all replies of the other side.
    pub fn all_choices(
        &self,
        now: &CombatState,
        (me, kind): (usize, ResolutionKind),
    ) -> Vec<Vec<SequenceChoices>> {
        let [own, other] = [me, 1 - me].map(|side| self.side_choices(side, side == me, now));
        let combined = |mine: &SideChoices, theirs: &SideChoices| {
            let mut choices =
                SequenceChoices { rerolls_all: mine.rerolls_all, ..SequenceChoices::default() };
            choices.picked[me] = mine.picked.clone();
            choices.picked[1 - me] = theirs.picked.clone();
            choices.unspent[1 - me] = mine.unspent;
            choices.unspent[me] = theirs.unspent;
            choices.kept[1 - me] = mine.kept;
            choices.kept[me] = theirs.kept;
            self.without_denied(choices, now, (me, kind))
        };
        own.iter().map(|mine| other.iter().map(|theirs| combined(mine, theirs)).collect()).collect()
    }

    /// Takes back the orders and cards that the other side denies: of what waits for something after
    /// a charge has arrived, nothing is used. The player whose turn it is goes first (A0.7).
    fn without_denied(
        &self,
        mut choices: SequenceChoices,
        now: &CombatState,
        (me, kind): (usize, ResolutionKind),
    ) -> SequenceChoices {
        for side in [0, 1] {
            let moment = if side == me { Moment::Attacking } else { Moment::Attacked };
            let resolution = Resolution { me, kind, choices: &choices, later: None };
            let effects = self.effects(side, &choices, now.attachment_lost[side], moment);
            let denies = |what: Change| {
                effects.iter().any(|(_, effect)| {
                    effect.action == Action::Change(what)
                        && self.holds(effect, side, resolution, now)
                })
            };
            let [orders, cards] = [Change::DenyOrders, Change::DenyCards].map(denies);
            for (number, ability) in self.abilities[1 - side].iter().enumerate() {
                let is_card = ability.effects.card.is_some();
                if (if is_card { cards } else { orders }) && comes_after_arrival(ability) {
                    choices.picked[1 - side][number] = (false, 0);
                }
            }
        }
        choices
    }

    /// Returns all choices of one side.
    fn side_choices(&self, side: usize, attacks: bool, now: &CombatState) -> Vec<SideChoices> {
        let mut all = vec![SideChoices {
            picked: vec![(true, 0); self.abilities[side].len()],
            rerolls_all: false,
            unspent: 0,
            kept: 0,
        }];
        // one order at most for each trigger, or none (A1.7, A14.11)
        for trigger in Trigger::ALL.map(|(trigger, ..)| trigger) {
            let orders: Vec<usize> = (0..self.abilities[side].len())
                .filter(|number| self.abilities[side][*number].effects.trigger() == Some(trigger))
                .collect();
            let is_card = |one: &Option<usize>| {
                one.is_some_and(|number| self.abilities[side][number].effects.card.is_some())
            };
            if orders.is_empty() {
                continue;
            }
            let with_order = |chosen: &SideChoices, one: Option<usize>| {
                let mut chosen = chosen.clone();
                orders.iter().for_each(|order| chosen.picked[*order].0 = Some(*order) == one);
                chosen
            };
            let mut ones: Vec<Option<usize>> =
                orders.iter().copied().map(Some).chain([None]).collect();
            // a card is played whatever the orders of its trigger are worth (A8.4)
            if ones.iter().any(is_card) {
                ones.retain(is_card);
            }
            all = extend_each(all, |chosen| {
                ones.iter().map(|one| with_order(chosen, *one)).collect()
            });
        }
        for (number, ability) in self.abilities[side].iter().enumerate() {
            let Some(choice) = &ability.effects.choice else { continue };
            let sets = self.option_sets(choice, side, now);
            all = extend_each(all, |chosen| {
                // an order that is not given has no options
                let options = if chosen.picked[number].0 { &sets[..] } else { &[0][..] };
                let with = |options: &u8| {
                    let mut chosen = chosen.clone();
                    chosen.picked[number].1 = *options;
                    chosen
                };
                options.iter().map(with).collect()
            });
        }
        let unspent = self.unspent(side, attacks, now);
        all = extend_each(all, |chosen| {
            unspent
                .iter()
                .map(|(unspent, kept)| SideChoices {
                    unspent: *unspent,
                    kept: *kept,
                    ..chosen.clone()
                })
                .collect()
        });
        let rerolls_all = if attacks { self.six_hunting(side) } else { &[false] };
        extend_each(all, |chosen| {
            rerolls_all
                .iter()
                .map(|rerolls_all| SideChoices { rerolls_all: *rerolls_all, ..chosen.clone() })
                .collect()
        })
    }

    /// Returns the sets of options that may be taken, as bit sets.
    fn option_sets(&self, choice: &Choice, side: usize, now: &CombatState) -> Vec<u8> {
        let options = choice.options.len();
        let picks = self.amount(choice.picks, side, now).max(0) as u32;
        let picks = (picks + self.more_picks(&choice.more, side)).min(options as u32);
        (0..1_u8 << options)
            .filter(|set| {
                set.count_ones() == picks || (choice.optional && set.count_ones() < picks)
            })
            .collect()
    }

    /// Returns the sets of the enemy's tokens that a side may leave unspent, as bit sets: at all, and
    /// on saves against hits of effects alone.
    fn unspent(&self, side: usize, attacks: bool, now: &CombatState) -> Vec<(u8, u8)> {
        if self.spending(side) != Spending::WhenItHelps {
            return vec![(0, 0)];
        }
        let is_hit = self.may_be_hit(1 - side, attacks);
        // the attacker spends tokens on saves, the defender on attack dice (A7.2, A7.3)
        let of_dice = if attacks { Token::Vulnerable } else { Token::Weakened };
        let on_hits = (!attacks && is_hit).then_some(Token::Vulnerable);
        let mut sets = vec![(0, 0)];
        for token in [of_dice, Token::Panicked].into_iter().chain(on_hits) {
            if self.may_hold(token, 1 - side, now) {
                let bit = token_bit(token);
                let left = sets.iter().map(|(set, kept)| (set | bit, *kept));
                let keeps = attacks && is_hit && token == Token::Vulnerable;
                let kept = sets.iter().filter(|_| keeps).map(|(set, kept)| (*set, kept | bit));
                sets = sets.iter().copied().chain(left).chain(kept).collect();
            }
        }
        sets
    }

    /// Returns whether effects may hit a side outside of an attack on it; `attacks` says whether it
    /// is the one attacked.
    fn may_be_hit(&self, side: usize, attacked: bool) -> bool {
        (0..2).any(|bearer| {
            self.abilities[bearer].iter().flat_map(|one| one.effects.all()).any(|effect| {
                match effect.action {
                    Action::Triggered(TriggeredEffect::Hits(EffectTarget::Bearer, ..)) => {
                        bearer == side
                    }
                    Action::Triggered(TriggeredEffect::Hits(EffectTarget::Enemy, ..)) => {
                        bearer != side
                    }
                    Action::Change(Change::MissesHitBack | Change::BlockHitsBack) => !attacked,
                    _ => false,
                }
            })
        })
    }

    fn may_hold(&self, token: Token, side: usize, now: &CombatState) -> bool {
        let gives = |one: &&ModelledAbility| {
            one.effects.all().any(|effect| match effect.action {
                Action::Triggered(
                    TriggeredEffect::Give(_, tokens) | TriggeredEffect::Swap(_, tokens),
                )
                | Action::Change(Change::SaveOneGives(tokens)) => tokens.holds(token),
                _ => false,
            })
        };
        (self.start().tokens[side] | now.tokens[side]) & token_bit(token) != 0
            || self.abilities.iter().flatten().any(gives)
    }

    fn six_hunting(&self, side: usize) -> &'static [bool] {
        match self.attack.sides()[side].policy.fishing {
            Fishing::Never => &[false],
            Fishing::Always => &[true],
            Fishing::WhenItHelps => {
                let of_sixes = |one: &&ModelledAbility| {
                    one.effects.all().any(|effect| {
                        matches!(
                            effect.action,
                            Action::Change(Change::Critical(_) | Change::Precision)
                        )
                    })
                };
                // without effects of 6s a reroll of plain hits only loses
                let any = self.abilities.iter().flatten().any(of_sixes);
                if any { &[false, true] } else { &[false] }
            }
        }
    }
}

/// Returns the value to side 0 of an end: the wounds that side 1 lost minus those of side 0.
fn wounds_dealt(start: CombatState) -> impl Fn(&CombatState) -> DuelValue {
    move |end| {
        let lost = |side: usize| f64::from(start.left[side] - end.left[side]);
        (lost(1) - lost(0), 0.0)
    }
}

/// Returns whether an order or a card waits for something after the arrival of a charge.
fn comes_after_arrival(ability: &ModelledAbility) -> bool {
    use Moment::{
        Activating, Charging, Declaring, EnemyActivating, EnemyCharging, EnemyDeclaring,
        EnemyDisorderly, EnemyFailingCharge,
    };
    let before = [
        Trigger::Turn,
        Trigger::Activation,
        Trigger::EnemyActivation,
        Trigger::Charge,
        Trigger::ChargeRolled,
    ];
    let early = [
        Activating,
        EnemyActivating,
        Declaring,
        EnemyDeclaring,
        Charging,
        EnemyCharging,
        EnemyDisorderly,
        EnemyFailingCharge,
    ];
    ability.effects.trigger().is_some_and(|trigger| !before.contains(&trigger))
        && !ability.effects.all().any(|effect| early.contains(&effect.moment))
}

/// Returns whether two distributions are equal.
fn are_equal(one: &Chances<CombatState>, other: &Chances<CombatState>) -> bool {
    let is = |((one, p), (other, q)): (&(CombatState, f64), &(CombatState, f64))| {
        one == other && (p - q).abs() < 1e-12
    };
    one.len() == other.len() && one.iter().zip(other).all(is)
}

fn extend_each(
    side_choices: Vec<SideChoices>,
    with: impl Fn(&SideChoices) -> Vec<SideChoices>,
) -> Vec<SideChoices> {
    side_choices.iter().flat_map(with).collect()
}
