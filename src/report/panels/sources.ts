/**
 * Panels that show source files line by line.
 * @module
 */

import type { Panel } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";
import { linesQuery, type SourceScope } from "../source/source_queries.ts";

const MARKS = "+ ran, ! in part: bytes of it did not run, or branches went one way only, – did not run";

/** The coverage of each line. */
export function coverageSource(context: PanelContext): Panel[] {
  if (!context.has("lines") || context.isInCampaign) return [];
  const note = `Each line with its entries, and how many of its branches went both ways. ${MARKS}.`;
  return [sourcePanel({ subject: "coverage", rows: `lines${context.of}`, hasFunctions: true }, note)];
}

/** Execution counts of each line of a coverage file. */
export function lineCountSource(context: PanelContext): Panel[] {
  const note = "Each line with how often it ran, and how many outcomes of its branches occurred. " +
    "+ ran, ! without all outcomes, – did not run.";
  const hasFunctions = context.filled("lines", ["func"]).length > 0;
  const scope = { subject: "coverage", rows: `lines${context.of}`, hasFunctions, isCounted: true } as const;
  return [sourcePanel(scope, note)];
}

/** The coverage of each line by any of several runs. */
export function campaignSource(): Panel {
  const note =
    "Lines of each file with how many runs reached them, their entries in all runs, and the most branches that " +
    `went both ways in one run. ${MARKS}. A line counts as reached in part when no run alone ran all of it.`;
  const panel = sourcePanel(
    { subject: "coverage", rows: "lines", hasFunctions: true, isCampaign: true },
    note,
  );
  return { ...panel, title: "Source, all runs together" };
}

/** Bytes allocated and leaked by each line. */
export function memorySource(context: PanelContext): Panel[] {
  if (context.filled("allocs", ["file", "line"]).length < 2) return [];
  const hasFunctions = context.filled("allocs", ["func"]).length > 0;
  const note = "Each line with what it allocated, and how much of that was never freed.";
  return [sourcePanel({ subject: "memory", rows: `allocs${context.of}`, hasFunctions }, note)];
}

function sourcePanel(scope: SourceScope, note: string): Panel {
  return {
    title: "Source",
    note,
    query: linesQuery(scope),
    view: { kind: "sources", subject: scope.subject },
    empty: "No source lines are known.",
  };
}
