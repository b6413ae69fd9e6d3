//! An attack with any effects of the language, told a second time: state after state, with single
//! dice, every reroll and every choice tried.
//!
//! Nothing of the program stands in it but the question: what effects are, not what they do.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};

use warodds_games::asoiaf::effect::{
    Action, Amount, Change, Effect, Effects, Moment, Per, Triggered, Whom,
};
use warodds_games::asoiaf::{Attack, DefenseProfile, Modelled, Reach, Spending, Token, Tokens};

use super::numbers::{Numbers, Save, pool};
use super::ways::Way;
use crate::asoiaf::{Player, Test, outlooks};

/// A distribution.
pub type Chances<T> = Vec<(T, f64)>;

/// How things stand, and what came of the attack in question. Sides are the attacker's, 0, and the
/// defender's, 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub left: [i32; 2],
    pub tokens: [u8; 2],
    pub suffered: [i32; 2],
    /// How often each way to survive was tried.
    tried: [[u8; 4]; 2],
    /// Whose attachment has fallen.
    pub fallen: [bool; 2],
    pub hits: i32,
    pub unblocked: i32,
    pub panic: i32,
    pub failed: bool,
    /// Wounds dealt and ranks destroyed by the attack in question.
    done: Done,
}

/// What an attack did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Done {
    dealt: i32,
    ranks: i32,
}

impl State {
    pub fn both_stand(&self) -> bool {
        self.left[0] > 0 && self.left[1] > 0
    }

    /// The same, the sides exchanged.
    pub fn turned(self) -> Self {
        let Self { left: [a, b], tokens: [c, d], suffered: [e, f], .. } = self;
        let ([g, h], [i, j]) = (self.tried, self.fallen);
        let (left, tokens, suffered) = ([b, a], [d, c], [f, e]);
        Self { left, tokens, suffered, tried: [h, g], fallen: [j, i], ..self }
    }

    /// What a further attack hangs on.
    pub fn between_attacks(self) -> Self {
        Self { suffered: [0; 2], done: Done::default(), ..self.bare() }
    }

    /// What the rest of the row hangs on.
    pub fn bare(self) -> Self {
        let Self { left, tokens, tried, fallen, done, .. } = self;
        Self { left, tokens, tried, fallen, done, ..Self::default() }
    }

    fn wounded(mut self, side: usize, wounds: i32) -> Self {
        let wounds = wounds.clamp(0, self.left[side]);
        self.left[side] -= wounds;
        self.suffered[side] += wounds;
        self
    }
}

pub fn surely<T>(one: T) -> Chances<T> {
    vec![(one, 1.0)]
}

/// What a step makes of each, equal ends put together.
pub fn each<S: Copy, T: Ord>(
    from: Chances<S>,
    mut step: impl FnMut(S) -> Chances<T>,
) -> Chances<T> {
    let mut all: BTreeMap<T, f64> = BTreeMap::new();
    for (start, p) in from {
        for (end, q) in step(start) {
            *all.entry(end).or_default() += p * q;
        }
    }
    all.into_iter().collect()
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The attack in question.
    Main,
    /// An attack that is called forth.
    Called,
    /// What comes before the roll of a charge, and that roll, from so far away.
    Roll(Reach),
    /// The test of a charge that failed, from so far away.
    Failed(Reach),
}

/// What is going on: who does it, in what way.
#[derive(Clone, Copy)]
pub struct Fray<'w> {
    pub me: usize,
    pub kind: Kind,
    pub way: &'w Way,
}

impl Fray<'_> {
    /// Whether it is the attack in question.
    pub fn is_main(self) -> bool {
        self.kind == Kind::Main
    }
}

/// An attack of the row: who makes it, and what calls it forth; nothing the one in question.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    by: usize,
    called: Option<(usize, &'a Effect)>,
}

/// What a morale test comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// The wounds of an attack.
    Attack,
    /// An ability, by its number; what it adds to roll and wounds; whether it costs any.
    Ability { bearer: usize, number: usize, roll: Amount, wounds: Amount, costs: bool },
}

type Rolled = Chances<(i32, bool, bool)>;

/// What tests with these players to reroll come to, and whether ties leave that open.
type Tests = HashMap<(Test, Vec<Player>), (Rolled, bool)>;

/// The telling of one question.
pub struct Telling<'a> {
    pub attack: &'a Attack,
    pub abilities: [Vec<&'a Modelled>; 2],
    /// Whether ties leave something open.
    pub open: Cell<bool>,
    tests: RefCell<Tests>,
    /// What is chosen in the attacks called forth, by their places in the row that is told.
    pub decided: RefCell<HashMap<(usize, State), Way>>,
    /// How things stand when the attack in question begins.
    pub began: Cell<State>,
    /// Whether what begins with an activation and a charge is over by then.
    pub is_begun: bool,
}

