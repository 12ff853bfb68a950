/** Pages of every format: valid, self-contained, and with the numbers of their queries. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createHash } from "node:crypto";
import type { ResultColumn, ResultTable, ResultValue } from "../../src/base/result_table.ts";
import type { Session } from "../../src/engine/session.ts";
import { exactText } from "../../src/render/cell_text.ts";
import { visible } from "../../src/render/visible.ts";
import { readTree, totals } from "../../src/report/flame/call_tree.ts";
import { formats } from "../../src/formats/registry.ts";
import { withRows } from "../export/export_support.ts";
import { sampleSession } from "../support/sample_session.ts";
import { withEveryFormat } from "../conformance/profile.ts";
import {
  all,
  attribute,
  cellsIn,
  type Element,
  elements,
  exactCell,
  pageOf,
  panelsIn,
  parsePage,
  textOf,
} from "./page_reader.ts";
import { atFullEffort, turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";

/** Undamaged and damaged samples of every format. */
const SAMPLES = withEveryFormat({
  mtrc: "testdata/mpatrol/pool-threads-le64/trace.mtrc",
  words: "testdata/mpatrol/wordfreq-le32/trace.mtrc",
  mptl: "testdata/mpatrol/pool-threads-le64/profile.mptl",
  threads: "testdata/apitrace/real-threads4.trace",
  gears: "testdata/apitrace/real-es2gears-sigterm.trace",
  tags: "testdata/apitrace/syn-v6-alltags.trace",
  apitrace: "testdata/apitrace/real-backtrace.trace",
  history: "testdata/gnatcov/qemu-arm-history-bare1.trace",
  gnatcov: "testdata/gnatcov/vg-amd64-flat-sieve.trace",
  cut: "testdata/gnatcov/bad-entry-cut.trace",
  empty: "testdata/gnatcov/syn-empty.trace",
  "gnatcov-src": "testdata/gnatcov/shop-x86_64.srctrace",
  log: "testdata/gnatcov/shop-console.base64.txt",
  resources: "testdata/sp-rtrace/c02-filesrv.txt",
  "sp-rtrace": "testdata/sp-rtrace/c01-jsonidx.resolved.txt",
  "sp-rtrace-bin": "testdata/sp-rtrace/c01-jsonidx.rtrace",
});

/** A sample alone, and its page. */
interface SamplePage {
  readonly session: Session;
  readonly html: string;
}

const samplePages = new Map<string, Promise<SamplePage>>();

/** The page of a sample under its name; shared by several tests, and made by the first. */
function pageOfSample(name: string): Promise<SamplePage> {
  const make = async (): Promise<SamplePage> => {
    const session = await sampleSession({ [name]: SAMPLES[name]! });
    return { session, html: await pageOf(session) };
  };
  const page = samplePages.get(name) ?? make();
  samplePages.set(name, page);
  return page;
}

/** The expected content of a cell: exact numbers, visible texts. */
function expectedCell(column: ResultColumn, value: ResultValue, isPower = false): string {
  if (value === null) return isPower ? "" : "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return visible(exactText(column)(value));
}

function expectedRows(table: ResultTable, powers: boolean): string[][] {
  const open = table.columns.findIndex(({ name }) => name === "at_least");
  return Array.from(
    { length: table.rowCount },
    (_, row) =>
      table.columns.flatMap((column, at) => {
        if (open >= 0 && (at === open || column.name === "least")) return [];
        // The label gives the power; that of the open-ended bin its first size.
        const label = open >= 0 && at === 0 && table.value(row, open) === true;
        const shown = label ? table.columns.findIndex(({ name }) => name === "least") : at;
        return [expectedCell(column, table.value(row, shown), powers && at === 0)];
      }),
  );
}

