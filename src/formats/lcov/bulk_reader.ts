/**
 * Objects of JSON of which some values are read from bytes, and the rest is built.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { behindBlanks, CLOSE, COLON, END, isWord, LIST, OPEN, QUOTE, ZERO } from "./plain_json.ts";
import { endOfText } from "./whole_values.ts";

/** Reads a value from where it begins; the place after it, or 0 where it is not plain. */
export interface BulkReader {
  /** Forgets what it has read: an object without the key has nothing. */
  clear(): void;
  /** Reads `bytes[at..end)` as far as the value goes. */
  read(bytes: Uint8Array, at: number, end: number): number;
}

/** Keys of an object with the readers of their values. */
export type BulkKeys = readonly (readonly [key: string, reader: BulkReader])[];

/** An object without the values that were read: zeros are there. */
export class Rest {
  /** Its first bytes are the object. */
  bytes: Uint8Array = new Uint8Array(1 << 12);
  /** Bytes of it. */
  length = 0;

  /** Adds some bytes. */
  add(bytes: Uint8Array, from: number, to: number): void {
    const { length } = this;
    this.length += to - from;
    if (this.length >= this.bytes.length) this.bytes = grown(this.bytes, 2 * this.length);
    const into = this.bytes;
    // Most parts are a few keys and commas.
    if (to - from > 256) into.set(bytes.subarray(from, to), length);
    else for (let at = from, place = length; at < to; at++) into[place++] = bytes[at]!;
  }

  /** Adds a zero. */
  addZero(): void {
    this.bytes[this.length++] = ZERO;
  }
}

/**
 * Reads the object that begins at `at`: values of some keys are those of their readers, everything else is put into `rest`.
 * Where it ends; 0 where one of these values is not plain or there twice, or where the object does not end before `end`.
 */
export function withoutBulk(
  bytes: Uint8Array,
  at: number,
  end: number,
  keys: BulkKeys,
  rest: Rest,
): number {
  for (const [, reader] of keys) reader.clear();
  rest.length = 0;
  // Where what is kept next begins, a bit for each key that was read, and open lists and objects.
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
    const colon = behindBlanks(bytes, stop + 1, end);
    if (bytes[colon] !== COLON) continue;
    const value = behindBlanks(bytes, colon + 1, end);
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
    if (key.length === to - from && isWord(key, bytes, from)) return at;
  }
  return -1;
}
