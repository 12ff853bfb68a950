/**
 * Source files line by line.
 * @module
 */

import type { Panel } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";

const EMPTY = "No line of a source file is known.";

/** What ran of each line. */
export function coverageSource(context: PanelContext): Panel[] {
  const { of } = context;
  if (!context.has("lines") || context.isInCampaign) return [];
  return [{
    title: "Source",
    note: "Lines of each file with their entries and their branches, both ways of all.",
    query:
      `lines${of} | where file is not null | by file, line, func: covered = max(covered), entries = max(count), ` +
      "uncovered = sum(uncovered), branches = sum(branches), both_ways = sum(both_ways) | sort file, line",
    view: { kind: "sources", subject: "coverage" },
    empty: EMPTY,
    wide: true,
  }];
}

/** What each line allocated, and what of it leaks. */
export function memorySource(context: PanelContext): Panel[] {
  if (context.filled("allocs", ["file", "line"]).length < 2) return [];
  const func = context.filled("allocs", ["func"]).map((name) => `, ${name}`).join("");
  return [{
    title: "Source",
    note: "Lines of each file with what they allocated, and what of it was never freed.",
    query:
      `allocs${context.of} | where file is not null and line is not null | by file, line${func}: blocks = count(), ` +
      "bytes = sum(size), leaked_blocks = count() if leaked, leaked_bytes = sum(size) if leaked | sort file, line",
    view: { kind: "sources", subject: "memory" },
    empty: EMPTY,
    wide: true,
  }];
}
