//! Headings of keys in help and forms.

/// A heading of keys; the order of the variants is the order of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heading {
    /// Who takes part, with attachments, weapons and wounds.
    Units,
    /// How and where they meet: facing, charges, terrain, distances, rounds.
    Situation,
    /// Numbers, modifiers, rerolls and tokens of the rolls.
    Dice,
    /// Abilities, zones and resources.
    Abilities,
    /// Editions and cards.
    Rules,
    /// Engine, trials and analyses, which do not change the question.
    Engine,
    /// Form of the answer.
    Output,
}

impl Heading {
    /// All headings, in order.
    pub const ALL: [Self; 7] = [
        Self::Units,
        Self::Situation,
        Self::Dice,
        Self::Abilities,
        Self::Rules,
        Self::Engine,
        Self::Output,
    ];

    /// Returns the heading as shown to users.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Units => "Units",
            Self::Situation => "Situation",
            Self::Dice => "Dice and modifiers",
            Self::Abilities => "Abilities and zones",
            Self::Rules => "Rules and cards",
            Self::Engine => "Engine",
            Self::Output => "Output",
        }
    }
}
