//! Handmade campaigns for tests.

use super::{
    AreaId, AtLimit, BattleModel, Campaign, CampaignSide, Factor, Map, Prices, SideId, SidePolicy,
};

/// The players of the rulebook's examples, in order of initiative.
pub(crate) const ERIC: SideId = id(0);
/// The second player.
pub(crate) const ROB: SideId = id(1);
/// The third player.
pub(crate) const JASON: SideId = id(2);
/// The last player.
pub(crate) const BRIAN: SideId = id(3);

const fn id(index: u8) -> SideId {
    SideId::constant(index)
}

/// Returns the ids of the first sides.
pub(crate) fn ids(sides: usize) -> Vec<SideId> {
    (0..sides).filter_map(SideId::of).collect()
}

/// Returns an area by index.
pub(crate) fn area(index: usize) -> AreaId {
    AreaId::of(index).expect("in range")
}

/// Returns sides with these numbers of areas each, next to each other on a line, without a target.
pub(crate) fn line(areas: &[usize]) -> Campaign {
    let all: usize = areas.iter().sum();
    let links: Vec<_> = (1..all).map(|index| (area(index - 1), area(index))).collect();
    let mut next = 0;
    let side = |(number, count): (usize, &usize)| {
        let own: Vec<AreaId> = (next..next + count).map(area).collect();
        next += count;
        CampaignSide {
            name: ["Eric", "Rob", "Jason", "Brian"][number].to_owned(),
            strengths: vec![Factor::ONE],
            border: own.clone(),
            areas: own,
            objectives: Vec::new(),
            detachments: 3,
            policy: SidePolicy::default(),
        }
    };
    Campaign {
        map: Map::new((0..all).map(|index| index.to_string()).collect(), &links),
        sides: areas.iter().enumerate().map(side).collect(),
        chances: Vec::new(),
        target: None,
        limit: 10,
        at_limit: AtLimit::Undecided,
        battle: BattleModel::default(),
        prices: Prices::default(),
    }
}

/// Returns four sides on a line.
pub(crate) fn four(areas: [usize; 4]) -> Campaign {
    line(&areas)
}
