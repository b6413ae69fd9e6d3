//! The questions of *A Song of Ice and Fire: Tabletop Miniatures Game*.

use super::grammar::{PLAIN_NAMES, PLAIN_UNIT, actor, loses, numbers, verb_number};
use crate::study::{
    CriticalCount, Curve, Headline, Lead, NamedQuestion, RequestedChance, ResultLabel,
};
use warodds_answer::{DuelWords, DuelistWords, FirstSide, VerbNumber};
use warodds_engine::counted::counted;
use warodds_games::asoiaf::results::{event, quantity};
use warodds_games::asoiaf::{
    Attack, Charge, ChargeEffects, Combatant, Deck, Duel, DuelSide, Engagement, Facing, Question,
    Reach, SequenceStep, Token, Tokens, UnitState,
};

/// Returns the kind of a question in data.
pub(super) const fn kind(question: &Question) -> &'static str {
    match question {
        Question::Attack(_) => "attack",
        Question::Charge(_) => "charge",
        Question::Panic(_) => "panic",
        Question::Duel(_) => "duel",
        Question::Survive(_) => "survive",
        Question::Sequence(_) => "sequence",
        Question::Deck(_) => "deck",
        Question::Retreat(_) => "retreat",
    }
}

/// Returns the numbers that tables and charts of a question lead with.
pub(super) fn headline(question: &Question, named: &NamedQuestion) -> Headline {
    Headline { numbers: numbers(question, named), ..leading_numbers(question, named) }
}

fn leading_numbers(question: &Question, named: &NamedQuestion) -> Headline {
    match question {
        Question::Attack(attack) => Headline {
            critical: critical_wounds(attack.defender().state),
            loses: loses(question, &named.subject),
            ..Headline::one(quantity::WOUNDS, "wounds", "expected wounds")
        },
        Question::Panic(panic) => Headline {
            critical: critical_wounds(panic.unit().state),
            requested: Some(RequestedChance::Event(event::FAILED, "to fail".to_owned())),
            ..Headline::one(quantity::WOUNDS, "wounds", "expected wounds")
        },
        Question::Charge(charge) => {
            Headline { loses: loses(question, &named.subject), ..charge_headline(charge) }
        }
        Question::Survive(_) => {
            let what = "attacks until it is destroyed";
            let requested = Some(RequestedChance::Within(named.within));
            Headline { requested, ..Headline::one(quantity::ATTACKS, what, "expected attacks") }
        }
        Question::Sequence(sequence) => Headline {
            critical: critical_wounds(sequence.unit()),
            requested: Some(RequestedChance::Event(event::DESTROYED, "to destroy it".to_owned())),
            ..Headline::one(quantity::WOUNDS, "wounds", "expected wounds")
        },
        Question::Deck(_) => {
            let words = "to draw at least one".to_owned();
            let requested = Some(RequestedChance::Event(event::AT_LEAST_ONE, words));
            Headline {
                curve: Some(Curve { axis: "round", unit: "", event: event::AT_LEAST_ONE }),
                requested,
                ..Headline::one(quantity::COPIES, "copies drawn", "expected copies")
            }
        }
        Question::Retreat(_) => {
            let curve = Curve { axis: "distance", unit: "inches", event: event::AWAY };
            let distance =
                Headline::one(quantity::DISTANCE, "retreat distance", "expected retreat distance");
            let requested = Some(RequestedChance::Event(event::AWAY, "to get away".to_owned()));
            Headline { curve: Some(curve), requested, ..distance }
        }
        Question::Duel(duel) => {
            let lead = |(quantity, words)| Lead {
                quantity,
                words: ResultLabel::of_sides(words, named.sides.as_ref()),
            };
            let sides = [
                (quantity::A_LEFT, "expected wounds left to a"),
                (quantity::B_LEFT, "expected wounds left to b"),
            ];
            Headline {
                duel: Some(duel_words(duel, named)),
                ..Headline::several("wounds left", sides.map(lead).into())
            }
        }
    }
}

