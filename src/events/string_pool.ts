/**
 * The texts of one owner (a trace, a result, a session), out of a store that all owners share: equal texts have equal
 * codes, from any trace.
 * @module
 */

import { HeldNumbers } from "./held_numbers.ts";
import { TextStore } from "./text_store.ts";

const ENCODER = new TextEncoder();
/** Most texts have room here, three bytes for each unit of theirs; what is in it counts until the next text. */
const ROOM = new Uint8Array(1 << 12);

/** The bytes of a text at the front of some memory, and how many they are. */
function encode(text: string): { readonly bytes: Uint8Array; readonly length: number } {
  const { length } = text;
  if (length * 3 > ROOM.length) {
    const bytes = ENCODER.encode(text);
    return { bytes, length: bytes.length };
  }
  // Mostly letters of seven bits: written here they take an eighth of what the encoder takes.
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
  readonly #held = new HeldNumbers();

  /** A store of its own, unless one is given. */
  constructor(store: TextStore = new TextStore()) {
    this.#store = store;
  }

  /** Another owner of texts in the same store. */
  forOwner(): StringPool {
    return new StringPool(this.#store);
  }

  /** One more than the largest code, code 0 included. */
  get size(): number {
    return this.#store.size;
  }

  /** Texts that the owners of the store hold together. */
  get inUse(): number {
    return this.#store.inUse;
  }

  /** Bytes of memory behind the store. */
  get byteLength(): number {
    return this.#store.byteLength;
  }

  /** The code of `bytes[start..end)`, which this owner holds from now on. */
  intern(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
    const code = this.#store.numberOf(bytes, start, end, true);
    if (this.#held.add(code)) this.#store.hold(code);
    return code;
  }

  /** Interns a text, with this code where the text is new and no text has ever had the code. */
  internAt(code: number, bytes: Uint8Array): number {
    const found = this.#store.numberAt(code, bytes);
    if (this.#held.add(found)) this.#store.hold(found);
    return found;
  }

  /** Codes that this owner holds, rising. */
  get held(): number[] {
    return [...this.#held].sort((left, right) => left - right);
  }

  /** The code of a text, as UTF-8. */
  internText(text: string): number {
    const { bytes, length } = encode(text);
    return this.intern(bytes, 0, length);
  }

  /** The code of a text, or 0 when it is not in the pool. */
  find(text: string): number {
    const { bytes, length } = encode(text);
    return this.#store.numberOf(bytes, 0, length, false);
  }

  /** The text of a code; bytes that are not UTF-8 are read as Latin-1. Code 0 gives "". */
  text(code: number): string {
    return this.#store.text(code);
  }

  /** The bytes of a code, as they were in the file. */
  bytes(code: number): Uint8Array {
    return this.#store.bytes(code);
  }

  /** Lets go of everything that this owner holds. */
  close(): void {
    for (const code of this.#held) this.#store.release(code);
    this.#held.clear();
  }
}
