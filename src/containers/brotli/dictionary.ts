/**
 * Words of the static dictionary and their transformations: RFC 7932, section 8 and appendix B.
 * @module
 */

import { nodeZlib } from "../../base/node_modules.ts";
import { WORDS } from "./words.ts";

/** Range of word lengths. */
const SHORTEST = 4;
const LONGEST = 24;
/** Number of words per length, as a power of two. */
const WORD_BITS = [10, 10, 11, 11, 10, 10, 10, 10, 10, 9, 9, 8, 7, 7, 8, 7, 7, 6, 6, 5, 5];

/**
 * A transformation: the prefix and suffix, and the change to the word itself: "=" none, a positive number
 * removes that many bytes at its front, a negative one at its end, "A" capitalizes its first letter, "AA" all
 * letters.
 */
type Change = readonly [before: string, how: "=" | "A" | "AA" | number, behind: string];

// deno-fmt-ignore
const CHANGES: readonly Change[] = [
  ["", "=", ""], ["", "=", " "], [" ", "=", " "], ["", 1, ""],
  ["", "A", " "], ["", "=", " the "], [" ", "=", ""], ["s ", "=", " "],
  ["", "=", " of "], ["", "A", ""], ["", "=", " and "], ["", 2, ""],
  ["", -1, ""], [", ", "=", " "], ["", "=", ", "], [" ", "A", " "],
  ["", "=", " in "], ["", "=", " to "], ["e ", "=", " "], ["", "=", "\""],
  ["", "=", "."], ["", "=", "\">"], ["", "=", "\n"], ["", -3, ""],
  ["", "=", "]"], ["", "=", " for "], ["", 3, ""], ["", -2, ""],
  ["", "=", " a "], ["", "=", " that "], [" ", "A", ""], ["", "=", ". "],
  [".", "=", ""], [" ", "=", ", "], ["", 4, ""], ["", "=", " with "],
  ["", "=", "'"], ["", "=", " from "], ["", "=", " by "], ["", 5, ""],
  ["", 6, ""], [" the ", "=", ""], ["", -4, ""], ["", "=", ". The "],
  ["", "AA", ""], ["", "=", " on "], ["", "=", " as "], ["", "=", " is "],
  ["", -7, ""], ["", -1, "ing "], ["", "=", "\n\t"], ["", "=", ":"],
  [" ", "=", ". "], ["", "=", "ed "], ["", 9, ""], ["", 7, ""],
  ["", -6, ""], ["", "=", "("], ["", "A", ", "], ["", -8, ""],
  ["", "=", " at "], ["", "=", "ly "], [" the ", "=", " of "], ["", -5, ""],
  ["", -9, ""], [" ", "A", ", "], ["", "A", "\""], [".", "=", "("],
  ["", "AA", " "], ["", "A", "\">"], ["", "=", "=\""], [" ", "=", "."],
  [".com/", "=", ""], [" the ", "=", " of the "], ["", "A", "'"], ["", "=", ". This "],
  ["", "=", ","], [".", "=", " "], ["", "A", "("], ["", "A", "."],
  ["", "=", " not "], [" ", "=", "=\""], ["", "=", "er "], [" ", "AA", " "],
  ["", "=", "al "], [" ", "AA", ""], ["", "=", "='"], ["", "AA", "\""],
  ["", "A", ". "], [" ", "=", "("], ["", "=", "ful "], [" ", "A", ". "],
  ["", "=", "ive "], ["", "=", "less "], ["", "AA", "'"], ["", "=", "est "],
  [" ", "A", "."], ["", "AA", "\">"], [" ", "=", "='"], ["", "A", ","],
  ["", "=", "ize "], ["", "AA", "."], ["\u00c2\u00a0", "=", ""], [" ", "=", ","],
  ["", "A", "=\""], ["", "AA", "=\""], ["", "=", "ous "], ["", "AA", ", "],
  ["", "A", "='"], [" ", "A", ","], [" ", "AA", "=\""], [" ", "AA", ", "],
  ["", "AA", ","], ["", "AA", "("], ["", "AA", ". "], [" ", "AA", "."],
  ["", "AA", "='"], [" ", "AA", ". "], [" ", "A", "=\""], [" ", "AA", "='"],
  [" ", "A", "='"],
];

let words: Uint8Array | undefined;

/** Offset of the first word of a length. */
function startOf(length: number): number {
  let start = 0;
  for (let each = SHORTEST; each < length; each++) start += each << WORD_BITS[each - SHORTEST]!;
  return start;
}

/** The word that a dictionary reference denotes; undefined if there is none. */
export function dictionaryWord(length: number, reference: number): Uint8Array | undefined {
  const bits = WORD_BITS[length - SHORTEST];
  if (bits === undefined || length > LONGEST) return undefined;
  const change = CHANGES[Math.floor(reference / 2 ** bits)];
  if (change === undefined) return undefined;
  words ??= nodeZlib().inflateRawSync(Uint8Array.fromBase64(WORDS));
  const start = startOf(length) + length * (reference & ((1 << bits) - 1));
  return changed(words.subarray(start, start + length), change);
}

function changed(word: Uint8Array, [before, how, behind]: Change): Uint8Array {
  const cut = typeof how !== "number" ? word : how > 0 ? word.subarray(how) : word.subarray(0, how);
  const out = new Uint8Array(before.length + cut.length + behind.length);
  // One prefix contains a non-ASCII byte.
  for (let at = 0; at < before.length; at++) out[at] = before.charCodeAt(at);
  out.set(cut, before.length);
  for (let at = 0; at < behind.length; at++) out[before.length + cut.length + at] = behind.charCodeAt(at);
  if (how === "A" || how === "AA") {
    enlarge(out.subarray(before.length, before.length + cut.length), how === "AA");
  }
  return out;
}

/**
 * Capitalizes letters by flipping the bit that does so in ASCII, or the corresponding bits of longer
 * characters.
 */
function enlarge(word: Uint8Array, all: boolean): void {
  for (let at = 0; at < word.length;) {
    const byte = word[at]!;
    if (byte < 0xc0) {
      if (byte >= 0x61 && byte <= 0x7a) word[at] = byte ^ 0x20;
      at++;
    } else if (byte < 0xe0) {
      if (at + 1 < word.length) word[at + 1]! ^= 0x20;
      at += 2;
    } else {
      if (at + 2 < word.length) word[at + 2]! ^= 5;
      at += 3;
    }
    if (!all) return;
  }
}
