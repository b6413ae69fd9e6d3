//! What players choose: which orders to give, which options of an ability to take, and which attack
//! dice to reroll.
//!
//! A choice is made when an attack begins, for the situation it finds, and it is the one that is
//! best for its owner in exact expectation: wounds that the enemy has less afterwards, less those
//! the owner's own unit has less. All choices of a side are one decision: each combination is
//! weighed. The striker chooses first, knowing that the unit struck answers with what is best for
//! it. Attacks that are called forth are weighed with the attack; what is chosen in them is chosen
//! when they begin, for all that still follows. A choice is data, so that every engine takes the
//! same one.

mod evaluate;
mod options;
mod tokens;

use super::attack_context::{AttackContext, Pick, Picks};
use super::effect::Choice;
use super::situation::{Side, Situation, SituationTable};
use super::stat::AttackStats;
use super::traits::ModelledAbility;
pub(super) use evaluate::{ChoiceEvaluator, ChoiceValue, CompileWithChoices, is_better, solve};
pub(super) use options::{DecisionTime, orders, ways};

/// What a player chose in a situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChoiceNote {
    /// Who.
    pub side: Side,
    /// The ability.
    pub ability: String,
    /// The options taken; none where nothing helps.
    pub options: Vec<String>,
}

impl ChoiceNote {
    /// The same where its striker is `by` of the attack in question.
    #[must_use]
    pub(super) fn seen_from(self, by: Side) -> Self {
        Self { side: if by == Side::Attacker { self.side } else { self.side.other() }, ..self }
    }
}

/// All choices in words, those of one ability in a line.
pub(super) fn words<'a>(chosen: impl Iterator<Item = (&'a str, &'a ChoiceNote)>) -> Vec<String> {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for (whose, one) in chosen {
        let start = format!("{whose} chooses for {}", one.ability);
        let options =
            if one.options.is_empty() { "nothing".to_owned() } else { one.options.join(" and ") };
        match lines.iter_mut().find(|(other, _)| *other == start) {
            Some((_, told)) if told.contains(&options) => {}
            Some((_, told)) => told.push(options),
            None => lines.push((start, vec![options])),
        }
    }
    let told = |(start, options): (String, Vec<String>)| match options.as_slice() {
        [only] => format!("{start}: {only}"),
        several => format!("{start}, as things stand: {}", several.join("; or ")),
    };
    lines.into_iter().map(told).collect()
}

/// All decisions of an attack.
#[derive(Debug)]
pub(super) struct ResolvedChoices {
    /// The table, with a row for each way of choosing.
    pub table: SituationTable,
    /// What is picked in each of its situations.
    pub picks: Vec<Picks>,
    /// The number of that in each situation, were nothing picked yet.
    pub picked: Vec<u8>,
    /// The numbers of the attack in each situation.
    pub stats: Vec<AttackStats>,
    /// What was chosen, each once.
    pub chosen: Vec<ChoiceNote>,
    /// Whether there was anything to choose.
    pub leaves_choices: bool,
}

/// The ways in which players choose in an attack, each once.
#[derive(Debug, Default)]
pub(super) struct ChoiceSet(Vec<Picks>);

impl ChoiceSet {
    /// The number of what is best in a situation, where each way to make the attack is worth so
    /// much to the striker.
    pub(super) fn best<A: CompileWithChoices>(
        &mut self,
        evaluator: &mut ChoiceEvaluator<'_, A>,
        now: &Situation,
        worth: impl FnMut(usize, &A) -> f64,
    ) -> u8 {
        let Self(ways) = self;
        if ways.len() == usize::from(evaluator.most_ways()) {
            return evaluator.best_among(ways, worth) as u8;
        }
        let best = evaluator.best(now, worth);
        let known = ways.iter().position(|way| *way == best);
        known.unwrap_or_else(|| {
            ways.push(best);
            ways.len() - 1
        }) as u8
    }

    /// The ways.
    pub(super) fn ways(&self) -> &[Picks] {
        &self.0
    }

    /// All decisions of an attack in which each of these ways may be picked: that with this number
    /// in each situation.
    pub(super) fn decided(
        self,
        ctx: &AttackContext<'_>,
        table: SituationTable,
        picked: impl Fn(&Situation) -> u8,
    ) -> ResolvedChoices {
        let Self(ways) = self;
        let table = SituationTable { picks: ways.len().max(1) as u8, ..table };
        let situations = table.situations();
        let picks: Vec<Picks> = situations
            .iter()
            .map(|(_, way)| ways.get(usize::from(*way)).cloned().unwrap_or_default())
            .collect();
        let stats =
            situations.iter().zip(&picks).map(|((now, _), picks)| ctx.stats(now, picks)).collect();
        ResolvedChoices {
            chosen: describe_all(ctx, &ways),
            picked: situations.iter().map(|(now, _)| picked(now)).collect(),
            picks,
            stats,
            table,
            leaves_choices: false,
        }
    }
}

