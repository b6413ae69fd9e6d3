//! One attack, step by step (A2), with combat bonuses (A3), the tokens spent on it (A7) and what abilities make of it.

mod hits;
mod saves;
mod turned;

use std::marker::PhantomData;

use super::deed::{Backlash, Done, Follow, Ground, Ready, Smith, Survival, Trial, give};
use super::effect::Moment;
use super::pool::{EnemyTurn, OwnTurn, Pool, PoolLabels, SortedPool};
use super::scene::Activation;
use super::situation::{Board, Fight, Place, Side, Varying, ranks_left};
use super::terms::{Term, Terms, TestFrom};
use super::unit::Body;
use crate::chance::{Chance, Label, Mask, Num, Wanted};

const ATTACK_DICE: PoolLabels = PoolLabels {
    rolled: &Label::new("attack dice", "A2.2"),
    by_roller: &Label::new("misses rerolled by the attacker", "A2.3"),
    by_enemy: &Label::new("hits rerolled for the defender", "A2.3"),
};
const DEFENSE_DICE: PoolLabels = PoolLabels {
    rolled: &Label::new("defence dice", "A2.4"),
    by_roller: &Label::new("failed saves rerolled by the defender", "A2.5"),
    by_enemy: &Label::new("blocks rerolled for the attacker", "A2.5"),
};
const HITS: Label = Label::new("hits", "A2.2");
const UNBLOCKED: Label = Label::new("unblocked hits", "A2.6");
const SUFFERED: Label = Label::new("wounds suffered in all", "A2.9");

/// An attack made ready: all that does not change while dice roll.
#[derive(Clone, Debug)]
pub struct Strike {
    board: Board,
    bodies: [Body; 2],
    terms: Vec<Varying>,
    /// Number of what is picked in each situation.
    picked: Varying,
    attack_dice: SortedPool<OwnTurn>,
    /// Whether natural faces of attack dice matter.
    sorts_hits: bool,
    defense_dice: SortedPool<EnemyTurn>,
    sorts_saves: bool,
    /// Whether it is made in the turn of the unit struck.
    turned: bool,
    /// Part and face of the striker's saves against hits that come back; none where its defence is not known.
    backlash: Option<(Backlash, u8)>,
    /// The panic test of the unit struck; none where its morale is not known.
    panic: Option<Follow>,
    before: Vec<Ready>,
    ranks_lost: Vec<Ready>,
    after: Vec<Ready>,
    destroyed: Vec<Ready>,
    /// How each side may survive its end.
    survivals: [Vec<Survival>; 2],
}

/// What an attack did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome<N> {
    /// Hits, automatic ones included.
    pub hits: N,
    /// Wounds of the attack itself, however few were left.
    pub attack_wounds: N,
    /// Wounds suffered from its panic test.
    pub panic_wounds: N,
    /// 1 where that test failed.
    pub panic_failed: N,
}

impl<N: Num> Outcome<N> {
    /// This where `mask` holds, `other` elsewhere.
    #[inline(always)]
    #[must_use]
    pub fn or_else(self, mask: N::Mask, other: Self) -> Self {
        Self {
            hits: self.hits.or_else(mask, other.hits),
            attack_wounds: self.attack_wounds.or_else(mask, other.attack_wounds),
            panic_wounds: self.panic_wounds.or_else(mask, other.panic_wounds),
            panic_failed: self.panic_failed.or_else(mask, other.panic_failed),
        }
    }

    /// The same where `mask` holds, nothing elsewhere.
    #[inline(always)]
    #[must_use]
    pub fn only(self, mask: N::Mask) -> Self {
        Self {
            hits: self.hits.only(mask),
            attack_wounds: self.attack_wounds.only(mask),
            panic_wounds: self.panic_wounds.only(mask),
            panic_failed: self.panic_failed.only(mask),
        }
    }
}

