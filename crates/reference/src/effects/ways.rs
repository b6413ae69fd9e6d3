//! All ways in which players may choose, and which of them are the best: every one is tried.

use warodds_games::asoiaf::effect::{Action, Change, Choice, Trigger, Triggered};
use warodds_games::asoiaf::{Fishing, Modelled, Spending, Token};

use super::state::{Chances, State, bit};
use super::telling::{Fray, Telling};

/// What both sides choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// Of each ability whether it is used, and a bit for each option taken.
    pub picked: [Vec<(bool, u8)>; 2],
    pub fishes: bool,
    /// Tokens of each side that its enemy leaves unspent.
    pub unspent: [u8; 2],
}

/// What one side chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plan {
    picked: Vec<(bool, u8)>,
    fishes: bool,
    unspent: u8,
}

/// Values are floats: equal ones may differ in their last digits.
const TIE: f64 = 1e-9;

/// More ways than are tried.
#[derive(Debug)]
pub struct TooMany;

impl Way {
    /// The one of attacks in which there is nothing to choose.
    pub fn only(telling: &Telling<'_>) -> Self {
        let picked = telling.abilities.each_ref().map(|all| vec![(true, 0); all.len()]);
        Self { picked, ..Self::default() }
    }
}

impl Telling<'_> {
    /// The best ways to make the attack in question, with what comes of each.
    pub fn best(&self, most: usize) -> Result<Vec<(Way, Chances<State>)>, TooMany> {
        let start = self.start();
        let ways = self.all_ways(&start, 0);
        if ways.iter().map(Vec::len).sum::<usize>() > most {
            return Err(TooMany);
        }
        let told = |way: &Way| self.row(way);
        Ok(self.among(&start, 0, &ways, told))
    }

    /// How the attack that is called forth in a place of the row is chosen: for the best of all
    /// that is still to come.
    pub fn way_to_answer(&self, state: State, by: usize, place: usize, fray: Fray<'_>) -> Way {
        // what is chosen with a charge is chosen for all of it (A14.16)
        if self.is_begun {
            return fray.way.clone();
        }
        if let Some(way) = self.decided.borrow().get(&(place, state)) {
            return way.clone();
        }
        let ways = self.all_ways(&state, by);
        let told = |way: &Way| self.rest(self.answer_so(state, by, way), place + 1, fray);
        let way = if ways.len() == 1 && ways[0].len() == 1 {
            ways[0][0].clone()
        } else {
            let best = self.among(&state, by, &ways, told);
            if !best.iter().all(|(_, ends)| same(ends, &best[0].1)) {
                self.open.set(true);
            }
            best[0].0.clone()
        };
        self.decided.borrow_mut().insert((place, state), way.clone());
        way
    }

    /// The best of all ways for the striker, who chooses first, the other answering.
    fn among(
        &self,
        start: &State,
        me: usize,
        ways: &[Vec<Way>],
        told: impl Fn(&Way) -> Chances<State>,
    ) -> Vec<(Way, Chances<State>)> {
        let worth = |ends: &Chances<State>| -> f64 {
            let lost = |state: &State, side: usize| f64::from(start.left[side] - state.left[side]);
            ends.iter().map(|(end, p)| p * (lost(end, 1 - me) - lost(end, me))).sum()
        };
        let mut best: (f64, Vec<(Way, Chances<State>)>) = (f64::NEG_INFINITY, Vec::new());
        for answers in ways {
            let all: Vec<(f64, Way, Chances<State>)> = answers
                .iter()
                .map(|way| {
                    let ends = told(way);
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

    /// For each plan of the striker all ways with a plan of the other side.
    pub fn all_ways(&self, now: &State, me: usize) -> Vec<Vec<Way>> {
        let [own, other] = [me, 1 - me].map(|side| self.plans(side, side == me, now));
        let way = |mine: &Plan, theirs: &Plan| {
            let mut way = Way { fishes: mine.fishes, ..Way::default() };
            way.picked[me] = mine.picked.clone();
            way.picked[1 - me] = theirs.picked.clone();
            way.unspent[1 - me] = mine.unspent;
            way.unspent[me] = theirs.unspent;
            way
        };
        own.iter().map(|mine| other.iter().map(|theirs| way(mine, theirs)).collect()).collect()
    }

    /// All a side may choose.
    fn plans(&self, side: usize, strikes: bool, now: &State) -> Vec<Plan> {
        let mut all = vec![Plan {
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
            let given = |plan: &Plan, one: Option<usize>| {
                let mut plan = plan.clone();
                orders.iter().for_each(|order| plan.picked[*order].0 = Some(*order) == one);
                plan
            };
            let ones: Vec<Option<usize>> = orders.iter().copied().map(Some).chain([None]).collect();
            all = spread(all, |plan| ones.iter().map(|one| given(plan, *one)).collect());
        }
        for (number, ability) in self.abilities[side].iter().enumerate() {
            let Some(choice) = &ability.effects.choice else { continue };
            let taken = self.taken(choice, side, now);
            all = spread(all, |plan| {
                let options = if plan.picked[number].0 { &taken[..] } else { &[0][..] };
                let with = |options: &u8| {
                    let mut plan = plan.clone();
                    plan.picked[number].1 = *options;
                    plan
                };
                options.iter().map(with).collect()
            });
        }
        let unspent = self.unspent(side, strikes);
        all = spread(all, |plan| {
            unspent.iter().map(|unspent| Plan { unspent: *unspent, ..plan.clone() }).collect()
        });
        let fishes = if strikes { self.fishing(side) } else { &[false] };
        spread(all, |plan| {
            fishes.iter().map(|fishes| Plan { fishes: *fishes, ..plan.clone() }).collect()
        })
    }

    /// The sets of options that may be taken.
    fn taken(&self, choice: &Choice, side: usize, now: &State) -> Vec<u8> {
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
        let gives = |one: &&Modelled| {
            one.effects.all().any(|effect| match effect.action {
                Action::Triggered(Triggered::Give(_, tokens) | Triggered::Swap(_, tokens))
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
                let of_sixes = |one: &&Modelled| {
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
fn same(one: &Chances<State>, other: &Chances<State>) -> bool {
    let is = |((one, p), (other, q)): (&(State, f64), &(State, f64))| {
        one == other && (p - q).abs() < 1e-12
    };
    one.len() == other.len() && one.iter().zip(other).all(is)
}

fn spread(plans: Vec<Plan>, with: impl Fn(&Plan) -> Vec<Plan>) -> Vec<Plan> {
    plans.iter().flat_map(with).collect()
}
