//! Random cards with random effects of the whole language, as a catalogue writes them, and random
//! situations.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use warodds::catalogue::vocabulary::{AllowedMoments, EFFECT_KEYS, EffectKey, ValueShape};
use warodds::games::asoiaf::effect::{Moment, Zone};
use warodds::games::asoiaf::{
    ChargeEffects, Circumstances, Context, Engagement, Facing, Fishing, Range, Spending,
    Surroundings, Token, Tokens,
};

use super::super::bench::{Fighter, fighter};

/// Deals fighters.
pub(super) struct Dealer {
    dice: Xoshiro256PlusPlus,
    words: Words,
    choices: Choices,
}

/// What players may choose beside rerolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choices {
    None,
    /// Options and orders that count before a charge is rolled.
    Early,
    All,
}

/// Which words cards are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    /// Those of attacks.
    OfAttacks,
    /// All, those of charges often.
    OfCharges,
}

const TOKENS: [&str; 3] = ["panicked", "vulnerable", "weakened"];

impl Dealer {
    /// The dealer of a seed.
    pub(super) fn new(seed: u64) -> Self {
        let dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { dice, words: Words::OfAttacks, choices: Choices::All }
    }

    /// The same for charges.
    pub(super) fn of_charges(self) -> Self {
        Self { words: Words::OfCharges, ..self }
    }

    /// The same for units whose players have nothing to choose but rerolls.
    pub(super) fn without_choices(self) -> Self {
        Self { choices: Choices::None, ..self }
    }

    /// The same for units whose players choose before a charge is rolled, and not after it.
    pub(super) fn choosing_early(self) -> Self {
        Self { choices: Choices::Early, ..self }
    }

    pub(super) fn often(&mut self, share: f64) -> bool {
        self.dice.random_bool(share)
    }

    pub(super) fn number(&mut self, from: i64, to: i64) -> i64 {
        self.dice.random_range(from..=to)
    }

