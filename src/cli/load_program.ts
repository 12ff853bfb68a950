/**
 * Loads the part of the program that a command needs first.
 * @module
 */

import type { CommandName } from "./command_summaries.ts";

/** Commands that query traces. */
const SESSION_COMMANDS: ReadonlySet<string> = new Set<CommandName>([
  "query",
  "repl",
  "ask",
  "info",
  "check",
  "watch",
  "compare",
  "sql",
  "export",
  "report",
  "serve",
  "mcp",
  "complete",
  "suppress",
  "symbols",
  "blobs",
]);

/** Loads the program for a command. */
export async function loadProgram(command: string | undefined): Promise<typeof import("./run_program.ts")> {
  return SESSION_COMMANDS.has(command ?? "")
    ? await import("./session_program.ts")
    : await import("./light_program.ts");
}
