"""Runs shared out among processes and machines, and merged: whole blocks, bit for bit."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native
from .distribution import Frozen

if TYPE_CHECKING:
    from .answer import Answer, Answers, Results
    from .battle import Battle
    from .field import Field


class Shard(Frozen):
    """What was counted of some blocks of a run: the text of a ``warodds/shard/1`` file."""

    __slots__ = ("text", "_head")

    text: str
    _head: dict[str, Any]

    def __init__(self, text: str) -> None:
        head = {key: value for key, value in json.loads(text).items() if key != "counted"}
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "_head", head)

    @property
    def block(self) -> int:
        """The number of its first block."""
        return self._head["block"]

    @property
    def blocks(self) -> int:
        """How many blocks it has."""
        return self._head["blocks"]

    @property
    def trials(self) -> int:
        """Trials of each question."""
        return self.blocks * self._head["trials_of_block"]

    @property
    def seed(self) -> int:
        """The seed of its run."""
        return self._head["seed"]

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it, whole or not at all."""
        write_whole(Path(path), self.text)

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Shard) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> Any:
        return Shard, (self.text,)

    def __repr__(self) -> str:
        last = self.block + self.blocks - 1
        return f"<shard: blocks {self.block} to {last}, seed {self.seed}>"


def write_whole(path: Path, text: str) -> None:
    """Writes a file that is there under its name as soon as it is whole, and not before."""
    handle, name = tempfile.mkstemp(prefix=".warodds-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def source_of(
    places: tuple[Any, ...], kind: str, options: dict[str, Any]
) -> tuple[str, str]:
    """What is shared out, as JSON, and who rolls for it by its options."""
    if len(places) == 1 and is_file(places[0]):
        rolls = _native.rolls_of(options.pop("engine", None), bool(options.pop("apart", False)))
        if options:
            raise ValueError(
                f"`{next(iter(options))}` is for questions in words, and a file says all of its "
                "questions: write it in the file"
            )
        return _native.source_of_file(fspath(places[0])), rolls
    return _native.source_of(kind, places, options)


def is_file(place: Any) -> bool:
    """Whether a place names a file, and no unit."""
    return isinstance(place, PathLike) or (isinstance(place, str) and place.endswith(".toml"))


def shard(
    *places: str | PathLike[str] | None,
    block: int,
    blocks: int,
    seed: int | None = None,
    kind: str = "attack",
    question: str | None = None,
    threads: int = 0,
    **options: Any,
) -> Shard:
    """Counts some blocks of a run.

    Of a file's questions, ``shard("duel.toml", seed=7, block=0, blocks=100)``, of all or of the one
    that ``question`` names; or of a question in words, as the function called ``kind`` takes them:
    ``shard("stark sworn swords", "lannister guardsmen", charge=True, seed=7, block=0, blocks=100)``.
    A block is 8192 trials, of campaigns 512, of battles 16. ``seed`` is the file's, or 0, unless it
    is given. ``engine`` says who rolls; matrices and comparisons of a file are rolled only where it
    is given, and else worked out exactly by ``merge``.
    """
    source, rolls = source_of(places, kind, options)
    text = _native.shard(source, rolls, seed, block, blocks, question, threads)
    return Shard(text)


def merge(
    shards: Iterable[Shard | str | PathLike[str]], *, allow_gaps: bool = False
) -> Answer | Answers | Battle | Field | Results:
    """One answer of the shards of a run, in any order: the bits of one run of as many trials.

    Shards, or paths of files that hold one, or of directories of such files.
    """
    from .answer import answered

    merger = _native.Merger()
    for number, one in enumerate(shards):
        if isinstance(one, Shard):
            merger.add(f"shard {number}", one.text)
            continue
        path = Path(one)
        for file in sorted(path.glob("*.json")) if path.is_dir() else [path]:
            merger.add(str(file), file.read_text(encoding="utf-8"))
    return answered(*merger.merged(allow_gaps))
