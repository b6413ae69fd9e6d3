//! What is held of a matchup: what players choose by themselves is the best of all that can be
//! forced, and no policy is better for the side that has it.

use warodds::games::asoiaf::effect::{Amount, Deed, Effects};
use warodds::games::asoiaf::{Attack, Fishing, Presence, Spending, Token, Tokens};

use super::forced::{does, forced, held_of, keeping};
use super::matchups::Matchup;
use super::value::net;

/// Floats of sums of many products.
const TOLERANCE: f64 = 1e-9;

/// One side's choices, forced: its presence, and the enemy's tokens that it does not spend.
type Forced = (Presence, Tokens);

/// All choices of a side, those of tokens among them.
fn all_forced(attack: &Attack, side: usize) -> Vec<Forced> {
    let standings = [attack.attacker.standing, attack.defender.standing];
    let (own, enemy) = (standings[side], standings[1 - side]);
    let of = [Token::Panicked, [Token::Vulnerable, Token::Weakened][side]];
    let sets = held_of(of, enemy, &attack.presence);
    forced(&attack.presence[side], own, enemy, |_| true)
        .into_iter()
        .flat_map(|way| sets.iter().map(move |set| (way.clone(), *set)))
        .collect()
}

/// What the attack is worth with what both choose.
fn worth(attack: &Attack, own: &Forced, other: &Forced, fishing: Fishing) -> f64 {
    let presence = [keeping(&own.0, other.1), keeping(&other.0, own.1)];
    let mut attack = Attack { presence, ..attack.clone() };
    attack.presence[0].usage.policy.fishing = fishing;
    (attack.attacker.spending, attack.defender.spending) = (Spending::Always, Spending::Always);
    net(&attack)
}

/// What the attack is worth where the attacker takes the way whose worst answer is best.
pub fn by_force(attack: &Attack) -> f64 {
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
pub fn is_answered(attack: &Attack) -> bool {
    attack.presence.iter().any(|presence| does(presence, |deed| *deed == Deed::Attack))
}

/// Says what is wrong with a matchup, if anything is.
pub fn faults(matchup: &Matchup) -> Vec<String> {
    let attack = matchup.attack();
    let value = net(&attack);
    let mut wrong = Vec::new();
    if !is_answered(&attack) {
        let best = by_force(&attack);
        if (value - best).abs() > TOLERANCE {
            wrong.push(format!("automatic {value}, by force {best}"));
        }
    }
    for fishing in [Fishing::Never, Fishing::Always] {
        let mut own = attack.clone();
        own.presence[0].usage.policy.fishing = fishing;
        let other = net(&own);
        if other > value + TOLERANCE {
            wrong.push(format!("automatic {value}, the attacker fishing {fishing:?} {other}"));
        }
        let mut enemy = attack.clone();
        enemy.presence[1].usage.policy.fishing = fishing;
        let other = net(&enemy);
        if other < value - TOLERANCE {
            wrong.push(format!("automatic {value}, the defender fishing {fishing:?} {other}"));
        }
    }
    for side in 0..2 {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let mut check = |what: String, attack: &Attack| {
            let other = net(attack);
            if sign * other > sign * value + TOLERANCE {
                wrong.push(format!("side {side}: automatic {value}, {what} {other}"));
            }
        };
        let mut changed = attack.clone();
        changed.presence[side].usage.policy.orders = false;
        check("no orders".to_owned(), &changed);
        let mut changed = attack.clone();
        if side == 0 {
            changed.attacker.spending = Spending::Never;
            if let Some(guard) = &mut changed.presence[0].guard {
                guard.spending = Spending::Never;
            }
        } else {
            changed.defender.spending = Spending::Never;
            if let Some(counter) = &mut changed.presence[1].counter {
                counter.spending = Spending::Never;
            }
        }
        check("spending never".to_owned(), &changed);
        for ability in &attack.presence[side].abilities {
            let Some(choice) = &ability.effects.choice else { continue };
            // what nobody may take now is no alternative
            for (option, _) in choice.options.iter().filter(|_| choice.picks == Amount::of(1)) {
                // `Order:` may be left out of names, so that two may have the same one
                let Ok(wish) = matchup.units[side].wish(&ability.name, option) else { continue };
                let mut changed = attack.clone();
                changed.presence[side].usage.policy.chosen = vec![wish];
                check(format!("{}={option}", ability.name), &changed);
            }
        }
    }
    wrong
}

pub fn told(matchup: &Matchup) -> String {
    let names = matchup.units.each_ref().map(|unit| unit.name.as_str());
    format!("{names:?} {:?}", matchup.attack().context)
}
