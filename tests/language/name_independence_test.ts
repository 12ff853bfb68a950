/** Scripts that give the same result without names of functions, files and lines. */
import { assertEquals } from "@std/assert";
import { parseScript } from "../../src/language/script.ts";
import { isIndependentOfNames } from "../../src/language/name_independence.ts";

const NAMELESS = [
  "leaks | count",
  "events | by kind",
  "by kind, thread: n = count(), most = max(size)",
  "size > 4K and thread:{1, 2} | by kind",
  "allocs | where life <= 2 and size in 1K..4K | summarize count(), sum(size), p = percentile(size, 90)",
  "timeline every 25% most = max(live_bytes)",
  "events | hist size",
  "leaks | select addr, size | top 5 by size",
  "live @ 50% | extend pages = size / 4K | by pages | sort count desc | take 3",
  "(leaks | by thread) | top 5 by count",
  "leaks | count; events | by kind",
];

const NAMED = [
  // All columns of a table are shown.
  "leaks",
  "leaks | top 5 by size",
  "leaks | select *",
  // Names, and results of functions on backtraces.
  "leaks | by func",
  "leaks | by file, line",
  "leaks | by place",
  "leaks | where line > 0 | count",
  "func:main | count",
  "leaks | summarize distinct(stack)",
  "leaks | where mine(stack) | count",
  "leaks | summarize argmax(func, size)",
  "leaks | by free.func",
  "events | by module",
  "tree",
  "leaks | through main | count",
  "leaks | callers of main",
  // A search in any column.
  "events | where has main | count",
  // Definitions elsewhere, and results whose rows are shown later.
  "let big = size > 1K; leaks | where big | count",
  'use "mine.quarry"; leaks | count',
  'suppress "known"; leaks | count',
  "assert leaks | count == 0",
  "leaks | big(size) | count",
  "stacks | count",
  "frames | count",
  "profile | summarize count()",
  "diff (peak of a), (peak of b) by kind",
  "leaks | where size in (allocs | select line) | count",
  "leaks | explain",
];

Deno.test("isIndependentOfNames() recognizes scripts that neither show nor test names", () => {
  for (const text of NAMELESS) {
    const { script, diagnostics } = parseScript(text);
    assertEquals([text, diagnostics, isIndependentOfNames(script)], [text, [], true]);
  }
});

Deno.test("isIndependentOfNames() is false where names, backtraces, all columns or other definitions may matter", () => {
  for (const text of NAMED) {
    assertEquals([text, isIndependentOfNames(parseScript(text).script)], [text, false]);
  }
});
