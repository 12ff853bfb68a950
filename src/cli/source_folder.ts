/**
 * Opens the folder of `--sources`.
 * @module
 */

import { InputError } from "../base/errors.ts";
import { SERVE_LIMITS } from "../base/limits/serve_limits.ts";
import { mayRead } from "../ingest/permission.ts";
import { readPlainFile } from "../ingest/plain_file.ts";
import { systemReason } from "../ingest/system_error.ts";
import type { SourceFiles } from "../serve/sources.ts";

/** The sources in the folder, or null if no folder is given. Throws `InputError`. */
export async function sourcesIn(folder: string | undefined): Promise<SourceFiles | null> {
  if (folder === undefined) return null;
  const refuse = (reason: string): InputError =>
    new InputError(`Cannot read sources in "${folder}": ${reason}`, folder, "missing");
  if (!mayRead(folder)) throw refuse("Quarry may not read it without --allow-read");
  try {
    const real = await Deno.realPath(folder);
    if (!(await Deno.stat(real)).isDirectory) throw refuse("it is not a folder");
    return {
      folder: real.replace(/\/$/, ""),
      realPath: async (path) => (await Deno.realPath(path)),
      read: (path) => new TextDecoder().decode(readPlainFile(path, SERVE_LIMITS.sentSource.most)),
    };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw refuse(systemReason(error)[1]);
  }
}
