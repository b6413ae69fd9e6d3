//! *WARMACHINE*. Rule numbers (W2.3) are those of `docs/rules-warmachine.md`.

pub mod campaign;