pub fn bit(token: Token) -> u8 {
    Tokens::NONE.with(token).bits()
}

impl<'a> Telling<'a> {
    pub fn new(attack: &'a Attack) -> Self {
        let abilities = attack.traits().map(|traits| {
            let counts =
                |one: &&Modelled| one.effects.order.is_none() || traits.usage.policy.orders;
            traits.abilities.iter().filter(counts).collect()
        });
        Self {
            attack,
            abilities,
            open: Cell::new(false),
            tests: RefCell::default(),
            decided: RefCell::default(),
            began: Cell::default(),
            is_begun: false,
        }
    }

    /// That of an attack of whose activation everything before it is over.
    pub fn after_all(attack: &'a Attack) -> Self {
        Self { is_begun: true, ..Self::new(attack) }
    }

    /// How things stand at first.
    pub fn start(&self) -> State {
        let standings = [self.attack.attacker.standing, self.attack.defender.standing];
        State {
            left: standings.map(|one| one.wounds_left().into()),
            tokens: standings.map(|one| one.tokens.bits()),
            ..State::default()
        }
    }

    pub fn defender(&self, side: usize) -> Option<&DefenseProfile> {
        if side == 1 {
            Some(&self.attack.defender.defending)
        } else {
            self.attack.attacker.defending.as_ref()
        }
    }

    pub fn spending(&self, side: usize) -> Spending {
        if side == 0 { self.attack.attacker.spending } else { self.attack.defender.spending }
    }

    /// The effects of a side at a moment, with the numbers of their abilities.
    pub fn effects(
        &self,
        side: usize,
        way: &Way,
        fallen: bool,
        moment: Moment,
    ) -> Vec<(usize, &'a Effect)> {
        let mut all = Vec::new();
        for (number, ability) in self.abilities[side].iter().enumerate() {
            let Effects { fixed, choice, .. } = &*ability.effects;
            let (used, options) = way.picked[side][number];
            if !used || (ability.attached && fallen) {
                continue;
            }
            let taken = choice.iter().flat_map(|choice| {
                let options =
                    choice.options.iter().enumerate().filter(move |(k, _)| options >> k & 1 == 1);
                options.flat_map(|(_, (_, effects))| effects)
            });
            all.extend(
                fixed
                    .iter()
                    .chain(taken)
                    .filter(|effect| effect.moment == moment)
                    .map(|effect| (number, effect)),
            );
        }
        all
    }

    /// Whether an effect that is about tests of enemies reaches the enemy.
    fn is_near(&self, effect: &Effect, fray: Fray<'_>) -> bool {
        let about_enemies = matches!(
            effect.moment,
            Moment::EnemyTesting | Moment::EnemyPassing | Moment::EnemyFailing
        );
        let told = effect.conditions.melee.is_some() || effect.conditions.short.is_some();
        !about_enemies || told || !self.reach(fray).is_ranged()
    }

    /// The changes that count in a state at these moments of who strikes and who is struck.
    pub fn changes(
        &self,
        fray: Fray<'_>,
        moments: [&[Moment]; 2],
        now: &State,
        from: Option<From>,
    ) -> Vec<(usize, Change)> {
        let mut counted = Vec::new();
        for (role, moments) in moments.into_iter().enumerate() {
            let side = if role == 0 { fray.me } else { 1 - fray.me };
            for moment in moments {
                for (number, effect) in self.effects(side, fray.way, now.fallen[side], *moment) {
                    if let Action::Change(change) = effect.action
                        && self.is_near(effect, fray)
                        && fits(effect, from, side, number)
                        && self.holds(effect, side, fray, now)
                    {
                        counted.push((side, change));
                    }
                }
            }
        }
        counted
    }

    /// What an amount of a bearer comes to while dice are rolled.
    pub fn amount(&self, amount: Amount, side: usize, now: &State) -> i32 {
        let lost = |side: usize| self.ranks_of(side) - self.ranks(side, now);
        let count = match amount.per {
            Some(Per::OwnRanks) => self.ranks(side, now),
            Some(Per::OwnRanksLost) => lost(side),
            Some(Per::EnemyRanks) => self.ranks(1 - side, now),
            Some(Per::EnemyRanksLost) => lost(1 - side),
            Some(Per::OwnWoundsLost) => self.full(side) - now.left[side].max(1),
            Some(Per::EnemyTokens) => now.tokens[1 - side].count_ones() as i32,
            Some(Per::RanksDestroyed | Per::WoundsDealt) | None => 0,
        };
        let sum = i32::from(amount.base) + i32::from(amount.each) * count;
        amount.most.map_or(sum, |most| sum.min(most.into()))
    }

