/**
 * The folder of `--sources`.
 * @module
 */

import { InputError } from "../base/errors.ts";
import { mayRead } from "../ingest/permission.ts";
import { systemReason } from "../ingest/system_error.ts";
import type { SourceFiles } from "../serve/sources.ts";

/** Opens it; null where none is given. Throws `InputError`. */
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
      read: (path) => Deno.readTextFile(path),
    };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw refuse(systemReason(error)[1]);
  }
}
