//! A run that is shared out is the run, bit for bit: whichever blocks are counted where, in
//! whichever order they are merged. And what cannot be merged is refused with what to do.

mod engines;
mod files;
