//! Means with an interval that may be looked at after every observation.

/// The chance that the interval ever leaves out the mean.
const FALSE_ALARM: f64 = 0.05;
/// The length of the range of observations, from −1 to 1.
const RANGE: f64 = 2.0;
/// The rates of the mixture, below 1 / [`RANGE`]: high ones make the interval narrow after few
/// observations, low ones after many.
const RATES: [f64; 5] = [0.35, 0.2, 0.11, 0.06, 0.03];
/// Newton steps towards the boundary: each is nearer to it, and never within.
const STEPS: usize = 8;

/// The mean of observations from −1 to 1, with a confidence sequence: its 95 % interval contains
/// the mean of the expectations of the observations after every observation at once, whenever one
/// looks or stops.
///
/// The sequence is the empirical-Bernstein one of Howard, Ramdas, McAuliffe and Sekhon,
/// "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49
/// (2021), Theorem 4, with a mixture over five rates as its boundary. With `S` the sum of
/// observations minus their expectations, `V` the sum of squared differences between each
/// observation and the mean of those before it, and `c` the length of the range,
/// `exp(λ S − ψ(λ) V)` with `ψ(λ) = (−ln(1 − cλ) − cλ) / c²` is a supermartingale for each rate `λ`
/// from 0 to `1 / c`, and so is the mean of it over several rates. By Ville's inequality the mean
/// ever exceeds `1 / α` with a chance of at most `α`.
///
/// # Examples
/// ```
/// use warodds_battles::run::AnytimeMean;
///
/// let mut mean = AnytimeMean::default();
/// (0..400).for_each(|number| mean.add(if number % 4 == 0 { -0.5 } else { 0.5 }));
/// assert_eq!(mean.mean(), 0.25);
/// let [low, high] = mean.interval();
/// assert!(0.0 < low && high < 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AnytimeMean {
    count: u64,
    sum: f64,
    /// Squared differences from predictions.
    variance: f64,
}

impl AnytimeMean {
    /// Adds an observation from −1 to 1.
    pub fn add(&mut self, observed: f64) {
        // one observation of 0 before the first: a prediction must be within the range
        let predicted = self.sum / (self.count + 1) as f64;
        self.count += 1;
        self.sum += observed;
        self.variance += (observed - predicted).powi(2);
    }

    /// Returns the number of observations.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean; 0 before the first observation.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// Returns half the width of the interval, at most 1.
    pub fn half_width(&self) -> f64 {
        self.half_width_at(FALSE_ALARM)
    }

    /// Returns the interval.
    pub fn interval(&self) -> [f64; 2] {
        self.interval_at(FALSE_ALARM)
    }

    /// Returns the interval that ever leaves out the mean with a chance of at most `false_alarm`,
    /// instead of 5 %.
    pub fn interval_at(&self, false_alarm: f64) -> [f64; 2] {
        let width = self.half_width_at(false_alarm);
        [(self.mean() - width).max(-1.0), (self.mean() + width).min(1.0)]
    }

    fn half_width_at(&self, false_alarm: f64) -> f64 {
        (boundary(self.variance, false_alarm) / self.count.max(1) as f64).min(1.0)
    }
}

/// Returns `ψ` of a rate.
fn cumulant(rate: f64) -> f64 {
    let scaled = RANGE * rate;
    (-(-scaled).ln_1p() - scaled) / (RANGE * RANGE)
}

