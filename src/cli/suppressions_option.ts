/**
 * `--suppressions FILE`: leaks that files know are left out of all that is asked.
 * @module
 */

import { QueryError, UsageError } from "../base/errors.ts";
import { runScript } from "../engine/run_script.ts";
import type { Session } from "../engine/session.ts";
import { printString } from "../query/syntax/print_expression.ts";
import type { Arguments, CommandOption } from "./command.ts";
import type { Script } from "./script.ts";

/** Of commands that ask traces. */
export const SUPPRESSIONS_OPTION: CommandOption = {
  name: "suppressions",
  value: "FILE",
  many: true,
  summary: "leave out leaks that a file of suppressions knows, or: known",
};

/** A script for each file that is named. */
export function suppressionScripts(args: Pick<Arguments, "values">): Script[] {
  return args.values(SUPPRESSIONS_OPTION.name).map((file) => ({ text: `suppress ${printString(file)}` }));
}

/** From here on a session leaves out what the files know. Throws `UsageError` for one that cannot be used. */
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
