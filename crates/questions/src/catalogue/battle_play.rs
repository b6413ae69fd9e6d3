//! How battles play a tactics card outside of attacks, charges and tests.

use std::sync::Arc;

use super::battle_trigger::BattleTrigger;
use super::play_terms::PlayTerms;
use warodds_games::asoiaf::effect::{Conditions, Effect, EffectTarget, Effects, Moment, Zone};
use warodds_games::asoiaf::{Range, Tokens, UnitType};

/// The unit for which a tactics card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChosenUnit {
    /// The unit that activates.
    Activating,
    /// The friendly unit of the trigger: that attacked or was attacked, passed a test or surges.
    OfTrigger,
    /// Any but the friendly unit of the trigger.
    Other,
    /// Any on the table.
    Any,
    /// Any on the table, of either player.
    Either,
    /// One in contact with an enemy.
    Engaged,
    /// One in contact with no enemy.
    Unengaged,
    /// One without another friend within long range.
    Alone,
}

/// The enemy for which a tactics card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChosenEnemy {
    /// The unit that activates.
    Activating,
    /// The enemy of the trigger: that attacked or was attacked, failed a test or acted.
    OfTrigger,
    /// Any but the enemy of the trigger.
    Other,
    /// Any on the table.
    Any,
    /// One in contact with the card's unit, or with any friend if the card has none.
    Engaged,
}

/// When a tactics card leaves the unit on which it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StayEnd {
    /// At the end of the turn.
    Turn,
    /// At the end of the round.
    Round,
    /// At the end of the battle.
    Battle,
    /// When its unit fails a panic test.
    FailedPanic,
    /// When its unit fails a morale test.
    Failed,
    /// When its unit passes a morale test.
    Passed,
    /// When its unit has been attacked.
    Attacked,
    /// When its unit destroys an enemy.
    Destroys,
}

impl StayEnd {
    /// All ends with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 8] = [
        (Self::Turn, "turn-end", "until the end of the turn"),
        (Self::Round, "round-end", "until the end of the round"),
        (Self::Battle, "game-end", "for the rest of the battle"),
        (Self::FailedPanic, "holder-fails-panic", "until its unit fails a panic test"),
        (Self::Failed, "holder-fails", "until its unit fails a morale test"),
        (Self::Passed, "holder-passes", "until its unit passes a morale test"),
        (Self::Attacked, "holder-attacked", "until its unit has been attacked"),
        (Self::Destroys, "holder-destroys-unit", "until its unit destroys an enemy"),
    ];

    /// Returns the description.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(end, ..)| *end == self).map_or("", |(.., words)| words)
    }
}

/// A free action that a tactics card lets a unit take (A6.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FreeAction {
    /// A manoeuvre (A6.10).
    Manoeuvre,
    /// A march (A6.11).
    March,
    /// A retreat (A6.12).
    Retreat,
    /// A shift (A6.8).
    Shift,
    /// A pivot (A6.7).
    Pivot,
    /// A melee attack (A6.15).
    Melee,
    /// A ranged attack (A6.13).
    Shot,
    /// A charge (A6.16).
    Charge,
}

impl FreeAction {
    /// All free actions with their names in files.
    pub const ALL: [(&'static str, Self); 8] = [
        ("maneuver", Self::Manoeuvre),
        ("march", Self::March),
        ("retreat", Self::Retreat),
        ("shift", Self::Shift),
        ("pivot", Self::Pivot),
        ("melee-attack", Self::Melee),
        ("ranged-attack", Self::Shot),
        ("charge", Self::Charge),
    ];
}

/// Free actions of which the unit of a tactics card takes one, if conditions hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FreeActs {
    /// What must hold for the unit and the enemy of the card.
    pub requires: Conditions,
    /// The actions of which the unit takes one.
    pub may: Vec<FreeAction>,
    /// The longest move in inches, instead of the unit's speed.
    pub inches: Option<u8>,
    /// Inches added to the unit's speed.
    pub faster: u8,
    /// The enemy that an attack or a charge must strike; any if it is `None`.
    pub at: Option<EffectTarget>,
    /// What a retreat does.
    pub retreat: FreeRetreat,
    /// Condition tokens of each enemy within short range afterwards.
    pub gives_near: Tokens,
}

/// What distinguishes a retreat by a tactics card from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FreeRetreat {
    /// How many times the die may be rolled again.
    pub rerolls: u8,
    /// The condition tokens of each enemy that is left behind.
    pub gives: Tokens,
}

