//! The inputs of an attack: who attacks whom, how, and which effects apply at which moment.

use super::ability::ModelledAbility;
use super::combatant::{Combatant, DefenseProfile};
use super::condition::{Token, Tokens};
use super::edition::Parameters;
use super::effect::{Amount, Conditions, CountRange, Effect, Per, RankComparison};
use super::question::{Attack, Context};
use super::situation::{Side, Situation};
use super::unit::{Reach, Weapon};

/// The part of the attacker's activation that belongs to an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activation {
    /// None: the attacker is not activated.
    None,
    /// The whole activation, including the declaration of the charge that led to the attack.
    Whole,
    /// The attack only: the start of the activation and the charge are already resolved.
    Begun,
}

/// The inputs of an attack.
#[derive(Clone, Debug)]
pub(super) struct AttackContext<'a> {
    /// Parameters of the edition.
    pub parameters: &'a Parameters,
    /// Facing and engagement.
    pub context: Context,
    /// Distance of the units: before a charge arrives, they are not in contact.
    pub reach: Reach,
    /// The part of the attacker's activation that belongs to the attack.
    pub activation: Activation,
    /// The side whose turn it is (A0.7).
    pub active: Side,
    /// The attacker and the defender.
    pub combatants: [&'a Combatant; 2],
    /// The abilities of each that apply.
    pub abilities: [Vec<&'a ModelledAbility>; 2],
    /// The tokens that they may give.
    pub given: Tokens,
    /// The values of the attack dice and the defense dice; `None` for a test without an attack.
    pub dice: Option<DiceValues<'a>>,
}

/// The values of the dice of an attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiceValues<'a> {
    /// The weapon of the attacker.
    pub weapon: &'a Weapon,
    /// The values of the defender.
    pub defense: DefenseProfile,
}

/// Whether an order or a card is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum OrderUse {
    /// It is used, as all other abilities are.
    #[default]
    Used,
    /// Its owner gives another one with the same trigger, or none (A1.7).
    Withheld,
    /// An effect of the enemy denies it (S1).
    Denied,
}

/// The choice made for one ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Pick {
    /// One bit per option.
    pub options: u8,
    /// Whether the ability is used.
    pub usage: OrderUse,
}

impl Pick {
    /// Returns whether the ability is used.
    pub(super) const fn is_used(self) -> bool {
        matches!(self.usage, OrderUse::Used)
    }
}

/// The choices of both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Picks {
    /// Choices for each counted ability of a side.
    pub of: [Vec<Pick>; 2],
    /// Whether the attacker rerolls every die but natural 6s, if 6s are worth more than hits.
    pub fishes: bool,
    /// Tokens of each side that its enemy leaves unspent.
    pub unspent: [Unspent; 2],
}

/// Tokens of a unit that its enemy leaves unspent (A7.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Unspent {
    /// Those it spends neither on the dice of the attack nor in tests.
    pub in_attack: Tokens,
    /// Those it does not spend on saves against hits of effects.
    pub on_hits: Tokens,
}

impl Attack {
    /// Returns whether conditions hold for a side at the start of the attack, the result of which
    /// they do not know.
    pub fn meets(&self, is_attacker: bool, conditions: &Conditions) -> bool {
        let parameters = Parameters::default();
        let ctx = AttackContext::of_attack(self, Activation::None, &parameters);
        let side = if is_attacker { Side::Attacker } else { Side::Defender };
        ctx.holds(conditions, side, &ctx.now())
    }
}

impl<'a> AttackContext<'a> {
    /// Returns the inputs of an attack at the range of its engagement.
    pub(super) fn of_attack(
        attack: &'a Attack,
        activation: Activation,
        parameters: &'a Parameters,
    ) -> Self {
        let (context, reach) = (attack.context, attack.context.engagement.reach());
        let dice = DiceValues { weapon: &attack.weapon, defense: attack.defense };
        Self {
            context,
            activation,
            dice: Some(dice),
            ..Self::of_test(attack.sides(), reach, Side::Attacker, parameters)
        }
    }

