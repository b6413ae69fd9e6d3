//! Units written as a catalogue has them, the questions between them, and what answers are held
//! against.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use warodds::catalogue::Catalogue;
use warodds::dist::{Pmf, Tally, agreement};
use warodds::games::asoiaf::values::Activations;
use warodds::games::asoiaf::{
    Ability, Attack, Circumstances, Combatant, Context, Duel, Engagement, Opening, Policy,
    Question, Season, Tokens, Unit, UnitState, WeaponFilter,
};
use warodds::study::{Answer, Distribution, EngineKind};

use super::common::{exact, found, plan};
use warodds_reference::attack::{PlainAttack, PlainAttackOutcome};

/// A unit on the table, its card still to be written. Unless changed: 6 models in 3 ranks, 3, 2 and
/// 1 dice on 4+, saves of 4+, morale of 7+.
#[derive(Clone, Debug)]
pub(crate) struct Fighter {
    pub kind: &'static str,
    pub body: (i64, i64, i64),
    pub dice: &'static str,
    pub hit: i64,
    /// The name of its attack.
    pub weapon: &'static str,
    pub reach: &'static str,
    pub defense: i64,
    pub morale: i64,
    pub lost: i64,
    pub tokens: Tokens,
    pub circumstances: Circumstances,
    pub policy: Policy,
    /// Options taken in place of the best: ability and option.
    pub chosen: Vec<(String, String)>,
    /// How many of its abilities, the last ones, an attachment brings.
    pub attached: usize,
    /// Names and bodies of abilities.
    pub abilities: Vec<(String, String)>,
    /// Abilities of the shipped cards of an edition that it has beside them.
    pub shipped: Vec<(&'static str, Season)>,
}

/// One as it comes.
pub(crate) fn fighter() -> Fighter {
    Fighter {
        kind: "infantry",
        body: (6, 3, 1),
        dice: "3, 2, 1",
        hit: 4,
        weapon: "Blade",
        reach: "melee",
        defense: 4,
        morale: 7,
        lost: 0,
        tokens: Tokens::NONE,
        circumstances: Circumstances::default(),
        policy: Policy::default(),
        chosen: Vec::new(),
        attached: 0,
        abilities: Vec::new(),
        shipped: Vec::new(),
    }
}

/// One with an effect.
pub(crate) fn having(effect: &str) -> Fighter {
    fighter().with(effect)
}

impl Fighter {
    /// The same with another ability of one effect, written without its braces.
    pub(crate) fn with(self, effect: &str) -> Self {
        let name = format!("Ability {}", self.abilities.len() + 1);
        self.ability(&name, &format!("effects = [{{ {effect} }}]"))
    }

    /// The same with another ability.
    pub(crate) fn ability(mut self, name: &str, body: &str) -> Self {
        self.abilities.push((name.to_owned(), body.to_owned()));
        self
    }

    /// The same with an ability of the shipped cards of 2021 and later.
    pub(crate) fn shipped(self, name: &'static str) -> Self {
        self.but(|one| one.shipped.push((name, Season::V2021)))
    }

    /// The same that takes this option of an ability.
    pub(crate) fn taking(self, ability: &str, option: &str) -> Self {
        self.but(|one| one.chosen.push((ability.to_owned(), option.to_owned())))
    }

