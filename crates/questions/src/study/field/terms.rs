//! On which terms all attacks of a question about a field are made.

use super::Course;
use crate::study::Setting;
use warodds_games::asoiaf::{
    Attack, AttackChanges, Attacker, Bonus, Combatant, Context, Defender, DefenseChanges, Duel,
    Facing, Opening, Spending, Token, Tokens, Unit, Wanted, Weapon,
};

/// On which terms all attacks are made.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// Which attacks: each unit makes the first of its card that will do.
    pub wanted: Wanted,
    /// Where from and how.
    pub context: Context,
    /// What changes the attackers' rolls.
    pub attacking: AttackChanges,
    /// What changes the defenders' rolls.
    pub defending: DefenseChanges,
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
            attacking: AttackChanges::NONE,
            defending: DefenseChanges::NONE,
            attacker_tokens: Tokens::NONE,
            defender_tokens: Tokens::NONE,
            spending: Spending::default(),
        }
    }
}

impl Terms {
    /// The attack a unit makes: the first of its card that will do.
    pub fn weapon<'a>(&self, unit: &'a Unit) -> Option<&'a Weapon> {
        self.wanted.first(&unit.attacks)
    }

    /// A unit as it attacks; none without such an attack.
    pub(in crate::study) fn attacker(&self, unit: &Unit) -> Option<Attacker> {
        let full = Combatant::full(unit, self.attacker_tokens, self.spending).ok()?;
        Some(full.attacking_with(self.weapon(unit)?, self.attacking))
    }

    /// A unit as it is attacked; none where its morale is not known.
    pub(in crate::study) fn defender(&self, unit: &Unit) -> Option<Defender> {
        let full = Combatant::full(unit, self.defender_tokens, self.spending).ok()?;
        full.attacked(self.defending).ok()
    }

    /// The attack of one on the other.
    pub(in crate::study) fn attack(&self, attacker: &Attacker, defender: &Defender) -> Attack {
        Attack::new(attacker.clone(), defender.clone(), self.context)
    }

    /// The duel of two units, what changes rolls being the first one's attacks and the second
    /// one's saves and tests; none where one of them cannot fight.
    pub(in crate::study) fn duel(&self, [a, b]: [&Unit; 2], course: &Course) -> Option<Duel> {
        let full = |unit, tokens| Combatant::full(unit, tokens, self.spending).ok();
        let (own, other) = (full(a, self.attacker_tokens)?, full(b, self.defender_tokens)?);
        let Context { facing, charge, .. } = self.context;
        Some(Duel {
            a: own
                .attacking_with(self.weapon(a)?, self.attacking)
                .attacked(DefenseChanges::NONE)
                .ok()?,
            b: other
                .attacking_with(self.weapon(b)?, AttackChanges::NONE)
                .attacked(self.defending)
                .ok()?,
            activations: course.activations,
            opening: Opening { first: course.first, facing, charge },
        })
    }

    /// What is not as usual, for people: `facing` = `flank`, `charge` = `yes`.
    pub fn told(&self) -> Vec<Setting> {
        let Self { context, attacking, defending, .. } = self;
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
            number("hit_modifier", attacking.hit_modifier.get().into()),
            number("auto_hits", attacking.auto_hits.get().into()),
            flag("reroll_attacks", attacking.attack_rerolls.roller),
            flag("force_reroll_attacks", attacking.attack_rerolls.enemy),
            number("save_modifier", defending.save_modifier.get().into()),
            number("panic_modifier", defending.panic_modifier.get().into()),
            flag("reroll_saves", defending.save_rerolls.roller),
            flag("force_reroll_saves", defending.save_rerolls.enemy),
            flag("reroll_morale", defending.morale_rerolls.roller),
            flag("force_reroll_morale", defending.morale_rerolls.enemy),
        ];
        told.into_iter().flatten().map(|(axis, value)| Setting::text(axis, value)).collect()
    }
}
