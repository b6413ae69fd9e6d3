"""Writes warodds/keywords.py from the table of keys: run it when an option joined or left.

    python write_keywords.py            # writes
    python write_keywords.py --check    # says whether it would
"""

from __future__ import annotations

import keyword
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
    return f"\n{about}    {name(key)}: {annotation(key)}\n"


def written() -> str:
    """The text of the file."""
    text = HEAD
    for kind in _native.kinds():
        title = kind["name"].capitalize()
        about = kind["about"].rstrip(".?") + "."
        keys = [key for key in kind["keys"] if not key["positional"]]
        text += f'\n\nclass {title}(TypedDict, total=False):\n    """{about}"""\n'
        text += "".join(line(key) for key in keys)
        text += "\n    # Threads that roll [default: all].\n    threads: int\n" * (title != "Run")
    return text


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit(0 if FILE.read_text(encoding="utf-8") == written() else f"{FILE} is outdated")
    FILE.write_text(written(), encoding="utf-8")
