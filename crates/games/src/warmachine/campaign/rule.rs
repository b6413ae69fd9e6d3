//! A campaign as a rule for the engines: each round is a step for purchases and declarations, and
//! one step per battle.

use super::super::results::{event, quantity};
use super::chest::muster;
use super::declare::declarations;
use super::initiative::{keep_ranks, order};
use super::order::order_of_battles;
use super::victory::{at_limit, has_won};
use super::{Campaign, CampaignEnding, CampaignState, SideId, battle};
use warodds_engine::chance::{
    Chance, EventName, HashedSums, Mergeable, QuantityName, Scalar, Sequential, Slot, Weight,
};
use warodds_engine::run::{
    ContractError, Control, Distributions, ExactError, Goal, Sample, Shard, exact_within, play,
};

/// Largest number of battles of a round: one per pair of sides and one objective per side.
const MOST_BATTLES: usize = 6 + 4;

/// Names of the event that a side wins.
const WINS: [(EventName, &str); 4] = [
    (EventName::new("a_wins"), "a wins"),
    (EventName::new("b_wins"), "b wins"),
    (EventName::new("c_wins"), "c wins"),
    (EventName::new("d_wins"), "d wins"),
];
/// Names of the areas of a side at the end.
const AREAS: [(QuantityName, &str); 4] = [
    (QuantityName::new("a_areas"), "areas of a at the end"),
    (QuantityName::new("b_areas"), "areas of b at the end"),
    (QuantityName::new("c_areas"), "areas of c at the end"),
    (QuantityName::new("d_areas"), "areas of d at the end"),
];

/// The meaning of a result of [`CampaignRule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotMeaning {
    /// The last round.
    Rounds,
    /// Whether a side has won.
    Wins(SideId),
    /// Whether nobody has won.
    Undecided,
    /// Areas of a side at the end.
    Areas(SideId),
    /// Areas of a side after a round, from 1; those at the end if the campaign was over by then.
    AreasAfter(SideId, u8),
}

/// The rule of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignRule<'a> {
    campaign: &'a Campaign,
}

impl<'a> CampaignRule<'a> {
    /// Creates the rule of a campaign.
    pub const fn new(campaign: &'a Campaign) -> Self {
        Self { campaign }
    }

    /// Returns the meaning of each result, in the order of [`Sequential::slots`].
    pub fn meanings(&self) -> Vec<SlotMeaning> {
        let sides = || self.campaign.ids();
        let after =
            |side| (1..=self.campaign.limit).map(move |round| SlotMeaning::AreasAfter(side, round));
        std::iter::once(SlotMeaning::Rounds)
            .chain(sides().map(SlotMeaning::Wins))
            .chain([SlotMeaning::Undecided])
            .chain(sides().map(SlotMeaning::Areas))
            .chain(sides().flat_map(after))
            .collect()
    }

    fn slot(&self, meaning: SlotMeaning) -> Slot {
        let areas = self.campaign.map.len() as u8;
        match meaning {
            SlotMeaning::Rounds => {
                Slot::quantity(quantity::ROUNDS, "rounds", "rounds", self.campaign.limit)
            }
            SlotMeaning::Wins(side) => {
                let (name, label) = WINS[side.index()];
                Slot::event(name, label)
            }
            SlotMeaning::Undecided => Slot::event(event::UNDECIDED, "nobody wins"),
            SlotMeaning::Areas(side) => {
                let (name, label) = AREAS[side.index()];
                Slot::quantity(name, label, "areas", areas)
            }
            SlotMeaning::AreasAfter(..) => {
                Slot::quantity(quantity::AREAS_AFTER, "areas after a round", "areas", areas)
            }
        }
    }

    /// Returns the slot of a side's areas after a round.
    fn after(&self, side: SideId, round: u8) -> usize {
        let sides = self.campaign.sides.len();
        2 + 2 * sides
            + side.index() * usize::from(self.campaign.limit)
            + usize::from(round.saturating_sub(1))
    }

    /// Records the areas of all sides after a round.
    fn record_areas(&self, chance: &mut Scalar<'_>, state: &CampaignState, round: u8) {
        for side in self.campaign.ids() {
            chance.record(self.after(side, round), state.count(side));
        }
    }

    /// Starts a round: initiative, purchases, declarations (W2.2 to W2.4).
    fn begin(&self, chance: &mut Scalar<'_>, state: &mut CampaignState) {
        let order = order(chance, state);
        state.round += 1;
        for side in self.campaign.ids() {
            muster(self.campaign, state, side);
        }
        // initiative used the points of the last round; this round starts from 0 (W2.2)
        state.sides.iter_mut().for_each(|side| side.points = 0);
        let attacks = declarations(self.campaign, state, &order);
        state.pending = order_of_battles(self.campaign, state, &order, attacks);
        // popped from the end, one battle per step
        state.pending.reverse();
    }

