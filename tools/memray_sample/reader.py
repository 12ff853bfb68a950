"""Writes the records of a capture as read by memray's own reader: reader.py FILE > FILE.events.tsv.

It reads captures of its own file version only.
"""

import sys

import memray

FREES = {memray.AllocatorType.FREE, memray.AllocatorType.MUNMAP, memray.AllocatorType.PYMALLOC_FREE}

print("seq", "allocator", "addr", "size", "tid", "depth", "func", "file", "line", sep="\t")
for seq, record in enumerate(memray.FileReader(sys.argv[1]).get_allocation_records(), 1):
    allocator = memray.AllocatorType(record.allocator)
    stack = [] if allocator in FREES else record.stack_trace()
    place = stack[0] if stack else ("", "", "")
    print(
        seq, allocator.name.lower(), hex(record.address), record.size, hex(record.tid), len(stack), *place, sep="\t"
    )
