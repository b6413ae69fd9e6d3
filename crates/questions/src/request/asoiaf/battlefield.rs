//! Keys of terrain near units and of zones that are claimed.

use super::combat::{WoundsLeft, checked};
use super::names;
use crate::catalogue::Catalogue;
use crate::document::schema::{Schema, line};
use crate::request::role::{A, B, of_two, side};
use crate::request::{RequestError, Value, groups, keys, numbers};
use warodds_games::asoiaf::effect::CountRange;
use warodds_games::asoiaf::values::{Modifier, Morale, Restored};
use warodds_games::asoiaf::{
    ActivePlayer, Attack, Combatant, Friends, Panic, Spending, Token, Tokens, zones,
};

keys! {
    /// Terrain and zones of an attack.
    pub struct Battlefield in Situation {
        /// The attacker stands in dangerous terrain: D3+1 wounds after its action.
        flag in_dangerous [Part("terrain", "attacker")];
        /// Horrific terrain is within short range of the defender: −1 to its morale tests.
        flag horrific [Part("terrain", "defender")];
        /// Inspiring terrain is within short range of the defender: +1 to its morale tests.
        flag inspiring [Part("terrain", "defender")];
        /// Claim the Crown first: the defender takes a panic test at −1.
        flag crown [Part("situation", "attacker")];
        /// Claim the Wealth first: the attacker restores N wounds.
        maybe wealth: Whole3 [Part("situation", "attacker")], "N";
        /// Remove this token from the attacker with the Wealth.
        maybe wealth_removes: TokenName [Part("situation", "attacker")], "TOKEN";
    }
}

keys! {
    /// Zones that are claimed for one side during a duel.
    pub struct SideClaims<ROLE> in Situation {
        /// Claim the Crown at the start of the activation of {role}: {enemy} takes a panic test at
        /// −1.
        flag crown [Part("situation", side(ROLE))];
        /// Claim the Wealth at the start of the activation of {role}, which restores N wounds.
        maybe wealth: Whole3 [Part("situation", side(ROLE))], "N";
        /// Remove this token from {role} with the Wealth.
        maybe wealth_removes: TokenName [Part("situation", side(ROLE))], "TOKEN";
    }
}

keys! {
    /// The rounds in which zones are claimed.
    pub struct ClaimRounds in Situation {
        /// Rounds of the game in which these zones are claimed [default: all]. The duel starts in
        /// the round of --round.
        maybe claimed_in: Rounds, "ROUNDS";
    }
}

groups! {
    /// Zones that are claimed during a duel.
    pub struct Claims {
        /// For a.
        pub one: SideClaims<A>,
        /// For b.
        pub other: SideClaims<B>,
        /// The rounds in which they are claimed.
        pub rounds: ClaimRounds,
    }
}

/// Wounds that the Wealth restores (A9.2).
pub(crate) type Whole3 = crate::request::BoundedInteger<0, 3>;

/// A round of the game, or a range of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    first: u8,
    last: u8,
}

/// The last round that a duel may reach.
const LAST_ROUND: i64 = 80;

impl Value for Rounds {
    fn read(text: &str) -> Result<Self, String> {
        let round = |text: &str| numbers::within::<u8, 1, LAST_ROUND>(text);
        let Some((first, last)) = text.split_once("..") else {
            let tip = |wrong| format!("{wrong}, or a range of them, such as 2..4");
            return round(text).map(|one| Self { first: one, last: one }).map_err(tip);
        };
        let last = last.strip_prefix('=').unwrap_or(last);
        match (round(first), round(last)) {
            (Ok(first), Ok(last)) if first <= last => Ok(Self { first, last }),
            _ => Err(format!(
                "it must be a round from 1 to {LAST_ROUND}, or a range of rounds, such as 2..4"
            )),
        }
    }

    fn show(&self) -> String {
        let Self { first, last } = self;
        if first == last { first.to_string() } else { format!("{first}..{last}") }
    }

    fn schema() -> Schema {
        crate::document::schema::any_of([
            crate::document::schema::whole(1, LAST_ROUND),
            serde_json::json!({ "type": "string", "pattern": r"^\d{1,2}\.\.\d{1,2}$" }),
        ])
    }
}