    /// Ends a round, and the campaign after the last one.
    fn end(&self, chance: &mut Scalar<'_>, state: &mut CampaignState) {
        if state.round >= self.campaign.limit {
            state.ended = Some(at_limit(self.campaign, state));
        } else {
            self.record_areas(chance, state, state.round);
        }
        tidy(state);
    }
}

/// Drops everything the next round does not need, so that more states are equal.
fn tidy(state: &mut CampaignState) {
    keep_ranks(state);
    state.pending.clear();
    for side in &mut state.sides {
        side.fought = 0;
        side.detachments.clear();
    }
}

/// The engines of long games, instantiated here once.
impl CampaignRule<'_> {
    /// Returns the exact distributions: see [`exact_within`].
    ///
    /// # Errors
    /// [`ExactError`] if more than `most` states have to be kept at a time.
    pub fn exact(&self, most: usize) -> Result<Distributions, ExactError> {
        exact_within(self, most)
    }

    /// Samples a shard of a run: see [`play`].
    ///
    /// # Errors
    /// [`ContractError`] if the rule breaks its contract; no input does that.
    pub fn sample(
        &self,
        goal: Goal,
        shard: Shard,
        control: &dyn Control,
    ) -> Result<Sample, ContractError> {
        play(self, goal, shard, control)
    }
}

impl Mergeable for CampaignState {
    type StateWeights<W: Weight> = HashedSums<Self, W>;
}

