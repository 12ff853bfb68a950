"""The prompt on a real terminal: milliseconds until it is ready, and from a key to its effect on the screen; beside
them processor time, which depends little on other work of the machine. The program is one process.

prompt_keys.py COMMAND... starts the command (quarry repl TRACE) five times and types a query of fifty keys each time.
"""
import os
import pty
import select
import signal
import sys
import time

QUERY = b'leaks | where size > 4096 and func != "main" | take'
STARTS = 5


def read_until(fd, wanted, patience=60):
    """Reads until a text appears; returns the time, or stops the program."""
    seen = b""
    end = time.perf_counter() + patience
    while wanted not in seen:
        if not select.select([fd], [], [], max(0, end - time.perf_counter()))[0]:
            sys.exit(f"nothing like {wanted!r} in {seen[-200:]!r}")
        seen += os.read(fd, 65536)
    return time.perf_counter()


def quiet(fd, seconds=0.3):
    """Reads until nothing more arrives."""
    while select.select([fd], [], [], seconds)[0]:
        os.read(fd, 65536)


def processor(pid):
    """Milliseconds of processor time of a process so far."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


starts, keys, start_work, key_work = [], [], [], []
for _ in range(STARTS):
    began = time.perf_counter()
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="120", LINES="40")
        os.execvp(sys.argv[1], sys.argv[1:])
    starts.append(1000 * (read_until(fd, b"> ") - began))
    quiet(fd, 1)
    at_start = processor(pid)
    start_work.append(at_start)
    for key in QUERY:
        pressed = time.perf_counter()
        os.write(fd, bytes([key]))
        # The key is drawn in one write together with all other changes.
        select.select([fd], [], [], 60)
        os.read(fd, 65536)
        keys.append(1000 * (time.perf_counter() - pressed))
        quiet(fd, 0.05)
    key_work.append((processor(pid) - at_start) / len(QUERY))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(fd)
starts.sort()
keys.sort()
print(f"prompt after {starts[0]:.0f} to {starts[-1]:.0f} ms, {min(start_work):.0f} ms of processor time")
print(f"a key takes {min(key_work):.1f} ms of processor time")
print(f"{len(keys)} keys: median {keys[len(keys) // 2]:.1f} ms, 99 of 100 within {keys[int(len(keys) * 0.99)]:.1f} ms")
