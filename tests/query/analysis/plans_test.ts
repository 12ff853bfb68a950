import { assertEquals } from "@std/assert";
import { CATALOGS, mistakesOf, planOf } from "./binding.ts";

/** Plans of queries, by the open trace. */
const PLANS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  mtrc: [
    // Sources.
    ["leaks", "scan allocs @ end"],
    ["live", "scan allocs @ end"],
    ["peak", "scan allocs @ peak"],
    ["live @ 5M", "scan allocs @ no 5000000"],
    ["live @ #812", "scan allocs @ #812"],
    ["live @ 25%", "scan allocs @ 25%"],
    ["live @ peak blocks", "scan allocs @ peakBlocks"],
    ["live @ (2 + 3)", "scan allocs @ no 5"],
    ["allocs of run", 'scan allocs of "run"'],
    ["(leaks | take 3) | count", "scan allocs @ end | take 3 | aggregate count = count()"],
    [
      "diff (live @ 25%), (live @ 75%) by func",
      "diff by func | scan allocs @ 25% | scan allocs @ 75%",
    ],
    // Filters.
    ["thread == 1 and size in 1K..4K", "scan events | filter (thread == 1 and size in 1024..4096)"],
    ["size in 1..=5", "scan events | filter size in 1..=5"],
    ["size in 4K.. or size in ..8", "scan events | filter (size in 4096.. or size in ..8)"],
    ["addr:0x55d010000000..+64K", "scan events | filter addr in 0x55d010000000..0x55d010010000"],
    ["addr > 0", "scan events | filter addr > 0x0"],
    ["addr in 0x55d010000010", "scan events | filter addr == 0x55d010000010"],
    [
      "addr overlaps 0x55d010000010",
      "scan events | filter [addr, end) overlaps 0x55d010000010..=0x55d010000010",
    ],
    ["not addr overlaps 5..6", "scan events | filter not ([addr, end) overlaps 0x5..0x6)"],
    [
      "select addr, size | where addr overlaps 5..6",
      "scan events | project addr, size | filter [addr, (addr + size)) overlaps 0x5..0x6",
    ],
    ["kind == alloc", 'scan events | filter kind == "alloc"'],
    ["alloc == kind", 'scan events | filter kind == "alloc"'],
    ["kind in {alloc, free}", 'scan events | filter kind in {"alloc", "free"}'],
    ["kind != alloc", 'scan events | filter kind != "alloc"'],
    ["1 < size", "scan events | filter size > 1"],
    ["thread in {1, 2, 4..8}", "scan events | filter (thread in {1, 2} or thread in 4..8)"],
    ["thread not in {1, 2}", "scan events | filter (not (thread in {1, 2}) and not (thread is null))"],
    ["size:large", "scan events | filter size in 257..=2048"],
    ["size == small", "scan events | filter size in ..=32"],
    ["size in xlarge", "scan events | filter size in 2049.."],
    ["size > small and size <= large", "scan events | filter (size > 32 and size <= 2048)"],
    ["bucket(size) == 10", "scan events | filter bucket(size) == 10"],
    ["file:socket.c", 'scan events | filter (file == "socket.c" or file endswith "/socket.c")'],
    ["file:*.c", 'scan events | filter file glob "**/*.c"'],
    ["file:src/*.c", 'scan events | filter file glob "src/*.c"'],
    ["func:net_*", 'scan events | filter func glob "net_*"'],
    ["func:main", 'scan events | filter func == "main"'],
    ['func:"main"', 'scan events | filter func == "main"'],
    ["func:/^net/i", "scan events | filter func regex /^net/i"],
    ["func:{main, net_read}", 'scan events | filter (func == "main" or func == "net_read")'],
    ["func:null", "scan events | filter func is null"],
    ["func ~ 'net_*'", 'scan events | filter func glob "net_*"'],
    ["func !~ /x/", "scan events | filter (not (func regex /x/) and not (func is null))"],
    [
      "func contains net and func not startswith 'x'",
      'scan events | filter (func contains "net" and not (func startswith "x") and not (func is null))',
    ],
    ["line is null and file is not null", "scan events | filter (line is null and not (file is null))"],
    ["seq in leaks", "scan events | filter seq in (scan allocs @ end | project seq)"],
    [
      "alloc not in (allocs | where size > 4K | select seq)",
      "scan events | filter (not (alloc in (scan allocs | filter size > 4096 | project seq)) and not (alloc is null))",
    ],
    [
      "size > (leaks | summarize max(size))",
      "scan events | filter size > (scan allocs @ end | aggregate max_size = max(size))",
    ],
    ["size == 1.0 and size in 1.5..2.5", "scan events | filter (size == 1 and size in 2..3)"],
    ["size - 5 > -3", "scan events | filter (size - 5) > -3"],
    ["size > 1K * 4 - 1", "scan events | filter size > 4095"],
    ["addr in -1..0x55d0103fffff", "scan events | filter addr in ..0x55d0103fffff"],
    [
      "addr in 0xffffffffffffff00..+256 or seq == 1",
      "scan events | filter (addr in 0xffffffffffffff00.. or seq == 1)",
    ],
    // Groups.
    ["by thread", "scan events | aggregate count = count(), bytes = sum(size) by thread | sort bytes desc"],
    [
      "by thread, bucket(size) | sort bytes desc",
      "scan events | aggregate count = count(), bytes = sum(size) by thread, bucket = bucket(size) | sort bytes desc",
    ],
    [
      "by file | top 5",
      "scan events | aggregate count = count(), bytes = sum(size) by file | sort bytes desc limit 5",
    ],
    [
      "by file | top 5 by count",
      "scan events | aggregate count = count(), bytes = sum(size) by file | sort count desc, bytes desc limit 5",
    ],
    [
      "by file: n = count() if kind == alloc, max(size)",
      'scan events | aggregate n = count() if kind == "alloc", max_size = max(size) by file | sort n desc',
    ],
    [
      "by file: sum(size) / count()",
      "scan events | aggregate sum_size = sum(size), count = count() by file | project file, sum(size) / count() = (sum_size / count) | sort sum(size) / count() desc",
    ],
    [
      "summarize n = count(), count() by thread",
      "scan events | aggregate n = count(), count = count() by thread",
    ],
    ["summarize count(), count()", "scan events | aggregate count = count(), count_2 = count()"],
    ["summarize count(line)", "scan events | aggregate count_line = count() if not (line is null)"],
    [
      "summarize percentile(size, 75), avg(size)",
      "scan events | aggregate percentile_size = percentile(size, 75), avg_size = avg(size)",
    ],
    ["allocs | summarize sum(leaked)", "scan allocs | aggregate sum_leaked = sum(u64(leaked))"],
    ["distinct file, line | count", "scan events | aggregate by file, line | aggregate count = count()"],
    ["hist size", "scan events | hist size by powers of two"],
    ["hist bucket(size)", "scan events | hist bucket(size) bins 20"],
    ["hist line bins 5", "scan events | hist line bins 5"],
    ["timeline max(live_bytes)", "scan events | timeline seq: max_live_bytes = max(live_bytes)"],
    ["timeline every 1k b = max(live_bytes)", "scan events | timeline seq every 1000: b = max(live_bytes)"],
    // Columns and order.
    [
      "select seq, size, size * 2, hex(addr), size",
      "scan events | project seq, size, size * 2 = (size * 2), hex = hex(addr), size_2 = size",
    ],
    [
      "select seq, kb = size / 1024 | drop seq | rename k = kb",
      "scan events | project seq, kb = (size / 1024) | project kb | project k = kb",
    ],
    [
      "extend kb = size / 1024, big = kb > 1, n = seq",
      "scan events | extend kb = (size / 1024) | extend big = kb > 1, n = seq",
    ],
    ["sort size desc, file, line asc", "scan events | sort size desc, file, line"],
    ["top 3", "scan events | sort size desc limit 3"],
    ["top 3 by line asc", "scan events | sort line limit 3"],
    ["take 5 | skip 2 | tail 10 | sample 2 + 3", "scan events | take 5 | skip 2 | tail 10 | sample 5"],
    ["kind == free | before 40 | after 3", 'scan events | filter kind == "free" | context before 40 after 3'],
    ["count", "scan events | aggregate count = count()"],
    ["leaks | explain", "scan allocs @ end | explain"],
    // Other stages.
    [
      "leaks | join left (events | where kind == free) on alloc, seq = no",
      'scan allocs @ end | join left on alloc = alloc, seq = no | scan events | filter kind == "free"',
    ],
    ["stacks | unwind", "scan stacks | unwind id"],
    // Definitions.
    [
      "let big(n) = allocs | where size > n\n\nbig(4K) | count",
      "scan allocs | filter size > 4096 | aggregate count = count()",
    ],
    ["let at(p) = live @ p; at(50%)", "scan allocs @ 50%"],
    ["let at(p) = live @ p; at(5k)", "scan allocs @ no 5000"],
    ["let hot = thread:1; hot and size > 1", "scan events | filter (thread == 1 and size > 1)"],
    ["let hot = thread:1; hot", "scan events | filter thread == 1"],
    [
      "let r = 1K..4K; size in r and size:r",
      "scan events | filter (size in 1024..4096 and size in 1024..4096)",
    ],
    ["let some = {1, 2}; thread in some", "scan events | filter thread in {1, 2}"],
    ["let t = leaks; t | count", "scan allocs @ end | aggregate count = count()"],
    ["let on(t) = thread:t; on(1) or on(2)", "scan events | filter (thread == 1 or thread == 2)"],
    ["let of_kind(k) = kind == k; of_kind(alloc)", 'scan events | filter kind == "alloc"'],
    ["let double(x) = x * 2; where double(size) > 4", "scan events | filter (size * 2) > 4"],
    [
      "let total(x) = sum(x); by file: total(size)",
      "scan events | aggregate total = sum(size) by file | sort total desc",
    ],
    ["let n = 3; take n", "scan events | take 3"],
    [
      "let max = 4K; size > max and max(size, 1) > 2",
      "scan events | filter (size > 4096 and max(size, 1) > 2)",
    ],
    [
      "let w = (leaks | summarize max(size)); size > w",
      "scan events | filter size > (scan allocs @ end | aggregate max_size = max(size))",
    ],
    [
      "leaks | as mine\n\nmine | take 3\n\n_ | count",
      "scan allocs @ end | as mine\nkept mine | take 3\nkept _ | aggregate count = count()",
    ],
    // Assertions.
    [
      'assert leaks | where size > 1K | count == 0 : "no large leak"',
      'scan allocs @ end | filter size > 1024 | aggregate count = count() | assert == 0 : "no large leak"',
    ],
    ["assert leaks", "scan allocs @ end | assert true or empty"],
    ["assert (leaks | count) == 0", "scan allocs @ end | aggregate count = count() | assert == 0"],
  ],
  "sp-rtrace": [
    ["live @ 12:31:05.250", "scan allocs @ time 45065250000000ns"],
    ["live @ 250ms", "scan allocs @ elapsed 250000000ns"],
    ["live @ context startup", 'scan allocs @ context "startup"'],
    ["context has LOADED", "scan events | filter (context & 1) != 0"],
    ["context has 0x2", "scan events | filter (context & 2) != 0"],
    ["context not has startup", "scan events | filter (not ((context & 2) != 0) and not (context is null))"],
    ["type has memory", "scan events | filter type regex /(?<![\\p{L}\\p{N}_])memory(?![\\p{L}\\p{N}_])/u"],
    ["time in 12:31:05..+5m", "scan events | filter time in 45065000000000ns..45365000000000ns"],
    ["time - 1s > 12:00:00", "scan events | filter (time - 1000000000ns) > 43200000000000ns"],
    ["allocs | where age > 250ms", "scan allocs | filter age > 250000000ns"],
    ["timeline every 250ms count()", "scan events | timeline time every 250000000: count = count()"],
    ["leaks | through net_*", 'scan allocs @ end | through glob "net_*" in stack'],
    ["leaks | callers of /x/", 'scan allocs @ end | callers regex "x" in stack'],
    ["leaks | tree", "scan allocs @ end | tree down of stack"],
    [
      "by func_at(stack, 1)",
      "scan events | aggregate count = count(), bytes = sum(size) by func_at = func_at(stack, 1) | sort bytes desc",
    ],
    ['in_stack(stack, "net_*")', 'scan events | filter in_stack(stack, "net_*")'],
  ],
  apitrace: [
    ["live @ frame 12", "scan allocs @ frame 12"],
    [
      'calls | where name ~ "glTex*" and arg("target") == "GL_TEXTURE_2D" | by name, thread',
      'scan calls | filter (name glob "glTex*" and arg("target") == "GL_TEXTURE_2D") | aggregate count = count() by name, thread | sort count desc',
    ],
    ["calls | where args contains 'GL_RGBA'", 'scan calls | filter args("") contains "GL_RGBA"'],
    [
      'calls | extend t = arg("target") | by t',
      'scan calls | extend t = arg("target") | aggregate count = count() by t | sort count desc',
    ],
    [
      'calls | by arg("target")',
      'scan calls | aggregate count = count() by target = arg("target") | sort count desc',
    ],
    ["frames | where calls > 500 | sort bytes desc", "scan frames | filter calls > 500 | sort bytes desc"],
    ["frames | top 3", "scan frames | sort bytes desc limit 3"],
  ],
  gnatcov: [
    [
      'blocks | where outcome == "one" and addr in 0x10000..0x20000',
      'scan blocks | filter (outcome == "one" and addr in 0x10000..0x20000)',
    ],
    ["ranges | summarize covered = sum(size)", "scan ranges | aggregate covered = sum(size)"],
    ["gaps in 0x1000..0x2000", "gaps 0x1000..0x2000"],
    ["gaps in main", "gaps 0x1000..0x1100"],
    ["traces reaching 0x4004", "reaching 0x4004..0x4005"],
    ['heat in symbol("main")', "heat 0x1000..0x1100"],
    ['gaps in section(".text")', "gaps 0x1000..0x2000"],
    ["blocks | where taken and not fault", "scan blocks | filter (taken and not (fault))"],
  ],
  mptl: [
    [
      "profile | where large_allocs > 0 | top 5 by live_bytes",
      "scan profile | filter large_allocs > 0 | sort live_bytes desc limit 5",
    ],
    ["live_bytes > 0", "scan profile | filter live_bytes > 0"],
  ],
  two: [[
    "diff (leaks of before), (leaks of after) by file",
    'diff by file | scan allocs @ end of "before" | scan allocs @ end of "after"',
  ], [
    // A key is the column of that name on each side, at any position.
    "diff (leaks of before | select func, file), (leaks of after | select file, func) by func",
    'diff by func | scan allocs @ end of "before" | project func, file | scan allocs @ end of "after" | project file, func',
  ], [
    // A key with the name of a column that the source adds gets a different name.
    "diff (live @ 25%), (live @ 75%) by count_before = func, bytes_delta = file, change = line",
    "diff by count_before_2 = func, bytes_delta_2 = file, change = line | scan allocs @ 25% | scan allocs @ 75%",
  ], [
    "changes events of before, events of after by change = kind, count_before = func",
    'changes by change_2 = kind, count_before = func | scan events of "before" | scan events of "after"',
  ]],
};

for (const [format, cases] of Object.entries(PLANS)) {
  Deno.test(`bindScript() makes the plans of ${format}`, () => {
    const catalog = CATALOGS[format]!;
    for (const [text, plan] of cases) {
      const errors = mistakesOf(text, catalog).filter((each) => each.startsWith("Q2"));
      assertEquals(errors, [], text);
      assertEquals(planOf(text, catalog), plan, text);
    }
  });
}
