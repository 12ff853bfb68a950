/** Pages about two traces: for every format, with the numbers of each side. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { UsageError } from "../../src/base/errors.ts";
import { changesView, pairsView } from "../../src/report/views/changes_view.ts";
import { bitsOf, unionsView } from "../../src/report/views/unions_view.ts";
import { CONFORMANCE, conformanceOf } from "../conformance/profile.ts";
import { placeOf } from "../conformance/samples.ts";
import { tableOf } from "../render/support.ts";
import { turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { sampleSession } from "../support/sample_session.ts";
import { withRows } from "../export/export_support.ts";
import { readTree, totals } from "../../src/report/flame/call_tree.ts";
import {
  all,
  cellsIn,
  type Element,
  pageOf,
  panelsIn,
  parsePage,
  type ReadPanel,
  textOf,
} from "./page_reader.ts";

async function compared(before: string, after: string): Promise<Element> {
  const html = await pageOf(await sampleSession({ before: placeOf(before), after: placeOf(after) }), {
    isComparison: true,
  });
  return all(parsePage(html), "html")[0]!;
}

/** A cell of a table by the name of its row and its column. */
function pairOf({ element }: ReadPanel, row: string): string[] {
  const rows = all(all(element, "tbody")[0]!, "tr");
  const found = rows.find((each) => textOf(all(each, "th")[0]!) === row);
  assert(found, row);
  return all(found!, "data").map((each) => each.attrs.find(({ name }) => name === "value")!.value);
}

for (const { entry: [name, { pair: [before, after] }], left } of turnsOf([...CONFORMANCE], 3, 2)) {
  const shown = `two traces of ${name} are compared, and every change is the difference of its numbers`;
  Deno.test(unless([left], shown), async () => {
    const document = await compared(before, after);
    assertEquals(all(document, "p", "failed").map(textOf), []);
    const panels = panelsIn(document as never);
    assert(panels.length >= 2);
    let changes = 0;
    for (const { element, title } of panels) {
      for (const body of all(element, "div", "changes")) {
        const [table] = all(body, "table");
        if (!table) continue;
        const heads = all(table, "th").map(textOf);
        const at = (ending: string): number => heads.findLastIndex((head) => head.endsWith(ending));
        for (const cells of cellsIn(table)) {
          const [from, to, delta] = [cells[at(" before")]!, cells[at(" after")]!, cells[1]!];
          assertEquals(BigInt(to) - BigInt(from), BigInt(delta), title);
          changes++;
        }
      }
      for (const pre of all(element, "pre", "tree")) {
        const { root, measures } = readTree(textOf(pre).replace(/^\n/, ""));
        for (const { at, before: was } of measures) {
          assert(was >= 0, title);
          assert(totals(root, (self) => self[at]! + self[was]!).get(root)! > 0n);
        }
      }
    }
    assertEquals(changes > 0, before !== after, `${changes} changes`);
  });
}

Deno.test("leaks and peaks in a comparison equal those of each trace alone", async () => {
  const [before, after] = conformanceOf("heaptrack").pair;
  const panels = panelsIn(await compared(before, after) as never);
  const numbers = panels.find(({ title }) => title === "Before and after, in numbers")!;
  for (const [at, path] of [before, after].entries()) {
    const session = await sampleSession({ a: placeOf(path) });
    const facts = {
      "leaked bytes": "leaks | summarize sum(size)",
      "peak bytes": "events | summarize max(live_bytes)",
    };
    for (const [row, query] of Object.entries(facts)) {
      const expected = await withRows(session, query, (table) => String(table.value(0, 0)));
      assertEquals(pairOf(numbers, row)[at], expected, `${row} of ${path}`);
    }
  }
});

Deno.test("a comparison of two coverage files lists lines and functions that lost coverage", async () => {
  const [before, after] = conformanceOf("lcov").pair;
  const panels = panelsIn(await compared(before, after) as never);
  const cells = (title: string): string[][] =>
    cellsIn(all(panels.find((each) => each.title === title)!.element, "table")[0]!);
  // Only the first test ran these: it adds, multiplies and has an empty list.
  const lost = cells("Lines that lost coverage");
  assertEquals(lost.length, 7);
  for (const row of lost) assertEquals(row.slice(0, 2).concat(row.slice(-2)), ["went", "-1", "1", "0"]);
  assertEquals(cells("Functions that lost coverage").length, 1);
  const files = cells("Lines that ran by file: what changed");
  assertEquals(files.map((row) => row.slice(0, 3)), [["shrank", "-6", "/src/calc.c"], [
    "shrank",
    "-1",
    "/src/list.c",
  ]]);
});

Deno.test("a comparison of traces with nothing in common is refused", async () => {
  await assertRejects(
    () => compared("gnatcov/shop-ppc.srctrace", "mpatrol/wordfreq-le64/trace.mtrc"),
    UsageError,
    "nothing in common",
  );
});

