/**
 * Several coverage traces as one campaign: what all of them cover, and what each of them adds to the others.
 * @module
 */

import type { WireTrace, WireTraces } from "../src/serve/api_types.ts";
import { rowsOf } from "./api.ts";
import { h, queryLine } from "./dom.ts";
import { eventsOf, hasColumn, type Shell } from "./shell.ts";
import { tableOf } from "./table.ts";

/** A run. */
export interface Run {
  readonly name: string;
}

/** The coverage traces that are open, when this is one of them. */
export function campaignOf({ traces }: WireTraces, trace: WireTrace): readonly WireTrace[] {
  return hasColumn(trace, "lines", "file") ? traces.filter((each) => hasColumn(each, "lines", "file")) : [];
}

/** Runs, first those that are needed for everything that is covered, as the table `runs` picks them. */
export async function runsOf(campaign: readonly WireTrace[], signal: AbortSignal): Promise<readonly Run[]> {
  const line = await rowsOf("runs | sort pick | select trace, pick", 10_000, signal);
  const names = new Set(campaign.map(({ name }) => name));
  return line.cells[0]!.map((name) => ({ name: String(name) })).filter(({ name }) => names.has(name));
}

/** What each run covers, covers alone, and adds to those that were picked before it. */
export async function runsTable(shell: Shell, signal: AbortSignal): Promise<HTMLElement> {
  const query = "runs | sort pick | select trace, covered, own, pick, adds, path";
  const line = await rowsOf(query, 200, signal);
  return h(
    "div",
    {},
    h("h2", {}, "What each run adds: bytes of code, in the order in which they are worth most"),
    queryLine(query, (text) => shell.take(text)),
    tableOf(line, eventsOf(shell)),
  );
}
