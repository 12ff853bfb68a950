/**
 * Recognises names by their bytes that need no shortening: most names of C and of interpreters.
 * @module
 */

import type { AsciiText } from "../base/ascii_text.ts";

const UNDERSCORE = 0x5f;
/** 1 for letters, digits and `_`. */
const WORD = new Uint8Array(256);
for (let byte = 0; byte < 0x80; byte++) WORD[byte] = /\w/.test(String.fromCharCode(byte)) ? 1 : 0;

/**
 * Whether a name consists of letters and digits with single `_` inside, so that `shortName` does not change it:
 * mangled names begin with `_` or contain two of them.
 */
export function isPlainName({ bytes, start, end }: AsciiText): boolean {
  let before = UNDERSCORE;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (WORD[byte] === 0 || (byte === UNDERSCORE && before === UNDERSCORE)) return false;
    before = byte;
  }
  return true;
}
