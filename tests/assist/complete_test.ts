/** Completion at positions in a text. */

import { assert, assertEquals } from "@std/assert";
import type { Catalog } from "../../src/query/analysis/catalog.ts";
import { bindScript, parseScript } from "../../src/language/script.ts";
import { STAGES } from "../../src/query/stages/registry.ts";
import { CATALOGS } from "../query/analysis/binding.ts";
import { fakeCatalog, MTRC, RTRACE } from "../query/analysis/fake_catalog.ts";
import { assertQuicker } from "../support/growth.ts";
import { accept, completeAt, labelsAt, labelsOf } from "./support.ts";

/** The text after accepting the first suggestion; the mark is where the caret goes. */
const ACCEPTED: readonly (readonly [string, string, string?])[] = [
  ["", "events^"],
  ["le", "leaks^"],
  ["thr^ == 3", "threads^ == 3"],
  ["leaks | wh", "leaks | where ^"],
  ["leaks | where fre", "leaks | where freed^"],
  ["leaks | where free.th", "leaks | where free.thread^"],
  ["kind == al", "kind == alloc^"],
  ["kind:re", "kind:realloc^"],
  ["kind in {alloc, fr", "kind in {alloc, free^"],
  ['func == "net_r', 'func == "net_read"^'],
  ['func == "net_r^"', 'func == "net_read^"'],
  ['func ~ "par', 'func ~ "parse_line"^'],
  ["file:par", "file:parse.c^"],
  ["file:src/n", "file:src/net/^"],
  ["file:src/net/", "file:src/net/socket.c^"],
  ["thread:", "thread:1^"],
  ["size:sm", "size:small^"],
  ["leaks | by buck", "leaks | by bucket(^)"],
  ["leaks | by func: cou", "leaks | by func: count()^"],
  ["leaks | by func: sum(si", "leaks | by func: sum(size^"],
  ["leaks | summarize a = ma", "leaks | summarize a = max(^)"],
  ["leaks | by func | sort by", "leaks | by func | sort bytes^"],
  ["leaks | by func | top 3 by ^", "leaks | by func | top 3 by func^"],
  ["leaks | sort size d", "leaks | sort size desc^"],
  ["live @ pe", "live @ peak^"],
  ["live @ peak b", "live @ peak blocks ^".replace(" ^", "^")],
  ["leaks of be", "leaks of before^", "two"],
  ["context has st", "context has startup^", "sp-rtrace"],
  ["live @ context LO", "live @ context LOADED^", "sp-rtrace"],
  ['calls | where arg("ta', 'calls | where arg("target"^', "apitrace"],
  ["calls | where ar", 'calls | where arg("^")', "apitrace"],
  ["calls | where name:glD", "calls | where name:glDrawArrays^", "apitrace"],
  ["leaks | through net_w", "leaks | through net_write^"],
  ["leaks | callers o", "leaks | callers of ^"],
  ["leaks | join le", "leaks | join left ^"],
  ["leaks | join la", "leaks | join last ^"],
  ["leaks | join left fi", "leaks | join left first ^"],
  ["leaks | join last (allo", "leaks | join last (allocs^"],
  ["leaks | join last (allocs) on addr be", "leaks | join last (allocs) on addr before ^"],
  ["leaks | join first (allocs) af", "leaks | join first (allocs) after ^"],
  ["leaks | join first (allocs) after fre", "leaks | join first (allocs) after freed^"],
  ["leaks | join (allo", "leaks | join (allocs^"],
  [
    "leaks | join (allocs | by func: made = count()) on func = fu",
    "leaks | join (allocs | by func: made = count()) on func = func^",
  ],
  ["func is no", "func is not null^"],
  ["func is not n", "func is not null^"],
  ["size > 4 an", "size > 4 and ^"],
  ["func con", "func contains ^"],
  ["addr ov", "addr overlaps ^"],
  ["timeline ev", "timeline every ^"],
  ["events | matc", "events | match ^"],
  ["events | match (kind == al", "events | match (kind == alloc^"],
  ["events | match (func:ma", "events | match (func:main^"],
  ["events | match (free a", "events | match (free as ^"],
  ["events | match (free as f) th", "events | match (free as f) then ^"],
  ["events | match (free as f) then (alloc as a) o", "events | match (free as f) then (alloc as a) on ^"],
  [
    "events | match (free as f) then (alloc as a) on ad",
    "events | match (free as f) then (alloc as a) on addr^",
  ],
  [
    "events | match (free as f) then (alloc as a) on addr wi",
    "events | match (free as f) then (alloc as a) on addr within ^",
  ],
  [
    "events | match (free as f) then (alloc as a) on addr within 10 un",
    "events | match (free as f) then (alloc as a) on addr within 10 until ^",
  ],
  ["events | match (free as f) on addr | select f.se", "events | match (free as f) on addr | select f.seq^"],
  ["events | sess", "events | sessions ^"],
  ["events | sessions g", "events | sessions gap ^"],
  ["events | sessions gap 10 b", "events | sessions gap 10 by ^"],
  ["events | sessions gap 10 by thr", "events | sessions gap 10 by thread^"],
  ["events | sessions gap 10 by thread: cou", "events | sessions gap 10 by thread: count()^"],
  ["events | windo", "events | window ^"],
  ["events | window ord", "events | window order ^"],
  ["events | window by thr", "events | window by thread^"],
  ["events | window by thread ord", "events | window by thread order ^"],
  ["events | window order seq: n = row", "events | window order seq: n = row_number()^"],
  ["events | window order seq: gap = seq - la", "events | window order seq: gap = seq - lag(^)"],
  ["events | window order seq: s = moving(av", "events | window order seq: s = moving(avg(^)"],
  [
    "events | window order seq: gapp = seq - lag(seq), n = moving(avg(gap",
    "events | window order seq: gapp = seq - lag(seq), n = moving(avg(gapp^",
  ],
  [
    "events | window order seq: gapp = seq - lag(seq), n = gap",
    "events | window order seq: gapp = seq - lag(seq), n = gapp^",
  ],
  ["events | window order seq: s = medi", "events | window order seq: s = median(^)"],
  ["leaks | hist size b", "leaks | hist size bins ^"],
  ["leaks | tree u", "leaks | tree up^"],
  ["let big = size > 4K; leaks | where bi", "let big = size > 4K; leaks | where big^"],
  ["let big(n) = size > n; leaks | where bi", "let big(n) = size > n; leaks | where big(^)"],
  ["let worst = leaks | top 3 by size\n\nwor", "let worst = leaks | top 3 by size\n\nworst^"],
  ["alloc in (lea", "alloc in (leaks^"],
  ["leaks | extend kb = siz", "leaks | extend kb = size^"],
  ["leaks | extend kb = size / 1024 | where k", "leaks | extend kb = size / 1024 | where kb^"],
];

