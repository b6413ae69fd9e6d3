"""Asks the questions that the functions of this package stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from . import _native
from .answers import as_sequence, from_reply
from .battle import Battle


def ask_kind(kind: str, units: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    """Answers a question of a kind: units by position, and everything else by keyword."""
    # a dict of this call alone, so that it may be changed
    options = cast("dict[str, Any]", keywords)
    threads = options.pop("threads", None) or 0
    try:
        fields, reply, short_lists = _native.ask(kind, tuple(units), options, threads)
    except KeyboardInterrupt as interrupt:
        convert_partial(interrupt)
        raise
    found = from_reply(reply, (kind, fields))
    return as_sequence(found, short_lists) if short_lists else found


def convert_partial(interrupt: KeyboardInterrupt) -> None:
    """Replaces the native partial reply by an answer; by ``None`` if nothing was rolled yet."""
    reply = getattr(interrupt, "partial", None)
    if isinstance(reply, _native.NativeReply):
        partial = from_reply(reply)
        if isinstance(partial, Battle):
            has_trials = partial.games > 0
        else:
            has_trials = any(answer["trials"] != 0 for answer in reply.answers())
        interrupt.partial = partial if has_trials else None  # type: ignore[attr-defined]
