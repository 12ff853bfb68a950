/**
 * The work of `quarry repl`: a prompt for a person, or a script from standard input.
 * @module
 */

import { type Arguments, EXIT } from "./command.ts";
import type { CliHost } from "./host.ts";
import { runPrompt } from "./line_prompt.ts";
import { outputSettings } from "./output.ts";
import { openSession, readScripts, runScript } from "./run_queries.ts";

/** Opens the traces, runs `-e` and `-f`, then asks; gives the exit code. */
export async function runRepl(host: CliHost, args: Arguments): Promise<number> {
  const settings = outputSettings(host, args);
  const session = await openSession(host, args);
  if (session === null) return EXIT.unreadable;
  let code: number = EXIT.ok;
  for (const script of await readScripts(host, args)) {
    code = Math.max(code, await runScript(host, session, { ...script, settings }));
  }
  if (host.stdinIsTerminal) return await runPrompt(host, session, settings);
  const text = await host.readTextFile("-");
  return Math.max(code, await runScript(host, session, { text, file: "stdin", settings }));
}
