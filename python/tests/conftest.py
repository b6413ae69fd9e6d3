"""The program, to hold the package against it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Program:
    """The program of the same clone: `cargo build` makes it, or WARODDS names it."""

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

    def out(self, *arguments: str, cwd: Path | None = None) -> str:
        done = self.run(*arguments, cwd=cwd)
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout


@pytest.fixture(scope="session")
def program() -> Program:
    found = Program()
    if not found.path.exists():
        pytest.fail(f"{found.path} is missing: cargo build makes it, or WARODDS names another")
    return found


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
    """A file of two questions."""
    file = tmp_path / "two.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    return file
