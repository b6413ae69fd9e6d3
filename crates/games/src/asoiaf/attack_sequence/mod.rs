//! An attack together with the attacks it triggers: attacks before it (E2), counter-attacks (E1)
//! and last attacks of destroyed units (E3).
//!
//! The attacks are a list of stages in resolution order. A stage made by the defender is an
//! [`AttackRoll`] with the sides swapped. Attacks triggered by a counter-attack are not resolved,
//! which bounds the list.

mod bounds;
mod by_state;
mod counter_attacks;
mod distributions;
mod evaluator;
mod stage;

pub(super) use super::relevance::{InitialState, table};
pub(super) use by_state::{MOST_KEPT, Turn, TurnChoices, TurnContext, TurnMemory, Unsolved};
pub(super) use counter_attacks::CounterAttacks;
pub(super) use counter_attacks::spent;

use super::attack_context::{Activation, AttackContext};
use super::attack_roll::{AttackOutcome, AttackRoll, Progress};
use super::choice::{self, ChoiceNote, ResolvedChoices};
use super::edition::Parameters;
use super::effect::Moment;
use super::per_situation::SituationIndex;
use super::question::Attack;
use super::situation::{FightState, Side};
use super::situation_table::SituationTable;
use super::state_table::StateTable;
use super::triggered::EffectCompiler;
use counter_attacks::{counter_attack, triggered_attacks, unknown};
use evaluator::{IndexedSequence, SequenceEvaluator, SequenceMemory, TriggeredDecision, balance};
use stage::{Stage, StageTiming};
use warodds_engine::chance::{Chance, Mask, Num};

/// An attack and the attacks it triggers.
#[derive(Clone, Debug)]
pub(super) struct AttackSequence {
    stages: Vec<Stage>,
    table: SituationTable,
    main: usize,
    /// Index of the choices in each state in which the sequence may begin; `None` if they depend on
    /// ranks and tokens only.
    starts: Option<Box<StateTable>>,
    /// Whether each side acts in dangerous terrain (A10.4).
    in_dangerous: [bool; 2],
    chosen: Vec<ChoiceNote>,
    leaves_choices: bool,
    /// How many sets of choices are told apart in an attack, if others are best in some situations.
    limit: Option<u8>,
    /// Sides whose defense or morale is needed but unknown.
    unknown: Vec<Side>,
}

impl AttackSequence {
    /// Compiles an attack.
    pub(super) fn new(
        attack: &Attack,
        (start, activation): (InitialState, Activation),
        parameters: &Parameters,
    ) -> Self {
        let ctx = AttackContext::of_attack(attack, activation, parameters);
        let contexts = Side::BOTH.map(|by| ctx.of_counter_attack(by));
        let counter_attacks = contexts.each_ref().map(|ctx| counter_attack(ctx.as_ref()?));
        let is_answered = counter_attacks.iter().any(Option::is_some);
        let table = table(&ctx, start, is_answered);
        // players choose at the start, in the situation of the question
        let known = (start == InitialState::Known).then(|| ctx.now());
        let memory = SequenceMemory::new(&contexts, &counter_attacks);
        let decision = match known {
            Some(_) => TriggeredDecision::ByState,
            None => TriggeredDecision::BySituation,
        };
        let evaluator = SequenceEvaluator { memory: &memory, decision, end: &balance, known: None };
        let (decided, evaluated) =
            choice::decide::<Self>(&ctx, table, known, &counter_attacks, |number, attacks, now| {
                evaluator.worth(IndexedSequence { number, attacks }, &now.fight())
            });
        let attacks = match evaluated {
            Some(attacks) => attacks.with_choices(decided),
            None => Self::of(&ctx, decided, &counter_attacks),
        };
        let start = known.map(|now| now.fight());
        let attacks = evaluator.settled(attacks, start.as_slice());
        Self { unknown: unknown(&ctx, &table), ..attacks }
    }

