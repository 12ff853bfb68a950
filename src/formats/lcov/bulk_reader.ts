/**
 * Reads some values of a JSON object from its bytes, and leaves the rest to be parsed.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { CLOSE, COLON, END, isWordAt, LIST, OPEN, QUOTE, skipBlanks, ZERO } from "./plain_json.ts";
import { endOfText } from "./whole_values.ts";

/**
 * Reads a value from its bytes. Returns the position after it, or 0 if the value is not in the plain form.
 */
export interface BulkReader {
  /** Discards the last value, since the next object may lack the key. */
  clear(): void;
  /** Reads the value at `bytes[at..end)`. */
  read(bytes: Uint8Array, at: number, end: number): number;
}

/** Keys of an object, each with the reader of its value. */
export type BulkKeys = readonly (readonly [key: string, reader: BulkReader])[];

/** The text of an object in which the values that byte readers have read are replaced by zeros. */
export class RemainingObject {
  /** Holds the object in its first `length` bytes. */
  bytes: Uint8Array = new Uint8Array(1 << 12);
  /** Length of the object in bytes. */
  length = 0;

  /** Adds some bytes. */
  add(bytes: Uint8Array, from: number, to: number): void {
    const { length } = this;
    this.length += to - from;
    if (this.length >= this.bytes.length) this.bytes = growArray(this.bytes, 2 * this.length);
    const into = this.bytes;
    // Most parts are short (a few keys and commas), and copying those in a loop is faster.
    if (to - from > 256) into.set(bytes.subarray(from, to), length);
    else for (let at = from, place = length; at < to; at++) into[place++] = bytes[at]!;
  }

  /** Adds a zero. */
  addZero(): void {
    this.bytes[this.length++] = ZERO;
  }
}

/**
 * Reads the object at `at`: each reader reads the value of its key, and everything else is copied to `rest`.
 * Returns where the object ends, or 0 if one of these values is not plain or occurs twice, or if the object
 * does not end before `end`.
 */
export function readBulkValues(
  bytes: Uint8Array,
  at: number,
  end: number,
  keys: BulkKeys,
  rest: RemainingObject,
): number {
  for (const [, reader] of keys) reader.clear();
  rest.length = 0;
  // Start of the next part to copy, a bit for each key that was found, and the nesting depth.
  let kept = at, found = 0, depth = 0;
  for (let place = at; place < end; place++) {
    const byte = bytes[place]!;
    if (byte === OPEN || byte === LIST) depth++;
    else if ((byte === CLOSE || byte === END) && --depth === 0) {
      rest.add(bytes, kept, place + 1);
      return place + 1;
    }
    if (byte !== QUOTE) continue;
    const from = place + 1;
    const stop = endOfText(bytes, from, end);
    if (stop < 0) return 0;
    place = stop;
    const key = depth === 1 ? keyAt(keys, bytes, from, stop) : -1;
    if (key < 0) continue;
    const colon = skipBlanks(bytes, stop + 1, end);
    if (bytes[colon] !== COLON) continue;
    const value = skipBlanks(bytes, colon + 1, end);
    const next = keys[key]![1].read(bytes, value, end);
    if (next === 0 || next >= end || (found >>> key & 1) !== 0) return 0;
    found |= 1 << key;
    rest.add(bytes, kept, value);
    rest.addZero();
    kept = next;
    place = next - 1;
  }
  return 0;
}

function keyAt(keys: BulkKeys, bytes: Uint8Array, from: number, to: number): number {
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]![0];
    if (key.length === to - from && isWordAt(key, bytes, from)) return at;
  }
  return -1;
}
