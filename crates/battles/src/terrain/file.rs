//! Parser of terrain kinds in TOML.

use super::{Keyword, TerrainKind};
use crate::geometry::{InchesError, Length, TraySizeError};
use serde::Deserialize;

/// The shipped kinds: keywords as in the rulebook, sizes chosen by this project (A10.11).
// the books print no sizes (A10.11); in the program, so that a battle needs no second file
pub const SHIPPED_PIECES: &str = include_str!("pieces.toml");

/// An error in a terrain file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TerrainFileError {
    /// The text is no TOML, or a key is unknown.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// A piece is neither a rectangle nor a disc.
    #[error("{0} must have either `width` and `depth` or `diameter`")]
    Shape(String),
    /// A length is out of range or no whole number of thousandths.
    #[error("{name}: {error}")]
    Length {
        /// The name of the piece.
        name: String,
        /// The cause.
        error: InchesError,
    },
    /// A side is too long or too short.
    #[error("{name}: {error}")]
    Size {
        /// The name of the piece.
        name: String,
        /// The cause.
        error: TraySizeError,
    },
    /// Two pieces have the same name.
    #[error("two pieces are called {0}")]
    Twice(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTerrainFile {
    #[serde(default)]
    piece: Vec<RawPiece>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPiece {
    name: String,
    width: Option<f64>,
    depth: Option<f64>,
    diameter: Option<f64>,
    #[serde(default)]
    keywords: Vec<Keyword>,
}

impl RawPiece {
    fn kind(self) -> Result<TerrainKind, TerrainFileError> {
        let Self { name, width, depth, diameter, keywords } = self;
        let of_length = |error| TerrainFileError::Length { name: name.clone(), error };
        let of_size = |error| TerrainFileError::Size { name: name.clone(), error };
        let keywords = keywords.into_iter().collect();
        match (width, depth, diameter) {
            (Some(width), Some(depth), None) => {
                let width = Length::from_inches(width).map_err(of_length)?;
                let depth = Length::from_inches(depth).map_err(of_length)?;
                TerrainKind::rectangle(&name, [width, depth], keywords).map_err(of_size)
            }
            (None, None, Some(diameter)) => {
                let diameter = Length::from_inches(diameter).map_err(of_length)?;
                TerrainKind::disc(&name, diameter, keywords).map_err(of_size)
            }
            // all three, or one side alone: no guess at what was meant
            _ => Err(TerrainFileError::Shape(name)),
        }
    }
}

/// Parses kinds of terrain: a `[[piece]]` each with `name`, `keywords`, and either `width` and
/// `depth` or `diameter`, in inches.
///
/// # Errors
/// [`TerrainFileError`] if the text is no TOML or a piece is invalid.
///
/// # Examples
/// ```
/// use warodds_battles::terrain::{Keyword, parse_kinds};
///
/// let text = r#"
/// [[piece]]
/// name = "grove"
/// diameter = 4.0
/// keywords = ["cover", "rough"]
/// "#;
/// let kinds = parse_kinds(text).unwrap();
/// assert_eq!(kinds[0].name(), "grove");
/// assert!(kinds[0].keywords().has(Keyword::Rough));
/// assert!(!kinds[0].keywords().has(Keyword::Dangerous));
/// ```
pub fn parse_kinds(text: &str) -> Result<Vec<TerrainKind>, TerrainFileError> {
    let file: RawTerrainFile = toml::from_str(text)?;
    let kinds: Vec<TerrainKind> =
        file.piece.into_iter().map(RawPiece::kind).collect::<Result<_, _>>()?;
    for (place, kind) in kinds.iter().enumerate() {
        if kinds.iter().take(place).any(|other| other.name() == kind.name()) {
            return Err(TerrainFileError::Twice(kind.name().to_owned()));
        }
    }
    Ok(kinds)
}

#[cfg(test)]
mod tests {
    use super::super::TerrainPiece;
    use super::*;
    use crate::geometry::{Point, Pose};

    #[test]
    fn shipped_pieces_have_the_keywords_of_the_book() {
        let kinds = parse_kinds(SHIPPED_PIECES).unwrap();
        let with = |keyword| -> Vec<&str> {
            kinds
                .iter()
                .filter(|kind| kind.keywords().has(keyword))
                .map(TerrainKind::name)
                .collect()
        };
        assert_eq!(kinds.len(), 8);
        assert_eq!(with(Keyword::Rough), ["forest", "corpse pile", "bog", "hedge"]);
        assert_eq!(with(Keyword::Cover), ["forest", "wall"]);
        assert_eq!(with(Keyword::Hindering), ["corpse pile", "bog", "stakes", "hedge"]);
        assert_eq!(with(Keyword::Destructible), ["stakes", "wall", "hedge", "palisade"]);
        let lone = [Keyword::Dangerous, Keyword::Fortified, Keyword::Horrific, Keyword::Inspiring];
        assert_eq!(
            lone.map(|keyword| with(keyword).join(" ")),
            ["stakes", "wall", "corpse pile", "weirwood"]
        );
        assert_eq!(with(Keyword::BlocksSight), ["palisade"]);
        assert_eq!(with(Keyword::Impassable), ["palisade"]);
        assert_eq!(with(Keyword::Elevated), [""; 0]);
    }

    #[test]
    fn a_disc_has_16_corners_on_its_edge() {
        let kinds = parse_kinds(SHIPPED_PIECES).unwrap();
        let weirwood = kinds.iter().find(|kind| kind.name() == "weirwood").unwrap();
        let middle = Point::new(1_000, -2_000).unwrap();
        let piece: TerrainPiece = weirwood.at(Pose { middle, ..Pose::default() });
        let corners: Vec<[i32; 2]> = piece.shape().corners().collect();
        assert_eq!(corners.len(), 16);
        assert_eq!([corners[0], corners[4]], [[1_000, -500], [2_500, -2_000]]);
        for [x, y] in corners {
            let distance = f64::hypot(f64::from(x - 1_000), f64::from(y + 2_000));
            assert!((distance - 1_500.0).abs() < 1.0);
        }
    }

    #[test]
    fn faulty_files_are_refused_with_the_reason() {
        let error = |text: &str| parse_kinds(text).unwrap_err().to_string();
        assert!(error("[[piece]]\nname = \"a\"\nwidth = 3").contains("a must have either"));
        assert!(error("[[piece]]\nname = \"a\"\ndiameter = 13").contains("not 13\""));
        assert!(error("[[piece]]\nname = \"a\"\ndiameter = 0.0001").contains("a: a length"));
        assert!(error("[[piece]]\nname = \"a\"\nheight = 3").contains("unknown field `height`"));
        let piece = "[[piece]]\nname = \"a\"\ndiameter = 3\n";
        assert_eq!(error(&piece.repeat(2)), "two pieces are called a");
    }
}
