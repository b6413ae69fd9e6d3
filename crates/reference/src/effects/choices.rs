//! All ways in which players may choose, and which of them are the best: every one is tried.

use warodds_games::asoiaf::effect::{Action, Change, Choice, Trigger, TriggeredEffect};
use warodds_games::asoiaf::{Fishing, ModelledAbility, Spending, Token};

use super::model::{ReferenceModel, Resolution};
use super::state::{Chances, CombatState, bit};

/// What both sides choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SequenceChoices {
    /// Of each ability whether it is used, and a bit for each option taken.
    pub picked: [Vec<(bool, u8)>; 2],
    pub fishes: bool,
    /// Tokens of each side that its enemy leaves unspent.
    pub unspent: [u8; 2],
}

/// What one side chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SideChoices {
    picked: Vec<(bool, u8)>,
    fishes: bool,
    unspent: u8,
}

/// Values are floats: equal ones may differ in their last digits.
const TIE: f64 = 1e-9;

/// More ways than are tried.
#[derive(Debug)]
pub struct TooMany;

impl SequenceChoices {
    /// The one of attacks in which there is nothing to choose.
    pub fn only(model: &ReferenceModel<'_>) -> Self {
        let picked = model.abilities.each_ref().map(|all| vec![(true, 0); all.len()]);
        Self { picked, ..Self::default() }
    }
}

