/**
 * Views of tables typed in by hand, as markup, and the words of pages about small traces and pairs of them.
 * `-- --update` rewrites `drawn_views.txt`, for review.
 */
import { assertEquals } from "@std/assert";
import type { ResultColumn, ResultTable, ResultValue } from "../../src/base/result_table.ts";
import { PageSources } from "../../src/report/sources.ts";
import { SHOW_LIMITS } from "../../src/base/limits/show_limits.ts";
import { cellMarkup, groupedMarkup } from "../../src/report/cell_markup.ts";
import { ticksBelow } from "../../src/report/views/axis_ticks.ts";
import { columnsView, shareView } from "../../src/report/views/bars_view.ts";
import { changesView, pairsView } from "../../src/report/views/changes_view.ts";
import { lineView } from "../../src/report/views/line_view.ts";
import { matrixView } from "../../src/report/views/matrix_view.ts";
import { sourceView } from "../../src/report/views/source_view.ts";
import { factsView, tableView, tilesView } from "../../src/report/views/table_view.ts";
import { unionsView } from "../../src/report/views/unions_view.ts";
import { tableOf } from "../render/support.ts";
import { smallSession } from "../support/small_traces.ts";
import { drawnAs, pageOf, panelsIn, parsePage, wordsOf } from "./page_reader.ts";

const GOLDEN = new URL("drawn_views.txt", import.meta.url);
const caption = "c";

/** A table from a line of columns, `name:type:display`, and rows: whole numbers are 64-bit ones. */
function table(
  columns: string,
  ...rows: readonly (readonly (string | number | boolean | null)[])[]
): ResultTable {
  const infos = columns.split(" ").map((each) => {
    const [name, type = "u64", display] = each.split(":");
    return { name, type, ...(display === undefined ? {} : { display }) } as ResultColumn;
  });
  return tableOf(
    infos,
    rows.map((row) =>
      row.map((value, at): ResultValue =>
        typeof value === "number" && infos[at]!.type !== "f64" ? BigInt(value) : value
      )
    ),
  );
}

const CHANGES = table(
  "func:text line count_before count_after bytes_before bytes_after",
  ["grew", 1, 2, 3, 10, 30],
  ["more of the same", 2, 2, 3, 10, 10],
  ["fewer of the same", 3, 3, 2, 10, 10],
  ["the same", 4, 2, 2, 10, 10],
  ["appeared", 5, 0, 1, 0, 4096],
  ["appeared, empty", 6, 0, 1, 0, 0],
  ["went", 7, 5, 0, 20, 0],
  ["went as well", 8, 6, null, 20, null],
  ["shrank", 9, 5, 4, 21, 1],
  [null, null, 1, 1, 7, 27],
);
const MANY = (count: number): ResultTable =>
  table("func:text n_before n_after", ...Array.from({ length: count }, (_, at) => [`f${at}`, 0, 1 + at % 5]));
const SPREAD = table("bits:f64 x n_before:f64 n_after:f64", [0.5, 1, 1.9, 3.9], [0.25, 2, 5, 4.2]);

const LINES = table(
  "file:text line func:text covered:bool times branches taken",
  ["a/one.c", 0, "", false, 0, 0, 0],
  ["a/one.c", 1, "main", true, 5, 2, 1],
  ["a/one.c", 2, "main", false, 0, 0, 0],
  ["a/one.c", 4, "f", true, 7, 4, 4],
  ["a/one.c", 4, "", true, 1234, null, null],
  ["a/two.c", 1, "g", false, 0, 0, 0],
  ["b/x/three.c", 3, "h", true, 1, 0, 0],
  ["", 9, "nowhere", false, 0, 0, 0],
);
const BLOCKS = table(
  "file:text line func:text blocks bytes leaked_blocks leaked_bytes",
  ["a.c", 3, "main", 2, 4096, 1, 1024],
  ["b.c", 7, "", 1, 10, 0, 0],
  ["b.c", 8, "f", 3, 4086, 3, 1024],
);
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "a/one.c": ["int main() {", "\treturn f(1 < 2 && 3);", "}", "int f() {}", "// the end"],
  "a/two.c": [],
  "a.c": Array.from({ length: 30 }, (_, at) => `line ${at + 1}`),
};

/** Sources with some space; without a reader no texts are included. */
function sources(room: number, hasTexts = true): PageSources {
  const all = new PageSources(
    hasTexts ? (file) => Promise.resolve(TEXTS[file] === undefined ? null : { lines: TEXTS[file]! }) : null,
  );
  all.take(SHOW_LIMITS.reportSource.most - room);
  return all;
}

const steps = (...values: readonly (number | null)[]): ResultTable =>
  table("from to bytes", ...values.map((value, at) => [at * 10, at * 10 + 10, value]));

