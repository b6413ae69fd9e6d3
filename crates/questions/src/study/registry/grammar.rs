//! Grammar of unit names: a single character takes singular verbs.

use warodds_answer::VerbNumber;
use warodds_games::asoiaf::{Body, Combatant, Question};

use crate::study::NamedQuestion;

/// Names of units of plain numbers.
pub(super) const PLAIN_NAMES: [&str; 3] = ["attacker", "charger", PLAIN_UNIT];

/// Name of the only unit of a question of plain numbers.
pub(super) const PLAIN_UNIT: &str = "unit";

/// Characters whose names end like plurals.
const SINGULAR_NAMES: [&str; 2] = ["Coldhands", "Varamyr Sixskins"];

/// Returns the number of a unit: singular for a single model (A1.1), unless its name is the plural
/// of its crew or pack, e.g. `Drowned Men`.
pub(super) fn verb_number(name: &str, body: Body) -> VerbNumber {
    // suffixes distinguish names: `Mag the Mighty (commander)`, `Gregor Clegane - …`
    let name = name.split([',', '(']).next().unwrap_or(name);
    let name = name.split(" - ").next().unwrap_or(name).trim();
    let ends_like_plural = name.ends_with('s') || name.ends_with("men") || name.ends_with("Men");
    let is_singular = body.models() == 1 && (!ends_like_plural || SINGULAR_NAMES.contains(&name));
    if is_singular { VerbNumber::Singular } else { VerbNumber::Plural }
}

/// Returns the numbers of verbs about both sides of a question.
pub(super) fn numbers(question: &Question, named: &NamedQuestion) -> [VerbNumber; 2] {
    let target = named.subject.split_once(" → ").map(|(_, target)| target);
    let is_plain = target.is_some_and(|name| PLAIN_NAMES.contains(&name) || name == "defender");
    let of = |unit: &Combatant| {
        if is_plain { VerbNumber::Singular } else { verb_number(&unit.name, unit.state.body()) }
    };
    let actor = actor(question, &named.subject);
    match question {
        Question::Attack(attack) => [actor, of(attack.defender())],
        Question::Charge(charge) => {
            [actor, charge.attack().map_or(actor, |attack| of(attack.defender()))]
        }
        Question::Survive(survive) => {
            let unit = survive.attacks().next().map_or(actor, |attack| of(attack.defender()));
            [actor, unit]
        }
        Question::Duel(duel) => duel.sides().map(of),
        Question::Panic(_) | Question::Retreat(_) | Question::Sequence(_) | Question::Deck(_) => {
            [actor; 2]
        }
    }
}

/// Returns the grammatical number of the acting unit.
pub(super) fn actor(question: &Question, subject: &str) -> VerbNumber {
    let name = subject.split_once(" → ").map_or(subject, |(attacker, _)| attacker);
    if PLAIN_NAMES.contains(&name) {
        return VerbNumber::Singular;
    }
    // the subject may carry additions such as an id; the card has the bare name
    let (name, state) = match question {
        Question::Attack(attack) => (attack.attacker().name.as_str(), attack.attacker().state),
        Question::Charge(charge) => {
            let attacker = charge.attack().map(|attack| attack.attacker().name.as_str());
            (attacker.unwrap_or(name), charge.charger().state)
        }
        Question::Panic(panic) => (name, panic.unit().state),
        Question::Retreat(retreat) => (name, retreat.state),
        Question::Duel(_) | Question::Survive(_) | Question::Sequence(_) | Question::Deck(_) => {
            return VerbNumber::Plural;
        }
    };
    verb_number(name, state.body())
}

/// Returns the subject and verb of the attacker's own losses, e.g. `Stark Sworn Swords lose`.
pub(super) fn loses(question: &Question, subject: &str) -> String {
    let name = subject.split_once(" → ").map_or(subject, |(attacker, _)| attacker);
    match actor(question, subject) {
        _ if PLAIN_NAMES.contains(&name) => format!("The {name} loses"),
        VerbNumber::Plural => format!("{name} lose"),
        VerbNumber::Singular => format!("{name} loses"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_models_and_names_of_packs() -> Result<(), Box<dyn std::error::Error>> {
        let body = Body::new(12, 3, 1)?;
        assert_eq!(verb_number("Wolf Pack", body), VerbNumber::Plural);
        let one = Body::new(1, 1, 4)?;
        let numbers = ["Grey Wind", "Coldhands", "Drowned Men"].map(|name| verb_number(name, one));
        let [one, other] = [VerbNumber::Singular, VerbNumber::Plural];
        assert_eq!(numbers, [one, one, other]);
        Ok(())
    }
}