    /// What an amount of something that happens comes to.
    fn happening(&self, amount: Amount, side: usize, now: &State, done: Done) -> Chances<i32> {
        let ranks = |side: usize| self.true_ranks(side, now);
        let count = match amount.per {
            Some(Per::OwnRanks) => ranks(side),
            Some(Per::OwnRanksLost) => self.ranks_of(side) - ranks(side),
            Some(Per::EnemyRanks) => ranks(1 - side),
            Some(Per::EnemyRanksLost) => self.ranks_of(1 - side) - ranks(1 - side),
            Some(Per::OwnWoundsLost) => self.full(side) - now.left[side],
            Some(Per::EnemyTokens) => now.tokens[1 - side].count_ones() as i32,
            Some(Per::RanksDestroyed) => done.ranks,
            Some(Per::WoundsDealt) => done.dealt,
            None => 0,
        };
        let sum = (i32::from(amount.base) + i32::from(amount.each) * count).max(0);
        let most = amount.most.map_or(60, i32::from);
        let mut all = surely(sum);
        for _ in 0..amount.d3 {
            all = each(all, |sum| (1..=3).map(|d3| (sum + d3, 1.0 / 3.0)).collect());
        }
        each(all, |sum| surely(sum.min(most)))
    }

    /// What is at stake in a test of a side, and whether its player may reroll.
    fn stakes(&self, side: usize, from: From, fray: Fray<'_>, now: &State) -> (Test, bool) {
        let (own, other) = ([Moment::Testing, Moment::Always], [Moment::EnemyTesting]);
        let (tested, enemy) = match from {
            From::Attack => (
                [&own[..], &[Moment::Attacked]].concat(),
                [&other[..], &[Moment::Attacking]].concat(),
            ),
            From::Ability { .. } => (own.to_vec(), other.to_vec()),
        };
        let moments: [&[Moment]; 2] =
            if side == fray.me { [&tested, &enemy] } else { [&enemy, &tested] };
        let changes = self.changes(fray, moments, now, Some(from));
        let guard = self.defender(side).expect("a test of a unit with a morale");
        let near = self.attack.traits()[side].surroundings;
        let denied = changes.iter().any(|(_, change)| *change == Change::NoFacingBonus);
        let (roll, wounds, costs) = match from {
            From::Attack => (if denied { 0 } else { self.facing(fray) }, 0, true),
            From::Ability { bearer, roll, wounds, costs, .. } => {
                (self.amount(roll, bearer, now), self.amount(wounds, bearer, now), costs)
            }
        };
        let (mut modifier, mut base) =
            (roll + i32::from(guard.changes.panic_modifier.get()), 1 + wounds);
        modifier += i32::from(near.inspiring) - i32::from(near.horrific);
        let (mut morale, mut cap) = (i32::from(guard.morale.get()), 60);
        let (mut own, mut passes) = (guard.changes.morale_rerolls.roller, false);
        for (bearer, change) in changes {
            match change {
                Change::MoraleRoll(amount) => modifier += self.amount(amount, bearer, now),
                Change::PanicWounds(amount) => base += self.amount(amount, bearer, now),
                Change::PanicCap(amount) => {
                    cap = cap.min(self.amount(amount, bearer, now).max(0));
                }
                Change::MoraleIs(other) => morale = morale.min(other.get().into()),
                Change::RerollMorale => own = true,
                Change::AutoPass => passes = true,
                _ => {}
            }
        }
        let left = if costs { now.left[side] as u8 } else { 1 };
        let (base, cap) = if costs { (base, cap) } else { (1, 1) };
        (Test { morale: if passes { 0 } else { morale }, modifier, left, base, cap }, own)
    }

    /// Whether the enemy would spend a token of a side.
    pub fn spends(&self, token: Token, side: usize, fray: Fray<'_>, now: &State) -> bool {
        let kept = |(bearer, change): &(usize, Change)| {
            *bearer == side && matches!(change, Change::Unspent(tokens) if tokens.holds(token))
        };
        let always = [Moment::Always];
        now.tokens[side] & bit(token) != 0
            && self.spending(1 - side) != Spending::Never
            && fray.way.unspent[side] & bit(token) == 0
            && !self.changes(fray, [&always, &always], now, None).iter().any(kept)
    }

