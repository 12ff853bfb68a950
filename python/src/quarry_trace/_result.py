"""What a query gave."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping

from ._errors import AssertionFailed, UsageError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

# Rows of a failed assertion that an error shows.
_ROWS_SHOWN = 5


@dataclass(frozen=True)
class Column:
    """A column: its name and its type in the language of Quarry."""

    name: str
    type: str


@dataclass(frozen=True)
class Verdict:
    """The outcome of an assertion; `rows` are the first that violate it."""

    name: str
    passed: bool
    found: str
    rows: list[dict[str, Any]]


class Result:
    """The rows of a query, as an Arrow stream. It stays when the traces are closed."""

    def __init__(self, query: str, fields: Mapping[str, Any], arrow_bytes: bytes) -> None:
        self.query = query
        #: The rows as an Arrow stream.
        self.arrow_bytes = arrow_bytes
        self.row_count: int = fields["rows"]
        self.columns = [Column(**each) for each in fields["columns"]]
        self.verdicts = [Verdict(**each) for each in fields["verdicts"]]
        #: What is odd about the query, with its place.
        self.warnings: list[str] = fields["warnings"]
        self._html: str = fields["html"]
        self._text: str = fields["text"]

    def arrow(self) -> pyarrow.Table:
        """A table of pyarrow. Whole numbers are exact, times are durations in nanoseconds."""
        rows = self._rows
        import pyarrow

        return pyarrow.ipc.open_stream(rows).read_all()

    def df(self) -> pandas.DataFrame:
        """A table of pandas. Numbers with missing values keep all their digits (`UInt64` with `<NA>`)."""
        import pandas
        import pyarrow

        nullable: dict[Any, Any] = {
            pyarrow.uint64(): pandas.UInt64Dtype(),
            pyarrow.int64(): pandas.Int64Dtype(),
            pyarrow.bool_(): pandas.BooleanDtype(),
        }
        frame: pandas.DataFrame = self.arrow().to_pandas(types_mapper=nullable.get)
        return frame

    def pl(self) -> polars.DataFrame:
        """A table of Polars."""
        rows = self._rows
        import polars

        return polars.read_ipc_stream(io.BytesIO(rows))

    @property
    def _rows(self) -> bytes:
        if not self.columns:
            raise UsageError("The script has no query with rows: read its verdicts", "no-rows")
        return self.arrow_bytes

    @property
    def passed(self) -> bool:
        """Whether all assertions hold."""
        return all(each.passed for each in self.verdicts)

    def check(self) -> Result:
        """Raises `AssertionFailed` with the first rows where an assertion does not hold; else gives the result."""
        if self.passed:
            return self
        lines: list[str] = []
        for each in self.verdicts:
            if not each.passed:
                lines.append(f"{each.name} (found {each.found})")
                lines += [f"  {_row_text(row)}" for row in each.rows[:_ROWS_SHOWN]]
        raise AssertionFailed("\n".join(lines), "assertion-failed")

    def __len__(self) -> int:
        return self.row_count

    def _repr_html_(self) -> str:
        return self._html + (f"<p>{self._rest}</p>" if self._rest else "")

    def __repr__(self) -> str:
        if not self.columns:
            return "\n".join(f"{'passed' if each.passed else 'failed'}: {each.name}" for each in self.verdicts)
        return self._text.rstrip() + (f"\n{self._rest}" if self._rest else "")

    @property
    def _rest(self) -> str:
        shown = self._text.count("\n") - 2
        return f"{shown} of {self.row_count} rows" if 0 <= shown < self.row_count else ""


def _row_text(row: Mapping[str, Any]) -> str:
    place = f"{row['file']}:{row['line']}" if row.get("file") and row.get("line") else ""
    cells = [
        f"{name}={value}"
        for name, value in row.items()
        if value is not None and not isinstance(value, (list, dict)) and not (place and name in ("file", "line"))
    ]
    return " ".join([place, *cells][:8]).strip()
