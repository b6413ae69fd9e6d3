//! What players choose: which options of an ability, and which attack dice to reroll.
//!
//! A choice is made when an attack begins, for the situation it finds, and it is the one that is best for its owner in
//! exact expectation: wounds that the enemy has less afterwards, less those the owner's own unit has less. The striker
//! chooses first, the unit struck answers; each player's abilities are decided in their order. A choice is data, so that
//! every engine takes the same one.

use super::assault::alone;
use super::effect::{Amount, Choice};
use super::presence::{Fishing, Wish};
use super::scene::{Picks, Scene};
use super::situation::{Board, Fight, Grain, Side, Situation};
use super::strike::Strike;
use super::terms::{Term, Terms};
use crate::chance::Paths;

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
        let options = if one.options.is_empty() { "nothing".to_owned() } else { one.options.join(" and ") };
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

/// Decides all choices of a scene in every situation.
pub fn decide(scene: &Scene<'_>, board: Board) -> Decided {
    let plain: Vec<Situation> = board.situations().into_iter().map(|(now, _)| now).collect();
    let best: Vec<Picks> = plain.iter().map(|now| best_picks(scene, now)).collect();
    let mut ways: Vec<Picks> = Vec::new();
    for picks in &best {
        if !ways.contains(picks) && ways.len() < usize::from(u8::MAX) {
            ways.push(picks.clone());
        }
    }
    let way_of = |picks: &Picks| ways.iter().position(|way| way == picks).unwrap_or(0) as u8;
    let board = Board { picks: ways.len().max(1) as u8, ..board };
    let situations = board.situations();
    let now_is = |now: &Situation| plain.iter().position(|other| other == now).and_then(|place| best.get(place));
    let picked = situations.iter().map(|(now, _)| now_is(now).map_or(0, way_of)).collect();
    let picks: Vec<Picks> = situations.iter().map(|(_, way)| ways.get(usize::from(*way)).cloned().unwrap_or_default()).collect();
    let terms = situations.iter().zip(&picks).map(|((now, _), picks)| fished(scene, now, picks)).collect();
    let chosen = ways.iter().flat_map(|picks| told(scene, picks)).fold(Vec::new(), |mut all, one| {
        if !all.contains(&one) {
            all.push(one);
        }
        all
    });
    Decided { board, picks, picked, terms, chosen }
}

/// The choices in words.
fn told(scene: &Scene<'_>, picks: &Picks) -> Vec<Chosen> {
    let of_side = |side: Side| {
        let abilities = scene.party(side).abilities.iter().zip(&picks[side.index()]);
        abilities.filter_map(move |(ability, bits)| {
            let choice = ability.effects.choice.as_ref()?;
            let taken = choice.options.iter().enumerate().filter(|(number, _)| bits >> number & 1 == 1);
            let options = taken.map(|(_, (name, _))| name.clone()).collect();
            Some(Chosen { side, ability: ability.name.clone(), options })
        })
    };
    Side::BOTH.into_iter().flat_map(of_side).collect()
}

/// What is best to pick in a situation.
fn best_picks(scene: &Scene<'_>, now: &Situation) -> Picks {
    let mut picks: Picks = Side::BOTH.map(|side| vec![0; scene.party(side).abilities.len()]);
    for side in Side::BOTH {
        for (number, ability) in scene.party(side).abilities.iter().enumerate() {
            let Some(choice) = &ability.effects.choice else { continue };
            let wanted = &scene.party(side).presence.usage.policy.chosen;
            let named = wanted.iter().filter(|wish| wish.is_of(&ability.name));
            let mut candidates = subsets(choice, count(scene, choice.picks, side, now), &named.collect::<Vec<_>>());
            let first = candidates.next().unwrap_or(0);
            set(&mut picks, side, number, first);
            let mut best = (first, None);
            for subset in candidates {
                let before = *best.1.get_or_insert_with(|| worth(scene, now, &picks, side));
                let mut tried = picks.clone();
                set(&mut tried, side, number, subset);
                let value = worth(scene, now, &tried, side);
                if value > before + TIE {
                    best = (subset, Some(value));
                    picks = tried;
                }
            }
        }
    }
    picks
}

