"""Errors, by what went wrong."""

from __future__ import annotations

from typing import Any, Mapping, Sequence


class QuarryError(Exception):
    """What all errors of Quarry are. `code` is for programs."""

    def __init__(self, text: str, code: str | None = None) -> None:
        super().__init__(text)
        self.code = code


class QueryError(QuarryError):
    """A query that does not parse, does not type-check, or failed. Its text has the place with carets."""

    def __init__(self, text: str, code: str | None, diagnostics: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(text, code)
        self.diagnostics = diagnostics


class InputError(QuarryError):
    """A file that cannot be opened or read."""

    def __init__(self, text: str, code: str | None, path: str) -> None:
        super().__init__(text, code)
        self.path = path


class FormatError(QuarryError):
    """A file that is no trace."""


class UsageError(QuarryError):
    """A call that Quarry does not understand."""


class ProcessError(QuarryError):
    """The program `quarry` is not there, or has ended."""


class AssertionFailed(QuarryError, AssertionError):
    """An assertion of a query does not hold; raised by `Result.check`."""


def error_of(found: Mapping[str, Any]) -> QuarryError:
    """The error that a reply of the program describes."""
    text = str(found.get("text") or found.get("message"))
    code = found.get("code")
    kind = found.get("type")
    if kind == "QueryError":
        return QueryError(text, code, found.get("diagnostics") or [])
    if kind == "InputError":
        return InputError(text, code, str(found.get("path", "")))
    if kind == "FormatError":
        return FormatError(text, code)
    if kind == "UsageError":
        return UsageError(text, code)
    return QuarryError(text, code)