impl Strike {
    /// Makes an attack ready for the situations of `smith.board`; `terms` and `picked` are its numbers and the number of what
    /// is picked in each, in the board's order.
    pub fn new(mut smith: Smith<'_>, terms: &[Terms], picked: Vec<u8>) -> Self {
        let board = smith.board;
        let numbers = |term: usize| board.varying(terms.iter().filter_map(|terms| terms.get(term).copied()).collect());
        let terms: Vec<Varying> = (0..Term::COUNT).map(numbers).collect();
        let matters = |term: Term| terms.get(term as usize).is_some_and(|number| !number.is_nothing());
        let (ones, sixes) = (matters(Term::OnesWound), matters(Term::Critical) || matters(Term::Precision));
        let save_ones = matters(Term::SaveOneGives);
        let wanted = |ones| if ones { Wanted::OnesAndSixes } else { Wanted::Sixes };
        let attack_pool = Pool { name: smith.names.next(), labels: ATTACK_DICE, turn: PhantomData };
        let defense_pool = Pool { name: smith.names.next(), labels: DEFENSE_DICE, turn: PhantomData };
        let both = |smith: &mut Smith<'_>, own, enemy| [smith.deeds(Side::Striker, own, 2), smith.deeds(Side::Struck, enemy, 2)].concat();
        let beginning = if smith.scene.activation == Activation::Whole { smith.beginning() } else { Vec::new() };
        let before = [beginning, both(&mut smith, Moment::BeforeAttacking, Moment::BeforeAttacked)].concat();
        Self {
            bodies: [Side::Striker, Side::Struck].map(|side| smith.scene.party(side).body),
            attack_dice: SortedPool { pool: attack_pool, wanted: wanted(ones) },
            sorts_hits: ones || sixes || matters(Term::Fish),
            defense_dice: SortedPool { pool: defense_pool, wanted: wanted(save_ones) },
            sorts_saves: save_ones || matters(Term::SaveSixWounds),
            turned: smith.scene.active == Side::Struck,
            backlash: smith.own_save(Side::Striker).map(|face| (Backlash(smith.names.next()), face)),
            panic: smith.follow(Side::Struck, TestFrom::Attack, 1),
            before,
            ranks_lost: smith.deeds(Side::Struck, Moment::LosingRanks, 2),
            after: both(&mut smith, Moment::AfterAttacking, Moment::AfterAttacked),
            destroyed: smith.deeds(Side::Struck, Moment::Destroyed, 2),
            survivals: Side::BOTH.map(|side| smith.survivals(side)),
            picked: board.varying(picked),
            board,
            terms,
        }
    }

    /// A number of the attack at a place.
    #[inline(always)]
    fn term<C: Chance>(&self, luck: &mut C, term: Term, place: Place<C::N>) -> C::N {
        match self.terms.get(term as usize) {
            Some(number) => number.at(luck, place),
            None => C::N::of(0),
        }
    }

    /// Where a flag of the attack holds at a place.
    #[inline(always)]
    fn holds<C: Chance>(&self, luck: &mut C, term: Term, place: Place<C::N>) -> <C::N as Num>::Mask {
        self.term(luck, term, place).gt(C::N::of(0))
    }

    /// Whether a number of the attack is ever other than 0.
    fn has(&self, term: Term) -> bool {
        self.most(term) > 0
    }

    fn most(&self, term: Term) -> u8 {
        self.terms.get(term as usize).map_or(0, Varying::most)
    }

    /// The most hits.
    pub fn most_hits(&self) -> u8 {
        let each = self.most(Term::HitsEach) + if self.has(Term::Critical) { self.most(Term::Critical) } else { 0 };
        self.most(Term::Dice).saturating_mul(each).saturating_add(self.most(Term::Hits))
    }

    /// The most wounds of the attack itself.
    pub fn most_wounds(&self) -> u8 {
        let fixed = self.most(Term::FixedWounds).saturating_add(3 * self.most(Term::FixedD3));
        self.most_hits().max(fixed).saturating_add(self.most(Term::Wounds))
    }

    /// The most wounds of its panic test.
    pub fn most_panic(&self) -> u8 {
        self.panic.as_ref().map_or(0, |follow| follow.test.most_wounds())
    }

    /// All deeds around it.
    fn deeds(&self) -> impl Iterator<Item = &Ready> {
        let follow = self.panic.iter().flat_map(|follow| follow.passed.iter().chain(&follow.failed));
        let trials = self.survivals.iter().flatten().filter_map(|survival| survival.trial.as_ref());
        let trials = trials.flat_map(Trial::followers);
        let own = self.before.iter().chain(&self.ranks_lost).chain(&self.after).chain(&self.destroyed);
        own.chain(follow).chain(trials).flat_map(Ready::with_followers)
    }

    /// Whether wounds of a side may be healed.
    pub fn heals(&self, side: Side) -> bool {
        self.deeds().any(|deed| deed.heals(side))
    }

    /// Whether the striker may be hurt.
    pub fn hurts_striker(&self) -> bool {
        let back = [Term::OnesWound, Term::MissesHitBack, Term::SaveSixWounds, Term::BlockHitsBack];
        back.into_iter().any(|term| self.has(term)) || self.deeds().any(|deed| deed.hurts(Side::Striker))
    }

    /// Where a fight stands, what is picked in it looked up first.
    #[inline(always)]
    pub fn place<C: Chance>(&self, luck: &mut C, fight: &Fight<C::N>) -> (Place<C::N>, C::N) {
        let first = self.board.place(fight, C::N::of(0));
        let picked = self.picked.at(luck, first);
        (self.board.place(fight, picked), picked)
    }

