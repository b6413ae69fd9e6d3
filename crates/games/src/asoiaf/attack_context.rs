//! An attack with all that its numbers hang on: who fights, how, and which effects count when.

use super::combatant::CombatantView;
use super::condition::Tokens;
use super::edition::Parameters;
use super::effect::{
    Action, Amount, Change, Conditions, CountRange, Effect, Moment, Per, RankComparison,
};
use super::question::{Bonus, Context};
use super::situation::{Side, Situation};
use super::test_origin::TestOrigin;
use super::unit::Reach;

/// What of the striker's activation stands with an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activation {
    /// It is not its activation.
    None,
    /// All of it from its beginning, the declaration of a charge that led to the attack among it.
    Whole,
    /// The attack alone: what comes before it, and the charge, is done already.
    Begun,
}

/// An attack with all that its numbers hang on.
#[derive(Clone, Debug)]
pub(super) struct AttackContext<'a> {
    /// The rules.
    pub parameters: &'a Parameters,
    /// How the attack is made.
    pub context: Context,
    /// How far it reaches.
    pub reach: Reach,
    /// What of the striker's activation stands with the attack.
    pub activation: Activation,
    /// Whose player's turn it is (A0.7).
    pub active: Side,
    /// The striker and the unit struck.
    pub combatants: [CombatantView<'a>; 2],
}

/// What was picked of an ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Pick {
    /// A bit for each option.
    pub options: u8,
    /// Whether it is an order that another one of the same trigger leaves no room for (A1.7).
    pub unused: bool,
}

/// What both sides picked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Picks {
    /// Of each of a side's abilities that count.
    pub of: [Vec<Pick>; 2],
    /// Whether the striker rerolls all attack dice but natural 6s where 6s are worth more.
    pub fishes: bool,
    /// The tokens of each side that its enemy leaves unspent.
    pub unspent: [Tokens; 2],
}

impl<'a> AttackContext<'a> {
    /// The combatant on a side.
    pub(super) fn combatant(&self, side: Side) -> &CombatantView<'a> {
        &self.combatants[side.index()]
    }

    /// The effects of a side's abilities with the numbers of these, those of options not picked
    /// left out.
    pub(super) fn effects<'s>(
        &'s self,
        side: Side,
        picks: &'s Picks,
    ) -> impl Iterator<Item = (usize, &'a Effect)> + 's {
        let picked =
            picks.of[side.index()].iter().copied().chain(std::iter::repeat(Pick::default()));
        self.combatant(side)
            .abilities
            .iter()
            .zip(picked)
            .enumerate()
            .filter(|(_, (_, pick))| !pick.unused)
            .flat_map(|(ability_number, (ability, pick))| {
                let options = ability
                    .effects
                    .choice
                    .iter()
                    .flat_map(|choice| choice.options.iter().enumerate());
                let taken = options
                    .filter(move |(number, _)| pick.options >> number & 1 == 1)
                    .flat_map(|(_, (_, effects))| effects);
                ability
                    .effects
                    .fixed
                    .iter()
                    .chain(taken)
                    .map(move |effect| (ability_number, effect))
            })
    }

    /// Whether conditions hold for the bearer on `side`; those on what an attack did are looked at
    /// later.
    pub(super) fn holds(&self, conditions: &Conditions, side: Side, now: &Situation) -> bool {
        let asked = |wanted: Option<bool>, is: bool| wanted.is_none_or(|wanted| wanted == is);
        let among = |between: CountRange, count: u8| between.has(count);
        let (own, enemy) = (self.combatant(side).traits, self.combatant(side.other()).traits);
        let (ranks, enemy_ranks) = (self.ranks(side, now), self.ranks(side.other(), now));
        let compared = RankComparison::of(ranks, enemy_ranks);
        let held = now.tokens[side.other().index()];
        asked(conditions.melee, !self.reach.is_ranged())
            && asked(conditions.short, self.reach != Reach::Long)
            && asked(conditions.charging, self.context.charge != Bonus::None)
            && (conditions.facings.is_empty() || conditions.facings.contains(&self.context.facing))
            && among(conditions.own_ranks, ranks)
            && among(conditions.own_ranks_lost, self.lost(side, now))
            && among(conditions.enemy_ranks, enemy_ranks)
            && among(conditions.enemy_ranks_lost, self.lost(side.other(), now))
            && (conditions.ranks_against_enemy.is_empty()
                || conditions.ranks_against_enemy.contains(&compared))
            && among(conditions.enemy_tokens, held.count())
            && held.cover(conditions.enemy_holds)
            && (conditions.enemy_types.is_empty() || conditions.enemy_types.contains(&enemy.kind))
            && own.usage.circumstances.zones.cover(conditions.zones)
            && enemy.usage.circumstances.zones.cover(conditions.enemy_zones)
            && enemy.usage.circumstances.zones.miss(conditions.not_enemy_zones)
            && among(conditions.round, own.usage.circumstances.round)
            && asked(conditions.enemy_activated, enemy.usage.circumstances.activated)
            && asked(conditions.activated, own.usage.circumstances.activated)
            && asked(conditions.engaged_since_start, own.usage.circumstances.engaged_since_start)
            && among(conditions.resource, own.usage.circumstances.resource)
            && conditions.spends <= own.usage.circumstances.resource
            && asked(conditions.supported, own.usage.circumstances.supported)
            && asked(conditions.enemy_supported, enemy.usage.circumstances.supported)
            && asked(conditions.own_turn, self.active == side)
    }

    /// Whether the units are as near to each other as an effect asks without saying so.
    pub(super) const fn is_near_enough(&self, effect: &Effect) -> bool {
        !(effect.needs_contact() && self.reach.is_ranged())
    }

    pub(super) fn ranks(&self, side: Side, now: &Situation) -> u8 {
        self.combatant(side).standing.body().ranks_left(now.left[side.index()])
    }

    fn lost(&self, side: Side, now: &Situation) -> u8 {
        self.combatant(side).standing.body().ranks().saturating_sub(self.ranks(side, now))
    }

    /// What an amount of the bearer on `side` comes to, dice left out.
    pub(super) fn amount(&self, amount: Amount, side: Side, now: &Situation) -> i16 {
        let count = match amount.per {
            Some(Per::OwnRanks) => self.ranks(side, now),
            Some(Per::OwnRanksLost) => self.lost(side, now),
            Some(Per::EnemyRanks) => self.ranks(side.other(), now),
            Some(Per::EnemyRanksLost) => self.lost(side.other(), now),
            Some(Per::OwnWoundsLost) => {
                self.combatant(side).standing.body().wounds().saturating_sub(now.left[side.index()])
            }
            Some(Per::EnemyTokens) => now.tokens[side.other().index()].count(),
            Some(Per::RanksDestroyed | Per::WoundsDealt) | None => 0,
        };
        amount.plain(count)
    }

    /// How the striker's charge on the unit struck is rolled (A5.2, A5.5): whether it may be
    /// rerolled, counts as a 6, and the highest natural die that is disorderly where
    /// `disorderly_to` is so by the rules.
    pub(super) fn charge(&self, now: &Situation, disorderly_to: u8) -> ChargeStats {
        let changes = self.changes(
            [&[Moment::Charging], &[Moment::EnemyCharging]],
            now,
            &Picks::default(),
            None,
        );
        let farther = |change: &Change| {
            if let Change::ChargeDistance(amount) = change { Some(*amount) } else { None }
        };
        let limits = |wanted: Side| {
            let of_side = changes.counted.iter().filter(move |(side, _)| *side == wanted);
            of_side.filter_map(move |(side, change)| match change {
                Change::DisorderlyTo(amount) => {
                    Some(self.amount(*amount, *side, now).clamp(0, 6) as u8)
                }
                _ => None,
            })
        };
        // what makes charges disorderly on more faces does so whoever has it; on fewer, the
        // charger's own abilities alone
        let raised =
            limits(Side::Defender).chain(limits(Side::Attacker)).fold(disorderly_to, u8::max);
        ChargeStats {
            rerolls: changes.has(|change| matches!(change, Change::RerollCharge)),
            six: changes.has(|change| matches!(change, Change::ChargeSix)),
            farther: changes.sum(farther).clamp(-20, 20) as i8,
            disorderly_to: limits(Side::Attacker)
                .filter(|limit| *limit < disorderly_to)
                .fold(raised, u8::min),
        }
    }

    /// The changes that count at these moments of the striker and of the unit struck; in a test,
    /// those that count in one that comes `from` there.
    pub(super) fn changes(
        &self,
        moments: [&[Moment]; 2],
        now: &Situation,
        picks: &Picks,
        from: Option<TestOrigin>,
    ) -> ActiveChanges<'_> {
        let mut counted = Vec::new();
        for (side, moments) in Side::BOTH.into_iter().zip(moments) {
            let effects =
                self.effects(side, picks).filter(|(_, effect)| moments.contains(&effect.moment));
            for (number, effect) in effects.filter(|(_, effect)| self.is_near_enough(effect)) {
                if let Action::Change(change) = effect.action
                    && TestOrigin::fits(from, effect.conditions.test, side, number)
                    && self.holds(&effect.conditions, side, now)
                {
                    counted.push((side, change));
                }
            }
        }
        ActiveChanges { ctx: self, now: *now, counted }
    }
}

