//! An attack with the attacks it calls forth: those made before it (E2), answers to it (E1) and
//! last blows (E3).
//!
//! The attacks stand in a row; each is a [`AttackRoll`], with the sides exchanged where the unit
//! struck makes it. What an answer calls forth in its turn is not counted, so that the row ends.

mod answers;
mod armed;
mod bounds;
mod outlook;
mod stage;

pub(super) use super::relevance::{Start, table};
pub(super) use answers::Answers;
pub(super) use answers::spent;

use super::attack_context::{Activation, AttackContext};
use super::attack_roll::{AttackRoll, HITS, Outcome, Progress};
use super::choice::{self, Chosen, Decided};
use super::combatant::CombatantView;
use super::edition::Parameters;
use super::effect::Moment;
use super::per_situation::SituationIndex;
use super::question::Context;
use super::situation::{Fight, Side, Situation, SituationTable};
use super::triggered::EffectCompiler;
use answers::{answer, called_forth, context_of_answer, unknown};
use armed::Armed;
use outlook::{Outlook, Row};
use stage::{Stage, Turn};
use warodds_engine::chance::{Chance, Label, Mask, Num};

/// An attack with all it calls forth.
#[derive(Clone, Debug)]
pub(super) struct AttackSequence {
    stages: Vec<Stage>,
    table: SituationTable,
    main: usize,
    /// Whether each side acts in dangerous terrain (A10.4).
    in_dangerous: [bool; 2],
    chosen: Vec<Chosen>,
    leaves_choices: bool,
    /// Sides of which effects ask what is not known.
    unknown: Vec<Side>,
}