Deno.test("a change is also given in percent, if the old value is not 0", () => {
  const columns = ["calls", "draws", "gone", "frames"];
  const table = tableOf(
    [{ name: "trace", type: "text" }, ...columns.map((name) => ({ name, type: "u64" as const }))],
    [["new", 300n, 0n, 5n, 7n], ["old", 200n, 3n, 0n, 7n]],
  );
  const { html } = pairsView(table, { names: ["old", "new"], caption: "c" });
  const percents = [...html.matchAll(/<td class="n">([^<]*)<\/td><\/tr>/g)].map(([, percent]) => percent);
  assertEquals(percents, ["+50.0%", "−100.0%", "", ""]);
});

Deno.test("changes are named and sorted by their size, exact beyond 2^53", () => {
  const big = 1n << 60n;
  const table = tableOf(
    [
      { name: "func", type: "text" },
      ...["count_before", "count_after", "bytes_before", "bytes_after"].map((name) => ({
        name,
        type: "u64" as const,
      })),
    ],
    [
      ["same", 1n, 1n, 5n, 5n],
      ["grew", 1n, 1n, big, big + 3n],
      ["shrank", 4n, 2n, 9n, 4n],
      ["appeared", 0n, 1n, 0n, 7n],
      ["went", 2n, 0n, 2n, 0n],
      ["more of nothing", 1n, 2n, 0n, 0n],
    ],
  );
  const { html } = changesView(table, {
    before: "bytes_before",
    after: "bytes_after",
    seen: ["count_before", "count_after"],
    caption: "c",
  });
  const rows = [
    ...html.matchAll(
      /<tr><td class="t">(\w+)<\/td><td class="n"><data value="(-?\d+)"[^<]*<\/data><\/td><td class="t">([^<]*)/g,
    ),
  ];
  assertEquals(rows.map(([, kind, delta, name]) => [kind, delta, name]), [
    ["appeared", "7", "appeared"],
    ["shrank", "-5", "shrank"],
    ["grew", "3", "grew"],
    ["went", "-2", "went"],
    ["grew", "0", "more of nothing"],
  ]);
  assert(html.includes("2 grew, 1 shrank, 1 appeared, 1 went."), html);
});

Deno.test("coverage bits of source traces are merged by unit, in the order of the runs", () => {
  assertEquals(bitsOf("0-1 3-6 20"), [0, 1, 3, 4, 5, 6, 20]);
  assertEquals(bitsOf(""), []);
  const table = tableOf(
    ["trace", "unit", "kind", "bits", "covered", "map_hash"].map((name) => ({
      name,
      type: name === "bits" ? "u64" as const : "text" as const,
    })),
    [
      ["a", "x.c", "statement", 8n, "0-1 3", "m"],
      // Another instance of the unit in the same run.
      ["a", "x.c", "statement", 8n, "1-2", "m"],
      ["b", "x.c", "statement", 8n, "3-5", "m"],
      ["c", "x.c", "statement", 8n, "0 5", "m"],
      // The same name with another map: different obligations.
      ["c", "x.c", "statement", 4n, "0", "other"],
    ],
  );
  const cells = (html: string): string[][] =>
    [...html.matchAll(/<tr>(<td.*?)<\/tr>/g)].map(([, row]) =>
      [...row!.matchAll(/<td class="[nt]">(?:<data[^>]*>)?([^<]*)/g)].map(([, text]) => text!)
    );
  assertEquals(cells(unionsView(table, { by: "trace", caption: "c" }).html), [
    ["a", "4", "4", "2"],
    ["b", "3", "2", "1"],
    ["c", "3", "1", "1"],
  ]);
  assertEquals(cells(unionsView(table, { by: "unit", caption: "c" }).html).map((row) => row.slice(0, 4)), [
    ["x.c", "statement", "6", "8"],
    ["x.c", "statement", "1", "4"],
  ]);
});

Deno.test("a campaign shows what each run adds, in the order of the runs, and merges their sources", async () => {
  const folder = "testdata/gnatcov/wordfreq";
  const traces = { z: `${folder}/missing.trace`, b: `${folder}/numbers.trace`, c: `${folder}/words.trace` };
  const document = parsePage(await pageOf(await sampleSession(traces)));
  assertEquals(all(document, "p", "failed").map(textOf), []);
  const [campaign, ...others] = all(document, "section");
  const adds = panelsIn({ childNodes: [campaign] } as never).find(({ title }) =>
    title === "What each run adds"
  )!;
  // 3 lines of missing, 4 more of numbers, the other 7 of words.
  assertEquals(cellsIn(all(adds.element, "table")[0]!), [
    ["z", "3", "3", "0"],
    ["b", "7", "4", "0"],
    ["c", "14", "7", "7"],
  ]);
  const titles = (section: Element): string[] =>
    panelsIn({ childNodes: [section] } as never).map(({ title }) => title);
  assert(titles(campaign!).includes("Source, all runs together"));
  for (const other of others) assert(!titles(other).includes("Source"));
});
