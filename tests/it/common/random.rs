//! Small questions with every feature there is, dealt from a fixed seed.
#![allow(dead_code)]

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use warodds::games::asoiaf::values::{
    Activations, AutoHits, Defense, DiceCount, Hit, Inches, Modifier, Morale, Speed,
};
use warodds::games::asoiaf::{
    Attack, Body, Charge, ChargeEffects, Combatant, Context, Duel, DuelSide, Engagement, Facing,
    Modifiers, Opening, Range, Reach, Rerolls, Spending, Surroundings, Terrain, TerrainKeyword,
    Token, Tokens, UnitState, Weapon,
};

/// Deals questions.
pub(crate) struct Dealer(Xoshiro256PlusPlus);

impl Dealer {
    /// The dealer of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn number(&mut self, from: i64, to: i64) -> i64 {
        self.0.random_range(from..=to)
    }

    fn often(&mut self, share: f64) -> bool {
        self.0.random_bool(share)
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.0.random_range(0..all.len())]
    }

    fn modifier(&mut self) -> Modifier {
        let value = if self.often(0.5) { 0 } else { self.number(-3, 3) };
        Modifier::new(value).expect("in range")
    }

    fn rerolls(&mut self) -> Rerolls {
        Rerolls { roller: self.often(0.3), enemy: self.often(0.2) }
    }

    fn spending(&mut self) -> Spending {
        if self.often(0.8) { Spending::WhenItHelps } else { Spending::Never }
    }

    fn tokens(&mut self) -> Tokens {
        Token::ALL.into_iter().filter(|_| self.often(0.4)).collect()
    }

    /// A unit of 1 to 4 wounds in 1 or 2 ranks, or cavalry of two models with two wounds each.
    fn standing(&mut self) -> UnitState {
        let (models, ranks, wounds) = self.one_of(&[
            (1, 1, 1),
            (1, 1, 3),
            (2, 1, 1),
            (2, 2, 1),
            (2, 2, 2),
            (3, 1, 1),
            (3, 3, 1),
            (4, 2, 1),
        ]);
        let body = Body::new(models, ranks, wounds).expect("a unit");
        let lost = self.number(0, i64::from(body.wounds()) - 1);
        let tokens = self.tokens();
        UnitState::after(body, lost, tokens).expect("in range")
    }

    fn attacker(&mut self, most_dice: i64) -> Combatant {
        let standing = self.standing();
        let dice = (0..standing.body().ranks())
            .map(|_| DiceCount::new(self.number(1, most_dice)).expect("in range"))
            .collect();
        let auto_hits = if self.often(0.2) { self.number(1, 2) } else { 0 };
        let weapon = Weapon {
            name: String::new(),
            hit: Hit::new(self.number(2, 6)).expect("in range"),
            reach: Reach::Melee,
            dice,
        };
        let modifiers = Modifiers {
            hit_modifier: self.modifier(),
            auto_hits: AutoHits::new(auto_hits).expect("in range"),
            attack_rerolls: self.rerolls(),
            ..Modifiers::NONE
        };
        let unit = Combatant::plain(standing, self.spending()).attacking_with(&weapon);
        Combatant { surroundings: self.surroundings(), modifiers, ..unit }
    }

    fn defender(&mut self) -> Combatant {
        let defense = Defense::new(self.number(2, 6)).expect("in range");
        let morale = Morale::new(self.number(3, 11)).expect("in range");
        let modifiers = Modifiers {
            save_modifier: self.modifier(),
            panic_modifier: self.modifier(),
            save_rerolls: self.rerolls(),
            morale_rerolls: self.rerolls(),
            ..Modifiers::NONE
        };
        let unit = Combatant::plain(self.standing(), self.spending()).with_defense(defense, morale);
        Combatant { surroundings: self.surroundings(), modifiers, ..unit }
    }

    /// Terrain around a unit.
    fn surroundings(&mut self) -> Surroundings {
        Surroundings {
            dangerous: self.often(0.15),
            horrific: self.often(0.15),
            inspiring: self.often(0.15),
        }
    }

    /// An attack of 1 to 3 dice.
    pub(crate) fn attack(&mut self) -> Attack {
        let facing = self.one_of(&Facing::ALL);
        let engagement = if self.often(0.2) {
            let range = self.one_of(&[Range::Short, Range::Long]);
            Engagement::Ranged { range, cover: self.often(0.3) }
        } else {
            let charge = self.one_of(&[None, Some(false), Some(true)]);
            let fortified = self.often(0.2);
            let effects = |disorderly| ChargeEffects { disorderly, fortified };
            Engagement::Melee { charge: charge.map(effects) }
        };
        let context = Context { facing, engagement };
        let (attacker, defender) = (self.attacker(3), self.defender());
        Attack::new(attacker, defender, context).expect("both can fight")
    }

    /// A charge over any terrain, with or without a panic test and an attack.
    pub(crate) fn charge(&mut self) -> Charge {
        let attack = self.often(0.8).then(|| {
            let fortified = self.often(0.2);
            let charge = Some(ChargeEffects { disorderly: false, fortified });
            let mut attack = self.attack();
            attack.context.engagement = Engagement::Melee { charge };
            attack
        });
        let own = match &attack {
            Some(attack) => attack.attacker().clone(),
            None => Combatant::plain(self.standing(), Spending::default()),
        };
        let charger = self.charger(own);
        let spending = self.spending();
        let terrain: Terrain =
            TerrainKeyword::ALL.into_iter().filter(|_| self.often(0.25)).collect();
        let speed = self.number(0, 6);
        let inches = (speed + self.number(0, 7)) as f64 + self.one_of(&[0.0, 0.0, 0.5, -0.25]);
        let charger = Combatant { speed: Speed::new(speed).ok(), ..charger };
        let target = attack.map(|attack| (attack.defender().clone(), attack.context));
        let distance = Inches::new(inches.max(0.0)).expect("in range");
        let mut charge = Charge::new(charger, target, distance).expect("both can fight");
        (charge.terrain, charge.spending) = (terrain, spending);
        (charge.reroll_distance, charge.panic_test) = (self.often(0.5), self.often(0.8));
        charge
    }

    /// A unit with the values of a panic test.
    fn charger(&mut self, unit: Combatant) -> Combatant {
        let morale = Morale::new(self.number(3, 11)).ok();
        let (panic_modifier, morale_rerolls) = (self.modifier(), self.rerolls());
        let modifiers = Modifiers { panic_modifier, morale_rerolls, ..unit.modifiers };
        Combatant { morale, modifiers, ..unit }
    }

    /// A duel of 2 or 3 attacks between units of 1 or 2 dice.
    pub(crate) fn duel(&mut self) -> Duel {
        let [a, b] = [0, 1].map(|_| super::combatant(self.attacker(2), self.defender()));
        let opening = Opening {
            first: self.one_of(&[DuelSide::A, DuelSide::B]),
            facing: self.one_of(&Facing::ALL),
            charge: self.one_of(&[None, super::ORDERLY, super::DISORDERLY]),
        };
        let activations = Activations::new(self.number(2, 3)).expect("in range");
        Duel::new(a, b, activations, opening).expect("both can fight")
    }
}
