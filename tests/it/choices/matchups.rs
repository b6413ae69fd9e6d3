//! Random matchups of shipped cards with attachments, as things may stand at the table.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use warodds::catalogue::Catalogue;
use warodds::games::asoiaf::effect::Zone;
use warodds::games::asoiaf::values::Inches;
use warodds::games::asoiaf::{
    Attack, Charge, ChargeEffects, Circumstances, Combatant, Context, Engagement, Facing,
    ModelStatus, Reach, Spending, Terrain, TerrainKeyword, Token, Tokens, Unit, UnitState,
    WeaponFilter,
};

use crate::common::charge_to;

/// Two units that meet.
#[derive(Clone, Debug)]
pub(crate) struct Matchup {
    /// The attacker and the defender.
    pub units: [Unit; 2],
    /// The number of the attacker's weapon.
    weapon: usize,
    standings: [UnitState; 2],
    context: Context,
    distance: Inches,
    terrain: Terrain,
    reroll_distance: bool,
}

/// Deals matchups.
pub(crate) struct Dealer {
    random: Xoshiro256PlusPlus,
    units: Vec<Unit>,
}

/// Whether an ability leaves anything to choose, or makes an attack of its own.
fn is_telling(unit: &Unit) -> bool {
    unit.abilities.iter().any(|ability| match &ability.status {
        ModelStatus::Modelled(effects) => effects.choice.is_some() || effects.order.is_some(),
        _ => false,
    })
}

impl Dealer {
    /// The dealer of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        let catalogue = Catalogue::shipped();
        let units = catalogue.cards().map(|card| catalogue.unit(card));
        let units = units.filter(|unit| unit.morale.is_some() && unit.speed.is_some()).collect();
        Self { random: Xoshiro256PlusPlus::seed_from_u64(seed), units }
    }

    fn often(&mut self, share: f64) -> bool {
        self.random.random_bool(share)
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.random.random_range(0..all.len())].clone()
    }

    /// A unit, mostly with an attachment.
    fn unit(&mut self) -> Unit {
        let catalogue = Catalogue::shipped();
        let unit = self.one_of(&self.units.clone());
        let joined: Vec<Unit> = catalogue
            .attachments()
            .filter_map(|attachment| catalogue.attach(unit.clone(), attachment).ok())
            .collect();
        let telling: Vec<Unit> = joined.iter().filter(|unit| is_telling(unit)).cloned().collect();
        if !telling.is_empty() && self.often(0.7) {
            self.one_of(&telling)
        } else if !joined.is_empty() && self.often(0.5) {
            self.one_of(&joined)
        } else {
            unit
        }
    }

    fn circumstances(&mut self) -> Circumstances {
        let zones = [Zone::Crown, Zone::Wealth, Zone::Letters, Zone::Combat, Zone::Maneuver];
        Circumstances {
            zones: zones.into_iter().filter(|_| self.often(0.5)).collect(),
            round: self.random.random_range(1..=6),
            activated: self.often(0.5),
            engaged_since_start: self.often(0.5),
            resource: self.random.random_range(0..=3),
            supported: self.often(0.5),
            near_commander: self.often(0.5),
        }
    }

    fn standing(&mut self, unit: &Unit) -> UnitState {
        let most = i64::from(unit.body.wounds()) - 1;
        let lost = if self.often(0.3) { 0 } else { self.random.random_range(0..=most) };
        let tokens: Tokens = Token::ALL.into_iter().filter(|_| self.often(0.25)).collect();
        UnitState::after(unit.body, lost, tokens).expect("it stands")
    }

    /// A matchup, in melee alone for one that begins with a charge.
    pub(crate) fn matchup(&mut self, wanted: WeaponFilter) -> Matchup {
        let mut units = [self.unit(), self.unit()];
        while !units[0].attacks.iter().any(|weapon| wanted.fits(weapon)) {
            units[0] = self.unit();
        }
        for unit in &mut units {
            unit.circumstances = self.circumstances();
        }
        let fitting: Vec<usize> = (0..units[0].attacks.len())
            .filter(|number| wanted.fits(&units[0].attacks[*number]))
            .collect();
        let weapon = self.one_of(&fitting);
        let melee = !units[0].attacks[weapon].reach.is_ranged();
        let (charges, disorderly) = (melee && self.often(0.5), self.often(0.2));
        let facing = self.one_of(&Facing::ALL);
        let engagement = match units[0].attacks[weapon].reach {
            Reach::Ranged(range) => Engagement::Ranged { range, cover: self.often(0.3) },
            Reach::Melee => {
                let effects = || ChargeEffects { disorderly, fortified: self.often(0.1) };
                Engagement::Melee { charge: charges.then(effects) }
            }
        };
        let context = Context { facing, engagement };
        let speed = f64::from(units[0].speed.expect("a card with a speed").get());
        let distance = speed + f64::from(self.random.random_range(0..=6_u8));
        let terrain = TerrainKeyword::ALL.into_iter().filter(|_| self.often(0.15)).collect();
        let standings = [self.standing(&units[0]), self.standing(&units[1])];
        let reroll_distance = self.often(0.3);
        let distance = Inches::new(distance).expect("in range");
        Matchup { units, weapon, standings, context, distance, terrain, reroll_distance }
    }
}

impl Matchup {
    fn combatant(&self, side: usize) -> Combatant {
        Combatant::of(&self.units[side], self.standings[side], Spending::default())
    }

    /// The attack.
    pub(crate) fn attack(&self) -> Attack {
        let weapon = &self.units[0].attacks[self.weapon];
        let attacker = self.combatant(0).attacking_with(weapon);
        Attack::new(attacker, self.combatant(1), self.context).expect("cards with a morale")
    }

    /// The charge that leads to it.
    pub(crate) fn charge(&self) -> Charge {
        let mut attack = self.attack();
        attack.context.engagement = Engagement::CHARGE;
        let mut charge = charge_to(&attack, 0.0);
        (charge.distance, charge.terrain) = (self.distance, self.terrain);
        charge.reroll_distance = self.reroll_distance;
        charge
    }
}
