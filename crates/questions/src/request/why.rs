//! What each part of a question is worth: it is asked again without that part, all that is left to
//! choose being chosen anew, and the exact answers are compared.
//!
//! Parts are what was given (bonuses, tokens, terrain, modifiers, attachments: the keys marked so
//! in the table) and the abilities of the units that count, orders among them.

use warodds_engine::run::ContractError;

use super::error::RequestError;
use super::given::Given;
use super::key::{Key, Mark};
use super::kind::{Asked, Kind, Request, Setup};
use crate::study::{Answer, EngineKind, NamedQuestion, Plan, StdControl, answer};
use warodds_games::Question;
use warodds_games::asoiaf::Presence;

/// What a question comes to, in the numbers that parts change.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Worth {
    /// Wounds dealt in expectation: to the defender, or to `b` of a duel.
    pub wounds: f64,
    /// Wounds suffered in expectation: by the attacker, or by `a` of a duel.
    pub own_wounds: f64,
    /// Of a duel, the chance that `a` wins: `b` is destroyed and `a` stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<f64>,
}

/// What a part of a question is worth.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Contribution {
    /// The option or the ability.
    pub what: String,
    /// What it is: `bonus`, `token`, `terrain`, `modifier`, `reroll`, `attachment`, `situation`,
    /// `ability` or `order`.
    pub kind: &'static str,
    /// Whose it is: `attacker` or `defender`, of a duel `a` or `b`.
    pub side: &'static str,
    /// What the question comes to with it, less what it comes to without it.
    #[serde(flatten)]
    pub worth: Worth,
}

/// Why nobody can say what parts are worth.
#[derive(Debug, thiserror::Error)]
pub enum WhyError {
    /// The question cannot be asked.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A rule breaks its contract with the exact engine.
    #[error(transparent)]
    Exact(#[from] ContractError),
}

impl Worth {
    /// Of an answer; none for a question of another kind.
    fn of(question: &Question, answer: &Answer) -> Option<Self> {
        let mean = |name: &str| answer.quantity(name).map(|one| one.distribution.pmf().mean());
        let Some(warodds_games::asoiaf::Question::Duel(duel)) = question.asoiaf() else {
            let wounds = mean("wounds").unwrap_or(0.0);
            return Some(Self { wounds, own_wounds: mean("own_wounds").unwrap_or(0.0), win: None });
        };
        let left = |name: &str| mean(name);
        let had = [&duel.a, &duel.b].map(|side| f64::from(side.attacker.standing.wounds_left()));
        let (_, _, joint) = answer.joint.as_ref()?;
        // a stands and b does not: the first column, but for its first row
        let win = joint.rows().skip(1).filter_map(|row| row.first()).sum();
        Some(Self {
            wounds: had[1] - left("b_left")?,
            own_wounds: had[0] - left("a_left")?,
            win: Some(win),
        })
    }

    /// What is better for the attacker, or for `a`.
    fn net(&self) -> f64 {
        self.win.unwrap_or(self.wounds - self.own_wounds)
    }