impl From<Rounds> for CountRange {
    fn from(Rounds { first, last }: Rounds) -> Self {
        Self { least: first, most: last }
    }
}

/// The name of a single token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenName {
    /// Panicked.
    Panicked,
    /// Vulnerable.
    Vulnerable,
    /// Weakened.
    Weakened,
}

crate::request::choices!(TokenName {
    TokenName::Panicked => "panicked", "the enemy may make it reroll panic tests";
    TokenName::Vulnerable => "vulnerable", "the enemy may make it reroll saves";
    TokenName::Weakened => "weakened", "the enemy may make it reroll hits";
});

impl From<TokenName> for Token {
    fn from(token: TokenName) -> Self {
        match token {
            TokenName::Panicked => Self::Panicked,
            TokenName::Vulnerable => Self::Vulnerable,
            TokenName::Weakened => Self::Weakened,
        }
    }
}

keys! {
    /// Terrain near one side.
    pub struct SideTerrain<ROLE> in Situation {
        /// Horrific terrain is within short range of {role}: −1 to its morale tests.
        flag horrific [
            Part("terrain", side(ROLE)),
            Mistaken(of_two(ROLE, "own-horrific", "enemy-horrific"))
        ];
        /// Inspiring terrain is within short range of {role}: +1 to its morale tests.
        flag inspiring [
            Part("terrain", side(ROLE)),
            Mistaken(of_two(ROLE, "own-inspiring", "enemy-inspiring"))
        ];
    }
}

keys! {
    /// Terrain and zones of a panic test.
    pub struct TestSurroundings in Situation {
        /// Horrific terrain is within short range: −1 to the test.
        flag horrific;
        /// Inspiring terrain is within short range: +1 to the test.
        flag inspiring;
        /// The Crown causes the test: −1, in the enemy's turn.
        flag crown;
    }
}

impl TestSurroundings {
    /// Applies terrain and zones to the tested unit (A9.2, A10.8).
    ///
    /// # Errors
    /// [`RequestError`] if the total modifier is out of range.
    pub(crate) fn apply_to(&self, mut unit: Combatant) -> Result<Combatant, RequestError> {
        unit.surroundings.horrific = self.horrific;
        unit.surroundings.inspiring = self.inspiring;
        let crown = if self.crown { zones::CROWN } else { 0 };
        let modifier = i64::from(unit.modifiers.panic_modifier.get()) + i64::from(crown);
        unit.modifiers.panic_modifier = checked("panic-modifier", Modifier::new(modifier))?;
        Ok(unit)
    }
}

keys! {
    /// Friends of a shooter.
    pub struct FriendKeys in Situation {
        /// A friend of the attacker that is engaged with the defender, as the name of a unit or as
        /// MORALE:WOUNDS. A ranged attack makes it take a panic test. May be given several times.
        several friend: Friend, "FRIEND";
    }
}

/// A friend, by name or in plain numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Friend {
    /// The name of the friend's card.
    Named(String),
    /// The friend's morale and its wounds left.
    Numbers(Morale, WoundsLeft),
}

impl Value for Friend {
    fn read(text: &str) -> Result<Self, String> {
        let Some((morale, wounds)) = text.split_once(':') else {
            return Ok(Self::Named(text.to_owned()));
        };
        Ok(Self::Numbers(numbers::card(morale)?, WoundsLeft::read(wounds)?))
    }

    fn show(&self) -> String {
        match self {
            Self::Named(name) => name.clone(),
            Self::Numbers(morale, wounds) => format!("{}:{}", morale.get(), wounds.get()),
        }
    }

    fn schema() -> Schema {
        line(400)
    }
}

impl Battlefield {
    /// Applies terrain and zones to the attacker and the defender.
    ///
    /// # Errors
    /// None in practice: `wealth` is within the range of [`Restored`].
    pub fn apply_to(&self, [own, other]: [&mut Combatant; 2]) -> Result<(), RequestError> {
        own.surroundings.dangerous |= self.in_dangerous;
        other.surroundings.horrific = self.horrific;
        other.surroundings.inspiring = self.inspiring;
        let claims = ZoneClaims {
            crown: self.crown,
            wealth: self.wealth,
            removes: self.wealth_removes,
            rounds: CountRange::ANY,
        };
        claims.add_to(own)
    }
}

