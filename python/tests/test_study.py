"""A sample of the example study, and the notebooks."""

from __future__ import annotations

import os
import runpy
from pathlib import Path

import pytest

import warodds as wo
from conftest import ROOT

STUDY = ROOT / "python" / "examples" / "duels.py"
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def test_study_rows_match_answers_and_files_are_not_rewritten(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    main = runpy.run_path(str(STUDY))["main"]
    arguments = [str(tmp_path), "--units", "umber berserkers, stark sworn swords"]
    arguments += ["--against", "lannister guardsmen", "--attachments"]
    main(arguments)
    table = polars.read_parquet(tmp_path / "**" / "*.parquet", hive_partitioning=True)
    fitting = sum(
        1 + sum(one["cost"] is not None for one in wo.attachment_cards(unit))
        for unit in ("umber berserkers", "stark sworn swords")
    )
    assert len(table) == fitting * 4 and set(table["a_faction"]) == {"stark"}
    row = table.filter(
        (polars.col("a") == "stark-sworn-swords")
        & polars.col("charge")
        & (polars.col("first") == "b")
        & polars.col("attachment").is_not_null()
    ).to_dicts()[3]
    again = wo.duel(
        row["a"], row["b"], a_with=row["attachment"], opening_charge=True, first="b"
    )
    assert row["p_b_destroyed"] == again.events["b_destroyed"].p
    assert row["a_left"] == again["a_left"].mean()
    # if both units are destroyed, both probabilities count it
    ends = table["p_a_destroyed"] + table["p_b_destroyed"] + table["p_both_stand"]
    assert ((ends > 1 - 1e-9) & (ends < 2)).all()
    assert (table["p_both_stand"] <= 1 - table["p_a_destroyed"] + 1e-9).all()
    # existing files are not computed again
    times = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.parquet")}
    main(arguments)
    assert times == {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.parquet")}


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    pytest.importorskip("duckdb")
    monkeypatch.setenv("PYTHONPATH", str(STUDY.parent), prepend=os.pathsep)
    book = nbformat.read(notebook, as_version=4)
    nbclient.NotebookClient(book, timeout=600, resources={"metadata": {"path": tmp_path}}).execute()
    images = sum(
        "image/png" in output.get("data", {})
        for cell in book.cells
        for output in cell.get("outputs", [])
    )
    assert images >= 3


def test_a_player_and_an_analyst_have_a_notebook() -> None:
    assert {path.stem for path in NOTEBOOKS} >= {"next-game", "duels"}
