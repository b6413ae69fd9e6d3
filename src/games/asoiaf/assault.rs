//! An attack with the attacks it calls forth: those made before it (E2), answers to it (E1) and last blows (E3).
//!
//! The attacks stand in a row; each is a [`Strike`], with the sides exchanged where the unit struck makes it. What an answer
//! calls forth in its turn is not counted, so that the row ends.

use std::collections::BTreeMap;

use super::choice::{self, Chosen, Decided};
use super::deed::{Names, Smith};
use super::edition::Parameters;
use super::effect::{Action, Change, Conditions, Deed, Effect, Moment, Per, Whom};
use super::presence::Presence;
use super::question::{Attack, Attacker, Bonus, Context, Defender, Duellist, Facing};
use super::scene::{Activation, Party, Scene};
use super::situation::{Board, Fight, Grain, Place, Side, Situation, Varying};
use super::strike::{Outcome, Strike};
use super::unit::{Body, Reach, Standing};
use crate::chance::{Chance, Label, Mask, Num, Paths};

/// Words for an attack that another one calls forth.
const ANSWERS: [&Label; 2] = [&Label::new("attack dice of another attack follow", "A1.7"), &Label::new("the other unit attacks", "A1.7")];

/// Who fights, each seen as both striker and struck as far as that is known.
#[derive(Clone, Copy, Debug)]
pub struct Corner<'a> {
    /// How it strikes.
    pub attacker: Option<&'a Attacker>,
    /// How it is struck.
    pub defender: Option<&'a Defender>,
    /// What it brings.
    pub presence: &'a Presence,
}

impl<'a> Corner<'a> {
    /// The two of an attack.
    pub const fn of(attack: &'a Attack) -> [Self; 2] {
        let Attack { attacker, defender, presence: [own, their], .. } = attack;
        [
            Self { attacker: Some(attacker), defender: own.guard.as_ref(), presence: own },
            Self { attacker: their.counter.as_ref(), defender: Some(defender), presence: their },
        ]
    }

    /// A side of a duel.
    pub const fn duellist(side: &'a Duellist) -> Self {
        Self { attacker: Some(&side.attacker), defender: Some(&side.defender), presence: &side.presence }
    }

    /// How it stands.
    pub fn standing(&self) -> Option<Standing> {
        self.attacker.map(|attacker| attacker.standing).or(self.defender.map(|defender| defender.standing))
    }

    /// It as a party to a fight, its models being these.
    pub fn party(self, body: Body) -> Party<'a> {
        let Self { attacker, defender, presence } = self;
        Party { presence, body, attacker, defender, abilities: presence.active().collect() }
    }
}

/// What is known of a fight before its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Both units stand as the question says.
    Known,
    /// As they happen to.
    Any,
}

/// Where an attack stands in the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// The attack the question is about, and any other while both units stand.
    Standing,
    /// After its maker is destroyed.
    Last,
}

/// One attack of the row.
#[derive(Clone, Debug)]
struct Stage {
    by: Side,
    strike: Strike,
    turn: Turn,
    /// Where its conditions hold when all begins; only the attack in question has none.
    applies: Option<Varying>,
}

/// An attack with all it calls forth.
#[derive(Clone, Debug)]
pub struct Assault {
    stages: Vec<Stage>,
    board: Board,
    main: usize,
    chosen: Vec<Chosen>,
    /// Sides of which effects ask what is not known.
    unknown: Vec<Side>,
}

