/**
 * The texts of one owner (a trace, a result, a session), in a store that all owners share: equal texts have
 * equal codes, in any trace.
 * @module
 */

import type { AsciiText } from "../base/ascii_text.ts";
import { NumberSet } from "./number_set.ts";
import { type TextPlaces, TextStore } from "./text_store.ts";

const ENCODER = new TextEncoder();
/** Shared buffer that holds most texts, at three bytes per UTF-16 unit; overwritten by the next text. */
const ROOM = new Uint8Array(1 << 12);

/** A text as UTF-8, in a buffer, with its length. */
function encode(text: string): { readonly bytes: Uint8Array; readonly length: number } {
  const { length } = text;
  if (length * 3 > ROOM.length) {
    const bytes = ENCODER.encode(text);
    return { bytes, length: bytes.length };
  }
  // Mostly ASCII: writing it here takes an eighth of the time of the encoder.
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return { bytes: ROOM, length: ENCODER.encodeInto(text, ROOM).written };
    ROOM[at] = unit;
  }
  return { bytes: ROOM, length };
}

/** Interns byte strings; code 0 is "no text", every other code is one distinct byte string. */
export class StringPool {
  readonly #store: TextStore;
  readonly #held = new NumberSet();

  /** Creates its own store, unless one is given. */
  constructor(store: TextStore = new TextStore()) {
    this.#store = store;
  }

  /** A pool for another owner over the same store. */
  forOwner(): StringPool {
    return new StringPool(this.#store);
  }

  /** The largest code plus one, code 0 included. */
  get size(): number {
    return this.#store.size;
  }

  /** Number of texts held by all owners of the store. */
  get inUse(): number {
    return this.#store.inUse;
  }

  /** Bytes of memory used by the store. */
  get byteLength(): number {
    return this.#store.byteLength;
  }

  /** The code of `bytes[start..end)`, held by this owner from now on. */
  intern(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
    const code = this.#store.numberOf(bytes, start, end, true);
    if (this.#held.add(code)) this.#store.hold(code);
    return code;
  }

  /** Holds a code that another owner of the store holds now; returns it. */
  share(code: number): number {
    if (this.#held.add(code)) this.#store.hold(code);
    return code;
  }

  /** Interns a text; if it is new and `code` was never used, it gets that code. */
  internAt(code: number, bytes: Uint8Array): number {
    const found = this.#store.numberAt(code, bytes);
    if (this.#held.add(found)) this.#store.hold(found);
    return found;
  }

  /** Codes that this owner holds, in no particular order. */
  codes(): Iterable<number> {
    return this.#held;
  }

  /** Codes that this owner holds, ascending. */
  get held(): number[] {
    return [...this.#held].sort((left, right) => left - right);
  }

  /** Interns a text as UTF-8 and returns its code. */
  internText(text: string): number {
    const { bytes, length } = encode(text);
    return this.intern(bytes, 0, length);
  }

  /** The code of a text; 0 if it is not in the pool. */
  find(text: string): number {
    const { bytes, length } = encode(text);
    return this.#store.numberOf(bytes, 0, length, false);
  }

  /** The text of a code; bytes that are not UTF-8 are read as Latin-1. Code 0 gives "". */
  text(code: number): string {
    return this.#store.text(code);
  }

  /** The bytes of the text with this code, as they were in the file. */
  bytes(code: number): Uint8Array {
    return this.#store.bytes(code);
  }

  /**
   * Sets `into` to the bytes of a text if it is ASCII, else returns false. The bytes move when the next text is
   * interned.
   */
  ascii(code: number, into: AsciiText): boolean {
    return this.#store.ascii(code, into);
  }

  /**
   * Writes to `places` where the texts `codes[from..to)` are in the returned array, which is valid until the next text
   * is interned. Code 0 is not allowed.
   */
  places(codes: ArrayLike<number>, from: number, to: number, places: TextPlaces): Uint8Array {
    return this.#store.places(codes, from, to, places);
  }

  /** Releases everything that this owner holds. */
  close(): void {
    this.#store.release(this.#held);
    this.#held.clear();
  }
}
