//! What players choose: which options of an ability, and which attack dice to reroll.
//!
//! A choice is made when an attack begins, for the situation it finds, and it is the one that is
//! best for its owner in exact expectation: wounds that the enemy has less afterwards, less those
//! the owner's own unit has less. The striker chooses first, the unit struck answers; each player's
//! abilities are decided in their order. Attacks that are called forth are weighed with the attack.
//! Of orders that share a trigger one is given (A1.7), and that is decided in the same way. A
//! choice is data, so that every engine takes the same one.

use super::assault::{Answers, Assault, may_matter};
use super::deed::Names;
use super::effect::{Amount, Choice, Trigger};
use super::presence::{Fishing, Wish};
use super::scene::{Pick, Picks, Scene};
use super::situation::{Board, Grain, Side, Situation};
use super::terms::{Term, Terms};

/// What a player chose in a situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Who.
    pub side: Side,
    /// The ability.
    pub ability: String,
    /// The options taken; none where nothing helps.
    pub options: Vec<String>,
}

impl Chosen {
    /// The same where its striker is `by` of the attack in question.
    #[must_use]
    pub fn seen_from(self, by: Side) -> Self {
        Self { side: if by == Side::Striker { self.side } else { self.side.other() }, ..self }
    }
}

/// All choices in words, those of one ability in a line.
pub fn words<'a>(chosen: impl Iterator<Item = (&'a str, &'a Chosen)>) -> Vec<String> {
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
pub struct Decided {
    /// The board, with a row for each way of choosing.
    pub board: Board,
    /// What is picked in each of its situations.
    pub picks: Vec<Picks>,
    /// The number of that in each situation, were nothing picked yet.
    pub picked: Vec<u8>,
    /// The numbers of the attack in each situation.
    pub terms: Vec<Terms>,
    /// What was chosen, each once.
    pub chosen: Vec<Chosen>,
}

/// Decides all choices of a scene in every situation, or in the one that is known to be there when
/// the attack begins; `answers` are the attacks that may be called forth.
pub fn decide(
    scene: &Scene<'_>,
    board: Board,
    known: Option<Situation>,
    answers: &Answers,
) -> Decided {
    let plain = known.map_or_else(
        || board.situations().into_iter().map(|(now, _)| now).collect(),
        |now| vec![now],
    );
    let best: Vec<Picks> =
        plain.iter().map(|now| Weighing { scene, answers, now }.best_picks()).collect();
    let mut ways: Vec<Picks> = Vec::new();
    for picks in &best {
        if !ways.contains(picks) && ways.len() < usize::from(u8::MAX) {
            ways.push(picks.clone());
        }
    }
    let way_of = |picks: &Picks| ways.iter().position(|way| way == picks).unwrap_or(0) as u8;
    let board = Board { picks: ways.len().max(1) as u8, ..board };
    let situations = board.situations();
    let now_is = |now: &Situation| {
        plain.iter().position(|other| other == now).and_then(|place| best.get(place))
    };
    let picked = situations.iter().map(|(now, _)| now_is(now).map_or(0, way_of)).collect();
    let picks: Vec<Picks> = situations
        .iter()
        .map(|(_, way)| ways.get(usize::from(*way)).cloned().unwrap_or_default())
        .collect();
    let terms = situations
        .iter()
        .zip(&picks)
        .map(|((now, _), picks)| Weighing { scene, answers, now }.fished(picks))
        .collect();
    let chosen = ways.iter().flat_map(|picks| told(scene, picks, answers)).fold(
        Vec::new(),
        |mut all, one| {
            if !all.contains(&one) {
                all.push(one);
            }
            all
        },
    );
    Decided { board, picks, picked, terms, chosen }
}

/// The choices in words.
fn told(scene: &Scene<'_>, picks: &Picks, answers: &Answers) -> Vec<Chosen> {
    let of_side = |side: Side| {
        let abilities = scene.party(side).abilities.iter().zip(&picks[side.index()]);
        let options =
            abilities.filter(|(_, pick)| !pick.unused).filter_map(move |(ability, pick)| {
                let choice = ability
                    .effects
                    .choice
                    .as_ref()
                    .filter(|choice| matters(choice, side, answers))?;
                Some(Chosen {
                    side,
                    ability: ability.name.clone(),
                    options: names(choice, pick.options),
                })
            });
        let orders = contested(scene, side).into_iter().map(move |(trigger, numbers)| {
            let is_used = |number: &&usize| {
                picks[side.index()].get(**number).is_some_and(|pick| !pick.unused)
            };
            let used = numbers
                .iter()
                .filter(is_used)
                .filter_map(|number| scene.party(side).abilities.get(*number));
            Chosen {
                side,
                ability: trigger.words().to_owned(),
                options: used.map(|ability| ability.name.clone()).collect(),
            }
        });
        orders.chain(options).collect::<Vec<_>>()
    };
    Side::BOTH.into_iter().flat_map(of_side).collect()
}

