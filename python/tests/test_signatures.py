"""Signatures name the keywords that questions take."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import warodds as wo
from warodds import keywords


@pytest.mark.parametrize(
    ("function", "options"),
    [
        (wo.attack, keywords.Attack),
        (wo.duel, keywords.Duel),
        (wo.matrix, keywords.Matrix),
        (wo.battle, keywords.Battle),
        (wo.westeros.exchange, keywords.WesterosExchange),
        (wo.warmachine.damage, keywords.WarmachineDamage),
    ],
)
def test_signatures_have_the_keywords_of_their_question(function: object, options: type) -> None:
    assert callable(function)
    parameters = inspect.signature(function).parameters
    assert set(options.__annotations__) <= set(parameters)
    assert all(one.kind is not one.VAR_KEYWORD for one in parameters.values())


def test_help_shows_keywords_and_their_types() -> None:
    signature = str(inspect.signature(wo.attack))
    assert " facing: \"Union[Literal['front', 'flank', 'rear']" in signature
    assert "charge: 'Union[bool, Iterable[bool]]' = None" in signature
    assert "dice: 'Union[Number, Iterable[Number]]' = None" in signature


def test_what_a_signature_names_is_taken() -> None:
    bound = inspect.signature(wo.attack).bind(
        "stark sworn swords", "lannister guardsmen", facing="flank", charge=True
    )
    assert wo.attack(*bound.args, **bound.kwargs).mean() > 0


def test_mypy_tells_one_answer_from_several() -> None:
    api = pytest.importorskip("mypy.api")
    folder = Path(__file__).parent
    config = f"--config-file={folder.parent / 'pyproject.toml'}"
    calls = str(folder / "typed_calls.py")
    found, faults, status = api.run([config, "--warn-unused-ignores", calls])
    assert status == 0, found + faults


def test_typed_calls_run_with_the_answers_that_their_types_say() -> None:
    source = (Path(__file__).parent / "typed_calls.py").read_text(encoding="utf-8")
    calls = [line for line in source.splitlines() if line.startswith("assert_type(")]
    names: dict[str, object] = {"wo": wo, "CARD": wo.units("stark sworn swords")[0]}
    exec("import numpy as np", names)
    names["assert_type"] = check = lambda found, kind: (found, kind)
    assert len(calls) > 15 and check
    for call in calls:
        found, kind = eval(call, names)
        if isinstance(kind, str):
            kind = eval(kind, names)
        assert isinstance(found, kind), call
