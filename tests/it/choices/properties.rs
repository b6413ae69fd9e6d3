//! What is held of a matchup: what players choose by themselves is the best of all that can be
//! forced, and no policy is better for the side that has it.

use warodds::games::asoiaf::effect::{Amount, Effects, Moment, TriggeredEffect};
use warodds::games::asoiaf::{Attack, Charge, Combatant, Fishing, Policy, Spending, Token, Tokens};

use super::forced::{does, forced, held_of, keeping};
use super::matchups::Matchup;
use super::value::{net, net_of_charge};

/// Floats of sums of many products.
const TOLERANCE: f64 = 1e-9;

/// One side's choices, forced: the unit, and the enemy's tokens that it does not spend.
type Forced = (Combatant, Tokens);

/// All choices of a side, those of tokens among them.
fn all_forced(attack: &Attack, side: usize) -> Vec<Forced> {
    let standings = attack.sides().map(|unit| unit.state);
    let (own, enemy) = (standings[side], standings[1 - side]);
    let of = [Token::Panicked, [Token::Vulnerable, Token::Weakened][side]];
    let sets = held_of(of, enemy, attack.sides());
    forced(attack.sides()[side], own, enemy, |_| true)
        .into_iter()
        .flat_map(|way| sets.iter().map(move |set| (way.clone(), *set)))
        .collect()
}

/// What the attack is worth with what both choose.
fn worth(attack: &Attack, own: &Forced, other: &Forced, fishing: Fishing) -> f64 {
    let mut attack = attack.clone();
    let choose = |attacker: &mut Combatant, defender: &mut Combatant| {
        *attacker = keeping(&own.0, other.1);
        *defender = keeping(&other.0, own.1);
        attacker.policy.fishing = fishing;
        (attacker.policy.spending, defender.policy.spending) = (Spending::Always, Spending::Always);
    };
    attack.edit(choose).expect("both can fight");
    net(&attack)
}

/// What the attack is worth where the attacker takes the way whose worst answer is best.
pub(super) fn by_force(attack: &Attack) -> f64 {
    let [own, other] = [0, 1].map(|side| all_forced(attack, side));
    let worst = |own: &Forced, fishing: Fishing| {
        let answers = other.iter().map(|other| worth(attack, own, other, fishing));
        answers.fold(f64::INFINITY, f64::min)
    };
    let fishing = [Fishing::Never, Fishing::Always];
    let all = own.iter().flat_map(|own| fishing.map(|fishing| worst(own, fishing)));
    all.fold(f64::NEG_INFINITY, f64::max)
}

/// Whether any ability brings an attack of its own: it is another decision, made later.
pub(super) fn is_answered(attack: &Attack) -> bool {
    let mut units = attack.sides().into_iter();
    units.any(|unit| does(unit, |triggered| *triggered == TriggeredEffect::Attack))
}

/// What is wrong with an attack, if anything is.
pub(super) fn faults(matchup: &Matchup) -> Vec<String> {
    let attack = matchup.attack();
    let value = net(&attack);
    let mut wrong = Vec::new();
    if !is_answered(&attack) {
        let best = by_force(&attack);
        if (value - best).abs() > TOLERANCE {
            wrong.push(format!("automatic {value}, by force {best}"));
        }
    }
    for (side, what, changed) in policies(matchup, &attack) {
        wrong.extend(worse(side, value, &what, net(&changed)));
    }
    wrong
}