/// Whether it may matter what a side takes of a choice.
fn matters(choice: &Choice, side: Side, answers: &Answers) -> bool {
    may_matter(choice, side, answers.iter().any(Option::is_some))
}

/// The names of options.
pub(super) fn names(choice: &Choice, bits: u8) -> Vec<String> {
    let taken = choice.options.iter().enumerate().filter(|(number, _)| bits >> number & 1 == 1);
    taken.map(|(_, (name, _))| name.clone()).collect()
}

/// Orders of a side that share a trigger, of which one may be given (A1.7): the numbers of their
/// abilities.
fn contested(scene: &Scene<'_>, side: Side) -> Vec<(Trigger, Vec<usize>)> {
    sharing(scene.party(side).abilities.iter().map(|ability| ability.effects.order))
}

/// The places of orders that share a trigger with others.
pub(super) fn sharing(orders: impl Iterator<Item = Option<Trigger>>) -> Vec<(Trigger, Vec<usize>)> {
    let mut groups: Vec<(Trigger, Vec<usize>)> = Vec::new();
    for (number, trigger) in orders.enumerate().filter_map(|(number, order)| Some((number, order?)))
    {
        match groups.iter_mut().find(|(other, _)| *other == trigger) {
            Some((_, numbers)) => numbers.push(number),
            None => groups.push((trigger, vec![number])),
        }
    }
    groups.retain(|(_, numbers)| numbers.len() > 1);
    groups
}

/// Values are floats, so equal ones may differ in their last digits: then the first option stays.
const TIE: f64 = 1e-9;

/// A situation in which players weigh what to pick.
struct Weighing<'a> {
    scene: &'a Scene<'a>,
    answers: &'a Answers,
    now: &'a Situation,
}

