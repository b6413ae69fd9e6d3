//! An attack with the attacks it calls forth: those made before it (E2), counter_attacks to it (E1) and
//! last blows (E3).
//!
//! The attacks stand in a row; each is a [`AttackRoll`], with the sides exchanged where the unit
//! struck makes it. What an answer calls forth in its turn is not counted, so that the row ends.

mod bounds;
mod counter_attacks;
mod evaluator;
mod stage;
mod variants;

pub(super) use super::relevance::{InitialState, table};
pub(super) use counter_attacks::CounterAttacks;
pub(super) use counter_attacks::spent;

use super::attack_context::{Activation, AttackContext};
use super::attack_roll::{AttackOutcome, AttackRoll, HITS, Progress};
use super::choice::{self, ChoiceNote, ResolvedChoices};
use super::combatant::CombatantView;
use super::edition::Parameters;
use super::effect::Moment;
use super::per_situation::SituationIndex;
use super::question::Context;
use super::situation::{FightState, Side, Situation, SituationTable};
use super::triggered::EffectCompiler;
use counter_attacks::{counter_attack, counter_attack_context, triggered_attacks, unknown};
use evaluator::{IndexedSequence, SequenceEvaluator};
use stage::{Stage, StageTiming};
use variants::AttackVariants;
use warodds_engine::chance::{Chance, Label, Mask, Num};

