//! An attack with the attacks it calls forth: those made before it (E2), answers to it (E1) and last blows (E3).
//!
//! The attacks stand in a row; each is a [`Strike`], with the sides exchanged where the unit struck makes it. What an answer
//! calls forth in its turn is not counted, so that the row ends.

use super::choice::{self, Chosen};
use super::deed::{Names, Smith};
use super::edition::Parameters;
use super::effect::{Action, Conditions, Deed, Effect, Moment, Per};
use super::presence::Presence;
use super::question::{Attack, Attacker, Bonus, Context, Defender, Duellist, Facing};
use super::scene::{Party, Picks, Scene};
use super::situation::{Board, Fight, Grain, Side, Varying};
use super::strike::{HITS, Outcome, Strike};
use super::terms::Terms;
use super::unit::{Body, Reach, Standing};
use crate::chance::{Chance, Label, Mask, Num};

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
}

impl Assault {
    /// Makes ready the attack of the first corner on the second; none where either is not known well enough to fight it.
    pub fn new(corners: [Corner<'_>; 2], context: Context, start: Start, parameters: &Parameters, names: &mut Names) -> Option<Self> {
        let reach = corners[0].attacker?.reach;
        let standings = [corners[0].standing()?, corners[1].standing()?];
        let scene = scene(corners, standings, context, reach, parameters);
        let board = board(&scene, standings, start);
        let (main, attacks, mut chosen) = ready(&scene, board, names, true);
        let board = main.0;
        let mut stages = vec![Stage { by: Side::Striker, strike: main.1, turn: Turn::Standing, applies: None }];
        let mut place = 0;
        for (by, moment, conditions, applies) in attacks {
            let Some((strike, also)) = answer(&scene, standings, by, &conditions, names) else { continue };
            chosen.extend(also.into_iter().map(|one| one.seen_from(by)));
            let turn = if moment == Moment::Destroyed { Turn::Last } else { Turn::Standing };
            let stage = Stage { by, strike, turn, applies: Some(applies) };
            if matches!(moment, Moment::BeforeAttacked | Moment::Activating | Moment::BeforeAttacking) {
                stages.insert(place, stage);
                place += 1;
            } else {
                stages.push(stage);
            }
        }
        Some(Self { stages, board, main: place, chosen })
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

    /// The step that settles the hits of the attack in question; none where other attacks tell theirs too.
    pub fn settled_by(&self) -> Option<&'static Label> {
        (self.stages.len() == 1).then_some(&HITS)
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
    fn may<C: Chance>(&self, luck: &mut C, fight: &Fight<C::N>, place: super::situation::Place<C::N>) -> <C::N as Num>::Mask {
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

/// The scene of an attack.
fn scene<'a>(corners: [Corner<'a>; 2], standings: [Standing; 2], context: Context, reach: Reach, parameters: &'a Parameters) -> Scene<'a> {
    let [first, second] = corners;
    Scene { parameters, context, reach, activation: true, parties: [first.party(standings[0].body()), second.party(standings[1].body())] }
}

/// An attack that another calls forth.
type Answer = (Side, Moment, Conditions, Varying);

/// The attack of a scene with its board, and the attacks it calls forth if `answered`.
fn ready(scene: &Scene<'_>, board: Board, names: &mut Names, answered: bool) -> ((Board, Strike), Vec<Answer>, Vec<Chosen>) {
    let decided = choice::decide(scene, board);
    let board = decided.board;
    let mut smith = Smith { scene, board, picks: &decided.picks, names };
    let attacks = if answered { answers(&mut smith) } else { Vec::new() };
    let strike = Strike::new(smith, &decided.terms, decided.picked);
    ((board, strike), attacks, decided.chosen)
}

/// The attacks that effects of both sides call forth.
fn answers(smith: &mut Smith<'_>) -> Vec<Answer> {
    let own = [Moment::Activating, Moment::BeforeAttacking, Moment::AfterAttacking];
    let their = [Moment::BeforeAttacked, Moment::AfterAttacked, Moment::Destroyed];
    let of_side = |side: Side, moments: [Moment; 3]| moments.map(|moment| (side, moment));
    let mut all = Vec::new();
    for (side, moment) in of_side(Side::Striker, own).into_iter().chain(of_side(Side::Struck, their)) {
        all.extend(smith.attacks(side, moment).into_iter().map(|(conditions, applies)| (side, moment, conditions, applies)));
    }
    all
}

/// The attack with which a side answers: in melee, to the front, no charge behind it.
fn answer(
    scene: &Scene<'_>,
    standings: [Standing; 2],
    by: Side,
    _conditions: &Conditions,
    names: &mut Names,
) -> Option<(Strike, Vec<Chosen>)> {
    let [striker, struck] = [by, by.other()].map(|side| scene.party(side).clone());
    striker.attacker.filter(|attacker| !attacker.reach.is_ranged())?;
    struck.defender?;
    let standings = [standings[by.index()], standings[by.other().index()]];
    let context = Context { facing: Facing::Front, charge: Bonus::None, ..Context::default() };
    let turned = Scene { parameters: scene.parameters, context, reach: Reach::Melee, activation: false, parties: [striker, struck] };
    let board = board(&turned, standings, Start::Any);
    let ((_, strike), _, chosen) = ready(&turned, board, names, false);
    Some((strike, chosen))
}

/// All effects of a party's abilities, those of options among them.
fn all_effects<'a>(party: &Party<'a>) -> impl Iterator<Item = &'a Effect> {
    party.abilities.iter().flat_map(|ability| {
        let options = ability.effects.choice.iter().flat_map(|choice| choice.options.iter().flat_map(|(_, effects)| effects));
        ability.effects.fixed.iter().chain(options)
    })
}

/// The situations that can come up in an attack.
fn board(scene: &Scene<'_>, standings: [Standing; 2], start: Start) -> Board {
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
    let before = [Moment::Activating, Moment::BeforeAttacking, Moment::BeforeAttacked];
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
        Action::Deed(Deed::Wounds(_, amount) | Deed::Hits(_, amount) | Deed::Heal(_, amount)) => amount.per,
        Action::Deed(_) => None,
    }
}

/// The attack of a scene with these numbers in the situations of `board` and the same picks in all of them; for choices.
pub(super) fn alone(scene: &Scene<'_>, board: Board, terms: &[Terms], picks: &Picks) -> Strike {
    let mut names = Names::default();
    let all = vec![picks.clone(); terms.len()];
    let smith = Smith { scene, board, picks: &all, names: &mut names };
    Strike::new(smith, terms, vec![0; terms.len()])
}