impl Weighing<'_> {
    /// What is best to pick: each player's orders that share a trigger, then the options of each
    /// ability.
    fn best_picks(&self) -> Picks {
        let mut picks: Picks =
            Side::BOTH.map(|side| vec![Pick::default(); self.scene.party(side).abilities.len()]);
        let groups = Side::BOTH.map(|side| contested(self.scene, side));
        for (side, numbers) in Side::BOTH
            .into_iter()
            .zip(&groups)
            .flat_map(|(side, groups)| groups.iter().map(move |(_, numbers)| (side, numbers)))
        {
            numbers
                .iter()
                .for_each(|number| set(&mut picks, side, *number, |pick| pick.unused = true));
        }
        for (side, groups) in Side::BOTH.into_iter().zip(groups) {
            for (_, numbers) in groups {
                let used = |number: usize| {
                    let mut picks = picks.clone();
                    set(&mut picks, side, number, |pick| pick.unused = false);
                    self.with_options(picks, side, number)
                };
                let candidates: Vec<Picks> = numbers.into_iter().map(used).collect();
                picks = self.best(candidates, side).unwrap_or(picks);
            }
            for number in 0..self.scene.party(side).abilities.len() {
                picks = self.with_options(picks, side, number);
            }
        }
        picks
    }

    /// The picks with the best options of an ability.
    fn with_options(&self, picks: Picks, side: Side, number: usize) -> Picks {
        let Some(ability) = self.scene.party(side).abilities.get(number) else { return picks };
        let Some(choice) =
            ability.effects.choice.as_ref().filter(|choice| matters(choice, side, self.answers))
        else {
            return picks;
        };
        if picks[side.index()].get(number).is_none_or(|pick| pick.unused) {
            return picks;
        }
        let wishes = &self.scene.party(side).presence.usage.policy.chosen;
        let named: Vec<&Wish> = wishes.iter().filter(|wish| wish.is_of(&ability.name)).collect();
        let with = |bits: u8| {
            let mut picks = picks.clone();
            set(&mut picks, side, number, |pick| pick.options = bits);
            picks
        };
        let candidates = subsets(choice, count(self.scene, choice.picks, side, self.now), &named)
            .map(with)
            .collect();
        self.best(candidates, side).unwrap_or(picks)
    }

    /// The first of the best; what has no rival is not weighed.
    fn best(&self, candidates: Vec<Picks>, side: Side) -> Option<Picks> {
        let mut candidates = candidates.into_iter().peekable();
        let mut best = candidates.next()?;
        if candidates.peek().is_none() {
            return Some(best);
        }
        let mut value = self.worth(&best, side);
        for picks in candidates {
            let other = self.worth(&picks, side);
            if other > value + TIE {
                (best, value) = (picks, other);
            }
        }
        Some(best)
    }

    /// The numbers of the situation, with the better of both ways to reroll.
    fn fished(&self, picks: &Picks) -> Terms {
        let plain = self.scene.terms(self.now, picks, false);
        let of = |term: Term| plain.get(term as usize).copied().unwrap_or(0);
        let may = of(Term::RerollAttack) + of(Term::ChargeBonus) > 0
            && of(Term::Critical) + of(Term::Precision) > 0;
        let fishing = self.scene.party(Side::Striker).presence.usage.policy.fishing;
        if !may || fishing == Fishing::Never {
            return plain;
        }
        let fished = self.scene.terms(self.now, picks, true);
        let value = |terms: &Terms| self.worth_of(terms, picks, Side::Striker);
        if fishing == Fishing::Always || value(&fished) > value(&plain) + TIE {
            fished
        } else {
            plain
        }
    }

    /// What the situation is worth to a side with these picks.
    fn worth(&self, picks: &Picks, side: Side) -> f64 {
        self.worth_of(&self.fished(picks), picks, side)
    }

    /// Expected wounds that the other side has less after the attack and all that answers it, less
    /// those of `side`.
    fn worth_of(&self, terms: &Terms, picks: &Picks, side: Side) -> f64 {
        let Self { scene, answers, now } = self;
        // what is left of the unit struck is told apart: tests and what follows count it as it is
        // by then
        let (striker, struck) =
            (Grain::One(now.left[0]), Grain::Ranks(scene.party(Side::Struck).body));
        let board = Board { picks: 1, striker, struck, tokens: now.tokens.map(Some) };
        let fish = terms.get(Term::Fish as usize).is_some_and(|fish| *fish > 0);
        let terms: Vec<Terms> =
            board.situations().iter().map(|(then, _)| scene.terms(then, picks, fish)).collect();
        let decided = Decided {
            board,
            picks: vec![picks.clone(); terms.len()],
            picked: vec![0; terms.len()],
            terms,
            chosen: Vec::new(),
        };
        let ends =
            Assault::of(scene, decided, answers, &mut Names::default()).without_hits().ends(now);
        let lost = |left: [u8; 2], side: Side| {
            f64::from(now.left[side.index()]) - f64::from(left[side.index()])
        };
        ends.iter().map(|&(left, p)| (lost(left, side.other()) - lost(left, side)) * p).sum()
    }
}

fn set(picks: &mut Picks, side: Side, ability: usize, change: impl FnOnce(&mut Pick)) {
    if let Some(pick) = picks[side.index()].get_mut(ability) {
        change(pick);
    }
}

/// How many options may be picked.
pub(super) fn count(scene: &Scene<'_>, picks: Amount, side: Side, now: &Situation) -> u32 {
    scene.amount(picks, side, now).max(0).unsigned_abs().into()
}

/// The sets of so many options, or the one with all options that were asked for.
pub(super) fn subsets(
    choice: &Choice,
    picks: u32,
    named: &[&Wish],
) -> Box<dyn Iterator<Item = u8>> {
    let options = choice.options.len().min(8);
    let all = ((1_u16 << options) - 1) as u8;
    let picks = picks.min(options as u32);
    let is_named = |(option, _): &&(String, _)| named.iter().any(|wish| wish.wants(option));
    let wished = choice
        .options
        .iter()
        .enumerate()
        .filter(|(_, option)| is_named(option))
        .fold(0, |bits, (number, _)| bits | 1 << number);
    if wished > 0 {
        return Box::new(std::iter::once(wished));
    }
    let optional = choice.optional;
    Box::new((0..=all).filter(move |subset| {
        if optional { subset.count_ones() <= picks } else { subset.count_ones() == picks }
    }))
}
