"""The cluster commands of docs/scale.md: GNU parallel, and a Slurm array simulated by hand."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT, Program
from warodds import _native


def documented(command: str) -> str:
    """Returns the documented command line, scaled down."""
    page = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    (line,) = [line for line in page.splitlines() if line.startswith(command)]
    return line.replace("100", "2").replace("duel.toml", "two.toml")


def environment(program: Program, folder: Path) -> dict[str, str]:
    """Puts the program on the path, and GNU parallel's files into the folder."""
    (folder / "bin").mkdir()
    (folder / "bin" / "warodds").symlink_to(program.path)
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "HOME": str(folder), "PARALLEL_HOME": str(folder)}


def assert_merge_matches_single_run(program: Program, scenario: Path, shards: int) -> None:
    trials = shards * 2 * _native.BLOCK
    whole = program.stdout("run", str(scenario), "--seed=7", f"--trials={trials}", "--json")
    assert program.stdout("merge", str(scenario.parent / "s"), "--json") == whole


def test_gnu_parallel_matches_single_run(program: Program, scenario: Path) -> None:
    if shutil.which("parallel") is None:
        pytest.skip("GNU parallel is not installed")
    run = environment(program, scenario.parent)
    line = documented("parallel")
    done = subprocess.run(
        ["bash", "-c", line], cwd=scenario.parent, env=run, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert_merge_matches_single_run(program, scenario, 10)


def test_slurm_array_matches_single_run(program: Program, scenario: Path) -> None:
    run = environment(program, scenario.parent)
    wrapped = re.search(r"--wrap '(.*)'", documented("sbatch"))
    assert wrapped is not None
    for task in (3, 0, 2, 1):
        array = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_CPUS_PER_TASK": "2"}
        subprocess.run(
            ["bash", "-c", wrapped[1]], cwd=scenario.parent, env={**run, **array}, check=True
        )
    assert_merge_matches_single_run(program, scenario, 4)
