"""Columns as tables of whichever library is there; each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Tabled:
    """What has columns, and is a table of any library by them."""

    __slots__ = ()

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """Names of columns with their values, all of one length."""
        raise NotImplementedError

    def to_polars(self) -> polars.DataFrame:
        """A polars frame (``pip install warodds[polars]``)."""
        import polars

        return polars.DataFrame(dict(self.columns()))

    def to_arrow(self) -> pyarrow.Table:
        """An Arrow table (``pip install warodds[arrow]``), e.g. to write Parquet."""
        import pyarrow

        return pyarrow.table(dict(self.columns()))

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas frame (``pip install warodds[pandas]``)."""
        import pandas

        return pandas.DataFrame(dict(self.columns()))
