"""Answers equal those of the program, byte for byte, and messages but for names of options."""

from __future__ import annotations

import keyword
import pickle
import random
import re
import shlex
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import warodds as wo
from conftest import ROOT, Program
from warodds import _native

KINDS = {kind["name"]: kind for kind in _native.kinds()}
FUNCTIONS = {name: attrgetter(name.replace("/", ".").replace("-", "_"))(wo) for name in KINDS}
UNITS = [card["id"] for card in wo.units()]
TOKENS = ["panicked", "weakened", "vulnerable"]
# a question about units, a matrix and a comparison in one file
MIXED = """
[[attack]]
name = "Alone"
attacker = "stark-sworn-swords"
defender = "lannister-guardsmen"

[[matrix]]
attackers = ["stark-sworn-swords", "stark-outriders"]
defenders = "lannister-guardsmen"

[[compare]]
a = "stark-sworn-swords"
b = "stark-outriders"
against = "lannister-guardsmen"
"""


def option(kind: str, keyword: str) -> str:
    """Returns the option of the command line for a keyword."""
    keys = KINDS[kind]["keys"]
    names = {name for key in keys for name in (key["keyword"], *(one for one, _ in key["aliases"]))}
    return "--" + keyword.removesuffix("_").replace("_", "-") if keyword.rstrip("_") in names else ""


def command_line(kind: str, places: tuple[str, ...], options: dict[str, Any]) -> list[str]:
    """Returns the command of a question."""
    arities = {key["keyword"]: key["arity"] for key in KINDS[kind]["keys"]}
    words = [*kind.split("/"), *places]
    for keyword, value in options.items():
        name = option(kind, keyword)
        values = value if isinstance(value, (list, tuple)) else [value]
        if value is True:
            words.append(name)
        elif value is False or value is None:
            continue
        elif arities.get(keyword.rstrip("_")) == "set":
            sets = ["+".join(one) if isinstance(one, list) else one for one in values]
            words.append(f"{name}={','.join(sets)}")
        else:
            # the program takes whole numbers in digits alone, Python any number that is whole
            whole = [int(one) if isinstance(one, float) and one.is_integer() else one for one in values]
            words += [f"{name}={one}" for one in whole]
    return [*words, "--json"]


def in_python(kind: str, message: str) -> str:
    """Returns a message of the program with keywords for options and parameters for arguments."""
    places = {key["id"].upper() for key in KINDS[kind]["keys"] if key["positional"]}

    def spelled(found: re.Match[str]) -> str:
        word = found[1].replace("-", "_")
        return f"{word}_" if keyword.iskeyword(word) else word

    def lower(found: re.Match[str]) -> str:
        return found[0].lower() if found[0] in places else found[0]

    return re.sub(r"\b[A-Z]{2,}\b", lower, re.sub(r"--([a-z][a-z-]*)", spelled, message))


def without_field(line: str, known: list[str]) -> str:
    """Returns a line of a fault without the name of its field, if the program's has none."""
    rest = line.partition(": ")[2]
    return rest if line not in known and rest in known else line


def ask_both(
    program: Program, kind: str, places: tuple[str, ...], options: dict[str, Any]
) -> tuple[str, str]:
    """Returns the answer or error of Python and of the program."""
    result = program.run(*command_line(kind, places, options))
    assert result.returncode in (0, 2), result.stderr
    fault = in_python(kind, result.stderr.removeprefix("error: ").removesuffix("\n"))
    try:
        ours = FUNCTIONS[kind](*places, **options).to_json()
    except wo.InputError as error:
        lines = [without_field(line, fault.splitlines()) for line in str(error).splitlines()]
        ours = "\n".join(lines)
    return ours, result.stdout if result.returncode == 0 else fault


def random_options(rng: random.Random, **all_options: Any) -> dict[str, Any]:
    """Returns about a third of the options, each with one of its values."""
    return {
        name: rng.choice(values) for name, values in all_options.items() if rng.random() < 0.35
    }


