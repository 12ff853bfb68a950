/**
 * Lists that queries name, such as the sets of calls behind `@file`.
 * @module
 */

import { mayRead } from "./permission.ts";

/** Lists are written by people; nothing longer than this is one. */
const MOST_BYTES = 16 << 20;

/** The text of a list; undefined when there is no such file. */
export function readListFile(path: string): string | undefined {
  if (!mayRead(path)) return undefined;
  try {
    const { isFile, size } = Deno.statSync(path);
    return isFile && size <= MOST_BYTES ? Deno.readTextFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}
