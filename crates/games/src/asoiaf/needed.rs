//! Faces that dice need, and the modifiers of facing, cover and terrain.

use super::context::{Context, Engagement};
use super::edition::Parameters;

/// Returns the natural face a die needs for a value of `value`+ with `modifier`. A 1 never succeeds
/// (A0.2). `most` is 6 if a 6 always succeeds (A0.4, A0.5), else 7, which no face reaches.
pub(super) fn needed_face(value: u8, modifier: i16, most: i16) -> u8 {
    // a natural 1 always fails (A0.2), so no face below 2 is needed
    (i16::from(value) - modifier).clamp(2, most) as u8
}

/// Returns the modifier of cover to a ranged hit roll (A10).
pub(super) fn cover_modifier(engagement: Engagement) -> i16 {
    if matches!(engagement, Engagement::Ranged { cover: true, .. }) { -1 } else { 0 }
}

/// Returns the modifier of facing and fortified terrain to the defender's saves (A3.2, A3.3, A5.7).
pub(super) fn save_bonus(context: Context, parameters: &Parameters) -> i16 {
    parameters.facing(context.facing) + i16::from(context.engagement.is_fortified())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needed_faces_are_those_of_single_dice() {
        // the rule of one die: 1 fails, 6 succeeds, otherwise face + modifier (at most 6)
        // must reach the value
        for value in 2..=6u8 {
            for modifier in -12..=12i16 {
                for face in 1..=6i16 {
                    let succeeds =
                        face != 1 && (face == 6 || (face + modifier).min(6) >= i16::from(value));
                    let strict = face != 1 && (face + modifier).min(6) >= i16::from(value);
                    assert_eq!(
                        face >= i16::from(needed_face(value, modifier, 7)),
                        strict,
                        "{face} {modifier:+} on {value}+ without sixes"
                    );
                    assert_eq!(
                        face >= i16::from(needed_face(value, modifier, 6)),
                        succeeds,
                        "{face} {modifier:+} on {value}+"
                    );
                }
            }
        }
    }
}
