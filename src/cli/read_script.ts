/**
 * Reads the script files of the command line.
 * @module
 */

import { InputError, UsageError } from "../base/errors.ts";
import type { CliHost } from "./host.ts";

/**
 * The text of a script. Throws `UsageError` if it cannot be read, since exit code 3 is reserved for traces.
 * In other shells, `-f` names a format; if the path is one of the `modes`, the error says so.
 */
export async function readScript(
  host: Pick<CliHost, "readTextFile">,
  path: string,
  modes: readonly string[] = [],
): Promise<string> {
  try {
    return await host.readTextFile(path);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const isMode = error.trouble === "missing" && modes.includes(path);
    throw new UsageError(isMode ? `${error.message}, did you mean --mode ${path}?` : error.message);
  }
}
