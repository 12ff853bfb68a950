/**
 * Panels for two traces: what grew, shrank, appeared and disappeared.
 * @module
 */

import { quoteTraceName } from "../../engine/ask_rows.ts";
import { sumOf } from "../../engine/weights.ts";
import type { Panel } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";
import type { Comparison } from "./comparison.ts";
import { profileLocation } from "./profile.ts";
import { flameChange } from "./stacks.ts";

/** Panels of two traces; empty if they have nothing in common. */
export async function comparePanels(sides: Comparison): Promise<Panel[]> {
  const [first, ...others] = [
    ...(sides.both("allocs", "leaked") ? await blockChanges(sides) : []),
    ...(sides.both("profile", "allocs")
      ? profileChanges(sides)
      : sides.both("profile")
      ? weightChanges(sides)
      : []),
    ...(sides.both("calls") ? callChanges(sides) : []),
    ...(sides.both("blocks", "outcome") ? codeChanges(sides) : []),
    ...(isSources(sides) ? sourceChanges(sides) : []),
    ...(sides.both("units") ? unitChanges(sides) : []),
  ];
  const flames = flameChange(sides);
  return first === undefined ? flames : [first, ...flames, ...others];
}

function numbersPanel(query: string): Panel {
  return {
    title: "Before and after, in numbers",
    query,
    view: { kind: "pairs" },
    empty: "Neither trace has anything to count.",
  };
}

const SAME = "Nothing changed.";
const CHANGED = " | where count_delta != 0 or bytes_delta != 0";

/** Compares the sums of two sources, grouped by place. */
function difference(title: string, before: string, after: string, keys: readonly string[]): Panel {
  return {
    title,
    query: `diff ${before}, ${after} by ${keys.join(", ")}${CHANGED}`,
    view: {
      kind: "changes",
      before: "bytes_before",
      after: "bytes_after",
      seen: ["count_before", "count_after"],
    },
    empty: SAME,
  };
}

async function blockChanges(sides: Comparison): Promise<Panel[]> {
  const { before, after } = sides;
  const places = sides.keys("allocs", ["func", "file"]);
  const others = sides.keys("allocs", ["module", "name", "type"]);
  const keys = places.length > 0 ? places : others.length > 0 ? others : ["first_size"];
  return [
    numbersPanel(
      "(allocs | by trace: blocks = count(), bytes = sum(size), leaked_blocks = count() if leaked, " +
        "leaked_bytes = sum(size) if leaked) | join (events | by trace: peak_bytes = max(live_bytes), " +
        "peak_blocks = max(live_blocks)) on trace",
    ),
    ...(await curve(before)),
    ...(await curve(after)),
    difference("Leaks: what changed", `leaks${before.of}`, `leaks${after.of}`, keys),
    difference(
      "Live at the peak: what changed",
      `(live @ peak${before.of})`,
      `(live @ peak${after.of})`,
      keys,
    ),
    difference("Allocations: what changed", `allocs${before.of}`, `allocs${after.of}`, keys),
    ...(sides.keys("allocs", ["type"]).length > 0 && keys !== others
      ? [difference("Types of resources: what changed", `allocs${before.of}`, `allocs${after.of}`, ["type"])]
      : []),
  ];
}

/** Live bytes of one trace. */
async function curve(context: PanelContext): Promise<Panel[]> {
  const step = await context.sliceWidth("events", "seq");
  return [{
    title: `Live bytes: ${context.open.name}`,
    query: `events${context.of} | timeline every ${step} live_bytes = max(live_bytes)`,
    view: { kind: "line", x: "from", y: "live_bytes", axis: "record", peak: null },
    empty: "The trace has no events.",
    wide: false,
  }];
}

function profileChanges(sides: Comparison): Panel[] {
  const keys = profileLocation((names) => sides.keys("profile", names)).join(", ");
  const panel = (title: string, column: string, seen: string): Panel => ({
    title,
    query: `profile | by ${keys}: ${sides.sums(seen)}, ${sides.sums(column)}`,
    view: {
      kind: "changes",
      before: `${column}_before`,
      after: `${column}_after`,
      seen: [`${seen}_before`, `${seen}_after`],
    },
    empty: SAME,
  });
  return [
    numbersPanel(
      "profile | by trace: allocs = sum(allocs), alloc_bytes = sum(alloc_bytes), live = sum(live), " +
        "live_bytes = sum(live_bytes)",
    ),
    panel("Never freed: what changed", "live_bytes", "live"),
    panel("Allocations: what changed", "alloc_bytes", "allocs"),
  ];
}

/** Panels for profiles whose files name what they count. */
function weightChanges(sides: Comparison): Panel[] {
  const weights = sides.weights();
  if (weights.length === 0) return [];
  const keys = sides.keys("profile", ["func", "file", "addr"]).slice(0, 2).join(", ");
  return [
    numbersPanel(`profile | by trace: ${weights.map(({ name }) => sumOf(name)).join(", ")}`),
    ...keys === "" ? [] : weights.map(({ name }): Panel => ({
      title: `${name.replaceAll("_", " ")}: what changed`,
      query: `profile | by ${keys}: ${sides.sums(name)}`,
      view: { kind: "changes", before: `${name}_before`, after: `${name}_after` },
      empty: SAME,
    })),
  ];
}

