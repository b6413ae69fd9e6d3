//! Grammar of sentences about units.

/// Whether verbs of a subject are in the singular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerbNumber {
    /// A single character or model: `Grey Wind wins`.
    Singular,
    /// A unit of several models: `Stark Sworn Swords win`.
    Plural,
}

impl VerbNumber {
    /// Returns the verb in the present tense; `infinitive` adds an `s` in the third person.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::VerbNumber;
    ///
    /// assert_eq!(VerbNumber::Singular.verb("win"), "wins");
    /// assert_eq!(VerbNumber::Plural.verb("win"), "win");
    /// ```
    pub fn verb(self, infinitive: &str) -> String {
        match self {
            Self::Singular => format!("{infinitive}s"),
            Self::Plural => infinitive.to_owned(),
        }
    }
}
