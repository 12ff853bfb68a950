/** Hover, signature help, diagnostics, names, outline and other requests. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  colorTokens,
  countableStages,
  diagnose,
  fixAll,
  folding,
  formatEdits,
  fuzzyMatch,
  type Hover,
  hover,
  needsWarmUp,
  occurrences,
  quickFixes,
  renameName,
  rowHint,
  runnableStatements,
  scriptSymbols,
  settledDiagnostics,
  signatureHelp,
  warmUp,
} from "../../src/assist/assist.ts";
import type { Fix } from "../../src/base/diagnostic.ts";
import type { Catalog } from "../../src/query/analysis/catalog.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { CATALOGS } from "../query/analysis/binding.ts";
import { labelsAt, marked } from "./support.ts";

const MTRC = CATALOGS.mtrc!;

function hoverAt(source: string, catalog: Catalog = MTRC): Hover | null {
  const { text, offset } = marked(source);
  return hover(text, offset, catalog, EMPTY_ENVIRONMENT);
}

function apply(text: string, edits: readonly Fix[]): string {
  return [...edits].sort((a, b) => b.span.start - a.span.start)
    .reduce((done, { span, text: part }) => done.slice(0, span.start) + part + done.slice(span.end), text);
}

Deno.test("hover() describes columns by the loaded data", () => {
  const size = hoverAt("events | where si^ze > 4K")!;
  assertEquals([size.title, size.what, size.type], ["size", "column of events", "u64"]);
  assertEquals(size.facts.slice(0, 2), [{ name: "minimum", value: "1" }, {
    name: "maximum",
    value: "1048576",
  }]);
  const kind = hoverAt("ki^nd == alloc")!;
  assertEquals(kind.values.map(({ value }) => value), ["alloc", "free", "realloc", "reserve", "internal"]);
  assertEquals(kind.facts, [{ name: "distinct", value: "5" }]);
  assertEquals(hoverAt("add^r > 1")!.facts[0], { name: "minimum", value: "0x55d010000000" });
});

Deno.test("hover() describes everything else that has a name", () => {
  const what = (source: string): string | undefined => hoverAt(source)?.what;
  assertEquals(what("lea^ks | count"), "table");
  assertEquals(what("leaks | wh^ere size > 1"), "stage");
  assertEquals(what("leaks | by buck^et(size)"), "function");
  assertEquals(what("leaks | summarize ma^x(size)"), "aggregate");
  assertEquals(what("leaks | extend a = ma^x(size, 1)"), "function");
  assertEquals(what("live @ pe^ak"), "point");
  assertEquals(what('func cont^ains "x"'), "operator");
  assertEquals(what("func =^= main"), "operator");
  assertEquals(what("let big = size > 4K; leaks | where b^ig"), "definition");
  assertEquals(what("let big(n) = size > n^; leaks | where big(1)"), "parameter");
  assertEquals(what("leaks | extend kb = size / 2 | where k^b > 1"), "computed column");
  assertEquals(what("diff leaks, leaks by fu^nc"), "column of allocs");
  assertEquals(hoverAt("leaks   ^   "), null);
});

Deno.test("hover() describes the output of a stage, and counts the rows with a value", () => {
  assertEquals(hoverAt("leaks | b^y func")!.facts, [{ name: "columns", value: "func count bytes" }]);
  assertMatch(hoverAt("kind == al^loc")!.doc, /rows? of events$/);
  assertEquals(hoverAt("size > 4^K")!.facts, [{ name: "value", value: "4096" }]);
});

Deno.test("hover() shows the comment directly above a definition", () => {
  const text = "events | count -- not this\n-- Blocks that nobody frees.\n# More than a page.\n" +
    "let big(n) = leaks | where size > n\n\n-- far away\n\nlet x = 4K -- behind\n\nlet y = 1\n\nbig(x) | take y";
  const docs = ["big(x)", "x)", "y"].map((word) =>
    hover(text, text.lastIndexOf(word), CATALOGS.mtrc!, EMPTY_ENVIRONMENT)?.doc
  );
  assertEquals(docs, ["Blocks that nobody frees.\nMore than a page.", "", ""]);
});

Deno.test("signatureHelp() follows calls, definitions and stages", () => {
  const at = (source: string): [string, number] | null => {
    const { text, offset } = marked(source);
    const found = signatureHelp(text, offset, EMPTY_ENVIRONMENT);
    return found && [found.usage, found.active];
  };
  assertEquals(at("by substr(^"), ["substr(text, start, length)", 0]);
  assertEquals(at("by substr(func, bucket(size), ^"), ["substr(text, start, length)", 2]);
  assertEquals(at("by substr(func, bucket(^"), ["bucket(size)", 0]);
  assertEquals(at("by coalesce(a, b, c, ^"), ["coalesce(a, b, …)", 1]);
  assertEquals(at("summarize percentile(size, ^"), ["percentile(x, n)", 1]);
  assertEquals(at("summarize a = max(^"), ["max(x)", 0]);
  assertEquals(at("extend a = max(size, ^"), ["max(a, b, …)", 1]);
  assertEquals(at("let big(n, m) = size > n; leaks | where big(1, ^"), ["big(n, m)", 1]);
  assertEquals(at("leaks | top ^"), ["top N [by KEY] [per GROUPS]", -1]);
  assertEquals(at("leaks | top 3 by size | ^"), null);
  assertEquals(at("leaks | top^"), null);
  const found = signatureHelp("by substr(", 10, EMPTY_ENVIRONMENT)!;
  assertEquals(found.parameters.map(({ span }) => found.usage.slice(span.start, span.end)), [
    "text",
    "start",
    "length",
  ]);
});

Deno.test("diagnose() reports errors of grammar, names and data together, in order", () => {
  const found = diagnose("leaks | where adr > 1; thread:77; leaks | wher size > 1", MTRC, EMPTY_ENVIRONMENT);
  assertEquals(found.map(({ code, severity }) => [code, severity]), [
    ["Q203", "error"],
    ["Q302", "warning"],
    ["Q102", "error"],
  ]);
  assertMatch(found[1]!.suggestion!, /the trace has: 1, 2, 5/);
});

Deno.test("diagnose() warns about a 64-bit address compared with a small number, and about wrong units", () => {
  const codes = (text: string): string[] => diagnose(text, MTRC, EMPTY_ENVIRONMENT).map(({ code }) => code);
  assertEquals(codes("addr < 4096"), ["Q303"]);
  assertEquals(codes("addr == 55"), ["Q303"]);
  assertEquals(codes("size > 10G"), ["Q303"]);
  assertEquals(codes("size > 3s"), ["Q206"]);
  assertEquals(codes("allocs | where life > 250ms"), ["Q206"]);
});

Deno.test("settledDiagnostics() omits diagnostics of unfinished input", () => {
  const settled = (text: string, isBegun: boolean): string[] =>
    settledDiagnostics(diagnose(text, MTRC, EMPTY_ENVIRONMENT), text, text.length, isBegun).map(({ code }) =>
      code
    );
  assertEquals(settled("leaks | where", false), []);
  assertEquals(settled("leaks | where siz", true), []);
  assertEquals(settled("leaks | where siz", false), ["Q203"]);
  assertEquals(settled('func == "ma', false), []);
  assertEquals(settled("leaks | wher size > 1 and fu", true), ["Q102"]);
});

Deno.test("quickFixes() and fixAll() correct errors", () => {
  const text = "leaks | wheer siz > 4K and sise > 1";
  const fixes = quickFixes(text, { start: 10, end: 10 }, MTRC, EMPTY_ENVIRONMENT);
  assertEquals(fixes.map(({ title, preferred }) => [title, preferred]), [['Change to "where"', true]]);
  const where = "leaks | where siz > 4K and sise > 1";
  assertEquals(apply(where, fixAll(where, MTRC, EMPTY_ENVIRONMENT)), "leaks | where size > 4K and size > 1");
});

Deno.test("renameName() changes a definition and its uses, and nothing else of that name", () => {
  const rename = (source: string, name: string): string => {
    const { text, offset } = marked(source);
    const renaming = renameName(text, offset, name, MTRC, EMPTY_ENVIRONMENT);
    return "refused" in renaming ? renaming.refused : apply(text, renaming.edits);
  };
  assertEquals(
    rename('let b^ig = size > 4K; leaks | where big and func == "big"; big', "huge"),
    'let huge = size > 4K; leaks | where huge and func == "big"; huge',
  );
  assertEquals(
    rename("let f(n^) = size > n; let g(n) = size < n; leaks | where f(1)", "least"),
    "let f(least) = size > least; let g(n) = size < n; leaks | where f(1)",
  );
  assertEquals(
    rename("leaks | top 3 by size | as wor^st; worst | count", "bad ones"),
    "leaks | top 3 by size | as `bad ones`; `bad ones` | count",
  );
  assertEquals(
    rename("let big = size > 4K; leaks | where si^ze > 1", "x"),
    "Only names that this script defines can be renamed",
  );
  assertEquals(rename("let b^ig = size > 4K", "events"), '"events" is the name of a table');
  assertEquals(rename("let b^ig = size > 4K; let small = size < 1", "small"), '"small" is defined already');
  assertEquals(rename("let b^ig = size > 4K", ""), '"" cannot be a name');
});

Deno.test("occurrences() finds uses before the definition", () => {
  const { text, offset } = marked("leaks | where b^ig\n\nlet big = size > 4K");
  const found = occurrences(text, offset, MTRC, EMPTY_ENVIRONMENT)!;
  assertEquals(found.spans.map(({ start }) => start), [14, 23]);
  assertEquals(found.declaration!.start, 23);
});

Deno.test("scriptSymbols() outlines definitions, queries and assertions", () => {
  const symbols = scriptSymbols(
    'let big(n) = size > n\n\nleaks | where big(1) | as worst\n\nassert worst : "none"',
  );
  assertEquals(symbols.map(({ name, kind, children }) => [name, kind, children.length]), [
    ["big", "definition", 1],
    ["worst", "result", 3],
    ["none", "assert", 0],
  ]);
});

Deno.test("folding() folds statements and runs of comments", () => {
  const text = "# a\n# b\nleaks\n  | count\n\n# alone\nlive\n";
  assertEquals(folding(text).map(({ span, kind }) => [text.slice(span.start, span.end), kind]), [
    ["# a\n# b", "comment"],
    ["leaks\n  | count", "query"],
  ]);
});

Deno.test("formatEdits() touches only the lines that change", () => {
  const text = "leaks | count\n\nleaks|take  3 # few\n\nlive\n";
  const edits = formatEdits(text);
  assertEquals(edits, [{ span: { start: 15, end: 35 }, text: "leaks | take 3 # few\n" }]);
  assertEquals(formatEdits(apply(text, edits)), []);
  assertEquals(formatEdits("leaks | wher 3"), []);
});

Deno.test("colorTokens() distinguishes stages, tables, functions, columns and new names", () => {
  const text = "let big = size > 4K; leaks | where big and func ~ /x/ # end";
  assertEquals(
    colorTokens(text).map(({ span, class: name }) => `${text.slice(span.start, span.end)} ${name}`),
    [
      "let keyword",
      "big name",
      "= operator",
      "size column",
      "> operator",
      "4K number",
      "; operator",
      "leaks source",
      "| operator",
      "where stage",
      "big column",
      "and operator",
      "func column",
      "~ operator",
      "/x/ regex",
      "# end comment",
    ],
  );
  assertEquals(colorTokens(text).filter(({ declares }) => declares).length, 1);
});

Deno.test("countableStages() counts rows after the source and every stage, with the required definitions", () => {
  const text = "let big = size > 4K\n\nleaks | where big | by func | count";
  const places = countableStages(text);
  assertEquals(places.map(({ at }) => text.slice(0, at).split("\n").at(-1)), [
    "leaks",
    "leaks | where big",
    "leaks | where big | by func",
  ]);
  assertEquals(places[1]!.query, "let big = size > 4K\n\n(leaks | where big\n) | count");
  assertEquals(diagnose(places[1]!.query, MTRC, EMPTY_ENVIRONMENT), []);
  assertEquals(rowHint(places[0]!, 1234).text, "1,234 rows");
  assertEquals(countableStages("leaks | wher x"), []);
});

Deno.test("runnableStatements() include the definitions they need", () => {
  const found = runnableStatements(
    "leaks | as worst\n\nlet n = 3\n\nassert worst | count == n\n\nlive | take n",
  );
  assertEquals(found.map(({ kind, script }) => [kind, script]), [
    ["query", "let n = 3\n\nleaks | as worst"],
    ["assert", "leaks | as worst\n\nlet n = 3\n\nassert worst | count == n"],
    ["query", "leaks | as worst\n\nlet n = 3\n\nlive | take n"],
  ]);
});

Deno.test("fuzzyMatch() prefers prefixes, then starts of words, then other matches", () => {
  const score = (typed: string, name: string): number => fuzzyMatch(typed, name)?.score ?? -1;
  assert(score("size", "size") > score("size", "size_max"));
  assert(score("net", "net_read") > score("net", "read_net"));
  assert(score("net", "read_net") > score("net", "cabinet"));
  assert(score("net", "cabinet") > score("net", "new_ending_text"));
  assertEquals(fuzzyMatch("xyz", "size"), null);
  assertEquals(fuzzyMatch("fs", "first_size")!.matched, [0, 6]);
  assertEquals(fuzzyMatch("", "size")!.score, 0);
});

Deno.test("warmUp() counts the values of long tables, which completion does not wait for", () => {
  const asked: string[] = [];
  const long: Catalog = {
    ...MTRC,
    table: MTRC.table,
    rowCount: () => 10_000_000,
    distinct(table, column) {
      asked.push(`${table}.${column}`);
      return [{ value: "slow_value", count: 1 }];
    },
  };
  assertEquals(labelsAt("leaks | where func:sl", 3, long), []);
  diagnose('leaks | where func == "x"', long, EMPTY_ENVIRONMENT);
  assertEquals(asked, []);
  assert(needsWarmUp(long));
  for (const _ of warmUp(long));
  assert(asked.includes("allocs.func") && asked.includes("events.kind"), asked.join());
  assert(!needsWarmUp(long));
  assertEquals(labelsAt("leaks | where func:sl", 3, long), ["slow_value"]);
});

Deno.test("hover() and signatureHelp() know window functions, including those that are also aggregates", () => {
  const found = hoverAt("events | window by thread order seq: a = fi^rst(seq)")!;
  assertEquals([found.what, found.type], ["window function", "u64"]);
  assertEquals(hoverAt("events | by func: fi^rst(seq)")!.what, "aggregate");
  const words =
    "events | match (free as f) then (alloc as a) on addr with^in 10 | join la^st (leaks) on addr bef^ore seq";
  for (const [at, word] of [[0, "within"], [1, "last"], [2, "before"]] as const) {
    const marks = [...words.matchAll(/\^/g)].map(({ index }) => index);
    const plain = words.replaceAll("^", "");
    const offset = marks[at]! - at;
    assertEquals(hoverAt(`${plain.slice(0, offset)}^${plain.slice(offset)}`)!.title, word);
  }
  assertEquals(hoverAt("events | window: a = la^g(size, 2)")!.title, "lag(x, n)");
  const text = "events | window order seq: a = moving(avg(size), ";
  assertEquals(signatureHelp(text, text.length, EMPTY_ENVIRONMENT)!.usage, "moving(avg(x), n)");
});
