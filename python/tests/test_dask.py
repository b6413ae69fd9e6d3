"""The Dask driver on a local cluster of processes: the result is one run, also after a failure."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import Program
from warodds import _native

TRIALS = 40 * _native.BLOCK


def run_driver(scenario: Path, out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "warodds.dask", str(scenario), "--local", "2", "--seed", "7"]
    command += ["--trials", str(TRIALS), "--blocks", "5", "--out", str(out), *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("run") / "out"


def test_cluster_matches_single_run_and_resumes_after_damage(
    program: Program, scenario: Path, tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    out = tmp_path / "out"
    done = run_driver(scenario, out)
    assert done.returncode == 0, done.stderr
    answers = (out / "answers.json").read_text()
    whole = program.stdout("run", str(scenario), "--seed=7", f"--trials={TRIALS}", "--json")
    assert answers == whole
    shards = sorted((out / "shards").iterdir())
    assert len(shards) == 2 * 8
    # after a crash: one shard is missing, one is truncated, and there are no answers
    shards[0].unlink()
    shards[5].write_text(shards[5].read_text()[:200])
    intact = {file: file.stat().st_mtime_ns for file in shards[1:] if file != shards[5]}
    (out / "answers.json").unlink()
    done = run_driver(scenario, out)
    assert done.returncode == 0 and "rolled again" in done.stderr, done.stderr
    assert (out / "answers.json").read_text() == whole
    assert all(file.stat().st_mtime_ns == time for file, time in intact.items())
    # another run in the same directory is refused
    done = run_driver(scenario, out, "--engine", "dice")
    assert done.returncode == 2 and "--engine differs" in done.stderr, done.stderr


def test_invalid_input_is_refused_before_the_run_starts(scenario: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    for more, words in [
        (["--trials", "2e12"], "--trials must be"),
        (["--blocks", "0"], "--blocks must be"),
        (["--engine", "table"], "invalid choice"),
    ]:
        done = run_driver(scenario, tmp_path / "out", *more)
        assert done.returncode == 2 and words in done.stderr, done.stderr