/// Returns the words for a duel's verdict, with the names of its sides.
fn duel_words(duel: &Duel, named: &NamedQuestion) -> DuelWords {
    let sides = duel.sides();
    let names = named.sides.clone().unwrap_or_else(|| sides.map(|side| side.name.clone()));
    let [a, b] = sides.map(|side| verb_number(&side.name, side.state.body()));
    let [name_of_a, name_of_b] = names;
    let first = match duel.opening.first {
        DuelSide::A => FirstSide::Attacker,
        DuelSide::B => FirstSide::Defender,
    };
    DuelWords { sides: [duelist_words(&name_of_a, a), duelist_words(&name_of_b, b)], first }
}

fn duelist_words(name: &str, number: VerbNumber) -> DuelistWords {
    // a single character has no pronoun here: cards do not say whether it is he, she or it
    let (pronoun, does) = match number {
        VerbNumber::Singular => (name, "does"),
        VerbNumber::Plural => ("they", "do"),
    };
    let strike = number.verb("strike");
    DuelistWords {
        wins: format!("{name} {}", number.verb("win")),
        strikes_first: format!("{name} {strike} first"),
        winner_strikes_first: format!("{pronoun} {strike} first"),
        does: format!("{name} {does}"),
        winner_does: format!("{pronoun} {does}"),
    }
}

/// Returns what a charge leads with: the wounds or, without an attack, the distance.
fn charge_headline(charge: &Charge) -> Headline {
    let wounds = |attack: &Attack| Headline {
        critical: critical_wounds(attack.defender().state),
        ..Headline::one(quantity::WOUNDS, "wounds dealt", "expected wounds dealt")
    };
    let leading = charge.attack().map_or_else(
        || Headline::one(quantity::DISTANCE, "charge distance", "expected charge distance"),
        wounds,
    );
    let curve = Curve { axis: "distance", unit: "inches", event: event::REACHED };
    let requested = Some(RequestedChance::Event(event::REACHED, "to arrive".to_owned()));
    Headline { curve: Some(curve), requested, ..leading }
}

/// What the loss of the first ranks is called.
const RANKS_LOST: [&str; 3] = ["a rank lost", "two ranks lost", "three ranks lost"];

/// Returns the wounds that cost a unit each of its next ranks (A1.3) and those that destroy it; none
/// for a unit of one rank.
fn critical_wounds(unit: UnitState) -> Vec<CriticalCount> {
    let (body, left) = (unit.body(), unit.wounds_left());
    if body.ranks() == 1 {
        return Vec::new();
    }
    // the last rank is lost with the unit
    let ranks = (1..body.ranks_left(left)).rev().zip(RANKS_LOST).map(|(kept, words)| {
        CriticalCount { count: left - kept * body.wounds_per_rank(), words, event: None }
    });
    let all = CriticalCount { count: left, words: "destroyed", event: Some(event::DESTROYED) };
    ranks.chain([all]).collect()
}

/// Returns the note on a charge that cannot be declared (A5.1) or a retreat that cannot be made
/// (A6.12).
pub(super) fn note(question: &Question) -> Option<String> {
    match question {
        Question::Charge(charge) if !charge.in_reach() => {
            Some(format!("out of reach: the longest charge is {}\"", charge.longest()))
        }
        Question::Retreat(retreat) if !retreat.in_reach() => {
            Some(format!("out of reach: the longest retreat is {}\"", retreat.longest()))
        }
        _ => None,
    }
}

/// Describes what happens in a question about `subject`, as a sentence without its full stop.
pub(super) fn situation(question: &Question, named: &NamedQuestion) -> String {
    let subject = named.subject.as_str();
    match question {
        Question::Attack(attack) => {
            let verb = attack_verb(attack, actor(question, subject));
            let charge = attack.context.engagement.charge().unwrap_or_default();
            let remark = if charge.disorderly { " (disorderly)" } else { "" };
            acts(&with_weapon(subject, attack), &verb, attack.context.facing) + remark
        }
        Question::Charge(charge) => {
            let verb = actor(question, subject).verb("charge");
            let attack = charge.attack();
            let subject =
                attack.map_or_else(|| subject.to_owned(), |one| with_weapon(subject, one));
            let facing = attack.map_or(Facing::Front, |one| one.context.facing);
            format!("{} from {}\"", acts(&subject, &verb, facing), charge.distance)
        }
        Question::Panic(_) => {
            let verb = actor(question, subject).verb("take");
            format!("{} {verb} a panic test", unit_name(subject))
        }
        Question::Retreat(retreat) => {
            let verb = actor(question, subject).verb("retreat");
            format!("{} {verb} {}\"", unit_name(subject), retreat.distance)
        }
        Question::Duel(duel) => duel_situation(duel, subject),
        Question::Survive(survive) => subject.split_once(" → ").map_or_else(
            || subject.to_owned(),
            |(by, unit)| {
                format!(
                    "{unit} attacked repeatedly by {}{}",
                    attackers(by, survive.attacks().map(named_weapon)),
                    each_attacker(survive.attacks().map(Attack::attacker))
                )
            },
        ),
        Question::Sequence(sequence) => subject.split_once(" → ").map_or_else(
            || subject.to_owned(),
            |(by, unit)| {
                format!("{unit} attacked by {}", attackers(by, sequence.steps().filter_map(acting)))
            },
        ),
        Question::Deck(deck) => deck_situation(deck, named),
    }
}

