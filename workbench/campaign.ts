/**
 * Several coverage traces as one campaign: what all of them cover, and what each of them adds to the others.
 * @module
 */

import type { WireTrace, WireTraces } from "../src/serve/api_types.ts";
import { type RowsLine, rowsOf } from "./api.ts";
import { askedLine } from "./copy.ts";
import { h } from "./dom.ts";
import { eventsOf, type Shell } from "./shell.ts";
import { tableOf } from "./table.ts";

/** Runs whose order is known. */
const MOST_RUNS = 10_000;

/** The traces of executed code that are open, when this is one of them. */
export function campaignOf({ traces }: WireTraces, trace: WireTrace): readonly WireTrace[] {
  return hasCode(trace) ? traces.filter(hasCode) : [];
}

/** Whether lines of the trace have code of a program: a file of counts knows lines alone, and not when they ran. */
export function hasCode(trace: WireTrace): boolean {
  return trace.tables.some(({ name, columns }) =>
    name === "lines" && columns.some((column) => column.name === "uncovered")
  );
}

/** What each run covers, covers alone, and adds to those that were picked before it: those that add most come first. */
export async function runsOf(signal: AbortSignal): Promise<RowsLine> {
  return await rowsOf("runs | sort pick | select trace, covered, own, pick, adds, path", MOST_RUNS, signal);
}

/** The table of runs as the page shows it. */
export function runsTable(shell: Shell, line: RowsLine): HTMLElement {
  return h(
    "div",
    {},
    h("h2", {}, "What each run adds: bytes of code, in the order in which they are worth most"),
    askedLine(line.text, (text) => shell.take(text)),
    tableOf(line, eventsOf(shell)),
  );
}
