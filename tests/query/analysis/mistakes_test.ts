import { assertEquals, assertStringIncludes } from "@std/assert";
import { ANALYSIS_CODES } from "../../../src/query/analysis/codes.ts";
import { CATALOGS, mistakesOf, rendered } from "./binding.ts";

/** Queries with all their errors: code, underlined text, message, suggestion. */
const MISTAKES: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
  mtrc: [
    // Errors of names.
    ["leeks | take 3", ['Q201 [leeks] Unknown table "leeks" (did you mean "leaks"?)']],
    ["kind | count", ['Q201 [kind] "kind" is a column, not a table (a filter compares it: kind:…)']],
    ["realloc", ['Q201 [realloc] Unknown table "realloc" (did you mean kind:realloc?)']],
    ["frames | where x | by y", [
      'Q201 [frames] Unknown table "frames" (tables: events, allocs, stacks, problems, threads, files, functions)',
    ]],
    ["leaks of rnu", ['Q202 [rnu] Unknown trace "rnu" (did you mean "run"?)']],
    ["adr == 0x7f00", ['Q203 [adr] Unknown column "adr" (did you mean "addr"?)']],
    ["where freed is null", ['Q203 [freed] Unknown column "freed" (it is a column of allocs)']],
    ["by file | sort size", ['Q203 [size] Unknown column "size" (did you mean "file"?)']],
    ["by file: count", ['Q203 [count] Unknown column "count" (did you mean count()?)']],
    ["by file: p99", ['Q203 [p99] Unknown column "p99" (did you mean p99(size)?)']],
    ["size == lage", ['Q203 [lage] Unknown column "lage" (did you mean "large"?)']],
    ["thread == main", ['Q203 [main] Unknown column "main" (expected a number)']],
    ["buckt(size) == 10", ['Q204 [buckt] Unknown function "buckt" (did you mean "bucket"?)']],
    ["bucket(size, 2) == 10", [
      "Q205 [bucket(size, 2)] bucket() takes 1 argument, found 2 (usage: bucket(size))",
    ]],
    ["let big(n) = leaks | where size > n; big | count", [
      'Q205 [big] "big" takes 1 argument, found 0 (write big(n))',
    ]],
    ["where nope > 1 and qqqq < 2 | select size | sort nix", [
      'Q203 [nope] Unknown column "nope" (did you mean "no"?)',
      'Q203 [qqqq] Unknown column "qqqq" (columns: seq, no, kind, thread, func, file, line, name, module, addr, size, end, …)',
      'Q203 [nix] Unknown column "nix" (columns: size)',
    ]],
    // An error in a column is reported once, not at every use.
    ["extend kb = sizze / 1024 | where kb > 1 | sort kb", [
      'Q203 [sizze] Unknown column "sizze" (did you mean "size"?)',
    ]],
    ["extend free = nope | match (free as f) then (kind == alloc as a) on addr", [
      'Q203 [nope] Unknown column "nope" (did you mean "no"?)',
    ]],
    ["timeline every 101% count()", ["Q211 [101%] Step must be greater than 0% and at most 100%"]],
    ["timeline every 0% count()", ["Q211 [0%] Step must be greater than 0% and at most 100%"]],
    // A name in backticks is a column, never a value.
    ["match (`free` as f) then (kind == alloc as a) on addr", [
      'Q203 [`free`] Unknown column "free" (did you mean "file"?)',
    ]],
    ["select k = nope | where k > 1", ['Q203 [nope] Unknown column "nope" (did you mean "no"?)']],
    // Errors of types.
    ['size > "4K"', [
      'Q206 ["4K"] Cannot compare "size", which is a number, with the text "4K" (did you mean 4K?)',
    ]],
    ['addr == "0x7f00"', [
      'Q206 ["0x7f00"] Cannot compare "addr", which is a number, with the text "0x7f00" (did you mean 0x7f00?)',
    ]],
    ["kind == 5", ['Q206 [5] Cannot compare "kind", which is text, with 5 (did you mean "5"?)']],
    ["allocs | where leaked == 1", [
      'Q206 [1] Cannot compare "leaked", which is true or false, with 1 (did you mean true?)',
    ]],
    ["time > 5", [
      'Q206 [5] Cannot compare "time", which is a time, with 5 (times are written 12:31:05.250, durations 250ms or 3s)',
    ]],
    ["size > 5s", [
      'Q206 [5s] Cannot compare "size", which is a number, with 5s (expected a number without a unit of time)',
    ]],
    ["func in 1..5", [
      'Q206 [1..5] "func" is text, but ranges need numbers or times (compare texts with ~ "glob" or in {"a", "b"})',
    ]],
    ['size ~ "x"', ['Q206 [size] "size" is a number, but "~" needs text (did you mean "=="?)']],
    ["where func + 1 > 2", ["Q206 [func] Cannot calculate text + a number (expected numbers on both sides)"]],
    ["where time - 5 > 1s", [
      "Q206 [5] Cannot calculate a time - a number (durations have a unit: 250ms, 3s)",
    ]],
    ["by kind: sum(func)", ["Q206 [func] Argument of sum() is text, expected a number"]],
    ["size > (leaks | by file)", [
      "Q220 [(leaks | by file)] Query has 3 columns, expected a single value (end it with count, summarize or select)",
    ]],
    ["alloc in (leaks | by file)", [
      "Q220 [(leaks | by file)] Query has 3 columns, expected one to look in (end it with select and one of: file, count, bytes)",
    ]],
    ["events | where size", [
      "Q207 [size] Filter is a number, expected a comparison (compare it: size > 0, or size is not null)",
    ]],
    // Errors of aggregates.
    ["sum(size) > 3", [
      "Q208 [sum(size)] Aggregate sum() is used in an expression over a single row (aggregates belong in by, summarize and timeline)",
    ]],
    ["summarize size", [
      'Q224 [size] Column "size" is neither a key nor in an aggregate (for example max(size), or a key)',
    ]],
    ["by file: file", ['Q209 [file] "file" is not an aggregate (for example max(file))']],
    ["by file: sum(size) / line", [
      'Q224 [line] Column "line" is neither a key nor in an aggregate (for example max(line), or a key)',
    ]],
    // Errors of constants.
    ["take size", ["Q210 [size] Expected a number that is known before the query runs"]],
    ["take -3", ["Q211 [-3] Expected a number of at least 0, found -3"]],
    ["size > 18446744073709551615 + 1", [
      "Q211 [18446744073709551615 + 1] Result is out of range: 18446744073709551616 does not fit in 64 bits",
    ]],
    ["hist func", [
      "Q206 [func] A histogram needs numbers or times, found text (count values with by instead)",
    ]],
    // Errors of points.
    ["events @ 50%", [
      'Q212 [50%] Table "events" is the same at every point (points belong to live: live @ 50%)',
    ]],
    ["leaks @ peak", ['Q212 [peak] Table "leaks" is the same at every point (did you mean "live"?)']],
    ["live @ peek", ['Q213 [peek] Unknown point "peek" (did you mean "peak"?)']],
    [
      "live @ 12:31:05",
      ["Q213 [12:31:05] No record has a time here (every trace has these points: a number, a percentage, start, end and peak)"],
    ],
    // Errors of stages.
    ["by file | unwind", [
      'Q214 [unwind] Stage "unwind" needs a column "stack" (put it before the stage that drops the column)',
    ]],
    ["by file | before 3", [
      'Q223 [before 3] "before" needs the rows of a table, with filters only (put it directly after the filters: events | where … | before 10)',
    ]],
    ["select addr | where addr overlaps 5..6", [
      'Q214 [addr] "overlaps" needs a column "end" or "size" here (did you mean "in"?)',
    ]],
    ["select seq | drop seq", ["Q225 [drop seq] Every column is dropped"]],
    ["rename size = addr", ['Q216 [size] There is a column "size" already (drop it first: drop size)']],
    ["leaks | join (events) on func = size", [
      'Q206 [func = size] Cannot join "func", which is text, with "size", which is a number',
    ]],
    // Errors of definitions.
    ["let a = b; let b = a; size > a", ['Q215 [a] Definition "a" uses "b", which uses "a"']],
    ["let f(x) = f(x) + 1; size > f(2)", ['Q215 [f(x)] Definition "f" uses "f"']],
    ["let events = leaks | take 3", [
      'Q216 [events] Name "events" is already used by a table (choose another name)',
    ]],
    ["let n = 3; n | take 2", [
      'Q217 [n] Definition "n" is a value, not rows (use it in a filter)',
    ]],
    ["let unused = leaks | where sizze > 3", ['Q203 [sizze] Unknown column "sizze" (did you mean "size"?)']],
    // Comparisons with values of the wrong shape.
    ["size == 1K..4K", [
      'Q218 [size == 1K..4K] Cannot compare with a range using "==" (did you mean size in 1K..4K?)',
    ]],
    ["kind == {alloc, free}", [
      'Q218 [kind == {alloc, free}] Cannot compare with a list using "==" (did you mean kind in {alloc, free}?)',
    ]],
    ["func == /net/", [
      'Q218 [func == /net/] Cannot compare with a regular expression using "==" (did you mean func ~ /net/?)',
    ]],
    ["kind in alloc", [
      'Q218 [alloc] "alloc" after "in" is neither a range, a list nor a query (did you mean kind == alloc?)',
    ]],
    ["size > 50%", ["Q218 [50%] A share is not a single value (percentages are points: live @ 50%)"]],
    ['arg("x") == "y"', [
      'Q219 [arg("x")] Table "events" has no arg() (no open trace has arguments of calls)',
    ]],
    ["context has BOOT", [
      'Q301 [context] Column "context" is null in every row of events: the filter can never match (no record of the trace has one)',
      'Q221 [BOOT] Bits of "context" have no names here (write a number: context has 0x2)',
    ]],
    // Warnings about the data.
    ["thread:7 and thread == 8", [
      "Q302 [7] No row has thread 7 (the trace has: 1, 2, 5)",
      "Q302 [8] No row has thread 8 (the trace has: 1, 2, 5)",
    ]],
    ["thread in {1, 9}", ["Q302 [9] No row has thread 9 (the trace has: 1, 2, 5)"]],
    ["kind == allc", ['Q302 [allc] No row has kind "allc" (did you mean "alloc"?)']],
    ['func:"net_reed"', ['Q302 ["net_reed"] No row has func "net_reed" (did you mean "net_read"?)']],
    ["file:net/*.c", ['Q302 [net/*.c] No row has file like "net/*.c" (did you mean "**/net/*.c"?)']],
    ["func contains 'zz'", [
      'Q302 [\'zz\'] No row has func that contains "zz" (the trace has: "main", "net_read", "parse_line", "net_write")',
    ]],
    ["kind != allc", ['Q302 [allc] No row has kind "allc", so every row passes (did you mean "alloc"?)']],
    ["file == '*.c'", [
      "Q307 ['*.c'] Quoted text is compared literally: wildcards have no meaning in it (for a glob write ~ \"*.c\", or in a list {*.c})",
    ]],
    ["frame == 3 or frame == 4", [
      'Q301 [3] Column "frame" is null in every row of events: the filter can never match (no record of the trace has one)',
    ]],
    ["size > 1T", [
      "Q303 [1T] No row can match: size is at most 1048576 in every row (the trace has 1 to 1048576)",
    ]],
    ["addr == 4096", [
      "Q303 [4096] No row can match: addr is at least 0x55d010000000 in every row (the trace has 0x55d010000000 to 0x55d0103fffff)",
    ]],
    ["addr == 55 or size in 2M..", [
      "Q303 [55] No row can match: addr is at least 0x55d010000000 in every row (the trace has 0x55d010000000 to 0x55d0103fffff)",
      "Q303 [2M..] No row can match: size is at most 1048576 in every row (the trace has 1 to 1048576)",
    ]],
    ["size in 4K..1K", [
      "Q304 [4K..1K] Range is empty: its end is not above its start (an address and a length are written a..+n)",
    ]],
    ["line == null", ["Q305 [line == null] Comparison with null is never true (did you mean line is null?)"]],
    ["let size = 4K; size > 1", [
      'Q306 [size] Column "size" hides the definition of that name (rename the definition)',
    ]],
    // Columns that are shown or grouped by filter nothing.
    ["extend big = size > 1T | by if(thread == 7, 1, 2)", []],
  ],
  "sp-rtrace": [
    ["context has LOADET", ['Q221 [LOADET] Unknown flag "LOADET" (did you mean "LOADED"?)']],
  ],
  apitrace: [
    ['calls | where arg("taget") == "x"', [
      'Q302 [arg("taget")] No row of calls has arg "taget" (did you mean "target"?)',
    ]],
    ["calls | where arg(target) == 'x'", [
      'Q210 [target] Argument of arg() is not a quoted text (did you mean arg("target")?)',
    ]],
    ["calls | by name | where arg('target') == 'x'", [
      "Q219 [arg('target')] arg() needs the unchanged rows of a table (put it before the stages that change the rows, or add it as a column with extend)",
    ]],
    ["calls | by name | select f32('data')", [
      "Q219 [f32('data')] f32() needs the unchanged rows of a table (put it before the stages that change the rows, or add it as a column with extend)",
    ]],
    ["where arg('target') == 'x'", [
      "Q219 [arg('target')] Table \"events\" has no arg() (begin with calls | where …)",
    ]],
  ],
  gnatcov: [
    ["leaks", [
      'Q201 [leaks] This trace does not record lifetimes of blocks, so it has no "leaks" (tables: events, blocks, ranges, gaps)',
    ]],
    ['heat in section(".data")', [
      'Q203 [section(".data")] Unknown section ".data" (sections come from the program (--exec); an address range always works)',
    ]],
    ["union of x, y*", ['Q202 [x] Unknown trace "x" (open traces: run)']],
    ["heat in 0x40", [
      "Q206 [0x40] Expected an address range or a symbol (for example heat in 0x1000..0x2000)",
    ]],
    ["gaps in nowhere", [
      'Q203 [nowhere] Unknown symbol "nowhere" (symbols come from the program (--exec); an address range always works)',
    ]],
  ],
};

