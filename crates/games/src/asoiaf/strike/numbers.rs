//! The numbers an attack is made with, laid out for looking at them while dice roll.

use super::super::situation::{Board, Place, Varying};
use super::super::terms::{Term, Terms};
use warodds_engine::chance::{Chance, Mask, Num};

/// All [`Term`]s of an attack. Most are the same in all situations, and most of these are 0: the
/// greatest value of each and a bit for those that vary are all that is looked at then.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    most: Terms,
    /// A bit for each number that is not the same in all situations.
    vary: u64,
    tables: Vec<(Term, Varying)>,
}

impl Numbers {
    /// The numbers in the situations of `board`, in its order.
    pub fn new(board: &Board, terms: &[Terms]) -> Self {
        let mut numbers = Self { most: [0; Term::COUNT], vary: 0, tables: Vec::new() };
        for term in Term::ALL {
            let place = term as usize;
            let of = |terms: &Terms| terms.get(place).copied().unwrap_or(0);
            let first = terms.first().map_or(0, of);
            let most = terms.iter().map(of).max().unwrap_or(0);
            if let Some(held) = numbers.most.get_mut(place) {
                *held = most;
            }
            if terms.iter().any(|terms| of(terms) != first) {
                numbers.vary |= 1 << place;
                numbers.tables.push((term, board.varying(terms.iter().map(of).collect())));
            }
        }
        numbers
    }

    /// The greatest value of a number.
    #[inline(always)]
    pub fn most(&self, term: Term) -> u8 {
        self.most.get(term as usize).copied().unwrap_or(0)
    }

    /// A number at a place.
    #[inline(always)]
    pub fn at<C: Chance>(&self, luck: &mut C, term: Term, place: Place<C::N>) -> C::N {
        if self.vary >> term as usize & 1 == 0 {
            C::N::of(self.most(term))
        } else {
            self.varied(luck, term, place)
        }
    }

    /// Where a number is not 0.
    #[inline(always)]
    pub fn hold<C: Chance>(
        &self,
        luck: &mut C,
        term: Term,
        place: Place<C::N>,
    ) -> <C::N as Num>::Mask {
        if self.vary >> term as usize & 1 == 0 {
            return <C::N as Num>::Mask::all_of(self.most(term) > 0);
        }
        self.varied(luck, term, place).gt(C::N::of(0))
    }

    /// One that is not the same everywhere.
    #[inline(always)]
    fn varied<C: Chance>(&self, luck: &mut C, term: Term, place: Place<C::N>) -> C::N {
        match self.tables.iter().find(|(held, _)| *held == term) {
            Some((_, table)) => table.at(luck, place),
            None => C::N::of(0),
        }
    }
}
