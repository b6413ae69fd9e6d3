"""Answers as Python objects: arrays, tables, pickling, threads, interrupts."""

from __future__ import annotations

import copy
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warodds as wo


CLASH = Path(__file__).parents[2] / "scenarios" / "battles" / "clash-of-kings.toml"


@pytest.fixture(scope="module")
def exact() -> wo.Answer:
    return wo.attack("stark sworn swords", "lannister guardsmen", facing="flank", charge=True)


@pytest.fixture(scope="module")
def sampled() -> wo.Answer:
    return wo.attack(dice=8, hit=3, defense=4, morale=7, engine="monte-carlo", trials=1e5, seed=7)


def test_published_figures() -> None:
    assert wo.panic(morale=7, panicked=True).mean() == pytest.approx(Fraction(1565, 648), abs=1e-12)
    answer = wo.attack(dice=8, hit="3+", defense="4+", morale="7+")
    assert answer.mean() == pytest.approx(Fraction(101509, 26244), abs=1e-12)


def test_arrays_are_read_only_distributions(exact: wo.Answer) -> None:
    for name, one in exact.quantities.items():
        assert one.pmf.sum() == pytest.approx(1, abs=1e-12), name
        assert one.at_least[0] == pytest.approx(1, abs=1e-12)
        assert np.allclose(np.cumsum(one.pmf[::-1])[::-1], one.at_least)
        assert one.mean() == pytest.approx(one.at_least[1:].sum())
        for array in (one.pmf, one.at_least, one.cdf):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1.0
    assert exact.pmf.dtype == np.float64
    assert np.array_equal(exact.pmf, exact["wounds"].pmf)


def test_mean_quantile_and_sf_match_pmf(exact: wo.Answer) -> None:
    k = np.arange(len(exact.pmf))
    assert exact.mean() == pytest.approx((k * exact.pmf).sum())
    assert exact.var() == pytest.approx(((k - exact.mean()) ** 2 * exact.pmf).sum())
    assert exact.std() ** 2 == pytest.approx(exact.var())
    assert exact.sf(3) == exact.at_least[4] and exact.sf(-1) == exact.at_least[0]
    assert (exact.sf(-2), exact.sf(len(k))) == (1.0, 0.0)
    assert exact.cdf[exact.quantile(0.9)] >= 0.9 > exact.cdf[exact.quantile(0.9) - 1]
    assert (exact.quantile(0), exact.quantile(1)) == (0, int(np.flatnonzero(exact.pmf).max()))
    with pytest.raises(ValueError, match="from 0 to 1"):
        exact.quantile(1.1)
    with pytest.raises(KeyError, match="there are hits"):
        exact["hit"]


def test_samples_have_counts_and_standard_errors(sampled: wo.Answer) -> None:
    assert sampled.method["trials"] == sampled.trials == 100_000
    assert sampled.counts is not None and sampled.counts.dtype == np.uint64
    assert sampled.counts.sum() == sampled.trials
    assert np.array_equal(sampled.counts / sampled.trials, sampled.pmf)
    assert sampled.standard_error == pytest.approx(sampled.std() / 100_000**0.5, rel=1e-4)
    assert sampled.ci95 is not None and sampled.ci95[0] < sampled.mean() < sampled.ci95[1]
    # five standard errors: once in 1.7 million seeds
    assert sampled.standard_error is not None
    assert abs(sampled.mean() - 101509 / 26244) < 5 * sampled.standard_error
    event = sampled.events["destroyed"]
    assert event.ci95 is not None and event.ci95[0] <= float(event) <= event.ci95[1]


def test_answers_are_immutable(exact: wo.Answer) -> None:
    for frozen in (exact, exact["hits"], exact.events["destroyed"], wo.units("stark")):
        with pytest.raises(AttributeError):
            frozen.name = "x"  # type: ignore[union-attr]
        with pytest.raises(AttributeError):
            frozen.more = 1  # type: ignore[union-attr]
    with pytest.raises(TypeError):
        exact.quantities["x"] = exact["hits"]  # type: ignore[index]


