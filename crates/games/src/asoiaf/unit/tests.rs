use super::super::ability::ModelStatus;
use super::super::values::{DiceCount, Hit};
use super::*;

#[test]
fn ranks_go_with_their_last_model() {
    let infantry = Body::new(12, 3, 1).expect("a full infantry unit");
    let ranks: Vec<u8> = (0..=12).map(|left| infantry.ranks_left(left)).collect();
    assert_eq!(ranks, [0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    // Stark Outriders (A1.3): 4 models of 3 wounds in 2 ranks; 4 wounds remove one model and
    // wound the next
    let outriders = Body::new(4, 2, 3).expect("a full cavalry unit");
    assert_eq!(
        (
            outriders.wounds(),
            outriders.ranks_left(8),
            outriders.ranks_left(7),
            outriders.ranks_left(6)
        ),
        (12, 2, 2, 1)
    );
}

#[test]
fn what_forms_no_unit_is_refused() {
    assert_eq!(Body::new(10, 3, 1), Err(BodyError::Unequal { models: 10, ranks: 3 }));
    assert!(
        Body::new(40, 2, 20).is_err()
            && Body::new(0, 1, 1).is_err()
            && Body::new(12, 0, 1).is_err()
    );
    let body = Body::new(12, 3, 1).expect("a full infantry unit");
    assert!(
        UnitState::after(body, 12, Tokens::NONE).is_err()
            && UnitState::after(body, -1, Tokens::NONE).is_err()
    );
    assert_eq!(UnitState::after(body, 11, Tokens::NONE).map(UnitState::wounds_left), Ok(1));
}

/// What a weapon does counts where it is in hand; abilities that are no weapon's always do.
#[test]
fn only_the_weapon_in_hand_may_lack_something() {
    let weapon = |name: &str| Weapon {
        name: name.to_owned(),
        reach: Reach::Melee,
        hit: Hit::new(4).expect("in range"),
        dice: vec![DiceCount::new(6).expect("in range")],
    };
    let ability = |name: &str| Ability {
        name: name.into(),
        status: ModelStatus::NotModelled,
        attached: false,
    };
    let unit = Unit {
        name: "Bowmen".to_owned(),
        faction: None,
        kind: UnitType::Infantry,
        cost: None,
        speed: None,
        defense: Defense::new(4).expect("in range"),
        morale: None,
        body: Body::new(12, 3, 1).expect("a full infantry unit"),
        attacks: vec![weapon("Knives"), weapon("Bows")],
        abilities: ["Knives", "Bows", "Zeal"].map(ability).to_vec(),
        allegiance: Default::default(),
        foreign: None,
        season: None,
        doubt: None,
        circumstances: Default::default(),
        policy: Default::default(),
    };
    assert_eq!(unit.not_counted(None), ["Zeal"]);
    assert_eq!(unit.not_counted(Some(&weapon("Bows"))), ["Bows", "Zeal"]);
    assert_eq!(unit.not_counted(Some(&weapon("Knives"))), ["Knives", "Zeal"]);
}
