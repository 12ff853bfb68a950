/**
 * Implements `--suppressions FILE`, which leaves known leaks out of all results.
 * @module
 */

import { QueryError, UsageError } from "../base/errors.ts";
import { runScript } from "../engine/run_script.ts";
import type { Session } from "../engine/session.ts";
import { printString } from "../query/syntax/print_expression.ts";
import type { Arguments, CommandOption } from "./command.ts";
import type { Script } from "./script.ts";

/** The option of commands that query traces. */
export const SUPPRESSIONS_OPTION: CommandOption = {
  name: "suppressions",
  value: "FILE",
  many: true,
  summary: "leave out leaks in a file of suppressions, or in the built-in list: known",
};

/** Returns a script that reads each of the given files. */
export function suppressionScripts(args: Pick<Arguments, "values">): Script[] {
  return args.values(SUPPRESSIONS_OPTION.name).map((file) => ({ text: `suppress ${printString(file)}` }));
}

/** Makes a session leave out the leaks in the files. Throws `UsageError` for a file that cannot be used. */
export async function suppressIn(session: Session, args: Pick<Arguments, "values">): Promise<void> {
  for (const { text } of suppressionScripts(args)) {
    try {
      await runScript(session, text, {});
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      throw new UsageError(error.diagnostics[0]?.message ?? error.message);
    }
  }
}
