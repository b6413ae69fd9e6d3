//! The questions of *A Song of Ice and Fire: Tabletop Miniatures Game*.

use crate::study::{Curve, Headline, Lead, NamedQuestion, RequestedChance, ResultLabel};
use warodds_engine::chance::ConditionalRule;
use warodds_engine::counted::counted;
use warodds_games::asoiaf::attack::AttackRule;
use warodds_games::asoiaf::charge::ChargeRule;
use warodds_games::asoiaf::results::{event, quantity};
use warodds_games::asoiaf::{Attack, Bonus, Facing, Question, Reach, Survive, Traits};

/// What kind of question it is, in data.
pub(super) const fn kind(question: &Question) -> &'static str {
    match question {
        Question::Attack(_) => "attack",
        Question::Charge(_) => "charge",
        Question::Panic(_) => "panic",
        Question::Duel(_) => "duel",
        Question::Survive(_) => "survive",
        Question::Deck(_) => "deck",
        Question::Retreat(_) => "retreat",
    }
}

/// What is given in a question, in words.
pub(super) const fn conditioned_on(question: &Question) -> Option<&'static str> {
    match question {
        Question::Attack(_) => Some(AttackRule::CONDITION),
        Question::Charge(_) => Some(ChargeRule::CONDITION),
        _ => None,
    }
}

/// What tables and charts of a kind of question lead with.
pub(super) fn headline(question: &Question, asked: &NamedQuestion) -> Headline {
    match question {
        Question::Attack(_) | Question::Panic(_) => {
            Headline::one(quantity::WOUNDS, "wounds", "expected wounds")
        }
        Question::Charge(charge) => {
            let distance =
                || Headline::one(quantity::DISTANCE, "charge distance", "expected charge distance");
            let wounds =
                |_| Headline::one(quantity::WOUNDS, "wounds dealt", "expected wounds dealt");
            let curve = Curve { axis: "distance", unit: "inches", event: event::REACHED };
            let requested = Some(RequestedChance::Event(event::REACHED, "Arrives".to_owned()));
            let leading = charge.attack.as_ref().map_or_else(distance, wounds);
            Headline { curve: Some(curve), requested, ..leading }
        }
        Question::Survive(_) => {
            let what = "attacks until it is destroyed";
            let requested = Some(RequestedChance::Within(asked.within));
            Headline { requested, ..Headline::one(quantity::ATTACKS, what, "expected attacks") }
        }
        Question::Deck(_) => Headline::one(quantity::COPIES, "copies drawn", "expected copies"),
        Question::Retreat(_) => {
            let curve = Curve { axis: "distance", unit: "inches", event: event::AWAY };
            let distance =
                Headline::one(quantity::DISTANCE, "retreat distance", "expected retreat distance");
            let requested = Some(RequestedChance::Event(event::AWAY, "Gets away".to_owned()));
            Headline { curve: Some(curve), requested, ..distance }
        }
        Question::Duel(_) => {
            let lead = |(quantity, words)| Lead {
                quantity,
                words: ResultLabel::of_sides(words, asked.sides.as_ref()),
            };
            let sides = [
                (quantity::A_LEFT, "expected wounds left to a"),
                (quantity::B_LEFT, "expected wounds left to b"),
            ];
            Headline {
                what: "wounds left",
                leads: sides.map(lead).into(),
                curve: None,
                signed: false,
                requested: None,
            }
        }
    }
}

/// The note on a charge that can not be declared (A5.1), or a retreat that can not be made (A6.12).
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