for (const [source, expected, catalog = "mtrc"] of ACCEPTED) {
  Deno.test(`complete() turns ${JSON.stringify(source)} into ${JSON.stringify(expected)}`, () => {
    assertEquals(accept(source, CATALOGS[catalog]!), expected);
  });
}

Deno.test("complete() suggests all stages after a pipe, each with usage and documentation", () => {
  const { items } = completeAt("leaks | ");
  assertEquals(items.map(({ label }) => label), STAGES.map(({ keyword }) => keyword));
  for (const item of items) assert(item.detail && item.doc, item.label);
});

Deno.test("complete() knows the columns after each stage", () => {
  assertEquals(labelsOf("leaks | by func | where ", "column"), ["func", "count", "bytes"]);
  assertEquals(labelsOf("leaks | select a = addr, func | where ", "column").sort(), ["a", "func"]);
  assertEquals(labelsOf("leaks | summarize m = max(size) by file | sort ", "column").sort(), ["file", "m"]);
  assert(labelsOf("leaks | where ", "column").includes("free.thread"));
  assert(!labelsOf("leaks | drop addr | where ", "column").includes("addr"));
  assertEquals(labelsOf("diff (live @ 25%), (live @ 75%) by func | where ", "column").slice(0, 3), [
    "func",
    "count_before",
    "count_after",
  ]);
});

