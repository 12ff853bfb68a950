"""Runs the cells of a notebook in a kernel: notebook.py KERNEL < cells.json prints the output of each cell as JSON."""
import json
import sys

from jupyter_client.manager import start_new_kernel

PATIENCE = 90

manager, client = start_new_kernel(startup_timeout=PATIENCE, kernel_name=sys.argv[1])
outputs = []
try:
    for cell in json.load(sys.stdin):
        found = []

        def keep(message):
            kind, content = message["msg_type"], message["content"]
            if kind in ("execute_result", "display_data"):
                found.append(content["data"])
            elif kind == "error":
                found.append({"error": content["evalue"]})

        client.execute_interactive(cell, timeout=PATIENCE, output_hook=keep)
        outputs.append(found)
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
print(json.dumps(outputs))