fn duel_situation(duel: &Duel, subject: &str) -> String {
    // a round has one attack of each side
    let rounds = duel.activations.get().div_ceil(2);
    let [a, b] = duel.sides().map(|side| weapon(side, Reach::Melee));
    let subject = match subject.split_once(" v ") {
        Some((one, other)) => format!("{one}{a} v {other}{b}"),
        None => subject.to_owned(),
    };
    format!("{subject}, {}", counted(rounds.into(), "round", "rounds"))
}

/// Describes the state in which each of repeated attackers makes its attack: `, each at full
/// strength and weakened`; empty if they differ.
fn each_attacker<'a>(attackers: impl Iterator<Item = &'a Combatant>) -> String {
    let states: Vec<(bool, Tokens)> = attackers
        .map(|attacker| {
            let state = &attacker.state;
            (state.wounds_left() == state.body().wounds(), state.tokens)
        })
        .collect();
    let Some((&(is_full, tokens), others)) = states.split_first() else { return String::new() };
    if others.iter().any(|other| *other != (is_full, tokens)) {
        return String::new();
    }
    let strength = is_full.then_some("at full strength");
    let held = Token::ALL.into_iter().filter(|token| tokens.holds(*token)).map(Token::name);
    let words: Vec<&str> = strength.into_iter().chain(held).collect();
    if words.is_empty() { String::new() } else { format!(", each {}", words.join(" and ")) }
}

fn deck_situation(deck: &Deck, named: &NamedQuestion) -> String {
    let copies = counted(deck.copies().into(), "copy", "copies");
    let held = match deck.held() {
        0 => String::new(),
        held => format!(", {held} in the hand"),
    };
    // cards leave the hand only in rounds before the one that is asked about
    let is_set = |axis: &str| named.settings.iter().any(|setting| setting.axis == axis);
    let is_unplayed = is_set("round") && !is_set("discard") && !is_set("leadership");
    let unplayed = if is_unplayed { ", no card played before" } else { "" };
    format!(
        "{copies} of a card in a deck of {}, {} drawn{held}{unplayed}",
        deck.cards(),
        deck.drawn()
    )
}

/// Returns the attackers' weapons in order, e.g. `Arrow Volley, long range`; none for plain numbers.
pub(super) fn weapons(question: &Question) -> Vec<String> {
    let of_attack =
        |attack: &Attack| weapon_name(attack.attacker(), attack.context.engagement.reach());
    match question {
        Question::Attack(attack) => of_attack(attack).into_iter().collect(),
        Question::Charge(charge) => charge.attack().and_then(of_attack).into_iter().collect(),
        Question::Survive(survive) => survive.attacks().filter_map(of_attack).collect(),
        Question::Sequence(sequence) => sequence.attacks().filter_map(of_attack).collect(),
        Question::Duel(duel) => {
            let sides = duel.sides().into_iter();
            sides.filter_map(|side| weapon_name(side, Reach::Melee)).collect()
        }
        Question::Panic(_) | Question::Retreat(_) | Question::Deck(_) => Vec::new(),
    }
}

/// Returns the name of a weapon, with the range of a ranged one; `None` for plain numbers.
fn weapon_name(unit: &Combatant, reach: Reach) -> Option<String> {
    match (unit.weapon_name(), reach.is_ranged()) {
        ("", _) => None,
        (weapon, false) => Some(weapon.to_owned()),
        (weapon, true) => Some(format!("{weapon}, {} range", reach.name())),
    }
}