impl Assault {
    /// Makes ready the attack of the first corner on the second; none where either is not known well enough to fight it.
    pub fn new(
        corners: [Corner<'_>; 2],
        context: Context,
        (start, activation): (Start, Activation),
        parameters: &Parameters,
        names: &mut Names,
    ) -> Option<Self> {
        let reach = corners[0].attacker?.reach;
        let standings = [corners[0].standing()?, corners[1].standing()?];
        let [first, second] = corners;
        let parties = [first.party(standings[0].body()), second.party(standings[1].body())];
        let scene = Scene { parameters, context, reach, activation, active: Side::Striker, parties };
        let answers = Side::BOTH.map(|by| answer(&scene, standings, by, names));
        let board = board(&scene, standings, start);
        let decided = choice::decide(&scene, board, &answers);
        Some(Self { unknown: unknown(&scene, &board), ..Self::of(&scene, decided, &answers, names) })
    }

    /// The attack of a scene with what was decided in it, and the attacks it calls forth.
    pub(super) fn of(scene: &Scene<'_>, decided: Decided, answers: &Answers, names: &mut Names) -> Self {
        let Decided { board, picks, picked, terms, mut chosen } = decided;
        let mut smith = Smith { scene, board, picks: &picks, names };
        let called = called_forth(&mut smith, answers);
        let strike = Strike::new(smith, &terms, picked);
        let mut stages = vec![Stage { by: Side::Striker, strike, turn: Turn::Standing, applies: None }];
        let mut main = 0;
        for (by, moment, applies) in called {
            let Some((strike, also)) = &answers[by.index()] else { continue };
            chosen.extend(also.iter().cloned().map(|one| one.seen_from(by)));
            let turn = if moment == Moment::Destroyed { Turn::Last } else { Turn::Standing };
            let stage = Stage { by, strike: strike.clone(), turn, applies: Some(applies) };
            if matches!(moment, Moment::BeforeAttacked | Moment::Activating | Moment::BeforeAttacking) {
                stages.insert(main, stage);
                main += 1;
            } else {
                stages.push(stage);
            }
        }
        Self { stages, board, main, chosen, unknown: Vec::new() }
    }

    /// The law of the wounds left to both at last, one attack of the row after the other; for choices.
    pub(super) fn ends(&self, now: &Situation) -> Vec<([u8; 2], f64)> {
        let (left, tokens) = (now.left, now.tokens.map(|tokens| tokens.bits()));
        let mut states = BTreeMap::from([([left[0], left[1], tokens[0], tokens[1]], 1.0)]);
        for stage in &self.stages {
            let mut after: BTreeMap<[u8; 4], f64> = BTreeMap::new();
            let mut luck = Paths::new(&[], None);
            for ([own, other, own_tokens, their_tokens], share) in states {
                let ends = luck.law_of(share, |luck| {
                    let fight = Fight::new([own, other], [own_tokens, their_tokens]);
                    let place = match self.strike() {
                        Some(strike) => strike.place(luck, &Fight::new(left, tokens)).0,
                        None => Place::only(),
                    };
                    if !stage.may(luck, &fight, place) {
                        return [own, other, own_tokens, their_tokens];
                    }
                    let Fight { left, tokens, .. } = stage.run(luck, fight, true).0;
                    [left[0], left[1], tokens[0], tokens[1]]
                });
                for (end, share) in ends {
                    *after.entry(end).or_default() += share;
                }
            }
            states = after;
        }
        states.into_iter().map(|([own, other, ..], share)| ([own, other], share)).collect()
    }

    /// What effects ask of a unit about which too little is known, the first and the second being called so.
    pub fn left_out(&self, names: [&str; 2]) -> Vec<String> {
        let told = |side: &Side| {
            let name = names[side.index()];
            format!("the defence or the morale of {name} is not known: the hits, tests and attacks that abilities bring on it are left out")
        };
        self.unknown.iter().map(told).collect()
    }

    /// The attack in question.
    fn strike(&self) -> Option<&Strike> {
        self.stages.get(self.main).map(|stage| &stage.strike)
    }

    /// The most hits of the attack in question.
    pub fn most_hits(&self) -> u8 {
        self.strike().map_or(0, Strike::most_hits)
    }

    /// The most wounds of the attack in question, panic left out.
    pub fn most_wounds(&self) -> u8 {
        self.strike().map_or(0, Strike::most_wounds)
    }

    /// The most wounds of its panic test.
    pub fn most_panic(&self) -> u8 {
        self.strike().map_or(0, Strike::most_panic)
    }

    /// Whether the first unit may lose wounds.
    pub fn hurts_striker(&self) -> bool {
        self.stages.iter().any(|stage| stage.by == Side::Struck || stage.strike.hurts_striker())
    }

    /// Whether wounds of a side may be healed.
    pub fn heals(&self, side: Side) -> bool {
        let seen = |stage: &Stage| if stage.by == Side::Striker { side } else { side.other() };
        self.stages.iter().any(|stage| stage.strike.heals(seen(stage)))
    }

    /// What the first unit has left, or more if that makes no difference to the attack.
    #[inline(always)]
    pub fn alike<N: Num>(&self, left: N) -> N {
        self.board.striker.alike(left)
    }

    /// What players chose, the first and the second unit's being called so.
    pub fn decided(&self, names: [&str; 2]) -> Vec<String> {
        choice::words(self.chosen.iter().map(|one| (names[one.side.index()], one)))
    }

    /// All attacks of the row, and what the one in question did.
    #[inline(always)]
    pub fn make<C: Chance>(&self, luck: &mut C, mut fight: Fight<C::N>, orderly: <C::N as Num>::Mask) -> (Fight<C::N>, Outcome<C::N>) {
        let alone = self.stages.len() == 1;
        let place = match self.strike() {
            Some(strike) if !alone => strike.place(luck, &fight).0,
            _ => self.board.place(&fight, C::N::of(0)),
        };
        let mut outcome = Outcome::default();
        for (stage, number) in self.stages.iter().zip(0..) {
            let here = if alone { <C::N as Num>::Mask::all_of(true) } else { stage.may(luck, &fight, place) };
            if !here.any() {
                continue;
            }
            stage.announce(luck, self.main == number);
            let (after, did) = stage.run(luck, fight, orderly);
            fight = if alone { after } else { after.or_else(here, fight) };
            if number == self.main {
                outcome = if alone { did } else { did.only(here) };
            }
        }
        (fight, outcome)
    }
}

impl Stage {
    /// Where the attack is made.
    #[inline(always)]
    fn may<C: Chance>(&self, luck: &mut C, fight: &Fight<C::N>, place: Place<C::N>) -> <C::N as Num>::Mask {
        let none = C::N::of(0);
        let (own, their) = (fight.left[self.by.index()], fight.left[self.by.other().index()]);
        let stands = match self.turn {
            Turn::Standing => own.gt(none),
            Turn::Last => own.equals(none),
        };
        let here = stands & their.gt(none);
        match &self.applies {
            Some(applies) => here & applies.holds(luck, place),
            None => here,
        }
    }