/// An attack with all it calls forth.
#[derive(Clone, Debug)]
pub(super) struct AttackSequence {
    stages: Vec<Stage>,
    table: SituationTable,
    main: usize,
    /// Whether each side acts in dangerous terrain (A10.4).
    in_dangerous: [bool; 2],
    chosen: Vec<ChoiceNote>,
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
        (start, activation): (InitialState, Activation),
        parameters: &Parameters,
    ) -> Option<Self> {
        let reach = combatants[0].attacking?.reach;
        let standings = combatants.each_ref().map(|unit| unit.standing);
        let ctx = AttackContext {
            parameters,
            context,
            reach,
            activation,
            active: Side::Attacker,
            combatants,
        };
        let counter_attacks = Side::BOTH.map(|by| counter_attack(&ctx, standings, by));
        let is_answered = counter_attacks.iter().any(Option::is_some);
        let table = table(&ctx, standings, start, is_answered);
        // players choose when all begins: in the situation that the question tells
        let known = (start == InitialState::Known).then(|| Situation::of(standings));
        let contexts = Side::BOTH.map(|by| counter_attack_context(&ctx, by));
        let evaluator = SequenceEvaluator::new(&contexts, &counter_attacks, known);
        let (decided, weighed) =
            choice::decide::<Self>(&ctx, table, known, &counter_attacks, |number, attacks, now| {
                evaluator.worth(IndexedSequence { number, attacks }, now)
            });
        let attacks = match weighed {
            Some(attacks) => attacks.with_choices(decided),
            None => Self::of(&ctx, decided, &counter_attacks),
        };
        let attacks = evaluator.settled(attacks);
        Some(Self { unknown: unknown(&ctx, &table), ..attacks })
    }

    /// The attack of a ctx with what was decided in it, and the attacks it calls forth, in which
    /// something may still be left to choose.
    fn of(
        ctx: &AttackContext<'_>,
        decided: ResolvedChoices,
        counter_attacks: &CounterAttacks,
    ) -> Self {
        let trigger = triggered_attacks(
            &mut EffectCompiler { ctx, table: decided.table, picks: &decided.picks },
            counter_attacks,
        );
        let mut variants = AttackVariants::new(ctx, &decided);
        let ResolvedChoices { table, mut chosen, leaves_choices, .. } = decided;
        let asks = trigger.iter().any(|(.., trigger)| trigger.needs_outcome());
        if asks {
            variants = variants.counting_ranks();
        }
        let mut stages = vec![Stage::main(variants)];
        let mut main = 0;
        for (by, moment, trigger) in trigger {
            let Some(counter_attack) = &counter_attacks[by.index()] else { continue };
            let (variants, is_open) =
                (counter_attack.variants.clone(), counter_attack.leaves_choices);
            if !is_open {
                chosen.extend(counter_attack.chosen.iter().cloned().map(|one| one.seen_from(by)));
            }
            let timing = if moment == Moment::Destroyed {
                StageTiming::AfterDestruction
            } else {
                StageTiming::WhileAlive
            };
            let stage =
                Stage { by, variants, timing, trigger: Some(trigger), is_open, picks: None };
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
    fn with_choices(
        mut self,
        ResolvedChoices { mut chosen, leaves_choices, .. }: ResolvedChoices,
    ) -> Self {
        if let Some(main) = self.stages.get_mut(self.main) {
            main.variants.count_hits();
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
    fn begin<C: Chance>(
        &self,
        chance: &mut C,
        fight: FightState<C::N>,
    ) -> (FightState<C::N>, C::N) {
        match self.stages.get(self.main) {
            Some(main) => main.variants.begin(chance, fight),
            None => (fight, C::N::of(0)),
        }
    }

    /// The fight once all is done, with what the terrain costs the first unit for its action; it
    /// stood as `start` says.
    fn end<C: Chance>(
        &self,
        chance: &mut C,
        start: &FightState<C::N>,
        mut fight: FightState<C::N>,
    ) -> FightState<C::N> {
        let picked = self.place(chance, start).1;
        if let Some(main) = self.stages.get(self.main) {
            let all = <C::N as Num>::Mask::all_of(true);
            main.variants.suffer_terrain(chance, &mut fight, picked, all);
        }
        fight
    }

    /// Where a fight stands as all begins, and what is picked in it.
    #[inline(always)]
    fn place<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
    ) -> (SituationIndex<C::N>, C::N) {
        self.main_roll().map_or_else(
            || (SituationIndex::only(), C::N::of(0)),
            |attack_roll| attack_roll.place(chance, fight),
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
    fn main_roll(&self) -> Option<&AttackRoll> {
        self.stages.get(self.main).map(|stage| &stage.variants.unharmed)
    }

    /// The attack in question where it is all there is: no triggered before it, no other attack
    /// called forth.
    pub(super) fn alone(&self) -> Option<&AttackRoll> {
        self.only().filter(|attack_roll| !attack_roll.is_prepared())
    }

    /// The attack in question where no other is called forth, there is one way to make it, and its
    /// ground costs nothing.
    fn only(&self) -> Option<&AttackRoll> {
        if self.in_dangerous[Side::Attacker.index()] {
            return None;
        }
        if let [only] = self.stages.as_slice() { only.variants.only() } else { None }
    }

    /// The same for whom numbers of hits are nothing: the exact engine has fewer outcomes to tell
    /// apart then.
    #[must_use]
    pub(super) fn without_hits(mut self) -> Self {
        self.stages = self
            .stages
            .into_iter()
            .map(|stage| Stage { variants: stage.variants.without_hits(), ..stage })
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
    pub(super) fn chosen(&self) -> impl Iterator<Item = &ChoiceNote> {
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
        fight: &mut FightState<C::N>,
        orderly: <C::N as Num>::Mask,
    ) -> AttackOutcome<C::N> {
        let before = *fight;
        let (after, outcome) = if !C::INLINES {
            self.resolve_sequence(chance, before, orderly)
        } else if let Some(attack_roll) = self.only() {
            return attack_roll.make(chance, fight, orderly, Progress::Open);
        } else {
            chance.out_of_line(|chance| self.resolve_sequence(chance, before, orderly))
        };
        *fight = after;
        outcome
    }

    /// The same, shared by all callers.
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

    /// One attack of the row, where it is made: `did` is what the attack in question did before,
    /// and `picked` the number of what is picked in it, where it has begun.
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
        let progress = picked.map_or(Progress::Open, Progress::Begun);
        let (made, outcome) = stage.run(chance, fight, orderly, progress);
        if alone { (made, outcome) } else { (made.select(here, fight), outcome.masked(here)) }
    }
}
