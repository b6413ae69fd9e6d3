//! On which terms all attacks of a question about a field are made.

use super::Course;
use crate::study::Setting;
use warodds_games::asoiaf::{
    Attack, Bonus, Context, Duel, Facing, Fielded, GuardChanges, Opening, Spending, StrikeChanges,
    Striker, Struck, Token, Tokens, Unit, Wanted, Weapon, matchup,
};

/// On which terms all attacks are made.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// Which attacks: each unit makes the first of its card that will do.
    pub wanted: Wanted,
    /// Where from and how.
    pub context: Context,
    /// What changes the attackers' rolls.
    pub strike: StrikeChanges,
    /// What changes the defenders' rolls.
    pub guard: GuardChanges,
    /// What every attacker holds.
    pub attacker_tokens: Tokens,
    /// What every defender holds.
    pub defender_tokens: Tokens,
    /// When players spend the tokens of enemy units.
    pub spending: Spending,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            wanted: Wanted::Melee,
            context: Context::default(),
            strike: StrikeChanges::NONE,
            guard: GuardChanges::NONE,
            attacker_tokens: Tokens::NONE,
            defender_tokens: Tokens::NONE,
            spending: Spending::default(),
        }
    }
}

impl Terms {
    /// The attack a unit makes: the first of its card that will do.
    pub fn weapon<'a>(&self, unit: &'a Unit) -> Option<&'a Weapon> {
        self.wanted.first(unit)
    }

    /// A unit as it strikes; none without such an attack.
    pub(in crate::study) fn striker<'a>(&self, unit: &'a Unit) -> Option<Striker<'a>> {
        let fielded = Fielded::full(unit, self.attacker_tokens, self.spending).ok()?;
        Some(fielded.striker(self.weapon(unit)?, self.strike))
    }

    /// A unit as it is struck; none where its morale is not known.
    pub(in crate::study) fn struck<'a>(&self, unit: &'a Unit) -> Option<Struck<'a>> {
        Fielded::full(unit, self.defender_tokens, self.spending).ok()?.struck(self.guard).ok()
    }

    /// The attack of one on the other.
    pub(in crate::study) fn attack(&self, striker: &Striker<'_>, struck: &Struck<'_>) -> Attack {
        matchup::attack(striker, struck, self.context)
    }

    /// The duel of two units, what changes rolls being the first one's attacks and the second
    /// one's saves and tests; none where one of them cannot fight.
    pub(in crate::study) fn duel(&self, [a, b]: [&Unit; 2], course: &Course) -> Option<Duel> {
        let fielded = |unit, tokens| Fielded::full(unit, tokens, self.spending).ok();
        let (own, other) = (fielded(a, self.attacker_tokens)?, fielded(b, self.defender_tokens)?);
        let plain = StrikeChanges::NONE;
        let (strikes, answers) =
            (own.striker(self.weapon(a)?, self.strike), other.striker(self.weapon(b)?, plain));
        let Context { facing, charge, .. } = self.context;
        Some(Duel {
            a: strikes.duellist(&own.struck(GuardChanges::NONE).ok()?),
            b: answers.duellist(&other.struck(self.guard).ok()?),
            activations: course.activations,
            opening: Opening { first: course.first, facing, charge },
        })
    }

    /// What is not as usual, for people: `facing` = `flank`, `charge` = `yes`.
    pub fn told(&self) -> Vec<Setting> {
        let Self { context, strike, guard, .. } = self;
        let flag = |name: &str, holds: bool| holds.then(|| (name.to_owned(), "yes".to_owned()));
        let number = |name: &str, n: i64| (n != 0).then(|| (name.to_owned(), format!("{n:+}")));
        let tokens = |name: &str, tokens: Tokens| {
            let held: Vec<&str> = Token::ALL
                .into_iter()
                .filter(|token| tokens.holds(*token))
                .map(Token::name)
                .collect();
            (!held.is_empty()).then(|| (name.to_owned(), held.join(", ")))
        };
        let told = [
            (context.facing != Facing::Front)
                .then(|| ("facing".to_owned(), context.facing.name().to_owned())),
            flag("charge", context.charge != Bonus::None),
            flag("disorderly", context.charge == Bonus::Disorderly),
            flag("fortified", context.fortified),
            flag("cover", context.cover),
            tokens("attacker_tokens", self.attacker_tokens),
            tokens("defender_tokens", self.defender_tokens),
            (self.spending != Spending::default())
                .then(|| ("spending".to_owned(), self.spending.name().to_owned())),
            number("hit_modifier", strike.hit_modifier.get().into()),
            number("auto_hits", strike.auto_hits.get().into()),
            flag("reroll_attacks", strike.attack_rerolls.roller),
            flag("force_reroll_attacks", strike.attack_rerolls.enemy),
            number("save_modifier", guard.save_modifier.get().into()),
            number("panic_modifier", guard.panic_modifier.get().into()),
            flag("reroll_saves", guard.save_rerolls.roller),
            flag("force_reroll_saves", guard.save_rerolls.enemy),
            flag("reroll_morale", guard.morale_rerolls.roller),
            flag("force_reroll_morale", guard.morale_rerolls.enemy),
        ];
        told.into_iter().flatten().map(|(axis, value)| Setting::text(axis, value)).collect()
    }
}
