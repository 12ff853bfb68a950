/**
 * Flame graphs of traces that have stacks: who allocated, leaked or held memory, or made calls.
 * @module
 */

import { MEMORY_STACK_WEIGHTS, stackWeight, sumOf } from "../../engine/weights.ts";
import type { FlameMeasure, Panel } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";
import type { Comparison } from "./comparison.ts";

/** Measures of a flame graph of blocks. */
const BLOCKS: readonly FlameMeasure[] = [
  { title: "allocated bytes", unit: "bytes", column: "bytes" },
  { title: "allocated blocks", unit: "counts", column: "blocks" },
  { title: "leaked bytes", unit: "bytes", column: "leaked_bytes" },
  { title: "leaked blocks", unit: "counts", column: "leaked_blocks" },
  { title: "bytes live at the peak", unit: "bytes", column: "peak_bytes" },
  { title: "blocks live at the peak", unit: "counts", column: "peak_blocks" },
];

const CALLS: readonly FlameMeasure[] = [
  { title: "calls", unit: "counts", column: "calls" },
  { title: "uploaded bytes", unit: "bytes", column: "bytes" },
];

/** A flame graph over the stacks of a trace. */
function flame(title: string, query: string, measures: readonly FlameMeasure[]): Panel {
  return {
    title,
    note: "Callers above, callees below; each is as wide as its total, callees included.",
    query,
    view: { kind: "flame", measures },
    empty: "The trace has no stacks.",
  };
}

/** Columns that identify a call path: the stack, and the function called at its end. */
function pathOf(context: PanelContext, table: string): string {
  return ["stack", ...context.filled(table, ["name"])].join(", ");
}

/** Flame graphs of blocks. */
export function blockFlames(context: PanelContext): Panel[] {
  const { of } = context;
  if (context.filled("allocs", ["stack"]).length === 0) return [];
  const path = pathOf(context, "allocs");
  const made =
    `allocs${of} | by ${path}: blocks = count(), bytes = sum(size), leaked_blocks = count() if leaked, ` +
    "leaked_bytes = sum(size) if leaked";
  const held = `live @ peak${of} | by ${path}: peak_blocks = count(), peak_bytes = sum(size)`;
  return [flame("Flame graph of allocations", `${made} | join left (${held}) on ${path}`, BLOCKS)];
}

/** Flame graphs of a profile, by weight. */
export function profileFlames(context: PanelContext, title: string): Panel[] {
  const weights = context.stackWeights;
  if (weights.length === 0) return [];
  const sums = weights.map(({ column }) => sumOf(column)).join(", ");
  return [flame(title, `profile${context.of} | by stack: ${sums}`, weights)];
}

/** Flame graph of API calls, if they were recorded with stacks. */
export function callFlames(context: PanelContext): Panel[] {
  if (context.filled("calls", ["stack"]).length === 0) return [];
  return [
    flame(
      "Flame graph of calls",
      `calls${context.of} | by ${pathOf(context, "calls")}: calls = count(), bytes = sum(blob_bytes)`,
      CALLS,
    ),
  ];
}

/** Flame graph of the changes between two traces; empty if they have no stacks. */
export function flameChange(sides: Comparison): Panel[] {
  const { before, after } = sides;
  const both = (table: string): boolean =>
    [before, after].every((each) => each.filled(table, ["stack"]).length > 0);
  const panel = (what: string, query: string, measures: readonly FlameMeasure[]): Panel => {
    const changed = measures.map(({ column, ...each }) => ({
      ...each,
      column: `${column}_after`,
      before: `${column}_before`,
    }));
    const note =
      "The width of a path is its larger value in the two runs; + marks paths that grew, − those that shrank.";
    return { ...flame(`Flame graph of what changed${what}`, query, changed), note };
  };
  const difference = (what: string, table: string, path: string, measures: readonly FlameMeasure[]): Panel =>
    panel(` in ${what}`, `diff ${table}${before.of}, ${table}${after.of} by ${path}`, measures);
  const path = pathOf(before, "allocs") === pathOf(after, "allocs") ? pathOf(after, "allocs") : "stack";
  const blocks: readonly FlameMeasure[] = [
    { title: "bytes", unit: "bytes", column: "bytes" },
    { title: "blocks", unit: "counts", column: "count" },
  ];
  const calls: readonly FlameMeasure[] = [{ title: "calls", unit: "counts", column: "count" }];
  const weighed = sides.both("profile", "allocs")
    ? MEMORY_STACK_WEIGHTS.filter(({ column }) =>
      [before, after].every((each) => each.filled("profile", [column]).length > 0)
    )
    : sides.weights().map(stackWeight);
  const sums = weighed.map(({ column }) => sides.sums(column)).join(", ");
  return [
    ...(both("allocs")
      ? [difference("allocations", "allocs", path, blocks), difference("leaks", "leaks", path, blocks)]
      : []),
    ...(both("profile") && sums !== "" ? [panel("", `profile | by stack: ${sums}`, weighed)] : []),
    ...(both("calls") ? [difference("calls", "calls", "stack, name", calls)] : []),
  ];
}
