/**
 * Reads the environment of the process: variables, and the size of its terminal.
 * @module
 */

import { isAllowed } from "../ingest/permission.ts";
import type { TerminalSize } from "./host.ts";

const USUAL_SIZE: TerminalSize = { columns: 80, rows: 24 };

/** Returns an environment variable; undefined if it is not set or may not be read. */
export function readEnv(name: string): string | undefined {
  return isAllowed({ name: "env", variable: name }) ? Deno.env.get(name) : undefined;
}

/**
 * The size of the terminal, unless environment variables give another one. A terminal of unknown size reports
 * zero.
 */
export function terminalSize(): TerminalSize {
  const wanted = Number(readEnv("COLUMNS"));
  let size = USUAL_SIZE;
  try {
    const { columns, rows } = Deno.consoleSize();
    size = { columns: columns || USUAL_SIZE.columns, rows: rows || USUAL_SIZE.rows };
  } catch {
    // There is no terminal.
  }
  return Number.isInteger(wanted) && wanted > 0 ? { ...size, columns: wanted } : size;
}
