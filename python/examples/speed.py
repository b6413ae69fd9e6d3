"""Measures calls in microseconds of processor time: the minimum of several rounds.

    pip install ./python && python python/examples/speed.py
"""

from __future__ import annotations

import time
from collections.abc import Callable

import warodds as wo

CALLS: dict[str, Callable[[], object]] = {
    "attack(dice=8, hit=3, defense=4, morale=7)": lambda: wo.attack(
        dice=8, hit=3, defense=4, morale=7
    ),
    "the same with .mean()": lambda: wo.attack(dice=8, hit=3, defense=4, morale=7).mean(),
    "panic(morale=7)": lambda: wo.panic(morale=7),
    'attack("stark sworn swords", "lannister guardsmen", charge=True)': lambda: wo.attack(
        "stark sworn swords", "lannister guardsmen", charge=True
    ),
}


def fastest(call: Callable[[], object], calls: int = 300, rounds: int = 7) -> float:
    """Returns the microseconds of a call."""
    durations = []
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(calls):
            call()
        durations.append((time.process_time() - start) / calls)
    return min(durations) * 1e6


if __name__ == "__main__":
    for words, call in CALLS.items():
        print(f"{fastest(call):8.1f} µs  {words}")
