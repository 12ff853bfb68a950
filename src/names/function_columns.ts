/**
 * Recognizes columns that contain names of functions.
 * @module
 */

import type { ResultColumn } from "../base/result_table.ts";

const FUNCTION_NAMES = /(?:^|[._])func(?:_at)?(?:_right|_before|_after)?$/;

/** Returns whether a column contains names of functions, or backtraces as texts. */
export function hasFunctionNames({ name, type, display = "plain" }: ResultColumn): boolean {
  if (type !== "text") return false;
  return display === "function" || display === "functions" ||
    (display === "plain" && FUNCTION_NAMES.test(name));
}
