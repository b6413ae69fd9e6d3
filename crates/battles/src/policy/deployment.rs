//! Deployment (A13.9): which unit comes next, and where it stands.

use super::{BattlePolicy, PolicyKind, ViewHash};
use crate::battle::{may_deploy, pack_units};
use crate::choice::PlayerChoice;
use crate::decision::{DecisionError, PlayerView};
use crate::field::{PlacedUnit, PlayerId, UnitId};
use crate::geometry::{EdgeStrip, Heading, Point, Pose, Tray, TraySize};

/// Returns the unit to deploy next: the most expensive, as only the first two of A Clash of Kings
/// act in its first round (A13.2.1); of equals a random one.
fn next_deployed(
    view: &PlayerView<'_>,
    units: &[UnitId],
    (policy, hash): (BattlePolicy, ViewHash),
) -> Option<UnitId> {
    // a random policy has no preferences
    let is_random = policy.kind == PolicyKind::Random;
    let weight = if is_random { 0.0 } else { policy.weights.deployment };
    let cost = |unit: UnitId| view.battle.fighter(unit).map_or(0, |fighter| fighter.cost);
    let from = hash.below(units.len());
    let in_order = units.iter().cycle().skip(from).take(units.len()).copied();
    let valued = in_order.map(|unit| (weight * f64::from(cost(unit)), unit));
    let best = valued.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.map(|(_, unit)| unit)
}

/// Deploys one of `units` at the front of the zone, leaving room for the others.
pub(super) fn deploy(
    view: &PlayerView<'_>,
    units: &[UnitId],
    (policy, hash): (BattlePolicy, ViewHash),
) -> Result<PlayerChoice, DecisionError> {
    let no_room = || DecisionError::None("a unit finds no room in its deployment zone".to_owned());
    let size = |unit: UnitId| view.battle.fighter(unit).map(|fighter| fighter.tray);
    let unit = next_deployed(view, units, (policy, hash)).ok_or_else(no_room)?;
    let mut others: Vec<(UnitId, TraySize)> = units
        .iter()
        .filter(|other| **other != unit)
        .filter_map(|other| Some((*other, size(*other)?)))
        .collect();
    let deployed = view.state.units_on_table(PlayerId::South).count();
    if let Some(most) = view.state.first_units(view.battle, PlayerId::South) {
        others.truncate(most.saturating_sub(deployed + 1));
    }
    let own_zone = view.state.zone(view.battle, PlayerId::South);
    let tray = size(unit).ok_or_else(no_room)?;
    // packing the others is costly, so it is checked only where they need half of the width
    let is_tight = {
        let all = others.iter().map(|(_, size)| size.width()).sum::<i32>() + tray.width();
        2 * (all + deployed as i32 * 5_500) > view.battle.table.width()
    };
    for pose in deployment_poses(view, tray, own_zone, hash) {
        let at = PlacedUnit { player: PlayerId::South, tray: Tray::new(tray, pose) };
        if !may_deploy(&view.state.field, unit, at, own_zone) {
            continue;
        }
        let mut field = view.state.field.clone();
        let leaves_room = !is_tight
            || (field.place_unit(unit, at).is_ok()
                && pack_units(&field, own_zone, &others).is_some());
        if leaves_room {
            return Ok(PlayerChoice::Deploy(unit, pose));
        }
    }
    // no such place: pack all tightly, the selected unit first or in the order of `units`
    let mut first = vec![(unit, tray)];
    first.extend(others);
    let in_order: Vec<(UnitId, TraySize)> =
        units.iter().filter_map(|unit| Some((*unit, size(*unit)?))).collect();
    let packed = pack_units(&view.state.field, own_zone, &first)
        .or_else(|| pack_units(&view.state.field, own_zone, &in_order));
    let (unit, pose) = packed.and_then(|all| all.first().copied()).ok_or_else(no_room)?;
    Ok(PlayerChoice::Deploy(unit, pose))
}

/// Returns poses along the front of the zone: random ones, then from the middle outward.
pub(super) fn deployment_poses(
    view: &PlayerView<'_>,
    tray: TraySize,
    zone: EdgeStrip,
    hash: ViewHash,
) -> impl Iterator<Item = Pose> {
    let table = view.battle.table;
    let front = -table.depth() / 2 + zone.depth.thousandths() - tray.depth() / 2;
    let most = i64::from(table.width() - tray.width()) / 2;
    let inner = most * 3 / 4;
    let random = (0..12).map(move |number| hash.with(number).between(-inner, inner));
    let outward = (0..=most / 500).flat_map(|step| [500 * step, -500 * step]);
    random.chain(outward).filter_map(move |x| {
        Some(Pose { middle: Point::new(x, front.into()).ok()?, heading: Heading::NORTH })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Mode;
    use crate::play::tests::{battle, state};
    use crate::policy::tests::view;

    /// Units 0 to 2 cost 5, 7 and 6 points. Without a weight each is chosen for some hash.
    #[test]
    fn the_most_expensive_unit_is_deployed_first() {
        let mut battle = battle(Mode::AClashOfKings);
        for (unit, cost) in battle.units.iter_mut().zip([5, 7, 6]) {
            unit.cost = cost;
        }
        let state = state(&battle, &[], &[]);
        let outcomes = battle.outcome_cache();
        let view = view(&battle, &outcomes, &state);
        let units = [UnitId(0), UnitId(1), UnitId(2)];
        let chosen = |weight: f64, kind: PolicyKind| {
            let mut policy = BattlePolicy::new(kind, battle.mode);
            policy.weights.deployment = weight;
            let hashes = (0..50).map(|number| ViewHash::new(&view).with(number));
            let mut chosen: Vec<UnitId> =
                hashes.filter_map(|hash| next_deployed(&view, &units, (policy, hash))).collect();
            chosen.sort();
            chosen.dedup();
            chosen
        };
        assert_eq!(chosen(1.0, PolicyKind::Greedy), [UnitId(1)]);
        assert_eq!(chosen(0.0, PolicyKind::Greedy), units);
        assert_eq!(chosen(1.0, PolicyKind::Random), units);
    }
}
