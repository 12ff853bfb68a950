/**
 * Copies bytes of texts to the memory of kernels, a batch at a time, since a store of texts has memory of its
 * own.
 * @module
 */

import type { StringPool } from "../../events/string_pool.ts";
import { TextEntry } from "./kernels/texts_layout.ts";
import type { Workspace } from "./relation.ts";

/** Maximum number of texts of a batch, and of bytes. */
const MOST_TEXTS = 1 << 12;
const ROOM = 1 << 18;
/** Bytes after the last text that a kernel may read. */
const SLACK = 16;
/**
 * Maximum gap in bytes between two texts that are copied together: copying a small gap is faster than copying twice.
 */
const MOST_BETWEEN = 1 << 9;

/** Texts in the memory of kernels. */
export class TextBatch {
  /** The codes of the texts. */
  readonly codes: Uint32Array = new Uint32Array(MOST_TEXTS);
  /** Address of a `TextEntry` for each text. */
  readonly entries: number;
  /** Address of a byte for each text, for results. */
  readonly results: number;
  /** Codes of texts that do not fit even into an empty batch. */
  readonly tooLong: number[] = [];
  readonly #work: Workspace;
  readonly #strings: StringPool;
  readonly #bytes: number;
  readonly #places = { starts: new Float64Array(MOST_TEXTS), lengths: new Float64Array(MOST_TEXTS) };
  #count = 0;
  #used = 0;

  constructor(work: Workspace) {
    this.#work = work;
    this.#strings = work.pools.strings;
    this.entries = work.take(MOST_TEXTS * TextEntry.Bytes);
    this.results = work.take(MOST_TEXTS);
    this.#bytes = work.take(ROOM + SLACK);
  }

  /** Number of texts. */
  get count(): number {
    return this.#count;
  }

  /** Number of bytes of all texts, including gaps. */
  get byteLength(): number {
    return this.#used;
  }

  /**
   * Fills the batch with the texts of `codes` from an index on: at most `most`, and as many as fit. Returns the index
   * after the last one. A text that does not fit even into an empty batch is added to `tooLong`.
   */
  fill(codes: ArrayLike<number>, from: number, most: number): number {
    const { u8, u32 } = this.#work.arena;
    const to = Math.min(codes.length, from + Math.min(most, MOST_TEXTS));
    const bytes = this.#strings.places(codes, from, to, this.#places);
    const { starts, lengths } = this.#places;
    const entries = this.entries >>> 2, room = this.#bytes + ROOM;
    let count = 0, at = from;
    // Texts that are adjacent in the store are copied together, from `first` to `end`, to `base`.
    let first = 0, end = 0, base = this.#bytes;
    for (; at < to; at++) {
      const start = starts[at - from]!, twice = lengths[at - from]!, length = twice >>> 1;
      if (twice > 2 * ROOM) {
        this.tooLong.push(codes[at]!);
        continue;
      }
      const isBeside = count > 0 && start >= end && start - end <= MOST_BETWEEN;
      const place = isBeside ? base + start - first : base + end - first;
      if (place + length > room) break;
      if (!isBeside) {
        if (end > first) u8.set(bytes.subarray(first, end), base);
        [base, first] = [place, start];
      }
      end = start + length;
      u32[entries + 2 * count] = place;
      u32[entries + 2 * count + 1] = twice;
      this.codes[count++] = codes[at]!;
    }
    if (end > first) u8.set(bytes.subarray(first, end), base);
    this.#count = count;
    this.#used = base + end - first - this.#bytes;
    return at;
  }

  /** Frees the memory. */
  close(): void {
    this.#work.give(this.entries, this.results, this.#bytes);
  }
}
