/**
 * Several coverage traces as one campaign: what they cover together, and what each of them adds to the
 * others.
 * @module
 */

import type { WireTrace, WireTraces } from "../src/serve/api_types.ts";
import { type RowsLine, rowsOf } from "./api.ts";
import { askedLine } from "./copy.ts";
import { h } from "./dom.ts";
import { eventsOf, type Shell } from "./shell.ts";
import { tableOf } from "./table.ts";

/** Maximum number of runs that are ordered. */
const MOST_RUNS = 10_000;

/** Returns the open traces of executed code, if this trace is one of them. */
export function campaignOf({ traces }: WireTraces, trace: WireTrace): readonly WireTrace[] {
  return hasCode(trace) ? traces.filter(hasCode) : [];
}

/**
 * Whether lines of the trace belong to code of a program: a coverage file contains only lines, and not when
 * they ran.
 */
export function hasCode(trace: WireTrace): boolean {
  return trace.tables.some(({ name, columns }) =>
    name === "lines" && columns.some((column) => column.name === "uncovered")
  );
}

/**
 * Returns what each run covers, what only it covers, and what it adds to the runs before it; runs that add
 * the most come first.
 */
export async function runsOf(signal: AbortSignal): Promise<RowsLine> {
  return await rowsOf("runs | sort pick | select trace, covered, own, pick, adds, path", MOST_RUNS, signal);
}

/** Returns the table of runs as the page shows it. */
export function runsTable(shell: Shell, line: RowsLine): HTMLElement {
  return h(
    "div",
    {},
    h("h2", {}, "What each run adds: bytes of code, in the order in which they are worth most"),
    askedLine(line.text, (text) => shell.take(text)),
    tableOf(line, eventsOf(shell)),
  );
}
