//! Terrain around a unit (A10).

use warodds_engine::chance::{Chance, Label, Num, when};

const DANGEROUS_D3: Label = Label::new("dangerous terrain D3", "A10.4");
const DANGEROUS_WOUNDS: Label =
    Label::counted("wound from dangerous terrain", "wounds from dangerous terrain", "A10.4");

/// Largest number of wounds of dangerous terrain: D3 + 1 (A10.4).
pub(super) const MOST_DANGEROUS: u8 = 4;

/// Terrain around a unit that affects its own dice; none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Surroundings {
    /// Whether the unit is in dangerous terrain: D3+1 wounds after each action there (A10.4).
    pub dangerous: bool,
    /// Whether horrific terrain is within short range: −1 to morale tests (A10.8).
    pub horrific: bool,
    /// Whether inspiring terrain is within short range: +1 to morale tests (A10.8).
    pub inspiring: bool,
}

impl Surroundings {
    /// Returns the modifier to the unit's morale tests (A10.8).
    ///
    /// # Examples
    /// ```
    /// use warodds_games::asoiaf::Surroundings;
    ///
    /// let inspired = Surroundings { inspiring: true, ..Surroundings::default() };
    /// assert_eq!(inspired.morale(), 1);
    /// assert_eq!(Surroundings { horrific: true, ..inspired }.morale(), 0);
    /// ```
    pub const fn morale(self) -> i16 {
        self.inspiring as i16 - self.horrific as i16
    }
}

/// Rolls the wounds of dangerous terrain where `here` holds, at most `left` (A10.4).
#[inline(always)]
pub(super) fn dangerous_wounds<C: Chance>(
    chance: &mut C,
    left: C::N,
    here: <C::N as Num>::Mask,
) -> C::N {
    // a destroyed unit takes no action and rolls nothing
    let suffers = here & left.gt(C::N::of(0));
    let [wounds] = when!(suffers, [(chance.d3(&DANGEROUS_D3) + C::N::of(1)).at_most(left)]);
    let [] = when!(suffers, chance.described(&DANGEROUS_WOUNDS, wounds));
    wounds
}
