/**
 * Tests of texts by their bytes. They decide most texts of ASCII without making a JavaScript text of each.
 * @module
 */

import type { AsciiText } from "../base/ascii_text.ts";
import { asciiBytes, byteFinder } from "./byte_finder.ts";
import { globPattern, regexPattern } from "./text_pattern.ts";
import type { textTest } from "./text_tests.ts";

/** Whether a text passes; undefined where its bytes do not say. */
export type AsciiTest = (text: AsciiText) => boolean | undefined;

/** The test of a match expression; undefined where bytes never say. The pattern has been read without an error before. */
export function asciiTest(
  how: Parameters<typeof textTest>[0],
  pattern: string,
  flags: string,
): AsciiTest | undefined {
  switch (how) {
    case "contains": {
      const find = byteFinder(pattern);
      return find && (({ bytes, start, end }) => find(bytes, start, end) >= 0);
    }
    case "equal": {
      const wanted = asciiBytes(pattern);
      return wanted &&
        (({ bytes, start, end }) => end - start === wanted.length && isAt(bytes, start, end, wanted));
    }
    case "startswith": {
      const wanted = asciiBytes(pattern);
      return wanted && (({ bytes, start, end }) => isAt(bytes, start, end, wanted));
    }
    case "endswith": {
      const wanted = asciiBytes(pattern);
      return wanted && (({ bytes, start, end }) => {
        const from = end - wanted.length;
        return from >= start && isAt(bytes, from, end, wanted);
      });
    }
    case "glob":
    case "regex": {
      // A text without the letters that the pattern cannot do without does not match; others are looked at as texts.
      const { needed } = how === "glob" ? globPattern(pattern) : regexPattern(pattern, flags);
      const find = byteFinder(needed);
      return find && (({ bytes, start, end }) => find(bytes, start, end) < 0 ? false : undefined);
    }
  }
}

function isAt(bytes: Uint8Array, from: number, end: number, wanted: Uint8Array): boolean {
  if (from + wanted.length > end) return false;
  for (let at = 0; at < wanted.length; at++) if (bytes[from + at] !== wanted[at]) return false;
  return true;
}
