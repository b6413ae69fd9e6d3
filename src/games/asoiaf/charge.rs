//! A charge and the attack it leads to, as one answer (A5).

use super::assault::{Assault, Corner, Start};
use super::condition::Tokens;
use super::deed::Names;
use super::edition::Parameters;
use super::panic::PanicTest;
use super::question::{Attack, Bonus, Charge, Terrain, TerrainKeyword};
use super::scene::{ChargeTerms, Scene};
use super::situation::{Fight, Place, Side, Situation};
use super::unit::Reach;
use crate::chance::{Chance, GivenRule, Label, Num, Paths, Rule, Slot, State, when};

const CHARGE_DIE: Label = Label::new("charge die", "A5.2");
const CHARGE_DICE: Label = Label::new("charge dice, the lower counts", "A5.7");
const CHARGE_AGAIN: Label = Label::new("charge dice rerolled", "A5.2");
const DISTANCE: Label = Label::new("charge distance in inches", "A5.2");
const DANGEROUS_D3: Label = Label::new("dangerous terrain D3", "A5.7");
const DANGEROUS_WOUNDS: Label = Label::new("wounds from dangerous terrain", "A5.7");

/// The most wounds of dangerous terrain: D3 + 1 (A10).
const MOST_DANGEROUS: u8 = 4;
/// The highest natural die that is disorderly across hindering terrain (A5.7).
const CROSSING: u8 = 2;

/// How the charge die is rolled and read.
#[derive(Clone, Debug)]
struct Approach {
    /// An effect makes the die count as a 6.
    six: bool,
    two_dice: bool,
    /// Natural dice up to this are disorderly (A5.5, A5.7).
    disorderly_to: u8,
    /// The natural die that reaches; 1 or less always does.
    needed: u8,
    /// Speed less what rough terrain takes: added to the die (A5.2). Speed 0 and a rough 1 leave nothing.
    speed: u8,
    rough: u8,
    /// For each natural die 0 to 6, 1 where the charger rerolls.
    again: [u8; 7],
}

/// The attack at the end of a charge.
#[derive(Clone, Debug)]
struct Contact {
    assault: Assault,
    wounds_left: u8,
    attacker_tokens: u8,
    defender_tokens: u8,
}

/// A charge as a question of its own.
#[derive(Clone, Debug)]
pub struct ChargeRule {
    in_reach: bool,
    longest: u8,
    approach: Approach,
    dangerous: bool,
    own_wounds: u8,
    own_full: u8,
    target_full: u8,
    own_tokens: u8,
    own_panic: Option<PanicTest>,
    contact: Option<Contact>,
}

impl Approach {
    fn new(charge: &Charge, terms: ChargeTerms) -> Self {
        let crossing = charge.terrain.has(TerrainKeyword::Hindering);
        let rough = u8::from(charge.terrain.has(TerrainKeyword::Rough));
        let speed = charge.charger.speed.get();
        Self {
            six: terms.six,
            two_dice: crossing || charge.terrain.has(TerrainKeyword::HinderingEdge),
            disorderly_to: if crossing { terms.disorderly_to.max(CROSSING) } else { terms.disorderly_to },
            needed: (charge.distance.whole() + rough).saturating_sub(speed),
            speed,
            rough,
            again: [0; 7],
        }
    }

    /// The natural die: of two the lower (A5.7, A5.8).
    #[inline(always)]
    fn natural<C: Chance>(&self, luck: &mut C, label: &'static Label) -> C::N {
        if self.two_dice {
            let [first, second] = luck.two_d6(label);
            first.least(second)
        } else {
            luck.d6(label)
        }
    }

    /// The natural die after the charger's reroll.
    #[inline(always)]
    fn roll<C: Chance>(&self, luck: &mut C) -> C::N {
        if self.six {
            return C::N::of(6);
        }
        let first = self.natural(luck, if self.two_dice { &CHARGE_DICE } else { &CHARGE_DIE });
        if self.again == [0; 7] {
            return first;
        }
        let again = luck.look_up(&self.again, 7, C::N::of(0), first).gt(C::N::of(0));
        let [second] = when!(again, [self.natural(luck, &CHARGE_AGAIN)]);
        second.or_else(again, first)
    }