def test_answers_compare_by_value_and_survive_pickling(exact: wo.Answer, sampled: wo.Answer) -> None:
    again = wo.attack("stark sworn swords", "lannister guardsmen", facing="flank", charge=True)
    assert exact == again and hash(exact) == hash(again) and exact != sampled
    several = wo.options("stark sworn swords", "lannister guardsmen", distance=8)
    others = (exact, sampled, several, several[0], exact["hits"], wo.units("stark"))
    matrix = wo.matrix(attackers="stark", defenders="lannister")
    battle = wo.battle(CLASH, games=16)
    for one in (*others, exact.events["destroyed"], matrix, battle):
        for copied in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
            assert copied == one and type(copied) is type(one) and repr(copied) == repr(one)
            if hasattr(one, "to_json"):
                assert copied.to_json() == one.to_json()
    copied = pickle.loads(pickle.dumps(exact))
    assert copied.link() == exact.link() and copied.to_polars().equals(exact.to_polars())
    whole = matrix.distributions.to_polars()
    assert pickle.loads(pickle.dumps(matrix)).distributions.to_polars().equals(whole)


def test_tables_contain_values_of_arrays(exact: wo.Answer) -> None:
    polars, arrow, pandas = exact.to_polars(), exact.to_arrow(), exact.to_pandas()
    assert polars.columns == ["quantity", "value", "p", "at_least"]
    assert arrow.to_pylist() == polars.to_dicts() == pandas.to_dict("records")
    wounds = polars.filter(polars["quantity"] == "wounds")
    assert np.array_equal(wounds["p"].to_numpy(), exact.pmf)
    matrix = wo.matrix(attackers="stark", defenders="lannister", charge=True)
    assert matrix.mean.shape == (len(matrix.attackers), len(matrix.defenders))
    table = matrix.to_polars()
    assert np.array_equal(table["mean_wounds"].to_numpy(), matrix.mean.ravel())
    assert len(wo.units("stark, infantry").to_polars()) == len(wo.units("stark, infantry"))
    compared = wo.compare("stark sworn swords", "umber berserkers", against="lannister")
    assert len(compared.to_pandas()) == sum(compared.better.values())
    several = wo.charge("stark sworn swords", "lannister guardsmen", distance="7..9")
    assert isinstance(several, wo.Answers) and len(several) == 3
    assert set(several.to_arrow()["question"].to_pylist()) == {one.name for one in several}


def test_fields_have_distributions_of_all_pairs() -> None:
    matrix = wo.matrix(attackers="stark", defenders="lannister", charge=True)
    table = matrix.distributions.to_polars()
    pair = table.filter(
        (table["attacker_id"] == "stark-sworn-swords")
        & (table["defender_id"] == "lannister-guardsmen")
    )
    alone = wo.attack("stark sworn swords", "lannister guardsmen", charge=True)
    assert pair["p"].to_list() == alone.pmf.tolist()
    assert np.allclose(pair["at_least"].to_numpy(), alone.at_least)
    assert set(table["quantity"]) == {"wounds"} and len(table) > matrix.mean.size
    duels = wo.matrix(attackers="stark, cavalry", defenders="lannister, cavalry", duel=True)
    left = duels.distributions.to_pandas()
    assert sorted(set(left["quantity"])) == ["enemy_left", "left"]
    mean = (left["value"] * left["p"])[left["quantity"] == "left"].sum()
    assert mean == pytest.approx(duels.values["mean_left"].sum())
    compared = wo.compare("stark sworn swords", "umber berserkers", against="lannister")
    of_both = compared.distributions.to_arrow()
    assert of_both.column_names[:2] == ["defender", "defender_id"]
    assert sum(of_both["p"].to_pylist()) == pytest.approx(2 * len(compared.columns()["defender"]))
    fits = wo.attachments(for_="stark sworn swords", against="lannister, infantry")
    with pytest.raises(ValueError, match="no distributions"):
        fits.distributions.columns()


def test_ratings_needs_and_points() -> None:
    rated = wo.rate(units="stark, infantry")
    rows = rated.columns()
    assert isinstance(rated, wo.Ratings) and rows["wins"] == sorted(rows["wins"], reverse=True)
    assert sum(rows["rating"]) == pytest.approx(0) and sum(rows["share"]) == pytest.approx(1)
    answer = wo.charge("sworn swords", "lannister guardsmen", distance=9, need="arrives=80%")
    assert answer.need is not None and answer.need["now"] == answer.events["reached"].p
    assert all(one["p"] >= 0.8 for one in answer.need["reached_by"])
    assert wo.attack(dice=8, hit=3, defense=4, morale=7).need is None
    best = wo.options("sworn swords", "lannister guardsmen", by="points", points="by-ranks")[0]
    assert best.points is not None and best.points["destroyed"] > 0
    assert answer.points is None


