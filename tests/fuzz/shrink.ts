/**
 * Makes an input smaller while a property still holds.
 * @module
 */

import type { Shrinking } from "./target.ts";

/**
 * Leaves out halves, quarters and so on down to single bytes; in texts, first lines. Calls `holds` at most `runs`
 * times.
 */
export async function shrink(
  input: Uint8Array,
  what: Shrinking,
  runs: number,
  holds: (smaller: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array> {
  let small = input;
  let left = runs;
  const attempt = async (smaller: Uint8Array): Promise<boolean> => {
    if (left-- <= 0 || !await holds(smaller)) return false;
    small = smaller;
    return true;
  };
  if (what !== "bytes") {
    for (let at = 0; left > 0;) {
      const lines = new TextDecoder().decode(small).split("\n");
      if (at >= lines.length || lines.length === 1) break;
      lines.splice(at, 1);
      if (!await attempt(new TextEncoder().encode(lines.join("\n")))) at++;
    }
  }
  if (what === "lines") return small;
  for (let size = small.length >>> 1; size > 0 && left > 0; size >>>= 1) {
    for (let at = 0; at < small.length && left > 0;) {
      const smaller = new Uint8Array([...small.subarray(0, at), ...small.subarray(at + size)]);
      if (!await attempt(smaller)) at += size;
    }
  }
  return small;
}
