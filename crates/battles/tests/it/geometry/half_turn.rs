//! The table turned by half: every answer stays the same, bit for bit.

use super::worlds::Dealer;
use warodds_battles::geometry::{
    Alignment, Direction, Edge, EdgeStrip, GameTable, Move, Pose, Tray, TrayArc, aligned_pose,
};

/// A table with trays, and what else a state is looked at with.
struct BattleState {
    trays: Vec<Tray>,
    direction: Direction,
    length: warodds_battles::geometry::Length,
    token: warodds_battles::geometry::Point,
    side: TrayArc,
    placing: Alignment,
    edge: Edge,
}

impl BattleState {
    fn random(dealer: &mut Dealer) -> Self {
        let mut trays = vec![dealer.tray(20_000)];
        while trays.len() < 6 {
            let beside = dealer.of(&trays);
            trays.push(dealer.beside(&beside, 20_000));
        }
        let placings =
            [Alignment::Centred, Alignment::Left, Alignment::Right, Alignment::Offset(-137)];
        Self {
            trays,
            direction: dealer.of(&Direction::ALL),
            length: dealer.length(14_000),
            token: dealer.point(20_000),
            side: dealer.of(&TrayArc::ALL),
            placing: dealer.of(&placings),
            edge: dealer.of(&[Edge::South, Edge::North, Edge::West, Edge::East]),
        }
    }

    fn rotated_180(&self) -> Self {
        Self {
            trays: self.trays.iter().map(Tray::rotated_180).collect(),
            token: self.token.rotated_180(),
            edge: self.edge.opposite(),
            ..*self
        }
    }

    /// Every answer about it; places as seen from the turned table where it is turned.
    fn answers(&self, turned: bool) -> Vec<String> {
        let place = |pose: Pose| if turned { pose.rotated_180() } else { pose };
        let mut all = Vec::new();
        let zone = EdgeStrip { edge: self.edge, depth: self.length };
        for one in &self.trays {
            let shape = one.shape();
            let arrow = one.arrow().map(|at| if turned { -at } else { at });
            all.push(format!(
                "{arrow:?} {} {} {} {} {:?}",
                GameTable::STANDARD.contains(shape),
                GameTable::STANDARD.strip_contains(zone, shape),
                shape.covers_disc(self.token, warodds_battles::geometry::Length::new(700).unwrap()),
                shape.is_within_of_point(self.token, self.length),
                one.pose().moved(self.direction, self.length).map(place),
            ));
            let pose = aligned_pose(one, self.side, self.trays[0].size(), self.placing).map(place);
            all.push(format!("{pose:?}"));
            all.extend(self.trays.iter().map(|other| self.between(one, other)));
        }
        all
    }

    fn between(&self, one: &Tray, other: &Tray) -> String {
        let (shape, target) = (one.shape(), other.shape());
        let going = Move::new(one.pose().heading, self.direction, self.length);
        let others = self.trays.iter().filter(|tray| *tray != one && *tray != other);
        format!(
            "{} {} {} {} {:?} {} {:?} {}",
            shape.overlaps(target),
            shape.is_within(target, self.length),
            shape.is_at_least_apart(target, self.length),
            one.has_in_range(target, self.length),
            one.distance_to_contact(self.direction, target),
            going.crosses(shape, target),
            one.arcs_holding_most(other),
            one.field_of_view().sees(target, others.map(Tray::shape)),
        )
    }
}

#[test]
fn ten_thousand_states_answer_alike_when_the_table_is_turned() {
    let mut dealer = Dealer::new(1);
    for case in 0..10_000 {
        let state = BattleState::random(&mut dealer);
        let turned = state.rotated_180();
        assert_eq!(state.answers(false), turned.answers(true), "case {case}");
    }
}
