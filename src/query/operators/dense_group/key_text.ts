/**
 * Encodes the values of several keys as one text, for maps.
 * @module
 */

import type { Constant } from "../../plan/values.ts";

/** Distinct for distinct values: names may contain any character, so each text includes its length. */
export function keyText(values: readonly Constant[]): string {
  let text = "";
  for (const value of values) {
    text += typeof value === "string" ? `t${value.length}:${value};` : `${typeof value}${value};`;
  }
  return text;
}
