"""Distributions of counts as read-only arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Frozen:
    """Base class of immutable objects."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")


def _floats(data: bytes) -> NDArray[np.float64]:
    # arrays over bytes are read-only
    return np.frombuffer(data, dtype=np.float64)


class Distribution(Frozen):
    """The distribution of a count 0, 1, 2, …

    Arrays are read-only and indexed by the count: ``pmf[k]`` is the probability of exactly ``k``,
    ``at_least[k]`` that of at least ``k``.
    """

    __slots__ = ("name", "label", "unit", "_numbers")

    name: str
    label: str
    unit: str
    _numbers: tuple[Any, ...]

    def __init__(self, name: str, label: str, unit: str, numbers: tuple[Any, ...]) -> None:
        for slot, value in zip(self.__slots__, (name, label, unit, numbers)):
            object.__setattr__(self, slot, value)

    @property
    def pmf(self) -> NDArray[np.float64]:
        """P(exactly k) for k = 0, 1, 2, …"""
        return _floats(self._numbers[0])

    @property
    def at_least(self) -> NDArray[np.float64]:
        """P(at least k) for k = 0, 1, 2, …; ``at_least[0]`` is 1."""
        return _floats(self._numbers[1])

    @property
    def cdf(self) -> NDArray[np.float64]:
        """P(at most k) for k = 0, 1, 2, …"""
        cdf = np.cumsum(self.pmf)
        cdf.flags.writeable = False
        return cdf

    @property
    def counts(self) -> NDArray[np.uint64] | None:
        """Number of trials with each count; ``None`` if any part was computed exactly."""
        counts = self._numbers[2]
        return None if counts is None else np.frombuffer(counts, dtype=np.uint64)

    @property
    def exact(self) -> NDArray[np.float64] | None:
        """The exact pmf of a sample that was compared with it; otherwise ``None``."""
        exact = self._numbers[7]
        return None if exact is None else _floats(exact)

    @property
    def standard_error(self) -> float | None:
        """Standard error of the mean; ``None`` for exact answers."""
        return None if self._numbers[5] is None else self._numbers[5][0]

    @property
    def ci95(self) -> tuple[float, float] | None:
        """95 % confidence interval of the mean; ``None`` for exact answers."""
        return None if self._numbers[5] is None else self._numbers[5][1]

    def mean(self) -> float:
        """Mean."""
        return self._numbers[3]

    def std(self) -> float:
        """Standard deviation."""
        return self._numbers[4]

    def var(self) -> float:
        """Variance."""
        return self._numbers[4] ** 2

    def quantile(self, q: float) -> int:
        """Smallest count k with P(at most k) ≥ ``q``."""
        if not 0.0 <= q <= 1.0:
            raise ValueError(f"q must be from 0 to 1, not {q}")
        # rounding may leave the last sum below 1
        return min(int(np.searchsorted(self.cdf, q - 1e-12)), len(self) - 1)

    def sf(self, k: int) -> float:
        """Survival function P(more than ``k``), as in scipy: ``at_least[k + 1]``."""
        at_least = self.at_least
        return float(at_least[k + 1]) if -1 <= k < len(at_least) - 1 else float(k < -1)

    def scipy(self) -> Any:
        """Returns a frozen ``scipy.stats.rv_discrete`` with ``pmf(k)``, ``cdf(k)``, …"""
        from scipy.stats import rv_discrete

        return rv_discrete(values=(np.arange(len(self.pmf)), self.pmf / self.pmf.sum()))()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return (self.name, self._numbers) == (other.name, other._numbers)

    def __hash__(self) -> int:
        return hash((self.name, self._numbers[0]))

    def __len__(self) -> int:
        return len(self._numbers[0]) // 8

    def __repr__(self) -> str:
        return f"<{self.label or self.name}: mean {self.mean():.4g}, 0 to {len(self) - 1}>"

    def __reduce__(self) -> Any:
        return Distribution, (self.name, self.label, self.unit, self._numbers)


class Event(Frozen):
    """An event that happens or not; ``float(event)`` is its probability."""

    __slots__ = ("name", "label", "_numbers")

    name: str
    label: str
    _numbers: tuple[Any, ...]

    def __init__(self, name: str, label: str, numbers: tuple[Any, ...]) -> None:
        for slot, value in zip(self.__slots__, (name, label, numbers)):
            object.__setattr__(self, slot, value)

    @property
    def p(self) -> float:
        """Probability of the event."""
        at_least = _floats(self._numbers[1])
        return float(at_least[1]) if len(at_least) > 1 else 0.0

    @property
    def ci95(self) -> tuple[float, float] | None:
        """95 % confidence interval of the probability; ``None`` for exact answers."""
        return self._numbers[6]

    @property
    def exact(self) -> float | None:
        """The exact probability, if a sample was compared with it; otherwise ``None``."""
        exact = self._numbers[7]
        return None if exact is None else float(_floats(exact)[1:].sum())

    def __float__(self) -> float:
        return self.p

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, float)):
            return self.p == other
        if not isinstance(other, Event):
            return NotImplemented
        return (self.name, self._numbers) == (other.name, other._numbers)

    def __hash__(self) -> int:
        return hash(self.p)

    def __repr__(self) -> str:
        return f"<{self.label or self.name}: {self.p:.4g}>"

    def __reduce__(self) -> Any:
        return Event, (self.name, self.label, self._numbers)