def test_battle_shares_and_distributions() -> None:
    battle = wo.battle(CLASH, games=48, seed=2)
    assert (battle.games, battle.seed, battle.mode) == (48, 2, "a-clash-of-kings")
    assert sum(one.p for one in battle.events.values()) == pytest.approx(1)
    assert all(one.ci95[0] <= one.p <= one.ci95[1] for one in battle.events.values())
    for count in battle.quantities.values():
        assert count.pmf.sum() == pytest.approx(1)
        assert count.mean == pytest.approx((count.values * count.pmf).sum())
        with pytest.raises(ValueError, match="read-only"):
            count.pmf[0] = 1
    units = battle.to_polars()
    assert set(units["side"]) == {"a", "b"} and units["points"].sum() > 0
    assert battle != wo.battle(CLASH, games=48, seed=2, dice=True)
    for games in (0, 1.5):
        with pytest.raises(ValueError, match="games must be"):
            wo.battle(CLASH, games=games)


def test_notebook_html_has_tables_with_bars(exact: wo.Answer, sampled: wo.Answer) -> None:
    for one in (exact, sampled):
        html = one._repr_html_()
        assert "currentColor" in html and "<script" not in html and html.count("<tr>") > 5
    results = wo.run(Path(__file__).parents[2] / "scenarios" / "duel.toml", trials=1000)
    assert isinstance(results, wo.Results)
    assert results._repr_html_().count("<hr>") == len(results) - 1


def test_notebook_html_lists_causes_of_own_wounds() -> None:
    charge = wo.charge("stark sworn swords", "lannister guardsmen", distance=10)
    assert isinstance(charge, wo.Answer)
    html = charge._repr_html_()
    cost = re.search(r"The attacker loses ([\d.]+) wounds: (.*?)\.</b>", html)
    assert cost and "Order: Lannister Supremacy of the defender" in cost[2]
    assert float(cost[1]) == pytest.approx(charge["own_wounds"].mean(), abs=0.005)
    shares = [float(share) for share in re.findall(r"\d+\.\d\d", cost[2])]
    assert sum(shares) == pytest.approx(float(cost[1]), abs=0.02)
    assert html.index("The attacker loses") < html.index("<table")
    harmless = wo.attack(dice=8, hit=3, defense=4, morale=7)
    assert "loses" not in harmless._repr_html_()


def test_chart_bars_are_the_pmf(exact: wo.Answer) -> None:
    import matplotlib

    matplotlib.use("Agg")
    ax = exact.plot()
    heights = [bar.get_height() for bar in ax.patches]
    assert heights == exact.pmf[: len(heights)].tolist()
    wo.matrix(attackers="stark", defenders="lannister").plot()


def test_threads_roll_in_parallel_without_the_lock(sampled: wo.Answer) -> None:
    def ask(number: int) -> wo.Answer:
        return wo.attack(
            dice=8, hit=3, defense=4, morale=7, engine="monte-carlo", trials=1e5, seed=number
        )

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(ask, range(12)))
    assert answers[7] == sampled and len({one.mean() for one in answers}) == 12
    # this thread keeps running while the engine rolls
    done = threading.Event()

    def roll() -> None:
        wo.attack(dice=8, hit=3, defense=4, morale=7, engine="dice", trials=2e6)
        done.set()

    roller = threading.Thread(target=roll)
    roller.start()
    counted = 0
    while not done.is_set():
        counted += 1
        time.sleep(0)
    roller.join()
    assert counted > 10


