/**
 * Decodes brotli, RFC 7932, chunk by chunk. The decoders of the runtimes lose what they decoded before an
 * error, and that of Deno 2.9 writes to standard output if a stream is damaged, which would corrupt Quarry's
 * own output.
 * @module
 */

import type { BitInput } from "./bit_input.ts";
import { BrotliError } from "./brotli_error.ts";
import { CONTEXTS } from "./contexts.ts";
import { dictionaryWord } from "./dictionary.ts";
import { Distances } from "./distances.ts";
import { History } from "./history.ts";
import { copyLength, insertLength, usesLastDistance } from "./length_pairs.ts";
import { MetaBlock } from "./meta_block.ts";
import { LONG_ENTRY, PrefixCodes } from "./prefix_code.ts";

/** Approximate number of bytes decoded at a time. */
const PIECE_BYTES = 1 << 16;

/** The next element of the stream. */
type Next =
  | "window"
  | "head"
  | "skipped"
  | "plain"
  | "lengths"
  | "literals"
  | "distance"
  | "copy"
  | "padding"
  | "end";

/** Decodes one stream. */
export class BrotliDecoder {
  readonly #input: BitInput;
  readonly #meta: MetaBlock;
  #next: Next = "window";
  readonly #made = new History();
  #failure: BrotliError | undefined;
  /** Bytes left in the meta-block. */
  #left = 0;
  #isLast = false;
  /** Bytes left in the current step. */
  #count = 0;
  #copyLength = 0;
  #distance = 0;
  #usesLast = false;
  readonly #distances: Distances;

  /** Starts at the next unread bit. */
  constructor(input: BitInput) {
    this.#input = input;
    this.#meta = new MetaBlock(input, new PrefixCodes());
    this.#distances = new Distances(input, this.#meta);
  }

  /** True at the end of the stream. */
  get isDone(): boolean {
    return this.#next === "end";
  }

