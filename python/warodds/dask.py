"""A run on many machines, by Dask: ``python -m warodds.dask FILE --local 4 --trials 1e10 --out DIR``.

Shards are given out and written to DIR/shards as they come back: questions first, blocks second. A
run that was broken off, whatever broke it, goes on where it stopped when the same command is given
again. What comes out is one run of as many trials, bit for bit.
"""

from __future__ import annotations

import argparse
import json
import math
import queue
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from . import _native
from .shards import write_whole

if TYPE_CHECKING:
    from distributed import Client, Future

# what one worker counts in one go, in seconds: long against what a task costs, short against what
# is lost with a worker
_SECONDS = 20.0
# shards for each worker at least, so that slow ones do not keep all others waiting at the end
_FOR_EACH_WORKER = 4
# a shard that takes so many times the usual one is counted by somebody else as well
_SLOW = 3.0
_SCHEMA = "warodds/plan/1"


class Refused(Exception):
    """Bad input: what is wrong, and what to do."""


class Broken(Exception):
    """The run cannot go on now; what is counted is kept."""


@dataclass(frozen=True)
class Plan:
    """What is counted, and how it is cut."""

    source: str
    # who rolls, as `_native.rolls_of` says it
    rolls: str
    seed: int
    blocks: int
    blocks_of_shard: int

    def text(self) -> str:
        """As the file that a run which goes on is held against."""
        return json.dumps({"schema": _SCHEMA, **asdict(self)}, indent=1) + "\n"


@dataclass(frozen=True)
class Piece:
    """Blocks of one question: what a worker counts in one go."""

    place: int
    question: str
    block: int
    blocks: int

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"q{self.place:05}-b{self.block:012}.json"


def pieces(plan: Plan, names: list[str]) -> Iterator[Piece]:
    """All pieces of a run: the first blocks of every question, then the next ones."""
    for block in range(0, plan.blocks, plan.blocks_of_shard):
        blocks = min(plan.blocks_of_shard, plan.blocks - block)
        for place, name in enumerate(names):
            yield Piece(place, name, block, blocks)


def count(source: str, rolls: str, seed: int, piece: dict[str, Any]) -> str:
    """Counts a piece: what workers do, each on one thread."""
    question, block, blocks = piece["question"], piece["block"], piece["blocks"]
    return _native.shard(source, rolls, seed, block, blocks, question, 1)


def usual_size(plan: Plan, names: list[str], workers: int) -> int:
    """How many blocks a shard has: by how long some take here, and how many workers there are."""
    blocks, took = 1, 0.0
    while took < 0.2 and blocks < plan.blocks:
        blocks = min(blocks * 4, plan.blocks)
        begun = time.perf_counter()
        count(plan.source, plan.rolls, plan.seed, asdict(Piece(0, names[0], 0, blocks)))
        took = time.perf_counter() - begun
    size = math.ceil(blocks * _SECONDS / max(took, 1e-6))
    wanted = _FOR_EACH_WORKER * max(workers, 1)
    return max(1, min(size, plan.blocks, math.ceil(plan.blocks * len(names) / wanted)))


def begin(out: Path, plan: Plan, names: list[str], workers: int, size: int | None) -> Plan:
    """The plan of a run that begins in this directory, or of the one that goes on there."""
    file = out / "plan.json"
    if not file.exists():
        size = size or usual_size(plan, names, workers)
        plan = Plan(plan.source, plan.rolls, plan.seed, plan.blocks, size)
        (out / "shards").mkdir(parents=True, exist_ok=True)
        write_whole(file, plan.text())
        return plan
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        schema = told.pop("schema")
        known = Plan(**told)
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise Refused(f"{file} is no plan of a run ({wrong}): name another --out") from wrong
    if schema != _SCHEMA:
        raise Refused(f"{file} is of another version of warodds: name another --out")
    wanted = {"--seed": plan.seed == known.seed, "--engine": plan.rolls == known.rolls}
    wanted |= {"the question": plan.source == known.source}
    wanted |= {"--trials": plan.blocks == known.blocks}
    wanted |= {"--blocks": size in (None, known.blocks_of_shard)}
    for what, same in wanted.items():
        if not same:
            raise Refused(f"{out} holds another run: {what} differs; name another --out")
    return known