Deno.test("complete() suggests no comparison after a number of rows or bins", () => {
  for (
    const stage of [
      "take 3",
      "skip 3",
      "tail 3",
      "sample 3",
      "before 3",
      "after 3",
      "top 3",
      "hist size bins 3",
    ]
  ) {
    assertEquals(labelsOf(`events | ${stage} `, "operator"), [], stage);
  }
});

Deno.test("complete() suggests operators that fit the type", () => {
  const text = labelsOf("func ", "operator");
  assert(text.includes("contains") && text.includes("~") && !text.includes(">="), text.join());
  const number = labelsOf("size ", "operator");
  assert(number.includes(">=") && !number.includes("contains"), number.join());
  assert(labelsOf("leaks | where addr ", "operator").includes("overlaps"));
  assert(labelsOf("context ", "operator", CATALOGS["sp-rtrace"]!).includes("has"));
  assertEquals(labelsOf("size > 4K ", "operator"), ["and", "or"]);
});

Deno.test("complete() counts values, and the rows below folders and in size classes", () => {
  const counts = (source: string, catalog: Catalog): [string, number | undefined][] =>
    completeAt(source, catalog).items.map(({ label, count }) => [label, count]);
  const base = fakeCatalog({ run: MTRC });
  const values: Record<string, { value: string | bigint; count: number }[]> = {
    file: [{ value: "src/net/a.c", count: 7 }, { value: "src/net/b.c", count: 2 }, {
      value: "lib/a.c",
      count: 1,
    }],
    size: [{ value: 16n, count: 5 }, { value: 17n, count: 3 }, { value: 4096n, count: 1 }],
  };
  const catalog: Catalog = { ...base, table: base.table, distinct: (_, column) => values[column] };
  const files = counts("file:", catalog);
  assertEquals(files.filter(([label]) => label.endsWith("/")), [["src/", 9], ["lib/", 1]]);
  assertEquals(files.find(([label]) => label === "a.c"), ["a.c", 8]);
  assertEquals(files.find(([label]) => label === "src/net/b.c"), ["src/net/b.c", 2]);
  const sizes = counts("size:", catalog);
  assertEquals(sizes.slice(0, 4), [["small", 8], ["medium", 0], ["large", 0], ["xlarge", 1]]);
  assertEquals(sizes.find(([label]) => label === "16..32"), ["16..32", 8]);
  // A value with nearly half as many rows as the most frequent one comes before ranges, a rarer one after
  // them.
  const often: Catalog = {
    ...catalog,
    distinct: () => [{ value: 16n, count: 100 }, { value: 17n, count: 46 }, { value: 18n, count: 44 }],
  };
  assertEquals(counts("size:", often).slice(4).map(([label]) => label), ["16", "17", "16..32", "18"]);
  assertEquals(counts("bucket(size) == ", catalog).slice(0, 2), [["4", 8], ["12", 1]]);
  assertEquals(counts("base(file) == ", catalog).slice(0, 2), [["a.c", 8], ["b.c", 2]]);
});

Deno.test("complete() quotes values where needed", () => {
  const odd = [
    "a b",
    'say "x"',
    "f*",
    "1..2",
    "null",
    "x|y",
    "size",
    "new\nline",
    "{a}",
    "/re/",
    "a:b:",
    "ünï",
  ];
  const base = fakeCatalog({ run: MTRC });
  const catalog: Catalog = {
    ...base,
    distinct: (_, column) => column === "func" ? odd.map((value) => ({ value, count: 1 })) : undefined,
  };
  for (const head of ["func == ", "func:", "func in {", 'func == "', "func == '"]) {
    const { items, from } = completeAt(head, catalog);
    const found = items.filter(({ kind }) => kind === "value");
    assertEquals(found.length, odd.length, head);
    for (const { label, insert } of found) {
      const text = head.slice(0, from) + insert + (head.endsWith("{") ? "}" : "");
      const { script, diagnostics } = parseScript(text);
      const bound = bindScript({ script }, catalog);
      const errors = [...diagnostics, ...bound.diagnostics];
      assertEquals(errors.map(({ message }) => message), [], `${text} for ${label}`);
      const plan = JSON.stringify(
        bound.statements,
        (_, value) => typeof value === "bigint" ? String(value) : value,
      );
      assert(
        plan.includes(JSON.stringify(JSON.stringify(label).slice(1, -1)).slice(1, -1)) ||
          plan.includes(JSON.stringify(label).slice(1, -1)),
        `${text}: ${plan}`,
      );
    }
  }
});

