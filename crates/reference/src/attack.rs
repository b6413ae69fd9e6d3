//! An attack modelled a second time, one die after the other, with what abilities change as plain
//! numbers: nothing of the program stands in it.

use std::collections::BTreeMap;

use crate::dice::{DicePath, distribution_of};

/// Which attack dice their owner rolls again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackReroll {
    /// None.
    None,
    /// Those that miss.
    Misses,
    /// All but 6s.
    AllButSixes,
}

/// All an attack depends on. Face values: `hit` 4 hits on 4 and more.
#[derive(Clone, Debug)]
pub struct PlainAttack {
    /// Attack dice.
    pub dice: i64,
    /// The face on which they hit.
    pub hit: i64,
    /// Whether they hit without being rolled.
    pub auto_hit: bool,
    /// Which are rolled again.
    pub again: AttackReroll,
    /// Whether the enemy has hits rolled again.
    pub weakened: bool,
    /// Hits that a 6 brings more.
    pub critical: i64,
    /// Whether 6s cannot be blocked.
    pub precision: bool,
    /// Wounds of the striker for each 1.
    pub ones_wound: i64,
    /// Hits for each die that hits.
    pub hits_each: i64,
    /// Hits without dice.
    pub hits: i64,
    /// Whether misses hit the striker.
    pub misses_back: bool,
    /// The face on which the unit struck saves.
    pub save: i64,
    /// Whether it may not.
    pub no_saves: bool,
    /// Whether it rolls failed saves again.
    pub reroll_saves: bool,
    /// Whether its enemy has blocks rolled again.
    pub vulnerable: bool,
    /// Hits blocked without dice.
    pub block: i64,
    /// Whether only half of the wounds are suffered.
    pub half: bool,
    /// Wounds of the striker for each 6 among the saves.
    pub sixes_wound: i64,
    /// Whether blocks hit the striker.
    pub blocks_back: bool,
    /// Wounds in place of saves, and D3 added to them.
    pub fixed: Option<(i64, i64)>,
    /// Wounds more where there is any hit.
    pub wounds: i64,
    /// Wounds left to the unit struck.
    pub left: i64,
    /// What 2D6 must show.
    pub morale: i64,
    /// Wounds of a failed test beside the D3.
    pub panic: i64,
    /// The most wounds of a failed test.
    pub cap: i64,
    /// Wounds left to the striker, and the face on which it saves.
    pub own: (i64, i64),
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlainAttackOutcome {
    /// Hits.
    pub hits: i64,
    /// Wounds of unblocked hits.
    pub attack_wounds: i64,
    /// Wounds of the panic test.
    pub panic_wounds: i64,
    /// Whether it failed: 0 or 1.
    pub panic_failed: i64,
    /// Wounds of both.
    pub wounds: i64,
    /// Whether the unit struck is gone: 0 or 1.
    pub destroyed: i64,
    /// Wounds of the striker.
    pub own_wounds: i64,
}

impl PlainAttackOutcome {
    /// Its results by the names of the program.
    pub fn named(self) -> [(&'static str, i64); 7] {
        [
            ("hits", self.hits),
            ("attack_wounds", self.attack_wounds),
            ("panic_wounds", self.panic_wounds),
            ("panic_failed", self.panic_failed),
            ("wounds", self.wounds),
            ("destroyed", self.destroyed),
            ("own_wounds", self.own_wounds),
        ]
    }
}

impl Default for PlainAttack {
    /// Three dice on 4+ against saves of 4+, morale of 7+ and 6 wounds, as a fighter of the bench
    /// strikes another.
    fn default() -> Self {
        Self {
            dice: 3,
            hit: 4,
            auto_hit: false,
            again: AttackReroll::None,
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
    /// The distribution of what comes of it.
    pub fn distribution(&self) -> BTreeMap<PlainAttackOutcome, f64> {
        distribution_of(|dice| self.run(dice))
    }

    /// One attack die at last.
    fn attack_die(&self, dice: &mut DicePath) -> i64 {
        let classes = [1, 2, self.hit, 6];
        let mut face = dice.class(&classes);
        let own = match self.again {
            AttackReroll::None => false,
            AttackReroll::Misses => face < self.hit,
            AttackReroll::AllButSixes => face < 6,
        };
        if own {
            face = dice.class(&classes);
        }
        if self.weakened && face >= self.hit { dice.class(&classes) } else { face }
    }

    /// One defence die at last: the striker's turn, so its reroll comes first.
    fn save_die(&self, dice: &mut DicePath) -> i64 {
        let classes = [1, self.save, 6];
        let mut face = dice.class(&classes);
        if self.vulnerable && face >= self.save {
            face = dice.class(&classes);
        }
        if self.reroll_saves && face < self.save { dice.class(&classes) } else { face }
    }

    /// Hits on the striker, who saves against them.
    fn back(&self, dice: &mut DicePath, hits: i64) -> i64 {
        (0..hits).filter(|_| dice.class(&[1, self.own.1]) < self.own.1).count() as i64
    }

    fn run(&self, dice: &mut DicePath) -> PlainAttackOutcome {
        let faces: Vec<i64> = if self.auto_hit {
            vec![0; self.dice as usize]
        } else {
            (0..self.dice).map(|_| self.attack_die(dice)).collect()
        };
        let (mut sure, mut open, mut own) = (0, self.hits, 0);
        for face in faces {
            if self.auto_hit || face >= self.hit {
                let made = self.hits_each + if face == 6 { self.critical } else { 0 };
                let certain = i64::from(self.precision && face == 6);
                (sure, open) = (sure + certain, open + made - certain);
            } else {
                own += if self.misses_back { self.back(dice, 1) } else { 0 };
            }
            own += if face == 1 { self.ones_wound } else { 0 };
        }
        let hits = sure + open;
        let unblocked = match self.fixed {
            Some(_) => 0,
            None => sure + self.unblocked(dice, open, &mut own),
        };
        let mut wounds = match self.fixed {
            Some(_) if hits == 0 => 0,
            Some((base, d3)) => base + (0..d3).map(|_| dice.d3()).sum::<i64>(),
            None if self.half => unblocked / 2,
            None => unblocked,
        };
        wounds += if hits > 0 { self.wounds } else { 0 };
        let left = self.left - wounds.min(self.left);
        let (failed, panic) = if wounds > 0 && left > 0 { self.panic(dice) } else { (0, 0) };
        let suffered = (self.left - left) + panic.min(left);
        PlainAttackOutcome {
            hits,
            attack_wounds: wounds,
            panic_wounds: panic.min(left),
            panic_failed: failed,
            wounds: suffered,
            destroyed: i64::from(suffered == self.left),
            own_wounds: own.min(self.own.0),
        }
    }

    /// Those of `open` hits that get through.
    fn unblocked(&self, dice: &mut DicePath, open: i64, own: &mut i64) -> i64 {
        let saves: Vec<i64> = if self.no_saves {
            Vec::new()
        } else {
            (0..open).map(|_| self.save_die(dice)).collect()
        };
        let blocked = saves.iter().filter(|face| **face >= self.save).count() as i64;
        *own += self.sixes_wound * saves.iter().filter(|face| **face == 6).count() as i64;
        *own += if self.blocks_back { self.back(dice, blocked) } else { 0 };
        open - (blocked + self.block).min(open)
    }

    /// Whether the panic test fails, and its wounds.
    fn panic(&self, dice: &mut DicePath) -> (i64, i64) {
        if dice.two_d6(self.morale) {
            (0, 0)
        } else {
            (1, (self.panic + dice.d3()).clamp(0, self.cap))
        }
    }
}