/// Effects of a tactics card on each of several units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EachUnit {
    /// Whether they are friends or enemies.
    pub of: EffectTarget,
    /// The range of the card's unit, or of that of the trigger, within which they are; `None` for
    /// any distance.
    pub within: Option<Range>,
    /// What happens to each; amounts and conditions look at the card's own units.
    pub effects: Vec<Effect>,
}

/// Whether a player may leave a further unit of a card out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PickDuty {
    /// A unit is picked if there is one.
    Must,
    /// The player may pick none.
    May,
}

/// Which units may be further ones of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PickedAmong {
    /// All of their side.
    All,
    /// All but those that the card names.
    Others,
    /// Those in contact with an enemy of theirs.
    Engaged,
}

/// Further units of a tactics card, which its player picks one after the other as it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickedUnits {
    /// Whether they are friends or enemies.
    pub of: EffectTarget,
    /// Whether the card's own units are among them.
    pub among: PickedAmong,
    /// How many different ones are picked at most.
    pub count: u8,
    /// Whether fewer may be picked.
    pub duty: PickDuty,
    /// The range of the card's unit, or of its enemy, within which they are; `None` for any
    /// distance.
    pub within: Option<Range>,
    /// What must hold for each, as the card's unit or its enemy.
    pub requires: Conditions,
    /// The number of the option that must have been taken, if any.
    pub option: Option<u8>,
    /// What happens to each, as the card's unit or its enemy.
    pub effects: Vec<Effect>,
}

/// Something that a unit may not have or do until the turn ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Denied {
    /// Tactics cards that its own player plays on it.
    Cards,
    /// Its orders.
    Orders,
    /// Its abilities.
    Abilities,
    /// Healing.
    Healing,
}

impl Denied {
    /// All of them with their names in files.
    pub const ALL: [(&'static str, Self); 4] = [
        ("cards", Self::Cards),
        ("orders", Self::Orders),
        ("abilities", Self::Abilities),
        ("healing", Self::Healing),
    ];
}

/// The units that a tactics card denies something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeniedUnits {
    /// The card's unit or the enemy.
    Of(EffectTarget),
    /// Every enemy in contact with the card's unit.
    Engaged,
}

/// What a tactics card denies a unit until the turn ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denial {
    /// Whom it denies.
    pub to: DeniedUnits,
    /// What it denies.
    pub what: Vec<Denied>,
    /// When: at once, or after a test that the card calls for.
    pub moment: Moment,
}

/// The conditions under which a tactics card or an ability of the enemy is cancelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cancelling {
    /// What must hold for the player.
    pub requires: Conditions,
    /// The least face of a D6 that cancels the card; 1 for any.
    pub on: u8,
    /// After which result of a test that the answer calls for; `None` for any.
    pub after: Option<Moment>,
}

/// Whether the unit that activates still acts after a tactics card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ActivationAfter {
    /// It acts.
    #[default]
    Acts,
    /// It gives up its action.
    Forgoes,
}

/// What becomes of the orders of the unit of a tactics card (A1.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OrdersAfter {
    /// They are as before.
    #[default]
    Kept,
    /// An order that was given may be given again.
    Ready,
}

/// What a tactics card denies the unit on which it stays, from a round on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StayingDenial {
    /// What it denies.
    pub what: Vec<Denied>,
    /// The first round in which it does.
    pub from_round: u8,
}

/// What brings a token onto a tactics card that stays on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GatheringEvent {
    /// A friend of its player is destroyed.
    FriendDies,
    /// An enemy of its player is destroyed within short range of its unit.
    NearEnemyDies,
    /// Its unit destroys a rank in an attack: a token for each.
    RankDestroyed,
}

impl GatheringEvent {
    /// All events with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::FriendDies, "friend-dies", "a friend of its player is destroyed"),
        (Self::NearEnemyDies, "near-enemy-dies", "an enemy is destroyed within short range of it"),
        (Self::RankDestroyed, "rank-destroyed", "its unit destroys a rank in an attack"),
    ];

    /// Returns the description.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(event, ..)| *event == self).map_or("", |(.., words)| words)
    }
}

/// The tokens that a tactics card gathers while it stays on a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathering {
    /// What brings one.
    pub on: GatheringEvent,
    /// The types of unit whose death brings one; empty for any.
    pub types: Vec<UnitType>,
    /// What its player may do with one of them at the start of a turn of his.
    pub spent: Vec<Effect>,
}

