/**
 * Parses numbers of threads.
 * @module
 */

import { FILE_LIMITS } from "./limits/file_limits.ts";

/** A number of threads; undefined where a text is none. */
export function parseThreads(text: string): number | undefined {
  if (!/^[1-9]\d{0,8}$/.test(text)) return undefined;
  const threads = Number(text);
  return threads <= FILE_LIMITS.threads.most ? threads : undefined;
}

/** What a number of threads has to be, for messages. */
export const THREADS_WANTED: string = `a number from 1 to ${FILE_LIMITS.threads.most}`;