/// Returns the sum that is exceeded with a chance of at most half of `false_alarm`.
fn boundary(variance: f64, false_alarm: f64) -> f64 {
    let limit = (2.0 / false_alarm).ln() + (RATES.len() as f64).ln();
    let costs = RATES.map(|rate| (rate, cumulant(rate) * variance));
    // one rate alone reaches the limit here, so the sum over all of them does
    let alone = costs.iter().map(|(rate, cost)| (limit + cost) / rate);
    let mut sum = alone.fold(f64::INFINITY, f64::min);
    for _ in 0..STEPS {
        let terms = costs.map(|(rate, cost)| (rate, (rate * sum - cost - limit).exp()));
        let total: f64 = terms.iter().map(|(_, term)| term).sum();
        let slope: f64 = terms.iter().map(|(rate, term)| rate * term).sum();
        // the logarithm of the total is convex in the sum, so no step goes too far
        sum -= total.ln() * total / slope;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Observations like those of pairs of games: differences of two numbers of half points of 4.
    fn observe(rng: &mut Xoshiro256PlusPlus, wins: [f64; 2]) -> f64 {
        let [one, other] =
            wins.map(|win| [0; 2].map(|_: u8| u8::from(rng.random_bool(win))).iter().sum::<u8>());
        f64::from(one) / 2.0 - f64::from(other) / 2.0
    }

    /// Returns how many of 1,000 sequences of 1,000 observations have an interval without the mean
    /// at one of 100 looks, and how many of intervals of 1.96 standard errors.
    fn alarms(wins: [f64; 2], seed: u64) -> [u32; 2] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut alarms = [0; 2];
        for _ in 0..1_000 {
            let (mut mean, mut are_wrong, mut squares) = (AnytimeMean::default(), [false; 2], 0.0);
            for look in 1..=1_000 {
                let observed = observe(&mut rng, wins);
                mean.add(observed);
                squares += observed * observed;
                if look % 10 > 0 {
                    continue;
                }
                let truth = wins[0] - wins[1];
                let [low, high] = mean.interval();
                let variance = squares / f64::from(look) - mean.mean().powi(2);
                let width = 1.96 * (variance / f64::from(look)).sqrt();
                are_wrong[0] |= truth < low || truth > high;
                are_wrong[1] |= (mean.mean() - truth).abs() > width;
            }
            (0..2).for_each(|kind| alarms[kind] += u32::from(are_wrong[kind]));
        }
        alarms
    }

    /// At most 5 % of sequences may ever have a wrong interval; at 5 %, more than 85 of 1,000 would
    /// be a chance below 1e-6. Usual intervals are wrong much more often.
    #[test]
    fn intervals_are_wrong_as_rarely_as_stated_however_often_one_looks() {
        for (wins, seed) in [([0.5, 0.5], 1), ([0.6, 0.5], 2), ([0.95, 0.9], 3)] {
            let [anytime, usual] = alarms(wins, seed);
            assert!(anytime <= 50, "{wins:?}: {anytime} of 1000");
            assert!(usual > 150, "{wins:?}: {usual} of 1000");
        }
    }

    /// The boundary is where the mean of the exponentials is 2 / 5 %, found here by bisection.
    #[test]
    fn boundary_is_where_the_mixture_reaches_its_limit() {
        for variance in [0.0, 0.3, 12.0, 400.0, 20_000.0] {
            let mixture = |sum: f64| {
                let exponential = |rate: &f64| {
                    let (c, rate) = (2.0, *rate);
                    (rate * sum - variance * (-(1.0 - c * rate).ln() - c * rate) / (c * c)).exp()
                };
                RATES.iter().map(exponential).sum::<f64>() / RATES.len() as f64
            };
            let (mut low, mut high) = (0.0, 1e5);
            for _ in 0..200 {
                let middle = (low + high) / 2.0;
                *(if mixture(middle) < 40.0 { &mut low } else { &mut high }) = middle;
            }
            let found = boundary(variance, FALSE_ALARM);
            assert!((found / low - 1.0).abs() < 1e-6, "{variance}: {found} v {low}");
        }
    }

    /// The price of looking at any time: less than twice the width of the usual interval.
    #[test]
    fn intervals_are_not_much_wider_than_usual_ones() {
        for observations in [500_u32, 2_000, 20_000] {
            let variance = 0.25 * f64::from(observations);
            let usual = 1.96 * variance.sqrt();
            assert!(boundary(variance, FALSE_ALARM) < 2.0 * usual, "{observations}");
        }
    }
}
