/**
 * Loads the part of the program that a command needs first.
 * @module
 */

import { isAllowed } from "../ingest/permission.ts";
import { readEnv } from "./process_environment.ts";
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
  return SESSION_COMMANDS.has(command ?? "") && storesCode()
    ? await import("./session_program.ts")
    : await import("./light_program.ts");
}

/**
 * Whether this is the first run of a compiled program that can be followed by faster ones. Later runs load
 * modules when they need them: an error in an option needs few.
 */
function storesCode(): boolean {
  if (!Deno.build.standalone) return false;
  try {
    const program = Deno.execPath();
    const stored = `${readEnv("TMPDIR") || "/tmp"}/deno-compile-${
      program.slice(program.lastIndexOf("/") + 1)
    }.cache`;
    // Do not ask the user for the permission.
    if (![stored, program].every((path) => isAllowed({ name: "read", path }))) return true;
    const { mtime } = Deno.statSync(stored);
    // The time of the last change, unlike that of the contents, cannot be that of an older version.
    const { ctime } = Deno.statSync(program);
    return mtime === null || ctime === null || mtime < ctime;
  } catch {
    return true;
  }
}
