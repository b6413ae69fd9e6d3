"""Charts of answers with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .answer import Answer
    from .field import Matrix

# counts are drawn up to the last with at least this P(at least k)
_NEGLIGIBLE = 0.0005


def answer(answer: Answer, ax: Axes | None = None) -> Axes:
    """Draws P(exactly k) as bars and P(at least k) as a line, for each leading quantity."""
    import matplotlib.pyplot as plt
    from matplotlib.ticker import MaxNLocator

    ax = ax or plt.subplots()[1]
    leading = [answer.quantities[name] for name in answer.leading]
    width = 0.8 / max(len(leading), 1)
    for number, quantity in enumerate(leading):
        last = int(np.flatnonzero(quantity.at_least >= _NEGLIGIBLE).max(initial=0))
        k = np.arange(last + 1)
        x = k + (number - (len(leading) - 1) / 2) * width
        bars = ax.bar(x, quantity.pmf[: last + 1], width, alpha=0.6, label=quantity.label)
        colour = bars.patches[0].get_facecolor()[:3]
        ax.plot(k, quantity.at_least[: last + 1], marker=".", color=colour)
        ax.axvline(quantity.mean(), color=colour, linestyle=":", linewidth=1)
    ax.set_ylim(0, 1.02)
    ax.set_ylabel("probability (bars: exactly, line: at least)")
    ax.set_xlabel(leading[0].unit if leading else "")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_title(answer.option or answer.subject)
    ax.legend()
    return ax


def matrix(matrix: Matrix, ax: Any = None) -> Any:
    """Draws a heat map of mean wounds, or of mean wounds left after duels."""
    import matplotlib.pyplot as plt

    rows, columns = matrix.mean.shape
    ax = ax or plt.subplots(figsize=(2 + columns / 3, 1.5 + rows / 4))[1]
    image = ax.imshow(matrix.mean, aspect="auto", cmap="viridis")
    ax.set_xticks(range(columns), matrix.defenders, rotation=90)
    ax.set_yticks(range(rows), matrix.attackers)
    is_duel = "mean_left" in matrix.values
    ax.figure.colorbar(image, ax=ax, label="mean wounds left" if is_duel else "mean wounds")
    return ax
