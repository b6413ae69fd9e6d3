//! Grammar of unit names: a single character takes singular verbs.

use warodds_games::asoiaf::Body;

/// Characters whose names end like plurals.
const SINGULAR_NAMES: [&str; 2] = ["Coldhands", "Varamyr Sixskins"];

/// Whether verbs of a subject are in the singular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VerbNumber {
    Singular,
    Plural,
}

impl VerbNumber {
    /// Returns the number of a unit: singular for a single model (A1.1), unless its name is the
    /// plural of its crew or pack, e.g. `Drowned Men`.
    pub(super) fn of(name: &str, body: Body) -> Self {
        // suffixes distinguish names: `Mag the Mighty (commander)`, `Gregor Clegane - …`
        let name = name.split([',', '(']).next().unwrap_or(name);
        let name = name.split(" - ").next().unwrap_or(name).trim();
        let ends_like_plural =
            name.ends_with('s') || name.ends_with("men") || name.ends_with("Men");
        let is_singular =
            body.models() == 1 && (!ends_like_plural || SINGULAR_NAMES.contains(&name));
        if is_singular { Self::Singular } else { Self::Plural }
    }

    /// Returns the verb in the present tense; `infinitive` adds an `s` in the third person.
    pub(super) fn verb(self, infinitive: &str) -> String {
        match self {
            Self::Singular => format!("{infinitive}s"),
            Self::Plural => infinitive.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_of_units_with_several_models_is_plural() -> Result<(), Box<dyn std::error::Error>> {
        let body = Body::new(12, 3, 1)?;
        assert_eq!(VerbNumber::of("Wolf Pack", body), VerbNumber::Plural);
        assert_eq!(
            (VerbNumber::Plural.verb("take"), VerbNumber::Singular.verb("take")),
            ("take".into(), "takes".into())
        );
        Ok(())
    }
}
