"""Merged shards equal a single run, bit for bit."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

import warodds as wo
from conftest import ROOT, Program
from warodds import _native


def test_merged_shards_of_a_question_equal_single_run() -> None:
    who = ("stark sworn swords", "lannister guardsmen")
    parts = [
        wo.shard(*who, seed=7, block=block, blocks=blocks, charge=True)
        for block, blocks in [(0, 1), (1, 2), (3, 1)]
    ]
    whole = wo.attack(
        *who, charge=True, engine="monte-carlo", trials=4 * _native.BLOCK, seed=7
    )
    for order in permutations(parts):
        assert wo.merge(order).to_json() == whole.to_json()
    merged = wo.merge([*parts, parts[1]])
    assert merged == whole
    # the link is that of the question; trials and seed belong to the shards
    assert merged.link() == wo.attack(*who, charge=True).link()
    assert [part.trials // _native.BLOCK for part in parts] == [1, 2, 1]


def test_shards_of_a_file_equal_those_of_the_program(
    program: Program, scenario: Path, tmp_path: Path
) -> None:
    out = tmp_path / "s"
    out.mkdir()
    ours = wo.shard(scenario, seed=7, block=0, blocks=2)
    program.stdout(
        "shard", str(scenario), "--seed=7", "--block=0", "--blocks=2", f"--out={tmp_path}/0.json"
    )
    assert (tmp_path / "0.json").read_text() == ours.text
    ours.save(out / "0.json")
    one = wo.shard(str(scenario), seed=7, block=2, blocks=1, question="an attack")
    one.save(out / "1.json")
    with pytest.raises(ValueError, match="1 block is missing; count them") as missing:
        wo.merge([out])
    assert "--question 'a duel'" in str(missing.value)
    wo.shard(scenario, seed=7, block=2, blocks=1, question="a duel").save(out / "2.json")
    trials = str(3 * _native.BLOCK)
    theirs = program.stdout("run", str(scenario), "--seed=7", f"--trials={trials}", "--json")
    assert wo.merge([out]).to_json() == theirs == program.stdout("merge", str(out), "--json")
    assert sorted(file.name for file in out.iterdir()) == ["0.json", "1.json", "2.json"]


def test_changed_and_foreign_shards_are_refused(tmp_path: Path) -> None:
    part = wo.shard(kind="panic", morale=7, seed=1, block=0, blocks=1)
    changed = json.loads(part.text)
    changed["block"] = 5
    with pytest.raises(ValueError, match="was edited after it was counted"):
        wo.merge([wo.Shard(json.dumps(changed))])
    other = wo.shard(kind="panic", morale=7, seed=2, block=1, blocks=1)
    with pytest.raises(ValueError, match="the seed differs"):
        wo.merge([part, other])
    (tmp_path / "x.json").write_text(part.text[:100])
    with pytest.raises(ValueError, match="was truncated"):
        wo.merge([tmp_path / "x.json"])
    with pytest.raises(ValueError, match="no shards"):
        wo.merge([])
    with pytest.raises(ValueError, match="--trials does not work with shards"):
        wo.shard(kind="panic", morale=7, trials=5, block=0, blocks=1)
    gap = wo.shard(kind="panic", morale=7, seed=1, block=4, blocks=1)
    answer = wo.merge([part, gap], allow_gaps=True)
    assert isinstance(answer, wo.Answer) and answer.partial and answer.trials == 2 * _native.BLOCK


def test_shards_of_fields_and_battles_equal_single_run(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "fields.toml"
    units = "units.a = { use = 'stark sworn swords' }\nunits.b = { use = 'stark outriders' }\n"
    file.write_text(f"{units}[compare]\na = 'a'\nb = 'b'\nagainst = ['a', 'lannister guardsmen']\n")
    parts = [
        wo.shard(file, engine="monte-carlo", seed=3, block=block, blocks=1)
        for block in (1, 0)
    ]
    run = ["run", str(file), "--seed=3", f"--trials={2 * _native.BLOCK}", "--json"]
    theirs = program.stdout(*run, "--engine=monte-carlo")
    assert wo.merge(parts).to_json() == theirs
    with pytest.raises(ValueError, match="there is nothing to sample"):
        wo.shard(file, seed=3, block=0, blocks=1)
    clash = ROOT / "scenarios" / "battles" / "clash-of-kings.toml"
    merged = wo.merge(wo.shard(clash, seed=5, block=block, blocks=1) for block in (0, 1))
    battle = wo.battle(clash, games=32, seed=5)
    assert merged == battle
    theirs = program.stdout("battle", str(clash), "--games=32", "--seed=5", "--json")
    assert battle.to_json() == theirs
