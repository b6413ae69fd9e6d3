"""Lists of values in the keywords of questions: one case for each combination."""

from __future__ import annotations

import itertools
import json
import pickle

import numpy as np
import pytest

import warodds as wo
from conftest import Program


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


def test_field_cases_equal_single_questions_and_those_of_the_program(program: Program) -> None:
    question = {"attackers": ["stark, cavalry", "stark sworn swords"], "defenders": "lannister, 6"}
    found = wo.matrix(**question, facing=["front", "flank"], charge=[False, True])
    assert isinstance(found, wo.Fields)
    pairs = itertools.product(["front", "flank"], [False, True])
    for one, (facing, charge) in zip(found, pairs, strict=True):
        assert isinstance(one, wo.Matrix) and one.case == {"facing": facing, "charge": charge}
        alone = wo.matrix(**question, facing=facing, charge=charge)
        assert alone.case == {} and np.array_equal(one.mean, alone.mean)
        assert one.distributions.columns() == alone.distributions.columns()
    words = ["matrix", "--attackers", "stark, cavalry", "--attackers", "stark sworn swords"]
    words += ["--defenders", "lannister, 6", "--facing", "front,flank", "--charge=no,yes", "--json"]
    assert found.to_json() == program.stdout(*words)
    assert wo.ask(found.link()).to_dict() == found.to_dict()
    assert pickle.loads(pickle.dumps(found)) == found


def test_tables_of_field_cases_have_a_column_for_each_list() -> None:
    found = wo.matrix(
        attackers="stark, cavalry", defenders="lannister, 6", facing=["front", "rear"]
    )
    table = found.to_pandas()
    assert list(table.columns[:2]) == ["question", "facing"]
    rear = table[table["facing"] == "rear"]
    assert rear["mean_wounds"].tolist() == found[1].mean.ravel().tolist()
    assert found.to_polars().shape == found.to_arrow().shape == table.shape
    wounds = found.distributions.to_pandas()
    mean = (wounds["value"] * wounds["p"])[wounds["facing"] == "rear"].sum()
    assert mean == pytest.approx(found[1].mean.sum())
    pair = ["stark sworn swords", "stark bowmen"]
    units = wo.compare(pair, "umber berserkers", against="red cloaks")
    assert units.to_polars()["a"].to_list() == ["Stark Sworn Swords", "Stark Bowmen"]
    gains = wo.attachments(for_=pair, against="red cloaks")
    assert gains.to_pandas()["unit"].nunique() == 2
    with pytest.raises(ValueError, match="no distributions"):
        gains.distributions.to_pandas()
    assert found._repr_html_().count("<table>") == 2 and "matrix" in repr(found)


def test_explain_resolves_a_question_once() -> None:
    one = wo.explain("stark sworn swords", "lannister guardsmen", charge=True, seed=3)
    same = wo.attack("stark sworn swords", "lannister guardsmen", charge=True, explain=True, seed=3)
    assert isinstance(same, wo.Trace)
    assert list(one) == list(same)
    assert (one.seed, len(one)) == (3, len(str(one).splitlines()))
    first = one[0]
    assert all(1 <= die <= 6 for die in first["dice"]) and first["rule"].startswith("A")
    other = wo.explain("stark sworn swords", "lannister guardsmen", charge=True, seed=4)
    assert list(other) != list(one)
    with pytest.raises(ValueError, match="one question"):
        wo.attack("stark sworn swords", "guardsmen", facing=["front", "flank"], explain=True)


def test_chances_of_requested_counts() -> None:
    one = wo.attack(dice=2, hit=4, defense=4, morale=6, at_least="hits=1", at_most="hits=1")
    counts = one.requested_counts
    chances = {name: chance["p"] for name, chance in counts.items()}
    assert chances == pytest.approx({"at_least": 0.75, "at_most": 0.75, "between": 0.5})
    assert (counts["at_least"]["quantity"], counts["at_least"]["count"]) == ("hits", 1)
    assert wo.panic(morale=8).requested_counts == {}
    panic = wo.panic(morale=8, at_least=1).requested_counts
    assert panic["at_least"]["p"] == pytest.approx(21 / 36)
    with pytest.raises(ValueError, match="at most 2 hits are possible"):
        wo.attack(dice=2, hit=4, defense=4, morale=6, at_least="hits=3")


def test_answers_under_a_condition() -> None:
    one = wo.attack(dice=2, hit=4, defense=4, morale=6, given="hits>=1")
    assert one["hits"].pmf == pytest.approx([0, 2 / 3, 1 / 3])
    assert one.given is not None
    assert (one.given["condition"], one.given["p"]) == ("hits>=1", pytest.approx(0.75))
    assert one.given["changes"][0]["result"] == "attack_wounds"
    assert wo.attack(dice=2, hit=4, defense=4, morale=6).given is None
    trace = wo.explain(dice=2, hit=4, defense=4, morale=6, given="hits=2")
    assert all(die >= 4 for die in trace[0]["dice"])
    assert trace.given is not None and trace.given["p"] == pytest.approx(0.25)
    with pytest.raises(ValueError, match="cannot happen"):
        wo.attack(dice=2, hit=4, defense=4, morale=6, given="hits>=3")


def test_luck_of_one_roll_and_of_a_game() -> None:
    one = wo.attack(dice=2, hit=4, defense=4, morale=6, rolled="hits=1")
    assert one.luck[0]["percentile"] == pytest.approx(0.5)
    found = wo.luck("panic --morale 8 --rolled 0\nenemy panic --morale 8 --rolled 2\n")
    assert [roll["by_enemy"] for roll in found] == [False, True]
    (total,) = found.totals
    assert (total["unit"], total["rolls"]) == ("wounds", 2)
    assert json.loads(found.to_json())["totals"] == [total]
