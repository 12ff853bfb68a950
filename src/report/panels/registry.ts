/**
 * Decides which panels a trace gets.
 * @module
 */

import { quoteTraceName } from "../../engine/ask_rows.ts";
import type { Panel } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";
import { callPanels } from "./calls.ts";
import { coveragePanels, sourcePanels, unitPanels } from "./coverage.ts";
import { memoryPanels } from "./memory.ts";
import { profilePanels } from "./profile.ts";

function filePanels({ open }: PanelContext): Panel[] {
  const { wordBits, byteOrder } = open.trace.header;
  const machine = `${wordBits > 0 ? "word_bits, " : ""}${byteOrder === "none" ? "" : "byte_order, "}`;
  return [{
    title: "The file",
    query: `traces | where name == ${quoteTraceName(open.name)} | select path, format, version, ${machine}` +
      "container, bytes, rows, problems",
    view: { kind: "facts" },
    empty: "Nothing is known about the trace.",
  }];
}

/** The panel of problems with the file. */
function problemPanels({ of }: PanelContext): Panel[] {
  return [{
    title: "Problems with the file",
    note:
      "What was unusual or damaged, and how Quarry handled it. Each kind is listed with the offset of its first occurrence.",
    query: `problems${of} | by severity, message, handling: count = count(), first_offset = min(offset), ` +
      "first_record = min(record) | sort severity, count desc | take 30",
    view: { kind: "table" },
    empty: "None: the whole file was read.",
    wide: true,
  }];
}

/** Metadata from the file. */
function headerPanels({ of }: PanelContext): Panel[] {
  return [{
    title: "Header",
    query: `tags${of} | select name, value | take 40`,
    view: { kind: "table" },
    empty: "The file has no header fields.",
    wide: true,
  }];
}

/** A group of panels, and a test for the traces that get it. */
interface PanelGroup {
  readonly fits: (context: PanelContext) => boolean;
  readonly panels: (context: PanelContext) => Panel[] | Promise<Panel[]>;
}

const groups: readonly PanelGroup[] = [
  { fits: isDamaged, panels: problemPanels },
  { fits: (context) => context.has("calls"), panels: callPanels },
  { fits: hasLives, panels: memoryPanels },
  { fits: (context) => context.has("profile"), panels: profilePanels },
  { fits: (context) => context.has("blocks", "outcome"), panels: coveragePanels },
  {
    fits: (context) => context.has("lines", "covered") && !context.has("blocks", "outcome"),
    panels: sourcePanels,
  },
  { fits: (context) => context.has("units"), panels: unitPanels },
  { fits: () => true, panels: filePanels },
  { fits: (context) => !isDamaged(context), panels: problemPanels },
  { fits: () => true, panels: headerPanels },
];

/** Whether the file has problems: if so, their panel comes first, otherwise last. */
function isDamaged({ open }: PanelContext): boolean {
  return open.trace.problems.some(({ severity }) => severity !== "note");
}

/** The panels of a trace in order. */
export async function panelsOf(context: PanelContext): Promise<Panel[]> {
  const panels: Panel[] = [];
  for (const group of groups) if (group.fits(context)) panels.push(...(await group.panels(context)));
  return panels;
}

/** API recordings have lifetimes only if they allocate memory. */
function hasLives(context: PanelContext): boolean {
  const { lives, tables } = context.open.trace;
  if (lives === undefined || context.has("blocks", "outcome")) return false;
  return !context.has("calls") || (tables.get("allocs")?.rowCount ?? 0) > 0;
}
