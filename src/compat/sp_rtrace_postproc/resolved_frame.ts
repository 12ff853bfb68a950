/**
 * How the post-processor writes what it found out about a frame.
 * @module
 */

import type { Frame } from "../../events/stack_pool.ts";
import type { StringPool } from "../../events/string_pool.ts";

/** `name() from /path`, `from /path` without a function, `in ??` outside of the memory map. */
export function frameTextOf(frame: Frame, strings: StringPool): string {
  if (frame.module === 0) return "in ??";
  const name = frame.func === 0 ? "" : strings.text(frame.func);
  const call = name === "" || name.includes("(") ? name : `${name}()`;
  return `${call}${call === "" ? "" : " "}from ${strings.text(frame.module)}`;
}