/// What happens in a question about `subject`, in a sentence without its full stop.
pub(super) fn situation(question: &Question, subject: &str) -> String {
    match question {
        Question::Attack(attack) => {
            acts(&with_weapon(subject, attack), verb(attack), attack.context.facing)
        }
        Question::Charge(charge) => {
            let facing = charge.attack.as_ref().map_or(Facing::Front, |one| one.context.facing);
            let subject = charge
                .attack
                .as_ref()
                .map_or_else(|| subject.to_owned(), |attack| with_weapon(subject, attack));
            format!("{} from {}\"", acts(&subject, "charge", facing), charge.distance)
        }
        Question::Panic(_) if subject == PLAIN => "A unit takes a panic test".to_owned(),
        Question::Panic(_) => format!("{subject} take a panic test"),
        Question::Retreat(retreat) if subject == PLAIN => {
            format!("A unit retreats {}\"", retreat.distance)
        }
        Question::Retreat(retreat) => format!("{subject} retreat {}\"", retreat.distance),
        Question::Duel(duel) => {
            let rounds = duel.activations.get().div_ceil(2);
            let [a, b] = [&duel.a, &duel.b].map(|side| weapon(&side.traits, side.attacking.reach));
            let subject = match subject.split_once(" v ") {
                Some((one, other)) => format!("{one}{a} v {other}{b}"),
                None => subject.to_owned(),
            };
            format!("{subject}, {}", counted(rounds.into(), "round", "rounds"))
        }
        Question::Survive(survive) => subject.split_once(" → ").map_or_else(
            || subject.to_owned(),
            |(by, unit)| format!("{unit} attacked by {}, over and over", attackers(by, survive)),
        ),
        Question::Deck(deck) => {
            let copies = counted(deck.copies().into(), "copy", "copies");
            format!("{copies} of a card in a deck of {}, {} drawn", deck.cards(), deck.drawn())
        }
    }
}

/// The weapon of a unit, to be put behind its name: ` (Arrow Volley, long range)`; empty in plain
/// numbers.
fn weapon(traits: &Traits, reach: Reach) -> String {
    match (traits.weapon.as_str(), reach.is_ranged()) {
        ("", _) => String::new(),
        (weapon, false) => format!(" ({weapon})"),
        (weapon, true) => format!(" ({weapon}, {} range)", reach.name()),
    }
}

/// A subject with the weapon behind the name of the attacker.
fn with_weapon(subject: &str, attack: &Attack) -> String {
    let attacker = &attack.attacker;
    match subject.split_once(" → ") {
        Some((one, other)) => {
            format!("{one}{} → {other}", weapon(&attacker.traits, attacker.attacking.reach))
        }
        None => subject.to_owned(),
    }
}

/// Those who attack one after the other, as `by` names them, with their weapons behind their names.
fn attackers(by: &str, survive: &Survive) -> String {
    let (mut told, mut rest) = (String::new(), by);
    for Attack { attacker, .. } in survive.attacks() {
        let name = attacker.traits.name.as_str();
        if let Some((before, after)) = rest.split_once(name) {
            told += before;
            told += name;
            told += &weapon(&attacker.traits, attacker.attacking.reach);
            rest = after;
        }
    }
    told + rest
}

/// Returns the axes of the settings whose values [`situation`] states.
pub(super) fn stated(question: &Question, subject: &str) -> &'static [&'static str] {
    match question {
        Question::Attack(_) if subject.contains(" → ") => &["facing", "charge"],
        Question::Charge(_) if subject.contains(" → ") => &["facing", "distance"],
        Question::Charge(_) | Question::Retreat(_) => &["distance"],
        Question::Duel(_) => &["rounds"],
        Question::Survive(_) => &["within"],
        _ => &[],
    }
}

/// What a unit of plain numbers is called.
const PLAIN: &str = "unit";

/// Who does what to whom; sides of plain numbers are one attacker and one defender.
fn acts(subject: &str, verb: &str, facing: Facing) -> String {
    let Some((one, other)) = subject.split_once(" → ") else { return subject.to_owned() };
    let (one, verb, other) = match (one, verb.split_once(' ')) {
        ("attacker" | "charger", Some((verb, rest))) => {
            (format!("The {one}"), format!("{verb}s {rest}"), format!("the {other}"))
        }
        ("attacker" | "charger", None) => {
            (format!("The {one}"), format!("{verb}s"), format!("the {other}"))
        }
        _ => (one.to_owned(), verb.to_owned(), other.to_owned()),
    };
    match facing {
        Facing::Front => format!("{one} {verb} {other}"),
        arc => format!("{one} {verb} the {} of {other}", arc.name()),
    }
}

/// What an attacker does.
const fn verb(attack: &Attack) -> &'static str {
    match (attack.attacker.attacking.reach.is_ranged(), attack.context.charge) {
        (true, _) => "shoot at",
        (false, Bonus::None) => "attack",
        (false, Bonus::Charge) => "charge",
        (false, Bonus::Disorderly) => "charge in disorder",
    }
}