    #[inline(always)]
    fn reaches<N: Num>(&self, natural: N) -> N::Mask {
        natural.ge(N::of(self.needed))
    }

    #[inline(always)]
    fn is_disorderly<N: Num>(&self, natural: N) -> N::Mask {
        !natural.gt(N::of(self.disorderly_to))
    }
}

/// The attack with the fortified terrain the charge crosses (A5.7).
fn over_terrain(attack: &Attack, terrain: Terrain) -> Attack {
    let mut attack = attack.clone();
    attack.context.charge = Bonus::Charge;
    attack.context.fortified |= terrain.has(TerrainKeyword::Fortified);
    attack
}

impl Contact {
    fn new(attack: &Attack, start: Start, names: &mut Names, parameters: &Parameters) -> Option<Self> {
        Some(Self {
            assault: Assault::new(Corner::of(attack), attack.context, start, parameters, names)?,
            wounds_left: attack.defender.standing.wounds_left(),
            attacker_tokens: attack.attacker.standing.tokens.bits(),
            defender_tokens: attack.defender.standing.tokens.bits(),
        })
    }

    /// Wounds dealt by a charger with `own_left`, wounds it suffers, 1 where the target is destroyed, and the hits.
    #[inline(always)]
    fn wounds<C: Chance>(&self, luck: &mut C, own_left: C::N, orderly: <C::N as Num>::Mask) -> [C::N; 4] {
        let left = [own_left, C::N::of(self.wounds_left)];
        let fight = Fight::new(left, [C::N::of(self.attacker_tokens), C::N::of(self.defender_tokens)]);
        let (fight, outcome) = self.assault.make(luck, fight, orderly);
        let [own, dealt] = fight.suffered;
        [dealt, own, C::N::flag(fight.left[1].equals(C::N::of(0))), outcome.hits]
    }
}

/// How the charge is rolled with all effects on it.
fn terms(question: &Charge, parameters: &Parameters) -> ChargeTerms {
    let plain = ChargeTerms { rerolls: false, six: false, disorderly_to: parameters.disorderly_to };
    let Some(attack) = &question.attack else { return plain };
    let standings = [attack.attacker.standing, attack.defender.standing];
    let [charger, target] = Corner::of(attack);
    let parties = [charger.party(standings[0].body()), target.party(standings[1].body())];
    let context = over_terrain(attack, question.terrain).context;
    let scene = Scene { parameters, context, reach: Reach::Melee, activation: true, parties };
    let now = Situation { left: standings.map(|unit| unit.wounds_left()), tokens: standings.map(|unit| -> Tokens { unit.tokens }) };
    scene.charge(&now, parameters.disorderly_to)
}

impl ChargeRule {
    /// Makes the question ready by the book, the charger's reroll decided.
    pub fn new(question: &Charge) -> Self {
        Self::under(&Parameters::default(), question)
    }

    /// Makes the question ready by the rules of an edition, the charger's reroll decided.
    pub fn under(parameters: &Parameters, question: &Charge) -> Self {
        let Charge { charger, terrain, attack, .. } = question;
        let (terms, mut names) = (terms(question, parameters), Names::default());
        let dangerous = terrain.has(TerrainKeyword::Dangerous);
        let start = if dangerous { Start::Any } else { Start::Known };
        let mut rule = Self {
            in_reach: question.in_reach(),
            longest: question.longest(),
            approach: Approach::new(question, terms),
            dangerous,
            own_wounds: charger.standing.wounds_left(),
            own_full: charger.standing.body().wounds(),
            target_full: attack.as_ref().map_or(0, |attack| attack.defender.standing.body().wounds()),
            own_tokens: charger.standing.tokens.bits(),
            own_panic: charger.panic.as_ref().map(|panic| PanicTest::of(names.next(), panic, parameters)),
            contact: attack.as_ref().and_then(|attack| Contact::new(&over_terrain(attack, *terrain), start, &mut names, parameters)),
        };
        if charger.reroll_distance || terms.rerolls {
            rule.approach.again = rule.best_rerolls();
        }
        rule
    }

