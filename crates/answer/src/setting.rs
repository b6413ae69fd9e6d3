//! The settings of a question, its editions and what is not counted.

use serde::Serialize;

/// A setting and its value, e.g. `facing` = `flank`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its key.
    pub axis: String,
    /// Its value for readers.
    pub value: String,
    /// Its value as data: numbers as numbers, flags as booleans.
    pub data: serde_json::Value,
}

impl Setting {
    /// Creates a setting with a text as its value.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::Setting;
    ///
    /// let setting = Setting::text("facing", "flank");
    /// assert_eq!(setting.data, "flank");
    /// ```
    pub fn text(axis: impl Into<String>, value: impl Into<String>) -> Self {
        let value = value.into();
        Self { axis: axis.into(), data: value.clone().into(), value }
    }

    /// Returns the setting in words: `distance 8`, or the value alone where it speaks for itself.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::Setting;
    ///
    /// assert_eq!(Setting::text("facing", "flank").words(), "flank");
    /// assert_eq!(Setting::text("wounds_lost", "4").words(), "wounds lost 4");
    /// ```
    pub fn words(&self) -> String {
        match self.axis.as_str() {
            "facing" | "opening_facing" | "terrain" | "attack" | "attacker" | "defender" => {
                self.value.clone()
            }
            axis => format!("{} {}", axis.replace('_', " "), self.value),
        }
    }

    /// Returns the name of a question in one of several cases.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::Setting;
    ///
    /// let case = [Setting::text("facing", "flank"), Setting::text("wounds_lost", "4")];
    /// assert_eq!(Setting::case_name("A → B", &case), "A → B: flank, wounds lost 4");
    /// ```
    pub fn case_name(question: &str, case: &[Self]) -> String {
        let words: Vec<String> = case.iter().map(Self::words).collect();
        format!("{question}: {}", words.join(", "))
    }

    /// Creates a flag that is set.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::Setting;
    ///
    /// let charge = Setting::flag("charge");
    /// assert_eq!((charge.value.as_str(), charge.data), ("yes", true.into()));
    /// ```
    pub fn flag(axis: impl Into<String>) -> Self {
        Self { axis: axis.into(), value: "yes".to_owned(), data: true.into() }
    }
}

/// The editions of the rules and of the cards in a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {
    /// The edition of the rules, e.g. `1.6`.
    pub edition: &'static str,
    /// The editions of the cards, each once, the oldest first; empty for plain numbers.
    pub cards: Vec<&'static str>,
}

impl Rules {
    /// Returns the editions in a few words: `rules 1.6; cards of S05`.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::Rules;
    ///
    /// let plain_numbers = Rules { edition: "1.6", cards: Vec::new() };
    /// assert_eq!(plain_numbers.words(), "rules 1.6");
    /// ```
    pub fn words(&self) -> String {
        let rules = format!("rules {}", self.edition);
        if self.cards.is_empty() {
            return rules;
        }
        format!("{rules}; cards of {}", self.cards.join(" and "))
    }
}

/// An ability that may change rolls and that no rule counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotModelled {
    /// The unit that has it.
    pub unit: String,
    /// Its name.
    pub ability: String,
    /// Whether it is a tactics card that a player plays.
    #[serde(skip)]
    pub is_card: bool,
}
