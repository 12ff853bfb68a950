/**
 * Where a result goes and how: the screen, the pager or a file.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { firstRows, type RenderOptions } from "../render/renderer.ts";
import type { ReplHost } from "./host.ts";
import type { ReplSettings } from "./settings.ts";

/** Lines that a box needs beside its rows: frame, names, footer, prompt. */
const BOX_EXTRA_LINES = 7;
const LEAST_BOX_ROWS = 10;
/** A person does not page through more. */
const PAGER_ROWS = 10_000;

/** Shows a result as the settings say. */
export async function showResult(host: ReplHost, table: ResultTable, settings: ReplSettings): Promise<void> {
  const path = settings.once ?? settings.output;
  if (path !== null) {
    await writeResult(host, table, settings, path);
    settings.once = null;
    return;
  }
  const { mode, maxRows } = settings;
  const { columns, rows } = host.terminalSize();
  const person = host.stdout.isTerminal;
  const framed = mode.name === "box" || mode.name === "table";
  const shown = maxRows === null || framed ? table : firstRows(table, maxRows);
  const room = maxRows ?? Math.max(LEAST_BOX_ROWS, rows - BOX_EXTRA_LINES);
  const options: RenderOptions = {
    header: settings.headers,
    color: host.color && settings.theme !== "none",
    terminal: person,
    footer: person && framed,
    jsonNumbers: settings.jsonNumbers,
    ...(person && framed ? { width: columns } : {}),
  };
  // Who has said how many rows to show wants no pager.
  const tall = person && framed && maxRows === null && shown.rowCount > room;
  const pager = tall && settings.pager !== "" ? host.startPager(settings.pager) : null;
  if (!pager) {
    const most = framed && (person || maxRows !== null) ? { maxRows: room } : {};
    await mode.render(shown, (text) => host.stdout.write(text), { ...options, ...most });
    return;
  }
  try {
    await mode.render(shown, (text) => pager.input.write(text), { ...options, maxRows: PAGER_ROWS });
  } catch (error) {
    // The person has seen enough.
    if (!(error instanceof Error) || error.name !== "BrokenPipeError") throw error;
  } finally {
    await pager.close();
  }
}

/** Adds a result to a file; the first one of a session replaces what was there. */
async function writeResult(
  host: ReplHost,
  table: ResultTable,
  settings: ReplSettings,
  path: string,
): Promise<void> {
  const shown = settings.maxRows === null ? table : firstRows(table, settings.maxRows);
  const file = await host.openOutput(path, settings.once === null);
  try {
    await settings.mode.render(shown, (text) => file.write(text), {
      header: settings.headers,
      color: false,
      terminal: false,
      footer: false,
      jsonNumbers: settings.jsonNumbers,
    });
  } finally {
    await file.close();
  }
}
