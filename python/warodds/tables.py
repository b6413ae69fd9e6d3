"""Conversion to polars, Arrow and pandas tables. Each library is imported on first use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


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
