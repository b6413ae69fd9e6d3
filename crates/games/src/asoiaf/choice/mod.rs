//! Choices of players: orders to give, options of abilities to take, attack dice to reroll, and
//! tokens to leave unspent.
//!
//! Each side maximizes a value, computed exactly over all combinations of its options: the expected
//! wounds dealt minus wounds suffered (A14.2), or in a duel the value of the states that follow.
//! Choices are made when an attack begins, for the situation at that time. The attacker decides
//! first and anticipates the defender's best reply. Triggered attacks are evaluated with the attack;
//! open choices in them are made when they begin. A choice is data, so every engine makes the same
//! one.

mod denied;
mod evaluate;
mod options;
mod tokens;

use super::ability::ModelledAbility;
use super::attack_context::{AttackContext, OrderUse, Pick, Picks};
use super::effect::Choice;
use super::situation::{Side, Situation};
use super::situation_table::SituationTable;
use super::stat::AttackStats;
pub(super) use evaluate::{
    ChoiceEvaluator, ChoicePairs, ChoiceValue, CompileWithChoices, Saving, is_better,
};
pub(super) use options::{DecisionTime, orders, ways};

/// A choice made by a player, for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChoiceNote {
    /// The side that chose.
    pub side: Side,
    /// Name of the ability.
    pub ability: String,
    /// Names of the options taken; empty if taking none is best.
    pub options: Vec<String>,
}

impl ChoiceNote {
    /// Swaps the side if `by` is the defender of the main attack.
    #[must_use]
    pub(super) fn seen_from(self, by: Side) -> Self {
        Self { side: if by == Side::Attacker { self.side } else { self.side.other() }, ..self }
    }
}

/// Describes choices, one line per ability.
pub(super) fn words<'a>(chosen: impl Iterator<Item = (&'a str, &'a ChoiceNote)>) -> Vec<String> {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for (whose, one) in chosen {
        let start = format!("{whose}'s choice for {}", one.ability);
        let options =
            if one.options.is_empty() { "nothing".to_owned() } else { one.options.join(" and ") };
        match lines.iter_mut().find(|(other, _)| *other == start) {
            Some((_, listed)) if listed.contains(&options) => {}
            Some((_, listed)) => listed.push(options),
            None => lines.push((start, vec![options])),
        }
    }
    let line = |(start, options): (String, Vec<String>)| match options.as_slice() {
        [only] => format!("{start}: {only}"),
        several => format!("{start}, depending on the situation: {}", several.join("; or ")),
    };
    lines.into_iter().map(line).collect()
}

/// Says that only this many sets of choices are told apart.
pub(super) fn describe_limit(limit: u8) -> String {
    format!(
        "players choose among {limit} sets of options, orders and tokens; in some situations \
         another set would be better"
    )
}

/// The choices made for an attack, in every situation.
#[derive(Debug)]
pub(super) struct ResolvedChoices {
    /// The situations, with a row for each distinct set of choices.
    pub table: SituationTable,
    /// Choices in each situation.
    pub picks: Vec<Picks>,
    /// Index of the choices in each situation, before any are made.
    pub picked: Vec<u8>,
    /// Numbers of the attack in each situation.
    pub stats: Vec<AttackStats>,
    /// Notes on the choices, without duplicates.
    pub chosen: Vec<ChoiceNote>,
    /// Whether there was anything to choose.
    pub leaves_choices: bool,
    /// How many sets of choices were told apart, if others were best in some situations.
    pub limit: Option<u8>,
}

/// The distinct sets of choices made in an attack.
#[derive(Debug, Default)]
pub(super) struct ChoiceSet {
    ways: Vec<Picks>,
    /// The largest number of sets, once another one was left out.
    limit: Option<u8>,
}

impl ChoiceSet {
    /// Returns the index of the best choices in a situation. `worth` returns the value of an attack
    /// to its attacker.
    pub(super) fn best<A: CompileWithChoices>(
        &mut self,
        evaluator: &mut ChoiceEvaluator<'_, A>,
        (now, saving): (&Situation, Saving),
        mut worth: impl FnMut(usize, &A) -> ChoiceValue,
    ) -> u8 {
        let most = evaluator.most_ways();
        let best = evaluator.best((now, saving), &mut worth);
        self.number(&best, most).unwrap_or_else(|| {
            // the row index must fit in a byte: the best of the known sets stands for it
            self.limit = Some(most);
            evaluator.best_among(&self.ways, worth) as u8
        })
    }

    /// Returns the index of a set of choices, added if it is new; `None` if there are `most` others.
    pub(super) fn number(&mut self, picks: &Picks, most: u8) -> Option<u8> {
        let Self { ways, .. } = self;
        let number = ways.iter().position(|way| way == picks).unwrap_or(ways.len());
        if number == ways.len() && number < usize::from(most) {
            ways.push(picks.clone());
        }
        u8::try_from(number).ok().filter(|_| number < ways.len())
    }

    /// Returns the sets of choices.
    pub(super) fn ways(&self) -> &[Picks] {
        &self.ways
    }