    /// The dice of a test: wounds, whether it failed, and the tokens left.
    fn roll(
        &self,
        side: usize,
        from: From,
        fray: Fray<'_>,
        now: &State,
    ) -> Chances<(i32, bool, u8)> {
        let (test, own) = self.stakes(side, from, fray, now);
        let forced = self.defender(side).is_some_and(|guard| guard.changes.morale_rerolls.enemy);
        let token = !forced && self.spends(Token::Panicked, side, fray, now);
        let (own, enemy) = (own.then_some(Player::Own), (forced || token).then_some(Player::Enemy));
        let order = if side == 0 { [own, enemy] } else { [enemy, own] };
        let order: Vec<Player> = order.into_iter().flatten().collect();
        let mut kept = self.tests.borrow_mut();
        let (rolled, open) =
            kept.entry((test, order.clone())).or_insert_with(|| every_roll(&test, &order));
        self.open.set(self.open.get() | *open);
        let tokens = now.tokens[side];
        let left = |forced: bool| {
            if token && forced { tokens & !bit(Token::Panicked) } else { tokens }
        };
        rolled
            .iter()
            .map(|((wounds, failed, forced), p)| ((*wounds, *failed, left(*forced)), *p))
            .collect()
    }

    /// A test of a side that stands, and what follows it; `more` tests in a row may. Gives the
    /// wounds suffered from it and whether it failed as well.
    pub fn take(
        &self,
        state: State,
        (side, from): (usize, From),
        fray: Fray<'_>,
        (more, done): (u8, Done),
    ) -> Chances<(State, i32, bool)> {
        each(self.roll(side, from, fray, &state), |(wounds, failed, tokens)| {
            let mut after = state;
            after.tokens[side] = tokens;
            let costs = !matches!(from, From::Ability { costs: false, .. });
            let hurt = self.hurt(after, side, if costs { wounds } else { 0 }, fray);
            each(hurt, |(after, suffered)| {
                let done = if costs { done } else { Done::default() };
                let over = self.over(after, (side, from), failed, fray, (more, done));
                over.into_iter().map(|(end, p)| ((end, suffered, failed), p)).collect()
            })
        })
    }

    /// What follows a test.
    fn over(
        &self,
        state: State,
        (side, from): (usize, From),
        failed: bool,
        fray: Fray<'_>,
        (more, done): (u8, Done),
    ) -> Chances<State> {
        let [own, enemy] = if failed {
            [Moment::Failing, Moment::EnemyFailing]
        } else {
            [Moment::Passing, Moment::EnemyPassing]
        };
        let mut states = surely(state);
        for (bearer, moment) in [(side, own), (1 - side, enemy)] {
            for (number, effect) in self.effects(bearer, fray.way, state.fallen[bearer], moment) {
                if !self.is_near(effect, fray) || !fits(effect, Some(from), bearer, number) {
                    continue;
                }
                states = each(states, |now| {
                    self.happen(now, &now, (bearer, number, effect), fray, (more, done))
                });
            }
        }
        states
    }

    /// One thing that happens, its conditions being looked at in state `at`.
    pub fn happen(
        &self,
        now: State,
        at: &State,
        (bearer, number, effect): (usize, usize, &Effect),
        fray: Fray<'_>,
        (more, done): (u8, Done),
    ) -> Chances<State> {
        let Action::Triggered(triggered) = effect.action else { return surely(now) };
        let asked = |wanted: Option<bool>, is: bool| wanted.is_none_or(|wanted| wanted == is);
        let of_ranks = effect.conditions.rank_destroyed;
        let of_ranks =
            if effect.moment == Moment::LosingRanks { of_ranks.or(Some(true)) } else { of_ranks };
        let stands = effect.moment == Moment::Destroyed || now.left[bearer] > 0;
        if !(stands
            && self.holds(effect, bearer, fray, at)
            && asked(effect.conditions.dealt, done.dealt > 0)
            && asked(of_ranks, done.ranks > 0))
        {
            return surely(now);
        }
        let to = |whom: Whom| if whom == Whom::Bearer { bearer } else { 1 - bearer };
        let amounts = |amount: Amount| self.happening(amount, bearer, &now, done);
        let wound = |side: usize, wounds: i32| {
            each(self.hurt(now, side, wounds, fray), |(end, _)| surely(end))
        };
        match triggered {
            Triggered::Wounds(whom, amount) => each(amounts(amount), |more| wound(to(whom), more)),
            Triggered::Hits(whom, amount) => each(amounts(amount), |hits| {
                each(self.unsaved(to(whom), hits), |wounds| wound(to(whom), wounds))
            }),
            Triggered::Heal(whom, amount) if now.left[to(whom)] > 0 => {
                each(amounts(amount), |healed| {
                    let (mut end, side) = (now, to(whom));
                    end.left[side] = (end.left[side] + healed).min(self.full(side));
                    surely(end)
                })
            }
            Triggered::Give(whom, tokens) => {
                surely(self.given(now, to(whom), tokens.bits(), fray, at))
            }
            Triggered::Remove(whom, tokens) => {
                let mut end = now;
                end.tokens[to(whom)] &= !tokens.bits();
                surely(end)
            }
            Triggered::Swap(these, others) if now.tokens[1 - bearer] & these.bits() != 0 => {
                let mut end = now;
                end.tokens[1 - bearer] &= !these.bits();
                surely(self.given(end, 1 - bearer, others.bits(), fray, at))
            }
            Triggered::Test(whom, roll, wounds) if more > 0 && now.left[to(whom)] > 0 => {
                let from = From::Ability { bearer, number, roll, wounds, costs: true };
                let taken = self.take(now, (to(whom), from), fray, (more - 1, done));
                each(taken, |(end, ..)| surely(end))
            }
            Triggered::Morale(whom, roll) if more > 0 && now.left[to(whom)] > 0 => {
                let none = Amount::default();
                let from = From::Ability { bearer, number, roll, wounds: none, costs: false };
                let taken = self.take(now, (to(whom), from), fray, (more - 1, done));
                each(taken, |(end, ..)| surely(end))
            }
            _ => surely(now),
        }
    }

