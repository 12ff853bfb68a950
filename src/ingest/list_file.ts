/**
 * Reads lists that queries name, such as sets of calls in `@file`.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { mayRead } from "./permission.ts";
import { noteRead } from "./read_files.ts";

/** Maximum size. Lists are written by hand, so a longer file is something else. */
const MOST_BYTES = FILE_LIMITS.callList.most;

/** The text of a list; undefined if there is no such file. */
export function readListFile(path: string): string | undefined {
  if (!mayRead(path)) return undefined;
  try {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile || size > MOST_BYTES) return undefined;
    noteRead(path);
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}
