/**
 * What a process learns about where it runs: variables, and the size of its terminal.
 * @module
 */

import { isAllowed } from "../ingest/permission.ts";
import type { TerminalSize } from "./host.ts";

const USUAL_SIZE: TerminalSize = { columns: 80, rows: 24 };

/** A variable of the environment; undefined when it is not set or may not be read. */
export function readEnv(name: string): string | undefined {
  return isAllowed({ name: "env", variable: name }) ? Deno.env.get(name) : undefined;
}

/** What the terminal says, unless the user has said otherwise. A terminal without a size says zero. */
export function terminalSize(): TerminalSize {
  const wanted = Number(readEnv("COLUMNS"));
  let size = USUAL_SIZE;
  try {
    const { columns, rows } = Deno.consoleSize();
    size = { columns: columns || USUAL_SIZE.columns, rows: rows || USUAL_SIZE.rows };
  } catch {
    // No terminal.
  }
  return Number.isInteger(wanted) && wanted > 0 ? { ...size, columns: wanted } : size;
}
