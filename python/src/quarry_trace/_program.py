"""The program `quarry` as a process that stays: requests are lines of JSON, replies lines and Arrow."""

from __future__ import annotations

import atexit
import json
import os
import shlex
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

from ._errors import ProcessError, error_of

# Lines of standard error that an error shows, when the program ends.
_LAST_WORDS = 20


def find_program(program: str | Sequence[str] | None) -> list[str]:
    """What starts Quarry: what is given, `QUARRY_PROGRAM`, the program of the wheel, or `quarry` on the PATH."""
    if program is not None:
        return [program] if isinstance(program, str) else list(program)
    named = os.environ.get("QUARRY_PROGRAM")
    if named:
        return shlex.split(named, posix=os.name != "nt")
    name = "quarry.exe" if os.name == "nt" else "quarry"
    inside = Path(__file__).with_name("bin") / name
    if inside.is_file():
        return [str(inside)]
    found = shutil.which("quarry")
    if found is None:
        raise ProcessError(
            "Cannot find the program quarry: install a wheel that carries it, put it on the PATH, "
            "or name it with program= or QUARRY_PROGRAM",
            "no-program",
        )
    return [found]


class Process:
    """One process. Requests go one after the other, from any thread."""

    def __init__(self, command: Sequence[str]) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._words: list[str] = []
        try:
            self._child = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # An interrupt of a notebook is for Python; the process is ended by it.
                start_new_session=os.name != "nt",
            )
        except OSError as error:
            raise ProcessError(f"Cannot start {command[0]}: {error.strerror}", "no-program") from error
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        # A script may end without closing it: then the other thread still reads, and Python must not wait for its lock.
        atexit.register(self.close)

    def _listen(self) -> None:
        assert self._child.stderr is not None
        for line in self._child.stderr:
            self._words.append(line.decode("utf-8", "replace").rstrip())
            del self._words[:-_LAST_WORDS]

    def ask(
        self,
        request: Mapping[str, Any],
        on_progress: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> tuple[dict[str, Any], bytes]:
        """Sends a request; the fields of the reply, and the bytes that came with it."""
        with self._lock:
            if self._child.poll() is not None:
                raise self._ended()
            self._count += 1
            try:
                return self._exchange({"id": self._count, **request}, on_progress)
            except (BrokenPipeError, EOFError) as error:
                raise self._ended() from error
            except BaseException as error:
                # Half of a reply is left, after an interrupt too: the next one could not be told from it.
                if isinstance(error, (KeyboardInterrupt, SystemExit)) or not isinstance(error, Exception):
                    self.kill()
                raise

    def _exchange(
        self,
        request: Mapping[str, Any],
        on_progress: Callable[[Mapping[str, Any]], None] | None,
    ) -> tuple[dict[str, Any], bytes]:
        assert self._child.stdin is not None and self._child.stdout is not None
        self._child.stdin.write(json.dumps(request).encode() + b"\n")
        self._child.stdin.flush()
        pieces: list[bytes] = []
        while True:
            line = self._child.stdout.readline()
            if not line.endswith(b"\n"):
                raise EOFError
            fields: dict[str, Any] = json.loads(line)
            if "bytes" in fields and "ok" not in fields:
                piece = self._child.stdout.read(fields["bytes"])
                if len(piece) < fields["bytes"]:
                    raise EOFError
                pieces.append(piece)
            elif "progress" in fields:
                if on_progress is not None:
                    on_progress(fields["progress"])
            elif fields.get("ok"):
                return fields, b"".join(pieces)
            else:
                raise error_of(fields["error"])

    def _ended(self) -> ProcessError:
        code = self._child.wait()
        self._listener.join(timeout=1)
        words = "\n".join(self._words)
        return ProcessError(f"The program quarry has ended with code {code}\n{words}".rstrip(), "ended")

    def close(self) -> None:
        """Lets the program end; may be called twice."""
        atexit.unregister(self.close)
        if self._child.stdin is not None and not self._child.stdin.closed:
            try:
                self._child.stdin.close()
            except BrokenPipeError:
                pass
        try:
            self._child.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.kill()
        for stream in (self._child.stdout, self._child.stderr):
            if stream is not None:
                self._listener.join(timeout=1)
                stream.close()

    def kill(self) -> None:
        """Ends the program at once."""
        self._child.kill()
        self._child.wait()


def show_progress(name: str, read: int, total: int | None) -> None:
    """A line on standard error, written over and over."""
    share = f"{100 * read // total} %" if total else f"{read >> 20} MiB"
    sys.stderr.write(f"\rloading {name}: {share} ")
    sys.stderr.flush()