/// The zones claimed for one unit.
#[derive(Clone, Copy)]
struct ZoneClaims {
    crown: bool,
    wealth: Option<Whole3>,
    removes: Option<TokenName>,
    rounds: CountRange,
}

impl ZoneClaims {
    /// Adds the effects of the zones to a unit.
    fn add_to(self, unit: &mut Combatant) -> Result<(), RequestError> {
        let Self { crown, wealth, removes, rounds } = self;
        if crown {
            unit.abilities.push(zones::crown(rounds));
        }
        if wealth.is_some() || removes.is_some() {
            let restored = Restored::new(wealth.map_or(0, Whole3::get));
            let restored = restored.map_err(RequestError::refused)?;
            unit.abilities.push(zones::wealth(rounds, restored, removes.map(Token::from)));
        }
        Ok(())
    }
}

impl<const ROLE: u8> SideClaims<ROLE> {
    const fn claims(&self, rounds: CountRange) -> ZoneClaims {
        let Self { crown, wealth, wealth_removes: removes } = *self;
        ZoneClaims { crown, wealth, removes, rounds }
    }
}

impl Claims {
    /// Applies the zones to both sides of a duel.
    ///
    /// # Errors
    /// [`RequestError::Refused`] for rounds without any claimed zone.
    pub(crate) fn apply_to(&self, sides: [&mut Combatant; 2]) -> Result<(), RequestError> {
        let claimed_in = self.rounds.claimed_in;
        let rounds = claimed_in.map_or(CountRange::ANY, CountRange::from);
        let (a, b) = (self.one.claims(rounds), self.other.claims(rounds));
        let none = |one: &ZoneClaims| !one.crown && one.wealth.is_none() && one.removes.is_none();
        if claimed_in.is_some() && none(&a) && none(&b) {
            return Err(RequestError::refused(
                "--claimed-in says when zones are claimed, and no zone is: add --a-crown, \
                 --b-crown, --a-wealth or --b-wealth",
            ));
        }
        sides.into_iter().zip([a, b]).try_for_each(|(side, claims)| claims.add_to(side))
    }
}

impl<const ROLE: u8> SideTerrain<ROLE> {
    /// Adds the terrain to a unit (A10.8).
    pub(crate) const fn apply_to_side(&self, unit: &mut Combatant) {
        unit.surroundings.horrific = self.horrific;
        unit.surroundings.inspiring = self.inspiring;
    }
}

impl FriendKeys {
    /// Adds the panic tests of friends to a ranged attack (A6.14).
    ///
    /// # Errors
    /// [`RequestError`] for a melee attack, an unknown name, and too many friends.
    pub fn apply_to_attack(
        &self,
        attack: &mut Attack,
        catalogue: &Catalogue,
    ) -> Result<(), RequestError> {
        if self.friend.is_empty() {
            return Ok(());
        }
        if !attack.context.engagement.is_ranged() {
            return Err(RequestError::refused(
                "--friend applies to shots into a melee (A6.14), and this is a melee attack: add \
                 --ranged",
            ));
        }
        let tests: Result<Vec<Panic>, _> =
            self.friend.iter().map(|friend| friend.test(catalogue)).collect();
        attack.friends = Friends::new(tests?).map_err(RequestError::refused)?;
        Ok(())
    }
}

impl Friend {
    /// Returns the panic test of the friend.
    fn test(&self, catalogue: &Catalogue) -> Result<Panic, RequestError> {
        let spending = Spending::default();
        let unit = match self {
            Self::Numbers(morale, wounds) => {
                let state = super::combat::plain_state("friend", wounds.get(), Tokens::NONE)?;
                Combatant { morale: Some(*morale), ..Combatant::plain(state, spending) }
            }
            Self::Named(name) => {
                let unit = names::unit(catalogue, ("friend", name), ("friend", None))?;
                let left = names::WoundsLeftOf::Lost("friend", 0);
                names::combatant(&unit, left, Tokens::NONE, spending)?
            }
        };
        Panic::new(unit, ActivePlayer::Own, spending)
            .map_err(|wrong| names::lacking(wrong).about("friend"))
    }
}