impl Gathering {
    /// The most tokens on a card.
    pub const MOST: u8 = 3;
}

/// The terrain that a unit ignores as it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IgnoredTerrain {
    /// None.
    #[default]
    None,
    /// Rough and hindering terrain (A10.7, A10.10).
    RoughAndHindering,
}

/// What a tactics card does for the unit on which it stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StayingCard {
    /// Whether it stays on the chosen unit or on the enemy.
    pub on: EffectTarget,
    /// When it leaves.
    pub until: StayEnd,
    /// The zones that end it when their effect targets its unit.
    pub until_zone: Vec<Zone>,
    /// What it denies its unit.
    pub denies: Vec<StayingDenial>,
    /// The tokens that it gathers, which the condition `resource` counts.
    pub gathers: Option<Gathering>,
    /// What happens to its unit when the effect of a zone targets it.
    pub targeted: Vec<Effect>,
    /// Types of friends of which one must have been destroyed for it to count; empty if it counts
    /// at once.
    pub after_death_of: Vec<UnitType>,
    /// Wounds that its unit may pay for a condition token that it gains, which is removed; 0 if it
    /// may not.
    pub sheds: u8,
    /// Inches added to the speed of its unit.
    pub speed: i8,
    /// The zone that either player must control for its speed to count.
    pub speed_zone: Option<Zone>,
    /// The terrain that its unit ignores.
    pub terrain: IgnoredTerrain,
    /// What it does as an ability of its unit.
    pub effects: Arc<Effects>,
    /// Cards that its player draws when the unit activates and when a zone targets the unit.
    pub draw: u8,
}

/// The player who takes the options of a tactics card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OptionChooser {
    /// The card's player, who names them with the card.
    #[default]
    Own,
    /// The enemy, once the card is played.
    Enemy,
}

/// A way in which battles play a tactics card outside of attacks, charges and tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattlePlay {
    /// The name that distinguishes it from other ways to play the card.
    pub name: Option<String>,
    /// When it is played.
    pub trigger: BattleTrigger,
    /// The unit that has the effects; `None` if the card is for an enemy alone, or for no unit.
    pub unit: Option<ChosenUnit>,
    /// The enemy on which the effects act, if any.
    pub enemy: Option<ChosenEnemy>,
    /// The range of the unit within which the enemy must be; `None` for any distance.
    pub within: Option<Range>,
    /// The range of the trigger's unit within which the unit must be.
    pub unit_near: Option<Range>,
    /// The range of the trigger's unit within which the enemy must be.
    pub enemy_near: Option<Range>,
    /// What must hold for the units of the trigger and for its attack.
    pub of_trigger: Conditions,
    /// The condition tokens of which the unit of the trigger has gained one; none for any.
    pub gained: Tokens,
    /// What must hold for the unit and the enemy.
    pub requires: Conditions,
    /// What it does at once: effects of [`Self::moment`], and those that follow their tests.
    pub effects: Arc<Effects>,
    /// Who takes the options of the effects.
    pub chooser: OptionChooser,
    /// The range of the enemy in which each friend but the first adds an option to take.
    pub picks_near: Option<Range>,
    /// What happens to each of several other units.
    pub each: Vec<EachUnit>,
    /// Further units that its player picks, and what happens to them.
    pub targets: Vec<PickedUnits>,
    /// What it denies a unit until the turn ends.
    pub denies: Option<Denial>,
    /// How the card of the enemy is cancelled; the first that holds counts.
    pub cancels: Vec<Cancelling>,
    /// The free actions of the unit, after the effects.
    pub acts: Vec<FreeActs>,
    /// Whether the unit that activates still acts.
    pub activation: ActivationAfter,
    /// What becomes of the orders of the unit.
    pub orders: OrdersAfter,
    /// The cards that its player draws.
    pub draw: u8,
    /// What it does for the unit on which it stays.
    pub stays: Option<StayingCard>,
    /// What it costs, how often it is played, and what it does to cards and zones.
    pub terms: PlayTerms,
}

impl BattlePlay {
    /// Returns the moment of the effects that the card has at once.
    pub const fn moment(&self) -> Moment {
        match self.trigger {
            BattleTrigger::EnemyActivates => Moment::EnemyActivating,
            _ => Moment::Activating,
        }
    }
}
