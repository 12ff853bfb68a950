"""A prompt on a terminal of its own, left with Ctrl-D as soon as it is there: prompt_once.py COMMAND..."""
import os
import pty
import sys

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
seen = b""
left = False
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # what Linux says at the end
        break
    if not piece:
        break
    seen += piece
    if not left and b"> " in seen:
        os.write(terminal, b"\x04")
        left = True
os.waitpid(child, 0)
