//! Every way to choose, forced: the effects of what is taken stand in the ability's place, orders
//! that are given are no orders any more, those that are not given are taken away, and tokens that
//! are not spent cannot be. Worked out apart from the program.

use warodds::games::asoiaf::effect::{
    Action, Amount, Change, Choice, Effect, Effects, Moment, Per, TriggeredEffect,
};
use warodds::games::asoiaf::{Combatant, ModelledAbility, Token, Tokens, UnitState};

/// How many options may be taken, as the units stand.
fn picks(amount: Amount, own: UnitState, enemy: UnitState) -> u32 {
    let ranks = |unit: UnitState| i64::from(unit.body().ranks_left(unit.wounds_left()));
    let lost = |unit: UnitState| i64::from(unit.body().ranks()) - ranks(unit);
    let count = match amount.per {
        Some(Per::OwnRanks) => ranks(own),
        Some(Per::OwnRanksLost) => lost(own),
        Some(Per::EnemyRanks) => ranks(enemy),
        Some(Per::EnemyRanksLost) => lost(enemy),
        Some(Per::OwnWoundsLost) => i64::from(own.body().wounds() - own.wounds_left()),
        Some(Per::EnemyTokens) => i64::from(enemy.tokens.count()),
        _ => 0,
    };
    let sum = i64::from(amount.base) + i64::from(amount.each) * count;
    sum.min(amount.most.map_or(i64::MAX, i64::from)).max(0) as u32
}

/// The sets of options that may be taken, by their numbers.
fn sets(choice: &Choice, picks: u32) -> Vec<Vec<usize>> {
    let count = choice.options.len();
    let most = (picks as usize).min(count);
    (0..1_usize << count)
        .map(|bits| (0..count).filter(|number| bits >> number & 1 == 1).collect::<Vec<_>>())
        .filter(|set| if choice.optional { set.len() <= most } else { set.len() == most })
        .collect()
}

/// The ability with these options taken, and nothing left to choose.
fn taken(ability: &ModelledAbility, choice: &Choice, set: &[usize]) -> ModelledAbility {
    let options = set.iter().flat_map(|number| choice.options[*number].1.iter());
    let fixed = ability.effects.fixed.iter().chain(options).cloned().collect();
    let effects = Effects { fixed, choice: None, ..(*ability.effects).clone() };
    ModelledAbility { effects: effects.into(), ..ability.clone() }
}

/// All ways to force what a side may choose of the abilities that are `decided`.
pub(super) fn forced(
    unit: &Combatant,
    own: UnitState,
    enemy: UnitState,
    decided: impl Fn(&Effects) -> bool,
) -> Vec<Combatant> {
    let mut all = vec![unit.clone()];
    let mut triggers = Vec::new();
    for ability in unit.abilities.iter().filter(|ability| decided(&ability.effects)) {
        let Some(trigger) = ability.effects.order else { continue };
        if triggers.contains(&trigger) {
            continue;
        }
        triggers.push(trigger);
        let orders: Vec<usize> = (0..unit.abilities.len())
            .filter(|number| unit.abilities[*number].effects.order == Some(trigger))
            .collect();
        let giving = |way: &Combatant, given: Option<usize>| {
            let mut way = way.clone();
            for order in &orders {
                let effects = &mut way.abilities[*order].effects;
                // one that is given is none that may still be left aside
                *effects = if Some(*order) == given {
                    Effects { order: None, ..(**effects).clone() }.into()
                } else {
                    Effects::default().into()
                };
            }
            way
        };
        let given = || orders.iter().copied().map(Some).chain([None]);
        all = all
            .iter()
            .flat_map(|way| given().map(|given| giving(way, given)).collect::<Vec<_>>())
            .collect();
    }
    for number in 0..unit.abilities.len() {
        all = all.iter().flat_map(|way| with_options(way, number, own, enemy, &decided)).collect();
    }
    all
}

/// The ways of a way that differ in the options of one ability.
fn with_options(
    way: &Combatant,
    number: usize,
    own: UnitState,
    enemy: UnitState,
    decided: &impl Fn(&Effects) -> bool,
) -> Vec<Combatant> {
    let ability = &way.abilities[number];
    let Some(choice) = ability.effects.choice.as_ref().filter(|_| decided(&ability.effects)) else {
        return vec![way.clone()];
    };
    let with = |set: Vec<usize>| {
        let mut way = way.clone();
        way.abilities[number] = taken(ability, choice, &set);
        way
    };
    sets(choice, picks(choice.picks, own, enemy)).into_iter().map(with).collect()
}

/// The unit on which its enemy cannot spend these tokens.
pub(super) fn keeping(unit: &Combatant, tokens: Tokens) -> Combatant {
    let effect = Effect {
        moment: Moment::Always,
        conditions: Default::default(),
        action: Action::Change(Change::Unspent(tokens)),
    };
    let effects = Effects { fixed: vec![effect], ..Effects::default() };
    let mut unit = unit.clone();
    unit.abilities.push(ModelledAbility::new("Kept", effects));
    unit
}

/// All sets of those of these tokens that the unit holds or may be given.
pub(super) fn held_of(of: [Token; 2], standing: UnitState, units: [&Combatant; 2]) -> Vec<Tokens> {
    let gives = |token: Token| {
        units.into_iter().any(|unit| {
            does(unit, |triggered| match triggered {
                TriggeredEffect::Give(_, tokens) | TriggeredEffect::Swap(_, tokens) => {
                    tokens.holds(token)
                }
                _ => false,
            })
        })
    };
    let may_hold = |token: &Token| standing.tokens.holds(*token) || gives(*token);
    of.into_iter().filter(may_hold).fold(vec![Tokens::NONE], |sets, token| {
        sets.iter().flat_map(|set| [*set, set.with(token)]).collect()
    })
}

/// Whether any ability of a side does something of a kind.
pub(super) fn does(unit: &Combatant, is: impl Fn(&TriggeredEffect) -> bool) -> bool {
    let mut effects = unit.abilities.iter().flat_map(|ability| ability.effects.all());
    effects.any(|effect| matches!(&effect.action, Action::Triggered(triggered) if is(triggered)))
}
