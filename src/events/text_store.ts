/**
 * Stores every distinct text of a session once, by number, as long as it is used. Names arrive as bytes,
 * thousands of times each; they are compared as bytes and decoded on first access.
 * @module
 */

import { growArray } from "../base/grow_array.ts";
import { powerOfTwo } from "../base/power_of_two.ts";
import type { AsciiText } from "../base/ascii_text.ts";
import { ReadingFullError } from "../memory/arena.ts";
import { dataSettings } from "../memory/data_settings.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LATIN1 = new TextDecoder("latin1");

/** Maximum gap in the numbers that is accepted to give a text the number it had in a saved index. */
const MOST_SKIPPED = 1 << 16;

/** Fields of a text other than its bytes. They are next to each other in memory because they are read together. */
enum Fact {
  /** Position of the text in `#bytes`, in two halves. */
  StartLow = 0,
  StartHigh = 1,
  Length = 2,
  /** Twice the number of owners, plus 1 if the text is ASCII. */
  Holders = 3,
}
/** Each text has `2 ** FACTS` words of fields. */
const FACTS = 2;
const BYTES_OF_TEXT = (4 << FACTS) + 4;
/** A slot of the hash table has a number and a tag. */
const BYTES_OF_SLOT = 5;
const HIGH = 2 ** 32;
/** Texts may always take this many bytes, however small the budget is. */
const LEAST_TEXTS = 1 << 26;

const LEAST_BYTES = 1 << 12;
const LEAST_FACTS = 1 << 8 + FACTS;
const LEAST_SLOTS = 1 << 9;
/**
 * Texts without owners are kept as long as there are fewer than this, and fewer of their bytes than the next constant,
 * because dropping them takes time.
 */
const LEAST_UNUSED = 1 << 12;
const LEAST_WASTED = 1 << 16;

/** Maximum number of texts that are decoded together. */
const TEXTS_AHEAD = 64;

/** Decodes UTF-8; undefined if the bytes are not valid UTF-8. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The tag of a hash: some of its bits, and never 0, which marks an empty slot. */
function tagOf(hash: number): number {
  return 1 + (hash >>> 25);
}

/** Where the bytes of several texts are, by `TextStore.places`. */
export interface TextPlaces {
  readonly starts: Float64Array;
  /** Twice the number of bytes, plus 1 if the text is ASCII. Doubles, because long texts need more than 32 bits. */
  readonly lengths: Float64Array;
}

/** Texts by number. Number 0 is "no text"; every other number in use is one distinct byte string. */
export class TextStore {
  #bytes = new Uint8Array(LEAST_BYTES);
  #used = 0;
  /** Bytes of texts without owners. */
  #wasted = 0;
  #facts = new Uint32Array(LEAST_FACTS);
  /**
   * A hash table: the number of a text in each slot, and beside it a tag of its hash. A search reads the tags
   * only, which fit into a processor's cache for a million texts, until one is equal.
   */
  #slots = new Uint32Array(LEAST_SLOTS);
  #tags = new Uint8Array(LEAST_SLOTS);
  /** The hash of each text, for larger tables. */
  #hashes = new Uint32Array(LEAST_FACTS >> FACTS);
  #count = 1;
  /** Number of texts in the hash table, including those without owners. */
  #entries = 0;
  #inUse = 0;
  readonly #free: number[] = [];
  #texts: (string | undefined)[] = [""];
  /** Number of texts to decode one by one, because texts that were decoded together were not ASCII. */
  #singly = 0;
  /** Maximum bytes of all texts together: the columns may take the same amount. */
  #most = Math.max(LEAST_TEXTS, dataSettings().budget);

  /** The largest number ever assigned, plus one. */
  get size(): number {
    return this.#count;
  }

  /** Number of texts that have owners. */
  get inUse(): number {
    return this.#inUse;
  }

  /** Bytes of memory used by the store. */
  get byteLength(): number {
    const { length } = this.#slots;
    return this.#bytes.length + this.#facts.byteLength + this.#hashes.byteLength + BYTES_OF_SLOT * length;
  }

  /**
   * The number of `bytes[start..end)`. A new text gets a number if `add` is set; otherwise the result is 0.
   */
  numberOf(bytes: Uint8Array, start: number, end: number, add: boolean): number {
    const hash = hashOf(bytes, start, end);
    const tags = this.#tags, mask = tags.length - 1, wanted = tagOf(hash);
    let slot = hash & mask;
    for (let tag = tags[slot]!; tag !== 0; tag = tags[slot]!) {
      if (tag === wanted) {
        const code = this.#slots[slot]!;
        if (this.#hashes[code] === hash && this.#same(code, bytes, start, end)) {
          return add || this.#isHeld(code) ? code : 0;
        }
      }
      slot = slot + 1 & mask;
    }
    return add ? this.#add(bytes, start, end, hash, slot) : 0;
  }

