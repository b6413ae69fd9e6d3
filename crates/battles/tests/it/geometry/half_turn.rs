//! The table turned by half: every answer stays the same, bit for bit.

use super::worlds::Dealer;
use warodds_battles::geometry::{
    Arc, Direction, Edge, Move, Placing, Pose, Table, Tray, Zone, aligned,
};

/// A table with trays, and what else a state is looked at with.
struct State {
    trays: Vec<Tray>,
    direction: Direction,
    length: warodds_battles::geometry::Length,
    token: warodds_battles::geometry::Point,
    side: Arc,
    placing: Placing,
    edge: Edge,
}

impl State {
    fn random(dealer: &mut Dealer) -> Self {
        let mut trays = vec![dealer.tray(20_000)];
        while trays.len() < 6 {
            let beside = dealer.of(&trays);
            trays.push(dealer.beside(&beside, 20_000));
        }
        let placings = [Placing::Centred, Placing::Left, Placing::Right, Placing::Beside(-137)];
        Self {
            trays,
            direction: dealer.of(&Direction::ALL),
            length: dealer.length(14_000),
            token: dealer.point(20_000),
            side: dealer.of(&Arc::ALL),
            placing: dealer.of(&placings),
            edge: dealer.of(&[Edge::South, Edge::North, Edge::West, Edge::East]),
        }
    }

    fn half_turned(&self) -> Self {
        Self {
            trays: self.trays.iter().map(Tray::half_turned).collect(),
            token: self.token.half_turned(),
            edge: self.edge.opposite(),
            ..*self
        }
    }

    /// Every answer about it; places as seen from the turned table where it is turned.
    fn answers(&self, turned: bool) -> Vec<String> {
        let place = |pose: Pose| if turned { pose.half_turned() } else { pose };
        let mut all = Vec::new();
        let zone = Zone { edge: self.edge, depth: self.length };
        for one in &self.trays {
            let shape = one.shape();
            let arrow = one.arrow().map(|at| if turned { -at } else { at });
            all.push(format!(
                "{arrow:?} {} {} {} {} {:?}",
                Table::USUAL.holds(shape),
                Table::USUAL.zone_holds(zone, shape),
                shape.covers(self.token, warodds_battles::geometry::Length::new(700).unwrap()),
                shape.is_within_of(self.token, self.length),
                one.pose().moved(self.direction, self.length).map(place),
            ));
            let pose = aligned(one, self.side, self.trays[0].size(), self.placing).map(place);
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
            shape.keeps_gap(target, self.length),
            one.has_in_range(target, self.length),
            one.contact(self.direction, target),
            going.crosses(shape, target),
            one.arcs_holding_most(other),
            one.view().sees(target, others.map(Tray::shape)),
        )
    }
}

#[test]
fn ten_thousand_states_answer_alike_when_the_table_is_turned() {
    let mut dealer = Dealer::new(1);
    for case in 0..10_000 {
        let state = State::random(&mut dealer);
        let turned = state.half_turned();
        assert_eq!(state.answers(false), turned.answers(true), "case {case}");
    }
}