/// What is wrong with a charge, if anything is.
pub(super) fn faults_of_charge(matchup: &Matchup) -> Vec<String> {
    let charge = matchup.charge();
    let Some(attack) = charge.attack() else { return Vec::new() };
    // what is healed is no part of the answer to a charge
    let heals =
        |one: &Combatant| does(one, |triggered| matches!(triggered, TriggeredEffect::Heal(..)));
    if attack.sides().into_iter().any(heals) {
        return Vec::new();
    }
    let value = net_of_charge(&charge);
    let with = |attack: &Attack| -> Charge {
        let mut with = charge.clone();
        let sides = |charger: &mut Combatant, target: Option<&mut Combatant>| {
            *charger = attack.attacker().clone();
            if let Some(target) = target {
                *target = attack.defender().clone();
            }
        };
        with.edit(sides).expect("both can fight");
        with
    };
    let mut wrong = Vec::new();
    let standings = attack.sides().map(|unit| unit.state);
    let [own, other] = [0, 1]
        .map(|side| forced(attack.sides()[side], standings[side], standings[1 - side], is_early));
    let worst = |own: &Combatant| {
        let made = |other: &Combatant| {
            let mut made = attack.clone();
            let sides = |first: &mut Combatant, second: &mut Combatant| {
                (*first, *second) = (own.clone(), other.clone());
            };
            made.edit(sides).expect("both can fight");
            with(&made)
        };
        other.iter().map(|other| net_of_charge(&made(other))).fold(f64::INFINITY, f64::min)
    };
    let best = own.iter().map(worst).fold(f64::NEG_INFINITY, f64::max);
    if (value - best).abs() > TOLERANCE {
        wrong.push(format!("automatic {value}, by force {best}"));
    }
    for (side, what, changed) in policies(matchup, attack) {
        wrong.extend(worse(side, value, &what, net_of_charge(&with(&changed))));
    }
    wrong
}

/// Whether any of these effects counts before a charge is rolled.
fn is_early(effects: &Effects) -> bool {
    use Moment::{Activating, Charging, Declaring, EnemyActivating, EnemyCharging, EnemyDeclaring};
    effects.all().any(|effect| {
        matches!(
            effect.moment,
            Activating | EnemyActivating | Declaring | EnemyDeclaring | Charging | EnemyCharging
        )
    })
}

/// What a policy is worth that is better for its side than what it chooses by itself.
fn worse(side: usize, value: f64, what: &str, other: f64) -> Option<String> {
    let sign = [1.0, -1.0][side];
    (sign * other > sign * value + TOLERANCE)
        .then(|| format!("side {side}: automatic {value}, {what} {other}"))
}

/// Every policy that a side may have in place of choosing by itself, with the attack made so.
fn policies(matchup: &Matchup, attack: &Attack) -> Vec<(usize, String, Attack)> {
    let mut all = Vec::new();
    for side in 0..2 {
        let mut add = |what: String, change: &dyn Fn(&mut Policy)| {
            let mut changed = attack.clone();
            changed
                .edit(|own, other| change(&mut [own, other][side].policy))
                .expect("both can fight");
            all.push((side, what, changed));
        };
        for fishing in [Fishing::Never, Fishing::Always] {
            add(format!("fishing {fishing:?}"), &|policy| policy.fishing = fishing);
        }
        add("no orders".to_owned(), &|policy| policy.orders = false);
        for spending in [Spending::Never, Spending::Always] {
            add(format!("spending {spending:?}"), &|policy| policy.spending = spending);
        }
        for ability in &attack.sides()[side].abilities {
            let Some(choice) = &ability.effects.choice else { continue };
            // where as many must be taken as there are options, one alone is no alternative
            for (option, _) in choice.options.iter().filter(|_| choice.picks == Amount::of(1)) {
                // `Order:` may be left out of names, so that two may have the same one
                let Ok(wish) = matchup.units[side].wish(&ability.name, option) else { continue };
                add(format!("{}={option}", ability.name), &|policy| {
                    policy.chosen = vec![wish.clone()];
                });
            }
        }
    }
    all
}

/// The matchup in words enough to ask it again.
pub(super) fn told(matchup: &Matchup) -> String {
    let attack = matchup.attack();
    let standings = attack.sides().map(|unit| unit.state);
    let side = |number: usize| {
        let Matchup { units, .. } = matchup;
        let unit = attack.sides()[number];
        format!(
            "{} with {} ({} left, {:?}, {:?})",
            units[number].name,
            unit.weapon_name(),
            standings[number].wounds_left(),
            standings[number].tokens,
            unit.circumstances,
        )
    };
    let rolls =
        (attack.attacker().modifiers.hit_modifier, attack.attacker().modifiers.attack_rerolls);
    let guard = &attack.defender().modifiers;
    let guard =
        (guard.save_modifier, guard.panic_modifier, guard.save_rerolls, guard.morale_rerolls);
    format!("{} on {}: {:?} {rolls:?} {guard:?}", side(0), side(1), attack.context)
}
