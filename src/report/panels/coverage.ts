/**
 * Panels for coverage: what ran, which branches had only one outcome, and what did not run.
 * @module
 */

import type { Panel } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";
import { coverageSource, lineCountSource } from "./sources.ts";

/** Panels of a trace of executed code. */
export async function coveragePanels(context: PanelContext): Promise<Panel[]> {
  const { of } = context;
  const place = context.filled("blocks", ["symbol"]).length > 0 ? "addr, size, symbol" : "addr, size, module";
  // Some traces record that a block ran, but not how often.
  const [most] = await context.firstRow(`blocks${of} | summarize max(count)`) ?? [];
  const isCounted = typeof most === "bigint" && most > 1n;
  return [
    {
      title: "Coverage in numbers",
      query:
        `blocks${of} | summarize blocks = count(), ${
          isCounted ? "executions = sum(count), " : ""
        }one_way_branches = count() if outcome == "one", ` +
        'two_way_branches = count() if outcome == "both"',
      view: { kind: "tiles" },
      empty: "Nothing ran.",
    },
    ...functionPanels(context),
    ...linePanels(context),
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
    oneWayPanel(context, place),
    ...(isCounted
      ? [
        {
          title: "Blocks that ran most",
          query: `blocks${of} | top 12 by count | select ${place}, outcome, count`,
          view: { kind: "bars", value: "count" },
          empty: "Nothing ran.",
          wide: true,
        } satisfies Panel,
      ]
      : []),
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
    ...coverageSource(context),
  ];
}

/**
 * Lists branches with a single outcome. Jumps, calls and linker stubs always have only one. They are left
 * out: with line tables, those that are in no line; without them, all branches that were always taken.
 */
function oneWayPanel(context: PanelContext, place: string): Panel {
  const { of } = context;
  const hasLines = context.has("lines");
  return hasLines
    ? {
      title: "Lines with branches that had only one outcome",
      note:
        "A branch that was always taken may be a jump or a call, which has only one outcome. Branches that were " +
        "never taken come first.",
      query: `blocks${of} | where outcome == "one" and line is not null | by file, line, symbol: ` +
        "never_taken = count() if fallthrough, always_taken = count() if taken, executions = sum(count) | " +
        "sort never_taken desc, executions desc, file, line | take 15",
      view: { kind: "bars", value: "never_taken" },
      empty: "Every branch that ran had both outcomes, or none ran.",
      wide: true,
    }
    : {
      title: "Branches that were never taken",
      note:
        "Branches that were always taken are not listed: such a branch may be a jump, a call or a stub of the linker, " +
        "which has only one outcome.",
      query: `blocks${of} | where outcome == "one" and fallthrough | sort count desc, addr | take 15 | ` +
        `select ${place}, count`,
      view: { kind: "bars", value: "count" },
      empty: "Every branch that ran was taken, or none ran.",
      wide: true,
    };
}

/** Panels for coverage of source lines, if the program has a line table. */
function linePanels(context: PanelContext): Panel[] {
  const { of } = context;
  if (!context.has("lines")) return [];
  return [
    {
      title: "Source files",
      note: "Lines that have code; files with the most uncovered lines first.",
      query:
        `lines${of} | by file, line: ran = max(covered) | by file: covered = count() if ran, lines = count() | ` +
        "extend left = lines - covered | sort left desc, file | take 40 | select file, left, covered, lines",
      view: { kind: "share", part: "covered", whole: "lines" },
      empty: "The program has no lines.",
    },
    {
      title: "Lines that did not run",
      note: "Those with the most code first.",
      query: `lines${of} | where not covered | sort size desc, file, line | take 20 | ` +
        "select file, line, func, size",
      view: { kind: "bars", value: "size" },
      empty: "Every line with code ran.",
      wide: true,
    },
  ];
}

function functionPanels(context: PanelContext): Panel[] {
  // Without the program, the table contains the names in the trace.
  if (!context.has("functions", "uncovered")) return [];
  return [{
    title: "Functions of the program",
    note: "Bytes of code that ran, per function; functions with the most uncovered code first.",
    query: `functions${context.of} | top 40 by uncovered | select func, covered, code = covered + uncovered`,
    view: { kind: "share", part: "covered", whole: "code" },
    empty: "The program has no functions.",
  }];
}

/** Panels for traces with source lines but no code. */
export function sourcePanels(context: PanelContext): Panel[] {
  const { of } = context;
  const lines = `lines${of} | by file, line: ran = max(covered)`;
  const files = "| by file: covered = count() if ran, lines = count() | extend left = lines - covered";
  const hasOutcomes = context.filled("lines", ["branches"]).length > 0;
  return [
    {
      title: "Coverage in numbers",
      query:
        `${lines} | summarize lines = count(), covered = count() if ran, not_covered = count() if not ran`,
      view: { kind: "tiles" },
      empty: "There are no lines.",
    },
    {
      title: "Source files",
      note: "Lines that have code; files with the most uncovered lines first.",
      query: `${lines} ${files} | sort left desc, file | take 40 | select file, left, covered, lines`,
      view: { kind: "share", part: "covered", whole: "lines" },
      empty: "There are no lines.",
    },
    {
      title: "Functions that were never called",
      query: `functions${of} | where count == 0 | sort file, line | take 40 | select func, file, line`,
      view: { kind: "table" },
      empty: "Every function was called, or none is known.",
    },
    ...(hasOutcomes
      ? [
        {
          title: "Lines that ran without all outcomes of their branches",
          query: `lines${of} | where covered and taken < branches | extend missed = branches - taken | ` +
            "top 20 by missed | select file, line, missed, branches",
          view: { kind: "bars", value: "missed" },
          empty: "Every branch outcome was taken.",
          wide: true,
        } satisfies Panel,
      ]
      : []),
    {
      title: "Lines that ran most",
      query: `lines${of} | where covered | top 12 by count | select file, line, count`,
      view: { kind: "bars", value: "count" },
      empty: "Nothing ran.",
      wide: true,
    },
    ...lineCountSource(context),
  ];
}

/** Panels of a source trace. */
export function unitPanels({ of }: PanelContext): Panel[] {
  return [
    {
      title: "Units in numbers",
      query: `units${of} | summarize units = distinct(unit), bits = sum(bits), bits_set = sum(bits_set)`,
      view: { kind: "tiles" },
      empty: "The trace has no units.",
    },
    {
      title: "Covered obligations, by kind",
      note: "Statements, decision outcomes, MC/DC paths.",
      query: `units${of} | by kind: bits_set = sum(bits_set), bits = sum(bits) | sort kind`,
      view: { kind: "share", part: "bits_set", whole: "bits" },
      empty: "The trace has no units.",
    },
    {
      title: "Units",
      note: "Bit numbers are those of the unit's own map.",
      query:
        `units${of} | extend left = bits - bits_set | top 60 by left | select unit, kind, missing, bits_set, bits`,
      view: { kind: "share", part: "bits_set", whole: "bits" },
      empty: "The trace has no units.",
    },
  ];
}