  /** Interns bytes. New bytes get the number `code` if it was never assigned, otherwise any number. */
  numberAt(code: number, bytes: Uint8Array): number {
    const known = this.numberOf(bytes, 0, bytes.length, false);
    if (known !== 0) return known;
    // A gap costs a list entry for each number in it.
    if (code >= this.#count && code - this.#count <= MOST_SKIPPED) {
      while (this.#count < code) this.#free.push(this.#newNumber());
      this.#free.push(this.#newNumber());
    }
    return this.numberOf(bytes, 0, bytes.length, true);
  }

  /** Adds an owner to a text. */
  hold(code: number): void {
    const own = code << FACTS;
    if ((this.#facts[own + Fact.Holders]! += 2) > 3) return;
    this.#inUse++;
    this.#wasted -= this.#facts[own + Fact.Length]!;
  }

  /**
   * Removes an owner from each of these texts. Numbers of texts without owners are reused once there are many of them.
   */
  release(codes: Iterable<number>): void {
    const facts = this.#facts, texts = this.#texts;
    for (const code of codes) {
      const own = code << FACTS;
      if ((facts[own + Fact.Holders]! -= 2) > 1) continue;
      this.#inUse--;
      this.#wasted += facts[own + Fact.Length]!;
      texts[code] = undefined;
    }
    const unused = this.#entries - this.#inUse;
    // Both thresholds are a fraction of the work for dropping, so each text is visited only a few times in total.
    const manyBytes = this.#wasted > Math.max(LEAST_WASTED, this.#used / 2, this.#count);
    const manyTexts = unused > Math.max(LEAST_UNUSED, this.#inUse, this.#count / 8);
    if (manyBytes || manyTexts) this.#dropUnused();
    if (manyBytes) this.#compact();
  }

  /** The text of a number; bytes that are not UTF-8 are read as Latin-1. Number 0 gives "". */
  text(code: number): string {
    const known = this.#texts[code];
    if (known !== undefined) return known;
    const bytes = this.bytes(code);
    if (this.#decodeAhead(code)) return this.#texts[code]!;
    return this.#texts[code] = decoded(bytes) ?? LATIN1.decode(bytes);
  }

  /** The bytes of a text, as they were in the file. */
  bytes(code: number): Uint8Array {
    if (code === 0) return this.#bytes.subarray(0, 0);
    if (!this.#isHeld(code)) throw new RangeError(`Cannot read text ${code}: no owner holds it`);
    const start = this.#startOf(code);
    return this.#bytes.subarray(start, start + this.#lengthOf(code));
  }

  /**
   * Sets `into` to the bytes of a text if it is ASCII, else returns false. The bytes move when the next text is added.
   */
  ascii(code: number, into: AsciiText): boolean {
    const holders = this.#facts[(code << FACTS) + Fact.Holders]!;
    if ((holders & 1) === 0 || holders < 2) return false;
    into.bytes = this.#bytes;
    into.start = this.#startOf(code);
    into.end = into.start + this.#lengthOf(code);
    return true;
  }

  /**
   * Writes to `starts` and `lengths` where the texts `codes[from..to)` are in the returned array, which is valid until
   * the next text is added. Throws `RangeError` for a text without owners.
   */
  places(codes: ArrayLike<number>, from: number, to: number, { starts, lengths }: TextPlaces): Uint8Array {
    const facts = this.#facts;
    for (let at = from; at < to; at++) {
      const own = codes[at]! << FACTS;
      const holders = facts[own + Fact.Holders]!;
      if (holders < 2) throw new RangeError(`Cannot read text ${codes[at]}: no owner holds it`);
      starts[at - from] = facts[own + Fact.StartLow]! + HIGH * facts[own + Fact.StartHigh]!;
      lengths[at - from] = 2 * facts[own + Fact.Length]! + (holders & 1);
    }
    return this.#bytes;
  }

  #startOf(code: number): number {
    const at = code << FACTS;
    return this.#facts[at + Fact.StartLow]! + HIGH * this.#facts[at + Fact.StartHigh]!;
  }

  #lengthOf(code: number): number {
    return this.#facts[(code << FACTS) + Fact.Length]!;
  }

  #isHeld(code: number): boolean {
    return this.#facts[(code << FACTS) + Fact.Holders]! > 1;
  }

  #moveTo(code: number, start: number): void {
    const at = code << FACTS;
    this.#facts[at + Fact.StartLow] = start % HIGH;
    this.#facts[at + Fact.StartHigh] = Math.floor(start / HIGH);
  }

  /**
   * Decodes a text together with those that follow it, because callers usually read these next, and calling the decoder
   * takes as long as decoding a hundred characters. Returns false if they are not all ASCII.
   */
  #decodeAhead(code: number): boolean {
    if (this.#singly > 0) {
      this.#singly--;
      return false;
    }
    const start = this.#startOf(code);
    let end = start + this.#lengthOf(code), next = code + 1;
    for (; next < this.#count && next - code < TEXTS_AHEAD; next++) {
      if (this.#startOf(next) !== end || !this.#isHeld(next) || this.#texts[next] !== undefined) break;
      end += this.#lengthOf(next);
    }
    const text = next - code > 1 ? decoded(this.#bytes.subarray(start, end)) : undefined;
    if (text?.length !== end - start) {
      if (next - code > 1) this.#singly = TEXTS_AHEAD;
      return false;
    }
    for (let each = code; each < next; each++) {
      const from = this.#startOf(each) - start;
      this.#texts[each] = text.slice(from, from + this.#lengthOf(each));
    }
    return true;
  }

  #same(code: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#lengthOf(code) !== end - start) return false;
    const known = this.#bytes;
    for (let mine = this.#startOf(code), at = start; at < end; mine++, at++) {
      if (known[mine] !== bytes[at]) return false;
    }
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const length = end - start;
    if (this.#used + length > this.#bytes.length) {
      const room = Math.max(this.#bytes.length * 2, this.#used + length);
      this.#need(room - this.#bytes.length);
      this.#bytes = growArray(this.#bytes, room);
    }
    const code = this.#free.pop() ?? this.#newNumber();
    const to = this.#bytes;
    let seen = 0;
    for (let at = start, own = this.#used; at < end; at++) seen |= to[own++] = bytes[at]!;
    this.#moveTo(code, this.#used);
    const facts = code << FACTS;
    this.#facts[facts + Fact.Length] = length;
    this.#facts[facts + Fact.Holders] = seen < 0x80 ? 1 : 0;
    this.#used += length;
    this.#wasted += length;
    this.#hashes[code] = hash;
    this.#slots[slot] = code;
    this.#tags[slot] = tagOf(hash);
    if (++this.#entries * 2 > this.#slots.length) this.#rehash();
    return code;
  }

  /**
   * Throws `ReadingFullError` if this many more bytes exceed the limit for texts; everything that was read remains
   * usable.
   */
  #need(more: number): void {
    const wanted = this.byteLength + more;
    if (wanted <= this.#most) return;
    this.#most = wanted;
    throw new ReadingFullError("the texts of the traces", wanted);
  }

  #newNumber(): number {
    if (this.#count << FACTS === this.#facts.length) {
      this.#need(BYTES_OF_TEXT * this.#count);
      this.#facts = growArray(this.#facts, 2 * this.#facts.length);
      this.#hashes = growArray(this.#hashes, 2 * this.#hashes.length);
    }
    return this.#count++;
  }

  /** Doubles the hash table. */
  #rehash(): void {
    const before = this.#slots, tags = this.#tags;
    this.#makeTable(2 * before.length);
    for (let at = 0; at < before.length; at++) if (tags[at] !== 0) this.#put(before[at]!);
  }

  #makeTable(slots: number): void {
    this.#slots = new Uint32Array(slots);
    this.#tags = new Uint8Array(slots);
  }

  /** Inserts a text that is not in the hash table into the first free slot. */
  #put(code: number): void {
    const tags = this.#tags, mask = tags.length - 1, hash = this.#hashes[code]!;
    let slot = hash & mask;
    while (tags[slot] !== 0) slot = slot + 1 & mask;
    tags[slot] = tagOf(hash);
    this.#slots[slot] = code;
  }

  /**
   * Drops all texts without owners at once, and rebuilds the hash table from the others. Removing single entries would
   * move others that are scattered over the memory.
   */
  #dropUnused(): void {
    let count = this.#count;
    while (count > 1 && !this.#isHeld(count - 1)) count--;
    this.#count = count;
    this.#texts.length = Math.min(this.#texts.length, count);
    this.#entries = this.#inUse;
    this.#makeTable(Math.max(LEAST_SLOTS, powerOfTwo(this.#entries * 4)));
    this.#free.length = 0;
    // Free numbers are taken from the end of the list, so add the smallest last.
    for (let code = count - 1; code > 0; code--) {
      if (this.#isHeld(code)) this.#put(code);
      else this.#free.push(code);
    }
    const room = Math.max(LEAST_FACTS, powerOfTwo(count << FACTS));
    if (room < this.#facts.length) {
      this.#facts = this.#facts.slice(0, room);
      this.#hashes = this.#hashes.slice(0, room >> FACTS);
    }
  }

  /** Moves the bytes of texts in use together, in the order of their numbers, because they are read in that order. */
  #compact(): void {
    const from = this.#bytes;
    const bytes = new Uint8Array(Math.max(LEAST_BYTES, (this.#used - this.#wasted) * 2));
    let used = 0;
    for (let code = 1; code < this.#count; code++) {
      if (!this.#isHeld(code)) continue;
      const start = this.#startOf(code), end = start + this.#lengthOf(code);
      this.#moveTo(code, used);
      for (let at = start; at < end; at++) bytes[used++] = from[at]!;
    }
    this.#bytes = bytes;
    this.#used = used;
    this.#wasted = 0;
  }
}

/** Hashes four bytes per step, because each multiplication has to wait for the previous one. */
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
