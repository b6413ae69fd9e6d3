//! `warmachine/threshold`: a warbeast's threshold check (W1.4).

use std::sync::LazyLock;

use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, ask, keys as keys_of};
use crate::request::{Key, RequestError, keys};
use crate::study::NamedQuestion;
use warodds_games::warmachine::values::{Fury, ThresholdValue};
use warodds_games::warmachine::{Beast, Threshold, WarmachineQuestion};

keys! {
    /// The warbeast.
    pub struct ThresholdKeys in Situation {
        /// Fury on the warbeast.
        needed fury: Fury, "N";
        /// Its threshold.
        needed threshold: ThresholdValue, "N";
    }
}

/// Returns the kind `warmachine/threshold`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "warmachine/threshold",
        about: "How likely is a warbeast with fury to frenzy?",
        more: "",
        examples: &["warodds warmachine threshold --fury 3 --threshold 9"],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<ThresholdKeys>);
            &KEYS
        },
        ask: |values, _| ask::<ThresholdKeys>(values),
    }
}

impl PlainKeys for ThresholdKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let Self { fury, threshold } = *self;
        let beast = Beast { fury, threshold };
        let subject = format!("fury {fury} against threshold {threshold}");
        let question = WarmachineQuestion::Threshold(Threshold { beast });
        Ok(NamedQuestion::new("threshold check", subject, question))
    }
}
