"""Answers as charts, by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .answer import Answer
    from .field import Matrix

# beyond this share on the right nothing is drawn
_NEGLIGIBLE = 0.0005


def answer(one: Answer, ax: Axes | None = None) -> Axes:
    """Bars of exactly so many, and the line of at least so many, of each leading quantity."""
    import matplotlib.pyplot as plt
    from matplotlib.ticker import MaxNLocator

    ax = ax or plt.subplots()[1]
    leading = [one.quantities[name] for name in one.leading]
    width = 0.8 / max(len(leading), 1)
    for number, quantity in enumerate(leading):
        last = int(np.flatnonzero(quantity.at_least >= _NEGLIGIBLE).max(initial=0))
        k = np.arange(last + 1)
        places = k + (number - (len(leading) - 1) / 2) * width
        bars = ax.bar(places, quantity.pmf[: last + 1], width, alpha=0.6, label=quantity.label)
        colour = bars.patches[0].get_facecolor()[:3]
        ax.plot(k, quantity.at_least[: last + 1], marker=".", color=colour)
        ax.axvline(quantity.mean(), color=colour, linestyle=":", linewidth=1)
    ax.set_ylim(0, 1.02)
    ax.set_ylabel("chance: bars exactly, line at least")
    ax.set_xlabel(leading[0].unit if leading else "")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_title(one.option or one.subject)
    ax.legend()
    return ax


def matrix(one: Matrix, ax: Any = None) -> Any:
    """A heat map of expected wounds, or of those that duels leave."""
    import matplotlib.pyplot as plt

    rows, columns = one.mean.shape
    ax = ax or plt.subplots(figsize=(2 + columns / 3, 1.5 + rows / 4))[1]
    image = ax.imshow(one.mean, aspect="auto", cmap="viridis")
    ax.set_xticks(range(columns), one.defenders, rotation=90)
    ax.set_yticks(range(rows), one.attackers)
    left = "mean_left" in one.values
    ax.figure.colorbar(image, ax=ax, label="wounds left" if left else "expected wounds")
    return ax