def random_question(rng: random.Random) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """Returns a random question, mostly a valid one."""
    kinds = ["attack", "attack", "charge", "panic", "duel", "options", "survive", "sequence", "deck"]
    kind = rng.choice(kinds)
    one, other = rng.sample(UNITS, 2)
    situation = random_options(
        rng, facing=["front", "flank", "rear"], charge=[True, False], hit_modifier=[-1, 0, 1.0],
        panicked=[True], weakened=[True], save_modifier=["-1", 1],
        attacker_zones=[[["crown", "wealth"]], "letters"],
    )
    engine: dict[str, Any] = {}
    if rng.random() < 0.4:
        engine = {"engine": "monte-carlo", "trials": rng.choice([1000, 20_000]), "seed": 3}
    if kind == "attack":
        if rng.random() < 0.3:
            numbers = {"dice": rng.randint(3, 9), "hit": 4, "defense": "3+", "morale": 7}
            return kind, (), {**numbers, **situation, **engine}
        return kind, (one, other), {**situation, **engine}
    if kind == "charge":
        distance = rng.choice([7, 8, "6..8"])
        return kind, (one, other), {"distance": distance, **engine, **random_options(rng, hindering=[True])}
    if kind == "panic":
        return kind, (), {"morale": rng.randint(5, 9), **engine, **random_options(rng, panicked=[True])}
    if kind == "duel":
        return kind, (one, other), {"rounds": rng.randint(1, 3)}
    if kind == "options":
        return kind, (one, other), {"distance": 8}
    if kind == "survive":
        return kind, (one,), {"by": rng.choice([other, [other, one]])}
    if kind == "sequence":
        by = [f"{other}:distance=8", f"{one}:charge,flank"]
        return kind, (one,), {"by": by, **random_options(rng, panicked=[True], best_order=[True])}
    return kind, (), {"copies": rng.randint(1, 3)}


def test_random_questions_equal_those_of_the_program(program: Program) -> None:
    rng = random.Random(18)
    valid = 0
    for _ in range(100):
        question = random_question(rng)
        ours, theirs = ask_both(program, *question)
        assert ours == theirs, question
        valid += ours.startswith(("{", "["))
    assert valid >= 80, f"only {valid} of 100 questions were valid"


def test_fields_equal_those_of_the_program(program: Program) -> None:
    fields: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
        ("matrix", (), {"attackers": "stark", "defenders": "lannister", "charge": True}),
        ("compare", ("stark sworn swords", "umber berserkers"), {"against": "lannister"}),
        ("compare", ("stark sworn swords", "umber berserkers", "stark bowmen"),
         {"against": "lannister", "by": "trade"}),
        ("worth", ("stark sworn swords + sworn sword captain",), {"against": "lannister"}),
        ("attachments", (), {"for_": "stark sworn swords", "against": "lannister"}),
        ("rate", (), {"units": "stark, infantry, 5", "rounds": 3, "charge": True}),
    ]
    for question in fields:
        ours, theirs = ask_both(program, *question)
        assert ours == theirs, question


def test_questions_of_other_games_equal_those_of_the_program(program: Program) -> None:
    questions: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
        ("westeros/attack", ("red", "blue hill"), {"flanking": True, "target_figures": 2}),
        ("westeros/attack", ("green", "red"), {"counter": True}),
        ("westeros/pursuit", ("red cavalry", "green"), {"hexes": 2, "other": "blue"}),
        ("westeros/dogs-of-war", ("green infantry",), {"modifier": -1}),
        ("westeros/exchange", ("blue stalwart", "red cavalry"), {"rounds": 4, "b_room": 0}),
        (
            "westeros/rout",
            (),
            {"units": ["x: a blue", "z: a green", "y: b red"], "order": ["x attacks y", "regroup"]},
        ),
        ("westeros/orders", (), {"dice": 6, "green": 2, "kept": "valor"}),
        ("warmachine/threshold", (), {"fury": 3, "threshold": 9}),
        ("warmachine/effects", (), {"arm": 16, "turns": 6}),
        ("warmachine/damage", (), {"skill": 7, "def_": 15, "pow": 20, "arm": 18, "boxes": 20}),
        (
            "warmachine/boost-or-buy",
            (),
            {"skill": 7, "def_": 15, "pow": 20, "arm": 18, "points": 1, "plan": "best-damage"},
        ),
        ("warmachine/leech", (), {"arc": 6, "beasts": ["4:9", "3:10"]}),
        ("warmachine/focus", (), {"arc": 6, "def_": 13, "arm": 18, "jacks": "7:19:2"}),
        ("westeros/fire", (), {"level": 4, "engine": "monte-carlo", "trials": 1000, "seed": 3}),
    ]
    for question in questions:
        ours, theirs = ask_both(program, *question)
        assert ours == theirs, question
    assert {kind for kind, _, _ in questions} == {name for name in KINDS if "/" in name}


