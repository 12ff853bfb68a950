/**
 * The work of `quarry query`, and of `quarry repl` without a person.
 * @module
 */

import { QueryError, UsageError } from "../base/errors.ts";
import { parseScript } from "../query/syntax/parser.ts";
import { type Arguments, EXIT } from "./command.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { outputSettings, showResult } from "./output.ts";
import { openSession } from "./session.ts";

/** A script and where it came from. */
interface Script {
  readonly text: string;
  /** Absent for `-e`. */
  readonly file?: string;
}

/** Opens the traces, runs the queries in order, shows their results; gives the exit code. */
export async function runQueries(host: CliHost, args: Arguments): Promise<number> {
  const settings = outputSettings(host, args);
  if (args.operands.length === 0) throw new UsageError("Cannot run a query without a trace file");
  const scripts = await readScripts(host, args);
  // A slip of the finger shows before minutes of loading.
  for (const { text, file } of scripts) {
    const errors = parseScript(text).diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0) return await reportFailure(host, new QueryError(errors, text), file);
  }
  const session = await openSession(host, args);
  for (const { text, file } of scripts) {
    try {
      await session.run(text, (table) => showResult(host, table, settings));
    } catch (error) {
      return await reportFailure(host, error, file);
    }
  }
  return EXIT.ok;
}

/** Files come first, so that `-e` can use what they define. */
async function readScripts(host: CliHost, args: Arguments): Promise<Script[]> {
  const scripts: Script[] = [];
  for (const file of args.values("file")) scripts.push({ text: await host.readTextFile(file), file });
  for (const text of args.values("eval")) scripts.push({ text });
  return scripts;
}