for (const [format, cases] of Object.entries(MISTAKES)) {
  Deno.test(`bindScript() explains errors on ${format}`, () => {
    for (const [text, wanted] of cases) assertEquals(mistakesOf(text, CATALOGS[format]), [...wanted], text);
  });
}

Deno.test("ANALYSIS_CODES has an example that causes each code", () => {
  for (const [code, { example }] of Object.entries(ANALYSIS_CODES)) {
    // The second is tested in tests/formats/guessed_test.ts. Q312 is about two traces:
    // tests/engine/added_up_test.ts.
    if (code === "Q222" || code === "Q311" || code === "Q312") continue;
    const format = { Q221: "sp-rtrace", Q227: "apitrace", Q308: "apitrace" }[code] ?? "mtrc";
    const catalog = CATALOGS[format]!;
    const found = mistakesOf(example, catalog).map((each) => each.slice(0, 4));
    assertEquals(found.includes(code), true, `${code}: ${example} gives ${found}`);
  }
});

Deno.test("renderDiagnostic() underlines the argument that is wrong", () => {
  assertStringIncludes(
    rendered("allocs | where adr = 0x7f00"),
    '    |                ^^^ did you mean "addr"?',
  );
});

Deno.test("a query whose definitions nest it 700 levels deep is bound, and one of 1200 levels is refused", () => {
  const nested = (definitions: number): string =>
    Array.from(
      { length: definitions },
      (_, at) => `let d${at} = ${"- ".repeat(100)}${at === 0 ? "size" : `d${at - 1}`}\n\n`,
    ).join("") + `events | extend x = d${definitions - 1}`;
  assertEquals(mistakesOf(nested(7)), []);
  assertEquals(mistakesOf(nested(12)).map((each) => each.slice(0, 4)), ["Q222"]);
});
