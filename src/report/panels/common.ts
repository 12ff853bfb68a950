/**
 * What is asked of every trace.
 * @module
 */

import { spellTrace } from "../../engine/ask_rows.ts";
import type { Panel } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";

/** What the file is. */
export function filePanels({ open }: PanelContext): Panel[] {
  const { wordBits, byteOrder } = open.trace.header;
  const machine = `${wordBits > 0 ? "word_bits, " : ""}${byteOrder === "none" ? "" : "byte_order, "}`;
  return [{
    title: "The file",
    query: `traces | where name == ${spellTrace(open.name)} | select path, format, version, ${machine}` +
      "container, bytes, rows, problems",
    view: { kind: "facts" },
    empty: "Nothing is known about the trace.",
    wide: true,
  }];
}

/** What is wrong with the file. */
export function problemPanels({ of }: PanelContext): Panel[] {
  return [{
    title: "Problems with the file",
    note: "What was odd or damaged, and how Quarry handled it. Each kind with the place of the first.",
    query: `problems${of} | by severity, message, handling: count = count(), first_offset = min(offset), ` +
      "first_record = min(record) | sort severity, count desc | take 30",
    view: { kind: "table" },
    empty: "None: the whole file was read.",
    wide: true,
  }];
}

/** What the file says of itself. */
export function headerPanels({ of }: PanelContext): Panel[] {
  return [{
    title: "Header",
    query: `tags${of} | select name, value | take 40`,
    view: { kind: "table" },
    empty: "The file has no header fields.",
    wide: true,
  }];
}