    #[inline(always)]
    fn ground<C: Chance>(&self, luck: &mut C, place: Place<C::N>) -> Ground<'_, C::N> {
        let immune = [self.term(luck, Term::StrikerImmune, place), self.term(luck, Term::StruckImmune, place)];
        let [striker, struck] = &self.survivals;
        Ground { place, bodies: self.bodies, immune, survivals: [striker, struck] }
    }

    /// Wounds to a side, unless it survives its end.
    #[inline(always)]
    fn hurt<C: Chance>(&self, luck: &mut C, fight: &mut Fight<C::N>, place: Place<C::N>, side: Side, wounds: C::N) {
        if self.survivals[side.index()].is_empty() {
            return fight.wound(side.index(), wounds);
        }
        self.ground(luck, place).hurt(luck, fight, side.index(), wounds);
    }

    /// Makes the attack: what happens before it, its dice, and what follows (A2.1–A2.9). `orderly` says whether the charge
    /// that led to it, if one did, was orderly (A5.5).
    #[inline(always)]
    pub fn make<C: Chance>(&self, luck: &mut C, mut fight: Fight<C::N>, orderly: <C::N as Num>::Mask) -> (Fight<C::N>, Outcome<C::N>) {
        let (mut place, picked) = self.place(luck, &fight);
        let stood = fight.left[Side::Striker.index()].gt(C::N::of(0));
        if !self.before.is_empty() {
            let ground = self.ground(luck, place);
            let all = <C::N as Num>::Mask::all_of(true);
            for deed in &self.before {
                deed.carry_out(luck, &mut fight, &ground, &Done::nothing(), all);
            }
            place = self.board.place(&fight, picked);
        }
        // what happens before an attack may end either unit; a last blow is struck by one that does not stand any more
        let fell = stood & fight.left[Side::Striker.index()].equals(C::N::of(0));
        let stands = fight.left[Side::Struck.index()].gt(C::N::of(0)) & !fell;
        if !stands.any() {
            return (fight, Outcome::default());
        }
        let (after, outcome) = self.resolve(luck, fight, place, picked, orderly);
        if self.before.is_empty() {
            return (after, outcome);
        }
        (after.or_else(stands, fight), outcome.only(stands))
    }

    /// The attack itself.
    #[inline(always)]
    fn resolve<C: Chance>(
        &self,
        luck: &mut C,
        mut fight: Fight<C::N>,
        place: Place<C::N>,
        picked: C::N,
        orderly: <C::N as Num>::Mask,
    ) -> (Fight<C::N>, Outcome<C::N>) {
        let ground = self.ground(luck, place);
        let ranks_before = ranks_left(self.bodies[1], fight.left[1]);
        let [hits, sure] = self.hits(luck, &mut fight, place, orderly);
        luck.tell(&HITS, hits);
        let [attack_wounds, given] = self.saves(luck, &mut fight, &ground, [hits, sure]);
        luck.tell(&UNBLOCKED, attack_wounds);
        let suffered = fight.suffered[1];
        self.hurt(luck, &mut fight, place, Side::Struck, attack_wounds);
        // the test and what follows count ranks and tokens as they are by then
        let ground = self.ground(luck, self.board.place(&fight, picked));
        let [panic_wounds, panic_failed] = self.panic(luck, &mut fight, &ground, attack_wounds);
        if self.has(Term::SaveOneGives) {
            give(&mut fight, Side::Struck.index(), given, &ground, <C::N as Num>::Mask::all_of(true));
        }
        let dealt = fight.suffered[1] - suffered;
        luck.tell(&SUFFERED, dealt);
        if !(self.ranks_lost.is_empty() && self.after.is_empty() && self.destroyed.is_empty()) {
            let ranks = ranks_before.less(ranks_left(self.bodies[1], fight.left[1]));
            let ground = self.ground(luck, self.board.place(&fight, picked));
            self.follow(luck, &mut fight, &ground, &Done { dealt, ranks });
        }
        (fight, Outcome { hits, attack_wounds, panic_wounds, panic_failed })
    }

    /// The panic test that wounds bring (A2.7) and what follows it; A2.9: not for a unit already destroyed.
    #[inline(always)]
    fn panic<C: Chance>(&self, luck: &mut C, fight: &mut Fight<C::N>, ground: &Ground<'_, C::N>, attack_wounds: C::N) -> [C::N; 2] {
        let Some(follow) = &self.panic else { return [C::N::of(0); 2] };
        let stands = fight.left[1].gt(C::N::of(0));
        let tests = attack_wounds.gt(C::N::of(0)) & stands;
        follow.take(luck, fight, 1, ground, &Done::nothing(), [tests, stands])
    }

    /// What follows an attack: ranks lost, its end, the end of the unit struck.
    #[inline(never)]
    fn follow<C: Chance>(&self, luck: &mut C, fight: &mut Fight<C::N>, ground: &Ground<'_, C::N>, done: &Done<C::N>) {
        let stands = fight.left[1].gt(C::N::of(0));
        let all = <C::N as Num>::Mask::all_of(true);
        for deed in &self.ranks_lost {
            deed.carry_out(luck, fight, ground, done, all);
        }
        for deed in &self.after {
            deed.carry_out(luck, fight, ground, done, all);
        }
        for deed in &self.destroyed {
            deed.carry_out(luck, fight, ground, done, !stands);
        }
    }
}