    /// Resolves an attack that may be made with any of these sets. `picked` returns the index of
    /// the set in each situation.
    pub(super) fn decided(
        self,
        ctx: &AttackContext<'_>,
        table: SituationTable,
        picked: impl Fn(&Situation) -> u8,
    ) -> ResolvedChoices {
        let Self { ways, limit } = self;
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
            limit,
        }
    }
}

/// Makes all choices of an attack, in every situation or only in the one known at its start.
/// `worth` returns the value of an evaluated attack to its attacker. If one set of choices is best
/// everywhere, the attack evaluated with it is returned too.
pub(super) fn decide<A: CompileWithChoices>(
    ctx: &AttackContext<'_>,
    table: SituationTable,
    known: Option<Situation>,
    inputs: &A::Inputs,
    worth: impl Fn(usize, &A, &Situation) -> ChoiceValue,
) -> (ResolvedChoices, Option<A>) {
    let mut evaluator = ChoiceEvaluator::<A>::new(ctx, table, inputs);
    // choices by ranks and tokens are made as if no attachment was dead (A14.11)
    let whole = evaluator.situations().iter().map(|(now, _)| *now);
    let whole = whole.filter(|now| now.attachments_live());
    let starts = known.map_or_else(|| whole.collect(), |now| vec![now]);
    let mut taken = ChoiceSet::default();
    let mut way_in = |now: &Situation| {
        taken.best(&mut evaluator, (now, Saving::Harmful), |number, made| worth(number, made, now))
    };
    let starts: Vec<(Situation, u8)> = starts.into_iter().map(|now| (now, way_in(&now))).collect();
    // a known situation leaves a single set of choices
    let start_of = |now: &Situation| starts.iter().find(|(start, _)| start == now);
    let leaves_choices = evaluator.leaves_choices();
    if let [only] = taken.ways() {
        // its numbers are known if it was evaluated
        let chosen = describe_all(ctx, taken.ways());
        let decided = ResolvedChoices { chosen, leaves_choices, ..evaluator.resolved(only) };
        return (decided, evaluator.evaluated(only));
    }
    let way_of = |now: &Situation| start_of(&now.with_attachments()).map_or(0, |(_, way)| *way);
    let decided = taken.decided(ctx, table, way_of);
    (ResolvedChoices { leaves_choices, ..decided }, None)
}

/// Returns the notes on these sets of choices, without duplicates.
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

/// The note of an order or a card that an effect of the enemy denies.
const DENIED: &str = "nothing, because it is denied";

/// Describes the choices of a side at a time: its orders, then the options of its abilities.
pub(super) fn describe_choices(
    ctx: &AttackContext<'_>,
    side: Side,
    ways: &[&[Pick]],
    time: DecisionTime<'_>,
) -> Vec<ChoiceNote> {
    let abilities = ctx.abilities(side);
    let is_order_given =
        |way: &[Pick], number: usize| way.get(number).is_none_or(|pick: &Pick| pick.is_used());
    let mut notes = Vec::new();
    for (way, (trigger, numbers)) in ways
        .iter()
        .flat_map(|way| orders(ctx, side, time).into_iter().map(move |group| (way, group)))
    {
        // an order without a rival that is always given needs no note
        let is_open = |number: &usize| ways.iter().any(|way| !is_order_given(way, *number));
        if !numbers.iter().any(is_open) {
            continue;
        }
        let orders_given =
            abilities.iter().enumerate().filter(|(number, _)| numbers.contains(number));
        let orders_given = orders_given.filter(|(number, _)| is_order_given(way, *number));
        let mut options: Vec<String> =
            orders_given.map(|(_, ability)| ability.name.to_string()).collect();
        let is_denied = |number: &usize| {
            way.get(*number).is_some_and(|pick: &Pick| pick.usage == OrderUse::Denied)
        };
        if options.is_empty() && numbers.iter().any(is_denied) {
            options.push(DENIED.to_owned());
        }
        let is_played = |number: &usize| {
            abilities.get(*number).is_some_and(|ability| ability.effects.card.is_some())
        };
        let what = if numbers.iter().any(is_played) { "a card" } else { "an order" };
        notes.push(ChoiceNote { side, ability: format!("{what} {}", trigger.words()), options });
    }
    for way in ways {
        let taken = |(ability, pick): (&&ModelledAbility, &Pick)| {
            let choice = ability.effects.choice.as_ref()?;
            let decides = pick.is_used() && time.decides(&ability.effects, side);
            let options = || names(choice, pick.options);
            decides.then(|| ChoiceNote {
                side,
                ability: ability.name.to_string(),
                options: options(),
            })
        };
        notes.extend(abilities.iter().zip(*way).filter_map(taken));
    }
    notes
}

/// Returns the names of options.
fn names(choice: &Choice, bits: u8) -> Vec<String> {
    let taken = choice.options.iter().enumerate().filter(|(number, _)| bits >> number & 1 == 1);
    taken.map(|(_, (name, _))| name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_list_each_choice_once_per_ability() {
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
        let notes = words(all.iter().map(|one| ("Bowmen", one)));
        let expected = [
            "Bowmen's choice for Rage, depending on the situation: Vicious; or nothing",
            "Bowmen's choice for Zeal: Sundering and Precision",
        ];
        assert_eq!(notes, expected);
    }
}
