//! The kinds of questions that have typed answers.

use super::{AttackAnswer, ChargeAnswer, DuelAnswer, PanicAnswer, QuestionBuilder, UnitSource};
use crate::study::matrix::MatrixAnswer;

/// A question about one attack, as created by [`attack`].
pub type AttackQuestion = QuestionBuilder<AttackAnswer>;
/// A question about a charge and the attack it leads to, as created by [`charge`].
pub type ChargeQuestion = QuestionBuilder<ChargeAnswer>;
/// A question about a panic test, as created by [`panic()`].
pub type PanicQuestion = QuestionBuilder<PanicAnswer>;
/// A question about two units that attack each other in turn, as created by [`duel`].
pub type DuelQuestion = QuestionBuilder<DuelAnswer>;
/// A question about every attacker against every defender, as created by [`matrix()`].
pub type MatrixQuestion = QuestionBuilder<MatrixAnswer>;

/// Creates a question about one attack: into the front and without a charge by default.
///
/// The attacker uses the legal attack of its card with the highest expected wounds, unless
/// [`weapon`](AttackQuestion::weapon) names one. In plain numbers an attack begins with
/// [`AttackQuestion::new`].
///
/// # Examples
/// Hits against cover are fewer, and eight dice on 3+ against defense 4+ and morale 7+ cost
/// 101509/26244 wounds:
///
/// ```
/// use warodds::AttackQuestion;
///
/// let volley = warodds::attack("stark bowmen", "free folk raiders").ranged();
/// let (open, hidden) = (volley.exact()?, volley.cover().exact()?);
/// assert!(hidden.hits().mean() < open.hits().mean());
///
/// let attack = AttackQuestion::new().dice(8).hit(3).defense(4).morale(7);
/// assert!((attack.exact()?.wounds().mean() - 101_509.0 / 26_244.0).abs() < 1e-12);
/// # Ok::<(), warodds::Error>(())
/// ```
///
/// A charge lets misses be rerolled, so a die on 3+ hits with probability 8/9; a flank costs the
/// saves on 4+ one point, so they fail with probability 4/6:
///
/// ```
/// # use warodds::AttackQuestion;
/// let attack = AttackQuestion::new().dice(8).hit(3).defense(4).morale(7).charge().flank();
/// let answer = attack.exact()?;
/// assert!((answer.hits().mean() - 8.0 * 8.0 / 9.0).abs() < 1e-12);
/// assert!((answer.attack_wounds().mean() - 8.0 * 8.0 / 9.0 * 4.0 / 6.0).abs() < 1e-12);
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn attack(attacker: impl Into<UnitSource>, defender: impl Into<UnitSource>) -> AttackQuestion {
    AttackQuestion::new().attacker(attacker).defender(defender)
}

/// Creates a question about a charge over `distance` inches (0 to 100): over open ground and into
/// the front by default.
///
/// In plain numbers, begun by [`ChargeQuestion::new`], only speed and distance are required.
/// Without attack dice the attack is left out, without
/// [`attacker_morale`](ChargeQuestion::attacker_morale) the panic test of a failed charge (A5.6).
///
/// # Examples
/// Speed 5 needs a 3 or more on the die to reach a target 8" away (A5.2). Hindering terrain takes
/// the lower of two dice (A5.7), and a failed charge on morale 7+ costs 1 + D3 wounds in 15 of 36
/// cases:
///
/// ```
/// use warodds::{ChargeQuestion, TerrainKeyword};
///
/// let question = ChargeQuestion::new().speed(5).distance(8.0).attacker_morale(7);
/// let answer = question.exact()?;
/// assert!((answer.reached() - 4.0 / 6.0).abs() < 1e-12);
/// assert!((answer.own_wounds().mean() - 2.0 / 6.0 * 15.0 / 36.0 * 3.0).abs() < 1e-12);
///
/// let hindered = question.terrain([TerrainKeyword::Hindering]).exact()?;
/// assert!((hindered.reached() - 16.0 / 36.0).abs() < 1e-12);
///
/// let far = warodds::charge("stark outriders", "lannister crossbowmen", 11.0).flank();
/// assert!(far.clone().rough().exact()?.reached() < far.exact()?.reached());
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn charge(
    charger: impl Into<UnitSource>,
    target: impl Into<UnitSource>,
    distance: f64,
) -> ChargeQuestion {
    ChargeQuestion::new().attacker(charger).defender(target).distance(distance)
}

/// Creates a question about a panic test, in the enemy's turn by default.
///
/// # Examples
/// Morale 7+ with a Panicked token, which the enemy spends on the best reroll (A7.1). The player
/// who rerolls last has the advantage (A0.7):
///
/// ```
/// use warodds::games::asoiaf::ActivePlayer;
///
/// let question = warodds::PanicQuestion::new().morale(7).panicked();
/// assert!((question.exact()?.wounds().mean() - 1565.0 / 648.0).abs() < 1e-12);
///
/// let theirs = warodds::panic("lannister guardsmen").reroll_morale().panicked();
/// let ours = theirs.clone().active(ActivePlayer::Own);
/// assert!(theirs.exact()?.wounds().mean() < ours.exact()?.wounds().mean());
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn panic(unit: impl Into<UnitSource>) -> PanicQuestion {
    PanicQuestion::new().unit(unit)
}

/// Creates a question about a duel: two units attack each other in turn, for six rounds with one
/// attack of each by default. The first unit attacks first.
///
/// # Examples
/// In one round the second unit loses what one attack of the first one costs it:
///
/// ```
/// use warodds::PlainUnit;
///
/// let unit = PlainUnit { dice: 8, hit: 3, defense: 4, morale: 7, wounds: 12 }.unit()?;
/// let duel = warodds::duel(&unit, &unit).rounds(1);
/// let wounds = 101_509.0 / 26_244.0;
/// assert!((duel.exact()?.b_left().mean() - (12.0 - wounds)).abs() < 1e-12);
///
/// let wounds = warodds::attack(&unit, &unit).charge().exact()?.wounds().mean();
/// let charged = duel.opening_charge().exact()?;
/// assert!((charged.b_left().mean() - (12.0 - wounds)).abs() < 1e-12);
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn duel(a: impl Into<UnitSource>, b: impl Into<UnitSource>) -> DuelQuestion {
    DuelQuestion::new().a(a).b(b)
}

/// Creates a question about the attacks of some cards against some others.
///
/// Both are filters of [`Catalogue::filtered`](crate::catalogue::Catalogue::filtered), e.g. `stark,
/// infantry, 5..6`. Each attacker uses the legal attack of its card with the highest expected
/// wounds; cards without one are left out.
///
/// # Examples
/// A cell is the answer to the attack of its two cards:
///
/// ```
/// let swords = "stark sworn swords";
/// let cells = warodds::matrix(swords, "lannister, infantry").charge().exact()?;
/// for (column, defender) in cells.defenders.iter().enumerate() {
///     let alone = warodds::attack(swords, &*defender.id).charge().exact()?;
///     assert_eq!(cells.distribution(0, column), Some(alone.wounds()));
/// }
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn matrix(attackers: &str, defenders: &str) -> MatrixQuestion {
    MatrixQuestion::new().attackers(attackers).defenders(defenders)
}
