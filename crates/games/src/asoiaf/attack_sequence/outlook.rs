//! What players look ahead to where they choose: a row of attacks to its end, state after state,
//! equal ones put together.
//!
//! What is left to choose in an attack that is called forth is chosen when it begins, for it and
//! all that still follows (A14.2): where it is known how the row begins, in each state that may
//! have come up by then; else by ranks and tokens (A14.11).

use std::cell::RefCell;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::super::attack_context::{AttackContext, Picks};
use super::super::attack_roll::{AttackRoll, Outcome};
use super::super::choice::{Decided, Taken, Weighed, Weighing};
use super::super::effect::{Action, Triggered};
use super::super::per_state::PerState;
use super::super::situation::{Fight, Side, Situation, SituationTable};
use super::armed::Armed;
use super::stage::{Stage, State, fight_of, state_of};
use super::{Answers, AttackSequence};
use warodds_engine::chance::Paths;

/// The chance of each state.
type States = BTreeMap<State, f64>;

impl Weighed for AttackSequence {
    type Given = Answers;

    fn decided(ctx: &AttackContext<'_>, decided: Decided, answers: &Answers) -> Self {
        Self::of(ctx, decided, answers).without_hits()
    }
}

impl Weighed for Armed {
    type Given = ();

    fn decided(ctx: &AttackContext<'_>, decided: Decided, (): &()) -> Self {
        Self::new(ctx, &decided).without_hits()
    }
}

/// A row of attacks with its number among those weighed against each other.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub number: usize,
    pub attacks: &'a AttackSequence,
}

/// An attack of a row in which something is left to choose.
#[derive(Clone, Copy)]
struct Open<'r, 'a> {
    /// Its place in the row.
    place: usize,
    stage: &'r Stage,
    table: SituationTable,
    weighing: &'r RefCell<Weighing<'a, Armed>>,
}

