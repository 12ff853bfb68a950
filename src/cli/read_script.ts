/**
 * Reads the script files of the command line.
 * @module
 */

import { InputError, UsageError } from "../base/errors.ts";
import type { CliHost } from "./host.ts";

/** The text of a script. Throws `UsageError` if it cannot be read, since exit code 3 is reserved for traces. */
export async function readScript(host: Pick<CliHost, "readTextFile">, path: string): Promise<string> {
  try {
    return await host.readTextFile(path);
  } catch (error) {
    throw error instanceof InputError ? new UsageError(error.message) : error;
  }
}