def is_whole(file: Path) -> bool:
    """Whether a shard is there, and not damaged."""
    try:
        _native.Merger().add(str(file), file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return False
    except (ValueError, OSError) as wrong:
        print(f"counted again: {wrong}", file=sys.stderr)
        return False
    return True


class Progress:
    """Tells how far a run is, on one line of a terminal, else now and then."""

    def __init__(self, trials: int, done: int, quiet: bool) -> None:
        self.trials, self.done, self.quiet = trials, done, quiet
        self.here, self.begun, self.told = 0, time.monotonic(), -math.inf

    def add(self, trials: int) -> None:
        """So many more trials are counted."""
        self.done += trials
        self.here += trials

    def tell(self, workers: int, last: bool = False) -> None:
        """Tells it, unless it was just told."""
        terminal = sys.stderr.isatty()
        now = time.monotonic()
        if self.quiet or (not last and now - self.told < (0.5 if terminal else 10.0)):
            return
        self.told = now
        rate = self.here / max(now - self.begun, 1e-9)
        left = (self.trials - self.done) / rate if rate else math.inf
        eta = f"{left:,.0f} s left" if math.isfinite(left) else "nothing counted yet"
        share = self.done / self.trials
        text = f"{share:6.1%}  {self.done:.3e} trials  {rate:.3e}/s  {workers} threads  {eta}"
        end = "\n" if last or not terminal else "\r"
        print(text.ljust(78) if terminal else text, end=end, file=sys.stderr, flush=True)


class Run:
    """A run under way: what is to do, what is being done, and by whom."""

    def __init__(
        self, client: Client, plan: Plan, out: Path, progress: Progress, retries: int
    ) -> None:
        self.client, self.plan, self.out = client, plan, out
        self.progress, self.retries = progress, retries
        self.ended: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self.running: dict[Future, tuple[Piece, float]] = {}
        self.failed: dict[Piece, int] = {}
        self.took: list[float] = []
        self.block = _native.questions(plan.source, plan.rolls)[1]
        self.number = 0

    def threads(self) -> int:
        """How many pieces are counted at a time: workers come and go."""
        try:
            return sum(self.client.nthreads().values())
        except OSError as wrong:
            raise Broken("the scheduler is gone") from wrong

    def submit(self, piece: Piece) -> None:
        """Gives a piece out."""
        plan = self.plan
        self.number += 1
        # a key of its own: a piece that is given out twice is counted twice
        key = f"warodds-{id(self)}-{piece.file}-{self.number}"
        future = self.client.submit(
            count, plan.source, plan.rolls, plan.seed, asdict(piece), key=key, pure=False
        )
        self.running[future] = (piece, time.monotonic())
        future.add_done_callback(self.ended.put)

    def take(self, future: Future) -> None:
        """Takes what became of a piece."""
        if future not in self.running:
            return
        piece, begun = self.running.pop(future)
        if (self.out / "shards" / piece.file).exists():
            # somebody else was faster
            return
        if future.status == "finished":
            write_whole(self.out / "shards" / piece.file, future.result())
            self.took.append(time.monotonic() - begun)
            self.progress.add(piece.blocks * self.block)
            self.drop(piece)
        elif not any(other == piece for other, _ in self.running.values()):
            self.again(piece, future)

    def drop(self, piece: Piece) -> None:
        """Lets go of others that count the same."""
        others = [future for future, (other, _) in self.running.items() if other == piece]
        for future in others:
            del self.running[future]
        if others:
            self.client.cancel(others)

    def again(self, piece: Piece, future: Future) -> None:
        """Gives a piece out again whose worker did not answer."""
        wrong = future.exception() if future.status == "error" else None
        if isinstance(wrong, ValueError):
            # the question is refused: it would be by everybody
            raise Refused(str(wrong))
        self.failed[piece] = self.failed.get(piece, 0) + 1
        if self.failed[piece] > self.retries:
            why = f"{type(wrong).__name__}: {wrong}" if wrong else future.status
            raise Broken(f"{piece.file} failed {self.failed[piece]} times, last by {why}")
        self.submit(piece)

    def hurry(self) -> None:
        """Where nothing is left to give out: gives out again what takes too long."""
        usual = max(median(self.took) if self.took else math.inf, 1.0)
        now = time.monotonic()
        running = [piece for piece, _ in self.running.values()]
        for piece, begun in list(self.running.values()):
            if now - begun > _SLOW * usual and running.count(piece) == 1:
                self.submit(piece)

    def count(self, todo: Iterator[Piece]) -> None:
        """Counts all there is to do."""
        more: Piece | None = next(todo, None)
        while more or self.running:
            threads = self.threads()
            while more and len(self.running) < 2 * max(threads, 1):
                self.submit(more)
                more = next(todo, None)
            if not more:
                self.hurry()
            try:
                self.take(self.ended.get(timeout=0.5))
                while True:
                    self.take(self.ended.get_nowait())
            except queue.Empty:
                pass
            if self.client.status != "running":
                raise Broken("the scheduler is gone")
            self.progress.tell(threads)
        self.progress.tell(self.threads(), last=True)


def merged(out: Path, plan: Plan, names: list[str]) -> str:
    """The answers of all shards, as the program prints them."""
    merger = _native.Merger()
    for piece in pieces(plan, names):
        file = out / "shards" / piece.file
        merger.add(str(file), file.read_text(encoding="utf-8"))
    return merger.merged(False)[0].json()


def work(client: Client, out: Path, asked: Plan, options: argparse.Namespace) -> None:
    """Counts what is missing, and merges all."""
    names, block, _ = _native.questions(asked.source, asked.rolls)
    plan = begin(out, asked, names, sum(client.nthreads().values()), options.blocks)
    (out / "shards").mkdir(exist_ok=True)
    todo, done = [], 0
    for piece in pieces(plan, names):
        if is_whole(out / "shards" / piece.file):
            done += piece.blocks * block
        else:
            (out / "shards" / piece.file).unlink(missing_ok=True)
            todo.append(piece)
    progress = Progress(plan.blocks * block * len(names), done, options.quiet)
    Run(client, plan, out, progress, options.retries).count(iter(todo))
    write_whole(out / "answers.json", merged(out, plan, names))
    if not options.quiet:
        print(f"{out / 'answers.json'} written", file=sys.stderr)


def arguments(given: list[str] | None) -> argparse.Namespace:
    """What was asked on the command line."""
    about = (__doc__ or "").split("\n\n")
    parser = argparse.ArgumentParser(
        prog="python -m warodds.dask", description=about[0], epilog=about[1]
    )
    add = parser.add_argument
    add("file", type=Path, help="a scenario, a campaign or a battle file")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="of a cluster that is there")
    where.add_argument("--local", metavar="N", type=int, help="N worker processes on this machine")
    add("--trials", type=float, required=True, help="of each question, rounded up to whole blocks")
    add("--out", type=Path, required=True, metavar="DIR", help="where shards and answers go")
    add("--seed", type=int, help="of the run [default: the file's, or 0]")
    engines = ["monte-carlo", "conditional", "table"]
    add("--engine", choices=engines, help="who rolls, matrices and comparisons as well [default: "
        "monte-carlo, and those are worked out]")
    add("--apart", action="store_true", help="the two of a comparison each with dice of its own")
    add("--blocks", type=int, metavar="N", help="of a shard [default: about 20 s of a worker]")
    add("--retries", type=int, default=5, metavar="N", help="of a shard whose worker fails")
    add("--quiet", action="store_true", help="no progress")
    return parser.parse_args(given)


