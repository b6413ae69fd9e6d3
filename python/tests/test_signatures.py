"""Signatures name the keywords that questions take."""

from __future__ import annotations

import inspect

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
    assert "charge: 'Union[bool, Sequence[bool]]' = None" in signature


def test_what_a_signature_names_is_taken() -> None:
    bound = inspect.signature(wo.attack).bind(
        "stark sworn swords", "lannister guardsmen", facing="flank", charge=True
    )
    assert wo.attack(*bound.args, **bound.kwargs).mean() > 0