    /// The same, changed.
    pub(crate) fn but(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    fn text(&self) -> String {
        let (models, ranks, wounds) = self.body;
        let Self { kind, dice, hit, weapon, reach, defense, morale, .. } = self;
        let names = self
            .abilities
            .iter()
            .map(|(name, _)| format!("\"{name}\""))
            .collect::<Vec<_>>()
            .join(", ");
        let mut text = format!(
            "faction = \"Bench\"\n[units.fighter]\nname = \"Fighter\"\ntype = \"{kind}\"\nspeed = \
             5\ndefense = {defense}\nmorale = {morale}\nmodels = {models}\nranks = \
             {ranks}\nwounds_per_model = {wounds}\nabilities = [{names}]\nseason = \
             \"1.6\"\nsource = \"a test\"\nattacks = [{{ name = \"{weapon}\", kind = \"{reach}\", \
             hit = {hit}, dice = [{dice}] }}]\n"
        );
        for (name, body) in &self.abilities {
            write!(
                text,
                "[[ability]]\nname = \"{name}\"\nseason = \"1.6\"\ncodes = [\"A1\"]\nsummary = \
                 \"A test.\"\n{body}\n"
            )
            .expect("text");
        }
        text
    }

    /// The card as the reader understands it, or what it says is wrong.
    pub(crate) fn read(&self) -> Result<Unit, String> {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("bench.toml");
        std::fs::write(&path, self.text()).expect("a file");
        let mut catalogue = Catalogue::default();
        catalogue
            .add(&path)
            .map_err(|wrong| wrong.iter().map(ToString::to_string).collect::<String>())?;
        let mut unit = catalogue.unit(catalogue.find("fighter").expect("the card"));
        let shipped = self.shipped.iter().flat_map(|(name, edition)| {
            Catalogue::shipped().resolve_abilities(&[(*name).to_owned()], *edition)
        });
        unit.abilities.extend(shipped);
        let mut policy = self.policy.clone();
        for (ability, option) in &self.chosen {
            policy.chosen.push(unit.wish(ability, option).map_err(|wrong| wrong.to_string())?);
        }
        let own = unit.abilities.len().saturating_sub(self.attached);
        let brought =
            |(number, ability): (usize, Ability)| Ability { attached: number >= own, ..ability };
        let abilities = unit.abilities.iter().cloned().enumerate().map(brought).collect();
        Ok(Unit { circumstances: self.circumstances, policy, abilities, ..unit })
    }

    #[track_caller]
    fn unit(&self) -> Unit {
        self.read().unwrap_or_else(|wrong| panic!("{wrong}"))
    }

    fn combatant(&self, unit: &Unit) -> Combatant {
        let standing = UnitState::after(unit.body, self.lost, self.tokens).expect("it stands");
        Combatant::of(unit, standing, self.policy.spending)
    }
}

/// The first fighter's attack on the second.
#[track_caller]
pub(crate) fn attack_in(context: Context, first: &Fighter, second: &Fighter) -> Attack {
    let (own, other) = (first.unit(), second.unit());
    let attacker = first.combatant(&own).attacking_with(&own.attacks[0]);
    let defender = second.combatant(&other);
    let reach = own.attacks[0].reach;
    // contexts of tests are those of melee attacks, unless they name a range
    let is_its_own = context.engagement.reach() == reach;
    let engagement = if is_its_own { context.engagement } else { Engagement::of(reach) };
    let context = Context { engagement, ..context };
    Attack::new(attacker, defender, context).expect("both can fight")
}

/// The same from the front.
#[track_caller]
pub(crate) fn attack(first: &Fighter, second: &Fighter) -> Attack {
    attack_in(Context::default(), first, second)
}

/// A duel of so many attacks.
#[track_caller]
pub(crate) fn duel(first: &Fighter, second: &Fighter, activations: i64) -> Duel {
    let side = |fighter: &Fighter| -> Combatant {
        let unit = fighter.unit();
        let weapon = WeaponFilter::Melee.first(&unit.attacks).expect("it has a weapon");
        fighter.combatant(&unit).attacking_with(weapon)
    };
    let activations = Activations::new(activations).expect("in range");
    Duel::new(side(first), side(second), activations, Opening::default()).expect("both can fight")
}

/// The exact distribution of a result; of certain 0 where the answer has none of that name.
pub(crate) fn distribution(answer: &Answer, name: &str) -> Vec<f64> {
    let found = crate::common::result(answer, name);
    found.map_or_else(|| vec![1.0], |distribution| distribution.pmf().probabilities().to_vec())
}

/// An exact mean.
pub(crate) fn mean(answer: &Answer, name: &str) -> f64 {
    distribution(answer, name).iter().enumerate().map(|(k, p)| k as f64 * p).sum()
}

/// Holds a number against a derived one.
#[track_caller]
pub(crate) fn close(found: f64, derived: f64) {
    assert!((found - derived).abs() < 1e-12, "{found} is not {derived}");
}

/// Holds two distributions of a count against each other.
#[track_caller]
pub(crate) fn alike(name: &str, found: &[f64], derived: &[f64]) {
    for k in 0..found.len().max(derived.len()) {
        let at = |distribution: &[f64]| distribution.get(k).copied().unwrap_or(0.0);
        assert!(
            (at(found) - at(derived)).abs() < 1e-12,
            "{name} {k}: {found:?} is not {derived:?}"
        );
    }
}

/// The distribution of one result of a table of outcomes.
fn marginal(distribution: &BTreeMap<PlainAttackOutcome, f64>, name: &str) -> Vec<f64> {
    let mut sums = vec![0.0; 80];
    for (came, p) in distribution {
        let value = came
            .named()
            .into_iter()
            .find(|(other, _)| *other == name)
            .map_or(0, |(_, value)| value);
        sums[value as usize] += p;
    }
    sums
}

/// Holds an attack against every way its dice can fall, and the other engines against its exact
/// distribution.
#[track_caller]
pub(crate) fn hold(attack: &Attack, plain: &PlainAttack) -> Answer {
    hold_distribution(attack, &plain.distribution())
}

/// Holds an attack against a distribution that was worked out apart.
#[track_caller]
pub(crate) fn hold_distribution(
    attack: &Attack,
    derived: &BTreeMap<PlainAttackOutcome, f64>,
) -> Answer {
    let question = Question::Attack(attack.clone());
    let answer = exact(&question);
    for (name, _) in PlainAttackOutcome::default().named() {
        alike(name, &distribution(&answer, name), &marginal(derived, name));
    }
    engines(&question);
    answer
}

/// Holds two attacks against each other, result by result, and the engines against the first.
#[track_caller]
pub(crate) fn same(attack: &Attack, other: &Attack) -> Answer {
    let answer = exact(&Question::Attack(attack.clone()));
    let others = exact(&Question::Attack(other.clone()));
    for (name, _) in PlainAttackOutcome::default().named() {
        alike(name, &distribution(&answer, name), &distribution(&others, name));
    }
    engines(&Question::Attack(attack.clone()));
    answer
}

/// The answer to an attack, the engines held against it.
#[track_caller]
pub(crate) fn answered(attack: &Attack) -> Answer {
    let question = Question::Attack(attack.clone());
    engines(&question);
    exact(&question)
}

/// A false alarm has at most one chance in a million for the whole file (Bonferroni).
const MOST_COMPARISONS: usize = 10_000;
const ALARM: f64 = 1e-6 / MOST_COMPARISONS as f64;
/// Not multiples of 64 nor of a block, so that the last batch and block count in part.
const TRIALS: [(EngineKind, u64); 2] =
    [(EngineKind::Dice, 30_007), (EngineKind::MonteCarlo, 300_001)];
static COMPARISONS: AtomicUsize = AtomicUsize::new(0);

/// Holds the table and the lanes against the exact distribution by chi-square, result by result,
/// the joint distribution of duels too.
#[track_caller]
pub(crate) fn engines(question: &Question) {
    let exact = exact(question);
    for (engine, trials) in TRIALS {
        let seen = found(question, &plan(engine, trials, 4711));
        let pairs = seen
            .quantities
            .iter()
            .map(|one| (one.name.as_str(), &one.distribution))
            .chain(seen.events.iter().map(|one| (one.name.as_str(), &one.distribution)));
        for (name, sampled) in pairs {
            let Distribution::Sampled(tally) = sampled else { panic!("{name} was not sampled") };
            let distribution = crate::common::result(&exact, name).expect("the same results");
            chance(name, engine, agreement(tally, &distribution.pmf()).p_value, question);
        }
        if let (Some((.., shares)), Some((.., joint))) = (&seen.joint, &exact.joint) {
            let counts = shares
                .rows()
                .flatten()
                .map(|share| (share * trials as f64).round() as u64)
                .collect();
            let distribution = Pmf::new(joint.rows().flatten().copied().collect())
                .expect("a joint distribution is a distribution");
            chance(
                "joint",
                engine,
                agreement(&Tally::from_counts(counts), &distribution).p_value,
                question,
            );
        }
    }
}

#[track_caller]
fn chance(name: &str, engine: EngineKind, p: f64, question: &Question) {
    assert!(
        COMPARISONS.fetch_add(1, Ordering::Relaxed) < MOST_COMPARISONS,
        "too many comparisons for the rate of false alarms"
    );
    assert!(p >= ALARM, "{} saw {name} with a chance of {p:e}: {question:#?}", engine.name());
}
