"""Lists of values in the keywords of questions: one case for each combination."""

from __future__ import annotations

import itertools
import json
import pickle
from typing import Any

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


NUMBERS = {"hit": 3, "defense": 4, "morale": 7}


@pytest.mark.parametrize(
    "values",
    [range(6, 9), (6, 7, 8), np.arange(6, 9), np.array([6.0, 7.0, 8.0]), iter([6, 7, 8])],
    ids=["range", "tuple", "integers", "floats", "iterator"],
)
def test_what_has_values_is_a_list(values: Any) -> None:
    found = wo.attack(dice=values, **NUMBERS)
    assert isinstance(found, wo.Answers)
    assert [one.case for one in found] == [{"dice": 6}, {"dice": 7}, {"dice": 8}]
    for table in (found.to_pandas(), found.to_polars()):
        assert list(table.columns) == ["question", "dice", "quantity", "value", "p", "at_least"]
        assert sorted(set(table["dice"])) == [6, 7, 8]


def test_columns_of_tables_are_lists() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    for series in (pandas.Series([6, 7]), polars.Series([6, 7])):
        assert len(wo.attack(dice=series, **NUMBERS)) == 2


def test_numbers_of_numpy_are_numbers() -> None:
    plain = wo.attack(dice=8, charge=True, **NUMBERS)
    assert wo.attack(dice=np.int64(8), charge=np.bool_(True), **NUMBERS) == plain
    assert wo.attack(dice=np.float32(8), charge=True, **NUMBERS) == plain
    assert wo.attack(dice=np.array(8), charge=True, **NUMBERS) == plain
    flags = wo.attack(dice=8, charge=np.array([True, False]), **NUMBERS)
    assert [one.case["charge"] for one in flags] == [True, False]


def test_a_list_of_one_value_has_a_sequence_of_one_answer() -> None:
    plain = wo.attack(dice=8, **NUMBERS)
    found = wo.attack(dice=[8], **NUMBERS)
    assert isinstance(found, wo.Answers) and len(found) == 1
    assert found[0].case == {"dice": 8} and found[0].mean() == plain.mean()
    assert set(found.to_pandas()["dice"]) == {8}
    assert isinstance(found.to_dict(), list) and pickle.loads(pickle.dumps(found)) == found
    mixed = wo.attack(dice=[7, 8], facing=["flank"], **NUMBERS)
    assert [one.case for one in mixed] == [
        {"dice": 7, "facing": "flank"}, {"dice": 8, "facing": "flank"}
    ]
    cavalry = {"attackers": "stark, cavalry", "defenders": "lannister, cavalry"}
    fields = wo.matrix(**cavalry, charge=[True])
    assert isinstance(fields, wo.Fields) and fields[0].case == {"charge": True}
    assert "charge" in fields.to_pandas() and pickle.loads(pickle.dumps(fields))[0].case
    # cards of one unit, not a list of questions
    card = wo.attack("sworn swords", "lannister guardsmen", attacker_card=["War Cry"])
    assert isinstance(card, wo.Answer)


def test_cards_are_units() -> None:
    swords, guards = wo.units("stark sworn swords")[0], wo.units("lannister guardsmen")[0]
    assert wo.attack(swords, guards) == wo.attack("stark sworn swords", "lannister guardsmen")
    row = wo.units("stark sworn swords").to_polars().to_dicts()[0]
    assert wo.attack(row, guards) == wo.attack(swords, guards)
    captain = next(one for one in wo.attachment_cards(swords) if one.id == "sworn-sword-captain")
    named = wo.attack(swords, guards, attacker_with="sworn sword captain")
    assert wo.attack(swords, guards, attacker_with=captain) == named
    cavalry = wo.units("stark, cavalry")
    found = wo.attack(cavalry, guards)
    assert [one.case["attacker"] for one in found] == [card.name for card in cavalry]
    matrix = wo.matrix(attackers=cavalry, defenders=[swords, guards])
    assert matrix.mean.shape == (len(cavalry), 2)
    # the card of another edition is that card, whatever a name alone means
    old = next(one for one in wo.units(cards="all") if one["season"] == "1.0")
    assert "v1.0" in wo.attack(old, guards).subject
    with pytest.raises(wo.InputError, match="no card"):
        wo.attack({"name": "Stark Sworn Swords"}, guards)


def test_cards_are_dicts_that_cannot_be_changed() -> None:
    (card,) = wo.units("stark sworn swords")
    assert json.loads(json.dumps(card)) == card and hash(card) == hash(card.id)
    assert repr(card).startswith("<card Stark Sworn Swords: Stark infantry, 5 points, speed 5")
    for change in (lambda: card.update(id="x"), lambda: card.pop("id"), card.clear):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert pickle.loads(pickle.dumps(card)) == card and str(card) == "Stark Sworn Swords"


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
    with pytest.raises(ValueError, match="a single question"):
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
    # no wound is the best result, and two wounds of the enemy are better than none
    assert all(roll["percentile"] > 0.5 for roll in found)
    (total,) = found.totals
    assert (total["unit"], total["rolls"]) == ("wounds", 2)
    assert json.loads(found.to_json())["totals"] == [total]
