//! Room for pieces of terrain (A10.12), against a search that leaves no place out.

use super::{battle, state};
use crate::battle::Mode;
use crate::geometry::{Heading, Length, Point, Pose};
use crate::play::{check_piece_position, piece_poses, room_for_piece};

/// Pieces are placed one after the other, at every fifth place that is left, until none has room.
#[test]
fn room_is_the_first_place_that_is_allowed() {
    for mode in [Mode::AClashOfKings, Mode::FireAndBlood, Mode::AFeastForCrows] {
        let battle = battle(mode);
        let mut state = state(&battle, &[], &[]);
        let mut without = 0;
        for kind in battle.kinds.iter().cycle().take(3 * battle.kinds.len()) {
            let allowed: Vec<Pose> = piece_poses(&battle)
                .filter(|pose| check_piece_position(&battle, &state, &kind.at(*pose)).is_ok())
                .collect();
            assert_eq!(room_for_piece(&battle, &state, kind), allowed.first().copied());
            match allowed.get(allowed.len() / 5) {
                Some(pose) => state.field.add_piece(kind.at(*pose)).unwrap(),
                None => without += 1,
            }
        }
        assert!(without > 0 && state.field.pieces().len() > 3, "a crowded table");
    }
}

/// Corners are rounded to thousandths, so that headings of a tenth of a degree are the hardest.
#[test]
fn pieces_cover_their_inner_radius() {
    for kind in &battle(Mode::AClashOfKings).kinds {
        let inner = kind.inner_radius();
        assert!(inner > Length::ZERO);
        for tenths in 0..1_800 {
            let heading = Heading::new(tenths).unwrap();
            let pose = Pose { middle: Point::ORIGIN, heading };
            assert!(kind.at(pose).shape().covers_disc(Point::ORIGIN, inner), "{}", kind.name());
        }
    }
}