impl Sequential for CampaignRule<'_> {
    type State = CampaignState;

    fn slots(&self) -> Vec<Slot> {
        self.meanings().into_iter().map(|meaning| self.slot(meaning)).collect()
    }

    fn start(&self) -> CampaignState {
        CampaignState::start(self.campaign)
    }

    fn steps(&self) -> usize {
        usize::from(self.campaign.limit) * (1 + MOST_BATTLES)
    }

    fn step(&self, chance: &mut Scalar<'_>, _: usize, state: &mut CampaignState) {
        match state.pending.pop() {
            None => self.begin(chance, state),
            Some(attack) => {
                battle::fight(chance, self.campaign, state, &attack);
                if has_won(self.campaign, state, attack.attacker) {
                    state.ended = Some(CampaignEnding::Won(attack.attacker));
                    tidy(state);
                    return;
                }
            }
        }
        if state.pending.is_empty() {
            self.end(chance, state);
        }
    }

    fn over(&self, state: &CampaignState) -> bool {
        state.ended.is_some()
    }

    fn finish(&self, chance: &mut Scalar<'_>, state: &CampaignState) {
        let sides = self.campaign.sides.len();
        chance.record(0, state.round);
        for side in self.campaign.ids() {
            chance
                .record(1 + side.index(), u8::from(state.ended == Some(CampaignEnding::Won(side))));
            chance.record(2 + sides + side.index(), state.count(side));
        }
        chance.record(1 + sides, u8::from(!matches!(state.ended, Some(CampaignEnding::Won(_)))));
        // a finished campaign keeps its final areas in all later rounds
        for round in state.round..=self.campaign.limit {
            self.record_areas(chance, state, round);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warmachine::campaign::samples::{ERIC, ROB, area, four, line};
    use crate::warmachine::campaign::{AtLimit, AttackPolicy};
    use warodds_engine::chance::Coin;

    /// Returns a campaign of two sides with these areas; the first wins battles with chance `p`.
    fn two(areas: [usize; 2], target: u8, p: f64) -> Campaign {
        let mut campaign = line(&areas);
        campaign.target = Some(target);
        let coin = |p| Coin::new(p).expect("a chance");
        campaign.chances = vec![(ERIC, ROB, coin(p)), (ROB, ERIC, coin(1.0 - p))];
        campaign
    }

    fn distributions(campaign: &Campaign) -> Vec<warodds_engine::dist::Pmf> {
        exact_within(&CampaignRule::new(campaign), 100_000).expect("few states").slots
    }

    fn distribution(campaign: &Campaign, meaning: SlotMeaning) -> warodds_engine::dist::Pmf {
        let place = CampaignRule::new(campaign)
            .meanings()
            .into_iter()
            .position(|held| held == meaning)
            .expect("it is recorded");
        distributions(campaign)[place].clone()
    }

    #[test]
    fn one_area_each_is_a_chain_of_attacks_in_turn() {
        // Who attacks and wins has both areas. Who attacks and fails has lost the battle, and the
        // other, with more points, attacks next. The first attacker is drawn. So P(1) = ½·0.6 +
        // ½·0.4, P(2) = ½·0.4·0.4 + ½·0.6·0.6, and two rounds without an end have chance 0.4·0.6:
        // P(n + 2) = 0.24 P(n).
        let campaign = Campaign { limit: 20, ..two([1, 1], 2, 0.6) };
        let rounds = distribution(&campaign, SlotMeaning::Rounds);
        let mut expected = vec![0.0, 0.5, 0.26];
        (3..20).for_each(|n| expected.push(0.24 * expected[n - 2]));
        assert!(
            rounds.probabilities().iter().zip(&expected).all(|(p, q)| (p - q).abs() < 1e-12),
            "{rounds:?}"
        );
        // nobody has won after 20 rounds with chance 0.24^10; else Eric: ½ (15/19 + 9/19) of an
        // endless campaign
        let never = 0.24_f64.powi(10);
        assert!(
            (distribution(&campaign, SlotMeaning::Undecided).at_least(1) - never).abs() < 1e-15
        );
        assert!(
            (distribution(&campaign, SlotMeaning::Wins(ERIC)).at_least(1)
                - 12.0 / 19.0 * (1.0 - never))
                .abs()
                < 1e-9
        );
    }

    #[test]
    fn areas_over_time_are_those_at_the_end_once_it_is_over() {
        // after round 1: Eric attacked and won (0.3), Rob attacked and won (0.2), or neither (0.5)
        let campaign = two([1, 1], 2, 0.6);
        let after = distribution(&campaign, SlotMeaning::AreasAfter(ERIC, 1));
        assert!(
            after.probabilities().iter().zip([0.2, 0.5, 0.3]).all(|(p, q)| (p - q).abs() < 1e-12),
            "{after:?}"
        );
        assert_eq!(
            distribution(&campaign, SlotMeaning::AreasAfter(ROB, 10)),
            distribution(&campaign, SlotMeaning::Areas(ROB))
        );
    }

    #[test]
    fn objectives_are_taken_in_their_order() {
        // Eric wants Rob's two areas in order and always wins: in two rounds if the lot lets him
        // begin; else Rob attacks in vain in the first and Eric, whom he attacked, has nothing to
        // declare
        let mut campaign = two([1, 2], 3, 1.0);
        (campaign.target, campaign.limit) = (None, 5);
        campaign.sides[0].objectives = vec![area(2), area(1)];
        campaign.sides[0].policy.attack = AttackPolicy::ObjectiveFirst;
        assert_eq!(
            distribution(&campaign, SlotMeaning::Rounds).probabilities()[1..4],
            [0.0, 0.5, 0.5]
        );
        assert_eq!(distribution(&campaign, SlotMeaning::Wins(ERIC)).at_least(1), 1.0);
        // without the policy he may not even attack them
        campaign.sides[0].policy.attack = AttackPolicy::WeakestNeighbour;
        assert_eq!(distribution(&campaign, SlotMeaning::Undecided).at_least(1), 1.0);
    }

    #[test]
    fn an_ousted_side_may_come_back() {
        // without a target: the first round leaves Rob without areas where Eric attacks and wins
        let campaign = Campaign { target: None, limit: 2, ..two([1, 1], 2, 0.5) };
        let after = |round| distribution(&campaign, SlotMeaning::AreasAfter(ROB, round));
        assert!((after(1).probabilities()[0] - 0.25).abs() < 1e-12);
        // the ousted side alone may attack then, and has one area again with chance ½; the others
        // go on as before
        assert!(
            (after(2).probabilities()[0] - (0.25 * 0.5 + 0.5 * 0.25)).abs() < 1e-12,
            "{:?}",
            after(2)
        );
    }

    #[test]
    fn the_rounds_end_what_nobody_wins() {
        let mut campaign =
            Campaign { limit: 1, at_limit: AtLimit::MostAreas, ..two([1, 2], 3, 1.0) };
        // Eric attacks with chance ½ and then has two areas of three; else Rob attacks in vain and
        // keeps two
        campaign.target = None;
        let win =
            |campaign: &Campaign, side| distribution(campaign, SlotMeaning::Wins(side)).at_least(1);
        assert!(
            (win(&campaign, ERIC) - 0.5).abs() < 1e-12 && (win(&campaign, ROB) - 0.5).abs() < 1e-12
        );
        campaign.at_limit = AtLimit::Undecided;
        assert_eq!(distribution(&campaign, SlotMeaning::Undecided).at_least(1), 1.0);
        let even = Campaign {
            limit: 1,
            at_limit: AtLimit::MostAreas,
            target: None,
            ..two([1, 1], 2, 0.0)
        };
        // Eric never wins: where he attacks both keep one area and nobody leads
        assert!((distribution(&even, SlotMeaning::Undecided).at_least(1) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn every_distribution_sums_to_one_and_areas_are_never_lost() {
        let campaign = Campaign { limit: 1, target: Some(6), ..four([1, 2, 1, 2]) };
        let total: f64 = campaign
            .ids()
            .map(|side| distribution(&campaign, SlotMeaning::Areas(side)).mean())
            .sum();
        assert!((total - 6.0).abs() < 1e-9, "{total}");
        assert_eq!(distributions(&campaign).len(), 2 + 4 + 4 + 4);
    }
}