function callChanges(sides: Comparison): Panel[] {
  const { before, after } = sides;
  const counts = (title: string, table: string, key: string): Panel => ({
    title,
    query: `diff ${table}${before.of}, ${table}${after.of} by ${key} | where count_delta != 0`,
    view: { kind: "changes", before: "count_before", after: "count_after" },
    empty: SAME,
  });
  return [
    numbersPanel(
      "calls | by trace: calls = count(), frames = distinct(frame), functions = distinct(name), " +
        "threads = distinct(thread), uploaded_bytes = sum(blob_bytes), redundant = count() if redundant",
    ),
    counts("Calls: what changed", "calls", "name"),
    {
      title: "Uploaded bytes: what changed",
      query: `calls | by name: ${sides.sums("blob_bytes")}`,
      view: { kind: "changes", before: "blob_bytes_before", after: "blob_bytes_after" },
      empty: SAME,
    },
    ...(sides.both("objects") ? [counts("Graphics objects: what changed", "objects", "type")] : []),
  ];
}

function codeChanges(sides: Comparison): Panel[] {
  const [before, after] = [sides.before, sides.after].map(({ open }) => quoteTraceName(open.name));
  const hasLines = sides.both("lines");
  return [
    numbersPanel(
      `(blocks | by trace: blocks = count(), one_way_branches = count() if outcome == "one", two_way_branches = ` +
        'count() if outcome == "both")' +
        (hasLines
          ? " | join (lines | by trace, file, line: ran = max(covered) | by trace: lines_that_ran = count() if ran, " +
            "lines = count()) on trace"
          : ""),
    ),
    ...(hasLines
      ? [
        {
          title: "Lines that ran: what changed",
          note:
            "Lines are compared by the name of their file and their number: if the sources changed, the numbers may refer to other lines.",
          query: "lines | by file, line, func: " +
            `ran_before = count() if covered and trace == ${before}, ran_after = count() if covered and trace == ${after}`,
          view: { kind: "changes", before: "ran_before", after: "ran_after" },
          empty: "The same lines ran.",
        } satisfies Panel,
      ]
      : []),
    ...(sides.both("functions", "uncovered")
      ? [
        {
          title: "Functions: what changed",
          note: "Bytes of code that ran.",
          query: `functions | by func, file: ${sides.sums("covered")}`,
          view: { kind: "changes", before: "covered_before", after: "covered_after" },
          empty: "The same number of bytes ran in every function.",
        } satisfies Panel,
      ]
      : []),
    {
      title: "Programs and libraries: what changed",
      note: "Bytes of code that ran.",
      query: `ranges | by module: ${sides.sums("size")}`,
      view: { kind: "changes", before: "size_before", after: "size_after" },
      empty: "The same amount of code ran.",
    },
  ];
}

/** Whether both have source lines, and neither has code. */
function isSources(sides: Comparison): boolean {
  return sides.both("lines", "covered") && !sides.before.has("blocks") && !sides.after.has("blocks");
}

/** Panels for lines and functions that have a `covered` flag. */
function sourceChanges(sides: Comparison): Panel[] {
  const [before, after] = [sides.before, sides.after].map(({ open }) => quoteTraceName(open.name));
  const hasFunctions = sides.both("functions", "count");
  /** Returns a query for the number of code units in each trace, and how many of them ran. */
  const ran = (rows: string, condition: string): string =>
    `${rows}_before = count() if trace == ${before}, ${rows}_after = count() if trace == ${after}, ` +
    `ran_before = count() if ${condition} and trace == ${before}, ` +
    `ran_after = count() if ${condition} and trace == ${after}`;
  // A line that exists in only one file is not a loss: the source differs, or was not compiled.
  const lost = (rows: string): string =>
    `where ran_before > 0 and ran_after == 0 and ${rows}_after > 0 | drop ${rows}_before, ${rows}_after`;
  const view = { kind: "changes", before: "ran_before", after: "ran_after" } as const;
  return [
    numbersPanel(
      "lines | by trace: lines = count(), covered_lines = count() if covered" +
        (hasFunctions
          ? " | join left (functions | by trace: functions = count(), covered_functions = count() if count > 0) " +
            "on trace"
          : ""),
    ),
    {
      title: "Lines that ran by file: what changed",
      query: `lines | by file: ${ran("lines", "covered")}`,
      view: { ...view, seen: ["lines_before", "lines_after"] },
      empty: "The same number of lines ran in every file.",
    },
    {
      title: "Lines that lost coverage",
      note:
        "Lines are compared by the name of their file and their number: if the sources changed, the numbers may refer to other lines.",
      query: `lines | by file, line: ${ran("lines", "covered")} | ${lost("lines")}`,
      view,
      empty: "Every line that ran before ran after, where both have it.",
    },
    ...(hasFunctions
      ? [
        {
          title: "Functions that lost coverage",
          note: "Functions are compared by their name and the name of their file.",
          query: `functions | by func, file: ${ran("functions", "count > 0")} | ${lost("functions")}`,
          view,
          empty: "Every function that ran before ran after, where both have it.",
        } satisfies Panel,
      ]
      : []),
  ];
}

function unitChanges(sides: Comparison): Panel[] {
  return [
    numbersPanel(
      "units | by trace: units = distinct(unit), obligations = sum(bits), covered_obligations = sum(bits_set)",
    ),
    {
      title: "Covered obligations: what changed",
      query: `units | by unit, kind: ${sides.sums("bits_set")}`,
      view: { kind: "changes", before: "bits_set_before", after: "bits_set_after" },
      empty: "The same number of obligations is covered in every unit.",
    },
  ];
}
