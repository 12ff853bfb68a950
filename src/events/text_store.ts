/**
 * Every distinct text of a session once, by number, as long as it is used. Names arrive as bytes, thousands of
 * times each; they are compared as bytes and decoded on first access.
 * @module
 */

import { grown } from "../base/grown.ts";
import { ReadingFullError } from "../memory/arena.ts";
import { dataSettings } from "../memory/data_settings.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LATIN1 = new TextDecoder("latin1");

/** Numbers that are passed over to give a text the one that it had in a saved index. */
const MOST_SKIPPED = 1 << 16;

/** Bytes of a text beside its own: where it is, its length, hash and holders. */
const BYTES_OF_TEXT = 20;
/** Texts may take as much as this, however small the budget is. */
const LEAST_TEXTS = 1 << 26;

/** Texts that are decoded together. */
const TEXTS_AHEAD = 64;

/** The text of UTF-8; undefined where it is something else. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Texts by number. Number 0 is "no text"; every other number in use is one distinct byte string. */
export class TextStore {
  #bytes = new Uint8Array(1 << 12);
  #used = 0;
  /** Bytes of texts without references. */
  #wasted = 0;
  #starts = new Float64Array(1 << 8);
  #lengths = new Uint32Array(1 << 8);
  #hashes = new Uint32Array(1 << 8);
  #holders = new Uint32Array(1 << 8);
  #slots = new Uint32Array(1 << 9);
  #count = 1;
  #inUse = 0;
  readonly #free: number[] = [];
  #texts: (string | undefined)[] = [""];
  /** So many texts are decoded one by one, since there were letters of more than one byte. */
  #singly = 0;
  /** What all texts together may take: as much as the columns. */
  #most = Math.max(LEAST_TEXTS, dataSettings().budget);

  /** One more than the largest number that was ever given out. */
  get size(): number {
    return this.#count;
  }

  /** Texts with references. */
  get inUse(): number {
    return this.#inUse;
  }

  /** Bytes of memory behind the store. */
  get byteLength(): number {
    return this.#bytes.length + this.#starts.byteLength + this.#lengths.byteLength + this.#hashes.byteLength +
      this.#holders.byteLength + this.#slots.byteLength;
  }

  /** The number of `bytes[start..end)`; with `add` it gets one when it has none, else 0 says so. */
  numberOf(bytes: Uint8Array, start: number, end: number, add: boolean): number {
    const hash = hashOf(bytes, start, end);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let code = this.#slots[slot]!; code !== 0; code = this.#slots[slot]!) {
      if (this.#hashes[code] === hash && this.#same(code, bytes, start, end)) return code;
      slot = (slot + 1) & mask;
    }
    return add ? this.#add(bytes, start, end, hash, slot) : 0;
  }

