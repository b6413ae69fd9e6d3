"""Fixtures: the program that the package is compared with, and a small scenario file."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Program:
    """The program built by `cargo build` in this clone, or the one named by WARODDS."""

    def __init__(self) -> None:
        default = ROOT / "target" / "debug" / "warodds"
        self.path = Path(os.environ.get("WARODDS", default)).resolve()

    def run(self, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100"}
        return subprocess.run(
            [str(self.path), *arguments],
            capture_output=True,
            text=True,
            cwd=cwd or ROOT,
            env=environment,
            check=False,
        )

    def stdout(self, *arguments: str, cwd: Path | None = None) -> str:
        result = self.run(*arguments, cwd=cwd)
        assert result.returncode == 0, (arguments, result.stderr)
        return result.stdout


@pytest.fixture(scope="session")
def program() -> Program:
    program = Program()
    if not program.path.exists():
        pytest.fail(f"{program.path} is missing: run cargo build, or set WARODDS")
    return program


SCENARIO = """title = "Two"
[units.a]
defense = 4
morale = 7
models = 4
ranks = 1
[[units.a.attacks]]
name = "A"
hit = 4
dice = [6]

[[attack]]
name = "an attack"
attacker = "a"
defender = "a"

[[duel]]
name = "a duel"
a = "a"
b = "a"
activations = 4
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """A scenario file with two questions."""
    file = tmp_path / "two.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    return file
