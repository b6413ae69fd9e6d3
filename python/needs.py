"""Prints the requirements of the tests for `pip install -r`: maturin and those of pyproject.toml."""

from __future__ import annotations

from pathlib import Path

try:
    import tomllib
except ImportError:  # Python 3.10
    from pip._vendor import tomli as tomllib  # type: ignore[no-redef]

text = Path(__file__).with_name("pyproject.toml").read_text(encoding="utf-8")
known = tomllib.loads(text)
project = known["project"]
tests = project["optional-dependencies"]["test"]
print(*known["build-system"]["requires"], *project["dependencies"], *tests, sep="\n")
