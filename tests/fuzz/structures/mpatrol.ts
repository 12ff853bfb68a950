/** Records of mpatrol's files, as its manual describes them. */

import type { FindStructure } from "../structure.ts";
import { giveUp, type Walk, walked } from "./walk.ts";

/** First version whose records end with a source location. */
const SOURCE_VERSION = 10405;
/** How many numbers follow the letter of a record. */
const NUMBERS: Readonly<Record<string, number>> = { A: 3, R: 3, F: 1, H: 2, I: 2 };
/** Size of the pieces of a profiling file that are moved as a whole. */
const PIECE = 64;

/** Word size and byte order, recognized by the number one after the magic. */
function shapeOf(bytes: Uint8Array): { word: 4 | 8; little: boolean } {
  const little = bytes[4] === 1;
  const zeros = little ? bytes.subarray(8, 12) : bytes.subarray(4, 8);
  return { word: zeros.every((each) => each === 0) ? 8 : 4, little };
}

/** Tracing files: a letter and numbers for each record. */
export const mtrcStructure: FindStructure = (bytes) =>
  walked(bytes, (walk) => {
    const { word, little } = shapeOf(bytes);
    walk.at = 4;
    walk.number(word, little);
    const version = walk.number(word, little);
    while (walk.left > 4) walk.record(() => readRecord(walk, version >= SOURCE_VERSION));
  });

function readRecord(walk: Walk, hasSource: boolean): void {
  const letter = String.fromCharCode(walk.byte());
  const count = NUMBERS[letter] ?? giveUp();
  for (let at = 0; at < count; at++) walk.leb();
  if (!hasSource || count === 2) return;
  walk.leb();
  for (let name = 0; name < 2; name++) {
    // A slot of the cache; its name follows if the slot is redefined.
    if ((walk.byte() & 0x80) !== 0) walk.text();
  }
  walk.leb();
}

/** Profiling files: words, and names at the end. */
export const mptlStructure: FindStructure = (bytes) =>
  walked(bytes, (walk) => {
    const { word, little } = shapeOf(bytes);
    for (walk.at = 4; walk.left >= word;) {
      if (walk.at % PIECE === 4) {
        walk.records.push({ at: walk.at, length: Math.min(PIECE, walk.left) });
      }
      walk.number(word, little);
    }
  });
