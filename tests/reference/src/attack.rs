//! The reference model of an attack (A2) in which the effects of abilities are plain numbers. It
//! uses no type of the program.

use std::collections::BTreeMap;

use crate::dice::{DicePath, distribution_of};

/// The attack dice that the attacker rerolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackReroll {
    /// None.
    None,
    /// Those that miss.
    Misses,
    /// All but 6s.
    AllButSixes,
}

/// The values of an attack. Hit and save values are the least faces that succeed.
#[derive(Clone, Debug)]
pub struct PlainAttack {
    /// The number of attack dice (A2.1).
    pub dice: i64,
    /// The least face that hits.
    pub hit: i64,
    /// Whether all dice hit without a roll.
    pub auto_hit: bool,
    /// The dice that the attacker rerolls (A2.3).
    pub reroll: AttackReroll,
    /// Whether the defender makes the attacker reroll hits (A7).
    pub weakened: bool,
    /// Additional hits for each natural 6.
    pub critical: i64,
    /// Whether 6s cannot be blocked.
    pub precision: bool,
    /// Wounds of the attacker for each natural 1.
    pub ones_wound: i64,
    /// Hits for each die that hits.
    pub hits_each: i64,
    /// Automatic hits (A2.10).
    pub hits: i64,
    /// Whether each miss is a hit on the attacker.
    pub misses_back: bool,
    /// The least face with which the defender saves.
    pub save: i64,
    /// Whether the defender rolls no saves.
    pub no_saves: bool,
    /// Whether the defender rerolls failed saves (A2.5).
    pub reroll_saves: bool,
    /// Whether the attacker makes the defender reroll blocks (A7).
    pub vulnerable: bool,
    /// Hits blocked without a roll.
    pub block: i64,
    /// Whether only half of the wounds are suffered.
    pub half: bool,
    /// Wounds of the attacker for each natural 6 among the saves.
    pub sixes_wound: i64,
    /// Whether each block is a hit on the attacker.
    pub blocks_back: bool,
    /// Wounds instead of saves: a number, and a number of D3 added to it.
    pub fixed: Option<(i64, i64)>,
    /// Additional wounds if there is a hit.
    pub wounds: i64,
    /// The wounds that the defender has left.
    pub left: i64,
    /// The defender's morale value (A4.1).
    pub morale: i64,
    /// Wounds of a failed panic test in addition to the D3 (A4.2).
    pub panic: i64,
    /// The largest number of wounds of a failed panic test.
    pub cap: i64,
    /// The wounds that the attacker has left, and the least face with which it saves.
    pub own: (i64, i64),
}

/// The outcome of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlainAttackOutcome {
    /// Hits.
    pub hits: i64,
    /// Wounds of unblocked hits.
    pub attack_wounds: i64,
    /// Wounds added to them, or in place of them.
    pub added_wounds: i64,
    /// Wounds of the panic test.
    pub panic_wounds: i64,
    /// 1 if the panic test failed.
    pub panic_failed: i64,
    /// Wounds suffered from hits and panic together.
    pub wounds: i64,
    /// 1 if the defender is destroyed.
    pub destroyed: i64,
    /// Wounds suffered by the attacker.
    pub own_wounds: i64,
}

impl PlainAttackOutcome {
    /// Returns the results by the names of the program.
    pub fn named(self) -> [(&'static str, i64); 8] {
        [
            ("hits", self.hits),
            ("attack_wounds", self.attack_wounds),
            ("added_wounds", self.added_wounds),
            ("panic_wounds", self.panic_wounds),
            ("panic_failed", self.panic_failed),
            ("wounds", self.wounds),
            ("destroyed", self.destroyed),
            ("own_wounds", self.own_wounds),
        ]
    }
}

impl Default for PlainAttack {
    /// Returns three dice that hit on 4+ against saves of 4+, morale 7+ and 6 wounds, as in the
    /// benchmarks.
    fn default() -> Self {
        Self {
            dice: 3,
            hit: 4,
            auto_hit: false,
            reroll: AttackReroll::None,
            weakened: false,
            critical: 0,
            precision: false,
            ones_wound: 0,
            hits_each: 1,
            hits: 0,
            misses_back: false,
            save: 4,
            no_saves: false,
            reroll_saves: false,
            vulnerable: false,
            block: 0,
            half: false,
            sixes_wound: 0,
            blocks_back: false,
            fixed: None,
            wounds: 0,
            left: 6,
            morale: 7,
            panic: 1,
            cap: 99,
            own: (6, 4),
        }
    }
}

impl PlainAttack {
    /// Returns the distribution of outcomes.
    ///
    /// # Examples
    /// One die that hits on 4+ and is not blocked wounds with 1/2 · 1/2:
    /// ```
    /// use warodds_reference::attack::PlainAttack;
    ///
    /// let attack = PlainAttack { dice: 1, ..PlainAttack::default() };
    /// let distribution = attack.distribution();
    /// let wounded = distribution.iter().filter(|(outcome, _)| outcome.attack_wounds == 1);
    /// let chance: f64 = wounded.map(|(_, chance)| chance).sum();
    /// assert!((chance - 0.25).abs() < 1e-12);
    /// ```
    pub fn distribution(&self) -> BTreeMap<PlainAttackOutcome, f64> {
        distribution_of(|dice| self.run(dice))
    }

