use super::*;
use crate::warmachine::campaign::chest::muster;
use crate::warmachine::campaign::samples::{BRIAN, ERIC, ROB, area, four, ids};
use crate::warmachine::campaign::{Factor, Losses, Prices, Purchase};
use warodds_engine::chance::{Paths, Scalar};

/// Four sides with three areas each, mustered; Eric's attack on the area of that number.
fn ready(campaign: &Campaign, on: usize) -> (CampaignState, DeclaredAttack) {
    let mut state = CampaignState::start(campaign);
    ids(4).into_iter().for_each(|side| muster(campaign, &mut state, side));
    let defender = state.owner(area(on)).expect("an area");
    (state, DeclaredAttack { attacker: ERIC, defender, area: area(on), objective: false })
}

fn factor(value: f64) -> Factor {
    Factor::new(value).expect("a factor")
}

/// The distribution of what Eric's attack on an area leads to, by whether he took it.
fn outcomes(
    campaign: &Campaign,
    state: &CampaignState,
    attack: &DeclaredAttack,
) -> Vec<(bool, f64, CampaignState)> {
    let (mut all, mut chance) = (Vec::new(), Paths::new(&[], None));
    let fought = |chance: &mut Scalar<'_>| {
        let mut after = state.clone();
        fight(chance, campaign, &mut after, attack);
        after
    };
    chance.each_path(1.0, fought, |after, weight| {
        all.push((after.owner(attack.area) == Some(ERIC), *weight, after));
    });
    all
}

#[test]
fn odds_start_from_strengths_or_from_what_is_given() {
    let mut campaign = four([3, 3, 3, 3]);
    campaign.sides[0].strengths = vec![factor(1.5), factor(0.5)];
    let mut state = CampaignState::start(&campaign);
    // the members of a team fight in turn: 1.5 : 1, then 0.5 : 1
    assert!((even_chance(&campaign, &state, ERIC, ROB).heads() - 0.6).abs() < 1e-12);
    state.sides[0].fought = 1;
    assert!((even_chance(&campaign, &state, ERIC, ROB).heads() - 1.0 / 3.0).abs() < 1e-12);
    campaign.chances = vec![(ERIC, ROB, Coin::new(0.55).expect("a chance"))];
    assert_eq!(even_chance(&campaign, &state, ERIC, ROB).heads(), 0.55);
}

#[test]
fn the_winner_has_the_area_and_the_points() {
    let mut campaign = four([3, 3, 3, 3]);
    (campaign.battle.winner_points, campaign.battle.loser_points) = ([3, 4, 5], [1, 1, 1]);
    campaign.chances = vec![(ERIC, ROB, Coin::new(0.6).expect("a chance"))];
    let (state, attack) = ready(&campaign, 3);
    let results: Vec<_> = outcomes(&campaign, &state, &attack)
        .into_iter()
        .map(|(won, p, s)| (won, p, s.sides[0].points, s.sides[1].points))
        .collect();
    assert_eq!(
        results.iter().map(|t| (t.0, t.2, t.3)).collect::<Vec<_>>(),
        [(false, 1, 4), (true, 4, 1)]
    );
    assert!((results[1].1 - 0.6).abs() < 1e-12);
}

/// Where points do not matter all sizes are as likely to be won.
#[test]
fn of_equals_the_smallest_size_is_fought() {
    let mut campaign = four([3, 3, 3, 3]);
    campaign.battle.points_matter = 0;
    campaign.sides[0].policy.size = SizePolicy::Best;
    let (state, attack) = ready(&campaign, 3);
    let odds_of =
        |size| odds(&campaign, &state, &attack, answered(&campaign, &state, &attack, size));
    assert!(Size::ALL.into_iter().all(|size| odds_of(size) == odds_of(Size::Points500)));
    assert_eq!(agreed(&campaign, &state, &attack).size, Size::Points500);
}

#[test]
fn distance_strengthens_the_defender() {
    // on the line 0..12 Eric holds 0 to 2: area 3 is adjacent, 4 near, 5 and all beyond distant
    let mut campaign = four([3, 3, 3, 3]);
    (campaign.battle.near, campaign.battle.distant) = (factor(1.25), factor(1.5));
    let odds_on = |on| {
        let (state, attack) = ready(&campaign, on);
        odds(&campaign, &state, &attack, agreed(&campaign, &state, &attack))
    };
    assert_eq!([3, 4, 5, 11].map(odds_on), [1.0, 0.8, 1.0 / 1.5, 1.0 / 1.5]);
}

#[test]
fn a_raised_battle_has_no_proximity() {
    let mut campaign = four([3, 3, 3, 3]);
    campaign.battle.near = factor(1.25);
    campaign.sides[0].policy.size = SizePolicy::Fixed(Size::Points500);
    campaign.sides[1].policy.raise = RaisePolicy::WhenItHelps;
    let (mut state, attack) = ready(&campaign, 4);
    // full armies: near is worth more to Rob than a larger battle
    assert_eq!(
        agreed(&campaign, &state, &attack),
        BattleTerms { size: Size::Points500, proximity: Proximity::Near }
    );
    // Eric is worn out to 400 points: at 1000 he has 800 against 1000, 0.8 as near does; at 750
    // 400 against 750
    state.sides[0].detachments = vec![400, 400, 0];
    assert_eq!(
        agreed(&campaign, &state, &attack),
        BattleTerms { size: Size::Points750, proximity: Proximity::Adjacent }
    );
}

