/**
 * Text functions on bytes: with a million distinct texts, creating a JavaScript string for each costs more
 * than everything else.
 * @module
 */

import type { AsciiText } from "../../base/ascii_text.ts";
import { byteFinder } from "../../patterns/byte_finder.ts";
import type { AsciiRule } from "../plan/row_function.ts";

const SLASH = 0x2f, DOT = 0x2e;
/** Difference between the codes of upper-case and lower-case letters in ASCII. */
const CASE = 0x20;

/** `len`. */
export const LENGTH_RULE: AsciiRule = { gives: "number", of: ({ start, end }) => end - start };

/** `substr`: the part of a text that starts at a character; a negative start counts from the end. */
export function substringRule(from: number, count: number): AsciiRule {
  return {
    gives: "text",
    change(text) {
      const length = text.end - text.start;
      const first = Math.min(length, from < 0 ? Math.max(0, length + from) : from);
      text.start += first;
      text.end = Math.min(text.end, text.start + count);
    },
  };
}

/** `base`: the part after the last slash; trailing slashes are dropped first. */
export const BASE_RULE: AsciiRule = {
  gives: "text",
  change(text) {
    dropSlashes(text);
    text.start = lastOf(text, SLASH) + 1;
  },
};

/** `dir`: the part before the last slash. */
export const FOLDER_RULE: AsciiRule = {
  gives: "text",
  change(text) {
    dropSlashes(text);
    const cut = lastOf(text, SLASH);
    text.end = cut < text.start ? text.start : cut === text.start ? cut + 1 : cut;
  },
};

/** `ext`: the part after the last dot of a file name, unless the name starts with that dot. */
export const EXTENSION_RULE: AsciiRule = {
  gives: "text",
  change(text) {
    text.start = lastOf(text, SLASH) + 1;
    const dot = lastOf(text, DOT);
    text.start = dot <= text.start ? text.end : dot + 1;
  },
};

/** `lower` and `upper`: letters from `first` to `last` change case. */
export function swapCaseRule(first: string, last: string): AsciiRule {
  const [low, high] = [first.charCodeAt(0), last.charCodeAt(0)];
  const room = new Room();
  return {
    gives: "text",
    change(text) {
      const { bytes, start, end } = text;
      const out = room.of(end - start);
      let changed = 0;
      for (let at = start; at < end; at++) {
        const byte = bytes[at]!, flip = byte >= low && byte <= high ? CASE : 0;
        changed |= flip;
        out[at - start] = byte ^ flip;
      }
      if (changed === 0) return;
      pointAt(text, out, end - start);
    },
  };
}

/**
 * `replace`: replaces each occurrence of one text by another. Undefined if the first text cannot be searched
 * for in bytes.
 */
export function replaceRule(from: string, to: string): AsciiRule | undefined {
  const find = byteFinder(from);
  if (!find) return undefined;
  const by = new TextEncoder().encode(to);
  const room = new Room();
  return {
    gives: "text",
    change(text) {
      const { bytes, start, end } = text;
      let found = find(bytes, start, end);
      if (found < 0) return;
      let out = room.of(end - start), length = 0, done = start;
      const add = (from: Uint8Array, first: number, last: number): void => {
        out = room.of(length + last - first);
        for (let at = first; at < last; at++) out[length++] = from[at]!;
      };
      for (; found >= 0; found = find(bytes, done, end)) {
        add(bytes, done, found);
        add(by, 0, by.length);
        done = found + from.length;
      }
      add(bytes, done, end);
      pointAt(text, out, length);
    },
  };
}

/** Memory for the result of one text; it grows as needed and keeps its contents. */
class Room {
  #bytes = new Uint8Array(256);

  of(length: number): Uint8Array {
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}

function pointAt(text: AsciiText, bytes: Uint8Array, length: number): void {
  text.bytes = bytes;
  text.start = 0;
  text.end = length;
}

function dropSlashes(text: AsciiText): void {
  while (text.end > text.start && text.bytes[text.end - 1] === SLASH) text.end--;
}

/** Returns the position of the last occurrence of a byte, or one before the start if there is none. */
function lastOf({ bytes, start, end }: AsciiText, byte: number): number {
  let at = end - 1;
  while (at >= start && bytes[at] !== byte) at--;
  return at;
}
