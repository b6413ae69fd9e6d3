"""Lists of values in the keywords of questions: one case for each combination."""

from __future__ import annotations

import itertools

import warodds as wo


def test_each_combination_is_a_case() -> None:
    answers = wo.attack(
        dice=8, hit=3, defense=4, morale=7, facing=["front", "flank"], charge=[True, False]
    )
    pairs = itertools.product(["front", "flank"], [True, False])
    for answer, (facing, charge) in zip(answers, pairs, strict=True):
        alone = wo.attack(dice=8, hit=3, defense=4, morale=7, facing=facing, charge=charge)
        assert answer.mean() == alone.mean()
    assert {"facing", "charge"} <= set(answers.columns())


def test_a_range_of_python_is_a_list() -> None:
    units = ("stark outriders", "lannister crossbowmen")
    charges = wo.charge(*units, distance=range(6, 9))
    assert charges.to_json() == wo.charge(*units, distance="6..8").to_json()