/// The changes of one situation.
pub(super) struct ActiveChanges<'a> {
    pub(super) ctx: &'a AttackContext<'a>,
    pub(super) now: Situation,
    pub(super) counted: Vec<(Side, Change)>,
}

impl ActiveChanges<'_> {
    /// The sum of all amounts that `of` finds.
    pub(super) fn sum(&self, of: impl Fn(&Change) -> Option<Amount>) -> i16 {
        let amounts = self
            .counted
            .iter()
            .filter_map(|(side, change)| Some(self.ctx.amount(of(change)?, *side, &self.now)));
        amounts.fold(0, i16::saturating_add)
    }

    /// The least of all amounts that `of` finds.
    pub(super) fn least(&self, of: impl Fn(&Change) -> Option<Amount>) -> Option<i16> {
        self.counted
            .iter()
            .filter_map(|(side, change)| Some(self.ctx.amount(of(change)?, *side, &self.now)))
            .min()
    }

    pub(super) fn has(&self, is: impl Fn(&Change) -> bool) -> bool {
        self.counted.iter().any(|(_, change)| is(change))
    }

    /// The same as 1 or 0.
    pub(super) fn flag(&self, is: impl Fn(&Change) -> bool) -> u8 {
        self.has(is).into()
    }

    /// The tokens that `of` finds for the bearer on `side`.
    pub(super) fn tokens(&self, side: Side, of: impl Fn(&Change) -> Option<Tokens>) -> Tokens {
        self.counted
            .iter()
            .filter(|(bearer, _)| *bearer == side)
            .filter_map(|(_, change)| of(change))
            .fold(Tokens::NONE, Tokens::and)
    }
}

impl ChargeStats {
    /// Without abilities.
    pub(super) const fn plain(disorderly_to: u8) -> Self {
        Self { rerolls: false, six: false, farther: 0, disorderly_to }
    }
}

/// How a charge is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChargeStats {
    /// Whether it may be rerolled.
    pub rerolls: bool,
    /// Whether the die counts as a 6.
    pub six: bool,
    /// Inches added to the distance.
    pub farther: i8,
    /// The highest natural die that is disorderly.
    pub disorderly_to: u8,
}