    pub(super) fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.dice.random_range(0..all.len())].clone()
    }

    /// How the attack is made; from afar now and then.
    pub(super) fn context(&mut self, reach: &str) -> Context {
        let melee = reach == "melee";
        let disorderly = (melee && self.often(0.4)).then(|| self.one_of(&[false, false, true]));
        let facing = self.one_of(&Facing::ALL);
        let range = if reach == "short" { Range::Short } else { Range::Long };
        let engagement = if melee {
            let effects = |disorderly| ChargeEffects { disorderly, fortified: self.often(0.15) };
            Engagement::Melee { charge: disorderly.map(effects) }
        } else {
            Engagement::Ranged { range, cover: self.often(0.3) }
        };
        Context { facing, engagement }
    }

    /// Terrain around a unit.
    pub(super) fn surroundings(&mut self) -> Surroundings {
        Surroundings {
            dangerous: self.often(0.1),
            horrific: self.often(0.15),
            inspiring: self.often(0.15),
        }
    }

    /// A card with up to three abilities, as it stands.
    pub(super) fn fighter(&mut self, strikes: bool) -> Fighter {
        let (body, dice) = self.one_of(&[
            ((1, 1, 4), "3"),
            ((2, 2, 1), "2, 3"),
            ((2, 2, 2), "3, 1"),
            ((3, 3, 1), "3, 2, 1"),
            ((4, 2, 1), "2, 2"),
            ((6, 3, 1), "3, 2, 1"),
            ((3, 3, 2), "2, 2, 1"),
            ((8, 2, 1), "3, 2"),
        ]);
        let reach = if strikes {
            self.one_of(&["melee", "melee", "melee", "short", "long"])
        } else {
            "melee"
        };
        let mut one = fighter().but(|one| (one.body, one.dice, one.reach) = (body, dice, reach));
        one.kind = self.one_of(&["infantry", "cavalry", "monster", "war-machine"]);
        (one.hit, one.defense, one.morale) =
            (self.number(2, 6), self.number(2, 6), self.number(4, 10));
        one.lost = if self.often(0.4) { 0 } else { self.number(0, body.0 * body.2 - 1) };
        one.tokens = Token::ALL.into_iter().filter(|_| self.often(0.2)).collect::<Tokens>();
        one.policy.spending = self.one_of(&[
            Spending::WhenItHelps,
            Spending::WhenItHelps,
            Spending::Always,
            Spending::Never,
        ]);
        if self.choices != Choices::All {
            one.policy.spending = self.one_of(&[Spending::Always, Spending::Never]);
            one.policy.fishing = Fishing::Never;
        }
        one.circumstances = self.circumstances();
        for _ in 0..self.number(0, 3) {
            one = self.with_ability(one);
        }
        if !one.abilities.is_empty() && self.often(0.2) {
            one.attached = 1;
        }
        one
    }

    fn circumstances(&mut self) -> Circumstances {
        Circumstances {
            zones: Zone::ALL.iter().map(|(zone, _)| *zone).filter(|_| self.often(0.4)).collect(),
            round: self.number(1, 3) as u8,
            activated: self.often(0.5),
            engaged_since_start: self.often(0.5),
            resource: self.number(0, 2) as u8,
            supported: self.often(0.3),
            near_commander: self.often(0.5),
        }
    }

    /// The same with another ability that the reader takes.
    fn with_ability(&mut self, one: Fighter) -> Fighter {
        loop {
            let orders = match self.choices {
                Choices::None => 0.0,
                Choices::Early => 0.3,
                Choices::All => 0.15,
            };
            let order = if orders > 0.0 && self.often(orders) { "Order: " } else { "" };
            let name = format!("{order}Ability {}", one.abilities.len() + 1);
            let body = self.body();
            let chooses = !order.is_empty() || body.contains("choose");
            if self.choices == Choices::Early && chooses && !is_early(&body) {
                continue;
            }
            // of ways to survive no more than can be kept count of
            let survivals = body.matches("survive").count()
                + one.abilities.iter().filter(|(_, body)| body.contains("survive")).count();
            if survivals > 2 || fighter().ability(&name, &body).read().is_err() {
                continue;
            }
            return one.ability(&name, &body);
        }
    }

    /// What an ability does: effects, options, or both.
    fn body(&mut self) -> String {
        let count = self.number(1, 2);
        let fixed = self.effects(count);
        let choices = match self.choices {
            Choices::None => 0.0,
            Choices::Early => 0.4,
            Choices::All => 0.2,
        };
        if choices == 0.0 || !self.often(choices) {
            return format!("effects = [{fixed}]");
        }
        let options: Vec<String> = (0..self.number(2, 3))
            .map(|k| format!("{{ name = 'option {k}', effects = [{}] }}", self.effects(1)))
            .collect();
        let picks = self.one_of(&[
            "1",
            "2",
            "{ base = 1, per = 'own-ranks-lost' }",
            "{ per = 'enemy-tokens' }",
        ]);
        let more = self.one_of(&[
            "",
            "",
            ", more = { zone = 'crown' }",
            ", more = [{ supported = true }, { own_type = 'cavalry' }]",
        ]);
        let optional = self.often(0.5);
        let choice = format!(
            "choose = {{ picks = {picks}{more}, optional = {optional}, options = [\n{}\n] }}",
            options.join(",\n")
        );
        if self.often(0.5) { choice } else { format!("effects = [{fixed}]\n{choice}") }
    }

    fn effects(&mut self, count: i64) -> String {
        (0..count).map(|_| format!("{{ {} }}", self.effect())).collect::<Vec<_>>().join(", ")
    }

    /// An effect, which the reader may not take.
    fn effect(&mut self) -> String {
        let word = self.word();
        let moments: Vec<&str> = Moment::ALL
            .iter()
            .filter(|(moment, ..)| word.moments.allow(*moment))
            .map(|(_, name, _)| *name)
            .collect();
        let moment = self.moment(&moments);
        let mut parts = vec![format!("when = '{moment}'")];
        while self.often(0.3) {
            parts.push(self.condition(moment));
        }
        parts.push(format!("{} = {}", word.key, self.value(&word)));
        parts.join(", ")
    }

    fn word(&mut self) -> EffectKey {
        let of_charges = self.words == Words::OfCharges && self.often(0.25);
        loop {
            let word = self.one_of(EFFECT_KEYS);
            let is_of_charges =
                matches!(word.moments, AllowedMoments::Charge | AllowedMoments::Charging);
            if is_of_charges == of_charges {
                return word;
            }
        }
    }

    /// One of these moments: in a charge often one of its own.
    fn moment<'m>(&mut self, moments: &[&'m str]) -> &'m str {
        let own = [
            "activating",
            "enemy-activating",
            "declaring",
            "enemy-declaring",
            "passing",
            "failing",
        ];
        let own: Vec<&str> = moments.iter().copied().filter(|one| own.contains(one)).collect();
        if self.words == Words::OfCharges && !own.is_empty() && self.often(0.5) {
            self.one_of(&own)
        } else {
            self.one_of(moments)
        }
    }

    fn value(&mut self, word: &EffectKey) -> String {
        match word.shape {
            ValueShape::Flag(_) => "true".to_owned(),
            ValueShape::Amount(_) => self.amount(),
            ValueShape::Tokens(_) => self.tokens(),
            ValueShape::Morale(_) => self.number(3, 8).to_string(),
            ValueShape::Test(_) => {
                let (morale, wounds) = (self.amount(), self.number(-1, 1));
                self.one_of(&[
                    "true".to_owned(),
                    format!("{{ morale = {morale} }}"),
                    format!("{{ morale = {morale}, wounds = {wounds} }}"),
                    "{ wounds = { per = 'own-ranks-lost' } }".to_owned(),
                ])
            }
            ValueShape::Roll(_) => {
                let amount = self.amount();
                self.one_of(&["true".to_owned(), amount])
            }
            ValueShape::Swap => format!("{{ from = {}, to = {} }}", self.tokens(), self.tokens()),
            ValueShape::Face(_) => self.number(2, 6).to_string(),
            ValueShape::Survive => {
                let (uses, test) = (self.number(1, 2), self.often(0.5));
                format!("{{ uses = {uses}, test = {test} }}")
            }
        }
    }

    fn tokens(&mut self) -> String {
        let first = self.one_of(&TOKENS);
        let second = self.one_of(&TOKENS);
        if first == second || self.often(0.6) {
            format!("'{first}'")
        } else {
            format!("['{first}', '{second}']")
        }
    }

    fn amount(&mut self) -> String {
        if self.often(0.6) {
            return self.one_of(&["1", "1", "2", "-1", "-2", "3"]).to_owned();
        }
        let per = self.one_of(&[
            "own-ranks",
            "own-ranks-lost",
            "enemy-ranks",
            "enemy-ranks-lost",
            "own-wounds-lost",
            "enemy-tokens",
            "ranks-destroyed",
            "wounds-dealt",
        ]);
        let mut parts = Vec::new();
        if self.often(0.5) {
            parts.push(format!("base = {}", self.number(-1, 2)));
        }
        if self.often(0.25) {
            parts.push("d3 = 1".to_owned());
        } else {
            parts.push(format!("each = {}, per = '{per}'", self.one_of(&[1, 1, -1])));
        }
        if self.often(0.3) {
            parts.push(format!("most = {}", self.number(1, 3)));
        }
        format!("{{ {} }}", parts.join(", "))
    }

    fn condition(&mut self, moment: &str) -> String {
        let truth = self.often(0.5);
        let whether = [
            "melee",
            "short",
            "charge",
            "enemy_activated",
            "activated",
            "engaged_since_start",
            "supported",
            "enemy_supported",
            "own_turn",
            "near_commander",
        ];
        let counts = [
            "own_ranks",
            "own_ranks_lost",
            "enemy_ranks",
            "enemy_ranks_lost",
            "enemy_tokens",
            "round",
            "resource",
        ];
        let after = ["after-attacking", "after-attacked", "losing-ranks", "destroyed"];
        let zones = ["zone", "not_zone", "enemy_zone", "not_enemy_zone"];
        let compared = ["ranks_against_enemy", "lost_ranks_against_enemy"];
        match self.number(0, 11) {
            0..=2 => format!("{} = {truth}", self.one_of(&whether)),
            3..=6 => {
                let (least, most) = (self.number(0, 2), self.number(1, 3));
                let range = self.one_of(&[
                    format!("{{ least = {least} }}"),
                    format!("{{ most = {most} }}"),
                    most.to_string(),
                ]);
                format!("{} = {range}", self.one_of(&counts))
            }
            7 => format!("enemy_holds = {}", self.tokens()),
            8 => {
                let what = self.one_of(&compared);
                format!("{what} = '{}'", self.one_of(&["fewer", "equal", "more"]))
            }
            9 => format!("{} = '{}'", self.one_of(&zones), self.one_of(&["crown", "wealth"])),
            10 if after.contains(&moment) => {
                format!(
                    "{} = {truth}",
                    self.one_of(&["dealt", "rank_destroyed", "enemy_destroyed"])
                )
            }
            10 => format!("test = '{}'", self.one_of(&["panic", "attack", "called", "plain"])),
            _ => self
                .one_of(&[
                    "facing = 'front'",
                    "facing = ['flank', 'rear']",
                    "enemy_type = 'infantry'",
                    "enemy_type = ['cavalry', 'monster']",
                    "own_type = 'infantry'",
                    "commander_unit = false",
                    "affiliation = ['Bench', 'Stark']",
                    "not_affiliation = 'Bench'",
                    "spends = 1",
                ])
                .to_owned(),
        }
    }
}

/// Whether an ability counts before a charge is rolled.
fn is_early(body: &str) -> bool {
    ["'activating'", "'declaring'", "'enemy-declaring'", "'charging'", "'enemy-charging'"]
        .iter()
        .any(|moment| body.contains(moment))
}
