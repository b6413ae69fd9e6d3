//! All tests of battles from outside: one binary, for it is linked once.

mod battle;
mod field;
mod geometry;