    /// Says that another attack begins.
    #[inline(always)]
    fn announce<C: Chance>(&self, luck: &mut C, is_main: bool) {
        if !is_main {
            luck.tell(ANSWERS[self.by.index()], C::N::of(1));
        }
    }

    /// The attack, with the sides as its maker sees them.
    #[inline(always)]
    fn run<C: Chance>(&self, luck: &mut C, fight: Fight<C::N>, orderly: <C::N as Num>::Mask) -> (Fight<C::N>, Outcome<C::N>) {
        let seen = if self.by == Side::Striker { fight } else { fight.turned() };
        let (after, outcome) = self.strike.make(luck, seen, orderly);
        (if self.by == Side::Striker { after } else { after.turned() }, outcome)
    }
}

/// The tokens of its own kind that each side spends in an attack: on each effect that costs some, as the units stand.
pub fn spent(corners: [Corner<'_>; 2], context: Context, parameters: &Parameters) -> Option<[u8; 2]> {
    let reach = corners[0].attacker?.reach;
    let standings = [corners[0].standing()?, corners[1].standing()?];
    let [first, second] = corners;
    let parties = [first.party(standings[0].body()), second.party(standings[1].body())];
    let scene = Scene { parameters, context, reach, activation: Activation::Whole, active: Side::Striker, parties };
    let now = Situation { left: standings.map(Standing::wounds_left), tokens: standings.map(|standing| standing.tokens) };
    Some(Side::BOTH.map(|side| {
        let mut paid: Vec<(usize, &Effect)> = Vec::new();
        let picks = Default::default();
        for (ability, effect) in scene.effects(side, &picks).filter(|(_, effect)| effect.conditions.spends > 0) {
            // what stands in one table is paid for once
            let is_paid = paid.iter().any(|(other, known)| {
                *other == ability && known.moment == effect.moment && known.conditions == effect.conditions
            });
            if !is_paid && effect.moment.is_of_an_attack(side == Side::Striker) && scene.holds(&effect.conditions, side, &now) {
                paid.push((ability, effect));
            }
        }
        let sum: u8 = paid.iter().fold(0, |sum, (_, effect)| sum.saturating_add(effect.conditions.spends));
        sum.min(scene.party(side).presence.usage.circumstances.resource)
    }))
}

/// The attacks with which each side answers, with what it chooses in them: always the same, whatever calls for them.
pub(super) type Answers = [Option<(Strike, Vec<Chosen>)>; 2];

/// The attacks that effects of both sides call forth.
fn called_forth(smith: &mut Smith<'_>, answers: &Answers) -> Vec<(Side, Moment, Varying)> {
    let own = [Moment::Activating, Moment::BeforeAttacking, Moment::AfterAttacking];
    let their = [Moment::BeforeAttacked, Moment::AfterAttacked, Moment::Destroyed];
    let of_side = |side: Side, moments: [Moment; 3]| moments.map(|moment| (side, moment));
    let mut all = Vec::new();
    for (side, moment) in of_side(Side::Striker, own).into_iter().chain(of_side(Side::Struck, their)) {
        if answers[side.index()].is_some() {
            all.extend(smith.attacks(side, moment).into_iter().map(|applies| (side, moment, applies)));
        }
    }
    all
}

/// The attack with which a side answers: in melee, to the front, no charge behind it; none where nothing lets it.
fn answer(scene: &Scene<'_>, standings: [Standing; 2], by: Side, names: &mut Names) -> Option<(Strike, Vec<Chosen>)> {
    let [striker, struck] = [by, by.other()].map(|side| scene.party(side).clone());
    all_effects(&striker).find(|effect| effect.action == Action::Deed(Deed::Attack))?;
    striker.attacker.filter(|attacker| !attacker.reach.is_ranged())?;
    struck.defender?;
    let standings = [standings[by.index()], standings[by.other().index()]];
    let context = Context { facing: Facing::Front, charge: Bonus::None, ..Context::default() };
    // it is still the turn of whoever made the attack in question (A0.7)
    let active = if by == Side::Striker { Side::Striker } else { Side::Struck };
    let parties = [striker, struck];
    let turned = Scene { parameters: scene.parameters, context, reach: Reach::Melee, activation: Activation::None, active, parties };
    let Decided { board, picks, picked, terms, chosen } = choice::decide(&turned, board(&turned, standings, Start::Any), &[None, None]);
    Some((Strike::new(Smith { scene: &turned, board, picks: &picks, names }, &terms, picked), chosen))
}

/// The sides of which effects ask something that nobody knows: saves, tests, or to be attacked.
fn unknown(scene: &Scene<'_>, board: &Board) -> Vec<Side> {
    let situations = board.situations();
    let asks = |bearer: Side, effect: &Effect, asked: Side| {
        let whom = |whom: Whom| if whom == Whom::Bearer { bearer } else { bearer.other() };
        let of_asked = match effect.action {
            Action::Deed(Deed::Hits(to, _) | Deed::Test(to, ..) | Deed::Morale(to, _)) => whom(to) == asked,
            Action::Deed(Deed::Survive { test, .. }) => test && bearer == asked,
            Action::Deed(Deed::Attack) => bearer != asked,
            Action::Change(Change::MissesHitBack | Change::BlockHitsBack) => asked == Side::Striker,
            Action::Change(Change::SixOnFailing) => asked == bearer,
            _ => false,
        };
        of_asked && situations.iter().any(|(now, _)| scene.holds(&effect.conditions, bearer, now))
    };
    let is_asked = |asked: &Side| {
        let effects = |bearer: Side| all_effects(scene.party(bearer)).any(|effect| asks(bearer, effect, *asked));
        scene.party(*asked).defender.is_none() && Side::BOTH.into_iter().any(effects)
    };
    Side::BOTH.into_iter().filter(is_asked).collect()
}

/// All effects of a party's abilities, those of options among them.
fn all_effects<'a>(party: &Party<'a>) -> impl Iterator<Item = &'a Effect> {
    party.abilities.iter().copied().flat_map(|ability| ability.effects.all())
}