/// What rows of attacks between two units come to.
pub(super) struct Outlook<'a> {
    /// What the attack hangs on with which each side answers.
    contexts: &'a [AttackContext<'a>; 2],
    /// For each side what is weighed in its attacks that leave something to choose, one after the
    /// other: as many as may be called forth.
    open: [Vec<(SituationTable, RefCell<Weighing<'a, Armed>>)>; 2],
    /// How the row begins, where that is known.
    known: Option<Situation>,
    /// What is chosen in an attack of a row in a state.
    kept: RefCell<FxHashMap<(usize, usize, State), Picks>>,
}

impl<'a> Outlook<'a> {
    /// That of rows in which these attacks may be called forth.
    pub(super) fn new(
        contexts: &'a [AttackContext<'a>; 2],
        answers: &Answers,
        known: Option<Situation>,
    ) -> Self {
        let open = Side::BOTH.map(|by| {
            let (ctx, answer) = (&contexts[by.index()], &answers[by.index()]);
            let Some(answer) = answer.as_ref().filter(|answer| answer.leaves_choices) else {
                return Vec::new();
            };
            let calls = ctx.combatant(Side::Striker).all_effects();
            let calls = calls.filter(|one| one.action == Action::Triggered(Triggered::Attack));
            let weighing = || RefCell::new(Weighing::new(ctx, answer.table, &()));
            calls.map(|_| (answer.table, weighing())).collect()
        });
        Self { contexts, open, known, kept: RefCell::default() }
    }

    /// What a row is worth to its striker where it begins so: the expected wounds left to it at
    /// last less those left to the unit struck.
    pub(super) fn worth(&self, row: Row<'_>, now: &Situation) -> f64 {
        let start = start_in(now);
        balance(&self.after_all(row, &start, 0, row.attacks.begun(&start)))
    }

    /// The row with all chosen that is left to choose in the attacks that it calls forth.
    pub(super) fn settled(&self, mut attacks: AttackSequence) -> AttackSequence {
        // most rows leave nothing to choose, and are not gone through
        let Some(last) = attacks.stages.iter().rposition(|stage| stage.is_open) else {
            return attacks;
        };
        let start = self.known.as_ref().map(start_in);
        let mut states = start.as_ref().map(|start| attacks.begun(start));
        for place in 0..=last {
            self.settle(&mut attacks, place, states.as_ref());
            if let (true, Some(start), Some(before)) = (place < last, &start, &mut states) {
                *before = attacks.after_one(place, start, std::mem::take(before));
            }
        }
        attacks
    }

    /// Settles what is chosen in one attack of a row, in these states or, where they are not known,
    /// by ranks and tokens.
    fn settle(&self, attacks: &mut AttackSequence, place: usize, states: Option<&States>) {
        let row = Row { number: usize::MAX, attacks };
        let Some(open) = self.open_in(row, place) else { return };
        let mut taken = Taken::default();
        let mut way_in = |state: State| (state, self.choose(row, open, state, &mut taken));
        let all: Vec<(State, u8)> = match (states, &self.known) {
            (Some(states), Some(now)) => {
                let made = |state: &&State| attacks.makes(place, **state, &start_in(now));
                states.keys().filter(made).map(|state| way_in(*state)).collect()
            }
            _ => {
                let situations = open.table.situations();
                situations.iter().map(|(now, _)| way_in(open.stage.usual(now))).collect()
            }
        };
        let (by, ctx) = (open.stage.by, &self.contexts[open.stage.by.index()]);
        let way_of = |now: &Situation| {
            let usual = open.stage.usual(now);
            all.iter().find(|(state, _)| *state == usual).map_or(0, |(_, way)| *way)
        };
        let decided = taken.decided(ctx, open.table, way_of);
        let armed = Armed::new(ctx, &decided).without_hits();
        let in_states = states.map(|_| PerState::new(all.into_iter()));
        attacks.chosen.extend(decided.chosen.into_iter().map(|one| one.seen_from(by)));
        if let Some(stage) = attacks.stages.get_mut(place) {
            (stage.armed, stage.picks, stage.is_open) = (armed, in_states, false);
        }
    }

    /// An attack of a row, where something is left to choose in it.
    fn open_in<'r>(&'r self, row: Row<'r>, place: usize) -> Option<Open<'r, 'a>> {
        let stages = &row.attacks.stages;
        let stage = stages.get(place).filter(|stage| stage.is_open)?;
        let earlier = stages.iter().take(place);
        let number = earlier.filter(|other| other.is_open && other.by == stage.by).count();
        let (table, weighing) = self.open[stage.by.index()].get(number)?;
        Some(Open { place, stage, table: *table, weighing })
    }

    /// The number of what is chosen in an attack of a row that begins in a state.
    fn choose(&self, row: Row<'_>, open: Open<'_, 'a>, state: State, taken: &mut Taken) -> u8 {
        let fight = fight_of(state).0;
        let now = open.table.situation(&open.stage.seen(fight));
        let start = self.known.as_ref().map_or(fight, start_in);
        taken.best(&mut open.weighing.borrow_mut(), &now, |_, armed| {
            let made = answered(row, open.stage, armed, States::from([(state, 1.0)]));
            let left = balance(&self.after_all(row, &start, open.place + 1, made));
            if open.stage.by == Side::Striker { left } else { -left }
        })
    }

    /// What is chosen in an attack of a row that begins in a state.
    fn way(&self, row: Row<'_>, open: Open<'_, 'a>, state: State) -> Picks {
        let usual = || {
            let fight = open.stage.seen(fight_of(state).0);
            open.stage.usual(&open.table.situation(&fight))
        };
        let state = if self.known.is_some() { state } else { usual() };
        let key = (row.number, open.place, state);
        if let Some(picks) = self.kept.borrow().get(&key) {
            return picks.clone();
        }
        let mut taken = Taken::default();
        let number = self.choose(row, open, state, &mut taken);
        let picks = taken.ways()[usize::from(number)].clone();
        self.kept.borrow_mut().insert(key, picks.clone());
        picks
    }

    /// The chance of each state when a row is over, its attack in a place and all after it being
    /// made from these on.
    fn after_all(
        &self,
        row: Row<'_>,
        start: &Fight<u8>,
        first: usize,
        mut states: States,
    ) -> States {
        for place in first..row.attacks.stages.len() {
            states = match self.open_in(row, place) {
                Some(open) => self.after_open(row, open, start, states),
                None => row.attacks.after_one(place, start, states),
            };
        }
        row.attacks.ended(start, states)
    }

    /// The chance of each state after an attack in which something is chosen when it begins.
    fn after_open(
        &self,
        row: Row<'_>,
        open: Open<'_, 'a>,
        start: &Fight<u8>,
        states: States,
    ) -> States {
        let mut ways: Vec<(Picks, States)> = Vec::new();
        let (made, mut all): (States, States) =
            states.into_iter().partition(|(state, _)| row.attacks.makes(open.place, *state, start));
        for (state, share) in made {
            let picks = self.way(row, open, state);
            match ways.iter_mut().find(|(known, _)| *known == picks) {
                Some((_, states)) => drop(states.insert(state, share)),
                None => ways.push((picks, States::from([(state, share)]))),
            }
        }
        for (picks, states) in ways {
            let mut weighing = open.weighing.borrow_mut();
            for (end, share) in answered(row, open.stage, weighing.made(&picks), states) {
                *all.entry(end).or_default() += share;
            }
        }
        all
    }
}

