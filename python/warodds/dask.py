"""Runs on a Dask cluster: ``python -m warodds.dask FILE --local 4 --trials 1e10 --out DIR``.

Workers roll shards, which are written to DIR/shards as they arrive: the first blocks of every
question, then the next ones. After an interruption the same command resumes the run. The answers
have the bits of a single run with as many trials.
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
from .shards import write_atomic

if TYPE_CHECKING:
    from distributed import Client, Future

# target duration of a shard in seconds: long compared with the overhead of a task, short compared
# with the work that is lost with a worker
_SHARD_SECONDS = 20.0
# minimum number of shards for each worker, so that none waits long for the slowest at the end
_MIN_SHARDS_PER_WORKER = 4
# a shard that takes this multiple of the median is given to a second worker
_SLOW_FACTOR = 3.0
_SCHEMA = "warodds/plan/1"


class InvalidRun(Exception):
    """Invalid input; the message says what is wrong and what to do."""


class ClusterError(Exception):
    """The cluster failed. Shards that are written are kept."""


@dataclass(frozen=True)
class Plan:
    """The questions of a run and the size of its shards."""

    source: str
    # as returned by `_native.roll_spec`
    rolls: str
    seed: int
    blocks: int
    blocks_of_shard: int

    def text(self) -> str:
        """Returns the plan file, which a resumed run is compared with."""
        return json.dumps({"schema": _SCHEMA, **asdict(self)}, indent=1) + "\n"


@dataclass(frozen=True)
class Task:
    """Blocks of one question, rolled by one worker."""

    question_index: int
    question: str
    block: int
    blocks: int

    @property
    def file(self) -> str:
        """The name of its shard file."""
        return f"q{self.question_index:05}-b{self.block:012}.json"


def tasks(plan: Plan, names: list[str]) -> Iterator[Task]:
    """Returns all tasks of a run: the first blocks of every question, then the next ones."""
    for block in range(0, plan.blocks, plan.blocks_of_shard):
        blocks = min(plan.blocks_of_shard, plan.blocks - block)
        for index, name in enumerate(names):
            yield Task(index, name, block, blocks)


def roll(source: str, rolls: str, seed: int, task: dict[str, Any]) -> str:
    """Rolls the shard of a task on one thread of a worker."""
    question, block, blocks = task["question"], task["block"], task["blocks"]
    return _native.shard(source, rolls, seed, block, blocks, question, 1)


def choose_shard_size(plan: Plan, names: list[str], workers: int) -> int:
    """Chooses the blocks of a shard from the speed of this machine and the number of workers."""
    blocks, seconds = 1, 0.0
    while seconds < 0.2 and blocks < plan.blocks:
        blocks = min(blocks * 4, plan.blocks)
        start = time.perf_counter()
        roll(plan.source, plan.rolls, plan.seed, asdict(Task(0, names[0], 0, blocks)))
        seconds = time.perf_counter() - start
    size = math.ceil(blocks * _SHARD_SECONDS / max(seconds, 1e-6))
    min_shards = _MIN_SHARDS_PER_WORKER * max(workers, 1)
    return max(1, min(size, plan.blocks, math.ceil(plan.blocks * len(names) / min_shards)))


def start_or_resume(out: Path, plan: Plan, names: list[str], workers: int, size: int | None) -> Plan:
    """Writes the plan of a new run, or reads and checks the plan of the run in this directory."""
    file = out / "plan.json"
    if not file.exists():
        size = size or choose_shard_size(plan, names, workers)
        plan = Plan(plan.source, plan.rolls, plan.seed, plan.blocks, size)
        (out / "shards").mkdir(parents=True, exist_ok=True)
        write_atomic(file, plan.text())
        return plan
    try:
        fields = json.loads(file.read_text(encoding="utf-8"))
        schema = fields.pop("schema")
        stored = Plan(**fields)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"{file} is not the plan of a run ({error}): choose another --out"
        raise InvalidRun(message) from error
    if schema != _SCHEMA:
        raise InvalidRun(f"{file} is from another version of warodds: choose another --out")
    same = {"--seed": plan.seed == stored.seed, "--engine": plan.rolls == stored.rolls}
    same |= {"the question": plan.source == stored.source}
    same |= {"--trials": plan.blocks == stored.blocks}
    same |= {"--blocks": size in (None, stored.blocks_of_shard)}
    for what, is_same in same.items():
        if not is_same:
            raise InvalidRun(f"{out} contains another run: {what} differs; choose another --out")
    return stored


def is_complete(file: Path) -> bool:
    """Returns whether a shard file exists and is not damaged."""
    try:
        _native.NativeMerger().add(str(file), file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return False
    except (ValueError, OSError) as error:
        print(f"rolled again: {error}", file=sys.stderr)
        return False
    return True


class Progress:
    """Prints the progress: continuously on a terminal, otherwise every ten seconds."""

    def __init__(self, trials: int, done: int, quiet: bool) -> None:
        self.trials, self.done, self.quiet = trials, done, quiet
        # the speed is that of this session, without the shards of earlier ones
        self.session, self.start, self.printed = 0, time.monotonic(), -math.inf

    def add(self, trials: int) -> None:
        """Adds trials that are done."""
        self.done += trials
        self.session += trials

    def show(self, workers: int, last: bool = False) -> None:
        """Prints the progress, unless it was just printed."""
        terminal = sys.stderr.isatty()
        now = time.monotonic()
        if self.quiet or (not last and now - self.printed < (0.5 if terminal else 10.0)):
            return
        self.printed = now
        rate = self.session / max(now - self.start, 1e-9)
        left = (self.trials - self.done) / rate if rate else math.inf
        eta = f"{left:,.0f} s left" if math.isfinite(left) else "no shard yet"
        share = self.done / self.trials
        text = f"{share:6.1%}  {self.done:.3e} trials  {rate:.3e}/s  {workers} threads  {eta}"
        end = "\n" if last or not terminal else "\r"
        print(text.ljust(78) if terminal else text, end=end, file=sys.stderr, flush=True)


class Run:
    """A run in progress: the tasks of the workers."""

    def __init__(
        self, client: Client, plan: Plan, out: Path, progress: Progress, retries: int
    ) -> None:
        self.client, self.plan, self.out = client, plan, out
        self.progress, self.retries = progress, retries
        self.ended: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self.running: dict[Future, tuple[Task, float]] = {}
        self.failures: dict[Task, int] = {}
        self.durations: list[float] = []
        self.trials_of_block = _native.questions(plan.source, plan.rolls)[1]
        self.submitted = 0

    def threads(self) -> int:
        """Returns the number of threads of all workers, which may join and leave."""
        try:
            return sum(self.client.nthreads().values())
        except OSError as error:
            raise ClusterError("the connection to the scheduler is lost") from error

    def submit(self, task: Task) -> None:
        """Submits a task to the cluster."""
        plan = self.plan
        self.submitted += 1
        # a unique key: Dask would return the first future for a task that is submitted again
        key = f"warodds-{id(self)}-{task.file}-{self.submitted}"
        future = self.client.submit(
            roll, plan.source, plan.rolls, plan.seed, asdict(task), key=key, pure=False
        )
        self.running[future] = (task, time.monotonic())
        future.add_done_callback(self.ended.put)

    def collect(self, future: Future) -> None:
        """Writes the shard of a finished task, or submits a failed task again."""
        if future not in self.running:
            return
        task, start = self.running.pop(future)
        if (self.out / "shards" / task.file).exists():
            # another worker was faster
            return
        if future.status == "finished":
            write_atomic(self.out / "shards" / task.file, future.result())
            self.durations.append(time.monotonic() - start)
            self.progress.add(task.blocks * self.trials_of_block)
            self.cancel_duplicates(task)
        elif not any(other == task for other, _ in self.running.values()):
            self.retry(task, future)

    def cancel_duplicates(self, task: Task) -> None:
        """Cancels other submissions of a finished task."""
        others = [future for future, (other, _) in self.running.items() if other == task]
        for future in others:
            del self.running[future]
        if others:
            self.client.cancel(others)

    def retry(self, task: Task, future: Future) -> None:
        """Submits a failed task again, up to the allowed number of failures."""
        error = future.exception() if future.status == "error" else None
        if isinstance(error, ValueError):
            # the question is invalid: every worker would refuse it
            raise InvalidRun(str(error))
        self.failures[task] = self.failures.get(task, 0) + 1
        if self.failures[task] > self.retries:
            reason = f"{type(error).__name__}: {error}" if error else future.status
            raise ClusterError(f"{task.file} failed {self.failures[task]} times; last: {reason}")
        self.submit(task)

    def duplicate_slow_tasks(self) -> None:
        """Submits tasks that take too long a second time."""
        usual = max(median(self.durations) if self.durations else math.inf, 1.0)
        now = time.monotonic()
        running = [task for task, _ in self.running.values()]
        for task, start in list(self.running.values()):
            if now - start > _SLOW_FACTOR * usual and running.count(task) == 1:
                self.submit(task)

    def finish(self, todo: Iterator[Task]) -> None:
        """Rolls all tasks."""
        task: Task | None = next(todo, None)
        while task or self.running:
            threads = self.threads()
            # a second task for each thread, so that none waits for the network
            while task and len(self.running) < 2 * max(threads, 1):
                self.submit(task)
                task = next(todo, None)
            if not task:
                self.duplicate_slow_tasks()
            try:
                self.collect(self.ended.get(timeout=0.5))
                while True:
                    self.collect(self.ended.get_nowait())
            except queue.Empty:
                pass
            if self.client.status != "running":
                raise ClusterError("the connection to the scheduler is lost")
            self.progress.show(threads)
        self.progress.show(self.threads(), last=True)


def merge_shards(out: Path, plan: Plan, names: list[str]) -> str:
    """Merges all shards. Returns the JSON of the answers."""
    merger = _native.NativeMerger()
    for task in tasks(plan, names):
        file = out / "shards" / task.file
        merger.add(str(file), file.read_text(encoding="utf-8"))
    return merger.merged(False)[0].json()


def complete(client: Client, out: Path, requested: Plan, options: argparse.Namespace) -> None:
    """Rolls the missing shards, merges all and writes the answers."""
    names, block, _ = _native.questions(requested.source, requested.rolls)
    plan = start_or_resume(out, requested, names, sum(client.nthreads().values()), options.blocks)
    (out / "shards").mkdir(exist_ok=True)
    todo, done = [], 0
    for task in tasks(plan, names):
        if is_complete(out / "shards" / task.file):
            done += task.blocks * block
        else:
            (out / "shards" / task.file).unlink(missing_ok=True)
            todo.append(task)
    progress = Progress(plan.blocks * block * len(names), done, options.quiet)
    Run(client, plan, out, progress, options.retries).finish(iter(todo))
    write_atomic(out / "answers.json", merge_shards(out, plan, names))
    if not options.quiet:
        print(f"{out / 'answers.json'} written", file=sys.stderr)


def parse_arguments(argv: list[str] | None) -> argparse.Namespace:
    """Parses the command line."""
    about = (__doc__ or "").split("\n\n")
    parser = argparse.ArgumentParser(
        prog="python -m warodds.dask", description=about[0], epilog=about[1]
    )
    add = parser.add_argument
    add("file", type=Path, help="a scenario, a campaign or a battle file")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="address of a running scheduler")
    where.add_argument("--local", metavar="N", type=int, help="start N worker processes on this machine")
    add("--trials", type=float, required=True, help="trials of each question, rounded up to whole blocks")
    add("--out", type=Path, required=True, metavar="DIR", help="directory of shards and answers")
    add("--seed", type=int, help="seed of the run [default: that of the file, or 0]")
    engines = ["monte-carlo", "dice"]
    add("--engine", choices=engines, help="engine that rolls, matrices and comparisons included "
        "[default: monte-carlo, and an exact computation of those]")
    add("--blocks", type=int, metavar="N", help="blocks of a shard [default: about 20 s of one worker]")
    add("--retries", type=int, default=5, metavar="N", help="allowed failures of a shard")
    add("--quiet", action="store_true", help="do not print the progress")
    return parser.parse_args(argv)


def requested_plan(options: argparse.Namespace) -> Plan:
    """Returns the plan of the options; the size of its shards is still open."""
    source = _native.file_source(str(options.file))
    rolls = _native.roll_spec(options.engine)
    _, block, seed = _native.questions(source, rolls)
    if not 1 <= options.trials <= 1e12:
        raise InvalidRun(f"--trials must be from 1 to 1e12, not {options.trials:g}")
    if options.blocks is not None and options.blocks < 1:
        raise InvalidRun(f"--blocks must be at least 1, not {options.blocks}")
    if options.local is not None and options.local < 1:
        raise InvalidRun(f"--local must be at least 1, not {options.local}")
    blocks = math.ceil(options.trials / block)
    seed = seed if options.seed is None else options.seed
    return Plan(source, rolls, seed, blocks, 0)


@contextmanager
def connected(options: argparse.Namespace) -> Iterator[Client]:
    """Connects to the scheduler, or starts a local cluster for the time of the run."""
    from distributed import Client, LocalCluster

    if not options.scheduler:
        workers = {"n_workers": options.local, "threads_per_worker": 1, "processes": True}
        with LocalCluster(dashboard_address=None, **workers) as cluster, Client(cluster) as client:
            yield client
        return
    try:
        client = Client(options.scheduler, timeout=10)
    except OSError as error:
        raise ClusterError(f"no scheduler answers at {options.scheduler}: {error}") from error
    with client:
        yield client


def main(argv: list[str] | None = None) -> int:
    """Runs the command. Returns its exit code."""
    options = parse_arguments(argv)
    resume = "run the same command again to resume"
    try:
        plan = requested_plan(options)
        with connected(options) as client:
            complete(client, options.out, plan, options)
    except (InvalidRun, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"stopped; {resume}", file=sys.stderr)
        return 130
    except (ClusterError, OSError) as error:
        print(f"error: {error}; {resume}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    # imported by its full name: workers cannot unpickle functions of `__main__`
    from warodds.dask import main as command

    sys.exit(command())