Deno.test("complete() replaces the word around the caret", () => {
  const { from, to } = completeAt("leaks | where fu^nc == main");
  assertEquals([from, to], [14, 18]);
});

Deno.test("complete() suggests nothing in comments and after closed quotes", () => {
  assertEquals(labelsAt("leaks # le", 3), []);
  assertEquals(labelsAt('func == "main"', 3), []);
});

Deno.test("complete() offers results and definitions of earlier scripts", () => {
  const { environment } = bindScript(
    parseScript("let big = size > 4K; leaks | top 3 by size | as worst"),
    CATALOGS.mtrc!,
  );
  assertEquals(labelsAt("wors", 1, CATALOGS.mtrc!, environment), ["worst"]);
  assertEquals(labelsAt("leaks | where bi", 1, CATALOGS.mtrc!, environment), ["big"]);
});

Deno.test("complete() analyses only the part of a long script that is being edited", () => {
  const before = "let big = size > 4K\n\n" + "leaks | where big | count\n\n".repeat(2000);
  assertEquals(labelsAt(before + "events | where bi", 1), ["big"]);
  const whole = before + "events | where bi";
  assertQuicker(() => completeAt(whole), () => parseScript(whole), "completing against parsing");
});

Deno.test("complete() matches scattered letters, and ranks starts of words first", () => {
  assertEquals(labelsAt("leaks | where flt", 3).includes("first_size"), false);
  assertEquals(labelsAt("leaks | where fsz", 1), ["first_size"]);
  assertEquals(labelsAt("leaks | where ft", 1), ["free.thread"]);
});

Deno.test("complete() knows the flags of sp-rtrace", () => {
  assertEquals(labelsOf("context has ", "flag", fakeCatalog({ run: RTRACE })), ["LOADED", "startup"]);
});

Deno.test("function arguments complete by their parameter, and arg() is suggested only for tables that support it", () => {
  assertEquals(labelsAt("where in_stack(stack, ^)", 2), ["main", "net_read"]);
  assertEquals(labelsOf("where in_stack(stack, ^)", "column"), []);
  assertEquals(labelsAt("where in_stack(^, x)", 2), ["kind", "func"]);
  const functions = labelsOf("where ^", "function");
  assertEquals([functions.includes("in_stack"), functions.includes("arg")], [true, false]);
});

Deno.test("at the start of a statement, let and assert are suggested before use and suppress", () => {
  const words = ["let", "use", "suppress", "assert"];
  assertEquals(labelsOf("", "keyword").filter((label) => words.includes(label)), [
    "let",
    "assert",
    "use",
    "suppress",
  ]);
});

Deno.test("complete() suggests the comma and the keys of a comparison where they belong", () => {
  const next: Record<string, readonly string[]> = {
    "diff leaks ": [",", "|"],
    "diff leaks, leaks ": ["by", "|"],
    "changes leaks, (leaks | where size > 1) ": ["by", "|"],
    "diff leaks, live ": ["@", "by", "|"],
    "diff leaks, leaks by func ": ["|", "==", "!="],
    "diff leaks, (live ": ["@", "|"],
  };
  for (const [text, labels] of Object.entries(next)) assertEquals(labelsAt(text, 3), labels, text);
  for (const text of ["diff le", "diff leaks, le"]) assertEquals(labelsAt(text, 1), ["leaks"], text);
  assertEquals(labelsAt("diff leaks, leaks by fu", 1), ["func"]);
  assertEquals(labelsAt("diff leaks of before, leaks of after ", 3, CATALOGS.two), ["by", "|"]);
});

Deno.test("complete() knows the type of a column in a definition with parameters", () => {
  const values = labelsAt("let big(n) = allocs | where size > ", 6);
  assertEquals(values, ["small", "medium", "large", "xlarge", "thread", "size"]);
  assertEquals(labelsAt("let big(n) = allocs | where size ", 3), ["|", "==", "!="]);
});
