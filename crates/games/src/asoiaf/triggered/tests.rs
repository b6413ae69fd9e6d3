use super::*;
use warodds_engine::chance::assert_dice_independent;

#[test]
fn saves_outside_of_an_attack_count_alone() {
    for (hits, face) in (0..=6).flat_map(|hits| (2..=7).map(move |face| (hits, face))) {
        for forces in [0, 1] {
            assert_dice_independent(&SavesAgainstHits, [hits, face, forces]);
        }
    }
}
