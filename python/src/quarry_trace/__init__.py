"""Opens traces of memory, API calls and coverage, and answers questions about them.

    import quarry_trace

    with quarry_trace.open("run.mtrc") as quarry:
        print(quarry.query("leaks | by func | top 10 by bytes").df())
"""

from ._errors import (
    AssertionFailed,
    FormatError,
    InputError,
    ProcessError,
    QuarryError,
    QueryError,
    UsageError,
)
from ._quarry import Progress, Quarry, open
from ._result import Column, Result, Verdict

__version__ = "1.0.0"

__all__ = [
    "AssertionFailed",
    "Column",
    "FormatError",
    "InputError",
    "ProcessError",
    "Progress",
    "Quarry",
    "QuarryError",
    "QueryError",
    "Result",
    "UsageError",
    "Verdict",
    "open",
]
