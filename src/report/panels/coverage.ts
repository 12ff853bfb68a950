/**
 * What is asked of coverage: what ran, which branches went one way only, what did not run.
 * @module
 */

import type { Panel } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";

/** Panels of a trace of executed code. */
export function coveragePanels(context: PanelContext): Panel[] {
  const { of } = context;
  const place = context.filled("blocks", ["symbol"]).length > 0 ? "addr, size, symbol" : "addr, size, module";
  return [
    {
      title: "Coverage in numbers",
      query:
        `blocks${of} | summarize blocks = count(), executions = sum(count), one_way_branches = count() if outcome == "one", ` +
        'two_way_branches = count() if outcome == "both"',
      view: { kind: "tiles" },
      empty: "Nothing ran.",
      wide: true,
    },
    ...functionPanels(context),
    {
      title: "Code that ran, by program or library",
      query: `ranges${of} | by module: ranges = count(), covered_bytes = sum(size) | top 20 by covered_bytes`,
      view: { kind: "bars", value: "covered_bytes" },
      empty: "Nothing ran.",
    },
    {
      title: "Branch outcomes",
      note: "one: the same way every time; none: the block has no branch, or its branch never ran.",
      query: `blocks${of} | by outcome: blocks = count(), bytes = sum(size) | sort blocks desc`,
      view: { kind: "bars", value: "blocks" },
      empty: "Nothing ran.",
    },
    {
      title: "Branches that went one way only",
      note: "Most frequent first.",
      query:
        `blocks${of} | where outcome == "one" | top 15 by count | select ${place}, taken, fallthrough, count`,
      view: { kind: "bars", value: "count" },
      empty: "Every branch that ran went both ways, or none ran.",
      wide: true,
    },
    {
      title: "Blocks that ran most",
      query: `blocks${of} | top 12 by count | select ${place}, outcome, count`,
      view: { kind: "bars", value: "count" },
      empty: "Nothing ran.",
      wide: true,
    },
    {
      title: "Largest gaps between covered code",
      query: `gaps${of} | top 12 by size | select addr, size, module`,
      view: { kind: "bars", value: "size" },
      empty: "There are no gaps: the code that ran is contiguous.",
    },
    {
      title: "Blocks that a fault stopped",
      query: `blocks${of} | where fault | top 12 by count | select ${place}, count`,
      view: { kind: "table" },
      empty: "None.",
    },
  ];
}

function functionPanels(context: PanelContext): Panel[] {
  // Without the program the table lists the names in the trace.
  if (!context.has("functions", "uncovered")) return [];
  return [{
    title: "Functions of the program",
    note: "Bytes of code that ran, per function; functions with the most left to cover first.",
    query: `functions${context.of} | top 40 by uncovered | select func, covered, code = covered + uncovered`,
    view: { kind: "share", part: "covered", whole: "code" },
    empty: "The program has no functions.",
    wide: true,
  }];
}

/** Panels of a source trace. */
export function unitPanels({ of }: PanelContext): Panel[] {
  return [
    {
      title: "Units in numbers",
      query: `units${of} | summarize units = distinct(unit), bits = sum(bits), bits_set = sum(bits_set)`,
      view: { kind: "tiles" },
      empty: "The trace has no units.",
      wide: true,
    },
    {
      title: "Covered obligations, by kind",
      note: "Statements, decision outcomes, MC/DC paths.",
      query: `units${of} | by kind: bits_set = sum(bits_set), bits = sum(bits) | sort kind`,
      view: { kind: "share", part: "bits_set", whole: "bits" },
      empty: "The trace has no units.",
      wide: true,
    },
    {
      title: "Units",
      note: "Bit numbers are those of the unit's own map.",
      query:
        `units${of} | extend left = bits - bits_set | top 60 by left | select unit, kind, missing, bits_set, bits`,
      view: { kind: "share", part: "bits_set", whole: "bits" },
      empty: "The trace has no units.",
      wide: true,
    },
  ];
}
