//! What is hidden by a piece, against the hull of the piece and its shadow far away.

use super::MANY;
use super::arcs::{Corner, cut, doubled_area, whole};
use super::worlds::{Dealer, Xy, corners, cross, minus};

/// The convex hull, clockwise.
fn hull(points: &[Xy]) -> Vec<Xy> {
    let mut all: Vec<Xy> = points.to_vec();
    all.sort_unstable();
    all.dedup();
    let chain = |points: &mut dyn Iterator<Item = &Xy>| {
        let mut chain: Vec<Xy> = Vec::new();
        for point in points {
            while let [.., before, last] = chain[..] {
                if cross(minus(last, before), minus(*point, before)) < 0 {
                    break;
                }
                chain.pop();
            }
            chain.push(*point);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut all.iter());
    hull.extend(chain(&mut all.iter().rev()));
    hull
}

fn compare(cases: u64, seed: u64) -> [u64; 3] {
    let mut dealer = Dealer::new(seed);
    let (mut hidden, mut partly, mut within) = (0, 0, 0);
    let mut case = 0;
    while case < cases {
        let [shooter, target] = [dealer.tray(9_000), dealer.tray(9_000)];
        let piece = dealer.beside(&target, 9_000);
        let eye = shooter.arrow().map(i128::from);
        let outline = corners(&piece);
        let is_within = (0..4).all(|at| {
            cross(minus(outline[(at + 1) % 4], outline[at]), minus(eye, outline[at])) <= 0
        });
        case += 1;
        let far = |corner: &Xy| [0, 1].map(|axis| eye[axis] + 1_000 * (corner[axis] - eye[axis]));
        let shadow = if is_within {
            outline.clone()
        } else {
            hull(&outline.iter().copied().chain(outline.iter().map(far)).collect::<Vec<_>>())
        };
        let fraction = |[x, y]: Xy| -> Corner { [whole(x), whole(y)] };
        let tray: Vec<Corner> = corners(&target).into_iter().map(fraction).collect();
        let shadow: Vec<Corner> = shadow.into_iter().map(fraction).collect();
        let mut region = tray.clone();
        for at in 0..shadow.len() {
            region = cut(&region, [&shadow[at], &shadow[(at + 1) % shadow.len()]]);
        }
        let [part, all] = [doubled_area(&region), doubled_area(&tray)];
        let expected = &part * whole(2) > all;
        let seen = format!("case {case}: {shooter:?} {target:?} {piece:?}");
        assert_eq!(
            shooter.is_target_mostly_hidden(target.shape(), piece.shape()),
            expected,
            "{seen}"
        );
        hidden += u64::from(expected);
        partly += u64::from(part > whole(0) && part < all);
        within += u64::from(is_within);
    }
    [hidden, partly, within]
}

#[test]
fn what_a_piece_hides_is_in_it_or_its_shadow() {
    let cases = 2_000;
    let counts = compare(cases, 1);
    assert!(counts.iter().all(|&count| count > cases / 50 && count < cases * 9 / 10), "{counts:?}");
}

#[test]
#[ignore = "many minutes"]
fn many_that_pieces_hide_are_in_them_or_their_shadow() {
    println!("{MANY} cases; hidden, partly, arrow in the piece: {:?}", compare(MANY, 2));
}
