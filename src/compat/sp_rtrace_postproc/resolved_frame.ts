/**
 * Formats a resolved frame as the post-processor does.
 * @module
 */

import { UNKNOWN_FUNCTION } from "../../events/code_place.ts";
import type { Frame } from "../../events/stack_pool.ts";
import type { StringPool } from "../../events/string_pool.ts";

/**
 * Returns `name() from /path`, or `from /path` without a function. Undefined outside the memory map: nothing
 * was resolved there, and `in ??` is written only if the report contains it.
 */
export function frameTextOf(frame: Frame, strings: StringPool): string | undefined {
  if (frame.module === 0) return undefined;
  const name = functionName(frame, strings);
  const call = name === "" || name.includes("(") ? name : `${name}()`;
  return `${call}${call === "" ? "" : " "}from ${strings.text(frame.module)}`;
}

/** Returns the function of a frame; empty if there is none, or if the resolver did not find it. */
export function functionName(frame: Frame, strings: StringPool): string {
  const name = frame.func === 0 ? "" : strings.text(frame.func);
  return name === UNKNOWN_FUNCTION ? "" : name;
}
