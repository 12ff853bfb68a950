/** Separates two queries; a pipe has blanks around it. */
const BETWEEN = /(?<! )\|(?! )/;

/** Short queries by trace; `recorded.txt` has their plans and errors. */
export const QUERIES: Readonly<Record<string, readonly string[]>> = {
  mtrc: [
    // Ranges: each end open, closed, empty, swapped, at the limits of a column.
    ...[
      ..."size in 5..5|size in 5..4|size in 5..=4|size in 5..=5|size in ..0|size in ..=0|size in 0..|size in -5..-2"
        .split(BETWEEN),
      ..."size in -5..5|size in 18446744073709551615..|size in ..18446744073709551615|size in 1.5..|size in ..1.5"
        .split(BETWEEN),
      ..."size in 1.5..=1.7|size in 1..+3|size in 1..+0|size in 1..+-1|size in 1s..2s|size in main..2|size in 1..main"
        .split(BETWEEN),
      ..."size in ..|func in a..b|time in 12:00..13:00|time in 12:00..+1h|time in 1..2|size in small..large"
        .split(BETWEEN),
      ..."size in large..small|size in ..=small|size not in 5..4|size not in 1..4|not size in 1..4|size in 1..4|size:1..4"
        .split(BETWEEN),
      ..."line in 1..(2 + 3)|size in line..line + 5|size in (leaks | summarize max(size))..|2 in 1..3|size in (1..3)"
        .split(BETWEEN),
      ..."size in 2000000..|size > 2000000|size >= 1048576|size > 1048576|size < 1|size <= 0|size == 0|size == 1048577"
        .split(BETWEEN),
      ..."thread == 4|thread in {4, 3}|thread in {1, 3}|kind == fre|kind:fre|kind in {alloc, x}|func == nett_read|func:nett*"
        .split(BETWEEN),
      ..."func == 'net_*'|func in {'net_*'}|func == ''|func != nope|func !~ /net/|not func:net_*|func ~ net|func ~ '['"
        .split(BETWEEN),
    ],
    // Sets, and values of a query.
    ..."size in {}|size in {1}|size in {1, 1}|size in {1..2, 3}|size in {null}|size in {1, null}|func in {a, /b/, c*}"
      .split(BETWEEN),
    ..."func in {}|func not in {}|leaked in {true}|size in {1, 2.5}|size in {-1, 1}|addr in {0x10, 0x20}|time in {12:00}"
      .split(BETWEEN),
    ..."size in {large, 4}|size in {1K..2K, 3K..4K}|size not in {1..2, null}|thread in {1,2,3,4,5,6,7,8,9,10,11,12}"
      .split(BETWEEN),
    "seq in (leaks)",
    "seq in (leaks | count)",
    "func in (leaks | by func)",
    "size in (leaks | select func)",
    "seq not in (leaks | select seq | take 3)",
    "alloc in (allocs)",
    "seq in leaks and size in leaks",
    "size > (leaks | select size)",
    "size > (leaks | count) + 1",
    "size == (leaks | summarize max(func))",
    // Boolean operators and their constants.
    ..."true|false|not true|size > 1 and true|size > 1 or true|size > 1 and false|not (size > 1 or line == 2)"
      .split(BETWEEN),
    ..."not not size > 1|not (size > 1 and not line == 2)|(size > 1) == true|size|func|5|1 == 1|1 == 2|null|null == null"
      .split(BETWEEN),
    ..."size == null|size != null|size is null|size is not null|not size is null|where leaked|not leaked|size and line"
      .split(BETWEEN),
    ..."1 < 2 and size > 1|size > 1 xor line > 2|size > 1 & line|size == line|size == func|line < size|5 == size|5 in size"
      .split(BETWEEN),
    ..."size > -1|size < -1|size == -1|size > 1.5|size == 1.5|size == 2.0|size != 1.5|size >= 1.5|size <= 1.5|size < 1.5"
      .split(BETWEEN),
    ..."size > 18446744073709551615|size >= 0|size < 0|size <= 18446744073709551615|-size > 5|size - line > 5|~size == 1"
      .split(BETWEEN),
    ..."addr overlaps 5|addr overlaps 5..6|size overlaps 5..6|func overlaps 5|addr overlaps 6..5|addr overlaps main"
      .split(BETWEEN),
    ..."addr:0x55d010000000|addr:55d0|addr ~ 5|addr contains 5|addr == 0x1|addr in 0x1..0x2|addr & 0xfff == 0"
      .split(BETWEEN),
    ..."func has a|func has 'a b'|func has ''|kind has alloc|context has LOADED|size has 1|func contains ''|func startswith 5"
      .split(BETWEEN),
    ..."func endswith x|func not endswith x|func contains func|func contains null|file:*|file:**|file:a/**/b|file:'a'|file:a/b"
      .split(BETWEEN),
    ..."file:/a\\/b/|func:/(/|func ~ /a{2000}/|func ~ 5|func:{a*, /b/, null}|func:5|line:5|line:{1, 2}|line:abc|leaked:true"
      .split(BETWEEN),
    // Durations, times and fractions of them.
    ..."time > 1s|time > 12:00|time == 5|time - time > 1s|time + time > 1s|time * 2 > 1s|time / 2 == 1s|time % 2s == 0s"
      .split(BETWEEN),
    ..."1s > 500ms|1s + 1ms == 1001ms|1s * 2 == 2s|1s / 2|1s / 1ms == 1000|1s % 3 == 1|12:00 - 11:00 == 1h|12:00 + 1h > time"
      .split(BETWEEN),
    ..."size > 10%|size / 10% > 1|time > 10%|25% == 0.25|size * 25% > 1".split(BETWEEN),
    // Arithmetic of constants, and division by zero.
    ..."size > 1 + 2 * 3|size > (1 + 2) * 3|size > 7 / 2|size > 7 % 0|size > 7 / 0|size > 7.0 / 2|size > 1 << 64|size > 1 << 3"
      .split(BETWEEN),
    ..."size > 1 << -1|size > 256 >> 4|size > 6 & 3|size > 6 ^ 3|size > ~0|size > - 5|size > --5|size > 2 - 3|size > 18446744073709551615 + 1"
      .split(BETWEEN),
    ..."size > 'a' + 'b'|size > func + 1|size > true + 1|size > null + 1|size > leaked|size > 1e3|size > 1_000|size > 0x10|size > 1K"
      .split(BETWEEN),
    // Sources and points.
    ..."live @ 0|live @ -1|live @ 101%|live @ 100%|live @ 0%|live @ #0|live @ peak bytes|live @ nowhere|live @ 1.5|live @ 1.5K"
      .split(BETWEEN),
    ..."live @ size|live @ (leaks | count)|live @ 5 of run|live @ 5 of nope|leaks @ 5|events @ 5|allocs @ peak|live @ frame 3"
      .split(BETWEEN),
    ..."live @ context x|live @ 5s|live @ 12:00|live @ start|live @ end|live @|live @ 5 + 5|live @ (5 + 5)|live of run @ 5"
      .split(BETWEEN),
    ..."diff leaks, live|diff leaks, live by func|diff leaks by func|diff leaks, live by func, line|diff leaks, live by nope"
      .split(BETWEEN),
    ..."diff leaks, live by size = line|diff leaks, live by func = line|diff leaks, events by func|diff leaks|diff leaks, live in order"
      .split(BETWEEN),
    ..."diff leaks, live by count|diff (by func), (by func) by func|diff (by func: n = count()), (by func: m = count()) by func"
      .split(BETWEEN),
    ..."diff (by func: n = count(), b = max(size)), (by func: n = count()) by func|diff leaks, leaks by a = func"
      .split(BETWEEN),
    ..."diff leaks, live by func | sort bytes_delta|diff events, events by func in order|diff leaks, live in order by func, size"
      .split(BETWEEN),
    ..."diff (select func, seq), (select func, line) by func|diff (select func, s = size), (select func, s = func) by func"
      .split(BETWEEN),
    ..."union of run|union of run, nope|gaps in 1..2|traces reaching 5|heat in 1..2|events of run|events of nope|nope of run|of run"
      .split(BETWEEN),
    ..."diff|changes|diff > 5|diff -5|diff ~ x|diff | count|where diff > 5|where changes == 1|gaps|gaps > 5|heat == 1|union > 5|union|of"
      .split(BETWEEN),
    ..."changes leaks, live|changes leaks, live by func|changes events, events by func, size|changes leaks, events by k = func"
      .split(BETWEEN),
    "diff (by func: n = sum(size)), (by func: n = max(line) - 5) by func",
    "diff (by func: n = max(line) - 5), (by func: n = sum(size)) by func",
    "diff (by func: a = count(), b = count()), (by func: b = count(), c = count()) by func",
    "diff (by func: b = count(), c = sum(size)), (by func: c = count(), b = count()) by func",
    // Stages.
    ..."take 0|take -1|take 1.5|take x|take|take 5, 6|take size|skip 3|tail 3|sample 3|take 18446744073709551616|take 1 + 1"
      .split(BETWEEN),
    ..."top 3|top 3 by size|top 3 by size asc|top 3 by func|top 3 by size per func|top 3 per func|top 3 by size per func, line"
      .split(BETWEEN),
    ..."top 3 by nope|top by size|top 3 by count()|top 3 by size, line|top 3 by size / 2 per kind|top 3 by -size|top 0|by func | top 3 per func"
      .split(BETWEEN),
    ..."sort|sort size|sort size desc|sort size asc|sort -size|sort ~size|sort size desc nulls first|sort size nulls last|sort nope"
      .split(BETWEEN),
    ..."sort size, size|sort size desc, func asc|sort size + 1|sort leaked|sort count|sort size | sort func|sort size | take 3|sort size | sort size"
      .split(BETWEEN),
    ..."select|select size|select size, size|select a = size, a = line|select size as x|select nope|select *|select a = 1|select a = size > 1"
      .split(BETWEEN),
    ..."select a = 'x'|select size / 2|select -size|select size, b = a|select a = size, b = a|select a = null|select trace|select `a b` = size"
      .split(BETWEEN),
    ..."extend a = size|extend size = 1|extend a = size, b = a + 1|extend a = b, b = 1|extend a|extend a = nope|extend a = count()"
      .split(BETWEEN),
    ..."drop size|drop nope|drop size, size|drop size, line|select size | drop size|drop|rename a = size|rename size = size|rename a = nope"
      .split(BETWEEN),
    ..."rename line = size|rename a = size, b = size|rename a = size, a = line|rename a size|rename a == size|rename `x y` = size|rename"
      .split(BETWEEN),
    ..."distinct|distinct func|distinct func, func|distinct size / 2|distinct nope|distinct a = size|count|count size|count | count"
      .split(BETWEEN),
    ..."hist size|hist size bins 5|hist size bins 0|hist size bins 1001|hist func|hist time|hist time bins 3|hist size / 2|hist line bins|hist leaked|hist"
      .split(BETWEEN),
    ..."timeline|timeline count()|timeline every 5 count()|timeline every 5s count()|timeline every 10% count()|timeline by kind: count()"
      .split(BETWEEN),
    ..."timeline every 5 by kind: n = count(), sum(size)|timeline every 0 count()|timeline every -5 count()|timeline every x count()"
      .split(BETWEEN),
    ..."timeline every 1.5 count()|timeline size|timeline max(live_bytes) if kind == alloc|by func | timeline count()|timeline every 18446744073709551615 count()"
      .split(BETWEEN),
    ..."by|by func|by func, line|by func:|by func: n = count()|by func: count(), count()|by f = func|by size / 2|by func: size|by func: 5"
      .split(BETWEEN),
    ..."by func: sum(func)|by func: count() + 1|by func: max(size) - min(size)|by func: n = sum(size) if size > 5, m = n|by nope|by func pivot kind"
      .split(BETWEEN),
    ..."by func pivot kind: n = count()|by func pivot kind in {alloc, free}|by func pivot kind in {alloc}: sum(size), count()|by func pivot func"
      .split(BETWEEN),
    ..."by func pivot nope|by func pivot size|by func pivot kind in {}|by pivot kind|by func pivot kind in {alloc, alloc}|by func pivot kind in {1}"
      .split(BETWEEN),
    ..."by func: first(size), last(size)|by func: any(trace)|by func: argmax(line, size), argmin(line, size)|by func: argmax(size)"
      .split(BETWEEN),
    ..."by func: percentile(size, 0), percentile(size, 100)|by func: percentile(size, 101)|by func: percentile(size)|by func: percentile(size, line)"
      .split(BETWEEN),
    ..."by func: p1(size), p99(size), p100(size)|by func: median(size), median(time), median(func)|by func: stddev(size), stddev(time)"
      .split(BETWEEN),
    ..."by func: avg(time), sum(time), min(time), max(func)|by func: distinct(func), rate()|by func: rate(size)|by func: sum(size > 5)"
      .split(BETWEEN),
    ..."by func: sum(addr)|by func: avg(addr)|by func: min(addr), max(addr)|by func: sum(1)|by func: count() if 5|by func: count(size) if size > 3"
      .split(BETWEEN),
    ..."by func: sum()|by func: count(1, 2)|by func: nope()|by func: sum(nope)|by func: len(func)|by func: sum(count())|by func: max(size) if count() > 1"
      .split(BETWEEN),
    ..."summarize|summarize count()|summarize count() by func|summarize n = 5|summarize func|summarize by func|summarize sum(size), by func"
      .split(BETWEEN),
    ..."summarize a = count(), a = sum(size)|summarize max(size) + 1 by func|summarize count() by func, count|summarize count() by n = func"
      .split(BETWEEN),
    ..."window|window: n = row_number()|window order seq: n = lag(size)|window by func order size desc: r = rank(), s = share(size)"
      .split(BETWEEN),
    ..."window order seq: a = lag(size, 0), b = lead(size, 2), c = first(size), d = last(func)|window order seq: lag(size, -1)"
      .split(BETWEEN),
    ..."window order seq: lag(size, line)|window order seq: cumulative(size)|window order seq: cumulative(sum(size))|window: cumulative(func)"
      .split(BETWEEN),
    ..."window order seq: moving(avg(size), 3)|window order seq: moving(avg(size), 0)|window order seq: moving(size, 3)|window: moving(avg(size), 2)"
      .split(BETWEEN),
    ..."window order seq: moving(count(), 3), moving(max(size), 2)|window order seq: moving(median(size), 3)|window: share(func)|window by nope: rank()"
      .split(BETWEEN),
    ..."window order seq: x = size - lag(size)|window order seq: x = count()|window: rank(size)|window order seq, size desc nulls first: rank()"
      .split(BETWEEN),
    ..."window order seq: a = lag(size) if size > 5|window order time: gap = time - lag(time)|window order seq: size = lag(size)|window x"
      .split(BETWEEN),
    ..."sessions gap 5|sessions gap 5s|sessions gap 0|sessions gap -1|sessions gap x|sessions|sessions gap 5 by func|sessions gap 5: n = count()"
      .split(BETWEEN),
    ..."sessions gap 5 by func, k = line: sum(size), max(size) if size > 1|sessions gap 1.5|sessions gap 5 by nope|by func | sessions gap 5"
      .split(BETWEEN),
    ..."match|match (size > 5 as a)|match (size > 5 as a) then (line == 1 as b)|match (size > 5) then (line == 1)|match (size > 5 as a) then (size > 6 as a)"
      .split(BETWEEN),
    ..."match (size > 5 as a) then not (line == 1 as b) then (line == 2 as c) on func within 5|match (size > 5 as a) then (line == 1 as b) within 5s"
      .split(BETWEEN),
    ..."match (size > 5 as a) then (line == 1 as b) on nope|match (size > 5 as a) then (line == 1 as b) within 0|match (nope as a) then (size as b)"
      .split(BETWEEN),
    ..."match (size > 5 as a) then (line == 1 as b) until (size == 1)|match (alloc as a) then (free or realloc as b) on addr until (reserve)"
      .split(BETWEEN),
    ..."join (leaks) on seq|join left (leaks) on seq|join anti (leaks) on seq|join semi (leaks) on seq|join (leaks) on seq = size|join leaks on seq"
      .split(BETWEEN),
    ..."join (leaks)|join (leaks) on nope|join (leaks) on seq = nope|join (leaks) on func = size|join (leaks) on func, line|join lef (leaks) on seq"
      .split(BETWEEN),
    ..."join full (leaks) on seq|join last (leaks) on addr before seq|join first (leaks) on addr after seq|join last (leaks) before seq"
      .split(BETWEEN),
    ..."join last (leaks) on addr|join (leaks) on addr before seq|join last (leaks) on addr before nope|join last (leaks) on addr before seq = size"
      .split(BETWEEN),
    ..."join last (leaks) on addr before func|join left first (leaks) on addr after time|join (leaks | join (leaks) on seq) on seq|join (nope) on seq"
      .split(BETWEEN),
    ..."join (by func) on func|join (select seq, a = size) on seq|join (select seq, size) on seq | select size_right|join (leaks) on size > 5|join (leaks) on module"
      .split(BETWEEN),
    ..."tree|tree up|tree down|tree sideways|tree unfolded|through main|through|through /x/|through 'a b'|callers of main|callers main|callers of"
      .split(BETWEEN),
    ..."callers of main unfolded|leaks | tree up unfolded|by func | tree|by func | through x|unwind|stacks | unwind|stacks | unwind | count"
      .split(BETWEEN),
    ..."before 5|after 5|size > 5 | before 2 | after 3|before x|before 0|context 3|as x|as events|as|as 5|leaks | as x; x | count|as size; size | count"
      .split(BETWEEN),
    ..."explain|explain plan|explain | take 3|take 3 | explain plan|where|where size|where size > 1 | where line > 2|where size > 1, line > 2|where 5"
      .split(BETWEEN),
    ..."take 9007199254740990|take 9007199254740991|take 9007199254740992|hist size bins 10000|hist size bins 1000|top 9007199254740992"
      .split(BETWEEN),
    ..."window order seq: lag(size, 9007199254740991)|window order seq: lag(size, 9007199254740992)|window: moving(sum(size), 1)"
      .split(BETWEEN),
    // Definitions and assertions.
    ..."let a = 5; size > a|let a = size; a > 5|let a(x) = x + 1; where a(size) > 5|let a(x, y) = x + y; a(1)|let a = b; let b = 5; size > a"
      .split(BETWEEN),
    ..."let a = a; a > 5|let f(x) = f(x); f(1)|let a = leaks; let a = live; a|let size = 5; size > 1|let count = 5; count|let a = 5; a|let a = {1, 2}; size in a"
      .split(BETWEEN),
    ..."let a = 1..5; size in a and size:a|let a = /x/; func ~ a|let a = 'x*'; func ~ a|let a = x; func == a|let f(t) = t | count; f(leaks)|let a|let a ="
      .split(BETWEEN),
    ..."assert leaks|assert count|assert count == 0|assert count > 5 : 'x'|assert leaks | count >= 3|assert 5 == 5|assert size > 5|assert by func : 'm'|assert"
      .split(BETWEEN),
    ..."assert count == -1|assert count == 1.5|assert count == x|assert leaks | summarize max(size) <= 4K|assert (leaks | count) != 1|assert leaks : message"
      .split(BETWEEN),
    ..."assert leaks | summarize max(func) == 'x'|assert leaks | by func == 3|assert leaks | count ~ 3|assert count == 18446744073709551616"
      .split(BETWEEN),
    ..."select size, func | top 3|select func | top 3|select line, func | top 2|rename seq = size|rename seq = no|rename no = seq"
      .split(BETWEEN),
    ..."select size, stack | tree|select stack, func | tree up|summarize distinct (func)|by func: distinct size|timeline every 10 % count()"
      .split(BETWEEN),
    ..."leaks | where mine(stack)|leaks | where mine(stack, 'src/*')|let mine = 'src/*'; leaks | where mine(stack)|by place|by place(stack)"
      .split(BETWEEN),
    ..."let mine = /x/; by place|by place_file, place_line|leaks | where suppressed|leaks | where suppressed is not null|by suppressed(stack)"
      .split(BETWEEN),
    ..."select x = clamp(-5, size, 3)|select x = clamp(size, -1, 3)|select x = clamp(line, 0, -1)|select x = clamp(1.5, size, line)"
      .split(BETWEEN),
    ..."select f = format('{:>5}', func)|select f = format('{:^5}', func)|select f = format('{:x}', func)|select f = format('{:.2f}', size)"
      .split(BETWEEN),
    ..."select f = format('{', size)|select f = format('}', size)|select f = format('{}{}', size)|select f = format('{}', size, line)"
      .split(BETWEEN),
    ..."select f = format('{:08x}', size)|select f = format('{:1000}', size)|select f = format('')|select f = format(func, size)"
      .split(BETWEEN),
    ...[
      "leaks\n| count",
      "  leaks\n  | count",
      "leaks\nlive",
      "  leaks\n  live",
      "  leaks\nlive",
      "leaks\n  live",
      "leaks |\nlive",
    ],
    ...[
      "leaks\n  where size > 1\nlive",
      "leaks |\nwhere size > 1\n\n\nlive",
      "\n\n  leaks\n\n  live\n",
      "leaks;\n  live\n where size",
    ],
    ..."let a = 1\n  a > 5|let a = 1\nsize > a|leaks\n\n| count|where (size > 1\nand line > 2)\n|leaks;\n;live|leaks -- a\n| count -- b"
      .split(BETWEEN),
    ..."by func:\n  count(),\n  max(size)\n| take 3|where size >\n1|where\nsize > 1|leaks\n and size > 1|size > 1\n  and line > 2"
      .split(BETWEEN),
    ...[
      "func ~ /a\\",
      "func ~ /a\\\n",
      "func ~ /[a/]b/",
      "func ~ /[a/",
      "func == 'a\\",
      "func == 'a\\\nb'",
      "func ~ //",
      "func ~ /a\nb/",
    ],
    ...[
      "time in {12:00, 13:00}",
      "name in {a, b}",
      "name in {'a', null}",
      "module:{a*, b}",
      "leaks | where free.func in {a, b}",
    ],
    ...[
      "diff nope, leaks by func",
      "diff leaks, nope by func",
      "diff (leaks | where nope > 1), live by func | sort x",
    ],
    ...[
      "diff live, (leaks | where nope > 1) by func | sort x",
      "diff (select size, func), (select func, size) by func",
    ],
    ...[
      "diff (select func, size), (select size, func) by func",
      "diff (select func), (select size, func) by func",
    ],
    Array.from({ length: 24 }, (_, at) => `nope${at} == 1`).join(" and "),
    Array.from({ length: 24 }, (_, at) => `func == "none${at}"`).join(" or "),
    // Typing errors.
    ..."leaks || count|leaks | | count|leaks |||| leaks count|leaks; ; live|(leaks|leaks)|leaks | where (size > 1|leaks | where size > 1)|size > 1 ]"
      .split(BETWEEN),
    ..."leaks | where size >|leaks | where size > > 5|leaks | where > 5|leaks where size > 5|leaks | where size = 5|leaks | where size => 5|leaks | were size > 5"
      .split(BETWEEN),
    ..."leaks | where size > 5 && line > 2|where size <> 5|where !leaked|where size BETWEEN 1 and 5|where size like '5%'|where func LIKE 'net%'|where size is 5"
      .split(BETWEEN),
    ..."leaks | group by func|leaks | order by size desc|leaks | limit 5|leaks | head 5|select size from leaks|select count(*)|leaks | sort by size|by func | having count > 5"
      .split(BETWEEN),
    ..."leaks | distinct on func|where func in ('a', 'b')|where func in ['a', 'b']|where size in [1, 2]|where func = \"a|where func = 'a|where func ~ /a|where `size > 5"
      .split(BETWEEN),
    ..."leaks -- remark|leaks # remark|leaks // remark|/* x */ leaks|where size > 1,000|where size > 1.2.3|where size > 4KB|where size > 5 seconds|where size > $5|where size > ?"
      .split(BETWEEN),
    ..."let let = 5|let 5 = x|let a(5) = 1|let a( = 1|where f(|where f(,)|where f(1,)|where {1|where 1 +|where + 1|where not|where size in|where size not|where size not 5|where size is|where a.b.c"
      .split(BETWEEN),
  ],
  "sp-rtrace": [
    ..."context has LOADED|context has nope|context has 5|context has {LOADED}|context == LOADED|context:LOADED|type:memory|type == nope|by type|by context"
      .split(BETWEEN),
    ..."live @ 5s|live @ 12:00:00|live @ context startup|live @ context nope|timeline every 1s sum(size)|timeline every 5 count()|sessions gap 1s|hist time|by bin(time, 1s)"
      .split(BETWEEN),
    ..."leaks | tree | take 3|leaks | through a, b|callers of {a, b}|by func_at(stack, 0), func_at(stack, -1)|select frames(stack), suppressed(stack)|time in 12:00..13:00"
      .split(BETWEEN),
    ..."select time + 1s, time - time, time * 2, time / 2, -time|select t = time, d = time - 12:00 | where d > 1s|select hex(size), human(size), human(time)|by hour = bin(time, 1h)"
      .split(BETWEEN),
  ],
  apitrace: [
    ...'calls|calls | where arg("level") > 0|calls | where arg("nope") > 0|calls | where arg(target) == x|calls | where args has GL|calls | where number("any") > 0|calls | by number("level")'
      .split(BETWEEN),
    ...'calls | where arg("any") > 5|calls | where arg("any") in {1, 2}|calls | where arg("any") not in 1..5|calls | where arg("any") == x'
      .split(BETWEEN),
    ...'calls | where float("level") > 1|calls | where u8("level") == 1|calls | where text("level") == 1|calls | where bytes("level") == 1|calls | where arg("level") in 1..5|calls | where arg("level", 2) == 1'
      .split(BETWEEN),
    ...'calls | extend w = number("width") | where w > 5|calls | sort number("level")|calls | select arg("level"), level = number("level")|args | where number > 5|args | where number < -5|args | by name'
      .split(BETWEEN),
    ..."args | where number in -5..18446744073709551615|args | select -number, number * 2|args | summarize sum(number), max(unsigned)|live @ frame 5|live @ frame x|frames | top 5|calls | where arg() == 1|calls | where arg(5) == 1"
      .split(BETWEEN),
  ],
  gnatcov: [
    ...'blocks|gaps in main|gaps in nope|gaps in 1..2|gaps in 5|gaps|gaps in section(".text")|gaps in section(".nope")|gaps in symbol("main")|traces reaching main|traces reaching 5..9'
      .split(BETWEEN),
    ...'heat in main|heat|heat in 1..2 of run|blocks | where addr in main|blocks | where addr in symbol("main")|blocks | where addr overlaps main|blocks | where outcome:one|union of run by outcome'
      .split(BETWEEN),
    ..."intersection of run by nope|difference of run, run|complement of run|blocks | where taken and not fallthrough|blocks | by outcome, taken|ranges | where size > 4 | summarize sum(size)|leaks|events"
      .split(BETWEEN),
  ],
  mptl: [
    "profile",
    "profile | top 5",
    "leaks",
    "profile | sort live_bytes desc | take 3",
    "sites | where parent is null",
    "tree",
    "by func",
    "hist live_bytes",
    "timeline count()",
  ],
  two: [
    ..."leaks|leaks of before|diff leaks of before, leaks of after by func|by trace|where trace == before|where trace == nope|leaks | by trace, func|live @ 5|live @ 5 of after|diff before, after"
      .split(BETWEEN),
    ..."trace:before|trace:nope|count|events of before | count|join (leaks of after) on func|union of before, after|select trace, seq|distinct trace|top 3 per trace|sort trace, seq desc"
      .split(BETWEEN),
  ],
};
