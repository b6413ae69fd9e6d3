//! The vector instructions the lanes are compiled for.
//!
//! One body over plain arrays is compiled three times, and the widest set of the processor is
//! chosen at run time. All sets give the same bits, since none has arithmetic of its own. Each
//! clone is in a module of its own: the compiler generates code module by module, so several cores
//! share the work.

#[cfg(target_arch = "x86_64")]
use avx2::resolve_avx2;
#[cfg(target_arch = "x86_64")]
use avx512::resolve_avx512;

use crate::chance::{
    DiceStream, LANES, LaneDice, Lanes, OutOfLineDice, Rule, TallyBuffer, resolve,
};

/// A set of vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isa {
    /// The baseline of the target: SSE2 on x86-64.
    Portable,
    /// AVX2, 32 lanes per register.
    Avx2,
    /// AVX-512 with byte instructions, 64 lanes per register.
    Avx512,
}

impl Isa {
    /// Returns the name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Returns the sets of this processor, widest last.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::run::Isa;
    ///
    /// assert_eq!(Isa::available().first(), Some(&Isa::Portable));
    /// ```
    pub fn available() -> Vec<Self> {
        [Self::Portable, Self::Avx2, Self::Avx512]
            .into_iter()
            .filter(|isa| isa.is_available())
            .collect()
    }

    /// Returns the widest set of this processor.
    pub fn best() -> Self {
        Self::available().into_iter().max().unwrap_or(Self::Portable)
    }

    #[cfg(target_arch = "x86_64")]
    fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            Self::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_available(self) -> bool {
        self == Self::Portable
    }

    /// Resolves `rule` `trials` times with the dice of `seed` and records into `buffer`. A set this
    /// processor lacks is replaced by the portable one.
    pub(super) fn resolve<R: Rule>(
        self,
        rule: &R,
        seed: u64,
        trials: usize,
        buffer: Box<TallyBuffer>,
    ) -> Box<TallyBuffer> {
        #[cfg(target_arch = "x86_64")]
        if R::WIDE && self.is_available() {
            match self {
                Self::Portable => {}
                // SAFETY: the processor was just seen to have what the function is compiled for
                Self::Avx2 => return unsafe { resolve_avx2(rule, seed, trials, buffer) },
                // SAFETY: as above
                Self::Avx512 => return unsafe { resolve_avx512(rule, seed, trials, buffer) },
            }
        }
        // the portable set keeps its dice in memory: see `out_of_line.rs`
        resolve_portable(rule, seed, trials, buffer).1
    }
}

/// The clone for AVX2.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{DiceStream, Rule, TallyBuffer, resolve_all};

    #[target_feature(enable = "avx2")]
    pub(super) fn resolve_avx2<R: Rule>(
        rule: &R,
        seed: u64,
        trials: usize,
        buffer: Box<TallyBuffer>,
    ) -> Box<TallyBuffer> {
        resolve_all(rule, DiceStream::new(seed), trials, buffer).1
    }
}

/// The clone for AVX-512.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{DiceStream, Rule, TallyBuffer, resolve_all};

    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn resolve_avx512<R: Rule>(
        rule: &R,
        seed: u64,
        trials: usize,
        buffer: Box<TallyBuffer>,
    ) -> Box<TallyBuffer> {
        resolve_all(rule, DiceStream::new(seed), trials, buffer).1
    }
}

/// Resolves with the baseline of the target.
#[inline(never)]
fn resolve_portable<R: Rule>(
    rule: &R,
    seed: u64,
    trials: usize,
    buffer: Box<TallyBuffer>,
) -> (OutOfLineDice, Box<TallyBuffer>) {
    resolve_all(rule, OutOfLineDice::new(seed), trials, buffer)
}

/// Returns the number of batches of 64 dice for these resolutions, on any set, so that their cost
/// can be measured apart.
pub(super) fn dice_rolled<R: Rule>(rule: &R, seed: u64, trials: usize) -> u64 {
    let buffer = Box::new(TallyBuffer::new(&rule.slots(), rule.joint()));
    resolve_portable(rule, seed, trials, buffer).0.batches()
}

/// Resolves batch after batch; the last counts only the remaining trials.
#[inline(always)]
fn resolve_all<R: Rule, D: LaneDice>(
    rule: &R,
    dice: D,
    trials: usize,
    buffer: Box<TallyBuffer>,
) -> (D, Box<TallyBuffer>) {
    let mut chance = Lanes::on(dice, buffer).detach();
    let steps = rule.steps();
    for done in (0..trials).step_by(LANES) {
        chance.count_first(trials - done);
        resolve(rule, &mut chance, steps);
    }
    chance.into_parts()
}