    /// This less another.
    fn less(&self, other: &Self) -> Self {
        Self {
            wounds: self.wounds - other.wounds,
            own_wounds: self.own_wounds - other.own_wounds,
            win: self.win.zip(other.win).map(|(own, other)| own - other),
        }
    }
}

/// A question's worth by the exact engine.
fn worth(asked: &NamedQuestion, plan: &Plan) -> Result<Option<Worth>, ContractError> {
    let plan = Plan { engine: EngineKind::Exact, ..*plan };
    let found = answer(asked, &plan, &StdControl)?;
    Ok(Worth::of(&asked.question, &found))
}

/// What each part of a question is worth, the weightiest first; none where the question is not
/// about an attack, a charge or a duel.
///
/// # Errors
/// When the question cannot be asked.
pub fn contributions(
    kind: &Kind,
    given: &Given,
    setup: &Setup<'_>,
) -> Result<Vec<Contribution>, WhyError> {
    let keys = kind.keys();
    let request = kind.request(&keys, given, setup)?;
    let Asked::One(asked, _) = &request.asked else { return Ok(Vec::new()) };
    let Some(whole) = worth(asked, &request.plan)? else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for (what, kind_of, side, without) in parts_given(&keys, given) {
        // what cannot be left out is no part: it says what is asked
        let Some(request) = rest(kind, &keys, without, setup) else { continue };
        let Asked::One(asked, _) = &request.asked else { continue };
        if let Some(rest) = worth(asked, &request.plan)? {
            all.push(Contribution { what, kind: kind_of, side, worth: whole.less(&rest) });
        }
    }
    for (what, kind, side, question) in abilities(&asked.question) {
        let asked = NamedQuestion { question, ..(**asked).clone() };
        if let Some(rest) = worth(&asked, &request.plan)? {
            all.push(Contribution { what, kind, side, worth: whole.less(&rest) });
        }
    }
    all.sort_by(|one, other| other.worth.net().abs().total_cmp(&one.worth.net().abs()));
    Ok(all)
}

/// The request without a part; when tokens are spent has no effect where there is none any more.
fn rest(kind: &Kind, keys: &[Key], mut given: Given, setup: &Setup<'_>) -> Option<Request> {
    kind.request(keys, &given, setup).ok().or_else(|| {
        let had = given.remove("tokens");
        had.then(|| kind.request(keys, &given, setup).ok()).flatten()
    })
}

/// A part of what was given: its name, kind and side, and what is given without it.
type Part = (String, &'static str, &'static str, Given);

/// The parts among what was given, each with what is given without it.
fn parts_given(keys: &[Key], given: &Given) -> Vec<Part> {
    let part = |key: &Key| {
        key.marks.iter().find_map(|mark| match mark {
            Mark::Part(kind, side) => Some((*kind, *side)),
            _ => None,
        })
    };
    let parts = keys.iter().filter(|key| given.has(key.id));
    parts
        .filter_map(|key| {
            let (kind, side) = part(key)?;
            Some((key.long.clone(), kind, side, without(keys, given, key.id)))
        })
        .collect()
}

/// What is given without a key, and without those that say nothing without it.
fn without(keys: &[Key], given: &Given, id: &'static str) -> Given {
    let mut rest = given.clone();
    rest.remove(id);
    let needs = |key: &&Key| key.has(Mark::Requires(id)) && !key.has(Mark::Positional);
    for key in keys.iter().filter(needs) {
        rest.remove(key.id);
    }
    rest
}

/// Each ability that counts, with the question as it is when that ability is left aside.
fn abilities(question: &Question) -> Vec<(String, &'static str, &'static str, Question)> {
    let mut all = Vec::new();
    let mut copy = question.clone();
    let sides = sides(&mut copy).len();
    for side in 0..sides {
        let mut copy = question.clone();
        let names: Vec<(String, bool)> = match self::sides(&mut copy).get(side) {
            Some((_, presences)) => {
                let active = presences.first().into_iter().flat_map(|one| one.counted());
                active.map(|one| (one.name.clone(), one.effects.order.is_some())).collect()
            }
            None => Vec::new(),
        };
        for (name, is_order) in names {
            let mut without = question.clone();
            let mut all_sides = self::sides(&mut without);
            let Some((called, presences)) = all_sides.get_mut(side) else { continue };
            let called = *called;
            for presence in presences {
                presence.usage.policy.without.push(name.clone());
            }
            let kind = if is_order { "order" } else { "ability" };
            all.push((name, kind, called, without));
        }
    }
    all
}

/// The sides of a question and what each brings, in all places where that stands.
pub(super) fn sides(question: &mut Question) -> Vec<(&'static str, Vec<&mut Presence>)> {
    use warodds_games::asoiaf::Question as Asked;
    let Question::Asoiaf(question, _) = question else { return Vec::new() };
    match &mut **question {
        Asked::Attack(attack) => {
            let [own, other] = &mut attack.presence;
            vec![("attacker", vec![own]), ("defender", vec![other])]
        }
        Asked::Charge(charge) => {
            let of_test = charge.charger.panic.as_mut().map(|panic| &mut panic.presence);
            let Some(attack) = &mut charge.attack else {
                return vec![("attacker", of_test.into_iter().collect())];
            };
            let [own, other] = &mut attack.presence;
            let own = std::iter::once(own).chain(of_test).collect();
            vec![("attacker", own), ("defender", vec![other])]
        }
        Asked::Duel(duel) => {
            vec![("a", vec![&mut duel.a.presence]), ("b", vec![&mut duel.b.presence])]
        }
        _ => Vec::new(),
    }
}
