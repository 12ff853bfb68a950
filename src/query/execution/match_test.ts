/**
 * Tests one text against a match expression.
 * @module
 */

import type { AsciiText } from "../../base/ascii_text.ts";
import { isPlainName } from "../../names/plain_name.ts";
import { shortName } from "../../names/short_name.ts";
import { type AsciiTest, asciiTest } from "../../patterns/ascii_tests.ts";
import { byteFinder } from "../../patterns/byte_finder.ts";
import { textTest } from "../../patterns/text_tests.ts";
import type { WorkMeter } from "../../patterns/work_meter.ts";
import type { TextMatchExpr } from "../plan/expressions.ts";

/** The parts of a match expression that decide which texts pass. */
export type TextPattern = Pick<TextMatchExpr, "how" | "pattern" | "flags" | "ofNames">;

/** The test of a text. A function name passes in full or as screens show it. */
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

/** The test on ASCII bytes; undefined if bytes never decide. */
export function asciiMatchTest({ how, pattern, flags, ofNames }: TextPattern): AsciiTest | undefined {
  const passes = asciiTest(how, pattern, flags);
  if (!passes || !ofNames) return passes;
  const mayBeShort = how === "equal" ? hasLastWordOf(pattern) : undefined;
  return (text) => {
    const passed = passes(text);
    if (passed !== false || isPlainName(text)) return passed;
    return mayBeShort && !mayBeShort(text) ? false : undefined;
  };
}

const UNDERSCORE = 0x5f, DOLLAR = 0x24;

/**
 * Whether a name may have this short form: shortening only leaves words out, so that the last one is in the name. Mangled
 * names begin with `_` or `$` and may abbreviate words; `wstring` is short for `basic_string<wchar_t>`.
 */
function hasLastWordOf(short: string): ((text: AsciiText) => boolean) | undefined {
  const word = /\w+(?=\W*$)/.exec(short)?.[0].replace(/^w(?=string|\w*stream|\w+buf)/, "");
  const find = word === undefined ? undefined : byteFinder(word);
  return find && (({ bytes, start, end }) => {
    const first = bytes[start];
    return first === UNDERSCORE || first === DOLLAR || find(bytes, start, end) >= 0;
  });
}