/// Decides all choices of a ctx in every situation, or in the one that is known to be there when
/// the attack begins; `worth` is what an attack with its number is worth to the striker in one.
/// Where the same was best in all of them, the attack that was weighed with it is given back.
pub(super) fn decide<A: CompileWithChoices>(
    ctx: &AttackContext<'_>,
    table: SituationTable,
    known: Option<Situation>,
    given: &A::Inputs,
    worth: impl Fn(usize, &A, &Situation) -> f64,
) -> (ResolvedChoices, Option<A>) {
    let mut evaluator = ChoiceEvaluator::<A>::new(ctx, table, given);
    let starts = known.map_or_else(
        || evaluator.situations().iter().map(|(now, _)| *now).collect(),
        |now| vec![now],
    );
    let mut taken = ChoiceSet::default();
    let mut way_in =
        |now: &Situation| taken.best(&mut evaluator, now, |number, made| worth(number, made, now));
    let starts: Vec<(Situation, u8)> = starts.into_iter().map(|now| (now, way_in(&now))).collect();
    // where one situation is known to be there, there is one way
    let start_of = |now: &Situation| starts.iter().find(|(start, _)| start == now);
    let only = if let [only] = taken.ways() { Some(only.clone()) } else { None };
    let decided = taken.decided(ctx, table, |now| start_of(now).map_or(0, |(_, way)| *way));
    let decided = ResolvedChoices { leaves_choices: evaluator.leaves_choices(), ..decided };
    (decided, only.and_then(|only| evaluator.weighed(&only)))
}

/// What is chosen in these ways, each once.
fn describe_all(ctx: &AttackContext<'_>, ways: &[Picks]) -> Vec<ChoiceNote> {
    let mut all = Vec::new();
    for side in Side::BOTH {
        let ways: Vec<&[Pick]> = ways.iter().map(|way| &way.of[side.index()][..]).collect();
        for one in describe_choices(ctx, side, &ways, DecisionTime::Attack(&[])) {
            if !all.contains(&one) {
                all.push(one);
            }
        }
    }
    all
}

/// What a side chooses at a time in all of these ways: its orders, then options of its abilities.
pub(super) fn describe_choices(
    ctx: &AttackContext<'_>,
    side: Side,
    ways: &[&[Pick]],
    time: DecisionTime<'_>,
) -> Vec<ChoiceNote> {
    let abilities = &ctx.combatant(side).abilities;
    let is_order_given =
        |way: &[Pick], number: usize| way.get(number).is_none_or(|pick: &Pick| !pick.unused);
    let mut told = Vec::new();
    for (way, (trigger, numbers)) in ways
        .iter()
        .flat_map(|way| orders(ctx, side, time).into_iter().map(move |group| (way, group)))
    {
        // an order that has no rival and is always given needs no words
        let is_open = |number: &usize| ways.iter().any(|way| !is_order_given(way, *number));
        if !numbers.iter().any(is_open) {
            continue;
        }
        let given = abilities.iter().enumerate().filter(|(number, _)| numbers.contains(number));
        let given = given.filter(|(number, _)| is_order_given(way, *number));
        let options = given.map(|(_, ability)| ability.name.to_string()).collect();
        told.push(ChoiceNote { side, ability: trigger.words().to_owned(), options });
    }
    for way in ways {
        let taken = |(ability, pick): (&&ModelledAbility, &Pick)| {
            let choice = ability.effects.choice.as_ref()?;
            let decides = !pick.unused && time.decides(&ability.effects, side);
            let options = || names(choice, pick.options);
            decides.then(|| ChoiceNote {
                side,
                ability: ability.name.to_string(),
                options: options(),
            })
        };
        told.extend(abilities.iter().zip(*way).filter_map(taken));
    }
    told
}

/// The names of options.
fn names(choice: &Choice, bits: u8) -> Vec<String> {
    let taken = choice.options.iter().enumerate().filter(|(number, _)| bits >> number & 1 == 1);
    taken.map(|(_, (name, _))| name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_chosen_for_an_ability_is_told_in_a_line_and_once() {
        let chosen = |ability: &str, options: &[&str]| ChoiceNote {
            side: Side::Attacker,
            ability: ability.to_owned(),
            options: options.iter().map(|option| (*option).to_owned()).collect(),
        };
        let all = [
            chosen("Rage", &["Vicious"]),
            chosen("Zeal", &["Sundering", "Precision"]),
            chosen("Rage", &[]),
            chosen("Rage", &["Vicious"]),
        ];
        let told = words(all.iter().map(|one| ("Bowmen", one)));
        let expected = [
            "Bowmen chooses for Rage, as things stand: Vicious; or nothing",
            "Bowmen chooses for Zeal: Sundering and Precision",
        ];
        assert_eq!(told, expected);
    }
}