/** The tree has the numbers of all rows, each once. */
function checkFlame(body: Element, table: ResultTable, where: string): void {
  const [pre] = all(body, "pre", "tree");
  const { root } = readTree(textOf(pre!).replace(/^\n/, ""));
  const found = root.self.map((_, at) => totals(root, (self) => self[at]!).get(root)!);
  const expected = table.columns.flatMap(({ name }, column) => {
    if (name === "stack" || name === "name") return [];
    const values = Array.from(
      { length: table.rowCount },
      (_, row) => BigInt((table.value(row, column) ?? 0) as bigint),
    );
    return [values.reduce((sum, value) => sum + value, 0n)];
  });
  const order = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
  assertEquals(found.sort(order), expected.sort(order), where);
  assert(all(all(body, "div", "flame")[0]!, "span").length > 0, where);
}

/** Every row is a line of a file, with its numbers. */
function checkSources(body: Element, table: ResultTable, where: string): void {
  const at = (name: string): number => table.columns.findIndex((column) => column.name === name);
  const shown = table.columns.flatMap(({ name }, column) =>
    ["file", "line", "func", "covered", "uncovered", "branches", "both_ways", "taken"].includes(name)
      ? []
      : [column]
  );
  const rows = all(body, "table", "lines").flatMap(cellsIn);
  assertEquals(rows.length, table.rowCount, where);
  rows.forEach((cells, row) => {
    const expected = shown.map((column) => {
      const value = table.value(row, column);
      return value === null ? "" : expectedCell(table.columns[column]!, value);
    });
    assertEquals(cells[0], String(table.value(row, at("line"))), where);
    // A sign before the numbers shows whether the line ran.
    const from = at("covered") < 0 ? 1 : 2;
    assertEquals(cells.slice(from, from + shown.length), expected, where);
    if (at("taken") >= 0) {
      const [branches, taken] = ["branches", "taken"].map((name) => table.value(row, at(name)));
      assertEquals(cells[from + shown.length], branches ? `${taken}/${branches}` : "", where);
    }
    if (at("func") < 0) return;
    assertEquals(cells.at(-1)!.trim(), visible(String(table.value(row, at("func")) ?? "")).trim(), where);
  });
}