/// The situations that can come up in an attack.
pub(super) fn board(scene: &Scene<'_>, standings: [Standing; 2], start: Start) -> Board {
    let both = || Side::BOTH.into_iter().flat_map(|side| all_effects(scene.party(side)));
    let settled = start == Start::Known && !both().any(|effect| unsettles(effect) || counts_later(effect));
    let abilities = || scene.parties.iter().flat_map(|party| &party.abilities);
    let picks_by = |per: Per| abilities().filter_map(|ability| ability.effects.choice.as_ref()).any(|choice| choice.picks.per == Some(per));
    let by_wounds = both().any(|effect| per_of(effect) == Some(Per::OwnWoundsLost)) || picks_by(Per::OwnWoundsLost);
    let grain = |side: Side| {
        let standing = standings[side.index()];
        match side {
            _ if settled => Grain::One(standing.wounds_left()),
            Side::Striker if by_wounds => Grain::Wounds(standing.body()),
            _ => Grain::Ranks(standing.body()),
        }
    };
    // a side's tokens are told apart where what the other side does hangs on them
    let hangs = |side: Side| all_effects(scene.party(side)).any(hangs_on_tokens) || picks_by(Per::EnemyTokens);
    let tokens = Side::BOTH.map(|side| (settled || !hangs(side.other())).then(|| standings[side.index()].tokens));
    Board { picks: 1, striker: grain(Side::Striker), struck: grain(Side::Struck), tokens }
}

