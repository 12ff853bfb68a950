/** Queries that must work as written, on any trace of their kind. */
export const EXAMPLES: readonly string[] = [
  "thread:3 and file:**/net/*.c and size:1K..4K and addr overlaps 0x55d010000000..+256M | take 20",
  "allocs | where life <= 2 | by func, file, line | top 10 by count",
  "live @ peak | by thread, bucket(size) | sort bytes desc",
  "leaks | by file, line | top 10 by bytes",
  "diff (live @ 25%), (live @ 75%) by func",
  "allocs | where free.thread != thread | by file, free.file",
  "events | where addr overlaps 0x55d0001b4fc0..+1 | select seq, kind, addr, size, func",
  "timeline every 1000 b = max(live_bytes), n = max(live_blocks)",
  'calls | where name ~ "glTex*" and arg("target") == "GL_TEXTURE_2D" | by name, thread',
  "frames | where calls > 500 | sort bytes desc",
  'blocks | where outcome == "one" and addr in 0x10000..0x20000',
  "ranges | summarize covered = sum(size)",
  "profile | where large_allocs > 0 | top 5 by live_bytes",
  'assert leaks | where size > 1K | count == 0 : "no large leak"',
];