    /// Which natural dice the charger rerolls: those after which a new roll is worth more, in expected wounds dealt less
    /// wounds taken, or as much and likelier to arrive.
    fn best_rerolls(&self) -> [u8; 7] {
        let worth: [(f64, f64); 7] = std::array::from_fn(|natural| self.worth(natural as u8));
        let chances = Paths::new(&[], None).law_of(1.0, |luck| [self.approach.natural(luck, &CHARGE_DIE)]);
        let mean = |pick: fn(&(f64, f64)) -> f64| {
            chances.iter().map(|&([natural], p)| worth.get(usize::from(natural)).map_or(0.0, pick) * p).sum::<f64>()
        };
        let fresh = (mean(|worth| worth.0), mean(|worth| worth.1));
        worth.map(|kept| u8::from(is_better(fresh, kept)))
    }

    /// What a natural die is worth, kept: expected wounds dealt less those taken, and whether it arrives.
    fn worth(&self, natural: u8) -> (f64, f64) {
        let ends = Paths::new(&[], None).law_of(1.0, |luck| {
            let [dealt, taken, ..] = self.after_roll(luck, natural);
            [dealt, taken]
        });
        let balance = ends.iter().map(|&([dealt, taken], p)| (f64::from(dealt) - f64::from(taken)) * p).sum();
        (balance, f64::from(u8::from(self.approach.reaches(natural))))
    }

    /// What follows the charge roll: wounds dealt and taken, 1 where the target is destroyed, and hits.
    #[inline(always)]
    fn after_roll<C: Chance>(&self, luck: &mut C, natural: C::N) -> [C::N; 4] {
        let none = C::N::of(0);
        let dangerous = self.dangerous_ground(luck);
        let own_left = C::N::of(self.own_wounds) - dangerous;
        let stands = own_left.gt(none);
        let reached = self.approach.reaches(natural);
        let orderly = !self.approach.is_disorderly(natural);
        let [dealt, taken, destroyed, hits] = when!(reached & stands, self.attack(luck, own_left, orderly));
        // A5.6: a charge that fails is a panic test
        let [panicked] = when!(!reached & stands, [self.panic(luck, own_left)]);
        [dealt, dangerous + panicked + taken, destroyed, hits]
    }

    /// Wounds dealt and taken in the attack the charge leads to, if it is asked for, 1 where it destroys the target, and hits.
    #[inline(always)]
    fn attack<C: Chance>(&self, luck: &mut C, own_left: C::N, orderly: <C::N as Num>::Mask) -> [C::N; 4] {
        match &self.contact {
            Some(contact) => contact.wounds(luck, own_left, orderly),
            None => [C::N::of(0); 4],
        }
    }

    /// The most wounds of the charger: those left, or what the charge itself can cost where the attack costs none.
    fn most_own(&self) -> u8 {
        let before = self.own_wounds.min(MOST_DANGEROUS.saturating_add(self.most_panic()));
        let assault = self.contact.as_ref().map(|contact| &contact.assault);
        match assault.filter(|assault| assault.hurts_striker()) {
            Some(assault) if assault.heals(Side::Striker) => self.own_wounds.saturating_add(self.own_full),
            Some(_) => self.own_wounds,
            None => before,
        }
    }

    /// The most wounds of the target.
    fn most_dealt(&self) -> u8 {
        let most = |contact: &Contact| {
            let healed = if contact.assault.heals(Side::Struck) { self.target_full } else { 0 };
            contact.wounds_left.saturating_add(healed)
        };
        self.contact.as_ref().map_or(0, most)
    }

    /// Wounds of the charger's own panic test, if it is asked for.
    #[inline(always)]
    fn panic<C: Chance>(&self, luck: &mut C, own_left: C::N) -> C::N {
        match &self.own_panic {
            Some(test) => test.take(luck, Place::only(), own_left, C::N::of(self.own_tokens)).wounds,
            None => C::N::of(0),
        }
    }

