//! What happens in a charge before its roll: the beginning of the charger's activation, what
//! abilities of both units do when the charge is declared, and the morale test after whose failing
//! the charge die counts as a 6.

use super::deed::{Done, Ground, Names, Ready, Setting, Smith, Trial};
use super::effect::{Action, Amount, Change};
use super::scene::{ChargeTerms, Picks, Scene};
use super::situation::{Board, Fight, Side};
use super::terms::{Called, Terms, TestFrom};
use warodds_engine::chance::{Chance, Mask, Num};

/// All that comes before the roll of a charge.
#[derive(Clone, Debug)]
pub struct Prelude {
    setting: Setting,
    deeds: Vec<Ready>,
    rage: Option<Trial>,
}

impl Prelude {
    /// What comes before the charge of a scene, nothing being left to choose in it.
    pub fn new(scene: &Scene<'_>, board: Board, terms: ChargeTerms, names: &mut Names) -> Self {
        let situations = board.situations();
        let picks = vec![Picks::default(); situations.len()];
        let numbers = |(now, _): &_| scene.terms(now, &Picks::default());
        let terms_in_all: Vec<Terms> = situations.iter().map(numbers).collect();
        let mut smith = Smith { scene, board, picks: &picks, names };
        let called = Called { bearer: Side::Striker, ability: raging(scene) };
        let from = TestFrom::Morale { roll: Amount::default(), called };
        Self {
            setting: smith.setting(&terms_in_all),
            deeds: smith.beginning(),
            rage: if terms.six_on_failing { smith.trial(Side::Striker, from, 1) } else { None },
        }
    }

    /// Whether anything happens at all.
    pub fn is_something(&self) -> bool {
        self.rage.is_some() || !self.deeds.is_empty()
    }

    /// Whether the charger may survive its end.
    pub fn may_save(&self) -> bool {
        !self.setting.survivals[Side::Striker.index()].is_empty()
    }

    /// All deeds in it.
    fn deeds(&self) -> impl Iterator<Item = &Ready> {
        let trials = self
            .setting
            .survivals
            .iter()
            .flatten()
            .filter_map(|survival| survival.trial.as_ref())
            .chain(&self.rage);
        self.deeds
            .iter()
            .chain(trials.flat_map(|trial| trial.then.deeds()))
            .flat_map(Ready::with_followers)
    }

    /// Whether it may hurt a side.
    pub fn hurts(&self, side: Side) -> bool {
        self.deeds().any(|deed| deed.hurts(side))
    }

    /// Whether it may heal a side.
    pub fn heals(&self, side: Side) -> bool {
        self.deeds().any(|deed| deed.heals(side))
    }

    #[inline(always)]
    fn ground<N: Num>(&self, fight: &Fight<N>) -> Ground<'_, N> {
        let picked = N::of(0);
        Ground { setting: &self.setting, picked, place: self.setting.board.place(fight, picked) }
    }

    /// All of it; where the charge die counts as a 6 for it.
    #[inline(never)]
    pub fn run<C: Chance>(&self, luck: &mut C, fight: &mut Fight<C::N>) -> <C::N as Num>::Mask {
        let all = <C::N as Num>::Mask::all_of(true);
        for deed in &self.deeds {
            let ground = self.ground(fight);
            deed.carry_out(luck, fight, &ground, &Done::nothing(), all);
        }
        match &self.rage {
            Some(rage) => {
                let ground = self.ground(fight);
                let tests = fight.left[0].gt(C::N::of(0));
                rage.take(luck, fight, Side::Striker.index(), &ground, tests)
            }
            None => !all,
        }
    }

    /// Wounds to the charger outside of the attack, unless it survives its end.
    #[inline(never)]
    pub fn hurt<C: Chance>(&self, luck: &mut C, fight: &mut Fight<C::N>, wounds: C::N) {
        let ground = self.ground(fight);
        ground.hurt(luck, fight, Side::Striker.index(), wounds);
    }
}

/// The ability of the charger that asks for the test before the roll.
fn raging(scene: &Scene<'_>) -> Option<usize> {
    let picks = Picks::default();
    let mut effects = scene.effects(Side::Striker, &picks);
    effects
        .find(|(_, effect)| effect.action == Action::Change(Change::SixOnFailing))
        .map(|(number, _)| number)
}
