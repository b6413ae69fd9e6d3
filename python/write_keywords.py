"""Writes warodds/keywords.py from the table of keys: run it when an option joined or left.

    python write_keywords.py            # writes
    python write_keywords.py --check    # says whether it would
"""

from __future__ import annotations

import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

from warodds import _native

FILE = Path(__file__).parent / "warodds" / "keywords.py"

HEAD = '''"""The keywords of each question, for editors and type checkers.

Written by write_keywords.py from the table of keys; not to be edited.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict, Union

Number = Union[int, float, str]
'''


def annotation(key: dict[str, Any]) -> str:
    """The type of a keyword's value."""
    if key["arity"] == "flag":
        return "bool"
    if key["choices"] and key["arity"] == "one":
        names = ", ".join(f'"{name}"' for name in key["choices"])
        return f"Literal[{names}]"
    one = "str" if key["type"] == "string" and not key["choices"] else "Number"
    one = "str" if key["choices"] else one
    return one if key["arity"] == "one" else f"Union[{one}, Sequence[{one}]]"


def name(key: dict[str, Any]) -> str:
    """A keyword; one that is a word of Python has another `_` behind it."""
    word: str = key["keyword"]
    return f"{word}_" if keyword.iskeyword(word) else word


def line(key: dict[str, Any]) -> str:
    """A keyword with what it means."""
    words = textwrap.wrap(" ".join(key["words"].split()), 90)
    about = "".join(f"    # {one}\n" for one in words)
    return f"{about}    {name(key)}: {annotation(key)}\n"


def lines_of(kind: dict[str, Any]) -> list[str]:
    """The keywords of a kind, in their order."""
    lines = [line(key) for key in kind["keys"] if not key["positional"]]
    threads = "    # Threads that roll [default: all].\n    threads: int\n"
    return lines if kind["name"] == "run" else [*lines, threads]


def shared(kinds: list[dict[str, Any]]) -> dict[tuple[str, ...], list[str]]:
    """Keywords by the kinds that have them: each stands once, in a class of those that share it."""
    owners: dict[str, list[str]] = {}
    for kind in kinds:
        for one in lines_of(kind):
            owners.setdefault(one, []).append(kind["name"])
    groups: dict[tuple[str, ...], list[str]] = {}
    for one, names in owners.items():
        groups.setdefault(tuple(names), []).append(one)
    return groups


def group_name(kinds: tuple[str, ...], lines: list[str], taken: set[str]) -> str:
    """The name of a class that several kinds share: of its first keyword."""
    first = re.findall(r"^    (\w+):", lines[0], re.MULTILINE)[0]
    title = "_" + "".join(word.capitalize() for word in first.split("_") if word)
    title += "AndMore" * (len(lines) > 1)
    return f"{title}Of{kinds[0].capitalize()}" if title in taken else title


def written() -> str:
    """The text of the file."""
    kinds = _native.kinds()
    groups = shared(kinds)
    text, names = HEAD, dict[tuple[str, ...], str]()
    for owners, lines in groups.items():
        if len(owners) > 1:
            names[owners] = group_name(owners, lines, set(names.values()))
            text += f"\n\nclass {names[owners]}(TypedDict, total=False):\n" + "\n".join(lines)
    for kind in kinds:
        title, about = kind["name"].capitalize(), kind["about"].rstrip(".?") + "."
        bases = [one for owners, one in names.items() if kind["name"] in owners]
        listed = "".join(f"    {one},\n" for one in [*bases, "TypedDict"])
        text += f'\n\nclass {title}(\n{listed}    total=False,\n):\n    """{about}"""\n'
        text += "".join(f"\n{one}" for one in groups.get((kind["name"],), []))
    return text


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit(0 if FILE.read_text(encoding="utf-8") == written() else f"{FILE} is outdated")
    FILE.write_text(written(), encoding="utf-8")