    /// Rolls one attack die with its rerolls.
    fn attack_die(&self, dice: &mut DicePath) -> i64 {
        // faces of a class act alike: rolling classes keeps the number of paths small
        let classes = [1, 2, self.hit, 6];
        let mut face = dice.class(&classes);
        // the attacker is the active player and rerolls first (A0.7)
        let own = match self.reroll {
            AttackReroll::None => false,
            AttackReroll::Misses => face < self.hit,
            AttackReroll::AllButSixes => face < 6,
        };
        if own {
            face = dice.class(&classes);
        }
        // the enemy sees the new face; each player rerolls a die once
        if self.weakened && face >= self.hit { dice.class(&classes) } else { face }
    }

    /// Rolls one defence die with its rerolls: the attacker is the active player and rerolls first
    /// (A0.7).
    fn save_die(&self, dice: &mut DicePath) -> i64 {
        // 6s are a class of their own only where they count more than other blocks
        let with_sixes = [1, self.save, 6];
        let classes = if self.sixes_wound > 0 { &with_sixes[..] } else { &with_sixes[..2] };
        let mut face = dice.class(classes);
        // for saves the attacker still is the active player
        if self.vulnerable && face >= self.save {
            face = dice.class(classes);
        }
        if self.reroll_saves && face < self.save { dice.class(classes) } else { face }
    }

    /// Returns the wounds of hits on the attacker, who saves against them.
    fn wounds_back(&self, dice: &mut DicePath, hits: i64) -> i64 {
        // hits that come back meet the plain defence value, without flank or rear (A14.4)
        (0..hits).filter(|_| dice.class(&[1, self.own.1]) < self.own.1).count() as i64
    }

    fn run(&self, dice: &mut DicePath) -> PlainAttackOutcome {
        let faces: Vec<i64> = if self.auto_hit {
            // no die is rolled, so there are no natural 1s and 6s (A14.3)
            vec![0; self.dice as usize]
        } else {
            (0..self.dice).map(|_| self.attack_die(dice)).collect()
        };
        let (mut sure, mut open, mut own) = (0, self.hits, 0);
        for face in faces {
            if self.auto_hit || face >= self.hit {
                let made = self.hits_each + if face == 6 { self.critical } else { 0 };
                // one hit of a 6 cannot be blocked, the further ones can (A14.3)
                let certain = i64::from(self.precision && face == 6);
                (sure, open) = (sure + certain, open + made - certain);
            } else {
                own += if self.misses_back { self.wounds_back(dice, 1) } else { 0 };
            }
            own += if face == 1 { self.ones_wound } else { 0 };
        }
        let hits = sure + open;
        let unblocked = match self.fixed {
            Some(_) => 0,
            None => sure + self.unblocked(dice, open, &mut own),
        };
        let of_hits = match self.fixed {
            Some(_) => 0,
            // an odd unblocked hit is lost (A14.6)
            None if self.half => unblocked / 2,
            None => unblocked,
        };
        let added = match self.fixed {
            // added if the attack hit at all, saved or not (A14.7)
            _ if hits == 0 => 0,
            Some((base, d3)) => base + (0..d3).map(|_| dice.d3()).sum::<i64>() + self.wounds,
            None => self.wounds,
        };
        let wounds = of_hits + added;
        let left = self.left - wounds.min(self.left);
        // no test without a wound (A2.7) or of a destroyed unit (A2.9)
        let (failed, panic) = if wounds > 0 && left > 0 { self.panic(dice) } else { (0, 0) };
        let suffered = (self.left - left) + panic.min(left);
        PlainAttackOutcome {
            hits,
            attack_wounds: of_hits,
            added_wounds: added,
            panic_wounds: panic.min(left),
            panic_failed: failed,
            wounds: suffered,
            destroyed: i64::from(suffered == self.left),
            own_wounds: own.min(self.own.0),
        }
    }

    /// Returns the hits among `open` that are not blocked (A2.4).
    fn unblocked(&self, dice: &mut DicePath, open: i64, own: &mut i64) -> i64 {
        let saves: Vec<i64> = if self.no_saves {
            Vec::new()
        } else {
            (0..open).map(|_| self.save_die(dice)).collect()
        };
        let blocked = saves.iter().filter(|face| **face >= self.save).count() as i64;
        *own += self.sixes_wound * saves.iter().filter(|face| **face == 6).count() as i64;
        *own += if self.blocks_back { self.wounds_back(dice, blocked) } else { 0 };
        // blocks without dice cannot block sure hits (A14.6)
        open - (blocked + self.block).min(open)
    }

    /// Rolls the panic test: 1 if it fails, and its wounds (A4.2).
    fn panic(&self, dice: &mut DicePath) -> (i64, i64) {
        if dice.two_d6(self.morale) {
            (0, 0)
        } else {
            // a failed test never heals (A14.9)
            (1, (self.panic + dice.d3()).clamp(0, self.cap))
        }
    }
}
