"""Charts of answers, with either of two libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    import altair
    from matplotlib.axes import Axes


class Plotted:
    """Base class of answers that have a chart."""

    __slots__ = ()

    @overload
    def plot(self, ax: Axes | None = None, *, backend: Literal["matplotlib"] = "matplotlib") -> Axes: ...
    @overload
    def plot(self, *, backend: Literal["altair"]) -> altair.LayerChart: ...
    def plot(self, ax: Axes | None = None, *, backend: str = "matplotlib") -> Any:
        """Plots the answer.

        With matplotlib (``pip install warodds[plot]``), draws on ``ax`` or on axes of its own, and
        returns them. ``backend="altair"`` (``pip install warodds[altair]``) returns an Altair chart
        that shows the numbers under the pointer, to change and to save.
        """
        if backend == "matplotlib":
            from . import plot

            return plot.draw(self, ax)
        if backend != "altair":
            raise ValueError(f'backend must be "matplotlib" or "altair", not {backend!r}')
        if ax is not None:
            raise ValueError("ax belongs to matplotlib: Altair draws charts of its own")
        from . import altair_charts

        return altair_charts.chart(self)