    /// Builds the sequence with the choices in `decided`. Choices that depend on the state reached
    /// during the sequence remain open.
    fn of(
        ctx: &AttackContext<'_>,
        decided: ResolvedChoices,
        counter_attacks: &CounterAttacks,
    ) -> Self {
        let trigger = triggered_attacks(
            &mut EffectCompiler { ctx, table: decided.table, picks: &decided.picks },
            counter_attacks,
        );
        let mut attack_roll = AttackRoll::new(ctx, &decided);
        let ResolvedChoices { table, mut chosen, leaves_choices, limit, .. } = decided;
        let needs_outcome = trigger.iter().any(|(.., trigger)| trigger.needs_outcome());
        if needs_outcome {
            attack_roll.count_ranks();
        }
        let mut stages = vec![Stage::main(attack_roll)];
        // stages before the main attack are inserted in front of it
        let mut main = 0;
        for (by, moment, trigger) in trigger {
            let Some(counter_attack) = &counter_attacks[by.index()] else { continue };
            let (attack_roll, is_open) =
                (counter_attack.attack_roll.clone(), counter_attack.leaves_choices);
            if !is_open {
                chosen.extend(counter_attack.chosen.iter().cloned().map(|one| one.seen_from(by)));
            }
            let timing = if moment == Moment::Destroyed {
                StageTiming::AfterDestruction
            } else {
                StageTiming::WhileAlive
            };
            let stage =
                Stage { by, attack_roll, timing, trigger: Some(trigger), is_open, picks: None };
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
        let in_dangerous = ctx.combatants.map(|unit| unit.surroundings.dangerous);
        let leaves_choices = leaves_choices || stages.iter().any(|stage| stage.is_open);
        Self {
            stages,
            table,
            main,
            starts: None,
            in_dangerous,
            chosen,
            leaves_choices,
            limit,
            unknown: Vec::new(),
        }
    }

    /// Adds the notes on the choices with which the sequence was evaluated.
    fn with_choices(
        mut self,
        ResolvedChoices { mut chosen, leaves_choices, .. }: ResolvedChoices,
    ) -> Self {
        if let Some(main) = self.stages.get_mut(self.main) {
            // evaluation dropped the hits, which the answer reports
            main.attack_roll.count_hits();
        }
        chosen.append(&mut self.chosen);
        Self { chosen, leaves_choices: leaves_choices || self.leaves_choices, ..self }
    }

    /// Returns whether other attacks come between the effects before the main attack and its dice
    /// (A14.1).
    const fn begins_apart(&self) -> bool {
        self.main > 0
    }

    /// Resolves the effects before the main attack. Returns the state and the index of its choices.
    fn begin<C: Chance>(
        &self,
        chance: &mut C,
        fight: FightState<C::N>,
    ) -> (FightState<C::N>, C::N) {
        let picked = self.place(chance, &fight).1;
        let main = self.main_roll();
        (main.map_or(fight, |main| main.begin(chance, fight, picked)), picked)
    }

    /// Applies dangerous terrain to the first unit for its action. `start` is the state before the
    /// sequence, in which the choices were made.
    fn end<C: Chance>(
        &self,
        chance: &mut C,
        start: &FightState<C::N>,
        mut fight: FightState<C::N>,
    ) -> FightState<C::N> {
        let picked = self.place(chance, start).1;
        if let Some(main) = self.main_roll() {
            let all = <C::N as Num>::Mask::all_of(true);
            main.suffer_terrain(chance, &mut fight, picked, all);
        }
        fight
    }

    /// Returns the situation at the start and the index of the choices made in it.
    #[inline(always)]
    fn place<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
    ) -> (SituationIndex<C::N>, C::N) {
        match (self.main_roll(), &self.starts) {
            (Some(attack_roll), None) => attack_roll.place(chance, fight),
            (Some(attack_roll), Some(starts)) => {
                let picked = starts.at(chance, fight);
                (attack_roll.placed(fight, picked), picked)
            }
            (None, _) => (SituationIndex::only(), C::N::of(0)),
        }
    }

    /// Lists the effects left out because a profile is missing. `names` are the display names of
    /// the two units.
    pub(super) fn left_out(&self, names: [&str; 2]) -> Vec<String> {
        let describe = |side: &Side| {
            let name = names[side.index()];
            format!(
                "the defense or morale of {name} is unknown: hits on it, tests and attacks caused \
                 by abilities are left out"
            )
        };
        self.unknown.iter().map(describe).collect()
    }

    /// Returns the main attack.
    fn main_roll(&self) -> Option<&AttackRoll> {
        self.stages.get(self.main).map(|stage| &stage.attack_roll)
    }

    /// Returns the main attack if it is alone: no effect before it and no triggered attack.
    pub(super) fn alone(&self) -> Option<&AttackRoll> {
        self.only().filter(|attack_roll| !attack_roll.is_prepared())
    }

