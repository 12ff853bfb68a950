/**
 * Parses numbers of threads.
 * @module
 */

import { FILE_LIMITS } from "./limits/file_limits.ts";

/** Parses a number of threads; undefined if the text is not a valid one. */
export function parseThreads(text: string): number | undefined {
  if (!/^[1-9]\d{0,8}$/.test(text)) return undefined;
  const threads = Number(text);
  return threads <= FILE_LIMITS.threads.most ? threads : undefined;
}

/** Describes a valid number of threads, for messages. */
export const VALID_THREAD_COUNTS: string = `a number from 1 to ${FILE_LIMITS.threads.most}`;
