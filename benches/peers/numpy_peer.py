"""Attacks resolved with NumPy: a peer to be measured against, not a toy.

Settings are those that were found fastest: numbers of one byte (`uint8`), the generator SFC64, batches small enough for the
caches, no float, no Python loop over trials, and one row a die, so that every operation runs over adjacent bytes.

Three ways to roll:

* `integers`  `Generator.integers(1, 7, dtype=uint8)`; every reroll is rolled for every die, and used where it counts.
* `again`     the same, but only dice that are rerolled are rolled again.
* `pairs`     by hand: each raw number of 16 bits makes two dice, as in this project's lanes (rejection included, so that all
              faces are equally likely), and is compared without ever being made a face. Few would write this; it is the
              fastest that was found.

An attack: `dice` dice hit on `hit`+, misses rerolled if `charge`; a save for each hit on `save`+, blocks rerolled if `forced`;
if anything was wounded, 2D6 under `morale` cost 1 + D3 more; wounds are capped at `left`.

    python3 numpy_peer.py                 ns a resolution and mean wounds of S1, S2 and S3 by each way and batch
    python3 numpy_peer.py --serve         answers lines "way batch trials dice hit charge save forced morale left" with
                                          "seconds count-of-0-wounds count-of-1 …"; the first line says what it is
"""

import sys
import time

import numpy as np

RNG = np.random.Generator(np.random.SFC64(1))
U8, U16 = np.uint8, np.uint16

CASES = {"S1": (8, 3, 0, 4, 0, 6, 12), "S2": (8, 3, 1, 4, 1, 8, 12), "S3": (12, 4, 1, 3, 1, 8, 7)}
BATCHES = (4096, 8192, 16384)


def roll(*shape):
    return RNG.integers(1, 7, shape, dtype=U8)


def rolled(dice, batch, needed):
    """Which of the dice show `needed` or more."""
    return roll(dice, batch) >= needed


def roll_again(shown, needed, which):
    """Rolls only those dice again."""
    at = np.flatnonzero(which)
    shown.ravel()[at] = roll(at.size) >= needed


def panic_of_faces(batch, morale):
    """What a panic test costs: 0 where it is passed."""
    first, second = roll(2, batch)
    return (first + second < morale) * RNG.integers(2, 5, batch, dtype=U8)


def numbers(count):
    """Raw numbers of 16 bits of which each makes two fair dice."""
    raw = RNG.integers(0, 2**64, -(-count // 4), dtype=np.uint64).view(U16)[:count]
    bad = np.flatnonzero(raw * U16(36) < 16)
    while bad.size:
        raw[bad] = RNG.integers(0, 2**16, bad.size, dtype=U16)
        bad = bad[raw[bad] * U16(36) < 16]
    return raw


def cut(needed):
    """The least number of 16 bits whose upper die shows `needed`: the die is the whole part of 6 · number / 65536, plus 1."""
    return U16(-(-(needed - 1) * 65536 // 6))


def rolled_in_pairs(dice, batch, needed):
    """Which of the dice show `needed` or more, two dice to a number."""
    raw = numbers(-(-dice // 2) * batch).reshape(-1, batch)
    shown = np.empty((dice, batch), bool)
    upper = raw.shape[0]
    np.greater_equal(raw, cut(needed), out=shown[:upper])
    np.greater_equal(raw[: dice - upper] * U16(6), cut(needed), out=shown[upper:])
    return shown


def panic_in_pairs(batch, morale):
    raw, more = numbers(batch), numbers(batch)
    lower = raw * U16(6)
    total = sum((number >= cut(face)).view(U8) for number in (raw, lower) for face in range(2, 7)) + U8(2)
    return (total < morale) * (U8(2) + (more >= cut(3)).view(U8) + (more >= cut(5)).view(U8))


# how dice are rolled, what a panic test costs, whether only the dice of a reroll are rolled for it
WAYS = {
    "integers": (rolled, panic_of_faces, False),
    "again": (rolled, panic_of_faces, True),
    "pairs": (rolled_in_pairs, panic_in_pairs, False),
}


def resolve(way, batch, dice, hit, charge, save, forced, morale, left):
    """How often each number of wounds was seen in one batch."""
    rolled, panic, sparing = WAYS[way]
    hits = rolled(dice, batch, hit)
    if charge and sparing:
        roll_again(hits, hit, ~hits)
    elif charge:
        hits |= rolled(dice, batch, hit)
    blocks = rolled(dice, batch, save)
    if forced and sparing:
        roll_again(blocks, save, blocks & hits)
    elif forced:
        blocks &= rolled(dice, batch, save)
    # a block where nothing hit blocks nothing
    wounds = (hits > blocks).view(U8).sum(axis=0, dtype=U8)
    wounds += (wounds > 0) * panic(batch, morale)
    return np.bincount(np.minimum(wounds, left), minlength=left + 1)


def timed(way, batch, trials, case):
    """Seconds and counts of whole batches, `trials` in all."""
    start = time.perf_counter()
    seen = sum(resolve(way, batch, *case) for _ in range(trials // batch))
    return time.perf_counter() - start, seen


def serve():
    print(f"NumPy {np.__version__}, Python {sys.version.split()[0]}", flush=True)
    for line in sys.stdin:
        way, *given = line.split()
        batch, trials, *case = map(int, given)
        seconds, seen = timed(way, batch, trials, case)
        print(seconds, *seen, flush=True)


def show():
    trials = 1 << 19
    for name, case in CASES.items():
        for way in WAYS:
            for batch in BATCHES:
                seconds, seen = timed(way, batch, trials, case)
                mean = (seen * np.arange(seen.size)).sum() / seen.sum()
                print(f"{name}  {way:<8} batches of {batch:>5}  {seconds / trials * 1e9:6.1f} ns  mean {mean:.4f} wounds")


if __name__ == "__main__":
    serve() if "--serve" in sys.argv else show()
