"""Writes all duels of the catalogue as Parquet files, for DuckDB, polars or pandas.

    python duels.py OUT                                     # all units: some 90,000 duels
    python duels.py OUT --attachments                       # the first unit with each attachment, too
    python duels.py OUT --units stark --against lannister   # some units

Every unit fights every other, with and without a charge, either unit attacking first. All results
are exact. Each first unit has one file, in a folder of its faction. Files are written atomically,
and existing ones are kept, so an interrupted study can be resumed. To use many machines, give each
a part of the units:

    parallel python duels.py OUT --units {} ::: stark lannister free-folk
    sbatch --array=0-9 --wrap 'python duels.py OUT --part $SLURM_ARRAY_TASK_ID --parts 10'
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import warodds as wo

Card = Any


def duel(a: Card, b: Card, attachment: Card | None, charge: bool, first: str) -> dict[str, Any]:
    """Returns the row of a duel."""
    more = {} if attachment is None else {"a_with": attachment["id"]}
    answer = wo.duel(a["id"], b["id"], opening_charge=charge, first=first, **more)
    cost = a["cost"]
    if attachment is not None:
        cost = None if attachment["cost"] is None else (cost or 0) + attachment["cost"]
    return {
        "a": a["id"],
        "a_name": a["name"],
        "a_cost": cost,
        "a_season": a["season"],
        "attachment": None if attachment is None else attachment["id"],
        "b": b["id"],
        "b_name": b["name"],
        "b_cost": b["cost"],
        "b_faction": b["faction"],
        "charge": charge,
        "first": first,
        "p_b_destroyed": answer.events["b_destroyed"].p,
        "p_a_destroyed": answer.events["a_destroyed"].p,
        "p_both_stand": answer.events["both_stand"].p,
        "a_left": answer["a_left"].mean(),
        "b_left": answer["b_left"].mean(),
        "not_modelled": len(answer.not_modelled),
    }


def rows(a: Card, against: wo.Cards, attached: bool) -> Iterator[dict[str, Any]]:
    """Returns the rows of all duels of a unit."""
    fitting: list[Card | None] = [None]
    if attached:
        # commanders have no cost to compare with
        fitting += [one for one in wo.attachment_cards(a["id"]) if one["cost"] is not None]
    cases = list(product(against, fitting, [False, True], ["a", "b"]))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(lambda case: duel(a, *case), cases)


def file_of(out: Path, a: Card) -> Path:
    """Returns the file of a unit, in a folder that data set readers turn into a column."""
    faction = a["faction"].lower().replace(" ", "-").replace("'", "")
    return out / f"a_faction={faction}" / f"{a['id']}.parquet"


def write(file: Path, table: pa.Table) -> None:
    """Writes a file atomically."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}.part")
    pq.write_table(table, part, compression="zstd")
    part.replace(file)


def fighters(filter: str) -> wo.Cards:
    """Returns the units of a filter that have a melee attack and a morale."""
    able = [
        card
        for card in wo.units(filter)
        if card["morale"] and any(one["kind"] == "melee" for one in card["attacks"])
    ]
    return wo.Cards(able)


def main(argv: list[str] | None = None) -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--units", default="all", metavar="FILTER")
    parser.add_argument("--against", default="all", metavar="FILTER")
    parser.add_argument("--attachments", action="store_true")
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    options = parser.parse_args(argv)
    units, against = fighters(options.units), fighters(options.against)
    for number, a in enumerate(units):
        file = file_of(options.out, a)
        if number % options.parts == options.part and not file.exists():
            write(file, pa.Table.from_pylist(list(rows(a, against, options.attachments))))
            print(f"{number + 1}/{len(units)} {file}", flush=True)


if __name__ == "__main__":
    main()