impl AttackSequence {
    /// Makes ready the attack of the first combatant on the second; none where either is not known
    /// well enough to fight it.
    pub(super) fn new(
        combatants: [CombatantView<'_>; 2],
        context: Context,
        (start, activation): (Start, Activation),
        parameters: &Parameters,
    ) -> Option<Self> {
        let reach = combatants[0].attacking?.reach;
        let standings = combatants.each_ref().map(|unit| unit.standing);
        let ctx = AttackContext {
            parameters,
            context,
            reach,
            activation,
            active: Side::Striker,
            combatants,
        };
        let answers = Side::BOTH.map(|by| answer(&ctx, standings, by));
        let is_answered = answers.iter().any(Option::is_some);
        let table = table(&ctx, standings, start, is_answered);
        // players choose when all begins: in the situation that the question tells
        let known = (start == Start::Known).then(|| Situation::of(standings));
        let contexts = Side::BOTH.map(|by| context_of_answer(&ctx, by));
        let outlook = Outlook::new(&contexts, &answers, known);
        let (decided, weighed) =
            choice::decide::<Self>(&ctx, table, known, &answers, |number, attacks, now| {
                outlook.worth(Row { number, attacks }, now)
            });
        let attacks = match weighed {
            Some(attacks) => attacks.chosen_so(decided),
            None => Self::of(&ctx, decided, &answers),
        };
        let attacks = outlook.settled(attacks);
        Some(Self { unknown: unknown(&ctx, &table), ..attacks })
    }

    /// The attack of a ctx with what was decided in it, and the attacks it calls forth, in which
    /// something may still be left to choose.
    fn of(ctx: &AttackContext<'_>, decided: Decided, answers: &Answers) -> Self {
        let called = called_forth(
            &mut EffectCompiler { ctx, table: decided.table, picks: &decided.picks },
            answers,
        );
        let mut armed = Armed::new(ctx, &decided);
        let Decided { table, mut chosen, leaves_choices, .. } = decided;
        let asks = called.iter().any(|(.., call)| call.asks_what_was_done());
        if asks {
            armed = armed.counting_ranks();
        }
        let mut stages = vec![Stage::main(armed)];
        let mut main = 0;
        for (by, moment, call) in called {
            let Some(answer) = &answers[by.index()] else { continue };
            let (armed, is_open) = (answer.armed.clone(), answer.leaves_choices);
            if !is_open {
                chosen.extend(answer.chosen.iter().cloned().map(|one| one.seen_from(by)));
            }
            let turn = if moment == Moment::Destroyed { Turn::Last } else { Turn::Standing };
            let stage = Stage { by, armed, turn, called: Some(call), is_open, picks: None };
            if matches!(
                moment,
                Moment::BeforeAttacked | Moment::Activating | Moment::BeforeAttacking
            ) {
                stages.insert(main, stage);
                main += 1;
            } else {
                stages.push(stage);
            }
        }
        let in_dangerous = ctx.combatants.each_ref().map(|unit| unit.traits.surroundings.dangerous);
        let leaves_choices = leaves_choices || stages.iter().any(|stage| stage.is_open);
        Self { stages, table, main, in_dangerous, chosen, leaves_choices, unknown: Vec::new() }
    }

    /// The same with what players chose for it when it was weighed.
    fn chosen_so(mut self, Decided { mut chosen, leaves_choices, .. }: Decided) -> Self {
        if let Some(main) = self.stages.get_mut(self.main) {
            main.armed.count_hits();
        }
        chosen.append(&mut self.chosen);
        Self { chosen, leaves_choices: leaves_choices || self.leaves_choices, ..self }
    }

    /// Whether other attacks are made between what happens before the attack in question and its
    /// dice (A14.1).
    const fn begins_apart(&self) -> bool {
        self.main > 0
    }

    /// What happens before the attack in question, and the number of what is picked in it.
    fn begin<C: Chance>(&self, chance: &mut C, fight: Fight<C::N>) -> (Fight<C::N>, C::N) {
        match self.stages.get(self.main) {
            Some(main) => main.armed.begin(chance, fight),
            None => (fight, C::N::of(0)),
        }
    }

    /// The fight once all is done, with what the terrain costs the first unit for its action; it
    /// stood as `start` says.
    fn end<C: Chance>(
        &self,
        chance: &mut C,
        start: &Fight<C::N>,
        mut fight: Fight<C::N>,
    ) -> Fight<C::N> {
        let picked = self.place(chance, start).1;
        if let Some(main) = self.stages.get(self.main) {
            let all = <C::N as Num>::Mask::all_of(true);
            main.armed.suffer_terrain(chance, &mut fight, picked, all);
        }
        fight
    }

    /// Where a fight stands as all begins, and what is picked in it.
    #[inline(always)]
    fn place<C: Chance>(
        &self,
        chance: &mut C,
        fight: &Fight<C::N>,
    ) -> (SituationIndex<C::N>, C::N) {
        self.strike().map_or_else(
            || (SituationIndex::only(), C::N::of(0)),
            |strike| strike.place(chance, fight),
        )
    }

    /// What effects ask of a unit about which too little is known, the first and the second being
    /// called so.
    pub(super) fn left_out(&self, names: [&str; 2]) -> Vec<String> {
        let told = |side: &Side| {
            let name = names[side.index()];
            format!(
                "the defence or the morale of {name} is not known: the hits, tests and attacks \
                 that abilities bring on it are left out"
            )
        };
        self.unknown.iter().map(told).collect()
    }

    /// The attack in question.
    fn strike(&self) -> Option<&AttackRoll> {
        self.stages.get(self.main).map(|stage| &stage.armed.strike)
    }

    /// The attack in question where it is all there is: no triggered before it, no other attack
    /// called forth.
    pub(super) fn alone(&self) -> Option<&AttackRoll> {
        self.only().filter(|strike| !strike.is_prepared())
    }

    /// The attack in question where no other is called forth, there is one way to make it, and its
    /// ground costs nothing.
    fn only(&self) -> Option<&AttackRoll> {
        if self.in_dangerous[Side::Striker.index()] {
            return None;
        }
        if let [only] = self.stages.as_slice() { only.armed.only() } else { None }
    }

    /// The same for whom numbers of hits are nothing: the exact engine has fewer outcomes to tell
    /// apart then.
    #[must_use]
    pub(super) fn without_hits(mut self) -> Self {
        self.stages = self
            .stages
            .into_iter()
            .map(|stage| Stage { armed: stage.armed.without_hits(), ..stage })
            .collect();
        self
    }

    /// What the first unit has left, or more if that makes no difference to the attack.
    #[inline(always)]
    pub(super) fn alike<N: Num>(&self, left: N) -> N {
        self.table.striker.alike(left)
    }

    /// The step that settles the hits of the attack in question; none where other attacks, or other
    /// ways to make it, tell theirs too.
    pub(super) fn settled_by(&self) -> Option<&'static Label> {
        self.only().map(|_| &HITS)
    }

