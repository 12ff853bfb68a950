"""Open traces and their questions."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Any, Callable, Mapping, Sequence, Union

from ._errors import ProcessError
from ._program import Process, find_program, show_progress
from ._result import Result

#: Told of the name of a trace, bytes that were read, and all of them where that is known.
Progress = Callable[[str, int, Union[int, None]], None]
Path = Union[str, "os.PathLike[str]"]
Value = Union[int, float, str, bool]

# Whole numbers that every reader of JSON has exactly.
_EXACT = 1 << 53


class Quarry:
    """Traces that one process of Quarry has open, for as many questions as you like."""

    def __init__(
        self,
        *,
        memory: str | None = None,
        threads: int | None = None,
        cache: bool = True,
        program: str | Sequence[str] | None = None,
        progress: bool | Progress = False,
    ) -> None:
        command = [*find_program(program), "pipe"]
        if memory is not None:
            command += ["--memory", memory]
        if threads is not None:
            command += ["--threads", str(threads)]
        if not cache:
            command += ["--no-cache"]
        self._progress: Progress | None = (
            show_progress if progress is True else progress if callable(progress) else None
        )
        self._shows = progress is True
        self._traces: list[str] = []
        self._warnings: list[str] = []
        self._process: Process | None = Process(command)

    @property
    def traces(self) -> list[str]:
        """Names of the open traces."""
        return list(self._traces)

    @property
    def warnings(self) -> list[str]:
        """What a person should know about the files."""
        return list(self._warnings)

    def add(
        self,
        path: Path,
        name: str | None = None,
        *,
        format: str | None = None,
        companion: Path | None = None,
        exec: Path | None = None,
    ) -> list[str]:
        """Opens another trace; gives its names: a file of several segments has several."""
        request: dict[str, Any] = {"open": os.fspath(path), "name": name, "format": format}
        request["companion"] = None if companion is None else os.fspath(companion)
        request["exec"] = None if exec is None else os.fspath(exec)
        shown = name or os.path.basename(os.fspath(path))
        tell = self._progress

        def on_progress(found: Mapping[str, Any]) -> None:
            if tell is not None:
                tell(shown, found["bytesRead"], found["totalBytes"])

        try:
            fields, _ = self._open.ask({key: value for key, value in request.items() if value is not None}, on_progress)
        finally:
            if self._shows:
                sys.stderr.write("\r\033[K" if sys.stderr.isatty() else "")
        names: list[str] = fields["traces"]
        self._traces += names
        self._warnings += fields["warnings"]
        if fields["problems"]:
            self._warnings.append(f'{shown}: {fields["problems"]} problems, see the table "problems"')
        return names

    def remove(self, name: str) -> bool:
        """Closes a trace; whether there was one of that name."""
        fields, _ = self._open.ask({"close": name})
        if name in self._traces:
            self._traces.remove(name)
        return bool(fields["closed"])

    def query(self, text: str, params: Mapping[str, Value] | None = None, **more: Value) -> Result:
        """Runs a script and gives the rows of its last query. Keyword arguments are parameters of it."""
        given = {**(params or {}), **more}
        fields, rows = self._open.ask({
            "query": text,
            "params": {name: _param(value) for name, value in given.items()},
        })
        return Result(text, fields, rows)

    def headline(self) -> dict[str, Any]:
        """What is said first of the trace: a sentence, a picture as data, rows with their queries."""
        headline: dict[str, Any] = self._open.ask({"headline": True})[0]["headline"]
        return headline

    def tables(self) -> list[dict[str, Any]]:
        """The tables of all traces, with their columns."""
        tables: list[dict[str, Any]] = self._open.ask({"tables": True})[0]["tables"]
        return tables

    def close(self) -> None:
        """Ends the process. Results stay as they are. May be called twice."""
        if self._process is not None:
            self._process.close()
        self._process = None

    @property
    def _open(self) -> Process:
        if self._process is None:
            raise ProcessError("Cannot use traces that were closed", "closed")
        return self._process

    def __enter__(self) -> Quarry:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        process = getattr(self, "_process", None)
        if process is not None:
            process.close()

    def __repr__(self) -> str:
        state = "closed" if self._process is None else ", ".join(self._traces) or "no traces"
        return f"<Quarry: {state}>"


def open(
    path: Path | Mapping[str, Path] | None = None,
    name: str | None = None,
    *,
    format: str | None = None,
    companion: Path | None = None,
    exec: Path | None = None,
    memory: str | None = None,
    threads: int | None = None,
    cache: bool = True,
    program: str | Sequence[str] | None = None,
    progress: bool | Progress = False,
    **traces: Path,
) -> Quarry:
    """Opens one trace, or several by name: `open("run.mtrc")`, `open(before="1.mtrc", after="2.mtrc")`."""
    quarry = Quarry(memory=memory, threads=threads, cache=cache, program=program, progress=progress)
    try:
        if isinstance(path, Mapping):
            traces = {**path, **traces}
        elif path is not None:
            quarry.add(path, name, format=format, companion=companion, exec=exec)
        for each, where in traces.items():
            quarry.add(where, each, format=format)
        return quarry
    except BaseException:
        quarry.close()
        raise


def _param(value: Value) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        # All of its digits arrive.
        return {"integer": str(value)} if abs(value) >= _EXACT else value
    return value
