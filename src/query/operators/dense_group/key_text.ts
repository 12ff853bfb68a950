/**
 * Values of several keys as one text, for maps.
 * @module
 */

import type { Constant } from "../../plan/values.ts";

/** Different for different values: names may hold any character, so each text says how long it is. */
export function keyText(values: readonly Constant[]): string {
  let text = "";
  for (const value of values) {
    text += typeof value === "string" ? `t${value.length}:${value};` : `${typeof value}${value};`;
  }
  return text;
}