/// Returns the weapon as a suffix to the unit's name: ` (Arrow Volley, long range)`; empty for
/// plain numbers.
fn weapon(unit: &Combatant, reach: Reach) -> String {
    weapon_name(unit, reach).map_or_else(String::new, |name| format!(" ({name})"))
}

/// Returns the attacker's weapon as a suffix to its name.
fn weapon_of(attack: &Attack) -> String {
    weapon(attack.attacker(), attack.context.engagement.reach())
}

/// Adds the weapon to the name of the attacker in a subject.
fn with_weapon(subject: &str, attack: &Attack) -> String {
    match subject.split_once(" → ") {
        Some((one, other)) => format!("{one}{} → {other}", weapon_of(attack)),
        None => subject.to_owned(),
    }
}

/// Returns the name of an attacker, and its weapon as a suffix to it.
fn named_weapon(attack: &Attack) -> (&str, String) {
    (attack.attacker().name.as_str(), weapon_of(attack))
}

/// Returns the name of the attacker of a step, and how it acts as a suffix to it.
fn acting(step: &SequenceStep) -> Option<(&str, String)> {
    let attack = step.attack()?;
    let weapon = weapon_name(attack.attacker(), attack.context.engagement.reach());
    let charge = match (step.charge(), attack.context.engagement.charge()) {
        (Some(charge), _) => Some(format!("charge from {}\"", charge.distance)),
        (None, Some(ChargeEffects { disorderly: true, .. })) => {
            Some("disorderly charge".to_owned())
        }
        (None, Some(_)) => Some("charge".to_owned()),
        (None, None) => None,
    };
    let facing = attack.context.facing;
    let facing = (facing != Facing::Front).then(|| facing.name().to_owned());
    let parts: Vec<String> = weapon.into_iter().chain(charge).chain(facing).collect();
    Some((attack.attacker().name.as_str(), format!(" ({})", parts.join(", "))))
}

/// Adds a suffix to the names of the attackers in `by`, which lists them in order.
fn attackers<'a>(by: &str, each: impl Iterator<Item = (&'a str, String)>) -> String {
    let (mut named, mut rest) = (String::new(), by);
    for (name, suffix) in each {
        // the search continues after the last name, as a unit may attack several times
        if let Some((before, after)) = rest.split_once(name) {
            named += before;
            named += name;
            named += &suffix;
            rest = after;
        }
    }
    named + rest
}

/// Returns the axes of the settings whose values [`situation`] states.
pub(super) fn stated(question: &Question, subject: &str) -> &'static [&'static str] {
    match question {
        Question::Attack(_) if subject.contains(" → ") => &["facing", "charge"],
        Question::Charge(_) if subject.contains(" → ") => &["facing", "distance"],
        Question::Charge(_) | Question::Retreat(_) => &["distance"],
        Question::Duel(_) => &["rounds"],
        Question::Survive(_) => &["within", "attacker_tokens"],
        _ => &[],
    }
}

/// Returns the name of a question's only unit, with an article for plain numbers.
fn unit_name(subject: &str) -> &str {
    if subject == PLAIN_UNIT { "A unit" } else { subject }
}

/// Describes who does what to whom: `Umber Greataxes charge Lannister Guardsmen in the flank`.
fn acts(subject: &str, verb: &str, facing: Facing) -> String {
    let Some((one, other)) = subject.split_once(" → ") else { return subject.to_owned() };
    let acts = if PLAIN_NAMES.contains(&one) {
        format!("The {one} {verb} the {other}")
    } else {
        format!("{one} {verb} {other}")
    };
    if facing == Facing::Front { acts } else { format!("{acts} in the {}", facing.name()) }
}

/// Returns what an attacker does, as a finite verb.
fn attack_verb(attack: &Attack, number: VerbNumber) -> String {
    match attack.context.engagement {
        Engagement::Ranged { .. } => number.verb("shoot") + " at",
        Engagement::Melee { charge: None } => number.verb("attack"),
        Engagement::Melee { charge: Some(_) } => number.verb("charge"),
    }
}
