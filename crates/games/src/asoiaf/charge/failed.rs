//! A charge that fails: the charger's panic test (A5.6).

use super::super::attack_sequence::{Start, table};
use super::super::edition::Parameters;
use super::super::panic::{Afar, PanicTest, alone};
use super::super::presence::Presence;
use super::super::question::Charge;
use super::super::situation::{Fight, SituationIndex, SituationTable};
use super::super::triggered::Names;
use super::super::unit::Reach;
use super::reach;
use warodds_engine::chance::{Chance, Num};

/// The panic test of a charger that does not arrive: it counts the ranks and tokens that the charge
/// left it (A5.11).
#[derive(Clone, Debug)]
pub(super) struct Failed {
    test: PanicTest,
    /// The situations it may be taken in: the target stands where a striker does, and the charger
    /// where the unit struck does.
    table: SituationTable,
}

impl Failed {
    /// The test, where it is asked for.
    pub fn new(question: &Charge, parameters: &Parameters, names: &mut Names) -> Option<Self> {
        let panic = question.charger.panic.as_ref()?;
        let nobody = Presence::default();
        let target = question.attack.as_ref().map_or_else(
            || Afar { presence: &nobody, standing: panic.standing, reach: Reach::Long },
            |attack| Afar {
                presence: &attack.presence[1],
                standing: attack.defender.standing,
                reach: reach(question),
            },
        );
        let standings = [target.standing, panic.standing];
        let (table, stakes) =
            alone(panic, parameters, target, |ctx| table(ctx, standings, Start::Any, true));
        Some(Self { test: PanicTest::new(names.next(), &stakes, &table, panic.active), table })
    }

    /// The most wounds it costs.
    pub const fn most_wounds(&self) -> u8 {
        self.test.most_wounds()
    }

    /// What it does to a charger as it stands in a fight: its wounds, the tokens left, and 1 where
    /// it is failed.
    #[inline(always)]
    pub fn take<C: Chance>(&self, chance: &mut C, fight: &Fight<C::N>) -> [C::N; 3] {
        let place = if self.test.is_placed() {
            self.table.place(&fight.turned(), C::N::of(0))
        } else {
            SituationIndex::only()
        };
        let tested = self.test.take(chance, place, fight.left[0], fight.tokens[0]);
        [tested.wounds, tested.tokens, C::N::flag(tested.failed)]
    }
}
