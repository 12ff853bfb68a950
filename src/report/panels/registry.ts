/**
 * Which panels a trace gets.
 * @module
 */

import type { Panel } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";
import { callPanels } from "./calls.ts";
import { filePanels, headerPanels, problemPanels } from "./common.ts";
import { coveragePanels, unitPanels } from "./coverage.ts";
import { memoryPanels } from "./memory.ts";
import { profilePanels } from "./profile.ts";

/** A group of panels and the traces it is for. */
interface PanelGroup {
  readonly fits: (context: PanelContext) => boolean;
  readonly panels: (context: PanelContext) => Panel[] | Promise<Panel[]>;
}

const groups: readonly PanelGroup[] = [
  { fits: () => true, panels: filePanels },
  { fits: () => true, panels: problemPanels },
  { fits: (context) => context.has("calls"), panels: callPanels },
  { fits: hasLives, panels: memoryPanels },
  { fits: (context) => context.has("profile"), panels: profilePanels },
  { fits: (context) => context.has("blocks"), panels: coveragePanels },
  { fits: (context) => context.has("units"), panels: unitPanels },
  { fits: () => true, panels: headerPanels },
];

/** The panels of a trace in order. */
export async function panelsOf(context: PanelContext): Promise<Panel[]> {
  const panels: Panel[] = [];
  for (const group of groups) if (group.fits(context)) panels.push(...(await group.panels(context)));
  return panels;
}

/** API recordings have lives only where they allocate memory. */
function hasLives(context: PanelContext): boolean {
  const { lives, tables } = context.open.trace;
  if (lives === undefined || context.has("blocks")) return false;
  return !context.has("calls") || (tables.get("allocs")?.rowCount ?? 0) > 0;
}
