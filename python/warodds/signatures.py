"""Signatures with the keywords of each question, for ``help()`` and completion in notebooks."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import keywords

_OPTIONS = re.compile(r"Unpack\[keywords\.(\w+)\]")


def add_keywords(functions: Iterable[object]) -> None:
    """Gives each function with ``**options`` of a question a signature with the keywords instead.

    Every keyword may be left out, which ``None`` stands for. Other objects stay as they are.
    """
    for function in functions:
        if not inspect.isfunction(function):
            continue
        found = _OPTIONS.fullmatch(str(function.__annotations__.get("options", "")))
        if found:
            setattr(function, "__signature__", _signature(function, found[1]))


def _signature(function: Callable[..., Any], name: str) -> inspect.Signature:
    """Returns the signature of a function with the keywords of a class of ``warodds.keywords``."""
    types: Mapping[str, Any] = getattr(keywords, name).__annotations__
    plain = inspect.signature(function)
    own = [one for one in plain.parameters.values() if one.kind is not one.VAR_KEYWORD]
    # named by position as well: `attack(A, B)`, of which the keyword is another spelling
    known = {one.name for one in own}
    named = [
        inspect.Parameter(
            key, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_text(value)
        )
        for key, value in types.items()
        if key not in known
    ]
    return plain.replace(parameters=[*own, *named])


def _text(annotation: Any) -> str:
    """Returns an annotation of the keywords as it is written."""
    text = getattr(annotation, "__forward_arg__", annotation)
    return str(text).replace("abc.Iterable", "Iterable")
