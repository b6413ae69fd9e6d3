//! The charge die: how it is rolled and read (A5.2, A5.7).

use super::super::attack_context::ChargeStats;
use super::super::question::{Charge, TerrainKeyword};
use super::super::situation::Fight;
use super::again::Again;
use warodds_engine::chance::{Chance, Label, Num, when};

pub(super) const CHARGE_DIE: Label = Label::new("charge die", "A5.2");
const CHARGE_DICE: Label = Label::new("charge dice, the lower counts", "A5.7");
const CHARGE_AGAIN: Label = Label::new("charge dice rerolled", "A5.2");
/// The highest natural die that is disorderly across hindering terrain (A5.7).
const CROSSING: u8 = 2;

/// How the charge die is rolled and read.
#[derive(Clone, Debug)]
pub(super) struct Approach {
    /// An effect makes the die count as a 6.
    six: bool,
    two_dice: bool,
    /// Natural dice up to this are disorderly (A5.5, A5.7).
    disorderly_to: u8,
    /// The natural die that reaches; 1 or less always does.
    needed: u8,
    /// Speed and what abilities add to the die (A5.2), and what rough terrain and abilities take
    /// from both.
    pub(super) added: u8,
    pub(super) taken: u8,
    /// Where the charger rerolls.
    pub(super) again: Again,
}

impl Approach {
    pub(super) fn new(charge: &Charge, stats: ChargeStats) -> Self {
        let crossing = charge.terrain.has(TerrainKeyword::Hindering);
        let rough = u8::from(charge.terrain.has(TerrainKeyword::Rough));
        let speed = charge.charger.speed.get();
        let (more, less) =
            (stats.farther.max(0).unsigned_abs(), stats.farther.min(0).unsigned_abs());
        let (added, taken) = (speed + more, rough + less);
        Self {
            six: stats.six,
            two_dice: crossing || charge.terrain.has(TerrainKeyword::HinderingEdge),
            disorderly_to: if crossing {
                stats.disorderly_to.max(CROSSING)
            } else {
                stats.disorderly_to
            },
            needed: (charge.distance.whole() + taken).saturating_sub(added),
            added,
            taken,
            again: Again::default(),
        }
    }

    /// The natural die: of two the lower (A5.7, A5.8).
    #[inline(always)]
    pub(super) fn natural<C: Chance>(&self, chance: &mut C, label: &'static Label) -> C::N {
        if self.two_dice {
            let [first, second] = chance.two_d6(label);
            first.at_most(second)
        } else {
            chance.d6(label)
        }
    }

    /// The natural die after the charger's reroll, as the fight stands by then; it counts as a 6
    /// where `six` holds.
    #[inline(always)]
    pub(super) fn roll<C: Chance>(
        &self,
        chance: &mut C,
        six: <C::N as Num>::Mask,
        fight: &Fight<C::N>,
    ) -> C::N {
        if self.six {
            return C::N::of(6);
        }
        let [first] = when!(
            !six,
            [self.natural(chance, if self.two_dice { &CHARGE_DICE } else { &CHARGE_DIE })]
        );
        let first = C::N::of(6).select(six, first);
        if self.again.is_nothing() {
            return first;
        }
        let again = self.again.holds(chance, first, fight) & !six;
        let [second] = when!(again, [self.natural(chance, &CHARGE_AGAIN)]);
        second.select(again, first)
    }

    #[inline(always)]
    pub(super) fn reaches<N: Num>(&self, natural: N) -> N::Mask {
        natural.ge(N::of(self.needed))
    }

    #[inline(always)]
    pub(super) fn is_disorderly<N: Num>(&self, natural: N) -> N::Mask {
        !natural.gt(N::of(self.disorderly_to))
    }
}
