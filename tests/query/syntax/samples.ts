/** Scripts that must parse, and seeded randomness for the properties. */

/** The examples of the language's specification. */
export const CONTRACT_EXAMPLES: readonly string[] = [
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

/** Every other form of the grammar. */
export const MORE_EXAMPLES: readonly string[] = [
  "thread == 3 and size in 1K..4K",
  "leaks",
  "count",
  "live @ 5000",
  "live @ 5M of run-1.mtrc",
  "live @ #812 | take 3",
  "live @ 12:31:05.250",
  "live @ 250ms",
  "live @ start",
  "live @ end of 'my run'",
  "live @ peak blocks",
  "live @ frame 12",
  "live @ context startup/phase-1 | count",
  "let at(p) = live @ p\nat(peak) | count",
  "size:large or bucket(size) == 10 or addr:0x7f00..+64K",
  "not file:net/*.c and kind in {alloc, realloc} and context has LOADED",
  "file:/usr/lib/*.c and name:/^gl[A-Z]\\/x/i and type:--t- and k:{a, b}",
  "size in 1..=5 or size in 4K.. or size in ..8 or time in 12:31:05..12:32:00",
  "freed is null and free.time is not null and func not contains 'x' and a startswith b and c endswith d",
  "alloc not in (allocs | where size > 4K | select seq)",
  "where a + b * (c - -d) / 2 % 3 & 0xff ^ ~e << 2 >> 1 == 1_000",
  "where (addr & 0xfff) == 0 and (a or b) and not (c and d) and `and` == 1",
  "name !~ /x/ and name ~ '*.c'",
  "events | summarize n = count() if kind == alloc, sum(size) by thread, d = dir(file)",
  "by file: count(), b = max(size) if (kind == alloc or kind == free) | sort b desc, file asc, line",
  "events | extend kb = size / 1024, big = size > 1M | drop kb | rename b = big, c = `by`",
  "events | take 5 | skip 2 | tail 10 | sample 100 | distinct file, line | count",
  "hist bucket(size) bins 20 | explain",
  "timeline max(live_bytes)",
  "calls | join left (events | where kind == free) on alloc, seq = no | join (allocs) on seq | join allocs on seq",
  "stacks | unwind | as frames_of_stacks",
  "events | where fault | before 40 | after 3",
  "leaks | tree | tree up",
  "leaks | through net_* | callers of parse_*::run",
  "gaps in 0x1000..0x2000 | take 3",
  "gaps in main",
  "traces reaching 0x4004",
  "heat in 0x1000..0x2000 | select addr, strip",
  "union of a, b | take 3",
  'intersection of "*" by outcome',
  "difference of night*, old by outcome | count",
  "let big(n) = allocs | where size > n; let hot = thread:3; big(4K) | where hot",
  "let sizes = {1, 2, 3}\nlet r = 1K..4K\nlet t = leaks\nlet pi = 3.5e-2",
  "assert leaks",
  "assert (leaks | count) == 0",
  "assert leaks | summarize sum(size) < 4K : 'too much'",
  "assert count > 100",
  "assert leaks | by file : 'none'",
  "count == 3 and end > 4 and top < 2 | sort count desc, first | select last, type, index, in, by, line",
  "-- a comment\nleaks -- its rows\n  # another\n  | where size > 4K -- large\n  | take 3",
  "WHERE Size > 4K AND NOT freed IS NULL",
  'if(a > 1, "x", "y") == "x" | select s = substr(func, 0, 4)',
  "events|where time > 1h30m and age < 2.5ms and size > 1.5K and share >= 12.5%",
  "thread:3 | by trace",
  "diff live @ start of a, live @ start of b by func, file | top 5 by bytes",
  "events | window by thread order seq: gap = time - lag(time), run = cumulative(size), n = row_number(), avg5 = moving(avg(size), 5)",
  "events | window by size in (4K..) order func desc, seq: cumulative(count() if kind == alloc), share(size) if size > 3",
  "events | join left last (events | where kind == free | select addr, seq, was = seq) on addr before seq",
  "calls | join first (frames) after no = first | join anti last (leaks) on a = b, c before seq | before 2",
  "leaks | join last on addr | join first (first) before seq | join left leaks on addr",
  "events | match (free as f) then (alloc as a) on addr within 10",
  "events | match (size in 4K.. as `a b`) then (alloc or not free as x) on addr, k = size / 2 within 10ms until (kind == free)",
  "events | sessions gap 10ms by thread",
  "sessions gap 2 * 5 by thread, x = func: n = count(), sum(size) if size > 3 | sessions gap 3: max(seq)",
  "window order seq: lead(seq, 2) | window: n = row_number()",
  'func == "a\\tb\\"c\\\\" or func == \'it\\\'s\' or func == "\\u{1F600}\\x41"',
];

/** All of them. */
export const EXAMPLES: readonly string[] = [...CONTRACT_EXAMPLES, ...MORE_EXAMPLES];

/** A generator of numbers in [0, 1), the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Chooses one element. */
export function pick<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)]!;
}