def values(key: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values for a key, valid and invalid ones."""
    if key["arity"] == "flag":
        return st.booleans()
    numbers: st.SearchStrategy[Any] = st.integers(-3, 13)
    one = st.sampled_from(key["choices"]) if key["choices"] else numbers
    return one | st.lists(one, min_size=1, max_size=2) if key["arity"] == "several" else one


@st.composite
def keywords(draw: st.DrawFn) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """A question with keywords of its kind that may contradict each other."""
    kind = draw(st.sampled_from(["attack", "charge", "panic", "duel", "deck", "retreat"]))
    left_out = ("catalogue", "engine", "trials", "precision", "why", "sensitivity", "check")
    keys = [
        key for key in KINDS[kind]["keys"]
        if not key["positional"] and key["id"] not in left_out
    ]
    chosen = draw(st.lists(st.sampled_from(keys), max_size=3, unique_by=lambda key: key["id"]))
    places = {"panic": 1, "retreat": 1, "deck": 0}.get(kind, 2)
    units = ("stark sworn swords", "lannister guardsmen")[:places]
    return kind, units, {key["keyword"]: draw(values(key)) for key in chosen}


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(question=keywords())
def test_keywords_equal_options_of_the_program(
    program: Program, question: tuple[str, tuple[str, ...], dict[str, Any]]
) -> None:
    ours, theirs = ask_both(program, *question)
    assert ours == theirs, question


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            lambda: wo.attack("sworn swords", "lannister guardsmen", charge=True, facing="flank"),
            ["attack", "sworn swords", "lannister guardsmen", "--charge", "--facing", "flank"],
        ),
        (
            lambda: wo.attack("sworn swords", "lannister guardsmen", at_least=4, rolled=3),
            ["attack", "sworn swords", "lannister guardsmen", "--at-least", "4", "--rolled", "3"],
        ),
        (
            lambda: wo.duel("sworn swords", "lannister guardsmen"),
            ["duel", "sworn swords", "lannister guardsmen"],
        ),
        (lambda: wo.panic(morale=7, panicked=True), ["panic", "--morale", "7", "--panicked"]),
    ],
)
def test_print_is_the_block_of_the_program(
    program: Program, answer: Callable[[], wo.Answer], words: list[str]
) -> None:
    assert f"{answer()}\n" == program.stdout(*words)


def test_files_equal_those_of_the_program(program: Program, scenario: Path) -> None:
    for options in ({"trials": 10_000, "seed": 5}, {"engine": "exact"}):
        words = [f"--{name}={value}" for name, value in options.items()]
        theirs = program.stdout("run", str(scenario), *words, "--json")
        assert wo.run(scenario, **options).to_json() == theirs  # type: ignore[arg-type]
    matrix = ROOT / "scenarios" / "by-name-matrix.toml"
    answers = wo.run(str(matrix))
    assert answers.to_json() == program.stdout("run", str(matrix), "--json")
    assert isinstance(answers, wo.Results) and isinstance(answers.fields[0], wo.Matrix)
    war = ROOT / "scenarios" / "campaigns" / "border-war.toml"
    theirs = program.stdout("campaign", str(war), "--trials", "2000", "--json")
    assert wo.run(war, trials=2000).to_json() == theirs


def test_campaigns_by_path_text_and_link_equal_those_of_the_program(program: Program) -> None:
    war = ROOT / "scenarios" / "campaigns" / "border-war.toml"
    theirs = program.stdout("campaign", str(war), "--engine", "exact", "--json")
    found = wo.campaign(war, engine="exact")
    assert found.to_json() == theirs and found.events["a_wins"].p > 0.5
    assert wo.campaign(war.read_text(), engine="exact").to_json() == theirs
    assert wo.ask(found.link()).to_json() == theirs
    theirs = program.stdout("campaign", str(war), "--trials", "2000", "--seed", "3", "--json")
    assert wo.campaign(str(war), trials=2000, seed=3, threads=1).to_json() == theirs
    for wrong, message in (
        ("no/such/file.toml", "cannot read"),
        (str(ROOT / "scenarios" / "duel.toml"), "is a scenario"),
        ("areas = 3\n", "campaign:1:9"),
    ):
        with pytest.raises(ValueError, match=message):
            wo.campaign(wrong)
    with pytest.raises(ValueError, match="exact or monte-carlo"):
        wo.campaign(war, engine="dice")  # type: ignore[typeddict-item]


def test_run_returns_matrices_and_comparisons_with_the_other_answers(tmp_path: Path) -> None:
    file = tmp_path / "mixed.toml"
    file.write_text(MIXED)
    found = wo.run(file)
    assert isinstance(found, wo.Results) and len(found) == 3
    answer, matrix, comparison = found
    assert isinstance(answer, wo.Answer) and isinstance(comparison, wo.Comparison)
    assert isinstance(matrix, wo.Matrix) and matrix.mean.shape == (2, 1)
    assert found[1] is matrix and found.named(matrix.name) is matrix
    assert found.answers == (answer,) and found.fields == (matrix, comparison)
    table = found.to_pandas()
    wounds = table[(table["question"] == matrix.name) & (table["attacker"] == "Stark Outriders")]
    mean = (wounds["value"] * wounds["p"]).sum()
    assert mean == pytest.approx(matrix.mean[matrix.attackers.index("Stark Outriders"), 0])
    assert set(table["question"]) == {one.name for one in found}
    assert found.to_polars().shape[0] == found.to_arrow().num_rows == len(table)
    assert found._repr_html_().count("Lannister Guardsmen") >= 3
    assert pickle.loads(pickle.dumps(found)) == found
    alone = wo.run(ROOT / "scenarios" / "by-name-matrix.toml")
    assert len(alone) == 2 and len(alone.to_pandas()) > 0


def test_run_plays_battle_files(tmp_path: Path) -> None:
    file = ROOT / "scenarios" / "battles" / "clash-of-kings.toml"
    with pytest.raises(ValueError, match=r"takes seed and threads .* not trials.*battle\("):
        wo.run(file, trials=100)
    copy = tmp_path / "battles" / "small.toml"
    copy.parent.mkdir()
    copy.write_text(file.read_text().replace("games = 2000", "games = 8"))
    (tmp_path / "lists").symlink_to(ROOT / "scenarios" / "lists")
    found = wo.run(copy, seed=5)
    assert isinstance(found, wo.Battle) and found.games == 8
    assert found.events == wo.battle(file, games=8, seed=5).events


def test_battles_by_file_lists_and_link_equal_those_of_the_program(program: Program) -> None:
    file = ROOT / "scenarios" / "battles" / "clash-of-kings.toml"
    found = wo.battle(file, games=16, seed=5)
    assert found.to_json() == program.stdout("battle", str(file), "--games=16", "--seed=5", "--json")
    assert wo.ask(found.link()) == found
    a, b = (ROOT / "scenarios" / "lists" / f"{name}-40.toml" for name in ("stark", "lannister"))
    words = [f"--a={a}", f"--b={b}", "--mode=fire-and-blood", "--games=16", "--dice", "--json"]
    theirs = program.stdout("battle", *words)
    ours = wo.battle(a=a.read_text(), b=str(b), mode="fire-and-blood", games=16, dice=True)
    assert ours.to_json() == theirs and pickle.loads(pickle.dumps(ours)).link() == ours.link()
    theirs = program.stdout("battle", str(a), str(b), "--games=16", "--json")
    assert wo.battle(a=str(a), b=str(b), games=16).to_json() == theirs


def test_links_equal_those_of_the_program(program: Program) -> None:
    answer = wo.attack("stark sworn swords", "lannister guardsmen", facing="flank", charge=True)
    link = answer.link()
    assert link == "attack/stark-sworn-swords/lannister-guardsmen?charge&facing=flank" or set(
        link.split("?")[1].split("&")
    ) == {"charge", "facing=flank"}
    assert program.stdout("ask", link, "--as", "link").strip() == link
    assert wo.ask(link) == answer
    assert wo.ask(answer.link("https://example.org/page")) == answer


def test_calls_that_the_program_prints_give_its_answers(program: Program) -> None:
    import json

    for command in (
        'attack "stark sworn swords" "lannister guardsmen" --charge --facing flank',
        "westeros exchange 'blue stalwart' red --rounds 2 --press-on",
        "warmachine damage --skill 7 --def 15 --pow 20 --arm 18 --boost-attack",
    ):
        words = shlex.split(command)
        call = program.stdout(*words, "--as", "python")
        answer = eval(call.removeprefix("import warodds as wo").strip(), {"wo": wo})
        theirs = json.loads(program.stdout(*words, "--json"))
        name, quantity = next(iter(theirs["quantities"].items()))
        assert answer[name].mean() == quantity["mean"], command


def test_units_equal_those_of_the_program(program: Program) -> None:
    import json

    theirs = json.loads(program.stdout("units", "--faction", "stark", "--cards", "S05", "--json"))
    ours = wo.units(faction="stark")
    assert sorted(card["id"] for card in theirs) == sorted(card["id"] for card in ours)
    of_ours = {card["id"]: card for card in ours}
    assert all(of_ours[card["id"]] == card for card in theirs)


def test_keywords_file_is_up_to_date() -> None:
    import subprocess
    import sys

    writer = Path(__file__).parents[1] / "write_keywords.py"
    done = subprocess.run([sys.executable, str(writer), "--check"], check=False)
    assert done.returncode == 0, "run python/write_keywords.py"
    from warodds import keywords as typed

    for kind in KINDS.values():
        keys = [key for key in kind["keys"] if not key["positional"]]
        aliases = {alias for key in keys for alias, _ in key["aliases"]}
        known = {key["keyword"] for key in keys} | aliases
        title = "".join(part.capitalize() for part in re.split("[/-]", kind["name"]))
        names = set(getattr(typed, title).__annotations__)
        assert {name.rstrip("_") for name in names} - {"threads"} == known


@pytest.mark.parametrize(
    ("kind", "places", "options", "field", "words"),
    [
        ("attack", (), {"dice": 8, "facng": "rear"}, "facng",
         "attack() has no keyword `facng`; did you mean `facing`?"),
        ("attack", ("stark sworn swords", "lannister guardsmn"), {}, "defender",
         "defender: there is no unit `lannister guardsmn`; did you mean `Lannister Guardsmen`?"),
        ("compare", ("stark sworn swords", "nobody"), {}, "b", "b: there is no unit `nobody`"),
        ("panic", (), {"morale": 77}, "morale", "morale cannot be `77`: it must be"),
        ("panic", (), {"morale": True}, "morale", "morale cannot be `true`: it must be"),
        ("charge", (), {"speed": 5}, "distance", "distance is missing: inches"),
        ("attachments", (), {"for_": "nobody"}, "for_", "for_: there is no unit `nobody`"),
        ("warmachine/damage", (), {"skill": 7, "pow": 2, "arm": 3}, "def_", "def_ is missing"),
        ("warmachine/damage", (), {"deff": 7}, "deff", "warmachine.damage() has no keyword `deff`"),
        ("attack", (), {"dice": []}, "dice", "dice: a list without values has no case"),
    ],
)
def test_faults_name_the_field_in_the_words_of_python(
    kind: str, places: tuple[str, ...], options: dict[str, Any], field: str, words: str
) -> None:
    with pytest.raises(wo.InputError, match=re.escape(words)) as caught:
        FUNCTIONS[kind](*places, **options)
    assert caught.value.field == field and isinstance(caught.value, ValueError)
    copied = pickle.loads(pickle.dumps(caught.value))
    assert (str(copied), copied.field) == (str(caught.value), field)


def test_each_of_several_faults_has_a_line() -> None:
    with pytest.raises(wo.InputError) as caught:
        wo.attack(dice=8, hit=9, defense=4, morale=7, facing="back")  # type: ignore[arg-type]
    lines = str(caught.value).splitlines()
    assert len(lines) == 2 and caught.value.field in ("hit", "facing")
    assert {line.partition(" ")[0] for line in lines} == {"hit", "facing"}
