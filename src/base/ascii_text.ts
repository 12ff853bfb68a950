/**
 * A text in ASCII, where each byte is a character.
 * @module
 */

/** A text whose bytes are characters, as part of a larger array or as a copy. */
export interface AsciiText {
  bytes: Uint8Array;
  start: number;
  end: number;
}

/** An empty text. */
export function emptyAsciiText(): AsciiText {
  return { bytes: new Uint8Array(0), start: 0, end: 0 };
}