    /// Returns the inputs of a test without an attack.
    pub(super) fn of_test(
        combatants: [&'a Combatant; 2],
        reach: Reach,
        active: Side,
        parameters: &'a Parameters,
    ) -> Self {
        let (context, activation) = (Context::default(), Activation::None);
        let abilities = combatants.map(|unit| unit.counted().collect());
        let given = given_tokens(&abilities);
        let dice = None;
        Self { parameters, context, reach, activation, active, combatants, abilities, given, dice }
    }

    /// Returns the inputs without some abilities of the attacker.
    pub(super) fn without(&self, left_out: impl Fn(&ModelledAbility) -> bool) -> Self {
        let mut abilities = self.abilities.clone();
        abilities[Side::Attacker.index()].retain(|ability| !left_out(ability));
        Self { given: given_tokens(&abilities), abilities, ..self.clone() }
    }

    /// Returns the inputs of the melee counter-attack of a side: to the front, without a charge.
    /// `None` if the side has no weapon for it, or the values of its enemy are unknown.
    pub(super) fn of_counter_attack(&self, by: Side) -> Option<Self> {
        let sides = [by, by.other()];
        let [own, other] = sides.map(|side| self.combatant(side));
        // a counter-attack of the attacker uses the weapon of its attack, which must be for melee
        let is_melee = by == Side::Defender || !self.context.engagement.is_ranged();
        let weapon = own.weapon.as_ref().filter(|_| is_melee)?;
        let dice = Some(DiceValues { weapon, defense: other.defense_profile()? });
        Some(Self {
            parameters: self.parameters,
            context: Context::default(),
            reach: Reach::Melee,
            activation: Activation::None,
            // it is still the turn of the side that made the first attack (A0.7)
            active: by,
            combatants: [own, other],
            abilities: sides.map(|side| self.abilities[side.index()].clone()),
            given: self.given,
            dice,
        })
    }

    /// Returns the situation at the start.
    pub(super) fn now(&self) -> Situation {
        Situation::of(self.combatants.map(|unit| unit.state))
    }

    /// Returns whether the unit on `side` may ever hold a token: from the start, or through an
    /// ability.
    pub(super) fn may_hold(&self, side: Side, token: Token) -> bool {
        self.tokens(side).holds(token) || self.given.holds(token)
    }

    /// Returns all tokens that the unit on `side` may ever hold.
    pub(super) fn may_hold_in_all(&self, side: Side) -> Tokens {
        Token::ALL.into_iter().filter(|token| self.may_hold(side, *token)).collect()
    }

    /// Returns the combatant of a side.
    pub(super) const fn combatant(&self, side: Side) -> &'a Combatant {
        self.combatants[side.index()]
    }

    /// Returns the abilities of a side that apply.
    pub(super) fn abilities(&self, side: Side) -> &[&'a ModelledAbility] {
        &self.abilities[side.index()]
    }