  /**
   * Decodes until a chunk is complete or more input is needed. Throws `BrotliError` for a damaged stream;
   * what was decoded before can still be taken.
   */
  decode(): void {
    if (this.#failure) throw this.#failure;
    // A step produces at most one chunk.
    this.#made.makeRoom(2 * PIECE_BYTES);
    try {
      while (this.#made.pending < PIECE_BYTES && this.#step());
    } catch (error) {
      if (error instanceof BrotliError) this.#failure = error;
      throw error;
    }
  }

  /** Copies decoded bytes and returns their number. `into` must hold more than a chunk. */
  take(into: Uint8Array): number {
    return this.#made.take(into);
  }

  /** Decodes one step; returns false if it needs more input, or at the end. */
  #step(): boolean {
    const input = this.#input;
    switch (this.#next) {
      case "end":
        return false;
      case "plain":
      case "skipped":
        return this.#takeBytes();
      case "copy":
        return this.#copy();
      case "padding":
        if (!input.align()) throw new BrotliError("Bits after the last meta-block are not zero");
        this.#next = "end";
        return false;
    }
    const start = input.at;
    if (start > input.limit) return false;
    try {
      if (this.#next === "head") return this.#readHead();
      if (this.#next === "literals") return this.#readLiterals();
      if (this.#next === "window") this.#readWindow();
      else if (this.#next === "lengths") this.#readLengths();
      else this.#readDistance();
    } catch (error) {
      // Bits beyond the input were read as zeros.
      if (!input.isOver) throw error;
    }
    if (!input.isOver) return true;
    input.at = start;
    throw new CutError();
  }

  #readWindow(): void {
    const input = this.#input;
    let bits = 16;
    if (input.read(1) === 1) {
      const more = input.read(3);
      const less = more > 0 ? 0 : input.read(3);
      if (less === 1) throw new BrotliError("The window is larger than allowed");
      bits = more > 0 ? 17 + more : less > 0 ? 8 + less : 17;
    }
    this.#made.reach = (1 << bits) - 16;
    this.#next = "head";
  }

  /**
   * Reads the header of a meta-block. It may have any length, so an incomplete one is read again from its
   * start when more input is available.
   */
  #readHead(): boolean {
    const input = this.#input;
    const start = input.at;
    let next: Next = "head";
    try {
      next = this.#readHeadOnce();
    } catch (error) {
      if (!input.isOver) throw error;
    }
    if (!input.isOver) this.#next = next;
    else if (input.ended) return false;
    else input.at = start;
    return input.at !== start;
  }

  #readHeadOnce(): Next {
    const input = this.#input;
    this.#isLast = input.read(1) === 1;
    if (this.#isLast && input.read(1) === 1) return "padding";
    const nibbles = input.read(2) + 4;
    if (nibbles === 7) return this.#readSkipped();
    this.#left = readLength(input, nibbles, 4) + 1;
    if (!this.#isLast && input.read(1) === 1) {
      if (!input.align()) throw new BrotliError("Bits before plain bytes are not zero");
      return "plain";
    }
    this.#meta.begin();
    return "lengths";
  }

  /** Skips metadata, which is not part of the content. */
  #readSkipped(): Next {
    const input = this.#input;
    if (input.read(1) === 1) throw new BrotliError("A reserved bit is set");
    const bytes = input.read(2);
    this.#left = bytes === 0 ? 0 : readLength(input, bytes, 8) + 1;
    if (!input.align()) throw new BrotliError("Bits before bytes to skip are not zero");
    return "skipped";
  }

  #takeBytes(): boolean {
    const input = this.#input;
    const isPlain = this.#next === "plain";
    if (this.#left === 0) {
      this.#next = this.#isLast ? "padding" : "head";
      return true;
    }
    const most = Math.min(this.#left, PIECE_BYTES);
    const into = isPlain ? this.#made.room(most) : new Uint8Array(most);
    const count = input.take(into);
    this.#left -= count;
    if (isPlain) this.#made.total += count;
    return count > 0;
  }

  #readLengths(): void {
    const input = this.#input;
    const { pairs, codes, pairCodes } = this.#meta;
    if (pairs.left === 0) pairs.next();
    pairs.left--;
    const pair = codes.read(input, pairCodes[pairs.type]!);
    this.#count = insertLength(pair, input);
    this.#copyLength = copyLength(pair, input);
    this.#usesLast = usesLastDistance(pair);
    if (this.#count > this.#left) throw new BrotliError("Literals extend beyond the end of their meta-block");
    this.#next = this.#count > 0 ? "literals" : "distance";
  }

  #readLiterals(): boolean {
    const input = this.#input;
    const { literals, codes, literalCodes, modes } = this.#meta;
    const { limit, over } = input;
    const most = Math.min(this.#count, PIECE_BYTES);
    const made = this.#made;
    const { bytes } = made;
    const mask = bytes.length - 1;
    let { total } = made;
    let last = total > 0 ? bytes[(total - 1) & mask]! : 0;
    let before = total > 1 ? bytes[(total - 2) & mask]! : 0;
    const end = total + most;
    try {
      while (total < end && input.at <= limit) {
        if (literals.left === 0) literals.next();
        const { type } = literals;
        const contexts = CONTEXTS[modes[type]!]!;
        const first = total;
        const stop = Math.min(end, total + literals.left);
        // Most streams spend most of the time in this loop: `codes.read` is inlined, and all input is
        // available.
        const { bytes: from } = input;
        const { entries } = codes;
        let { at } = input;
        while (total < stop && at <= limit) {
          const code = literalCodes[64 * type + (contexts[last]! | contexts[256 + before]!)]!;
          const byte = at >>> 3;
          const word = (from[byte]! | from[byte + 1]! << 8 | from[byte + 2]! << 16) >>> (at & 7);
          let entry = entries[code + (word & 255)]!;
          if (entry >= LONG_ENTRY) entry = codes.longer(code, entry, word);
          at += entry >>> 16;
          if (at > over) break;
          before = last;
          last = entry & 0xffff;
          bytes[total++ & mask] = last;
        }
        input.at = at;
        literals.left -= total - first;
        if (input.isOver) break;
      }
    } finally {
      const count = total - made.total;
      made.total = total;
      this.#count -= count;
      this.#left -= count;
    }
    if (this.#count > 0) return total === end;
    // The last command of a meta-block may lack a copy.
    this.#next = this.#left > 0 ? "distance" : this.#nextMeta();
    return true;
  }

  #nextMeta(): Next {
    return this.#isLast ? "padding" : "head";
  }

  #readDistance(): void {
    const { distances, codes, distanceCodes } = this.#meta;
    let symbol = 0;
    if (!this.#usesLast) {
      if (distances.left === 0) distances.next();
      distances.left--;
      const context = Math.min(this.#copyLength, 5) - 2;
      symbol = codes.read(this.#input, distanceCodes[4 * distances.type + context]!);
    }
    const distance = this.#distances.read(symbol);
    if (distance <= 0) throw new BrotliError("A distance is not above zero");
    const reach = Math.min(this.#made.reach, this.#made.total);
    if (distance > reach) return this.#putWord(distance - reach - 1);
    if (this.#copyLength > this.#left) {
      throw new BrotliError("A copy extends beyond the end of its meta-block");
    }
    if (symbol !== 0) this.#distances.push(distance);
    this.#distance = distance;
    this.#count = this.#copyLength;
    this.#next = "copy";
  }

  /** Copies a word of the dictionary, to which distances beyond the decoded bytes refer. */
  #putWord(reference: number): void {
    const input = this.#input;
    // Values read beyond the input are invalid.
    if (input.isOver) return;
    const word = dictionaryWord(this.#copyLength, reference);
    if (word === undefined) throw new BrotliError("A distance points before the start of the stream");
    if (word.length > this.#left) throw new BrotliError("A word extends beyond the end of its meta-block");
    this.#made.put(word);
    this.#left -= word.length;
    this.#next = this.#left > 0 ? "lengths" : this.#nextMeta();
  }

  #copy(): boolean {
    const most = Math.min(this.#count, PIECE_BYTES);
    this.#made.repeat(this.#distance, most);
    this.#count -= most;
    this.#left -= most;
    if (this.#count > 0) return true;
    this.#next = this.#left > 0 ? "lengths" : this.#nextMeta();
    return true;
  }
}

/** The stream ends in the middle of an element. */
export class CutError extends BrotliError {
  /** Creates the error with its message. */
  constructor() {
    super("The stream stops without its end mark");
  }
}

/**
 * Reads a length in units of some bits; its last unit must not be zero if there are more units than the
 * minimum.
 */
function readLength(input: BitInput, units: number, bits: number): number {
  let length = 0;
  for (let unit = 0; unit < units; unit++) {
    const part = input.read(bits);
    const isFirst = bits === 8 ? unit === 0 : unit < 4;
    if (part === 0 && unit === units - 1 && !isFirst) {
      throw new BrotliError("A length has a longer encoding than necessary");
    }
    length += part * 2 ** (bits * unit);
  }
  return length;
}