  /** The number of bytes: `code` where they have none yet and it was never given out, else any. */
  numberAt(code: number, bytes: Uint8Array): number {
    const known = this.numberOf(bytes, 0, bytes.length, false);
    if (known !== 0) return known;
    // A gap costs a place in a list for each number.
    if (code >= this.#count && code - this.#count <= MOST_SKIPPED) {
      while (this.#count < code) this.#free.push(this.#newNumber());
      this.#free.push(this.#newNumber());
    }
    return this.numberOf(bytes, 0, bytes.length, true);
  }

  /** One more owner holds a text. */
  hold(code: number): void {
    this.#holders[code]!++;
  }

  /** One less does; without any the text goes, and its number may stand for another one later. */
  release(code: number): void {
    if (--this.#holders[code]! > 0) return;
    this.#unlink(code);
    this.#wasted += this.#lengths[code]!;
    this.#texts[code] = undefined;
    this.#free.push(code);
    this.#inUse--;
    if (this.#wasted > 1 << 16 && this.#wasted > this.#used >>> 1) this.#compact();
  }

  /** The text of a number; bytes that are not UTF-8 are read as Latin-1. Number 0 gives "". */
  text(code: number): string {
    const known = this.#texts[code];
    if (known !== undefined) return known;
    const bytes = this.bytes(code);
    if (this.#decodeAhead(code)) return this.#texts[code]!;
    return this.#texts[code] = decoded(bytes) ?? LATIN1.decode(bytes);
  }

  /** The bytes of a number, as they were in the file. */
  bytes(code: number): Uint8Array {
    if (code === 0) return this.#bytes.subarray(0, 0);
    if (!(this.#holders[code]! > 0)) {
      throw new RangeError(`Cannot read text ${code}: no owner holds it`);
    }
    const start = this.#starts[code]!;
    return this.#bytes.subarray(start, start + this.#lengths[code]!);
  }

  /**
   * Decodes the texts that lie behind a number, with its own: who asks for one mostly asks for the next ones, and a call of the
   * decoder takes as long as a hundred letters. False where a letter takes more bytes than one.
   */
  #decodeAhead(code: number): boolean {
    if (this.#singly > 0) {
      this.#singly--;
      return false;
    }
    const start = this.#starts[code]!;
    let end = start + this.#lengths[code]!, next = code + 1;
    for (; next < this.#count && next - code < TEXTS_AHEAD; next++) {
      if (this.#starts[next] !== end || this.#holders[next] === 0 || this.#texts[next] !== undefined) break;
      end += this.#lengths[next]!;
    }
    const text = next - code > 1 ? decoded(this.#bytes.subarray(start, end)) : undefined;
    if (text?.length !== end - start) {
      if (next - code > 1) this.#singly = TEXTS_AHEAD;
      return false;
    }
    for (let each = code; each < next; each++) {
      const from = this.#starts[each]! - start;
      this.#texts[each] = text.slice(from, from + this.#lengths[each]!);
    }
    return true;
  }

  #same(code: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#lengths[code]! !== end - start) return false;
    const known = this.#bytes;
    for (let mine = this.#starts[code]!, at = start; at < end; mine++, at++) {
      if (known[mine] !== bytes[at]) return false;
    }
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const length = end - start;
    if (this.#used + length > this.#bytes.length) {
      const room = Math.max(this.#bytes.length * 2, this.#used + length);
      this.#need(room - this.#bytes.length);
      this.#bytes = grown(this.#bytes, room);
    }
    const code = this.#free.pop() ?? this.#newNumber();
    this.#bytes.set(bytes.subarray(start, end), this.#used);
    this.#starts[code] = this.#used;
    this.#lengths[code] = length;
    this.#used += length;
    this.#hashes[code] = hash;
    this.#holders[code] = 0;
    this.#slots[slot] = code;
    if (++this.#inUse * 2 > this.#slots.length) this.#rehash();
    return code;
  }

  /** Throws `ReadingFullError` where more bytes are beyond what texts may take; what has been read can still be finished. */
  #need(more: number): void {
    const wanted = this.byteLength + more;
    if (wanted <= this.#most) return;
    this.#most = wanted;
    throw new ReadingFullError("the texts of the traces", wanted);
  }

  #newNumber(): number {
    if (this.#count === this.#starts.length) {
      const room = this.#count * 2;
      this.#need(BYTES_OF_TEXT * this.#count);
      this.#starts = grown(this.#starts, room);
      this.#lengths = grown(this.#lengths, room);
      this.#hashes = grown(this.#hashes, room);
      this.#holders = grown(this.#holders, room);
    }
    return this.#count++;
  }

  #rehash(): void {
    const before = this.#slots;
    const slots = new Uint32Array(before.length * 2);
    const mask = slots.length - 1;
    for (const code of before) {
      if (code === 0) continue;
      let slot = this.#hashes[code]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = code;
    }
    this.#slots = slots;
  }

  /** Empties a slot; those after it move up, so that no search ends too early. */
  #unlink(code: number): void {
    const mask = this.#slots.length - 1;
    let hole = this.#hashes[code]! & mask;
    while (this.#slots[hole] !== code) hole = (hole + 1) & mask;
    for (let slot = (hole + 1) & mask;; slot = (slot + 1) & mask) {
      const other = this.#slots[slot]!;
      if (other === 0) break;
      const home = this.#hashes[other]! & mask;
      // It may move when its home is not between the hole and its place.
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      this.#slots[hole] = other;
      hole = slot;
    }
    this.#slots[hole] = 0;
  }

  /** Moves the texts in use together. */
  #compact(): void {
    const codes: number[] = [];
    for (const code of this.#slots) if (code !== 0) codes.push(code);
    const kept = this.#used - this.#wasted;
    const bytes = new Uint8Array(Math.max(1 << 12, kept * 2));
    let at = 0;
    for (const code of codes) {
      const start = this.#starts[code]!;
      bytes.set(this.#bytes.subarray(start, start + this.#lengths[code]!), at);
      this.#starts[code] = at;
      at += this.#lengths[code]!;
    }
    this.#bytes = bytes;
    this.#used = at;
    this.#wasted = 0;
  }
}

/** Four bytes a step: a product waits for the one before it. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 ^ (end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = bytes[at]! | bytes[at + 1]! << 8 | bytes[at + 2]! << 16 | bytes[at + 3]! << 24;
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca77);
  return (hash ^ (hash >>> 13)) >>> 0;
}