    /// Whether players had anything to choose when it begins.
    pub(super) const fn leaves_choices(&self) -> bool {
        self.leaves_choices
    }

    /// What players chose.
    pub(super) fn chosen(&self) -> impl Iterator<Item = &Chosen> {
        self.chosen.iter()
    }

    /// What players chose, the first and the second unit's being called so.
    pub(super) fn decided(&self, names: [&str; 2]) -> Vec<String> {
        choice::words(self.chosen.iter().map(|one| (names[one.side.index()], one)))
    }

    /// All attacks of the row, and what the one in question did. A lone attack is compiled into its
    /// caller where that pays; rows of attacks are rare, and stand apart.
    #[inline(always)]
    pub(super) fn make<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut Fight<C::N>,
        orderly: <C::N as Num>::Mask,
    ) -> Outcome<C::N> {
        let before = *fight;
        let (after, outcome) = if !C::INLINES {
            self.make_row(chance, before, orderly)
        } else if let Some(strike) = self.only() {
            return strike.make(chance, fight, orderly, Progress::Open);
        } else {
            chance.out_of_line(|chance| self.make_row(chance, before, orderly))
        };
        *fight = after;
        outcome
    }

    /// The same, shared by all callers.
    #[inline(never)]
    fn make_row<C: Chance>(
        &self,
        chance: &mut C,
        mut fight: Fight<C::N>,
        orderly: <C::N as Num>::Mask,
    ) -> (Fight<C::N>, Outcome<C::N>) {
        let (alone, start) = (self.stages.len() == 1, fight);
        let place = if alone { SituationIndex::only() } else { self.place(chance, &fight).0 };
        let mut picked = None;
        if self.begins_apart() {
            let (begun, number) = self.begin(chance, fight);
            (fight, picked) = (begun, Some(number));
        }
        let mut outcome = Outcome::default();
        for number in 0..self.stages.len() {
            let turn = (orderly, picked);
            (fight, outcome) = self.make_one(chance, number, (fight, outcome), place, turn);
        }
        if self.in_dangerous[Side::Striker.index()] {
            fight = self.end(chance, &start, fight);
        }
        (fight, outcome)
    }

    /// One attack of the row, where it is made: `did` is what the attack in question did before,
    /// and `picked` the number of what is picked in it, where it has begun.
    #[inline(always)]
    fn make_one<C: Chance>(
        &self,
        chance: &mut C,
        number: usize,
        (fight, did): (Fight<C::N>, Outcome<C::N>),
        place: SituationIndex<C::N>,
        (orderly, picked): (<C::N as Num>::Mask, Option<C::N>),
    ) -> (Fight<C::N>, Outcome<C::N>) {
        let (stage, is_main, alone) =
            (&self.stages[number], number == self.main, self.stages.len() == 1);
        let here = if alone {
            <C::N as Num>::Mask::all_of(true)
        } else {
            stage.may(chance, &fight, place, &did)
        };
        if !here.any() {
            return (fight, did);
        }
        stage.announce(chance, is_main);
        if !is_main {
            let in_dangerous = self.in_dangerous[stage.by.index()];
            let made = stage.answer(chance, fight, &did, [here, orderly], in_dangerous);
            return (made.select(here, fight), did);
        }
        let progress = picked.map_or(Progress::Open, Progress::Begun);
        let (made, outcome) = stage.run(chance, fight, orderly, progress);
        if alone { (made, outcome) } else { (made.select(here, fight), outcome.masked(here)) }
    }
}