    /// Returns all effects of the abilities of a side, including those of options.
    pub(super) fn all_effects(&self, side: Side) -> impl Iterator<Item = &'a Effect> {
        self.abilities(side).iter().copied().flat_map(|ability| ability.effects.all())
    }

    /// Calls `each` with the effects of a side and the indices of their abilities, without options
    /// that were not picked, and without the abilities of a dead attachment (A1.6).
    pub(super) fn each_effect(
        &self,
        side: Side,
        (picks, dead_attachments): (&Picks, [bool; 2]),
        mut each: impl FnMut(usize, &'a Effect),
    ) {
        let (picks, is_dead) = (&picks.of[side.index()], dead_attachments[side.index()]);
        for (number, ability) in self.abilities(side).iter().copied().enumerate() {
            // a side without choices has no picks, which means the default for every ability
            let pick = picks.get(number).copied().unwrap_or_default();
            if !pick.is_used() || (is_dead && ability.attached) {
                continue;
            }
            ability.effects.fixed.iter().for_each(|effect| each(number, effect));
            let options = ability.effects.choice.iter().flat_map(|choice| &choice.options);
            for (option, (_, effects)) in options.enumerate() {
                if pick.options >> option & 1 == 1 {
                    effects.iter().for_each(|effect| each(number, effect));
                }
            }
        }
    }

    /// Returns whether `conditions` hold for the bearer on `side`. Conditions on the result of an
    /// attack are tested later.
    pub(super) fn holds(&self, conditions: &Conditions, side: Side, now: &Situation) -> bool {
        let allows = |required: Option<bool>, actual: bool| {
            required.is_none_or(|required| required == actual)
        };
        let among = |between: CountRange, count: u8| between.has(count);
        let (own, enemy) = (self.combatant(side), self.combatant(side.other()));
        let held = now.tokens[side.other().index()];
        allows(conditions.melee, !self.reach.is_ranged())
            && allows(conditions.short, self.reach != Reach::LONG)
            && allows(conditions.charging, self.context.engagement.charge().is_some())
            && (conditions.facings.is_empty() || conditions.facings.contains(&self.context.facing))
            // few conditions are about ranks, and counting ranks takes divisions
            && (!conditions.count_ranks() || self.rank_conditions_hold(conditions, side, now))
            && among(conditions.enemy_tokens, held.count())
            && held.cover(conditions.enemy_holds)
            && (conditions.enemy_types.is_empty() || conditions.enemy_types.contains(&enemy.kind))
            && (conditions.own_types.is_empty() || conditions.own_types.contains(&own.kind))
            && (!conditions.tell_allegiance() || belongs(conditions, own))
            && own.circumstances.zones.cover(conditions.zones)
            && own.circumstances.zones.miss(conditions.not_zones)
            && enemy.circumstances.zones.cover(conditions.enemy_zones)
            && enemy.circumstances.zones.miss(conditions.not_enemy_zones)
            && among(conditions.round, own.circumstances.round)
            && allows(conditions.enemy_activated, enemy.circumstances.activated)
            && allows(conditions.activated, own.circumstances.activated)
            && allows(conditions.engaged_since_start, own.circumstances.engaged_since_start)
            && among(conditions.resource, own.circumstances.resource)
            // an effect that costs tokens needs all of them (A1.7)
            && conditions.spends <= own.circumstances.resource
            && allows(conditions.supported, own.circumstances.supported)
            && allows(conditions.enemy_supported, enemy.circumstances.supported)
            && allows(conditions.own_turn, self.active == side)
    }

    /// Returns whether the conditions about ranks hold for the bearer on `side`.
    fn rank_conditions_hold(&self, conditions: &Conditions, side: Side, now: &Situation) -> bool {
        let (ranks, enemy_ranks) = (self.ranks(side, now), self.ranks(side.other(), now));
        let (lost, enemy_lost) = (self.lost(side, now), self.lost(side.other(), now));
        let is_among = |allowed: &[RankComparison], compared: RankComparison| {
            allowed.is_empty() || allowed.contains(&compared)
        };
        conditions.own_ranks.has(ranks)
            && conditions.own_ranks_lost.has(lost)
            && conditions.enemy_ranks.has(enemy_ranks)
            && conditions.enemy_ranks_lost.has(enemy_lost)
            && is_among(&conditions.ranks_against_enemy, RankComparison::of(ranks, enemy_ranks))
            && is_among(&conditions.lost_ranks_against_enemy, RankComparison::of(lost, enemy_lost))
    }

    /// Returns whether the units are close enough for an effect that requires contact implicitly.
    pub(super) const fn is_near_enough(&self, effect: &Effect) -> bool {
        !(effect.needs_contact() && self.reach.is_ranged())
    }

    pub(super) fn ranks(&self, side: Side, now: &Situation) -> u8 {
        self.combatant(side).state.body().ranks_left(now.left[side.index()])
    }

    fn lost(&self, side: Side, now: &Situation) -> u8 {
        self.combatant(side).state.body().ranks().saturating_sub(self.ranks(side, now))
    }

    /// Returns an amount for the bearer on `side`, without its dice.
    pub(super) fn amount(&self, amount: Amount, side: Side, now: &Situation) -> i16 {
        let count = match amount.per {
            Some(Per::OwnRanks) => self.ranks(side, now),
            Some(Per::OwnRanksLost) => self.lost(side, now),
            Some(Per::EnemyRanks) => self.ranks(side.other(), now),
            Some(Per::EnemyRanksLost) => self.lost(side.other(), now),
            Some(Per::OwnWoundsLost) => {
                self.combatant(side).state.body().wounds().saturating_sub(now.left[side.index()])
            }
            Some(Per::EnemyTokens) => now.tokens[side.other().index()].count(),
            // known only afterwards: triggered effects read these counts from its totals
            Some(Per::RanksDestroyed | Per::WoundsDealt | Per::PanicWounds) | None => 0,
            // battles count friends before they resolve an encounter
            Some(
                Per::FriendsNear
                | Per::FriendsNearEnemy
                | Per::FriendsInContact
                | Per::RanksInContact,
            ) => 0,
        };
        amount.plain(count)
    }
}

/// Returns the tokens that abilities may give.
fn given_tokens(abilities: &[Vec<&ModelledAbility>; 2]) -> Tokens {
    let all = abilities.iter().flatten();
    all.fold(Tokens::NONE, |given, ability| given.and(ability.effects.given()))
}

/// Returns whether the affiliations and the commander of a unit meet the conditions.
fn belongs(conditions: &Conditions, unit: &Combatant) -> bool {
    let has = |affiliation: &String| unit.allegiance.has(affiliation);
    let Conditions { commander_unit, near_commander, affiliations, not_affiliations, .. } =
        conditions;
    let is_led = unit.allegiance.is_led();
    commander_unit.is_none_or(|led| led == is_led)
        && near_commander.is_none_or(|near| near == (is_led || unit.circumstances.near_commander))
        && (affiliations.is_empty() || affiliations.iter().any(has))
        && !not_affiliations.iter().any(has)
}