const DRAWN: Readonly<Record<string, () => unknown>> = {
  "changes by bytes": () => changesView(CHANGES, { before: "bytes_before", after: "bytes_after", caption }),
  "changes by bytes, seen by counts": () =>
    changesView(CHANGES, {
      before: "bytes_before",
      after: "bytes_after",
      seen: ["count_before", "count_after"],
      caption,
    }),
  "changes by counts": () => changesView(CHANGES, { before: "count_before", after: "count_after", caption }),
  "changes of doubles": () => changesView(SPREAD, { before: "n_before", after: "n_after", caption }),
  "no changes": () =>
    changesView(table("a n_before n_after", [1, 2, 2]), { before: "n_before", after: "n_after", caption }),
  "changes only in what is seen": () =>
    changesView(
      table("a:text m_before m_after n_before n_after", ["x", 0, 3, 1, 1], ["y", 4, 1, 1, 1], [
        "z",
        9,
        0,
        1,
        1,
      ]),
      {
        before: "n_before",
        after: "n_after",
        seen: ["m_before", "m_after"],
        caption,
      },
    ),
  ...Object.fromEntries([100, 101].map((count) => [`${count} changes`, () => {
    const { html } = changesView(MANY(count), { before: "n_before", after: "n_after", caption });
    return `${html.slice(0, 120)} … ${html.match(/<tr>/g)!.length} rows`;
  }])),
  "pairs": () =>
    pairsView(table("trace:text bytes count share:f64", ["b", 4096, 3, 1.5], ["a", 1024, 3, 0.5]), {
      names: ["a", "b"],
      caption,
    }),
  "pairs without one": () =>
    pairsView(table("trace:text bytes count", ["b", 4096, null]), { names: ["a", "b"], caption }),
  "pairs that shrink to nothing": () =>
    pairsView(table("trace:text bytes", ["a", 3000], ["b", 0]), { names: ["a", "b"], caption }),
  "a matrix": () =>
    matrixView(
      table(
        "made freed n",
        [3, 1, 5],
        [1, 3, 10],
        [1, null, 2],
        [null, 1, 0],
        [null, null, 4],
        [1, 1, null],
        [1, 3, 7],
      ),
      { row: "made", column: "freed", value: "n", caption },
    ),
  "a matrix of names": () =>
    matrixView(table("a:text b:text n", ["y", "x", 1], ["x", "y", 2], ["x", "x", 3]), {
      row: "a",
      column: "b",
      value: "n",
      caption,
    }),
  "a matrix of zeros": () =>
    matrixView(table("a b n", [1, 1, 0], [2, 1, 0]), { row: "a", column: "b", value: "n", caption }),
  "tiles": () =>
    tilesView(
      table("bytes n sum share:f64 name:text is:bool no:bool", [
        4096,
        12345,
        null,
        0.25,
        "main",
        true,
        false,
      ]),
    ),
  "facts": () =>
    factsView(
      table("bytes n none func:text at:time addr:u64:hex", [4096, 12345, null, "ns::f<int>(char)", 5, 255]),
    ),
  "a table": () =>
    tableView(
      table("name:text n:u64 is:bool", ["x".repeat(32), 1, true], ["x".repeat(33), 20_000, false], [
        null,
        null,
        null,
      ]),
      { caption },
    ),
  "powers with an open bin": () =>
    tableView(
      table("bucket bytes is_open:bool least", [4, 30, false, 16], [10, 40, true, 1024], [
        null,
        1,
        null,
        null,
      ]),
      {
        caption,
        powers: "bucket",
        open: { flag: "is_open", least: "least" },
      },
    ),
  "columns": () =>
    columnsView(table("small big none", [1, 20, null]), { what: "class", sum: "bytes", caption }),
  "shares": () =>
    shareView(
      table(
        "name:text part whole",
        ["none", 0, 5],
        ["little", 1, 1000],
        ["one", 1, 100],
        ["half", 1, 2],
        ["99", 99, 100],
        [
          "nearly",
          999,
          1000,
        ],
        ["all", 7, 7],
        ["of nothing", 0, 0],
        ["null", null, null],
      ),
      { part: "part", whole: "whole", caption },
    ),
  "a line": () =>
    lineView(steps(0, 100, null, 50), {
      x: "from",
      y: "bytes",
      axis: "record",
      peak: "at record 7",
      caption,
      id: "i",
    }),
  "a line that holds": () =>
    lineView(
      table("from to bytes last", [0, 10, 5, 4], [10, 20, null, null], [20, 30, 8, 6], [30, 40, null, null]),
      {
        x: "from",
        y: "bytes",
        axis: "record",
        peak: null,
        held: "last",
        caption,
        id: "i",
      },
    ),
  "a line of one step": () =>
    lineView(table("frame n", [7, 3]), { x: "frame", y: "n", axis: "frame", peak: null, caption, id: "i" }),
  "a line of two steps": () =>
    lineView(table("frame n", [7, 3], [12, 4]), {
      x: "frame",
      y: "n",
      axis: "frame",
      peak: null,
      caption,
      id: "i",
    }),
  "a line of one zero": () =>
    lineView(steps(0), { x: "from", y: "bytes", axis: "record", peak: null, caption, id: "i" }),
  "a line of nothing": () =>
    lineView(steps(0, null, 0), { x: "from", y: "bytes", axis: "record", peak: null, caption, id: "i" }),
  ...Object.fromEntries(
    [1, 2].map((tall) => [`a line with outliers: ${tall}`, () =>
      lineView(
        steps(...Array.from({ length: 60 }, (_, at) => at < tall ? 1_000_000 : 100 + at)),
        {
          x: "from",
          y: "bytes",
          axis: "record",
          peak: "at record 1",
          caption,
          id: "i",
        },
      )]
    ),
  ),
  "a line over times": () =>
    lineView(table("at:time:time share:f64", [0, 0.5], [2_000_000_000, 1.25], [9_000_000_000, 0.75]), {
      x: "at",
      y: "share",
      axis: "time",
      peak: null,
      caption,
      id: "i",
    }),
  "unions by trace": () => unionsView(UNITS, { by: "trace", caption }),
  "unions by unit": () => unionsView(UNITS, { by: "unit", caption }),
  "cells": () =>
    [true, false, null, 5n, "ns::f<int>(char)"].flatMap((value) =>
      ["n:u64", "bytes:u64", "addr:u64", "func:text", "is:bool"].flatMap((each) => {
        const [name, type] = each.split(":");
        if ((typeof value === "bigint") !== (type === "u64") && value !== null) return [];
        if (typeof value === "string" && type !== "text" || typeof value === "boolean" && type !== "bool") {
          return [];
        }
        const column = { name, type } as ResultColumn;
        return [cellMarkup(column, value).html, groupedMarkup(column, value).html];
      })
    ).join("\n"),
  "ticks": () =>
    [0, 0.5, 1, 1.14, 2, 3, 7, 10, 15, 20, 30, 49, 50, 51, 99, 1000, 4096, 12_288, 1e6, NaN].map((end) =>
      `${end}: ${
        (["bytes", "counts", "numbers"] as const).map((kind) => ticksBelow(end, { count: 3, kind }).join(" "))
          .join(" | ")
      }`
    ).join("\n"),
};