    /// Tokens given to a side, those it cannot gain left out.
    fn given(&self, now: State, side: usize, tokens: u8, fray: Fray<'_>, at: &State) -> State {
        let always = [Moment::Always];
        let immune = self.changes(fray, [&always, &always], at, None).into_iter().fold(
            0,
            |all, (bearer, change)| match change {
                Change::Immune(tokens) if bearer == side => all | tokens.bits(),
                _ => all,
            },
        );
        let mut end = now;
        if now.left[side] > 0 {
            end.tokens[side] |= tokens & !immune;
        }
        end
    }

    /// Hits that a side does not save, with its own defence value.
    pub fn unsaved(&self, side: usize, hits: i32) -> Chances<i32> {
        let face = self.own_save(side);
        let mut all = surely(0);
        for _ in 0..hits {
            let missed = f64::from(face - 1) / 6.0;
            all = each(all, |wounds| vec![(wounds + 1, missed), (wounds, 1.0 - missed)]);
        }
        all
    }

    /// Wounds to a side, which it may survive: those it suffers are given as well.
    pub fn hurt(
        &self,
        state: State,
        side: usize,
        wounds: i32,
        fray: Fray<'_>,
    ) -> Chances<(State, i32)> {
        let mut states = surely((state, wounds, 0));
        let written = self.survivals(side);
        for (number, effect) in self.effects(side, fray.way, false, Moment::Dying) {
            let Action::Triggered(Triggered::Survive { uses, test }) = effect.action else {
                continue;
            };
            let attached = self.abilities[side][number].attached;
            let Some(place) = written.iter().position(|(known, _)| std::ptr::eq(*known, effect))
            else {
                panic!("{effect:?} is not written on the card")
            };
            if written[..=place].iter().map(|(_, uses)| uses).sum::<u8>() > 4 {
                continue;
            }
            if attached && state.fallen[side] {
                continue;
            }
            states = each(states, |(now, open, suffered)| {
                let lethal = open > 0 && now.left[side] > 0 && open >= now.left[side];
                if !lethal
                    || now.tried[side][place] >= uses
                    || !self.holds(effect, side, fray, &now)
                {
                    return surely((now, open, suffered));
                }
                let mut now = now;
                now.tried[side][place] += 1;
                self.survive(now, (side, number, test), (open, suffered), fray)
            });
        }
        each(states, |(now, open, suffered)| {
            let last = open.clamp(0, now.left[side]);
            surely((now.wounded(side, last), suffered + last))
        })
    }

