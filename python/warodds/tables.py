"""Conversion to polars, Arrow and pandas tables. Each library is imported on first use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


def stack(tables: Iterable[Mapping[str, Sequence[Any]]]) -> dict[str, list[Any]]:
    """Puts tables below each other; a column that a table lacks is ``None`` in its rows."""
    all_tables = list(tables)
    names = dict.fromkeys(name for columns in all_tables for name in columns)
    rows: dict[str, list[Any]] = {name: [] for name in names}
    for columns in all_tables:
        count = len(next(iter(columns.values()), ()))
        for name in names:
            rows[name] += columns.get(name, [None] * count)
    return rows


def with_constants(
    constants: Mapping[str, Any], columns: Mapping[str, Sequence[Any]]
) -> dict[str, Sequence[Any]]:
    """Puts columns of one value each in front of a table."""
    count = len(next(iter(columns.values()), ()))
    return {**{name: [value] * count for name, value in constants.items()}, **columns}


class Tabled:
    """Base class of everything that has columns and can be converted to a table."""

    __slots__ = ()

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """Columns by name, all of the same length."""
        raise NotImplementedError

    def to_polars(self) -> polars.DataFrame:
        """Returns a polars data frame (``pip install warodds[polars]``)."""
        import polars

        return polars.DataFrame(dict(self.columns()))

    def to_arrow(self) -> pyarrow.Table:
        """Returns an Arrow table (``pip install warodds[arrow]``), e.g. to write Parquet."""
        import pyarrow

        return pyarrow.table(dict(self.columns()))

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a pandas data frame (``pip install warodds[pandas]``)."""
        import pandas

        return pandas.DataFrame(dict(self.columns()))