    /// The most wounds of the charger's own panic test; an edition's even where the test is left out.
    fn most_panic(&self) -> u8 {
        self.own_panic.as_ref().map_or(MOST_DANGEROUS, PanicTest::most_wounds)
    }

    /// Wounds of crossing dangerous terrain, suffered once the move is done and before any attack (A10).
    #[inline(always)]
    fn dangerous_ground<C: Chance>(&self, luck: &mut C) -> C::N {
        if !self.dangerous {
            return C::N::of(0);
        }
        let wounds = (luck.d3(&DANGEROUS_D3) + C::N::of(1)).least(C::N::of(self.own_wounds));
        luck.tell(&DANGEROUS_WOUNDS, wounds);
        wounds
    }
}

/// Whether a fresh roll beats what is kept; values are floats, so equal ones may differ in their last digits.
fn is_better(fresh: (f64, f64), kept: (f64, f64)) -> bool {
    const TIE: f64 = 1e-9;
    fresh.0 > kept.0 + TIE || (fresh.0 > kept.0 - TIE && fresh.1 > kept.1 + TIE)
}

/// Places of the results in [`ChargeRule`].
mod slot {
    pub const DISTANCE: usize = 0;
    pub const WOUNDS: usize = 1;
    pub const OWN_WOUNDS: usize = 2;
    pub const REACHED: usize = 3;
    pub const DISORDERLY: usize = 4;
    pub const FAILED: usize = 5;
    pub const DESTROYED: usize = 6;
}

impl Rule for ChargeRule {
    fn slots(&self) -> Vec<Slot> {
        vec![
            Slot::quantity("distance", "charge distance", "inches", self.longest),
            Slot::quantity("wounds", "wounds dealt", "wounds", self.most_dealt()),
            Slot::quantity("own_wounds", "own wounds", "wounds", self.most_own()),
            Slot::event("reached", "reached"),
            Slot::event("disorderly", "disorderly"),
            Slot::event("failed", "failed"),
            Slot::event("destroyed", "target destroyed"),
        ]
    }

    fn decided(&self) -> Vec<String> {
        self.contact.as_ref().map_or_else(Vec::new, |contact| contact.assault.decided(["the charger", "the target"]))
    }

    #[inline(always)]
    fn step<C: Chance>(&self, luck: &mut C, _: usize, state: State<C::N>) -> State<C::N> {
        // A5.1: what could never be reached is not declared, and nothing is rolled
        if !self.in_reach {
            (0..slot::DESTROYED + 1).for_each(|slot| luck.record(slot, C::N::of(0)));
            return state;
        }
        let natural = self.approach.roll(luck);
        let distance = (natural + C::N::of(self.approach.speed)).less(C::N::of(self.approach.rough));
        luck.tell(&DISTANCE, distance);
        let [dealt, taken, destroyed, hits] = self.after_roll(luck, natural);
        luck.given(0, natural);
        luck.given(1, hits);
        let reached = self.approach.reaches(natural);
        luck.record(slot::DISTANCE, distance);
        luck.record(slot::WOUNDS, dealt);
        luck.record(slot::OWN_WOUNDS, taken);
        luck.record(slot::REACHED, C::N::flag(reached));
        luck.record(slot::DISORDERLY, C::N::flag(self.approach.is_disorderly(natural)));
        luck.record(slot::FAILED, C::N::flag(!reached));
        luck.record(slot::DESTROYED, destroyed);
        state
    }
}

/// Given are the charge die and the hits: all else is worked out.
impl GivenRule for ChargeRule {
    const GIVEN: &'static str = "the charge die and the hits";

    fn most_given(&self) -> Vec<u8> {
        vec![6, self.contact.as_ref().map_or(0, |contact| contact.assault.most_hits())]
    }

    fn settled_by(&self) -> Option<&'static Label> {
        match &self.contact {
            Some(contact) => contact.assault.settled_by(),
            None => Some(&DISTANCE),
        }
    }
}