def test_results_do_not_depend_on_number_of_threads(sampled: wo.Answer) -> None:
    question = {"dice": 8, "hit": 3, "defense": 4, "morale": 7, "engine": "monte-carlo"}
    one = wo.attack(**question, trials=1e5, seed=7, threads=1)  # type: ignore[arg-type]
    assert one == sampled


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
def test_forked_processes_use_their_own_thread_pool(sampled: wo.Answer) -> None:
    text = (
        "import multiprocessing as m, warodds as wo\n"
        "def f(n): return wo.panic(morale=7, engine='monte-carlo', trials=1e5, seed=n).mean()\n"
        "here = [f(n) for n in range(3)]\n"
        "with m.get_context('fork').Pool(2) as pool: assert pool.map(f, range(3)) == here\n"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", text], check=True, timeout=300)


# exact, and the longest of all questions: every choice of both sides is open for 60 rounds
LONG_DUEL = (
    "duel/drogos-bloodriders/stony-shore-pillagers?rounds=60&b-tokens=panicked+vulnerable+weakened"
    "&a-crown&b-crown&a-wealth=3&b-wealth=3&engaged&b-resource=60"
    "&b-with=guyard-morrigen-guyard-the-green"
)


def test_ctrl_c_stops_a_single_exact_question() -> None:
    text = (
        "import warodds as wo, sys\n"
        "try:\n"
        "    print('begun', flush=True)\n"
        f"    wo.ask({LONG_DUEL!r})\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(7)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE)
    assert child.stdout is not None and child.stdout.readline() == b"begun\n"
    time.sleep(0.3)
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert child.wait(timeout=300) == 7
    # unstopped, the answer takes about 25 s, and the interrupt would be raised after it
    assert time.monotonic() - sent < 10


def test_ctrl_c_stops_a_run_and_returns_partial_answer() -> None:
    text = (
        "import warodds as wo, sys\n"
        "try:\n"
        "    print('begun', flush=True)\n"
        "    wo.panic(morale=7, engine='monte-carlo', trials=1e12)\n"
        "except KeyboardInterrupt as stopped:\n"
        "    part = getattr(stopped, 'partial', None)\n"
        "    assert part is None or (part.partial and 0 < part.trials < 1e12)\n"
        "    sys.exit(7)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE)
    assert child.stdout is not None and child.stdout.readline() == b"begun\n"
    deadline = time.monotonic() + 300
    while child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        try:
            child.wait(timeout=30)
        except subprocess.TimeoutExpired:
            continue
    assert child.wait(timeout=1) == 7


def everything() -> dict[str, Any]:
    """An answer of each class that has a chart and HTML."""
    pair = ("stark sworn swords", "lannister guardsmen")
    war = CLASH.parents[1] / "campaigns" / "border-war.toml"
    against = "lannister, infantry"
    return {
        "answer": wo.charge(*pair, distance=8),
        "duel": wo.duel(*pair),
        "numeric sweep": wo.charge(*pair, distance=range(6, 9), facing=["front", "rear"]),
        "units": wo.attack(wo.units("stark, cavalry"), pair[1], charge=[True, False]),
        "options": wo.options(*pair, distance=8),
        "matrix": wo.matrix(attackers="stark, cavalry", defenders=against),
        "duels": wo.matrix(attackers="stark, cavalry", defenders="lannister, cavalry", duel=True),
        "comparison": wo.compare("stark sworn swords", "umber berserkers", against=against),
        "ranking": wo.compare("stark sworn swords", "umber berserkers", against=against, by="trade"),
        "ratings": wo.rate(units="stark, cavalry"),
        "attachments": wo.attachments(for_=pair[0], against=against),
        "worth": wo.worth("stark sworn swords + sworn sword captain", against=against),
        "battle": wo.battle(CLASH, games=16),
        "campaign": wo.campaign(war, engine="exact"),
    }


def test_every_answer_has_a_line_with_units_and_three_numbers() -> None:
    for name, one in everything().items():
        for line in repr(one).splitlines():
            assert line.startswith("<") and line.endswith(">"), name
            assert "object at" not in line and "nan" not in line, line
            if name not in ("worth", "ranking"):
                assert len(re.findall(r"-?\d+(?:\.\d+)?", line)) >= 3, line
            assert re.search("Stark|Lannister|Cygnar|Wolf Lord", line), line


def test_every_answer_has_html_that_escapes_names() -> None:
    for name, one in everything().items():
        html = one._repr_html_()
        assert "<table" in html and "nan" not in html and "<script" not in html, name
        assert html.count("<table") == html.count("</table>"), name
        assert html.count("<div") == html.count("</div>"), name
    assert "&#x27;s Host" in wo.battle(CLASH, games=16)._repr_html_()


def test_every_answer_has_a_chart_with_its_numbers() -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    for name, one in everything().items():
        ax = one.plot()
        assert ax.get_xlabel() or name in ("matrix", "duels"), name
        # on axes of one's own as well
        own = plt.subplots()[1]
        assert one.plot(own) is own, name
        plt.close("all")
    shown = everything()
    bars = [bar.get_width() for bar in shown["units"].plot().patches]
    assert bars == [answer.mean() for answer in shown["units"]]
    lines = shown["numeric sweep"].plot().lines
    front = [one.mean() for one in shown["numeric sweep"] if one.case["facing"] == "front"]
    assert lines[0].get_ydata().tolist() == front
    heat = shown["matrix"].plot().images[0].get_array()
    assert np.array_equal(heat, shown["matrix"].mean)
    difference = shown["battle"].quantities["difference"]
    assert sum(bar.get_height() for bar in shown["battle"].plot().patches) == pytest.approx(1)
    assert difference.pmf.sum() == pytest.approx(1)
    course = shown["campaign"].course
    ends = [line.get_ydata()[-1] for line in shown["campaign"].plot().lines]
    assert ends == [means[-1] for means in course.mean.values()]
    plt.close("all")


def test_every_answer_has_an_altair_chart_with_its_numbers() -> None:
    pytest.importorskip("altair")
    shown = everything()
    # `to_dict` validates against the schema of Vega-Lite
    charts = {name: one.plot(backend="altair").to_dict() for name, one in shown.items()}
    rows = {
        name: [row for layer in chart["layer"] for row in layer.get("data", chart.get("data"))["values"]]
        for name, chart in charts.items()
    }
    assert all(rows.values()) and all(chart["title"] for chart in charts.values())
    answer = shown["answer"]
    exactly = {row["k"]: row["exactly"] for row in rows["answer"]}
    assert list(exactly.values()) == answer.pmf[: len(exactly)].tolist()
    means = {row["name"]: row["mean"] for row in rows["units"]}
    assert list(means.values()) == [one.mean() for one in shown["units"]]
    cells = {row["mean"] for row in rows["matrix"]}
    assert cells == set(shown["matrix"].mean.ravel().tolist())
    ends = {row["side"]: row["mean"] for row in rows["campaign"]}
    assert ends == {side: means[-1] for side, means in shown["campaign"].course.mean.items()}
    shares = {row["difference"]: row["share"] for row in rows["battle"] if "share" in row}
    assert sum(shares.values()) == pytest.approx(1)
    outcomes = {row["outcome"] for row in rows["battle"] if "outcome" in row}
    assert all(any(army in one for one in outcomes) for army in shown["battle"].armies)


def test_other_libraries_and_axes_for_altair_are_refused(exact: wo.Answer) -> None:
    with pytest.raises(ValueError, match='"matplotlib" or "altair", not \'plotly\''):
        exact.plot(backend="plotly")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="ax belongs to matplotlib"):
        exact.plot(object(), backend="altair")  # type: ignore[call-overload]


def test_campaigns_have_a_course_and_the_program_s_summary(exact: wo.Answer) -> None:
    war = CLASH.parents[1] / "campaigns" / "border-war.toml"
    campaign = wo.campaign(war, engine="exact")
    assert isinstance(campaign, wo.Campaign) and pickle.loads(pickle.dumps(campaign)) == campaign
    assert campaign.course.step == "round" and len(campaign.course.mean) == 2
    starts = [means[0] for means in campaign.course.mean.values()]
    assert sum(starts) == 6
    assert str(exact) == exact.summary() and "Lannister Guardsmen in the flank" in str(exact)
    assert pickle.loads(pickle.dumps(exact)).summary() == exact.summary()


def test_rows_are_tables() -> None:
    trace = wo.explain("stark sworn swords", "lannister guardsmen", seed=3)
    luck = wo.luck("panic --morale 8 --rolled 0\n")
    for one in (trace, luck):
        assert len(one.to_pandas()) == len(one) and "<table>" in one._repr_html_()