/// Whether an effect may change the situation before the dice of the attack.
fn unsettles(effect: &Effect) -> bool {
    let before =
        [Moment::Activating, Moment::Declaring, Moment::EnemyDeclaring, Moment::BeforeAttacking, Moment::BeforeAttacked];
    before.contains(&effect.moment) && matches!(effect.action, Action::Deed(_))
}

/// Whether an effect counts after the dice of the attack and hangs on what they change: ranks, wounds or tokens.
fn counts_later(effect: &Effect) -> bool {
    let with_the_dice = matches!(effect.moment, Moment::Attacking | Moment::Attacked);
    let later = match effect.action {
        Action::Change(change) => !with_the_dice || change.is_of_a_test(),
        Action::Deed(_) => true,
    };
    later && (per_of(effect).is_some() || effect.conditions.count_ranks() || hangs_on_tokens(effect))
}

/// Whether what an effect does hangs on the tokens of the enemy.
fn hangs_on_tokens(effect: &Effect) -> bool {
    let Conditions { enemy_tokens, enemy_holds, .. } = effect.conditions;
    enemy_tokens != Default::default() || enemy_holds != Default::default() || per_of(effect) == Some(Per::EnemyTokens)
}

/// What the amount of an effect is counted by.
fn per_of(effect: &Effect) -> Option<Per> {
    match effect.action {
        Action::Change(change) => change.amount()?.per,
        Action::Deed(Deed::Test(_, roll, wounds)) => roll.per.or(wounds.per),
        Action::Deed(Deed::Morale(_, roll)) => roll.per,
        Action::Deed(Deed::Wounds(_, amount) | Deed::Hits(_, amount) | Deed::Heal(_, amount)) => amount.per,
        Action::Deed(_) => None,
    }
}
