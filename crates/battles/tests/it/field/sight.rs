//! Sight past units and terrain, and ranged attacks.

use super::{FIRST, SECOND, field, infantry, piece, pose, refused, thousandths};
use warodds_battles::field::Field;
use warodds_battles::geometry::{GameTable, Heading, Length};
use warodds_battles::terrain::{Keyword, TerrainKind, TerrainPiece};

const NORTH: Heading = Heading::NORTH;
const SOUTH: Heading = Heading::SOUTH;

fn hill(x: i64, y: i64) -> TerrainPiece {
    let sides = [Length::inches(8), Length::inches(6)];
    TerrainKind::rectangle("hill", sides, [Keyword::Elevated].into_iter().collect())
        .unwrap()
        .at(pose(x, y, NORTH))
}

#[test]
fn friends_and_enemies_block_sight_alike() {
    let open = field(&[], &[infantry(0, 0, NORTH)], &[infantry(0, 14_000, SOUTH)]);
    assert_eq!(open.sees(FIRST, SECOND), Ok(true));
    assert_eq!(open.sees(SECOND, FIRST), Ok(true));
    let between = infantry(0, 7_000, NORTH);
    let friend = field(&[], &[infantry(0, 0, NORTH), between], &[infantry(0, 14_000, SOUTH)]);
    assert_eq!(friend.sees(FIRST, super::THIRD), Ok(false));
    assert_eq!(friend.sees(super::THIRD, FIRST), Ok(false));
    let behind = field(&[], &[infantry(0, 0, SOUTH)], &[infantry(0, 14_000, SOUTH)]);
    assert_eq!(behind.sees(FIRST, SECOND), Ok(false), "it looks the other way");
}

#[test]
fn palisades_block_sight_and_forests_do_not() {
    let with = |pieces: &[TerrainPiece]| {
        field(pieces, &[infantry(0, 0, NORTH)], &[infantry(0, 9_000, SOUTH)])
    };
    let wide =
        |piece: &str| [piece_row(piece, -4_000), piece_row(piece, 1_010), piece_row(piece, 6_020)];
    fn piece_row(name: &str, x: i64) -> TerrainPiece {
        // 5" wide and all but in touch
        piece(name, x, 4_500)
    }
    let palisades = with(&wide("palisade"));
    assert_eq!(palisades.sees(FIRST, SECOND), Ok(true), "through gaps of 0.01\"");
    let close = [-5_000, 0, 5_000].map(|x| piece("palisade", x, 4_500));
    assert_eq!(with(&close).sees(FIRST, SECOND), Ok(false));
    let walls = [-5_000, 0, 5_000].map(|x| piece("wall", x, 4_500));
    assert_eq!(with(&walls).sees(FIRST, SECOND), Ok(true));
}

#[test]
fn ranged_attacks_need_range_and_sight() {
    let field = field(&[], &[infantry(0, 0, NORTH)], &[infantry(0, 16_800, SOUTH)]);
    let shoots = |range| field.check_ranged_attack(FIRST, SECOND, thousandths(range));
    assert_eq!(shoots(12_000), Ok(()), "exactly 12\"");
    assert_eq!(refused(shoots(11_999)), "unit 1 is farther away than 11.999\" (A6.13)");
    assert_eq!(
        refused(field.check_ranged_attack(FIRST, FIRST, Length::LONG)),
        "unit 0 is not an enemy (A2)"
    );
    assert!(
        refused(field.check_ranged_attack(FIRST, super::THIRD, Length::LONG))
            .contains("not on the table")
    );
}

#[test]
fn who_stands_on_a_hill_shoots_over_everything() {
    let south = [infantry(0, 0, NORTH), infantry(0, 6_000, NORTH)];
    let hidden = field(&[], &south, &[infantry(0, 12_000, SOUTH)]);
    assert_eq!(
        refused(hidden.check_ranged_attack(FIRST, super::THIRD, Length::LONG)),
        "unit 2 is not in line of sight (A6.13)"
    );
    let high = field(&[hill(0, 0)], &south, &[infantry(0, 12_000, SOUTH)]);
    assert_eq!(high.check_ranged_attack(FIRST, super::THIRD, Length::LONG), Ok(()));
    assert!(high.check_ranged_attack(super::THIRD, FIRST, Length::LONG).is_err(), "not up to it");
}

#[test]
fn a_forest_covers_who_is_mostly_hidden_by_it() {
    let cover = |pieces: &[TerrainPiece], x| {
        field(pieces, &[infantry(0, 0, NORTH)], &[infantry(x, 14_000, SOUTH)])
            .has_cover(FIRST, SECOND)
    };
    assert_eq!(cover(&[piece("forest", 0, 7_000)], 0), Ok(true));
    assert_eq!(cover(&[piece("bog", 0, 7_000)], 0), Ok(false), "a bog gives none");
    assert_eq!(cover(&[piece("forest", 0, 7_000)], 14_000), Ok(false), "less than half");
    assert_eq!(cover(&[piece("forest", 0, 14_000)], 0), Ok(true), "in the forest");
    assert_eq!(cover(&[hill(0, 0), piece("forest", 0, 7_000)], 0), Ok(false), "from a hill");
}

#[test]
fn who_stands_in_a_piece_looks_out_of_it() {
    let sides = [Length::inches(8), Length::inches(6)];
    let keywords = [Keyword::BlocksSight].into_iter().collect();
    let thicket = TerrainKind::rectangle("thicket", sides, keywords).unwrap();
    let field = |y| -> Field {
        let piece = thicket.at(pose(0, y, NORTH));
        assert!(GameTable::STANDARD.contains(piece.shape()));
        field(&[piece], &[infantry(0, 0, NORTH)], &[infantry(0, 9_000, SOUTH)])
    };
    assert_eq!(field(0).sees(FIRST, SECOND), Ok(true), "the looker is in it");
    assert_eq!(field(9_000).sees(FIRST, SECOND), Ok(false), "the target is wholly in it");
    assert_eq!(field(12_000).sees(FIRST, SECOND), Ok(true), "some of the target is before it");
}