/** Compares a panel with the rows of its query. */
function checkPanel(element: Element, table: ResultTable, where: string): string {
  const [empty] = all(element, "p", "empty");
  if (table.rowCount === 0) {
    assert(empty, `${where}: no rows`);
    return "empty";
  }
  const [body] = all(element, "div", "body");
  if (!body) {
    // A line instead of a chart: if there is nothing to draw.
    assertMatch(textOf(empty!), new RegExp(`0 in every one of ${table.rowCount} steps`), where);
    const values = table.columns.findIndex(({ name }) => !["frame", "from", "to", "at_end"].includes(name));
    for (let row = 0; row < table.rowCount; row++) assert(Number(table.value(row, values) ?? 0) === 0, where);
    return "empty";
  }
  const kind = attribute(body, "class")!.replace("body ", "");
  if (kind === "tiles" || kind === "facts") {
    const found = all(body, "dd").map(exactCell);
    const expected = table.columns.map((column, at) =>
      expectedCell(column, table.value(0, at) ?? (kind === "tiles" ? 0n : null))
    );
    assertEquals(found, expected, where);
  } else if (kind === "columns") {
    const found = cellsIn(all(body, "table")[0]!);
    const expected = table.columns.map((column, at) => [
      column.name.replaceAll("_", " "),
      expectedCell(column, table.value(0, at) ?? 0n),
    ]);
    assertEquals(found, expected, where);
  } else if (kind === "flame") {
    checkFlame(body, table, where);
  } else if (kind === "sources") {
    checkSources(body, table, where);
  } else if (kind === "matrix") {
    const values = cellsIn(all(body, "table")[0]!).flatMap(([, ...cells]) => cells).filter((cell) =>
      cell !== "·"
    );
    const at = table.columns.findIndex(({ name }) => name === "blocks");
    const expected = Array.from({ length: table.rowCount }, (_, row) => String(table.value(row, at)));
    assertEquals(values.sort(), expected.sort(), where);
  } else {
    const tables = all(body, "table");
    if (tables.length === 0) {
      // A curve with only zeros.
      assertEquals(kind, "line", where);
      const at = table.columns.findIndex(({ name }) => new RegExp(`${name} = (max|sum)`).test(where));
      const values = Array.from({ length: table.rowCount }, (_, row) => table.value(row, at));
      assert(values.every((value) => value === null || value === 0n), where);
      return kind;
    }
    const found = cellsIn(tables[0]!);
    assertEquals(found, expectedRows(table, /bucket\(/.test(where)), where);
  }
  return kind;
}

for (const { entry: [name, path], left } of turnsOf(Object.entries(SAMPLES), 4, 1)) {
  const shown = `the page of ${name} is sound and has the numbers of its queries`;
  // Only this sample has a panel for each pair of threads.
  Deno.test(unless([name === "mtrc" ? null : left], shown), async () => {
    const document = parsePage((await pageOfSample(name)).html);
    const panels = panelsIn(document);
    assert(panels.length >= 4, `${panels.length} panels`);
    assertEquals(all(document, "p", "failed").map(textOf), []);
    // A separate session, like that of a reader who types the queries.
    const session = await sampleSession({ [name]: path });
    const kinds = new Set<string>();
    for (const { title, query, element } of panels) {
      if (query.startsWith("traces")) continue; // the path is the one given to the session
      await withRows(session, query, (table) => {
        kinds.add(checkPanel(element, table, `${title}: ${query}`));
      });
    }
    assert(kinds.has("table"));
  });
}

Deno.test(atFullEffort("the samples include every format and every kind of view"), async () => {
  const seen = new Set<string>();
  const views = new Set<string>();
  for (const name of Object.keys(SAMPLES)) {
    const { session, html } = await pageOfSample(name);
    for (const { trace } of session.traces) seen.add(trace.header.format);
    for (const [, view] of html.matchAll(/<div class="(body [^"]*)"/g)) views.add(view!);
  }
  assertEquals([...seen].sort(), formats.map(({ name }) => name).sort());
  const kinds = ["bars", "columns", "facts", "flame", "line", "matrix", "share", "sources", "table", "tiles"];
  assertEquals([...views].sort(), kinds.map((kind) => `body ${kind}`));
});

Deno.test("a page loads nothing, and runs no script but its own", async () => {
  const html = await pageOf(await sampleSession({ a: SAMPLES.gears!, b: SAMPLES.mtrc! }));
  const document = parsePage(html);
  for (const element of elements(document)) {
    assert(
      !["link", "img", "iframe", "object", "embed", "base", "form"].includes(element.tagName),
      element.tagName,
    );
    for (const { name, value } of element.attrs) {
      assert(!/^on/.test(name) && name !== "src" && name !== "srcset", name);
      if (name === "href") assert(value.startsWith("#"), value);
    }
  }
  assert(
    !/https?:|\/\/[a-z]|@import|url\(/.test(html.replaceAll("-apple-system", "")),
    "a reference to elsewhere",
  );
  const scripts = all(document, "script");
  assertEquals(scripts.length, 1);
  const hash = createHash("sha256").update(textOf(scripts[0]!)).digest("base64");
  const policy = all(document, "meta").find((each) =>
    attribute(each, "http-equiv") === "Content-Security-Policy"
  )!;
  assertStringIncludes(attribute(policy, "content")!, "default-src 'none'");
  assertStringIncludes(attribute(policy, "content")!, `script-src 'sha256-${hash}'`);
});

Deno.test(atFullEffort("charts, tables and headings are accessible to screen readers"), async () => {
  const document = parsePage(await pageOf(await sampleSession({ a: SAMPLES.mtrc!, b: SAMPLES.gears! })));
  const ids = elements(document).flatMap((each) => attribute(each, "id") ?? []);
  assertEquals(ids.length, new Set(ids).size, "ids are unique");
  for (const svg of all(document, "svg")) {
    assertEquals(attribute(svg, "role"), "img");
    // The label of a headline's curve describes it in one sentence.
    if (attribute(svg, "aria-label")) continue;
    for (const id of attribute(svg, "aria-labelledby")!.split(" ")) assert(ids.includes(id));
    assert(textOf(all(svg, "title")[0]!) !== "" && textOf(all(svg, "desc")[0]!) !== "");
  }
  for (const table of all(document, "table")) {
    assert(textOf(all(table, "caption")[0]!) !== "");
    for (const head of all(table, "th")) assert(["col", "row"].includes(attribute(head, "scope")!));
  }
  for (const article of all(document, "article")) {
    assert(ids.includes(attribute(article, "aria-labelledby")!));
  }
  assertEquals(all(document, "h1").length, 1);
  assertEquals(all(document, "h2").map(textOf), ["a", "b"]);
  const targets = all(all(document, "nav")[0]!, "a").map((each) => attribute(each, "href"));
  assertEquals(targets, ["#trace-1", "#trace-2"]);
});

Deno.test("several traces have a section each, with queries over that trace alone", async () => {
  const session = await sampleSession({ 'odd "name"': SAMPLES.mtrc!, other: SAMPLES.words! });
  const document = parsePage(await pageOf(session));
  const sections = all(document, "section");
  assertEquals(sections.map((each) => textOf(all(each, "h2")[0]!)), ['odd "name"', "other"]);
  const alone = parsePage(await pageOf(await sampleSession({ other: SAMPLES.words! })));
  const numbers = (node: Parameters<typeof all>[0]): string[] =>
    all(node, "data").map((each) => attribute(each, "value")!);
  assertEquals(numbers(sections[1]!), numbers(alone));
});

Deno.test("the heights of the curve are in proportion to the numbers", async () => {
  const session = await sampleSession({ a: SAMPLES.mtrc! });
  const document = parsePage(await pageOf(session));
  const panel = panelsIn(document).find(({ title }) => title === "Live bytes over the trace")!;
  const path = attribute(all(panel.element, "path", "line")[0]!, "d")!;
  const heights = [...path.matchAll(/L[\d.]+ ([\d.]+)H/g)].map(([, height]) => Number(height));
  await withRows(session, panel.query, (table) => {
    const at = table.columns.findIndex(({ name }) => name === "live_bytes");
    const values = Array.from({ length: table.rowCount }, (_, row) => Number(table.value(row, at) ?? 0n));
    const most = Math.max(...values);
    assert(most > 0);
    assertEquals(heights, values.map((value) => Number((240 - 236 * value / most).toFixed(1))));
  });
});

/** The text below the curve of a chart, and its caption. */
function chartTexts(document: ReturnType<typeof parsePage>, caption: string): { said: string; axis: string } {
  const panel = panelsIn(document).find(({ title }) => title === caption)!;
  const [first] = all(all(panel.element, "div", "x")[0]!, "span").map(textOf);
  return { said: textOf(all(panel.element, "p", "said")[0]!), axis: first!.split(" ")[0]! };
}

const CHARTED = ["mtrc", "words", "resources", "sp-rtrace", "sp-rtrace-bin"];
for (const { entry: name, left } of turnsOf(CHARTED, 3)) {
  const shown = `the charts of ${name} name the record of the peak and not the start of its step`;
  Deno.test(unless([left], shown), async () => {
    const { session, html } = await pageOfSample(name);
    const document = parsePage(html);
    const { lives, header } = session.traces[0]!.trace;
    const rows = [lives!.totals.peakBytesRow, lives!.totals.peakBlocksRow];
    for (const [at, caption] of ["Live bytes over the trace", "Live blocks over the trace"].entries()) {
      const { said, axis } = chartTexts(document, caption);
      const seq = rows[at]! + 1;
      // Pairing has recorded the rows while reading; the names of the records are looked up one by one.
      const place = await withRows(
        session,
        `events | where seq == ${seq} | select no`,
        (table) => table.value(0, 0),
      );
      const record = place === BigInt(seq) ? "" : ` (record ${seq})`;
      const word = header.format === "mtrc" ? "event" : "call";
      assertMatch(
        said,
        new RegExp(
          `^Peak \\S+(?: [KMG]iB)? after ${word} ${place}${record.replace(/[()]/g, "\\$&")}( at [\\d:.]+)?; `,
        ),
      );
      assertEquals(axis, "record");
    }
  });
}

Deno.test("a trace with enough times is charted over time, and steps without records keep the live blocks", async () => {
  using file = Temporary.file();
  // A burst of allocations, nothing for a while, and a burst of frees.
  const line = (index: number, at: number, call: string): string =>
    `${index}. [00:00:${String(Math.floor(at / 1000)).padStart(2, "0")}.${
      String(at % 1000).padStart(3, "0")
    }] ${call}\n\n`;
  let text = "version=2.0, pid=1, \n";
  for (let at = 0; at < 50; at++) text += line(at + 1, at, `malloc(10) = 0x${(at + 1).toString(16)}000`);
  for (let at = 0; at < 50; at++) text += line(at + 51, 9000 + at, `free(0x${(at + 1).toString(16)}000)`);
  await Deno.writeTextFile(file.path, text);
  const session = await sampleSession({ a: file.path });
  const document = parsePage(await pageOf(session));
  const { axis } = chartTexts(document, "Live bytes over the trace");
  assertEquals(axis, "time");
  const panel = panelsIn(document).find(({ title }) => title === "Live bytes over the trace")!;
  const curve = attribute(all(panel.element, "path", "line")[0]!, "d")!;
  const heights = [...curve.matchAll(/L[\d.]+ ([\d.]+)H/g)].map(([, height]) => Number(height));
  assert(heights.length > 100, `${heights.length} steps`);
  // 500 bytes are live in the middle, where nothing is recorded.
  assertEquals(heights[Math.floor(heights.length / 2)], 4);
});

Deno.test("the peak in a report is the same as in info", async () => {
  const session = await sampleSession({ a: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
  const { said } = chartTexts(parsePage(await pageOf(session)), "Live bytes over the trace");
  // `quarry info` in the README: 12.0 KiB, peak after event 1071 (record #1091).
  assert(said.startsWith("Peak 12.0 KiB after event 1071 (record 1091); "), said);
});

Deno.test(atFullEffort("the charts of a recording name the frame of the peak"), async () => {
  const session = await sampleSession({ a: SAMPLES.gears! });
  const document = parsePage(await pageOf(session));
  for (
    const [caption, column] of [["Calls per frame", "calls"], ["Uploaded bytes per frame", "bytes"]]
  ) {
    const { said, axis } = chartTexts(document, caption!);
    const frame = await withRows(
      session,
      `frames | sort ${column} desc, frame | take 1`,
      (table) => table.value(0, 0),
    );
    assertMatch(said, new RegExp(`^Peak [\\d.]+(?: KiB)? in frame ${frame}; `));
    assertEquals(axis, "frame");
  }
});

Deno.test("a chart of only zeros is replaced by a line of text", async () => {
  using file = Temporary.file();
  await Deno.writeTextFile(file.path, "version=2.0, pid=1, \n1. free(0x1)\n\n2. free(0x2)\n\n");
  const document = parsePage(await pageOf(await sampleSession({ a: file.path })));
  const panel = panelsIn(document).find(({ title }) => title === "Live bytes over the trace")!;
  assertEquals(all(panel.element, "p", "empty").map(textOf), ["live bytes: 0 in every one of 2 steps."]);
  assertEquals(all(panel.element, "svg").length, 0);
});