def asked(options: argparse.Namespace) -> Plan:
    """What is to be counted; how it is cut is not yet known."""
    source = _native.source_of_file(str(options.file))
    rolls = _native.rolls_of(options.engine, options.apart)
    _, block, seed = _native.questions(source, rolls)
    if not 1 <= options.trials <= 1e12:
        raise Refused(f"--trials must be from 1 to 1e12, not {options.trials:g}")
    if options.blocks is not None and options.blocks < 1:
        raise Refused(f"--blocks must be at least 1, not {options.blocks}")
    if options.local is not None and options.local < 1:
        raise Refused(f"--local must be at least 1, not {options.local}")
    blocks = math.ceil(options.trials / block)
    seed = seed if options.seed is None else options.seed
    return Plan(source, rolls, seed, blocks, 0)


@contextmanager
def connected(options: argparse.Namespace) -> Iterator[Client]:
    """The cluster that is there, or one of processes here, which ends with the run."""
    from distributed import Client, LocalCluster

    if not options.scheduler:
        workers = {"n_workers": options.local, "threads_per_worker": 1, "processes": True}
        with LocalCluster(dashboard_address=None, **workers) as cluster, Client(cluster) as client:
            yield client
        return
    try:
        client = Client(options.scheduler, timeout=10)
    except OSError as wrong:
        raise Broken(f"no scheduler answers at {options.scheduler}: {wrong}") from wrong
    with client:
        yield client


def main(given: list[str] | None = None) -> int:
    """The command; gives its exit code."""
    options = arguments(given)
    again = "what is counted is kept: the same command goes on from there"
    try:
        plan = asked(options)
        with connected(options) as client:
            work(client, options.out, plan, options)
    except (Refused, ValueError) as wrong:
        print(f"error: {wrong}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"stopped; {again}", file=sys.stderr)
        return 130
    except (Broken, OSError) as wrong:
        print(f"error: {wrong}; {again}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    # by its own name, so that workers find what they are to do
    from warodds.dask import main as command

    sys.exit(command())
