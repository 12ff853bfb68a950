/**
 * Which columns hold names of functions.
 * @module
 */

import type { ResultColumn } from "../base/result_table.ts";

const FUNCTION_NAMES = /(?:^|[._])func(?:_at)?(?:_right|_before|_after)?$/;

/** True for a column of names of functions, or of backtraces of them. */
export function holdsFunctions({ name, type, display = "plain" }: ResultColumn): boolean {
  if (type !== "text") return false;
  return display === "function" || display === "functions" ||
    (display === "plain" && FUNCTION_NAMES.test(name));
}
