/**
 * Tests one text against a match expression.
 * @module
 */

import { shortName } from "../../names/short_name.ts";
import { textTest } from "../../patterns/text_tests.ts";
import type { WorkMeter } from "../../patterns/work_meter.ts";
import type { TextMatchExpr } from "../plan/expressions.ts";

/** The parts of a match expression that decide which texts pass. */
export type TextPattern = Pick<TextMatchExpr, "how" | "pattern" | "flags" | "ofNames">;

/** The test of a text. A function name matches if its full name or its displayed name does. */
export function matchTest(
  { how, pattern, flags, ofNames }: TextPattern,
  meter?: WorkMeter,
): (text: string) => boolean {
  const passes = textTest(how, pattern, flags, meter);
  if (!ofNames) return passes;
  return (text) => {
    if (passes(text)) return true;
    const short = shortName(text);
    return short !== text && passes(short);
  };
}