/// Values are floats, so equal ones may differ in their last digits: then the first option stays.
const TIE: f64 = 1e-9;

fn set(picks: &mut Picks, side: Side, ability: usize, bits: u8) {
    if let Some(place) = picks[side.index()].get_mut(ability) {
        *place = bits;
    }
}

/// How many options may be picked.
fn count(scene: &Scene<'_>, picks: Amount, side: Side, now: &Situation) -> u32 {
    scene.amount(picks, side, now).max(0).unsigned_abs().into()
}

/// The sets of so many options, or the one with all options that were asked for.
fn subsets(choice: &Choice, picks: u32, named: &[&Wish]) -> Box<dyn Iterator<Item = u8>> {
    let options = choice.options.len().min(8);
    let all = ((1_u16 << options) - 1) as u8;
    let picks = picks.min(options as u32);
    let is_named = |(option, _): &&(String, _)| named.iter().any(|wish| wish.wants(option));
    let wished = choice.options.iter().enumerate().filter(|(_, option)| is_named(option)).fold(0, |bits, (number, _)| bits | 1 << number);
    if wished > 0 {
        return Box::new(std::iter::once(wished));
    }
    let optional = choice.optional;
    Box::new((0..=all).filter(move |subset| if optional { subset.count_ones() <= picks } else { subset.count_ones() == picks }))
}

/// The numbers of a situation, with the better of both ways to reroll.
fn fished(scene: &Scene<'_>, now: &Situation, picks: &Picks) -> Terms {
    let plain = scene.terms(now, picks, false);
    let of = |term: Term| plain.get(term as usize).copied().unwrap_or(0);
    let may = of(Term::RerollAttack) + of(Term::ChargeBonus) > 0 && of(Term::Critical) + of(Term::Precision) > 0;
    let fishing = scene.party(Side::Striker).presence.usage.policy.fishing;
    if !may || fishing == Fishing::Never {
        return plain;
    }
    let fished = scene.terms(now, picks, true);
    let value = |terms: &Terms| worth_of(scene, now, terms, picks, Side::Striker);
    if fishing == Fishing::Always || value(&fished) > value(&plain) + TIE { fished } else { plain }
}

/// What a situation is worth to a side with these picks.
fn worth(scene: &Scene<'_>, now: &Situation, picks: &Picks, side: Side) -> f64 {
    worth_of(scene, now, &fished(scene, now, picks), picks, side)
}

/// Expected wounds that the other side has less after the attack, less those of `side`.
fn worth_of(scene: &Scene<'_>, now: &Situation, terms: &Terms, picks: &Picks, side: Side) -> f64 {
    // what is left of the unit struck is told apart: tests and what follows count it as it is by then
    let (striker, struck) = (Grain::One(now.left[0]), Grain::Ranks(scene.party(Side::Struck).body));
    let board = Board { picks: 1, striker, struck, tokens: now.tokens.map(Some) };
    let fish = terms.get(Term::Fish as usize).is_some_and(|fish| *fish > 0);
    let terms: Vec<Terms> = board.situations().iter().map(|(then, _)| scene.terms(then, picks, fish)).collect();
    balance(&alone(scene, board, &terms, picks), now, side)
}

fn balance(strike: &Strike, now: &Situation, side: Side) -> f64 {
    let fight = Fight::new(now.left, now.tokens.map(|tokens| tokens.bits()));
    let ends = Paths::new(&[], None).law_of(1.0, |luck| strike.make(luck, fight, true).0.left);
    let lost = |left: [u8; 2], side: Side| f64::from(now.left[side.index()]) - f64::from(left[side.index()]);
    ends.iter().map(|&(left, p)| (lost(left, side.other()) - lost(left, side)) * p).sum()
}