#[test]
fn attackers_pick_their_size() {
    let mut campaign = four([3, 3, 3, 3]);
    let (mut state, attack) = ready(&campaign, 3);
    state.sides[1].detachments = vec![500, 100, 0];
    let size = |campaign: &Campaign, state: &CampaignState| agreed(campaign, state, &attack).size;
    campaign.sides[0].policy.size = SizePolicy::Largest;
    assert_eq!(size(&campaign, &state), Size::Points1000);
    // 500 : 500, 750 : 500, 1000 : 600
    campaign.sides[0].policy.size = SizePolicy::Best;
    assert_eq!(size(&campaign, &state), Size::Points1000);
    state.sides[1].detachments = vec![500, 400, 0];
    assert_eq!(size(&campaign, &state), Size::Points750);
    campaign.sides[0].policy.size = SizePolicy::Largest;
    state.sides[0].detachments = vec![450, 300, 0];
    assert_eq!(size(&campaign, &state), Size::Points500);
}

#[test]
fn an_under_dog_earns_five_points_more() {
    // 550 against 750 is smaller by 200, 551 is not
    for (points, bonus) in [(550, 5), (551, 0), (750, 0)] {
        let campaign = four([3, 3, 3, 3]);
        let (mut state, attack) = ready(&campaign, 3);
        state.sides[0].detachments = vec![points];
        let all = outcomes(&campaign, &state, &attack);
        let points_of = |won: bool| {
            all.iter()
                .find(|(w, ..)| *w == won)
                .map(|(.., s)| (s.sides[0].points, s.sides[1].points))
        };
        assert_eq!((points_of(true), points_of(false)), (Some((5 + bonus, 0)), Some((0, 5))));
        // odds of the points of the armies
        let won: f64 = all.iter().filter(|(won, ..)| *won).map(|(_, p, _)| p).sum();
        assert!((won - f64::from(points) / f64::from(points + 750)).abs() < 1e-12);
    }
}

#[test]
fn losses_last_for_the_next_battle() {
    let mut campaign = four([3, 3, 3, 3]);
    campaign.battle.loser_losses = Losses::new([20, 20, 20, 20, 20, 80]).expect("percents");
    campaign.battle.winner_losses = Losses::new([10; 6]).expect("percents");
    let (state, attack) = ready(&campaign, 3);
    let all = outcomes(&campaign, &state, &attack);
    // the winner's loss needs no die, the loser's one: twice six outcomes
    assert_eq!(all.len(), 12);
    let left =
        |state: &CampaignState| (state.sides[0].detachments[0], state.sides[1].detachments[0]);
    let mut seen: Vec<_> =
        all.iter().filter(|(won, ..)| *won).map(|(.., state)| left(state)).collect();
    seen.dedup();
    assert_eq!(seen, [(675, 600), (675, 150)]);
}

#[test]
fn who_has_nothing_to_field_fights_no_battle() {
    let campaign = four([3, 3, 3, 3]);
    let (mut state, attack) = ready(&campaign, 3);
    state.sides[1].detachments = vec![0, 0];
    let taken = outcomes(&campaign, &state, &attack);
    assert!(taken.len() == 1 && taken[0].0 && taken[0].2.sides[0].points == 0);
    state.sides[0].detachments = vec![0];
    let lapsed = outcomes(&campaign, &state, &attack);
    assert!(lapsed.len() == 1 && !lapsed[0].0);
}

#[test]
fn epic_warcasters_and_advantages_count_where_they_fight() {
    let mut campaign = four([3, 3, 3, 3]);
    campaign.prices =
        Prices { epic_worth: factor(1.5), advantage_worth: factor(2.0), ..Prices::default() };
    campaign.sides[0].policy.buys = vec![Purchase::Advantage];
    let (mut state, attack) = ready(&campaign, 3);
    (state.sides[0].epics, state.sides[0].chest) = (1, 7);
    let all = outcomes(&campaign, &state, &attack);
    // odds 1.5 · 2 = 3; the advantage is paid whatever comes of it
    assert!((all[1].1 - 0.75).abs() < 1e-12 && all[0].2.sides[0].chest == 2);
    let (_, second) = ready(&campaign, 9);
    assert_eq!(second.defender, BRIAN);
    let later = &outcomes(&campaign, &all[0].2, &second)[1];
    assert!((later.1 - 0.6).abs() < 1e-12, "no points are left for another");
}

#[test]
fn powers_of_a_factor_may_be_negative() {
    assert_eq!([2, 0, -2].map(|power| times(2.0, power)), [4.0, 1.0, 0.25]);
    assert_eq!(times(0.5, -3), 8.0);
}
