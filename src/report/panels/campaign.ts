/**
 * Panels for several coverage traces as a campaign: what they cover together, and what each of them adds.
 * @module
 */

import type { Panel } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";
import { campaignSource } from "./sources.ts";

/** Panels for what the traces cover together: lines, code and obligations. */
export function campaignPanels(contexts: readonly PanelContext[]): Panel[] {
  const have = (table: string): boolean => contexts.filter((each) => each.has(table)).length > 1;
  return [
    ...(have("lines") ? lineCampaign() : []),
    ...(have("blocks") ? blockCampaign(have("lines")) : []),
    ...(contexts.every((each) => each.has("functions", "uncovered")) ? functionCampaign() : []),
    ...(have("lines") ? [campaignSource()] : []),
    ...(have("units") ? unitCampaign() : []),
  ];
}

const MERGED = "lines | by file, line: ran = max(covered)";
const REACHED = "lines | where covered | by file, line: ";

function lineCampaign(): Panel[] {
  return [
    {
      title: "All runs together, in numbers",
      note: "Lines of all runs, merged by the name of their file and their number.",
      query:
        `${MERGED} | summarize lines = count(), reached = count() if ran, not_reached = count() if not ran`,
      view: { kind: "tiles" },
      empty: "The programs have no lines.",
    },
    {
      title: "What each run adds",
      note:
        "In the order of the runs: “adds” counts lines that no earlier run reached, “alone” lines that no other run " +
        "reaches.",
      query:
        "runs | select trace | join left (lines | by trace, file, line: ran = max(covered) | by trace: " +
        `reached = count() if ran) on trace | join left (${REACHED}run = first(trace) | by trace = run: ` +
        `adds = count()) on trace | join left (${REACHED}runs = distinct(trace), run = first(trace) | ` +
        "where runs == 1 | by trace = run: alone = count()) on trace | extend adds = coalesce(adds, 0), " +
        "alone = coalesce(alone, 0)",
      view: { kind: "bars", value: "adds" },
      empty: "No runs are open.",
      wide: true,
    },
    {
      title: "Source files, all runs together",
      note: "Lines that have code; files with the most uncovered lines first.",
      query:
        `${MERGED} | by file: covered = count() if ran, lines = count() | extend left = lines - covered | ` +
        "sort left desc, file | take 40 | select file, left, covered, lines",
      view: { kind: "share", part: "covered", whole: "lines" },
      empty: "The programs have no lines.",
    },
    {
      title: "Lines that no run reached",
      note: "Those with the most code first.",
      query: "lines | by file, line, func: ran = max(covered), size = max(size) | where not ran | " +
        "sort size desc, file, line | take 40 | select file, line, func, size",
      view: { kind: "bars", value: "size" },
      empty: "Every line with code was reached.",
      wide: true,
    },
  ];
}

function blockCampaign(hasLines: boolean): Panel[] {
  return [
    ...(hasLines ? [] : [
      {
        title: "All runs together, in numbers",
        query: 'union of "*" | summarize covered_bytes = sum(size)',
        view: { kind: "tiles" },
        empty: "Nothing ran.",
      } satisfies Panel,
    ]),
    {
      title: "A few runs that reach all code",
      note: "Each adds the most to those before it; a smaller set may exist.",
      query: "runs | where pick is not null | sort pick | select pick, trace, covered, added_bytes = adds",
      view: { kind: "bars", value: "added_bytes" },
      empty: "No run reaches any code.",
    },
    {
      title: "Runs whose code other runs also reach",
      note: "Any one of them could be left out without losing code or branch outcomes.",
      query: "runs | where own == 0 and outcome_own == 0 | select trace, covered",
      view: { kind: "bars", value: "covered" },
      empty: "None: every run reaches something that no other does.",
    },
  ];
}

function functionCampaign(): Panel[] {
  return [{
    title: "Functions that no run entered",
    query: "functions | by func, file: covered = max(covered), size = max(size) | where covered == 0 | " +
      "sort size desc, func | take 40 | select func, file, size",
    view: { kind: "bars", value: "size" },
    empty: "Every function was entered.",
    wide: true,
  }];
}

const UNITS = "units | select trace, unit, kind, bits, covered, map_hash";

/** Bits refer to the same obligation only if their units and bit maps match. */
function unitCampaign(): Panel[] {
  return [
    {
      title: "What each run adds",
      note:
        "Obligations in the order of the runs: “adds” counts those that no earlier run covered, “alone” those that no " +
        "other run covers.",
      query: UNITS,
      view: { kind: "unions", by: "trace" },
      empty: "The traces have no units.",
    },
    {
      title: "Units, all runs together",
      note: "Covered by any of the runs; units with the same name but different maps are not merged.",
      query: UNITS,
      view: { kind: "unions", by: "unit" },
      empty: "The traces have no units.",
    },
  ];
}