    /// All ways of a side to survive, as its card has them, with how often.
    fn survivals(&self, side: usize) -> Vec<(&'a Effect, u8)> {
        let uses = |effect: &'a Effect| match effect.action {
            Action::Triggered(Triggered::Survive { uses, .. }) => Some((effect, uses)),
            _ => None,
        };
        self.abilities[side].iter().flat_map(|one| one.effects.all()).filter_map(uses).collect()
    }

    /// A try to survive.
    fn survive(
        &self,
        now: State,
        (side, number, test): (usize, usize, bool),
        (open, suffered): (i32, i32),
        fray: Fray<'_>,
    ) -> Chances<(State, i32, i32)> {
        let kept = now.left[side] - 1;
        if !test {
            return surely((now.wounded(side, kept), 0, suffered + kept));
        }
        let none = Amount::default();
        let from = From::Ability { bearer: side, number, roll: none, wounds: none, costs: false };
        each(self.roll(side, from, fray, &now), |(_, failed, tokens)| {
            let mut after = now;
            after.tokens[side] = tokens;
            let (open, suffered) = if failed { (open, suffered) } else { (0, suffered + kept) };
            if !failed {
                after = after.wounded(side, kept);
            }
            let over = self.over(after, (side, from), failed, fray, (1, Done::default()));
            over.into_iter().map(|(end, p)| ((end, open, suffered), p)).collect()
        })
    }

    /// What comes before the dice of an attack.
    pub fn begin(&self, state: State, fray: Fray<'_>) -> Chances<State> {
        let (me, it) = (fray.me, 1 - fray.me);
        let begins = fray.is_main() && !self.is_begun;
        let charged = begins && self.is_charge();
        let mut moments = Vec::new();
        if begins {
            moments.push((me, Moment::Activating));
        }
        if charged {
            moments.extend([(me, Moment::Declaring), (it, Moment::EnemyDeclaring)]);
        }
        moments.extend([(me, Moment::BeforeAttacking), (it, Moment::BeforeAttacked)]);
        each(self.kill(state, fray), |start| {
            let mut states = surely(start);
            for (side, moment) in &moments {
                for (number, effect) in self.effects(*side, fray.way, start.fallen[*side], *moment)
                {
                    states = each(states, |now| {
                        let what = (*side, number, effect);
                        self.happen(now, &start, what, fray, (2, Done::default()))
                    });
                }
            }
            states
        })
    }

    /// The die for the enemy's attachment.
    fn kill(&self, state: State, fray: Fray<'_>) -> Chances<State> {
        let (me, it) = (fray.me, 1 - fray.me);
        let has = self.abilities[it].iter().any(|ability| ability.attached);
        for (_, effect) in self.effects(me, fray.way, state.fallen[me], Moment::BeforeAttacking) {
            if let Action::Triggered(Triggered::KillAttachment(face)) = effect.action
                && has
                && !state.fallen[it]
                && state.both_stand()
                && self.holds(effect, me, fray, &state)
            {
                let mut killed = state.wounded(it, 1);
                killed.fallen[it] = true;
                let p = f64::from(7 - face) / 6.0;
                return vec![(killed, p), (state, 1.0 - p)];
            }
        }
        surely(state)
    }

    /// The dice of an attack and all that follows them.
    pub fn strike(&self, state: State, fray: Fray<'_>) -> Chances<State> {
        let numbers = Numbers::of(self, fray, &state);
        each(self.hits(state, fray, &numbers), |(now, hits, sure, back)| {
            let saved = self.saves(now, fray, &numbers, [hits, sure]);
            each(saved, |(now, wounds, more_back, given)| {
                self.finish(now, fray, (hits, wounds, given), [back, more_back])
            })
        })
    }

    /// Attack dice: hits, those that cannot be blocked, and wounds that come back.
    fn hits(
        &self,
        state: State,
        fray: Fray<'_>,
        numbers: &Numbers,
    ) -> Chances<(State, i32, i32, i32)> {
        let me = fray.me;
        let rolled = if numbers.auto_hit { 0 } else { numbers.dice };
        each(pool(&numbers.attack, rolled), |fell| {
            let mut now = state;
            if numbers.weakened && fell.forced {
                now.tokens[me] &= !bit(Token::Weakened);
            }
            let good = fell.plain + fell.sixes + numbers.dice - rolled;
            let hits = good * numbers.hits_each + fell.sixes * numbers.critical + numbers.hits;
            let sure = if numbers.precision { fell.sixes } else { 0 };
            let misses = if numbers.misses_back { rolled - fell.plain - fell.sixes } else { 0 };
            let back = self.unsaved(me, misses);
            let ones = fell.ones * numbers.ones_wound;
            back.into_iter().map(|(wounds, p)| ((now, hits, sure, wounds + ones), p)).collect()
        })
    }

    /// Defence dice: wounds of the attack, wounds that come back, and tokens to be given.
    fn saves(
        &self,
        state: State,
        fray: Fray<'_>,
        numbers: &Numbers,
        [hits, sure]: [i32; 2],
    ) -> Chances<(State, i32, i32, u8)> {
        let it = 1 - fray.me;
        let Save { none, fixed, .. } = numbers.save;
        let open = hits - sure;
        let rolled = if none || fixed.is_some() { 0 } else { open };
        each(pool(&numbers.save.die, rolled), |fell| {
            let mut now = state;
            if numbers.vulnerable && fell.forced {
                now.tokens[it] &= !bit(Token::Vulnerable);
            }
            let given = if fell.ones > 0 { numbers.save.ones_give } else { 0 };
            let blocked = fell.plain + fell.sixes;
            let back = if numbers.save.blocks_back { blocked } else { 0 };
            let sixes = fell.sixes * numbers.save.sixes_wound;
            let unblocked = hits - (blocked + numbers.save.block).min(open);
            each(self.unsaved(fray.me, back), |wounds| {
                let more = if hits > 0 { numbers.wounds } else { 0 };
                let dealt: Chances<i32> = match fixed {
                    Some(_) if hits == 0 => surely(0),
                    Some((base, true)) => (1..=3).map(|d3| (base + d3, 1.0 / 3.0)).collect(),
                    Some((base, false)) => surely(base),
                    None if numbers.save.half => surely(unblocked / 2),
                    None => surely(unblocked),
                };
                dealt
                    .into_iter()
                    .map(|(dealt, p)| ((now, dealt + more, wounds + sixes, given), p))
                    .collect()
            })
        })
    }

    /// Wounds, the panic test, and what follows an attack.
    fn finish(
        &self,
        state: State,
        fray: Fray<'_>,
        (hits, wounds, given): (i32, i32, u8),
        back: [i32; 2],
    ) -> Chances<State> {
        let (me, it) = (fray.me, 1 - fray.me);
        let (left, suffered) = (state.left[it], state.suffered[it]);
        let mut states = surely(state);
        for (side, more) in [(me, back[0]), (me, back[1]), (it, wounds)] {
            states =
                each(states, |now| each(self.hurt(now, side, more, fray), |(end, _)| surely(end)));
        }
        each(states, |now| {
            each(self.panic(now, fray, wounds), |(mut now, panic, failed)| {
                if given != 0 {
                    now = self.given(now, it, given, fray, &now);
                }
                if fray.is_main() {
                    (now.hits, now.unblocked) = (hits, wounds);
                    (now.panic, now.failed) = (panic, failed);
                }
                let had = self.true_ranks(it, &State { left: [left; 2], ..now });
                let ranks = (had - self.true_ranks(it, &now)).max(0);
                let done = Done { dealt: now.suffered[it] - suffered, ranks };
                if fray.is_main() {
                    now.done = done;
                }
                self.after(now, fray, done)
            })
        })
    }

    /// The panic test of an attack.
    fn panic(&self, now: State, fray: Fray<'_>, wounds: i32) -> Chances<(State, i32, bool)> {
        let it = 1 - fray.me;
        let test = (it, From::Attack);
        if now.left[it] == 0 {
            surely((now, 0, false))
        } else if wounds > 0 {
            self.take(now, test, fray, (1, Done::default()))
        } else {
            let over = self.over(now, test, false, fray, (1, Done::default()));
            each(over, |end| surely((end, 0, false)))
        }
    }

    /// What follows an attack.
    fn after(&self, state: State, fray: Fray<'_>, done: Done) -> Chances<State> {
        let (me, it) = (fray.me, 1 - fray.me);
        let mut moments = vec![
            (it, Moment::LosingRanks),
            (me, Moment::AfterAttacking),
            (it, Moment::AfterAttacked),
        ];
        if state.left[it] == 0 {
            moments.push((it, Moment::Destroyed));
        }
        let mut states = surely(state);
        for (side, moment) in moments {
            for (number, effect) in self.effects(side, fray.way, state.fallen[side], moment) {
                states = each(states, |now| {
                    self.happen(now, &now, (side, number, effect), fray, (2, done))
                });
            }
        }
        states
    }

    /// The attack in question with all it calls forth, chosen in this way.
    pub fn row(&self, way: &Way) -> Chances<State> {
        self.row_from(self.start(), way)
    }

    /// The same where things stand so when it begins.
    pub fn row_from(&self, start: State, way: &Way) -> Chances<State> {
        self.decided.borrow_mut().clear();
        self.began.set(start);
        let fray = Fray { me: 0, kind: Kind::Main, way };
        self.rest(self.begin(start, fray), 0, fray)
    }

    /// The row from one of its attacks on.
    pub fn rest(&self, mut states: Chances<State>, first: usize, fray: Fray<'_>) -> Chances<State> {
        for (place, turn) in self.turns(fray).into_iter().enumerate().skip(first) {
            states = each(states, |now| match turn.called {
                _ if !self.may(&now, turn) => surely(now),
                None => self.strike(now, fray),
                Some(_) => {
                    let way = self.way_to_answer(now.bare(), turn.by, place, fray);
                    self.answer_so(now, turn.by, &way)
                }
            });
        }
        each(states, |now| self.suffer_terrain(now, fray))
    }

    /// The attacks of the row.
    fn turns(&self, fray: Fray<'_>) -> Vec<Turn<'a>> {
        let before = [Moment::Activating, Moment::BeforeAttacking].map(|moment| (0, moment));
        let after = [Moment::AfterAttacked, Moment::Destroyed].map(|moment| (1, moment));
        let called = |moments: &[(usize, Moment)]| {
            moments.iter().flat_map(|(by, moment)| self.called(*by, *moment, fray)).collect()
        };
        let first: Vec<Turn<'a>> = called(&[&before[..], &[(1, Moment::BeforeAttacked)]].concat());
        let last: Vec<Turn<'a>> = called(&[&[(0, Moment::AfterAttacking)], &after[..]].concat());
        [first, vec![Turn { by: 0, called: None }], last].concat()
    }

    /// The attacks of a side that are called forth at a moment, as things stand when all begins.
    fn called(&self, by: usize, moment: Moment, fray: Fray<'_>) -> Vec<Turn<'a>> {
        let called = self.effects(by, fray.way, false, moment).into_iter().filter(|(_, effect)| {
            effect.action == Action::Triggered(Triggered::Attack)
                && self.can_answer(by)
                && self.holds(effect, by, fray, &self.began.get())
        });
        called.map(|called| Turn { by, called: Some(called) }).collect()
    }

    /// Whether an attack of the row is made.
    fn may(&self, now: &State, Turn { by, called }: Turn<'_>) -> bool {
        let Some((number, effect)) = called else { return now.both_stand() };
        let asked = |wanted: Option<bool>, is: bool| wanted.is_none_or(|wanted| wanted == is);
        let last = effect.moment == Moment::Destroyed;
        (now.left[by] == 0) == last
            && now.left[1 - by] > 0
            && !(self.abilities[by][number].attached && now.fallen[by])
            && asked(effect.conditions.dealt, now.done.dealt > 0)
            && asked(effect.conditions.rank_destroyed, now.done.ranks > 0)
    }

    /// An attack that is called forth, chosen in this way.
    pub fn answer_so(&self, state: State, by: usize, way: &Way) -> Chances<State> {
        let fray = Fray { me: by, kind: Kind::Called, way };
        let struck = each(self.begin(state, fray), |now| {
            let fell = state.left[by] > 0 && now.left[by] == 0;
            if fell || now.left[1 - by] == 0 { surely(now) } else { self.strike(now, fray) }
        });
        each(struck, |now| self.suffer_terrain(now, fray))
    }

    /// What dangerous terrain costs who acts in it.
    fn suffer_terrain(&self, now: State, fray: Fray<'_>) -> Chances<State> {
        if self.attack.traits()[fray.me].surroundings.dangerous {
            self.suffer_ground(now, fray)
        } else {
            surely(now)
        }
    }

    /// What dangerous ground costs the one who acts, if it stands.
    pub fn suffer_ground(&self, now: State, fray: Fray<'_>) -> Chances<State> {
        if now.left[fray.me] == 0 {
            return surely(now);
        }
        each((2..=4).map(|wounds| (wounds, 1.0 / 3.0)).collect(), |wounds| {
            each(self.hurt(now, fray.me, wounds, fray), |(end, _)| surely(end))
        })
    }
}

/// Whether an effect counts in a test that comes from there.
fn fits(effect: &Effect, from: Option<From>, side: usize, number: usize) -> bool {
    use warodds_games::asoiaf::effect::Which;
    match (effect.conditions.test, from) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(Which::Panic), Some(from)) => !matches!(from, From::Ability { costs: false, .. }),
        (Some(Which::Attack), Some(from)) => from == From::Attack,
        (Some(Which::Called), Some(From::Attack)) => false,
        (Some(Which::Called), Some(From::Ability { bearer, number: called, .. })) => {
            (bearer, called) == (side, number)
        }
    }
}

/// Every way a test can go with these players to reroll, and whether ties leave it open.
fn every_roll(test: &Test, order: &[Player]) -> (Rolled, bool) {
    let outlooks = outlooks(test, order);
    let mut all: BTreeMap<(i32, bool, bool), f64> = BTreeMap::new();
    for outlook in &outlooks {
        for (key, p) in outlook.distribution.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            let ends = ((key / 4) as i32, key & 2 > 0, key & 1 > 0);
            *all.entry(ends).or_default() += p / outlooks.len() as f64;
        }
    }
    (all.into_iter().collect(), outlooks.iter().any(|outlook| outlook.open))
}
