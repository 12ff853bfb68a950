"""A prompt on its own terminal, left with Ctrl-D as soon as it is ready: prompt_once.py COMMAND..."""
import os
import pty
import select
import signal
import sys
import time

PATIENCE_S = 120
# The greeting has "> " in its queries, and a Ctrl-D before the prompt reads keys is lost.
READS_KEYS = b"\x1b[?2004h"
PROMPT = b"> "

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
end = time.monotonic() + PATIENCE_S
seen = b""
left = False
while True:
    if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
        os.kill(child, signal.SIGKILL)
        sys.exit(f"no prompt, or no end of it: {seen[-200:]!r}")
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # what Linux says at the end
        break
    if not piece:
        break
    seen += piece
    if not left and PROMPT in seen.partition(READS_KEYS)[2]:
        os.write(terminal, b"\x04")
        left = True
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