impl ReferenceModel<'_> {
    /// The best ways to make the attack in question, with what comes of each.
    pub fn best(
        &self,
        most: usize,
    ) -> Result<Vec<(SequenceChoices, Chances<CombatState>)>, TooMany> {
        let start = self.start();
        let ways = self.all_ways(&start, 0);
        if ways.iter().map(Vec::len).sum::<usize>() > most {
            return Err(TooMany);
        }
        let outcome = |way: &SequenceChoices| self.sequence(way);
        Ok(self.best_among(&start, 0, &ways, outcome))
    }

    /// How the attack that is called forth in a place of the sequence is chosen: for the best of all
    /// that is still to come.
    pub fn choices_of_called(
        &self,
        state: CombatState,
        by: usize,
        place: usize,
        resolution: Resolution<'_>,
    ) -> SequenceChoices {
        // what is chosen with a charge is chosen for all of it (A14.16)
        if self.is_begun {
            return resolution.choices.clone();
        }
        if let Some(way) = self.decided.borrow().get(&(place, state)) {
            return way.clone();
        }
        let ways = self.all_ways(&state, by);
        let outcome = |way: &SequenceChoices| {
            self.rest_of_sequence(self.called_attack(state, by, way), place + 1, resolution)
        };
        let way = if ways.len() == 1 && ways[0].len() == 1 {
            ways[0][0].clone()
        } else {
            let best = self.best_among(&state, by, &ways, outcome);
            if !best.iter().all(|(_, ends)| same(ends, &best[0].1)) {
                self.open.set(true);
            }
            best[0].0.clone()
        };
        self.decided.borrow_mut().insert((place, state), way.clone());
        way
    }

    /// The best of all ways for the striker, who chooses first, the other answering.
    fn best_among(
        &self,
        start: &CombatState,
        me: usize,
        ways: &[Vec<SequenceChoices>],
        outcome: impl Fn(&SequenceChoices) -> Chances<CombatState>,
    ) -> Vec<(SequenceChoices, Chances<CombatState>)> {
        let worth = |ends: &Chances<CombatState>| -> f64 {
            let lost =
                |state: &CombatState, side: usize| f64::from(start.left[side] - state.left[side]);
            ends.iter().map(|(end, p)| p * (lost(end, 1 - me) - lost(end, me))).sum()
        };
        let mut best: (f64, Vec<(SequenceChoices, Chances<CombatState>)>) =
            (f64::NEG_INFINITY, Vec::new());
        for answers in ways {
            let all: Vec<(f64, SequenceChoices, Chances<CombatState>)> = answers
                .iter()
                .map(|way| {
                    let ends = outcome(way);
                    (worth(&ends), way.clone(), ends)
                })
                .collect();
            let least = all.iter().map(|(worth, ..)| *worth).fold(f64::INFINITY, f64::min);
            let replies = all
                .into_iter()
                .filter(|(worth, ..)| *worth <= least + TIE)
                .map(|(_, way, ends)| (way, ends));
            if least > best.0 + TIE {
                best = (least, replies.collect());
            } else if least > best.0 - TIE {
                best.1.extend(replies);
            }
        }
        best.1
    }

    /// For all that the striker may choose, all that the other side may choose as well.
    pub fn all_ways(&self, now: &CombatState, me: usize) -> Vec<Vec<SequenceChoices>> {
        let [own, other] = [me, 1 - me].map(|side| self.side_choices(side, side == me, now));
        let way = |mine: &SideChoices, theirs: &SideChoices| {
            let mut way = SequenceChoices { fishes: mine.fishes, ..SequenceChoices::default() };
            way.picked[me] = mine.picked.clone();
            way.picked[1 - me] = theirs.picked.clone();
            way.unspent[1 - me] = mine.unspent;
            way.unspent[me] = theirs.unspent;
            way
        };
        own.iter().map(|mine| other.iter().map(|theirs| way(mine, theirs)).collect()).collect()
    }

    /// All a side may choose.
    fn side_choices(&self, side: usize, strikes: bool, now: &CombatState) -> Vec<SideChoices> {
        let mut all = vec![SideChoices {
            picked: vec![(true, 0); self.abilities[side].len()],
            fishes: false,
            unspent: 0,
        }];
        for trigger in Trigger::ALL.map(|(trigger, ..)| trigger) {
            let orders: Vec<usize> = (0..self.abilities[side].len())
                .filter(|number| self.abilities[side][*number].effects.order == Some(trigger))
                .collect();
            if orders.is_empty() {
                continue;
            }
            let given = |chosen: &SideChoices, one: Option<usize>| {
                let mut chosen = chosen.clone();
                orders.iter().for_each(|order| chosen.picked[*order].0 = Some(*order) == one);
                chosen
            };
            let ones: Vec<Option<usize>> = orders.iter().copied().map(Some).chain([None]).collect();
            all = spread(all, |chosen| ones.iter().map(|one| given(chosen, *one)).collect());
        }
        for (number, ability) in self.abilities[side].iter().enumerate() {
            let Some(choice) = &ability.effects.choice else { continue };
            let taken = self.taken(choice, side, now);
            all = spread(all, |chosen| {
                let options = if chosen.picked[number].0 { &taken[..] } else { &[0][..] };
                let with = |options: &u8| {
                    let mut chosen = chosen.clone();
                    chosen.picked[number].1 = *options;
                    chosen
                };
                options.iter().map(with).collect()
            });
        }
        let unspent = self.unspent(side, strikes);
        all = spread(all, |chosen| {
            unspent
                .iter()
                .map(|unspent| SideChoices { unspent: *unspent, ..chosen.clone() })
                .collect()
        });
        let fishes = if strikes { self.fishing(side) } else { &[false] };
        spread(all, |chosen| {
            fishes.iter().map(|fishes| SideChoices { fishes: *fishes, ..chosen.clone() }).collect()
        })
    }

    /// The sets of options that may be taken.
    fn taken(&self, choice: &Choice, side: usize, now: &CombatState) -> Vec<u8> {
        let options = choice.options.len();
        let picks = self.amount(choice.picks, side, now).clamp(0, options as i32) as u32;
        (0..1_u8 << options)
            .filter(|set| {
                set.count_ones() == picks || (choice.optional && set.count_ones() < picks)
            })
            .collect()
    }

    /// The sets of the enemy's tokens that a side may leave unspent.
    fn unspent(&self, side: usize, strikes: bool) -> Vec<u8> {
        if self.spending(side) != Spending::WhenItHelps {
            return vec![0];
        }
        let of_dice = if strikes { Token::Vulnerable } else { Token::Weakened };
        let mut sets = vec![0];
        for token in [of_dice, Token::Panicked] {
            if self.may_come_to_hold(token, 1 - side) {
                let more: Vec<u8> = sets.iter().map(|set| set | bit(token)).collect();
                sets.extend(more);
            }
        }
        sets
    }

    fn may_come_to_hold(&self, token: Token, side: usize) -> bool {
        let gives = |one: &&ModelledAbility| {
            one.effects.all().any(|effect| match effect.action {
                Action::Triggered(
                    TriggeredEffect::Give(_, tokens) | TriggeredEffect::Swap(_, tokens),
                )
                | Action::Change(Change::SaveOneGives(tokens)) => tokens.holds(token),
                _ => false,
            })
        };
        self.start().tokens[side] & bit(token) != 0 || self.abilities.iter().flatten().any(gives)
    }

    fn fishing(&self, side: usize) -> &'static [bool] {
        match self.attack.traits()[side].usage.policy.fishing {
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
                let any = self.abilities.iter().flatten().any(of_sixes);
                if any { &[false, true] } else { &[false] }
            }
        }
    }
}

/// Whether two distributions are the same.
fn same(one: &Chances<CombatState>, other: &Chances<CombatState>) -> bool {
    let is = |((one, p), (other, q)): (&(CombatState, f64), &(CombatState, f64))| {
        one == other && (p - q).abs() < 1e-12
    };
    one.len() == other.len() && one.iter().zip(other).all(is)
}

fn spread(
    side_choices: Vec<SideChoices>,
    with: impl Fn(&SideChoices) -> Vec<SideChoices>,
) -> Vec<SideChoices> {
    side_choices.iter().flat_map(with).collect()
}
