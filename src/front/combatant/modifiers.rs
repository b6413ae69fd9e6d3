//! Modifiers, automatic hits and rerolls of a combatant.

use super::CombatantBuilder;
use crate::games::asoiaf::values::{AutoHits, Modifier};

/// Defines a method that sets a modifier or a reroll.
macro_rules! change {
    ($(#[$doc:meta])* $method:ident($name:ident: $kind:ident) => $($field:ident).+) => {
        $(#[$doc])*
        pub fn $method(self, $name: i64) -> Self {
            self.checked($kind::new($name), |combatant, value| {
                combatant.$($field).+ = value;
                Ok(())
            })
        }
    };
    ($(#[$doc:meta])* $method:ident() => $($field:ident).+) => {
        $(#[$doc])*
        pub const fn $method(mut self) -> Self {
            self.$($field).+ = true;
            self
        }
    };
}

impl CombatantBuilder {
    change! {
        /// Sets the modifier of its attack dice: −12 to 12.
        ///
        /// # Examples
        /// Dice on 3+ with −1 hit on 4+:
        ///
        /// ```
        /// let attacker = warodds::numbers().dice(8).hit(3).hit_modifier(-1);
        /// let defender = warodds::numbers().defense(4).morale(7);
        /// let answer = warodds::attack(&attacker, &defender).exact()?;
        /// assert!((answer.hits().mean() - 4.0).abs() < 1e-12);
        /// # Ok::<(), warodds::Error>(())
        /// ```
        hit_modifier(modifier: Modifier) => attacking.hit_modifier
    }
    change! {
        /// Adds automatic hits, which need no attack die (A2.10): 0 to 60.
        ///
        /// # Examples
        ///
        /// ```
        /// let attacker = warodds::numbers().dice(8).hit(3).auto_hits(2);
        /// let defender = warodds::numbers().defense(4).morale(7);
        /// let answer = warodds::attack(&attacker, &defender).exact()?;
        /// assert!((answer.hits().mean() - (16.0 / 3.0 + 2.0)).abs() < 1e-12);
        /// # Ok::<(), warodds::Error>(())
        /// ```
        auto_hits(hits: AutoHits) => attacking.auto_hits
    }
    change! {
        /// Sets the modifier of its saves: −12 to 12.
        save_modifier(modifier: Modifier) => defending.save_modifier
    }
    change! {
        /// Sets the modifier of its panic tests: −12 to 12.
        ///
        /// # Examples
        /// Morale 7+ at −1 fails on 7 or less, and a failure costs 3 wounds on average (A4.2):
        ///
        /// ```
        /// let unit = warodds::numbers().morale(7).panic_modifier(-1);
        /// let answer = warodds::panic(&unit).exact()?;
        /// assert!((answer.wounds().mean() - 21.0 / 36.0 * 3.0).abs() < 1e-12);
        /// # Ok::<(), warodds::Error>(())
        /// ```
        panic_modifier(modifier: Modifier) => defending.panic_modifier
    }
    change! {
        /// Lets it reroll its attack dice.
        reroll_attacks() => attacking.attack_rerolls.roller
    }
    change! {
        /// Lets it reroll its defence dice.
        ///
        /// # Examples
        /// With every failure rerolled, a save on 4+ fails with probability 1/4:
        ///
        /// ```
        /// let attacker = warodds::numbers().dice(8).hit(3);
        /// let defender = warodds::numbers().defense(4).morale(7).reroll_saves();
        /// let answer = warodds::attack(&attacker, &defender).exact()?;
        /// assert!((answer.unblocked_hits().mean() - 16.0 / 3.0 / 4.0).abs() < 1e-12);
        /// # Ok::<(), warodds::Error>(())
        /// ```
        reroll_saves() => defending.save_rerolls.roller
    }
    change! {
        /// Lets it reroll its panic tests.
        reroll_morale() => defending.morale_rerolls.roller
    }
    change! {
        /// Lets the enemy reroll its attack dice.
        ///
        /// # Examples
        /// With every hit rerolled, a die on 3+ hits with probability (4/6)²:
        ///
        /// ```
        /// let attacker = warodds::numbers().dice(8).hit(3).forced_to_reroll_attacks();
        /// let defender = warodds::numbers().defense(4).morale(7);
        /// let answer = warodds::attack(&attacker, &defender).exact()?;
        /// assert!((answer.hits().mean() - 8.0 * 4.0 / 9.0).abs() < 1e-12);
        /// # Ok::<(), warodds::Error>(())
        /// ```
        forced_to_reroll_attacks() => attacking.attack_rerolls.enemy
    }
    change! {
        /// Lets the enemy reroll its defence dice.
        forced_to_reroll_saves() => defending.save_rerolls.enemy
    }
    change! {
        /// Lets the enemy reroll its panic tests.
        forced_to_reroll_morale() => defending.morale_rerolls.enemy
    }
}