impl AttackSequence {
    /// The chance of each state when what happens before the row is done.
    fn begun(&self, start: &Fight<u8>) -> States {
        let states = States::from([(state_of(start, &Outcome::default()), 1.0)]);
        if !self.begins_apart() {
            return states;
        }
        after(states, |chance, fight, did| (self.begin(chance, fight).0, did))
    }

    /// Whether an attack of the row is made in a state.
    fn makes(&self, number: usize, state: State, start: &Fight<u8>) -> bool {
        let mut chance = Paths::new(&[], None);
        let place = self.place(&mut chance, start).0;
        let (fight, did) = fight_of(state);
        self.stages.get(number).is_some_and(|stage| stage.may(&mut chance, &fight, place, &did))
    }

    /// The chance of each state after an attack of the row.
    fn after_one(&self, number: usize, start: &Fight<u8>, states: States) -> States {
        if let Some(strike) = self.alone() {
            return after_alone(strike, states);
        }
        after(states, |chance, fight, did| {
            let (place, picked) = self.place(chance, start);
            let begun = self.begins_apart().then_some(picked);
            self.make_one(chance, number, (fight, did), place, (true, begun))
        })
    }

    /// The chance of each state when all is over.
    fn ended(&self, start: &Fight<u8>, states: States) -> States {
        if !self.in_dangerous[Side::Striker.index()] {
            return states;
        }
        after(states, |chance, fight, did| (self.end(chance, start, fight), did))
    }
}

/// The fight in a situation.
fn start_in(now: &Situation) -> Fight<u8> {
    Fight::new(now.left, now.tokens.map(|tokens| tokens.bits()))
}

/// The chance of each state after an attack of a row that is called forth, made so.
fn answered(row: Row<'_>, stage: &Stage, armed: &Armed, states: States) -> States {
    let stage = Stage { armed: armed.clone(), ..stage.clone() };
    let in_dangerous = row.attacks.in_dangerous[stage.by.index()];
    after(states, |chance, fight, did| {
        (stage.answer(chance, fight, &did, [true, true], in_dangerous), did)
    })
}

/// The chance of each state after an attack that is all there is: what its dice and its panic test
/// come to is put together before what follows is played out.
fn after_alone(strike: &AttackRoll, states: States) -> States {
    let mut all = States::new();
    for (state, share) in states {
        let start = fight_of(state).0;
        let [_, left] = start.left;
        if left == 0 {
            *all.entry(state).or_default() += share;
            continue;
        }
        let mut chance = Paths::new(&[], None);
        let (place, picked) = strike.place(&mut chance, &start);
        let blows = chance.distribution_of(share, |chance| {
            let mut fight = start;
            let volley = strike.roll(chance, &start, place, true);
            let did = strike.blow(chance, &mut fight, picked, volley);
            let Fight { left: [own, other], tokens: [held, their], .. } = fight;
            [own, other, held, their, did.dealt, did.ranks]
        });
        for ([own, other, held, their, dealt, ranks], share) in blows {
            let did = Outcome { dealt, ranks, ..Outcome::default() };
            let ends = chance.distribution_of(share, |chance| {
                let mut fight = Fight::new([own, other], [held, their]);
                strike.aftermath(chance, &mut fight, [left, dealt], picked);
                state_of(&fight, &did)
            });
            for (end, share) in ends {
                *all.entry(end).or_default() += share;
            }
        }
    }
    all
}

/// Expected wounds left to the striker of a row less those left to the unit struck.
fn balance(states: &States) -> f64 {
    let of = |(state, share): (&State, &f64)| (f64::from(state[0]) - f64::from(state[1])) * share;
    states.iter().map(of).sum()
}

/// The chance of each state after a step in all of them.
fn after(
    states: States,
    step: impl Fn(&mut Paths, Fight<u8>, Outcome<u8>) -> (Fight<u8>, Outcome<u8>),
) -> States {
    let (mut all, mut chance) = (States::new(), Paths::new(&[], None));
    for (state, share) in states {
        let ends = chance.distribution_of(share, |chance| {
            let (fight, did) = fight_of(state);
            let (fight, did) = step(chance, fight, did);
            state_of(&fight, &did)
        });
        for (end, share) in ends {
            *all.entry(end).or_default() += share;
        }
    }
    all
}