    /// Returns the main attack if it is the only one, its choices depend on ranks and tokens only,
    /// and its ground is harmless.
    fn only(&self) -> Option<&AttackRoll> {
        if self.in_dangerous[Side::Attacker.index()] || self.starts.is_some() {
            return None;
        }
        // a single stage can be inlined into the caller
        if let [only] = self.stages.as_slice() { Some(&only.attack_roll) } else { None }
    }

    /// Drops the number of hits from the result, which leaves the exact engine fewer outcomes.
    #[must_use]
    pub(super) fn without_hits(mut self) -> Self {
        self.stages = self
            .stages
            .into_iter()
            .map(|stage| Stage { attack_roll: stage.attack_roll.without_hits(), ..stage })
            .collect();
        self
    }

    /// Returns the largest number of wounds left of the first unit that is equivalent to `left`.
    #[inline(always)]
    pub(super) fn alike<N: Num>(&self, left: N) -> N {
        if self.starts.is_some() { left } else { self.table.attacker.alike(left) }
    }

    /// Returns whether players had a choice at the start.
    pub(super) const fn leaves_choices(&self) -> bool {
        self.leaves_choices
    }

    /// Returns the notes on the choices made.
    pub(super) fn chosen(&self) -> impl Iterator<Item = &ChoiceNote> {
        self.chosen.iter()
    }

    /// Describes the choices made. `names` are the display names of the two units.
    pub(super) fn decided(&self, names: [&str; 2]) -> Vec<String> {
        let mut lines = choice::words(self.chosen.iter().map(|one| (names[one.side.index()], one)));
        lines.extend(self.limit.map(choice::describe_limit));
        lines
    }

    /// Resolves all stages and returns the result of the main attack. A single attack is inlined
    /// into its caller where that pays; sequences are rare and share a function.
    #[inline(always)]
    pub(super) fn make<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        orderly: <C::N as Num>::Mask,
    ) -> AttackOutcome<C::N> {
        let before = *fight;
        let (after, outcome) = match self.only() {
            Some(attack_roll) if C::INLINES => {
                return attack_roll.make(chance, fight, orderly, Progress::Open);
            }
            Some(attack_roll) => attack_roll.make_shared(chance, before, orderly, Progress::Open),
            None if C::INLINES => {
                chance.out_of_line(|chance| self.resolve_sequence(chance, before, orderly))
            }
            None => self.resolve_sequence(chance, before, orderly),
        };
        *fight = after;
        outcome
    }

    /// Resolves all stages, as a function shared by all callers.
    #[inline(never)]
    fn resolve_sequence<C: Chance>(
        &self,
        chance: &mut C,
        mut fight: FightState<C::N>,
        orderly: <C::N as Num>::Mask,
    ) -> (FightState<C::N>, AttackOutcome<C::N>) {
        let (alone, start) = (self.stages.len() == 1, fight);
        let place = if alone { SituationIndex::only() } else { self.place(chance, &fight).0 };
        let mut picked = None;
        if self.begins_apart() {
            let (begun, number) = self.begin(chance, fight);
            (fight, picked) = (begun, Some(number));
        }
        let mut outcome = AttackOutcome::default();
        for number in 0..self.stages.len() {
            let turn = (orderly, picked);
            (fight, outcome) = self.resolve_stage(chance, number, (fight, outcome), place, turn);
        }
        if self.in_dangerous[Side::Attacker.index()] {
            fight = self.end(chance, &start, fight);
        }
        (fight, outcome)
    }

    /// Resolves one stage where it applies. `did` is the result of the main attack so far, `picked`
    /// the index of its choices if it has begun.
    #[inline(always)]
    fn resolve_stage<C: Chance>(
        &self,
        chance: &mut C,
        number: usize,
        (fight, did): (FightState<C::N>, AttackOutcome<C::N>),
        place: SituationIndex<C::N>,
        (orderly, picked): (<C::N as Num>::Mask, Option<C::N>),
    ) -> (FightState<C::N>, AttackOutcome<C::N>) {
        let (stage, is_main, alone) =
            (&self.stages[number], number == self.main, self.stages.len() == 1);
        // a single stage always applies: no lookup, no masking
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
            let made = stage.resolve_triggered(chance, fight, &did, [here, orderly], in_dangerous);
            return (made.select(here, fight), did);
        }
        let progress = match picked {
            Some(picked) => Progress::Begun(picked),
            None if self.starts.is_some() => Progress::Picked(self.place(chance, &fight).1),
            None => Progress::Open,
        };
        let (made, outcome) = stage.run(chance, fight, orderly, progress);
        if alone { (made, outcome) } else { (made.select(here, fight), outcome.masked(here)) }
    }
}