const UNITS = table(
  "trace:text unit:text kind:text bits covered:text map_hash:text",
  ["one", "a.adb", "statement", 8, "0-1 3", "h"],
  ["one", "a.adb", "statement", 9, "3-4", "h"],
  ["two", "a.adb", "statement", 8, "1 7", "h"],
  ["two", "a.adb", "decision", 2, "", "h"],
  ["two", "a.adb", "statement", 8, "0", "other"],
  ["three", "b.adb", "mcdc", null, null, null],
);

/** Pages about these traces; two are compared. */
const PAGES: readonly (readonly string[])[] = [
  ["seven files"],
  ["shares at thresholds"],
  ["nothing allocated"],
  ["everything freed"],
  ["descriptors and memory"],
  ["a profile in use"],
  ["pprof/cpu.pb.gz"],
  ["gnatcov/shop-x86_64.srctrace"],
  ["gfxr/cube3.jsonl"],
  ["dhat/events.json"],
  ["one of two freed", "nothing freed"],
  ["everything runs", "shares at thresholds"],
  ["a profile of nothing", "a profile in use"],
  ["pprof/cpu.pb.gz", "pprof/cpu.pb.gz"],
  ["gfxr/trim.jsonl", "gfxr/cube3.jsonl"],
  ["gnatcov/wordfreq/missing.trace", "gnatcov/wordfreq/words.trace"],
];

Deno.test("views of small tables, and the words of pages about small traces, are as recorded", async () => {
  const blocks = Object.entries(DRAWN).map(([name, draw]) => {
    const drawn = draw() as string | { readonly html: string };
    return `=== ${name}\n${typeof drawn === "string" ? drawn : drawn.html}`;
  });
  for (
    const [name, rows, subject] of [["coverage", LINES, "coverage"], ["memory", BLOCKS, "memory"]] as const
  ) {
    for (
      const [room, hasTexts] of [[1e6, true], [1e6, false], [8000, true], [5200, true], [3000, true], [
        700,
        true,
      ]] as const
    ) {
      const view = await sourceView(rows, { subject, caption, sources: sources(room, hasTexts) });
      blocks.push(`=== sources of ${name}, ${room} letters${hasTexts ? "" : ", no texts"}\n${view.html}`);
    }
  }
  for (const names of PAGES) {
    const session = await smallSession(...names);
    const page = parsePage(await pageOf(session, { isComparison: names.length === 2 }));
    const panels = panelsIn(page).map((panel) => `${wordsOf(panel, 5)}\n${drawnAs(panel)}\n${panel.query}`);
    blocks.push(`=== page: ${names.join(" → ")}\n${panels.join("\n")}`);
    session.closeAll();
  }
  const text = blocks.map((block) => `${block.trimEnd()}\n`).join("");
  if (Deno.args.includes("--update")) await Deno.writeTextFile(GOLDEN, text);
  else assertEquals(text, await Deno.readTextFile(GOLDEN));
});
