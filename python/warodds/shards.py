"""Splits a run into shards for many processes or machines, and merges them bit for bit."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from . import _native
from .distribution import Frozen

if TYPE_CHECKING:
    from .answer import Answer
    from .answers import Answers, Fields, Results
    from .battle import Battle
    from .field import Field


class Shard(Frozen):
    """The counts of some blocks of a run: the text of a ``warodds/shard/1`` file."""

    __slots__ = ("text", "_head")

    text: str
    _head: dict[str, Any]

    def __init__(self, text: str) -> None:
        head = {key: value for key, value in json.loads(text).items() if key != "counted"}
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "_head", head)

    @property
    def block(self) -> int:
        """Index of the first block."""
        return self._head["block"]

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return self._head["blocks"]

    @property
    def trials(self) -> int:
        """Number of trials of each question."""
        return self.blocks * self._head["trials_of_block"]

    @property
    def seed(self) -> int:
        """Seed of the run."""
        return self._head["seed"]

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the shard file atomically."""
        write_atomic(Path(path), self.text)

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Shard) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> Any:
        return Shard, (self.text,)

    def __repr__(self) -> str:
        last = self.block + self.blocks - 1
        return f"<shard: blocks {self.block} to {last}, seed {self.seed}>"


def write_atomic(path: Path, text: str) -> None:
    """Writes a file under a temporary name and renames it once it is complete."""
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


def _question_source(
    positional: tuple[Any, ...], kind: str, options: dict[str, Any]
) -> tuple[str, str]:
    """Returns the question or the file as JSON, and how it is rolled."""
    if len(positional) == 1 and _is_file(positional[0]):
        rolls = _native.roll_spec(options.pop("engine", None))
        if options:
            raise ValueError(
                f"`{next(iter(options))}` cannot be changed for the questions of a file: write it "
                "in the file"
            )
        return _native.file_source(fspath(positional[0])), rolls
    return _native.question_source(kind, positional, options)


def _is_file(argument: Any) -> bool:
    """Returns whether an argument is a file and not the name of a unit."""
    is_toml = isinstance(argument, str) and argument.endswith(".toml")
    return is_toml or isinstance(argument, PathLike)


def shard(
    *positional: str | PathLike[str] | None,
    block: int,
    blocks: int,
    seed: int | None = None,
    kind: str = "attack",
    question: str | None = None,
    threads: int = 0,
    **options: Any,
) -> Shard:
    """Rolls some blocks of a run.

    The questions are those of a file, ``shard("duel.toml", seed=7, block=0, blocks=100)``, all or
    the one named by ``question``; or one question with the arguments of the function ``kind``:
    ``shard("stark sworn swords", "lannister guardsmen", charge=True, seed=7, block=0, blocks=100)``.
    A block is 8192 trials, 512 campaigns or 16 battles. The default of ``seed`` is the file's seed,
    or 0. Matrices and comparisons of a file are rolled if ``engine`` is set; otherwise ``merge``
    computes them exactly.
    """
    source, rolls = _question_source(positional, kind, options)
    text = _native.shard(source, rolls, seed, block, blocks, question, threads)
    return Shard(text)


def merge(
    shards: Iterable[Shard | str | PathLike[str]], *, allow_gaps: bool = False
) -> Answer | Answers | Battle | Field | Fields | Results:
    """Merges shards in any order. The result has the bits of one run with as many trials.

    ``shards`` are shards, paths of shard files, or paths of directories with shard files.
    """
    from .answers import from_reply

    merger = _native.NativeMerger()
    for number, shard in enumerate(shards):
        if isinstance(shard, Shard):
            merger.add(f"shard {number}", shard.text)
            continue
        path = Path(shard)
        for file in sorted(path.glob("*.json")) if path.is_dir() else [path]:
            merger.add(str(file), file.read_text(encoding="utf-8"))
    merged = from_reply(*merger.merged(allow_gaps))
    return cast("Answer | Answers | Battle | Field | Fields | Results", merged)
