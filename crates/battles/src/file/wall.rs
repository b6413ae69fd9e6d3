//! The card of a wall in a siege file (A13.3.6).

use super::siege::{AbilityTable, RawRange, RawWall, wrong};
use crate::army::{BattleUnit, UnitRole};
use crate::geometry::{ArcModel, Length, TraySize};
use crate::siege::SiegeError;
use warodds_games::asoiaf::effect::{Action, Change, Conditions, Effect, Effects, Moment};
use warodds_games::asoiaf::values::{Defense, DiceCount, Hit, Morale, Speed};
use warodds_games::asoiaf::{
    Ability, Body, ModelStatus, ModelledAbility, Range, Reach, Tokens, Unit, UnitType, Weapon,
};

/// The speed, defense and morale of a wall, which it never uses.
const UNUSED: i64 = 6;

impl AbilityTable<'_> {
    /// Builds a section of the wall with room for `most` wounds.
    pub(super) fn wall(&self, raw: &RawWall, most: u8) -> Result<BattleUnit, SiegeError> {
        let of = |key: &str| format!("[wall], `{key}`");
        let out = |key: &str, error: &dyn std::fmt::Display| wrong(of(key), error.to_string());
        let length =
            |key: &str, inches: f64| Length::from_inches(inches).map_err(|error| out(key, &error));
        let [width, depth] = [length("width", raw.width)?, length("depth", raw.depth)?];
        let tray = TraySize::new(width, depth, ArcModel::Diagonal);
        let tray = tray.map_err(|error| out("width` and `depth", &error))?;
        if raw.wounds == 0 {
            return Err(wrong(of("wounds"), "must be at least 1"));
        }
        let body = Body::new(1, 1, most.into()).map_err(|_| {
            let limit = Body::MOST_WOUNDS_PER_MODEL;
            wrong(of("wounds"), format!("together with those of all cards must be at most {limit}"))
        })?;
        let dice = DiceCount::new(raw.arrows.dice).map_err(|error| out("arrows.dice", &error))?;
        let hit = Hit::new(raw.arrows.hit).map_err(|error| out("arrows.hit", &error))?;
        let range = match raw.arrows.range {
            RawRange::Short => Range::Short,
            RawRange::Long => Range::Long,
        };
        let reach = Reach::Ranged(range);
        let arrows = Weapon { name: "Arrows".to_owned(), reach, hit, dice: vec![dice] };
        let own = raw.abilities.iter().map(|name| self.ability(&of("abilities"), name));
        let own = own.collect::<Result<Vec<_>, _>>()?;
        let unit = wall_unit(body, arrows, own).map_err(|error| out("wounds", &error))?;
        let wall = BattleUnit::new(unit, 0, false).map_err(|error| out("wounds", &error))?;
        Ok(BattleUnit { role: UnitRole::Wall, ..wall.on(tray) })
    }
}

/// Builds the card of a wall: it rolls no saves, takes no morale tests and gains no tokens
/// (A13.3.6).
fn wall_unit(
    body: Body,
    arrows: Weapon,
    own: Vec<ModelledAbility>,
) -> Result<Unit, warodds_games::asoiaf::values::OutOfRange> {
    let effect = |moment, change| Effect {
        moment,
        conditions: Conditions::default(),
        action: Action::Change(change),
    };
    let all = Tokens::from_bits(0b111);
    let fixed = vec![
        effect(Moment::Attacked, Change::NoSaves),
        effect(Moment::Testing, Change::AutoPass),
        effect(Moment::Always, Change::Immune(all)),
    ];
    let stone = ModelledAbility::new("Wall", Effects { fixed, ..Effects::default() });
    let ability = |one: ModelledAbility| Ability {
        name: one.name,
        status: ModelStatus::Modelled(one.effects),
        attached: false,
    };
    Ok(Unit {
        name: "wall".to_owned(),
        faction: None,
        kind: UnitType::Infantry,
        cost: None,
        speed: Some(Speed::new(UNUSED)?),
        defense: Defense::new(UNUSED)?,
        morale: Some(Morale::new(UNUSED)?),
        body,
        attacks: vec![arrows],
        abilities: std::iter::once(stone).chain(own).map(ability).collect(),
        allegiance: Default::default(),
        foreign: None,
        season: None,
        doubt: None,
        circumstances: Default::default(),
        policy: Default::default(),
    })
}