/** Changes a text in a few places: pieces deleted, doubled, swapped with pieces of another text, or garbled. */
export function mutate(text: string, random: () => number): string {
  let result = text;
  const times = 1 + Math.floor(random() * 4);
  for (let time = 0; time < times; time++) {
    const from = Math.floor(random() * (result.length + 1));
    const to = Math.min(result.length, from + Math.floor(random() * 6));
    const strange = [
      "|",
      "(",
      ")",
      "{",
      "}",
      ":",
      "\n\n",
      ";",
      '"',
      "'",
      "`",
      "/",
      "..",
      "@",
      "#",
      "--",
      "\u0000",
      "😀",
      "\ud800",
      "&&",
      "=",
      " not ",
      " in ",
      " by ",
      ",",
    ];
    const piece = pick(random, [
      "",
      result.slice(from, to).repeat(2),
      pick(random, strange),
      pick(random, EXAMPLES).slice(from, to + 8),
    ]);
    result = result.slice(0, from) + piece + result.slice(to);
  }
  return result;
}

/** Writes a random script that is correct, with more brackets, spaces and comments than it needs. */
export function randomScript(random: () => number): string {
  const maybe = (share: number): boolean => random() < share;
  const space = (): string => pick(random, [" ", " ", " ", "  ", "\t", "\n  ", " -- note\n  "]);
  const many = (make: () => string, most = 3): string =>
    Array.from({ length: 1 + Math.floor(random() * most) }, make).join("," + space());
  const column = (): string =>
    pick(random, ["size", "thread", "free.thread", "`and`", "count", "end", "first", "file"]);
  const number = (): string =>
    pick(random, ["3", "4K", "0x7f00", "1_000", "1.5", "250ms", "12:31:05.250", "25%", "2M"]);
  const arithmetic = (depth: number): string => {
    if (depth <= 0 || maybe(0.3)) return maybe(0.5) ? column() : number();
    const next = (): string => arithmetic(depth - 1);
    return pick(random, [
      () =>
        `${next()}${space()}${
          pick(random, ["+", "-", "*", "/", "%", "&", "^", "<<", ">>"])
        }${space()}${next()}`,
      () => `(${next()})`,
      () => `-(${next()})`,
      () => `~(${next()})`,
      () => `bucket(${many(next)})`,
      () => `(leaks | summarize max(${next()}))`,
    ])();
  };
  const range = (depth: number): string => {
    const side = (): string => `(${arithmetic(depth - 1)})`;
    return pick(random, [
      () => `${side()} .. ${side()}`,
      () => `${number()}..=${side()}`,
      () => `${side()}..+${number()}`,
      () => `(${number()}..)`,
      () => `..${side()}`,
    ])();
  };
  const filter = (depth: number): string => {
    const next = (): string => filter(depth - 1);
    const value = (): string => arithmetic(depth - 1);
    if (depth <= 0) return `(${value()} == ${value()})`;
    return pick(random, [
      () => `${next()}${space()}and${space()}${next()}`,
      () => `${next()} or ${next()}`,
      () => `not ${next()}`,
      () => `(${next()})`,
      () => `(${value()} ${pick(random, ["==", "=", "!=", "<", "<=", ">", ">="])} ${value()})`,
      () => `(${value()} ${maybe(0.5) ? "not " : ""}in ${range(depth)})`,
      () => `(${column()} in {${many(value)}})`,
      () => `(${column()} not in (events | where ${next()} | select alloc))`,
      () => `(${column()} overlaps ${range(depth)})`,
      () => `(${column()} is${maybe(0.5) ? " not" : ""} null)`,
      () =>
        `${column()}:${
          pick(random, ["**/net/*.c", "1K..4K", "large", "0x7f00..+64K", "/a[/]b/i", '"x y"', "{a, b}"])
        } `,
      () => `(${column()} ~ ${pick(random, ["/re+/", '"gl*"', "'it'"])})`,
      () => `(${column()} not contains "\\n\\u{7f}")`,
    ])();
  };
  const named = (): string =>
    `${maybe(0.4) ? `${pick(random, ["a", "count", "`x y`"])} = ` : ""}${arithmetic(2)}`;
  const aggregate = (): string =>
    `${maybe(0.5) ? "b = " : ""}${pick(random, ["sum", "count"])}(${column()})${
      maybe(0.3) ? ` if ${filter(1)}` : ""
    }`;
  const sortKey = (): string =>
    `${maybe(0.7) ? column() : `(${arithmetic(2)})`}${pick(random, ["", " asc", " desc"])}`;
  const stage = (): string =>
    pick(random, [
      () => `where ${filter(3)}`,
      () => `by ${many(named)}`,
      () => `by ${many(named)}: ${many(aggregate)}`,
      () => `summarize ${many(aggregate)}${maybe(0.5) ? ` by ${many(named)}` : ""}`,
      () => `extend x = ${filter(2)}, y = ${arithmetic(3)}`,
      () => `${pick(random, ["select", "distinct"])} ${many(named)}`,
      () => `sort ${many(sortKey)}`,
      () => `top ${pick(random, ["5", "n"])}${maybe(0.5) ? ` by ${sortKey()}` : ""}`,
      () => `${pick(random, ["take", "skip", "tail", "sample", "before", "after"])} (4 + 3)`,
      () => `hist ${arithmetic(2)}${maybe(0.5) ? " bins 20" : ""}`,
      () => `timeline ${maybe(0.5) ? "every 250ms " : ""}${many(aggregate)}`,
      () =>
        `join ${pick(random, ["", "inner ", "left ", "anti ", "semi "])}(${pipeline(1)}) on ${many(column)}`,
      () =>
        pick(random, ["count", "unwind", "explain", "tree up", "through a*::b", "callers of /x/", "as x"]),
      () => "rename a = b, `c d` = free.thread",
    ])();
  const source = (depth: number): string =>
    pick(random, [
      () => "leaks",
      () =>
        `live @ ${
          pick(random, [
            "5M",
            "#812",
            "50%",
            "peak",
            "peak blocks",
            "frame 3",
            "12:31:05",
            "context a/b",
            "end",
          ])
        }`,
      () => "allocs of run-1.mtrc",
      () => filter(2),
      () => `big(${many(() => arithmetic(1))})`,
      () => (depth > 0 ? `(${pipeline(depth - 1)})` : "events"),
      () =>
        `diff ${maybe(0.5) ? "a" : "(live @ 25%)"}, ${maybe(0.5) ? "b" : `(${filter(1)})`} by ${column()}`,
      () => `gaps in ${range(2)}`,
    ])();
  const pipeline = (depth: number): string => {
    const stages = Array.from({ length: Math.floor(random() * 4) }, stage);
    const parts = maybe(0.2) && stages.length > 0 ? stages : [source(depth), ...stages];
    return parts.join(pick(random, [" | ", "|", "\n  | ", " -- why\n  -- how\n  | "]));
  };
  const statement = (): string =>
    pick(random, [
      () => pipeline(2),
      () => pipeline(2),
      () => `let big(${pick(random, ["", "n", "n, m"])}) = ${pipeline(1)}`,
      () => `let f = ${arithmetic(3)}`,
      () => `assert ${pipeline(1)} | count${maybe(0.5) ? " == 0" : ""}${maybe(0.5) ? ' : "why"' : ""}`,
    ])();
  const statements = Array.from({ length: 1 + Math.floor(random() * 3) }, statement);
  return (maybe(0.3) ? "# head\n\n" : "") +
    statements.join(pick(random, [";", ";\n", "\n\n", "\n-- between\n\n"])) +
    (maybe(0.3) ? " -- tail" : "");
}
