"""Distributions of counts: read-only arrays, and what is worked out of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Frozen:
    """What cannot be changed once it is there."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")


def _floats(data: bytes) -> NDArray[np.float64]:
    # an array over bytes cannot be written
    return np.frombuffer(data, dtype=np.float64)


class Distribution(Frozen):
    """How likely each count 0, 1, 2, … is.

    Arrays are read-only and their index is the count. ``pmf[k]`` is the chance of exactly ``k``,
    ``at_least[k]`` that of ``k`` or more.
    """

    __slots__ = ("name", "label", "unit", "_known")

    name: str
    label: str
    unit: str
    _known: tuple[Any, ...]

    def __init__(self, name: str, label: str, unit: str, known: tuple[Any, ...]) -> None:
        for slot, value in zip(self.__slots__, (name, label, unit, known)):
            object.__setattr__(self, slot, value)

    @property
    def pmf(self) -> NDArray[np.float64]:
        """The chance of exactly each count."""
        return _floats(self._known[0])

    @property
    def at_least(self) -> NDArray[np.float64]:
        """The chance of each count or more: ``at_least[0]`` is 1."""
        return _floats(self._known[1])

    @property
    def cdf(self) -> NDArray[np.float64]:
        """The chance of each count or less."""
        cdf = np.cumsum(self.pmf)
        cdf.flags.writeable = False
        return cdf

    @property
    def counts(self) -> NDArray[np.uint64] | None:
        """How often each count was seen; ``None`` where all or a part was worked out."""
        counts = self._known[2]
        return None if counts is None else np.frombuffer(counts, dtype=np.uint64)

    @property
    def exact(self) -> NDArray[np.float64] | None:
        """The exact chances beside a sample, where they were worked out."""
        exact = self._known[7]
        return None if exact is None else _floats(exact)

    @property
    def standard_error(self) -> float | None:
        """Of the mean; ``None`` where nothing was rolled."""
        return None if self._known[5] is None else self._known[5][0]

    @property
    def ci95(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean; ``None`` where nothing was rolled."""
        return None if self._known[5] is None else self._known[5][1]

    def mean(self) -> float:
        """The expected count."""
        return self._known[3]

    def std(self) -> float:
        """The standard deviation."""
        return self._known[4]

    def var(self) -> float:
        """The variance."""
        return self._known[4] ** 2

    def quantile(self, q: float) -> int:
        """The least count of which ``q`` of the probability lies at it or below."""
        if not 0.0 <= q <= 1.0:
            raise ValueError(f"a quantile is of a share from 0 to 1, not {q}")
        # probabilities add up to 1 but for rounding
        return min(int(np.searchsorted(self.cdf, q - 1e-12)), len(self) - 1)

    def sf(self, k: int) -> float:
        """The chance of *more than* ``k``, as scipy has it: one off from ``at_least``."""
        at_least = self.at_least
        return float(at_least[k + 1]) if -1 <= k < len(at_least) - 1 else float(k < -1)

    def scipy(self) -> Any:
        """The same as a frozen ``scipy.stats.rv_discrete``, with ``pmf(k)``, ``cdf(k)``, …"""
        from scipy.stats import rv_discrete

        return rv_discrete(values=(np.arange(len(self.pmf)), self.pmf / self.pmf.sum()))()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return (self.name, self._known) == (other.name, other._known)

    def __hash__(self) -> int:
        return hash((self.name, self._known[0]))

    def __len__(self) -> int:
        return len(self._known[0]) // 8

    def __repr__(self) -> str:
        return f"<{self.label or self.name}: mean {self.mean():.4g}, 0 to {len(self) - 1}>"

    def __reduce__(self) -> Any:
        return Distribution, (self.name, self.label, self.unit, self._known)


class Event(Frozen):
    """Something that happens or not; ``float(event)`` is its chance."""

    __slots__ = ("name", "label", "_known")

    name: str
    label: str
    _known: tuple[Any, ...]

    def __init__(self, name: str, label: str, known: tuple[Any, ...]) -> None:
        for slot, value in zip(self.__slots__, (name, label, known)):
            object.__setattr__(self, slot, value)

    @property
    def p(self) -> float:
        """How likely it is."""
        at_least = _floats(self._known[1])
        return float(at_least[1]) if len(at_least) > 1 else 0.0

    @property
    def ci95(self) -> tuple[float, float] | None:
        """The 95 % interval of its chance; ``None`` where nothing was rolled."""
        return self._known[6]

    @property
    def exact(self) -> float | None:
        """The exact chance beside a sample, where it was worked out."""
        exact = self._known[7]
        return None if exact is None else float(_floats(exact)[1:].sum())

    def __float__(self) -> float:
        return self.p

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, float)):
            return self.p == other
        if not isinstance(other, Event):
            return NotImplemented
        return (self.name, self._known) == (other.name, other._known)

    def __hash__(self) -> int:
        return hash(self.p)

    def __repr__(self) -> str:
        return f"<{self.label or self.name}: {self.p:.4g}>"

    def __reduce__(self) -> Any:
        return Event, (self.name, self.label, self._known)
